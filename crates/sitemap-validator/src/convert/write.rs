//! Writes sitemaps and indexes.

use super::read::Page;
use super::{File, MOST_BYTES, MOST_URLS};
use crate::elements::{Core, Root};
use crate::options::Options;
use crate::value::url::percent::encode_illegal;
use crate::value::url::{Parts as UrlParts, ends_with_ignoring_case};
use crate::xml::reference::escaped;

/// A page as an entry of a sitemap.
pub(super) fn url(page: &Page) -> String {
    let value = |(core, value): &(Core, String)| format!("<{0}>{1}</{0}>", core.name(), escaped(value));
    let values: String = page.values.iter().map(value).collect();
    format!("<url><loc>{}</loc>{values}</url>", escaped(&page.url))
}

/// An index of the sitemaps at `addresses`.
pub(super) fn index(addresses: &[impl AsRef<str>]) -> String {
    let mut text = Root::Index.start("");
    for address in addresses {
        text.extend(["<sitemap><loc>", &escaped(address.as_ref()), "</loc></sitemap>\n"]);
    }
    text.push_str(&Root::Index.end());
    text
}

/// Indexes of the sitemaps at `addresses`, each within the limits.
pub(super) fn indexes(addresses: &[&str]) -> Vec<String> {
    let mut texts = Vec::new();
    let (mut first, mut bytes) = (0, 0);
    for (at, address) in addresses.iter().enumerate() {
        let length = escaped(address).len() + ENTRY_OF_INDEX;
        if at - first == MOST_URLS || bytes + length > MOST_BYTES - HEAD_OF_INDEX {
            texts.extend(addresses.get(first..at).map(index));
            (first, bytes) = (at, 0);
        }
        bytes += length;
    }
    texts.extend(addresses.get(first..).map(index));
    texts
}

/// The number of bytes of an entry of an index without its URL, and at most those of an index without its entries.
const ENTRY_OF_INDEX: usize = "<sitemap><loc></loc></sitemap>\n".len();
const HEAD_OF_INDEX: usize = 256;

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
    /// The URL of the folder from which they will be served, with a final slash.
    folder: Option<String>,
    start: String,
    end: String,
    done: Vec<String>,
    text: String,
    count: usize,
}

impl Parts {
    /// Sitemaps named after `name` that begin with `start` and end with `end`.
    pub(super) fn new(name: &str, options: &Options, start: String, end: String) -> Self {
        let own = options.url.as_deref();
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
        }
    }

    /// Adds the entry `text` of `page`.
    pub(super) fn add(&mut self, text: &str, page: &Page) {
        let full = self.text.len() + text.len() + 1 + self.end.len() > MOST_BYTES;
        if self.count == MOST_URLS || full && self.count > 0 {
            self.close();
        }
        // The root of the site, if no folder is known.
        if self.folder.is_none() {
            self.folder =
                UrlParts::split(&page.url).and_then(|parts| Some(format!("{}/", page.url.get(..parts.authority.end)?)));
        }
        self.text.push_str(text);
        self.text.push('\n');
        self.count += 1;
    }

    fn close(&mut self) {
        let mut text = std::mem::replace(&mut self.text, self.start.clone());
        text.push_str(&self.end);
        self.done.push(text);
        self.count = 0;
    }

    /// The files: one sitemap, or an index and several.
    pub(super) fn finish(mut self) -> Vec<File> {
        self.close();
        let stem = &self.stem;
        if let [_] = self.done.as_slice() {
            return self.done.into_iter().map(|text| File { name: format!("{stem}.xml"), text }).collect();
        }
        let folder = self.folder.unwrap_or_default();
        let name = |number: usize| format!("{stem}-{}.xml", number + 1);
        let address = |number| format!("{folder}{}", encode_illegal(&name(number)));
        let listed: Vec<String> = (0..self.done.len()).map(address).collect();
        let mut files = vec![File { name: format!("{stem}.xml"), text: index(&listed) }];
        files.extend(self.done.into_iter().enumerate().map(|(number, text)| File { name: name(number), text }));
        files
    }
}

/// The folder of a URL.
fn folder(address: &str) -> Option<String> {
    let parts = UrlParts::split(address)?;
    let path = parts.path.of(address);
    let end = parts.path.start + path.rfind('/').map_or(0, |at| at + 1);
    let folder = address.get(..end)?;
    Some(if folder.ends_with('/') { folder.to_owned() } else { format!("{folder}/") })
}
