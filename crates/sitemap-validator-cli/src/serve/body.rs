//! The body of a response while it is sent to the client.

use std::error::Error;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use hyper::body::Frame;
use tokio::sync::mpsc;
use tokio::time;

use super::Server;
use super::limits::Visitor;

/// The maximum time that a client may take for each piece of a response.
const TAKE: Duration = Duration::from_secs(30);

/// The sending end of a body.
///
/// Only [`Self::finish`] completes the body. If this is dropped without it, by an early return or a panic, the client
/// receives an incomplete body: half a file never looks like a complete one.
///
/// All content that a client receives goes through [`Self::send`], which counts it.
pub(super) struct BodySender {
    server: Arc<Server>,
    visitor: Visitor,
    pieces: mpsc::Sender<Bytes>,
    is_finished: Arc<AtomicBool>,
}

/// The receiving end of a body, read by the HTTP server.
pub(super) struct BodyReceiver {
    pieces: mpsc::Receiver<Bytes>,
    is_finished: Arc<AtomicBool>,
    is_flushed: bool,
}

/// Creates a body for `visitor`.
pub(super) fn body(server: Arc<Server>, visitor: Visitor) -> (BodySender, BodyReceiver) {
    let (sender, receiver) = mpsc::channel(1);
    let is_finished = Arc::new(AtomicBool::new(false));
    (
        BodySender { server, visitor, pieces: sender, is_finished: is_finished.clone() },
        BodyReceiver { pieces: receiver, is_finished, is_flushed: false },
    )
}

/// The reason why the rest of a body is not sent.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum SendError {
    /// The client has disconnected or takes too long.
    Left,
    /// The client has used up its bytes.
    Limit,
}

impl SendError {
    /// Returns its name in the log and the metrics.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Limit => "limit",
        }
    }
}

impl BodySender {
    /// Waits until there is room for the next piece, and sends as much of it as the client may still receive.
    pub(super) async fn send(&self, mut piece: Bytes) -> Result<(), SendError> {
        let size = piece.len();
        let granted = self.visitor.take(size as u64);
        piece.truncate(usize::try_from(granted).unwrap_or(size));
        if granted > 0 {
            let sent = time::timeout(TAKE, self.pieces.send(piece)).await;
            sent.map_err(|_| SendError::Left)?.map_err(|_| SendError::Left)?;
            self.server.metrics.bytes(granted);
        }
        if granted < size as u64 { Err(SendError::Limit) } else { Ok(()) }
    }

    /// Ends the body as complete.
    pub(super) fn finish(self) {
        self.is_finished.store(true, Ordering::SeqCst);
    }
}

impl HttpBody for BodyReceiver {
    type Data = Bytes;
    type Error = IncompleteBody;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, IncompleteBody>>> {
        match ready!(self.pieces.poll_recv(context)) {
            Some(piece) => Poll::Ready(Some(Ok(Frame::data(piece)))),
            None if self.is_finished.load(Ordering::SeqCst) => Poll::Ready(None),
            // On an error, the HTTP server closes the connection; when it has to wait, it first sends the data that it
            // has.
            None if !self.is_flushed => {
                self.is_flushed = true;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            None => Poll::Ready(Some(Err(IncompleteBody))),
        }
    }
}

/// The error that makes the HTTP server close the connection before the last chunk.
#[derive(Debug)]
pub(super) struct IncompleteBody;

impl fmt::Display for IncompleteBody {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the body is incomplete")
    }
}

impl Error for IncompleteBody {}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use axum::body::{Body, to_bytes};
    use tokio::runtime::{Builder, Runtime};

    use super::super::tests::server;
    use super::*;

    fn runtime() -> Runtime {
        Builder::new_current_thread().enable_time().build().unwrap()
    }

    fn new_body() -> (BodySender, BodyReceiver) {
        let (server, _) = server("");
        let visitor = server.gate.admit(Ipv4Addr::LOCALHOST.into()).ok().unwrap();
        body(server, visitor)
    }

    /// Returns the part of `<urlset>` that a client receives if the sender then runs `end`.
    fn received(end: impl FnOnce(BodySender)) -> Result<Bytes, axum::Error> {
        let (sender, receiver) = new_body();
        runtime().block_on(async {
            assert!(sender.send(Bytes::from_static(b"<urlset>")).await.is_ok());
            end(sender);
            to_bytes(Body::new(receiver), usize::MAX).await
        })
    }

    #[test]
    fn only_finish_completes_a_body() {
        assert!(received(drop).is_err());
        assert_eq!(received(BodySender::finish).unwrap(), "<urlset>");
    }

    #[test]
    fn work_that_panics_or_never_starts_does_not_complete_a_body() {
        let panics = |sender: BodySender| {
            let work = move || {
                let _sender = sender;
                std::panic::resume_unwind(Box::new("a panic"));
            };
            let result: std::thread::Result<()> = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            assert!(result.is_err());
        };
        assert!(received(panics).is_err());
        let ended = runtime().handle().clone();
        let never_starts = move |sender: BodySender| drop(ended.spawn_blocking(move || sender.finish()));
        assert!(received(never_starts).is_err());
    }

    #[test]
    fn a_client_that_left_ends_sending() {
        let (sender, receiver) = new_body();
        drop(receiver);
        assert_eq!(runtime().block_on(sender.send(Bytes::from_static(b"<urlset>"))), Err(SendError::Left));
    }
}
