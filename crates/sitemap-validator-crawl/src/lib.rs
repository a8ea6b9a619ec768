//! Finds the sitemaps of a site: [`Crawl`] returns the next request and its time, based on the responses so far.
//!
//! It does no I/O and reads no clock, so that any program can drive it, with real connections or, in tests, without
//! them. Times are milliseconds since 1970-01-01T00:00:00Z.
//!
//! 1. The driver takes a [`Step`] from [`Crawl::next`] and makes the request.
//! 2. It passes the response to [`Crawl::answer`]: the status, the header, the type of the file and the URLs that it
//!    lists.
//! 3. At the end, [`Crawl::finish`] returns all files in the order in which they are listed.

#![forbid(unsafe_code)]

pub mod address;
pub mod built;
pub mod content;
mod crawl;
pub mod guard;
mod hosts;
pub mod html;
pub mod indexnow;
pub mod page;
mod reply;
pub mod sources;
mod tally;
#[cfg(test)]
mod tests;
mod tree;

pub use crawl::{Crawl, Request, StartError, Step};
pub use reply::{Content, Reply};
pub use tally::{Nothing, Tally};
pub use tree::{Fetched, Limits};
