//! Several files: the URL of each, what lists it, and which files of folders are sitemaps.

use sitemap_validator::format::{HEAD, is_other_markup, peek};
use sitemap_validator::set::{self, List, NamedFile, places};
use sitemap_validator::{Kind, source};
use sitemap_validator_protocol::name::{begins_with_url, is_doubtful_text, says_sitemap};

use crate::arguments::Check;
use crate::input::Input;
use crate::robots::{Context, Sites};
use crate::text::plural;

/// How many files that were skipped are named.
const NAMED: usize = 3;

/// How much of a fetched file is read to find out whether it is an index: there may be many, and few begin with a comment.
const START: usize = 4 * 1024;

/// What is known about each of `inputs`, before it is read. Files of folders that are no sitemaps are removed.
///
/// # Errors
/// When no file is left.
pub(crate) fn contexts(check: &Check, inputs: &mut Vec<Input>, sites: &mut Sites) -> Result<Vec<Context>, String> {
    let mut contexts: Vec<Context> = (0..inputs.len()).map(|index| sites.context(check, inputs, index)).collect();
    let mut lists = sites.lists();
    let is_alone = inputs.len() + sites.extra.len() < 2;
    for (file, input) in inputs.iter().enumerate().filter(|_| !is_alone) {
        // An index is read whole; it is small beside its sitemaps.
        let length = if input.http().is_some() { START } else { HEAD };
        if input.head(length).map(peek) == Some(Kind::SitemapIndex)
            && let Ok(bytes) = input.read(check.arguments.max_size)
        {
            let urls = children(input, bytes, check.arguments.max_size);
            lists.push(List { file: Some(file), is_robots: false, urls });
        }
    }
    let is_certain = |context: &Context| check.arguments.url.is_some() || context.http.is_some();
    let given: Vec<NamedFile<'_>> = inputs
        .iter()
        .zip(&contexts)
        .map(|(input, context)| NamedFile {
            name: input.name().unwrap_or_default(),
            address: context.url().filter(|_| is_certain(context)),
            presumed: context.url().filter(|_| !is_certain(context)),
        })
        .collect();
    let found = places(&given, &lists);
    for ((context, place), input) in contexts.iter_mut().zip(found).zip(inputs.iter()) {
        context.is_unlisted = input.is_found() && !place.is_listed;
        context.place = place;
    }
    skip(check, inputs, sites, &mut contexts)?;
    Ok(contexts)
}

/// Removes the files of folders that nothing lists and that are no sitemaps: licenses, styles, descriptions of other things.
fn skip(check: &Check, inputs: &mut Vec<Input>, sites: &mut Sites, contexts: &mut Vec<Context>) -> Result<(), String> {
    let keeps: Vec<bool> = inputs
        .iter()
        .zip(contexts.iter())
        .enumerate()
        .map(|(index, (input, context))| !context.is_unlisted || sites.is_robots(index) || may_be_listed(input))
        .collect();
    let skipped: Vec<String> =
        inputs.iter().zip(&keeps).filter(|(_, keeps)| !**keeps).map(|(input, _)| input.shown()).collect();
    if skipped.is_empty() {
        return Ok(());
    }
    let mut names = skipped.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if skipped.len() > NAMED {
        names.push_str(", …");
    }
    let count = plural(skipped.len() as u64, "file");
    if skipped.len() == inputs.len() {
        return Err(format!("no sitemap in {count}: {names}"));
    }
    if !check.arguments.quiet {
        let why = "not sitemaps by their content, and no index or robots.txt lists them";
        check.complain(&format!("{count} skipped, {why}: {names}"));
    }
    let mut kept = keeps.iter().copied();
    inputs.retain(|_| kept.next() == Some(true));
    let mut kept = keeps.iter().copied();
    contexts.retain(|_| kept.next() == Some(true));
    sites.retain(&keeps);
    Ok(())
}

/// True for a file that looks like what an index or a robots.txt may list.
fn may_be_listed(input: &Input) -> bool {
    let name = input.name().and_then(|name| name.rsplit('/').next()).unwrap_or_default();
    let head = || input.head(HEAD).unwrap_or_default();
    if is_doubtful_text(name) {
        return begins_with_url(source::read(head(), HEAD as u64 * 64).text());
    }
    says_sitemap(name) || !is_other_markup(head())
}

/// The URLs that an index lists.
pub(crate) fn children(input: &Input, bytes: Vec<u8>, ceiling: u64) -> Vec<String> {
    set::listed(input.name(), &source::read(bytes, ceiling))
}
