//! Figures of a file for charts: the answer to [`Question::Figures`](crate::message::Question::Figures).
//!
//! All numbers are exact. The sum of each part is the number of entries or findings.

use serde::{Deserialize, Serialize};

use crate::report::{Counts, Diagnostic, HostCount};

/// Figures of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    /// The number of complete entries.
    pub entries: u64,
    /// The dates of the entries.
    pub dates: Dates,
    /// Entries by priority: 0.0 to below 0.1, and so on; the eleventh is 1.0.
    pub priorities: Values,
    /// Entries by change frequency: always, hourly, daily, weekly, monthly, yearly, never.
    pub frequencies: Values,
    /// The hosts of the URLs.
    pub hosts: Hosts,
    /// The folders of the URLs, for all hosts together.
    pub folders: Folders,
    /// The distribution of findings over the file.
    pub problems: Problems,
    /// The limits and how much of each is used.
    pub limits: Vec<Limit>,
}

/// Dates over time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Dates {
    /// The length of each bucket.
    pub step: Step,
    /// Up to 60 consecutive buckets, including empty ones.
    pub buckets: Vec<Bucket>,
    /// Dates before the first bucket, if the dates span more years than are shown.
    pub before: u64,
    /// Dates after the last bucket.
    pub after: u64,
    /// The days of the first and the last date, as `YYYY-MM-DD`; `None` without dates.
    pub range: Option<(String, String)>,
    /// Entries without a date.
    pub absent: u64,
    /// Entries with an invalid date.
    pub invalid: u64,
}

/// The length of a bucket.
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

/// A period and its number of dates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bucket {
    /// Its first day, as `YYYY-MM-DD`.
    pub start: String,
    /// Dates in it.
    pub count: u64,
}

/// The number of entries by value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Values {
    /// Entries with each value, in their order.
    pub counts: Vec<u64>,
    /// Entries without a value.
    pub absent: u64,
    /// Entries with another value.
    pub invalid: u64,
}

/// The hosts of the URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hosts {
    /// Up to twenty most frequent hosts.
    pub named: Vec<HostCount>,
    /// Entries on other hosts.
    pub rest: u64,
    /// Entries without a host.
    pub none: u64,
    /// The number of hosts; more than 50,000 are not distinguished.
    pub different: u64,
}

/// The folders of the URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folders {
    /// The root, whose name is empty.
    pub top: Folder,
    /// Entries without a path.
    pub none: u64,
}

/// A folder and its content.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folder {
    /// As written, without slashes.
    pub name: String,
    /// All entries in it, at any depth.
    pub count: u64,
    /// The entries directly in it; on the third level, all of them.
    pub pages: u64,
    /// Up to twelve folders in it with the most entries.
    pub folders: Vec<Folder>,
    /// Entries in its other folders.
    pub rest: u64,
}

/// The findings by location.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problems {
    /// Bytes of the text.
    pub bytes: u64,
    /// Equal parts of the text, in order.
    pub slices: Vec<Slice>,
}

/// A part of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Slice {
    /// The line on which it begins.
    pub line: u32,
    /// The number of findings that begin in it.
    pub counts: Counts,
    /// The first of its findings with the highest severity; `None` without findings.
    pub first: Option<Diagnostic>,
}

/// A limit and how much of it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// What is limited.
    pub of: Measure,
    /// The actual amount.
    pub value: u64,
    /// The maximum.
    pub max: u64,
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
