//! When an article appeared: neither in the future nor more than two days ago.

use crate::check::extension::Block;
use crate::check::repaired;
use crate::check::with_leading_space;
use crate::diagnostic::{Edit, FixKind};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::datetime::{DAY, Moment};

/// How far a clock may be ahead, in milliseconds: an hour.
const AHEAD: i64 = 3_600_000;

/// How many days news last.
const DAYS: i64 = 2;

/// How many old articles are reported one by one.
const SINGLE: u64 = 5;

/// How many articles are removed at once.
const MOST: usize = 5_000;

/// The old articles of a file.
#[derive(Debug, Default)]
pub(super) struct Ages {
    old: u64,
    /// The first one that is not reported by itself, and its entry.
    more: Option<(Span, u32)>,
    edits: Vec<Edit>,
    /// One of them cannot be removed.
    stuck: bool,
}

/// Reports a date that has not come yet.
pub(super) fn future(moment: Moment, place: Span, reporter: &mut Reporter<'_>) {
    let Some(now) = reporter.options.now else { return };
    // Where the day begins first, tomorrow in UTC has come already.
    let future = if moment.is_date_only() {
        moment.day() > now.div_euclid(DAY) + 1
    } else {
        moment.millis > now.saturating_add(AHEAD)
    };
    if future {
        reporter.report(rules::news_date_future(place, place));
    }
}

impl Ages {
    /// Judges the age of the article `block`.
    pub(super) fn article(&mut self, block: &Block<'_>, moment: Moment, place: Span, reporter: &mut Reporter<'_>) {
        let Some(now) = reporter.options.now.filter(|_| reporter.wants(Rule::NewsTooOld)) else { return };
        let old = if moment.is_date_only() {
            moment.day() < now.div_euclid(DAY) - DAYS
        } else {
            moment.millis < now.saturating_sub(DAYS * DAY)
        };
        if !old {
            return;
        }
        self.old += 1;
        let removal = removal(block);
        if self.old <= SINGLE {
            let days = now.saturating_sub(moment.millis).div_euclid(DAY);
            let found = if days > DAYS {
                rules::news_too_old::days_old(place, days.unsigned_abs())
            } else {
                rules::news_too_old::by_date(place, place)
            };
            reporter.report(repaired(found, FixKind::Suggest, [removal]));
            return;
        }
        self.more.get_or_insert((place, reporter.entry()));
        match removal {
            Some(edit) if self.edits.len() < MOST => self.edits.push(edit),
            _ => self.stuck = true,
        }
    }

    /// Reports those that were not reported one by one.
    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        let Some((place, entry)) = self.more.take() else { return };
        let mut found = rules::news_too_old::more(place, self.old - SINGLE);
        found.entry = entry;
        let edits = std::mem::take(&mut self.edits);
        reporter.report(if self.stuck { found } else { found.suggest(edits) });
    }
}

/// Removes the article, when it has an end tag of its own.
fn removal(block: &Block<'_>) -> Option<Edit> {
    let (_, close) = block.source.get(block.element.range())?.rsplit_once("</")?;
    let name = block.source.get(block.name.range())?;
    let rest = close.strip_prefix(name)?;
    (rest.trim_end() == ">").then(|| Edit::delete(with_leading_space(block.source, block.element)))
}
