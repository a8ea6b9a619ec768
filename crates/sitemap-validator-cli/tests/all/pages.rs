//! The folder of a built site, compared with its sitemaps.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use sitemap_validator_protocol::report::Report;

use crate::support::{folder, out, problems, run};

const SITE: &str = "https://tidepool.page/";

/// A sitemap of these URLs below `base`, each on its own line from the third on.
fn sitemap(base: &str, urls: &[String]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    for url in urls {
        let date = if url.contains("dated") { "<lastmod>2026-09-14</lastmod>" } else { "" };
        let _ = writeln!(text, "<url><loc>{base}{url}</loc>{date}</url>");
    }
    text + "</urlset>\n"
}

fn report(folder: &Path, line: &str) -> Report {
    let output = run(folder, &format!("--now 2026-11-21 --max-diagnostics 0 --format json {line}"));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", problems(&output)))
}

/// The findings about pages, as the rule and the URL without `base`: that of the entry, or of a page without one.
fn found(report: &Report, base: &str, urls: &[String]) -> BTreeSet<(String, String)> {
    let set = report.set.iter().flat_map(|set| &set.diagnostics);
    let files = report.files.iter().flat_map(|file| &file.diagnostics);
    let all = set.chain(files).filter(|found| found.rule.starts_with("page-") || found.rule == "scope-robots-blocked");
    let url = |found: &sitemap_validator_protocol::report::Diagnostic| match found.rule.as_str() {
        "page-not-listed" => found.message.split('`').nth(1).unwrap().replacen(base, "", 1),
        _ => urls[found.line as usize - 3].clone(),
    };
    all.map(|found| (found.rule.clone(), url(found))).collect()
}

/// A generated site.
#[derive(Default)]
struct Site {
    files: Vec<(String, String)>,
    listed: Vec<String>,
    redirects: String,
    headers: String,
    robots: String,
    expected: BTreeSet<(String, String)>,
}

impl Site {
    fn file(&mut self, name: &str, html: &str) {
        self.files
            .push((name.to_owned(), format!("<!doctype html><html><head><title>A page</title>{html}</head></html>")));
    }

    /// Lists a URL with these findings.
    fn list(&mut self, url: &str, rules: &[&str]) {
        self.listed.push(url.to_owned());
        self.expected.extend(rules.iter().map(|rule| ((*rule).to_owned(), url.to_owned())));
    }

    fn unlisted(&mut self, url: &str) {
        self.expected.insert(("page-not-listed".to_owned(), url.to_owned()));
    }

    /// Adds one page of each kind in the folder `at`; the URL of the site is `base`.
    fn add(&mut self, at: &str, base: &str) {
        // Pages without findings.
        self.file(&format!("{at}/index.html"), "");
        self.list(&format!("{at}/"), &[]);
        self.file(&format!("{at}/clean.html"), "");
        self.list(&format!("{at}/clean"), &[]);
        self.file(&format!("{at}/ending.html"), &format!("<link rel=canonical href={base}{at}/ending.html>"));
        self.list(&format!("{at}/ending.html"), &[]);
        self.file(&format!("{at}/caf\u{e9} bar.html"), "<link rel=canonical href='caf%c3%a9%20bar'>");
        self.list(&format!("{at}/caf%C3%A9%20bar"), &[]);
        self.files.push((format!("{at}/prices.pdf"), "%PDF-1.7".to_owned()));
        self.list(&format!("{at}/prices.pdf"), &[]);
        self.file(&format!("{at}/app.html"), "<meta name=robots content=noarchive>");
        let _ = writeln!(self.redirects, "/{at}/app/* /{at}/app 200\n/{at}/land /{at}/clean 302 Country=de");
        self.list(&format!("{at}/app"), &[]);
        self.list(&format!("{at}/app/cart"), &[]);
        self.list(&format!("{at}/land"), &[]);
        self.file(&format!("{at}/news.html"), "<meta name=googlebot-news content=noindex>");
        self.list(&format!("{at}/news"), &[]);
        for number in 0..3 {
            let date = format!("<meta property=article:modified_time content=2026-0{}-01>", number + 1);
            self.file(&format!("{at}/dated/{number}.html"), &date);
            self.list(&format!("{at}/dated/{number}"), &[]);
        }
        // Pages that need no entry.
        self.file(&format!("{at}/cart.html"), "<meta name=robots content=noindex>");
        self.file(&format!("{at}/404.html"), "");
        self.file(&format!("{at}/_drafts/a.html"), "");
        self.file(&format!("{at}/copy.html"), &format!("<link rel=canonical href={base}{at}/clean>"));
        self.file(
            &format!("{at}/old-copy.html"),
            &format!("<meta http-equiv=refresh content='0;url={base}{at}/clean'>"),
        );
        self.files.push((format!("{at}/part.html"), "<nav>A part</nav>".to_owned()));
        self.files.push((format!("{at}/google12.html"), "google-site-verification: google12.html".to_owned()));
        self.files.push((format!("{at}/app.js"), "<title>".to_owned()));
        self.file(&format!("{at}/private/a.html"), "");
        let _ = writeln!(self.robots, "Disallow: /{at}/private/");
        // Pages with findings.
        self.list(&format!("{at}/gone"), &["page-not-built"]);
        self.list(&format!("{at}/gone/"), &["page-not-built"]);
        self.list(&format!("{at}/gone.pdf"), &["page-not-built"]);
        self.file(&format!("{at}/Case.html"), "");
        self.list(&format!("{at}/case"), &["page-not-built"]);
        self.file(&format!("{at}/hidden.html"), "<meta name=robots content='nofollow, noindex'>");
        self.list(&format!("{at}/hidden"), &["page-noindex"]);
        self.file(&format!("{at}/none/index.html"), "<meta name=googlebot content=none>");
        self.list(&format!("{at}/none/"), &["page-noindex"]);
        self.file(&format!("{at}/expired.html"), "<meta name=robots content='unavailable_after: 2026-01-01'>");
        self.list(&format!("{at}/expired"), &["page-noindex"]);
        self.file(&format!("{at}/sent.html"), "");
        let _ = writeln!(self.headers, "/{at}/sent*\n  X-Robots-Tag: noindex");
        self.list(&format!("{at}/sent"), &["page-noindex"]);
        self.file(&format!("{at}/variant.html"), &format!("<link rel=canonical href={base}{at}/clean>"));
        self.list(&format!("{at}/variant"), &["page-canonical-elsewhere"]);
        self.file(&format!("{at}/foreign.html"), "<link rel=canonical href=https://www.tidepool.page/>");
        self.list(&format!("{at}/foreign"), &["page-canonical-elsewhere"]);
        self.file(&format!("{at}/stub.html"), &format!("<meta http-equiv=refresh content='0;url={base}{at}/clean'>"));
        self.list(&format!("{at}/stub"), &["page-redirect"]);
        let _ =
            writeln!(self.redirects, "/{at}/moved /{at}/clean\n/{at}/all/* /{at}/:splat 302\n/{at}/:id/show /{at}/:id");
        self.list(&format!("{at}/moved"), &["page-redirect"]);
        self.list(&format!("{at}/all/clean"), &["page-redirect"]);
        self.list(&format!("{at}/clean/show"), &["page-redirect"]);
        self.list(&format!("{at}/all/gone"), &["page-redirect", "page-not-built"]);
        self.file(&format!("{at}/folder/index.html"), "");
        self.list(&format!("{at}/folder"), &["page-redirect"]);
        self.file(&format!("{at}/slash.html"), "");
        self.list(&format!("{at}/slash/"), &["page-redirect"]);
        self.file(&format!("{at}/large.html"), &" ".repeat(2 << 20));
        self.list(&format!("{at}/large"), &["page-too-large"]);
        self.file(&format!("{at}/private/b.html"), "");
        self.list(&format!("{at}/private/b"), &["scope-robots-blocked"]);
        self.file(&format!("{at}/new.html"), "");
        self.unlisted(&format!("{at}/new"));
        self.file(&format!("{at}/new/one/index.html"), "");
        self.unlisted(&format!("{at}/new/one/"));
        self.file(&format!("{at}/self.html"), &format!("<link rel=canonical href={base}{at}/self.html>"));
        self.unlisted(&format!("{at}/self.html"));
        self.file(&format!("{at}/n\u{e9}w ones.html"), "");
        self.unlisted(&format!("{at}/n%C3%A9w%20ones"));
    }
}

#[test]
fn exactly_the_defects_of_a_generated_site_are_found() {
    let mut site = Site { robots: "User-agent: *\n".to_owned(), ..Site::default() };
    for at in ["a", "b/c", "d.e", "f"] {
        site.add(at, SITE);
    }
    // Once for a sitemap.
    site.expected.insert(("page-lastmod-contradicted".to_owned(), "a/dated/0".to_owned()));
    let kinds = site.expected.iter().filter(|(_, url)| url.starts_with("a/")).count();
    assert!(kinds >= 24, "{kinds}");
    let map = sitemap(SITE, &site.listed);
    let mut files: Vec<(&str, &[u8])> =
        site.files.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect();
    files.extend([("sitemap.xml", map.as_bytes()), ("_redirects", site.redirects.as_bytes())]);
    files.extend([("_headers", site.headers.as_bytes()), ("robots.txt", site.robots.as_bytes())]);
    let folder = folder("pages-generated", &files);
    let report = report(&folder, "--pages . --base https://tidepool.page/ sitemap.xml");
    assert_eq!(found(&report, SITE, &site.listed), site.expected);
}

const PAGE: &[u8] = b"<!doctype html><title>A page</title>";

#[test]
fn a_folder_is_enough() {
    let index = "<?xml version=\"1.0\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
                 <sitemap><loc>https://tidepool.page/docs/maps/one.xml</loc></sitemap></sitemapindex>\n";
    let urls = ["", "a"].map(str::to_owned);
    let one = sitemap("https://tidepool.page/docs/", &urls);
    let files: [(&str, &[u8]); 5] = [
        ("dist/index.xml", index.as_bytes()),
        ("dist/maps/one.xml", one.as_bytes()),
        ("dist/index.html", PAGE),
        ("dist/a.html", PAGE),
        ("dist/b.html", PAGE),
    ];
    let folder = folder("pages-folder", &files);
    let expected = [("page-not-listed".to_owned(), "b".to_owned())].into();
    // The sitemaps that an index lists are found in the folder.
    for line in ["--pages dist", "--pages dist dist/index.xml", "--base https://tidepool.page/docs/ --pages dist dist"]
    {
        assert_eq!(found(&report(&folder, line), "https://tidepool.page/docs/", &urls), expected, "{line}");
    }
    let built = report(&folder, "--pages dist").built.expect("the comparison");
    assert_eq!((built.url.as_deref(), built.pages, built.listed), (Some("https://tidepool.page/docs/"), 3, 2));
    let of_setting = folder.join("sitemap-validator.toml");
    std::fs::write(&of_setting, "pages = \"dist\"\n").unwrap();
    let line = "--config sitemap-validator.toml dist/index.xml";
    assert_eq!(found(&report(&folder, line), "https://tidepool.page/docs/", &urls), expected);
}

#[test]
fn each_page_without_an_entry_is_named_in_the_text() {
    let map = sitemap(SITE, &["a"].map(str::to_owned));
    let mut files: Vec<(&str, &[u8])> = vec![("sitemap.xml", map.as_bytes())];
    files.extend(["a.html", "b.html", "c.html", "d.html", "e.html"].map(|name| (name, PAGE)));
    let output = run(&folder("pages-text", &files), "--pages . sitemap.xml");
    for line in [
        "warning[page-not-listed]: No checked sitemap lists `https://tidepool.page/b`, which was built as `b.html`\n",
        "= also: sitemap.xml:1:1: No checked sitemap lists `https://tidepool.page/c`, which was built as `c.html`\n",
        "sitemap.xml:1:1: No checked sitemap lists `https://tidepool.page/e`, which was built as `e.html`\n",
    ] {
        assert!(out(&output).contains(line), "{}", out(&output));
    }
}

#[test]
fn what_cannot_be_compared_is_said() {
    let urls = ["a"].map(str::to_owned);
    let one = sitemap(SITE, &urls);
    let two = one.replace("</urlset>", "");
    let none = sitemap(SITE, &[]);
    let files: [(&str, &[u8]); 10] = [
        ("other/b.html", PAGE),
        ("dist/a.html", PAGE),
        ("dist/b.html", PAGE),
        ("dist/one.xml", one.as_bytes()),
        ("dist/two.xml", two.as_bytes()),
        ("wrong/a.html", PAGE),
        ("wrong/_redirects", b"/x /y\n/alone\n"),
        ("wrong/vercel.json", b"{\n  \"redirects\": [{}]\n}\n"),
        ("wrong/netlify.toml", b"[build]\n\n[[redirects]]\nto = \"/\"\n"),
        ("none.xml", none.as_bytes()),
    ];
    let folder = folder("pages-unknown", &files);
    let output = run(&folder, "--pages other dist/one.xml");
    assert_eq!(output.status.code(), Some(2));
    let problem = "other has no file for the 1 listed URL below https://tidepool.page/: pass the folder of the built \
                   pages, or with --base the URL that it is served at";
    assert!(problems(&output).contains(problem), "{}", problems(&output));
    let output = run(&folder, "--base https://www.tidepool.page/ --pages dist dist/one.xml");
    assert_eq!(output.status.code(), Some(2));
    let problem = "none of the 1 listed URL is below https://www.tidepool.page/, at which dist is served";
    assert!(problems(&output).contains(problem), "{}", problems(&output));
    let output = run(&folder, "--pages other none.xml");
    assert!(problems(&output).contains("the URL of other is unknown: pass it with --base"), "{}", problems(&output));
    assert!(!run(&folder, "--pages missing dist/one.xml").status.success());
    let output = run(&folder, "--pages wrong dist/one.xml");
    assert_eq!(output.status.code(), Some(2));
    for problem in [
        "_redirects, line 2: no target after `/alone`",
        "vercel.json, line 2: missing field `source`",
        "netlify.toml, line 3: a redirect without `from`",
    ] {
        assert!(problems(&output).contains(problem), "{}", problems(&output));
    }
    // An incomplete sitemap may list the other page.
    let report = report(&folder, "--pages dist dist/two.xml");
    let found: Vec<_> = report.set.iter().flat_map(|set| &set.diagnostics).map(|found| &*found.message).collect();
    assert_eq!(found, ["The pages that no sitemap lists are unknown: `dist/two.xml` is incomplete"]);
    std::fs::write(folder.join("other/.htaccess"), "RewriteEngine on\n").unwrap();
    let output = run(&folder, "--pages other dist/one.xml");
    let unknown = "1 listed URL not compared with other: .htaccess may serve them";
    assert!(problems(&output).contains(unknown), "{}", problems(&output));
    let output = run(&folder, "--check-urls --pages dist dist/one.xml");
    assert!(problems(&output).contains("cannot be used with"), "{}", problems(&output));
}

#[test]
fn hosts_have_settings() {
    let urls = ["file", "file.html", "folder/", "folder", "old", "id/12"].map(str::to_owned);
    let map = sitemap(SITE, &urls);
    let vercel = r#"{ "cleanUrls": true, "trailingSlash": false, "redirects": [
        { "source": "/old", "destination": "/file", "permanent": true },
        { "source": "/id/:id(\\d+)", "destination": "/file" }] }"#;
    let netlify = "[[redirects]]\nfrom = \"/old\"\nto = \"/file\"\n[[redirects]]\nfrom = \"/id/12\"\nto = \"/file\"\n\
                   conditions = {Country = [\"de\"]}\n";
    let base: [(&str, &[u8]); 3] = [("sitemap.xml", map.as_bytes()), ("file.html", PAGE), ("folder/index.html", PAGE)];
    for (name, text, redirected) in
        [("vercel.json", vercel, &["file.html", "folder/", "old"][..]), ("netlify.toml", netlify, &["folder", "old"])]
    {
        let folder = folder(&format!("pages-{name}"), &[&base[..], &[(name, text.as_bytes())]].concat());
        let expected = redirected.iter().map(|url| ("page-redirect".to_owned(), (*url).to_owned())).collect();
        assert_eq!(found(&report(&folder, "--pages . sitemap.xml"), SITE, &urls), expected, "{name}");
    }
}
