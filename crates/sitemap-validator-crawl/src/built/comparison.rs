//! The comparison of the sitemaps of a site with its folder. A driver reads the files.

use std::collections::HashMap;

use sitemap_validator_protocol::built::{Note, Outcome};
use sitemap_validator_protocol::http::{Entry, Page};
use sitemap_validator_protocol::name::is_html;

use super::guess::guess;
use super::hosts::HOST_FILES;
use super::{PageFile, Site, folder_of, name};

/// Which files of a folder a driver reads, as indexes of their names.
#[derive(Debug, Default)]
pub struct Plan {
    /// The files that set up the host. They are read first, for [`Comparison::add_host_file`].
    pub hosts: Vec<usize>,
    /// The HTML files, for [`Comparison::read`] and [`Comparison::add_page`].
    pub pages: Vec<usize>,
}

impl Plan {
    /// True if a file with this name, without its folder, may be read.
    pub fn reads(name: &str) -> bool {
        HOST_FILES.contains(&name) || is_html(name)
    }

    /// The files to read of those with these names, which have `/` between folders.
    pub fn of<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut plan = Self::default();
        for (at, name) in names.into_iter().enumerate() {
            if HOST_FILES.contains(&name) {
                plan.hosts.push(at);
            } else if is_html(name) {
                plan.pages.push(at);
            }
        }
        plan
    }
}

/// A comparison in progress.
#[derive(Debug)]
pub struct Comparison {
    site: Site,
    pages: HashMap<String, PageFile>,
    /// The listed URLs below that of the folder.
    listed: Vec<(String, Entry)>,
    outcome: Outcome,
    /// True if it is read what the pages say.
    reads_content: bool,
}

impl Comparison {
    /// Compares the folder of the files `names` with the URLs `listed`.
    ///
    /// The URL of the folder is that of the first of the files `placed`, given as names in the folder with their URLs; or
    /// else `base`; or else it follows from the listed URLs.
    ///
    /// # Errors
    /// If the folder cannot be compared.
    pub fn begin<'f>(
        names: Vec<String>,
        placed: impl IntoIterator<Item = (&'f str, &'f str)>,
        base: Option<&str>,
        listed: Vec<(String, Entry)>,
    ) -> Result<Self, Outcome> {
        let url = placed.into_iter().find_map(|(name, url)| folder_of(name, url));
        let url = url.or_else(|| Some(format!("{}/", base?.trim_end_matches('/'))));
        let url = url.or_else(|| guess(&names, listed.iter().map(|(url, _)| url.as_str())));
        let mut outcome = Outcome::default();
        let Some((url, site)) = url.and_then(|url| Some((url.clone(), Site::new(&url, names)?))) else {
            outcome.notes.push(Note::NoUrl);
            return Err(outcome);
        };
        outcome.url = Some(url.clone());
        let (listed, outside): (Vec<_>, Vec<_>) = listed.into_iter().partition(|(url, _)| site.has(url));
        let count = outside.len() as u64;
        if count > 0 && listed.is_empty() {
            outcome.notes.push(Note::NoneBelow { listed: count, url });
            return Err(outcome);
        }
        if count > 0 {
            outcome.notes.push(Note::Outside { listed: count, url });
        }
        Ok(Self { site, pages: HashMap::new(), listed, outcome, reads_content: false })
    }

    /// Adds a file that sets up the host.
    pub fn add_host_file(&mut self, name: &str, text: &str) {
        let origin = self.site.origin();
        for error in self.site.rules.add(name, text, &origin) {
            self.add_unread(format!("{name}, line {}", error.line), error.problem);
        }
    }

    /// Notes that a file, or a part of it, cannot be read.
    pub fn add_unread(&mut self, place: String, problem: String) {
        self.outcome.notes.push(Note::Unread { place, problem });
    }

    /// Reads the HTML of a file, which has `size` bytes.
    pub fn read(&self, file: &str, html: &str, size: u64) -> PageFile {
        self.site.read(file, html, size, self.reads_content)
    }

    /// Adds what was read of a file.
    pub fn add_page(&mut self, file: &str, page: PageFile) {
        self.pages.insert(name(file), page);
    }

    /// Also reads what the pages say, for [`Site::content`].
    pub const fn read_content(&mut self) {
        self.reads_content = true;
    }

    /// The site, for more rules.
    pub const fn site_mut(&mut self) -> &mut Site {
        &mut self.site
    }

    /// The site with what was read of its pages, and what to say of them.
    pub fn into_site(self) -> (Site, HashMap<String, PageFile>, Outcome) {
        (self.site, self.pages, self.outcome)
    }

    /// Ends the comparison: the pages for the checks of the set, and what to say beside their findings.
    pub fn finish(self) -> (Vec<Page>, Outcome) {
        let Self { site, pages: read, listed, mut outcome, .. } = self;
        let all = listed.len() as u64;
        let pages = site.pages(listed, &read);
        let is_listed = |page: &&Page| page.built.as_ref().is_some_and(|built| !built.should_be_listed);
        let known = pages.iter().filter(is_listed).count() as u64;
        outcome.pages = read.len() as u64;
        outcome.listed = known;
        if let Some(server) = site.server().filter(|_| known < all) {
            outcome.notes.push(Note::Served { listed: all - known, by: server.to_owned() });
        } else if known > 0 && pages.iter().filter(is_listed).all(|page| page.http.status == Some(404)) {
            let url = outcome.url.clone().unwrap_or_default();
            outcome.notes.push(Note::NoFile { listed: all, url });
            return (Vec::new(), outcome);
        }
        (pages, outcome)
    }
}
