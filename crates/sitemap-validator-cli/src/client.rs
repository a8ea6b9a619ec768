//! Requests over the network. Only this module uses the HTTP library, whose resolver and transport may change in minor
//! versions.

mod connection;
mod guarded;
mod map;

use std::borrow::Cow;
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, ValueHint};
use sitemap_validator_crawl::Reply;
use sitemap_validator_protocol::http::FetchError;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::unversioned::transport::{Connector, DefaultConnector};
use ureq::{Agent, BodyReader, Error, Proxy};
use url::{Origin, Url};

use connection::{StopFlag, StrictConnector};
use guarded::Guarded;
pub(crate) use map::Mapping;

/// The maximum time to establish a connection, and the maximum time between two reads of a response.
const CONNECT: Duration = Duration::from_secs(10);
const READ: Duration = Duration::from_secs(30);

/// The maximum size of a response header, in bytes.
const MOST_HEADER: usize = 64 * 1024;

/// The heading of the options about requests.
pub(crate) const FETCH: &str = "Fetching";

/// How connections are made.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = FETCH)]
pub(crate) struct Connecting {
    /// Give up on a request after N seconds
    #[arg(long, hide_short_help = true, value_name = "N", default_value = "120")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) max_time: u64,

    /// Value of the User-Agent header
    #[arg(long, hide_short_help = true, value_name = "NAME")]
    #[arg(default_value = concat!("sitemap-validator/", env!("CARGO_PKG_VERSION")), value_parser = ascii)]
    pub(crate) user_agent: String,

    /// Allow hosts of private networks, such as localhost
    #[arg(long, hide_short_help = true)]
    pub(crate) allow_private: bool,

    /// Connect to this address for a host, for example to test a server before its DNS entry exists
    ///
    /// Example: `--resolve www.example.com:443:192.0.2.7`. Can be repeated.
    #[arg(long, hide_short_help = true, value_name = "HOST:PORT:ADDRESS", value_parser = pinned)]
    pub(crate) resolve: Vec<Pinned>,

    /// Send the requests for one origin to another, for example to check a site before it is online
    ///
    /// Example: `--map https://www.example.com=https://staging.example.com`. Reports name the first one. Can be repeated.
    #[arg(long, hide_short_help = true, value_name = "URL=URL")]
    pub(crate) map: Vec<Mapping>,

    /// Trust the certificates in this PEM file instead of the system's
    #[arg(long, hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) ca_file: Option<PathBuf>,

    /// Accept any certificate
    #[arg(long, hide_short_help = true, conflicts_with = "ca_file")]
    pub(crate) insecure: bool,
}

/// A host and port with the address to connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pinned {
    host: String,
    port: u16,
    address: IpAddr,
}

/// Parses a text of printable ASCII characters.
pub(crate) fn ascii(text: &str) -> Result<String, String> {
    let is_fine = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_fine { Ok(text.to_owned()) } else { Err("expected ASCII characters only".to_owned()) }
}

fn pinned(text: &str) -> Result<Pinned, String> {
    let read = |text: &str| {
        let (host, rest) = text.split_once(':').filter(|(host, _)| !host.is_empty())?;
        let (port, address) = rest.split_once(':')?;
        let address = address.trim_start_matches('[').trim_end_matches(']').parse().ok()?;
        // The same form as in URLs, so that the host of a URL matches.
        let host = url::Host::parse(host).ok()?.to_string();
        Some(Pinned { host, port: port.parse().ok()?, address })
    };
    read(text).ok_or_else(|| "expected a host, a port and an IP address, separated by colons".to_owned())
}

/// How requests are routed.
#[derive(Debug, Clone, Default)]
pub(crate) enum Route {
    /// Through the proxy set in the environment, if any.
    #[default]
    Environment,
    /// Through this proxy.
    Proxy(Proxy),
    /// Without a proxy.
    #[cfg(any(feature = "serve", test))]
    Direct,
}

impl FromStr for Route {
    type Err = String;

    fn from_str(url: &str) -> Result<Self, String> {
        let is_http = url.starts_with("http://") || url.starts_with("https://") || !url.contains("://");
        let proxy = Proxy::new(url).ok().filter(|_| is_http);
        proxy.map(Self::Proxy).ok_or_else(|| "expected an http or https URL".to_owned())
    }
}

/// Header fields and credentials that are sent only to certain origins.
#[derive(Debug, Default)]
pub(crate) struct Own {
    /// The origins to which the header fields are sent.
    pub(crate) origins: Vec<Origin>,
    pub(crate) header: Vec<(String, String)>,
    /// The field `Authorization` for an origin.
    pub(crate) logins: Vec<(Origin, String)>,
}

/// Makes requests.
pub(crate) struct Client {
    agent: Agent,
    stop: StopFlag,
    own: Own,
    map: Vec<Mapping>,
}

/// Returns the system's certificates, or those of Mozilla if there are none, as in a container with only the program.
fn system_certificates() -> RootCerts {
    #[cfg(target_os = "linux")]
    {
        let found = openssl_probe::probe();
        if found.cert_file.is_none() && found.cert_dir.is_empty() {
            return RootCerts::WebPki;
        }
    }
    RootCerts::PlatformVerifier
}

impl Client {
    /// Creates a client, or returns the reason for the failure.
    pub(crate) fn new(options: &Connecting, own: Own, route: Route) -> Result<Self, String> {
        let certificates = match &options.ca_file {
            None => system_certificates(),
            Some(file) => {
                let unread = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
                let pem = fs::read(file).map_err(|error| unread(&error))?;
                let items: Result<Vec<_>, _> = ureq::tls::parse_pem(&pem).collect();
                let certificates = items.map_err(|error| unread(&error))?.into_iter().filter_map(|item| match item {
                    ureq::tls::PemItem::Certificate(certificate) => Some(certificate),
                    _ => None,
                });
                let certificates: Vec<Certificate<'static>> = certificates.collect();
                if certificates.is_empty() {
                    return Err(format!("{}: no certificate in this file", file.display()));
                }
                RootCerts::Specific(Arc::new(certificates))
            }
        };
        let tls = TlsConfig::builder().root_certs(certificates).disable_verification(options.insecure).build();
        let config = match route {
            Route::Environment => Config::builder(),
            Route::Proxy(proxy) => Config::builder().proxy(Some(proxy)),
            #[cfg(any(feature = "serve", test))]
            Route::Direct => Config::builder().proxy(None),
        };
        let config = config
            .tls_config(tls)
            .user_agent(&options.user_agent)
            .accept("application/xml, text/xml, text/plain, */*;q=0.5")
            // Compressed files are kept compressed.
            .accept_encoding("gzip")
            .http_status_as_error(false)
            // The crawl follows redirects itself.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_response_header_size(MOST_HEADER)
            .timeout_connect(Some(CONNECT))
            .timeout_per_read(Some(READ))
            .timeout_global(Some(Duration::from_secs(options.max_time)))
            .build();
        let pinned = options.resolve.iter();
        let resolver = Guarded {
            pinned: pinned.map(|own| ((own.host.clone(), own.port), SocketAddr::new(own.address, own.port))).collect(),
            proxy: config.proxy().map(|proxy| proxy.uri().clone()),
            allows_private: options.allow_private,
        };
        let stop = StopFlag::default();
        let connector = DefaultConnector::default().chain(StrictConnector(stop.clone()));
        Ok(Self { agent: Agent::with_parts(config, connector, resolver), stop, own, map: options.map.clone() })
    }

    /// Returns the host of the proxy, if requests go through one.
    pub(crate) fn proxy(&self) -> Option<&str> {
        self.agent.config().proxy().map(Proxy::host)
    }

    /// Ends all requests in progress with an error. The clone that this shuts down shares its connections with the
    /// agent.
    pub(crate) fn stop(&self) {
        self.stop.set();
        self.agent.clone().shutdown();
    }

    /// The URL that is requested for `url`.
    pub(crate) fn mapped<'u>(&self, url: &'u str) -> Cow<'u, str> {
        map::onto(&self.map, url)
    }

    /// The URL that a redirect from `url` to `target` leads to, if a mapping changes it.
    pub(crate) fn original(&self, url: &str, target: &str) -> Option<String> {
        map::back(&self.map, url, target)
    }

    /// Requests `url` without following redirects.
    pub(crate) fn get(&self, url: &str) -> Result<Answer, FetchError> {
        self.get_with(url, &[])
    }

    /// Like [`Self::get`], with additional header fields.
    pub(crate) fn get_with(&self, url: &str, header: &[(String, String)]) -> Result<Answer, FetchError> {
        let origin = Url::parse(url).ok().map(|url| url.origin());
        let is_own = origin.as_ref().is_some_and(|origin| self.own.origins.contains(origin));
        let own = if is_own { &self.own.header[..] } else { &[] };
        let asked = self.mapped(url);
        let mut request = self.agent.get(&*asked);
        if let Some((_, login)) = self.own.logins.iter().find(|(of, _)| Some(of) == origin.as_ref()) {
            request = request.header("authorization", login);
        }
        for (name, value) in own.iter().chain(header) {
            request = request.header(name, value);
        }
        let response = request.call().map_err(|error| self.kind(&error, &asked))?;
        let (head, body) = response.into_parts();
        let text = |value: &ureq::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let field = |(name, value): (&ureq::http::HeaderName, &ureq::http::HeaderValue)| {
            let value = text(value);
            let target = if name == "location" { self.original(url, &value) } else { None };
            (name.to_string(), target.unwrap_or(value))
        };
        let header = head.headers.iter().map(field).collect();
        let reply = Reply { status: head.status.as_u16(), header, ..Reply::default() };
        let has_length = head.headers.contains_key("content-length");
        Ok(Answer { reply, body: body.into_with_config().limit(u64::MAX).reader(), has_length })
    }

    /// Sends JSON to `url` and returns the status of the response.
    pub(crate) fn post(&self, url: &str, json: &str) -> Result<u16, FetchError> {
        let asked = self.mapped(url);
        let request = self.agent.post(&*asked).header("content-type", "application/json; charset=utf-8");
        let response = request.send(json).map_err(|error| self.kind(&error, &asked))?;
        Ok(response.status().as_u16())
    }

    /// Why a request of `asked` failed.
    fn kind(&self, error: &Error, asked: &str) -> FetchError {
        let is_by_proxy = self.agent.config().proxy().is_some_and(|proxy| !proxy_is_passed(proxy, asked));
        match kind(error) {
            // These errors are about the connection, which is the one to the proxy.
            FetchError::Dns | FetchError::Refused if is_by_proxy => FetchError::Proxy,
            error => error,
        }
    }
}

/// A response whose body has not been read yet.
pub(crate) struct Answer {
    pub(crate) reply: Reply,
    body: BodyReader<'static>,
    has_length: bool,
}

impl Answer {
    /// Reads up to `most` bytes of the content and passes each piece to `take`, which can stop the reading.
    pub(crate) fn read<E>(
        &mut self,
        most: u64,
        mut take: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), Trouble<E>> {
        let mut piece = vec![0; 64 * 1024];
        while self.reply.bytes < most {
            let room = usize::try_from(most - self.reply.bytes).unwrap_or(usize::MAX).min(piece.len());
            let count = match self.body.read(&mut piece[..room]) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                // If the size is known, it reveals an incomplete body.
                Err(_) if self.reply.bytes > 0 && self.has_length => {
                    self.reply.is_cut = true;
                    break;
                }
                Err(error) => return Err(Trouble::Fetch(kind_of_io(&error))),
            };
            take(piece.get(..count).unwrap_or_default()).map_err(Trouble::Own)?;
            self.reply.bytes += count as u64;
        }
        Ok(())
    }
}

/// The reason why there is no response.
pub(crate) enum Trouble<E> {
    /// The server or the connection failed.
    Fetch(FetchError),
    /// The receiver of the body failed.
    Own(E),
}

/// True if the proxy is bypassed for `url`.
fn proxy_is_passed(proxy: &Proxy, url: &str) -> bool {
    url.parse().is_ok_and(|url: Uri| proxy.is_no_proxy(&url))
}

fn kind(error: &Error) -> FetchError {
    match error {
        Error::ConnectProxyFailed(_) | Error::InvalidProxyUrl => FetchError::Proxy,
        Error::LargeResponseHeader(..) => FetchError::LargeHeader,
        // The library has no separate error for this.
        Error::Protocol(error) if error.to_string().contains("too many headers") => FetchError::LargeHeader,
        Error::Protocol(_) | Error::Http(_) => FetchError::Malformed,
        Error::HostNotFound => FetchError::Dns,
        Error::Timeout(_) => FetchError::Timeout,
        Error::ConnectionFailed => FetchError::Refused,
        Error::Tls(_) | Error::Rustls(_) | Error::Pem(_) => FetchError::Tls,
        Error::Io(error) => kind_of_io(error),
        _ => FetchError::Cut,
    }
}

fn kind_of_io(error: &io::Error) -> FetchError {
    if let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>()) {
        return kind(error);
    }
    match error.kind() {
        ErrorKind::PermissionDenied => FetchError::Private,
        // The kind that rustls uses for invalid certificates and messages.
        ErrorKind::InvalidData => FetchError::Tls,
        ErrorKind::ConnectionRefused | ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => {
            FetchError::Refused
        }
        ErrorKind::TimedOut | ErrorKind::WouldBlock => FetchError::Timeout,
        _ => FetchError::Cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let host = "tidepool.page".to_owned();
        assert_eq!(
            pinned("Tidepool.page:8443:[::1]"),
            Ok(Pinned { host, port: 8443, address: "::1".parse().unwrap() })
        );
        let host = pinned("Bücher.page:443:127.0.0.1").map(|pinned| pinned.host);
        assert_eq!(host.as_deref(), Ok("xn--bcher-kva.page"));
        for text in ["a:443", "a:b:127.0.0.1", ":443:127.0.0.1", "a:443:b", "a b:443:127.0.0.1"] {
            assert!(pinned(text).is_err(), "{text}");
        }
    }
}
