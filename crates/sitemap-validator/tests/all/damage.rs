//! One damaged byte is one finding, and its first fix undoes the damage.
//!
//! Each byte of an entry of every kind is deleted, doubled or swapped with the next one; each document is also cut at
//! every byte.

mod damages;
mod entries;

use damages::{damages, first_fix, report};
use entries::{ENTRIES, Sample};
use sitemap_validator::{Diagnostic, FileReport, Severity, fix, message};

fn errors(report: &FileReport) -> Vec<&Diagnostic> {
    report.diagnostics.iter().filter(|found| found.severity == Some(Severity::Error)).collect()
}

/// The URLs of `sample` that `text` contains.
fn urls<'a>(sample: &'a Sample, text: &str) -> Vec<&'a str> {
    sample.urls().filter(|url| text.contains(url)).collect()
}

#[test]
fn a_less_than_in_a_url_is_found_however_far_the_next_section_is() {
    for length in (0..600).step_by(7) {
        let far = "x".repeat(length);
        let text = format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n<url><loc>https://tidepool.page/a<b</loc></url>\n\
             <url><loc>https://tidepool.page/{far}</loc></url>\n<url><loc><![CDATA[https://tidepool.page/c]]></loc></url></urlset>\n"
        );
        let report = report(&text);
        let ids: Vec<_> = errors(&report).iter().map(|found| found.rule().id()).collect();
        assert_eq!(ids, ["xml-unescaped-less-than"], "{length}");
    }
}

#[test]
fn one_damaged_byte_is_one_finding() {
    let (mut all, mut single, mut most) = (0, 0, 0);
    let (mut deletions, mut undone) = (0, 0);
    let mut problems = Vec::new();
    for sample in ENTRIES {
        assert!(
            report(&sample.text()).diagnostics.iter().all(|found| found.severity == Some(Severity::Info)),
            "{}",
            sample.name
        );
        for damage in damages(sample) {
            let report = report(&damage.text);
            let errors = errors(&report);
            all += 1;
            single += usize::from(errors.len() <= 1);
            most = most.max(errors.len());
            let ids: Vec<_> = errors.iter().map(|found| found.rule().id()).collect();
            if errors.len() > 1 {
                problems.push(format!("{}: {} errors {ids:?}", damage.what, errors.len()));
            }
            if damage.markup {
                deletions += 1;
                let fixed = first_fix(&damage.text, &report);
                if fixed.as_deref() == Some(&sample.text()) {
                    undone += 1;
                } else {
                    let all: Vec<_> = report.diagnostics.iter().map(|found| found.rule().id()).collect();
                    problems.push(format!("{}: not undone {all:?}", damage.what));
                }
            }
            let held = urls(sample, &damage.text);
            for found in &report.diagnostics {
                let (fixed, _) = fix::apply(&damage.text, [found], sitemap_validator::diagnostic::FixKind::Suggest);
                if urls(sample, &fixed).len() < held.len() {
                    problems.push(format!("{}: {} deletes a URL", damage.what, found.rule().id()));
                }
            }
        }
    }
    let share = |part: usize, whole: usize| part as f64 / whole as f64;
    let summary = format!(
        "{all} damages, {:.1}% with one error at most, {most} at most; {:.1}% of {deletions} deletions in markup undone",
        100.0 * share(single, all),
        100.0 * share(undone, deletions)
    );
    eprintln!("{summary}");
    for problem in &problems {
        eprintln!("{problem}");
    }
    let lost = problems.iter().any(|problem| problem.ends_with("deletes a URL"));
    assert!(share(single, all) >= 0.97 && most <= 2 && share(undone, deletions) >= 0.92 && !lost, "{summary}");
}

/// The second entry has one defect, which is one error.
#[test]
fn one_cause_is_one_error() {
    let sitemap = |entry: &str| {
        let page = |name: &str| format!("<url>\n<loc>https://tidepool.page/{name}</loc>\n</url>\n");
        format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n\
             {}<url>\n{entry}\n</url>\n{}</urlset>\n",
            page("a"),
            page("c")
        )
    };
    let url = "https://tidepool.page/b";
    let link = |attributes: &str| {
        format!(
            "<loc>{url}</loc>\n<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"{url}\"/>\n\
             <xhtml:link {attributes} href=\"https://tidepool.page/c\"/>"
        )
    };
    for (entry, title) in [
        (format!("<loc>{url}"), "`</url>` comes while `<loc>` is still open"),
        (format!("<loc>{url}\n<priority>0.5</priority>"), "`</url>` comes while `<loc>` is still open"),
        (format!("<loc>{url}</url>"), "`</url>` does not close `<loc>`"),
        (format!("<loc>{url}</url>\n<lastmod>2024-05-02</lastmod>"), "`</url>` does not close `<loc>`"),
        (format!("<loc>{url}</lastmod>\n<lastmod>2024-05-02</loc>"), "`</lastmod>` does not close `<loc>`"),
        (format!("</loc>{url}<loc>"), "`</loc>` comes before `<loc>`: the start and end tags are swapped"),
        (
            format!("<loc>{url}</loc></lastmod>2024-05-02<lastmod>\n<priority>0.5</priority>"),
            "`</lastmod>` comes before `<lastmod>`: the start and end tags are swapped",
        ),
        (format!("<loc>{url}<</loc>"), "`<` is not a well-formed tag"),
        (format!("<loc>{url}< /loc>"), "`< /loc>` is not a well-formed tag"),
        (link("rel=\"alternate\" hreflang=\"de'"), "is not a well-formed tag"),
        (link("rel=\"alternate\" hreflang de\""), "is not a well-formed tag"),
        (link("rel=\"alternate\" hreflang=de\""), "is not a well-formed tag"),
        (link("rel=\"alternate\" hreflang de"), "is not a well-formed tag"),
        (link("rel=“alternate\" hreflang=\"de\""), "is not a well-formed tag"),
    ] {
        let text = sitemap(&entry);
        let report = report(&text);
        let serious = report.diagnostics.iter().filter(|found| found.severity > Some(Severity::Info));
        let titles: Vec<String> = serious.map(|found| message::title(found, &text)).collect();
        assert!(titles.len() == 1 && titles[0].ends_with(title), "{entry}: {titles:?}");
        let fixed = first_fix(&text, &report).unwrap_or_default();
        let after = damages::report(&fixed);
        assert!(errors(&after).iter().all(|found| found.rule().id() == "hreflang-missing-return-link"), "{fixed}");
    }
    for (name, title) in [
        ("xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9", "is not a well-formed tag"),
        ("xmlns=http://www.sitemaps.org/schemas/sitemap/0.9\"", "is not a well-formed tag"),
    ] {
        let right = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
        let text = sitemap(&format!("<loc>{url}</loc>")).replace(right, name);
        let titles: Vec<_> = report(&text).diagnostics.iter().map(|found| message::title(found, &text)).collect();
        assert!(titles.len() == 1 && titles[0].ends_with(title), "{name}: {titles:?}");
    }
}

#[test]
fn a_truncated_file_has_no_other_errors() {
    let mut problems = Vec::new();
    for sample in ENTRIES {
        let text = sample.text();
        for end in 1..text.trim_end().len() {
            let cut = &text[..end];
            let report = report(cut);
            let rules: Vec<_> = errors(&report).iter().map(|found| found.rule().id()).collect();
            // Only the `>` of the last tag is missing.
            let expected = if end + 1 == text.trim_end().len() { "has no `>`" } else { "truncated" };
            let is_named = report.diagnostics.iter().any(|found| found.message().info().title.contains(expected));
            if rules.len() != 1 || !is_named {
                problems.push(format!("{} {:?}: {rules:?}", sample.name, &cut[end.saturating_sub(30)..]));
            }
        }
    }
    for problem in &problems {
        eprintln!("{problem}");
    }
    assert!(problems.is_empty(), "{} cuts", problems.len());
}
