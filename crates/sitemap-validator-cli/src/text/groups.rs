//! The findings of several files, one group for each rule: the first in full, and the places of the next ones.

use std::cmp::Reverse;
use std::fmt::{Result, Write};

use sitemap_validator::output::text::sentences;
use sitemap_validator::{Message, Rule, Severity};

use super::View;
use super::frame::Frame;
use super::paint::{Ink, Paint};

/// So many findings of a rule are shown in full; of more, one for each message.
const FEW: usize = 3;

/// How many places of other findings are named.
const PLACES: usize = 4;

/// A finding of a file.
#[derive(Debug)]
pub(crate) struct Shown {
    pub(super) message: Message,
    pub(super) severity: Severity,
    /// File, line and column.
    pub(super) place: String,
    /// How it is shown in full; `None` if it certainly is not.
    pub(super) frame: Option<Frame>,
}

/// The first findings of each rule in a file, or across files, and how many there are.
#[derive(Debug, Default)]
pub(crate) struct FileFindings {
    pub(super) shown: Vec<Shown>,
    /// The findings of each rule, and in how many files they are.
    pub(super) rules: Vec<(Rule, u64, u64)>,
    /// Where crawlers stop, in words.
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
    frames: Vec<(Message, Frame)>,
    places: Vec<String>,
}

/// How many findings of a rule are kept of each file, with `shown`, how many are to be shown.
pub(super) fn most(shown: Option<u64>) -> u64 {
    shown.unwrap_or(FEW as u64).saturating_add(PLACES as u64)
}

/// True if a finding may be shown in full, of which there are `before` earlier ones of the rule in the same file. The first
/// with another message may be, too.
pub(super) const fn may_show(before: u64) -> bool {
    before < FEW as u64
}

impl Groups {
    /// Adds the findings of the next file; `shown` is how many findings of a rule are to be shown.
    pub(crate) fn add(&mut self, file: FileFindings, shown: Option<u64>) {
        for (rule, count, files) in file.rules {
            let group = self.group(rule);
            group.count += count;
            group.files += files;
        }
        let most = shown.map_or(FEW, |shown| usize::try_from(shown).unwrap_or(usize::MAX));
        for Shown { message, severity, place, frame } in file.shown {
            let group = self.group(message.info().rule);
            group.severity = group.severity.max(severity);
            // Few of one message are no reason not to show another one.
            let is_new = shown.is_none() && group.frames.iter().all(|(known, _)| *known != message);
            let most = if is_new { 2 * FEW } else { most };
            match frame {
                Some(frame) if group.frames.len() < most => group.frames.push((message, frame)),
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

    /// Writes them: errors first, and otherwise in the order in which they were found.
    ///
    /// # Errors
    /// When `out` fails.
    pub(crate) fn write(&mut self, out: &mut dyn Write, view: View<'_>) -> Result {
        self.0.sort_by_key(|group| Reverse(group.severity));
        self.0.iter_mut().try_for_each(|group| group.write(out, view))
    }
}

impl Group {
    fn write(&mut self, out: &mut dyn Write, view: View<'_>) -> Result {
        if view.shown.is_none() && self.count > FEW as u64 {
            self.one_of_each_message();
        }
        let mut help = None;
        let (count, last) = (self.frames.len(), self.frames.len().saturating_sub(1));
        for (at, (_, frame)) in self.frames.iter().enumerate() {
            frame.write(out, help.as_deref() != Some(frame.help.as_str()), at == 0)?;
            help = Some(frame.help.clone());
            if at == last {
                self.others(out, frame.gutter, self.count.saturating_sub(count as u64), view)?;
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// Leaves one finding of each message to be shown in full.
    fn one_of_each_message(&mut self) {
        let mut others = Vec::new();
        for (message, frame) in std::mem::take(&mut self.frames) {
            if self.frames.len() < FEW && self.frames.iter().all(|(known, _)| *known != message) {
                self.frames.push((message, frame));
            } else {
                others.push(frame.place);
            }
        }
        self.places.splice(0..0, others);
        self.places.truncate(PLACES);
    }

    /// The places of the other findings, and how many there are beyond these.
    fn others(&self, out: &mut dyn Write, gutter: usize, count: u64, view: View<'_>) -> Result {
        let (paint, words) = (Paint::new(view.color), view.words);
        if count == 0 {
            return Ok(());
        }
        let label = format!("{}:", words.word(sentences::ALSO));
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
                let (mark, label) = (paint.ink(Ink::Gutter, "="), paint.ink(Ink::Strong, &label));
                writeln!(out, "{:gutter$} {mark} {label} {line}", "")?;
            } else {
                writeln!(out, "{:indent$}{line}", "")?;
            }
        }
        Ok(())
    }
}
