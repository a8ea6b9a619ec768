//! The folder of a built site, which the sitemaps are compared with.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sitemap_validator::set::{self, Member, READ_OF_PAGE};
use sitemap_validator::source;
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::built::{PageFile, Site, folder_of, guess, is_html, name};
use sitemap_validator_protocol::http::{Entry, Page};

use super::hosts;
use super::pages::{Visits, urls};
use crate::arguments::Check;
use crate::input::{Buffer, Input, files_in};
use crate::parallel::{AHEAD, in_order, threads};
use crate::text::plural;

/// Compares the pages that the files list with those in `folder`.
///
/// # Errors
/// If the folder cannot be read, or has none of the pages.
pub(crate) fn compare(check: &Check, folder: &Path, inputs: &[&Input], members: &[Member]) -> Result<Visits, String> {
    let files = files_in(folder)?;
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let (spans, _) = set::sample(members, usize::MAX);
    let listed = urls(check, inputs, members, &spans);
    let of_file =
        |(input, member): (&&Input, &Member)| folder_of(&within(folder, input.path()?)?, member.url.as_deref()?);
    let url = inputs.iter().zip(members).find_map(of_file);
    let url = url.or_else(|| Some(format!("{}/", check.arguments.base.as_deref()?.trim_end_matches('/'))));
    let url = url.or_else(|| guess(&names, listed.iter().map(|(url, _)| url.as_str())));
    let Some((url, mut site)) = url.and_then(|url| Some((url.clone(), Site::new(&url, names)?))) else {
        return Err(format!("the URL of {} is unknown: pass it with --base", folder.display()));
    };
    let mut is_unread = false;
    for problem in hosts::read(folder, &mut site) {
        check.print_problem(&problem);
        is_unread = true;
    }
    let pages = read(check, &site, &files, &mut is_unread);
    let (inside, outside): (Vec<_>, Vec<_>) = listed.into_iter().partition(|(url, _)| site.has(url));
    if !outside.is_empty() && inside.is_empty() {
        let count = plural(outside.len() as u64, "listed URL");
        return Err(format!(
            "none of the {count} is below {url}, at which {} is served: correct --base, or pass the folder of these pages",
            folder.display()
        ));
    }
    if !outside.is_empty() {
        let count = plural(outside.len() as u64, "listed URL");
        check.print_problem(&format!("{count} not compared with {}: not below {url}", folder.display()));
    }
    let all = inside.len();
    let pages = site.pages(inside, &pages);
    let is_listed = |page: &&Page| page.built.as_ref().is_some_and(|built| !built.should_be_listed);
    let known = pages.iter().filter(is_listed).count();
    if let Some(server) = site.server().filter(|_| known < all) {
        let count = plural((all - known) as u64, "listed URL");
        check.print_problem(&format!("{count} not compared with {}: {server} may serve them", folder.display()));
    } else if known > 0 && pages.iter().filter(is_listed).all(|page| page.http.status == Some(404)) {
        let (folder, count) = (folder.display(), plural(all as u64, "listed URL"));
        return Err(format!(
            "{folder} has no file for the {count} below {url}: pass the folder of the built pages, or with --base the URL \
             that it is served at"
        ));
    }
    Ok(Visits { pages, is_partial: false, is_unread })
}

/// The folder of a built site.
pub(crate) struct BuiltFolder {
    pub(crate) site: Site,
    /// What the HTML files say.
    pub(crate) pages: HashMap<String, PageFile>,
}

/// Reads the folder of a site that has these listed URLs. `add` adds rules that come before those of the folder.
///
/// # Errors
/// If a file cannot be read, or the folder has none of the pages.
pub(crate) fn of_version(
    check: &Check,
    folder: &Path,
    listed: &[String],
    add: impl FnOnce(&mut Site),
) -> Result<BuiltFolder, String> {
    let files = files_in(folder)?;
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let url = guess(&names, listed.iter().map(String::as_str));
    let site = url.and_then(|url| Site::new(&url, names));
    let mut site =
        site.ok_or_else(|| format!("the URL of {} is unknown: the new version lists no URL", folder.display()))?;
    add(&mut site);
    let problems = hosts::read(folder, &mut site);
    if !problems.is_empty() {
        return Err(problems.join("\nsitemap-validator: "));
    }
    let mut is_unread = false;
    let pages = read(check, &site, &files, &mut is_unread);
    if is_unread {
        return Err(format!("{}: not all files could be read", folder.display()));
    }
    let is_built = |url: &String| site.page(url, Entry::default(), &pages).is_some_and(|page| page.http.is_ok());
    if !listed.iter().any(is_built) {
        let folder = folder.display();
        return Err(format!("{folder} has no file for a URL of the new version: pass the folder of its built pages"));
    }
    Ok(BuiltFolder { site, pages })
}

/// Reads the HTML files.
fn read(check: &Check, site: &Site, files: &[(String, PathBuf)], is_unread: &mut bool) -> HashMap<String, PageFile> {
    let files: Vec<_> = files.iter().filter(|(name, _)| is_html(name)).collect();
    let threads = threads(files.len());
    let mut pages = HashMap::with_capacity(files.len());
    let work = |buffer: &mut Buffer, at: usize| -> io::Result<(String, PageFile)> {
        let (name, path) = files[at];
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut content = buffer.take();
        content.clear();
        file.take(READ_OF_PAGE + 1).read_to_end(&mut content)?;
        let html = source::read(content, READ_OF_PAGE);
        let page = site.read(name, html.text(), length);
        buffer.keep(html);
        Ok((name.clone(), page))
    };
    let mut at = 0;
    let done = |page: io::Result<(String, PageFile)>| {
        match page {
            Ok((name, page)) => drop(pages.insert(name, page)),
            Err(error) => {
                check.print_problem(&format!("{}: {error}", files[at].1.display()));
                *is_unread = true;
            }
        }
        at += 1;
        Ok::<(), std::convert::Infallible>(())
    };
    let Ok(()) = in_order(files.len(), threads, threads * AHEAD, work, done);
    pages
}

/// The name of a file below `folder`.
fn within(folder: &Path, file: &Path) -> Option<String> {
    let [folder, file] = [folder, file].map(fs::canonicalize);
    let (folder, file) = (folder.ok()?, file.ok()?);
    let parts = file.strip_prefix(folder).ok()?.components();
    Some(parts.map(|part| name(&part.as_os_str().to_string_lossy())).collect::<Vec<_>>().join("/"))
}

/// The robots.txt of the folder of built pages, and the sitemaps in it that an index among `inputs` lists, if they are
/// not among `inputs`.
pub(crate) fn of_folder(check: &Check, inputs: &[Input]) -> Vec<Input> {
    let arguments = &check.arguments;
    let Some(folder) = &arguments.pages else { return Vec::new() };
    let known: Vec<Option<String>> = inputs.iter().map(|input| within(folder, input.path()?)).collect();
    // The names of all files begin below the same folder.
    let is_root = |(input, known): (&Input, &Option<String>)| known.as_deref() == input.name() && known.is_some();
    if !inputs.iter().zip(&known).all(is_root) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let is_new = |name: &str| !known.iter().any(|known| known.as_deref() == Some(name)) && folder.join(name).is_file();
    let is_at_root = arguments.url.as_deref().and_then(Address::parse).is_none_or(|url| {
        let base = known.first().and_then(Option::as_deref).and_then(|name| folder_of(name, url.as_str()));
        base.and_then(|base| Address::parse(&base)).is_none_or(|base| base.path() == "/")
    });
    if is_at_root && arguments.robots.is_empty() && is_new("robots.txt") {
        found.push("robots.txt".to_owned());
    }
    // With --url, all files have this URL.
    for input in inputs.iter().filter(|_| arguments.url.is_none()) {
        for child in input.children(arguments.max_size).iter().filter_map(|url| Address::parse(url)) {
            let path = child.path();
            // The folder may be served below another one.
            let mut names = path.match_indices('/').filter_map(|(at, _)| path.get(at + 1..));
            let name = names.find(|name| !name.is_empty() && folder.join(name).is_file());
            found.extend(name.filter(|name| is_new(name)).map(str::to_owned));
        }
    }
    found.sort_unstable();
    found.dedup();
    found.into_iter().map(|name| Input::File { path: folder.join(&name), name, is_found: true }).collect()
}
