//! The words of a finding: templates filled with what stands in this file, safe to show.

use std::fmt::Write;

use crate::diagnostic::{Arg, Diagnostic};

/// The longest a value is quoted; longer ones are cut in the middle.
const QUOTED: usize = 60;

/// The sentence that says what is the case; code is in back-ticks.
pub fn title(diagnostic: &Diagnostic, text: &str) -> String {
    fill(diagnostic.template().title, &diagnostic.args, text)
}

/// What to do; code is in back-ticks.
pub fn help(diagnostic: &Diagnostic, text: &str) -> String {
    fill(diagnostic.template().help, &diagnostic.args, text)
}

fn fill(template: &str, args: &[Arg], text: &str) -> String {
    let mut out = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        out.push_str(&rest[..open]);
        let index = rest.as_bytes().get(open + 1).filter(|byte| byte.is_ascii_digit());
        match index {
            Some(&digit) if rest.as_bytes().get(open + 2) == Some(&b'}') => {
                if let Some(arg) = args.get(usize::from(digit - b'0')) {
                    write_arg(&mut out, arg, text);
                }
                rest = &rest[open + 3..];
            }
            _ => {
                out.push('{');
                rest = &rest[open + 1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn write_arg(out: &mut String, arg: &Arg, text: &str) {
    match arg {
        Arg::Source(span) => quote(out, text.get(span.range()).unwrap_or_default()),
        Arg::Word(word) => out.push_str(word),
        Arg::Text(value) => quote(out, value),
        Arg::Number(number) => thousands(out, *number),
        Arg::Char(character) => {
            if visible(*character) {
                out.push(*character);
            } else {
                escape(out, *character);
            }
        }
    }
}

/// Writes `value` cut in the middle at sixty characters, with what cannot be seen, or would reorder
/// the line, as escapes, and back-ticks as apostrophes, as they delimit code.
pub fn quote(out: &mut String, value: &str) {
    let count = value.chars().count();
    let (head, tail) = if count > QUOTED { (QUOTED / 2, count - (QUOTED - QUOTED / 2 - 1)) } else { (count, count) };
    for (index, character) in value.chars().enumerate() {
        if index == head && tail > head {
            out.push('…');
        }
        if index >= head && index < tail {
            continue;
        }
        match character {
            '`' => out.push('\''),
            '\n' => out.push('⏎'),
            '\t' => out.push('⇥'),
            _ if visible(character) => out.push(character),
            _ => escape(out, character),
        }
    }
}

/// False for controls, invisible and bidirectional formatting characters.
pub fn visible(character: char) -> bool {
    !(character.is_control()
        || matches!(character,
            '\u{A0}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}' | '\u{FFFE}' | '\u{FFFF}'))
}

fn escape(out: &mut String, character: char) {
    let _ = write!(out, "U+{:04X}", u32::from(character));
}

/// `number` with a comma between thousands.
pub fn number(number: u64) -> String {
    let mut out = String::new();
    thousands(&mut out, number);
    out
}

/// Writes `number` with a comma between thousands.
pub fn thousands(out: &mut String, number: u64) {
    let digits = number.to_string();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn arguments_stand_where_the_template_says() {
        let args = [Arg::Source(Span::new(1, 3)), Arg::Number(1_204_000), Arg::Char('\u{B}')];
        assert_eq!(fill("`{0}` and {1}, {2}; {x}", &args, "abcd"), "`bc` and 1,204,000, U+000B; {x}");
    }

    #[test]
    fn long_values_are_cut_in_the_middle_and_made_safe() {
        let mut out = String::new();
        quote(&mut out, &"a".repeat(100));
        assert_eq!(out.chars().count(), QUOTED);
        assert!(out.contains('…'));
        out.clear();
        quote(&mut out, "a\u{202E}b`c");
        assert_eq!(out, "aU+202Eb'c");
    }
}
