//! Documents with one damaged byte. The benchmarks use them too.

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::{FileReport, Options, Source, check_source, fix};

use super::entries::Sample;

/// The document with one byte of its middle entry damaged.
pub(crate) struct Damage {
    pub(crate) what: String,
    pub(crate) text: String,
    /// True for a deletion of a byte of markup, whose first fix must restore the text.
    pub(crate) markup: bool,
}

/// Each byte of the entry deleted, doubled, and swapped with the next.
pub(crate) fn damages(sample: &Sample) -> Vec<Damage> {
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

pub(crate) fn report(text: &str) -> FileReport {
    let options = Options::default();
    check_source("sitemap.xml", &Source::from_text(text.to_owned()), &options, 0)
}

/// The text after the first available fix.
pub(crate) fn first_fix(text: &str, report: &FileReport) -> Option<String> {
    let found = report.diagnostics.iter().find(|found| found.fix.is_some())?;
    Some(fix::apply(text, [found], FixKind::Suggest).0)
}
