//! Serves a folder of this machine with the headers of production: as a static host does, which the tests need under several
//! paths, or with the program of the project, which also fetches files for the page.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, UNIX_EPOCH};

use percent_encoding::percent_decode_str;

use sitemap_validator_headers as headers;

/// The maximum length of a request's head, in bytes.
const MAX_HEAD: u64 = 16 * 1024;

/// A connection on which nothing happens for so long is closed.
const TIMEOUT: Duration = Duration::from_secs(10);

const NOT_MODIFIED: &str = "304 Not Modified";

/// A server that holds its port and waits for [`Server::run`].
#[derive(Debug)]
pub(crate) struct Server {
    listener: TcpListener,
    site: Site,
}

/// A folder and the path it is served under, `/` or `/some/path/`.
#[derive(Debug)]
struct Site {
    folder: PathBuf,
    mount: String,
}

impl Server {
    /// Binds `port` of the loopback address, or a free port if it is 0.
    pub(crate) fn bind(folder: &Path, mount: &str, port: u16) -> Result<Self, String> {
        let site = Site { folder: folder.to_owned(), mount: mount.to_owned() };
        Ok(Self { listener: listen(port)?, site })
    }

    /// The URL of the page.
    pub(crate) fn url(&self) -> String {
        let port = self.listener.local_addr().map_or(0, |address| address.port());
        format!("http://127.0.0.1:{port}{}", self.site.mount)
    }

    /// Serves until the process ends.
    pub(crate) fn run(self) -> ! {
        let site = Arc::new(self.site);
        loop {
            if let Ok((stream, _)) = self.listener.accept() {
                let site = Arc::clone(&site);
                // An error means that the browser closed the connection.
                thread::spawn(move || site.converse(&stream));
            }
        }
    }

    /// Serves in the background as long as the process lives, and returns the URL of the page.
    pub(crate) fn spawn(self) -> String {
        let url = self.url();
        thread::spawn(move || self.run());
        url
    }
}

fn listen(port: u16) -> Result<TcpListener, String> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
        let (problem, other) = match error.kind() {
            ErrorKind::AddrInUse => ("is already in use".to_owned(), port.wrapping_add(1).max(1024)),
            ErrorKind::PermissionDenied => ("needs more privileges".to_owned(), 8080),
            _ => (format!("cannot be used ({error})"), 8080),
        };
        format!("port {port} {problem}; choose another one: `cargo xtask serve --port {other}`")
    })
}

/// The same port if nothing listens there, or a free one if it is 0.
pub(crate) fn free_port(port: u16) -> Result<u16, String> {
    listen(port)?.local_addr().map(|address| address.port()).map_err(|error| error.to_string())
}

/// Serves the page in `folder` with the program, which fetches files for it, until Ctrl-C.
///
/// With `--public`, the page is at `/`: a local server has a secret in its URL, which would be another one after each start.
/// The address is still that of this machine alone. The program refuses requests of other sites (`Sec-Fetch-Site`) and with
/// the names of other hosts, and it fetches only from public addresses.
pub(crate) fn run_program(program: &Path, folder: &Path, port: u16) -> Result<(), String> {
    let mut serve = Command::new(program);
    serve.args(["serve", "--public", "--listen"]).arg(format!("{}:{port}", Ipv4Addr::LOCALHOST));
    serve.arg("--page").arg(folder);
    // In place of this process: a signal that ends it must end the server.
    #[cfg(unix)]
    let error = std::os::unix::process::CommandExt::exec(&mut serve);
    #[cfg(not(unix))]
    let error = match serve.status() {
        Ok(status) if status.success() => return Ok(()),
        Ok(status) => return Err(format!("`sitemap-validator serve` failed ({status})")),
        Err(error) => error,
    };
    Err(format!("{} could not be started: {error}", program.display()))
}

impl Site {
    /// Answers one request. One request per connection is simple, and fast enough on one machine.
    fn converse(&self, mut stream: &TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(TIMEOUT))?;
        stream.set_write_timeout(Some(TIMEOUT))?;
        let lines = BufReader::new(stream.take(MAX_HEAD)).lines().map_while(Result::ok);
        let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        let mut words = head.first().map(|line| line.split(' ')).into_iter().flatten();
        // Browsers also open connections that they do not use.
        let (Some(method), Some(url)) = (words.next(), words.next()) else { return Ok(()) };
        let mut fields = head.iter().filter_map(|line| line.split_once(':'));
        let known = fields.find(|(name, _)| name.eq_ignore_ascii_case("if-none-match")).map(|(_, tags)| tags);
        let (status, headers, body) = self.answer(method, url, known.unwrap_or_default());
        let mut text = format!("HTTP/1.1 {status}\r\n");
        for (name, value) in headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        let _ = write!(text, "Content-Length: {}\r\nConnection: close\r\n\r\n", body.len());
        stream.write_all(text.as_bytes())?;
        if method == "HEAD" || status == NOT_MODIFIED { Ok(()) } else { stream.write_all(&body) }
    }

    /// The status, the headers and the body of a response. `known` are the entity tags that the browser has.
    fn answer(&self, method: &str, url: &str, known: &str) -> (&'static str, Vec<(&'static str, String)>, Vec<u8>) {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let mut headers = headers::of(path.rsplit('/').next().unwrap_or_default());
        let file = self.locate(path).and_then(|path| Some((fs::read(&path).ok()?, path)));
        let status = match file {
            _ if !matches!(method, "GET" | "HEAD") => {
                headers.push(("Allow", "GET, HEAD".to_owned()));
                "405 Method Not Allowed"
            }
            None => "404 Not Found",
            Some((body, file)) => {
                let tag = entity_tag(&file, body.len());
                let is_known = known.split(',').any(|one| one.trim() == tag);
                headers.push(("Content-Type", headers::content_type(&file).to_owned()));
                headers.push(("Cache-Control", headers::cache_control(&file).to_owned()));
                headers.push(("ETag", tag));
                return (if is_known { NOT_MODIFIED } else { "200 OK" }, headers, body);
            }
        };
        headers.push(("Content-Type", "text/plain; charset=utf-8".to_owned()));
        headers.push(("Cache-Control", headers::CACHE_ASK.to_owned()));
        (status, headers, format!("{status}\n").into_bytes())
    }

    /// The file that the path of a URL names, if it exists within the folder.
    fn locate(&self, path: &str) -> Option<PathBuf> {
        let path = percent_decode_str(path.strip_prefix(self.mount.as_str())?).decode_utf8().ok()?;
        let path = if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path };
        // Neither hidden files nor `..`.
        if path.split('/').any(|part| part.is_empty() || part.starts_with('.')) {
            return None;
        }
        // Links are resolved before the last check, so none leads out of the folder.
        let folder = self.folder.canonicalize().ok()?;
        let file = folder.join(&*path).canonicalize().ok()?;
        (file.starts_with(&folder) && file.is_file()).then_some(file)
    }
}

/// Changes whenever a build has written the file again.
fn entity_tag(file: &Path, bytes: usize) -> String {
    let modified = fs::metadata(file).and_then(|data| data.modified()).unwrap_or(UNIX_EPOCH);
    format!("\"{bytes:x}-{:x}\"", modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos())
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    /// A folder with a site in `dist`, beside a file that must stay out of reach.
    fn folder() -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir_all(folder.path().join("dist/rules")).expect("a folder");
        for (name, content) in [
            ("secret.txt", "secret"),
            ("dist/index.html", "<!doctype html>"),
            ("dist/app-0123456789abcdef_bg.wasm", "\0asm"),
            ("dist/worker.js", "1"),
            ("dist/embed.html", ""),
            ("dist/embed.js", ""),
            ("dist/rules/loc-relative.md", "# é"),
            ("dist/a b.txt", "space"),
            ("dist/.hidden", "hidden"),
        ] {
            fs::write(folder.path().join(name), content).expect("a file");
        }
        folder
    }

    fn served(folder: &TempDir, mount: &str) -> String {
        Server::bind(&folder.path().join("dist"), mount, 0).expect("a free port").spawn()
    }

    /// The whole answer to a request such as `GET /`.
    fn ask(url: &str, request: &str, header: &str) -> String {
        let host = url.split('/').nth(2).expect("a host");
        let mut stream = TcpStream::connect(host).expect("a connection");
        write!(stream, "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{header}\r\n").expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn assert_contains(answer: &str, parts: &[&str]) {
        for part in parts {
            assert!(answer.contains(part), "no {part:?} in {answer}");
        }
    }

    #[test]
    fn files_have_their_types_caches_and_policy() {
        let folder = folder();
        let url = served(&folder, "/");
        for request in ["GET /", "GET /?embed=1", "GET /index.html?v=1"] {
            let answer = ask(&url, request, "");
            assert!(
                answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\n<!doctype html>"),
                "{answer}"
            );
            let parts = ["\r\nContent-Type: text/html; charset=utf-8\r\n", "\r\nCache-Control: no-cache\r\n"];
            assert_contains(&answer, &parts);
            assert_contains(&answer, &["; frame-ancestors 'none'\r\n", "\r\nX-Content-Type-Options: nosniff\r\n"]);
        }
        let hashed = ask(&url, "GET /app-0123456789abcdef_bg.wasm", "");
        assert_contains(
            &hashed,
            &["\r\nContent-Type: application/wasm\r\n", "public, max-age=31536000, immutable\r\n"],
        );
        assert_contains(&ask(&url, "GET /worker.js?v=abc", ""), &["\r\nCache-Control: no-cache\r\n"]);
        assert!(ask(&url, "GET /rules/loc-relative.md", "").ends_with("\r\n\r\n# é"));
        assert!(ask(&url, "GET /a%20b.txt", "").ends_with("\r\n\r\nspace"));
    }

    #[test]
    fn other_sites_may_frame_the_widget_and_load_its_script() {
        let folder = folder();
        for mount in ["/", "/some/path/"] {
            let url = served(&folder, mount);
            for (name, framed) in [("embed.html", true), ("embed.js", false)] {
                let answer = ask(&url, &format!("GET {mount}{name}?lang=fr"), "");
                assert_contains(&answer, &["HTTP/1.1 200 ", "\r\nCross-Origin-Resource-Policy: cross-origin\r\n"]);
                assert_eq!(answer.contains("frame-ancestors"), !framed, "{answer}");
                assert_eq!(answer.contains("\r\nAccess-Control-Allow-Origin: *\r\n"), !framed, "{answer}");
            }
        }
    }

    #[test]
    fn nothing_outside_the_folder_is_served() {
        let folder = folder();
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.path().join("secret.txt"), folder.path().join("dist/link.txt"))
            .expect("a link");
        let url = served(&folder, "/");
        for path in [
            "/../secret.txt",
            "/%2e%2e/secret.txt",
            "/..%2fsecret.txt",
            "/rules/../../secret.txt",
            "/%2e%2e%5csecret.txt",
            "//secret.txt",
            "/%2fetc/passwd",
            "/link.txt",
            "/.hidden",
            "/rules",
            "/rules/",
            "/index.html%00.txt",
            "/%",
            "/%zz",
            "/%ff",
        ] {
            let answer = ask(&url, &format!("GET {path}"), "");
            assert_contains(&answer, &["HTTP/1.1 404 Not Found\r\n", "\r\nContent-Security-Policy: ", "no-cache\r\n"]);
        }
        let below = served(&folder, "/some/path/");
        assert_contains(&ask(&below, "GET /some/path/", ""), &["HTTP/1.1 200 "]);
        for path in ["/", "/worker.js", "/some/path", "/some/worker.js"] {
            assert_contains(&ask(&below, &format!("GET {path}"), ""), &["HTTP/1.1 404 "]);
        }
    }

    #[test]
    fn known_files_head_and_other_methods() {
        let folder = folder();
        let url = served(&folder, "/");
        let head = ask(&url, "HEAD /", "");
        assert!(head.contains("\r\nContent-Length: 15\r\n") && head.ends_with("\r\n\r\n"), "{head}");
        let tag = head.split("ETag: ").nth(1).and_then(|rest| rest.split("\r\n").next()).expect("a tag");
        let known = ask(&url, "GET /", &format!("If-None-Match: \"1\", {tag}\r\n"));
        assert!(known.starts_with("HTTP/1.1 304 Not Modified\r\n") && known.ends_with("\r\n\r\n"), "{known}");
        assert_contains(&ask(&url, "POST /", ""), &["HTTP/1.1 405 ", "\r\nAllow: GET, HEAD\r\n"]);
    }

    #[test]
    fn a_port_in_use_is_reported() {
        let server = Server::bind(Path::new("dist"), "/", 0).expect("a free port");
        let port = server.listener.local_addr().expect("an address").port();
        let error = Server::bind(Path::new("dist"), "/", port).expect_err("in use");
        assert!(error.starts_with(&format!("port {port} is already in use; choose another one: `")), "{error}");
        assert_eq!(free_port(port), Err(error));
        assert!(free_port(0).expect("a free port") > 0);
    }
}
