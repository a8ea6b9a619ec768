//! A server on this machine with the faults that servers have.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Arc, Mutex};
use std::thread;

use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// Writes the whole answer, head and all; how often the path was requested before is given.
pub(crate) type Answer = Box<dyn Fn(&mut dyn Write, usize) -> std::io::Result<()> + Send + Sync>;

pub(crate) struct Server {
    pub(crate) port: u16,
    /// The head of each request, and its body.
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
}

/// A certificate for tidepool.page in PEM, and a server's configuration with it.
pub(crate) fn certificate() -> (String, Arc<ServerConfig>) {
    let made = rcgen::generate_simple_self_signed(["tidepool.page".to_owned()]).unwrap();
    let key = rustls::pki_types::PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = builder.with_no_client_auth().with_single_cert(vec![made.cert.der().clone()], key).unwrap();
    (made.cert.pem(), Arc::new(config))
}

impl Server {
    /// Serves what `pages` returns for its port. Other paths are not found.
    pub(crate) fn start(
        tls: Option<Arc<ServerConfig>>,
        pages: impl FnOnce(u16) -> Vec<(&'static str, Answer)>,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let pages: Arc<HashMap<_, _>> = Arc::new(pages(port).into_iter().collect());
        let requests = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&requests);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (pages, seen, tls) = (Arc::clone(&pages), Arc::clone(&seen), tls.clone());
                thread::spawn(move || match tls {
                    None => serve(stream, &pages, &seen),
                    Some(config) => {
                        serve(StreamOwned::new(ServerConnection::new(config).unwrap(), stream), &pages, &seen);
                    }
                });
            }
        });
        Self { port, requests }
    }

    /// The options with which names of hosts lead to this server.
    pub(crate) fn names(&self) -> String {
        let Self { port, .. } = self;
        format!("--resolve tidepool.page:{port}:127.0.0.1 --resolve other.tidepool.page:{port}:127.0.0.1 --rate 1000")
    }

    pub(crate) fn count(&self, path: &str) -> usize {
        let start = format!("GET {path} ");
        self.requests.lock().unwrap().iter().filter(|request| request.starts_with(&start)).count()
    }
}

fn serve(mut stream: impl Read + Write, pages: &HashMap<&str, Answer>, seen: &Mutex<Vec<String>>) {
    let mut head = String::new();
    let mut reader = BufReader::new(&mut stream);
    while !head.ends_with("\r\n\r\n") {
        if reader.read_line(&mut head).unwrap_or(0) == 0 {
            return;
        }
    }
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let length = head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    if reader.read_exact(&mut body).is_err() {
        return;
    }
    let body = String::from_utf8_lossy(&body).into_owned();
    let times = {
        let mut seen = seen.lock().unwrap();
        let times = seen.iter().filter(|request| request.split(' ').nth(1) == Some(&path)).count();
        seen.push(head + &body);
        times
    };
    // The program may have had enough and be gone.
    let _ = match pages.get(&*path) {
        Some(answer) => answer(&mut stream, times),
        None => stream.write_all(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    };
    let _ = stream.flush();
}

/// An answer with status 200 and these header fields.
pub(crate) fn ok(header: &str, body: impl Into<Vec<u8>>) -> Answer {
    let (header, body) = (header.to_owned(), body.into());
    Box::new(move |out, _| {
        write!(out, "HTTP/1.1 200 OK\r\n{header}Content-Length: {}\r\nConnection: close\r\n\r\n", body.len())?;
        out.write_all(&body)
    })
}

/// An answer with this status line and header fields, without content.
pub(crate) fn head(status: &str, header: &str) -> Answer {
    let text = format!("HTTP/1.1 {status}\r\n{header}Content-Length: 0\r\nConnection: close\r\n\r\n");
    Box::new(move |out, _| out.write_all(text.as_bytes()))
}

/// The first answer for so many requests, then the other.
pub(crate) fn first(times: usize, one: Answer, other: Answer) -> Answer {
    Box::new(move |out, before| if before < times { one(out, before) } else { other(out, before) })
}

/// Writes what `write` does.
pub(crate) fn raw(write: impl Fn(&mut dyn Write) -> std::io::Result<()> + Send + Sync + 'static) -> Answer {
    Box::new(move |out, _| write(out))
}
