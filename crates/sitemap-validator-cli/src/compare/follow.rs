//! Requests old URLs, to see where they lead.

use sitemap_validator::compare::{Version, follow, to_follow};
use sitemap_validator_protocol::comparison::Comparison;
use sitemap_validator_protocol::http::Entry;

use super::side;
use crate::options::Compare;
use crate::output::print_problem;
use crate::site::request;

/// Requests up to `most` old URLs that are gone, moved or renamed.
pub(super) fn run(options: &Compare, most: usize, comparison: &mut Comparison, new: &Version) -> Result<(), String> {
    let urls: Vec<&str> = to_follow(comparison).map(|(old, _)| old).collect();
    let count = most.min(urls.len());
    let chosen = (0..count).filter_map(|at| urls.get(at * urls.len() / count));
    let chosen: Vec<(String, Entry)> = chosen.map(|url| ((*url).to_owned(), Entry::default())).collect();
    if chosen.len() < urls.len() {
        print_problem(&format!("{} of {} old URLs are requested", chosen.len(), urls.len()));
    }
    let check = side::check(options, vec!["-".into()])?;
    let visits = request(&check, chosen)?;
    side::notes(&check);
    comparison.followed = follow(comparison, &visits.pages, new);
    Ok(())
}
