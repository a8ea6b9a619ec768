//! The messages in another language. The build script makes their text from the rules' pages and `languages/<tag>.txt`.
//!
//! A section `[rule loc-empty]` has a line `title ...` and a line `help ...` for each message of the rule, in the order
//! of its page. The section `[words]` has an English word or sentence on a line, and below it, after a tab, its
//! translation. Lines that start with `#` are comments.

use std::fmt;

use sitemap_validator_protocol::sorting;

use crate::registry::{Message, Rule};
use crate::span::{At, Span};

/// The messages in another language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    tag: String,
    /// The text; the other fields are ranges of it.
    text: String,
    /// Title and help of each message.
    messages: Vec<Option<[Span; 2]>>,
    /// English and translation, in the order of the English.
    words: Vec<[Span; 2]>,
}

/// An error in the text of a catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u32,
    /// The reason.
    pub what: &'static str,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}: {}", self.line, self.what)
    }
}

/// The current section.
enum Section {
    None,
    /// The remaining messages of a rule, and the title of the first of them.
    Rule(&'static [Message], Option<Span>),
    Words(Option<Span>),
}

impl Catalogue {
    /// Reads `text`, which is in the language of that tag.
    ///
    /// # Errors
    /// If a line is invalid.
    pub fn parse(tag: &str, text: &str) -> Result<Self, Fault> {
        let mut catalogue = Self {
            tag: tag.to_owned(),
            text: text.to_owned(),
            messages: vec![None; Message::ALL.len()],
            words: vec![],
        };
        let mut section = Section::None;
        let mut number = 0;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            number += 1;
            let start = at;
            at += line.len();
            let line = line.trim_end_matches(['\n', '\r']);
            let fault = |what| Fault { line: number, what };
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            // Some words are in brackets.
            let named = line.strip_prefix('[').and_then(|line| line.strip_suffix(']'));
            let named = named.filter(|name| *name == "words" || name.starts_with("rule "));
            if let Some(name) = named {
                section.end().map_err(fault)?;
                section = match name.strip_prefix("rule ") {
                    None => Section::Words(None),
                    Some(id) => {
                        let rule = Rule::by_id(id).ok_or_else(|| fault("there is no rule of this name"))?;
                        let messages = rule.info().messages;
                        if messages.iter().any(|&message| catalogue.message(message).is_some()) {
                            return Err(fault("this rule had its section already"));
                        }
                        Section::Rule(messages, None)
                    }
                };
                continue;
            }
            catalogue.take(&mut section, line, start).map_err(fault)?;
        }
        section.end().map_err(|what| Fault { line: number, what })?;
        let Self { text, words, .. } = &mut catalogue;
        let order = |a: &[Span; 2], b: &[Span; 2]| text.get(a[0].range()).cmp(&text.get(b[0].range()));
        sorting::by(words, order);
        match words.array_windows().find(|[a, b]| order(a, b).is_eq()) {
            Some([_, [again, _]]) => {
                let before = text.at(..again.start as usize);
                Err(Fault { line: before.lines().count() as u32 + 1, what: "this word was translated already" })
            }
            None => Ok(catalogue),
        }
    }

    /// Adds `line` of `section`, which starts at byte `start`.
    fn take(&mut self, section: &mut Section, line: &str, start: usize) -> Result<(), &'static str> {
        let behind = |skipped: usize| Span::new(start + skipped, start + line.len());
        match section {
            Section::None => Err("a section has to come first"),
            Section::Rule(messages, title) => match (line.split_once(' '), title.take()) {
                (Some(("title", text)), None) if !text.is_empty() => {
                    *title = Some(behind("title ".len()));
                    Ok(())
                }
                (Some(("help", text)), Some(title)) if !text.is_empty() => {
                    let (&message, rest) = messages.split_first().ok_or("the rule has fewer messages than this")?;
                    *messages = rest;
                    if let Some(slot) = self.messages.get_mut(message as usize) {
                        *slot = Some([title, behind("help ".len())]);
                    }
                    Ok(())
                }
                (_, None) => Err("a line `title ...` is expected"),
                (_, Some(_)) => Err("a line `help ...` is expected"),
            },
            Section::Words(english) => match (line.strip_prefix('\t'), english.take()) {
                (None, None) => {
                    *english = Some(behind(0));
                    Ok(())
                }
                (Some(text), Some(english)) if !text.is_empty() => {
                    self.words.push([english, behind(1)]);
                    Ok(())
                }
                (_, None) => Err("a word in English is expected"),
                (_, Some(_)) => Err("its translation is expected, behind a tab"),
            },
        }
    }

    /// The tag of its language.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    /// The text it was parsed from.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The title and help of `message`, if they are translated.
    pub fn message(&self, message: Message) -> Option<[&str; 2]> {
        let [title, help] = (*self.messages.get(message as usize)?)?;
        Some([self.text.get(title.range())?, self.text.get(help.range())?])
    }

    /// The translation of `english`, if there is one.
    pub fn word(&self, english: &str) -> Option<&str> {
        let at = self.words.binary_search_by(|[known, _]| self.text.at(*known).cmp(english));
        let [_, translation] = self.words.get(at.ok()?)?;
        self.text.get(translation.range())
    }
}

impl Section {
    /// Checks that a section is complete.
    fn end(&self) -> Result<(), &'static str> {
        match self {
            Self::Rule(_, Some(_)) => Err("a line `help ...` is expected before this"),
            Self::Words(Some(_)) => Err("a translation is expected before this"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> (u32, &'static str) {
        Catalogue::parse("fr", text).map_or_else(|Fault { line, what }| (line, what), |_| (0, ""))
    }

    #[test]
    fn messages_and_words_are_read() {
        let text =
            "# C\n\n[rule loc-relative]\ntitle T `{0}`\nhelp  H\r\n[words]\nz\n\tZ\n# c\n]\n\t]\na b\n\tA: \"b\"";
        let catalogue = Catalogue::parse("fr", text).unwrap();
        assert_eq!(catalogue.message(Message::LocRelative), Some(["T `{0}`", " H"]));
        assert_eq!(catalogue.message(Message::LocRelativeResolved), None);
        assert_eq!(catalogue.message(Message::LocEmpty), None);
        assert_eq!(
            ["z", "]", "a b", "a"].map(|word| catalogue.word(word)),
            [Some("Z"), Some("]"), Some("A: \"b\""), None]
        );
        assert_eq!((catalogue.tag(), catalogue.text()), ("fr", text));
    }

    #[test]
    fn errors_have_a_line() {
        assert_eq!(fault(""), (0, ""));
        assert_eq!(fault("# c\ntitle"), (2, "a section has to come first"));
        assert_eq!(fault("[rule nothing]"), (1, "there is no rule of this name"));
        let rule = "[rule loc-empty]\n";
        assert_eq!(fault(&format!("{rule}help x")), (2, "a line `title ...` is expected"));
        assert_eq!(fault(&format!("{rule}title ")), (2, "a line `title ...` is expected"));
        assert_eq!(fault(&format!("{rule}title x\ntitle y")), (3, "a line `help ...` is expected"));
        assert_eq!(fault(&format!("{rule}title x\n\n[words]")), (4, "a line `help ...` is expected before this"));
        assert_eq!(fault(&format!("{rule}title x\n")), (2, "a line `help ...` is expected before this"));
        assert_eq!(fault(&format!("{rule}title x\nhelp y\n{rule}")), (4, "this rule had its section already"));
        let many = "title x\nhelp y\n".repeat(30);
        assert_eq!(fault(&format!("{rule}{many}")).1, "the rule has fewer messages than this");
        assert_eq!(fault("[words]\n\tx"), (2, "a word in English is expected"));
        assert_eq!(fault("[words]\nx\ny"), (3, "its translation is expected, behind a tab"));
        assert_eq!(fault("[words]\nx\n\t"), (3, "a translation is expected before this"));
        assert_eq!(fault("[words]\nx\n\ty\nx\n\tz"), (4, "this word was translated already"));
    }
}
