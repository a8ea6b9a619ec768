//! The publication date of an article: not in the future and not more than two days ago.

use crate::check::extension::Block;
use crate::check::repaired;
use crate::check::with_leading_space;
use crate::diagnostic::{Edit, FixKind};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::datetime::{DAY, Moment};

/// The tolerance for clocks that are ahead, in milliseconds: one hour.
const AHEAD: i64 = 3_600_000;

/// The maximum age of an article in days.
const DAYS: i64 = 2;

/// The number of old articles that are reported individually.
const SINGLE: u64 = 5;

/// The maximum number of articles that a fix removes.
const MOST: usize = 5_000;

/// The old articles of a file.
#[derive(Debug, Default)]
pub(super) struct Ages {
    old: u64,
    /// The first article that is not reported individually, and its entry.
    more: Option<(Span, u32)>,
    edits: Vec<Edit>,
    /// True if one of them cannot be removed.
    stuck: bool,
}

/// Reports a date in the future.
pub(super) fn future(moment: Moment, place: Span, reporter: &mut Reporter<'_>) {
    let Some(now) = reporter.options.now else { return };
    // In the easternmost zones, the next day in UTC has begun already.
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
    /// Checks the age of the article `block`.
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

    /// Reports the articles that were not reported individually.
    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        let Some((place, entry)) = self.more.take() else { return };
        let mut found = rules::news_too_old::more(place, self.old - SINGLE);
        found.entry = entry;
        let edits = std::mem::take(&mut self.edits);
        reporter.report(if self.stuck { found } else { found.suggest(edits) });
    }
}

/// The edit that removes the article, if it has an end tag.
fn removal(block: &Block<'_>) -> Option<Edit> {
    let (_, close) = block.source.get(block.element.range())?.rsplit_once("</")?;
    let name = block.source.get(block.name.range())?;
    let rest = close.strip_prefix(name)?;
    (rest.trim_end() == ">").then(|| Edit::delete(with_leading_space(block.source, block.element)))
}
