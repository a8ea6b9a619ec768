//! The URLs that a sitemap may list (`scope-*`): those with the scheme, host and port of its own URL,
//! in its folder or below.
//!
//! URLs are compared in normal form, without queries and fragments. Images, videos,
//! alternates and enclosures are not checked.

mod elsewhere;
mod outside;

use super::loc::address::{Address, repaired};
use super::loc::origin::Origin;
use crate::diagnostic::FixKind;
use crate::options::Options;
use crate::profile::Profile;
use crate::reporter::Reporter;
use crate::robots::Site;
use crate::rules;
use crate::span::{At, Span};
use crate::value::url::host::{self, Host, Reach};
use crate::value::url::normal::Relation;
use crate::value::url::{Part, Parts, Scheme, key, normal, percent};

use elsewhere::OtherHost;
use outside::Outside;
pub(in crate::check) use outside::shown;

/// The URLs of a file that its own URL does not cover.
#[derive(Debug, Default)]
pub(in crate::check) struct Uncovered {
    elsewhere: OtherHost,
    outside: Outside,
    /// True if a robots.txt allows URLs outside of the folder.
    is_exempt: bool,
}

impl Uncovered {
    /// True if URLs are outside of the file's folder, and a robots.txt allows them.
    pub(in crate::check) const fn is_exempt(&self) -> bool {
        self.is_exempt
    }

    /// Records that the file covers a URL.
    pub(in crate::check) const fn met_other(&mut self) {
        self.outside.met_other();
    }

    /// Reports the kept findings at the end of the file.
    pub(in crate::check) fn finish(&mut self, own: Option<&OwnUrl>, reporter: &mut Reporter<'_>) {
        self.elsewhere.finish(reporter);
        self.outside.finish(own, reporter);
    }
}

/// The file's own URL.
#[derive(Debug, Clone)]
pub(crate) struct OwnUrl {
    written: Box<str>,
    authority_end: usize,
    reach: Reach,
    /// The URL in normal form, without fragment.
    normal: Box<str>,
    key: u64,
    scheme: Scheme,
    host: Box<str>,
    /// `None` for the default port of the scheme.
    port: Option<u16>,
    /// The path in normal form.
    path: Box<str>,
}

impl OwnUrl {
    /// Parses a URL. An error is the reason why it is invalid.
    pub(crate) fn parse(address: &str) -> Result<Self, &'static str> {
        let address = address.trim();
        if address.is_empty() {
            return Err("it is empty");
        }
        let parts = Parts::split(address).filter(|parts| parts.scheme != Scheme::Ftp);
        let parts = parts.ok_or("it has to start with `http://` or `https://`")?;
        let name = parts.host.of(address);
        if name.is_empty() {
            return Err("it has no host");
        }
        let host = host::judge(name).map_err(host::Fault::words)?;
        if parts.port.is_some_and(|port| !port.is_empty()) && parts.port_number(address).is_none() {
            return Err("its port is not a number from 1 to 65535");
        }
        let end = parts.fragment.map_or(address.len(), |fragment| fragment.start - 1);
        let whole = address.at(..end);
        let normal = normal::of(whole).ok_or("it cannot be read")?;
        Ok(Self {
            written: address.into(),
            authority_end: parts.authority.end,
            reach: host.reach,
            key: key::of(&normal),
            normal: normal.into_boxed_str(),
            scheme: parts.scheme,
            host: host.ascii,
            port: parts.unusual_port(address),
            path: normal::path(parts.path.of(address)).into_boxed_str(),
        })
    }

    /// The URL in the options, if it is valid.
    pub(crate) fn of(options: &Options) -> Option<Self> {
        options.url.as_deref().and_then(|address| Self::parse(address).ok())
    }

    /// The URL as written.
    pub(in crate::check) fn written(&self) -> &str {
        &self.written
    }

    /// The URL as written, split after the host and port.
    pub(in crate::check) fn halves(&self) -> (&str, &str) {
        self.written.split_at_checked(self.authority_end).unwrap_or((&self.written, ""))
    }

    /// The folder: the path up to its last `/`.
    pub(in crate::check) fn directory(&self) -> &str {
        let end = self.path.rfind('/').map_or(0, |at| at + 1);
        self.path.get(..end).unwrap_or("/")
    }

    /// The last segment of the path; empty if the path ends with a slash.
    fn file_name(&self) -> &str {
        self.path.at(self.directory().len()..)
    }

    /// The site of its robots.txt.
    pub(in crate::check) fn site(&self) -> Site {
        Site { scheme: self.scheme, host: self.host.clone(), port: self.port }
    }

    /// Scheme, host and port.
    pub(in crate::check) fn origin(&self) -> String {
        match self.port {
            Some(port) => format!("{}://{}:{port}", self.scheme.name(), self.host),
            None => format!("{}://{}", self.scheme.name(), self.host),
        }
    }

    /// The port, or the default port.
    fn number(&self) -> u16 {
        self.port.unwrap_or(self.scheme.default_port())
    }

    /// Host and port.
    pub(in crate::check) fn authority(&self) -> String {
        self.port.map_or_else(|| self.host.to_string(), |port| format!("{}:{port}", self.host))
    }

    /// The host in ASCII.
    pub(in crate::check) fn host(&self) -> &str {
        &self.host
    }

    pub(crate) const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// True if its host is right in place of `host`, which crawlers cannot reach or which is for documentation.
    pub(in crate::check) fn replaces(&self, host: &Host) -> bool {
        match host.reach {
            Reach::Public => false,
            Reach::Private => self.reach != Reach::Private,
            Reach::Documentation => self.reach == Reach::Public,
        }
    }

    pub(in crate::check) fn path(&self) -> &str {
        &self.path
    }

    /// True if an origin is the file's own.
    pub(in crate::check) fn allows(&self, scheme: Scheme, host: &str, port: Option<u16>) -> bool {
        self.scheme == scheme && *self.host == *host && self.port == port
    }

    /// The differences of an origin from the file's own.
    pub(in crate::check) fn compare(&self, origin: &Origin) -> Difference {
        let host = &*origin.host.ascii;
        let own = &*self.host;
        let same_host = host == own;
        let prefixed = |long: &str, short: &str| long.strip_prefix("www.") == Some(short);
        Difference {
            host: !same_host,
            www: prefixed(host, own) || prefixed(own, host),
            scheme: origin.scheme != self.scheme,
            port: same_host && origin.port != self.port && number_of(origin) != self.number(),
        }
    }

    /// True if `path`, as written, is in the file's folder or below.
    pub(in crate::check) fn covers(&self, path: &str) -> bool {
        let directory = self.directory();
        directory == "/" || normal::path(path).starts_with(directory)
    }

    /// As [`covers`](Self::covers), for a path in normal form.
    pub(in crate::check) fn covers_plain(&self, path: &str) -> bool {
        path.starts_with(self.directory())
    }

    /// True if `url`, whose key is `key`, is the file's own URL.
    pub(in crate::check) fn is(&self, url: &str, key: u64) -> bool {
        key == self.key && matches!(normal::relate(url, &self.normal), Relation::Same | Relation::Equivalent)
    }
}

/// The differences between an origin and the file's own.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) struct Difference {
    pub(in crate::check) host: bool,
    /// True if the hosts differ only in `www.`.
    pub(in crate::check) www: bool,
    pub(in crate::check) scheme: bool,
    /// True if the ports differ on the same host.
    pub(in crate::check) port: bool,
}

impl Difference {
    pub(in crate::check) const fn none(self) -> bool {
        !self.host && !self.scheme && !self.port
    }
}

/// Checks the URL of a page.
pub(super) fn page(
    address: &Address<'_>,
    parts: &Parts,
    origin: &Origin,
    own: &OwnUrl,
    Uncovered { elsewhere, outside, is_exempt }: &mut Uncovered,
    reporter: &mut Reporter<'_>,
) {
    // `loc-non-public-host` gives these URLs the file's own origin.
    if own.replaces(&origin.host) {
        return;
    }
    let difference = own.compare(origin);
    if !difference.host || difference.www || origin.is_allowed {
        elsewhere.mixed(reporter);
    }
    if difference.host && !origin.is_allowed {
        if difference.www {
            let written_host = address.span(parts.host);
            let found = rules::scope_www_mismatch(written_host, written_host, own.host.to_string());
            reporter.report(repaired(found, FixKind::Suggest, [address.replace(parts.host, own.host.to_string())]));
        } else {
            elsewhere.add(address, parts, &origin.host.ascii, own, reporter);
        }
    }
    if difference.scheme {
        let (scheme, edit) = rewritten_scheme(address, parts, own);
        if own.scheme == Scheme::Http {
            reporter.report(rules::scope_different_scheme::secure(scheme, parts.scheme.name(), own.scheme.name()));
        } else {
            let found = rules::scope_different_scheme(scheme, parts.scheme.name(), own.scheme.name());
            reporter.report(repaired(found, FixKind::Suggest, [edit]));
        }
    }
    if difference.port {
        let found =
            rules::scope_different_port(port_place(address, parts), number_of(origin).to_string(), own.authority());
        reporter.report(found);
    }
    if difference.none() {
        let is_covered = own.covers(parts.path.of(address.url));
        *is_exempt |= origin.anywhere && !is_covered;
        if origin.anywhere || is_covered {
            outside.met_other();
        } else {
            outside.add(address, parts, own, reporter);
        }
    }
}

/// True if Google's exemption for sitemaps submitted through Search Console applies.
pub(super) fn waived(options: &Options) -> bool {
    options.search_console && options.profiles.has(Profile::Google)
}

/// The span of the scheme, and the edit that replaces it with that of the file's own URL.
pub(super) fn rewritten_scheme(
    address: &Address<'_>,
    parts: &Parts,
    own: &OwnUrl,
) -> (Span, Option<crate::diagnostic::Edit>) {
    let scheme = Part::new(0, parts.scheme.name().len());
    (address.span(scheme), address.replace(scheme, own.scheme.name()))
}

/// The digits of the port, else the end of the host.
pub(super) fn port_place(address: &Address<'_>, parts: &Parts) -> Span {
    address.span(parts.port.unwrap_or(Part::at(parts.host.end)))
}

/// The port of an origin, or the default port.
pub(super) fn number_of(origin: &Origin) -> u16 {
    origin.port.unwrap_or(origin.scheme.default_port())
}

/// Checks the file's own URL.
pub(crate) fn document(own: Option<&OwnUrl>, reporter: &mut Reporter<'_>) {
    let Some(own) = own else { return };
    let start = Span::at(0);
    if own.directory() != "/" {
        reporter.report(rules::scope_not_at_root(start, own.directory().to_owned(), own.origin()));
    }
    if own.file_name() != "sitemap.xml" {
        reporter.report(match own.file_name() {
            "" => rules::scope_file_name::none(start),
            name => rules::scope_file_name(start, name.to_owned()),
        });
    }
    let (origin, rest) = own.halves();
    let escaped = percent::encode_illegal(rest);
    if escaped != rest {
        let (written, right) = (own.written.to_string(), format!("{origin}{escaped}"));
        reporter.report(rules::scope_sitemap_url_not_escaped(start, written, right));
    }
}
