//! What the program says, and how it exits, where little or nothing could be checked.

use std::fs;
use std::process::Stdio;

use sitemap_validator_protocol::report::Report;

use super::server::{Server, head, ok, raw};
use super::{XML, across, index, report, robots, sitemap};
use crate::support::{folder, out, problems, program, run};

#[test]
fn a_site_that_refuses_is_not_valid() {
    let server = Server::start(None, |port| {
        vec![
            ("/robots.txt", robots(port, &["/index.xml"])),
            ("/index.xml", ok(XML, index(port, &["/a.xml", "/b.xml"]))),
            ("/a.xml", head("403 Forbidden", "")),
            ("/b.xml", head("403 Forbidden", "")),
        ]
    });
    let folder = folder("refused", &[]);
    let output = run(&folder, &format!("{} http://tidepool.page:{} --save kept", server.names(), server.port));
    assert_eq!(output.status.code(), Some(2), "{}", out(&output));
    assert!(problems(&output).contains("no sitemap was checked"), "{}", problems(&output));
    let again = run(&folder, "kept");
    assert_eq!(again.status.code(), Some(2), "{}", out(&again));
}

#[test]
fn causes_of_broken_responses_are_distinguished() {
    let server = Server::start(None, |port| {
        let fields = || {
            raw(|out| {
                out.write_all(b"HTTP/1.1 200 OK\r\n")?;
                (0..200).try_for_each(|number| write!(out, "X-{number}: x\r\n"))?;
                out.write_all(b"\r\n")
            })
        };
        vec![
            ("/robots.txt", robots(port, &["/fields.xml", "/folded.xml", "/smtp.xml", "/ok.xml"])),
            ("/fields.xml", fields()),
            ("/folded.xml", raw(|out| out.write_all(b"HTTP/1.1 200 OK\r\nX-A: b\r\n c\r\n\r\n"))),
            ("/smtp.xml", raw(|out| out.write_all(b"220 tidepool.page ready\r\n"))),
            ("/ok.xml", ok(XML, sitemap(port))),
        ]
    });
    let folder = folder("causes", &[]);
    let start = format!("http://tidepool.page:{}", server.port);
    let output = run(&folder, &format!("{} {start}", server.names()));
    for words in ["fields.xml` was not checked: the header", "valid HTTP for `http://tidepool.page", "smtp.xml"] {
        assert!(out(&output).contains(words), "{words}: {}", out(&output));
    }
    assert!(!out(&output).contains("broke off"), "{}", out(&output));
    let output = run(&folder, &format!("{} {start} --proxy http://127.0.0.1:9", server.names()));
    assert!(problems(&output).contains("the proxy does not connect"), "{}", problems(&output));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_was_met_in_place_of_a_sitemap_is_reported() {
    let server = Server::start(None, |_| vec![("/sitemap.xml", head("401 Unauthorized", ""))]);
    let start = format!("http://tidepool.page:{}", server.port);
    let found = report(&folder("met", &[]), &server, &start);
    assert_eq!(across(&found), ["sitemap.xml:1 http-auth"]);
}

#[cfg(unix)]
#[test]
fn pages_that_were_not_requested_make_a_report_incomplete() {
    let server = Server::start(None, |port| {
        let pages = format!("http://tidepool.page:{port}/a\nhttp://tidepool.page:{port}/b\n");
        vec![
            ("/list.txt", ok("Content-Type: text/plain\r\n", pages)),
            ("/a", head("404 Not Found", "")),
            (
                "/b",
                raw(|_| {
                    loop {
                        std::thread::park();
                    }
                }),
            ),
        ]
    });
    let folder = folder("interrupted-pages", &[]);
    let start = format!("http://tidepool.page:{}/list.txt", server.port);
    let line = format!("--format json {} --connections 1 --check-urls --save kept {start}", server.names());
    let child = program(&folder, &line).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while server.count("/b") == 0 {
        std::thread::yield_now();
    }
    let kill = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let found: Report = serde_json::from_slice(&output.stdout).unwrap();
    assert!(found.partial, "{}", problems(&output));
    assert_eq!(across(&found), ["list.txt:1 page-not-found"]);
    let again = run(&folder, "--format json kept");
    assert_eq!(serde_json::from_slice::<Report>(&again.stdout).unwrap(), found);
    assert!(out(&run(&folder, "kept")).contains("Incomplete: not everything was requested."));
    fs::write(folder.join("kept/manifest.json"), "{\"tool\": \"sitemap-validator\"").unwrap();
    assert!(problems(&run(&folder, "kept")).contains("manifest.json"));
}
