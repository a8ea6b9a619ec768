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
fn an_incomplete_robots_txt_allows_no_pages() {
    let cut = raw(|out| out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nUser-agent: *\n"));
    let server = Server::start(None, |_| vec![("/robots.txt", cut)]);
    let list = format!("http://tidepool.page:{}/secret\n", server.port);
    let folder = folder("robots-cut", &[("list.txt", list.as_bytes())]);
    let output = run(&folder, &format!("{} --check-urls=all list.txt", server.names()));
    assert!(out(&output).contains("page-blocked"), "{}", out(&output));
    assert_eq!(server.count("/secret"), 0);
}
