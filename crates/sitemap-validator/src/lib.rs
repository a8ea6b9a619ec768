//! Validates sitemaps: each problem with its exact location, its source and a fix.
//!
//! [`Validator`] takes text, bytes or a set of files and returns a report. The modules below it are the stages a file
//! passes through:
//!
//! 1. [`source`]: bytes become text (gzip, byte order mark, encoding).
//! 2. [`format`](mod@format): the type of the file is recognized.
//! 3. `xml`: quick-xml splits the text; a strict XML 1.0 layer checks each piece and recovers from errors.
//! 4. `document`: tokens become elements, namespaces and values.
//! 5. `check`: one module per concern checks them; `value` contains the grammars.
//!    [`robots`] parses a robots.txt, which some checks use.
//! 6. [`registry`]: the rules; [`diagnostic`]: a finding; [`sink`]: the receiver of findings.
//! 7. [`Outcome`], [`report`] and [`output`]: the verdict, lines, columns and texts.
//! 8. [`fix`]: applies fixes, one by one or all that are safe.
//!
//! The crate does no I/O, reads no clock, starts no threads and does not panic on any input.
//!
//! ```
//! use sitemap_validator::{Options, Rule, Validator};
//!
//! let text = r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
//! <url><loc>/about</loc></url>
//! </urlset>"#;
//! let checked = Validator::new(Options::default()).check_text("sitemap.xml", text);
//! assert_eq!(checked.report.counts.error, 1);
//! assert_eq!(checked.report.diagnostics[0].rule(), Rule::LocRelative);
//! ```
#![forbid(unsafe_code)]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stdout)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![cfg_attr(not(test), deny(clippy::indexing_slicing, clippy::string_slice))]

pub mod source;
pub mod span;

pub mod diagnostic;
pub mod message;
pub mod profile;
pub mod registry;
pub mod sink;

mod check;
mod document;
mod elements;
pub mod format;
pub mod hosts;
pub mod last_change;
mod names;
mod options;
mod outcome;
mod reporter;
pub mod robots;
mod value;
mod xml;

pub mod compare;
pub mod convert;
pub mod facts;
pub mod figures;
pub mod fix;
pub mod output;
pub mod report;
pub mod session;
pub mod set;
#[cfg(feature = "json")]
pub mod snapshot;

pub(crate) use diagnostic::rules;
pub use diagnostic::{Diagnostic, Severity};
pub use options::Options;
pub use outcome::{Kind, Outcome, Stats};
pub use profile::{Profile, Profiles};
pub use registry::{Message, Rule};
pub use report::{FileReport, check_source};
pub use robots::Robots;
pub use sink::{Collector, Sink};
pub use sitemap_validator_protocol::name::UnknownName;
pub use source::{Opened, Source, open};
pub use span::{LineIndex, Position, Span};
pub use validate::validate;
pub use validator::{Checked, CheckedSet, Validator};

mod validate;
mod validator;

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
