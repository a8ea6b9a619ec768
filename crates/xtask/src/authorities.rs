//! `cargo xtask authorities`: the documents that the rules rely on, and which of them should be read again.
//!
//! docs/authorities.md says when each document was last read. The pages of the rules say which rules rely on it: each
//! source there ends with the URL of its document.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const TABLE: &str = "docs/authorities.md";
const PAGES: &str = "crates/sitemap-validator/rules";

/// After so many days, a document should be read again.
const DAYS: u64 = 180;

/// What the table has instead of a date for documents that never change.
const FIXED: &str = "fixed";

/// A row of the table, with the rules that cite the document.
#[derive(Debug)]
struct Document {
    title: String,
    url: String,
    /// A date or [`FIXED`].
    read: String,
    /// `read` in days since 1970-01-01; none for [`FIXED`].
    day: Option<u64>,
    rules: BTreeSet<String>,
}

impl Document {
    fn is_due(&self, today: u64) -> bool {
        self.day.is_some_and(|day| day + DAYS < today)
    }
}

/// Prints the documents that should be read again with their rules, or with `all` every document.
pub(crate) fn run(root: &Path, all: bool) -> Result<(), String> {
    let documents = documents(root)?;
    let today = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs() / 86_400;
    for document in documents.iter().filter(|document| all || document.is_due(today)) {
        let rules: Vec<&str> = document.rules.iter().map(String::as_str).collect();
        println!("{} ({})\n  {}\n  {}\n", document.title, document.read, document.url, rules.join(" "));
    }
    let due = documents.iter().filter(|document| document.is_due(today)).count();
    println!("{due} of {} documents were last read more than {DAYS} days ago", documents.len());
    Ok(())
}

fn documents(root: &Path) -> Result<Vec<Document>, String> {
    join(&read(&root.join(TABLE))?, &pages(&root.join(PAGES))?)
}

/// The English page of each rule: only these have sources.
fn pages(folder: &Path) -> Result<BTreeMap<String, String>, String> {
    let index = read(&folder.join("index.txt"))?;
    index.split_whitespace().map(|rule| Ok((rule.to_owned(), read(&folder.join(format!("{rule}.md")))?))).collect()
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The documents of `table` with the rules that cite them. Every cited document needs a row, and every row a citation.
fn join(table: &str, pages: &BTreeMap<String, String>) -> Result<Vec<Document>, String> {
    let mut problems = Vec::new();
    let mut documents: Vec<Document> = Vec::new();
    for line in table.lines().filter(|line| line.starts_with("| [")) {
        match row(line) {
            Some(document) if documents.iter().any(|other| other.url == document.url) => {
                problems.push(format!("{TABLE}: two rows for {}", document.url));
            }
            Some(document) => documents.push(document),
            None => problems.push(format!("{TABLE}: not `| [TITLE](URL) | DATE |`: {line}")),
        }
    }
    for (rule, page) in pages {
        for source in sources(page) {
            let Some(url) = cited(source) else {
                if !source.starts_with("No ") && !source.starts_with("Practice: ") {
                    problems.push(format!("{rule}.md: this source does not end with a URL: {source}"));
                }
                continue;
            };
            match documents.iter_mut().find(|document| document.url == url) {
                Some(document) => {
                    document.rules.insert(rule.clone());
                }
                None => problems.push(format!("{rule}.md: {url} has no row in {TABLE}")),
            }
        }
    }
    let unused = documents.iter().filter(|document| document.rules.is_empty());
    problems.extend(unused.map(|document| format!("{TABLE}: no rule cites {}", document.url)));
    if problems.is_empty() { Ok(documents) } else { Err(problems.join("\n")) }
}

/// Reads `| [TITLE](URL) | DATE |`.
fn row(line: &str) -> Option<Document> {
    let (title, rest) = line.strip_prefix("| [")?.split_once("](")?;
    let (url, read) = rest.strip_suffix(" |")?.split_once(") | ")?;
    let day = if read == FIXED { None } else { Some(days_since_1970(read)?) };
    Some(Document { title: title.to_owned(), url: url.to_owned(), read: read.to_owned(), day, rules: BTreeSet::new() })
}

/// The lines of the section "Source".
fn sources(page: &str) -> impl Iterator<Item = &str> {
    let section = page.split_once("\n## Source\n").map_or("", |(_, rest)| rest);
    section.lines().take_while(|line| !line.starts_with("## ")).filter_map(|line| line.strip_prefix("- "))
}

/// The URL in parentheses at the end of a source, without its fragment, which names a place in the document.
fn cited(source: &str) -> Option<&str> {
    let (_, url) = source.strip_suffix(')')?.rsplit_once(" (")?;
    let document = url.split_once('#').map_or(url, |(document, _)| document);
    document.starts_with("http").then_some(document)
}

/// The days from 1970-01-01 to a date such as `2026-07-08`.
fn days_since_1970(date: &str) -> Option<u64> {
    let parts = date.split('-').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
    let [year, month, day] = parts[..] else { return None };
    if date.len() != 10 || year < 1970 || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years that begin in March end with the leap day.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 719_469)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "\
| Document | Last read |
| --- | --- |
| [Protocol](https://a.example/protocol.html) | 2026-07-08 |
| [RFC 1](https://b.example/rfc1) | fixed |
";

    const BOTH: &str =
        "- Protocol, \"Index\": a limit. (https://a.example/protocol.html#index)\n- RFC 1. (https://b.example/rfc1)";

    fn joined(table: &str, sources: &str) -> Result<Vec<Document>, String> {
        let page = format!("# loc-a\n\n## Source\n\n{sources}\n\n## Examples\n\n- Not a source.\n");
        join(table, &BTreeMap::from([("loc-a".to_owned(), page)]))
    }

    #[test]
    fn every_cited_document_has_a_row_and_every_row_is_cited() {
        let documents = documents(&crate::root()).unwrap_or_else(|problems| panic!("{problems}"));
        assert!(!documents.is_empty());
    }

    #[test]
    fn rules_are_found_by_the_documents_they_cite() {
        let documents = joined(TWO, BOTH).unwrap();
        assert_eq!(documents[0].title, "Protocol");
        assert!(documents.iter().all(|document| document.rules.contains("loc-a")), "{documents:?}");
        assert!(joined(TWO, &format!("{BOTH}\n- No specification describes it.\n- Practice: no source.")).is_ok());
    }

    #[test]
    fn what_does_not_fit_is_named() {
        let row = "| [RFC 1](https://b.example/rfc1) | 2026-07-08 |";
        for (table, sources, problem) in [
            (TWO.to_owned(), format!("{BOTH}\n- RFC 2. (https://b.example/rfc2#a)"), "/rfc2 has no row"),
            (TWO.to_owned(), "- RFC 1. (https://b.example/rfc1)".to_owned(), "no rule cites https://a.example"),
            (TWO.to_owned(), format!("{BOTH}\n- RFC 2, section 1."), "does not end with a URL: RFC 2, section 1."),
            (format!("{TWO}{row}\n"), BOTH.to_owned(), "two rows for https://b.example/rfc1"),
            (TWO.replace("2026-07-08", "2026-07"), BOTH.to_owned(), "not `| [TITLE](URL) | DATE |`"),
        ] {
            let problems = joined(&table, &sources).unwrap_err();
            assert!(problems.contains(problem), "{problems}");
        }
    }

    #[test]
    fn a_document_is_due_after_180_days() {
        let documents = joined(TWO, BOTH).unwrap();
        let read = days_since_1970("2026-07-08").unwrap();
        let due = |today: u64| documents.iter().filter(|document| document.is_due(today)).count();
        assert_eq!([due(read + 180), due(read + 181), due(read + 9000)], [0, 1, 1]);
    }

    #[test]
    fn dates_are_counted_in_days() {
        for (date, days) in [
            ("1970-01-01", Some(0)),
            ("2000-02-29", Some(11_016)),
            ("2000-03-01", Some(11_017)),
            ("2026-12-31", Some(20_818)),
            ("2026-7-8", None),
            ("2026-13-01", None),
            ("2026-07-08a", None),
        ] {
            assert_eq!(days_since_1970(date), days, "{date}");
        }
    }
}
