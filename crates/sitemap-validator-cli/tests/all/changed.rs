//! Pages whose content changed, and IndexNow.

use std::process::Command;

use crate::site::server::{Server, head, ok};
use crate::support::{folder, out, piped, problems, run};

const SITEMAP: &[u8] = b"<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
<url><loc>https://tidepool.page/</loc></url>
<url><loc>https://tidepool.page/kelp</loc></url>
<url><loc>https://tidepool.page/crab/</loc><lastmod>2026-11-01</lastmod></url>
<url><loc>https://tidepool.page/urchin</loc></url>
<url><loc>https://tidepool.page/private/limpet</loc></url>
<url><loc>https://tidepool.page/chart.pdf</loc></url>
</urlset>";

const OLD: [(&str, &[u8]); 7] = [
    ("old/sitemap.xml", SITEMAP),
    ("old/index.html", b"<title>Home</title><header>Menu</header><main>Tides</main><footer>1</footer>"),
    ("old/kelp.html", b"<title>Kelp</title><article>Kelp</article>"),
    ("old/crab/index.html", b"<title>Crab</title><main>Crab</main>"),
    ("old/urchin.html", b"<title>Urchin</title><main>Urchin</main>"),
    ("old/private/limpet.html", b"<title>Limpet</title><main>Limpet</main>"),
    ("old/chart.pdf", b"1"),
];

const NEW: [(&str, &[u8]); 8] = [
    ("new/sitemap.xml", SITEMAP),
    ("new/index.html", b"<title>Home</title><header>Menu 2</header><main class=x>Tides</main><footer>2</footer>"),
    ("new/kelp.html", b"<title>Kelp</title><article>Kelp forests</article>"),
    ("new/crab/index.html", b"<title>Crab</title><main>Crabs</main>"),
    ("new/urchin.html", b"<title>Urchin</title><meta name=robots content=noindex><main>Urchins</main>"),
    ("new/private/limpet.html", b"<title>Limpet</title><main>Limpets</main>"),
    ("new/chart.pdf", b"2"),
    ("new/robots.txt", b"User-agent: *\nDisallow: /private/\n"),
];

const KEY: &str = "0f3b-kelp";

#[test]
fn pages_that_changed_are_listed() {
    let folder = folder("changed", &[&OLD[..], &NEW[..], &[("key.txt", b"")]].concat());
    let expected = "https://tidepool.page/kelp\nhttps://tidepool.page/crab/\n";
    let told = run(&folder, "compare old new --to changed");
    assert_eq!((told.status.code(), out(&told)), (Some(0), expected), "{}", problems(&told));
    assert!(problems(&told).contains("2 listed URLs left out: search engines may not index a page there"));
    assert!(problems(&told).contains("1 listed URL left out: the folder does not show what they say"));
    let git = |words: &str| {
        let mut command = Command::new("git");
        command.current_dir(&folder).args(["-c", "user.name=a", "-c", "user.email=a@tidepool.page"]);
        assert!(command.args(words.split(' ')).output().unwrap().status.success(), "{words}");
    };
    ["init", "add .", "commit -m one"].into_iter().for_each(git);
    assert_eq!(out(&run(&folder, "compare HEAD:old HEAD:new --to changed")), expected);
    assert_eq!(out(&run(&folder, "compare new new --to changed")), "");
    assert_eq!(
        out(&run(&folder, &format!("compare old new --to indexnow --key {KEY}"))),
        format!(
            "{{\"host\":\"tidepool.page\",\"key\":\"{KEY}\",\"urlList\":[\"https://tidepool.page/kelp\",\"https://tidepool.page/crab/\"]}}\n"
        )
    );
    for (words, problem) in [
        ("compare old new --to indexnow", "--to indexnow needs the key of the site: --key KEY"),
        ("compare old new --to indexnow --key short", "8 to 128 letters"),
        ("compare old/sitemap.xml new --to changed", "old/sitemap.xml: this is no snapshot of pages"),
        ("compare none.jsonl new --to changed", "none.jsonl: there is no such file or folder"),
        ("compare old new/sitemap.xml --to changed", "new/sitemap.xml: --to needs the folder of the built pages"),
    ] {
        let told = run(&folder, words);
        assert_eq!((told.status.code(), out(&told)), (Some(2), ""), "{words}");
        assert!(problems(&told).contains(problem), "{words}: {}", problems(&told));
    }
}

#[test]
fn urls_are_sent_if_the_site_has_the_key() {
    let service = |status: &'static str, key: &'static str| {
        Server::start(None, |_| {
            vec![("/0f3b-kelp.txt", ok("", key)), ("/blog/key.txt", ok("", KEY)), ("/indexnow", head(status, ""))]
        })
    };
    let submit = |server: &Server, options: &str, urls: &str| {
        let at = format!("http://127.0.0.1:{}", server.port);
        let options = format!("{options} --service {at}/indexnow --map https://tidepool.page={at} --allow-private");
        piped(&format!("indexnow --key {KEY} {options} -"), urls.as_bytes())
    };
    let urls = "https://tidepool.page/blog/a\nhttps://tidepool.page/blog/b\n";
    let server = service("202 Accepted", "0f3b-kelp\n");
    let told = submit(&server, "", urls);
    assert_eq!(told.status.code(), Some(0), "{}", problems(&told));
    assert!(problems(&told).contains("/indexnow received 2 URLs of tidepool.page"), "{}", problems(&told));
    let sent = server.requests.lock().unwrap().last().cloned().unwrap_or_default();
    assert!(
        sent.starts_with("POST /indexnow ") && sent.to_lowercase().contains("content-type: application/json"),
        "{sent}"
    );
    assert!(
        sent.ends_with("\"urlList\":[\"https://tidepool.page/blog/a\",\"https://tidepool.page/blog/b\"]}"),
        "{sent}"
    );
    let told = submit(&server, "--key-file https://tidepool.page/blog/key.txt", urls);
    assert_eq!(told.status.code(), Some(0), "{}", problems(&told));

    let posts =
        |server: &Server| server.requests.lock().unwrap().iter().filter(|sent| sent.starts_with("POST")).count();
    for (status, key, options, urls, problem, expected) in [
        (
            "200 OK",
            "<p>0f3b-kelp",
            "",
            urls,
            "0f3b-kelp.txt: the content of the file is not the key. Nothing was sent",
            0,
        ),
        (
            "200 OK",
            KEY,
            "--key-file https://tidepool.page/no.txt",
            urls,
            "no.txt: the file with the key is not there (status 404)",
            0,
        ),
        ("200 OK", KEY, "", "https://a.page/\nhttps://tidepool.page/", "https://tidepool.page/ is not on a.page", 0),
        ("403 Forbidden", KEY, "", urls, "the service does not accept the key (status 403)", 1),
        ("429 Too Many Requests", KEY, "", urls, "received too many requests (status 429)", 1),
        ("500 Error", KEY, "", urls, "answered with status 500", 1),
    ] {
        let server = service(status, key);
        let told = submit(&server, options, urls);
        assert_eq!((told.status.code(), posts(&server)), (Some(2), expected), "{problem}");
        assert!(problems(&told).contains(problem), "{problem}: {}", problems(&told));
    }
    let told = submit(&server, "", "\n");
    assert_eq!(told.status.code(), Some(0));
    assert!(problems(&told).contains("the list has no URLs: nothing was sent"));
}
