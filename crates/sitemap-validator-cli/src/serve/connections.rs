//! The connections of visitors.

use std::pin::pin;
use std::time::Duration;

use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::time;

/// How long a visitor may take for the head of a request, and how long a connection may wait for the next one.
const HEAD: Duration = Duration::from_secs(30);

/// How long no connection is accepted after one could not be, as happens when too many are open.
const PAUSE: Duration = Duration::from_secs(1);

/// Answers requests, which have the address of their client as an extension, until `end`, and finishes those that are under
/// way then.
pub(super) async fn answer(listener: TcpListener, router: Router, end: impl Future<Output = ()>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let connections = GracefulShutdown::new();
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
        let service = TowerToHyperService::new(router.clone().layer(Extension(client)));
        tokio::spawn(connections.watch(http.serve_connection(TokioIo::new(stream), service)));
    }
    connections.shutdown().await;
}
