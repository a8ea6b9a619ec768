//! Where old URLs lead.

use sitemap_validator::compare::{Version, follow, to_follow};
use sitemap_validator_protocol::comparison::Comparison;
use sitemap_validator_protocol::http::{Entry, Page};

use super::{offline, side};
use crate::options::Compare;
use crate::output::print_problem;
use crate::site::request;

/// Finds where old URLs lead.
pub(super) fn run(options: &Compare, comparison: &mut Comparison, new: &Version) -> Result<(), String> {
    let urls: Vec<&str> = to_follow(comparison).map(|(old, _)| old).collect();
    let pages = if options.is_offline() { offline::pages(options, &urls, new)? } else { requested(options, &urls)? };
    comparison.followed = follow(comparison, &pages, new);
    Ok(())
}

/// Requests as many of these URLs as the user asked for.
fn requested(options: &Compare, urls: &[&str]) -> Result<Vec<Page>, String> {
    let count = options.follow_removed.unwrap_or_default().min(urls.len());
    let chosen = (0..count).filter_map(|at| urls.get(at * urls.len() / count));
    let chosen: Vec<(String, Entry)> = chosen.map(|url| ((*url).to_owned(), Entry::default())).collect();
    if chosen.len() < urls.len() {
        print_problem(&format!("{} of {} old URLs are requested", chosen.len(), urls.len()));
    }
    let check = side::check(options, vec!["-".into()])?;
    let visits = request(&check, chosen)?;
    side::notes(&check);
    Ok(visits.pages)
}
