//! Requests old URLs, to see where they lead.

use std::sync::Arc;

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
    let step = urls.len().div_ceil(most.max(1)).max(1);
    let chosen: Vec<(String, Entry)> =
        urls.iter().step_by(step).map(|url| ((*url).to_owned(), Entry::default())).collect();
    if chosen.len() < urls.len() {
        print_problem(&format!("{} of {} old URLs are requested", chosen.len(), urls.len()));
    }
    let mut check = side::check(options, vec!["-".into()])?;
    // Ctrl-C ends the program.
    check.host = Some(Arc::default());
    let visits = request(&check, chosen)?;
    side::notes(&check);
    comparison.followed = follow(comparison, &visits.pages, new);
    let lost = comparison.followed.iter().filter(|one| matches!(one.leads, Leads::Nowhere | Leads::Home)).count();
    let total = comparison.followed.len();
    let is_unknown = total > 0 && comparison.followed.iter().all(|one| one.leads == Leads::Unknown);
    Ok(match lost {
        0 if is_unknown => Some("the server gave no answer about any of the old URLs".to_owned()),
        0 => None,
        _ => Some(format!("{lost} of {total} old URLs have no page now")),
    })
}
