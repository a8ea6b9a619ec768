//! The source files of pages, and when they were last changed according to git.
//!
//! It does no I/O: a driver passes the names of the files and the log of git.

mod history;

use std::collections::HashMap;

use sitemap_validator_protocol::name::is_html;

use crate::address::Address;
use crate::built::{Match, Pattern, decoded, name};

pub use history::{History, ignored_commits};

/// Endings of documents.
const DOCUMENTS: [&str; 26] = [
    "md", "mdx", "markdown", "mdoc", "html", "htm", "xhtml", "njk", "liquid", "hbs", "mustache", "ejs", "pug", "haml",
    "slim", "erb", "twig", "php", "rst", "adoc", "asciidoc", "org", "textile", "ipynb", "rmd", "qmd",
];

/// Endings of programs, which are pages only in certain folders.
const PROGRAMS: [&str; 7] = ["astro", "vue", "svelte", "jsx", "tsx", "js", "ts"];

/// Folders in which programs are pages.
const PROGRAM_FOLDERS: [&str; 3] = ["pages", "routes", "app"];

/// Folders of parts of pages, and of files of others.
const OTHERS: [&str; 12] = [
    "_includes",
    "_layouts",
    "_data",
    "archetypes",
    "components",
    "fixtures",
    "layouts",
    "node_modules",
    "partials",
    "templates",
    "tests",
    "vendor",
];

/// Names of the page of a folder.
const INDEXES: [&str; 6] = ["index", "_index", "readme", "page", "+page", "default"];

/// Folders that are not part of URLs. So are those whose names begin with `_`.
const ROOTS: [&str; 20] = [
    "app",
    "apps",
    "collections",
    "content",
    "contents",
    "doc",
    "docs",
    "documentation",
    "input",
    "packages",
    "pages",
    "posts",
    "public",
    "routes",
    "site",
    "source",
    "src",
    "static",
    "web",
    "website",
];

/// Which file of a site's source belongs to which URL.
#[derive(Debug, Default)]
pub struct Sources {
    rules: Vec<SourceRule>,
    files: HashMap<String, usize>,
    /// The files by the end of their path without extension and index name.
    by_path: HashMap<String, Candidates>,
    /// The decoded path of the folder at which the site is served, with a slash at both ends.
    folder: String,
    /// True if only files of this folder have a URL.
    is_built: bool,
}

/// The files that can be the source of a page.
#[derive(Debug, Default)]
struct Candidates {
    html: Candidate,
    /// Other files, from which the HTML may be built.
    others: Candidate,
}

/// A file that can be the source of a page.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Candidate {
    #[default]
    None,
    /// The index of the only one.
    One(usize),
    Several,
}

/// Why a page has no source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSource {
    /// No file can be it.
    None,
    /// Several files can be it.
    Several,
}

impl Candidates {
    fn add(&mut self, file: usize, is_html: bool) {
        let candidate = if is_html { &mut self.html } else { &mut self.others };
        *candidate = match *candidate {
            Candidate::None => Candidate::One(file),
            Candidate::One(known) if known == file => Candidate::One(file),
            _ => Candidate::Several,
        };
    }

    const fn best(&self) -> Candidate {
        if matches!(self.others, Candidate::None) { self.html } else { self.others }
    }
}

/// A rule of the user: a pattern of URL paths, and the source files of these.
#[derive(Debug, Clone)]
pub struct SourceRule {
    pattern: Pattern,
    /// The path of the file, with the placeholders of the pattern.
    file: String,
}

impl SourceRule {
    /// Reads a rule: `/blog/:slug/=content/posts/:slug.md`, with `*` for any text.
    pub fn read(text: &str) -> Option<Self> {
        let (path, file) = text.split_once('=')?;
        let is_sound = path.starts_with('/') && !file.is_empty() && path.matches('*').count() < 2;
        let file = file.trim_start_matches("./").to_owned();
        let rule = Self { pattern: Pattern::of_netlify(path), file };
        let has_value = rule.placeholders().all(|placeholder| match placeholder {
            "*" => path.contains('*'),
            name => path.contains(&format!("/{name}")),
        });
        (is_sound && has_value && !rule.file.starts_with('/')).then_some(rule)
    }

    /// What stands for a part of the URL in the path of the file: `:slug` or `*`.
    fn placeholders(&self) -> impl Iterator<Item = &str> {
        let name_end = |text: &str| {
            let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
            text.find(|letter| !is_part(letter)).unwrap_or(text.len())
        };
        self.file.match_indices([':', '*']).filter_map(move |(at, sign)| {
            let length = if sign == "*" { 0 } else { name_end(self.file.get(at + 1..)?) };
            self.file.get(at..at + 1 + length)
        })
    }

    /// The file, if it is the same for all URLs.
    pub fn only_file(&self) -> Option<&str> {
        self.placeholders().next().is_none().then_some(&self.file)
    }

    /// The file of a decoded URL path.
    fn file(&self, path: &str) -> Option<String> {
        let Match::Yes(mut values) = self.pattern.matches(path) else { return None };
        // A name may begin with another one.
        values.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        let placed = values.iter().fold(self.file.clone(), |file, (name, value)| {
            let placeholder = if name == "splat" { "*".to_owned() } else { format!(":{name}") };
            file.replace(&placeholder, value.trim_end_matches('/'))
        });
        Some(placed)
    }
}

impl Sources {
    /// The sources among files with these paths in a repository. `base` is the URL at which the site is served.
    pub fn new<'f>(files: impl IntoIterator<Item = &'f str>, rules: Vec<SourceRule>, base: Option<&str>) -> Self {
        let mut sources = Self::served_at(base, rules);
        for (at, file) in files.into_iter().enumerate() {
            let file = name(file);
            for path in page_paths(&file) {
                let mut end = path.as_str();
                while !end.is_empty() {
                    sources.add(end, at, is_html(&file));
                    let Some((folder, rest)) = end.split_once('/') else { break };
                    if !ROOTS.contains(&folder) && !folder.starts_with('_') {
                        break;
                    }
                    end = rest;
                }
            }
            sources.files.insert(file, at);
        }
        sources
    }

    /// The HTML files with these paths in the folder of a built site, which is served at the URL `base`.
    pub fn built<'f>(files: impl IntoIterator<Item = &'f str>, base: Option<&str>) -> Self {
        let mut sources = Self { is_built: true, ..Self::served_at(base, Vec::new()) };
        for (at, file) in files.into_iter().enumerate() {
            sources.add(page_path(&name(file)), at, true);
        }
        sources
    }

    fn served_at(base: Option<&str>, rules: Vec<SourceRule>) -> Self {
        let folder = base.and_then(Address::parse).and_then(|base| decoded(base.path())).unwrap_or_default();
        let folder = format!("/{}/", folder.trim_matches('/')).replace("//", "/");
        Self { rules, folder, ..Self::default() }
    }

    fn add(&mut self, end: &str, file: usize, is_html: bool) {
        self.by_path.entry(end.to_owned()).or_default().add(file, is_html);
    }

    /// The index of the source file of the page at `url`.
    ///
    /// # Errors
    /// If there is none, or if several files may be it.
    pub fn of(&self, url: &str) -> Result<usize, NoSource> {
        let url = Address::parse(url).filter(|url| !url.has_query()).ok_or(NoSource::None)?;
        let path = decoded(url.path()).ok_or(NoSource::None)?;
        if let Some(file) = self.rules.iter().find_map(|rule| rule.file(&path)) {
            return self.files.get(&file).copied().ok_or(NoSource::None);
        }
        let inside = path.strip_prefix(&self.folder);
        let whole = Some(&*path).filter(|_| !self.is_built);
        let mut reason = NoSource::None;
        for path in [whole, inside].into_iter().flatten() {
            match self.by_path.get(page_path(path)).map_or(Candidate::None, Candidates::best) {
                Candidate::One(file) => return Ok(file),
                Candidate::Several => reason = NoSource::Several,
                Candidate::None => {}
            }
        }
        Err(reason)
    }
}

/// The path of a page without slashes at its ends, extension and index name: `a/b` for `/a/b/`, `/a/b.html` and
/// `/a/b/index.html`. That of the home page is empty.
fn page_path(path: &str) -> &str {
    let path = path.trim_matches('/');
    let stem = [".html", ".htm", ".php"].iter().find_map(|ending| path.strip_suffix(ending)).unwrap_or(path);
    let page = stem.strip_suffix("index").unwrap_or(stem);
    if page.is_empty() || page.ends_with('/') { page.trim_end_matches('/') } else { stem }
}

/// The paths of the pages that a file may be the source of; none for other files.
fn page_paths(file: &str) -> Vec<String> {
    let (folder, own) = file.rsplit_once('/').unwrap_or(("", file));
    let Some((stem, ending)) = own.rsplit_once('.') else { return Vec::new() };
    let ending = ending.to_ascii_lowercase();
    let folders = || folder.split('/').filter(|name| !name.is_empty());
    let is_program = PROGRAMS.contains(&&*ending);
    let is_page = DOCUMENTS.contains(&&*ending) || is_program && folders().any(|name| PROGRAM_FOLDERS.contains(&name));
    if !is_page || folders().any(|name| name.starts_with('.') || OTHERS.contains(&name)) {
        return Vec::new();
    }
    let stem = stem.strip_suffix(".html").unwrap_or(stem);
    // A group of routes is not part of the URL.
    let kept: Vec<&str> = folders().filter(|name| !(name.starts_with('(') && name.ends_with(')'))).collect();
    let folder = kept.join("/");
    let joined = |stem: &str| if folder.is_empty() { stem.to_owned() } else { format!("{folder}/{stem}") };
    if INDEXES.contains(&&*stem.to_ascii_lowercase()) {
        return vec![folder];
    }
    let mut paths = vec![joined(stem)];
    // Posts of Jekyll, whose names begin with a date.
    if let Some((date, slug)) = dated(stem) {
        paths.extend([joined(slug), joined(&format!("{}/{slug}", date.replace('-', "/")))]);
    }
    paths
}

/// The date at the start of a name, and the rest: `2026-06-09-lamp`.
fn dated(stem: &str) -> Option<(&str, &str)> {
    let (date, rest) = stem.split_at_checked(10)?;
    let slug = rest.strip_prefix('-').filter(|slug| !slug.is_empty())?;
    let is_date = date.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    is_date.then_some((date, slug))
}

#[cfg(test)]
mod tests;
