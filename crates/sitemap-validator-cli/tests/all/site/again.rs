//! Several sites, and sites that are fetched again or through a proxy.

use std::fs;
use std::thread;
use std::time::Duration;

use super::server::{Server, head, ok, raw};
use super::{XML, across, at, index, report, robots, sitemap};
use crate::support::{folder, problems, run};

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let server = Server::start(None, |port| {
        let dated = format!("{XML}ETag: \"7\"\r\nLast-Modified: Mon, 03 Aug 2026 08:00:00 GMT\r\n");
        let (fresh, same) = (ok(&dated, sitemap(port)), head("304 Not Modified", "ETag: \"7\"\r\n"));
        vec![
            ("/robots.txt", robots(port, &["/a.xml", "/b.xml"])),
            ("/a.xml", Box::new(move |out, before| if before == 0 { fresh(out, before) } else { same(out, before) })),
            ("/b.xml", ok(XML, sitemap(port))),
        ]
    });
    let folder = folder("cache", &[]);
    let line = format!("http://tidepool.page:{} --cache kept", server.port);
    let first = report(&folder, &server, &line);
    let second = report(&folder, &server, &line);
    let http = |of: &str| at(&second, of).http.clone().unwrap();
    assert_eq!((http("a.xml").unchanged, http("a.xml").status, http("b.xml").unchanged), (true, Some(200), false));
    assert_eq!(http("a.xml").content_type.as_deref(), Some("application/xml"));
    assert_eq!(at(&first, "a.xml").counts, at(&second, "a.xml").counts);
    assert_eq!(at(&first, "a.xml").bytes, at(&second, "a.xml").bytes);
    let asked = server.requests.lock().unwrap().iter().rfind(|head| head.starts_with("GET /a.xml ")).cloned().unwrap();
    let asked = asked.to_ascii_lowercase();
    assert!(asked.contains("if-none-match: \"7\"") && asked.contains("if-modified-since: mon, 03 aug 2026"), "{asked}");
    let said = run(&folder, &format!("{} {line}", server.names()));
    let said = problems(&said);
    assert!(said.contains("1 of 3 files have not changed"), "{said}");
}

#[test]
fn several_sites_are_checked_together() {
    let server = Server::start(None, |port| {
        vec![
            ("/one.xml", ok(XML, index(port, &["/a.xml", "/gone.xml"]))),
            ("/two.xml", ok(XML, index(port, &["/a.xml", "/b.xml"]))),
            ("/a.xml", ok(XML, sitemap(port))),
            ("/b.xml", ok(XML, sitemap(port).replace("/a<", "/b<"))),
        ]
    });
    let site = format!("http://tidepool.page:{}", server.port);
    let list = format!("# Shops\n\n{site}/two.xml\r\n");
    let folder =
        folder("several-sites", &[("urls.txt", list.as_bytes()), ("bad.txt", b"https://a.example\na.example\n")]);
    let found = report(&folder, &server, &format!("{site}/one.xml --urls-from urls.txt --save kept"));
    let names: Vec<_> = found.files.iter().map(|file| file.name.rsplit('/').next().unwrap()).collect();
    assert_eq!(names, ["one.xml", "a.xml", "gone.xml", "two.xml", "b.xml"]);
    assert_eq!(across(&found)[0], "one.xml:3 http-status");
    let again: sitemap_validator_protocol::report::Report =
        serde_json::from_slice(&run(&folder, "--format json kept").stdout).unwrap();
    assert_eq!(again, found);
    // The others are checked if one cannot be had.
    let output = run(&folder, &format!("{} {site}/none.xml {site}/b.xml --format json", server.names()));
    assert!(problems(&output).contains("none.xml") && output.status.code() == Some(2), "{}", problems(&output));
    assert!(String::from_utf8_lossy(&output.stdout).contains("/b.xml"));
    let refused = run(&folder, "--urls-from bad.txt");
    let refused = problems(&refused);
    assert!(refused.contains("bad.txt, line 2: `a.example`"), "{refused}");
}

#[test]
fn a_proxy_is_asked() {
    let site = Server::start(None, |port| vec![("/sitemap.xml", ok(XML, sitemap(port)))]);
    let target = format!("tidepool.page:{}", site.port);
    let answer = sitemap(site.port);
    let proxy = Server::start(None, |_| {
        let text =
            format!("HTTP/1.1 200 OK\r\n{XML}Content-Length: {}\r\nConnection: close\r\n\r\n{answer}", answer.len());
        // It answers in place of the host: the request comes when the tunnel is there.
        let tunnel = raw(move |out| {
            out.write_all(b"HTTP/1.1 200 OK\r\n\r\n")?;
            out.flush()?;
            thread::sleep(Duration::from_millis(200));
            out.write_all(text.as_bytes())?;
            out.flush()?;
            thread::sleep(Duration::from_millis(200));
            Ok(())
        });
        vec![(target.clone().leak() as &str, tunnel)]
    });
    let folder = folder("proxy", &[]);
    // The name has no address here: the proxy knows it.
    let line = format!("http://{target}/sitemap.xml --proxy http://127.0.0.1:{} --format json", proxy.port);
    let output = run(&folder, &line);
    let asked = proxy.requests.lock().unwrap().clone();
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"status\": 200"), "{} {asked:?}", problems(&output));
    assert!(problems(&output).contains("the proxy 127.0.0.1 resolves host names"), "{}", problems(&output));
    let literal = run(&folder, &line.replace("tidepool.page", "127.0.0.1"));
    let literal = problems(&literal);
    assert!(literal.contains("--allow-private"), "{literal}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
}
