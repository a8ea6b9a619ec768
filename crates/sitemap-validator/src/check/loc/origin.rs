//! The origins (scheme, host and port) of a file's URLs. Each is checked once.

use super::reach::Unreachable;
use crate::check::robots::SiteEvidence;
use crate::check::scope::OwnUrl;
use crate::robots::Site;
use crate::span::{At, Span};
use crate::value::url::host::{self, Fault, Host, Reach};
use crate::value::url::key::{self, KeyMap};
use crate::value::url::normal::bare_head;
use crate::value::url::{Parts, Scheme};

/// A checked origin, as written.
#[expect(clippy::struct_excessive_bools, reason = "five independent facts")]
#[derive(Debug)]
pub(in crate::check) struct Origin {
    /// Scheme and authority, exactly as written.
    raw: Box<str>,
    pub(in crate::check) scheme: Scheme,
    pub(in crate::check) host: Host,
    /// The port, unless it is the default of the scheme.
    pub(in crate::check) port: Option<u16>,
    /// The number of listed URLs with this origin.
    pub(super) count: u64,
    /// The first of these URLs.
    pub(super) first: Option<First>,
    /// Its URLs, if crawlers cannot reach it.
    pub(super) unreachable: Option<Box<Unreachable>>,
    /// True if no rule reports the origin.
    pub(super) clean: bool,
    /// True if its URLs may be in the file, as far as the origin decides.
    pub(super) in_scope: bool,
    /// True if the file is proved to be allowed to list pages of this host.
    pub(in crate::check) is_allowed: bool,
    /// True if only Google accepts that: a host that crawlers reach, without a robots.txt that lists the file.
    pub(super) is_for_google: bool,
    /// True if its URLs may be outside the file's folder: see [`SiteEvidence::proves_home`].
    pub(in crate::check) anywhere: bool,
    /// The index of its robots.txt.
    pub(in crate::check) robots: Option<usize>,
    /// True if it is in normal form except for case.
    pub(super) normal: bool,
    /// The same number for all URLs of a host.
    pub(super) host_key: u32,
    /// The length of the part that does not distinguish pages: see [`bare_head`].
    head: usize,
}

impl Origin {
    /// `url`, which has this origin, without the part that [`bare_head`] removes.
    pub(super) fn bare_of<'u>(&self, url: &'u str) -> &'u str {
        url.at(self.head..)
    }
}

/// The number of origins that are searched one by one, as for alternates, which have at most one per language.
const FEW: usize = 32;

/// The location of the first URL of an origin.
#[derive(Debug, Clone, Copy)]
pub(super) struct First {
    pub(super) scheme: Span,
    pub(super) host: Span,
    pub(super) port: Span,
    pub(super) entry: u32,
}

/// The origins so far.
#[derive(Debug, Default)]
pub(super) struct Origins {
    all: Vec<Origin>,
    by_text: KeyMap<usize>,
    /// The latest origin of other URLs, and of listed ones.
    latest: [Option<usize>; 2],
}

impl Origins {
    /// The latest origin of listed URLs, or of others, with its index, and the path and query of `url`
    /// if it starts with that origin.
    pub(super) fn latest<'u>(&self, listed: bool, url: &'u str) -> Option<(usize, &Origin, &'u str)> {
        let [other, entry] = self.latest;
        let index = if listed { entry } else { other }?;
        let origin = self.all.get(index)?;
        let rest = url.strip_prefix(&*origin.raw)?;
        rest.starts_with('/').then_some((index, origin, rest))
    }

    /// The index of the origin of `url`, if it is not new.
    pub(super) fn known(&mut self, url: &str, parts: &Parts, listed: bool) -> Option<usize> {
        let raw = url.at(..parts.authority.end);
        let met = self.by_text.get(&key::hash(raw.as_bytes())).copied();
        let index = met.filter(|&index| self.all.get(index).is_some_and(|origin| *origin.raw == *raw))?;
        self.set_latest(listed, index);
        Some(index)
    }

    /// Checks the new origin of `url`. Returns its index.
    pub(super) fn add(
        &mut self,
        url: &str,
        parts: &Parts,
        listed: bool,
        (own, known): (Option<&OwnUrl>, &SiteEvidence),
    ) -> Result<usize, Fault> {
        let raw = url.at(..parts.authority.end);
        let origin = judge(url, raw, parts, (own, known))?;
        let index = self.all.len();
        self.by_text.insert(key::hash(raw.as_bytes()), index);
        self.all.push(origin);
        self.set_latest(listed, index);
        Ok(index)
    }

    fn set_latest(&mut self, listed: bool, index: usize) {
        let [other, entry] = &mut self.latest;
        *(if listed { entry } else { other }) = Some(index);
    }

    /// The hosts of the first few origins.
    pub(super) fn first_hosts(&self) -> impl Iterator<Item = &str> {
        self.all.iter().take(FEW).map(|origin| &*origin.host.ascii)
    }

    /// Makes the origin of `url`, which is not an entry's, the latest one, if it is among the first few. Returns
    /// it with the path and query of `url`.
    pub(super) fn turn_to<'u>(&mut self, url: &'u str) -> Option<(&Origin, &'u str)> {
        let starts = |origin: &Origin| url.strip_prefix(&*origin.raw).is_some_and(|rest| rest.starts_with('/'));
        let latest = self.latest[0].filter(|&latest| self.all.get(latest).is_some_and(starts));
        let index = latest.or_else(|| self.all.iter().take(FEW).position(starts))?;
        self.latest[0] = Some(index);
        let origin = self.all.get(index)?;
        Some((origin, url.get(origin.raw.len()..)?))
    }

    pub(super) fn get(&self, index: usize) -> Option<&Origin> {
        self.all.get(index)
    }

    pub(super) fn get_mut(&mut self, index: usize) -> Option<&mut Origin> {
        self.all.get_mut(index)
    }

    /// The URLs of the origins that crawlers cannot reach, with true if they reach none of the entries.
    pub(super) fn take_unreachable(&mut self) -> impl Iterator<Item = (Unreachable, bool)> {
        let none = self.used().all(|origin| origin.host.reach == Reach::Private);
        self.all.iter_mut().filter_map(move |origin| Some((*origin.unreachable.take()?, none && origin.count > 0)))
    }

    /// The origins of entries, in the order of the file.
    pub(super) fn used(&self) -> impl Iterator<Item = &Origin> {
        self.all.iter().filter(|origin| origin.count > 0)
    }
}

/// Checks a new origin; `raw` is its text.
fn judge(url: &str, raw: &str, parts: &Parts, (own, known): (Option<&OwnUrl>, &SiteEvidence)) -> Result<Origin, Fault> {
    let written = parts.host.of(url);
    let host = host::judge(written)?;
    let port = parts.unusual_port(url);
    let explicit = parts.port.is_some() && port.is_none();
    let normal = parts.userinfo.is_none() && !explicit && host.ascii.eq_ignore_ascii_case(written);
    let clean = normal
        && !host.underscore
        && host.reach != Reach::Private
        && !own.is_some_and(|own| own.replaces(&host))
        && !raw.bytes().any(|byte| byte.is_ascii_uppercase());
    let is_allowed = known.allows_host(&host.ascii);
    let is_elsewhere = is_allowed && own.is_some_and(|own| *own.host() != *host.ascii);
    let allows =
        |own: &OwnUrl| is_elsewhere && own.scheme() == parts.scheme || own.allows(parts.scheme, &host.ascii, port);
    let robots = (!known.has_none()).then(|| Site { scheme: parts.scheme, host: host.ascii.clone(), port });
    Ok(Origin {
        raw: raw.into(),
        scheme: parts.scheme,
        port,
        count: 0,
        first: None,
        unreachable: None,
        clean,
        in_scope: own.is_none_or(allows),
        is_allowed,
        is_for_google: is_elsewhere
            && host.reach != Reach::Private
            && !own.is_some_and(|own| own.replaces(&host))
            && !known.is_listed_by(&host.ascii),
        anywhere: known.proves_home(),
        robots: robots.and_then(|site| known.robots_of(&site)),
        normal,
        host_key: key::hash(host.ascii.as_bytes()) as u32,
        head: url.len() - bare_head(url).len(),
        host,
    })
}
