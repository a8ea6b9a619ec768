//! Helpers for the tests of checks.

use super::Field;
use crate::diagnostic::{Diagnostic, FixKind};
use crate::fix;
use crate::options::Options;
use crate::report::check_source;
use crate::reporter::Reporter;
use crate::sink::Collector;
use crate::source::Source;
use crate::span::{At, Span};
use crate::value::{Value, ValueBuffer};

/// 2026-11-21T12:00:00Z
pub(super) const NOW: i64 = 1_795_262_400_000;

/// All rules except those of engines, with a fixed clock.
pub(super) fn pedantic() -> Options {
    Options { pedantic: true, now: Some(NOW), ..Options::default() }
}

/// The default options with a fixed clock.
pub(super) fn default() -> Options {
    Options { now: Some(NOW), ..Options::default() }
}

/// The findings of `run`, sorted by location.
pub(super) fn findings(options: &Options, run: impl FnOnce(&mut Reporter<'_>)) -> Vec<Diagnostic> {
    let mut collector = Collector::new(0);
    run(&mut Reporter::new(options, &mut collector));
    collector.into_sorted()
}

/// Calls `each` with every element `name` of `source`.
pub(super) fn fields(source: &str, name: &str, mut each: impl FnMut(&Field<'_>)) {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut at = 0;
    while let Some(found) = source[at..].find(&format!("<{name}")) {
        let start = at + found;
        let head = Span::new(start + 1, start + 1 + name.len());
        if source[start..].starts_with(&open) {
            let from = start + open.len();
            let to = from + source[from..].find(&close).unwrap();
            at = to + close.len();
            let content = Span::new(from, to);
            let mut buffer = ValueBuffer::default();
            read(source, content, &mut buffer);
            let value = buffer.value(source, content);
            each(&Field { source, value, name: head, element: Span::new(start, at), content });
        } else {
            at = start + source[start..].find("/>").unwrap() + 2;
            let value = Value::plain("", Span::at(at));
            each(&Field { source, value, name: head, element: Span::new(start, at), content: Span::at(at) });
        }
    }
}

/// Collects text, numeric references, `&amp;`, CDATA sections; comments are skipped.
fn read(source: &str, content: Span, buffer: &mut ValueBuffer) {
    let text = &source[..content.end as usize];
    let mut at = content.start as usize;
    while at < text.len() {
        let rest = &text[at..];
        let end;
        if rest.starts_with("<!--") {
            end = at + rest.find("-->").unwrap() + 3;
        } else if rest.starts_with("<![CDATA[") {
            end = at + rest.find("]]>").unwrap() + 3;
            buffer.literal(source, Span::new(at + 9, end - 3));
        } else if rest.starts_with('&') {
            end = at + rest.find(';').unwrap() + 1;
            let character = match &text[at..end] {
                "&amp;" => '&',
                numeric => char::from_u32(numeric[2..numeric.len() - 1].parse().unwrap()).unwrap(),
            };
            buffer.reference(source, Span::new(at, end), character);
        } else {
            end = at + rest.find(['<', '&']).unwrap_or(rest.len());
            buffer.literal(source, Span::new(at, end));
        }
        at = end;
    }
}

/// Each finding's rule and the text it marks.
pub(super) fn marked<'a>(source: &'a str, findings: &[Diagnostic]) -> Vec<(&'static str, &'a str)> {
    findings.iter().map(|found| (found.rule().id(), source.at(found.span))).collect()
}

/// `source` with all fixes of `findings` up to `kind` applied.
pub(super) fn repaired(source: &str, findings: &[Diagnostic], kind: FixKind) -> String {
    fix::apply(source, findings, kind).0
}

/// Reproducible pseudo-random values made of pieces of `alphabet`.
pub(super) fn noise<'a>(alphabet: &'a [&'a str], count: usize) -> impl Iterator<Item = String> + 'a {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = move || {
        // Marsaglia's xorshift.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize
    };
    (0..count).map(move |_| {
        let length = next() % 12;
        (0..length).map(|_| alphabet[next() % alphabet.len()]).collect()
    })
}

/// Asserts that all spans are in `source`, and that no safe fix remains after all are applied.
pub(super) fn assert_sound(source: &str, check: impl Fn(&str) -> Vec<Diagnostic>) {
    let found = check(source);
    let places = |found: &Diagnostic| -> Vec<Span> {
        let edits = found.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        edits.chain(found.related.iter().map(|related| related.span)).chain([found.span]).collect()
    };
    for span in found.iter().flat_map(places) {
        assert!(source.get(span.range()).is_some(), "{span:?} in {source}");
    }
    let errors = |found: &[Diagnostic]| {
        found.iter().filter(|found| found.rule().info().severity == crate::Severity::Error).count()
    };
    let after = repaired(source, &found, FixKind::Safe);
    let left = check(&after);
    assert!(errors(&left) <= errors(&found), "{source} became {after}");
    let twice = repaired(&after, &left, FixKind::Safe);
    let rest = check(&twice);
    assert!(rest.iter().all(|found| found.fix.as_ref().is_none_or(|fix| fix.kind != FixKind::Safe)), "{twice}");
    let suggested = repaired(source, &found, FixKind::Suggest);
    assert!(errors(&check(&suggested)) <= errors(&found), "{source} became {suggested}");
}

/// A sitemap of `entries`; the customary prefixes of the extensions are declared.
pub(super) fn sitemap(entries: &str) -> String {
    format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" \
         xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\" \
         xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">{entries}</urlset>"
    )
}

/// The findings on a whole document.
pub(super) fn document(text: &str, options: &Options) -> Vec<Diagnostic> {
    check_source("sitemap.xml", &Source::from_text(text.to_owned()), options, 0).diagnostics
}
