//! Requests old URLs, to see where they lead.

use sitemap_validator::compare::{Version, follow, to_follow};
use sitemap_validator_protocol::comparison::{Comparison, Leads};
use sitemap_validator_protocol::http::Entry;

use super::side;
use crate::options::Compare;
use crate::output::print_problem;
use crate::site::request;

/// Requests up to `most` old URLs that are gone, moved or renamed. Returns why the comparison fails, if it does.
pub(super) fn run(
    options: &Compare,
    most: usize,
    comparison: &mut Comparison,
    new: &Version,
) -> Result<Option<String>, String> {
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
    let of = |leads| comparison.followed.iter().filter(|one| one.leads == leads).count();
    let (lost, total) = (of(Leads::Nowhere) + of(Leads::Home), comparison.followed.len());
    Ok(match lost {
        0 if total > 0 && of(Leads::Unknown) == total => {
            Some("the server gave no answer about any of the old URLs".to_owned())
        }
        0 => None,
        _ => Some(format!("{lost} of {total} old URLs have no page now")),
    })
}
