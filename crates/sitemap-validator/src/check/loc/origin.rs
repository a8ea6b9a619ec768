//! The origins (scheme, host and port) of a file's URLs: each is judged once.

use crate::check::robots::Known;
use crate::check::scope::OwnUrl;
use crate::robots::Site;
use crate::span::{At, Span};
use crate::value::url::host::{self, Fault, Host, Reach};
use crate::value::url::key::{self, KeyMap};
use crate::value::url::normal::bare_head;
use crate::value::url::{Parts, Scheme};

/// An origin as it is written, judged.
#[expect(clippy::struct_excessive_bools, reason = "five independent facts")]
#[derive(Debug)]
pub(in crate::check) struct Origin {
    /// Scheme and authority, byte by byte.
    raw: Box<str>,
    pub(in crate::check) scheme: Scheme,
    pub(in crate::check) host: Host,
    /// The port, unless it goes without saying.
    pub(in crate::check) port: Option<u16>,
    /// URLs the file lists with it.
    pub(super) count: u64,
    /// The first of them.
    pub(super) first: Option<First>,
    /// Nothing is to be said about it.
    pub(super) clean: bool,
    /// Its URLs may stand in the file, as far as it goes.
    pub(super) in_scope: bool,
    /// There is proof that the file may list pages on its host.
    pub(in crate::check) vouched: bool,
    /// Its URLs may be outside the file's folder: see [`Known::proves_home`].
    pub(in crate::check) anywhere: bool,
    /// Its robots.txt, by number.
    pub(in crate::check) robots: Option<usize>,
    /// It is in normal form, the case aside.
    pub(super) normal: bool,
    /// Alike for URLs of one host.
    pub(super) host_key: u32,
    /// How much of its URLs makes no other page of them: see [`bare_head`].
    head: usize,
}

impl Origin {
    /// What [`bare_head`] leaves of `url`, which has this origin.
    pub(super) fn bare_of<'u>(&self, url: &'u str) -> &'u str {
        url.at(self.head..)
    }
}

/// How many origins are looked through for alternates, which have one for each language at most.
const FEW: usize = 32;

/// Where the first URL of an origin stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct First {
    pub(super) scheme: Span,
    pub(super) host: Span,
    pub(super) port: Span,
    pub(super) entry: u32,
}

/// Those met so far.
#[derive(Debug, Default)]
pub(super) struct Origins {
    all: Vec<Origin>,
    by_text: KeyMap<usize>,
    /// The latest of other URLs, and of those the file lists.
    latest: [Option<usize>; 2],
}

impl Origins {
    /// The latest origin of the URLs the file lists, or of others, with its number, and the path and query of `url`
    /// when it starts with that origin.
    pub(super) fn latest<'u>(&self, listed: bool, url: &'u str) -> Option<(usize, &Origin, &'u str)> {
        let [other, entry] = self.latest;
        let index = if listed { entry } else { other }?;
        let origin = self.all.get(index)?;
        let rest = url.strip_prefix(&*origin.raw)?;
        rest.starts_with('/').then_some((index, origin, rest))
    }

    /// The origin of `url`, judged now or before.
    pub(super) fn of(
        &mut self,
        url: &str,
        parts: &Parts,
        listed: bool,
        (own, known): (Option<&OwnUrl>, &Known),
    ) -> Result<usize, Fault> {
        let raw = url.at(..parts.authority.end);
        let text_key = key::hash(raw.as_bytes());
        let met = self.by_text.get(&text_key).copied();
        let met = met.filter(|&index| self.all.get(index).is_some_and(|origin| *origin.raw == *raw));
        let index = if let Some(index) = met {
            index
        } else {
            let origin = judge(url, raw, parts, (own, known))?;
            self.by_text.insert(text_key, self.all.len());
            self.all.push(origin);
            self.all.len() - 1
        };
        self.latest[usize::from(listed)] = Some(index);
        Ok(index)
    }

    /// Makes the origin that `url`, which is no entry's, starts with the latest, if it is among the first few. Returns
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

    /// Those that entries have, in the order they were met.
    pub(super) fn used(&self) -> impl Iterator<Item = &Origin> {
        self.all.iter().filter(|origin| origin.count > 0)
    }
}

/// Judges an origin that is met for the first time; `raw` is its text.
fn judge(url: &str, raw: &str, parts: &Parts, (own, known): (Option<&OwnUrl>, &Known)) -> Result<Origin, Fault> {
    let written = parts.host.of(url);
    let host = host::judge(written)?;
    let port = parts.unusual_port(url);
    let explicit = parts.port.is_some() && port.is_none();
    let normal = parts.userinfo.is_none() && !explicit && host.ascii.eq_ignore_ascii_case(written);
    let clean = normal
        && !host.underscore
        && host.reach != Reach::Private
        && !raw.bytes().any(|byte| byte.is_ascii_uppercase());
    let vouched = known.vouches(&host.ascii);
    let allows = |own: &OwnUrl| {
        let elsewhere = vouched && *own.host() != *host.ascii;
        elsewhere && own.scheme() == parts.scheme || own.allows(parts.scheme, &host.ascii, port)
    };
    let robots = (!known.has_none()).then(|| Site { scheme: parts.scheme, host: host.ascii.clone(), port });
    Ok(Origin {
        raw: raw.into(),
        scheme: parts.scheme,
        port,
        count: 0,
        first: None,
        clean,
        in_scope: own.is_none_or(allows),
        vouched,
        anywhere: known.proves_home(),
        robots: robots.and_then(|site| known.robots_of(&site)),
        normal,
        host_key: key::hash(host.ascii.as_bytes()) as u32,
        head: url.len() - bare_head(url).len(),
        host,
    })
}
