//! The addresses that connections may be made to.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::net::SocketAddr;

use sitemap_validator_crawl::guard;
use ureq::Error;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Resolves host names and rejects those of private networks.
#[derive(Debug)]
pub(super) struct Guarded {
    pub(super) pinned: HashMap<(String, u16), SocketAddr>,
    /// The user's proxy, which may be on a private network; it resolves the names of other hosts.
    pub(super) proxy: Option<Uri>,
    pub(super) allows_private: bool,
}

impl Resolver for Guarded {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, Error> {
        let host = uri.host().unwrap_or_default().to_ascii_lowercase();
        let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("http") { 80 } else { 443 });
        if let Some(address) = self.pinned.get(&(host.clone(), port)) {
            let mut addresses = self.empty();
            addresses.push(*address);
            return Ok(addresses);
        }
        let found = DefaultResolver::default().resolve(uri, config, timeout).map_err(|error| match error {
            Error::Io(_) => Error::HostNotFound,
            error => error,
        })?;
        let is_proxy = self.proxy.as_ref().is_some_and(|proxy| proxy.authority() == uri.authority());
        // A single address that is not public is enough, because any of the addresses may be connected to.
        if !self.allows_private && !is_proxy && !found.iter().all(|address| guard::is_public(address.ip())) {
            return Err(Error::Io(ErrorKind::PermissionDenied.into()));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sitemap_validator_protocol::http::FetchError;

    use super::super::kind;
    use super::*;

    #[test]
    fn names_of_this_machine_are_not_resolved() {
        let address = SocketAddr::from(([127, 0, 0, 1], 80));
        let pinned = HashMap::from([(("tidepool.page".to_owned(), 80), address)]);
        let mut resolver = Guarded { pinned, proxy: None, allows_private: false };
        let config = Config::builder().proxy(None).build();
        let resolve = |resolver: &Guarded, uri: &str| {
            let timeout = NextTimeout {
                after: Duration::from_secs(5).into(),
                reason: ureq::Timeout::Resolve,
                per_read: None,
                per_write: None,
            };
            resolver
                .resolve(&uri.parse().unwrap(), &config, timeout)
                .map(|found| found[0])
                .map_err(|error| kind(&error))
        };
        for uri in ["http://localhost:80/", "http://127.0.0.1:80/", "http://[::1]:80/", "http://10.0.0.1/"] {
            assert_eq!(resolve(&resolver, uri), Err(FetchError::Private), "{uri}");
        }
        assert_eq!(resolve(&resolver, "http://1.1.1.1/"), Ok(SocketAddr::from(([1, 1, 1, 1], 80))));
        assert_eq!(resolve(&resolver, "http://Tidepool.page/"), Ok(address));
        resolver.proxy = Some("http://10.0.0.1:3128".parse().unwrap());
        assert!(resolve(&resolver, "http://10.0.0.1:3128/").is_ok());
        resolver.allows_private = true;
        assert_eq!(resolve(&resolver, "http://127.0.0.1:80/"), Ok(address));
    }
}
