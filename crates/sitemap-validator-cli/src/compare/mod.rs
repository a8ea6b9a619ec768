//! `sitemap-validator compare`: the differences between two versions of a site's sitemaps.

mod git;
mod side;
mod text;

use std::io;

use sitemap_validator::compare::{Gates, Redirects, compare, csv};

use crate::options::{Compare, ComparisonFormat as Format};
use crate::output::{CLEAN, COULD_NOT_RUN, ERRORS_FOUND, Output, print_problem, safe_for_logs};

use text::{MARKDOWN, TERMINAL};

/// Compares the versions, writes the differences and returns the exit code.
pub(crate) fn run(options: &Compare, out: &mut Output) -> io::Result<u8> {
    let sides = if options.old == "-" && options.new == "-" {
        Err("standard input can be read only once".to_owned())
    } else {
        side::read(options, &options.old).and_then(|old| Ok((old, side::read(options, &options.new)?)))
    };
    let (old, new) = match sides {
        Ok(sides) => sides,
        Err(problem) => {
            print_problem(&problem);
            return Ok(COULD_NOT_RUN);
        }
    };
    let most = match (options.redirects, options.format) {
        (None, Format::Text | Format::Markdown) => options.max_rows,
        _ => 0,
    };
    let comparison = compare(&old, &new, most);
    let gates = Gates {
        max_removed: options.max_removed,
        min_urls: options.min_urls,
        require: options.require.clone(),
        allow_lastmod_back: options.allow_lastmod_back,
    };
    let failures = gates.failures(&comparison, &new);
    let written = match (options.redirects, options.format) {
        (Some(format), _) => Redirects::write(format, &comparison),
        (None, Format::Json) => serde_json::to_string_pretty(&comparison).map_err(io::Error::other)? + "\n",
        (None, Format::Csv) => csv(&comparison),
        (None, Format::Text) => safe_for_logs(&text::write(&comparison, &failures, TERMINAL)).into_owned(),
        (None, Format::Markdown) => safe_for_logs(&text::write(&comparison, &failures, MARKDOWN)).into_owned(),
    };
    out.print(&written)?;
    out.flush()?;
    if !matches!((options.redirects, options.format), (None, Format::Text | Format::Markdown)) {
        for failure in &failures {
            print_problem(failure);
        }
    }
    Ok(if failures.is_empty() { CLEAN } else { ERRORS_FOUND })
}
