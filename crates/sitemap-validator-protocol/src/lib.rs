//! What crosses a boundary: the report in its version 1 and the messages between page and worker.
//!
//! The core's own types are not serialisable; they are turned into these. The command line's
//! `--format json`, the worker and the page's download all write [`report::Report`].

pub mod figures;
pub mod lang;
pub mod message;
pub mod name;
pub mod packed;
pub mod report;
pub mod source;
pub mod wanted;
