//! Writes a report in a [`Format`].
//!
//! The writers read the report's version 1, so the page and the command line write the same bytes. The exception is `text`:
//! the command line writes the frames of [`super::text`].

mod agent;
mod csv;
mod findings;
mod github;
mod gitlab;
mod html;
pub(crate) mod json;
mod json_writer;
mod junit;
mod markdown;
mod plain;
mod rdjson;
mod sarif;
pub mod sentences;
mod xml;

pub use sitemap_validator_protocol::format::Format;
use sitemap_validator_protocol::report::Report;

use crate::message::Words;

/// `report` in `format`. `words` is the language of its findings; `site` is the URL of the folder that contains the pages of
/// the rules, if it is known.
pub fn write(format: Format, report: &Report, site: Option<&str>, words: &Words) -> String {
    match format {
        Format::Json => json::write(report),
        Format::Csv => csv::write(report, words),
        Format::Sarif => sarif::write(report, site, words),
        Format::Junit => junit::write(report, words),
        Format::Markdown => markdown::write(report, words),
        Format::Text => plain::write(report, words),
        Format::Github => github::write(report, words),
        Format::Gitlab => gitlab::write(report, words),
        Format::Rdjson => rdjson::write(report, words),
        Format::Agent => agent::write(report, words),
        Format::Html => html::write(report, site, words),
    }
}
