//! The pages that sitemaps list, and the responses of their servers.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sitemap_validator::format::kind_of;
use sitemap_validator::message::number;
use sitemap_validator::set::{self, Member, READ_OF_PAGE};
use sitemap_validator::source::CompressionFault;
use sitemap_validator::{Kind, Options, Robots, robots, source};
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::page::{Directives, directives};
use sitemap_validator_crawl::{Crawl, Fetched, Reply, Request};
use sitemap_validator_protocol::http::{Entry, FetchError, Http, Page};
use sitemap_validator_protocol::report::BuiltSite;

use super::state::State;
use super::{client, drive, ends, interruptible};
use crate::arguments::Check;
use crate::client::{Client, Trouble};
use crate::input::Input;

/// The results of the page requests.
#[derive(Default)]
pub(crate) struct Visits {
    pub(crate) pages: Vec<Page>,
    /// True if some pages were not requested because the user stopped the program.
    pub(crate) is_partial: bool,
    /// True if the comparison with the folder of a built site is incomplete.
    pub(crate) is_unread: bool,
    /// This comparison.
    pub(crate) built: Option<Box<BuiltSite>>,
}

/// Requests the pages that the files list, up to the number that the user sets.
pub(crate) fn visit(check: &Check, inputs: &[&Input], members: &[Member], most: usize) -> Result<Visits, String> {
    let (chosen, total) = set::sample(members, most);
    if chosen.len() < total {
        let words = [number(chosen.len() as u64), number(total as u64)];
        check.print_problem(&format!("{} of {} listed pages are requested", words[0], words[1]));
    }
    request(check, urls(check, inputs, members, &chosen))
}

/// Requests pages, which are listed as these entries say, except those whose answers an earlier run kept.
pub(crate) fn request(check: &Check, urls: Vec<(String, Entry)>) -> Result<Visits, String> {
    let options = &check.arguments.fetching;
    let limits = options.limits();
    let threads = limits.connections_in_all;
    let mut state = options.check_state.as_ref().map(|path| State::open(check, path)).transpose()?;
    let kept: Vec<Option<Page>> =
        urls.iter().map(|(url, entry)| state.as_ref().and_then(|state| state.page(url, entry))).collect();
    let is_open = |(_, page): &(&(String, Entry), &Option<Page>)| page.is_none();
    let open: Vec<&str> = urls.iter().zip(&kept).filter(is_open).map(|((url, _), _)| url.as_str()).collect();
    if let Some(state) = &state {
        state.tell(check, urls.len(), open.len());
    }
    let Some(mut crawl) = Crawl::pages(open, &limits) else {
        return Ok(Visits { pages: kept.into_iter().flatten().collect(), ..Visits::default() });
    };
    let client = client(check)?;
    let visitor = Visitor { client, robots: Mutex::default(), found: Mutex::default() };
    interruptible(check, None);
    let mut unkept = None;
    let mut at = 0;
    let mut keep = |crawl: &Crawl, _| {
        let Some(state) = &mut state else { return };
        let done = crawl.ended().get(at..).unwrap_or_default();
        at += done.len();
        for page in done.iter().filter_map(|id| visitor.page(crawl.file(*id)?)) {
            if let Err(problem) = state.add(&page) {
                unkept.get_or_insert(problem);
                check.interrupt.stop();
            }
        }
    };
    drive(&mut crawl, check, threads, |request| visitor.get(request), || visitor.client.stop(), &mut keep)
        .map_err(|error| error.to_string())?;
    ends(check);
    if let Some(problem) = unkept {
        return Err(problem);
    }
    let is_partial = crawl.is_partial();
    if is_partial {
        let how = if state.is_some() { ": the next run with this --check-state continues" } else { "" };
        check.print_problem(&format!("stopped: not all pages were requested{how}"));
    }
    let page = |((listed, entry), kept): ((String, Entry), Option<Page>)| {
        kept.or_else(|| Some(Page { listed: listed.clone(), entry, ..visitor.page(crawl.page_at(&listed)?)? }))
    };
    Ok(Visits { pages: urls.into_iter().zip(kept).filter_map(page).collect(), is_partial, ..Visits::default() })
}

/// The URLs of all listed pages, with the entries that list them.
pub(crate) fn listed(check: &Check, inputs: &[&Input], members: &[Member]) -> Vec<(String, Entry)> {
    let (spans, _) = set::sample(members, usize::MAX);
    urls(check, inputs, members, &spans)
}

/// Returns the URLs of the pages with the entries that list them.
fn urls(
    check: &Check,
    inputs: &[&Input],
    members: &[Member],
    chosen: &[(usize, sitemap_validator::Span)],
) -> Vec<(String, Entry)> {
    set::entries(members, chosen, |file, read| {
        // The file was already read once.
        let bytes = inputs.get(file).and_then(|input| input.read(check.arguments.max_size).ok());
        if let Some(bytes) = bytes {
            read(&source::read(bytes, check.arguments.max_size));
        }
    })
}

/// The directives of a page.
#[derive(Clone, Default)]
struct PageDirectives {
    directives: Directives,
    is_html: bool,
    /// True if the page is longer than the part that was read.
    is_cut: bool,
}

/// Requests pages and stores their directives.
struct Visitor {
    client: Client,
    /// The robots.txt of each site.
    robots: Mutex<HashMap<String, Robots>>,
    /// The directives of each page, by the number of its request.
    found: Mutex<HashMap<usize, PageDirectives>>,
}

impl Visitor {
    fn get(&self, request: &Request) -> Result<Reply, Trouble<std::io::Error>> {
        let Some(url) = Address::parse(&request.url) else { return Err(Trouble::Fetch(FetchError::BadRedirect)) };
        let first = Address::parse(&request.first).filter(Address::is_robots);
        if first.is_none() && self.forbids(&url) {
            return Err(Trouble::Fetch(FetchError::Blocked));
        }
        let mut answer = self.client.get(url.as_str()).map_err(Trouble::Fetch)?;
        let mut content = Vec::new();
        if answer.reply.status == 200 {
            let most = if first.is_some() { robots::LIMIT as u64 } else { READ_OF_PAGE + 1 };
            answer.read(most, |piece| {
                content.extend_from_slice(piece);
                Ok(())
            })?;
        }
        let mut reply = answer.reply;
        if let Some(first) = first {
            let text = readable(&reply, content);
            reply.content.kind = if text.is_some() { Kind::Robots } else { Kind::Unknown };
            let robots = Robots::new(&text.unwrap_or_default(), Some(first.as_str()));
            self.sites().insert(first.origin(), robots);
        } else {
            // The beginning of a page is enough.
            reply.is_cut &= content.is_empty();
            let html = source::read(content, READ_OF_PAGE);
            let mut http = Http::new(url.as_str());
            reply.describe(&mut http);
            let is_html = http.content_type.as_deref().map_or_else(
                || kind_of(&html, &Options::default()) == Kind::Html,
                |media| matches!(media, "text/html" | "application/xhtml+xml"),
            );
            let mut directives = directives(&reply, if is_html { html.text() } else { "" }, url.as_str());
            let refresh = directives.refresh.as_ref();
            if let Some(target) = refresh.and_then(|target| self.client.original(url.as_str(), target)) {
                directives.refresh = Some(target);
            }
            let said = PageDirectives { directives, is_html, is_cut: html.origin.is_partial() };
            self.found.lock().unwrap_or_else(PoisonError::into_inner).insert(request.id, said);
        }
        Ok(reply)
    }

    /// The page that was answered with this file; `None` without an answer.
    fn page(&self, file: Fetched) -> Option<Page> {
        let is_answered = file.http.status.is_some() || file.http.error.is_some();
        let found = self.found.lock().unwrap_or_else(PoisonError::into_inner).get(&file.id).cloned();
        let PageDirectives { directives, is_html, is_cut } = found.unwrap_or_default();
        let (listed, robots) = (file.http.requested.clone(), file.robots.map(Box::new));
        is_answered.then(|| Page { listed, http: file.http, robots, is_html, is_cut, ..directives.into() })
    }

    fn sites(&self) -> MutexGuard<'_, HashMap<String, Robots>> {
        self.robots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if the robots.txt of its site exists and forbids this program to request `url`.
    fn forbids(&self, url: &Address) -> bool {
        self.sites().get(&url.origin()).is_some_and(|robots| !robots.lets_in(url.as_str()))
    }
}

/// Returns the text of a robots.txt; `None` if it is incomplete or in an unsupported encoding, because its rules are
/// then unknown.
fn readable(reply: &Reply, content: Vec<u8>) -> Option<String> {
    use CompressionFault::{Corrupt, Truncated};
    let encoding = reply.field("content-encoding").unwrap_or_default();
    let is_known = ["", "gzip", "x-gzip", "identity"].iter().any(|known| encoding.trim().eq_ignore_ascii_case(known));
    if reply.is_cut || reply.status != 200 || !is_known {
        return None;
    }
    let source = source::read(content, robots::LIMIT as u64);
    let is_damaged = matches!(source.origin.compression, Some(Corrupt { .. } | Truncated { .. }));
    (!is_damaged).then(|| source.text().to_owned())
}
