//! `serve`: the page, and the endpoint that fetches files for it, against a server on this machine.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use sitemap_validator_protocol::http::{ANSWER_HEADER, FetchError};
use tempfile::TempDir;
use ureq::http::Response;
use ureq::{Agent, Body};

use super::server::{Answer, Server, head, ok, raw};
use crate::support::{problems, program, run};

/// A server of the program.
struct Serving {
    url: String,
    agent: Agent,
    child: Child,
    _out: BufReader<ChildStdout>,
    _page: TempDir,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    fn start(options: &str) -> Self {
        let page = tempfile::tempdir().unwrap();
        fs::create_dir(page.path().join("fr")).unwrap();
        let app = "<!doctype html><html><head><title>a</title></head><main id=\"app\"></main>";
        for (name, text) in
            [("index.html", app), ("fr/index.html", app), ("rule.html", "<head></head>"), ("404.html", "no")]
        {
            fs::write(page.path().join(name), text).unwrap();
        }
        let line = format!("serve --no-open --listen 127.0.0.1:0 --page . {options}");
        let mut command = program(page.path(), &line);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut url = String::new();
        out.read_line(&mut url).unwrap();
        let config =
            Agent::config_builder().http_status_as_error(false).max_redirects(0).max_redirects_will_error(false);
        let agent = config.timeout_global(Some(Duration::from_secs(30))).build().into();
        Self { url: url.trim().to_owned(), agent, child, _out: out, _page: page }
    }

    /// What the endpoint answers about `url`.
    fn fetch(&self, url: &str) -> Response<Body> {
        let request = self.agent.get(format!("{}fetch", self.url)).query("url", url);
        request.header("Sec-Fetch-Site", "same-origin").header("Cookie", "a=b").call().unwrap()
    }

    /// The same for a client that the proxy names.
    fn fetch_for(&self, client: &str, url: &str) -> Response<Body> {
        let request = self.agent.get(format!("{}fetch", self.url)).query("url", url);
        request.header("Sec-Fetch-Site", "same-origin").header("X-Forwarded-For", client).call().unwrap()
    }

    fn get(&self, path: &str) -> Response<Body> {
        self.agent.get(format!("{}{path}", self.url)).call().unwrap()
    }
}

/// What the endpoint says of the answer.
fn answer(response: &Response<Body>) -> Value {
    assert_eq!(response.status(), 200);
    serde_json::from_str(field(response, ANSWER_HEADER)).unwrap()
}

fn error(response: &Response<Body>) -> Value {
    answer(response)["error"].clone()
}

fn field<'r>(response: &'r Response<Body>, name: &str) -> &'r str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

fn text(mut response: Response<Body>) -> String {
    response.body_mut().read_to_string().unwrap()
}

fn refusal(response: Response<Body>) -> (u16, String) {
    (response.status().as_u16(), text(response))
}

#[test]
fn documents_of_the_app_name_the_endpoint() {
    let serving = Serving::start("");
    let mount = format!("/{}/", serving.url.rsplit('/').nth(1).unwrap());
    assert_eq!(mount.len(), 18);
    for path in ["", "index.html", "fr/"] {
        let page = serving.get(path);
        assert!(field(&page, "content-security-policy").contains("connect-src 'self'"));
        let tag = field(&page, "etag").to_owned();
        let head = "<meta name=\"fetch-endpoint\" content=\"fetch\"><meta name=\"offline\" content=\"no\"></head>";
        assert!(text(page).contains(head), "{path}");
        let known = serving.agent.get(format!("{}{path}", serving.url)).header("If-None-Match", tag).call().unwrap();
        assert_eq!(known.status(), 304);
    }
    assert_eq!(text(serving.get("rule.html")), "<head></head>");
    assert_eq!((serving.get("fr").status().as_u16(), field(&serving.get("fr"), "location")), (308, "fr/"));
    for path in ["nothing", "../index.html", "%2e%2e/index.html", "healthz", "metrics"] {
        assert_eq!(serving.get(path).status(), 404, "{path}");
    }
}

#[test]
fn without_the_secret_of_the_url_nothing_is_served() {
    let serving = Serving::start("");
    let root = serving.url.split_inclusive('/').take(3).collect::<String>();
    for path in ["", "fetch", "0123456789abcdef/", "0123456789abcdef/fetch"] {
        assert_eq!(serving.agent.get(format!("{root}{path}")).call().unwrap().status(), 404, "{path}");
    }
}

#[test]
fn a_name_of_somebody_else_that_points_to_this_computer_is_refused() {
    for (options, status) in [("", 403), ("--public", 403), ("--public --trust-proxy 127.0.0.1", 200)] {
        let serving = Serving::start(options);
        let named = serving.agent.get(&serving.url).header("Host", "tidepool.page").call().unwrap();
        assert_eq!(named.status(), status, "{options}");
    }
}

#[test]
fn files_are_passed_on_with_what_the_server_said() {
    let server = Server::start(None, |port| {
        vec![
            ("/a.xml", ok("Content-Type: text/xml\r\nSet-Cookie: c=d\r\nETag: \"é\"\r\n", "<urlset/>")),
            ("/old.xml", head("301 Moved Permanently", &format!("Location: http://tidepool.page:{port}/a.xml\r\n"))),
        ]
    });
    let serving = Serving::start(&server.names().replace("--rate 1000", ""));
    let url = |path: &str| format!("http://tidepool.page:{}{path}", server.port);
    let response = serving.fetch(&url("/a.xml#part"));
    for (name, value) in [
        ("content-type", "application/octet-stream"),
        ("content-disposition", "attachment"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "default-src 'none'; sandbox"),
        ("cache-control", "no-store"),
        ("set-cookie", ""),
        ("etag", ""),
    ] {
        assert_eq!(field(&response, name), value, "{name}");
    }
    let told = answer(&response);
    assert_eq!((&told["status"], &told["header"]["content-type"]), (&200.into(), &"text/xml".into()));
    assert_eq!((&told["header"]["content-length"], &told["header"]["etag"]), (&"9".into(), &"\"é\"".into()));
    assert_eq!(text(response), "<urlset/>");
    // No field of the client is passed on.
    let asked = server.requests.lock().unwrap()[0].to_lowercase();
    assert!(
        asked.contains("user-agent: sitemap-validator/") && !asked.contains("cookie") && !asked.contains("sec-"),
        "{asked}"
    );
    // Redirects are the client's business: it asks again, and each hop is judged.
    let moved = serving.fetch(&url("/old.xml"));
    assert_eq!(answer(&moved)["header"]["location"], Value::from(url("/a.xml")));
    assert_eq!((text(moved), server.count("/a.xml")), (String::new(), 1));
    let gone = serving.fetch(&url("/gone.xml"));
    assert_eq!((&answer(&gone)["status"], error(&gone)), (&404.into(), Value::Null));
}

#[test]
fn only_the_page_can_use_the_endpoint_and_only_for_the_web() {
    let serving = Serving::start("");
    let endpoint = format!("{}fetch", serving.url);
    for site in ["cross-site", "same-site", "none"] {
        let response =
            serving.agent.get(&endpoint).query("url", "https://tidepool.page").header("Sec-Fetch-Site", site);
        assert_eq!(refusal(response.call().unwrap()), (403, "{\"error\":\"origin\"}".to_owned()));
    }
    assert_eq!(serving.get("fetch?url=https://tidepool.page/").status(), 403);
    assert_eq!(serving.agent.post(&endpoint).header("Sec-Fetch-Site", "same-origin").send("").unwrap().status(), 405);
    assert_eq!(serving.get("fetch?url=https://a.page/&url=b").status(), 403);
    for url in ["", "a.page", "ftp://a.page/", "file:///etc/passwd", "https://me:pw@a.page/", "https://"] {
        assert_eq!(refusal(serving.fetch(url)), (400, "{\"error\":\"url\"}".to_owned()), "{url}");
    }
    for url in ["http://127.0.0.1:1/", "http://[::1]/", "http://localhost/", "http://0x7f.1/", "http://10.0.0.1/"] {
        assert_eq!(error(&serving.fetch(url)), "private", "{url}");
    }
    assert_eq!(error(&serving.fetch("http://a.invalid/")), "dns");
}

#[test]
fn faults_of_servers_are_passed_on() {
    let endless = |out: &mut dyn std::io::Write| {
        write!(out, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")?;
        loop {
            out.write_all(&[b'x'; 8192])?;
        }
    };
    let server = Server::start(None, |_| {
        vec![
            ("/cut.xml", raw(|out| write!(out, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n<url"))),
            ("/endless.xml", raw(endless)),
            ("/none.xml", raw(|_| Ok(()))),
            ("/fields.xml", raw(|out| write!(out, "HTTP/1.1 200 OK\r\n{}\r\n", "X-A: b\r\n".repeat(100_000)))),
        ]
    });
    let serving = Serving::start("--allow-private --max-file 1 --host-rate 1000 --allow-host 127.0.0.1");
    let fetch = |path: &str| serving.fetch(&format!("http://127.0.0.1:{}{path}", server.port));
    for (path, name) in [("/none.xml", "cut"), ("/fields.xml", "large-header")] {
        assert_eq!(error(&fetch(path)), name, "{path}");
    }
    let mut response = fetch("/cut.xml");
    let mut read = Vec::new();
    assert!(response.body_mut().as_reader().read_to_end(&mut read).is_err(), "it is not taken for the whole");
    assert_eq!(read, b"<url");
    let mut response = fetch("/endless.xml");
    assert_eq!(answer(&response)["limit"], 1 << 20);
    read.clear();
    response.body_mut().as_reader().read_to_end(&mut read).unwrap();
    assert_eq!(read.len(), (1 << 20) + 1);
    assert_eq!(error(&serving.fetch("https://tidepool.page/")), FetchError::NotAllowed.name());
}

#[test]
fn a_public_server_limits_each_client_and_keeps_answers() {
    let (let_go, wait) = mpsc::channel::<()>();
    let wait = std::sync::Mutex::new(wait);
    let slow: Answer = raw(move |out| {
        let _ = wait.lock().unwrap().recv_timeout(Duration::from_secs(20));
        write!(out, "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx")
    });
    let server = Server::start(None, |_| {
        let lines = "Cache-Control: public\r\nCache-Control: max-age=5\r\n";
        vec![("/slow.xml", slow), ("/a.xml", ok("", "a")), ("/b.xml", ok(lines, "b"))]
    });
    let names = server.names().replace("--rate 1000", "--host-rate 1000");
    let serving = Serving::start(&format!("--public --client-fetches 1 --trust-proxy 127.0.0.1 {names}"));
    let url = |path: &str| format!("http://tidepool.page:{}{path}", server.port);
    for _ in 0..2 {
        assert_eq!(
            (text(serving.fetch(&url("/a.xml"))), text(serving.fetch(&url("/b.xml")))),
            ("a".into(), "b".into())
        );
    }
    assert_eq!((server.count("/a.xml"), server.count("/b.xml")), (1, 2));
    thread::scope(|scope| {
        let held = scope.spawn(|| text(serving.fetch(&url("/slow.xml"))));
        while server.count("/slow.xml") == 0 {
            thread::sleep(Duration::from_millis(10));
        }
        let busy = serving.fetch(&url("/b.xml"));
        assert_eq!(field(&busy, "retry-after"), "1");
        assert_eq!(refusal(busy), (429, "{\"error\":\"busy\"}".to_owned()));
        // Another client, whom the proxy names. What it says of itself does not count.
        assert_eq!(text(serving.fetch_for("127.0.0.1, 192.0.2.7", &url("/b.xml"))), "b");
        let_go.send(()).unwrap();
        assert_eq!(held.join().unwrap(), "x");
    });
    assert_eq!(text(serving.get("healthz")), "ok\n");
    let metrics = text(serving.get("metrics"));
    for line in ["fetches_total{outcome=\"cached\"} 1", "fetches_total{outcome=\"busy\"} 1", "fetched_bytes_total 6"] {
        assert!(metrics.contains(&format!("sitemap_validator_{line}\n")), "{line} in {metrics}");
    }
    assert_eq!(error(&serving.fetch("http://127.0.0.1/")), "private");
}

#[test]
fn allowed_hosts_are_compared_as_urls_write_them() {
    let serving = Serving::start("--allow-host Localhost --allow-host Bücher.INVALID --allow-host 0x7f.1");
    for url in ["http://localhost/", "http://a.localhost/", "http://127.0.0.1/"] {
        assert_eq!(error(&serving.fetch(url)), FetchError::Private.name(), "{url}");
    }
    for url in ["http://bücher.invalid/", "http://WWW.xn--bcher-kva.invalid/"] {
        assert_eq!(error(&serving.fetch(url)), FetchError::Dns.name(), "{url}");
    }
    for url in ["http://notlocalhost/", "http://xbücher.invalid/", "http://127.0.0.2/"] {
        assert_eq!(error(&serving.fetch(url)), FetchError::NotAllowed.name(), "{url}");
    }
}

#[test]
fn all_bytes_for_a_client_count_and_none_exceeds_its_limit() {
    const LIMIT: usize = 1 << 20;
    let server = Server::start(None, |_| {
        vec![("/a.xml", ok("", "a".repeat(600_000))), ("/large.xml", ok("", "b".repeat(3 * LIMIT)))]
    });
    let names = server.names().replace("--rate 1000", "--host-rate 1000");
    let serving = Serving::start(&format!("--public --client-bytes 1 --trust-proxy 127.0.0.1 {names}"));
    // How many bytes the client receives, and whether the body is complete.
    let received = |client: &str, path: &str| {
        let mut response = serving.fetch_for(client, &format!("http://tidepool.page:{}{path}", server.port));
        assert_eq!(response.status(), 200);
        let mut read = Vec::new();
        let is_complete = response.body_mut().as_reader().read_to_end(&mut read).is_ok();
        (read.len(), is_complete)
    };
    assert_eq!(received("192.0.2.1", "/a.xml"), (600_000, true));
    assert_eq!(received("192.0.2.1", "/a.xml"), (LIMIT - 600_000, false), "the answer is in the cache");
    for path in ["/a.xml", "/new.xml"] {
        let busy = serving.fetch_for("192.0.2.1", &format!("http://tidepool.page:{}{path}", server.port));
        let seconds: u64 = field(&busy, "retry-after").parse().unwrap();
        assert!((1..=3600).contains(&seconds), "{seconds}");
        assert_eq!(refusal(busy), (429, "{\"error\":\"busy\"}".to_owned()));
    }
    assert_eq!(received("192.0.2.2", "/large.xml"), (LIMIT, false));
    assert_eq!((server.count("/a.xml"), server.count("/new.xml")), (1, 0));
    let metrics = text(serving.get("metrics"));
    for line in [format!("fetched_bytes_total {}", 2 * LIMIT), "fetches_total{outcome=\"limit\"} 2".to_owned()] {
        assert!(metrics.contains(&format!("sitemap_validator_{line}\n")), "{line} in {metrics}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_under_way_is_ended_before_the_server_ends() {
    let slow: Answer = raw(|out| {
        write!(out, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n1")?;
        out.flush()?;
        thread::sleep(Duration::from_millis(500));
        out.write_all(b"2")
    });
    let server = Server::start(None, |_| vec![("/slow.xml", slow)]);
    let mut serving = Serving::start("--allow-private");
    let response = serving.fetch(&format!("http://127.0.0.1:{}/slow.xml", server.port));
    assert!(Command::new("kill").arg(serving.child.id().to_string()).status().unwrap().success());
    assert_eq!(text(response), "12");
    assert!(serving.child.wait().unwrap().success());
}

#[test]
fn a_server_that_others_reach_has_to_be_public() {
    for (options, problem) in [
        ("--listen 0.0.0.0:0", "pass --public"),
        ("--public --allow-private", "cannot be used with"),
        ("--trust-proxy a", "expected an IP address"),
        ("--allow-host https://tidepool.page/", "expected a host"),
        ("--allow-host tidepool.page:443", "expected a host"),
        ("--allow-host *.tidepool.page", "expected a host"),
        ("--allow-host .tidepool.page", "expected a host"),
        ("--no-open", "cargo xtask program"),
    ] {
        let output = run(Path::new("."), &format!("serve {options}"));
        let said = problems(&output);
        assert!(said.contains(problem) && output.status.code() == Some(2), "{options}: {said}");
    }
}
