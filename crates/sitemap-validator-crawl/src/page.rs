//! The directives for crawlers in the HTML and the header of a page.

use sitemap_validator_protocol::http::Page;

use crate::address::Address;
use crate::html::{Tag, Tags};
use crate::reply::Reply;

/// The maximum number of links read from a page.
const MOST: usize = 100;

/// Returns the URLs that a page at `base` links with `<link rel="sitemap">`, in order.
pub fn sitemap_links(html: &str, base: &str) -> Vec<String> {
    let Some(mut base) = Base::of(base) else { return Vec::new() };
    let links = Tags::of(html).filter_map(|tag| {
        base.read(&tag);
        let is_sitemap = tag.is("link") && tag.has_word("rel", "sitemap");
        base.join(tag.value("href").filter(|_| is_sitemap)?)
    });
    links.take(MOST).collect()
}

/// The directives of a page about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Directives {
    /// The directive that excludes the page from search results, as found.
    pub noindex: Option<String>,
    /// The date from which the page is excluded, and the directive that contains it.
    pub until: Option<(String, String)>,
    /// The canonical URL that the page names.
    pub canonical: Option<String>,
    /// The URL to which the page redirects browsers immediately.
    pub refresh: Option<String>,
    /// True if the HTML is a document, and not a part that other pages include.
    pub is_document: bool,
    /// The dates of the last change: `article:modified_time` and, in structured data, `dateModified`.
    pub modified: Vec<String>,
}

impl From<Directives> for Page {
    fn from(said: Directives) -> Self {
        let Directives { noindex, until, canonical, refresh, is_document: _, modified } = said;
        Self { noindex, until, canonical, refresh, modified, ..Self::default() }
    }
}

/// Returns the directives in the response of the page at `url`, with its text if it is HTML.
pub fn directives(reply: &Reply, html: &str, url: &str) -> Directives {
    let mut said = Directives::default();
    let Some(mut base) = Base::of(url) else { return said };
    let fields = |name: &'static str| {
        reply.header.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    for field in fields("x-robots-tag") {
        said.add(rules(field, true), || format!("X-Robots-Tag: {field}"));
    }
    said.canonical = fields("link").flat_map(links).find_map(|link| base.join(canonical(&link)?));
    said.refresh = fields("refresh").find_map(|field| base.join(refresh(field)?));
    said.is_document = html.trim_start().get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype"));
    let mut tags = Tags::of(html);
    for tag in tags.by_ref() {
        base.read(&tag);
        said.is_document |= ["html", "head", "title"].iter().any(|name| tag.is(name));
        if tag.is("meta") {
            said.add_meta(&tag, &base);
        } else if said.canonical.is_none() && is_canonical(&tag) {
            said.canonical = tag.value("href").and_then(|href| base.join(href));
        }
    }
    said.modified.extend(modified(&String::from_utf8_lossy(tags.structured_data())));
    said
}

/// Returns the value of `dateModified` in structured data. Different values may be those of other pages.
fn modified(json: &str) -> Option<String> {
    let value = |rest: &str| {
        let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        value.split('"').next().map(str::to_owned)
    };
    let mut dates = json.split("\"dateModified\"").skip(1).filter_map(value);
    let first = dates.next()?;
    dates.all(|other| other == first).then_some(first)
}

/// The names of crawlers of the search engines, in `meta` elements and before rules in a header field. Rules for other
/// crawlers, such as that of a news search engine, do not exclude a page from web search.
const CRAWLERS: [&str; 2] = ["googlebot", "bingbot"];

/// The rules that have a value.
const WITH_VALUE: [&str; 4] = ["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"];

/// The time when a page is removed from search results.
enum End {
    Now,
    At(String),
}

impl Directives {
    fn add(&mut self, ends: Vec<End>, source: impl Fn() -> String) {
        for end in ends {
            match end {
                End::Now if self.noindex.is_none() => self.noindex = Some(source()),
                End::At(date) if self.until.is_none() => self.until = Some((date, source())),
                _ => {}
            }
        }
    }

    fn add_meta(&mut self, tag: &Tag, base: &Base) {
        let Some(content) = tag.value("content") else { return };
        let name = tag.value("name").unwrap_or_default().trim();
        if name.eq_ignore_ascii_case("robots") || CRAWLERS.iter().any(|known| name.eq_ignore_ascii_case(known)) {
            self.add(rules(content, false), || format!("<meta name=\"{name}\" content=\"{content}\">"));
        }
        if tag.value("property").is_some_and(|name| name.trim() == "article:modified_time") {
            self.modified.push(content.trim().to_owned());
        }
        let is_refresh = tag.value("http-equiv").is_some_and(|name| name.trim().eq_ignore_ascii_case("refresh"));
        if is_refresh && self.refresh.is_none() {
            self.refresh = refresh(content).and_then(|target| base.join(target));
        }
    }
}

/// Returns the exclusions in a list of rules, except those for other crawlers. In a header field, a list can contain
/// names of crawlers: `googlebot:` applies until the next name.
fn rules(list: &str, has_names: bool) -> Vec<End> {
    let mut ends = Vec::new();
    let mut is_meant = true;
    let mut date: Option<String> = None;
    for part in list.split(',') {
        let mut rule = part.trim();
        let key = |rule: &str| rule.split_once(':').map(|(key, _)| key.trim().to_ascii_lowercase());
        let is_name = |key: &str| {
            !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        };
        // A date may have a comma after the weekday.
        if let Some(date) = &mut date
            && rule.starts_with(|first: char| first.is_ascii_digit())
        {
            date.push_str(", ");
            date.push_str(rule);
            continue;
        }
        ends.extend(date.take().map(End::At));
        if has_names && let Some(name) = key(rule).filter(|key| is_name(key) && !WITH_VALUE.contains(&key.as_str())) {
            is_meant = CRAWLERS.contains(&name.as_str());
            rule = rule.split_once(':').map_or("", |(_, rest)| rest.trim());
        }
        if !is_meant {
            continue;
        }
        if rule.eq_ignore_ascii_case("noindex") || rule.eq_ignore_ascii_case("none") {
            ends.push(End::Now);
        } else if key(rule).is_some_and(|key| key == "unavailable_after") {
            date = rule.split_once(':').map(|(_, date)| date.trim().to_owned());
        }
    }
    ends.extend(date.map(End::At));
    ends
}

/// True for an element in `head` that names the canonical URL, and not an alternate version.
fn is_canonical(tag: &Tag) -> bool {
    tag.is("link")
        && tag.is_in_head
        && tag.has_word("rel", "canonical")
        && ["hreflang", "lang", "media", "type"].iter().all(|other| tag.value(other).is_none())
}

/// Splits a header field `Link` (RFC 8288 §3) into its links, each of which starts with its target in angle brackets.
fn links(field: &str) -> Vec<String> {
    let mut links = vec![String::new()];
    let (mut is_target, mut is_quoted, mut is_escaped) = (false, false, false);
    for character in field.chars() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' if is_quoted => is_escaped = true,
            '"' if !is_target => is_quoted = !is_quoted,
            '<' if !is_quoted => is_target = true,
            '>' if !is_quoted => is_target = false,
            ',' if !is_target && !is_quoted => {
                links.push(String::new());
                continue;
            }
            _ => {}
        }
        if let Some(link) = links.last_mut() {
            link.push(character);
        }
    }
    links
}

/// Returns the target of a link that names the canonical URL of this page.
fn canonical(link: &str) -> Option<&str> {
    let (target, parameters) = link.trim().strip_prefix('<')?.split_once('>')?;
    let value = |name: &str| {
        let mut parameters = parameters.split(';').filter_map(|parameter| parameter.split_once('='));
        let (_, value) = parameters.find(|(own, _)| own.trim().eq_ignore_ascii_case(name))?;
        Some(value.trim().trim_matches('"'))
    };
    let is_canonical = value("rel")?.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical"));
    // With an anchor, the link is about another page.
    let is_own = ["anchor", "hreflang", "media", "type"].iter().all(|other| value(other).is_none());
    (is_canonical && is_own).then_some(target)
}

/// Returns the target of a refresh without delay.
fn refresh(value: &str) -> Option<&str> {
    let (delay, rest) = value.trim_start().split_once([';', ','])?;
    // `0` or `0.0`, without the code that reads any number.
    let is_now = delay.contains('0') && delay.trim().bytes().all(|byte| matches!(byte, b'0' | b'.'));
    let rest = rest.trim_start();
    let is_named = rest.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("url"));
    let target = if is_named { rest.get(3..)?.trim_start().strip_prefix('=')?.trim() } else { rest };
    let target = target.trim().trim_matches(['"', '\'']);
    Some(target).filter(|target| is_now && !target.is_empty())
}

/// The base URL that the URLs of a page are resolved against.
struct Base {
    url: Address,
    is_set: bool,
}

impl Base {
    fn of(url: &str) -> Option<Self> {
        Some(Self { url: Address::parse(url)?, is_set: false })
    }

    /// Uses the first `<base href>`.
    fn read(&mut self, tag: &Tag) {
        if let Some(href) = tag.value("href").filter(|_| !self.is_set && tag.is("base")) {
            self.is_set = true;
            if let Some(url) = self.url.join(href.trim()) {
                self.url = url;
            }
        }
    }

    fn join(&self, reference: &str) -> Option<String> {
        let reference = Some(reference.trim()).filter(|reference| !reference.is_empty())?;
        Some(self.url.join(reference)?.as_str().to_owned())
    }
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
