//! The verdict on a file in words: the number of problems, the gravest one, and its effect.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use sitemap_validator_protocol::report::{
    Authorities, Diagnostic, File, Kind, Loss, Severity, Stance, Summary, Verdict,
};

use super::losses::{Cost, cost};
use crate::message::Words;
use crate::output::text::sentences;
use crate::registry::Rule;

/// The verdict on `file`; `across` are the findings across files that are in it, and `missing` is the number of
/// sitemaps that it lists and that were not checked.
pub(super) fn of(file: &File, across: &[&Diagnostic], missing: u64, words: &Words) -> Summary {
    let severity = file.verdict_in_set.severity();
    let (costs, first) = first(file, across, severity).unzip();
    let rule = first.filter(|_| severity.is_some()).map(|first| first.rule.clone());
    if let Some(first) = first.filter(|_| matches!(file.kind, Kind::Html | Kind::Other | Kind::Unknown)) {
        return Summary { headline: sentence(&first.message), detail: String::new(), rule };
    }
    let mut detail = Vec::new();
    let headline = match severity {
        Some(severity) => {
            let more: BTreeSet<&str> = across
                .iter()
                .filter(|finding| finding.severity == severity)
                .map(|finding| finding.rule.as_str())
                .filter(|rule| !file.rules.contains_key(*rule))
                .collect();
            let problems = file.problems.of(severity) + more.len() as u64;
            let places = file.counts.of(severity) + file.cross_file_counts.of(severity);
            if let Some(first) = first {
                let line = words.number(u64::from(first.line));
                let message = first.message.trim_end_matches('.');
                let start = if problems == 1 { sentences::ONLY } else { sentences::FIRST };
                detail.push(words.sentence(start, &[&line, message]));
            }
            detail.extend(effect(file, first, costs, words));
            number_of_problems(severity, problems, places, words)
        }
        None if file.verdict_in_set == Verdict::Unchecked => {
            detail.extend(first.map(|first| sentence(&first.message)));
            words.word(sentences::UNCHECKED).to_owned()
        }
        None if file.kind == Kind::Robots => words.word(sentences::ROBOTS).to_owned(),
        None if file.kind.has_pages() || file.kind == Kind::SitemapIndex => words.word(sentences::VALID).to_owned(),
        None => words.word(sentences::OTHER).to_owned(),
    };
    if file.kind == Kind::SitemapIndex && missing > 0 {
        let sentence =
            if words.is_one(missing) { sentences::CHILD_NOT_CHECKED } else { sentences::CHILDREN_NOT_CHECKED };
        detail.push(words.sentence(sentence, &[&words.number(missing)]));
    }
    Summary { headline, detail: detail.join(" "), rule }
}

/// The finding with this severity that costs most, and what it costs; of several the first. What stops parsers is the
/// gravest, and hosts that nobody reaches cost all entries.
fn first<'d>(file: &'d File, across: &[&'d Diagnostic], severity: Option<Severity>) -> Option<(Cost, &'d Diagnostic)> {
    let is_there = |finding: &Diagnostic| {
        file.stops.is_some_and(|stop| (stop.line, stop.column) == (finding.line, finding.column))
    };
    // They are in the order of the file: of those that cost the same, only the first can lead.
    let mut seen = BTreeSet::new();
    let leads = |finding: &&'d Diagnostic| {
        seen.insert((finding.rule.as_str(), finding.severity, finding.entry.is_some())) || is_there(finding)
    };
    let own = file.diagnostics.iter().filter(leads).map(|finding| {
        let costs = if severity.is_some() { cost(file, finding) } else { Cost::Nothing };
        (costs, finding)
    });
    // What authorities do not take is known of the file alone.
    let all = own.chain(across.iter().map(|finding| (Cost::Nothing, *finding)));
    let wanted = all.filter(|(_, finding)| severity.is_none_or(|severity| finding.severity == severity));
    wanted.min_by_key(|(costs, finding)| {
        let is_of_xml = |rule: Rule| rule.info().support.sources().any(|source| source == "xml");
        let stops = file.stops.is_some() && (is_there(finding) || Rule::by_id(&finding.rule).is_some_and(is_of_xml));
        let takes_all = finding.rule == Rule::LocNonPublicHost.id() && finding.severity == Severity::Error;
        (!stops, Reverse(*costs), !takes_all, finding.start)
    })
}

fn number_of_problems(severity: Severity, problems: u64, places: u64, words: &Words) -> String {
    let is_error = severity == Severity::Error;
    if places > problems {
        let sentence = match (is_error, problems) {
            (true, 1) => sentences::INVALID_SAME,
            (true, _) => sentences::INVALID_PLACES,
            (false, 1) => sentences::WARNED_SAME,
            (false, _) => sentences::WARNED_PLACES,
        };
        return words.sentence(sentence, &[&words.number(places), &words.number(problems)]);
    }
    let (sentence, one, many) = if is_error {
        (sentences::INVALID, sentences::ERROR, sentences::ERRORS)
    } else {
        (sentences::WARNED, sentences::WARNING, sentences::WARNINGS)
    };
    words.sentence(sentence, &[&words.count(problems, one, many)])
}

/// Where crawlers stop and how many entries they do not see, otherwise what engines do not take: nothing graver than
/// what the first problem costs.
fn effect(file: &File, first: Option<&Diagnostic>, costs: Option<Cost>, words: &Words) -> Option<String> {
    if let Some(stops) = file.stops {
        return Some(stop(file, stops.line, first.is_some_and(|first| first.line == stops.line), words));
    }
    let losses = file.losses?;
    let engines = [(losses.google, "Google"), (losses.bing, "Bing"), (losses.yandex, "Yandex")];
    let of = |number: fn(Loss) -> u64| most(&engines, number, words);
    let costs = costs.unwrap_or(Cost::File);
    if let Some((_, names)) = of(|loss| u64::from(loss.file)).filter(|_| costs >= Cost::File) {
        return Some(words.sentence(sentences::REFUSED, &[&names]));
    }
    let noun = if file.kind == Kind::SitemapIndex {
        [sentences::SITEMAP, sentences::SITEMAPS]
    } else {
        [sentences::URL, sentences::URLS]
    };
    let lost = |least: Cost, number: fn(Loss) -> u64, [one, many]: [&str; 2], [is, are]: [&str; 2]| {
        let (number, names) = of(number).filter(|_| costs >= least)?;
        let sentence = if words.is_one(number) { is } else { are };
        Some(words.sentence(sentence, &[&words.count(number, one, many), &names]))
    };
    let entries = lost(Cost::Entries, |loss| loss.entries, noun, [sentences::DROPPED_ONE, sentences::DROPPED]);
    let values = [sentences::VALUE, sentences::VALUES];
    let values = lost(Cost::Values, |loss| loss.values, values, [sentences::IGNORED_ONE, sentences::IGNORED]);
    let parts: Vec<String> = [entries, values].into_iter().flatten().collect();
    if !parts.is_empty() {
        return Some(parts.join(" "));
    }
    if costs < Cost::Compliance {
        return None;
    }
    let is_standard = |loss: Option<Loss>| loss.is_some_and(|loss| !loss.is_none());
    let standards = [(is_standard(losses.sitemaps_org), "sitemaps.org"), (is_standard(losses.schema), "XSD")];
    let names: Vec<&str> = standards.iter().filter(|(against, _)| *against).map(|(_, name)| *name).collect();
    let forbidden = (!names.is_empty()).then(|| words.sentence(sentences::FORBIDDEN, &[&listed(&names, words)]))?;
    let rule = first.and_then(|first| Rule::by_id(&first.rule));
    let stances = rule.map_or_else(Authorities::default, |rule| rule.info().support.stances);
    let engines = engines.iter().zip([stances.google, stances.bing, stances.yandex]);
    let unused = engines.filter(|((asked, _), stance)| asked.is_some() && *stance == Stance::Unused);
    let unused: Vec<&str> = unused.map(|((_, name), _)| *name).collect();
    if unused.is_empty() {
        return Some(forbidden);
    }
    Some(format!("{forbidden} {}", words.sentence(sentences::UNUSED, &[&listed(&unused, words)])))
}

/// The largest `number` that is not 0, and the engines with it.
fn most(engines: &[(Option<Loss>, &str)], number: fn(Loss) -> u64, words: &Words) -> Option<(u64, String)> {
    let most = engines.iter().filter_map(|(loss, _)| loss.map(number)).max().filter(|most| *most > 0)?;
    let names: Vec<&str> =
        engines.iter().filter(|(loss, _)| loss.map(number) == Some(most)).map(|(_, name)| *name).collect();
    Some((most, listed(&names, words)))
}

/// `a, b and c`.
fn listed(names: &[&str], words: &Words) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [rest @ .., last] => words.sentence(sentences::AND, &[&rest.join(", "), last]),
    }
}

fn stop(file: &File, line: u32, is_first: bool, words: &Words) -> String {
    let line = words.number(u64::from(line));
    let all = file.stats.entries;
    let any = |losses: Authorities<Option<Loss>>| losses.google.or(losses.sitemaps_org).or(losses.bing);
    let unseen = file.losses.and_then(any).filter(|loss| loss.file && all > 1).map_or(0, |loss| loss.entries);
    let entries = if file.kind == Kind::SitemapIndex { sentences::SITEMAPS } else { sentences::URLS };
    let all_of = words.count(all, entries, entries);
    match (is_first, unseen) {
        (true, 0) => words.word(sentences::STOP_THERE).to_owned(),
        (false, 0) => words.sentence(sentences::STOP, &[&line]),
        (true, _) if unseen == all => words.sentence(sentences::STOP_THERE_ALL, &[&all_of]),
        (false, _) if unseen == all => words.sentence(sentences::STOP_ALL, &[&line, &all_of]),
        (true, 1) => words.sentence(sentences::STOP_THERE_LAST, &[&all_of]),
        (false, 1) => words.sentence(sentences::STOP_LAST, &[&line, &all_of]),
        (true, _) => words.sentence(sentences::STOP_THERE_SOME, &[&words.number(unseen), &all_of]),
        (false, _) => words.sentence(sentences::STOP_SOME, &[&line, &words.number(unseen), &all_of]),
    }
}

fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ENGLISH;
    use crate::options::Options;
    use crate::output::json;
    use crate::report::check_source;
    use crate::source::Source;

    fn file(entries: &str, options: &Options) -> File {
        let text = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>");
        let source = Source::from_text(text);
        json::file(&check_source("s.xml", &source, options, 0), &source, &ENGLISH)
    }

    fn page(path: &str, rest: &str) -> String {
        format!("<url><loc>https://tidepool.page/{path}</loc>{rest}</url>\n")
    }

    #[test]
    fn the_first_problem_is_named_with_its_effect() {
        const DATE: &str = "<lastmod>2025-13-01</lastmod>";
        let clean = page("", "") + &page("b", "");
        let cases = [
            (clean.clone(), "Valid.", ""),
            (
                page("?a&b", "") + &clean,
                "1 error.",
                "`&` in a URL must be written `&amp;`. Crawlers stop there and see none of the 3 URLs.",
            ),
            (clean.clone() + &page("?a&b", ""), "1 error.", "Crawlers stop there and do not see the last of 3 URLs."),
            (
                page("c", DATE) + &page("?a&b", ""),
                "2 errors.",
                "Fix line 3 first: `&` in a URL must be written `&amp;`. Crawlers stop there and do not see the last of 2 URLs.",
            ),
            (
                page("c", DATE) + &page("d", DATE),
                "The same error in 2 places.",
                "Line 2: There is no month `13`. 2 values are ignored by Google.",
            ),
            (
                clean.clone() + "<url><loc>/c</loc></url><url><loc>/d/e</loc></url>",
                "The same error in 2 places.",
                "2 URLs are dropped by Google.",
            ),
            (
                clean.clone() + "<url><loc>http://localhost/</loc></url>",
                "Valid, with 1 warning.",
                "`localhost` cannot be reached from the internet.",
            ),
            (
                clean.clone() + &page("c#x", "") + &page("d#x", ""),
                "Valid, with the same warning in 2 places.",
                "`#x` is never sent to the server.",
            ),
            (
                "<url><loc>https://a.test/</loc></url><url><loc>https://a.test/b</loc></url>".to_owned(),
                "1 error.",
                "`a.test` is not public. 2 URLs are dropped by Google.",
            ),
            (
                page("c", "<priority>2</priority>"),
                "1 error.",
                "Not allowed by sitemaps.org. Such values are not used by Google and Bing.",
            ),
            (
                page("c", DATE) + "<url><loc>/d</loc></url>\n" + &page("e", ""),
                "2 errors.",
                "Fix line 3 first: Relative URL: `/d`. 1 URL is dropped by Google. 1 value is ignored by Google.",
            ),
            (
                page("c", DATE) + &page("d", "").repeat(50_000),
                "2 errors.",
                "Fix line 50,002 first: The file lists 50,001 URLs; the limit is 50,000. The file is rejected by Google and Bing.",
            ),
        ];
        for (entries, headline, detail) in cases {
            let Summary { headline: is, detail: more, .. } = file(&entries, &Options::default()).summary;
            assert_eq!(is, headline, "{more}");
            assert!(more.ends_with(detail) && more.is_empty() == detail.is_empty(), "{more}");
        }
    }

    #[test]
    fn what_stops_parsers_is_named_although_no_rule_of_xml_reports_it() {
        let text =
            format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}</urlset>", page("?a&b", ""));
        let source = crate::source::read(
            text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            crate::source::DEFAULT_CEILING,
        );
        let summary = json::file(&check_source("s.xml", &source, &Options::default(), 0), &source, &ENGLISH).summary;
        assert_eq!(summary.rule.as_deref(), Some("encoding-utf16"));
        assert!(summary.detail.starts_with("Fix line 1 first: "), "{}", summary.detail);
    }

    #[test]
    fn the_sitemaps_of_an_index_alone_are_not_checked() {
        let text = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>https://tidepool.page/a.xml</loc></sitemap><url><loc>https://tidepool.page/a</loc></url></sitemapindex>";
        let source = Source::from_text(text.to_owned());
        let summary = json::file(&check_source("s.xml", &source, &Options::default(), 0), &source, &ENGLISH).summary;
        assert!(summary.detail.ends_with("1 sitemap listed here was not checked: add it too."), "{}", summary.detail);
    }

    #[test]
    fn only_entries_after_the_stop_are_not_seen() {
        let entries = page("a", "") + "<url><loc>site.net/x</loc></url>\n" + &page("c", "");
        let text = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}");
        let source = Source::from_text(text);
        let summary = json::file(&check_source("s.xml", &source, &Options::default(), 0), &source, &ENGLISH).summary;
        assert!(summary.detail.ends_with(". Crawlers stop at line 5."), "{}", summary.detail);
    }

    #[test]
    fn a_wrong_url_of_an_image_costs_a_value() {
        let image = "<image:image xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"><image:loc>/1.jpg</image:loc></image:image>";
        let file = file(&page("", image), &Options::default());
        assert!(file.summary.detail.ends_with("1 value is ignored by Google."), "{}", file.summary.detail);
        assert_eq!(file.losses.and_then(|losses| losses.google).map(|loss| (loss.entries, loss.values)), Some((0, 1)));
    }

    #[test]
    fn authorities_that_were_not_asked_lose_nothing() {
        let losses = file(&page("", "<priority>2</priority>"), &Options::default()).losses.expect("a sitemap");
        let values = |loss: Option<Loss>| loss.map(|loss| (loss.file, loss.entries, loss.values));
        assert_eq!(
            [losses.google, losses.sitemaps_org, losses.yandex].map(values),
            [Some((false, 0, 0)), Some((false, 0, 1)), None],
            "Google uses no priority"
        );
    }

    #[test]
    fn findings_that_an_engine_does_not_document_are_counted() {
        let losses = file(&page("", "<lastmod>2024-13-40</lastmod>"), &Options::default()).losses.expect("a sitemap");
        let undocumented = |loss: Option<Loss>| loss.map(|loss| (loss.values, loss.undocumented));
        assert_eq!([losses.google, losses.bing].map(undocumented), [Some((1, 0)), Some((0, 1))]);
    }
}
