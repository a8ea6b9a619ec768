//! The folder of a built site, which the sitemaps are compared with.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use sitemap_validator::output::json;
use sitemap_validator::set::Member;
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::built::{Comparison, PageFile, Plan, Site, folder_of, name};
use sitemap_validator_protocol::http::Entry;

use super::pages::{Visits, listed};
use crate::arguments::Check;
use crate::input::{Input, each_page, files_in};

/// Compares the pages that the files list with those in `folder`.
///
/// # Errors
/// If the folder cannot be read.
pub(crate) fn compare(check: &Check, folder: &Path, inputs: &[&Input], members: &[Member]) -> Result<Visits, String> {
    let files = files_in(folder)?;
    let names: Vec<String> = files.iter().map(|(name, _)| name.clone()).collect();
    let listed = listed(check, inputs, members);
    let placed: Vec<(String, &str)> = inputs
        .iter()
        .zip(members)
        .filter_map(|(input, member)| Some((within(folder, input.path()?)?, member.url.as_deref()?)))
        .collect();
    let placed = placed.iter().map(|(name, url)| (name.as_str(), *url));
    let begun = Comparison::begin(names, placed, check.arguments.base.as_deref(), listed);
    let (pages, outcome) = match begun {
        Ok(comparison) => read(comparison, &files).finish(),
        Err(outcome) => (Vec::new(), outcome),
    };
    let built = json::built(&outcome, &folder.display().to_string(), "--base", &check.words);
    for problem in built.problems.iter().chain(&built.notes) {
        check.print_problem(problem);
    }
    Ok(Visits { pages, is_partial: false, is_unread: !built.problems.is_empty(), built: Some(Box::new(built)) })
}

/// The folder of a built site.
pub(crate) struct BuiltFolder {
    pub(crate) site: Site,
    /// What the HTML files say.
    pub(crate) pages: HashMap<String, PageFile>,
}

/// Reads the folder of a site that has these listed URLs. `prepare` is called before its files are read, and may add rules that
/// come before those of the folder.
///
/// # Errors
/// If a file cannot be read, or the folder has none of the pages.
pub(crate) fn of_version(
    check: &Check,
    folder: &Path,
    listed: &[String],
    prepare: impl FnOnce(&mut Comparison),
) -> Result<BuiltFolder, String> {
    let files = files_in(folder)?;
    let names = files.iter().map(|(name, _)| name.clone()).collect();
    let entries = listed.iter().map(|url| (url.clone(), Entry::default())).collect();
    let mut comparison = Comparison::begin(names, [], None, entries)
        .map_err(|_| format!("the URL of {} is unknown: the new version lists no URL of it", folder.display()))?;
    prepare(&mut comparison);
    let (site, pages, outcome) = read(comparison, &files).into_site();
    let problems = json::built(&outcome, &folder.display().to_string(), "--base", &check.words).problems;
    if !problems.is_empty() {
        return Err(problems.join("\nsitemap-validator: "));
    }
    let is_built = |url: &String| site.page(url, Entry::default(), &pages).is_some_and(|page| page.http.is_ok());
    if !listed.iter().any(is_built) {
        let folder = folder.display();
        return Err(format!("{folder} has no file for a URL of the new version: pass the folder of its built pages"));
    }
    Ok(BuiltFolder { site, pages })
}

/// Reads the files that set up the host, and the HTML files.
fn read(mut comparison: Comparison, files: &[(String, PathBuf)]) -> Comparison {
    let plan = Plan::of(files.iter().map(|(name, _)| name.as_str()));
    for (name, path) in plan.hosts.iter().map(|at| &files[*at]) {
        match fs::read_to_string(path) {
            Ok(text) => comparison.add_host_file(name, &text),
            Err(error) => comparison.add_unread(name.clone(), error.to_string()),
        }
    }
    let paths: Vec<&Path> = plan.pages.iter().map(|at| files[*at].1.as_path()).collect();
    let pages = each_page(&paths, |at, html, size| comparison.read(&files[plan.pages[at]].0, html, size));
    for (page, at) in pages.into_iter().zip(plan.pages) {
        let name = &files[at].0;
        match page {
            Ok(page) => comparison.add_page(name, page),
            Err(error) => comparison.add_unread(name.clone(), error.to_string()),
        }
    }
    comparison
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
