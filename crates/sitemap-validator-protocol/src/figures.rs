//! Figures of a file, to be drawn: the answer to [`ToWorker::Figures`](crate::message::ToWorker::Figures).
//!
//! All numbers are exact, and those of each part add up to the entries, or to the findings.

use serde::{Deserialize, Serialize};

use crate::report::{Counts, Diagnostic, HostCount};

/// Figures of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// Entries that were read to their end.
    pub entries: u64,
    /// The dates of the entries.
    pub dates: Dates,
    /// Entries by priority: 0.0 to below 0.1, and so on; the eleventh is 1.0.
    pub priorities: Values,
    /// Entries by change frequency: always, hourly, daily, weekly, monthly, yearly, never.
    pub frequencies: Values,
    /// The hosts of the URLs.
    pub hosts: Hosts,
    /// The folders of the URLs, those of all hosts together.
    pub folders: Folders,
    /// Where along the file the problems lie.
    pub problems: Problems,
    /// What is limited, and how much of it there is.
    pub limits: Vec<Limit>,
}

/// Dates over time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dates {
    /// How long each bucket is.
    pub step: Step,
    /// One after the other, also the empty ones; at most sixty.
    pub buckets: Vec<Bucket>,
    /// Dates before the first bucket, where they are spread over more years than are shown.
    pub before: u64,
    /// Dates after the last bucket.
    pub after: u64,
    /// The days of the first and the last date, as `YYYY-MM-DD`.
    pub range: Option<(String, String)>,
    /// Entries without a date.
    pub absent: u64,
    /// Entries with a date that cannot be read.
    pub invalid: u64,
}

/// How long a bucket is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// A day, in UTC.
    #[default]
    Day,
    /// From Monday to Sunday.
    Week,
    /// A month.
    Month,
    /// A year.
    Year,
}

/// A time, and how many dates lie in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bucket {
    /// Its first day, as `YYYY-MM-DD`.
    pub start: String,
    /// Dates in it.
    pub count: u64,
}

/// How often each value is given.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    /// Entries with each value, in their order.
    pub counts: Vec<u64>,
    /// Entries without a value.
    pub absent: u64,
    /// Entries with a value that is none of these.
    pub invalid: u64,
}

/// The hosts of the URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hosts {
    /// The most frequent ones, at most twenty.
    pub named: Vec<HostCount>,
    /// Entries on other hosts.
    pub rest: u64,
    /// Entries without a host.
    pub none: u64,
    /// How many hosts there are; beyond 50,000 they are not told apart.
    pub different: u64,
}

/// The folders of the URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folders {
    /// What is above all others; its name is empty.
    pub top: Folder,
    /// Entries without a path.
    pub none: u64,
}

/// A folder and what lies in it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folder {
    /// As written, without slashes.
    pub name: String,
    /// All entries in it, at whatever depth.
    pub count: u64,
    /// Those that lie in it directly; on the third level, all of them.
    pub pages: u64,
    /// The folders in it with the most entries, at most twelve.
    pub folders: Vec<Folder>,
    /// Entries in its other folders.
    pub rest: u64,
}

/// The problems by place.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problems {
    /// Bytes of the text.
    pub bytes: u64,
    /// Equal parts of it, in their order.
    pub slices: Vec<Slice>,
}

/// A part of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// The line on which it begins.
    pub line: u32,
    /// Every finding that begins in it.
    pub counts: Counts,
    /// The gravest of them, the first where there are several.
    pub first: Option<Diagnostic>,
}

/// How much of something there is, and how much there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Of what.
    pub of: Measure,
    /// How much there is.
    pub value: u64,
    /// How much there may be.
    pub most: u64,
}

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Measure {
    /// Bytes of the file, uncompressed.
    Bytes,
    /// Entries of the file.
    Entries,
    /// Characters of the longest URL.
    UrlLength,
}
