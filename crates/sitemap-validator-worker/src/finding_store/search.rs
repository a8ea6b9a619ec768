//! The findings that contain a text.

use std::collections::BTreeMap;

use sitemap_validator::output::lines;
use sitemap_validator::{Diagnostic, Rule};
use sitemap_validator_protocol::report as wire;
use sitemap_validator_protocol::search::TextSearch;

use super::FindingStore;
use crate::texts::Text;

/// The number of characters around a finding that are searched, about as many as the page shows.
const AROUND: usize = 120;

/// The result of a search.
#[derive(Debug, PartialEq, Eq)]
pub struct Found {
    /// The number of searched findings.
    pub among: u64,
    /// The number of findings of each rule that contain the text.
    pub rules: BTreeMap<String, u64>,
    /// The requested findings, sorted by location.
    pub diagnostics: Vec<wire::Diagnostic>,
}

impl FindingStore {
    /// Searches the findings, or those of one rule, for `wanted`. Returns up to `count` findings of each rule after the
    /// first `offset`.
    pub fn search(&self, text: &Text, wanted: &str, rule: Option<&str>, offset: u32, count: u32) -> Found {
        let wanted = TextSearch::new(wanted);
        let places = text.places(&self.words);
        let mut found = Found { among: 0, rules: BTreeMap::new(), diagnostics: Vec::new() };
        let mut counts = vec![0_u64; Rule::ALL.len()];
        let asked = u64::from(offset)..u64::from(offset) + u64::from(count);
        for finding in &self.report.diagnostics {
            if rule.is_some_and(|rule| finding.rule().id() != rule) {
                continue;
            }
            found.among += 1;
            let shown = places.diagnostic(finding, self.report.outcome.stops);
            let holds = |part: &str| wanted.find(part, 0..part.len()).is_some();
            if !(holds(&shown.rule) || holds(&shown.message) || holds(&around(text, finding, shown.line))) {
                continue;
            }
            let number = &mut counts[finding.rule() as usize];
            if asked.contains(number) {
                found.diagnostics.push(self.for_page(text, shown));
            }
            *number += 1;
        }
        for rule in Rule::ALL.iter().filter(|&&rule| counts[rule as usize] > 0) {
            found.rules.insert(rule.id().to_owned(), counts[*rule as usize]);
        }
        found
    }
}

/// Returns the characters around a finding on its first line.
fn around(text: &Text, finding: &Diagnostic, line: u32) -> String {
    let Some(line) = text.line(line) else { return String::new() };
    let part = lines::window(&text.source, line, Some(finding.span.start), AROUND);
    lines::shown(&text.source, part).into_owned()
}

#[cfg(test)]
mod tests {
    use sitemap_validator::message::Words;
    use sitemap_validator::sink::DEFAULT_CAP;
    use sitemap_validator::{Options, Source, check_source};
    use sitemap_validator_protocol::message::KEPT;

    use super::*;

    fn kept(text: &str) -> (FindingStore, Text) {
        let source = Source::from_text(text.to_owned());
        let report = check_source("s.txt", &source, &Options::default(), DEFAULT_CAP);
        (FindingStore::new(Options::default(), report, Words::default(), true), Text::new(source))
    }

    fn starts(found: &Found) -> Vec<u32> {
        found.diagnostics.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn findings_are_found_by_message_rule_and_source() {
        let urls = ["/Red", "/blue", "https://tidepool.page/#Red", "/red/2"];
        let entries = urls.map(|url| format!("<url><loc>{url}</loc></url>\n")).concat();
        let (kept, text) =
            kept(&format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>"));
        let all = |wanted: &str| kept.search(&text, wanted, None, 0, 50);
        let red = all("rEd");
        assert_eq!((red.rules["loc-relative"], red.rules["loc-fragment"]), (2, 1), "{red:?}");
        assert_eq!(red.among, kept.report.diagnostics.len() as u64);
        assert_eq!(all("loc-fragment").rules.keys().collect::<Vec<_>>(), ["loc-fragment"]);
        assert_eq!(all("nowhere").rules, BTreeMap::new());
        let rest = kept.search(&text, "/", Some("loc-relative"), 1, 1);
        assert_eq!((rest.among, rest.rules["loc-relative"], starts(&rest)), (3, 3, vec![3]));
    }

    #[test]
    fn of_a_long_line_what_is_around_the_place_is_searched() {
        let far = "x".repeat(500);
        let (kept, text) = kept(&format!("https://tidepool.page/{far}near#a"));
        let found = |wanted: &str| kept.search(&text, wanted, Some("loc-fragment"), 0, 9).diagnostics.len();
        assert_eq!((found("near"), found("https://")), (1, 0));
    }

    #[test]
    fn the_page_knows_how_many_are_kept() {
        assert_eq!(DEFAULT_CAP, KEPT);
    }
}
