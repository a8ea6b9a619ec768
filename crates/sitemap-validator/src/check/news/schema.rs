//! Values of deprecated elements that the news schema restricts: for strict schema mode only.

use crate::check::{Field, Trimmed, repaired};
use crate::diagnostic::FixKind;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::spelling::distance;

const ACCESS: [&str; 2] = ["Subscription", "Registration"];
const GENRES: [&str; 6] = ["PressRelease", "Satire", "Blog", "OpEd", "Opinion", "UserGenerated"];
/// The maximum number of stock tickers.
const TICKERS: usize = 5;

/// Checks the value of the element `name`.
pub(super) fn check(name: &str, field: &Field<'_>, reporter: &mut Reporter<'_>) {
    let place = Trimmed::new(field);
    match name {
        "access" => {
            word(place, (0, place.value.len()), &ACCESS, "`Subscription` or `Registration`", reporter);
        }
        "genres" => {
            const RIGHT: &str = "`PressRelease`, `Satire`, `Blog`, `OpEd`, `Opinion` or `UserGenerated`";
            for at in listed(place.value) {
                word(place, at, &GENRES, RIGHT, reporter);
            }
        }
        "stock_tickers" => {
            let count = listed(place.value).count();
            if let Some((start, _)) = listed(place.value).nth(TICKERS) {
                let surplus = place.span(start, place.value.len());
                let found = rules::news_deprecated_element::stock_tickers(surplus, count);
                reporter.report(found.against_schema(true));
            }
        }
        _ => {}
    }
}

/// The trimmed words of a list with commas.
fn listed(list: &str) -> impl Iterator<Item = (usize, usize)> {
    let mut next = 0;
    list.split(',').filter_map(move |word| {
        let start = next + (word.len() - word.trim_start().len());
        next += word.len() + 1;
        let word = word.trim();
        (!word.is_empty()).then_some((start, start + word.len()))
    })
}

/// Checks one word of a value.
fn word(
    place: Trimmed<'_>,
    (start, end): (usize, usize),
    known: &[&'static str],
    right: &'static str,
    reporter: &mut Reporter<'_>,
) {
    let written = place.value.at(start..end);
    if known.contains(&written) {
        return;
    }
    let span = place.span(start, end);
    let found = rules::news_deprecated_element::value(span, span, place.field.name, right).against_schema(true);
    let lower = written.to_ascii_lowercase();
    let meant = known.iter().find(|known| distance(&known.to_ascii_lowercase(), &lower) <= 1);
    reporter.report(match meant {
        Some(meant) => repaired(found, FixKind::Suggest, [place.edit(start, end, *meant)]),
        None => found,
    });
}
