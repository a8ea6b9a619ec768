//! The pages of a folder that sitemaps should list.

use std::collections::HashMap;

use sitemap_validator_protocol::http::{Entry, Page};
use sitemap_validator_protocol::name::is_html;

use super::{Answer, Host, PageFile, Site, decoded, folder, is_index};

use crate::address::Address;

impl Site {
    /// The pages among `pages` that search engines may index, each with the URLs at which hosts serve it.
    pub(super) fn indexable(&self, pages: &HashMap<String, PageFile>, prefers_clean: bool) -> Vec<Page> {
        let mut files: Vec<&String> = pages.keys().collect();
        files.sort_unstable();
        files.into_iter().filter_map(|file| self.candidate(file, pages, prefers_clean)).collect()
    }

    fn candidate(&self, file: &str, pages: &HashMap<String, PageFile>, prefers_clean: bool) -> Option<Page> {
        let read = pages.get(file).filter(|page| page.directives.is_document)?;
        if is_error_page(file) || file.split('/').any(|part| part.starts_with(['_', '.'])) {
            return None;
        }
        let urls: Vec<Address> = self.names(file, prefers_clean).iter().filter_map(|name| self.named(name)).collect();
        let own = Answer::File(file.to_owned());
        let mut served = None;
        for url in &urls {
            match self.answer(url) {
                // Visitors are led away from the page.
                Answer::Redirect { to, source: Some(_), .. } if !is_html(url.path()) && self.answer(&to) != own => {
                    return None;
                }
                answer if served.is_none() && answer == own => {
                    let is_certain = decoded(url.path()).is_some_and(|path| !self.rules.may_redirect(&path));
                    served = is_certain.then(|| url.clone());
                }
                _ => {}
            }
        }
        let mut url = served?;
        if let Some(canonical) = &read.directives.canonical {
            let canonical = Address::parse(canonical)?;
            match self.answer(&canonical) {
                Answer::File(own) if own == file && !canonical.has_query() => url = canonical,
                Answer::Redirect { file: own, .. } if own == file && urls.contains(&canonical) => {}
                _ => return None,
            }
        }
        let mut page = self.page(url.as_str(), Entry::default(), pages)?;
        let is_open = page.noindex.is_none() && page.until.is_none() && page.refresh.is_none();
        let is_own = page.canonical == read.directives.canonical && page.http.is_ok();
        let aliases = urls.into_iter().filter(|other| *other != url).map(|url| url.as_str().to_owned()).collect();
        let built = page.built.as_mut().filter(|built| is_open && is_own && built.file == file)?;
        built.should_be_listed = true;
        built.aliases = aliases;
        Some(page)
    }

    /// The names under which hosts serve or redirect an HTML file, the usual one first.
    fn names(&self, file: &str, prefers_clean: bool) -> Vec<String> {
        let is_clean = matches!(self.rules.host, Host::Vercel { clean_urls: true, .. }) || prefers_clean;
        if is_index(file) {
            let folder = folder(file);
            let bare = folder.trim_end_matches('/');
            return vec![folder.to_owned(), bare.to_owned(), file.to_owned()];
        }
        match file.strip_suffix(".html") {
            Some(stem) if is_clean => vec![stem.to_owned(), file.to_owned(), format!("{stem}/")],
            Some(stem) => vec![file.to_owned(), stem.to_owned(), format!("{stem}/")],
            None => vec![file.to_owned()],
        }
    }

    /// The pages that `listed` lists, and those that a sitemap should list.
    pub(super) fn pages(&self, listed: Vec<(String, Entry)>, pages: &HashMap<String, PageFile>) -> Vec<Page> {
        let mut found: Vec<Page> =
            listed.into_iter().filter_map(|(url, entry)| self.page(&url, entry, pages)).collect();
        let is_page = |page: &&Page| {
            let file = page.built.as_ref().map_or("", |built| &built.file);
            file.strip_suffix(".html").is_some() && !is_index(file)
        };
        let (mut clean, mut all) = (0_usize, 0_usize);
        for page in found.iter().filter(is_page) {
            clean += usize::from(page.listed.strip_suffix(".html").is_none());
            all += 1;
        }
        found.extend(self.indexable(pages, clean * 2 > all));
        found
    }
}

/// True for the pages that hosts send with an error.
pub(super) fn is_error_page(file: &str) -> bool {
    let page = file.strip_suffix("/index.html").unwrap_or(file);
    let last = page.rsplit('/').next().unwrap_or_default();
    let stem = last.split('.').next().unwrap_or_default();
    matches!(stem, "200" | "403" | "404" | "500" | "50x")
}

/// True for the files that prove to Google and Yandex who owns a site.
pub(super) fn is_proof(file: &str) -> bool {
    let stem = file.strip_suffix(".html").unwrap_or_default();
    let code = stem.strip_prefix("google").or_else(|| stem.strip_prefix("yandex_")).unwrap_or_default();
    !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_hexdigit())
}
