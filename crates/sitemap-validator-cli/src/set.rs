//! The URL of each of several files, from indexes and robots.txt files.

use sitemap_validator::format::{HEAD, peek};
use sitemap_validator::set::{self, NamedFile, addresses};
use sitemap_validator::{Kind, source};

use crate::arguments::Check;
use crate::input::Input;
use crate::robots::{Context, Sites};

/// What is known about each of `inputs`, before it is read.
pub(crate) fn contexts(check: &Check, inputs: &[Input], sites: &Sites) -> Vec<Context> {
    let mut contexts: Vec<Context> = (0..inputs.len()).map(|index| sites.context(check, inputs, index)).collect();
    if inputs.len() + sites.extra.len() < 2 {
        return contexts;
    }
    let mut listed = Vec::new();
    for input in inputs {
        // An index is read whole; it is small beside its sitemaps. The URLs of fetched files are known.
        let kind = input.head(HEAD).filter(|_| input.http().is_none()).map(peek);
        let bytes =
            matches!(kind, Some(Kind::SitemapIndex)).then(|| input.read(check.arguments.max_size).ok()).flatten();
        if let Some(bytes) = bytes {
            listed.extend(children(input, bytes, check.arguments.max_size));
        }
    }
    listed.extend(sites.robots.iter().flat_map(|robots| robots.listed().map(str::to_owned)));
    let given: Vec<NamedFile<'_>> = inputs
        .iter()
        .zip(&contexts)
        .map(|(input, context)| NamedFile {
            name: input.name().unwrap_or_default(),
            address: context.url.as_deref().filter(|_| check.arguments.url.is_some() || context.http.is_some()),
            presumed: context.url.as_deref(),
        })
        .collect();
    let found = addresses(&given, &listed);
    for (context, url) in contexts.iter_mut().zip(found) {
        context.url = url;
    }
    contexts
}

/// The URLs that an index lists.
pub(crate) fn children(input: &Input, bytes: Vec<u8>, ceiling: u64) -> Vec<String> {
    set::listed(input.name(), &source::read(bytes, ceiling))
}
