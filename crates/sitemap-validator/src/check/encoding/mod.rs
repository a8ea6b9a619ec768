//! The encoding of the file, and damage in values from wrong conversions.

mod names;
mod value;
mod windows1252;

#[cfg(test)]
mod tests;

use memchr::memchr_iter;

use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::source::{Evidence, Source, is_utf8_label};
use crate::span::{At, Span, end_of_line};
use crate::xml::declaration::Declaration;

pub(crate) use value::{Mojibake, misread, value};

/// Checks the encoding of a file; `declaration` is its XML declaration.
pub(crate) fn document(source: &Source, declaration: Option<&Declaration>, reporter: &mut Reporter<'_>) {
    let declared = declaration.and_then(|declaration| declaration.encoding);
    if source.origin.evidence == Evidence::WrongMark {
        let mark = Span::new(0, 2);
        reporter.fatal(rules::encoding_declaration_mismatch::false_mark(mark).suggest(Edit::delete(mark)), 0);
    }
    match source.origin.encoding.as_ref() {
        "utf-8" => {
            byte_order_mark(source, reporter);
            if let Some(declared) = declared {
                declared_over_utf8(source, declared, reporter);
            }
            invalid_utf8(source, reporter);
        }
        "utf-16le" | "utf-16be" | "utf-32le" | "utf-32be" => wide(source, declared, reporter),
        _ => {
            if let Some(declared) = declared {
                legacy(source, declared, reporter);
            }
        }
    }
    if reporter.wants(Rule::EncodingLineEndings) {
        line_endings(source.text(), reporter);
    }
}

/// Reports a byte order mark at the start of an XML file.
fn byte_order_mark(source: &Source, reporter: &mut Reporter<'_>) {
    let text = source.text().strip_prefix('\u{FEFF}').map(str::trim_start);
    if text.is_some_and(|text| text.starts_with('<')) {
        let edit = Edit::delete(Span::new(0, '\u{FEFF}'.len_utf8()));
        reporter.report(rules::encoding_bom(Span::at(0)).safe(edit));
    }
}

/// A UTF-8 file whose declaration may name another encoding.
fn declared_over_utf8(source: &Source, declared: Span, reporter: &mut Reporter<'_>) {
    let label = source.text().at(declared);
    let rewrite = Edit::replace(declared, "UTF-8");
    let marked = source.origin.evidence == Evidence::ByteOrderMark;
    if label.eq_ignore_ascii_case("utf-8") || label.eq_ignore_ascii_case("csutf8") {
        return;
    }
    if is_utf8_label(label) {
        reporter.report(rules::encoding_nonstandard_name(declared, declared).safe(rewrite));
        return;
    }
    if !names::is_known(label) {
        let mut diagnostic = rules::encoding_unknown_name(declared, declared);
        if source.damaged().is_empty() {
            diagnostic = diagnostic.suggest(rewrite);
        }
        // A parser must stop at an unknown encoding (XML 1.0 §4.3.3).
        reporter.fatal(diagnostic, declared.start);
        return;
    }
    let mut diagnostic = mismatch(declared, "UTF-8", marked);
    if marked {
        diagnostic = diagnostic.related(Span::new(0, '\u{FEFF}'.len_utf8()), "the byte order mark");
    }
    reporter.fatal(diagnostic, declared.start);
}

/// The byte order mark or the bytes show another encoding than `declared`.
fn mismatch(declared: Span, actual: &'static str, marked: bool) -> Diagnostic {
    let found = if marked {
        rules::encoding_declaration_mismatch::byte_order_mark(declared, declared, actual)
    } else {
        rules::encoding_declaration_mismatch(declared, declared, actual)
    };
    found.suggest(Edit::replace(declared, "UTF-8"))
}

/// UTF-16 and UTF-32.
fn wide(source: &Source, declared: Option<Span>, reporter: &mut Reporter<'_>) {
    let name = match source.origin.encoding.as_ref() {
        "utf-16le" => "UTF-16LE",
        "utf-16be" => "UTF-16BE",
        "utf-32le" => "UTF-32LE",
        _ => "UTF-32BE",
    };
    // What the declaration says is what the file is to be: that is no second mistake.
    let as_declared = declared.filter(|declared| is_utf8_label(source.text().at(*declared)));
    let mut diagnostic = rules::encoding_utf16(as_declared.unwrap_or_default(), name);
    let is_proper = |declared: &Span| source.text().at(*declared).eq_ignore_ascii_case("utf-8");
    if let Some(declared) = declared.filter(|declared| !is_proper(declared)) {
        // Fixed files are written as UTF-8.
        diagnostic = diagnostic.suggest(Edit::replace(declared, "UTF-8"));
    }
    match as_declared {
        Some(declared) => reporter.fatal(diagnostic, declared.start),
        None => reporter.report(diagnostic),
    }
    if declared.is_none() && source.origin.evidence == Evidence::Pattern {
        // Without a byte order mark and a declared encoding, a file is UTF-8 (XML 1.0 §4.3.3).
        reporter.stops_at(0);
    }
    if let Some(declared) = declared.filter(|_| as_declared.is_none()) {
        let label = source.text().at(declared);
        let family = name.at(..6);
        let agrees = label.eq_ignore_ascii_case(name)
            || label.eq_ignore_ascii_case(family)
            || label.to_ascii_lowercase().starts_with(if family == "UTF-16" {
                "iso-10646-ucs-2"
            } else {
                "iso-10646-ucs-4"
            });
        if !agrees {
            let marked = source.origin.evidence == Evidence::ByteOrderMark;
            reporter.fatal(mismatch(declared, name, marked), declared.start);
        }
    }
    if let Some(&first) = source.damaged().first() {
        use rules::encoding_declaration_mismatch::meaningless_bytes;
        let diagnostic = match declared {
            Some(declared) => meaningless_bytes(declared, declared).related(first, "contains no character"),
            None => meaningless_bytes(first, name),
        };
        reporter.fatal(diagnostic, first.start);
    }
}

/// A declared encoding other than UTF-8, UTF-16 and UTF-32, in which the file was read.
fn legacy(source: &Source, declared: Span, reporter: &mut Reporter<'_>) {
    let text = source.text();
    let rewrite = Edit::replace(declared, "UTF-8");
    if !source.origin.decodes {
        let at = text.find('\u{FFFD}').map_or(declared.start, |at| at as u32);
        let diagnostic = rules::encoding_declaration_mismatch::meaningless_bytes(declared, declared);
        reporter.fatal(diagnostic.suggest(rewrite), at);
        return;
    }
    reporter.report(if text.is_ascii() {
        rules::encoding_not_utf8::declared(declared, declared).safe(rewrite)
    } else {
        rules::encoding_not_utf8(declared, declared).suggest(rewrite)
    });
}

/// The number of lines with invalid bytes that are reported individually.
const LINES: usize = 20;

/// Reports invalid UTF-8: one finding per line, and one for all remaining lines.
fn invalid_utf8(source: &Source, reporter: &mut Reporter<'_>) {
    let (mut damaged, mut bytes) = (source.damaged(), source.damaged_bytes());
    if source.origin.evidence == Evidence::WrongMark {
        let skipped = damaged.partition_point(|span| span.start < 2);
        (damaged, bytes) = (damaged.get(skipped..).unwrap_or_default(), bytes.at(2..));
    }
    let whole = source.text().len() - half_character(source);
    let Some(first) = damaged.first().filter(|first| (first.start as usize) < whole) else {
        return;
    };
    reporter.stops_at(first.start);
    let readable = looks_like_windows_1252(damaged, bytes);
    let text = source.text();
    let (mut lines, mut line_end) = (0_usize, 0_usize);
    let mut found: Option<Diagnostic> = None;
    let mut rest: Option<Span> = None;
    for span in runs(damaged).filter(|span| (span.start as usize) < whole) {
        let (own, others) = bytes.split_at(span.len().min(bytes.len()));
        bytes = others;
        if lines == 0 || span.start as usize >= line_end {
            lines += 1;
            line_end = end_of_line(text, span.start as usize).max(span.end as usize);
            if lines <= LINES {
                if let Some(earlier) = found.take() {
                    reporter.report(earlier);
                }
                found = own.first().map(|byte| invalid_line(span, *byte, readable));
            } else {
                rest.get_or_insert(span);
            }
        }
        if let (Some(Diagnostic { fix: Some(fix), .. }), None) = (&mut found, rest) {
            let read: String = own.iter().filter_map(|byte| windows1252::decode(*byte)).collect();
            fix.edits.push(Edit::replace(span, read));
        }
    }
    if let Some(last) = found {
        reporter.report(last);
    }
    if let Some(span) = rest {
        reporter.report(rules::encoding_invalid_utf8::more_lines(span, lines - LINES));
    }
}

/// The number of bytes of an incomplete character at the end of an XML document.
fn half_character(source: &Source) -> usize {
    let Some(last) = source.damaged().last().filter(|last| last.range().end == source.text().len()) else { return 0 };
    let bytes = source.damaged_bytes();
    let own = bytes.at(bytes.len().saturating_sub(last.len())..);
    let begun = std::str::from_utf8(own).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none());
    let before = source.text().trim_start_matches(['\u{FEFF}', ' ', '\t', '\r', '\n']);
    if begun && before.starts_with('<') { last.len() } else { 0 }
}

fn invalid_line(span: Span, byte: u8, readable: bool) -> Diagnostic {
    let shown = format!("0x{byte:02X}");
    match windows1252::decode(byte).filter(|_| readable) {
        Some(character) => {
            let encoded = value::percent_encoded(character);
            rules::encoding_invalid_utf8::windows_1252(span, shown, character, encoded).suggest(Vec::new())
        }
        None => rules::encoding_invalid_utf8(span, shown),
    }
}

/// Adjacent ill-formed sequences, joined.
fn runs(damaged: &[Span]) -> impl Iterator<Item = Span> + '_ {
    damaged.chunk_by(|before, after| before.end == after.start).filter_map(|run| {
        let (first, last) = (run.first()?, run.last()?);
        Some(first.to(*last))
    })
}

/// True for mostly single bytes that windows-1252 defines; sequences of them suggest another script.
fn looks_like_windows_1252(damaged: &[Span], bytes: &[u8]) -> bool {
    let (single, all) =
        runs(damaged).fold((0_usize, 0_usize), |(single, all), run| (single + usize::from(run.len() == 1), all + 1));
    single * 5 >= all * 4 && !bytes.is_empty() && bytes.iter().all(|byte| windows1252::decode(*byte).is_some())
}

/// Reports line ends other than LF, which the legacy protocol requires; parsers convert them (XML 1.0 §2.11).
fn line_endings(text: &str, reporter: &mut Reporter<'_>) {
    let bytes = text.as_bytes();
    let edits: Vec<Edit> = memchr_iter(b'\r', bytes)
        .map(|at| {
            let paired = bytes.get(at + 1) == Some(&b'\n');
            Edit::replace(Span::new(at, at + 1), if paired { "" } else { "\n" })
        })
        .collect();
    if !edits.is_empty() {
        let count = edits.len();
        reporter.report(rules::encoding_line_endings(Span::at(0), count).safe(edits));
    }
}
