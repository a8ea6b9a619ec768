//! What the worker says about the source besides its lines: places, URLs as they are read, and what a repair changes.

use serde::{Deserialize, Serialize};

/// A place in the source, within a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Spot {
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

/// What a search found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sought {
    /// The place that was asked for; none when there is no place at all.
    pub spot: Option<Spot>,
    /// Which of the places it is, from 1; none for one behind those counted.
    pub number: Option<u64>,
    /// How many places were counted.
    pub count: u64,
    /// True when there are more than were counted.
    pub more: bool,
}

/// A URL as it is written, and as crawlers read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// As it stands in the file.
    pub written: String,
    /// With the characters that references stand for; an `&` that begins none stands for itself.
    pub read: String,
    /// With percent-encoded letters as letters, where that differs.
    pub letters: Option<String>,
    /// True when a reference is in it.
    pub escaped: bool,
    /// True when an `&` is in it that begins no reference.
    pub raw: bool,
}

/// What a repair would change, line by line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Diff {
    /// How many findings it repairs.
    pub applied: u32,
    /// How many lines go.
    pub removed: u64,
    /// How many lines come.
    pub added: u64,
    /// How many of the lines that go and come are in `hunks`.
    pub shown: u64,
    /// The first changed lines with some around them; between two of them lines are left out.
    pub hunks: Vec<Vec<DiffLine>>,
}

/// A line of a [`Diff`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiffLine {
    /// Whether it goes, comes, or stays.
    pub side: Side,
    /// Its number, from 1: before for what goes, after for all else.
    pub number: u32,
    /// What stands in it; what is far from every change is cut, and marked with `…`.
    pub parts: Vec<DiffPart>,
    /// How many more changes are in it.
    pub more: u64,
}

/// Whether a line goes, comes, or stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Side {
    /// It stays.
    Same,
    /// It goes.
    Removed,
    /// It comes.
    Added,
}

/// A part of a [`DiffLine`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DiffPart {
    /// The text.
    pub text: String,
    /// True for what differs from the other side.
    pub changed: bool,
}
