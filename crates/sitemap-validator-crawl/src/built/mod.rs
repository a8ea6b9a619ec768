//! The folder of a built site: which file hosts serve at a URL, and at which URL they serve a file.
//!
//! It does no I/O: a driver passes the names of the files, the text of those that set up the host, and the HTML of the
//! pages.

mod changed;
mod comparison;
mod guess;
mod hosts;
mod indexable;
mod name;
mod pattern;
mod rules;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use sitemap_validator_protocol::http::{Built, Entry, FetchError, Hop, Http, MOST_REDIRECTS, Page};
use sitemap_validator_protocol::name::is_html;

use crate::address::Address;
use crate::content::content;
use crate::page::{Directives, directives};
use crate::reply::Reply;

pub use changed::{Changed, Content};
pub use comparison::{Comparison, Plan};
pub use guess::folder_of;
pub use name::{Normalize, name, normalize_with};
pub use pattern::{Match, Pattern};
pub use rules::{LineError, Redirect, Redirects, Rules};

use indexable::{is_error_page, is_proof};
use rules::{Applied, Host};

/// Files and folders whose programs or rules may serve any URL: of Cloudflare Pages, Apache, IIS and PHP.
const SERVERS: [&str; 4] = ["_worker.js", ".htaccess", "web.config", "index.php"];

/// The page of an app: if there is no other one, hosts may be set up to serve it at any URL.
const INDEX: &str = "index.html";

/// Characters that are escaped in the path of a URL.
const ESCAPED: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'?').add(b'`').add(b'{').add(b'}');

/// A built site.
#[derive(Debug)]
pub struct Site {
    base: Address,
    /// The decoded path of the URL at which the folder is served, with a slash at both ends.
    folder: String,
    files: HashSet<String>,
    /// The names in lower case, of files whose name is not.
    others: HashMap<String, String>,
    /// False if nothing is known of the files.
    has_folder: bool,
    /// The file because of which there may be pages without a file.
    server: Option<&'static str>,
    /// The rules of the host.
    pub rules: Rules,
}

/// What is read of an HTML file.
#[derive(Debug, Default)]
pub struct PageFile {
    directives: Directives,
    /// Its size in bytes.
    size: u64,
    /// The hash of what it says, if that is read.
    content: Option<u64>,
}

/// What a host sends for a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Answer {
    /// The content of a file.
    File(String),
    /// A redirect to another URL; without a source, because of the name of the file. It is fixed if all hosts with this
    /// rule make it, at any URL that the folder is served at.
    Redirect { to: Address, status: u16, file: String, source: Option<String>, is_fixed: bool },
    /// A rule with this source says that there is no page.
    Gone { status: u16, source: String },
    /// Nothing: there is no file, also not the one with this name.
    Missing(String),
    /// Unknown: the URL is not one of this folder, or a rule applies only to some requests.
    Unknown,
}

impl Site {
    /// The site whose folder, served at the URL `base`, has these files: names with `/` between folders.
    pub fn new(base: &str, files: impl IntoIterator<Item = String>) -> Option<Self> {
        let base = Address::parse(base)?.join(".")?;
        let folder = decoded(base.path())?;
        let files: HashSet<String> = files.into_iter().map(|file| name(&file)).collect();
        let others = files.iter().map(|file| (file.to_lowercase(), file.clone()));
        let others = others.collect();
        let server = SERVERS.into_iter().find(|server| {
            let is_in =
                |file: &String| file.strip_prefix(server).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            files.iter().any(is_in)
        });
        let mut pages = files.iter().filter(|file| is_html(file) && !is_error_page(file) && !is_proof(file));
        let is_app = pages.next().is_some_and(|page| page == INDEX) && pages.next().is_none();
        let server = server.or_else(|| is_app.then_some(INDEX));
        Some(Self { base, folder, files, others, has_folder: true, server, rules: Rules::default() })
    }

    /// A site at `base` of which only rules are known, and no files.
    pub fn without_files(base: &str) -> Option<Self> {
        let site = Self::new(base, [])?;
        Some(Self { has_folder: false, ..site })
    }

    /// The URL at which the folder is served.
    pub fn base(&self) -> &str {
        self.base.as_str()
    }

    /// True if the host may serve URLs that have no file.
    const fn may_have_more(&self) -> bool {
        self.server.is_some() || !self.has_folder
    }

    /// The file because of which the host may serve URLs that have no file: nothing is known of such a URL.
    const fn server(&self) -> Option<&'static str> {
        self.server
    }

    /// The scheme, host and port of the site.
    pub fn origin(&self) -> String {
        self.base.origin()
    }

    /// Reads the HTML of a file, which has `size` bytes; what it says, only if `reads_content` is true.
    fn read(&self, file: &str, html: &str, size: u64, reads_content: bool) -> PageFile {
        let url = self.url(file);
        let directives = url.map(|url| directives(&Reply::default(), html, url.as_str())).unwrap_or_default();
        PageFile { directives, size, content: reads_content.then(|| content(html)).flatten() }
    }

    /// The URL that has the name of a file; that of the folder for `index.html`.
    fn url(&self, file: &str) -> Option<Address> {
        self.named(if is_index(file) { folder(file) } else { file })
    }

    /// The URL of a file or folder with this name.
    fn named(&self, name: &str) -> Option<Address> {
        self.base.join(&format!("./{}", utf8_percent_encode(name, ESCAPED)))
    }

    /// The name of the file that `url` names; `None` if it is outside of the folder, or cannot be a name.
    fn path(&self, url: &Address) -> Option<String> {
        if url.origin() != self.base.origin() || url.path().to_ascii_lowercase().contains("%2f") {
            return None;
        }
        let path = decoded(url.path())?;
        // The folder itself, without its slash.
        if format!("{path}/") == self.folder {
            return Some(String::new());
        }
        path.strip_prefix(&self.folder).map(str::to_owned)
    }

    /// True if the URL is one of this site.
    pub fn has(&self, url: &str) -> bool {
        Address::parse(url).is_some_and(|url| self.path(&url).is_some())
    }

    /// What a host sends for a URL.
    fn answer(&self, url: &Address) -> Answer {
        let Some(path) = self.path(url) else { return Answer::Unknown };
        let answer = self.by_name(url, &path);
        let is_file = !matches!(answer, Answer::Missing(_));
        let Some(whole) = decoded(url.path()) else { return Answer::Unknown };
        match self.rules.applied(&whole, is_file) {
            Applied::No => answer,
            Applied::Maybe => Answer::Unknown,
            Applied::Yes(rule, target) => self.redirected(url, (rule, &target), answer),
        }
    }

    /// What a host sends because of a rule with this target.
    fn redirected(&self, url: &Address, (rule, target): (&Redirect, &str), otherwise: Answer) -> Answer {
        let Some(to) = url.join(target) else { return Answer::Unknown };
        let source = || Some(rule.source.clone());
        match (rule.status, otherwise) {
            (300..=399, Answer::Missing(file) | Answer::File(file) | Answer::Redirect { file, .. }) => {
                let is_fixed = rule.to.starts_with('/');
                Answer::Redirect { to, status: rule.status, file, source: source(), is_fixed }
            }
            (200, _) => match self.path(&to).map(|path| self.by_name(&to, &path)) {
                Some(Answer::File(file)) => Answer::File(file),
                Some(missing @ Answer::Missing(_)) if self.is_static(&to) => missing,
                _ => Answer::Unknown,
            },
            (status @ (404 | 410), _) => Answer::Gone { status, source: rule.source.clone() },
            _ => Answer::Unknown,
        }
    }

    /// What a host sends because of the names of the files.
    fn by_name(&self, url: &Address, path: &str) -> Answer {
        let stem = path.trim_end_matches('/');
        let (page, index) = (format!("{stem}.html"), joined(stem, "index.html"));
        let is_folder = url.path().ends_with('/');
        let has = |file: &str| self.files.contains(file);
        let to = |path: &str, file: &str| {
            let (file, source) = (file.to_owned(), self.host_file());
            let is_fixed = source.is_some();
            self.named(path).map_or(Answer::Unknown, |to| Answer::Redirect { to, status: 308, file, source, is_fixed })
        };
        let slash = |stem: &str| if stem.is_empty() { String::new() } else { format!("{stem}/") };
        if let Host::Vercel { clean_urls, trailing_slash } = self.rules.host {
            let clean = |file: &str| Some(file.strip_suffix(".html").filter(|_| clean_urls)?.to_owned());
            if let Some(clean) = clean(path).filter(|_| has(path)) {
                let stem = if is_index(path) { folder(path).trim_end_matches('/').to_owned() } else { clean };
                return to(&if trailing_slash == Some(true) { slash(&stem) } else { stem }, path);
            }
            if !is_folder && has(path) {
                return Answer::File(path.to_owned());
            }
            let file = match (has(&page), has(&index)) {
                (true, _) if clean_urls => page,
                (_, true) => index,
                // Whether a server of the host renders it is not known.
                (true, false) => return Answer::Unknown,
                (false, false) => return Answer::Missing(index),
            };
            return match trailing_slash {
                Some(true) if !is_folder => to(&slash(stem), &file),
                Some(false) if is_folder && !stem.is_empty() => to(stem, &file),
                _ => Answer::File(file),
            };
        }
        if is_folder {
            return match () {
                () if has(&index) => Answer::File(index),
                () if has(&joined(stem, "index.htm")) => Answer::File(joined(stem, "index.htm")),
                () if !stem.is_empty() && has(&page) => to(stem, &page),
                () => Answer::Missing(index),
            };
        }
        match () {
            () if has(path) => Answer::File(path.to_owned()),
            () if has(&page) => Answer::File(page),
            () if has(&index) => to(&slash(stem), &index),
            () if path.rsplit('/').next().is_some_and(|last| last.contains('.')) => Answer::Missing(path.to_owned()),
            () => Answer::Missing(page),
        }
    }

    /// True if only a file of the folder can answer the target of a rewrite: no function, and no other rule.
    fn is_static(&self, to: &Address) -> bool {
        let is_function =
            !self.has_folder || to.path().starts_with("/.netlify/") || matches!(self.rules.host, Host::Vercel { .. });
        let path = decoded(to.path()).unwrap_or_default();
        !is_function && self.rules.applied(&path, false) == Applied::No
    }

    /// The file that sets how the host serves HTML files.
    fn host_file(&self) -> Option<String> {
        matches!(self.rules.host, Host::Vercel { .. }).then(|| "vercel.json".to_owned())
    }

    /// The file that would be served if case did not matter.
    fn similar(&self, expected: &str) -> Option<String> {
        let lower = expected.to_lowercase();
        let stem = lower.strip_suffix("/index.html").or_else(|| lower.strip_suffix(".html")).unwrap_or(&lower);
        let names = [lower.clone(), format!("{stem}.html"), joined(stem, "index.html")];
        names.iter().find_map(|name| self.others.get(name)).cloned()
    }

    /// The page that a sitemap lists; `None` if nothing is known of it.
    pub fn page(&self, listed: &str, entry: Entry, pages: &HashMap<String, PageFile>) -> Option<Page> {
        let first = Address::parse(listed)?;
        let mut url = first.clone();
        // Other redirects form a loop on some hosts only.
        let mut are_fixed = true;
        let mut http = Http::new(listed);
        let mut built = Built::default();
        let mut content = None;
        loop {
            url.as_str().clone_into(&mut http.last);
            match self.answer(&url) {
                Answer::File(file) => {
                    http.status = Some(200);
                    built.file.clone_from(&file);
                    content = Some(file);
                    break;
                }
                Answer::Redirect { to, status, file, source, is_fixed } => {
                    if http.hops.is_empty() {
                        (built.file, built.redirect) = (file, source);
                    }
                    are_fixed &= is_fixed;
                    let is_loop = to == first || http.hops.iter().any(|hop| hop.location == to.as_str());
                    http.hops.push(Hop { status, location: to.as_str().to_owned() });
                    to.as_str().clone_into(&mut http.last);
                    url = to;
                    if is_loop && are_fixed {
                        http.error = Some(FetchError::RedirectLoop);
                        break;
                    }
                    if is_loop || http.hops.len() > MOST_REDIRECTS {
                        return None;
                    }
                }
                Answer::Missing(_) if self.may_have_more() && http.hops.is_empty() => return None,
                Answer::Missing(_) if self.may_have_more() => break,
                Answer::Gone { .. } if self.server.is_some() && http.hops.is_empty() => return None,
                Answer::Gone { .. } if self.server.is_some() => break,
                Answer::Gone { status, source } => {
                    http.status = Some(status);
                    built.gone = Some(source);
                    break;
                }
                Answer::Missing(file) => {
                    http.status = Some(404);
                    built.similar = self.similar(&file);
                    built.file = file;
                    break;
                }
                // Where a redirect ends may be unknown.
                Answer::Unknown if http.hops.is_empty() => return None,
                Answer::Unknown => break,
            }
        }
        let mut page = Page { listed: listed.to_owned(), http, entry, ..Page::default() };
        if let Some(file) = content {
            self.describe(&mut page, &url, &file, pages);
        }
        page.built = Some(Box::new(built));
        Some(page)
    }

    /// Adds what the file that is served at `url` says.
    fn describe(&self, page: &mut Page, url: &Address, file: &str, pages: &HashMap<String, PageFile>) {
        let header = decoded(url.path()).map(|path| self.rules.fields(&path)).unwrap_or_default();
        let sent = directives(&Reply { header, ..Reply::default() }, "", url.as_str());
        let (read, size) = pages.get(file).map_or((None, 0), |page| (Some(&page.directives), page.size));
        let own = |field: fn(&Directives) -> Option<String>| read.and_then(field);
        page.noindex = sent.noindex.or_else(|| own(|said| said.noindex.clone()));
        page.until = sent.until.or_else(|| read.and_then(|said| said.until.clone()));
        page.canonical = sent.canonical.or_else(|| own(|said| said.canonical.clone()));
        page.refresh = sent.refresh.or_else(|| own(|said| said.refresh.clone()));
        page.is_html = is_html(file) && read.is_some();
        page.modified = read.map(|said| said.modified.clone()).unwrap_or_default();
        page.http.content_length = Some(size);
    }
}

/// The decoded path of a URL; `None` if it is not UTF-8.
pub(crate) fn decoded(path: &str) -> Option<String> {
    Some(name(&percent_decode_str(path).decode_utf8().ok()?))
}

fn is_index(file: &str) -> bool {
    matches!(file.rsplit('/').next(), Some("index.html" | "index.htm"))
}

/// The folder of a file, with its slash; empty for the folder of the site.
fn folder(file: &str) -> &str {
    file.rfind('/').and_then(|at| file.get(..=at)).unwrap_or_default()
}

fn joined(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") }
}
