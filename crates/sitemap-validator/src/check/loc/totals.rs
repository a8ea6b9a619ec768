//! Findings about all URLs of a file: `loc-is-sitemap`, `index-loc-looks-like-page`, `loc-double-slash`,
//! `loc-double-percent-encoded`, `xml-unprocessed-template`, and `scope-mixed-hosts`, `scope-mixed-schemes`,
//! `scope-mixed-ports`.

use std::collections::BTreeMap;

use sitemap_validator_protocol::report::HostCount;
use sitemap_validator_protocol::sorted_map::SortedMap;
use sitemap_validator_protocol::sorting;

use super::address::Address;
use super::duplicate::Listing;
use super::origin::{First, Origin, Origins};
use crate::check::index::Looks;
use crate::check::repaired;
use crate::diagnostic::{Arg, Diagnostic, Edit, FixKind, MOST_EDITS};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::url::Scheme;
use crate::value::url::host::Reach;

/// The number of URLs with consecutive slashes from which they are reported together.
const TOGETHER: usize = 3;

/// URLs in which the same text may be encoded twice.
#[derive(Debug)]
struct Twice {
    place: Span,
    entry: u32,
    once: Box<str>,
    count: usize,
    edits: Vec<Option<Edit>>,
}

/// Findings that are reported individually if they are few.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// The number of values that should be URLs of pages.
    pub(super) pages: usize,
    sitemaps: Vec<(Span, u32)>,
    /// The number of entries that list the file itself.
    pub(super) own: usize,
    /// The number of entries of an index, those of them that look like pages, and whether one looks like a sitemap.
    pub(super) children: usize,
    page_like: Vec<(Span, u32)>,
    lists_sitemap: bool,
    /// The first entry of an index.
    first_child: (Span, u32),
    /// What may be encoded twice, by origin and text.
    twice: BTreeMap<(Option<usize>, Box<str>), Twice>,
    /// URLs in whose place a program printed a missing value.
    missing: Vec<(Span, u32)>,
    double_slashes: Vec<(Span, Vec<Edit>, u32)>,
    /// The edits that turn the file into an index, or an index into a `urlset`, and its number of entries.
    pub(super) conversion: Option<(Vec<Edit>, usize)>,
}

impl Totals {
    /// Records a page that looks like a sitemap.
    pub(super) fn sitemap(&mut self, address: &Address<'_>, entry: u32) {
        self.sitemaps.push((address.whole(), entry));
    }

    /// Records an entry of an index.
    pub(super) fn child(&mut self, address: &Address<'_>, looks: Looks, entry: u32) {
        let place = address.whole();
        if self.children == 0 {
            self.first_child = (place, entry);
        }
        self.children += 1;
        self.lists_sitemap |= looks == Looks::Sitemap;
        if looks == Looks::Page {
            self.page_like.push((place, entry));
        }
    }

    /// True if there are pages and all of them look like sitemaps.
    pub(super) const fn lists_only_sitemaps(&self) -> bool {
        !self.sitemaps.is_empty() && self.sitemaps.len() + self.own == self.pages
    }

    /// True if there are entries of an index and none of them looks like a sitemap.
    pub(super) const fn lists_no_sitemap(&self) -> bool {
        self.children > 0 && !self.lists_sitemap
    }

    /// Records a `text` that may be encoded twice, which once decoded is `once`.
    pub(super) fn twice(
        &mut self,
        origin: Option<usize>,
        text: &str,
        once: &str,
        (place, entry): (Span, u32),
        edits: Vec<Option<Edit>>,
    ) {
        let twice = self.twice.entry((origin, text.into())).or_insert_with(|| Twice {
            place,
            entry,
            once: once.into(),
            count: 0,
            edits: Vec::new(),
        });
        twice.count += 1;
        if twice.edits.len() <= MOST_EDITS {
            twice.edits.extend(edits);
        }
    }

    /// Records what a program printed for a missing URL.
    pub(super) fn missing(&mut self, place: Span, entry: u32) {
        self.missing.push((place, entry));
    }

    /// Records consecutive slashes.
    pub(super) fn double_slash(&mut self, span: Span, edits: Vec<Edit>, entry: u32) {
        self.double_slashes.push((span, edits, entry));
    }

    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        self.finish_missing(reporter);
        self.finish_children(reporter);
        for ((_, text), Twice { place, entry, once, count, edits }) in std::mem::take(&mut self.twice) {
            let (text, once) = (text.into_string(), once.into_string());
            let mut found = if count == 1 {
                rules::loc_double_percent_encoded(place, text, once)
            } else {
                rules::loc_double_percent_encoded::many(place, text, once, count)
            };
            found.entry = entry;
            reporter.report(repaired(found, FixKind::Suggest, edits));
        }
        let all = self.lists_only_sitemaps();
        let sitemaps = std::mem::take(&mut self.sitemaps);
        let count = sitemaps.len();
        let mut edits = self.converted(count).filter(|_| all);
        for (span, entry) in sitemaps {
            let together = all && count > 1;
            let mut found =
                if together { rules::loc_is_sitemap::all(span, count) } else { rules::loc_is_sitemap::one(span, span) };
            found.entry = entry;
            if let Some(edits) = edits.take() {
                found = found.suggest(edits);
            }
            reporter.report(found);
            if together {
                break;
            }
        }
        let slashes = std::mem::take(&mut self.double_slashes);
        if slashes.len() > TOGETHER {
            let count = slashes.len();
            let (span, entry) = slashes.first().map(|(span, _, entry)| (*span, *entry)).unwrap_or_default();
            let edits: Vec<Edit> = slashes.into_iter().flat_map(|(_, edits, _)| edits).collect();
            reporter.report(double_slash(rules::loc_double_slash::many(span, count), entry, edits));
        } else {
            for (span, edits, entry) in slashes {
                reporter.report(double_slash(rules::loc_double_slash::one(span), entry, edits));
            }
        }
    }
}

impl Totals {
    /// The edits that convert the file, if all its `count` entries are affected.
    fn converted(&mut self, count: usize) -> Option<Vec<Edit>> {
        self.conversion.take().filter(|(_, entries)| *entries == count).map(|(edits, _)| edits)
    }

    fn finish_children(&mut self, reporter: &mut Reporter<'_>) {
        use rules::index_loc_looks_like_page as message;
        // The files of a set show what they are.
        if self.children > 1 && self.lists_no_sitemap() && !reporter.options.siblings {
            let (place, entry) = self.first_child;
            let mut found = message::all(place, self.children);
            found.entry = entry;
            let edits = self.converted(self.children);
            return reporter.report(match edits {
                Some(edits) => found.suggest(edits),
                None => found,
            });
        }
        for (place, entry) in std::mem::take(&mut self.page_like) {
            let mut found = message(place, place);
            found.entry = entry;
            reporter.report(found);
        }
    }

    fn finish_missing(&mut self, reporter: &mut Reporter<'_>) {
        let missing = std::mem::take(&mut self.missing);
        let (count, every) = (missing.len(), missing.len() == self.pages && self.pages > 1);
        for (place, entry) in missing.into_iter().take(if every { 1 } else { count }) {
            let mut found = if every {
                rules::xml_unprocessed_template::every_url(place, place, count)
            } else {
                rules::xml_unprocessed_template::missing_url(place, place)
            };
            found.entry = entry;
            reporter.report(found);
        }
    }
}

fn double_slash(mut found: Diagnostic, entry: u32, edits: Vec<Edit>) -> Diagnostic {
    found.entry = entry;
    if edits.is_empty() { found } else { found.suggest(edits) }
}

/// The up to twenty most frequent hosts of the entries, in this order.
pub(super) fn hosts(origins: &Origins) -> Vec<HostCount> {
    frequent(origins.used())
}

fn frequent<'o>(origins: impl Iterator<Item = &'o Origin>) -> Vec<HostCount> {
    const MOST: usize = 20;
    let mut hosts: Vec<HostCount> = count(origins, |origin| &*origin.host.ascii)
        .into_iter()
        .map(|(host, group)| HostCount { host: host.to_owned(), count: group.count })
        .collect();
    sorting::by(&mut hosts, |a, b| b.count.cmp(&a.count).then_with(|| a.host.cmp(&b.host)));
    hosts.truncate(MOST);
    hosts
}

/// The numbers of `http:` and `https:` URLs of entries.
pub(super) fn schemes(origins: &Origins) -> (u64, u64) {
    let sum = |scheme| origins.used().filter(|origin| origin.scheme == scheme).map(|origin| origin.count).sum();
    (sum(Scheme::Http), sum(Scheme::Https))
}

/// A group of origins.
#[derive(Debug, Clone, Copy, Default)]
struct Group {
    count: u64,
    first: Option<First>,
}

impl Group {
    fn add(&mut self, origin: &Origin) {
        self.count += origin.count;
        let earlier = |first: First, second: First| if second.host < first.host { second } else { first };
        self.first = match (self.first, origin.first) {
            (Some(first), Some(second)) => Some(earlier(first, second)),
            (first, second) => first.or(second),
        };
    }

    fn start(&self) -> Span {
        self.first.map(|first| first.host).unwrap_or_default()
    }
}

/// The origins in the order of `key`: a file may have as many as URLs, and adding them to a map in this order is linear.
fn ordered<'o, K: Ord>(origins: impl Iterator<Item = &'o Origin>, key: impl Fn(&'o Origin) -> K) -> Vec<&'o Origin> {
    let mut used: Vec<&Origin> = origins.collect();
    sorting::by(&mut used, |a, b| key(a).cmp(&key(b)));
    used
}

/// Groups URLs by the `key` of their origin.
fn count<'o, K: Ord>(origins: impl Iterator<Item = &'o Origin>, key: impl Fn(&'o Origin) -> K) -> SortedMap<K, Group> {
    let mut groups = SortedMap::<K, Group>::default();
    for origin in ordered(origins, &key) {
        groups.entry(key(origin)).add(origin);
    }
    groups
}

/// The largest group (the first one if several are equal), and the first location of another group.
fn majority<K: Ord + Clone>(groups: &SortedMap<K, Group>) -> Option<(K, Group, K, Group)> {
    let groups = groups.entries();
    let (key, major) =
        groups.iter().max_by(|(_, a), (_, b)| a.count.cmp(&b.count).then_with(|| b.start().cmp(&a.start())))?;
    let (other, minor) = groups.iter().filter(|(other, _)| other != key).min_by_key(|(_, group)| group.start())?;
    Some((key.clone(), *major, other.clone(), *minor))
}

/// The origins of entries, without those that crawlers cannot reach, which have a finding of their own.
fn public(origins: &Origins) -> impl Iterator<Item = &Origin> {
    origins.used().filter(|origin| origin.host.reach != Reach::Private)
}

/// Reports URLs with different origins in a file whose own URL is unknown.
pub(super) fn mixed(origins: &Origins, listing: &Listing, index: bool, reporter: &mut Reporter<'_>) {
    mixed_hosts(origins, index, reporter);
    mixed_schemes(origins, listing, reporter);
    mixed_ports(origins, reporter);
}

/// The finding of `message` at the first URL of the minority.
fn finding(
    message: impl FnOnce(Span) -> Diagnostic,
    place: impl Fn(First) -> Span,
    minor: &Group,
    major: &Group,
    label: &'static str,
) -> Option<Diagnostic> {
    let (minor, major) = (minor.first?, major.first?);
    let mut found = message(place(minor)).related(place(major), label);
    found.entry = minor.entry;
    Some(found)
}

fn mixed_hosts(origins: &Origins, index: bool, reporter: &mut Reporter<'_>) {
    let groups = count(public(origins), |origin| &*origin.host.ascii);
    let Some((_, major, _, minor)) = majority(&groups) else { return };
    let histogram: Vec<String> = frequent(public(origins))
        .into_iter()
        .take(5)
        .map(|HostCount { host, count }| format!("{host} {count}"))
        .collect();
    let mut histogram = histogram.join(", ");
    if groups.entries().len() > 5 {
        histogram.push_str(", …");
    }
    let about = if index { rules::scope_mixed_hosts::index } else { rules::scope_mixed_hosts::file };
    let message = |span| about(span, groups.entries().len(), histogram);
    if let Some(found) = finding(message, |first| first.host, &minor, &major, "most URLs have this host") {
        reporter.report(found);
    }
}

fn mixed_schemes(origins: &Origins, listing: &Listing, reporter: &mut Reporter<'_>) {
    let web = public(origins).filter(|origin| origin.scheme != Scheme::Ftp);
    let groups = count(web, |origin| origin.scheme == Scheme::Https);
    let (Some(http), Some(https)) = (groups.get(&false), groups.get(&true)) else {
        return;
    };
    let message = |span| rules::scope_mixed_schemes(span, http.count, https.count);
    let Some(found) = finding(message, |first| first.scheme, http, https, "other URLs have this scheme") else {
        return;
    };
    // The protocol with encryption is right, whatever the majority has.
    let edits: Vec<Edit> =
        listing.schemes(Scheme::Http).map(|span| Edit::replace(span, Scheme::Https.name())).collect();
    // Where some cannot be edited, the schemes stay mixed.
    reporter.report(if edits.len() < http.count as usize { found } else { found.suggest(edits) });
}

fn mixed_ports(origins: &Origins, reporter: &mut Reporter<'_>) {
    // Ports 80 and 443 belong to their schemes.
    if public(origins).all(|origin| origin.port.is_none()) {
        return;
    }
    let mut by_host: SortedMap<&str, SortedMap<Option<u16>, Group>> = SortedMap::default();
    for origin in ordered(public(origins), |origin| (&origin.host.ascii, origin.port)) {
        by_host.entry(&*origin.host.ascii).entry(origin.port).add(origin);
    }
    let mut mixed: Vec<_> =
        by_host.entries().iter().filter_map(|(host, ports)| Some((host, majority(ports)?))).collect();
    sorting::by_key(&mut mixed, |(_, (.., minor))| minor.start());
    for (host, (usual, major, other, minor)) in mixed {
        let number = |port: Option<u16>| {
            port.map_or(Arg::Word("the default port"), |port| Arg::phrase("port {0}", [port.to_string().into()]))
        };
        let message = |span| rules::scope_mixed_ports(span, (*host).to_owned(), number(other), number(usual));
        if let Some(found) = finding(message, |first| first.port, &minor, &major, "most URLs have this one") {
            reporter.report(found);
        }
    }
}
