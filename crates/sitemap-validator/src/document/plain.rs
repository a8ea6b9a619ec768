//! Entries that are read without tokens: their structure as a [`Record`], their values individually.
//!
//! An entry without findings is checked as a whole ([`Document::judge_plain`]) and recorded in the same way as by the
//! events of its tags ([`Document::add_plain`]). The values of any other record are passed to the functions that check
//! all values ([`Document::add_record`]). An entry that is not a record is read as tokens, from its start.

use super::Document;
use super::entry::EntryState;
use super::node::{Node, Part, ValueKind};
use super::record::{self, Piece, Record};
use crate::check::changefreq::Frequency;
use crate::check::loc::plain::{self, Page};
use crate::check::{Field, advice, lastmod, priority};
use crate::elements::{Core, Root};
use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::value::Value;
use crate::xml::chars::space_end;
use crate::xml::doctype::Doctype;
use crate::xml::reference::Context;
use crate::xml::walk::{EndTag, Records};

/// When to try to read a record: less often in files without records.
#[derive(Debug, Default)]
pub(super) struct Attempts {
    /// The number of entries before the next attempt.
    rest: u32,
    /// The number of entries that were skipped before the latest attempt.
    pause: u32,
}

/// The maximum number of entries between two attempts.
const PAUSE: u32 = 63;

impl Attempts {
    /// True if this entry is to be tried.
    fn is_due(&mut self) -> bool {
        let due = self.rest == 0;
        self.rest = self.rest.saturating_sub(1);
        due
    }

    /// Records whether the attempt succeeded.
    fn ended(&mut self, success: bool) {
        self.pause = if success { 0 } else { (self.pause * 2 + 1).min(PAUSE) };
        self.rest = self.pause;
    }
}

/// The values of a plain entry.
#[derive(Debug)]
struct EntryValues {
    page: Page,
    loc: Span,
    lastmod: Option<(lastmod::Plain, Span)>,
    changefreq: Option<(Frequency, Span)>,
    priority: Option<(u64, Span)>,
}

impl Document<'_> {
    /// Reads records and comments from byte `at` on, until about byte `until`.
    pub(super) fn read_records(
        &mut self,
        at: usize,
        until: usize,
        doctype: Option<&Doctype>,
        reporter: &mut Reporter<'_>,
    ) -> Records {
        if !self.takes_records(reporter) || !self.attempts.is_due() {
            return Records { end: at, elements: false };
        }
        let [mut record, mut last] = std::mem::take(&mut self.spare);
        let mut end = at;
        let mut elements = false;
        let mut last_is_plain = false;
        while end < until && !reporter.stopped() {
            let bytes = self.text.as_bytes();
            let next = space_end(bytes, end);
            if let Some(comment) = record::comment(bytes, next) {
                self.between(comment, reporter);
                end = comment.end as usize;
                continue;
            }
            if record.read(bytes, next).is_none() {
                break;
            }
            if let Some(judged) = self.judge_plain(&record, reporter) {
                self.add_plain(&record, &judged, reporter);
                last_is_plain = true;
                end = record.end;
            } else if !self.conversion.is_open() {
                // The fix that converts the file to an index needs its tags.
                end = self.add_record(&record, doctype, reporter);
                last_is_plain = false;
            } else {
                break;
            }
            elements = true;
            std::mem::swap(&mut record, &mut last);
        }
        if elements {
            self.namespaces.passed(last.latest_name().start);
        }
        if last_is_plain {
            self.remember_plain(&last);
        }
        self.spare = [record, last];
        self.attempts.ended(elements);
        Records { end, elements }
    }

    /// True if a following `<url>` would be an ordinary entry.
    fn takes_records(&self, reporter: &Reporter<'_>) -> bool {
        let ([root], None, Some(state)) = (&*self.nodes, &self.entry, self.root) else { return false };
        !reporter.options.no_fast_paths
            && root.part == Part::Root
            && !root.finished
            && root.stray.is_none()
            && state.is == Root::Urlset
            && self.text.get(root.name.range()) == Some(Root::Urlset.name())
            && self.namespaces.is_core_settled()
            && self.extensions.touched == 0
            && !self.unclean
            && self.locs.is_between_entries()
    }

    /// Checks a well-formed comment outside of values.
    fn between(&self, comment: Span, reporter: &mut Reporter<'_>) {
        advice::comment_or_instruction(self.text, comment, reporter);
    }

    /// Checks the values of an entry; `None` if a rule may report something. Records nothing.
    fn judge_plain(&mut self, record: &Record, reporter: &Reporter<'_>) -> Option<EntryValues> {
        let speaks = |comment| advice::comment_has_advice(self.text, comment);
        if !record.in_order || record.comments().any(speaks) {
            return None;
        }
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
        let page = plain::written(text(loc)?, &mut self.locs, reporter.options)?;
        Some(EntryValues { page, loc, lastmod, changefreq, priority })
    }

    /// Records a plain entry, with the same result as the events of its tags and values.
    fn add_plain(&mut self, record: &Record, judged: &EntryValues, reporter: &mut Reporter<'_>) {
        self.count_entry(record.tag(), Root::Urlset, reporter);
        self.first_loc.get_or_insert(judged.loc);
        self.locs.plain_page(&judged.page, judged.loc);
        let moment = judged.lastmod.map(|(lastmod, place)| lastmod.add(place, &mut self.lastmods));
        if let Some((frequency, place)) = judged.changefreq {
            self.changefreqs.add(frequency, place);
        }
        if let Some((key, place)) = judged.priority {
            let (name, start, end) = record::names(Core::Priority, place);
            let value = Value::plain(self.text.at(place), place);
            let field = Field { source: self.text, value, name, element: start.to(end), content: place };
            self.priorities.add(key, place, &field, reporter);
        }
        // The entry lists a page, so the file is not an index.
        self.conversion.close();
        self.note_entry(Root::Urlset, record.whole(), record.values, moment, reporter);
    }

    /// Keeps the last entry, which is plain, for later checks.
    fn remember_plain(&mut self, record: &Record) {
        let mut entry = EntryState::new(Root::Urlset, record.name(), record.end_tag());
        for (core, value) in Core::ALL.into_iter().zip(record.values) {
            let Some(value) = value else { continue };
            let (name, start, end) = record::names(core, value);
            entry.add(core, name, start.to(end), value);
        }
        self.last_entry = Some(entry);
    }

    /// Passes an entry to the functions for its tags and values, until the sink stops the check. Returns the byte at
    /// which the entry ends or the check stopped.
    fn add_record(&mut self, record: &Record, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) -> usize {
        let end_tag = record.end_tag();
        let node = node(Part::Entry, Part::Root, record.name(), record.tag());
        self.start_entry(node.name, node.tag, Root::Urlset, reporter);
        for piece in record.pieces() {
            if reporter.stopped() {
                break;
            }
            match piece {
                Piece::Comment(comment) => self.between(comment, reporter),
                Piece::Value(core, content) => self.record_value(core, content, doctype, reporter),
            }
        }
        if reporter.stopped() {
            return end_tag.start as usize;
        }
        self.finish_entry(&node, ended(end_tag), reporter);
        record.end
    }

    fn record_value(&mut self, core: Core, content: Span, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) {
        let (name, tag, end) = record::names(core, content);
        self.start_value(core);
        self.start_content();
        if !content.is_empty() {
            let url = core == Core::Loc;
            self.value_text(content, Context { url, attribute: false, doctype }, reporter);
        }
        if !reporter.stopped() {
            let kind = ValueKind::Core(core);
            let node = node(kind.into(), Part::Entry, name, tag);
            self.finish_value(kind, &node, ended(end), reporter);
        }
    }
}

/// The end tag of an element of a record.
const fn ended(tag: Span) -> EndTag {
    let name = Span { start: tag.start + 2, end: tag.end - 1 };
    EndTag { tag, name: Some(name), truncated: false }
}

/// The node of an element of a record.
const fn node(part: Part, parent: Part, name: Span, tag: Span) -> Node {
    Node {
        part,
        vocabulary: None,
        parent,
        name,
        tag,
        mark: 0,
        broken: false,
        finished: false,
        typed: false,
        meant: None,
        stray: None,
    }
}
