//! A small static file server: `dist/` on this machine, as production would serve it.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use crate::headers;

/// A request's head that is longer than this is not from a browser of ours.
const MAX_HEAD: usize = 16 * 1024;

/// A connection that says nothing for so long is closed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that holds its port and waits for [`Server::run`].
#[derive(Debug)]
pub(crate) struct Server {
    listener: TcpListener,
    site: Site,
    port: u16,
}

/// A folder and the path it is served under, `/` or `/some/path/`.
#[derive(Debug)]
struct Site {
    folder: PathBuf,
    mount: String,
}

impl Server {
    /// Takes `port` of this machine's own address, or a free one when it is 0.
    pub(crate) fn bind(folder: &Path, mount: &str, port: u16) -> Result<Self, String> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| match error.kind() {
            io::ErrorKind::AddrInUse => {
                format!(
                    "port {port} is taken by another program; choose another one: `cargo xtask serve --port {}`",
                    port.wrapping_add(1).max(1024)
                )
            }
            io::ErrorKind::PermissionDenied => {
                format!("port {port} needs more rights; choose one above 1023: `cargo xtask serve --port 8080`")
            }
            _ => format!("port {port} cannot be used: {error}"),
        })?;
        let port = listener.local_addr().map_err(|error| format!("the server has no address: {error}"))?.port();
        let site = Site { folder: folder.to_owned(), mount: mount.to_owned() };
        Ok(Self { listener, site, port })
    }

    /// The address of the page.
    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}{}", self.port, self.site.mount)
    }

    /// Serves until the process ends.
    pub(crate) fn run(self) -> ! {
        let site = Arc::new(self.site);
        loop {
            // A connection that breaks while it is made concerns nobody else.
            if let Ok((stream, _)) = self.listener.accept() {
                let site = Arc::clone(&site);
                thread::spawn(move || {
                    // The browser went away: there is nobody to tell.
                    let _ = site.converse(stream);
                });
            }
        }
    }

    /// Serves in the background as long as the process lives.
    pub(crate) fn spawn(self) {
        thread::spawn(move || self.run());
    }
}

impl Site {
    fn converse(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let head = read_head(&mut stream)?;
        let (answer, with_body) = match Request::parse(&head) {
            Some(request) => (self.answer(&request), request.method != "HEAD"),
            None if head.is_empty() => return Ok(()),
            None => (Answer::plain(400, "Bad Request").sent_as(""), true),
        };
        answer.write(&mut stream, with_body)
    }

    fn answer(&self, request: &Request) -> Answer {
        let path = request.target.split(['?', '#']).next().unwrap_or_default();
        let name = path.rsplit('/').next().unwrap_or_default();
        self.found(request).sent_as(name)
    }

    /// The answer without the headers that all have.
    fn found(&self, request: &Request) -> Answer {
        if !matches!(request.method.as_str(), "GET" | "HEAD") {
            return Answer::plain(405, "Method Not Allowed").with("Allow", "GET, HEAD");
        }
        let Some(file) = self.locate(&request.target) else {
            return Answer::plain(404, "Not Found");
        };
        let Ok(body) = fs::read(&file) else {
            return Answer::plain(404, "Not Found");
        };
        let tag = entity_tag(&file, body.len());
        let fresh = request.if_none_match.as_deref().is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
        let answer = if fresh {
            Answer { status: 304, reason: "Not Modified", headers: Vec::new(), body: Vec::new() }
        } else {
            Answer { status: 200, reason: "OK", headers: Vec::new(), body }
                .with("Content-Type", headers::content_type(&file))
        };
        answer.with("Cache-Control", headers::cache_control(&file)).with("ETag", &tag)
    }

    /// The file a request's target names, if there is one and it lies within the folder.
    fn locate(&self, target: &str) -> Option<PathBuf> {
        let path = target.split(['?', '#']).next()?;
        let path = decode(path.strip_prefix(self.mount.as_str())?)?;
        if path.contains(['\0', '\\']) {
            return None;
        }
        let path = if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path };
        let relative = Path::new(&path);
        let plain = relative.components().all(|part| match part {
            // Hidden files are nobody's business; this takes care of `..` as well.
            Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
            _ => false,
        });
        if !plain {
            return None;
        }
        // Links are followed before the last check, so none leads out.
        let folder = self.folder.canonicalize().ok()?;
        let file = folder.join(relative).canonicalize().ok()?;
        (file.starts_with(&folder) && file.is_file()).then_some(file)
    }
}

/// The lines of a request that matter here.
#[derive(Debug)]
struct Request {
    method: String,
    target: String,
    if_none_match: Option<String>,
}

impl Request {
    fn parse(head: &[u8]) -> Option<Self> {
        let head = std::str::from_utf8(head).ok()?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, target, version) = (words.next()?, words.next()?, words.next()?);
        if !version.starts_with("HTTP/1.") || words.next().is_some() || !target.starts_with('/') {
            return None;
        }
        let if_none_match = lines.find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("if-none-match").then(|| value.trim().to_owned())
        });
        Some(Self { method: method.to_owned(), target: target.to_owned(), if_none_match })
    }
}

#[derive(Debug)]
struct Answer {
    status: u16,
    reason: &'static str,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl Answer {
    fn plain(status: u16, reason: &'static str) -> Self {
        let body = format!("{status} {reason}\n").into_bytes();
        Self { status, reason, headers: Vec::new(), body }
            .with("Content-Type", "text/plain; charset=utf-8")
            .with("Cache-Control", headers::CACHE_ASK)
    }

    fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With what goes along with a file of this name.
    fn sent_as(self, name: &str) -> Self {
        headers::of(name).iter().fold(self, |answer, (name, value)| answer.with(name, value))
    }

    fn write(&self, stream: &mut impl Write, with_body: bool) -> io::Result<()> {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, self.reason);
        for (name, value) in &self.headers {
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if self.status != 304 {
            let _ = write!(head, "Content-Length: {}\r\n", self.body.len());
        }
        // One answer per connection: simple, and fast enough on one machine.
        head.push_str("Connection: close\r\n\r\n");
        stream.write_all(head.as_bytes())?;
        if with_body {
            stream.write_all(&self.body)?;
        }
        stream.flush()
    }
}

/// Reads up to the empty line that ends a request's head.
fn read_head(stream: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut chunk = [0; 4096];
    while head.len() < MAX_HEAD {
        let count = stream.read(&mut chunk)?;
        if count == 0 {
            break;
        }
        head.extend_from_slice(&chunk[..count]);
        if let Some(end) = head.windows(4).position(|four| four == b"\r\n\r\n") {
            head.truncate(end);
            return Ok(head);
        }
    }
    if head.is_empty() { Ok(head) } else { Err(io::ErrorKind::InvalidData.into()) }
}

/// Undoes percent-encoding; `None` when it is malformed or the result is not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            bytes.push(digit()? * 16 + digit()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Changes whenever a build has written the file again.
fn entity_tag(file: &Path, bytes: usize) -> String {
    let modified = fs::metadata(file).and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH);
    let nanoseconds = modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("\"{bytes:x}-{nanoseconds:x}\"")
}

#[cfg(test)]
mod tests;
