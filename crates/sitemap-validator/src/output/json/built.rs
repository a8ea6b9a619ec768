//! The part of the report on the folder of a built site.

use sitemap_validator_protocol::built::{Note, Outcome};
use sitemap_validator_protocol::report::BuiltSite;

use crate::message::Words;

crate::sentences! {
    /// The folder, and the option with its URL.
    NO_URL = "the URL of {0} is unknown: pass it with {1}";
    /// How many URLs, the folder, its URL, and the option with the URL.
    NONE_BELOW = "none of the {0} is below {2}, at which {1} is served: correct {3}, or pass the folder of these pages";
    /// How many URLs, the folder, its URL, and the option with the URL.
    NO_FILE = "{1} has no file for the {0} below {2}: pass the folder of the built pages, or with {3} the URL that it is served at";
    /// How many URLs, the folder, and its URL.
    OUTSIDE = "{0} not compared with {1}: not below {2}";
    /// How many URLs, the folder, and one of its files.
    SERVED = "{0} not compared with {1}: {2} may serve them";
    /// In a number of URLs.
    LISTED_URL = "listed URL";
    /// In a number of URLs.
    LISTED_URLS = "listed URLs";
}

/// What to say about a comparison with the `folder` whose URL the user passes with `option`.
pub fn built(outcome: &Outcome, folder: &str, option: &str, words: &Words) -> BuiltSite {
    let say = |notes: Vec<&Note>| notes.into_iter().map(|note| sentence(note, folder, option, words)).collect();
    let (problems, notes) = outcome.notes.iter().partition(|note| note.is_problem());
    BuiltSite {
        url: outcome.url.clone(),
        pages: outcome.pages,
        listed: outcome.listed,
        problems: say(problems),
        notes: say(notes),
    }
}

fn sentence(note: &Note, folder: &str, option: &str, words: &Words) -> String {
    let urls = |count: &u64| words.count(*count, LISTED_URL, LISTED_URLS);
    match note {
        Note::Unread { place, problem } => format!("{folder}/{place}: {problem}"),
        Note::NoUrl => words.sentence(NO_URL, &[folder, option]),
        Note::NoneBelow { listed, url } => words.sentence(NONE_BELOW, &[&urls(listed), folder, url, option]),
        Note::NoFile { listed, url } => words.sentence(NO_FILE, &[&urls(listed), folder, url, option]),
        Note::Outside { listed, url } => words.sentence(OUTSIDE, &[&urls(listed), folder, url]),
        Note::Served { listed, by } => words.sentence(SERVED, &[&urls(listed), folder, by]),
    }
}
