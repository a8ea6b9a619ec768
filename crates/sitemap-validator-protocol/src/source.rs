//! Answers of the worker about the source: search matches, decoded URLs, and the changes of a fix.

use serde::{Deserialize, Serialize};

/// A range in one line of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceRange {
    /// The line, from 1.
    pub line: u32,
    /// The first column, from 1.
    pub column: u32,
    /// The column after the last one.
    pub end_column: u32,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

/// A match of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchMatch {
    /// The match; none if there is no match.
    pub spot: Option<SourceRange>,
    /// The number of the match, from 1; none if it is after the counted ones.
    pub number: Option<u64>,
    /// The number of counted matches.
    pub count: u64,
    /// True if there are more matches than were counted.
    pub more: bool,
}

/// A URL as written and as crawlers read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UrlReading {
    /// The URL in the file.
    pub written: String,
    /// The URL with decoded references; an `&` outside of references is kept.
    pub read: String,
    /// The URL with decoded percent-encoded letters, if that differs.
    pub letters: Option<String>,
    /// True if it contains a reference.
    pub escaped: bool,
    /// True if it contains an `&` outside of references.
    pub raw: bool,
}

/// A value in the text of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Value {
    /// The value with decoded references.
    pub text: String,
    /// Values to choose from: all that are allowed, or a few of a range; empty where there are too many.
    pub choices: Vec<String>,
}

/// The changed lines of a fix.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diff {
    /// The number of fixed findings.
    pub applied: u32,
    /// The number of removed lines.
    pub removed: u64,
    /// The number of added lines.
    pub added: u64,
    /// The number of changed lines in `hunks`.
    pub shown: u64,
    /// The first changed lines with some lines around them. Lines between hunks are left out.
    pub hunks: Vec<Vec<DiffLine>>,
}

/// A line of a [`Diff`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiffLine {
    /// Whether it is removed, added or unchanged.
    pub side: Side,
    /// Its number, from 1: in the old text for a removed line, otherwise in the new text.
    pub number: u32,
    /// Its parts. Text far from changes is replaced with `…`.
    pub parts: Vec<DiffPart>,
    /// The number of further changes in it.
    pub more: u64,
}

/// Whether a line is removed, added or unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// The line is unchanged.
    Same,
    /// The line is removed.
    Removed,
    /// The line is added.
    Added,
}

/// A part of a [`DiffLine`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiffPart {
    /// The text.
    pub text: String,
    /// True if it differs from the other side.
    pub changed: bool,
}
