//! The definition of a safe fix. The reporter checks every fix that is declared safe, so that no safe fix
//! loses a value.
//!
//! A safe fix removes no value unless it writes it elsewhere or the copy it names contains it, does not join two URLs, and
//! removes markup only in whole elements, comments and so on. The reporter also knows whether markup was
//! recovered; no fix in it is safe.

use std::borrow::Cow;
use std::collections::HashSet;

use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use sitemap_validator_protocol::characters::is_visible;

use crate::diagnostic::{Edit, Fix};
use crate::span::At;
use crate::value::is_blank;

/// True if `fix` loses no value of `text`.
pub(crate) fn keeps_values(text: &str, fix: &Fix) -> bool {
    if fix.edits.iter().any(|edit| joins_urls(text, edit)) {
        return false;
    }
    let removed = |edit: &Edit| text.at(edit.span);
    let suspects: Vec<&Edit> = fix.edits.iter().filter(|edit| may_lose(text, edit, removed(edit))).collect();
    if suspects.is_empty() {
        return true;
    }
    let mut kept = HashSet::new();
    let copy = fix.copy.and_then(|copy| text.get(copy.range()));
    for fragment in fix.edits.iter().map(|edit| &*edit.text).chain(copy) {
        values(fragment, &mut |value| {
            kept.insert(value.into_owned());
        });
    }
    suspects.into_iter().all(|edit| {
        let mut all = true;
        values(removed(edit), &mut |value| all &= kept.contains(&*value)) && all
    })
}

/// How far [`joins_urls`] looks past characters that are not visible.
const MOST_UNSEEN: usize = 256;

/// True if `edit` deletes what separates a URL from another one, or perhaps does, as the characters after it that are not
/// visible are too many to look past.
fn joins_urls(text: &str, edit: &Edit) -> bool {
    if !edit.text.is_empty() || text.at(edit.span).contains('<') {
        return false;
    }
    let before = text.get(..edit.span.start as usize).and_then(|text| text.chars().next_back());
    if before.is_none_or(|before| before.is_whitespace() || matches!(before, '>' | '"' | '\'')) {
        return false;
    }
    let is_seen = |next: char| is_visible(next) || matches!(next, '\n' | '\r');
    let rest = text.get(edit.span.end as usize..).unwrap_or_default();
    let mut near = rest.char_indices().take(MOST_UNSEEN);
    let Some((at, _)) = near.find(|&(_, next)| is_seen(next)) else {
        return rest.chars().nth(MOST_UNSEEN).is_some();
    };
    ["https://", "http://", "ftp://", "www."]
        .iter()
        .any(|start| rest.get(at..at + start.len()).is_some_and(|head| head.eq_ignore_ascii_case(start)))
}

/// True if `edit` removes markup or a whole value, not only a part of a value or white space.
fn may_lose(text: &str, edit: &Edit, removed: &str) -> bool {
    if is_blank(removed.as_bytes()) || removed.starts_with("<?xml") && edit.text.starts_with("<?xml") {
        return false;
    }
    if removed.contains('<') {
        return true;
    }
    let before = text.get(..edit.span.start as usize).and_then(|text| text.chars().next_back());
    let after = text.get(edit.span.end as usize..).and_then(|text| text.chars().next());
    let is_whole = matches!(before, None | Some('>' | '"' | '\'' | '\n'))
        && matches!(after, None | Some('<' | '"' | '\'' | '\r' | '\n'));
    edit.text.is_empty() && (is_attribute(removed) || is_whole && removed.contains(char::is_alphanumeric))
}

/// True for an attribute, with or without white space around it.
fn is_attribute(fragment: &str) -> bool {
    fragment.contains('=') && fragment.trim_end().ends_with(['"', '\''])
}

/// Calls `each` with the values in a piece of a document: attributes, text, comments and processing
/// instructions. False if the piece does not consist of whole elements, so that some values are unknown.
fn values(fragment: &str, each: &mut impl FnMut(Cow<'_, str>)) -> bool {
    if !fragment.contains('<') {
        if is_attribute(fragment) {
            let name_at = fragment.len() - fragment.trim_start().len();
            return attributes(&BytesStart::from_content(format!("a {}", fragment.at(name_at..)), 1), each);
        }
        decoded(fragment, each);
        return true;
    }
    let mut reader = Reader::from_str(fragment);
    let mut depth = 0_usize;
    // Text is one value, including references and CDATA.
    let mut run = String::new();
    loop {
        let event = reader.read_event();
        match &event {
            Ok(Event::Text(text)) => run.push_str(text),
            Ok(Event::GeneralRef(name)) => {
                run.push('&');
                run.push_str(name);
                run.push(';');
            }
            _ => decoded(&std::mem::take(&mut run), each),
        }
        match event {
            Ok(Event::Start(tag)) => {
                depth += 1;
                if !attributes(&tag, each) {
                    return false;
                }
            }
            Ok(Event::Empty(tag)) => {
                if !attributes(&tag, each) {
                    return false;
                }
            }
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::CData(data)) => each(Cow::Borrowed(&*data)),
            Ok(Event::Comment(text)) => each(Cow::Borrowed(&*text)),
            Ok(Event::PI(text)) => each(Cow::Borrowed(&*text)),
            Ok(Event::Text(_) | Event::GeneralRef(_) | Event::Decl(_) | Event::DocType(_)) => {}
            Ok(Event::Eof) => return depth == 0,
            Err(_) => return false,
        }
    }
}

/// Calls `each` with the values of a tag's attributes, except namespaces; false if they are not well-formed.
fn attributes(tag: &BytesStart<'_>, each: &mut impl FnMut(Cow<'_, str>)) -> bool {
    for attribute in tag.attributes().with_checks(false) {
        let Ok(attribute) = attribute else { return false };
        if attribute.key.as_namespace_binding().is_none() {
            decoded(&attribute.value, each);
        }
    }
    true
}

/// The trimmed value, unless it is empty.
fn decoded(text: &str, each: &mut impl FnMut(Cow<'_, str>)) {
    let text = text.trim();
    if !text.is_empty() {
        each(unescape(text).unwrap_or(Cow::Borrowed(text)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::FixKind;
    use crate::span::Span;

    /// True if a fix is safe that deletes `removed` from `text` and writes `inserted` at the start, with a copy at
    /// `copy`.
    fn keeps(text: &str, removed: &str, inserted: &'static str, copy: &str) -> bool {
        let at = text.find(removed).unwrap();
        let copy = text.find(copy).filter(|_| !copy.is_empty()).map(|at| Span::new(at, at + copy.len()));
        let edits = vec![Edit::insert(0, inserted), Edit::delete(Span::new(at, at + removed.len()))];
        keeps_values(text, &Fix { kind: FixKind::Safe, edits, copy })
    }

    #[test]
    fn a_value_is_lost_unless_there_is_a_copy() {
        for (text, removed, inserted, copy, kept) in [
            ("<url id='1'>", " id='1'", "", "", false),
            ("<url id=''>", " id=''", "", "", true),
            ("<url xmlns:a='b'>", " xmlns:a='b'", "", "", true),
            ("<a><lastmod/></a>", "<lastmod/>", "", "", true),
            ("<a><lastmod value='2024'/></a>", "<lastmod value='2024'/>", "", "", false),
            ("<a><lastmod value='2024'/></a>", "<lastmod value='2024'/>", "<lastmod> 2024 </lastmod>", "", true),
            ("<a><b>x &amp; y</b></a>", "<b>x &amp; y</b>", "", "", false),
            ("<c>x &#38; y</c><b>x &amp; y</b>", "<b>x &amp; y</b>", "", "<c>x &#38; y</c>", true),
            ("<a><b>x</b></a>", "<b>x", "<b>x", "", false),
            ("<a>text</a>", "text", "", "", false),
            ("<a> \u{1} </a>", "\u{1}", "", "", true),
            ("<a>2024-01-01Z</a>", "Z", "", "", true),
            ("<a><!-- says more --></a>", "<!-- says more -->", "", "", false),
            ("https://a.example/\nhttps://b.example/\n", "https://b.example/\n", "", "", false),
            ("https://a.example/\nhttps://a.example/\n", "\nhttps://a.example/", "", "https://a.example/", true),
            ("https://a.example/\u{FEFF}https://b.example/\n", "\u{FEFF}", "", "", false),
            ("<a>https://a.example/\u{C}\u{2028}WWW.b.example</a>", "\u{C}", "", "", false),
            ("<a>\u{FEFF}https://b.example/</a>", "\u{FEFF}", "", "", true),
            ("https://a.example/\t\nhttps://b.example/", "\t", "", "", true),
        ] {
            assert_eq!(keeps(text, removed, inserted, copy), kept, "{text} {removed}");
        }
    }
}
