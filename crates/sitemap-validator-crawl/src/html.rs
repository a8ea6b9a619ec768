//! An HTML reader: returns the start tags of a document with their attributes, as defined by the HTML Standard.
//!
//! It does no I/O and does not depend on the crawl, so that it works for any HTML.

use std::convert::Infallible;

use html5gum::{DefaultEmitter, StartTag, StringReader, Token, Tokenizer};

/// The elements allowed in `head`.
const OF_HEAD: [&[u8]; 14] = [
    b"base",
    b"basefont",
    b"bgsound",
    b"head",
    b"html",
    b"link",
    b"meta",
    b"noframes",
    b"noscript",
    b"script",
    b"style",
    b"template",
    b"title",
    b"object",
];

/// The start tags of a document, without those in scripts, comments and templates.
pub struct Tags<'h> {
    tokens: Tokenizer<StringReader<'h>, DefaultEmitter<()>>,
    /// The number of open templates, whose content is not part of the document.
    templates: usize,
    /// True if the following elements are in `body`.
    is_in_body: bool,
    /// True inside the text content of an element of `head`, such as a title.
    is_in_text: bool,
    /// True inside a script with structured data.
    is_in_data: bool,
    /// The text of these scripts.
    data: Vec<u8>,
}

/// A start tag.
#[derive(Debug)]
pub struct Tag {
    tag: StartTag<()>,
    /// True if the element is in `head`.
    pub is_in_head: bool,
}

impl<'h> Tags<'h> {
    /// Returns the start tags of `html`, in order.
    pub fn of(html: &'h str) -> Self {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let tokens = Tokenizer::new_with_emitter(html, emitter);
        Self { tokens, templates: 0, is_in_body: false, is_in_text: false, is_in_data: false, data: Vec::new() }
    }

    /// Returns the text of all scripts of the type `application/ld+json` so far.
    pub fn structured_data(&self) -> &[u8] {
        &self.data
    }

    fn start(&mut self, tag: StartTag<()>) -> Option<Tag> {
        let name: &[u8] = &tag.name;
        if self.templates > 0 {
            self.templates += usize::from(name == b"template");
            return None;
        }
        self.templates = usize::from(name == b"template");
        self.is_in_body |= !OF_HEAD.contains(&name);
        self.is_in_text = matches!(name, b"title" | b"script" | b"style" | b"noscript" | b"noframes");
        let tag = Tag { is_in_head: !self.is_in_body, tag };
        let kind = tag.value("type").filter(|_| tag.is("script")).unwrap_or_default();
        self.is_in_data = kind.trim().eq_ignore_ascii_case("application/ld+json");
        Some(tag)
    }

    fn end(&mut self, name: &[u8]) {
        self.is_in_text = false;
        self.is_in_data = false;
        match name {
            b"template" => self.templates = self.templates.saturating_sub(1),
            b"body" | b"html" | b"br" if self.templates == 0 => self.is_in_body = true,
            _ => {}
        }
    }
}

impl Iterator for Tags<'_> {
    type Item = Tag;

    fn next(&mut self) -> Option<Tag> {
        loop {
            let token: Result<Token<()>, Infallible> = self.tokens.next()?;
            match token {
                Ok(Token::StartTag(tag)) => {
                    if let Some(tag) = self.start(tag) {
                        return Some(tag);
                    }
                }
                Ok(Token::EndTag(tag)) => self.end(&tag.name),
                Ok(Token::String(text)) if self.is_in_data => self.data.extend_from_slice(&text),
                Ok(Token::String(text)) if !self.is_in_text && self.templates == 0 => {
                    self.is_in_body |= !text.trim_ascii().is_empty();
                }
                Ok(_) => {}
            }
        }
    }
}

impl Tag {
    /// True if the tag has this name, which must be lowercase.
    pub fn is(&self, name: &str) -> bool {
        self.tag.name.as_slice() == name.as_bytes()
    }

    /// Returns the value of an attribute with its character references resolved; the name must be lowercase.
    pub fn value(&self, name: &str) -> Option<&str> {
        let value = self.tag.attributes.get(name.as_bytes())?;
        std::str::from_utf8(value).ok()
    }

    /// True if the attribute, a list of words, contains this word.
    pub fn has_word(&self, attribute: &str, word: &str) -> bool {
        let words = self.value(attribute).unwrap_or_default();
        words.split_ascii_whitespace().any(|own| own.eq_ignore_ascii_case(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(html: &str) -> Vec<(String, bool)> {
        let links = Tags::of(html).filter(|tag| tag.is("link"));
        links.map(|tag| (tag.value("href").unwrap_or_default().to_owned(), tag.is_in_head)).collect()
    }

    #[test]
    fn character_references_are_read() {
        for (written, read) in [
            ("\"/?a=1&#038;b=2\"", "/?a=1&b=2"),
            ("'/?a=1&#x26;b=2'", "/?a=1&b=2"),
            ("/?a=1&amp;copy=2", "/?a=1&copy=2"),
            // For old links: in attributes, a named reference without `;` is text if a letter or `=` follows.
            ("/?a=1&copy=2", "/?a=1&copy=2"),
            ("/caf&eacute;", "/café"),
            ("/a&sol;b", "/a/b"),
        ] {
            assert_eq!(links(&format!("<link href={written}>")), [(read.to_owned(), true)], "{written}");
        }
    }

    #[test]
    fn elements_are_in_head_until_the_body_begins() {
        for (html, is_in_head) in [
            ("<link>", true),
            ("<!doctype html><html><head><title>a<b></title> <link>", true),
            ("<title>a</title><script>if (a<b) x</script><meta><link>", true),
            ("<head></head>\n<link>", true),
            ("<body><link>", false),
            ("<head></head>text<link>", false),
            ("<head><div></div><link>", false),
            ("<p><link>", false),
        ] {
            assert_eq!(links(html), [(String::new(), is_in_head)], "{html}");
        }
        assert!(links("<!-- <link> --><script><link></script><title><link></title><textarea><link>").is_empty());
        assert!(links("<template><template></template><link></template>").is_empty());
    }
}
