//! The findings of several files in one group for each rule: the first findings in full, and the locations of the next
//! ones.

use std::cmp::Reverse;
use std::fmt::{Result, Write};

use sitemap_validator::output::text::sentences;
use sitemap_validator::{Message, Rule, Severity, Source};

use super::View;
use super::frame::{Frame, MissingLine};
use super::paint::{Paint, Style};

/// The maximum number of findings of a rule shown in full; if there are more, one is shown for each message.
const FEW: usize = 3;

/// The maximum number of other findings whose locations are listed.
const PLACES: usize = 4;

/// A finding of a file.
#[derive(Debug)]
pub(crate) struct ShownFinding {
    pub(super) message: Message,
    pub(super) severity: Severity,
    /// File, line and column; with the title if other findings of the rule have the same.
    pub(super) place: String,
    /// The finding in full; `None` if it is certainly not shown in full.
    pub(super) frame: Option<Frame>,
}

/// The first findings of each rule in a file or across files, and their numbers.
#[derive(Debug, Default)]
pub(crate) struct FileFindings {
    pub(super) shown: Vec<ShownFinding>,
    /// For each rule, the number of findings and the number of files that have them.
    pub(super) rules: Vec<(Rule, u64, u64)>,
    /// The place where crawlers stop, in words.
    pub(crate) stop: Option<String>,
}

/// The findings of all files.
#[derive(Debug, Default)]
pub(crate) struct Groups(Vec<Group>);

/// The findings of a rule.
#[derive(Debug)]
struct Group {
    rule: Rule,
    severity: Severity,
    count: u64,
    files: u64,
    /// The findings shown in full, each with its message and place.
    frames: Vec<(Message, String, Frame)>,
    places: Vec<String>,
}

/// Returns the number of findings of a rule to keep for each file; `shown` is the number to show.
pub(super) fn most(shown: Option<u64>) -> u64 {
    shown.unwrap_or(FEW as u64).saturating_add(PLACES as u64)
}

/// True if a finding may be shown in full, given the number of earlier findings of its rule in the same file. The first
/// one with another message may be shown in full too.
pub(super) const fn may_show(before: u64) -> bool {
    before < FEW as u64
}

impl Groups {
    /// Adds the findings of the next file; `shown` is the number of findings to show for each rule.
    pub(crate) fn add(&mut self, file: FileFindings, shown: Option<u64>) {
        for (rule, count, files) in file.rules {
            let group = self.group(rule);
            group.count += count;
            group.files += files;
        }
        let most = shown.map_or(FEW, |shown| usize::try_from(shown).unwrap_or(usize::MAX));
        for ShownFinding { message, severity, place, frame } in file.shown {
            let group = self.group(message.info().rule);
            group.severity = group.severity.max(severity);
            // A finding with a new message may be shown beyond `FEW`, up to twice that number.
            let is_new = shown.is_none() && group.frames.iter().all(|(known, ..)| *known != message);
            let most = if is_new { 2 * FEW } else { most };
            match frame {
                Some(frame) if group.frames.len() < most => group.frames.push((message, place, frame)),
                _ if group.places.len() < PLACES => group.places.push(place),
                _ => {}
            }
        }
    }

    fn group(&mut self, rule: Rule) -> &mut Group {
        let at = self.0.iter().position(|group| group.rule == rule).unwrap_or_else(|| {
            let severity = Severity::Info;
            self.0.push(Group { rule, severity, count: 0, files: 0, frames: Vec::new(), places: Vec::new() });
            self.0.len() - 1
        });
        &mut self.0[at]
    }

    /// Writes the groups: errors first, otherwise in the order in which they were found. `read` returns the text of a
    /// file, for the lines of findings across files.
    ///
    /// # Errors
    /// If `out` fails.
    pub(crate) fn write(
        &mut self,
        out: &mut dyn Write,
        view: View<'_>,
        read: impl Fn(usize) -> Option<Source>,
    ) -> Result {
        self.0.sort_by_key(|group| Reverse(group.severity));
        for group in self.0.iter_mut().filter(|group| view.shown.is_none() && group.count > FEW as u64) {
            group.one_of_each_message();
        }
        self.add_lines(view, read);
        self.0.iter().try_for_each(|group| group.write(out, view))
    }

    /// Adds the lines that are missing. Reads each file at most once, and keeps only one text in memory.
    fn add_lines(&mut self, view: View<'_>, read: impl Fn(usize) -> Option<Source>) {
        let frames = self.0.iter_mut().flat_map(|group| &mut group.frames);
        let mut frames: Vec<(MissingLine, &mut Frame)> =
            frames.filter_map(|(.., frame)| Some((frame.missing?, frame))).collect();
        frames.sort_by_key(|(line, _)| (line.file, line.location.span));
        for of_file in frames.chunk_by_mut(|(one, _), (other, _)| one.file == other.file) {
            let Some((line, source)) = of_file.last().and_then(|(line, _)| Some((*line, read(line.file)?))) else {
                continue;
            };
            let index = source.line_index_until(line.location.span.start);
            for (_, frame) in of_file {
                frame.add_line(&source, &index, view);
            }
        }
    }
}

impl Group {
    fn write(&self, out: &mut dyn Write, view: View<'_>) -> Result {
        let mut help = None;
        let (count, last) = (self.frames.len(), self.frames.len().saturating_sub(1));
        for (at, (.., frame)) in self.frames.iter().enumerate() {
            frame.write(out, help.as_deref() != Some(frame.help.as_str()), at == 0)?;
            help = Some(frame.help.clone());
            if at == last {
                self.others(out, frame.gutter, self.count.saturating_sub(count as u64), view)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Keeps one finding of each message to be shown in full.
    fn one_of_each_message(&mut self) {
        let mut others = Vec::new();
        for (message, place, frame) in std::mem::take(&mut self.frames) {
            if self.frames.len() < FEW && self.frames.iter().all(|(known, ..)| *known != message) {
                self.frames.push((message, place, frame));
            } else {
                others.push(place);
            }
        }
        self.places.splice(0..0, others);
        self.places.truncate(PLACES);
    }

    /// Writes the locations of the other findings, and the number of the remaining ones.
    fn others(&self, out: &mut dyn Write, gutter: usize, count: u64, view: View<'_>) -> Result {
        let (paint, words) = (Paint::new(view.color), view.words);
        if count == 0 {
            return Ok(());
        }
        let label = words.sentence(sentences::LABEL, &[words.word(sentences::ALSO)]);
        let indent = gutter + 4 + label.chars().count();
        let named = self.places.len().min(count as usize);
        let mut lines: Vec<String> = self.places.iter().take(named).cloned().collect();
        let more = count - named as u64;
        if more > 0 {
            let (more, files) = (words.number(more), words.count(self.files, sentences::FILE, sentences::FILES));
            lines.push(words.sentence(sentences::MORE_IN, &[&more, &words.number(self.count), &files]));
        }
        for (at, line) in lines.iter().enumerate() {
            if at == 0 {
                let (mark, label) = (paint.ink(Style::Gutter, "="), paint.ink(Style::Strong, &label));
                writeln!(out, "{:gutter$} {mark} {label} {line}", "")?;
            } else {
                writeln!(out, "{:indent$}{line}", "")?;
            }
        }
        Ok(())
    }
}
