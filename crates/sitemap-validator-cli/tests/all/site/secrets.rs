//! The password in a URL reaches the server that it is for, and nothing else.

use std::fs;
use std::path::Path;

use super::server::{Server, ok, raw};
use super::{NAMESPACE, XML, index, robots, sitemap};
use crate::support::{folder, run};

/// `me` and this, in Base64.
const PASSWORD: &str = "s3cr%C3%A9t";
const SENT: &str = "authorization: Basic bWU6czNjcsOpdA==";

#[test]
fn the_password_in_a_url_is_sent_but_never_shown() {
    let server = Server::start(None, |port| {
        let elsewhere = format!(
            "<urlset xmlns=\"{NAMESPACE}\">\n<url><loc>http://you:{PASSWORD}@tidepool.page:{port}/p?a=1&b</loc></url>\n\
             <url><loc>http://you:{PASSWORD}@tidepool.page:{port}/p?a=1&amp;b</loc></url>\n</urlset>\n"
        );
        vec![
            ("/robots.txt", robots(port, &["/index.xml"])),
            ("/index.xml", ok(XML, index(port, &["/a.xml", "/moved.xml", "/cut.xml", "/listed.xml"]))),
            ("/a.xml", ok(XML, sitemap(port))),
            ("/listed.xml", ok(XML, elsewhere)),
            ("/cut.xml", raw(|out| out.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx"))),
            (
                "/moved.xml",
                raw(move |out| {
                    let to = format!("http://you:{PASSWORD}@other.tidepool.page:{port}/a.xml");
                    write!(
                        out,
                        "HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    )
                }),
            ),
        ]
    });
    let login = format!("http://me:{PASSWORD}@tidepool.page");
    // A line that is shown in part.
    let long = format!("<urlset xmlns=\"{NAMESPACE}\"><url><loc>{login}/{}</loc></url></urlset>", "a|".repeat(90));
    let folder = folder(
        "secrets",
        &[
            ("urls.txt", format!("ftp://me:{PASSWORD}@tidepool.page\n").as_bytes()),
            (
                "index.xml",
                format!(
                    "<sitemapindex xmlns=\"{NAMESPACE}\"><sitemap><loc>{login}/a.xml</loc></sitemap></sitemapindex>"
                )
                .as_bytes(),
            ),
            ("long.xml", long.as_bytes()),
            (
                "odd.txt",
                format!(
                    "{login}/\nhttps:/me:{PASSWORD}@a.page/\n//me:{PASSWORD}@a.page\nhttps://me:{PASSWORD}'@a.page/\n"
                )
                .as_bytes(),
            ),
        ],
    );
    let (names, port) = (server.names(), server.port);
    let site = format!("http://me:{PASSWORD}@tidepool.page:{port}");
    let reports = "--report json=r.json --report sarif=r.sarif --report junit=r.junit --report rdjson=r.rdjson \
                   --report markdown=r.md --report csv=r.csv --report gitlab=r.gitlab --report github=r.github \
                   --report agent=r.agent --report text=r.txt --write-baseline known.json";
    let lines = [
        format!("{site} {names} {reports} --save kept --cache cache --check-urls=all"),
        format!("{site}/none.xml {names}"),
        format!("{site}/index.xml --allow-private --resolve tidepool.page:{port}:127.0.0.2"),
        format!("http://me:{PASSWORD}@127.0.0.1:{port}"),
        format!("{site} --offline"),
        format!("{site} --base {site}/"),
        format!("--url {site}/a.xml --format json --report text=url.txt kept/listed.xml"),
        format!("--base {site}/ --format sarif kept"),
        "--urls-from urls.txt".to_owned(),
        format!("{site} --proxy socks5://me:{PASSWORD}@tidepool.page"),
        format!("{site} --header Authorization;{PASSWORD}"),
        format!("{site} --frmat=http://me:{PASSWORD}@tidepool.page"),
        format!("http://me:{PASSWORD}@tidepool..page"),
        format!("http:///me:{PASSWORD}'@tidepool.page:{port}"),
        format!("--url me:{PASSWORD}@tidepool.page urls.txt"),
        format!("--base=http:/me:{PASSWORD}@tidepool.page urls.txt"),
        format!("--robots me:{PASSWORD}@tidepool.page urls.txt"),
        format!("--verified-host me:{PASSWORD}@tidepool.page urls.txt"),
        format!("me:{PASSWORD}@tidepool.page"),
        format!("http://me:{PASSWORD}/x@tidepool.page"),
        "--format json index.xml".to_owned(),
        "index.xml long.xml odd.txt".to_owned(),
    ];
    for line in &lines {
        let output = run(&folder, line);
        for text in [&output.stdout, &output.stderr] {
            let text = String::from_utf8_lossy(text);
            assert!(!text.contains(PASSWORD) && !text.contains("s3cr"), "{line}: {text}");
        }
        assert!(!output.stderr.is_empty() || !output.stdout.is_empty(), "{line}");
    }
    // What the server sent is kept as it came.
    let is_content = |path: &Path| {
        let given = ["urls.txt", "index.xml", "long.xml", "odd.txt", "listed.xml"];
        given.iter().any(|name| path.to_string_lossy().ends_with(name))
    };
    let folders = [folder.clone(), folder.join("kept"), folder.join("cache")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten());
    let paths: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_file() && !is_content(path)).collect();
    for path in &paths {
        let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
        assert!(!text.contains("s3cr"), "{}: {text}", path.display());
    }
    assert!(paths.iter().any(|path| path.ends_with("kept/manifest.json")) && paths.len() > 14, "{paths:?}");
    let requests = server.requests.lock().unwrap().clone();
    let to =
        |host: &str| requests.iter().filter(move |head| head.contains(&format!("{host}:{port}"))).collect::<Vec<_>>();
    assert!(to("host: tidepool.page").len() > 4 && to("host: tidepool.page").iter().all(|head| head.contains(SENT)));
    assert!(!to("host: other.tidepool.page").is_empty());
    assert!(to("host: other.tidepool.page").iter().all(|head| !head.to_lowercase().contains("authorization")));
}
