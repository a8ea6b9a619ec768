//! A whole report for other programs, and for people: written from its version 1, so that a page and a command line that
//! made the same report write the same bytes. (But `text` on the command line are the frames of [`super::text`].)

mod csv;
mod findings;
mod github;
mod json;
mod junit;
mod markdown;
mod plain;
mod sarif;
pub mod sentences;
mod xml;

use sitemap_validator_protocol::report::Report;

use crate::message::Words;

/// A format that is written from a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One line per finding, for spreadsheets.
    Csv,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// `JUnit`'s XML, for build servers: a suite per file, a case per rule.
    Junit,
    /// A summary for a ticket.
    Markdown,
    /// Plain text, a line per finding: the page's. On the command line `text` means frames with the lines of the file.
    Text,
    /// Annotations of GitHub Actions.
    Github,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 6] = [Self::Csv, Self::Sarif, Self::Junit, Self::Markdown, Self::Text, Self::Github];

    /// Its name on the command line and in messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Text => "text",
            Self::Github => "github",
        }
    }

    /// The format of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// `report` in this format; what people read of it in `words`, which its findings are in already. `site` is the address
    /// of the folder that the pages of the rules lie below, when known.
    pub fn write(self, report: &Report, site: Option<&str>, words: &Words) -> String {
        match self {
            Self::Csv => csv::write(report, words),
            Self::Sarif => sarif::write(report, site, words),
            Self::Junit => junit::write(report, words),
            Self::Markdown => markdown::write(report, words),
            Self::Text => plain::write(report, words),
            Self::Github => github::write(report, words),
        }
    }
}
