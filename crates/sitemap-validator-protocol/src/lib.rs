//! The data shared by all programs: the report in version 1, the messages between page and worker, languages and
//! formats.
//!
//! The core's own types are not serializable; they are converted to these. The command line's
//! `--format json`, the worker and the page's download all write a [`report::Report`].

#![cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::string_slice))]

pub mod built;
pub mod characters;
pub mod comparison;
pub mod figures;
pub mod format;
pub mod html;
pub mod http;
pub mod lang;
pub mod message;
pub mod name;
pub mod packed;
pub mod report;
#[cfg(test)]
mod schema;
pub mod search;
pub mod secret;
pub mod snapshot;
pub mod sorted_map;
pub mod sorting;
pub mod source;
