//! A checked file in its set: numbers, locations and hashes without text.

mod packed;

use std::cell::OnceCell;

use sitemap_validator_protocol::http::Http;

use super::matching::NamedFile;
use super::pages::Pages;
use crate::facts::{self, Facts, PageLinks, SourceDate};
use crate::options::Options;
use crate::outcome::Kind;
use crate::report::{FileReport, Verdict, check_source};
use crate::source::Source;
use crate::span::{At, Cursor, LineIndex, Position, Span};
use crate::value::datetime::{Moment, Precision};

/// A span with its lines and columns, independent of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location {
    /// The span in bytes.
    pub span: Span,
    /// The position at which it starts.
    pub from: Position,
    /// The position at which it ends.
    pub to: Position,
}

impl Location {
    /// The start of a file.
    pub(super) const START: Self = Self {
        span: Span { start: 0, end: 0 },
        from: Position { line: 1, column: 1 },
        to: Position { line: 1, column: 1 },
    };
}

/// Converts offsets to lines and columns; fastest in the order of the text, which needs no index.
#[derive(Debug)]
pub(super) struct Lines<'s> {
    source: &'s Source,
    cursor: Cursor<'s>,
    index: OnceCell<LineIndex>,
}

impl<'s> Lines<'s> {
    pub(super) fn new(source: &'s Source) -> Self {
        Self::from(source, source.cursor())
    }

    fn from(source: &'s Source, cursor: Cursor<'s>) -> Self {
        Self { source, cursor, index: OnceCell::new() }
    }

    fn position(&mut self, offset: u32) -> Position {
        if self.cursor.reaches(offset) {
            return self.cursor.position(offset);
        }
        self.index.get_or_init(|| self.source.line_index()).position(self.source.text(), offset)
    }

    pub(super) fn location(&mut self, span: Span) -> Location {
        Location { span, from: self.position(span.start), to: self.position(span.end) }
    }
}

/// A checked file of a set.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Debug, Clone)]
pub struct Member {
    /// Its name, as in the report on the file.
    pub name: String,
    /// Its URL, if it is known.
    pub url: Option<String>,
    /// The type of the file.
    pub kind: Kind,
    /// True if it has no bytes.
    pub(super) is_empty: bool,
    /// The verdict on the file alone.
    pub verdict: Verdict,
    /// The number of its entries.
    pub entries: u64,
    /// True if the URL is not certain: see [`Options::is_url_presumed`].
    pub(super) presumed: bool,
    /// True for a feed that nothing lists: see [`Options::is_unlisted`].
    pub(super) is_aside: bool,
    /// True for a file that could not be read.
    pub(super) unread: bool,
    /// The request, if the file could not be fetched.
    pub(super) http: Option<Box<Http>>,
    /// The request, if it was redirected.
    pub(super) redirect: Option<Box<Http>>,
    /// True unless a parser stops before its end.
    pub(crate) readable: bool,
    /// True if its whole content was read.
    pub(super) is_whole: bool,
    pub(super) root: Option<Location>,
    pub(super) pages: Pages,
    pub(super) children: Vec<Child>,
    pub(super) newest: Option<Date>,
    /// The location at which an XML parser stops.
    pub(super) stops: Option<Location>,
    /// The hosts of its pages.
    pub(super) hosts: Vec<String>,
    /// The pages with links to their versions in other languages, and the links to other files.
    pub(super) linking: Vec<(PageLinks, Location)>,
    pub(super) outgoing: Vec<PackedLink>,
}

/// A compact link to a page that the file does not list, as there may be many.
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedLink {
    /// The hash of its URL.
    pub(super) identity: u64,
    start: u32,
    from: Position,
    bytes: u16,
    /// The number of columns; the highest bit is set if the page should be listed.
    columns: u16,
}

impl PackedLink {
    fn new(link: &facts::AlternateLink, lines: &mut Lines<'_>) -> Self {
        let url = lines.source.text().at(link.href);
        // Only the start of a link is shown if it spans lines or is longer than any URL.
        let bytes = u16::try_from(url.len()).ok().filter(|_| !url.contains(['\n', '\r'])).unwrap_or_default();
        let columns = if bytes == 0 { 0 } else { url.chars().count() };
        Self {
            identity: link.identity,
            start: link.href.start,
            from: lines.position(link.href.start),
            bytes,
            columns: columns.min(usize::from(EXPECTED) - 1) as u16 | if link.is_expected { EXPECTED } else { 0 },
        }
    }

    /// True if its page should be listed.
    pub(super) const fn is_expected(&self) -> bool {
        self.columns & EXPECTED != 0
    }

    /// The location of its URL.
    pub(super) fn location(&self) -> Location {
        let start = self.start as usize;
        let column = self.from.column + u32::from(self.columns & !EXPECTED);
        Location {
            span: Span::new(start, start + usize::from(self.bytes)),
            from: self.from,
            to: Position { line: self.from.line, column },
        }
    }
}

/// See [`PackedLink::columns`].
const EXPECTED: u16 = 0x8000;

/// A sitemap that an index or a robots.txt lists.
#[derive(Debug, Clone)]
pub(super) struct Child {
    pub(super) url: String,
    pub(super) loc: Location,
    pub(super) lastmod: Option<Date>,
    pub(super) index_name: Option<Location>,
    pub(super) entry: u32,
}

/// A date and its location.
#[derive(Debug, Clone)]
pub(super) struct Date {
    moment: Moment,
    pub(super) text: String,
    pub(super) at: Location,
}

impl Date {
    /// True if this is before `other` in the coarser precision of the two.
    pub(super) fn is_before(&self, other: &Self) -> bool {
        let coarser = self.moment.precision.min(other.moment.precision);
        let beginning = |date: &Self, length: usize| date.text.at(..length).to_owned();
        match coarser {
            Precision::Year => beginning(self, 4) < beginning(other, 4),
            Precision::Month => beginning(self, 7) < beginning(other, 7),
            Precision::Day => self.moment.day() < other.moment.day(),
            Precision::Minute => self.moment.millis.div_euclid(60_000) < other.moment.millis.div_euclid(60_000),
            Precision::Second => self.moment.millis.div_euclid(1_000) < other.moment.millis.div_euclid(1_000),
            Precision::Fraction => self.moment.millis < other.moment.millis,
        }
    }
}

/// The URLs of the sitemaps that a file lists, an index or a robots.txt.
pub fn listed(file_name: Option<&str>, source: &Source) -> Vec<String> {
    let options = Options { siblings: true, file_name: file_name.map(str::to_owned), ..Options::default() };
    let mut report = check_source("", source, &options, 1);
    Member::of(&mut report, source).listed().map(str::to_owned).collect()
}

impl Member {
    /// Takes the facts that the set needs from the `report` on `source`.
    pub fn of(report: &mut FileReport, source: &Source) -> Self {
        let Facts { pages: listed, children, newest, root, alternates, is_exempt } =
            std::mem::take(&mut report.outcome.facts);
        report.outcome.facts.is_exempt = is_exempt;
        let pages = Pages::new(&listed, source);
        drop(listed);
        let is_aside = report.is_unlisted && matches!(report.outcome.kind, Kind::Rss | Kind::Atom);
        let location = |span: Span| Lines::from(source, pages.near(source, span.start)).location(span);
        let date = |dated: SourceDate, at: Location| Date { moment: dated.moment, text: dated.text, at };
        let stops = report.outcome.stops.map(|at| location(Span::at(at as usize)));
        let (root, newest) = (root.map(location), newest.map(|dated| (location(dated.at), dated)));
        let [mut lines, mut linking, mut outgoing] = [(); 3].map(|()| Lines::new(source));
        Self {
            name: report.name.clone(),
            url: report.url.clone(),
            kind: report.outcome.kind,
            is_empty: source.text().is_empty(),
            verdict: report.verdict(),
            entries: report.outcome.stats.entries,
            presumed: report.is_url_presumed,
            is_aside,
            unread: false,
            http: None,
            redirect: report.http.as_deref().filter(|http| !http.hops.is_empty()).cloned().map(Box::new),
            readable: report.outcome.well_formed != Some(false),
            is_whole: !report.outcome.partial && source.origin.compression.is_none(),
            root,
            children: children
                .into_iter()
                .map(|child| Child {
                    url: child.url,
                    loc: lines.location(child.loc),
                    lastmod: child.lastmod.map(|dated| {
                        let at = lines.location(dated.at);
                        date(dated, at)
                    }),
                    index_name: child.index_name.map(|name| lines.location(name)),
                    entry: child.entry,
                })
                .collect(),
            newest: newest.map(|(at, dated)| date(dated, at)),
            stops,
            hosts: report.outcome.stats.hosts.iter().map(|count| count.host.clone()).collect(),
            linking: alternates.pages.into_iter().map(|page| (page, linking.location(page.loc))).collect(),
            outgoing: alternates.links.iter().map(|link| PackedLink::new(link, &mut outgoing)).collect(),
            pages,
        }
    }

    /// A file that could not be read.
    pub fn unread(name: impl Into<String>, address: Option<String>) -> Self {
        Self {
            name: name.into(),
            url: address,
            kind: Kind::Unknown,
            is_empty: false,
            verdict: Verdict::Unchecked,
            entries: 0,
            presumed: false,
            is_aside: false,
            unread: true,
            http: None,
            redirect: None,
            readable: false,
            is_whole: false,
            root: None,
            pages: Pages::default(),
            children: Vec::new(),
            newest: None,
            stops: None,
            hosts: Vec::new(),
            linking: Vec::new(),
            outgoing: Vec::new(),
        }
    }

    /// A file that could not be fetched.
    pub fn unfetched(http: Http) -> Self {
        let url = http.requested.clone();
        Self { http: Some(Box::new(http)), ..Self::unread(url.clone(), Some(url)) }
    }

    /// True for a file that could not be read.
    pub const fn is_unread(&self) -> bool {
        self.unread
    }

    /// True for a file that an index may list: a sitemap, a feed or a text list.
    pub(crate) const fn is_sitemap(&self) -> bool {
        self.kind.has_pages() && !self.is_aside
    }

    /// True for a feed that was found in a folder and that nothing lists.
    pub const fn is_aside(&self) -> bool {
        self.is_aside
    }

    /// True for an index.
    pub(super) fn is_index(&self) -> bool {
        self.kind == Kind::SitemapIndex
    }

    /// True for a file that has the same URL as another one, after a redirect of either.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        let is_redirected = self.redirect.is_some() || other.redirect.is_some();
        is_redirected && self.url.is_some() && self.url == other.url
    }

    /// The links of the `index`th page with links.
    pub(super) fn links_of(&self, index: usize) -> &[PackedLink] {
        let first = |index: usize| self.linking.get(index).map_or(self.outgoing.len(), |(page, _)| page.first as usize);
        self.outgoing.get(first(index)..first(index + 1)).unwrap_or_default()
    }

    /// How it is found for a URL.
    pub(super) fn named(&self) -> NamedFile<'_> {
        let address = self.url.as_deref();
        let (address, presumed) = if self.presumed { (None, address) } else { (address, None) };
        NamedFile { name: &self.name, url: address, presumed }
    }

    /// The URLs it lists as an index or a robots.txt.
    pub fn listed(&self) -> impl Iterator<Item = &str> {
        self.children.iter().map(|child| child.url.as_str())
    }
}
