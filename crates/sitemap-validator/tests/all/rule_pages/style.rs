//! The style of messages: rules for all titles and help texts.

use sitemap_validator::registry::MessageInfo;

/// The style errors of `message`.
pub(crate) fn problems(message: &MessageInfo) -> Vec<String> {
    let MessageInfo { title, help, .. } = message;
    let mut problems = Vec::new();
    let mut check = |wrong: bool, problem: String| {
        if wrong {
            problems.push(problem);
        }
    };
    check(title.chars().count() > 80, format!("more than 80 characters: {title}"));
    check(title.ends_with('.'), format!("a full stop at the end of a title: {title}"));
    check(help.trim().is_empty(), format!("no help: {title}"));
    for text in [title, help] {
        check(text.trim() != *text, format!("white space around: {text:?}"));
        check(text.contains("TITLE") || text.contains("HELP"), format!("left over: {text}"));
        check(text.contains("Error:") || text.contains('!') && !text.contains('`'), format!("too loud: {text}"));
        check(text.matches('`').count() % 2 != 0, format!("back-ticks do not match: {text}"));
        check(text.contains("  "), format!("two spaces in a row: {text}"));
        check(!starts_well(text), format!("does not begin with a capital letter: {text}"));
        check(alone(text), format!("\"invalid\" does not say what would be valid: {text}"));
    }
    problems
}

/// The numbers of the arguments in `template`.
pub(crate) fn placeholders(template: &str) -> impl Iterator<Item = usize> {
    template.as_bytes().windows(3).filter_map(|part| match part {
        [b'{', digit @ b'0'..=b'9', b'}'] => Some(usize::from(digit - b'0')),
        _ => None,
    })
}

/// True if the text starts with a capital letter, a digit, code, or an argument.
fn starts_well(text: &str) -> bool {
    text.is_empty()
        || text.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit() || "`{<".contains(first))
}

/// True if the text only says "invalid".
fn alone(text: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|word| word.eq_ignore_ascii_case("invalid"))
}
