use std::sync::atomic::{AtomicU32, Ordering};

use super::*;

/// A folder with a page, a hashed file and a rule, beside a file that must stay out of reach.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("xtask-server-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join("dist/rules")).expect("a folder");
        for (name, content) in [
            ("secret.txt", "secret"),
            ("dist/index.html", "<!doctype html>"),
            ("dist/app-0123456789abcdef_bg.wasm", "\0asm"),
            ("dist/worker.js", "1"),
            ("dist/rules/loc-relative.md", "# é"),
            ("dist/a b.txt", "space"),
            ("dist/.hidden", "hidden"),
        ] {
            fs::write(folder.join(name), content).expect("a file");
        }
        Self(folder)
    }

    fn site(&self, mount: &str) -> Site {
        Site { folder: self.0.join("dist"), mount: mount.to_owned() }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn get(site: &Site, target: &str) -> Answer {
    site.answer(&Request { method: "GET".to_owned(), target: target.to_owned(), if_none_match: None })
}

fn header<'a>(answer: &'a Answer, name: &str) -> Option<&'a str> {
    answer.headers.iter().find(|header| header.0 == name).map(|header| header.1.as_str())
}

fn written(answer: &Answer, with_body: bool) -> String {
    let mut bytes = Vec::new();
    answer.write(&mut bytes, with_body).expect("a vector takes everything");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn the_root_is_the_page() {
    let folder = Folder::new();
    for target in ["/", "/?embed=1", "/index.html", "/index.html?v=1"] {
        let answer = get(&folder.site("/"), target);
        assert_eq!((answer.status, answer.body.as_slice()), (200, b"<!doctype html>".as_slice()), "{target}");
        assert_eq!(header(&answer, "Content-Type"), Some("text/html; charset=utf-8"));
        assert_eq!(header(&answer, "Cache-Control"), Some("no-cache"));
    }
}

#[test]
fn files_have_their_types_and_caches() {
    let folder = Folder::new();
    let site = folder.site("/");
    let wasm = get(&site, "/app-0123456789abcdef_bg.wasm");
    assert_eq!(header(&wasm, "Content-Type"), Some("application/wasm"));
    assert_eq!(header(&wasm, "Cache-Control"), Some("public, max-age=31536000, immutable"));
    let worker = get(&site, "/worker.js?v=abc");
    assert_eq!(header(&worker, "Cache-Control"), Some("no-cache"));
    assert_eq!(get(&site, "/rules/loc-relative.md").body, "# é".as_bytes());
    assert_eq!(get(&site, "/a%20b.txt").status, 200);
}

#[test]
fn every_answer_carries_the_policy() {
    let folder = Folder::new();
    for target in ["/", "/nothing-here"] {
        let text = written(&get(&folder.site("/"), target), true);
        assert!(text.contains(
            "\r\nContent-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
        ));
        assert!(text.contains("; form-action 'none'; frame-ancestors 'none'\r\n"), "{text}");
        assert!(text.contains("\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n"));
    }
}

#[test]
fn other_sites_may_frame_the_widget_and_load_its_script() {
    let folder = Folder::new();
    for (name, framed, readable) in [("embed.html", true, false), ("embed.js", false, true)] {
        fs::write(folder.0.join("dist").join(name), "").expect("a file");
        for mount in ["/", "/some/path/"] {
            let answer = get(&folder.site(mount), &format!("{mount}{name}?lang=fr"));
            let policy = header(&answer, "Content-Security-Policy").expect("a policy");
            assert_eq!((answer.status, !policy.contains("frame-ancestors")), (200, framed), "{name}: {policy}");
            assert_eq!(header(&answer, "Cross-Origin-Resource-Policy"), Some("cross-origin"), "{name}");
            assert_eq!(header(&answer, "Access-Control-Allow-Origin").is_some(), readable, "{name}");
        }
    }
    assert_eq!(header(&get(&folder.site("/"), "/"), "Cross-Origin-Resource-Policy"), None);
}

#[test]
fn nothing_outside_the_folder_is_served() {
    let folder = Folder::new();
    let site = folder.site("/");
    for target in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/rules/../../secret.txt",
        "/%2e%2e%5csecret.txt",
        "//secret.txt",
        "/%2fetc/passwd",
        "/.hidden",
        "/rules",
        "/rules/",
        "/index.html%00.txt",
        "/%",
        "/%zz",
        "/%ff",
    ] {
        assert_eq!(get(&site, target).status, 404, "{target}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out() {
    let folder = Folder::new();
    std::os::unix::fs::symlink(folder.0.join("secret.txt"), folder.0.join("dist/link.txt")).expect("a link");
    assert_eq!(get(&folder.site("/"), "/link.txt").status, 404);
}

#[test]
fn a_mount_hides_everything_else() {
    let folder = Folder::new();
    let site = folder.site("/some/path/");
    assert_eq!(get(&site, "/some/path/").status, 200);
    assert_eq!(get(&site, "/some/path/worker.js").status, 200);
    for target in ["/", "/worker.js", "/some/path", "/some/worker.js"] {
        assert_eq!(get(&site, target).status, 404, "{target}");
    }
}

#[test]
fn a_known_file_is_not_sent_again() {
    let folder = Folder::new();
    let site = folder.site("/");
    let tag = header(&get(&site, "/"), "ETag").map(str::to_owned);
    let again = site.answer(&Request { method: "GET".to_owned(), target: "/".to_owned(), if_none_match: tag });
    assert_eq!((again.status, again.body.len()), (304, 0));
}

#[test]
fn head_has_the_length_and_no_body() {
    let folder = Folder::new();
    let text = written(&get(&folder.site("/"), "/"), false);
    assert!(text.contains("\r\nContent-Length: 15\r\n"));
    assert!(text.ends_with("\r\n\r\n"));
}

#[test]
fn only_reading_is_allowed() {
    let folder = Folder::new();
    let answer =
        folder.site("/").answer(&Request { method: "POST".to_owned(), target: "/".to_owned(), if_none_match: None });
    assert_eq!((answer.status, header(&answer, "Allow")), (405, Some("GET, HEAD")));
}

#[test]
fn requests_are_read_strictly() {
    let request = Request::parse(b"GET /a?b HTTP/1.1\r\nHost: x\r\nif-none-match: \"1\"").expect("a request");
    assert_eq!((request.method.as_str(), request.target.as_str()), ("GET", "/a?b"));
    assert_eq!(request.if_none_match.as_deref(), Some("\"1\""));
    for head in [b"GET /".as_slice(), b"GET / HTTP/2", b"GET a HTTP/1.1", b"GET / a HTTP/1.1", b"\xff / HTTP/1.1"] {
        assert!(Request::parse(head).is_none(), "{head:?}");
    }
}

#[test]
fn it_answers_over_a_socket_and_says_when_a_port_is_taken() {
    let folder = Folder::new();
    let server = Server::bind(&folder.0.join("dist"), "/", 0).expect("a free port");
    let port = server.port;
    let taken = Server::bind(&folder.0.join("dist"), "/", port).expect_err("taken");
    assert!(taken.starts_with(&format!("port {port} is taken by another program")), "{taken}");
    server.spawn();
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
    stream.write_all(b"GET /worker.js HTTP/1.1\r\nHost: a\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.ends_with("\r\n\r\n1"), "{answer}");
}
