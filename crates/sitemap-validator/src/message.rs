//! The texts of a finding: templates filled with values of the file, safe to show.

mod catalogue;
mod words;

use std::fmt::Write;

pub use catalogue::{Catalogue, Fault};
pub use words::{ENGLISH, Words};

use sitemap_validator_protocol::characters::is_visible;
use sitemap_validator_protocol::secret::hidden_value;

use crate::diagnostic::{Arg, Diagnostic};
use crate::span::At;

/// The maximum length of a quoted value; longer ones are cut in the middle.
const QUOTED: usize = 60;

/// The text of the catalogue for the language tag `fr` or `es`, for [`Catalogue::parse`]; `None` for other tags.
pub fn catalogue_text(tag: &str) -> Option<&'static str> {
    Some(match tag {
        "fr" => include_str!(concat!(env!("OUT_DIR"), "/fr.txt")),
        "es" => include_str!(concat!(env!("OUT_DIR"), "/es.txt")),
        _ => return None,
    })
}

/// Defines sentences as constants, and `ALL` of them, which a catalogue must translate.
#[macro_export]
macro_rules! sentences {
    ($($(#[$meta:meta])* $name:ident = $text:literal;)+) => {
        $($(#[$meta])* pub const $name: &str = $text;)+

        /// All sentences.
        pub const ALL: &[&str] = &[$($name),+];
    };
}

/// The title of a finding in English; code is in back-ticks.
pub fn title(diagnostic: &Diagnostic, text: &str) -> String {
    ENGLISH.title(diagnostic, text)
}

/// The help of a finding in English; code is in back-ticks.
pub fn help(diagnostic: &Diagnostic, text: &str) -> String {
    ENGLISH.help(diagnostic, text)
}

fn fill(template: &str, args: &[Arg], text: &str, words: &Words) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    fill_in(&mut out, template, args, text, words);
    out
}

fn fill_in(out: &mut String, template: &str, args: &[Arg], text: &str, words: &Words) {
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(rest.at(..open));
        let index = rest.as_bytes().get(open + 1).filter(|byte| byte.is_ascii_digit());
        match index {
            Some(&digit) if rest.as_bytes().get(open + 2) == Some(&b'}') => {
                if let Some(arg) = args.get(usize::from(digit - b'0')) {
                    write_arg(out, arg, text, words);
                }
                rest = rest.at(open + 3..);
            }
            _ => {
                out.push('{');
                rest = rest.at(open + 1..);
            }
        }
    }
    out.push_str(rest);
}

fn write_arg(out: &mut String, arg: &Arg, text: &str, words: &Words) {
    match arg {
        Arg::Source(span) => quote(out, text.at(*span)),
        Arg::Word(word) => out.push_str(words.word(word)),
        Arg::Phrase(phrase) => fill_in(out, words.word(phrase.template), &phrase.args, text, words),
        Arg::Text(value) => quote(out, value),
        Arg::Number(number) => out.push_str(&words.number(*number)),
        Arg::Char(character) => {
            if is_visible(*character) {
                out.push(*character);
            } else {
                escape(out, *character);
            }
        }
    }
}

/// Writes `value`, cut in the middle at 60 characters. Characters that are invisible or would reorder
/// the line are escaped, and back-ticks, which delimit code, are replaced with a similar accent. Markup is cut
/// at its end, as the cut would change its meaning. Names and passwords in URLs are hidden.
pub fn quote(out: &mut String, value: &str) {
    let value = &*hidden_value(value);
    let count = value.chars().count();
    let (head, tail) = match count {
        ..=QUOTED => (count, count),
        _ if value.starts_with('<') => (QUOTED - 1, count),
        _ => (QUOTED / 2, count - (QUOTED - QUOTED / 2 - 1)),
    };
    for (index, character) in value.chars().enumerate() {
        if index == head && tail > head {
            out.push('…');
        }
        if index >= head && index < tail {
            continue;
        }
        match character {
            '`' => out.push('ˋ'),
            '\n' => out.push('⏎'),
            '\t' => out.push('⇥'),
            _ if is_visible(character) => out.push(character),
            _ => escape(out, character),
        }
    }
}

fn escape(out: &mut String, character: char) {
    let _ = write!(out, "U+{:04X}", u32::from(character));
}

/// `number` with a comma between thousands.
pub fn number(number: u64) -> String {
    ENGLISH.number(number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn arguments_stand_where_the_template_says() {
        let args = [Arg::Source(Span::new(1, 3)), Arg::Number(1_204_000), Arg::Char('\u{B}')];
        assert_eq!(fill("`{0}` and {1}, {2}; {x}", &args, "abcd", &ENGLISH), "`bc` and 1,204,000, U+000B; {x}");
    }

    #[test]
    fn long_values_are_cut_in_the_middle_and_made_safe() {
        let mut out = String::new();
        quote(&mut out, &"a".repeat(100));
        assert_eq!(out.chars().count(), QUOTED);
        assert!(out.contains('…'));
        out.clear();
        quote(&mut out, "a\u{202E}b`c");
        assert_eq!(out, "aU+202Ebˋc");
        out.clear();
        quote(&mut out, "https://me:pw@a.example/");
        assert_eq!(out, "https://***@a.example/");
        out.clear();
        quote(&mut out, &"<b class=\"x\">".repeat(9));
        assert!(out.starts_with("<b class=\"x\"><b") && out.ends_with('…') && out.chars().count() == QUOTED, "{out}");
    }
}
