//! Files that could not be fetched, and redirects, where they are listed (`http-*`, `discovery-none`).

use sitemap_validator_protocol::http::Found;

use super::listing::Listing;
use super::member::{Location, Member};
use super::{Finding, Reporter};
use crate::check::http::{failure, redirects};

/// Reports the files among `members` that could not be fetched: in each entry that lists one, or else in itself.
pub(super) fn check(members: &[Member], listings: &[Listing], reporter: &mut Reporter<'_>) {
    let mut told = vec![false; members.len()];
    for listing in listings {
        let Some(index) = members.get(listing.file) else { continue };
        for (child, branch) in index.children.iter().zip(&listing.branches) {
            let Some((file, member)) = branch.file.and_then(|file| Some((file, members.get(file)?))) else { continue };
            let redirect = member.redirect.iter().filter(|http| http.found == Found::Listed);
            for mut diagnostic in redirect.flat_map(|http| redirects(http, child.loc.span)) {
                diagnostic.entry = child.entry;
                reporter.report(Finding { file: listing.file, spot: child.loc, diagnostic, related: Vec::new() });
            }
            let Some(http) = &member.http else { continue };
            if let Some(told) = told.get_mut(file) {
                *told = true;
            }
            let mut found = Finding::new(listing.file, child.loc, |span| failure(http, span));
            found.diagnostic.entry = child.entry;
            reporter.report(found);
        }
    }
    let others = members.iter().zip(told).enumerate().filter(|(_, (_, told))| !told);
    for (file, (member, _)) in others {
        if let Some(http) = &member.http {
            reporter.report(Finding::new(file, Location::START, |span| failure(http, span)));
        }
    }
}
