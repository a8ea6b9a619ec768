//! What programs write instead of a value: code of template languages that did not run, names of missing values, and
//! parameters of routes.

use crate::span::At;
use crate::value::url::host::is_file_extension;

/// Delimiters of template languages. Template code has both, in order.
const DELIMITERS: [(&str, &str); 7] =
    [("{{", "}}"), ("{%", "%}"), ("${", "}"), ("<%", "%>"), ("<?=", "?>"), ("<?php", "?>"), ("[[", "]]")];

/// True for text before a document in the source of a template: front matter, or template code.
pub(crate) fn is_template_head(text: &str) -> bool {
    text.starts_with("---") && text.lines().skip(1).any(|line| line.trim_end() == "---") || template(text).is_some()
}

/// The first piece of template code in `text`.
pub(crate) fn template(text: &str) -> Option<(usize, usize)> {
    // Every opening delimiter has one of these; a plain value has none.
    if !text.bytes().any(|byte| matches!(byte, b'{' | b'<' | b'[' | b'@')) {
        return None;
    }
    let delimited = DELIMITERS.into_iter().filter_map(|(open, close)| {
        let start = text.find(open)?;
        let inner = start + open.len();
        let length = text.get(inner..)?.find(close)?;
        Some((start, inner + length + close.len()))
    });
    let razor = text.find("@Model.").map(|start| {
        let rest = text.at(start + 7..);
        let name = rest.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_')).count();
        (start, start + 7 + name)
    });
    delimited.chain(razor).min()
}

/// What programs print for missing values.
const MISSING: [&str; 14] = [
    "undefined",
    "null",
    "NaN",
    "[object Object]",
    "[object Undefined]",
    "[object Null]",
    "[object Promise]",
    "None",
    "False",
    "nil",
    "<nil>",
    "(null)",
    "NULL",
    "NaT",
];

/// True for what programs print for a missing value.
pub(crate) fn is_missing_value(text: &str) -> bool {
    MISSING.contains(&text)
}

/// The same, for a value that has to be a URL.
pub(crate) fn is_missing_url(text: &str) -> bool {
    const OTHERS: [&str; 8] = ["none", "false", "true", "True", "nan", "Null", "N/A", "n/a"];
    is_missing_value(text) || OTHERS.contains(&text)
}

/// The same, for a host, whose case does not matter.
pub(crate) fn is_missing_host(host: &str) -> bool {
    ["undefined", "null", "none", "nan", "nil"].iter().any(|name| host.eq_ignore_ascii_case(name))
        || host.starts_with("[object")
}

/// The same, for a decoded segment of a path, with or without a file extension, or for the value of a parameter.
pub(crate) fn is_missing_segment(segment: &str) -> bool {
    const NAMES: [&str; 8] =
        ["undefined", "null", "NaN", "None", "[object Object]", "[object Undefined]", "(null)", "<nil>"];
    let stem = segment.rsplit_once('.').filter(|(_, extension)| is_file_extension(extension));
    NAMES.contains(&stem.map_or(segment, |(stem, _)| stem))
}

/// True for what programs print for a date that they could not read: `Invalid Date`, `NaN-NaN-NaN`.
pub(crate) fn is_unread_date(text: &str) -> bool {
    if super::url::starts_with_ignoring_case(text, "invalid date") {
        return true;
    }
    // Each of the names has one of these letters, and hardly any date does.
    if !text.bytes().any(|byte| matches!(byte, b'N' | b'u')) {
        return false;
    }
    let rest = ["NaN", "undefined", "null"].iter().fold(text.to_owned(), |rest, name| rest.replace(name, ""));
    rest.len() < text.len()
        && !rest.is_empty()
        && rest.bytes().all(|byte| byte.is_ascii_digit() || b"-/:.TZ+ ".contains(&byte))
}

/// Tags of HTML, which are no parameters.
const TAGS: [&str; 6] = ["br", "div", "em", "li", "span", "strong"];

/// True for a decoded segment of a path that is the parameter of a route: `[slug]`, `:slug`, `$slug`, `{slug}`,
/// `<int:id>`, `(group)`, `*`.
pub(crate) fn is_route_parameter(segment: &str) -> bool {
    let is_name = |text: &str| {
        text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
    };
    let within = |open: char, close: char| segment.strip_prefix(open)?.strip_suffix(close);
    let dots = |text: &'_ str| text.trim_start_matches('.').to_owned();
    matches!(segment, "*" | "**")
        || within('[', ']').is_some_and(|name| is_name(&dots(name)))
        || within('(', ')').is_some_and(is_name)
        || within('{', '}').is_some_and(|name| name.split([':', '=', '?', '*']).next().is_some_and(is_name))
        || within('<', '>')
            .is_some_and(|name| name.rsplit(':').next().is_some_and(is_name) && name.len() > 1 && !TAGS.contains(&name))
        || segment.strip_prefix(':').is_some_and(|name| is_name(name.trim_end_matches(['?', '*', '+'])))
        || segment.strip_prefix('$').is_some_and(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_routes_are_told_from_names() {
        for segment in [
            "[slug]",
            "[...path]",
            ":slug",
            ":id?",
            "$slug",
            "{id}",
            "{id:int}",
            "<slug>",
            "<int:pk>",
            "(marketing)",
            "*",
        ] {
            assert!(is_route_parameter(segment), "{segment}");
        }
        for segment in [
            "slug",
            "[1]",
            "[]",
            "ids[]",
            ":",
            "$100",
            "$",
            "{}",
            "a{b}",
            "lamp_(red)",
            "(2)",
            "(S(x))",
            "a*",
            "<",
            "@me",
            "",
        ] {
            assert!(!is_route_parameter(segment), "{segment}");
        }
    }

    #[test]
    fn dates_that_could_not_be_read() {
        for text in [
            "Invalid Date",
            "Invalid date",
            "Invalid DateTime",
            "NaN-NaN-NaN",
            "NaN-NaN-NaNTNaN:NaN:NaN.NaNZ",
            "2026-NaN-01",
            "undefined-undefined-undefined",
        ] {
            assert!(is_unread_date(text), "{text}");
        }
        for text in ["NaN", "2026-05-01", "nullable", "invalid", "-", ""] {
            assert!(!is_unread_date(text), "{text}");
        }
    }

    #[test]
    fn segments_of_missing_values() {
        for segment in ["undefined", "null.html", "NaN", "None", "[object Object]"] {
            assert!(is_missing_segment(segment), "{segment}");
        }
        for segment in ["undefined-behavior", "Null", "none", "nan", "null.zip", "nullable", ""] {
            assert!(!is_missing_segment(segment), "{segment}");
        }
    }

    #[test]
    fn templates_need_both_delimiters() {
        for (text, token) in [
            ("https://a/{{ page.url }}/x", "{{ page.url }}"),
            ("{% url %}", "{% url %}"),
            ("${base}/x", "${base}"),
            ("<%= url %>", "<%= url %>"),
            ("<?= $url ?>", "<?= $url ?>"),
            ("[[ url ]]", "[[ url ]]"),
            ("https://a/@Model.Slug/x", "@Model.Slug"),
            ("x{{a}}{{b}}", "{{a}}"),
        ] {
            let (start, end) = template(text).unwrap();
            assert_eq!(&text[start..end], token);
        }
        assert!(is_template_head("---\nlayout: null\n---") && !is_template_head("--- a note"));
        for text in ["https://a/{{x", "https://a/x}}", "a{b}c", "ids[]=1", "a@b", "100%}", "", "}}{{"] {
            assert_eq!(template(text), None, "{text}");
        }
    }
}
