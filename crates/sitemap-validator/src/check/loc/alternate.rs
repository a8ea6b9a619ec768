//! The URLs of alternates: which page each is, for comparison with the pages the file lists.

use super::{Locs, examine, length};
use crate::check::{Field, UrlRole};
use crate::facts;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::value::trimmed;
use crate::value::url::prefix::{self, Prefix};
use crate::value::url::scan::{is_clean, scan};
use crate::value::url::{Parts, Scheme, host, key};

/// A page, by its URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// See [`facts::identity`].
    pub(crate) identity: u64,
    /// Alike for pages of one host.
    pub(crate) host: u32,
}

/// The page that the URL of an alternate leads to, as it is written in an attribute, when no rule speaks about it.
pub(crate) fn plain_alternate(url: &str, locs: &mut Locs) -> Option<Target> {
    let (origin, rest) = locs.origins.turn_to(url)?;
    let is_plain = origin.clean && url.len() < length::LONGEST && is_clean(rest.as_bytes());
    // Such a URL is in normal form.
    is_plain.then(|| Target { identity: facts::identity_of_normal(url), host: origin.host_key })
}

/// Judges the URL of an alternate. Returns the page it leads to, when it is a complete URL of one.
pub(crate) fn alternate(field: &Field<'_>, locs: &mut Locs, reporter: &mut Reporter<'_>) -> Option<Target> {
    let url = field.value.text;
    if let Some((origin, rest)) = locs.origins.turn_to(url)
        && origin.clean
        && url.len() < length::LONGEST
        && scan(rest.as_bytes()).is_clean_but_for_query()
    {
        // In normal form, too.
        return Some(Target { identity: facts::identity_of_normal(url), host: origin.host_key });
    }
    examine(field, UrlRole::Alternate, locs, reporter);
    let url = url.get(trimmed(url))?;
    let parts = Parts::split(url).filter(|parts| parts.scheme != Scheme::Ftp)?;
    let host = host::judge(parts.host.of(url)).ok()?;
    matches!(prefix::of(url), Prefix::Absolute(_))
        .then(|| Target { identity: facts::identity(url), host: key::hash(host.ascii.as_bytes()) as u32 })
}

impl Locs {
    /// From now on it is noted which page each URL is. Returns the pages so far: what each is, where its URL stands,
    /// and its entry.
    pub(crate) fn identify(&mut self, source: &str) -> Vec<(u64, Span, Span)> {
        if !std::mem::replace(&mut self.identify, true)
            && let Some(listed) = self.waiting.url.as_mut()
        {
            listed.identity = facts::identity(&super::decoded(source, listed.place()));
        }
        self.listing.all(source).collect()
    }

    /// The page of the entry that is being read, and where its URL stands, when that is sound.
    pub(crate) fn page(&self) -> Option<(Target, Span)> {
        let listed = self.waiting.url.as_ref().filter(|listed| !listed.index)?;
        Some((Target { identity: listed.identity, host: listed.host }, listed.place()))
    }
}
