//! The language of messages and sentences.

use std::sync::Arc;

use sitemap_validator_protocol::lang::{self, Lang};

use super::catalogue::Catalogue;
use super::fill;
use crate::diagnostic::{Arg, Diagnostic};
use crate::registry::Message;

/// A language: English, or that of a catalogue. Texts that a catalogue lacks are in English.
#[derive(Debug, Clone, Default)]
pub struct Words(Option<Arc<Catalogue>>);

/// The built-in English texts.
pub static ENGLISH: Words = Words(None);

impl From<Arc<Catalogue>> for Words {
    fn from(catalogue: Arc<Catalogue>) -> Self {
        Self(Some(catalogue))
    }
}

impl Words {
    /// The catalogue; none for English.
    pub fn catalogue(&self) -> Option<&Catalogue> {
        self.0.as_deref()
    }

    /// The title of a finding; code is in back-ticks.
    pub fn title(&self, diagnostic: &Diagnostic, text: &str) -> String {
        fill(self.template(diagnostic.message())[0], &diagnostic.args, text, self)
    }

    /// The help of a finding; code is in back-ticks.
    pub fn help(&self, diagnostic: &Diagnostic, text: &str) -> String {
        fill(self.template(diagnostic.message())[1], &diagnostic.args, text, self)
    }

    /// `arg` in this language; code is in back-ticks.
    pub(crate) fn phrase(&self, arg: &Arg, text: &str) -> String {
        fill("{0}", std::slice::from_ref(arg), text, self)
    }

    /// Title and help of `message`, with placeholders for arguments.
    pub(crate) fn template(&self, message: Message) -> [&str; 2] {
        let info = message.info();
        self.0.as_ref().and_then(|catalogue| catalogue.message(message)).unwrap_or([info.title, info.help])
    }

    /// `english`, a word or a sentence, in this language.
    pub fn word<'w>(&'w self, english: &'w str) -> &'w str {
        self.0.as_ref().and_then(|catalogue| catalogue.word(english)).unwrap_or(english)
    }

    /// The same with `args` in the places of `{0}`, `{1}`, ...
    pub fn sentence(&self, english: &str, args: &[&str]) -> String {
        lang::fill(self.word(english), args)
    }

    /// `number` and a noun, in English `one` or `many`.
    pub fn count(&self, number: u64, one: &str, many: &str) -> String {
        let mut out = self.number(number);
        out.push(' ');
        out.push_str(self.word(if self.is_one(number) { one } else { many }));
        out
    }

    /// True if a noun after `number` is in the singular.
    pub(crate) fn is_one(&self, number: u64) -> bool {
        self.lang().is_one(number)
    }

    /// `number` with the thousands separators of the language.
    pub fn number(&self, number: u64) -> String {
        self.lang().number(number)
    }

    fn lang(&self) -> Lang {
        self.0.as_ref().and_then(|catalogue| Lang::of_tag(catalogue.tag())).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::rules;
    use crate::span::Span;

    fn words(tag: &str, text: &str) -> Words {
        Arc::new(Catalogue::parse(tag, text).unwrap()).into()
    }

    #[test]
    fn a_finding_is_put_into_the_language() {
        let found = rules::xml_not_well_formed::expected(Span::new(0, 1), Span::new(1, 3), "white space");
        let section = "[rule xml-not-well-formed]\n".to_owned() + &"title a\nhelp b\n".repeat(5);
        let french =
            words("fr", &(section + "title {1} au lieu de `{0}`\nhelp {1}\n[words]\nwhite space\n\tun espace\n"));
        assert_eq!(french.title(&found, "abcd"), "un espace au lieu de `bc`");
        assert_eq!(french.help(&found, "abcd"), "un espace");
        assert_eq!(ENGLISH.title(&found, "abcd"), "`bc` is where white space is expected");
        let other = rules::loc_relative(Span::new(0, 1), "x");
        assert_eq!(french.title(&other, "/"), ENGLISH.title(&other, "/"), "it is not translated");
    }

    #[test]
    fn numbers_follow_the_tag_of_the_catalog() {
        let all = ["fr", "es", "eo"].map(|tag| words(tag, "").number(50_000));
        assert_eq!(all, ["50\u{202F}000", "50.000", "50,000"]);
    }

    #[test]
    fn sentences_and_phrases_are_filled() {
        let french = words(
            "fr",
            "[words]\nport {0}\n\tle port {0}\nerror\n\terreur\nerrors\n\terreurs\n{0} in {1}\n\tdans {1}, {0}\n",
        );
        assert_eq!(french.sentence("{0} in {1}", &["a", "b"]), "dans b, a");
        assert_eq!(french.sentence("{0} {x} {7} {", &["a"]), "a {x} {7} {");
        assert_eq!(french.count(0, "error", "errors"), "0 erreur");
        assert_eq!(ENGLISH.count(0, "error", "errors"), "0 errors");
        assert_eq!(french.count(2_000, "error", "errors"), "2\u{202F}000 erreurs");
        let phrase = Arg::phrase("port {0}", ["8080".to_owned().into()]);
        let found = |arg| rules::xml_not_well_formed(Span::new(0, 1), arg);
        assert_eq!(ENGLISH.title(&found(phrase.clone()), ""), "`port 8080` is not allowed here");
        assert_eq!(french.title(&found(phrase), ""), "`le port 8080` is not allowed here");
    }
}
