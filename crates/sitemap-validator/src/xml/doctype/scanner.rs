//! Reads the tokens of a document type declaration and creates the findings on violations.

use crate::diagnostic::Diagnostic;
use crate::rules;
use crate::span::{At, Span, end_of_line};
use crate::xml::chars::{is_char, is_pubid, is_space, name_end, nmtoken_end, space_end};

/// A violation of well-formedness.
#[derive(Debug)]
pub(super) struct Fault {
    /// The finding.
    pub(super) diagnostic: Box<Diagnostic>,
    /// The byte at which a conforming parser stops.
    pub(super) at: u32,
}

/// A token, or a violation.
pub(super) type Judged<T> = Result<T, Fault>;

/// A position in a text, and the current declaration.
#[derive(Debug)]
pub(super) struct Scanner<'t> {
    /// The text, up to the last byte that may be read.
    pub(super) text: &'t str,
    /// The offset of the next byte.
    pub(super) at: usize,
    /// The opening delimiter of the innermost construct, and its closing delimiter.
    pub(super) open: (Span, &'static str),
}

impl<'t> Scanner<'t> {
    /// Scans `text` from byte `at` on.
    pub(super) fn new(text: &'t str, at: usize) -> Self {
        Self { text, at, open: (Span::at(at), ">") }
    }

    /// The remaining text.
    pub(super) fn rest(&self) -> &'t str {
        self.text.at(self.at..)
    }

    /// The next character.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips `token` if it is next; true if it was.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    /// Reads `S?`; true if there was white space.
    pub(super) fn space(&mut self) -> bool {
        let end = space_end(self.text.as_bytes(), self.at);
        let found = end > self.at;
        self.at = end;
        found
    }

    /// Reads `S`.
    pub(super) fn some_space(&mut self) -> Judged<()> {
        if self.space() { Ok(()) } else { Err(self.expected("white space")) }
    }

    /// Reads a fixed token; `shown` is its text in messages.
    pub(super) fn expect(&mut self, token: &str, shown: &'static str) -> Judged<()> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(shown)) }
    }

    /// Reads production `[5]` `Name`.
    pub(super) fn name(&mut self) -> Judged<Span> {
        let end = name_end(self.text, self.at);
        self.taken(end, "a name")
    }

    /// Reads production `[7]` `Nmtoken`.
    pub(super) fn nmtoken(&mut self) -> Judged<Span> {
        let end = nmtoken_end(self.text, self.at);
        self.taken(end, "a name token")
    }

    fn taken(&mut self, end: usize, what: &'static str) -> Judged<Span> {
        if end == self.at {
            return Err(self.expected(what));
        }
        let span = Span::new(self.at, end);
        self.at = end;
        Ok(span)
    }

    /// Reads a quoted value; the span excludes the quotes.
    pub(super) fn quoted(&mut self) -> Judged<Span> {
        let quote = match self.peek() {
            Some('"') => "\"",
            Some('\'') => "'",
            _ => return Err(self.expected("a quoted value")),
        };
        let start = self.at + 1;
        match self.text.get(start..).and_then(|rest| rest.find(quote)) {
            Some(length) => {
                self.at = start + length + 1;
                Ok(Span::new(start, start + length))
            }
            None => Err(unterminated(Span::new(self.at, start), quote, self.text.len())),
        }
    }

    /// Reads production `[12]` `PubidLiteral`.
    pub(super) fn public_identifier(&mut self) -> Judged<Span> {
        let span = self.quoted()?;
        let text = self.text.at(span);
        match text.char_indices().find(|(_, character)| !is_pubid(*character)) {
            Some((at, wrong)) => {
                let start = span.start as usize + at;
                Err(forbidden(Span::new(start, start + wrong.len_utf8())))
            }
            None => Ok(span),
        }
    }

    /// The fault if something other than `what` is next.
    pub(super) fn expected(&self, what: &'static str) -> Fault {
        if self.at >= self.text.len() {
            return unterminated(self.open.0, self.open.1, self.text.len());
        }
        let span = self.token();
        not_well_formed(rules::xml_not_well_formed::expected(span, span, what))
    }

    /// The fault if the next token is not allowed here.
    pub(super) fn forbidden(&self) -> Fault {
        forbidden(self.token())
    }

    /// The next name or character, up to 40 characters, for a message.
    pub(super) fn token(&self) -> Span {
        let name = nmtoken_end(self.text, self.at);
        if name == self.at {
            return Span::new(self.at, self.at + self.peek().map_or(0, char::len_utf8));
        }
        let word = self.text.at(self.at..name);
        let length = word.char_indices().nth(40).map_or(word.len(), |(at, _)| at);
        Span::new(self.at, self.at + length)
    }
}

/// The fault on a construct without its end.
pub(super) fn unterminated(open: Span, close: &'static str, at: usize) -> Fault {
    let diagnostic = rules::xml_unterminated_construct::other(open, open, close);
    Fault { diagnostic: Box::new(diagnostic), at: at as u32 }
}

/// The fault on a token that is not allowed here.
pub(super) fn forbidden(span: Span) -> Fault {
    not_well_formed(rules::xml_not_well_formed::in_doctype(span, span))
}

/// A fault at whose span a parser stops.
pub(super) fn not_well_formed(diagnostic: Diagnostic) -> Fault {
    let at = diagnostic.span.start;
    Fault { diagnostic: Box::new(diagnostic), at }
}

/// The start of `span`, up to the end of its line and up to 40 characters.
pub(super) fn cut(text: &str, span: Span) -> Span {
    let start = span.start as usize;
    let line = text.at(start..end_of_line(text, start).min(span.end as usize).max(start));
    let length = line.char_indices().nth(40).map_or(line.len(), |(at, _)| at);
    Span::new(start, start + length)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reference {
    /// `&#...;`
    Character(char),
    /// `&name;`, with the span of the name.
    Entity(Span),
}

/// Reads production `[67]` `Reference` at the `&` at byte `at` of `text`. Also returns its span.
pub(super) fn reference(text: &str, at: usize) -> Judged<(Reference, Span)> {
    let body = at + 1;
    let rest = text.at(body..);
    let end = match rest.strip_prefix('#') {
        Some(number) => body + 1 + number.bytes().take_while(u8::is_ascii_alphanumeric).count(),
        None => name_end(text, body),
    };
    let attempt = Span::new(at, end);
    if end == body {
        let diagnostic = rules::xml_unescaped_ampersand(attempt)
            // Only the first `&` of a declaration is found at a time, so the fix is a suggestion.
            .suggest(crate::diagnostic::Edit::replace(attempt, "&amp;"));
        return Err(Fault { diagnostic: Box::new(diagnostic), at: at as u32 });
    }
    if text.as_bytes().get(end) != Some(&b';') {
        return Err(malformed(attempt));
    }
    let whole = Span::new(at, end + 1);
    let Some(digits) = rest.get(..end - body).and_then(|name| name.strip_prefix('#')) else {
        return Ok((Reference::Entity(Span::new(body, end)), whole));
    };
    let (digits, radix) = digits.strip_prefix('x').map_or((digits, 10), |hex| (hex, 16));
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_digit(radix)) {
        return Err(malformed(whole));
    }
    // A number too large for `u32` is not a character either.
    let code = u32::from_str_radix(digits, radix).ok();
    if let Some(character) = code.and_then(char::from_u32).filter(|character| is_char(*character)) {
        return Ok((Reference::Character(character), whole));
    }
    let diagnostic = rules::xml_invalid_character_reference(whole, whole);
    Err(Fault { diagnostic: Box::new(diagnostic), at: at as u32 })
}

fn malformed(attempt: Span) -> Fault {
    let diagnostic = rules::xml_malformed_reference(attempt, attempt);
    Fault { diagnostic: Box::new(diagnostic), at: attempt.start }
}

/// Reads production `[15]` `Comment`, whose opening delimiter is next.
pub(super) fn comment(scanner: &mut Scanner<'_>) -> Judged<()> {
    let open = Span::new(scanner.at, scanner.at + "<!--".len());
    let start = open.end as usize;
    let Some(dashes) = scanner.text.get(start..).and_then(|rest| rest.find("--")) else {
        return Err(unterminated(open, "-->", scanner.text.len()));
    };
    let at = start + dashes;
    if scanner.text.as_bytes().get(at + 2) == Some(&b'>') {
        scanner.at = at + 3;
        return Ok(());
    }
    if !scanner.text.at(at..).contains("-->") {
        return Err(unterminated(open, "-->", scanner.text.len()));
    }
    let span = Span::new(at, at + 2);
    let diagnostic = rules::xml_bad_comment(span);
    Err(Fault { diagnostic: Box::new(diagnostic), at: span.start })
}

/// Reads production `[16]` `PI`.
pub(super) fn instruction(scanner: &mut Scanner<'_>) -> Judged<()> {
    let start = scanner.at;
    let open = Span::new(start, start + 2);
    let Some(length) = scanner.text.get(start + 2..).and_then(|rest| rest.find("?>")) else {
        return Err(unterminated(open, "?>", scanner.text.len()));
    };
    let end = start + 2 + length;
    let target = name_end(scanner.text, start + 2).min(end);
    let name = scanner.text.at(start + 2..target);
    let separated = target == end || scanner.text.as_bytes().get(target).is_some_and(|byte| is_space(*byte));
    if name.is_empty() || !separated || name.eq_ignore_ascii_case("xml") {
        let span = cut(scanner.text, Span::new(start, end + 2));
        return Err(not_well_formed(rules::xml_not_well_formed::instruction(span, span)));
    }
    scanner.at = end + 2;
    Ok(())
}
