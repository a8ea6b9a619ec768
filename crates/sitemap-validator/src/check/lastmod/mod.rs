//! `lastmod`: single values, and all dates of a file together.

mod order;
mod proof;
mod value;

pub(crate) use proof::prove;
pub(crate) use value::{Plain, check, plain};

use super::DocumentFacts;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::date::Date;
use crate::value::datetime::{DAY, Moment};
use crate::value::zone::Zone;

/// Statistics of the dates of a file.
#[derive(Debug, Default)]
pub(crate) struct Lastmods {
    /// The number of elements with a value, valid or not.
    present: u32,
    /// The locations of the first and the last valid date.
    first: Option<Span>,
    earliest: Option<(i64, Span)>,
    latest: Option<(i64, Span)>,
    date_only: Form,
    date_time: Form,
    /// Every valid date; see [`key`].
    keys: Vec<i64>,
    /// At most [`PROBES`] of the keys, evenly spaced, with their locations.
    probes: Vec<(i64, Span)>,
    /// The number of keys between two probes; always one less than a power of two.
    skipped: usize,
    /// The date of more than half of the entries before the last one, if there is one (a majority vote in one pass).
    candidate: i64,
    votes: u32,
    /// The last location of the candidate.
    candidate_at: Span,
    /// The last date and its location.
    last: Option<(i64, Span)>,
    /// The zone of most times, by the same vote.
    zone: Zone,
    zone_votes: u32,
    order: order::DayAndMonth,
    unproved: proof::Unproved,
}

/// The dates of one format.
#[derive(Debug, Default)]
struct Form {
    count: u32,
    first: Option<Span>,
}

impl Form {
    fn add(&mut self, span: Span) {
        self.count += 1;
        self.first.get_or_insert(span);
    }
}

/// A date that entries share.
#[derive(Debug)]
struct Shared {
    key: i64,
    /// The last location.
    at: Span,
    count: usize,
}

impl Shared {
    /// True for a date without a time.
    const fn is_day(&self) -> bool {
        is_day(self.key)
    }

    /// True for a date that is reported individually.
    const fn is_placeholder(&self) -> bool {
        self.key.div_euclid(2) < value::FIRST_PAGE
    }

    /// True for a date with a time that is not reported individually.
    const fn is_time(&self) -> bool {
        !self.is_day() && !self.is_placeholder()
    }
}

/// True for the key of a date without a time.
const fn is_day(key: i64) -> bool {
    key & 1 == 1
}

/// A key that compares dates; a date without a time differs from midnight of the same day.
fn key(moment: Moment) -> i64 {
    moment.millis * 2 + i64::from(moment.is_date_only())
}

impl Lastmods {
    /// The number of valid dates.
    pub(crate) const fn readable(&self) -> u32 {
        self.date_only.count + self.date_time.count
    }

    /// The number of elements with a value, valid or not.
    pub(crate) const fn present(&self) -> u32 {
        self.present
    }

    /// The location of the earliest valid date.
    pub(crate) fn earliest(&self) -> Option<Span> {
        self.earliest.map(|(_, span)| span)
    }

    /// The location of the latest valid date.
    pub(crate) fn latest(&self) -> Option<Span> {
        self.latest.map(|(_, span)| span)
    }

    /// The location of the first valid date.
    pub(crate) const fn first(&self) -> Option<Span> {
        self.first
    }

    /// True if there are dates and none has a time.
    pub(crate) const fn date_only(&self) -> bool {
        self.date_only.count > 0 && self.date_time.count == 0
    }

    fn add(&mut self, moment: Moment, zone: Zone, span: Span) {
        self.first.get_or_insert(span);
        if self.earliest.is_none_or(|(millis, _)| moment.millis < millis) {
            self.earliest = Some((moment.millis, span));
        }
        if self.latest.is_none_or(|(millis, _)| moment.millis > millis) {
            self.latest = Some((moment.millis, span));
        }
        if moment.is_date_only() {
            self.date_only.add(span);
        } else {
            self.date_time.add(span);
            vote(&mut self.zone, &mut self.zone_votes, zone);
        }
        let key = key(moment);
        if self.keys.len() & self.skipped == 0 {
            self.probe(key, span);
        }
        self.keys.push(key);
        if let Some((key, span)) = self.last.replace((key, span))
            && vote(&mut self.candidate, &mut self.votes, key)
        {
            self.candidate_at = span;
        }
    }

    /// Adds a probe, in place of every second one if there are too many.
    fn probe(&mut self, key: i64, span: Span) {
        if self.probes.len() == PROBES {
            let mut at = 0..;
            self.probes.retain(|_| at.next().is_some_and(|at: usize| at.is_multiple_of(2)));
            self.skipped = self.skipped * 2 + 1;
        }
        self.probes.push((key, span));
    }

    /// The date of at least half of the entries, if there is one. Of two, it is a [time](Shared::is_time), and the later one.
    fn shared(&self) -> Option<Shared> {
        let (last, at) = self.last?;
        // It is the date of more than half of the entries before the last one, or that of the last one.
        let (mut same, mut same_as_last) = (0, 0);
        for key in &self.keys {
            same += usize::from(*key == self.candidate);
            same_as_last += usize::from(*key == last);
        }
        let voted = Shared { key: self.candidate, at: self.candidate_at, count: same };
        let last = Shared { key: last, at, count: same_as_last };
        let rank = |shared: &Shared| (shared.count, shared.is_time(), shared.key);
        let shared = if rank(&voted) > rank(&last) { voted } else { last };
        (shared.count * 2 >= self.keys.len()).then_some(shared)
    }

    /// The zone of most times, as written.
    fn usual_zone(&self) -> Option<String> {
        if self.zone_votes == 0 {
            return None;
        }
        match self.zone {
            Zone::Utc => Some("Z".to_owned()),
            Zone::Offset(minutes) => {
                let sign = if minutes < 0 { '-' } else { '+' };
                let minutes = minutes.abs();
                Some(format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60))
            }
            Zone::None | Zone::Other => None,
        }
    }
}

/// One step of a majority vote; true if `value` is the candidate afterwards.
fn vote<T: PartialEq>(candidate: &mut T, votes: &mut u32, value: T) -> bool {
    if *votes == 0 {
        *candidate = value;
        *votes = 1;
    } else if *candidate == value {
        *votes += 1;
    } else {
        *votes -= 1;
        return false;
    }
    true
}

/// The number of dates from which they are compared, and from which a shared day is reported.
const SHARED_INSTANT: usize = 10;
const SHARED_DAY: usize = 50;
/// The number of entries from which missing dates are reported.
const MANY: u32 = 5;
/// The maximum distance from the present for a date that counts as "now": ten minutes.
const NEAR: i64 = 10 * 60 * 1000;
/// How many times within ten minutes are reported, if they are at least this part of all dates, in percent.
const CLUSTERED: usize = 20;
const CLUSTERED_PERCENT: usize = 40;
/// How many dates show whether that is likely, and where.
const PROBES: usize = 256;

/// Checks all dates of the file together.
pub(crate) fn finish(state: &mut Lastmods, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
    state.order.finish(reporter);
    state.unproved.finish(reporter);
    if !facts.index && !facts.news && state.keys.len() >= SHARED_INSTANT {
        let shared = state.shared();
        if !shared.as_ref().is_some_and(|shared| identical(state, shared, facts, reporter))
            && !looks_generated(state, shared.as_ref(), reporter)
        {
            clustered(state, reporter);
        }
    }
    mixed_precision(state, reporter);
    advice(state, facts, reporter);
}

/// Reports if (nearly) all dates are the same; true if they are, even if the rule is off.
fn identical(state: &Lastmods, shared: &Shared, facts: &DocumentFacts, reporter: &mut Reporter<'_>) -> bool {
    let total = state.keys.len();
    let &Shared { count, at, .. } = shared;
    let Some(first) = state.first.filter(|_| !shared.is_day() || total >= SHARED_DAY) else { return false };
    if count * 100 < total * 95 {
        return false;
    }
    if shared.is_placeholder() {
        return true;
    }
    let found = if count == facts.entries as usize {
        rules::lastmod_all_identical(first, count, at)
    } else {
        rules::lastmod_all_identical::most(first, count, at, total)
    };
    reporter.report(found.related(at, "the last entry with this date"));
    true
}

/// Reports if at least half of the dates are of the same time, or of now; true if they are. A day is one only if it is today:
/// pages can be changed on the same day.
fn looks_generated(state: &Lastmods, shared: Option<&Shared>, reporter: &mut Reporter<'_>) -> bool {
    let total = state.keys.len();
    let Some(first) = state.first.filter(|_| reporter.wants(Rule::LastmodLooksGenerated)) else { return false };
    let fresh = reporter.options.now.map_or(0, |now| {
        let is_now = |key: i64| {
            if is_day(key) {
                key.div_euclid(2).div_euclid(DAY) == now.div_euclid(DAY)
            } else {
                (key / 2).abs_diff(now) <= NEAR.unsigned_abs()
            }
        };
        state.keys.iter().filter(|key| is_now(**key)).count()
    });
    if fresh * 2 >= total {
        reporter.report(rules::lastmod_looks_generated(first, fresh, total));
    } else if let Some(&Shared { at, count, .. }) = shared.filter(|shared| shared.is_time()) {
        reporter.report(rules::lastmod_looks_generated::same(at, count, total, at));
    } else {
        return false;
    }
    true
}

/// Reports if many times are within ten minutes. A sample tells first whether that is likely.
fn clustered(state: &Lastmods, reporter: &mut Reporter<'_>) {
    if (state.date_time.count as usize) < CLUSTERED || !reporter.wants(Rule::LastmodClustered) {
        return;
    }
    let total = state.keys.len();
    let offset = if let Zone::Offset(minutes) = state.zone { i64::from(minutes) * 60_000 } else { 0 };
    // At midnight, only the day is known, and pages can be changed on the same day.
    let time = |key: &i64| {
        let millis = key.div_euclid(2);
        (!is_day(*key) && millis >= value::FIRST_PAGE && (millis + offset) % DAY != 0).then_some(millis)
    };
    let (_, likely) = densest(state.probes.iter().filter_map(|(key, _)| time(key)));
    if likely * 2 * 100 < state.probes.len() * CLUSTERED_PERCENT {
        return;
    }
    let (start, count) = densest(state.keys.iter().filter_map(time));
    if count < CLUSTERED || count * 100 < total * CLUSTERED_PERCENT {
        return;
    }
    let is_near = |(key, _): &&(i64, Span)| time(key).is_some_and(|time| (start..=start + NEAR).contains(&time));
    let first = state.probes.iter().find(is_near);
    if let (Some(&(_, at)), Some(day)) = (first, Date::after_epoch(start.div_euclid(DAY))) {
        reporter.report(rules::lastmod_clustered(at, count, total, day.to_string()));
    }
}

/// The ten minutes with the most times: their start, and the number of times.
fn densest(times: impl Iterator<Item = i64>) -> (i64, usize) {
    let mut times: Vec<i64> = times.collect();
    times.sort_unstable();
    let mut first = times.iter().copied().enumerate().peekable();
    let mut densest = (0, 0);
    for (at, time) in times.iter().enumerate() {
        while first.next_if(|(_, start)| time - start > NEAR).is_some() {}
        if let Some(&(from, start)) = first.peek()
            && at + 1 - from > densest.1
        {
            densest = (start, at + 1 - from);
        }
    }
    densest
}

fn mixed_precision(state: &Lastmods, reporter: &mut Reporter<'_>) {
    let (Some(date), Some(time)) = (state.date_only.first, state.date_time.first) else {
        return;
    };
    let (few, many) = (state.date_only.count, state.date_time.count);
    let minority = if few <= many { date } else { time };
    reporter.report(rules::lastmod_mixed_precision(minority, few, many));
}

/// Reports advice on the dates of a file.
fn advice(state: &Lastmods, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
    let missing = facts.entries.saturating_sub(state.present());
    if facts.urlset && facts.entries >= MANY && u64::from(state.present()) * 2 < u64::from(facts.entries) {
        reporter.report(match state.present() {
            0 => rules::advice_no_lastmod::all(Span::at(0), facts.entries),
            _ => rules::advice_no_lastmod::some(Span::at(0), missing, facts.entries),
        });
    }
    if let (Some(first), true) = (state.first(), state.date_only()) {
        reporter.report(rules::advice_date_only_lastmod(first));
    }
}

/// The day of the first web page.
const fn first_page() -> i64 {
    Date { year: 1991, month: 8, day: 6 }.since_epoch() * DAY
}

#[cfg(test)]
mod tests;
