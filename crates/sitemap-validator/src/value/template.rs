//! Code of template languages that did not run.

use crate::span::At;

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

#[cfg(test)]
mod tests {
    use super::*;

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
