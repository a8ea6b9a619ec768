//! Sites by URL, against a server on this machine.

mod again;
mod exits;
mod incomplete;
mod map;
mod mcp;
mod secrets;
mod serve;
pub(crate) mod server;
mod state;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use sitemap_validator_protocol::http::{FetchError, Found};
use sitemap_validator_protocol::report::{File, Report, Verdict};

use crate::support::{folder, out, piped, problems, program, run};
use server::{Answer, Server, certificate, first, head, ok, raw};

const XML: &str = "Content-Type: application/xml\r\n";
/// More lines than the guess of a file's type looks at.
const COMMENTS: usize = 25;
const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

fn index(port: u16, paths: &[&str]) -> String {
    let entry = |path: &&str| format!("<sitemap><loc>http://tidepool.page:{port}{path}</loc></sitemap>\n");
    format!("<sitemapindex xmlns=\"{NAMESPACE}\">\n{}</sitemapindex>\n", paths.iter().map(entry).collect::<String>())
}

fn sitemap(port: u16) -> String {
    format!("<urlset xmlns=\"{NAMESPACE}\">\n<url><loc>http://tidepool.page:{port}/a</loc></url>\n</urlset>\n")
}

fn robots(port: u16, paths: &[&str]) -> Answer {
    let line = |path: &&str| format!("Sitemap: http://tidepool.page:{port}{path}\n");
    let lines: String = paths.iter().map(line).collect();
    ok("Content-Type: text/plain\r\n", format!("{}User-agent: *\nDisallow:\n{lines}", "# a comment\n".repeat(COMMENTS)))
}

fn gzip(text: &str) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

fn report(folder: &Path, server: &Server, line: &str) -> Report {
    let output = run(folder, &format!("--format json {} {line}", server.names()));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", problems(&output)))
}

/// The file at `path`.
fn at<'r>(report: &'r Report, path: &str) -> &'r File {
    let file = report.files.iter().find(|file| file.name.ends_with(path));
    file.unwrap_or_else(|| panic!("no {path} in {:?}", report.files.iter().map(|file| &file.name).collect::<Vec<_>>()))
}

/// The rules with findings in the file at `path`, with the lines of those across files.
fn rules(report: &Report, path: &str) -> Vec<String> {
    let own =
        at(report, path).rules.keys().filter(|rule| rule.starts_with("http-") || rule.starts_with("gzip-")).cloned();
    own.collect()
}

/// The findings across files, as `file:line rule`.
fn across(report: &Report) -> Vec<String> {
    let findings = report.set.iter().flat_map(|set| &set.diagnostics);
    let shown = findings.map(|found| {
        let file = &report.files[found.file.unwrap() as usize];
        let path = file.name.rsplit('/').next().unwrap();
        format!("{path}:{} {}", found.line, found.rule)
    });
    shown.collect()
}

#[test]
fn a_site_is_found_fetched_and_checked() {
    let server = Server::start(None, |port| {
        vec![
            ("/robots.txt", robots(port, &["/index.xml"])),
            ("/index.xml", ok(XML, index(port, &["/a.xml", "/gone.xml", "/broken.xml"]))),
            ("/a.xml", ok(XML, sitemap(port))),
            ("/broken.xml", ok(XML, sitemap(port).replace("/a</loc>", "/b"))),
        ]
    });
    let folder = folder("site", &[]);
    let port = server.port;
    let report = report(&folder, &server, &format!("http://tidepool.page:{port} --save kept"));
    assert!(run(&folder, "--to index kept").status.code() == Some(2), "one of the files is missing");
    let names: Vec<_> = report.files.iter().map(|file| file.name.rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["robots.txt", "index.xml", "a.xml", "gone.xml", "broken.xml"]);
    assert_eq!(across(&report), ["index.xml:3 http-status", "index.xml:4 index-child-invalid"]);
    assert_eq!(at(&report, "broken.xml").verdict, Verdict::Invalid);
    let http = at(&report, "a.xml").http.clone().unwrap();
    assert_eq!(
        (http.found, http.status, http.content_type.as_deref()),
        (Found::Listed, Some(200), Some("application/xml"))
    );
    assert_eq!(http.transfer_bytes, sitemap(port).len() as u64);
    assert!(http.fetched_at > 1_700_000_000_000);

    // What was kept gives the same report.
    let again = run(&folder, "--format json kept");
    assert_eq!(serde_json::from_slice::<Report>(&again.stdout).unwrap(), report);
    assert_eq!(fs::read_dir(folder.join("kept")).unwrap().count(), 5, "four files and the manifest");
    let output = run(&folder, &format!("{} http://tidepool.page:{port} --save kept", server.names()));
    assert!(problems(&output).contains("empty folder"), "{}", problems(&output));
    assert_eq!(server.count("/a.xml"), 1);

    let output = run(&folder, &format!("{} http://tidepool.page:{port}/index.xml", server.names()));
    let text = out(&output);
    assert!(text.contains("error[http-status]: No sitemap at") && text.contains("index.xml:3:15"), "{text}");
    assert_eq!(output.status.code(), Some(1));
    assert!(server.requests.lock().unwrap().iter().all(|head| head.contains("sitemap-validator/")));
}

#[test]
fn redirects_are_followed_and_told_of() {
    let server = Server::start(None, |port| {
        let to = |place: &str| head("301 Moved Permanently", &format!("Location: {place}\r\n"));
        vec![
            ("/robots.txt", robots(port, &["/moved.xml", "/away.xml", "/circle.xml", "/inside.xml", "/file.xml"])),
            ("/moved.xml", to("/a.xml")),
            ("/away.xml", to(&format!("http://other.tidepool.page:{port}/a.xml"))),
            ("/a.xml", ok(XML, sitemap(port))),
            ("/circle.xml", to("/circle.xml")),
            ("/inside.xml", to("http://10.0.0.1/secret.xml")),
            ("/file.xml", to("file:///etc/passwd")),
        ]
    });
    let line = format!("http://tidepool.page:{} --header X-Key:secret", server.port);
    let report = report(&folder("redirects", &[]), &server, &line);
    let failed = |line: usize, rule: &str| format!("robots.txt:{} {rule}", line + COMMENTS);
    let expected = [
        failed(3, "http-redirect"),
        failed(4, "http-redirect-host"),
        failed(5, "http-redirect-loop"),
        failed(6, "http-unreachable"),
        failed(7, "http-redirect-loop"),
    ];
    let failures: Vec<_> = across(&report).into_iter().filter(|found| found.contains(" http-")).collect();
    assert_eq!(failures, expected);
    // The header is for the host of the URL alone.
    let requests = server.requests.lock().unwrap();
    let (own, other): (Vec<_>, Vec<_>) =
        requests.iter().partition(|head| !head.to_lowercase().contains("host: other."));
    assert!(own.iter().all(|head| head.to_lowercase().contains("x-key: secret")) && other.len() == 1);
    assert!(!other[0].contains("secret"), "{}", other[0]);
}

#[test]
fn a_sitemap_that_was_searched_for_is_where_it_was_found() {
    let server = Server::start(None, |port| {
        let other = format!("http://other.tidepool.page:{port}/sitemap.xml");
        let body = sitemap(port).replace("//tidepool", "//other.tidepool");
        // The other name leads to the same server.
        let moved = first(1, head("301 Moved Permanently", &format!("Location: {other}\r\n")), ok(XML, body));
        vec![("/sitemap.xml", moved)]
    });
    let report = report(&folder("searched", &[]), &server, &format!("http://tidepool.page:{}", server.port));
    let file = at(&report, "/sitemap.xml");
    assert_eq!(file.url.as_deref(), Some(&*format!("http://other.tidepool.page:{}/sitemap.xml", server.port)));
    assert!(file.rules.keys().all(|rule| !rule.starts_with("scope-")), "{:?}", file.rules);
}

#[test]
fn answers_with_faults_are_findings() {
    let server = Server::start(None, |port| {
        let good = sitemap(port);
        let paths = [
            "/html.xml",
            "/plain.xml",
            "/said.xml",
            "/packed.xml",
            "/short.xml",
            "/cut.xml",
            "/endless.xml",
            "/flood.xml",
            "/busy.xml",
            "/challenge.xml",
            "/login.xml",
            "/blocked.xml",
            "/charset.xml",
            "/none.xml",
        ];
        let short = good.clone();
        vec![
            ("/robots.txt", robots(port, &paths)),
            ("/html.xml", ok("Content-Type: text/html; charset=utf-8\r\n", good.clone())),
            ("/plain.xml", ok("", good.clone())),
            ("/said.xml", ok(&format!("{XML}Content-Encoding: gzip\r\n"), good.clone())),
            ("/packed.xml", ok(&format!("{XML}Content-Encoding: gzip\r\n"), gzip(&good))),
            ("/short.xml", raw(move |out| write!(out, "HTTP/1.1 200 OK\r\n{XML}Content-Length: 9999\r\n\r\n{short}"))),
            ("/cut.xml", raw(|out| out.write_all(b"HTTP/1.1 200"))),
            (
                "/endless.xml",
                raw(|out| {
                    write!(out, "HTTP/1.1 200 OK\r\n{XML}\r\n<urlset xmlns=\"{NAMESPACE}\">")?;
                    loop {
                        out.write_all(&[b' '; 65_536])?;
                    }
                }),
            ),
            (
                "/flood.xml",
                raw(|out| {
                    out.write_all(b"HTTP/1.1 200 OK\r\n")?;
                    (0..100_000).try_for_each(|number| write!(out, "X-{number}: x\r\n"))?;
                    out.write_all(b"\r\n")
                }),
            ),
            ("/busy.xml", first(1, head("429 Too Many Requests", "Retry-After: 1\r\n"), ok(XML, good.clone()))),
            ("/challenge.xml", head("503 Service Unavailable", "CF-Mitigated: challenge\r\n")),
            ("/login.xml", head("401 Unauthorized", "WWW-Authenticate: Basic\r\n")),
            ("/blocked.xml", head("403 Forbidden", "")),
            ("/charset.xml", ok("Content-Type: text/xml; charset=iso-8859-1\r\n", good.replace("/a<", "/ä<"))),
            ("/none.xml", head("500 Internal Server Error", "")),
        ]
    });
    let line = format!("http://tidepool.page:{} --max-size 1", server.port);
    let report = report(&folder("faults", &[]), &server, &line);
    for (path, rule) in [
        ("/html.xml", "http-content-type"),
        ("/plain.xml", "http-content-type"),
        ("/said.xml", "http-encoding-mismatch"),
        ("/short.xml", "http-truncated"),
        ("/charset.xml", "http-charset-mismatch"),
    ] {
        assert_eq!(rules(&report, path), [rule], "{path}");
    }
    for path in ["/packed.xml", "/busy.xml"] {
        assert_ne!(at(&report, path).verdict, Verdict::Invalid, "{path}");
        assert!(rules(&report, path).is_empty(), "{path}");
    }
    assert!(at(&report, "/endless.xml").partial);
    let failures: Vec<_> = across(&report).into_iter().filter(|found| found.contains(" http-")).collect();
    let expected = [
        (8, "http-unreachable"),
        (10, "http-unreachable"),
        (12, "http-blocked"),
        (13, "http-auth"),
        (14, "http-blocked"),
        (16, "http-status"),
    ];
    let expected = expected.map(|(line, rule)| format!("robots.txt:{} {rule}", line + COMMENTS));
    assert_eq!(failures, expected);
    assert_eq!(
        [("/none.xml", 3), ("/blocked.xml", 1), ("/busy.xml", 2)].map(|(path, times)| server.count(path) == times),
        [true; 3]
    );
}

#[test]
fn an_answer_that_never_ends_takes_no_longer_than_allowed() {
    let server = Server::start(None, |port| {
        let slow = raw(|out| {
            out.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
            loop {
                out.write_all(b" ")?;
                out.flush()?;
                thread::sleep(Duration::from_millis(200));
            }
        });
        vec![("/robots.txt", robots(port, &["/slow.xml"])), ("/slow.xml", slow)]
    });
    let report = report(&folder("slow", &[]), &server, &format!("http://tidepool.page:{} --max-time 3", server.port));
    assert_eq!(at(&report, "/slow.xml").http.as_ref().unwrap().error, Some(FetchError::Timeout));
}

#[cfg(unix)]
#[test]
fn ctrl_c_gives_the_report_so_far() {
    let hang = || {
        raw(|_| {
            thread::sleep(Duration::from_mins(1));
            Ok(())
        })
    };
    let server = Server::start(None, |port| {
        let paths = ["/a.xml", "/hang.xml", "/b.xml"];
        vec![("/robots.txt", robots(port, &paths)), ("/a.xml", ok(XML, sitemap(port))), ("/hang.xml", hang())]
    });
    let line = format!("--format json {} --connections 1 http://tidepool.page:{}", server.names(), server.port);
    let child =
        program(&folder("interrupt", &[]), &line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while server.count("/hang.xml") == 0 {
        thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(problems(&output).contains("stopped: 2 of 4 known files"), "{}", problems(&output));
    let report: Report = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((report.files.len(), at(&report, "/a.xml").verdict), (2, Verdict::Valid));
    assert!(report.partial);
}

#[test]
fn certificates_are_checked() {
    let (pem, config) = certificate();
    let server = Server::start(Some(config), |port| vec![("/sitemap.xml", ok(XML, sitemap(port)))]);
    let folder = folder("tls", &[("ca.pem", pem.as_bytes())]);
    let line = format!("{} https://tidepool.page:{}/sitemap.xml", server.names(), server.port);
    let output = run(&folder, &line);
    assert_eq!(output.status.code(), Some(2));
    assert!(problems(&output).contains("certificate"), "{}", problems(&output));
    for trust in ["--ca-file ca.pem", "--insecure"] {
        let output = run(&folder, &format!("{line} {trust}"));
        assert!(out(&output).contains("https://tidepool.page"), "{}", problems(&output));
    }
    assert!(problems(&run(&folder, &format!("{line} --ca-file none.pem"))).contains("none.pem"));
}

#[test]
fn without_a_sitemap_and_without_a_server_the_program_says_so() {
    let server = Server::start(None, |port| {
        vec![
            ("/", ok("Content-Type: text/html\r\n", "<html><link rel=sitemap href=/map>")),
            ("/map", ok(XML, sitemap(port))),
        ]
    });
    let folder = folder("none", &[]);
    let start = format!("http://tidepool.page:{}", server.port);
    let found = report(&folder, &server, &start);
    assert_eq!(found.files[0].http.as_ref().unwrap().found, Found::Linked);
    let output = run(&folder, &format!("{} {start} --no-guess", server.names()));
    assert!(out(&output).contains("error[discovery-none]"), "{}", out(&output));
    assert_eq!(output.status.code(), Some(1));

    assert!(problems(&piped("https://tidepool.page -", b"")).contains("files and URLs cannot be mixed in one run"));
    for (line, words) in [
        (format!("{} {start}/none.xml", server.names()), "404 Not Found"),
        ("http://127.0.0.1:9/".to_owned(), "--allow-private"),
        ("http://localhost:9/".to_owned(), "--allow-private"),
        ("http://127.0.0.1:9/ --allow-private".to_owned(), "refuse"),
        ("http://a.invalid/".to_owned(), "IP address"),
        ("http://".to_owned(), "not an http or https URL"),
        ("tidepool.page".to_owned(), "did you mean https://tidepool.page"),
    ] {
        let output = run(&folder, &line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(problems(&output).contains(words), "{line}: {}", problems(&output));
    }
}

#[test]
fn listed_pages_are_requested_and_judged_at_their_urls() {
    const HTML: &str = "Content-Type: text/html\r\n";
    let robots = |port: u16| format!("User-agent: *\nDisallow: /secret/\nSitemap: http://tidepool.page:{port}/s.xml\n");
    let server = Server::start(None, |port| {
        let url = |path: &str| format!("<url><loc>http://tidepool.page:{port}{path}</loc></url>\n");
        let paths = [
            "/ok",
            "/old?a=1&amp;b=2",
            "/gone",
            "/hidden",
            "/secret/a",
            "/other",
            "/down",
            "/tested",
            "/away",
            "/long",
        ];
        let literal = url("/elder?a&b").replace("http", "<![CDATA[http").replace("</loc>", "]]></loc>");
        let text = format!("<urlset xmlns=\"{NAMESPACE}\">\n{}{literal}</urlset>\n", paths.map(url).concat());
        let canonical = |path: &str| format!("<link rel=canonical href={path}>");
        vec![
            ("/robots.txt", head("301 Moved Permanently", "Location: /r.txt\r\n")),
            ("/r.txt", ok("", robots(port))),
            ("/s.xml", ok(XML, text)),
            ("/ok", ok(HTML, canonical("/ok"))),
            ("/old?a=1&b=2", head("301 Moved Permanently", "Location: /new?a=1&b=2\r\n")),
            ("/new?a=1&b=2", ok(HTML, canonical("/new?a=1&amp;b=2"))),
            ("/hidden", ok(&format!("{HTML}X-Robots-Tag: noindex\r\n"), canonical("/hidden"))),
            ("/other", ok(HTML, canonical("/ok"))),
            ("/down", head("500 Internal Server Error", "")),
            ("/away", head("302 Found", &format!("Location: http://other.tidepool.page:{port}/secret/b\r\n"))),
            ("/elder?a&b", head("301 Moved Permanently", "Location: /new?a=1&b=2\r\n")),
            ("/long", ok(&format!("{HTML}Content-Encoding: gzip\r\n"), gzip(&" ".repeat(3_000_000)))),
            ("/tested", head("503 Service Unavailable", "cf-mitigated: challenge\r\n")),
        ]
    });
    let folder = folder("pages", &[]);
    let start = format!("http://tidepool.page:{}/", server.port);
    let report = report(&folder, &server, &format!("--check-urls=all {start}"));
    let set = report.set.unwrap();
    let found: Vec<_> =
        set.diagnostics.iter().map(|found| format!("{}:{} {}", found.line, found.column, found.rule)).collect();
    let expected = [
        "3:11 page-redirect",
        "4:11 page-not-found",
        "5:11 page-noindex",
        "6:11 page-blocked",
        "7:11 page-canonical-elsewhere",
        "8:11 page-server-error",
        "9:11 page-forbidden",
        "10:11 page-redirect",
        "10:11 page-blocked",
        "11:11 page-too-large",
        "12:20 page-redirect",
    ];
    assert_eq!(found, expected);
    let fix = set.diagnostics[0].fix.as_ref().unwrap();
    assert_eq!(fix.edits[0].text, format!("http://tidepool.page:{}/new?a=1&amp;b=2", server.port));
    let fix = set.diagnostics[10].fix.as_ref().unwrap();
    assert_eq!(fix.edits[0].text, format!("http://tidepool.page:{}/new?a=1&b=2", server.port));
    assert_eq!((server.count("/secret/b"), server.count("/robots.txt")), (0, 3), "one for the site, one for each host");
    assert_eq!((server.count("/secret/a"), server.count("/down"), server.count("/tested")), (0, 3, 1));
    // A sample is spread over all, and says so. Files of this machine have pages as well.
    let list = (0..10).map(|page| format!("{start}{page}\n")).collect::<Vec<_>>().concat();
    fs::write(folder.join("list.txt"), list).unwrap();
    let output = run(&folder, &format!("{} --check-urls=3 list.txt", server.names()));
    assert!(problems(&output).contains("3 of 10 listed pages are requested"), "{}", problems(&output));
    assert_eq!([0, 3, 6, 1, 9].map(|page| server.count(&format!("/{page}"))), [1, 1, 1, 0, 0]);
}
