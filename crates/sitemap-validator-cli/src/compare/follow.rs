//! Where old URLs lead.

use sitemap_validator::compare::{Version, follow, to_follow};
use sitemap_validator_protocol::comparison::{Comparison, Leads};
use sitemap_validator_protocol::http::{Entry, Page};

use super::{offline, side};
use crate::options::Compare;
use crate::output::print_problem;
use crate::site::request;

/// Finds where old URLs lead. Returns why the comparison fails, if it does.
pub(super) fn run(options: &Compare, comparison: &mut Comparison, new: &Version) -> Result<Option<String>, String> {
    let urls: Vec<&str> = to_follow(comparison).map(|(old, _)| old).collect();
    let is_offline = options.is_offline();
    let pages = if is_offline { offline::pages(options, &urls, new)? } else { requested(options, &urls)? };
    comparison.followed = follow(comparison, &pages, new);
    let of = |leads| comparison.followed.iter().filter(|one| one.leads == leads).count();
    let (lost, total) = (of(Leads::Nowhere) + of(Leads::Home), comparison.followed.len());
    Ok(match lost {
        0 if total > 0 && of(Leads::Unknown) == total => {
            let who = if is_offline { "the files say nothing" } else { "the server gave no answer" };
            Some(format!("{who} about any of the old URLs"))
        }
        0 => None,
        _ => Some(format!("{lost} of {total} old URLs have no page now")),
    })
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
