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
                reporter.report(Finding { file: listing.file, location: child.loc, diagnostic, related: Vec::new() });
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

#[cfg(test)]
mod tests {
    use sitemap_validator_protocol::http::{Hop, Http};

    use super::*;
    use crate::options::Options;
    use crate::report::check_source;
    use crate::robots::Robots;
    use crate::set::check;
    use crate::source::Source;

    const SITEMAP: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
        <url><loc>https://tidepool.page/a</loc></url>\n</urlset>\n";

    /// What is found in a robots.txt that lists `listed`, and in the file at `last`, to which each of these redirects.
    fn found(listed: &[&str], last: &str) -> Vec<String> {
        let robots = listed.iter().map(|url| format!("Sitemap: {url}\n")).collect::<Vec<_>>().concat();
        let mut files = vec![(Http::new("https://tidepool.page/robots.txt"), robots.as_str())];
        files.extend(listed.iter().map(|url| {
            let hops = vec![Hop { status: 301, location: last.to_owned() }];
            (Http { found: Found::Listed, last: last.to_owned(), hops, ..Http::new(url) }, SITEMAP)
        }));
        let (mut rules, mut members) = (Vec::new(), Vec::new());
        for (http, text) in files {
            let options = Options {
                siblings: true,
                url: Some(http.address().to_owned()),
                file_name: http.requested.rsplit('/').next().map(str::to_owned),
                robots: vec![Robots::new(&robots, Some("https://tidepool.page/robots.txt"))].into(),
                http: Some(http.clone().into()),
                ..Options::default()
            };
            let source = Source::from_text(text.to_owned());
            let mut report = check_source(&http.requested, &source, &options, 0);
            let scope =
                report.diagnostics.iter().map(|found| found.rule().id()).filter(|rule| rule.starts_with("scope"));
            rules.extend(scope.map(str::to_owned));
            members.push(Member::of(&mut report, &source));
        }
        let across = check(&members, &Options::default(), 0).findings;
        rules.extend(
            across
                .iter()
                .map(|found| format!("{}:{} {}", found.file, found.location.from.line, found.diagnostic.rule().id())),
        );
        rules
    }

    #[test]
    fn redirects_are_reported_where_they_are_listed_and_files_judged_where_they_are() {
        let own = "https://tidepool.page/sitemap.xml";
        assert_eq!(found(&["http://tidepool.page/sitemap.xml"], own), ["0:1 http-redirect"]);
        assert_eq!(
            found(&["https://tidepool.page/old.xml"], "https://moss.example/sitemap.xml"),
            ["scope-different-host", "0:1 http-redirect-host"]
        );
        // Two that lead to one file are that file.
        let two = ["https://tidepool.page/one.xml", "https://tidepool.page/two.xml"];
        assert_eq!(found(&two, own), ["0:1 http-redirect", "0:2 http-redirect"]);
    }
}
