//! Several files: where each is served, which indexes and robots.txt files tell.

use sitemap_validator::format::{HEAD, peek};
use sitemap_validator::set::{Given, Member, addresses};
use sitemap_validator::{Kind, Options, check_source};

use crate::arguments::Check;
use crate::input::{self, Input};
use crate::robots::{Place, Sites};

/// What is known about each of `inputs`, before it is read.
pub(crate) fn places(check: &Check, inputs: &[Input], sites: &Sites) -> Vec<Place> {
    let mut places: Vec<Place> = (0..inputs.len()).map(|index| sites.place(check, inputs, index)).collect();
    if inputs.len() + sites.extra.len() < 2 {
        return places;
    }
    let mut listed = Vec::new();
    for input in inputs {
        // Of an index the whole is needed; its entries are few beside those of its sitemaps.
        let kind = input.head(HEAD).map(peek);
        let bytes = matches!(kind, Some(Kind::SitemapIndex)).then(|| input.read().ok()).flatten();
        if let Some(bytes) = bytes {
            listed.extend(children(input, bytes));
        }
    }
    listed.extend(sites.robots.iter().flat_map(|robots| robots.listed().map(str::to_owned)));
    let given: Vec<Given<'_>> = inputs
        .iter()
        .zip(&places)
        .map(|(input, place)| Given {
            name: input.name().unwrap_or_default(),
            address: check.url.as_ref().and(place.address.as_deref()),
            presumed: place.address.as_deref(),
        })
        .collect();
    let found = addresses(&given, &listed);
    for (place, address) in places.iter_mut().zip(found) {
        place.address = address;
    }
    places
}

/// The addresses that an index lists.
fn children(input: &Input, bytes: Vec<u8>) -> Vec<String> {
    let source = input::text(bytes);
    let options = Options { siblings: true, ..Options::default() };
    let mut report = check_source(&input.shown(), &source, &options, 1);
    let index = Member::of(&mut report, &source);
    index.listed().map(str::to_owned).collect()
}
