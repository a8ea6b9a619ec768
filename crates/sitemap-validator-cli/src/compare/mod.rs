//! `sitemap-validator compare`: the differences between two versions of a site's sitemaps.

mod changed;
mod follow;
mod git;
mod offline;
mod side;
mod text;

use std::ffi::OsString;
use std::io;

use sitemap_validator::Options;
use sitemap_validator::compare::{Gates, compare, file, html, judge, summary};
use sitemap_validator::message::ENGLISH;
use sitemap_validator_protocol::comparison::{Comparison, ComparisonFile};

#[cfg(feature = "mcp")]
use crate::client::Connecting;

use crate::options::{Compare, ComparisonFormat as Format};
use crate::output::{CLEAN, COULD_NOT_RUN, ERRORS_FOUND, Output, print_problem, safe_for_logs};

/// Compares the versions, writes the differences and returns the exit code.
pub(crate) fn run(options: &Compare, out: &mut Output) -> io::Result<u8> {
    if let Some(to) = options.to {
        return changed::run(options, to, out);
    }
    let comparison = match compare_versions(options) {
        Ok(comparison) => comparison,
        Err(problem) => {
            print_problem(&problem);
            return Ok(COULD_NOT_RUN);
        }
    };
    let words = || summary(&comparison, options.max_rows, &ENGLISH);
    let written = match (options.redirects, options.format) {
        (Some(format), _) => file(&comparison, ComparisonFile::Redirects(format), &ENGLISH),
        (None, Format::Json) => file(&comparison, ComparisonFile::Json, &ENGLISH),
        (None, Format::Csv) => file(&comparison, ComparisonFile::Rows, &ENGLISH),
        (None, Format::Text) => safe_for_logs(&text::terminal(&words())).into_owned(),
        (None, Format::Html) => html(&words(), &ENGLISH),
        (None, Format::Markdown) => safe_for_logs(&words().markdown()).into_owned(),
    };
    out.print(&written)?;
    out.flush()?;
    // The other reports do not contain them.
    if !options.is_for_people() {
        for failure in comparison.failures() {
            print_problem(&failure.message);
        }
    }
    Ok(if comparison.failures().next().is_none() { CLEAN } else { ERRORS_FOUND })
}

/// Returns the differences of two versions as Markdown.
///
/// # Errors
/// If a version cannot be read.
#[cfg(feature = "mcp")]
pub(crate) fn markdown(old: String, new: String, connecting: Connecting) -> Result<String, String> {
    if old == "-" || new == "-" {
        return Err("standard input is not a version here: pass a path, a URL or a version of git".to_owned());
    }
    let options =
        Compare { connecting, format: Format::Markdown, ..Compare::parse(["--".into(), old.into(), new.into()])? };
    let comparison = compare_versions(&options)?;
    Ok(safe_for_logs(&summary(&comparison, options.max_rows, &ENGLISH).markdown()).into_owned())
}

/// Compares two versions: `arguments` are what follows `sitemap-validator compare`. All differences are listed.
///
/// # Errors
/// If an argument is wrong, or a version cannot be read.
pub fn compared(arguments: impl IntoIterator<Item = OsString>) -> Result<Comparison, String> {
    compare_versions(&Compare { format: Format::Json, ..Compare::parse(arguments)? })
}

fn compare_versions(options: &Compare) -> Result<Comparison, String> {
    if options.old == "-" && options.new == "-" {
        return Err("standard input can be read only once".to_owned());
    }
    let old = side::read(options, &options.old)?;
    let new = side::read(options, &options.new)?;
    let is_cut = options.is_for_people() && !options.follows();
    let mut comparison = compare(&old, &new, if is_cut { options.max_rows as u64 } else { 0 });
    let gates = Gates {
        max_removed: options.max_removed,
        min_urls: options.min_urls,
        require: options.require.clone(),
        allow_lastmod_back: options.allow_lastmod_back,
    };
    if options.follows() {
        follow::run(options, &mut comparison, &new)?;
    }
    // Who asks for redirects expects that URLs are gone.
    let levels = Options { levels: options.rule.clone(), ..Options::default() };
    judge(&mut comparison, options.redirects.is_none().then_some(&gates), &new, &levels);
    Ok(comparison)
}
