//! Fixes of the order of an entry's children.

use sitemap_validator::Message;
use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::{Diagnostic, FileReport, Options, Rule, Source, check_source, fix};

const LOC: &str = "<loc>https://tidepool.page/</loc>";
const DATE: &str = "<lastmod>2024-01-01</lastmod>";
const IMAGE: &str = "<image:image><image:loc>https://tidepool.page/a.jpg</image:loc></image:image>";

fn document(entries: &str) -> String {
    format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">{entries}</urlset>"
    )
}

fn report(text: &str) -> FileReport {
    let options = Options { pedantic: true, ..Options::default() };
    check_source("sitemap.xml", &Source::from_text(text.to_owned()), &options, 0)
}

fn about_order(report: &FileReport) -> impl Iterator<Item = &Diagnostic> {
    let rules = [Rule::StructureElementOrder, Rule::StructureExtensionOrder];
    report.diagnostics.iter().filter(move |found| rules.contains(&found.rule()))
}

/// The text after fixing only the order, in as many rounds as necessary.
fn repaired(text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..5 {
        let (next, applied) = fix::apply(&text, about_order(&report(&text)), FixKind::Safe);
        if applied == 0 {
            assert_eq!(about_order(&report(&text)).next(), None, "{text}");
            return text;
        }
        text = next;
    }
    panic!("still fixing: {text}");
}

#[test]
fn elements_change_places_and_the_text_between_them_stays() {
    let changes = "<changefreq>daily</changefreq>";
    for (before, after) in [
        (format!("\n {DATE}\n  {LOC}\n"), format!("\n {LOC}\n  {DATE}\n")),
        (format!("{changes}<!-- a -->{DATE} {LOC}"), format!("{LOC}<!-- a -->{DATE} {changes}")),
        (format!("\n{LOC}\n{IMAGE}\n{DATE}\n"), format!("\n{LOC}\n{DATE}\n{IMAGE}\n")),
        (format!("\n{IMAGE}{IMAGE}\n{LOC}\n{DATE}"), format!("\n{LOC}\n{DATE}\n{IMAGE}{IMAGE}")),
        (format!("{DATE}{IMAGE}{LOC}"), format!("{LOC}{DATE}{IMAGE}")),
        (format!("{IMAGE}{changes}{IMAGE}{DATE}{LOC}"), format!("{LOC}{DATE}{changes}{IMAGE}{IMAGE}")),
    ] {
        let document = |inner: &str| document(&format!("<url>{inner}</url>"));
        assert_eq!(repaired(&document(&before)), document(&after));
    }
}

#[test]
fn an_extension_before_loc_is_a_warning() {
    let text = document(&format!("<url>{IMAGE}{DATE}{LOC}</url>"));
    let report = check_source("sitemap.xml", &Source::from_text(text), &Options::default(), 0);
    assert_eq!(
        about_order(&report).map(Diagnostic::message).collect::<Vec<_>>(),
        [Message::StructureExtensionOrderBeforeLoc]
    );
}

#[test]
fn damaged_or_duplicated_elements_are_not_moved() {
    for inner in [
        format!("{DATE}{LOC}{DATE}"),
        format!("{DATE}{LOC}</url><url><lastmod>2024-01-01{LOC}</lastmod>"),
        format!("{DATE}<loc>https://tidepool.page/<b/></loc>{LOC}"),
        format!("{DATE}{LOC}<priority>"),
    ] {
        let report = report(&document(&format!("<url>{inner}</url>")));
        assert!(about_order(&report).count() > 0, "{inner}");
        assert!(about_order(&report).all(|found| found.fix.is_none()), "{inner}");
    }
}

#[test]
fn an_element_without_an_end_tag_of_its_own_is_not_deleted() {
    let dated = "<lastmod>1970-01-01";
    for inner in [
        format!("{LOC}<priority>{DATE}</priority>"),
        format!("{LOC}<priority>0.5{DATE}</priority>"),
        format!("{dated}{LOC}</lastmod>"),
        format!("{LOC}{DATE}<lastmod>2024-01-01<priority>0.7</priority></lastmod>"),
        format!("{LOC}</url><url>{LOC}<url><loc>https://tidepool.page/b</loc></url>"),
    ] {
        let mut text = document(&format!("<url>{inner}</url>"));
        for _ in 0..5 {
            let report = report(&text);
            assert_eq!(report.outcome.well_formed, Some(true), "{text}");
            text = fix::apply(&text, &report.diagnostics, FixKind::Safe).0;
        }
    }
}

#[test]
fn more_than_a_thousand_entries_have_no_fix() {
    for (count, edits) in [(1000, Some(2000)), (1001, None)] {
        let report = report(&document(&format!("<url>{DATE}{LOC}</url>").repeat(count)));
        let found: Vec<_> = about_order(&report).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].fix.as_ref().map(|fix| fix.edits.len()), edits);
    }
}
