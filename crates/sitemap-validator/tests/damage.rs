//! One damaged byte is one finding, and its first fix undoes the damage.
//!
//! Each byte of an entry of every kind is deleted, doubled or swapped with the next; each document is also cut at every byte.

#[path = "damage/entries.rs"]
mod entries;

use entries::{ENTRIES, Sample};
use sitemap_validator::{Diagnostic, FileReport, Options, Severity, Source, check_source, fix};

fn report(text: &str) -> FileReport {
    let options = Options::default();
    check_source("sitemap.xml", &Source::from_text(text.to_owned()), &options, 0)
}

fn errors(report: &FileReport) -> Vec<&Diagnostic> {
    report.diagnostics.iter().filter(|found| found.severity == Some(Severity::Error)).collect()
}

/// The document with one byte of its middle entry damaged.
struct Damage {
    what: String,
    text: String,
    /// A deletion of a byte of markup: its first fix should restore the text.
    markup: bool,
}

fn damages(sample: &Sample) -> Vec<Damage> {
    let text = sample.text();
    let bytes = text.as_bytes();
    let mut all = Vec::new();
    let (mut in_tag, mut in_value) = (false, false);
    for at in sample.entry() {
        in_tag |= bytes[at] == b'<';
        in_value ^= in_tag && bytes[at] == b'"';
        let in_markup = in_tag && (!in_value || bytes[at] == b'"');
        let name = format!("{} {at} {:?}", sample.name, &text[at.saturating_sub(12)..(at + 13).min(text.len())]);
        let mut add = |operation: &str, change: &dyn Fn(&mut Vec<u8>), markup: bool| {
            let mut damaged = bytes.to_vec();
            change(&mut damaged);
            if damaged != bytes {
                let text = String::from_utf8(damaged).expect("the samples are ASCII");
                all.push(Damage { what: format!("{operation} {name}"), text, markup });
            }
        };
        add("delete", &|bytes| _ = bytes.remove(at), in_markup);
        add("double", &|bytes| bytes.insert(at, bytes[at]), false);
        add("swap", &|bytes| bytes.swap(at, at + 1), false);
        in_tag &= bytes[at] != b'>';
    }
    all
}

/// The text after the first fix that is offered.
fn first_fix(text: &str, report: &FileReport) -> Option<String> {
    let found = report.diagnostics.iter().find(|found| found.fix.is_some())?;
    Some(fix::apply(text, [found], sitemap_validator::diagnostic::FixKind::Suggest).0)
}

/// The URLs of `sample` that `text` holds.
fn urls<'a>(sample: &'a Sample, text: &str) -> Vec<&'a str> {
    sample.urls().filter(|url| text.contains(url)).collect()
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

#[test]
fn a_cut_file_is_truncated_and_nothing_else() {
    let mut problems = Vec::new();
    for sample in ENTRIES {
        let text = sample.text();
        for end in 1..text.trim_end().len() {
            let cut = &text[..end];
            let report = report(cut);
            let rules: Vec<_> = errors(&report).iter().map(|found| found.rule().id()).collect();
            let truncated = report.diagnostics.iter().any(|found| found.message().info().title.contains("truncated"));
            if rules.len() != 1 || !truncated {
                problems.push(format!("{} {:?}: {rules:?}", sample.name, &cut[end.saturating_sub(30)..]));
            }
        }
    }
    for problem in &problems {
        eprintln!("{problem}");
    }
    assert!(problems.is_empty(), "{} cuts", problems.len());
}
