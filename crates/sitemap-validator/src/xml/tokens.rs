//! Splits the text into tokens with quick-xml.
//!
//! quick-xml is fast but does not check: it fails at constructs without an end, and an unclosed quote hides the text
//! after it. So each tag it returns is examined. Tags that contain another `<`, and all text that quick-xml rejects,
//! are split here, and a new reader starts after them. Delimiters without an end are remembered, so that no part of the
//! text is searched twice.

use memchr::{memchr, memchr3, memmem};
use quick_xml::Reader;
use quick_xml::events::Event;

use super::chars;
use super::doctype;
use crate::elements::is_element;
use crate::span::{At, Span};

/// A token of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// Character data and references; contains no `<`.
    Text(Span),
    /// `<name ...>` or `<name .../>`.
    Start(Span),
    /// `</name>`.
    End(Span),
    /// A start or end tag without its `>`, or with another `<` in it; the span ends at the probable end of the tag.
    Broken(Span),
    /// A `<` that starts no markup.
    LessThan(Span),
    /// `<![CDATA[ ... ]]>`, whole.
    Cdata(Span),
    /// `<!-- ... -->`, whole.
    Comment(Span),
    /// `<? ... ?>`, whole; the XML declaration included.
    Instruction(Span),
    /// `<!DOCTYPE ... >`, whole.
    Doctype(Span),
    /// The opening delimiter of a construct without an end; the text after it is read as if the delimiter were missing.
    Unterminated(Opening, Span),
}

/// The number of bytes that are searched for the end of a line, as a line may be as long as the file.
const LINE: usize = 4096;

/// The constructs that can lack an end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Opening {
    /// `<!--`
    Comment,
    /// `<![CDATA[`
    Cdata,
    /// `<?`
    Instruction,
    /// `<!DOCTYPE`
    Doctype,
}

impl Opening {
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Iterates over the tokens of a text.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    /// Created on first use; it reads from `base`.
    reader: Option<Reader<&'a [u8]>>,
    base: usize,
    at: usize,
    /// quick-xml has failed before this offset; up to it, tags are split without quick-xml.
    failed_until: usize,
    /// A bit for each [`Opening`] that has no end from here on.
    unterminated: u8,
}

impl<'a> Tokens<'a> {
    /// Starts at byte `at` of `text`.
    pub(crate) fn new(text: &'a str, at: usize) -> Self {
        Self { text, reader: None, base: at, at, failed_until: at, unterminated: 0 }
    }

    /// The offset of the next token.
    pub(crate) const fn at(&self) -> usize {
        self.at
    }

    /// Continues at byte `at`.
    pub(crate) fn restart(&mut self, at: usize) {
        self.at = at;
        self.base = at;
        self.reader = None;
    }

    fn cut(&mut self, end: usize) -> Span {
        let span = Span::new(self.at, end);
        self.restart(end);
        span
    }

    /// Reads one event with quick-xml; `None` if quick-xml fails.
    fn read(&mut self) -> Option<(Event<'a>, Span)> {
        let start = self.at;
        let reader = self.reader.get_or_insert_with(|| reader(self.text.at(self.base..)));
        let event = reader.read_event().ok()?;
        let end = self.base + reader.buffer_position() as usize;
        if end <= start || end > self.text.len() {
            return None;
        }
        self.at = end;
        Some((event, Span::new(start, end)))
    }

    fn next_text(&mut self) -> Token {
        // At the start of its input, quick-xml drops a U+FEFF as a byte order mark.
        if self.base == self.at && self.text.at(self.at..).starts_with('\u{FEFF}') {
            return Token::Text(self.cut(self.at + '\u{FEFF}'.len_utf8()));
        }
        if let Some((Event::Text(_) | Event::GeneralRef(_), span)) = self.read() {
            return Token::Text(span);
        }
        let end = memchr(b'<', self.text.as_bytes().at(self.at..)).map_or(self.text.len(), |n| self.at + n);
        Token::Text(self.cut(end))
    }

    fn next_markup(&mut self) -> Token {
        let start = self.at;
        let rest = self.text.as_bytes().at(start + 1..);
        match rest.first() {
            Some(b'!') if rest.starts_with(b"!--") => {
                self.delimited(Opening::Comment, "<!--".len(), b"-->", Token::Comment)
            }
            Some(b'!') if rest.starts_with(b"![CDATA[") => {
                self.delimited(Opening::Cdata, "<![CDATA[".len(), b"]]>", Token::Cdata)
            }
            Some(b'!') if rest.at(..8).eq_ignore_ascii_case(b"!DOCTYPE") => {
                if self.unterminated & Opening::Doctype.bit() == 0
                    && let Some(end) = doctype::end(self.text, start)
                {
                    return Token::Doctype(self.cut(end));
                }
                self.unterminated(Opening::Doctype, "<!DOCTYPE".len())
            }
            Some(b'?') => self.delimited(Opening::Instruction, "<?".len(), b"?>", Token::Instruction),
            Some(b'!') => Token::Broken(self.cut(self.broken_end(start).min(self.line_end(start)))),
            Some(b'/') => self.tag(Token::End),
            Some(_) if self.text.at(start + 1..).starts_with(chars::is_name_start) => self.tag(Token::Start),
            _ if self.is_spaced_tag(start) => Token::Broken(self.cut(self.broken_end(start))),
            _ => Token::LessThan(self.cut(start + 1)),
        }
    }

    fn delimited(&mut self, opening: Opening, open: usize, close: &[u8], token: fn(Span) -> Token) -> Token {
        let start = self.at;
        if self.unterminated & opening.bit() == 0 {
            if let Some((_, span)) = self.read()
                && span.len() >= open + close.len()
            {
                return token(span);
            }
            let bytes = self.text.as_bytes();
            self.at = start;
            if let Some(found) = memmem::find(bytes.at(start + open..), close) {
                return token(self.cut(start + open + found + close.len()));
            }
        }
        self.unterminated(opening, open)
    }

    fn unterminated(&mut self, opening: Opening, open: usize) -> Token {
        self.unterminated |= opening.bit();
        let end = (self.at + open).min(self.text.len());
        Token::Unterminated(opening, self.cut(end))
    }

    fn tag(&mut self, token: fn(Span) -> Token) -> Token {
        let start = self.at;
        if start >= self.failed_until {
            match self.read() {
                Some((_, span)) if memchr(b'<', self.text.as_bytes().at(start + 1..span.range().end)).is_none() => {
                    return token(span);
                }
                Some((_, span)) => self.failed_until = span.range().end,
                None => self.failed_until = self.text.len(),
            }
            self.at = start;
        }
        match self.clean_end(start) {
            Some(end) => token(self.cut(end)),
            None => Token::Broken(self.cut(self.broken_end(start))),
        }
    }

    /// The end of the tag at `start`, if its quotes are paired and no `<` precedes its `>`.
    fn clean_end(&self, start: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            let (found, &byte) = next_delimiter(bytes, at)?;
            match byte {
                b'>' => return Some(found + 1),
                b'<' => return None,
                quote => {
                    at = found + 1;
                    at += memchr::memchr2(quote, b'<', bytes.at(at..))?;
                    if bytes.get(at) == Some(&b'<') {
                        return None;
                    }
                    at += 1;
                }
            }
        }
    }

    /// The probable end of a tag without a clean end: after its `>`, or before the next `<`.
    fn broken_end(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        loop {
            let Some((found, &byte)) = next_delimiter(bytes, at) else { return self.line_end(start) };
            match byte {
                b'>' => return found + 1,
                b'<' => return found,
                quote => match self.quoted_end(found, quote) {
                    Ok(end) => at = end,
                    Err(end) => return end,
                },
            }
        }
    }

    /// The end of the attribute value whose opening quote is at `open`: `Ok` with the offset after its closing quote,
    /// or `Err` with the end of the tag if the quote is not closed within it.
    fn quoted_end(&self, open: usize, quote: u8) -> Result<usize, usize> {
        let bytes = self.text.as_bytes();
        let line = self.line_end(open);
        let mut at = open + 1;
        let mut greater = None;
        while let Some(found) = memchr3(quote, b'<', b'>', bytes.at(at..)) {
            at += found;
            match bytes.get(at) {
                Some(b'>') => greater = greater.or(Some(at + 1)),
                Some(b'<') => {
                    // `alt="a <b> c"` closes its quote on the same line, `href="a><b>` does not.
                    let close = memchr(quote, bytes.at(at..line.max(at))).map(|n| at + n + 1);
                    let follows = close.and_then(|close| bytes.get(close));
                    return match (close, follows) {
                        (Some(close), Some(b' ' | b'\t' | b'/' | b'>' | b'?')) if greater.is_none() => Ok(close),
                        _ => Err(greater.unwrap_or(at)),
                    };
                }
                _ => return Ok(at + 1),
            }
            at += 1;
        }
        Err(greater.unwrap_or(line))
    }

    fn line_end(&self, from: usize) -> usize {
        let mut limit = (from + LINE).min(self.text.len());
        while !self.text.is_char_boundary(limit) {
            limit -= 1;
        }
        crate::span::end_of_line_within(self.text, from, limit)
    }

    /// True for `< url>`: white space before the name of a probable tag.
    fn is_spaced_tag(&self, start: usize) -> bool {
        let rest = self.text.at(start + 1..).trim_start_matches([' ', '\t']);
        let rest = rest.strip_prefix('/').unwrap_or(rest);
        let name = rest.at(..chars::name_end(rest, 0));
        is_element(name) && rest.at(name.len()..).starts_with([' ', '>', '/'])
    }
}

/// The next quote or angle bracket from byte `at` on, with its offset.
fn next_delimiter(bytes: &[u8], at: usize) -> Option<(usize, &u8)> {
    (at..).zip(bytes.at(at..)).find(|(_, byte)| matches!(byte, b'<' | b'>' | b'"' | b'\''))
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        match self.text.as_bytes().get(self.at)? {
            b'<' => Some(self.next_markup()),
            _ => Some(self.next_text()),
        }
    }
}

fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    reader
}
