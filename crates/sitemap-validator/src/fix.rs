//! Applies fixes: sorted edits that do not overlap.

mod blocks;
mod changes;
mod removal;
mod rounds;

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Edit, Fix, FixKind};
use crate::source::{Source, declared_encoding};
use crate::span::{At, Span};

pub use blocks::{Block, Lines, blocks};
pub use changes::{Change, compose};
pub use removal::removal;
pub use rounds::{Fixed, Obstacle, ROUNDS, all_safe, with_rules};

/// The accepted edits, by start.
type Edits<'a> = BTreeMap<(u32, u32), &'a str>;

/// Applies the fixes of `diagnostics` up to `kind` to `text`. Returns the text and the number of applied fixes.
///
/// A fix is applied completely or not at all: a fix whose edits touch those of an earlier one is left
/// for the next run. An edit that two fixes share is made once.
pub fn apply<'a>(text: &str, diagnostics: impl IntoIterator<Item = &'a Diagnostic>, kind: FixKind) -> (String, usize) {
    let (edits, applied) = accept(text, of(diagnostics, kind));
    (write(text, &edits), applied)
}

/// [`apply`] to the text of `source`, with replacement characters for bytes that are not text
/// and that no fix replaces. A declaration of another encoding is changed to UTF-8. Also returns the
/// changes.
pub fn repair<'a>(
    source: &Source,
    diagnostics: impl IntoIterator<Item = &'a Diagnostic>,
    kind: FixKind,
) -> (String, Vec<Change>, usize) {
    let (mut edits, applied) = accept(source.text(), of(diagnostics, kind));
    for &span in source.damaged() {
        let edit = Edit::replace(span, "\u{FFFD}");
        if is_free(&edits, &edit) {
            edits.insert((span.start, span.end), "\u{FFFD}");
        }
    }
    // The result is UTF-8, which the declaration must name.
    if source.origin.encoding != "utf-8"
        && let Some(declared) = declared_encoding(source.text())
    {
        let edit = Edit::replace(declared, "UTF-8");
        if is_free(&edits, &edit) {
            edits.insert((declared.start, declared.end), "UTF-8");
        }
    }
    (write(source.text(), &edits), changes(&edits), applied)
}

/// Applies `fixes` to `given`, the [bytes] of `source`, which must be UTF-8. Invalid bytes that no fix replaces stay
/// as they are. Also returns the changes.
fn repair_bytes<'a>(
    source: &Source,
    given: &[u8],
    fixes: impl Iterator<Item = &'a Fix>,
) -> (Vec<u8>, Vec<Change>, usize) {
    let (edits, applied) = accept(source.text(), fixes);
    let added: usize = edits.values().map(|new| new.len()).sum();
    let mut out = Vec::with_capacity(given.len() + added);
    let mut at = 0;
    for (&(start, end), new) in &edits {
        out.extend_from_slice(given.at(at..start as usize));
        out.extend_from_slice(new.as_bytes());
        at = end as usize;
    }
    out.extend_from_slice(given.at(at..));
    (out, changes(&edits), applied)
}

/// The changes that `edits` make.
fn changes(edits: &Edits<'_>) -> Vec<Change> {
    // The end of the last edit in the old and the new text.
    let (mut old, mut now) = (0, 0);
    let change = |(&(start, end), new): (&(u32, u32), &&str)| {
        let place = now + (start as usize - old);
        (old, now) = (end as usize, place + new.len());
        Change { before: Span { start, end }, after: Span::new(place, now) }
    };
    edits.iter().map(change).collect()
}

/// The decompressed bytes of `source` if they are UTF-8, otherwise its text as UTF-8.
pub fn bytes(source: &Source) -> Vec<u8> {
    let mut bytes = source.text().as_bytes().to_vec();
    let mut damaged = source.damaged_bytes().iter();
    for span in source.damaged() {
        for (place, byte) in bytes.get_mut(span.range()).into_iter().flatten().zip(damaged.by_ref()) {
            *place = *byte;
        }
    }
    bytes
}

/// The fixes of `diagnostics` up to `kind`.
fn of<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>, kind: FixKind) -> impl Iterator<Item = &'a Fix> {
    diagnostics.into_iter().filter_map(|found| found.fix.as_ref()).filter(move |fix| fix.kind <= kind)
}

fn accept<'a>(text: &str, fixes: impl Iterator<Item = &'a Fix>) -> (Edits<'a>, usize) {
    let mut accepted = Edits::new();
    let mut applied = 0;
    for fix in fixes {
        if is_sound(text, fix) && fix.edits.iter().all(|edit| is_free(&accepted, edit)) {
            applied += 1;
            for edit in &fix.edits {
                accepted.insert((edit.span.start, edit.span.end), &edit.text);
            }
        }
    }
    (accepted, applied)
}

fn write(text: &str, edits: &Edits<'_>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (&(start, end), new) in edits {
        out.push_str(text.at(at..start as usize));
        out.push_str(new);
        at = end as usize;
    }
    out.push_str(text.at(at..));
    out
}

/// True if the edits are sorted, do not overlap and are at character boundaries of `text`.
fn is_sound(text: &str, fix: &Fix) -> bool {
    let on_characters = |edit: &Edit| edit.span.start <= edit.span.end && text.get(edit.span.range()).is_some();
    fix.edits.iter().all(on_characters) && fix.edits.array_windows().all(|[a, b]| a.span.end <= b.span.start)
}

/// True if `edit` neither overlaps nor touches another edit, except an equal one.
fn is_free(accepted: &Edits<'_>, edit: &Edit) -> bool {
    let (start, end) = (edit.span.start, edit.span.end);
    if let Some(twin) = accepted.get(&(start, end)) {
        return *twin == edit.text;
    }
    let before = accepted.range(..(start, end)).next_back();
    let after = accepted.range((start, end)..).next();
    before.is_none_or(|(span, _)| span.1 < start || span.1 == start && span.0 < start && start < end)
        && after.is_none_or(|(span, _)| span.0 > end || span.0 == end && start < end && span.0 < span.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::rules;
    use crate::source::{DEFAULT_CEILING, Opened, open};

    fn finding(kind: FixKind, edits: &[(usize, usize, &'static str)]) -> Diagnostic {
        let edits: Vec<Edit> =
            edits.iter().map(|&(start, end, text)| Edit::replace(Span::new(start, end), text)).collect();
        rules::changefreq_empty(Span::new(0, 0)).fix(kind, edits)
    }

    #[test]
    fn edits_are_applied_in_the_order_of_the_text() {
        let findings = [finding(FixKind::Safe, &[(3, 4, "")]), finding(FixKind::Safe, &[(0, 0, "<"), (1, 2, "BB")])];
        assert_eq!(apply("abcd", &findings, FixKind::Safe), ("<aBBc".to_owned(), 2));
    }

    #[test]
    fn a_fix_is_applied_completely_or_not_at_all() {
        let findings = [
            finding(FixKind::Safe, &[(1, 3, "X")]),
            finding(FixKind::Safe, &[(0, 0, "<"), (2, 4, "Y")]),
            finding(FixKind::Safe, &[(1, 3, "X")]),
            finding(FixKind::Suggest, &[(4, 5, "Z")]),
        ];
        assert_eq!(apply("abcdef", &findings, FixKind::Safe), ("aXdef".to_owned(), 2));
        assert_eq!(apply("abcdef", &findings, FixKind::Suggest), ("aXdZf".to_owned(), 3));
    }

    #[test]
    fn edits_outside_the_text_are_ignored() {
        let findings = [
            finding(FixKind::Safe, &[(1, 9, "X")]),
            finding(FixKind::Safe, &[(1, 2, "X")]),
            finding(FixKind::Safe, &[(3, 4, ""), (0, 1, "")]),
        ];
        assert_eq!(apply("äbcd", &findings, FixKind::Safe), ("äbcd".to_owned(), 0));
    }

    #[test]
    fn fixed_text_is_declared_as_utf8() {
        let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a/>";
        let wide = text.encode_utf16().flat_map(u16::to_le_bytes);
        let Opened::Text(source) = open([0xFF, 0xFE].into_iter().chain(wide).collect(), DEFAULT_CEILING) else {
            panic!("text")
        };
        let (repaired, changes, applied) = repair(&source, [], FixKind::Safe);
        assert_eq!((repaired, changes.len(), applied), (text.replace("UTF-16", "UTF-8"), 1, 0));
    }

    #[test]
    fn invalid_bytes_are_replaced() {
        let Opened::Text(source) = open(b"a\xFCb\xFD".to_vec(), DEFAULT_CEILING) else { panic!("text") };
        let findings = [finding(FixKind::Safe, &[(1, 2, "ü")])];
        let (text, changes, applied) = repair(&source, &findings, FixKind::Safe);
        assert_eq!((text.as_str(), applied), ("aüb\u{FFFD}", 1));
        assert_eq!(changes[1], Change { before: Span::new(3, 4), after: Span::new(4, 7) });
        let (repaired, changes, applied) = repair_bytes(&source, &bytes(&source), of(&findings, FixKind::Safe));
        assert_eq!((repaired.as_slice(), applied), (b"a\xC3\xBCb\xFD".as_slice(), 1), "or stay");
        assert_eq!(changes, [Change { before: Span::new(1, 2), after: Span::new(1, 3) }]);
    }
}
