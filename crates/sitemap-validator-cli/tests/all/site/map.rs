//! Requests that go to another origin.

use super::server::{Server, head, ok};
use super::{NAMESPACE, XML};
use crate::support::{folder, out, problems, run};

#[test]
fn reports_name_the_origin_and_not_the_one_that_is_requested() {
    let entry = |path: &str| format!("<url><loc>https://www.tidepool.page{path}</loc></url>\n");
    let sitemap = |paths: &[&str]| {
        let entries: String = paths.iter().map(|path| entry(path)).collect();
        format!("<urlset xmlns=\"{NAMESPACE}\">\n{entries}</urlset>\n")
    };
    let server = Server::start(None, |port| {
        let html = |text: String| ok("Content-Type: text/html\r\n", text);
        let to = format!("http://tidepool.page:{port}");
        let robots = "User-agent: *\nDisallow: /closed\nSitemap: https://www.tidepool.page/pages.xml\n";
        vec![
            ("/robots.txt", ok("Content-Type: text/plain\r\n", robots)),
            ("/pages.xml", head("302 Found", &format!("Location: {to}/new.xml\r\n"))),
            ("/new.xml", ok(XML, sitemap(&["/a", "/b", "/c", "/closed", "/d"]))),
            ("/a", html("<link rel=canonical href=/a>".to_owned())),
            ("/b", head("301 Moved Permanently", &format!("Location: {to}/a\r\n"))),
            ("/c", html(format!("<meta http-equiv=refresh content='0;url={to}/a'>"))),
            ("/old", head("301 Moved Permanently", "Location: //www.tidepool.page/a\r\n")),
            ("/older", head("308 Permanent Redirect", &format!("Location: {to}/a\r\n"))),
        ]
    });
    let files: [(&str, &[u8]); 2] =
        [("old.xml", &sitemap(&["/a", "/old", "/older"]).into_bytes()), ("new.xml", &sitemap(&["/a"]).into_bytes())];
    let folder = folder("map", &files);
    let map = format!("--map https://www.tidepool.page=http://tidepool.page:{}", server.port);
    let told = run(&folder, &format!("{} {map} --check-urls=all https://www.tidepool.page", server.names()));
    for line in [
        "error[page-not-found]: No page at this URL",
        "6 | <url><loc>https://www.tidepool.page/d</loc></url>\n  |           ^^^^^",
        "The server redirects this page to `https://www.tidepool.page/a`",
        "This page immediately redirects to `https://www.tidepool.page/a`",
        "page-blocked",
        "http-redirect",
    ] {
        assert!(out(&told).contains(line), "{line}: {}{}", out(&told), problems(&told));
    }
    let origin = format!("tidepool.page:{}", server.port);
    assert!(!out(&told).contains(&origin) && !problems(&told).contains(&origin), "{}{}", out(&told), problems(&told));
    assert_eq!((server.count("/closed"), server.count("/robots.txt")), (0, 2));
    let resolve = format!("--resolve {origin}:127.0.0.1");
    let told = run(&folder, &format!("compare old.xml new.xml {resolve} {map} --follow-removed"));
    let expected = "\nOld URLs that lead to a listed page: 2\n  https://www.tidepool.page/old → https://www.tidepool.page/a\n  \
                    https://www.tidepool.page/older → https://www.tidepool.page/a\n";
    assert_eq!(told.status.code(), Some(0), "{}", out(&told));
    assert!(out(&told).contains(expected), "{}", out(&told));
}
