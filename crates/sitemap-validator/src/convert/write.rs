//! Sitemaps and indexes, written.

use super::read::Page;
use super::{File, MOST_BYTES, MOST_URLS};
use crate::profile::Options;
use crate::value::datetime::Moment;
use crate::value::url::percent::encode_illegal;
use crate::value::url::{Parts as UrlParts, ends_with_ignoring_case};
use crate::xml::reference::escaped;

/// What a sitemap starts with.
pub(super) const START: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

/// What it ends with.
pub(super) const END: &str = "</urlset>\n";

/// A page as an entry of a sitemap.
pub(super) fn url(page: &Page) -> String {
    let lastmod = page.lastmod.as_ref().map(|(_, text)| format!("<lastmod>{}</lastmod>", escaped(text)));
    format!("<url><loc>{}</loc>{}</url>", escaped(&page.url), lastmod.unwrap_or_default())
}

/// A sitemap in an index.
#[derive(Debug)]
pub(super) struct Part {
    pub(super) address: String,
    pub(super) newest: Option<String>,
}

/// An index of `parts`.
pub(super) fn index(parts: &[Part]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    for part in parts {
        let lastmod = part.newest.as_ref().map(|newest| format!("<lastmod>{}</lastmod>", escaped(newest)));
        let lastmod = lastmod.unwrap_or_default();
        text.extend(["<sitemap><loc>", &escaped(&part.address), "</loc>", &lastmod, "</sitemap>\n"]);
    }
    text.push_str("</sitemapindex>\n");
    text
}

/// `name` without folders and endings.
pub(super) fn stem(name: &str) -> &str {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = name.strip_suffix(".gz").unwrap_or(name);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    if stem.is_empty() { "sitemap" } else { stem }
}

/// Sitemaps being filled, each to its limits.
#[derive(Debug)]
pub(super) struct Parts {
    stem: String,
    /// Where they will be served from.
    folder: Option<String>,
    start: String,
    end: String,
    done: Vec<(String, Option<(Moment, String)>)>,
    text: String,
    count: usize,
    newest: Option<(Moment, String)>,
}

impl Parts {
    /// Sitemaps called after `name` that begin with `start` and end with `end`.
    pub(super) fn new(name: &str, options: &Options, start: String, end: String) -> Self {
        let own = options.own_url.as_deref();
        Self {
            stem: stem(
                own.filter(|own| [".xml", ".gz"].iter().any(|ending| ends_with_ignoring_case(own, ending)))
                    .unwrap_or(name),
            )
            .to_owned(),
            folder: own.and_then(folder),
            text: start.clone(),
            start,
            end,
            done: Vec::new(),
            count: 0,
            newest: None,
        }
    }

    /// Adds the entry `text` of `page`.
    pub(super) fn add(&mut self, text: &str, page: &Page) {
        let full = self.text.len() + text.len() + 1 + self.end.len() > MOST_BYTES;
        if self.count == MOST_URLS || full && self.count > 0 {
            self.close();
        }
        // The folder of the site, when nothing better is known.
        if self.folder.is_none() {
            self.folder =
                UrlParts::split(&page.url).and_then(|parts| Some(format!("{}/", page.url.get(..parts.authority.end)?)));
        }
        self.text.push_str(text);
        self.text.push('\n');
        self.count += 1;
        if let Some((moment, lastmod)) = &page.lastmod
            && self.newest.as_ref().is_none_or(|(newest, _)| newest.millis < moment.millis)
        {
            self.newest = Some((*moment, lastmod.clone()));
        }
    }

    fn close(&mut self) {
        let mut text = std::mem::replace(&mut self.text, self.start.clone());
        text.push_str(&self.end);
        self.done.push((text, self.newest.take()));
        self.count = 0;
    }

    /// The files: one sitemap, or an index and several.
    pub(super) fn finish(mut self) -> Vec<File> {
        self.close();
        let stem = &self.stem;
        if let [_] = self.done.as_slice() {
            return self.done.into_iter().map(|(text, _)| File { name: format!("{stem}.xml"), text }).collect();
        }
        let folder = self.folder.unwrap_or_default();
        let name = |number: usize| format!("{stem}-{}.xml", number + 1);
        let listed: Vec<Part> = self
            .done
            .iter()
            .enumerate()
            .map(|(number, (_, newest))| Part {
                address: format!("{folder}{}", encode_illegal(&name(number))),
                newest: newest.as_ref().map(|(_, text)| text.clone()),
            })
            .collect();
        let mut files = vec![File { name: format!("{stem}.xml"), text: index(&listed) }];
        files.extend(self.done.into_iter().enumerate().map(|(number, (text, _))| File { name: name(number), text }));
        files
    }
}

/// The folder of an address.
fn folder(address: &str) -> Option<String> {
    let parts = UrlParts::split(address)?;
    let path = parts.path.of(address);
    let end = parts.path.start + path.rfind('/').map_or(0, |at| at + 1);
    let folder = address.get(..end)?;
    Some(if folder.ends_with('/') { folder.to_owned() } else { format!("{folder}/") })
}
