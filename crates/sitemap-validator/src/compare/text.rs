//! A comparison in words.

use sitemap_validator_protocol::comparison::{
    Change, Comparison, Entry, Finding, Folder, Followed, Leads, Move, Row, Section, Side, Summary,
};
use sitemap_validator_protocol::http::{FetchError, MOST_REDIRECTS};
use sitemap_validator_protocol::report::Severity;

use super::sentences::{
    AGAIN, BAD_REDIRECT, BLOCKED, CASE, CHAINS, ELSEWHERE, ENDING, FAILED, FILES_GONE, FOLDERS_GONE, FOUND, HOME, IN,
    INCOMPLETE, ITEM, ITSELF, LISTED_NOW, LOOP, MANY_REDIRECTS, MORE, MOVED, NAMELESS, NEW, NO_ANSWER, NO_DATE,
    NO_ENDING, NO_RULE, NOWHERE, OF, OLD, SLASH_ADDED, SLASH_REMOVED, TEMPORARY, UNANSWERED, UNCHANGED, UNLISTED,
    heading,
};
use crate::message::Words;

/// From how many URLs that are gone a folder is listed.
const FEW: u64 = 3;
/// How many URLs with each difference a page or a comment lists.
pub const LISTED: usize = 10;
/// How many files that are gone are named.
const MOST_FILES: usize = 10;

/// Returns a comparison in words, with at most `most` URLs of each difference; 0 for all.
pub fn summary(comparison: &Comparison, most: usize, words: &Words) -> Summary {
    let Comparison { old, new, counts, moves, findings, .. } = comparison;
    let mut facts: Vec<String> = [(OLD, old), (NEW, new)]
        .map(|(text, side)| words.sentence(text, &[&code(&side.name), &size(side, words)]))
        .into();
    for side in [old, new] {
        facts.extend(side.gaps.iter().map(|gap| words.sentence(INCOMPLETE, &[&code(&side.name), gap])));
    }
    facts.extend(findings.iter().map(|Finding { severity, message, help, .. }| {
        words.sentence(if *severity == Severity::Error { FAILED } else { FOUND }, &[message, help])
    }));
    let differences = Change::ALL.into_iter().filter(|change| counts.of(*change) > 0);
    let counted = differences.map(|change| (counts.of(change), heading(change))).chain([(counts.unchanged, UNCHANGED)]);
    let counts: Vec<String> = counted
        .map(|(count, what)| words.sentence(ITEM, &[&words.word(what).to_lowercase(), &words.number(count)]))
        .collect();
    let counts = capitalized(&counts.join(", "));
    let section = |title, items: Vec<String>| Section { title: words.word(title).to_owned(), items, is_of_urls: false };
    let moved = moves
        .iter()
        .map(|moved| words.sentence(ITEM, &[&words.count(moved.urls, "URL", "URLs"), &explained(moved, words)]));
    let mut sections = vec![
        section(MOVED, moved.collect()),
        section(FOLDERS_GONE, folders(comparison, words)),
        section(FILES_GONE, files(comparison, words)),
    ];
    let changes = Change::ALL.into_iter().filter(|change| *change != Change::Moved);
    sections.extend(changes.map(|change| urls(comparison, change, most, words)));
    sections.extend(followed(comparison, most, words));
    sections.retain(|section| !section.items.is_empty());
    Summary { facts, counts, sections }
}

/// `text` as code.
fn code(text: &str) -> String {
    // A back-tick would end the code.
    format!("`{}`", text.replace('`', "%60").replace('\n', " "))
}

fn capitalized(sentence: &str) -> String {
    let mut rest = sentence.chars();
    let first = rest.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    format!("{first}{}.", rest.as_str()).replace("?.", "?")
}

/// The size of a version.
fn size(side: &Side, words: &Words) -> String {
    let (urls, files) = (words.count(side.urls, "URL", "URLs"), words.count(side.files, "file", "files"));
    let repeated = side.entries.saturating_sub(side.urls);
    let repeated = (repeated > 0).then(|| words.sentence(AGAIN, &[&words.number(repeated)]));
    let nameless = words.count(side.nameless, "entry", "entries");
    let nameless = (side.nameless > 0).then(|| words.sentence(NAMELESS, &[&nameless]));
    [Some(words.sentence(IN, &[&urls, &files])), repeated, nameless]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// What a move changed.
fn explained(moved: &Move, words: &Words) -> String {
    let shown = |text: &str| if text.is_empty() { words.word(NO_ENDING).to_owned() } else { code(text) };
    let pair = |(old, new): &(String, String)| format!("{} → {}", shown(old), shown(new));
    let slash = |added: bool| words.word(if added { SLASH_ADDED } else { SLASH_REMOVED }).to_owned();
    let parts = [
        moved.scheme.as_ref().map(pair),
        moved.host.as_ref().map(pair),
        moved.folder.as_ref().map(pair),
        moved.ending.as_ref().map(|ending| words.sentence(ENDING, &[&pair(ending)])),
        moved.slash.map(slash),
        moved.case.then(|| words.word(CASE).to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn folders(comparison: &Comparison, words: &Words) -> Vec<String> {
    let lost = comparison.folders.iter().filter(|folder| folder.gone >= FEW);
    let item = |Folder { folder, gone, entries }: &Folder| {
        let part = words.sentence(OF, &[&words.number(*gone), &words.number(*entries)]);
        words.sentence(ITEM, &[&code(folder), &part])
    };
    lost.map(item).collect()
}

fn files(comparison: &Comparison, words: &Words) -> Vec<String> {
    let names = &comparison.files_gone;
    let listed = names.iter().take(MOST_FILES).map(|name| code(name));
    listed.chain(more(names.len().saturating_sub(MOST_FILES) as u64, words)).collect()
}

fn more(count: u64, words: &Words) -> Option<String> {
    (count > 0).then(|| words.sentence(MORE, &[&words.number(count)]))
}

/// The URLs with a difference.
fn urls(comparison: &Comparison, change: Change, most: usize, words: &Words) -> Section {
    let count = comparison.counts.of(change);
    let rows = comparison.rows.iter().filter(|row| row.changes.contains(&change));
    let most = if most == 0 { usize::MAX } else { most };
    let mut items: Vec<String> = rows.take(most).map(|row| line(row, change, words)).collect();
    items.extend(more(count.saturating_sub(items.len() as u64), words));
    let title = words.sentence(ITEM, &[words.word(heading(change)), &words.number(count)]);
    Section { title, items, is_of_urls: true }
}

/// A URL with a difference.
fn line(row: &Row, change: Change, words: &Words) -> String {
    let url = |entry: &Entry| code(&entry.url);
    let (old, new) = match (&row.old, &row.new) {
        (Some(old), Some(new)) => (old, new),
        (one, other) => return one.as_ref().or(other.as_ref()).map(url).unwrap_or_default(),
    };
    let both = |before: &str, after: &str| words.sentence(ITEM, &[&url(new), &format!("{before} → {after}")]);
    let date = |entry: &Entry| entry.lastmod.clone().unwrap_or_else(|| words.word(NO_DATE).to_owned());
    match change {
        Change::Moved | Change::Renamed | Change::Spelling => format!("{} → {}", url(old), url(new)),
        Change::OtherFile => both(&code(&old.file), &code(&new.file)),
        Change::LastmodLater | Change::LastmodEarlier | Change::LastmodAdded | Change::LastmodGone => {
            both(&date(old), &date(new))
        }
        _ => url(new),
    }
}

/// Where old URLs lead: first those that lead nowhere.
fn followed(comparison: &Comparison, most: usize, words: &Words) -> Vec<Section> {
    let item = |one: &Followed| {
        let status = match (one.error, one.status) {
            (Some(FetchError::Blocked), _) => words.word(BLOCKED).to_owned(),
            (Some(FetchError::RedirectLoop), _) => words.word(LOOP).to_owned(),
            (Some(FetchError::TooManyRedirects), _) => {
                words.sentence(MANY_REDIRECTS, &[&words.number(MOST_REDIRECTS as u64)])
            }
            (Some(FetchError::BadRedirect), _) => words.word(BAD_REDIRECT).to_owned(),
            (Some(error), _) => words.sentence(NO_ANSWER, &[error.name()]),
            (None, Some(status)) => status.to_string(),
            (None, None) => words.word(NO_RULE).to_owned(),
        };
        let redirect = one.to.as_ref().map(|to| format!("{} → {}", code(&one.url), code(to)));
        match redirect {
            Some(redirect) if one.error.is_none() && one.status.is_none_or(|status| status == 200) => redirect,
            redirect => words.sentence(ITEM, &[&redirect.unwrap_or_else(|| code(&one.url)), &status]),
        }
    };
    let section = |heading, is_in: &dyn Fn(&Followed) -> bool| {
        let all: Vec<&Followed> = comparison.followed.iter().filter(|one| is_in(one)).collect();
        let most = if most == 0 { all.len() } else { most };
        let items = all.iter().take(most).map(|one| item(one));
        let title = words.sentence(ITEM, &[words.word(heading), &words.number(all.len() as u64)]);
        Section {
            title,
            items: items.chain(more(all.len().saturating_sub(most) as u64, words)).collect(),
            is_of_urls: true,
        }
    };
    let by = [
        (NOWHERE, Leads::Nowhere),
        (HOME, Leads::Home),
        (UNLISTED, Leads::Unlisted),
        (ELSEWHERE, Leads::Elsewhere),
        (UNANSWERED, Leads::Unknown),
        (ITSELF, Leads::Itself),
        (LISTED_NOW, Leads::Listed),
    ];
    let mut sections: Vec<Section> = by.map(|(heading, leads)| section(heading, &|one| one.leads == leads)).into();
    sections.push(section(CHAINS, &|one| one.redirects > 1 && one.leads != Leads::Nowhere));
    sections.push(section(TEMPORARY, &|one| one.is_temporary));
    sections
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::{Version, compare};
    use crate::message::ENGLISH;

    #[test]
    fn old_urls_are_shown_with_the_reason_why_they_have_no_page() {
        let [old, new] = ["old", "new"].map(|name| Version::new(name, &ENGLISH));
        let mut comparison = compare(&old, &new, 0);
        let followed = |to: Option<&str>, status, error| Followed {
            url: "https://a.page/x".to_owned(),
            status,
            error,
            to: to.map(str::to_owned),
            redirects: u32::from(to.is_some()),
            is_temporary: false,
            leads: Leads::Nowhere,
        };
        let to = Some("https://a.page/y");
        comparison.followed = vec![
            followed(to, Some(301), Some(FetchError::RedirectLoop)),
            followed(to, None, Some(FetchError::TooManyRedirects)),
            followed(None, Some(301), Some(FetchError::BadRedirect)),
            followed(to, Some(410), None),
            followed(None, Some(404), None),
        ];
        let sections = summary(&comparison, 0, &ENGLISH).sections;
        let section = sections.iter().find(|section| section.title.starts_with(NOWHERE)).unwrap();
        assert_eq!(
            section.items,
            [
                "`https://a.page/x` → `https://a.page/y`: the redirects form a loop",
                "`https://a.page/x` → `https://a.page/y`: more than 10 redirects",
                "`https://a.page/x`: a redirect has no valid URL",
                "`https://a.page/x` → `https://a.page/y`: 410",
                "`https://a.page/x`: 404",
            ]
        );
    }
}
