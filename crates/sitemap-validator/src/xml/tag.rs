//! Start and end tags (XML 1.0 §3.1, productions `[40]` to `[44]`), parsed in detail.

use std::collections::HashMap;

use memchr::memchr;

use super::chars;
use super::reference::{self, Context};
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::{Reporter, stop_of};
use crate::rules;
use crate::span::{At, Span, end_of_line_within};
use crate::value::is_space;

/// A start tag.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Tag {
    /// The name; empty if there is none.
    pub(crate) name: Span,
    /// True for `<name/>`.
    pub(crate) empty: bool,
}

/// An attribute of a start tag.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Attribute {
    pub(crate) name: Span,
    /// The value without its quotes.
    pub(crate) value: Span,
    /// From the name to the closing quote.
    pub(crate) whole: Span,
}

/// Quotation marks of word processors, which XML does not allow as quotes.
pub(super) const SMART_QUOTES: [char; 11] = ['“', '”', '„', '‘', '’', '«', '»', '′', '″', '`', '‟'];

/// The attributes of the start tag at `span`, which may be malformed.
pub(crate) fn attributes_of(text: &str, span: Span) -> Vec<Attribute> {
    let mut attributes = Vec::new();
    let context = Context { url: false, attribute: true, doctype: None };
    stop_of(|reporter| {
        TagReader::new(text, span, reporter).start(&mut attributes, context);
    });
    attributes
}

/// Reads the tag at `span`, which starts with `<`; errors are reported once per tag.
pub(crate) struct TagReader<'a, 'r, 'o> {
    text: &'a str,
    span: Span,
    /// The byte after the last one that can belong to a name or attribute.
    end: usize,
    at: usize,
    reporter: &'r mut Reporter<'o>,
    reported: bool,
}

impl<'a, 'r, 'o> TagReader<'a, 'r, 'o> {
    /// A reader of the tag at `span`.
    pub(crate) fn new(text: &'a str, span: Span, reporter: &'r mut Reporter<'o>) -> Self {
        let closed = text.as_bytes().at(span).ends_with(b">");
        let end = span.end as usize - usize::from(closed);
        Self { text, span, end, at: span.start as usize + 1, reporter, reported: false }
    }

    /// Reads a start tag; its attributes replace those in `attributes`.
    pub(crate) fn start(mut self, attributes: &mut Vec<Attribute>, context: Context<'_>) -> Tag {
        attributes.clear();
        let bytes = self.text.as_bytes();
        let empty = self.end > self.at && bytes.get(self.end - 1) == Some(&b'/') && self.is_closed();
        self.end -= usize::from(empty);
        self.leading_space();
        let name = Span::new(self.at, chars::name_end(self.text.at(..self.end), self.at));
        self.at = name.end as usize;
        if self.at < self.end && bytes.get(self.at).is_some_and(|byte| !is_space(*byte)) {
            self.glued_attribute(name);
        }
        while self.attribute(attributes) {}
        if !self.is_closed() {
            self.unclosed();
        }
        self.unique(attributes);
        for attribute in attributes.iter() {
            self.value(*attribute, context);
        }
        Tag { name, empty }
    }

    /// Reads an end tag and returns its name.
    pub(crate) fn end(mut self) -> Span {
        self.at += 1;
        self.leading_space();
        let name = Span::new(self.at, chars::name_end(self.text.at(..self.end), self.at));
        self.at = name.end as usize;
        self.space();
        if self.at < self.end {
            self.malformed(self.at, None);
        } else if !self.is_closed() {
            self.unclosed();
        }
        name
    }

    fn is_closed(&self) -> bool {
        self.text.as_bytes().at(self.span).ends_with(b">")
    }

    fn space(&mut self) -> usize {
        let bytes = self.text.as_bytes().at(self.at..self.end);
        let length = bytes.iter().take_while(|byte| is_space(**byte)).count();
        self.at += length;
        length
    }

    /// Reports white space between `<` and the name.
    fn leading_space(&mut self) {
        let start = self.at;
        if self.space() > 0 {
            self.malformed(start, Some(Edit::delete(Span::new(start, self.at))));
        }
    }

    /// Reports a name directly followed by other text: `<mobile:mobiletype="mobile"/>`, `<url"`.
    fn glued_attribute(&mut self, name: Span) {
        let known = "mobile:mobile";
        let split = self.text.at(name).starts_with(known) && self.text.at(self.at..).starts_with('=');
        let repair = split.then(|| Edit::insert(name.start as usize + known.len(), " "));
        let at = if split { name.start as usize + known.len() } else { self.at };
        self.malformed(at, repair);
        if split {
            self.at = at;
        }
    }

    /// Reads one attribute; false at the tag's end.
    fn attribute(&mut self, attributes: &mut Vec<Attribute>) -> bool {
        let space = self.space();
        if self.at >= self.end {
            return false;
        }
        let start = self.at;
        if space == 0 && !attributes.is_empty() {
            let at = self.at;
            self.malformed(at, Some(Edit::insert(at, " ")));
        }
        let name = Span::new(start, chars::name_end(self.text.at(..self.end), start));
        if name.is_empty() {
            self.malformed(start, None);
            // Continues at the next white space: one report per tag is enough.
            let rest = self.text.as_bytes().at(start..self.end);
            self.at += rest.iter().position(|byte| is_space(*byte)).unwrap_or(rest.len()).max(1);
            return true;
        }
        self.at = name.end as usize;
        self.space();
        if self.text.as_bytes().at(..self.end).get(self.at) != Some(&b'=') {
            let value = self.value_without_equals(name);
            let edit = value.map(|(value, end)| {
                let new = format!("=\"{}\"", self.text.at(value));
                Edit::replace(Span::new(name.range().end, end), new)
            });
            self.malformed(start, edit);
            if let Some((value, end)) = value {
                self.at = end;
                attributes.push(Attribute { name, value, whole: Span::new(start, end) });
            }
            return true;
        }
        self.at += 1;
        self.space();
        let value = self.quoted();
        attributes.push(Attribute { name, value, whole: Span::new(start, self.at) });
        true
    }

    /// The value after a name without `="`, as in `hreflang de"`, and the byte after its closing quote. Without the
    /// quote, only a word after an attribute that needs a value is one.
    fn value_without_equals(&self, name: Span) -> Option<(Span, usize)> {
        let rest = self.text.at(self.at..self.end);
        let word = rest.at(..rest.bytes().position(is_space).unwrap_or(rest.len()));
        let value = word.trim_end_matches(['"', '\'']);
        let is_value = match word.len() - value.len() {
            0 => matches!(self.text.at(name), "hreflang" | "rel"),
            quotes => quotes == 1,
        };
        let is_value = is_value
            && self.at > name.range().end
            && !value.is_empty()
            && !value.contains(['"', '\'', '=', '<', '&'])
            && !rest.at(word.len()..).trim_start().starts_with('=');
        is_value.then(|| (Span::new(self.at, self.at + value.len()), self.at + word.len()))
    }

    /// Reads a quoted value; the span excludes the quotes.
    fn quoted(&mut self) -> Span {
        let bytes = self.text.as_bytes();
        let open = self.at;
        match bytes.at(..self.end).get(open) {
            Some(&quote @ (b'"' | b'\'')) => {
                let rest = bytes.at(open + 1..self.end);
                let close = memchr(quote, rest).map(|length| open + 1 + length);
                let Some(close) = close else {
                    let at = self.smart_close(open + 1);
                    return self.unclosed_quote(open, at);
                };
                self.at = close + 1;
                Span::new(open + 1, close)
            }
            Some(_) => self.unquoted(open),
            None => {
                self.malformed(open.min(self.end), None);
                Span::at(open.min(self.end))
            }
        }
    }

    /// Reports a value whose opening quote has no closing quote in the tag.
    fn unclosed_quote(&mut self, open: usize, smart: Option<(usize, usize)>) -> Span {
        if let Some((close, length)) = smart {
            self.smart_quotes(&[Span::new(close, close + length)]);
            self.at = close + length;
            return Span::new(open + 1, close);
        }
        let text = self.text.at(open + 1..self.end).trim_end();
        let value = Span::new(open + 1, open + 1 + text.len());
        let quote = if self.text.as_bytes().get(open) == Some(&b'"') { "\"" } else { "'" };
        let found = rules::xml_malformed_tag(Span::new(open, self.end.max(open + 1)), self.span)
            .suggest(Edit::insert(value.end as usize, quote));
        self.once(found, open);
        self.at = self.end;
        value
    }

    /// Reports a value that does not start with a quote of XML.
    fn unquoted(&mut self, open: usize) -> Span {
        let rest = self.text.at(open..self.end);
        let escaped = rest.starts_with("&quot;").then_some("&quot;".len());
        let opening = escaped.or_else(|| rest.chars().next().filter(|c| SMART_QUOTES.contains(c)).map(char::len_utf8));
        if let Some(length) = opening {
            let start = open + length;
            let mut quotes = vec![Span::new(open, start)];
            let close = self.closing(start, |c| matches!(c, '"' | '\'') || SMART_QUOTES.contains(&c));
            let (end, after) = close.map_or((self.end, self.end), |(at, length)| (at, at + length));
            if !matches!(self.text.as_bytes().get(end), None | Some(b'"' | b'\'')) && end < after {
                quotes.push(Span::new(end, after));
            }
            self.smart_quotes(&quotes);
            self.at = after;
            return Span::new(start, end);
        }
        let length = rest.bytes().position(is_space).unwrap_or(rest.len());
        let word = rest.at(..length);
        // `hreflang=de"` only lacks the opening quote.
        let value = word.strip_suffix(['"', '\'']).unwrap_or(word);
        let repair = format!("\"{}\"", value.replace('"', "&quot;"));
        self.at = open + length;
        self.malformed(open, Some(Edit::replace(Span::new(open, self.at), repair)));
        Span::new(open, open + value.len())
    }

    fn smart_close(&self, from: usize) -> Option<(usize, usize)> {
        self.closing(from, |c| SMART_QUOTES.contains(&c))
    }

    /// The offset and length of the next character that closes a value, or of the next escaped quotation mark.
    ///
    /// A single pass finds the first of them: a search for each would read the rest of the tag for every attribute.
    fn closing(&self, from: usize, closes: impl Fn(char) -> bool) -> Option<(usize, usize)> {
        let rest = self.text.at(from.min(self.end)..self.end);
        rest.char_indices().find_map(|(n, c)| {
            let escaped = c == '&' && rest.at(n..).starts_with("&quot;");
            let length = if escaped { "&quot;".len() } else { c.len_utf8() };
            (escaped || closes(c)).then_some((from + n, length))
        })
    }

    /// Reports wrong quotes of an attribute, with an edit for each.
    fn smart_quotes(&mut self, wrong: &[Span]) {
        let Some(&first) = wrong.first() else { return };
        let edits: Vec<Edit> = wrong.iter().map(|span| Edit::replace(*span, "\"")).collect();
        let mut found = rules::xml_smart_quotes(first, first).safe(edits);
        for span in wrong.iter().skip(1) {
            found = found.related(*span, "wrong quote");
        }
        // Wrong quotes are reported for each attribute; other errors are only reported once per tag.
        self.reported = true;
        self.reporter.fatal(found, first.start);
    }

    fn malformed(&mut self, at: usize, repair: Option<Edit>) {
        // Each report reads the rest of the tag, so the number of reports is limited.
        if self.reported {
            return;
        }
        let end = if self.is_closed() { self.span.end as usize } else { self.end.max(at) };
        let span = Span::new(at, end_of_line_within(self.text, at, end));
        let mut found = rules::xml_malformed_tag(span, Span { start: self.span.start, end: span.end });
        if let Some(repair) = repair {
            found = found.suggest(repair);
        }
        self.once(found, at);
    }

    /// Reports a tag without `>`.
    fn unclosed(&mut self) {
        let text = self.text.at(self.span).trim_end();
        let end = self.span.start as usize + text.len();
        let span = Span::new(self.span.start as usize, end_of_line_within(self.text, self.span.start as usize, end));
        let found = rules::xml_malformed_tag::no_end(span, span).suggest(Edit::insert(end, ">"));
        self.once(found, end);
    }

    fn once(&mut self, found: Diagnostic, at: usize) {
        if !self.reported {
            self.reported = true;
            self.reporter.recovered(self.span);
            self.reporter.fatal(found, at as u32);
        }
    }

    /// Checks WFC: Unique Att Spec.
    fn unique(&mut self, attributes: &[Attribute]) {
        if attributes.len() < 2 {
            return;
        }
        let mut seen: HashMap<&str, Attribute> = HashMap::new();
        for (index, attribute) in attributes.iter().enumerate() {
            let name = self.text.at(attribute.name);
            // For a few attributes, direct comparison is faster than hashing.
            let first = if attributes.len() <= 8 {
                attributes.iter().take(index).find(|other| self.text.at(other.name) == name).copied()
            } else {
                let first = *seen.entry(name).or_insert(*attribute);
                (first.name != attribute.name).then_some(first)
            };
            if let Some(first) = first {
                self.duplicate(*attribute, first);
            }
        }
    }

    fn duplicate(&mut self, attribute: Attribute, first: Attribute) {
        let mut found =
            rules::xml_duplicate_attribute(attribute.name, attribute.name).related(first.name, "first given here");
        if self.text.at(first.value) == self.text.at(attribute.value) {
            let space = self.text.at(..attribute.whole.range().start).trim_end().len();
            found = found.suggest(Edit::delete(Span::new(space, attribute.whole.end as usize)));
        } else if self.text.at(attribute.name) == "xmlns" {
            found = found.suggest(Edit::insert(attribute.name.end as usize, ":ext"));
        }
        self.reporter.fatal(found, attribute.name.start);
    }

    /// Reports characters that are not allowed in an attribute value: `<`, and an `&` that starts no reference.
    fn value(&mut self, attribute: Attribute, context: Context<'_>) {
        let slice = self.text.as_bytes().at(attribute.value);
        let url = matches!(self.text.at(attribute.name), "href" | "src" | "url" | "isPermaLink");
        let mut from = 0;
        while let Some(found) = memchr(b'<', slice.at(from..)) {
            let at = attribute.value.start as usize + from + found;
            let span = Span::new(at, at + 1);
            self.reporter.fatal(reference::less_than(span, url), span.start);
            from = at + 1 - attribute.value.start as usize;
        }
        if memchr(b'&', slice).is_some() {
            reference::scan(
                self.text,
                attribute.value,
                Context { url, attribute: true, ..context },
                self.reporter,
                |_| (),
            );
        }
    }
}
