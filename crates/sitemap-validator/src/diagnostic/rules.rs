//! A function for each message, that makes a finding of it. The build writes them from the pages in `rules`: the arguments
//! are those a page declares. A rule's own message is called like the rule, the others are in a module called like it.

// Each module uses what its messages need, and is documented by their words.
#![allow(clippy::wildcard_imports, clippy::doc_markdown)]

use super::{Arg, Diagnostic, Number};
use crate::registry::Message;
use crate::span::Span;

include!(concat!(env!("OUT_DIR"), "/constructors.rs"));
