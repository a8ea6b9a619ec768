//! Advice: findings that do not make a file invalid.

use memchr::{memchr_iter, memmem};

use super::{DocumentFacts, with_leading_space};
use crate::diagnostic::Edit;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::source::Source;
use crate::span::{At, Span};
use crate::value::is_blank;
use crate::xml::tokens::{Token, Tokens};

/// The size from which compression is advised: 5 MiB.
const LARGE: u64 = 5 * 1024 * 1024;

/// Reports advice on the whole file.
pub(crate) fn document(source: &Source, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
    if let (Some(first), true) = (facts.first_loc, facts.http_only) {
        reporter.report(rules::advice_http_urls(first));
    }
    let origin = &source.origin;
    if origin.bytes == origin.decompressed && origin.bytes > LARGE {
        reporter.report(rules::advice_compress(Span::at(0), origin.bytes));
    }
    let sitemap = facts.urlset || facts.index;
    if sitemap && reporter.wants(Rule::AdviceIndentation) && reporter.fatal_at().is_none() {
        let runs = indentation(source.text());
        if !runs.is_empty() {
            let bytes: usize = runs.iter().map(|run| run.len()).sum();
            let edits: Vec<Edit> = runs.into_iter().map(Edit::delete).collect();
            reporter.report(rules::advice_indentation(Span::at(0), bytes).safe(edits));
        }
    }
}

/// Checks a comment or processing instruction at `span` of `source`.
pub(crate) fn comment_or_instruction(source: &str, span: Span, reporter: &mut Reporter<'_>) {
    let Some(text) = source.get(span.range()) else { return };
    if let Some(url) = ping_endpoint(text) {
        let base = span.start as usize;
        let url = Span::new(base + url.start, base + url.end);
        let diagnostic = rules::advice_ping_endpoint(url, url);
        // The comment may contain more.
        reporter.report(diagnostic.suggest(Edit::delete(with_leading_space(source, span))));
    }
    if let Some(data) = text.strip_prefix("<?xml-stylesheet")
        && let Some("text/xsl" | "application/xslt+xml") = pseudo_attribute(data, "type")
    {
        let diagnostic = rules::advice_xslt_stylesheet(span);
        reporter.report(diagnostic.suggest(Edit::delete(with_leading_space(source, span))));
    }
}

/// True if the comment at `span` contains a former ping endpoint.
pub(crate) fn comment_has_advice(source: &str, span: Span) -> bool {
    source.get(span.range()).is_some_and(|text| ping_endpoint(text).is_some())
}

/// The range of the URL of a former ping endpoint in `text`.
pub(crate) fn ping_endpoint(text: &str) -> Option<std::ops::Range<usize>> {
    const ENDPOINTS: [&[u8]; 4] = [
        b"google.com/ping?sitemap=",
        b"google.com/webmasters/tools/ping",
        b"bing.com/ping?sitemap=",
        b"bing.com/webmaster/ping.aspx",
    ];
    // All endpoints contain this word after a slash; most comments do not, and are not copied.
    let bytes = text.as_bytes();
    let word = |at: usize| {
        bytes
            .get(at + 1..at + 5)
            .is_some_and(|word| word.eq_ignore_ascii_case(b"ping") || word.eq_ignore_ascii_case(b"webm"))
    };
    let lower = memchr_iter(b'/', bytes).any(word).then(|| bytes.to_ascii_lowercase())?;
    let (at, endpoint) =
        ENDPOINTS.iter().find_map(|endpoint| Some((memmem::find(&lower, endpoint)?, endpoint.len())))?;
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | '(' | ')' | '[' | ']' | '`' | ',');
    let before = text.get(..at)?.rsplit(ends).next()?;
    let start = at - before.trim_start_matches(|c: char| !c.is_alphanumeric()).len();
    let rest = text.get(at + endpoint..)?;
    let mut end = rest.find(ends).unwrap_or(rest.len());
    // Removes the end of the comment or instruction.
    for mark in ["--", "?"] {
        let url = rest.get(..end)?;
        end = url.strip_suffix(mark).unwrap_or(url).len();
    }
    Some(start..at + endpoint + end)
}

/// The value of a pseudo-attribute such as `type="text/xsl"`.
fn pseudo_attribute<'a>(data: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = data.strip_suffix("?>").unwrap_or(data);
    loop {
        let (key, after) = rest.split_once('=')?;
        let after = after.trim_start();
        let quote = after.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (value, after) = after.get(1..)?.split_once(quote)?;
        if key.trim() == name {
            return Some(value);
        }
        rest = after;
    }
}

/// The white space that indents one tag below another, in a well-formed text without a document type declaration.
fn indentation(text: &str) -> Vec<Span> {
    let mut runs = Vec::new();
    let mut before = Token::Text(Span::at(0));
    let mut end = 0;
    for token in Tokens::new(text, 0) {
        let span = match token {
            Token::Start(span) | Token::End(span) | Token::Cdata(span) => span,
            Token::Comment(span) | Token::Instruction(span) => span,
            // White space is handled together with the markup after it.
            Token::Text(_) => continue,
            _ => break,
        };
        let gap = text.at(end..span.start as usize);
        let is_value =
            matches!(before, Token::Start(tag) if !text.at(tag).ends_with("/>")) && matches!(token, Token::End(_));
        let has_data = [before, token].iter().any(|token| matches!(token, Token::Text(_) | Token::Cdata(_)));
        if !is_value && !has_data && is_blank(gap.as_bytes()) && gap.contains(['\n', '\r']) && gap.contains([' ', '\t'])
        {
            runs.push(Span::new(end, span.start as usize));
        }
        (before, end) = (token, span.end as usize);
    }
    runs
}

#[cfg(test)]
#[path = "advice_tests.rs"]
mod tests;
