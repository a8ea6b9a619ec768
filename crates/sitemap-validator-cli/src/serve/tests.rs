//! Tests of the server in this process, for cases in which an external test would have to wait.

use std::fs;
use std::future::pending;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::thread;

use clap::Parser;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::{Serve, Server, connections, router};

#[derive(Parser)]
#[command(disable_help_flag = true)]
struct Line {
    #[command(flatten)]
    serve: Serve,
}

/// Creates a server that does not answer yet, and the folder with its page.
pub(super) fn server(options: &str) -> (Arc<Server>, TempDir) {
    let page = tempfile::tempdir().unwrap();
    fs::write(page.path().join("index.html"), "").unwrap();
    let mut line = Line::parse_from(["serve"].into_iter().chain(options.split_whitespace()));
    line.serve.page = Some(page.path().to_owned());
    (Arc::new(Server::new(&line.serve).unwrap()), page)
}

/// A server that answers on a port of this computer.
struct Running {
    server: Arc<Server>,
    port: u16,
    _runtime: Runtime,
    _page: TempDir,
}

impl Running {
    fn start(options: &str) -> Self {
        let (server, page) = server(options);
        let runtime = Runtime::new().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let port = listener.local_addr().unwrap().port();
        runtime.spawn(connections::answer(listener, router(&server), pending()));
        Self { server, port, _runtime: runtime, _page: page }
    }

    /// Requests `url` from the endpoint.
    fn ask(&self, url: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let path = format!("{}fetch?url={url}", self.server.mount);
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }
}

/// Returns what a client receives of a body that only the end of the connection ends, if the site sends half of it and
/// `end` is called then.
fn received(options: &str, end: impl FnOnce(&Server)) -> String {
    let site = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", site.local_addr().unwrap());
    let site = thread::spawn(move || {
        let (mut stream, _) = site.accept().unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\n\r\n<urlset>").unwrap();
        stream
    });
    let running = Running::start(options);
    let mut stream = running.ask(&url);
    let mut answer = Vec::new();
    let mut piece = [0; 4096];
    while !answer.ends_with(b"<urlset>\r\n") {
        let count = stream.read(&mut piece).unwrap();
        assert_ne!(count, 0, "{}", String::from_utf8_lossy(&answer));
        answer.extend_from_slice(&piece[..count]);
    }
    end(&running.server);
    // The connection may be reset.
    let _ = stream.read_to_end(&mut answer);
    drop(site.join().unwrap());
    String::from_utf8(answer).unwrap()
}

#[test]
fn a_stop_at_the_end_of_the_grace_period_does_not_complete_a_body() {
    let text = received("--allow-private", |server| server.client.stop());
    assert!(text.contains("transfer-encoding: chunked") && !text.ends_with("0\r\n\r\n"), "{text}");
}

#[test]
fn a_site_that_takes_too_long_does_not_complete_a_body() {
    let text = received("--allow-private --max-time 2", |_| ());
    assert!(text.contains("transfer-encoding: chunked") && !text.ends_with("0\r\n\r\n"), "{text}");
}
