//! Bodies that end early: half of one never counts as a complete one.

use std::fs;

use super::server::{Server, certificate, raw};
use super::{XML, sitemap};
use crate::support::{folder, out, run};

#[test]
fn tls_without_a_closure_alert_does_not_complete_a_body() {
    let (_, config) = certificate();
    // Without a length, only the end of the connection ends the body.
    let server = Server::start(Some(config), |port| {
        let body = sitemap(port);
        vec![("/sitemap.xml", raw(move |out| write!(out, "HTTP/1.1 200 OK\r\n{XML}ETag: \"7\"\r\n\r\n{body}")))]
    });
    let folder = folder("tls-cut", &[]);
    let line = format!("{} https://tidepool.page:{}/sitemap.xml", server.names(), server.port);
    let output = run(&folder, &format!("{line} --insecure --cache cache --save save"));
    assert_eq!(output.status.code(), Some(2), "{}", out(&output));
    for name in ["cache", "save"] {
        assert_eq!(fs::read_dir(folder.join(name)).unwrap().count(), 0, "{name}");
    }
}

#[test]
fn a_robots_txt_that_cannot_be_read_allows_no_pages() {
    let answer = |head: &'static str, body: &'static [u8]| {
        raw(move |out| {
            write!(out, "HTTP/1.1 {head}\r\nConnection: close\r\n\r\n")?;
            out.write_all(body)
        })
    };
    for (name, head, body) in [
        ("cut", "200 OK\r\nContent-Length: 99", b"User-agent: *\n".as_slice()),
        ("part", "206 Partial Content\r\nContent-Length: 14", b"User-agent: *\n"),
        ("brotli", "200 OK\r\nContent-Encoding: br\r\nContent-Length: 3", b"\x0b\x02\x80"),
        ("gzip", "200 OK\r\nContent-Length: 12", b"\x1f\x8b\x08\0\0\0\0\0\0\x03\x0b\x2d"),
    ] {
        let server = Server::start(None, |_| vec![("/robots.txt", answer(head, body))]);
        let list = format!("http://tidepool.page:{}/secret\n", server.port);
        let folder = folder(&format!("robots-{name}"), &[("list.txt", list.as_bytes())]);
        let output = run(&folder, &format!("{} --check-urls=all list.txt", server.names()));
        assert!(out(&output).contains("page-blocked"), "{name}: {}", out(&output));
        assert_eq!(server.count("/secret"), 0, "{name}");
    }
}
