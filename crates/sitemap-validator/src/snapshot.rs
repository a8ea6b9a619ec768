//! What the pages of a site said at an earlier time: a file with a hash of the content of each page, and the date of its last
//! change.
//!
//! The file has one JSON object on each line. The first says what it is, and when it was written.

use std::collections::BTreeMap;
use std::fmt::Debug;

use sitemap_validator_protocol::snapshot::{Head, Page};

use crate::last_change::{Change, LastChanges, Proof, Unknown};
use crate::value::datetime::{self, DAY};
use crate::value::url::normal;

/// What the file is, in its first line.
const KIND: &str = "content of pages";

/// The version of the format.
const VERSION: u32 = 1;

/// What pages said at an earlier time.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Snapshot {
    /// When it was made, in milliseconds since 1970-01-01T00:00:00Z; `None` if there was none before.
    made: Option<i64>,
    pages: BTreeMap<String, Seen>,
}

/// What is known of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Seen {
    /// The hash of its content.
    content: u64,
    /// When it had another content at the latest, if that is known.
    after: Option<i64>,
    /// The date of its last change, as a `lastmod`.
    changed: String,
}

/// The key of a page, the same for all spellings of its URL.
fn key(url: &str) -> String {
    normal::of(url).unwrap_or_else(|| url.to_owned())
}

fn millis(date: &str) -> Option<i64> {
    Some(datetime::parse(date)?.millis)
}

/// A change between two snapshots; before the first one, at any time. The date of another time zone may be newer.
fn between(after: Option<i64>, now: i64) -> Change {
    Change::at(now).not_before(after).observed(DAY)
}

impl Snapshot {
    /// Reads a file.
    ///
    /// # Errors
    /// If it is no snapshot, or a line of it is damaged.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut lines = (1..).zip(text.lines());
        let head = lines.next().and_then(|(_, line)| serde_json::from_str::<Head>(line).ok());
        let head = head.filter(|head| head.sitemap_validator == KIND).ok_or("this is no snapshot of pages")?;
        if head.version != VERSION {
            return Err(format!(
                "this snapshot has version {}, and this program reads version {VERSION}",
                head.version
            ));
        }
        let damaged = |number: usize| format!("line {number} is damaged: delete the file to begin a new snapshot");
        let made = Some(millis(&head.made).ok_or_else(|| damaged(1))?);
        let page = |(number, line): (usize, &str)| {
            let read = || {
                let line: Page = serde_json::from_str(line).ok()?;
                let after = line.after.as_deref().map_or(Some(None), |date| millis(date).map(Some))?;
                millis(&line.changed)?;
                let content = u64::from_str_radix(&line.content, 16).ok()?;
                Some((line.url, Seen { content, after, changed: line.changed }))
            };
            read().ok_or_else(|| damaged(number))
        };
        Ok(Self { made, pages: lines.map(page).collect::<Result<_, _>>()? })
    }

    /// True for the content of a file that this writes.
    pub fn is_one(text: &[u8]) -> bool {
        let line = text.split(|byte| *byte == b'\n').next().unwrap_or_default();
        serde_json::from_slice::<Head>(line).is_ok_and(|head| head.sitemap_validator == KIND)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let date = |millis: i64| datetime::written(millis).unwrap_or_default();
        let head =
            Head { sitemap_validator: KIND.to_owned(), version: VERSION, made: date(self.made.unwrap_or_default()) };
        let lines = self.pages.iter().map(|(url, seen)| {
            let (content, after) = (format!("{:016x}", seen.content), seen.after.map(date));
            // Texts are never invalid.
            serde_json::to_string(&Page { url: url.clone(), content, after, changed: seen.changed.clone() })
                .unwrap_or_default()
        });
        let head = serde_json::to_string(&head).unwrap_or_default();
        std::iter::once(head).chain(lines).flat_map(|line| [line, "\n".to_owned()]).collect()
    }

    /// The hash of the content that a page had.
    pub fn content(&self, url: &str) -> Option<u64> {
        Some(self.pages.get(&key(url))?.content)
    }
}

/// Knows what pages say.
pub trait Pages: Debug + Send + Sync {
    /// The hash of the content of the page at this URL.
    ///
    /// # Errors
    /// If it is unknown: the reason.
    fn content(&self, url: &str) -> Result<u64, Unknown>;
}

/// What pages say `now`, in milliseconds since 1970-01-01T00:00:00Z, and what they said before.
#[derive(Debug)]
pub struct Contents {
    before: Snapshot,
    now: i64,
    pages: Box<dyn Pages>,
}

impl Contents {
    /// Compares an earlier snapshot with what pages say now.
    pub fn new(before: Snapshot, now: i64, pages: impl Pages + 'static) -> Self {
        Self { before, now, pages: Box::new(pages) }
    }

    /// The snapshot of what pages say now. Each page has its `lastmod`, which is believed if nothing contradicts it.
    pub fn snapshot<'p>(&self, lastmods: impl IntoIterator<Item = (&'p str, Option<&'p str>)>) -> Snapshot {
        let Self { before, now, pages } = self;
        let now = *now;
        let mut kept = BTreeMap::new();
        // Some files list URLs without dates.
        let mut listed: BTreeMap<String, Option<&str>> = BTreeMap::new();
        for (url, lastmod) in lastmods {
            let known = listed.entry(key(url)).or_default();
            *known = known.or(lastmod);
        }
        for (key, lastmod) in &listed {
            let old = before.pages.get(key).cloned();
            let Ok(content) = pages.content(key) else {
                kept.extend(old.map(|seen| (key.clone(), seen)));
                continue;
            };
            let seen = match old {
                Some(seen) if seen.content == content => seen,
                old => {
                    let after = old.and(before.made);
                    let may_be = |date: &&str| {
                        datetime::parse(date).is_some_and(|listed| between(after, now).compare(listed).is_none())
                    };
                    let changed = lastmod.filter(may_be).map(str::to_owned).or_else(|| datetime::written(now));
                    Seen { content, after, changed: changed.unwrap_or_default() }
                }
            };
            kept.insert(key.clone(), seen);
        }
        // Other files, which are not checked now, may list the others.
        let others = before.pages.iter().filter(|(url, _)| !listed.contains_key(*url) && pages.content(url).is_ok());
        kept.extend(others.map(|(url, seen)| (url.clone(), seen.clone())));
        Snapshot { made: Some(now), pages: kept }
    }
}

impl LastChanges for Contents {
    fn of(&self, url: &str) -> Result<(Change, Proof), Unknown> {
        let seen = self.before.pages.get(&key(url)).ok_or(Unknown::NotBefore)?;
        let content = self.pages.content(url)?;
        let change = if seen.content == content {
            Change::on(&seen.changed).ok_or(Unknown::NoDate)?.not_before(seen.after).observed(0)
        } else {
            between(self.before.made, self.now)
        };
        Ok((change, Proof::Content))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::last_change::Difference::{self, Newer, Older};

    const A: &str = "https://tidepool.page/a";

    fn at(date: &str) -> i64 {
        millis(date).expect(date)
    }

    /// The hash of the content of all pages.
    #[derive(Debug)]
    struct All(Option<u64>);

    impl Pages for All {
        fn content(&self, _: &str) -> Result<u64, Unknown> {
            self.0.ok_or(Unknown::NoPage)
        }
    }

    fn snapshot(before: Snapshot, now: &str, content: u64, lastmod: Option<&str>) -> Snapshot {
        Contents::new(before, at(now), All(Some(content))).snapshot([(A, lastmod)])
    }

    fn difference(before: &Snapshot, now: &str, content: u64, lastmod: &str) -> Option<Difference> {
        let contents = Contents::new(before.clone(), at(now), All(Some(content)));
        contents
            .of("HTTPS://Tidepool.page/%61")
            .ok()
            .and_then(|(change, _)| change.compare(datetime::parse(lastmod).expect(lastmod)))
    }

    #[test]
    fn dates_are_compared_with_changes_of_the_content() {
        let first = snapshot(Snapshot::default(), "2026-06-10", 1, Some("2026-05-01"));
        for (content, lastmod, expected) in [
            (1, "2026-05-01", None),
            (1, "2026-06-15", Some(Newer)),
            // A build moves the date on the next day.
            (1, "2026-05-02", Some(Newer)),
            (1, "2026-05-01T08:00:00Z", None),
            // When the page changed before is unknown.
            (1, "2026-04-01", None),
            (2, "2026-06-15", None),
            (2, "2026-06-12", None),
            (2, "2026-05-01", Some(Older)),
            (2, "2026-06-25", Some(Newer)),
        ] {
            assert_eq!(difference(&first, "2026-06-20", content, lastmod), expected, "{content} {lastmod}");
        }
        // The date is believed if it is between the snapshots, or else the page changed at the end of this time.
        for (lastmod, later) in [(Some("2026-06-14"), Some(Newer)), (Some("2026-01-01"), None), (None, None)] {
            let second = snapshot(first.clone(), "2026-06-20", 2, lastmod);
            assert_eq!(difference(&second, "2026-07-01", 2, "2026-06-20"), later, "{lastmod:?}");
            assert_eq!(difference(&second, "2026-07-01", 2, "2026-06-25"), Some(Newer), "{lastmod:?}");
            assert_eq!(difference(&second, "2026-07-01", 2, "2026-06-01"), Some(Older), "{lastmod:?}");
        }
        let twice = Contents::new(first.clone(), at("2026-06-20"), All(Some(2)));
        let twice = twice.snapshot([(A, None), (A, Some("2026-06-14"))]);
        assert_eq!(difference(&twice, "2026-07-01", 2, "2026-06-14"), None);
        // A date in the future is not believed, and of a new page nothing is known.
        let wrong = snapshot(Snapshot::default(), "2026-06-10", 1, Some("2027-01-01"));
        assert_eq!(difference(&wrong, "2026-06-11", 1, "2027-01-01"), Some(Newer));
        assert_eq!(difference(&Snapshot::default(), "2026-06-20", 1, "2020-01-01"), None);
    }

    #[test]
    fn a_snapshot_is_read_as_it_was_written() {
        let first = snapshot(Snapshot::default(), "2026-06-10T08:00:00Z", u64::MAX, Some("2026-05"));
        let second = snapshot(first, "2026-06-20", 7, None);
        let text = second.text();
        assert!(Snapshot::is_one(text.as_bytes()));
        assert_eq!(Snapshot::read(&text), Ok(second.clone()));
        assert_eq!(second.content("https://tidepool.page:443/a"), Some(7));
        // What is known of a page is kept as long as it is listed, or built.
        let kept = |content: Option<u64>, listed: &[&'static str]| {
            let contents = Contents::new(second.clone(), at("2026-07-01"), All(content));
            contents.snapshot(listed.iter().map(|url| (*url, None))).content(A)
        };
        assert_eq!([kept(None, &[A]), kept(Some(8), &[]), kept(None, &[])], [Some(7), Some(7), None]);
        for (text, problem) in [
            ("", "no snapshot"),
            ("{}", "no snapshot"),
            (&text.replace("\"version\":1", "\"version\":2"), "version 2"),
            (&format!("{text}{{"), "line 3 is damaged"),
            (&text.replace("2026-06-20T00:00:00Z\"}\n", "soon\"}\n"), "is damaged"),
        ] {
            assert!(Snapshot::read(text).is_err_and(|error| error.contains(problem)), "{text}");
        }
    }
}
