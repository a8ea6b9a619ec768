//! Shared parts of reports for people: the sentences around findings, and text that is safe to show.

mod cells;
pub mod sentences;

pub use cells::{safe, safe_sentence, without_controls};
