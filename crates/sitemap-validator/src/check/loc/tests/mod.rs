//! Tables of values with their findings and the marked text.

mod habits;
mod sets;
mod syntax;

use sitemap_validator_protocol::report::HostCount;

use super::*;
use crate::diagnostic::{Edit, FixKind, Severity};
use crate::options::Options;
use crate::profile::Profiles;
use crate::sink::Collector;
use crate::span::Span;
use crate::value::ValueBuffer;
use crate::xml::content::reference;

/// A list of URLs as written in a file, and its options.
struct File<'a> {
    values: &'a [&'a str],
    role: UrlRole,
    options: Options,
    text: bool,
}

/// The result of a check.
struct Found {
    source: String,
    diagnostics: Vec<Diagnostic>,
    hosts: Vec<(String, u64)>,
}

impl<'a> File<'a> {
    fn new(values: &'a [&'a str]) -> Self {
        // Documentation hosts are tested separately.
        let mut options = Options { pedantic: false, ..Options::default() };
        options.levels.push((Rule::LocNonPublicHost, None));
        Self { values, role: UrlRole::Page, options, text: false }
    }

    fn role(mut self, role: UrlRole) -> Self {
        self.role = role;
        self
    }

    fn own(mut self, url: &str) -> Self {
        self.options.url = Some(url.to_owned());
        self
    }

    fn text(mut self) -> Self {
        self.text = true;
        self
    }

    fn with(mut self, change: impl Fn(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }

    fn pedantic(self) -> Self {
        self.with(|options| options.pedantic = true)
    }

    fn public(self) -> Self {
        self.with(|options| options.levels.clear())
    }

    fn source(&self) -> (String, Vec<(Span, Span)>) {
        let mut source = String::new();
        let mut places = Vec::new();
        for value in self.values {
            let start = source.len();
            let (before, after) = if self.text { ("", "\n") } else { ("<url>\n<loc>", "</loc></url>\n") };
            source.push_str(before);
            let content = Span::new(source.len(), source.len() + value.len());
            source.push_str(value);
            source.push_str(after);
            places.push((content, Span::new(start, source.len() - 1)));
        }
        (source, places)
    }

    fn check(&self) -> Found {
        let (source, places) = self.source();
        let mut sink = Collector::new(0);
        let mut reporter = Reporter::new(&self.options, &mut sink);
        let mut locs = if self.text { Locs::text(&self.options) } else { Locs::new(&self.options) };
        for (number, (content, element)) in places.into_iter().enumerate() {
            reporter.set_entry(number as u32 + 1);
            let mut buffer = ValueBuffer::default();
            if self.text {
                buffer.literal(&source, content);
            } else {
                read(&source, content, &mut buffer);
            }
            let start = element.start as usize;
            let (name, loc) = if self.text {
                (Span::default(), element)
            } else {
                (Span::new(start + 7, start + 10), Span::new(start + 6, element.end as usize - 6))
            };
            let value = buffer.value(&source, content);
            check(&Field { source: &source, value, name, element: loc, content }, self.role, &mut locs, &mut reporter);
            let facts = Entry {
                number: number as u32 + 1,
                extent: crate::check::Extent::Element(element),
                lastmod: None,
                is_extended: false,
            };
            entry(&facts, &source, &mut locs, &mut reporter);
        }
        reporter.set_entry(0);
        finish(&mut locs, &mut reporter);
        scope::document(locs.own(), &mut reporter);
        let hosts = locs.hosts().into_iter().map(|HostCount { host, count }| (host, count)).collect();
        Found { source, diagnostics: sink.so_far().to_vec(), hosts }
    }

    /// Asserts the rules and the marked texts.
    #[track_caller]
    fn finds(&self, expected: &[(&str, &str)]) -> Found {
        let found = self.check();
        let marked: Vec<_> = found
            .diagnostics
            .iter()
            .map(|found_one| (found_one.rule().id(), &found.source[found_one.span.range()]))
            .collect();
        assert_eq!(marked, expected, "{:?}", self.values);
        found
    }
}

/// Reads content in the same way as the document.
fn read(source: &str, content: Span, buffer: &mut ValueBuffer) {
    let mut at = content.start as usize;
    let end = content.end as usize;
    while at < end {
        let rest = &source[at..end];
        let next = if let Some(cdata) = rest.strip_prefix("<![CDATA[") {
            let length = cdata.find("]]>").unwrap();
            buffer.literal(source, Span::new(at + 9, at + 9 + length));
            at + 12 + length
        } else if let Some(length) = rest.starts_with("<!--").then(|| rest.find("-->").unwrap()) {
            at + length + 3
        } else if let Some((character, length)) = reference(rest) {
            buffer.reference(source, Span::new(at, at + length), character);
            at + length
        } else {
            let first = rest.chars().next().map_or(1, char::len_utf8);
            let length = rest[first..].find(['&', '<']).map_or(rest.len(), |length| length + first);
            buffer.literal(source, Span::new(at, at + length));
            at + length
        };
        at = next;
    }
}

impl Found {
    /// The file after all fixes up to `kind`.
    fn repaired(&self, kind: FixKind) -> String {
        let mut edits: Vec<&Edit> = self
            .diagnostics
            .iter()
            .filter_map(|found| found.fix.as_ref())
            .filter(|fix| fix.kind <= kind)
            .flat_map(|fix| &fix.edits)
            .collect();
        edits.sort_by_key(|edit| edit.span);
        edits.dedup();
        let mut out = String::new();
        let mut at = 0;
        for edit in edits {
            assert!(at <= edit.span.start as usize, "edits overlap");
            out.push_str(&self.source[at..edit.span.start as usize]);
            out.push_str(&edit.text);
            at = edit.span.end as usize;
        }
        out + &self.source[at..]
    }

    /// The first value of the file after all fixes up to `kind`.
    fn value(&self, kind: FixKind) -> String {
        let repaired = self.repaired(kind);
        let value = repaired.split_once("<loc>").map_or(&*repaired, |(_, rest)| rest);
        value.split_once("</loc>").map_or(value, |(value, _)| value).to_owned()
    }

    fn severities(&self) -> Vec<Severity> {
        self.diagnostics.iter().map(|found| found.severity.unwrap()).collect()
    }
}

/// Asserts the findings on one value, and the value after all fixes.
#[track_caller]
fn one(value: &str, expected: &[(&str, &str)], repaired: &str) {
    let found = File::new(&[value]).finds(expected);
    assert_eq!(found.value(FixKind::Suggest), repaired);
}

/// Asserts that a value has no findings, both checked in full and on the fast path.
#[track_caller]
fn clean(value: &str) {
    File::new(&[value]).finds(&[]);
    File::new(&["https://www.example.com/first", value]).finds(&[]);
}

/// Reproducible pseudo-random numbers.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % limit
    }
}

fn random_value(numbers: &mut Numbers) -> String {
    const PIECES: [&str; 66] = [
        "undefined",
        "null.html",
        "404",
        "*",
        "https://",
        "http://",
        "HTTP://",
        "htp:/",
        "//",
        "/",
        "/",
        "a",
        "b.example",
        "www.",
        "example.com",
        ":80",
        ":443",
        ":x",
        "@",
        "user:pass@",
        "[::1]",
        "[",
        "]",
        "?",
        "#",
        "#!",
        "&",
        "&amp;",
        "&amp;amp;",
        "&#xFC;",
        "=",
        "%",
        "%20",
        "%2e",
        "%FC",
        "%C3%BC",
        "%2520",
        "%u00FC",
        "%zz",
        "..",
        ".",
        "ü",
        "\u{301}",
        "\u{200B}",
        "\u{A0}",
        "\u{3000}",
        "\u{FEFF}",
        "\u{FFFD}",
        "\u{E000}",
        " ",
        "\n",
        "\t",
        "'",
        "\"",
        "|",
        "\\",
        "{{",
        "}}",
        "utm_source=x",
        "PHPSESSID=1",
        ";jsessionid=1",
        "(S(x))",
        "sitemap.xml",
        "index.html",
        "<![CDATA[&]]>",
        "<!-- -->",
    ];
    (0..numbers.below(9)).map(|_| PIECES[numbers.below(PIECES.len())]).collect()
}

#[test]
fn nothing_panics_and_every_span_is_in_the_file() {
    let mut numbers = Numbers(1);
    for round in 0..4000 {
        let values: Vec<String> = (0..3).map(|_| random_value(&mut numbers)).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let role = [UrlRole::Page, UrlRole::Sitemap, UrlRole::Other, UrlRole::Media][round % 4];
        let mut file = File::new(&values).role(role).public().pedantic();
        file.options.profiles = Profiles::ALL;
        file.text = round % 5 == 0;
        if round % 3 == 0 {
            file = file.own("https://www.example.com/a/sitemap.xml");
        }
        let found = file.check();
        for diagnostic in &found.diagnostics {
            assert!(found.source.get(diagnostic.span.range()).is_some(), "{diagnostic:?} {values:?}");
            for edit in diagnostic.fix.iter().flat_map(|fix| &fix.edits) {
                assert!(found.source.get(edit.span.range()).is_some(), "{diagnostic:?} {values:?}");
            }
            let title = crate::message::title(diagnostic, &found.source);
            assert!(!title.contains(['{', '}']) || found.source.contains(['{', '}']), "{title}");
        }
    }
}

#[test]
fn the_fast_path_gives_the_same_result() {
    let mut numbers = Numbers(7);
    for round in 0..4000 {
        let tail = random_value(&mut numbers);
        let value = format!("https://www.example.com/{tail}");
        let role = [UrlRole::Page, UrlRole::Other, UrlRole::Image, UrlRole::Item][round % 4];
        let after = |first: &str| {
            let values = [first, &value];
            let mut file = File::new(&values).role(role).pedantic();
            if round % 3 == 0 {
                file = file.own("https://www.example.com/a/sitemap.xml");
            }
            let found = file.check();
            let offset = (found.source.len() - value.len()) as u32;
            let of_second =
                found.diagnostics.iter().filter(|found| found.entry == 2 && found.rule() != Rule::ScopeMixedHosts);
            let mut found: Vec<_> =
                of_second.map(|found| (found.span.start.wrapping_sub(offset), found.rule())).collect();
            found.sort_unstable();
            found
        };
        // The first URL makes the origin known, or leaves it unknown.
        assert_eq!(after("https://www.example.com/a/x-y-z"), after("https://www.example.net/a/x-y-z"), "{value}");
    }
}

#[test]
fn a_safe_fix_removes_its_finding_and_adds_no_error() {
    let mut numbers = Numbers(3);
    for round in 0..10000 {
        let value = random_value(&mut numbers);
        let values = [value.as_str()];
        let file = File::new(&values).pedantic();
        let found = file.check();
        let errors = |found: &Found| found.severities().into_iter().filter(|&level| level == Severity::Error).count();
        for diagnostic in &found.diagnostics {
            if diagnostic.fix.as_ref().is_none_or(|fix| fix.kind != FixKind::Safe) {
                continue;
            }
            let alone =
                Found { source: found.source.clone(), diagnostics: vec![diagnostic.clone()], hosts: Vec::new() };
            let repaired = alone.value(FixKind::Safe);
            let again = File::new(&[&repaired]).pedantic().check();
            let count =
                |found: &Found| found.diagnostics.iter().filter(|other| other.rule() == diagnostic.rule()).count();
            assert!(
                count(&again) < count(&found) || count(&found) == 0,
                "{round} {value:?} {repaired:?} {diagnostic:?}"
            );
            assert!(errors(&again) <= errors(&found), "{round} {value:?} {repaired:?}");
        }
    }
}
