//! Percent-encoding (RFC 3986 §2.1).

use crate::span::At;

use super::Part;

/// The byte of the escape at byte `at`; `None` if there is no complete escape.
pub(crate) fn escaped(bytes: &[u8], at: usize) -> Option<u8> {
    let &[b'%', high, low] = bytes.get(at..at + 3)? else {
        return None;
    };
    Some((digit(high)? << 4) | digit(low)?)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).map(|value| value as u8)
}

/// True for characters that never need an escape: `ALPHA / DIGIT / "-" / "." / "_" / "~"`.
pub(crate) const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Appends the escape of `byte`.
pub(crate) fn push_escape(out: &mut String, byte: u8) {
    let digit = |value: u8| char::from(if value < 10 { b'0' + value } else { b'A' - 10 + value });
    out.extend(['%', digit(byte >> 4), digit(byte & 15)]);
}

/// `text` with all escapes decoded; invalid UTF-8 becomes U+FFFD.
pub(crate) fn decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escape = escaped(bytes, at);
        out.push(escape.unwrap_or(byte));
        at += if escape.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// `text` with the escapes of non-ASCII characters and unnecessary escapes decoded.
pub(crate) fn letters(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len());
    let mut rest = 0;
    while let Some(found) = text.get(rest..).and_then(|text| text.find('%')) {
        let start = rest + found;
        out.push_str(text.at(rest..start));
        let run: Vec<u8> = (start..).step_by(3).map_while(|at| escaped(bytes, at)).collect();
        for chunk in run.utf8_chunks() {
            for character in chunk.valid().chars() {
                let plain =
                    if character.is_ascii() { is_unreserved(character as u8) } else { character.is_alphanumeric() };
                if plain {
                    out.push(character);
                } else {
                    out.push_str(&encode(character.encode_utf8(&mut [0; 4])));
                }
            }
            chunk.invalid().iter().for_each(|&byte| push_escape(&mut out, byte));
        }
        rest = start + 3 * run.len();
        if run.is_empty() {
            out.push('%');
            rest += 1;
        }
    }
    out.push_str(text.at(rest..));
    out
}

/// Every byte of `text` as an escape.
pub(crate) fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 3);
    for byte in text.bytes() {
        push_escape(&mut out, byte);
    }
    out
}

/// `url` with all characters escaped that are neither URL characters nor part of an escape.
pub(crate) fn encode_illegal(url: &str) -> String {
    let mut out = String::with_capacity(url.len() + 16);
    for (at, character) in url.char_indices() {
        let broken = character == '%' && escaped(url.as_bytes(), at).is_none();
        if !character.is_ascii() || broken || super::scan::is_illegal(character as u8) {
            out.push_str(&encode(character.encode_utf8(&mut [0; 4])));
        } else {
            out.push(character);
        }
    }
    out
}

/// The first sequence of escapes of `url` from byte `from` on; its bytes are written to `decoded`.
pub(crate) fn next_run(url: &str, from: usize, decoded: &mut Vec<u8>) -> Option<Part> {
    let bytes = url.as_bytes();
    decoded.clear();
    let mut at = from;
    loop {
        let start = at + memchr::memchr(b'%', bytes.get(at..)?)?;
        at = start;
        while let Some(byte) = escaped(bytes, at) {
            decoded.push(byte);
            at += 3;
        }
        if at > start {
            return Some(Part::new(start, at));
        }
        at += 1;
    }
}

/// The offset of the character after the first `limit` ones, if `text` is longer; an escaped
/// UTF-8 sequence counts as one.
pub(crate) fn beyond(text: &str, limit: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut at, mut count) = (0, 0);
    while let Some(&byte) = bytes.get(at) {
        let (value, width) = escaped(bytes, at).map_or((byte, 1), |value| (value, 3));
        if value & 0xC0 != 0x80 {
            if count == limit {
                return Some(at);
            }
            count += 1;
        }
        at += width;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_need_two_hexadecimal_digits() {
        assert_eq!(escaped(b"%fC", 0), Some(0xFC));
        assert_eq!(escaped(b"a%2", 1), None);
        assert_eq!(escaped(b"%", 0), None);
        assert_eq!(escaped(b"%zz", 0), None);
        assert_eq!(escaped(b"%+1", 0), None);
    }

    #[test]
    fn runs_are_uninterrupted() {
        let url = "a%C3%BCb%20%zz%41%";
        let mut decoded = Vec::new();
        let mut next = |from| next_run(url, from, &mut decoded).map(|run| (run, decoded.clone()));
        assert_eq!(next(0), Some((Part::new(1, 7), vec![0xC3, 0xBC])));
        assert_eq!(next(7), Some((Part::new(8, 11), vec![0x20])));
        assert_eq!(next(11), Some((Part::new(14, 17), vec![0x41])));
        assert_eq!(next(17), None);
    }

    #[test]
    fn illegal_characters_are_escaped_once() {
        assert_eq!(encode_illegal("/a b/%C3%BC/ü|100%"), "/a%20b/%C3%BC/%C3%BC%7C100%25");
    }

    #[test]
    fn characters_are_counted_decoded() {
        assert_eq!(beyond("%C3%BCab", 2), Some(7));
        assert_eq!(beyond("%C3%BCab", 3), None);
        assert_eq!(beyond("üab", 1), Some(2));
        assert_eq!(beyond("", 0), None);
    }
}
