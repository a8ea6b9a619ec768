//! The effects of robots.txt files on the findings of a sitemap.

use crate::diagnostic::Diagnostic;
use crate::message;
use crate::options::Options;
use crate::profile::{Profile, Profiles};
use crate::registry::Rule;
use crate::robots::Robots;
use crate::source::Source;
use crate::{FileReport, check_source};

const OWN: &str = "https://tidepool.page/maps/sitemap.xml";

/// Options for the sitemap at [`OWN`] with these files, each with its URL.
fn options(files: &[(Option<&str>, &str)]) -> Options {
    let robots = files.iter().map(|(address, text)| Robots::new(text, *address)).collect();
    Options { url: Some(OWN.to_owned()), robots, ..Options::default() }
}

fn urlset(inner: &str) -> String {
    format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" \
         xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">{inner}</urlset>"
    )
}

fn check(text: &str, options: &Options) -> FileReport {
    check_source("sitemap.xml", &Source::from_text(text.to_owned()), options, 0)
}

/// The findings of rules on robots.txt or hosts, with the marked text.
fn finds<'t>(text: &'t str, options: &Options) -> Vec<(&'static str, &'t str)> {
    let about = |found: &&Diagnostic| {
        let id = found.rule().id();
        id.starts_with("scope-robots") || id.ends_with("host") || id == "scope-www-mismatch"
    };
    let report = check(text, options);
    report.diagnostics.iter().filter(about).map(|found| (found.rule().id(), &text[found.span.range()])).collect()
}

/// Title and help of the first finding of `rule`.
fn words(text: &str, options: &Options, rule: Rule) -> Option<(String, String)> {
    let report = check(text, options);
    let found = report.diagnostics.iter().find(|found| found.rule() == rule)?;
    Some((message::title(found, text), message::help(found, text)))
}

fn page(url: &str) -> String {
    urlset(&format!("<url><loc>{url}</loc></url>"))
}

const NAMED: &str = "Sitemap: https://tidepool.page/maps/sitemap.xml\n";

#[test]
fn the_crawlers_and_the_line_are_named() {
    let text = page("https://tidepool.page/maps/x");
    let who = |rules: &str, profiles: Profiles| {
        let options = Options { profiles, ..options(&[(None, &format!("{NAMED}{rules}"))]) };
        words(&text, &options, Rule::ScopeRobotsBlocked).map(|(title, help)| {
            assert!(help.contains("in line"), "{help}");
            title.rsplit_once(" for ").map_or_else(String::new, |(_, who)| who.to_owned())
        })
    };
    let (google, bing) = ("User-agent: Googlebot\nDisallow: /\n", "User-agent: bingbot\nDisallow: /\n");
    let all = "User-agent: *\nDisallow: /\n";
    let free = "User-agent: googlebot\nUser-agent: bingbot\nAllow: /\n";
    for (rules, expected) in [
        (all.to_owned(), "Googlebot, bingbot and others"),
        (format!("{google}{bing}"), "Googlebot and bingbot"),
        (google.to_owned(), "Googlebot"),
        (bing.to_owned(), "bingbot"),
        (format!("{all}User-agent: bingbot\nDisallow:"), "Googlebot and others"),
        (format!("{all}User-agent: googlebot\nDisallow:"), "bingbot and others"),
        (format!("{all}{free}"), "crawlers without rules of their own"),
    ] {
        assert_eq!(who(&rules, Profiles::DEFAULT).as_deref(), Some(expected), "{rules}");
    }
    assert_eq!(who(free, Profiles::DEFAULT), None);
    // Crawlers whose profiles are off are not named.
    assert_eq!(who(google, Profiles::of(&[Profile::SitemapsOrg, Profile::Bing])), None);
    let options = options(&[(None, &format!("{NAMED}User-agent: *\r\n disallow:/maps/x# secret"))]);
    let (title, help) = words(&text, &options, Rule::ScopeRobotsBlocked).unwrap();
    assert_eq!(title, "`https://tidepool.page/maps/x` is blocked by robots.txt for Googlebot, bingbot and others");
    assert_eq!(help, "Remove the URL from the sitemap, or change `disallow:/maps/x` in line 3 of robots.txt.");
}

#[test]
fn the_fast_path_gives_the_same_result() {
    let options = options(&[(None, &format!("{NAMED}User-agent: *\nDisallow: /*private\nDisallow: /maps/%7Ejoe$"))]);
    let urls = [
        ("https://tidepool.page/maps/a", false),
        ("https://tidepool.page/maps/private", true),
        ("https://tidepool.page/maps/private/2", true),
        ("https://tidepool.page/maps/b", false),
        ("https://tidepool.page/maps/~joe", true),
        ("https://tidepool.page/maps/%7ejoe", true),
        ("https://tidepool.page/maps/~joe?a", false),
        ("HTTPS://TIDEPOOL.page/maps/c?private", true),
        ("https://tidepool.page/maps/c#private", false),
        ("https://tidepool.page:8080/maps/private", false),
        ("http://tidepool.page/maps/private", false),
    ];
    let text = urlset(&urls.map(|(url, _)| format!("<url><loc>{url}</loc></url>")).concat());
    let found = finds(&text, &options);
    let blocked: Vec<_> =
        found.iter().filter(|(rule, _)| *rule == "scope-robots-blocked").map(|(_, url)| *url).collect();
    let expected: Vec<_> = urls.iter().filter(|(_, blocked)| *blocked).map(|(url, _)| *url).collect();
    assert_eq!(blocked, expected);
}

#[test]
fn images_and_videos_are_checked_but_not_urls_that_are_not_fetched() {
    let inner = |path: &str| {
        format!(
            "<url><loc>https://tidepool.page/maps/x</loc>\
             <image:image><image:loc>https://cdn.tidepool.page/{path}1</image:loc>\
             <image:license>https://cdn.tidepool.page/{path}2</image:license></image:image>\
             <video:video><video:thumbnail_loc>https://cdn.tidepool.page/{path}3</video:thumbnail_loc>\
             <video:content_loc>https://cdn.tidepool.page/{path}4</video:content_loc></video:video>\
             <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://cdn.tidepool.page/{path}5\"/></url>"
        )
    };
    // At the second URL, the origin is known.
    let text = urlset(&(inner("") + &inner("again/")));
    let files = [(None, NAMED), (Some("https://cdn.tidepool.page/robots.txt"), "User-agent: *\nDisallow: /")];
    let found = finds(&text, &options(&files));
    let marked: Vec<_> =
        found.iter().map(|(rule, url)| (*rule, url.strip_prefix("https://cdn.tidepool.page/"))).collect();
    let expected = ["1", "3", "4", "again/1", "again/3", "again/4"].map(|path| ("scope-robots-blocked", Some(path)));
    assert_eq!(marked, expected);
}

#[test]
fn items_of_feeds_and_lines_of_lists_are_pages() {
    let options = options(&[(None, &format!("{NAMED}User-agent: *\nDisallow: /maps/no"))]);
    let item = |name: &str| format!("<item><link>https://tidepool.page/maps/{name}</link></item>");
    let feed = format!("<rss version=\"2.0\"><channel>{}{}{}</channel></rss>", item("a"), item("no"), item("no/b"));
    let list = "https://tidepool.page/maps/a\nhttps://tidepool.page/maps/no\nhttps://tidepool.page/maps/no/b\n";
    for text in [feed.as_str(), list] {
        let expected = ["https://tidepool.page/maps/no", "https://tidepool.page/maps/no/b"];
        assert_eq!(finds(text, &options), expected.map(|url| ("scope-robots-blocked", url)));
    }
}

#[test]
fn the_files_own_url_is_checked_once() {
    let text = page("https://tidepool.page/maps/x");
    let blocked = |rules: &str| {
        let options = options(&[(None, &format!("{NAMED}User-agent: *\n{rules}"))]);
        words(&text, &options, Rule::ScopeRobotsSitemapBlocked).map(|(_, help)| help)
    };
    assert_eq!(blocked("Disallow: /*.html$"), None);
    assert_eq!(
        blocked("Disallow: /*.xml$").as_deref(),
        Some(
            "Add `Allow: /maps/sitemap.xml` to the same group of robots.txt, or change `Disallow: /*.xml$` in line 3."
        )
    );
    let longer = blocked("Disallow: /*m*a*p*s*i*t*e*.xml").unwrap();
    assert!(longer.ends_with("so that it does not match `/maps/sitemap.xml`."), "{longer}");
    // The robots.txt of another site has no effect.
    let other = options(&[(Some("https://other.tidepool.page"), "User-agent: *\nDisallow: /")]);
    assert_eq!(finds(&text, &other), []);
    for text in ["https://tidepool.page/maps/x\n", "<rss version=\"2.0\"><channel/></rss>"] {
        let options = options(&[(None, "User-agent: *\nDisallow: /maps/s")]);
        let rules: Vec<_> = finds(text, &options).into_iter().map(|(rule, _)| rule).collect();
        assert_eq!(rules, ["scope-robots-sitemap-blocked", "scope-robots-not-listed"], "{text}");
    }
    let options = options(&[(None, "User-agent: *\nDisallow: /")]);
    assert_eq!(finds("<html/>", &options), []);
}

#[test]
fn help_shows_the_sitemap_line_to_add() {
    let text = page("https://tidepool.page/maps/x");
    let long = format!("https://tidepool.page:8443/{}.xml?a=b", "a".repeat(50));
    let with = |own: &str, robots: &str| {
        let options = Options { url: Some(own.to_owned()), ..options(&[(None, robots)]) };
        words(&text, &options, Rule::ScopeRobotsNotListed).map(|(_, help)| help)
    };
    let help = with(&long, "").unwrap();
    assert_eq!(help, format!("Add the line `Sitemap: {long}` to robots.txt, unless you submit the file elsewhere."));
    assert!(with(OWN, "Sitemap: https://tidepool.page/x.xml").unwrap().contains("unless an index"));
    assert!(with(OWN, "Sitemap: /maps/sitemap.xml").is_some(), "a path is no address");
    assert_eq!(with(OWN, "Sitemap: HTTPS://tidepool.page:443/maps/../maps/sitemap.xml#x"), None);
    let index = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"/>";
    let named_other = options(&[(None, "Sitemap: https://tidepool.page/x.xml")]);
    let (_, help) = words(index, &named_other, Rule::ScopeRobotsNotListed).unwrap();
    assert!(help.contains("submit"), "no index lists an index: {help}");
    // In a set, the listed files of indexes are known.
    let set = Options { siblings: true, ..named_other.clone() };
    assert_eq!((finds(&text, &set).len(), finds(index, &set).len()), (0, 1));
    let unknown = Options { url: None, ..named_other };
    assert_eq!(finds(&text, &unknown), []);
}

#[test]
fn a_proven_host_has_no_host_findings() {
    let text = urlset(
        "<url><loc>https://www.tidepool.page/a</loc></url><url><loc>https://www.tidepool.page/maps/b</loc></url>\
         <url><loc>https://shop.tidepool.page/c</loc></url>",
    );
    let both = [("scope-www-mismatch", "www.tidepool.page"), ("scope-different-host", "shop.tidepool.page")];
    let all = [both[0], both[0], both[1]];
    let named = |address| finds(&text, &options(&[(address, NAMED)]));
    assert_eq!(named(Some("https://shop.tidepool.page/robots.txt")), [both[0], both[0]]);
    assert_eq!(named(Some("https://www.tidepool.page/robots.txt")), [both[1]]);
    assert_eq!(named(None), all, "it may be the sitemap's own");
    let other = "Sitemap: https://tidepool.page/other.xml";
    assert_eq!(finds(&text, &options(&[(Some("https://shop.tidepool.page"), other)])), all);
    // If other hosts are allowed, the fix does not suggest the file's own host.
    let (_, help) =
        words(&text, &options(&[(Some("https://www.tidepool.page"), NAMED)]), Rule::ScopeDifferentHost).unwrap();
    assert!(help.starts_with("List it in a sitemap on its own host"), "{help}");
    let verified = |hosts: &[&str]| Options {
        verified_hosts: hosts.iter().map(|host| (*host).to_owned()).collect(),
        ..options(&[])
    };
    assert_eq!(finds(&text, &verified(&["SHOP.tidepool.page.", "?"])), [both[0], both[0]]);
    assert_eq!(finds(&text, &verified(&["shop.tidepool.page", "www.tidepool.page"])), []);
    let index = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
                 <sitemap><loc>https://shop.tidepool.page/maps/1.xml</loc></sitemap></sitemapindex>";
    assert_eq!(finds(index, &options(&[])), [("index-different-host", "shop.tidepool.page")]);
    assert_eq!(finds(index, &verified(&["shop.tidepool.page"])), []);
    // The scheme must still be that of the file.
    let http = page("http://shop.tidepool.page/c");
    let rules: Vec<_> =
        check(&http, &verified(&["shop.tidepool.page"])).rules.iter().map(|(rule, _)| rule.id()).collect();
    assert_eq!(rules, ["scope-different-scheme", "scope-search-console-only"]);
}

#[test]
fn a_robots_txt_is_checked_alone() {
    let read = |text: &str, options: Options| check_source("x", &Source::from_text(text.to_owned()), &options, 0);
    let named = |name: &str| Options { file_name: Some(name.to_owned()), ..Options::default() };
    let header = "# Ours, and yours.\n".repeat(30);
    for (text, name) in [
        ("", "robots.txt"),
        (&header, "robots.txt"),
        ("hello", "Robots.TXT"),
        ("https://a.de/\n", "robots.txt"),
        ("Sitemap:x", "a"),
    ] {
        let report = read(text, named(name));
        assert_eq!((report.outcome.kind, report.outcome.well_formed), (crate::Kind::Robots, None), "{text}");
        assert_eq!(report.outcome.stats.entries, 0);
    }
    for (text, kind) in [
        ("<html/>", crate::Kind::Robots),
        ("<html><title>Just a moment...</title>", crate::Kind::Html),
        ("{\"a\": 1}", crate::Kind::Other),
    ] {
        assert_eq!(read(text, named("robots.txt")).outcome.kind, kind);
    }
    let titles = |text: &str| {
        let report = read(text, named("robots.txt"));
        assert_eq!(report.counts.error + report.counts.warning, 0, "{text}");
        report.diagnostics.iter().map(|found| (message::title(found, text), found.related.len())).collect::<Vec<_>>()
    };
    assert_eq!(titles("#"), [("This is a robots.txt file, and it lists no sitemap".to_owned(), 0)]);
    let one = "Sitemap: https://a.de/1.xml\n";
    assert_eq!(titles(one), [("This is a robots.txt file; it lists the sitemap `https://a.de/1.xml`".to_owned(), 1)]);
    assert_eq!(titles(&one.repeat(1000)), [("This is a robots.txt file; it lists 1,000 sitemaps".to_owned(), 3)]);
    let quiet = Options { siblings: true, ..named("robots.txt") };
    assert_eq!(read(one, quiet).counts.total(), 0);
    let http = sitemap_validator_protocol::http::Http::new("https://tidepool.page/sub/robots.txt");
    let below = Options { url: Some(http.requested.clone()), http: Some(http.into()), ..named("robots.txt") };
    assert!(read(one, below).rules.contains(&(Rule::ScopeRobotsBelowRoot, 1)), "also if it is fetched");
}

#[test]
fn sitemap_lines_need_a_complete_url() {
    let fixed = |value: &str, address: Option<&str>| {
        let text = format!("User-agent: *\nSitemap: {value}");
        let options = Options { url: address.map(str::to_owned), siblings: true, ..Options::default() };
        let report = check(&text, &options);
        assert!(report.diagnostics.iter().all(|found| found.rule() == Rule::ScopeRobotsSitemapRelative), "{value}");
        let kind = crate::diagnostic::FixKind::Suggest;
        let (after, _) = crate::fix::apply(&text, &report.diagnostics, kind);
        (report.counts.error, after["User-agent: *\nSitemap: ".len()..].to_owned())
    };
    let own = Some("http://tidepool.page:8080/robots.txt");
    for value in ["https://a.de/x.xml", "HTTP://A.de", "https://a.de/a b"] {
        assert_eq!(fixed(value, own), (0, value.to_owned()), "{value}");
    }
    for (value, expected) in [
        ("/x.xml", "http://tidepool.page:8080/x.xml"),
        ("x.xml", "http://tidepool.page:8080/x.xml"),
        ("//a.de/x.xml", "http://a.de/x.xml"),
        ("www.a.de/x.xml", "http://www.a.de/x.xml"),
        ("https:/a.de/x.xml", "https://a.de/x.xml"),
        ("", ""),
        ("../x.xml", "../x.xml"),
        ("ftp://a.de/x.xml", "ftp://a.de/x.xml"),
        ("mailto:a@b.de", "mailto:a@b.de"),
        ("https://", "https://"),
        ("https://a..de/x", "https://a..de/x"),
    ] {
        assert_eq!(fixed(value, own), (1, expected.to_owned()), "{value}");
    }
    assert_eq!(fixed("/x.xml", None), (1, "/x.xml".to_owned()));
    assert_eq!(fixed("/x.xml\nSitemap: https://b.de/y.xml", None).1, "https://b.de/x.xml\nSitemap: https://b.de/y.xml");
}

#[test]
fn lines_that_crawlers_read_otherwise_are_reported() {
    let options = || Options { siblings: true, file_name: Some("robots.txt".into()), ..Options::default() };
    // The findings, and the text after all fixes.
    let checked = |text: &str| {
        let report = check(text, &options());
        let found = report.diagnostics.iter().map(|found| {
            let id = found.rule().id().trim_start_matches("robots-");
            (id, text[found.span.range()].to_owned(), found.related.len())
        });
        let (after, _) = crate::fix::apply(text, &report.diagnostics, crate::diagnostic::FixKind::Suggest);
        (found.collect::<Vec<_>>(), after)
    };
    let (misspelled, invalid) = ("misspelled-field", "invalid-line");
    let (ineffective, unsupported) = ("ineffective-rule", "unsupported-field");
    for (line, rule, marked, fixed) in [
        ("Disalow: /x", misspelled, "Disalow", "Disallow: /x"),
        ("dis-allow : /x", misspelled, "dis-allow", "Disallow : /x"),
        ("\u{A0}Disallow: /x", misspelled, "\u{A0}Disallow", "Disallow: /x"),
        ("Allowed: /x", misspelled, "Allowed", "Allow: /x"),
        ("User agent: bingbot", misspelled, "User agent", "User-agent: bingbot"),
        ("Sitemaps: https://a.de/s.xml", misspelled, "Sitemaps", "Sitemap: https://a.de/s.xml"),
        ("Disallow /x", invalid, "Disallow /x", "Disallow: /x"),
        ("Disallow\u{FF1A}/x", invalid, "Disallow\u{FF1A}/x", "Disallow: /x"),
        ("Sitemap https://a.de/s.xml", invalid, "Sitemap https://a.de/s.xml", "Sitemap: https://a.de/s.xml"),
        ("user-agent = * # all", invalid, "user-agent = *", "user-agent: * # all"),
        ("Allow all crawlers", invalid, "Allow all crawlers", "Allow all crawlers"),
        ("hello world", invalid, "hello world", "hello world"),
        ("https://a.de/", invalid, "https://a.de/", "https://a.de/"),
        ("// a note: x", invalid, "// a note: x", "// a note: x"),
        ("Disallow: private/", ineffective, "private/", "Disallow: /private/"),
        ("Disallow: .pdf$", ineffective, ".pdf$", "Disallow: /*.pdf$"),
        ("Disallow: none", ineffective, "none", "Disallow: none"),
        ("Disallow: https://a.de/x", ineffective, "https://a.de/x", "Disallow: https://a.de/x"),
        ("Allow: /a,\t/b /c", ineffective, "/a,\t/b /c", "Allow: /a\nAllow: /b\nAllow: /c"),
        ("User-agent: a , b/2.1", ineffective, "a , b/2.1", "User-agent: a\nUser-agent: b/2.1"),
        ("Follow: /x", unsupported, "Follow", "Follow: /x"),
        ("Noindex: /x", unsupported, "Noindex", "Noindex: /x"),
    ] {
        let (found, after) = checked(&format!("User-agent: *\nAllow: /\n{line}\n"));
        assert_eq!(found, [(rule, marked.to_owned(), 0)], "{line}");
        assert_eq!(after, format!("User-agent: *\nAllow: /\n{fixed}\n"));
    }
    for quiet in [
        "\u{FEFF}# All\r\nUser-agent: a\r\nUSER-AGENT: b c\r\n\r\nDisallow:\r\n   disallow : /*?x=1,2$ # x y\r\n",
        "User-agent: *\nAllow: /a b\nDisallow: /a,/b\nDisallow: *.gif$\nSitemap: https://a.de/x y\n",
        "Disallow:\nUser-agent: *\nContent-Signal: search=yes,ai-train=no\nRequest-rate: 1/5\nLLM-Policy: /llms.txt\n",
    ] {
        assert_eq!(checked(quiet).0, [], "{quiet}");
    }
    // What a misspelled line begins is a group.
    assert_eq!(checked("Useragent: *\nDisallow: /x").0, [(misspelled, "Useragent".to_owned(), 0)]);
    let (found, after) = checked("Disallow: /a\nAllow: /b\nhello\nHost: a\nHOST: b\nyou\nUser-agent: *\n");
    let expected = [(ineffective, "Disallow: /a", 1), (invalid, "hello", 1), (unsupported, "Host", 1)];
    assert_eq!(found, expected.map(|(rule, marked, more)| (rule, marked.to_owned(), more)));
    assert!(after.starts_with("User-agent: *\nDisallow: /a\n"), "{after}");
    let wide = crate::source::read("\u{FEFF}Disallow: /".encode_utf16().flat_map(u16::to_be_bytes).collect(), 99);
    let damaged = crate::source::read(b"User-agent: *\nDisallow: /caf\xE9".to_vec(), 99);
    for source in [wide, damaged] {
        let report = check_source("robots.txt", &source, &options(), 0);
        assert!(report.diagnostics.iter().any(|found| found.rule() == Rule::RobotsNotPlainText));
    }
}

#[test]
fn a_line_behind_the_limit_lists_nothing() {
    let padded = "# padding\n".repeat(crate::robots::LIMIT / 10 + 1) + NAMED;
    let text = page("https://tidepool.page/maps/x");
    let (title, help) = words(&text, &options(&[(None, &padded)]), Rule::ScopeRobotsNotListed).unwrap();
    assert_eq!(title, "The first 500 KiB of `robots.txt` do not list this sitemap");
    assert!(help.starts_with("Put the line"), "{help}");
}
