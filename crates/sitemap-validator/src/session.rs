//! The files of a set: their types, URLs and options, and the result of comparing them.
//!
//! A [`Session`] does no I/O. [`Session::next`] returns what it needs next; the caller reads and checks files, in any
//! order and on any thread, and passes the results to the session. Only the content of robots.txt files is kept.
//!
//! Functions that only sets need are not inlined, so that the page loads them later.

use std::sync::Arc;

use sitemap_validator_protocol::http::{Http, Page};
use sitemap_validator_protocol::name::{begins_with_url, is_doubtful_text, last_segment, plain_name, says_sitemap};
use sitemap_validator_protocol::packed_structs;

use crate::format::{HEAD, is_other_markup, kind_of, peek};
use crate::options::Options;
use crate::outcome::Kind;
use crate::robots::{Robots, RobotsFiles, address_for};
use crate::set::{List, Member, NamedFile, Place, SetReport, check_with_pages, listed, places, presumed};
use crate::source::{Source, read};
use crate::span::At;

/// What a set is checked against.
#[derive(Debug, Clone, Default)]
pub struct SetOptions {
    /// The options of all files. Their robots.txt files are those that are not part of the set.
    pub options: Options,
    /// The URL of the folder that the files are served from.
    pub base: Option<String>,
    /// The URL of the only sitemap.
    pub url: Option<String>,
    /// True to compare the files even if there is only one.
    pub is_set: bool,
    /// How many findings across files are listed of each rule; 0 lists all.
    pub max_findings: u64,
}

/// A file of a set, before it is read.
#[derive(Debug, Clone, Default)]
pub struct InputFile {
    /// Its name below the folder that is served, with `/` between folders; empty if it has none.
    pub name: String,
    /// Its URL, if it is certain.
    pub url: Option<String>,
    /// How it was fetched.
    pub http: Option<Arc<Http>>,
    /// True if it was found in a folder, which may contain other files than sitemaps.
    pub is_found: bool,
}

/// What is known of a file before it is checked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Where it is served, and what lists it.
    pub place: Place,
    /// True if it was found in a folder and nothing lists it.
    pub is_unlisted: bool,
    /// Its name.
    pub file_name: Option<String>,
    /// How it was fetched.
    pub http: Option<Arc<Http>>,
}

packed_structs! {
    Context { place, is_unlisted, file_name, http }
    Place { url, is_certain, is_listed, index }
}

impl Context {
    /// The context of a file that is known by its request alone.
    pub fn fetched(name: &str, http: Http) -> Self {
        let place = Place { url: Some(http.address().to_owned()), is_certain: true, ..Place::default() };
        Self { place, is_unlisted: false, file_name: Some(name.to_owned()), http: Some(Arc::new(http)) }
    }

    /// The options for the file.
    pub fn options(&self, options: Options) -> Options {
        let Self { place, is_unlisted, file_name, http } = self.clone();
        place.options(Options { is_unlisted, http, file_name, ..options })
    }
}

/// What a session needs next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Needs the first bytes of this file, at most [`HEAD`]: answered by [`Session::peeked`] or [`Session::unread`].
    Peek(usize),
    /// The text of this file, an index or a robots.txt: answered by [`Session::read`] or [`Session::unread`].
    Read(usize),
    /// The check of this file, in the context that [`Session::context`] gives: answered by [`Session::checked`] or
    /// [`Session::unread`].
    Check(usize),
    /// Nothing more.
    Done,
}

/// The length of the prefix of `names` that is their common folder, with its `/`. When files are dropped together, this
/// folder is the base. 0 if there is none.
pub fn common_folder<'n>(mut names: impl Iterator<Item = &'n str>) -> usize {
    let folder = |name: &'n str| name.split_once('/').map(|(folder, _)| folder);
    let Some(first) = names.next().and_then(folder) else { return 0 };
    if names.all(|name| folder(name) == Some(first)) { first.len() + 1 } else { 0 }
}

/// What is known of a file.
#[derive(Debug, Clone, Default)]
struct FileState {
    given: InputFile,
    presumed: Option<String>,
    /// True for a robots.txt.
    is_robots: bool,
    /// True for a file of a folder whose name and first bytes are not those of a sitemap.
    is_other: bool,
    /// True when no further step needs this file.
    is_done: bool,
    /// Its name in reports if it cannot be read.
    unread: Option<String>,
    place: Place,
    member: Option<Member>,
}

/// The state of the check of a set.
#[derive(Debug)]
pub struct Session {
    terms: SetOptions,
    files: Vec<FileState>,
    lists: Vec<List>,
    /// The text of each robots.txt of the set.
    robots: Vec<(usize, String)>,
    /// The file that is examined or checked next.
    next: usize,
    /// The file whose text is needed before the next step.
    next_to_read: Option<usize>,
    are_placed: bool,
}

impl Session {
    /// A session for these files. A single file is not a set: it is checked without reading its start first.
    pub fn new(terms: SetOptions, given: impl IntoIterator<Item = InputFile>) -> Self {
        let base = terms.base.as_deref();
        let state = |mut given: InputFile| {
            let presumed = base.filter(|_| given.url.is_none()).map(|base| presumed(base, &given.name));
            given.url = given.url.or_else(|| terms.url.clone());
            let failed = given.http.as_deref().filter(|http| !http.is_ok());
            let member = failed.map(|http| Member::unfetched(http.clone()));
            FileState { presumed, is_done: member.is_some(), member, given, ..FileState::default() }
        };
        let files = given.into_iter().map(state).collect();
        let urls = |robots: &Robots| robots.listed().map(str::to_owned).collect();
        let lists = terms.options.robots.iter().map(|robots| List { file: None, is_robots: true, urls: urls(robots) });
        let lists = lists.collect();
        Self { terms, files, lists, robots: Vec::new(), next: 0, next_to_read: None, are_placed: false }
    }

    /// The next step. `Peek` steps come first; when the first `Check` is returned, the options of all files are known.
    #[expect(clippy::should_implement_trait, reason = "no loop goes through the steps: each needs an answer")]
    pub fn next(&mut self) -> Step {
        if let Some(file) = self.next_to_read.take() {
            return Step::Read(file);
        }
        let SetOptions { base, url, .. } = &self.terms;
        if !self.are_placed && (self.is_set() || base.is_some() || url.is_some()) {
            while let Some(file) = self.files.get(self.next) {
                self.next += 1;
                if !file.is_done {
                    return Step::Peek(self.next - 1);
                }
            }
        }
        if !self.are_placed {
            self.place();
        }
        while let Some(file) = self.files.get(self.next) {
            self.next += 1;
            if !file.is_done {
                return Step::Check(self.next - 1);
            }
        }
        Step::Done
    }

    /// True if the files are compared: there are several, or one that could not be fetched.
    pub fn is_set(&self) -> bool {
        self.terms.is_set
            || self.files.len() > 1
            || self.files.iter().any(|file| file.given.http.as_deref().is_some_and(|http| !http.is_ok()))
    }

    /// Takes the first bytes of a file.
    #[inline(never)]
    pub fn peeked(&mut self, file: usize, head: Vec<u8>) {
        let Some(state) = self.files.get_mut(file) else { return };
        let last = state.given.name.rsplit('/').next().unwrap_or_default();
        let is_named = plain_name(last).eq_ignore_ascii_case("robots.txt");
        state.is_other = state.given.is_found && !is_named && !may_be_listed(last, &head);
        if is_named || matches!(peek(head), Kind::SitemapIndex | Kind::Robots) {
            self.next_to_read = Some(file);
        }
    }

    /// Takes the text of an index or a robots.txt.
    #[inline(never)]
    pub fn read(&mut self, file: usize, source: &Source) {
        let Some(state) = self.files.get(file) else { return };
        let name = Some(state.given.name.clone()).filter(|name| !name.is_empty());
        let kind = kind_of(source, &Options { file_name: name.clone(), ..Options::default() });
        match kind {
            Kind::Robots => self.found_robots(file, source.text().to_owned()),
            Kind::SitemapIndex => self.found_index(file, listed(name.as_deref(), source)),
            _ => {}
        }
    }

    /// Accepts the result of an earlier check of the same content instead of its first bytes.
    #[inline(never)]
    pub fn known(&mut self, file: usize, member: &Member) {
        match member.kind {
            Kind::Robots => self.next_to_read = Some(file),
            Kind::SitemapIndex => self.found_index(file, member.listed().map(str::to_owned).collect()),
            _ => {}
        }
    }

    fn found_index(&mut self, file: usize, urls: Vec<String>) {
        self.lists.push(List { file: Some(file), is_robots: false, urls });
    }

    fn found_robots(&mut self, file: usize, text: String) {
        let is_one_of_several = self.files.len() > 1;
        let Some(state) = self.files.get_mut(file) else { return };
        state.is_robots = true;
        state.is_other = false;
        if is_one_of_several && state.given.url.is_some() && state.given.url == self.terms.url {
            state.given.url = state.given.url.take().and_then(|url| address_for(&url));
        }
        // A robots.txt without a folder belongs to the root of the site.
        if !state.given.is_found && !state.given.name.contains('/') {
            state.presumed = state.presumed.take().and_then(|url| address_for(&url));
        }
        let url = state.given.url.as_deref().or(state.presumed.as_deref());
        let urls = Robots::new(&text, url).listed().map(str::to_owned).collect();
        self.lists.push(List { file: Some(file), is_robots: true, urls });
        self.robots.push((file, text));
    }

    /// Determines the URL of each file and the files that list it.
    fn place(&mut self) {
        self.are_placed = true;
        self.next = 0;
        let named: Vec<NamedFile<'_>> = self
            .files
            .iter()
            .map(|FileState { given, presumed, .. }| NamedFile {
                name: &given.name,
                url: given.url.as_deref(),
                presumed: presumed.as_deref(),
            })
            .collect();
        let places = places(&named, &self.lists);
        for (file, place) in self.files.iter_mut().zip(places) {
            file.place = place;
        }
        let own = self.robots_texts().map(|(text, url)| Robots::new(text, url));
        let robots: Vec<Robots> = self.terms.options.robots.iter().cloned().chain(own).collect();
        self.terms.options.robots = RobotsFiles::from(robots);
    }

    /// The text of each robots.txt of the set, with its URL. Complete from the first check on.
    pub fn robots_texts(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let url = |file: usize| self.files.get(file).and_then(|file| file.place.url.as_deref());
        self.robots.iter().map(move |(file, text)| (text.as_str(), url(*file)))
    }

    /// What is known of a file. Complete from the first check on.
    pub fn context(&self, file: usize) -> Context {
        let Some(FileState { given, place, .. }) = self.files.get(file) else { return Context::default() };
        Context {
            is_unlisted: given.is_found && !place.is_listed,
            place: place.clone(),
            file_name: Some(given.name.clone()).filter(|name| !name.is_empty()),
            http: given.http.clone(),
        }
    }

    /// The options that all files are checked with. [`Context::options`] adds those of a file. Complete from the first
    /// check on.
    pub fn options(&self) -> Options {
        Options { siblings: self.is_set(), ..self.terms.options.clone() }
    }

    /// True for a robots.txt. Known from the first check on.
    pub fn is_robots(&self, file: usize) -> bool {
        self.files.get(file).is_some_and(|file| file.is_robots)
    }

    /// The files that are not sitemaps: they were found in folders, nothing lists them, and neither their names nor
    /// their first bytes are those of a sitemap. Known from the first check on.
    #[inline(never)]
    pub fn non_sitemaps(&self) -> Vec<usize> {
        let is_other = |(_, file): &(usize, &FileState)| file.is_other && !file.place.is_listed;
        self.files.iter().enumerate().filter(is_other).map(|(at, _)| at).collect()
    }

    /// Removes these files; the indexes must be in ascending order. The indexes of the following files change.
    #[inline(never)]
    pub fn leave_out(&mut self, files: &[usize]) {
        retain_others(&mut self.files, files);
        let moved = |file: usize| file - files.partition_point(|left_out| *left_out < file);
        self.robots.iter_mut().for_each(|(file, _)| *file = moved(*file));
        self.next = 0;
    }

    /// Stores the result of the check of a file.
    pub fn checked(&mut self, file: usize, member: Member) {
        if let Some(file) = self.files.get_mut(file) {
            file.member = Some(member);
        }
    }

    /// Notes that a file cannot be read; reports call it `name`. It is part of the set, but nothing is known of its
    /// content.
    pub fn unread(&mut self, file: usize, name: String) {
        if let Some(file) = self.files.get_mut(file) {
            file.is_done = true;
            file.unread = Some(name);
        }
    }

    /// The files of a set, in their order. A file that was not checked counts as one that cannot be read.
    pub fn finish(self) -> Members {
        let is_set = self.is_set();
        let member = |FileState { given, unread, place, member, .. }| {
            member.unwrap_or_else(|| Member::unread(unread.unwrap_or(given.name), place.url))
        };
        Members { files: self.files.into_iter().map(member).collect(), terms: self.terms, is_set }
    }
}

/// The checked files of a set.
#[derive(Debug)]
pub struct Members {
    /// The files, in their order.
    pub files: Vec<Member>,
    terms: SetOptions,
    is_set: bool,
}

impl Members {
    /// The result of comparing the files, and the responses for the pages that they list. `None` if there is nothing to
    /// compare.
    #[inline(never)]
    pub fn compare(&self, visited: &[Page]) -> Option<SetReport> {
        let SetOptions { options, max_findings, .. } = &self.terms;
        self.is_set.then(|| check_with_pages(&self.files, visited, options, *max_findings))
    }
}

/// How many bytes of a page are searched for links.
const PAGE: usize = 2 * 1024 * 1024;

/// The type of a file that was fetched from `url`, and the URLs in it: the sitemaps that an index or a robots.txt
/// lists, or the links of a page.
///
/// `read` returns the text of the first bytes of the file, up to the given number, if it can be read. `links` takes the
/// URL and the text of a page, and returns the URLs that it links to.
pub fn content(
    url: &str,
    max_size: u64,
    read: impl Fn(u64) -> Option<Source>,
    links: impl FnOnce(&str, &str) -> Vec<String>,
) -> (Kind, Vec<String>) {
    let name = last_segment(url);
    let options = Options { file_name: Some(name.to_owned()), ..Options::default() };
    let Some(head) = read(HEAD as u64) else { return Default::default() };
    let kind = kind_of(&head, &options);
    let urls = match kind {
        Kind::SitemapIndex | Kind::Robots => read(max_size).map(|source| listed(Some(name), &source)),
        Kind::Html => read(PAGE as u64).map(|page| {
            let text = page.text();
            links(text.at(..text.floor_char_boundary(PAGE)), url)
        }),
        _ => None,
    };
    (kind, urls.unwrap_or_default())
}

/// Removes the elements at these indexes, which are in ascending order.
pub fn retain_others<T>(list: &mut Vec<T>, removed: &[usize]) {
    let mut at = 0..;
    list.retain(|_| at.next().is_some_and(|index| removed.binary_search(&index).is_err()));
}

/// True if a file with this name and these first bytes may be what an index or a robots.txt lists.
fn may_be_listed(name: &str, head: &[u8]) -> bool {
    if is_doubtful_text(name) {
        return begins_with_url(read(head.to_vec(), HEAD as u64 * 64).text());
    }
    says_sitemap(name) || !is_other_markup(head.to_vec())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_that_was_dropped_is_the_base() {
        assert_eq!(common_folder(["public/a.xml", "public/maps/b.xml"].into_iter()), 7);
        assert_eq!(common_folder(["public/a.xml", "b.xml"].into_iter()), 0);
        assert_eq!(common_folder(["a/x.xml", "b/y.xml"].into_iter()), 0);
        assert_eq!(common_folder([].into_iter()), 0);
    }

    #[test]
    fn only_what_lists_or_links_sitemaps_is_read_beyond_its_start() {
        let of = |url: &str, text: &str| {
            let asked = std::cell::RefCell::new(Vec::new());
            let read = |most: u64| {
                asked.borrow_mut().push(most);
                Some(Source::from_text(text.to_owned()))
            };
            let found = content(url, 9, read, |page, url| vec![format!("{url} {page}")]);
            (found, asked.into_inner())
        };
        let (head, page) = (HEAD as u64, PAGE as u64);
        assert_eq!(of("https://a.example/a.xml", "<urlset>"), ((Kind::Urlset, Vec::new()), vec![head]));
        assert_eq!(
            of("https://a.example/robots.txt", "Sitemap: https://a.example/"),
            ((Kind::Robots, vec!["https://a.example/".into()]), vec![head, 9])
        );
        let link = "https://a.example/ <html>".to_owned();
        assert_eq!(of("https://a.example/", "<html>"), ((Kind::Html, vec![link]), vec![head, page]));
        assert_eq!(content("", 9, |_| None, |_, _| Vec::new()), (Kind::Unknown, Vec::new()));
    }
}
