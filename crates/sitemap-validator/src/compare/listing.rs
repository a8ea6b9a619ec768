//! The entries of a file, as a comparison needs them.

use std::ops::ControlFlow;

use sitemap_validator_protocol::name::plain_name;

use super::sentences::{CUT, DAMAGED, FIRST_PART, NO_SITEMAP};
use super::urls::{Reader, Urls};
use crate::check::changefreq::Frequency;
use crate::check::priority;
use crate::diagnostic::{Diagnostic, FixKind};
use crate::facts::{identity, identity_of_normal};
use crate::options::Options;
use crate::outcome::Kind;
use crate::registry::{Message, Rule};
use crate::sink::{self, Resource, Sink};
use crate::source::Source;
use crate::validate::validate;
use crate::value::datetime::{self, Moment};
use crate::value::decimal::ONE;
use crate::value::url::{Parts, normal};

/// The entries of a file. Needs about 60 bytes for each.
#[derive(Debug, Clone, Default)]
pub struct Listing {
    /// The name of the file without folders that both versions share, and without `.gz`.
    pub(super) name: String,
    pub(super) entries: Vec<Entry>,
    values: Vec<Values>,
    urls: Urls,
    /// The number of entries without a URL.
    pub(super) nameless: u64,
    /// What is missing of the file, if anything is.
    pub(super) gap: Option<&'static str>,
    kind: Kind,
    /// Its URL, if that is known.
    pub(super) url: Option<String>,
    /// The sitemaps that it lists, as an index.
    pub(super) children: Vec<String>,
}

/// An entry of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Entry {
    /// The hash of its URL, the same for all spellings: see [`identity`].
    pub(super) identity: u64,
    pub(super) lastmod: Date,
    /// The hash of its URL as written.
    pub(super) spelling: u32,
    /// The index of its other values.
    values: u32,
}

/// The other values of an entry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Values {
    /// Its images, videos and alternates.
    pub(super) resources: [Resources; 3],
    /// A number for its `changefreq`.
    pub(super) frequency: u8,
    /// Its `priority`, in thousandths.
    pub(super) priority: u16,
}

/// A number for a `changefreq`.
fn frequency(text: &str) -> u8 {
    let same = |frequency: &Frequency| frequency.name().eq_ignore_ascii_case(text);
    match Frequency::ALL.iter().position(same) {
        Some(index) => index as u8,
        None if text.is_empty() => NONE,
        None => INVALID,
    }
}

/// A `priority` in thousandths.
fn priority_of(text: &str) -> u16 {
    match priority::value(text) {
        Some(number) => (number / (ONE / 1000)) as u16,
        None if text.is_empty() => u16::MAX,
        None => u16::MAX - 1,
    }
}

/// The date of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date(i64);

impl Date {
    pub(super) const NONE: Self = Self(i64::MIN);
    /// A date that is not valid.
    const UNREAD: Self = Self(i64::MIN + 1);
    /// Milliseconds of a day without a time, and of others, differ in this bit.
    const IS_DAY: i64 = 1;

    fn new(text: &str) -> Self {
        match datetime::common(text).map(|(moment, _)| moment).or_else(|| datetime::parse(text)) {
            _ if text.is_empty() => Self::NONE,
            None => Self::UNREAD,
            Some(moment @ Moment { millis, .. }) => Self(millis << 1 | i64::from(moment.is_date_only())),
        }
    }

    /// The moment, in milliseconds, of a valid date.
    pub(super) const fn millis(self) -> Option<i64> {
        if self.0 > Self::UNREAD.0 { Some(self.0 >> 1) } else { None }
    }

    pub(super) fn is_none(self) -> bool {
        self == Self::NONE
    }

    pub(super) const fn is_valid(self) -> bool {
        self.millis().is_some()
    }

    /// True for a date without a time.
    pub(super) const fn is_day(self) -> bool {
        self.0 & Self::IS_DAY == 1
    }

    /// The day, or the moment if both dates have one: what can be compared with the `other` date.
    pub(super) fn comparable(self, other: Self) -> Option<i64> {
        let millis = self.millis()?;
        Some(if self.is_day() || other.is_day() { millis.div_euclid(datetime::DAY) } else { millis })
    }
}

/// A set of URLs: their number and a hash.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Resources(u32);

impl Resources {
    /// The bits of the hash.
    const HASH: u32 = 0x00FF_FFFF;

    fn add(&mut self, url: &str) {
        let hash = self.0.wrapping_add(identity(url) as u32) & Self::HASH;
        self.0 = u32::from(self.count().saturating_add(1)) << 24 | hash;
    }

    /// The number of URLs, at most 255.
    pub(super) const fn count(self) -> u8 {
        (self.0 >> 24) as u8
    }
}

/// An entry without a valid value, and one without any.
const INVALID: u8 = 254;
const NONE: u8 = 255;

impl Listing {
    /// Reads the entries of `source`. `name` is the name of the file below the folder of its version; of the URL of a fetched
    /// file, its path is the name.
    pub fn of(name: &str, source: &Source, options: &Options) -> Self {
        let name = Parts::split(name).map_or(name, |parts| parts.path.of(name).trim_start_matches('/'));
        let listing = Self { name: plain_name(name).to_owned(), url: options.url.clone(), ..Self::default() };
        let mut reading = Reading { listing, resources: Default::default(), is_cut: false };
        let outcome = validate(source, options, &mut reading);
        let Reading { mut listing, is_cut, .. } = reading;
        listing.gap = if outcome.partial {
            Some(FIRST_PART)
        } else if source.origin.compression.is_some() {
            Some(DAMAGED)
        } else if is_cut {
            Some(CUT)
        } else if !matches!(outcome.kind, Kind::SitemapIndex | Kind::Robots) && !outcome.kind.has_pages() {
            Some(NO_SITEMAP)
        } else {
            None
        };
        listing.kind = outcome.kind;
        listing.entries.shrink_to_fit();
        listing.values.shrink_to_fit();
        listing.urls.shrink();
        listing
    }

    /// What the file is.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The values of an entry, except its date.
    pub(super) fn values(&self, entry: &Entry) -> Values {
        self.values.get(entry.values as usize).copied().unwrap_or_default()
    }

    /// Reads the URLs of entries, as written.
    pub(super) const fn urls(&self) -> Reader<'_> {
        Reader::new(&self.urls)
    }
}

/// Collects the entries while the file is read.
struct Reading {
    listing: Listing,
    /// The images, videos and alternates of the next entry.
    resources: [Resources; 3],
    /// True if the file ends within an element.
    is_cut: bool,
}

impl Sink for Reading {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        let message = diagnostic.message();
        self.is_cut |=
            matches!(message, Message::XmlUnclosedElementTruncated | Message::XmlUnclosedElementTruncatedTag);
        ControlFlow::Continue(())
    }

    fn is_full(&self, _: Rule, _: Option<FixKind>) -> bool {
        true
    }

    fn wants_entries(&self) -> bool {
        true
    }

    fn resource(&mut self, resource: Resource, url: &str) {
        let [images, videos, alternates] = &mut self.resources;
        match resource {
            Resource::Image => images.add(url),
            Resource::Video => videos.add(url),
            Resource::Alternate => alternates.add(url),
        }
    }

    fn entry(&mut self, entry: &sink::Entry<'_>) {
        let resources = std::mem::take(&mut self.resources);
        // An index lists files, which are compared themselves.
        if entry.is_sitemap {
            self.listing.children.push(entry.url.clone().into_owned());
            return;
        }
        if entry.url.is_empty() {
            self.listing.nameless += 1;
            return;
        }
        let values =
            Values { resources, frequency: frequency(&entry.changefreq), priority: priority_of(&entry.priority) };
        // Neighbors often have the same values.
        if self.listing.values.last() != Some(&values) {
            self.listing.values.push(values);
        }
        let exact = identity_of_normal(&entry.url);
        self.listing.urls.push(&entry.url);
        self.listing.entries.push(Entry {
            identity: if normal::is_plain(&entry.url) { exact } else { identity(&entry.url) },
            lastmod: if entry.unread_date { Date::UNREAD } else { Date::new(&entry.lastmod) },
            spelling: exact as u32,
            values: self.listing.values.len() as u32 - 1,
        });
    }
}
