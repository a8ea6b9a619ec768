//! Path patterns and the paths they match (RFC 9309 §2.2.2 and §2.2.3).
//!
//! Both are normalized first: escapes only where they are needed and in upper
//! case, all characters that are illegal in URLs escaped, and in a path also `*` and `$`, which
//! are literal there.

use std::borrow::Cow;

use memchr::memmem;

use crate::span::At;
use crate::value::url::scan::is_illegal;
use crate::value::url::{Parts, normal, percent};

/// A pattern that can match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern {
    /// In ASCII, without a `$` and a `*` at its end.
    pub(super) text: Box<str>,
    /// True if it ends with `$`, so that the path must end there, too.
    pub(super) anchored: bool,
    /// The number of stars at its end, which change nothing but its length.
    stars: usize,
}

impl Pattern {
    /// Parses the value of an `Allow` or `Disallow`; `None` if it matches no path.
    pub(super) fn read(value: &str) -> Option<Self> {
        // A path starts with a slash, and so does what matches it.
        if !value.starts_with(['/', '*']) {
            return None;
        }
        let (body, anchored) = value.strip_suffix('$').map_or((value, false), |body| (body, true));
        let mut text = String::with_capacity(body.len());
        push(&mut text, body, |byte| byte == b'$');
        // A star at the end has no effect.
        let kept = if anchored { text.len() } else { text.trim_end_matches('*').len() };
        let stars = text.len() - kept;
        text.truncate(kept);
        Some(Self { text: text.into_boxed_str(), anchored, stars })
    }

    /// True if it contains no `*`.
    pub(super) fn is_literal(&self) -> bool {
        self.stars == 0 && !self.text.contains('*')
    }

    /// Its number of octets; longer patterns are more specific.
    pub(super) fn octets(&self) -> usize {
        self.text.len() + self.stars + usize::from(self.anchored)
    }

    /// True if it matches `target`. Each piece between stars is searched once, from the end of the
    /// previous one: the first match leaves the most for the following pieces.
    pub(super) fn matches(&self, target: &str) -> bool {
        let mut pieces = self.text.split('*');
        let Some(mut rest) = pieces.next().and_then(|head| target.strip_prefix(head)) else {
            return false;
        };
        if self.anchored && self.is_literal() {
            return rest.is_empty();
        }
        let last = if self.anchored { pieces.next_back() } else { None };
        // Fast path: the end alone shows most that do not match.
        if last.is_some_and(|last| !rest.ends_with(last)) {
            return false;
        }
        for piece in pieces {
            let Some(at) = memmem::find(rest.as_bytes(), piece.as_bytes()) else {
                return false;
            };
            rest = rest.at(at + piece.len()..);
        }
        last.is_none_or(|last| rest.ends_with(last))
    }
}

/// The characters of a text and, approximately, its pairs of adjacent characters. A pattern
/// cannot match a text that lacks one of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Traits {
    characters: u128,
    /// Several pairs share a bit.
    pairs: [u64; 4],
}

impl Traits {
    /// The set of `text`, which is ASCII; a `*` has no bit and separates its neighbors.
    pub(super) fn of(text: &str) -> Self {
        let mut traits = Self::default();
        let mut previous = b'*';
        for byte in text.bytes() {
            if byte != b'*' {
                traits.characters |= 1 << (byte & 127);
                if previous != b'*' {
                    let pair = previous.wrapping_mul(31) ^ byte.wrapping_mul(17);
                    if let Some(bits) = traits.pairs.get_mut(usize::from(pair >> 6)) {
                        *bits |= 1 << (pair & 63);
                    }
                }
            }
            previous = byte;
        }
        traits
    }

    /// True if `text` may contain these.
    pub(super) fn may_be_in(&self, text: &Self) -> bool {
        let lacking = self.pairs.iter().zip(text.pairs).fold(0, |lacking, (own, theirs)| lacking | own & !theirs);
        self.characters & !text.characters == 0 && lacking == 0
    }
}

/// The text that patterns match: path and query of `url`.
pub(crate) fn target<'u>(url: &'u str, parts: &Parts) -> Cow<'u, str> {
    let end = parts.query.map_or(parts.path.end, |query| query.end);
    let raw = url.at(parts.path.start..end);
    if raw.starts_with('/') && !raw.contains("/.") && !raw.contains('%') && raw.is_ascii() {
        return plain_target(raw);
    }
    let mut normal = normal::path(parts.path.of(url));
    if let Some(query) = parts.query {
        normal.push('?');
        normal.push_str(&normal::unescaped(query.of(url)));
    }
    plain_target(&normal).into_owned().into()
}

/// As [`target`], for a path and query in normal form.
pub(crate) fn plain_target(normal: &str) -> Cow<'_, str> {
    if !normal.bytes().any(|byte| matches!(byte, b'*' | b'$') || is_illegal(byte)) {
        return normal.into();
    }
    let mut out = String::with_capacity(normal.len() + 8);
    push(&mut out, normal, |byte| matches!(byte, b'*' | b'$'));
    out.into()
}

/// Appends `text` in normalized form, with the bytes of `special` escaped.
fn push(out: &mut String, text: &str, special: impl Fn(u8) -> bool) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = percent::escaped(bytes, at);
        match escaped {
            Some(value) if percent::is_unreserved(value) => out.push(char::from(value)),
            Some(value) => percent::push_escape(out, value),
            None if byte.is_ascii() && !is_illegal(byte) && !special(byte) => out.push(char::from(byte)),
            None => percent::push_escape(out, byte),
        }
        at += if escaped.is_some() { 3 } else { 1 };
    }
}
