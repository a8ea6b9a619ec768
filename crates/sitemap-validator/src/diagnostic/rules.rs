//! A function for each message, which makes a finding. The build script generates them from the pages in `rules`, which
//! declare the arguments. The main message has the name of its rule; the others are in a module with that name.

// The generated modules differ in their imports and have no comments.
#![allow(clippy::wildcard_imports, clippy::doc_markdown)]

use super::{Arg, Diagnostic, Number};
use crate::registry::Message;
use crate::span::Span;

include!(concat!(env!("OUT_DIR"), "/constructors.rs"));
