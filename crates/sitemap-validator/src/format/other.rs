//! Files that are neither XML nor lists of URLs: data, messages, source code.

use crate::diagnostic::Diagnostic;
use crate::span::{At, Span};
use crate::value::trimmed;

use super::pages;
use super::sniff::lines;
use crate::rules;

/// The number of bytes of a file that are searched.
const HEAD: usize = 64 * 1024;

/// The maximum size of a JSON file, in bytes, that is taken for a mere message.
const SMALL: usize = 4 * 1024;

/// The type of a file that is not a sitemap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Other {
    /// The description of the type, with its article.
    pub(crate) name: &'static str,
    /// The advice on what to do.
    pub(crate) advice: Advice,
    /// The message of a server, if it is one.
    pub(crate) message: Option<Span>,
}

/// What to do with a file that is not a sitemap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Advice {
    /// Choose a sitemap.
    General,
    /// Find out what the server's message means.
    Message,
    /// Extract the URLs from it.
    Urls,
    /// Save the column with the URLs.
    Table,
    /// Make a sitemap from its URLs.
    UrlTable,
    /// Put the entries into a root element.
    Entries,
    /// Copy the URLs, or create the sitemap with software.
    Document,
    /// Run it.
    Source,
    /// Delete it.
    Leftover,
}

/// The finding on a file that is not a sitemap; `what` is its type, if known.
pub(super) fn finding(what: Option<Other>) -> Diagnostic {
    use rules::structure_unknown_format as message;
    let start = Span::at(0);
    let Some(Other { name, advice, message: said }) = what else { return message::text(start) };
    let message = match advice {
        Advice::General | Advice::Entries => rules::structure_unknown_format,
        Advice::Message => return message::message(start, said.unwrap_or_default()),
        Advice::Urls => message::with_urls,
        Advice::Table | Advice::UrlTable => message::spreadsheet,
        Advice::Document => message::copy_urls,
        Advice::Source => message::program,
        Advice::Leftover => message::macos_file,
    };
    message(start, name)
}

/// The finding on a file with URLs of which a sitemap can be made.
pub(super) fn with_urls(text: &str, what: Option<Other>, own: Option<&str>) -> Option<Diagnostic> {
    let (sitemap, count) = pages::urls_in(text, own)?;
    Some(rules::structure_unknown_format::several_urls(Span::at(0), what?.name, count).suggest(sitemap))
}

impl Other {
    /// A type with this description and advice, without a message.
    pub(crate) const fn new(name: &'static str, advice: Advice) -> Self {
        Self { name, advice, message: None }
    }
}

/// True for a JSON number (RFC 8259 §6); leading zeros are allowed.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    digits(whole) && digits(fraction) && digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent))
}

/// Recognizes a JSON object or array; `{{` is a template, `[note]` a log.
pub(super) fn json(text: &str, start: usize) -> Option<Other> {
    let rest = text.get(start..)?;
    let inner = rest.at(1..).trim_start();
    let is_json = match rest.as_bytes().first() {
        Some(b'{') => inner.starts_with(['"', '}']),
        Some(b'[') => {
            let first = inner.split([',', ']']).next().unwrap_or_default().trim_end();
            inner.starts_with(['{', '[', '"', ']']) || matches!(first, "true" | "false" | "null") || is_number(first)
        }
        _ => false,
    };
    if !is_json {
        return None;
    }
    let head = text.at(start..text.floor_char_boundary(start + HEAD));
    let urls = ["\"http://", "\"https://", "\"http:\\/\\/", "\"https:\\/\\/"];
    let urls: usize = urls.iter().map(|url| head.matches(url).take(3).count()).sum();
    let message = (rest.len() <= SMALL && urls < 3).then(|| json_message(text, start)).flatten();
    Some(match message {
        Some(_) => Other { message, ..Other::new("JSON", Advice::Message) },
        None => Other::new("JSON", if urls > 0 { Advice::Urls } else { Advice::General }),
    })
}

/// The text of the message in a small JSON object.
fn json_message(text: &str, start: usize) -> Option<Span> {
    let keys = ["message", "error_description", "detail", "error", "msg", "errorMessage"];
    keys.iter().find_map(|key| {
        let quoted = format!("\"{key}\"");
        let from = start + text.get(start..)?.find(&quoted)? + quoted.len();
        let value = text.get(from..)?.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        let from = text.len() - value.len();
        let mut before = b' ';
        let length = value.bytes().position(|byte| {
            let ends = byte == b'"' && before != b'\\';
            before = if before == b'\\' { b' ' } else { byte };
            ends
        })?;
        (length > 0).then(|| Span::new(from, from + length))
    })
}

/// Recognizes source code by its start.
pub(super) fn source(rest: &str) -> Option<Other> {
    let head = rest.get(..rest.floor_char_boundary(HEAD)).unwrap_or(rest);
    if let Some(line) = head.strip_prefix("#!") {
        let python = line.lines().next().is_some_and(|line| line.contains("python"));
        return Some(Other::new(if python { "a Python script" } else { "a script" }, Advice::Source));
    }
    if ["@charset ", "@import ", "@media ", "@font-face", ":root", "/*! normalize"]
        .iter()
        .any(|at| head.starts_with(at))
    {
        return Some(Other::new("a CSS style sheet", Advice::General));
    }
    let code = uncommented(head)?;
    if is_javascript(code) {
        return Some(Other::new("JavaScript", Advice::Source));
    }
    is_css(code).then(|| Other::new("a CSS style sheet", Advice::General))
}

/// `code` without the comments at its start; `None` if one has no end.
fn uncommented(mut code: &str) -> Option<&str> {
    loop {
        code = code.trim_start();
        code = if let Some(comment) = code.strip_prefix("/*") {
            comment.split_once("*/")?.1
        } else if code.starts_with("//") {
            code.split_once('\n')?.1
        } else {
            return Some(code);
        };
    }
}

fn is_javascript(code: &str) -> bool {
    const SURE: [&str; 10] = [
        "\"use strict\"",
        "'use strict'",
        "\"use client\"",
        "(function",
        "!function",
        "(()=>",
        "(() =>",
        "module.exports",
        "export default",
        "async function",
    ];
    const LIKELY: [&str; 9] =
        ["import ", "import{", "export ", "const ", "let ", "var ", "function ", "window.", "self."];
    let first = code.lines().next().unwrap_or_default();
    SURE.iter().any(|start| code.starts_with(start))
        || LIKELY.iter().any(|start| first.starts_with(start))
            && (first.contains('=') || first.contains('{') || first.contains(['"', '\'']))
            && (code.contains(';') || code.contains("=>") || code.contains('}'))
}

/// True if the text starts with a CSS rule, `selector { property: value`.
fn is_css(code: &str) -> bool {
    let Some((selector, rest)) = code.split_once('{') else { return false };
    let written = |letter: char| letter.is_ascii_alphanumeric() || " \n\r\t.#,:>*~+-_()[]=\"".contains(letter);
    let Some((property, _)) = rest.split_once(':') else { return false };
    let property = property.trim();
    !selector.trim().is_empty()
        && selector.len() <= 400
        && selector.chars().all(written)
        && rest.contains('}')
        && !property.is_empty()
        && property.chars().all(|letter| letter.is_ascii_alphabetic() || letter == '-')
}

/// Recognizes PHP, ASP or JSP in a file that begins with markup. A document that contains some code is checked as XML.
pub(super) fn template(rest: &str) -> Option<Other> {
    const ROOTS: [&str; 6] = ["<?xml", "<urlset", "<sitemapindex", "<rss", "<feed", "<!doctype"];
    let (code, end, name) = match rest.strip_prefix("<%") {
        Some(code) => (code, "%>", "ASP or JSP source code"),
        None => (rest.strip_prefix("<?")?, "?>", "PHP source code"),
    };
    let php = code.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("php"));
    let begins = code.get(if php { 3 } else { 0 }..)?.starts_with(['=', ' ', '\t', '\r', '\n']);
    if end == "?>" && !begins {
        return None;
    }
    let markup = code.split_once(end).is_some_and(|(_, after)| {
        let head = after.get(..after.floor_char_boundary(HEAD)).unwrap_or(after);
        let is_root = |line: &str| ROOTS.iter().any(|root| line.trim_start().starts_with(root));
        // A processing instruction before an element is well-formed.
        php && after.trim_start().starts_with('<') || head.lines().any(is_root)
    });
    (!markup).then(|| Other::new(name, Advice::Source))
}

/// Recognizes other text formats.
pub(super) fn text(rest: &str, start: usize) -> Option<Other> {
    for (begin, name) in [
        ("version https://git-lfs.github.com/", "a Git LFS pointer, not the file itself"),
        ("From: <Saved by ", "a saved web page (MHTML)"),
        ("-- phpMyAdmin", "an SQL dump"),
        ("-- MySQL dump", "an SQL dump"),
        ("CREATE TABLE ", "SQL"),
        ("INSERT INTO ", "SQL"),
        ("BEGIN:VCALENDAR", "a calendar"),
        ("-----BEGIN ", "a key or certificate"),
    ] {
        if rest.starts_with(begin) {
            return Some(Other::new(name, Advice::General));
        }
    }
    if let Some(message) = message(rest) {
        let message = Some(Span::new(start + message.start as usize, start + message.end as usize));
        return Some(Other { message, ..Other::new("a message", Advice::Message) });
    }
    if is_table(rest) {
        return Some(Other::new("CSV", Advice::Table));
    }
    is_markdown(rest).then(|| {
        let urls = lines(rest).any(|line| line.contains("http"));
        Other::new("Markdown", if urls { Advice::Urls } else { Advice::General })
    })
}

/// A single line with an error message.
fn message(rest: &str) -> Option<Span> {
    const WORDS: [&str; 10] = [
        "not found",
        "forbidden",
        "access denied",
        "unauthorized",
        "bad gateway",
        "service unavailable",
        "internal server error",
        "too many requests",
        "nosuchkey",
        "an error",
    ];
    let line = rest.get(trimmed(rest))?;
    let lower = (line.len() <= 200 && !line.contains('\n')).then(|| line.to_ascii_lowercase())?;
    let says = WORDS.iter().any(|word| lower.contains(word)) || lower.starts_with("error");
    says.then(|| Span::new(0, line.len()))
}

/// True for at least two lines with the same number of separators.
fn is_table(rest: &str) -> bool {
    [',', ';', '\t'].iter().any(|separator| {
        let mut counts = lines(rest).map(|line| line.matches(*separator).count());
        let first = counts.next().unwrap_or(0);
        let mut others = 0;
        first > 0 && counts.inspect(|_| others += 1).all(|count| count == first) && others > 0
    })
}

/// True if the first lines contain at least two headings, links or code fences.
fn is_markdown(rest: &str) -> bool {
    let heading = |line: &str| line.starts_with('#') && line.trim_start_matches('#').starts_with(' ');
    let marks = lines(rest).filter(|line| heading(line) || line.contains("](") || line.starts_with("```"));
    marks.take(2).count() == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(found: Option<Other>) -> Option<(&'static str, Advice)> {
        found.map(|found| (found.name, found.advice))
    }

    #[test]
    fn json_is_a_list_a_message_or_other_data() {
        for (text, advice, message) in [
            ("{\"urls\": [\"https://a/\"]}", Advice::Urls, ""),
            ("[\"https:\\/\\/a\\/\"]", Advice::Urls, ""),
            ("{}", Advice::General, ""),
            ("[1, 2]", Advice::General, ""),
            ("{\"status\":404,\"message\" : \"No \\\"map\\\" here\"}", Advice::Message, "No \\\"map\\\" here"),
            ("{\"error\":{\"code\":403,\"message\":\"Forbidden\"}}", Advice::Message, "Forbidden"),
            ("{\"error\":\"no such page\",\"help\":\"https://a/\"}", Advice::Message, "no such page"),
            ("{\"message\":\"\"}", Advice::General, ""),
            ("{\"message\":\"ok\",\"urls\":[\"https://a/\",\"https://b/\",\"https://c/\"]}", Advice::Urls, ""),
            ("{\"message\":\"never ends", Advice::General, ""),
        ] {
            let found = json(text, 0).unwrap();
            assert_eq!((found.name, found.advice), ("JSON", advice), "{text}");
            assert_eq!(found.message.map_or("", |span| &text[span.range()]), message, "{text}");
        }
        for text in ["{{ site.url }}", "[note] x", "{a: 1}", "x"] {
            assert_eq!(json(text, 0), None, "{text}");
        }
    }

    #[test]
    fn source_code_is_known_by_its_start() {
        for text in [
            "import { MetadataRoute } from 'next'\nexport default function sitemap() {}",
            "const x = 1;",
            "// a comment\n/* and\nanother */\n!function(){}()",
            "\"use strict\";",
            "function a() { return 1 }",
        ] {
            assert_eq!(named(source(text)), Some(("JavaScript", Advice::Source)), "{text}");
        }
        for text in ["@charset \"utf-8\";", "body{margin:0}", "/* x */ .a > b:hover,\n#c { color : red; }"] {
            assert_eq!(named(source(text)), Some(("a CSS style sheet", Advice::General)), "{text}");
        }
        assert_eq!(named(source("#!/usr/bin/env python3\n")), Some(("a Python script", Advice::Source)));
        assert_eq!(named(source("#!/bin/sh\n")), Some(("a script", Advice::Source)));
        for text in ["let us see", "import and export of shells", "/* never ends", "// x", "a {", "a { \"b\": 1 }", ""]
        {
            assert_eq!(source(text), None, "{text}");
        }
        for text in ["<?php\necho '<?xml version=\"1.0\"?>';", "<?PHP echo 1; ?> text", "<?= $map ?>", "<? echo 1 ?>"] {
            assert_eq!(named(template(text)), Some(("PHP source code", Advice::Source)), "{text}");
        }
        assert_eq!(named(template("<%@ Page %>")), Some(("ASP or JSP source code", Advice::Source)));
        let echoed = "<?= '<?xml version=\"1.0\"?>'; ?>\n<urlset>";
        for text in
            ["<?php echo 1 ?>\n<a/>", echoed, "<%@ Page %>\n<urlset>", "<?xml version='1.0'?>", "<?phpx y?>", "<?"]
        {
            assert_eq!(template(text), None, "{text}");
        }
    }

    #[test]
    fn other_text_is_named() {
        for (given, name, advice) in [
            ("404: Not Found\n", "a message", Advice::Message),
            ("Error: no sitemap", "a message", Advice::Message),
            ("url,date\n/a,2024\n/b,2025", "CSV", Advice::Table),
            ("# Tidepool\n\n- [Shells](https://tidepool.page/shells)", "Markdown", Advice::Urls),
            ("# Tidepool\n## Shells\n", "Markdown", Advice::General),
            ("version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer, not the file itself", Advice::General),
        ] {
            assert_eq!(named(text(given, 0)), Some((name, advice)), "{given}");
        }
        assert_eq!(text("hello", 0), None);
        assert_eq!(text("# a comment\n/page", 0), None);
        assert_eq!(text("Forbidden\nfruits", 0), None);
        assert_eq!(text("\n404 page not found ", 3).and_then(|found| found.message), Some(Span::new(3, 21)));
    }
}
