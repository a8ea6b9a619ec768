//! The connections of visitors.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use sitemap_validator_crawl::guard;
use tokio::net::TcpListener;
use tokio::time;

/// The maximum time for the head of a request, and for the wait until the next request of a connection.
const HEAD: Duration = Duration::from_secs(30);

/// The pause after a connection could not be accepted, for example because too many are open.
const PAUSE: Duration = Duration::from_secs(1);

/// The maximum number of open connections from a public address. Connections from other addresses, such as that of a
/// proxy in a private network, are not limited.
const MAX_PER_ADDRESS: usize = 128;

/// The number of open connections from each public address, limited so that one address cannot use all connections that
/// the system allows.
#[derive(Debug, Clone, Default)]
struct ConnectionCounts(Arc<Mutex<HashMap<IpAddr, usize>>>);

/// A connection from a public address, counted until this is dropped.
struct ConnectionGuard(ConnectionCounts, IpAddr);

impl ConnectionCounts {
    /// Counts a connection; `Err` if there are too many. Connections from private networks are not counted.
    fn count(&self, client: SocketAddr) -> Result<Option<ConnectionGuard>, ()> {
        let address = client.ip().to_canonical();
        if !guard::is_public(address) {
            return Ok(None);
        }
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if *count >= MAX_PER_ADDRESS {
            return Err(());
        }
        *count += 1;
        Ok(Some(ConnectionGuard(self.clone(), address)))
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut open = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let left = open.get_mut(&self.1).map(|count| {
            *count -= 1;
            *count
        });
        if left == Some(0) {
            open.remove(&self.1);
        }
    }
}

/// Answers requests until `end`, then finishes the requests in progress. Each request has the address of its client as
/// an extension.
pub(super) async fn answer(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connections = GracefulShutdown::new();
    let open = ConnectionCounts::default();
    let mut end = pin!(end);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut end => break,
        };
        let Ok((stream, client)) = accepted else {
            time::sleep(PAUSE).await;
            continue;
        };
        let Ok(counted) = open.count(client) else { continue };
        let service = TowerToHyperService::new(router.clone().layer(Extension(client)));
        let connection = connections.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            let _counted = counted;
            connection.await
        });
    }
    connections.shutdown().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_take_all_connections() {
        let open = ConnectionCounts::default();
        let count = |client: &str| open.count(client.parse().expect("an address"));
        let mut connections: Vec<_> = (0..MAX_PER_ADDRESS).map(|_| count("1.1.1.1:80")).collect();
        assert!(connections.iter().all(Result::is_ok) && count("1.1.1.1:81").is_err());
        assert!(count("[::ffff:1.1.1.1]:81").is_err(), "the same in IPv6");
        assert!(count("1.1.1.2:80").is_ok() && count("127.0.0.1:80").is_ok());
        connections.pop();
        assert!(count("1.1.1.1:81").is_ok());
        connections.clear();
        assert!(open.0.lock().expect("no panic").is_empty());
    }
}
