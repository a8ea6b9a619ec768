//! The language that findings, and all else that is said, are put into.

use std::sync::Arc;

use super::catalogue::Catalogue;
use super::fill;
use crate::diagnostic::Diagnostic;

/// A language: English, or that of a catalogue. What a catalogue lacks is said in English.
#[derive(Debug, Clone, Default)]
pub struct Words(Option<Arc<Catalogue>>);

/// English.
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

    /// The sentence that says what is the case; code is in back-ticks.
    pub fn title(&self, diagnostic: &Diagnostic, text: &str) -> String {
        let template = self.wording(diagnostic).map_or(diagnostic.template().title, |[title, _]| title);
        fill(template, &diagnostic.args, text, self)
    }

    /// What to do; code is in back-ticks.
    pub fn help(&self, diagnostic: &Diagnostic, text: &str) -> String {
        let template = self.wording(diagnostic).map_or(diagnostic.template().help, |[_, help]| help);
        fill(template, &diagnostic.args, text, self)
    }

    fn wording(&self, diagnostic: &Diagnostic) -> Option<[&str; 2]> {
        self.0.as_ref()?.wording(diagnostic.rule, diagnostic.wording)
    }

    /// `english`, a word or a sentence, in this language.
    pub fn word<'w>(&'w self, english: &'w str) -> &'w str {
        self.0.as_ref().and_then(|catalogue| catalogue.word(english)).unwrap_or(english)
    }

    /// The same with `args` in the places of `{0}`, `{1}`, ...
    pub fn say(&self, english: &str, args: &[&str]) -> String {
        let mut parts = self.word(english).split('{');
        let mut out = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let arg =
                part.split_once('}').and_then(|(index, rest)| Some((args.get(index.parse::<usize>().ok()?)?, rest)));
            if let Some((arg, rest)) = arg {
                out.push_str(arg);
                out.push_str(rest);
            } else {
                out.push('{');
                out.push_str(part);
            }
        }
        out
    }

    /// `number` and what is counted, in English `one` or `many`.
    pub fn count(&self, number: u64, one: &str, many: &str) -> String {
        let mut out = self.number(number);
        out.push(' ');
        out.push_str(self.word(if self.is_one(number) { one } else { many }));
        out
    }

    /// True when what there are `number` of stands in the singular.
    pub(crate) fn is_one(&self, number: u64) -> bool {
        match self.tag() {
            // In French nothing is singular.
            "fr" => number < 2,
            _ => number == 1,
        }
    }

    /// `number` with what this language puts between thousands.
    pub fn number(&self, number: u64) -> String {
        let mut out = String::new();
        self.thousands(&mut out, number);
        out
    }

    pub(super) fn thousands(&self, out: &mut String, number: u64) {
        let digits = number.to_string();
        let between = match self.tag() {
            "fr" => '\u{202F}',
            // Four digits stand together.
            "es" if digits.len() < 5 => return out.push_str(&digits),
            "es" => '.',
            _ => ',',
        };
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                out.push(between);
            }
            out.push(digit);
        }
    }

    fn tag(&self) -> &str {
        self.0.as_ref().map_or("en", |catalogue| catalogue.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Arg;
    use crate::registry::Rule;
    use crate::span::Span;

    fn words(tag: &str, text: &str) -> Words {
        Arc::new(Catalogue::parse(tag, text).unwrap()).into()
    }

    #[test]
    fn a_finding_is_put_into_the_language() {
        let found =
            Diagnostic::new(Rule::XmlNotWellFormed, Span::new(0, 1)).wording(5).arg(Span::new(1, 3)).arg("white space");
        let section = "[rule xml-not-well-formed]\n".to_owned() + &"title a\nhelp b\n".repeat(5);
        let french =
            words("fr", &(section + "title {1} au lieu de `{0}`\nhelp {1}\n[words]\nwhite space\n\tun espace\n"));
        assert_eq!(french.title(&found, "abcd"), "un espace au lieu de `bc`");
        assert_eq!(french.help(&found, "abcd"), "un espace");
        assert_eq!(ENGLISH.title(&found, "abcd"), "`bc` stands where white space is expected");
        let other = Diagnostic::new(Rule::LocRelative, Span::new(0, 1));
        assert_eq!(french.title(&other, "/"), ENGLISH.title(&other, "/"), "it is not translated");
    }

    #[test]
    fn numbers_have_the_separators_of_the_language() {
        let all = [Words::default(), words("fr", ""), words("es", "")];
        let number = |number| all.each_ref().map(|words| words.number(number));
        assert_eq!(number(999), ["999"; 3]);
        assert_eq!(number(1_204), ["1,204", "1\u{202F}204", "1204"]);
        assert_eq!(number(50_000), ["50,000", "50\u{202F}000", "50.000"]);
        assert_eq!(number(1_234_567), ["1,234,567", "1\u{202F}234\u{202F}567", "1.234.567"]);
    }

    #[test]
    fn sentences_and_phrases_are_filled() {
        let french = words(
            "fr",
            "[words]\nport {0}\n\tle port {0}\nerror\n\terreur\nerrors\n\terreurs\n{0} in {1}\n\tdans {1}, {0}\n",
        );
        assert_eq!(french.say("{0} in {1}", &["a", "b"]), "dans b, a");
        assert_eq!(french.say("{0} {x} {7} {", &["a"]), "a {x} {7} {");
        assert_eq!(french.count(0, "error", "errors"), "0 erreur");
        assert_eq!(ENGLISH.count(0, "error", "errors"), "0 errors");
        assert_eq!(french.count(2_000, "error", "errors"), "2\u{202F}000 erreurs");
        let phrase = Arg::phrase("port {0}", ["8080".to_owned().into()]);
        let found = |arg| Diagnostic::new(Rule::XmlNotWellFormed, Span::new(0, 1)).arg(arg);
        assert_eq!(ENGLISH.title(&found(phrase.clone()), ""), "`port 8080` is not allowed here");
        assert_eq!(french.title(&found(phrase), ""), "`le port 8080` is not allowed here");
    }
}
