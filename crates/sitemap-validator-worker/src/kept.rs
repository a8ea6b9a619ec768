//! What stays of a file after its check: its text, its findings, and answers about both.

use std::ops::ControlFlow;

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::output::json::{self, Places};
use sitemap_validator::output::lines;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{
    Diagnostic, FileReport, LineIndex, Opened, Options, Rule, Sink, Source, Span, fix, open, validate,
};
use sitemap_validator_protocol::message::{FIRST_FINDINGS, FixRequest, Mark, SourceLine};
use sitemap_validator_protocol::report as wire;

/// The longest part of a line that is sent, in characters.
const LONGEST: usize = 2_000;

/// The most lines that are sent at once.
const MOST_LINES: u32 = 2_000;

/// A checked file.
#[derive(Debug)]
pub struct Kept {
    source: Source,
    options: Options,
    report: FileReport,
    lines: LineIndex,
    safe_fixes: u32,
    /// For each finding, the furthest end among it and those before: where a search may begin.
    reach: Vec<u32>,
}

impl Kept {
    /// Keeps what a check of `source` left.
    pub fn new(source: Source, options: Options, report: FileReport, lines: LineIndex, safe_fixes: u32) -> Self {
        let mut furthest = 0;
        let reach = report
            .diagnostics
            .iter()
            .map(|finding| {
                furthest = finding.span.end.max(furthest);
                furthest
            })
            .collect();
        Self { source, options, report, lines, safe_fixes, reach }
    }

    /// How many lines its text has.
    pub fn line_count(&self) -> u32 {
        self.lines.lines()
    }

    /// How many safe repairs were found, those of findings not kept included.
    pub const fn safe_fixes(&self) -> u32 {
        self.safe_fixes
    }

    fn places(&self) -> Places<'_> {
        Places::new(&self.source, &self.lines)
    }

    /// The report with the first findings of each rule.
    pub fn summary(&self) -> wire::File {
        let mut listed = vec![0_usize; Rule::ALL.len()];
        let first = self.report.diagnostics.iter().filter(|finding| {
            let count = &mut listed[finding.rule as usize];
            *count += 1;
            *count <= FIRST_FINDINGS
        });
        json::file_with(&self.report, self.places(), first)
    }

    /// The report with every finding kept.
    pub fn whole(&self) -> wire::File {
        json::file_with(&self.report, self.places(), &self.report.diagnostics)
    }

    /// Up to `count` findings after the first `offset`, of one rule or of all.
    pub fn findings(&self, rule: Option<&str>, offset: u32, count: u32) -> Vec<wire::Diagnostic> {
        let places = self.places();
        self.report
            .diagnostics
            .iter()
            .filter(|finding| rule.is_none_or(|rule| finding.rule.id() == rule))
            .skip(offset as usize)
            .take(count as usize)
            .map(|finding| places.diagnostic(finding, self.report.outcome.stops))
            .collect()
    }

    /// Up to `count` lines from line `first`, each cut around `focus` when it is too long.
    pub fn lines(&self, first: u32, count: u32, focus: Option<u32>) -> Vec<SourceLine> {
        let first = first.max(1);
        let end = first.saturating_add(count.min(MOST_LINES));
        (first..end).map_while(|number| self.line(number, focus)).collect()
    }

    fn line(&self, number: u32, focus: Option<u32>) -> Option<SourceLine> {
        let line = self.lines.line(self.source.text(), number)?;
        let shown = lines::window(&self.source, line, focus, LONGEST);
        Some(SourceLine {
            number,
            column: self.places().place(shown.start).column,
            text: lines::shown(&self.source, shown).into_owned(),
            more: shown.end < line.end,
            start: line.start,
            marks: self.marks(number, line, shown),
        })
    }

    /// The findings that begin on `line` and touch the part `shown` of it. One over several lines is
    /// marked to the end of its first.
    fn marks(&self, number: u32, line: Span, shown: Span) -> Vec<Mark> {
        let findings = &self.report.diagnostics;
        let next = self.lines.line(self.source.text(), number + 1).map_or(u32::MAX, |next| next.start);
        let behind = findings.partition_point(|finding| finding.span.start < next);
        let mut from = findings.partition_point(|finding| finding.span.start < line.start);
        // Without a byte order mark: what is found about it shows before the first character.
        let line = lines::window(&self.source, line, None, usize::MAX);
        if shown.start > line.start {
            from = from.max(self.reach.partition_point(|&reach| reach < shown.start));
        }
        let places = self.places();
        let mut marks = Vec::new();
        for finding in findings.get(from..behind).unwrap_or_default() {
            let start = finding.span.start.clamp(line.start, line.end);
            let end = finding.span.end.clamp(start, line.end);
            if start > shown.end {
                break;
            }
            let touches = if start == end { start >= shown.start } else { start < shown.end && end > shown.start };
            if touches {
                let severity = finding.severity.unwrap_or(finding.rule.info().severity);
                marks.push(Mark {
                    rule: finding.rule.id().to_owned(),
                    severity: json::severity(severity),
                    column: places.place(start.max(shown.start)).column,
                    end_column: places.place(end.min(shown.end)).column,
                    start: finding.span.start,
                    end: finding.span.end,
                });
            }
        }
        marks
    }

    /// How many repairs `what` made, and the text afterwards; `None` when there is no such rule.
    pub fn fix(&self, what: &FixRequest) -> Option<(u32, String)> {
        let (text, applied) = match what {
            FixRequest::One { rule, start, end } => {
                let rule = Rule::by_id(rule)?;
                let place = (Span { start: *start, end: *end }, rule);
                let findings = &self.report.diagnostics;
                let from = findings.partition_point(|finding| (finding.span, finding.rule) < place);
                let one = findings.get(from).filter(|finding| (finding.span, finding.rule) == place);
                fix::repair(&self.source, one, FixKind::Suggest)
            }
            FixRequest::Rule { rule } => self.repair(Some(Rule::by_id(rule)?), FixKind::Suggest),
            FixRequest::AllSafe => self.all_safe(),
        };
        Some((applied as u32, text))
    }

    /// Makes all safe repairs, round after round, as the command line does. Unlike a file there, what
    /// was no UTF-8 or came to no end is repaired as well: the page shows and saves text.
    fn all_safe(&self) -> (String, usize) {
        let origin = &self.source.origin;
        let (first, applied) = if origin.encoding == "utf-8" && origin.compression.is_none() {
            (None, 0)
        } else {
            let (text, applied) = self.repair(None, FixKind::Safe);
            (Some(Source::from_text(text)), applied)
        };
        let source = first.as_ref().unwrap_or(&self.source);
        let foreign = declares_another_encoding(source.text());
        let fixed = fix::all_safe(source, &self.options, |bytes| match open(bytes, DEFAULT_CEILING) {
            Opened::Text(source) => source,
            Opened::Undecoded(undecoded) if foreign => undecoded.decoded(None),
            // A declaration would come into force and the text be misread: the round is not made.
            Opened::Undecoded(undecoded) => undecoded.decoded(Some((String::new(), false))),
        });
        let (text, _) = fix::repair(fixed.source.as_ref().unwrap_or(source), [], FixKind::Safe);
        (text, applied + fixed.applied)
    }

    fn repair(&self, rule: Option<Rule>, kind: FixKind) -> (String, usize) {
        let mut wanted = Wanted { rule, kind, found: Vec::new() };
        if self.report.truncated {
            // Findings beyond the cap were counted and dropped; their repairs are made anew.
            let _ = validate(&self.source, &self.options, &mut wanted);
            wanted.found.sort_by_key(|finding| (finding.span, finding.rule));
            fix::repair(&self.source, &wanted.found, kind)
        } else {
            let found = self.report.diagnostics.iter().filter(|finding| wanted.wants(finding));
            fix::repair(&self.source, found, kind)
        }
    }
}

/// True for a text that says it is no UTF-8, as one that was pasted may.
fn declares_another_encoding(text: &str) -> bool {
    let declaration = text.starts_with("<?xml").then(|| text.split_inclusive("?>").next()).flatten();
    declaration.is_some_and(|text| matches!(open(text.into(), DEFAULT_CEILING), Opened::Undecoded(_)))
}

/// Keeps the findings whose repairs are wanted.
struct Wanted {
    rule: Option<Rule>,
    kind: FixKind,
    found: Vec<Diagnostic>,
}

impl Wanted {
    fn wants(&self, finding: &Diagnostic) -> bool {
        self.rule.is_none_or(|rule| rule == finding.rule)
            && finding.fix.as_ref().is_some_and(|fix| fix.kind <= self.kind)
    }
}

impl Sink for Wanted {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        if self.wants(&diagnostic) {
            self.found.push(diagnostic);
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sitemap_validator::diagnostic::Edit;
    use sitemap_validator::{Collector, Outcome, check_source};

    const RULE: Rule = Rule::LocUnescapedAmpersand;

    fn kept(text: String, findings: Vec<Diagnostic>) -> Kept {
        let source = Source::from_text(text);
        let mut collector = Collector::new(0);
        for finding in findings {
            assert!(collector.diagnostic(finding).is_continue());
        }
        let options = Options::default();
        let report = FileReport::new("s.xml", &source, &options, Outcome::default(), collector);
        let lines = source.line_index();
        Kept::new(source, options, report, lines, 0)
    }

    fn ampersand(at: usize) -> Diagnostic {
        let span = Span::new(at, at + 1);
        Diagnostic::new(RULE, span).safe(Edit::replace(span, "&amp;"))
    }

    fn columns(line: &SourceLine) -> Vec<(u32, u32)> {
        line.marks.iter().map(|mark| (mark.column, mark.end_column)).collect()
    }

    #[test]
    fn lines_come_with_their_marks() {
        let text = "\u{FEFF}a&é&\r\n&\nlast".to_owned();
        let spans = [(0, 0), (0, 3), (4, 5), (7, 11), (8, 8), (9, 10), (12, 16), (16, 16)];
        let findings = spans.map(|(start, end)| Diagnostic::new(RULE, Span::new(start, end)));
        let kept = kept(text, findings.to_vec());
        let lines = kept.lines(0, 10, None);
        assert_eq!(lines.len(), 3);
        assert_eq!((lines[0].text.as_str(), lines[0].column, lines[0].start), ("a&é&", 1, 0));
        assert_eq!(columns(&lines[0]), [(1, 1), (1, 1), (2, 3), (4, 5), (5, 5), (5, 5)]);
        assert_eq!(columns(&lines[1]), []);
        assert_eq!((lines[2].text.as_str(), columns(&lines[2])), ("last", vec![(1, 5), (5, 5)]));
        assert!(lines.iter().all(|line| !line.more));
        assert!(kept.lines(4, 1, None).is_empty());
        assert_eq!(kept.lines(u32::MAX, u32::MAX, None), []);
    }

    #[test]
    fn a_line_of_ten_megabytes_is_cut_around_the_focus() {
        let unit = "é<loc>&</loc>".repeat(8);
        let count = 100_000;
        let text = unit.repeat(count / 8);
        let width = unit.len() / 8;
        let mut findings: Vec<_> = (0..count).map(|index| ampersand(index * width + 7)).collect();
        findings.push(Diagnostic::new(RULE, Span::new(0, text.len())));
        let kept = kept(text, findings);
        let focus = (width * 50_000 + 7) as u32;
        let began = std::time::Instant::now();
        let lines = kept.lines(1, 50, Some(focus));
        assert!(began.elapsed().as_millis() < 500, "{:?}", began.elapsed());
        let [line] = lines.as_slice() else { panic!("one line") };
        assert_eq!(line.text.chars().count(), LONGEST);
        assert!(line.more && line.text.starts_with(|first| "é<loc>&/".contains(first)));
        let mark = line.marks.iter().find(|mark| mark.start == focus).expect("the focus is marked");
        let characters: Vec<char> = line.text.chars().collect();
        assert_eq!(characters[(mark.column - line.column) as usize], '&');
        assert_eq!(mark.column, (width as u32 - 1) * 50_000 + 7);
        assert_eq!(columns(line)[0], (line.column, line.column + LONGEST as u32));
        assert!(line.marks.len() > 150 && line.marks.len() < 180);
    }

    #[test]
    fn findings_come_by_rule_and_by_page() {
        let mut findings: Vec<_> = (0..120).map(ampersand).collect();
        findings.push(Diagnostic::new(Rule::LocRelative, Span::new(3, 3)));
        let kept = kept("&".repeat(120), findings);
        assert_eq!(kept.findings(None, 0, 1000).len(), 121);
        let page = kept.findings(Some(RULE.id()), 100, 50);
        assert_eq!((page.len(), page[0].column), (20, 101));
        assert!(kept.findings(Some("no-such-rule"), 0, 50).is_empty());
        let summary = kept.summary();
        assert_eq!((summary.diagnostics.len(), summary.truncated), (FIRST_FINDINGS + 1, true));
        assert!(!kept.whole().truncated);
    }

    #[test]
    fn repairs_are_made_one_by_one_or_together() {
        let mut suggestion = Diagnostic::new(Rule::LocRelative, Span::new(0, 1));
        suggestion = suggestion.suggest(Edit::insert(0, "/"));
        let kept = kept("a & b & c".to_owned(), vec![suggestion, ampersand(2), ampersand(6)]);
        let fix = |what| kept.fix(&what);
        let one = FixRequest::One { rule: RULE.id().into(), start: 6, end: 7 };
        assert_eq!(fix(one), Some((1, "a & b &amp; c".into())));
        let none = FixRequest::One { rule: RULE.id().into(), start: 6, end: 8 };
        assert_eq!(fix(none), Some((0, "a & b & c".into())));
        let rule = FixRequest::Rule { rule: "loc-relative".into() };
        assert_eq!(fix(rule), Some((1, "/a & b & c".into())));
        assert_eq!(fix(FixRequest::Rule { rule: "no-such-rule".into() }), None);
    }

    const HEAD: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://tidepool.page/";
    const TAIL: &str = "</loc></url></urlset>";

    /// The text after all safe repairs of `source`, and how many were made.
    fn all_safe(source: Source) -> (u32, String) {
        let options = Options::default();
        let report = check_source("s.xml", &source, &options, 0);
        let lines = source.line_index();
        let kept = Kept::new(source, options, report, lines, 0);
        kept.fix(&FixRequest::AllSafe).expect("an answer")
    }

    fn opened(bytes: Vec<u8>) -> Source {
        match open(bytes, DEFAULT_CEILING) {
            Opened::Text(source) => source,
            Opened::Undecoded(undecoded) => {
                let text = undecoded.bytes.iter().map(|&byte| char::from(byte)).collect();
                undecoded.decoded(Some((text, true)))
            }
        }
    }

    #[test]
    fn safe_repairs_are_made_to_the_end() {
        let text = |url: &str| format!("{HEAD}{url}{TAIL}");
        let done = all_safe(Source::from_text(text("?a=1&&&&b=2")));
        assert_eq!(done, (4, text("?a=1&amp;&amp;&amp;&amp;b=2")), "they touch");
        assert_eq!(all_safe(Source::from_text(text("a"))), (0, text("a")));
    }

    #[test]
    fn safe_repairs_are_made_in_every_encoding() {
        let text = |declared: &str, url: &str| {
            format!("<?xml version=\"1.0\" encoding=\"{declared}\"?>{HEAD}?a=1&&b={url}{TAIL}")
        };
        let right = |url: &str| text("UTF-8", url).replace('&', "&amp;");
        let wide: Vec<u8> = text("UTF-16", "1").encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(all_safe(opened(wide)), (2, right("1")));
        // What was no text has no place in a text.
        let at = text("UTF-8", "").len() - TAIL.len();
        let mut damaged = text("UTF-8", "").into_bytes();
        damaged.insert(at, 0x81);
        assert_eq!(all_safe(opened(damaged)), (2, right("\u{FFFD}")));
        let latin = text("ISO-8859-1", "");
        assert_eq!(all_safe(opened(latin.clone().into_bytes())).1, right(""));
        // Pasted, it is no file, and no byte of it is in that encoding.
        assert_eq!(all_safe(Source::from_text(latin.clone())), (2, latin.replace('&', "&amp;")));
    }

    #[test]
    fn a_declaration_that_would_come_into_force_stays_where_it_is() {
        let text = format!("\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n{HEAD}{TAIL}");
        assert_eq!(all_safe(Source::from_text(text.clone())), (0, text));
    }
}
