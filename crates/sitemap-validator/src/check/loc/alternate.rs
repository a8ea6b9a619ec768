//! The URLs of alternates, identified for the comparison with the pages of the file.

use super::{Locs, characters, examine, length, placeholder};
use crate::check::{Field, UrlRole};
use crate::facts;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::value::trimmed;
use crate::value::url::prefix::{self, Prefix};
use crate::value::url::scan::{look, scan};
use crate::value::url::{Parts, Scheme, host, key};
use crate::xml::content::decoded;

/// A page, by its URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Target {
    /// See [`facts::identity`].
    pub(crate) identity: u64,
    /// The same number for all pages of a host.
    pub(crate) host: u32,
}

/// The page at the URL of an alternate, as written in an attribute; `None` if a rule may report the URL.
pub(crate) fn plain_alternate(url: &str, locs: &mut Locs) -> Option<Target> {
    let (origin, rest) = locs.origins.turn_to(url)?;
    let seen = look(rest.as_bytes());
    let is_plain = origin.clean
        && url.len() < length::LONGEST
        && seen.is_clean
        && !(seen.may_lack_value && placeholder::may_be_in(rest));
    // The URL is in normal form.
    is_plain.then(|| Target { identity: facts::identity_of_normal(url), host: origin.host_key })
}

/// Checks the URL of an alternate. Returns its page if the URL is complete.
pub(crate) fn alternate(field: &Field<'_>, locs: &mut Locs, reporter: &mut Reporter<'_>) -> Option<Target> {
    let url = field.value.text;
    if let Some((origin, rest)) = locs.origins.turn_to(url)
        && origin.clean
        && url.len() < length::LONGEST
        && scan(rest.as_bytes()).is_clean_but_for_query()
        && !placeholder::may_be_in(rest)
    {
        // This URL is in normal form, too.
        return Some(Target { identity: facts::identity_of_normal(url), host: origin.host_key });
    }
    examine(field, UrlRole::Alternate, locs, reporter);
    let url = url.get(characters::core(url, trimmed(url)))?;
    let parts = Parts::split(url).filter(|parts| parts.scheme != Scheme::Ftp)?;
    let host = host::judge(parts.host.of(url)).ok()?;
    matches!(prefix::of(url), Prefix::Absolute(_))
        .then(|| Target { identity: facts::identity(url), host: key::hash(host.ascii.as_bytes()) as u32 })
}

impl Locs {
    /// Starts to identify the page of each URL. Returns the pages so far: identity, span of the URL and
    /// entry.
    pub(crate) fn identify(&mut self, source: &str) -> Vec<(u64, Span, Span)> {
        if !std::mem::replace(&mut self.identify, true)
            && let Some(listed) = self.waiting.url.as_mut()
        {
            listed.identity = facts::identity(&decoded(source, listed.place()));
        }
        self.listing.all(source).collect()
    }

    /// The page of the current entry and the span of its URL, if the URL is valid.
    pub(crate) fn page(&self) -> Option<(Target, Span)> {
        let listed = self.waiting.url.as_ref().filter(|listed| !listed.index)?;
        Some((Target { identity: listed.identity, host: listed.host }, listed.place()))
    }
}
