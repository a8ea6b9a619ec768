//! The encoding in an XML declaration.

use crate::span::{At, Span};

/// The encoding in the XML declaration at the start of the text.
pub(super) fn declared_label(bytes: &[u8]) -> Option<String> {
    let end = bytes.starts_with(b"<?xml").then(|| memchr::memmem::find(bytes, b"?>"))?? + 2;
    let declaration = std::str::from_utf8(bytes.at(..end)).ok()?;
    declared_encoding(declaration).map(|span| declaration.at(span).trim().to_owned())
}

/// The span of the encoding in the XML declaration at the start of `text`.
pub(crate) fn declared_encoding(text: &str) -> Option<Span> {
    let rest = text.strip_prefix('\u{FEFF}').unwrap_or(text).strip_prefix("<?xml")?;
    let declaration = rest.split_once("?>").map(|(declaration, _)| declaration)?;
    if !declaration.starts_with([' ', '\t', '\r', '\n']) {
        return None;
    }
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let name = value.get(1..)?.split(quote).next()?;
    let start = name.as_ptr() as usize - text.as_ptr() as usize;
    (!name.trim().is_empty() && name.is_ascii()).then(|| Span::new(start, start + name.len()))
}

/// True for the names of UTF-8, including usual misspellings, and of its subset ASCII.
pub(crate) fn is_utf8_label(label: &str) -> bool {
    ["utf-8", "utf8", "utf_8", "utf-8-sig", "unicode-1-1-utf-8"].iter().any(|name| label.eq_ignore_ascii_case(name))
}

/// True for the names of UTF-16 and UTF-32.
pub(super) fn is_wide_label(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    ["utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs-4", "iso-10646-ucs-2", "iso-10646-ucs-4", "unicode"]
        .iter()
        .any(|name| label.starts_with(name))
}
