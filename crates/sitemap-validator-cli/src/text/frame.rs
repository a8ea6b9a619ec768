//! One finding: its title and location, the line with the span underlined, and the help.

use std::borrow::Cow;
use std::fmt::{Result, Write};

use sitemap_validator::diagnostic::{Diagnostic, Edit, Fix, FixKind};
use sitemap_validator::message::Words;
use sitemap_validator::output::lines;
use sitemap_validator::output::text::{safe, sentences};
use sitemap_validator::set::Location;
use sitemap_validator::{FileReport, LineIndex, Position, Severity, Source, Span};
use sitemap_validator_protocol::secret::blanked;
use unicode_width::UnicodeWidthStr;

use super::paint::{Paint, Style};
use super::{View, severity_word};

/// The maximum number of characters shown of a line.
const WIDE: usize = 120;

/// The number of bytes on each side of a part of a line that are searched for the rest of a URL.
const AROUND: usize = 2048;

/// A finding as shown, split into parts because not all of them are always shown.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The width of the line number.
    pub(super) gutter: usize,
    /// Title, location and line.
    head: String,
    /// The line that `head` lacks, because the text of the file was not available.
    pub(super) missing: Option<MissingLine>,
    /// The help text.
    pub(super) help: String,
    /// Related locations.
    notes: String,
    sources: String,
    /// The fix.
    fix: String,
}

/// The line of a finding across files.
#[derive(Debug, Clone, Copy)]
pub(super) struct MissingLine {
    /// The index of the file.
    pub(super) file: usize,
    pub(super) location: Location,
    pub(super) severity: Severity,
}

impl Frame {
    /// Writes the frame, with or without help and sources.
    pub(super) fn write(&self, out: &mut dyn Write, with_help: bool, with_sources: bool) -> Result {
        out.write_str(&self.head)?;
        if with_help {
            out.write_str(&self.help)?;
        }
        out.write_str(&self.notes)?;
        if with_sources {
            out.write_str(&self.sources)?;
        }
        out.write_str(&self.fix)
    }

    /// Creates the frame of a cross-file finding on the line `missing`, which [`Self::add_line`] adds.
    pub(super) fn across(
        head: &str,
        place: &str,
        help: &str,
        notes: &[String],
        sources: &str,
        missing: MissingLine,
        view: View<'_>,
    ) -> Self {
        let (paint, words) = (Paint::new(view.color), view.words);
        let gutter = missing.location.from.line.to_string().len();
        let note = |label: &str, text: &str| {
            let label = words.sentence(sentences::LABEL, &[words.word(label)]);
            format!("{:gutter$} {} {} {text}\n", "", paint.ink(Style::Gutter, "="), paint.ink(Style::Strong, &label))
        };
        Self {
            head: format!("{head}\n{:gutter$}{} {place}\n", "", paint.ink(Style::Gutter, "-->")),
            // A finding on a whole file has no line.
            missing: Some(missing).filter(|missing| !missing.location.span.is_empty()),
            gutter,
            help: note(sentences::HELP, help),
            notes: notes.iter().map(|text| note(sentences::NOTE, text)).collect(),
            sources: note(sentences::SOURCE, sources),
            fix: String::new(),
        }
    }

    /// Adds the line that is missing, which is in `source`.
    pub(super) fn add_line(&mut self, source: &Source, index: &LineIndex, view: View<'_>) {
        let Some(MissingLine { location, severity, .. }) = self.missing.take() else { return };
        // The file may have changed since it was checked.
        if index.position(source.text(), location.span.start) != location.from {
            return;
        }
        let (paint, words, gutter) = (Paint::new(view.color), view.words, self.gutter);
        let frames = Frames { name: String::new(), source, index, paint, words, gutter };
        // Writing to a string does not fail.
        let _ = frames.source_line(&mut self.head, location.from.line, location.span, Style::from(severity));
    }
}

/// Creates the frames of one file.
pub(super) struct Frames<'a> {
    name: String,
    source: &'a Source,
    index: &'a LineIndex,
    paint: Paint,
    words: &'a Words,
    /// The width of the largest line number.
    gutter: usize,
}

impl<'a> Frames<'a> {
    pub(super) fn new(
        report: &FileReport,
        source: &'a Source,
        index: &'a LineIndex,
        paint: Paint,
        words: &'a Words,
    ) -> Self {
        let last = report.diagnostics.last().map_or(0, |finding| finding.span.start);
        let line = index.position(source.text(), last).line;
        Self { name: safe(&report.name).into_owned(), source, index, paint, words, gutter: line.to_string().len() }
    }

    /// Returns the file, line and column of a finding.
    pub(super) fn place(&self, finding: &Diagnostic) -> String {
        let Position { line, column } = self.index.position(self.source.text(), finding.span.start);
        format!("{}:{line}:{column}", self.name)
    }

    /// Returns the frame of a finding.
    pub(super) fn frame(&self, finding: &Diagnostic) -> Frame {
        let [mut head, mut help, mut notes, mut sources, mut fix] = [const { String::new() }; 5];
        // Writing to a string does not fail.
        let _ = self.head(&mut head, finding);
        let text = self.source.text();
        let _ = self.note(&mut help, sentences::HELP, &self.words.help(finding, text));
        for related in &finding.related {
            let Position { line, column } = self.index.position(text, related.span.start);
            let place = format!("{}:{line}:{column}: {}", self.name, self.words.word(related.label));
            let _ = self.note(&mut notes, sentences::NOTE, &place);
        }
        let names: Vec<_> = finding.support().sources().collect();
        let _ = self.note(&mut sources, sentences::SOURCE, &names.join(", "));
        if let Some(found) = &finding.fix {
            let _ = self.preview(&mut fix, found);
        }
        Frame { gutter: self.gutter, head, missing: None, help, notes, sources, fix }
    }

    /// Writes the title, the location and the line.
    fn head(&self, out: &mut dyn Write, finding: &Diagnostic) -> Result {
        let text = self.source.text();
        let info = finding.rule().info();
        let severity = finding.severity.unwrap_or(info.severity);
        let ink = Style::from(severity);
        let head = format!("{}[{}]", self.words.word(severity_word(severity)), info.id);
        let title = format!(": {}", self.words.title(finding, text));
        writeln!(out, "{}{}", self.paint.ink(ink, &head), self.paint.ink(Style::Strong, &title))?;
        let line = self.index.position(text, finding.span.start).line;
        let gutter = self.gutter;
        writeln!(out, "{:gutter$}{} {}", "", self.paint.ink(Style::Gutter, "-->"), self.place(finding))?;
        self.source_line(out, line, finding.span, ink)
    }

    fn note(&self, out: &mut dyn Write, label: &str, words: &str) -> Result {
        let gutter = self.gutter;
        let label = self.words.sentence(sentences::LABEL, &[self.words.word(label)]);
        writeln!(out, "{:gutter$} {} {} {words}", "", self.bar("="), self.paint.ink(Style::Strong, &label))
    }

    fn bar<'b>(&self, bar: &'b str) -> super::paint::Painted<'b> {
        self.paint.ink(Style::Gutter, bar)
    }

    /// Returns the text of `span`, a part of `line`, without user names and passwords of URLs, which may begin or end
    /// outside of `span`.
    fn part(&self, line: Span, span: Span) -> Cow<'_, str> {
        let text = self.source.text();
        let start = text.floor_char_boundary((span.start as usize).saturating_sub(AROUND)).max(line.start as usize);
        let end = text.floor_char_boundary(span.end as usize + AROUND).min(line.end as usize);
        let around = Span::new(start, end.max(span.end as usize));
        if self.source.is_damaged(around) {
            return lines::shown(self.source, span);
        }
        let start = (span.start - around.start) as usize;
        let range = start..start + span.len();
        match blanked(text.get(around.range()).unwrap_or_default()) {
            Cow::Borrowed(text) => Cow::Borrowed(text.get(range).unwrap_or_default()),
            Cow::Owned(text) => Cow::Owned(text.get(range).unwrap_or_default().to_owned()),
        }
    }

    /// Writes the line, and underlines the part of `span` in it.
    fn source_line(&self, out: &mut dyn Write, number: u32, span: Span, ink: Style) -> Result {
        let Some(line) = self.index.line(self.source.text(), number) else {
            return Ok(());
        };
        let gutter = self.gutter;
        let shown = lines::window(self.source, line, Some(span.start), WIDE);
        let start = span.start.clamp(shown.start, shown.end);
        let end = span.end.clamp(start, shown.end);
        let piece = |start, end| {
            let part = self.part(line, Span { start, end });
            safe(&part).into_owned()
        };
        let (before, under, after) = (piece(shown.start, start), piece(start, end), piece(end, shown.end));
        let (head, tail) = ellipses(line, shown);
        writeln!(out, "{:gutter$} {}", "", self.bar("|"))?;
        let whole = format!(" {head}{before}{under}{after}{tail}");
        let number = format!("{number:>gutter$}");
        writeln!(out, "{} {}{}", self.bar(&number), self.bar("|"), whole.trim_end())?;
        let indent = head.width() + before.width();
        let carets = "^".repeat(under.width().max(1));
        writeln!(out, "{:gutter$} {} {:indent$}{}", "", self.bar("|"), "", self.paint.ink(ink, &carets))
    }

    /// Writes the line before and after the fix, or the numbers of the changed lines.
    fn preview(&self, out: &mut dyn Write, fix: &Fix) -> Result {
        let words = match fix.kind {
            FixKind::Safe => sentences::SAFE,
            FixKind::Suggest => sentences::SUGGESTION,
        };
        let words = self.words.word(words);
        let Some((number, line, shown)) = self.line_of(&fix.edits) else {
            let (Some(first), Some(last)) = (fix.edits.first(), fix.edits.last()) else { return Ok(()) };
            let line = |offset| self.index.position(self.source.text(), offset).line;
            let (from, to) = (line(first.span.start).to_string(), line(last.span.end).to_string());
            let sentence = if from == to { sentences::FIX_IN_LINE } else { sentences::FIX_IN_LINES };
            return self.note(out, sentences::FIX, &self.words.sentence(sentence, &[words, &from, &to]));
        };
        let gutter = self.gutter;
        let (head, tail) = ellipses(line, shown);
        let old = self.part(line, shown);
        let mut new = String::with_capacity(old.len() + 16);
        let mut at = shown.start;
        for Edit { span, text } in &fix.edits {
            new.push_str(&self.part(line, Span { start: at, end: span.start }));
            new.push_str(text);
            at = span.end;
        }
        new.push_str(&self.part(line, Span { start: at, end: shown.end }));
        self.note(out, sentences::FIX, words)?;
        let number = format!("{number:>gutter$}");
        for (sign, text, ink) in [("-", &*old, Style::Removed), ("+", &*new, Style::Added)] {
            if sign == "-" || !new.trim().is_empty() {
                let text = format!("{sign} {head}{}{tail}", safe(text));
                writeln!(out, "{} {}", self.bar(&number), self.paint.ink(ink, text.trim_end()))?;
            }
        }
        Ok(())
    }

    /// Returns the line that contains all of `edits`, and the part of it to show, if this is a single short part.
    fn line_of(&self, edits: &[Edit]) -> Option<(u32, Span, Span)> {
        let (first, last) = (edits.first()?, edits.last()?);
        let short = |edit: &Edit| edit.text.len() <= WIDE && !edit.text.contains(['\n', '\r']);
        if !edits.iter().all(short) {
            return None;
        }
        let number = self.index.position(self.source.text(), first.span.start).line;
        let line = self.index.line(self.source.text(), number)?;
        let shown = lines::window(self.source, line, Some(first.span.start), WIDE);
        (first.span.start >= shown.start && last.span.end <= shown.end).then_some((number, line, shown))
    }
}

fn ellipses(line: Span, shown: Span) -> (&'static str, &'static str) {
    // Up to three hidden bytes at the start of the file are a byte order mark, so nothing is cut.
    let head = if shown.start > line.start && (line.start > 0 || shown.start > 3) { "…" } else { "" };
    (head, if shown.end < line.end { "…" } else { "" })
}
