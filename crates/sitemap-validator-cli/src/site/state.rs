//! The answers for pages in a file, so that a check that was interrupted requests no page again.

use std::collections::HashMap;

use serde_json::Value;
use sitemap_validator::message::number;
use sitemap_validator_crawl::address::Address;
use sitemap_validator_protocol::http::{Entry, FetchError, Page};

use crate::arguments::Check;
use crate::text::plural;
use crate::write::{Journal, OutputPath};

/// The first line of the file.
const KIND: &str = "{\"sitemapValidator\":\"answers for pages\",\"version\":1}";

/// The answers of earlier runs, and the file to which those of this run are added.
pub(super) struct State {
    journal: Journal,
    known: HashMap<String, Page>,
    name: String,
}

impl State {
    /// Opens the file, or creates it.
    pub(super) fn open(check: &Check, path: &OutputPath) -> Result<Self, String> {
        let read = |line: &str| serde_json::from_str::<Page>(line).ok().filter(|page| !page.listed.is_empty());
        let (journal, found) = Journal::open(path, KIND, read)?;
        let name = path.path().display().to_string();
        if found.is_repaired {
            check.print_problem(&format!("{name}: the last line was damaged and is ignored"));
        }
        let known = found.lines.into_iter().map(|page| (page.listed.clone(), page)).collect();
        Ok(Self { journal, known, name })
    }

    /// The answer of an earlier run for a listed URL.
    pub(super) fn page(&self, listed: &str, entry: &Entry) -> Option<Page> {
        let page = self.known.get(Address::parse(listed)?.as_str())?;
        Some(Page { listed: listed.to_owned(), entry: entry.clone(), ..page.clone() })
    }

    /// Says how many of `total` pages are requested.
    pub(super) fn tell(&self, check: &Check, total: usize, open: usize) {
        let (name, known) = (&self.name, total - open);
        if open == 0 && total > 0 {
            let count = plural(total as u64, "page");
            check.print_problem(&format!(
                "{name} has the answers for {count}: nothing is requested. Delete the file to request them again"
            ));
        } else if known > 0 {
            let [known, total, open] = [known, total, open].map(|count| number(count as u64));
            check.print_problem(&format!("{name} has the answers for {known} of {total} pages; {open} are requested"));
        }
    }

    /// Adds an answer, whose URL is that of the first request. A page that was not requested is not added.
    pub(super) fn add(&mut self, page: &Page) -> Result<(), String> {
        if Address::parse(&page.listed).is_some_and(|url| url.is_robots()) {
            return Ok(());
        }
        let is_closed = page.robots.is_some() || page.http.error == Some(FetchError::Blocked);
        if is_closed && page.http.hops.is_empty() {
            return Ok(());
        }
        let value = serde_json::to_value(page).map(without_defaults).map_err(|error| error.to_string())?;
        self.journal.add(value.to_string())
    }
}

/// A value without the fields that have no content, which are the same when it is read.
fn without_defaults(value: Value) -> Value {
    let is_default = |value: &Value| match value {
        Value::Null | Value::Bool(false) => true,
        Value::Number(number) => number.as_u64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(true) => false,
    };
    match value {
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, value)| (name, without_defaults(value)));
            Value::Object(fields.filter(|(_, value)| !is_default(value)).collect())
        }
        Value::Array(list) => Value::Array(list.into_iter().map(without_defaults).collect()),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use sitemap_validator_protocol::http::{Found, Hop, Http};

    use super::*;

    #[test]
    fn a_page_is_read_as_it_was_written() {
        let hops = vec![Hop { status: 301, location: "https://a.page/b".to_owned() }];
        let http = Http { status: Some(200), hops, found: Found::Listed, ms: 7, ..Http::new("https://a.page/a") };
        let robots = Http { error: Some(FetchError::Timeout), ..Http::new("https://a.page/robots.txt") };
        let page = Page {
            listed: "https://a.page/a".to_owned(),
            http,
            robots: Some(Box::new(robots)),
            until: Some((String::new(), "x".to_owned())),
            is_html: true,
            modified: vec!["2026-11-28".to_owned()],
            ..Page::default()
        };
        let line = without_defaults(serde_json::to_value(&page).unwrap()).to_string();
        assert_eq!(serde_json::from_str::<Page>(&line).unwrap(), page);
        assert!(!line.contains("null") && !line.contains("false"), "{line}");
    }
}
