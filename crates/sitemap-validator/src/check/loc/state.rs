//! The state of the URLs of a file.

use sitemap_validator_protocol::report::HostCount;

use super::duplicate::{EntryUrl, Listing};
use super::origin::Origins;
use super::totals::{self, Totals};
use crate::check::encoding::Mojibake;
use crate::check::robots::SiteEvidence;
use crate::check::scope::{OwnUrl, Uncovered};
use crate::diagnostic::{Diagnostic, Edit};
use crate::facts;
use crate::options::Options;
use crate::span::Span;
use crate::value::url::Scheme;

/// The state of the URLs of a file.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts")]
#[derive(Debug)]
pub(crate) struct Locs {
    pub(super) own: Option<OwnUrl>,
    pub(super) known: SiteEvidence,
    pub(super) uncovered: Uncovered,
    /// False in text files, which have no escapes.
    pub(super) markup: bool,
    pub(super) origins: Origins,
    pub(super) listing: Listing,
    pub(super) waiting: PendingEntry,
    pub(super) totals: Totals,
    /// True after a documentation domain has been reported.
    pub(super) documentation: bool,
    /// The pages, if the file is part of a set.
    pub(super) pages: Option<Vec<facts::PageUrl>>,
    /// True if a set or alternates need the identity of each URL.
    pub(super) identify: bool,
    /// The part of a child's URL that looks like the name of an index, until its entry ends.
    pub(super) index_name: Option<Span>,
    /// True for a file that is no sitemap, whose pages may be anywhere.
    pub(super) has_no_scope: bool,
    /// A buffer for a decoded URL.
    pub(super) decoded: String,
    /// Misread characters in the values of the file.
    pub(crate) mojibake: Mojibake,
}

/// The URL and findings of the current entry.
#[derive(Debug, Default)]
pub(super) struct PendingEntry {
    pub(super) url: Option<EntryUrl>,
    /// True if one of the findings below is kept.
    pub(super) more: bool,
    pub(super) empty: Option<Diagnostic>,
    pub(super) fragment: Option<Diagnostic>,
    /// The finding that the entry lists the file itself or no page.
    pub(super) own: Option<Diagnostic>,
}

impl Locs {
    /// For an XML file.
    pub(crate) fn new(options: &Options) -> Self {
        let own = OwnUrl::of(options);
        Self {
            known: SiteEvidence::new(options, own.as_ref()),
            own,
            uncovered: Uncovered::default(),
            markup: true,
            origins: Origins::default(),
            listing: Listing::default(),
            waiting: PendingEntry::default(),
            totals: Totals::default(),
            documentation: false,
            pages: options.siblings.then(Vec::new),
            identify: options.siblings,
            index_name: None,
            has_no_scope: false,
            decoded: String::new(),
            mojibake: Mojibake::default(),
        }
    }

    /// For a text file, where nothing is escaped.
    pub(crate) fn text(options: &Options) -> Self {
        Self { markup: false, ..Self::new(options) }
    }

    /// Lets the pages be anywhere: the file is no sitemap.
    pub(crate) fn lift_scope(&mut self) {
        self.has_no_scope = true;
    }

    /// The file's own URL, if it is known.
    pub(crate) const fn own(&self) -> Option<&OwnUrl> {
        self.own.as_ref()
    }

    /// The evidence about hosts from robots.txt files and options.
    pub(crate) const fn known(&self) -> &SiteEvidence {
        &self.known
    }

    /// True if there are entries with URLs and all of these are `http:`.
    pub(crate) fn http_only(&self) -> bool {
        let mut used = self.origins.used().peekable();
        used.peek().is_some() && used.all(|origin| origin.scheme == Scheme::Http)
    }

    /// True if pages are outside of the file's folder, and a robots.txt allows them.
    pub(crate) const fn is_exempt(&self) -> bool {
        self.uncovered.is_exempt()
    }

    /// The pages, if the file is part of a set.
    pub(crate) fn take_pages(&mut self) -> Vec<facts::PageUrl> {
        self.pages.take().unwrap_or_default()
    }

    /// The part of the entry's URL that looks like the name of an index, for the checks of a set.
    pub(crate) fn take_index_name(&mut self) -> Option<Span> {
        self.index_name.take()
    }

    /// The up to twenty most frequent hosts of the entries, in this order.
    pub(crate) fn hosts(&self) -> Vec<HostCount> {
        totals::hosts(&self.origins)
    }

    /// True if all entries look like sitemaps in a `urlset`, or none does in an index.
    pub(crate) const fn is_misplaced(&self, index: bool) -> bool {
        if index { self.totals.lists_no_sitemap() } else { self.totals.lists_only_sitemaps() }
    }

    /// Records the edits that turn a `urlset` into an index or the reverse, in case all entries are misplaced.
    pub(crate) fn offer_conversion(&mut self, edits: Vec<Edit>, entries: usize) {
        self.totals.conversion = Some((edits, entries));
    }

    /// The scheme of most URLs so far, or of the file's own URL, or `https`.
    pub(super) fn usual_scheme(&self) -> Scheme {
        let (http, https) = totals::schemes(&self.origins);
        match http.cmp(&https) {
            std::cmp::Ordering::Greater => Scheme::Http,
            std::cmp::Ordering::Less => Scheme::Https,
            std::cmp::Ordering::Equal => self.own.as_ref().map_or(Scheme::Https, OwnUrl::scheme),
        }
    }
}
