//! Output errors of programs: template code that did not run, and text that is escaped twice.

use super::Field;
use crate::check::repaired;
use crate::diagnostic::{Edit, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::template::{is_missing_value, is_unread_date, template};
use crate::value::trimmed;
use crate::xml::reference::predefined;

/// Reports template code, or what a program prints for a missing value, in a value that must be a URL, a date or a
/// keyword (`xml-unprocessed-template`). True if it does, so that other rules are skipped.
pub(crate) fn unprocessed_template(field: &Field<'_>, reporter: &mut Reporter<'_>) -> bool {
    use rules::xml_unprocessed_template as message;
    if template_code(field, reporter) {
        return true;
    }
    let text = field.value.text;
    let range = trimmed(text);
    let whole = text.at(range.clone());
    let name = field.source.at(field.name);
    let span = field.value.span(range.start, range.end);
    let found = if is_unread_date(whole) {
        message::unread_date(span, span)
    } else if !is_missing_value(whole) || whole == "NaN" && name.ends_with("priority") {
        // Another rule reports `NaN` as a priority.
        return false;
    } else if field.name == field.content {
        // A line of a text file.
        message::missing_url(span, span)
    } else {
        message::missing_value(span, span)
    };
    reporter.report(found);
    true
}

/// Reports template code in a value; true if it does.
pub(crate) fn template_code(field: &Field<'_>, reporter: &mut Reporter<'_>) -> bool {
    let Some((start, end)) = template(field.value.text) else { return false };
    let span = field.value.span(start, end);
    reporter.report(rules::xml_unprocessed_template(span, span));
    true
}

/// Reports references that are escaped twice, such as `&amp;amp;` (`xml-double-escaped`).
pub(crate) fn double_escaped(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    let text = field.value.text;
    for at in memchr::memchr_iter(b'&', text.as_bytes()) {
        let Some(length) = text.get(at..).and_then(reference) else { continue };
        let source = field.value.span(at, at + 1);
        let ampersand = field.source.at(source);
        // CDATA has no references: the fix writes the character.
        let reference = text.at(at..at + length);
        let (meant, edit) = if ampersand == "&" {
            let Some(meant) = meant(reference).map(String::from) else { continue };
            (meant.clone(), field.replace(at, at + length, meant))
        } else {
            (reference.to_owned(), Some(Edit::replace(source, "&")))
        };
        let span = field.value.span(at, at + length);
        let found = rules::xml_double_escaped(span, span, meant);
        reporter.report(repaired(found, FixKind::Suggest, [edit]));
    }
}

/// The character of a predefined or numeric reference.
pub(in crate::check) fn meant(reference: &str) -> Option<char> {
    let name = reference.strip_prefix('&')?.strip_suffix(';')?;
    let Some(code) = name.strip_prefix('#') else { return predefined(name) };
    let number = match code.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => code.parse().ok()?,
    };
    char::from_u32(number).filter(|character| *character > '\u{1F}')
}

/// The length of the predefined or numeric reference that `text` starts with.
pub(in crate::check) fn reference(text: &str) -> Option<usize> {
    let end = text.as_bytes().get(..12.min(text.len()))?.iter().position(|&byte| byte == b';')?;
    let name = text.get(1..end)?;
    let numeric = name.strip_prefix('#').is_some_and(|digits| match digits.strip_prefix('x') {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()),
    });
    (numeric || predefined(name).is_some()).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_predefined_or_numeric() {
        for text in ["&amp;b=2", "&lt;", "&#38;", "&#x26;"] {
            assert!(reference(text).is_some(), "{text}");
        }
        for text in ["&b=2", "&copy;", "&#;", "&#x;", "&", "&amp", "&lang=de;", "&ümlaut;"] {
            assert_eq!(reference(text), None, "{text}");
        }
    }
}
