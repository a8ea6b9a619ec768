//! Connections that report an early end as an error.
//!
//! If a body has no length, the HTTP library treats the end of the connection as the end of the body, even if the
//! connection was reset or closed by `Agent::shutdown`. Half a body would then count as a complete one.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ureq::Error;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, NextTimeout, Transport};

/// A flag shared by all connections of a client; true once the client was stopped.
#[derive(Debug, Clone, Default)]
pub(super) struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Sets the flag. This must happen before the connections are closed, so that a thread that sees one closed also
    /// sees the flag.
    pub(super) fn set(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// The last link in the chain of connectors.
#[derive(Debug)]
pub(super) struct StrictConnector(pub(super) StopFlag);

impl<In: Transport> Connector<In> for StrictConnector {
    type Out = StrictConnection<In>;

    fn connect(&self, _: &ConnectionDetails<'_>, chained: Option<In>) -> Result<Option<Self::Out>, Error> {
        Ok(chained.map(|inner| StrictConnection { inner, stop: self.0.clone() }))
    }
}

/// A connection whose input counts as complete only if the server closed it properly.
#[derive(Debug)]
pub(super) struct StrictConnection<In> {
    inner: In,
    stop: StopFlag,
}

impl<In: Transport> Transport for StrictConnection<In> {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.inner.transmit_output(amount, timeout)
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        match self.inner.await_input(timeout) {
            _ if self.stop.is_set() => Err(early_end()),
            Err(Error::Io(error)) if is_early_end(error.kind()) => Err(early_end()),
            result => result,
        }
    }

    fn is_open(&mut self) -> bool {
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

/// True for the errors that the HTTP library treats as the end of a body. A body without a length is incomplete if the
/// connection reports an error, such as TLS that ends without a closure alert (RFC 9112 §8).
fn is_early_end(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::ConnectionReset | ErrorKind::ConnectionAborted | ErrorKind::UnexpectedEof)
}

/// Returns an error of a kind that the HTTP library passes on.
fn early_end() -> Error {
    Error::Io(io::Error::other("the connection ended early"))
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead as _, BufReader, Write as _};
    use std::net::{TcpListener, TcpStream};
    use std::sync::mpsc;
    use std::thread;

    use sitemap_validator_protocol::http::FetchError;

    use super::super::{Client, Connecting, Own, Route, Trouble};

    /// Half of a body that is ended only by the end of the connection.
    const HALF: &[u8] = b"HTTP/1.1 200 OK\r\n\r\n<urlset>";

    fn client() -> Client {
        let options = Connecting {
            max_time: 30,
            user_agent: "tide-tables".to_owned(),
            allow_private: true,
            resolve: Vec::new(),
            map: Vec::new(),
            ca_file: None,
            insecure: false,
        };
        Client::new(&options, Own::default(), Route::Direct).unwrap()
    }

    /// Returns the result of reading if the server calls `end` after half of the body was read. A connection that `end`
    /// returns stays open meanwhile.
    fn read(client: &Client, end: impl FnOnce(TcpStream) -> Option<TcpStream> + Send) -> Result<(), Trouble<()>> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let (half, was_read) = mpsc::channel();
        thread::scope(|scope| {
            let server = scope.spawn(move || {
                let (mut stream, _) = listener.accept().unwrap();
                stream.write_all(HALF).unwrap();
                was_read.recv().unwrap();
                end(stream)
            });
            let mut answer = client.get(&url).unwrap();
            let result = answer.read(u64::MAX, |piece| {
                assert_eq!(piece, b"<urlset>");
                half.send(()).map_err(|_| ())
            });
            drop(server.join().unwrap());
            result
        })
    }

    fn is_cut(result: &Result<(), Trouble<()>>) -> bool {
        matches!(result, Err(Trouble::Fetch(FetchError::Cut)))
    }

    #[test]
    fn a_stop_does_not_complete_a_body() {
        let client = client();
        let result = read(&client, |stream| {
            client.stop();
            Some(stream)
        });
        assert!(is_cut(&result));
    }

    #[test]
    fn a_reset_does_not_complete_a_body() {
        // Closing a connection with unread input, which is the request here, resets it.
        let result = read(&client(), |stream| {
            drop(stream);
            None
        });
        assert!(is_cut(&result));
    }

    #[test]
    fn a_proper_close_completes_a_body() {
        let result = read(&client(), |stream| {
            let lines = BufReader::new(stream).lines().map(Result::unwrap);
            assert!(lines.take_while(|line| !line.is_empty()).count() > 0, "the request was read");
            None
        });
        assert!(result.is_ok());
    }
}
