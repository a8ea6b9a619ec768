//! A robots.txt (RFC 9309): the sitemaps it lists, and the paths it blocks for each crawler.
//!
//! The text is parsed once (`read`); the rules of each supported crawler are merged and
//! indexed (`rules`), so that the time of a query depends on the length of its path (`pattern`).

pub(crate) mod pattern;
pub(crate) mod read;
mod rules;
mod several;

use crate::span::{At, Span};
use crate::value::url::{Part, Parts, Scheme, host, normal, percent};

use read::{Key, Record};
use rules::Rules;

pub use several::RobotsFiles;

/// The number of bytes of a robots.txt that are read, the same as Google's and the minimum of RFC 9309 §2.5.
pub const LIMIT: usize = 500 * 1024;

/// A robots.txt.
#[derive(Debug, Clone)]
pub struct Robots {
    /// The text that is read.
    text: Box<str>,
    /// True if it is longer.
    is_cut: bool,
    /// False if no crawler reads it: it is not at the root of its site.
    is_read: bool,
    /// Its site, if its URL is known.
    site: Option<Site>,
    /// The common site of all absolute URLs of `sitemaps`.
    shared: Option<Site>,
    rules: Vec<Rules>,
    /// The index of each crawler's rules in `rules`; `None` if it has none.
    crawlers: [Option<usize>; Crawler::ALL.len()],
    sitemaps: Vec<SitemapRecord>,
}

/// A supported crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Crawler {
    /// All crawlers without a group of their own.
    Any,
    Googlebot,
    Bingbot,
    /// This program.
    Own,
}

impl Crawler {
    pub(crate) const ALL: [Self; 4] = [Self::Any, Self::Googlebot, Self::Bingbot, Self::Own];

    /// The product token, which is compared ignoring case.
    const fn token(self) -> &'static str {
        match self {
            Self::Any => "*",
            Self::Googlebot => "googlebot",
            Self::Bingbot => "bingbot",
            Self::Own => "sitemap-validator",
        }
    }

    /// True if a `User-agent` line with `value` matches this crawler. Text after the token, such
    /// as a version, is ignored.
    fn is_named(self, value: &str) -> bool {
        if self == Self::Any {
            return value.strip_prefix('*').is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
        }
        let end = value.bytes().take_while(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')).count();
        value.get(..end).is_some_and(|token| token.eq_ignore_ascii_case(self.token()))
    }
}

/// A `Sitemap` line of a robots.txt.
#[derive(Debug, Clone)]
pub(crate) struct SitemapRecord {
    /// The span of its URL.
    pub(crate) value: Span,
    /// Its URL as [`comparable`]; `None` if it is incomplete.
    pub(crate) url: Option<Box<str>>,
}

/// The scope of a robots.txt: scheme, host and port.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Site {
    pub(crate) scheme: Scheme,
    /// In ASCII.
    pub(crate) host: Box<str>,
    /// `None` for the default port of the scheme.
    pub(crate) port: Option<u16>,
}

impl Site {
    /// The site of a web URL.
    pub(crate) fn of(url: &str) -> Option<Self> {
        let parts = Parts::split(url).filter(|parts| parts.scheme != Scheme::Ftp)?;
        let name = Some(parts.host.of(url)).filter(|name| !name.is_empty())?;
        let host = host::judge(name).ok()?.ascii;
        let sound = parts.port.is_none_or(Part::is_empty) || parts.port_number(url).is_some();
        sound.then(|| Self { scheme: parts.scheme, host, port: parts.unusual_port(url) })
    }

    /// Scheme, host and port as in a URL.
    pub(crate) fn origin(&self) -> String {
        let port = self.port.map(|port| format!(":{port}")).unwrap_or_default();
        format!("{}://{}{port}", self.scheme.name(), self.host)
    }
}

/// The URL of the robots.txt that applies to `url` (RFC 9309 §2.3); `None` if `url` is not a complete web URL.
///
/// ```
/// use sitemap_validator::{Options, Robots, Rule, Validator, robots};
///
/// let own = "https://shop.tidepool.page/sitemap.xml";
/// assert_eq!(robots::address_for(own).as_deref(), Some("https://shop.tidepool.page/robots.txt"));
///
/// let file = Robots::new("User-agent: *\nDisallow: /private/\nSitemap: https://shop.tidepool.page/sitemap.xml", None);
/// let options = Options { url: Some(own.to_owned()), robots: vec![file].into(), ..Options::default() };
/// let checked = Validator::new(options).check_text("sitemap.xml", r#"<?xml version="1.0" encoding="UTF-8"?>
/// <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
/// <url><loc>https://shop.tidepool.page/private/offer</loc></url>
/// </urlset>"#);
/// assert_eq!(checked.report.rules, [(Rule::ScopeRobotsBlocked, 1)]);
/// ```
pub fn address_for(url: &str) -> Option<String> {
    Site::of(url.trim()).map(|site| format!("{}/robots.txt", site.origin()))
}

/// True if a robots.txt at `url` is read by crawlers: at the root of its site, and nowhere else (RFC 9309 §2.3).
pub fn is_at_root(url: &str) -> bool {
    Parts::split(url.trim()).is_none_or(|parts| parts.path.is_empty() || parts.path.of(url.trim()) == "/robots.txt")
}

/// The part of a URL in normal form after its host and port.
fn path_and_query(url: &str) -> Option<&str> {
    let (_, rest) = url.split_once("://")?;
    rest.find('/').map(|start| rest.at(start..))
}

/// An absolute URL in normal form, without its fragment. In a robots.txt it may contain unescaped characters.
pub(crate) fn comparable(url: &str) -> Option<String> {
    let url = url.split('#').next().unwrap_or_default();
    Site::of(url).and_then(|_| normal::of(&percent::encode_illegal(url)))
}

/// The part of a URL that rules are compared with; `None` if it is no absolute URL.
fn target(url: &str) -> Option<String> {
    Parts::split(url).map(|parts| pattern::target(url, &parts).into_owned())
}

impl Robots {
    /// Parses `text`, the robots.txt at the URL `address`. Without a URL, it is assumed to be the robots.txt of the
    /// checked sitemap, or of the sitemaps it lists. One that is not at the root of its site has no effect.
    pub fn new(text: &str, address: Option<&str>) -> Self {
        let is_read = address.is_none_or(is_at_root);
        let is_cut = is_read && text.len() > LIMIT;
        let text = if is_read { read::within_limit(text) } else { "" };
        let records: Vec<Record> = read::records(text).collect();
        let value = |record: &Record| text.at(record.value);
        let (rules, crawlers) = assigned(text, &records);
        let sitemaps: Vec<SitemapRecord> = records
            .iter()
            .filter(|record| record.key == Key::Sitemap)
            .map(|record| SitemapRecord {
                value: record.value,
                url: comparable(value(record)).map(String::into_boxed_str),
            })
            .collect();
        let mut sites = sitemaps.iter().filter_map(|named| Site::of(named.url.as_deref()?));
        let shared = sites.next().filter(|first| sites.all(|site| site == *first));
        Self {
            text: text.into(),
            is_cut,
            is_read,
            site: address.and_then(|url| Site::of(url.trim())),
            shared,
            rules,
            crawlers,
            sitemaps,
        }
    }

    /// Its site, if it may apply to a sitemap on the site `own`.
    pub(crate) fn site<'s>(&'s self, own: Option<&'s Site>) -> Option<&'s Site> {
        self.site.as_ref().or(own).or(self.shared.as_ref()).filter(|_| self.is_read)
    }

    /// The absolute URLs of the sitemaps it lists, in normal form.
    pub fn listed(&self) -> impl Iterator<Item = &str> {
        self.sitemaps.iter().filter_map(|named| named.url.as_deref())
    }

    /// True if it goes on after the part that is read.
    pub(crate) const fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The sitemaps it lists.
    pub(crate) fn sitemaps(&self) -> &[SitemapRecord] {
        &self.sitemaps
    }

    /// The sitemap it lists with the path of `address`, but on another host or with another scheme.
    pub(crate) fn names_elsewhere(&self, address: &str) -> Option<String> {
        let (site, own) = (Site::of(address)?, comparable(address)?);
        let path = path_and_query(&own)?;
        let is_elsewhere =
            |other: &&str| path_and_query(other) == Some(path) && Site::of(other).as_ref() != Some(&site);
        self.listed().find(is_elsewhere).map(str::to_owned)
    }

    /// True if this program may request `url`, by the rules for `sitemap-validator` or else for all.
    pub fn lets_in(&self, url: &str) -> bool {
        target(url).is_none_or(|target| self.blocks(Crawler::Own, &target).is_none())
    }

    /// True if it blocks Googlebot, Bingbot, or crawlers without rules of their own from `url`.
    pub fn blocks_a_search_engine(&self, url: &str) -> bool {
        target(url).is_some_and(|target| self.causes(&target).iter().any(Option::is_some))
    }

    /// The line that blocks all crawlers, Googlebot and Bingbot from `target`, a path with its query as returned by
    /// [`pattern::target`].
    pub(crate) fn causes(&self, target: &str) -> [Option<Cause<'_>>; 3] {
        let any = self.blocks(Crawler::Any, target);
        let [everyone, ..] = self.crawlers;
        // Most files have the same rules for all crawlers.
        let other = |crawler: Crawler| {
            if self.crawlers.get(crawler as usize) == Some(&everyone) { any } else { self.blocks(crawler, target) }
        };
        [any, other(Crawler::Googlebot), other(Crawler::Bingbot)]
    }

    /// The rule that blocks `crawler` from `target`.
    fn blocks(&self, crawler: Crawler, target: &str) -> Option<Cause<'_>> {
        // RFC 9309 §2.2.2: /robots.txt is always allowed.
        if target == "/robots.txt" {
            return None;
        }
        let rules = self.rules.get(self.crawlers.get(crawler as usize).copied().flatten()?)?;
        let rule = rules.blocking(target)?;
        Some(Cause { text: self.text.at(rule.span), line: rule.line, octets: rule.octets() })
    }
}

/// The line that blocks a crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cause<'a> {
    /// As it is written.
    pub(crate) text: &'a str,
    /// From 1.
    pub(crate) line: u32,
    /// Its number of octets; a rule with at least as many takes precedence.
    pub(crate) octets: usize,
}

/// Collects the rules of all crawlers.
fn assigned(text: &str, records: &[Record]) -> (Vec<Rules>, [Option<usize>; Crawler::ALL.len()]) {
    let mut groups: [Option<Vec<&Record>>; Crawler::ALL.len()] = [const { None }; Crawler::ALL.len()];
    let mut about = [false; Crawler::ALL.len()];
    let mut started = true;
    for record in records {
        match record.key {
            Key::UserAgent => {
                if started {
                    about = [false; Crawler::ALL.len()];
                    started = false;
                }
                let value = text.at(record.value);
                for ((crawler, about), group) in Crawler::ALL.into_iter().zip(&mut about).zip(&mut groups) {
                    if crawler.is_named(value) {
                        *about = true;
                        group.get_or_insert_default();
                    }
                }
            }
            Key::Allow | Key::Disallow => {
                started = true;
                for (group, _) in groups.iter_mut().zip(about).filter(|(_, about)| *about) {
                    group.get_or_insert_default().push(record);
                }
            }
            Key::Sitemap | Key::Other | Key::None => {}
        }
    }
    let mut rules = Vec::new();
    let [any, others @ ..] = groups;
    let any = add(&mut rules, text, any);
    let [googlebot, bingbot, own] = others.map(|group| add(&mut rules, text, group).or(any));
    (rules, [any, googlebot, bingbot, own])
}

fn add(rules: &mut Vec<Rules>, text: &str, group: Option<Vec<&Record>>) -> Option<usize> {
    rules.push(Rules::new(text, &group?));
    Some(rules.len() - 1)
}

#[cfg(test)]
mod tests;
