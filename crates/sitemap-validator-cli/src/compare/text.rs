//! The differences for people: on a terminal, or as Markdown.

use std::fmt::Write;

use sitemap_validator::message::number;
use sitemap_validator_protocol::comparison::{Change, Comparison, Folder, Move, Row, Side};

/// How the parts of the text are marked.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks {
    /// Before and after a heading.
    heading: [&'static str; 2],
    /// Before an item of a list.
    item: &'static str,
    /// Around a URL.
    code: &'static str,
    /// Before and after a list of URLs, which Markdown folds.
    list: [&'static str; 2],
}

pub(super) const TERMINAL: Marks = Marks { heading: ["", ""], item: "  ", code: "", list: ["", "\n"] };

pub(super) const MARKDOWN: Marks =
    Marks { heading: ["<details><summary>", "</summary>\n"], item: "- ", code: "`", list: ["", "\n</details>\n\n"] };

/// From how many URLs that are gone a folder is listed.
const FEW: u64 = 3;

/// The heading of the URLs with each difference.
const fn heading(change: Change) -> &'static str {
    match change {
        Change::Gone => "Gone",
        Change::Added => "New",
        Change::Unknown => "Not known, because a version is incomplete",
        Change::Moved => "Moved",
        Change::Renamed => "Probably renamed",
        Change::OtherFile => "In another file",
        Change::Spelling => "Spelled differently",
        Change::LastmodLater => "With a later date",
        Change::LastmodEarlier => "With an earlier date",
        Change::LastmodAdded => "With a date now",
        Change::LastmodGone => "Without a date now",
        Change::LastmodValidity => "With a date that is valid in one version only",
        Change::Changefreq => "With another changefreq",
        Change::Priority => "With another priority",
        Change::ImagesLost => "With images lost",
        Change::ImagesAdded => "With new images",
        Change::VideosLost => "With videos lost",
        Change::VideosAdded => "With new videos",
        Change::AlternatesLost => "With language versions lost",
        Change::AlternatesAdded => "With new language versions",
    }
}

/// The differences, with what fails first.
pub(super) fn write(comparison: &Comparison, failures: &[String], marks: Marks) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write_to(&mut out, comparison, failures, marks);
    out
}

fn write_to(out: &mut String, comparison: &Comparison, failures: &[String], marks: Marks) -> std::fmt::Result {
    let Comparison { old, new, counts, moves, folders, files_gone, remarks, rows, .. } = comparison;
    let Marks { item, .. } = marks;
    for (word, side) in [("Old", old), ("New", new)] {
        writeln!(out, "{item}{word}: {}, {}", marks.code(&side.name), size(side))?;
    }
    let sides = [old, new].into_iter().flat_map(|side| side.gaps.iter().map(move |gap| (side, gap)));
    for (side, gap) in sides {
        writeln!(out, "{item}{} is incomplete: {gap}.", marks.code(&side.name))?;
    }
    for failure in failures {
        writeln!(out, "{item}Failed: {failure}.")?;
    }
    for remark in remarks {
        writeln!(out, "{item}Note: {remark}.")?;
    }
    let summary = Change::ALL.into_iter().filter(|change| counts.of(*change) > 0);
    let summary = summary.map(|change| format!("{} {}", number(counts.of(change)), heading(change).to_lowercase()));
    let summary: Vec<String> = summary.chain([format!("{} unchanged", number(counts.unchanged))]).collect();
    writeln!(out, "\n{}.\n", summary.join(", "))?;
    if !moves.is_empty() {
        writeln!(out, "Moved:\n")?;
        for moved in moves {
            let urls = if moved.urls == 1 { "URL" } else { "URLs" };
            writeln!(out, "{item}{} {urls}: {}", number(moved.urls), explained(moved, marks))?;
        }
        writeln!(out)?;
    }
    let lost = folders.iter().filter(|folder| folder.gone >= FEW);
    for (at, Folder { folder, gone, entries }) in lost.enumerate() {
        let folder = marks.code(folder);
        let start = if at == 0 { "Gone, by folder:\n\n" } else { "" };
        writeln!(out, "{start}{item}{folder}: {} of {}", number(*gone), number(*entries))?;
    }
    if folders.iter().any(|folder| folder.gone >= FEW) {
        writeln!(out)?;
    }
    if !files_gone.is_empty() {
        let names: Vec<String> = files_gone.iter().take(10).map(|name| marks.code(name)).collect();
        let more = files_gone.len().saturating_sub(names.len()) as u64;
        let more = if more == 0 { String::new() } else { format!(" and {} more", number(more)) };
        writeln!(out, "Files that are gone: {}{more}\n", names.join(", "))?;
    }
    for change in Change::ALL.into_iter().filter(|change| *change != Change::Moved) {
        let own: Vec<&Row> = rows.iter().filter(|row| row.changes.contains(&change)).collect();
        if own.is_empty() {
            continue;
        }
        let [before, after] = marks.heading;
        writeln!(out, "{before}{}: {}{after}{}", heading(change), number(counts.of(change)), marks.list[0])?;
        for row in &own {
            writeln!(out, "{item}{}", line(row, change, marks))?;
        }
        let more = counts.of(change).saturating_sub(own.len() as u64);
        if more > 0 {
            writeln!(out, "{item}… and {} more", number(more))?;
        }
        write!(out, "{}", marks.list[1])?;
    }
    Ok(())
}

impl Marks {
    fn code(self, text: &str) -> String {
        // A backtick would end the code.
        let text = if self.code.is_empty() { text.to_owned() } else { text.replace('`', "%60").replace('\n', " ") };
        format!("{0}{text}{0}", self.code)
    }
}

/// The size of a version.
fn size(side: &Side) -> String {
    let counted =
        |count: u64, [one, many]: [&str; 2]| format!("{} {}", number(count), if count == 1 { one } else { many });
    let repeated = side.entries.saturating_sub(side.urls);
    let repeated = if repeated == 0 { String::new() } else { format!(", {} listed again", number(repeated)) };
    let nameless = if side.nameless == 0 {
        String::new()
    } else {
        format!(", {} without a URL", counted(side.nameless, ["entry", "entries"]))
    };
    format!("{} in {}{repeated}{nameless}", counted(side.urls, ["URL", "URLs"]), counted(side.files, ["file", "files"]))
}

/// What a move changed.
fn explained(moved: &Move, marks: Marks) -> String {
    let pair = |(old, new): &(String, String)| {
        let shown = |text: &str| if text.is_empty() { "nothing".to_owned() } else { marks.code(text) };
        format!("{} → {}", shown(old), shown(new))
    };
    let parts = [
        moved.scheme.as_ref().map(pair),
        moved.host.as_ref().map(pair),
        moved.folder.as_ref().map(pair),
        moved.ending.as_ref().map(|ending| format!("{} at the end", pair(ending))),
        moved.slash.map(|added| (if added { "slash added at the end" } else { "slash removed at the end" }).to_owned()),
        moved.case.then(|| "other case".to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A URL in the list of a difference.
fn line(row: &Row, change: Change, marks: Marks) -> String {
    let (old, new) = (row.old.as_ref(), row.new.as_ref());
    let url = |entry: Option<&sitemap_validator_protocol::comparison::Entry>| {
        entry.map(|entry| marks.code(&entry.url)).unwrap_or_default()
    };
    let both = |old: &str, new: &str| format!("{}: {old} → {new}", url(row.new.as_ref()));
    let Some((old, new)) = old.zip(new) else { return url(old.or(new)) };
    let date = |date: &Option<String>| date.clone().unwrap_or_else(|| "none".to_owned());
    match change {
        Change::Moved | Change::Renamed | Change::Spelling => {
            format!("{} → {}", marks.code(&old.url), marks.code(&new.url))
        }
        Change::OtherFile => both(&marks.code(&old.file), &marks.code(&new.file)),
        Change::LastmodLater | Change::LastmodEarlier | Change::LastmodAdded | Change::LastmodGone => {
            both(&date(&old.lastmod), &date(&new.lastmod))
        }
        _ => marks.code(&new.url),
    }
}
