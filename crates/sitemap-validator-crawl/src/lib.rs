//! Finds the sitemaps of a site: [`Crawl`] says what to request next and when, given the answers so far.
//!
//! It does no I/O and reads no clock, so that every program can drive it: one that has connections, and a test that has
//! none. Times are milliseconds since 1970-01-01T00:00:00Z.
//!
//! 1. The driver takes a [`Step`] from [`Crawl::next`] and makes the request.
//! 2. It reads what came and tells [`Crawl::answer`]: the status, the header, and what the file is and lists.
//! 3. At the end, [`Crawl::finish`] has all files in the order in which they are listed.

#![forbid(unsafe_code)]

pub mod address;
mod crawl;
pub mod guard;
mod hosts;
pub mod html;
pub mod page;
mod reply;
mod tally;
#[cfg(test)]
mod tests;
mod tree;

pub use crawl::{Crawl, Request, StartError, Step};
pub use reply::{Content, Reply};
pub use tally::{Nothing, Tally};
pub use tree::{Fetched, Limits};
