//! Bad entries behind clean ones: what is read on the fast paths has the same findings as elsewhere.

use sitemap_validator::{Options, Rule, Source, check_source};

use super::example::Example;
use super::{Case, Failures, Role, cases_of, finding};

/// Entries that are read on the fast paths, except perhaps the first ones.
const CLEAN: &str = "\
<url><loc>https://shop.tidepool.page/clean-1</loc><lastmod>2025-03-01</lastmod></url>
<url><loc>https://shop.tidepool.page/clean-2</loc><lastmod>2025-04-02T10:20:30+02:00</lastmod></url>
<url><loc>https://shop.tidepool.page/clean-3</loc><changefreq>weekly</changefreq><priority>0.7</priority></url>
<url><loc>https://shop.tidepool.page/clean-4</loc></url>
";

/// What to do about a finding that is missing.
const ADVICE: &str = "The fast path takes the entry for a clean one and does not call the function of the rule: \
                      see \"The fast path\" in docs/adding-a-rule.md";

/// The findings of `rule` in `source`, each on a line.
fn findings(rule: Rule, source: &Source, example: &Example, no_fast_paths: bool) -> Vec<String> {
    let options = Options { no_fast_paths, ..example.options.clone() };
    let report = check_source("sitemap.xml", source, &options, 0);
    report.diagnostics.iter().filter(|found| found.rule() == rule).map(|found| finding(source, found)).collect()
}

#[test]
fn bad_entries_have_the_same_findings_behind_clean_ones() {
    let mut failures = Failures::default();
    let mut count = 0;
    for Case { rule, example, source, .. } in cases_of(Role::Bad).filter(|case| !case.example.generated) {
        let Some(first) = source.text().find("<url>") else { continue };
        let mut text = source.text().to_owned();
        text.insert_str(first, CLEAN);
        let source = Source::from_text(text);
        let [fast, general] = [false, true].map(|no_fast_paths| findings(*rule, &source, example, no_fast_paths));
        count += usize::from(!general.is_empty());
        if fast != general {
            let lines = |name: &str, lines: &[String]| format!("{name} {}", lines.join(&format!("\n{name} ")));
            let problems = [lines("expected", &general), lines("actually", &fast), ADVICE.to_owned()];
            failures.example(*rule, "bad", example.line, &problems);
        }
    }
    failures.finish("bad examples behind four clean entries");
    assert!(count > 0 || std::env::var_os("RULE").is_some(), "no example was read behind clean entries");
}
