//! What a sitemap at a given address may list (`scope-*`): the same scheme, host and port, and what
//! is in its folder or below.
//!
//! Both sides are compared in normal form; queries and fragments do not count. Images, videos,
//! alternates and enclosures may be anywhere and never come here.

mod elsewhere;

use super::loc::address::{Address, repaired};
use super::loc::origin::Origin;
use crate::diagnostic::{FixKind, Severity};
use crate::options::Options;
use crate::profile::Profile;
use crate::reporter::Reporter;
use crate::robots::Site;
use crate::rules;
use crate::span::{At, Span};
use crate::value::url::normal::Relation;
use crate::value::url::{Part, Parts, Scheme, host, key, normal, percent};

pub(in crate::check) use elsewhere::Elsewhere;

/// The address the file is served from.
#[derive(Debug, Clone)]
pub(crate) struct OwnUrl {
    written: Box<str>,
    authority_end: usize,
    public: bool,
    /// In normal form, without fragment.
    normal: Box<str>,
    key: u64,
    scheme: Scheme,
    host: Box<str>,
    /// Unless it goes without saying.
    port: Option<u16>,
    /// The path in normal form.
    path: Box<str>,
}

impl OwnUrl {
    /// Reads an address, or says why it is none.
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
            public: host.reach == host::Reach::Public || host.reach == host::Reach::Documentation,
            key: key::of(&normal),
            normal: normal.into_boxed_str(),
            scheme: parts.scheme,
            host: host.ascii,
            port: parts.unusual_port(address),
            path: normal::path(parts.path.of(address)).into_boxed_str(),
        })
    }

    /// The address the options give, if it can be read.
    pub(crate) fn of(options: &Options) -> Option<Self> {
        options.own_url.as_deref().and_then(|address| Self::parse(address).ok())
    }

    /// The address as it was given.
    pub(in crate::check) fn written(&self) -> &str {
        &self.written
    }

    /// The address as it was given, divided behind the host and port.
    pub(in crate::check) fn halves(&self) -> (&str, &str) {
        self.written.split_at_checked(self.authority_end).unwrap_or((&self.written, ""))
    }

    /// The folder: the path up to its last `/`.
    pub(in crate::check) fn directory(&self) -> &str {
        let end = self.path.rfind('/').map_or(0, |at| at + 1);
        self.path.get(..end).unwrap_or("/")
    }

    /// The file's name.
    fn file_name(&self) -> &str {
        self.path.at(self.directory().len()..)
    }

    /// Whose robots.txt is for it.
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

    /// The port, also when it goes without saying.
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

    pub(in crate::check) const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// True when its host can be reached from anywhere.
    pub(in crate::check) const fn is_public(&self) -> bool {
        self.public
    }

    pub(in crate::check) fn path(&self) -> &str {
        &self.path
    }

    /// True when an origin is the file's own.
    pub(in crate::check) fn allows(&self, scheme: Scheme, host: &str, port: Option<u16>) -> bool {
        self.scheme == scheme && *self.host == *host && self.port == port
    }

    /// How an origin differs from the file's own.
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

    /// True when `path`, as written, is in the file's folder or below.
    pub(in crate::check) fn covers(&self, path: &str) -> bool {
        let directory = self.directory();
        directory == "/" || normal::path(path).starts_with(directory)
    }

    /// As [`covers`](Self::covers), for a path that is its own normal form.
    pub(in crate::check) fn covers_plain(&self, path: &str) -> bool {
        path.starts_with(self.directory())
    }

    /// True when `url`, whose key is `key`, is the file's own address.
    pub(in crate::check) fn is(&self, url: &str, key: u64) -> bool {
        key == self.key && matches!(normal::relate(url, &self.normal), Relation::Same | Relation::Equivalent)
    }
}

/// In what an origin differs from the file's own.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) struct Difference {
    pub(in crate::check) host: bool,
    /// The hosts differ in `www.` alone.
    pub(in crate::check) www: bool,
    pub(in crate::check) scheme: bool,
    /// The ports differ on the same host.
    pub(in crate::check) port: bool,
}

impl Difference {
    pub(in crate::check) const fn none(self) -> bool {
        !self.host && !self.scheme && !self.port
    }
}

/// Judges the URL of a page.
pub(super) fn page(
    address: &Address<'_>,
    parts: &Parts,
    origin: &Origin,
    own: &OwnUrl,
    elsewhere: &mut Elsewhere,
    reporter: &mut Reporter<'_>,
) {
    let difference = own.compare(origin);
    if !difference.host || difference.www || origin.vouched {
        elsewhere.mixed(reporter);
    }
    if difference.host && !origin.vouched {
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
        let found = rules::scope_different_scheme(scheme, parts.scheme.name(), own.scheme.name());
        reporter.report(repaired(found, FixKind::Suggest, [edit]));
    }
    if difference.port {
        let found =
            rules::scope_different_port(port_place(address, parts), number_of(origin).to_string(), own.authority());
        reporter.report(found);
    }
    let path = parts.path.of(address.url);
    if difference.none() && !own.covers(path) && !origin.anywhere {
        let span = address.span(parts.path);
        let found = rules::scope_outside_directory(
            span,
            if path.is_empty() { "/".into() } else { crate::diagnostic::Arg::Source(span) },
            own.directory().to_owned(),
            own.origin(),
        );
        reporter.report(if waived(reporter.options) { found.severity(Severity::Info) } else { found });
    }
}

/// True when Google's exemption for what is submitted through Search Console holds.
pub(super) fn waived(options: &Options) -> bool {
    options.search_console && options.profiles.has(Profile::Google)
}

/// Where the scheme stands, and the edit that makes it the file's own.
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

/// The port of an origin, also when it goes without saying.
pub(super) fn number_of(origin: &Origin) -> u16 {
    origin.port.unwrap_or(origin.scheme.default_port())
}

/// Judges the address itself, once per file.
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
