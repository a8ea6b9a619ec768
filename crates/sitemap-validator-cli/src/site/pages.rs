//! The pages that sitemaps list: what their servers answer.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use sitemap_validator::message::number;
use sitemap_validator::set::{self, Member, READ_OF_PAGE};
use sitemap_validator::source::CompressionFault;
use sitemap_validator::{Robots, Source, robots, source};
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::page::directives;
use sitemap_validator_crawl::{Crawl, Reply, Request, guard};
use sitemap_validator_protocol::http::{Entry, FetchError, Http, Page};

use super::{client, drive, ends, interruptible};
use crate::arguments::Check;
use crate::client::{Client, Trouble};
use crate::input::Input;

/// What the servers answer for the pages that the files list: for so many of them as the user asks for.
pub(crate) fn visit(check: &Check, inputs: &[&Input], members: &[Member], most: usize) -> Result<Vec<Page>, String> {
    let (chosen, total) = set::sample(members, most);
    if chosen.len() < total {
        let words = [number(chosen.len() as u64), number(total as u64)];
        check.complain(&format!("{} of {} listed pages are requested", words[0], words[1]));
    }
    let urls = urls(check, inputs, members, &chosen);
    let options = &check.arguments.fetching;
    let limits = options.limits();
    let threads = limits.connections_in_all;
    let Some(mut crawl) = Crawl::pages(urls.iter().map(|(url, _)| url.as_str()), &limits) else {
        return Ok(Vec::new());
    };
    let client = client(check)?;
    let allows_private = options.connecting.allow_private;
    let visitor = Visitor { client, allows_private, robots: Mutex::default(), found: Mutex::default() };
    interruptible(check, None);
    drive(&mut crawl, check, threads, |request| visitor.get(request), || visitor.client.stop(), &mut |_, _| {})
        .map_err(|error| error.to_string())?;
    if ends(check) {
        check.complain("stopped: not all pages were requested");
    }
    let mut found = visitor.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    let page = |(listed, entry): (String, Entry)| {
        let file = crawl.file_at(&listed)?;
        let is_answered = file.http.status.is_some() || file.http.error.is_some();
        let ((noindex, canonical), is_cut) = found.remove(&file.id).unwrap_or_default();
        is_answered.then_some(Page { listed, http: file.http, noindex, canonical, is_cut, entry })
    };
    Ok(urls.into_iter().filter_map(page).collect())
}

/// The URLs of the pages, and how the files list them.
fn urls(
    check: &Check,
    inputs: &[&Input],
    members: &[Member],
    chosen: &[(usize, sitemap_validator::Span)],
) -> Vec<(String, Entry)> {
    let mut urls = Vec::with_capacity(chosen.len());
    for pages in chosen.chunk_by(|one, other| one.0 == other.0) {
        let Some(&(file, _)) = pages.first() else { continue };
        let (Some(input), Some(member)) = (inputs.get(file), members.get(file)) else { continue };
        // It was read before.
        let Ok(bytes) = input.read(check.arguments.max_size) else { continue };
        let source = source::read(bytes, check.arguments.max_size);
        urls.extend(pages.iter().filter_map(|(_, span)| set::entry(&source, member.kind, file, *span)));
    }
    urls
}

/// What excludes a page from search results, and its canonical URL; and whether the page is longer than was read.
type Said = ((Option<String>, Option<String>), bool);

/// The status by which a robots.txt is judged. One that is incomplete, or that cannot be read, may have any rules.
fn status_of_robots(reply: &Reply) -> u16 {
    let encoding = reply.field("content-encoding").unwrap_or_default();
    let is_readable =
        ["", "gzip", "x-gzip", "identity"].iter().any(|known| encoding.trim().eq_ignore_ascii_case(known));
    if reply.is_cut || !is_readable { 503 } else { reply.status }
}

/// The most redirects of a robots.txt (RFC 9309 §2.3.1.2).
const REDIRECTS: usize = 5;

/// Requests pages, and keeps what they say.
struct Visitor {
    client: Client,
    allows_private: bool,
    /// The robots.txt of each site.
    robots: Mutex<HashMap<String, Robots>>,
    /// What each page says, by the number of its request.
    found: Mutex<HashMap<usize, Said>>,
}

impl Visitor {
    fn get(&self, request: &Request) -> Result<Reply, Trouble<std::io::Error>> {
        let Some(url) = Address::parse(&request.url) else { return Err(Trouble::Fetch(FetchError::BadRedirect)) };
        let is_robots = Address::parse(&request.first).is_some_and(|first| first.path() == "/robots.txt");
        if !is_robots && !self.lets_in(&url) {
            return Err(Trouble::Fetch(FetchError::Blocked));
        }
        let mut answer = self.client.get(url.as_str()).map_err(Trouble::Fetch)?;
        let mut content = Vec::new();
        if answer.reply.status == 200 {
            let most = if is_robots { robots::LIMIT as u64 } else { READ_OF_PAGE + 1 };
            answer.read(most, |piece| {
                content.extend_from_slice(piece);
                Ok(())
            })?;
        }
        let mut reply = answer.reply;
        if is_robots {
            if let Some(first) = Address::parse(&request.first) {
                self.learn(&first, status_of_robots(&reply), content);
            }
        } else {
            // A page is judged by its beginning.
            reply.is_cut &= content.is_empty();
            let html = source::read(content, READ_OF_PAGE);
            let mut http = Http::new(url.as_str());
            reply.describe(&mut http);
            let is_html = http.content_type.as_deref().is_some_and(|media| media.contains("html"));
            let found = directives(&reply, if is_html { html.text() } else { "" }, url.as_str());
            self.found
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .insert(request.id, (found, html.origin.is_partial()));
        }
        Ok(reply)
    }

    fn sites(&self) -> MutexGuard<'_, HashMap<String, Robots>> {
        self.robots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// True if the robots.txt of its site lets this program request `url`. One that has not been requested is, because a
    /// page of another site redirects to this one.
    fn lets_in(&self, url: &Address) -> bool {
        let known = |visitor: &Self| visitor.sites().get(&url.origin()).map(|robots| robots.lets_in(url.as_str()));
        if let Some(is_let_in) = known(self) {
            return is_let_in;
        }
        let Some(first) = url.join("/robots.txt") else { return false };
        let (mut at, mut content) = (first.clone(), Vec::new());
        let mut status = 404;
        for _ in 0..=REDIRECTS {
            let Ok(mut answer) = self.client.get(at.as_str()) else {
                status = 503;
                break;
            };
            status = answer.reply.status;
            match answer.reply.redirect().and_then(|location| at.join(location)) {
                Some(next) if self.allows_private || !guard::refuses(&next) => at = next,
                Some(_) => break,
                None if status == 200 => {
                    let read = answer.read(robots::LIMIT as u64, |piece| {
                        content.extend_from_slice(piece);
                        Ok::<(), ()>(())
                    });
                    status = if read.is_ok() { status_of_robots(&answer.reply) } else { 503 };
                    break;
                }
                None => break,
            }
        }
        self.learn(&first, status, content);
        known(self).unwrap_or(false)
    }

    /// Takes the answer for the robots.txt at `first`.
    fn learn(&self, first: &Address, status: u16, content: Vec<u8>) {
        let read = (status == 200).then(|| source::read(content, robots::LIMIT as u64));
        let is_damaged = |source: &Source| {
            use CompressionFault::{Corrupt, Truncated};
            matches!(source.origin.compression, Some(Corrupt { .. } | Truncated { .. }))
        };
        let text = match (read, status) {
            (Some(source), _) if !is_damaged(&source) => source.text().to_owned(),
            // RFC 9309 §2.3.1.4: without an answer that can be read, nothing may be requested.
            (Some(_), _) | (None, 206 | 429 | 500..) => "User-agent: *\nDisallow: /\n".to_owned(),
            (None, _) => String::new(),
        };
        self.sites().insert(first.origin(), Robots::new(&text, Some(first.as_str())));
    }
}
