//! Plain entries: a `url` with nothing but values that no rule speaks about, read without tokens.
//!
//! An entry is read and judged whole ([`read`], [`Document::judge_plain`]) before anything is noted, and then noted as
//! the events of its tags would have it ([`Document::add_plain`]). One that differs in a byte is left to them.

use memchr::memchr;

use super::Document;
use super::entry::EntryState;
use super::node::Part;
use crate::check::changefreq::Frequency;
use crate::check::loc::plain::{self, LONGEST, Page};
use crate::check::structure::{Core, Root};
use crate::check::{Entry, Field, changefreq, lastmod, loc, priority};
use crate::reporter::Reporter;
use crate::sink;
use crate::span::Span;
use crate::value::{Value, is_space};

/// How often it was tried in vain, so that files without plain entries cost no more than before.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    /// Entries that are not tried before the next attempt.
    rest: u32,
    /// Entries that were not tried before the latest one.
    pause: u32,
}

/// The longest pause between two attempts, in entries.
const PAUSE: u32 = 63;

impl Attempts {
    /// True when it is time to try.
    fn is_due(&mut self) -> bool {
        let due = self.rest == 0;
        self.rest = self.rest.saturating_sub(1);
        due
    }

    /// Notes whether the attempt came to something.
    fn ended(&mut self, success: bool) {
        self.pause = if success { 0 } else { (self.pause * 2 + 1).min(PAUSE) };
        self.rest = self.pause;
    }
}

/// An entry of the plain shape.
#[derive(Debug, Clone, Copy)]
struct Record {
    /// The `<` of its start tag.
    start: usize,
    /// Behind its end tag.
    end: usize,
    /// Where its values stand, by [`Core`].
    values: [Option<Span>; 4],
}

/// What its values say.
#[derive(Debug)]
struct Judged<'a> {
    page: Page<'a>,
    loc: Span,
    lastmod: Option<(lastmod::Plain, Span)>,
    changefreq: Option<(Frequency, Span)>,
    priority: Option<(u64, Span)>,
}

const START: &[u8; 5] = b"<url>";
const END: &[u8; 6] = b"</url>";

/// Reads an entry and the white space before it.
fn read(bytes: &[u8], at: usize) -> Option<Record> {
    let start = behind_space(bytes, at);
    let at = behind_space(bytes, behind(bytes, start, START)?);
    // In the order of the schema, each with the most bytes a plain value can have.
    let (loc, at) = value(bytes, at, b"<loc>", b"</loc>", LONGEST)?;
    let (lastmod, at) = value(bytes, at, b"<lastmod>", b"</lastmod>", 32)?;
    let (changefreq, at) = value(bytes, at, b"<changefreq>", b"</changefreq>", 7)?;
    let (priority, at) = value(bytes, at, b"<priority>", b"</priority>", 6)?;
    Some(Record { start, end: behind(bytes, at, END)?, values: [loc, lastmod, changefreq, priority] })
}

/// Reads a value, if there is one at `at`, and the white space behind it; `None` when it cannot be plain.
#[inline]
fn value<const O: usize, const C: usize>(
    bytes: &[u8],
    at: usize,
    open: &[u8; O],
    close: &[u8; C],
    longest: usize,
) -> Option<(Option<Span>, usize)> {
    let Some(from) = behind(bytes, at, open) else { return Some((None, at)) };
    let rest = bytes.get(from..)?;
    let to = from + memchr(b'<', rest.get(..=longest).unwrap_or(rest))?;
    Some((Some(Span::new(from, to)), behind_space(bytes, behind(bytes, to, close)?)))
}

/// The place behind `what`, if that stands at byte `at`.
#[inline]
fn behind<const N: usize>(bytes: &[u8], at: usize, what: &[u8; N]) -> Option<usize> {
    // Of a known length, so that it is compared in place.
    (bytes.get(at..)?.first_chunk::<N>()? == what).then_some(at + N)
}

fn behind_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).copied().is_some_and(is_space) {
        at += 1;
    }
    at
}

/// The name, and the whole, of the element whose value stands at `value`.
fn element(core: Core, value: Span) -> (Span, Span) {
    let length = core.name().len() as u32;
    let name = Span { start: value.start - length - 1, end: value.start - 1 };
    (name, Span { start: name.start - 1, end: value.end + length + 3 })
}

impl<'a> Document<'a> {
    /// Reads plain entries from byte `at` on, hardly further than `until`, and returns where the last of them ends.
    pub(super) fn read_plain(&mut self, at: usize, until: usize, reporter: &mut Reporter<'_>) -> usize {
        if !self.takes_plain(reporter) || !self.plain.is_due() {
            return at;
        }
        let mut end = at;
        let mut last = None;
        while end < until && !reporter.stopped() {
            let Some(record) = read(self.text.as_bytes(), end) else { break };
            let Some(judged) = self.judge_plain(&record, reporter) else { break };
            self.add_plain(&record, &judged, reporter);
            end = record.end;
            last = Some(record);
        }
        if let Some(record) = last {
            self.remember_plain(&record);
        }
        self.plain.ended(last.is_some());
        end
    }

    /// True when a `url` that follows would be an entry like any other.
    fn takes_plain(&self, reporter: &Reporter<'_>) -> bool {
        let ([root], None, Some(state)) = (&*self.nodes, &self.entry, self.root) else { return false };
        !reporter.options.no_plain_entries
            && root.part == Part::Root
            && !root.finished
            && root.stray.is_none()
            && state.is == Root::Urlset
            && self.text.get(root.name.range()) == Some(Root::Urlset.name())
            && self.namespaces.is_core_settled()
            && !self.extensions.is_touched()
            && self.locs.takes_plain_pages()
    }

    /// Judges the values of an entry; `None` when a rule may speak. Nothing is noted.
    fn judge_plain(&self, record: &Record, reporter: &Reporter<'_>) -> Option<Judged<'a>> {
        let [loc, lastmod, changefreq, priority] = record.values;
        let loc = loc?;
        let text = |place: Span| self.text.get(place.range());
        let lastmod = match lastmod {
            Some(place) => Some((lastmod::plain(text(place)?, reporter.options.now)?, place)),
            None => None,
        };
        let changefreq = match changefreq {
            Some(place) => Some((Frequency::exact(text(place)?)?, place)),
            None => None,
        };
        let priority = match priority {
            Some(place) => Some((priority::plain(text(place)?)?, place)),
            None => None,
        };
        let page = plain::written(text(loc)?, &self.locs, reporter.options)?;
        Some(Judged { page, loc, lastmod, changefreq, priority })
    }

    /// Notes an entry: as its start tag, its values and its end tag would one by one.
    fn add_plain(&mut self, record: &Record, judged: &Judged<'_>, reporter: &mut Reporter<'_>) {
        let whole = Span::new(record.start, record.end);
        self.entries = self.entries.saturating_add(1);
        if let Some(root) = self.root.as_mut() {
            root.urls += 1;
        }
        reporter.set_entry(self.entries);
        self.limits.entry(self.entries, Span::new(record.start, record.start + START.len()), false, reporter);
        self.first_loc.get_or_insert(judged.loc);
        self.locs.plain_page(&judged.page, judged.loc);
        let moment = judged.lastmod.map(|(lastmod, place)| lastmod.add(place, &mut self.lastmods));
        if let Some((frequency, place)) = judged.changefreq {
            self.changefreqs.add(frequency, place);
        }
        if let Some((key, place)) = judged.priority {
            let (name, element) = element(Core::Priority, place);
            let value = Value::plain(self.text.get(place.range()).unwrap_or_default(), place);
            let field = Field { source: self.text, value, name, element, content: place };
            self.priorities.add(key, place, &field, reporter);
        }
        // It lists a page, and no sitemap.
        self.conversion.close();
        let lastmod = judged.lastmod.map(|(_, place)| place);
        if reporter.wants_entries() {
            let read = |place: Option<Span>| place.and_then(|place| self.text.get(place.range())).unwrap_or_default();
            let (url, lastmod) = (read(Some(judged.loc)).into(), read(lastmod).into());
            reporter.tell_entry(&sink::Entry { element: whole, url, lastmod });
        }
        let facts = Entry { number: self.entries, element: whole, lastmod };
        self.hreflangs.entry(&facts, self.text, &self.locs, reporter);
        loc::entry(&facts, self.text, &mut self.locs, reporter);
        changefreq::entry(&mut self.changefreqs, moment, reporter);
        reporter.set_entry(0);
    }

    /// Keeps what may be asked of the last entry that was read.
    fn remember_plain(&mut self, record: &Record) {
        let (start, end) = (record.start + 1, record.end);
        let name = Span::new(start, start + Root::Urlset.entry().len());
        let mut entry = EntryState::new(Root::Urlset, name, Span::new(end - END.len(), end));
        let mut latest = name;
        for (core, value) in Core::ALL.into_iter().zip(record.values) {
            let Some(value) = value else { continue };
            let (name, element) = element(core, value);
            entry.add(core, name, element, value);
            latest = name;
        }
        self.last_entry = Some(entry);
        self.namespaces.passed(latest.start);
    }
}
