//! The words that URLs, titles and comments are made of.

use std::fmt::Write as _;

use crate::random::Random;

/// The namespaces of the extensions, for the root.
pub(super) const EXTENSIONS: &str = "\n        xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"\
    \n        xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\"\
    \n        xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"";

/// Folders of the site.
const SECTIONS: &[&str] = &["guides", "journal", "shop", "places", "recipes", "archive", "events", "stories"];

/// Words of paths and prose.
const WORDS: &[&str] = &[
    "harbour",
    "lantern",
    "winter",
    "kelp",
    "granite",
    "meadow",
    "anchor",
    "pebble",
    "cedar",
    "tide",
    "copper",
    "orchard",
    "willow",
    "heron",
    "amber",
    "lichen",
    "beacon",
    "estuary",
    "saddle",
    "quarry",
    "thistle",
    "marsh",
    "driftwood",
    "limpet",
];

const FREQUENCIES: &[&str] = &["daily", "weekly", "weekly", "monthly", "monthly", "yearly"];

const PRIORITIES: &[&str] = &["0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0"];

/// How often a page changes, as it may be written.
pub(super) fn frequency(random: &mut Random) -> &'static str {
    random.pick(FREQUENCIES)
}

/// How important a page is.
pub(super) fn priority(random: &mut Random) -> &'static str {
    random.pick(PRIORITIES)
}

/// Writes a path with page `number`'s own name at its end: `guides/winter-kelp-tide-000017`.
pub(super) fn path(text: &mut String, random: &mut Random, number: u64, words: u64) {
    text.push_str(random.pick(SECTIONS));
    for at in 0..words {
        // A folder every eight words: nobody has one name of a thousand characters.
        text.push(if at % 8 == 0 { '/' } else { '-' });
        text.push_str(random.pick(WORDS));
    }
    let _ = write!(text, "-{number:06}");
}

/// Writes words with blanks between them.
pub(super) fn prose(text: &mut String, random: &mut Random, words: u64) {
    for at in 0..words {
        if at > 0 {
            text.push(' ');
        }
        text.push_str(random.pick(WORDS));
    }
}

/// Writes a date of the past, half of them with a time.
pub(super) fn date(text: &mut String, random: &mut Random) {
    let (year, month, day) = (2018 + random.below(7), 1 + random.below(12), 1 + random.below(28));
    let _ = write!(text, "{year}-{month:02}-{day:02}");
    if random.below(2) == 0 {
        let (hour, minute, second) = (random.below(24), random.below(60), random.below(60));
        let _ = write!(text, "T{hour:02}:{minute:02}:{second:02}+00:00");
    }
}
