use crate::check::testing::{assert_sound, noise};
use crate::diagnostic::FixKind;
use crate::options::Options;
use crate::profile::{Profile, Profiles};
use crate::{FileReport, Severity, Source, check_source, fix};

fn report(text: &str, options: &Options) -> FileReport {
    let text = format!("<?xml version='1.0'?>{text}");
    check_source("feed.xml", &Source::from_text(text), options, 0)
}

fn in_set() -> Options {
    Options { siblings: true, ..Options::default() }
}

/// Each finding as `rule severity text`.
fn found_with(text: &str, options: &Options) -> Vec<String> {
    let whole = format!("<?xml version='1.0'?>{text}");
    let list = report(text, options).diagnostics;
    list.iter()
        .map(|found| {
            let severity = match found.severity {
                Some(Severity::Error) => "error",
                Some(Severity::Warning) => "warning",
                _ => "info",
            };
            format!("{} {severity} {}", found.rule().id(), &whole[found.span.range()])
        })
        .collect()
}

fn found(text: &str) -> Vec<String> {
    found_with(text, &in_set())
}

fn repaired(text: &str) -> String {
    let whole = format!("<?xml version='1.0'?>{text}");
    let after = fix::apply(&whole, &report(text, &in_set()).diagnostics, FixKind::Suggest).0;
    after.trim_start_matches("<?xml version='1.0'?>").to_owned()
}

fn channel(inner: &str) -> String {
    format!("<channel><title>a</title><link>https://tidepool.page/</link><description>b</description>{inner}</channel>")
}

fn rss(inner: &str) -> String {
    format!("<rss version='2.0' xmlns:media='http://search.yahoo.com/mrss/'>{}</rss>", channel(inner))
}

fn item(inner: &str) -> String {
    rss(&format!(
        "<item><link>https://tidepool.page/a</link>{inner}</item><item><link>https://tidepool.page/b</link><media:x/></item>"
    ))
}

fn atom(inner: &str) -> String {
    let date = "2026-11-20T18:04:31Z";
    format!("<feed xmlns='http://www.w3.org/2005/Atom'><title/><id/><updated>{date}</updated>{inner}</feed>")
}

fn entry(inner: &str) -> String {
    atom(&format!("<entry><title/><id/><link href='https://tidepool.page/a'/>{inner}</entry>"))
}

#[test]
fn versions() {
    let item = channel("<item><link>https://tidepool.page/a</link></item>");
    for (root, expected) in [
        ("rss version='2.0'", None),
        ("rss version=' 2.0 '", None),
        ("rss version='0.91'", Some("warning 0.91")),
        ("rss version='0.92'", Some("warning 0.92")),
        ("rss version='1.0'", Some("warning 1.0")),
        ("rss", Some("warning rss")),
    ] {
        let expected: Vec<String> = expected.iter().map(|text| format!("feed-unsupported-version {text}")).collect();
        assert_eq!(found(&format!("<{root}>{item}</rss>")), expected, "{root}");
    }
    let rdf = "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>
        <channel><title/><link/><description/></channel><item><link>https://tidepool.page/a</link></item></r:RDF>";
    assert_eq!(found(rdf), ["feed-unsupported-version error http://purl.org/rss/1.0/"]);
    let old =
        "<feed xmlns='http://purl.org/atom/ns#'><entry><link rel='alternate' href='https://a.page/'/></entry></feed>";
    assert_eq!(found(old), ["feed-unsupported-version warning http://purl.org/atom/ns#"]);
    let core = Options { profiles: Profiles::of(&[Profile::SitemapsOrg]), ..in_set() };
    assert_eq!(found_with(old, &core), [""; 0]);
}

#[test]
fn namespaces() {
    let body = "<title/><id/><updated>2026-11-20T18:04:31Z</updated><entry><title/><id/>\
        <updated>2026-11-20T18:04:31Z</updated><link href='https://tidepool.page/a'/></entry></feed>";
    let right = format!("<feed xmlns='http://www.w3.org/2005/Atom'>{body}");
    assert_eq!(found(&right), [""; 0]);
    for uri in
        ["https://www.w3.org/2005/Atom", "http://www.w3.org/2005/Atom/", "http://www.w3.org/2005/atom", "http://x/"]
    {
        let wrong = format!("<feed xmlns='{uri}'>{body}");
        assert_eq!(found(&wrong), [format!("feed-namespace-invalid error {uri}")]);
        assert_eq!(repaired(&wrong), right);
    }
    assert_eq!(found(&format!("<feed>{body}")), ["feed-namespace-invalid error feed"]);
    assert_eq!(found(&format!("<feed xmlns=''>{body}")), ["feed-namespace-invalid error feed"]);
    assert_eq!(repaired(&format!("<feed xmlns=''>{body}")), right);
    let prefixed = right.replace("</", "</a:").replace("<a", "<").replace("xmlns=", "xmlns:a=");
    let prefixed = ["title", "id", "updated", "entry", "link", "feed"]
        .iter()
        .fold(prefixed, |text, name| text.replace(&format!("<{name}"), &format!("<a:{name}")));
    assert_eq!(found(&prefixed), [""; 0], "{prefixed}");
    let near = item("").replace("/mrss/", "/mrss");
    assert_eq!(found(&near), ["feed-namespace-invalid error http://search.yahoo.com/mrss"]);
    assert_eq!(repaired(&near), item(""));
    // Modules of feeds are not extensions of sitemaps.
    let pedantic = Options { pedantic: true, ..in_set() };
    let module = rss(
        "<item><link>https://tidepool.page/a</link><c:e xmlns:c='http://purl.org/rss/1.0/modules/content/'/></item>",
    )
    .replace(" xmlns:media='http://search.yahoo.com/mrss/'", "");
    assert_eq!(found_with(&module, &pedantic), [""; 0]);
}

#[test]
fn feeds_without_items() {
    let empty = rss("").replace(" xmlns:media='http://search.yahoo.com/mrss/'", "");
    assert_eq!(found(&empty), ["feed-empty warning rss"]);
    assert_eq!(found(&atom("")), ["feed-empty warning feed"]);
    // The missing end of a truncated feed may contain items.
    let cut: String = empty.split("</channel>").take(1).collect();
    assert!(!found(&cut).iter().any(|found| found.starts_with("feed-")), "{:?}", found(&cut));
}

#[test]
fn a_feed_alone() {
    let alone = Options::default();
    assert_eq!(found_with(&item(""), &alone), ["feed-recent-only info "]);
    assert_eq!(found_with(&atom(""), &alone), ["feed-empty warning feed"]);
    let yandex = Options { profiles: Profiles::DEFAULT.with(Profile::Yandex), ..in_set() };
    assert_eq!(found_with(&item(""), &yandex), ["feed-unsupported-by-engine warning rss"]);
    assert_eq!(
        found_with(&entry("<updated>2026-11-20T18:04:31Z</updated>"), &yandex),
        ["feed-unsupported-by-engine warning feed"]
    );
}

#[test]
fn links_of_items() {
    let missing = "feed-item-missing-link warning item";
    let rss = |inner: &str| {
        let text = rss(&format!("<item>{inner}</item>")).replace(" xmlns:media='http://search.yahoo.com/mrss/'", "");
        found(&text)
    };
    for inner in [
        "",
        "<link/>",
        "<link> \n</link>",
        "<link href='https://tidepool.page/a'/>",
        "<guid>4711</guid>",
        "<guid isPermaLink='false'>https://tidepool.page/a</guid>",
        "<x:link xmlns:x='http://www.w3.org/2005/Atom' href='https://tidepool.page/a'/>",
        "<link xmlns='http://www.w3.org/2005/Atom' href='https://tidepool.page/a'/>",
        "<source><link>https://tidepool.page/a</link></source>",
    ] {
        assert_eq!(rss(inner), [missing], "{inner}");
    }
    for guid in ["<guid>", "<guid isPermaLink='true'>"] {
        let inner = format!("{guid}https://tidepool.page/a</guid>");
        assert_eq!(rss(&inner), ["feed-item-missing-link info item"], "{inner}");
    }
    assert_eq!(rss("<link>https://tidepool.page/a</link><guid>x</guid>"), [""; 0]);
    assert_eq!(rss("<link><![CDATA[ https://tidepool.page/a?b&c ]]></link>"), ["loc-surrounding-whitespace info  "]);
    assert_eq!(rss("<link><a>https://tidepool.page/a</a></link>"), ["structure-child-in-value error <a>"]);

    let atom = |link: &str| {
        let date = "<updated>2026-11-20T18:04:31Z</updated>";
        found(&atom(&format!("<entry><title/><id/>{date}{link}</entry>")))
    };
    let missing = "feed-item-missing-link warning entry";
    for link in
        ["", "<link/>", "<link href=' '/>", "<link rel='self' href='https://tidepool.page/a'/>", "<link>x</link>"]
    {
        assert_eq!(atom(link), [missing], "{link}");
    }
    for link in [
        "<link href='https://tidepool.page/a'/>",
        "<link rel='alternate' href='https://tidepool.page/?a&amp;b'/>",
        "<link rel='http://www.iana.org/assignments/relation/alternate' href='https://tidepool.page/a'/>",
        "<link rel='self' href='x'/><link/><link href='https://tidepool.page/a'/>",
    ] {
        assert_eq!(atom(link), [""; 0], "{link}");
    }
    assert_eq!(atom("<link href='/a'/>"), ["loc-relative error /a"]);
}

#[test]
fn links_have_fixes() {
    let rss = |inner: &str| {
        repaired(&rss(&format!("<item>{inner}</item>"))).contains("<item><link>https://a.page/?b&amp;c</link>")
    };
    assert!(rss("<link/><guid>https://a.page/?b&amp;c</guid>"));
    assert!(rss("<guid>https://a.page/?b&amp;c</guid>"));
    let link =
        repaired(&entry("").replace("<link href='https://tidepool.page/a'/>", "<link>https://a.page/?b&amp;c</link>"));
    assert!(link.contains("<link href=\"https://a.page/?b&amp;c\"/>"), "{link}");
}

#[test]
fn links_are_checked_for_scope_but_not_for_conventions() {
    let text = rss("<item><link>https://tidepool.page/a#b</link></item>
        <item><link>https://tidepool.page/a#b</link></item>
        <item><link>https://tidepool.page/sitemap.xml?utm_source=x</link></item>
        <item><link>http://other.page/</link><media:content url='https://media.page/x'/></item>");
    let rules = |options: &Options| -> Vec<String> { found_with(&text, options) };
    assert_eq!(rules(&in_set()), ["scope-mixed-schemes warning http", "scope-mixed-hosts warning other.page"]);
    let own = Options { url: Some("https://tidepool.page/blog/feed.xml".to_owned()), ..in_set() };
    let outside = |path: &str| format!("scope-outside-directory error {path}");
    assert_eq!(
        rules(&own),
        [
            outside("/a"),
            "scope-different-scheme error http".to_owned(),
            "scope-different-host error other.page".to_owned()
        ]
    );
    let report = report(&text, &in_set());
    assert_eq!(
        report.outcome.stats.hosts,
        [("tidepool.page", 3), ("other.page", 1)]
            .map(|(host, count)| sitemap_validator_protocol::report::HostCount { host: host.to_owned(), count })
    );
}

#[test]
fn dates() {
    for (text, after) in [
        ("2024-06-01", "Sat, 01 Jun 2024 00:00:00 GMT"),
        ("2024-06-01T08:30:00+02:00", "Sat, 01 Jun 2024 08:30:00 +0200"),
        ("2024-06-01 08:30", "Sat, 01 Jun 2024 08:30:00 GMT"),
        ("Saturday, 01 June 2024 08:30:00 GMT", "Sat, 01 Jun 2024 08:30:00 GMT"),
        ("Sat, 01 Jun 2024 08:30:00 UTC", "Sat, 01 Jun 2024 08:30:00 GMT"),
        ("Sat, 01 Jun 2024 8:30:00 EST", "Sat, 01 Jun 2024 08:30:00 -0500"),
        ("05/06/2024", ""),
        ("2024-06", ""),
        ("soon", ""),
    ] {
        let wrong = item(&format!("<pubDate>{text}</pubDate>"));
        assert_eq!(found(&wrong), [format!("feed-date-invalid warning {text}")]);
        let right = item(&format!("<pubDate>{}</pubDate>", if after.is_empty() { text } else { after }));
        assert_eq!(repaired(&wrong), right, "{text}");
    }
    for text in ["Sat, 01 Jun 2024 08:30:00 GMT", " 1 Jun 2024 08:30 +0200\n"] {
        assert_eq!(found(&item(&format!("<pubDate>{text}</pubDate>"))), [""; 0]);
    }
    assert_eq!(
        found(&item("<pubDate>&#77;on, 01 Jun 2024 08:30:00 GMT</pubDate>")),
        ["feed-date-invalid info &#77;on"]
    );
    assert_eq!(
        found(&item("<pubDate><![CDATA[{{ date }}]]></pubDate>")),
        ["xml-unprocessed-template error {{ date }}"]
    );
    assert_eq!(found(&item("<pubDate/>")), ["feed-date-invalid warning <pubDate/>"]);
    for (text, after) in [
        ("2024-06-01", "2024-06-01T00:00:00Z"),
        ("2024-06-01t08:30:00z", "2024-06-01T08:30:00Z"),
        ("2024-06-01T08:30Z", "2024-06-01T08:30:00Z"),
        ("2024-06-01T08:30:00+0200", "2024-06-01T08:30:00+02:00"),
        ("2024-06-01T08:30:00", "2024-06-01T08:30:00Z"),
        ("Sat, 01 Jun 2024 08:30:00 GMT", "2024-06-01T08:30:00Z"),
        ("2024", ""),
    ] {
        let wrong = entry(&format!("<updated>{text}</updated>"));
        assert_eq!(found(&wrong), [format!("feed-date-invalid warning {text}")]);
        let after = if after.is_empty() { text } else { after };
        assert_eq!(repaired(&wrong), entry(&format!("<updated>{after}</updated>")), "{text}");
    }
    for text in ["2024-06-01T08:30:00Z", "2024-06-01T08:30:00.123456+02:00", "2016-12-31T23:59:60Z"] {
        assert_eq!(found(&entry(&format!("<updated>{text}</updated><published>{text}</published>"))), [""; 0]);
    }
}

#[test]
fn figures() {
    let text = rss("<item><link>https://tidepool.page/a</link><pubDate>Sat, 01 Jun 2024 08:30:00 GMT</pubDate></item>
        <item><link>https://tidepool.page/b</link><d:date xmlns:d='http://purl.org/dc/elements/1.1/'>2023-01-01</d:date></item>
        <item><link>https://tidepool.page/c</link><pubDate>Sat, 01 Jun 2024 08:30:00 -0100</pubDate></item>
        <item><link>https://tidepool.page/d</link></item>");
    let stats = report(&text, &in_set()).outcome.stats;
    assert_eq!((stats.entries, stats.lastmod), (4, 3));
    assert_eq!(stats.earliest_lastmod.as_deref(), Some("2023-01-01"));
    assert_eq!(stats.latest_lastmod.as_deref(), Some("Sat, 01 Jun 2024 08:30:00 -0100"));
}

#[test]
fn required_elements() {
    let lacks = |parent: &str| [format!("feed-missing-required warning {parent}")];
    let item = "<item><link>https://tidepool.page/a</link></item>";
    assert_eq!(found(&format!("<rss version='2.0'>{item}</rss>")), lacks("rss"));
    let channel =
        format!("<rss version='2.0'><channel><title/><image><link/></image><description/>{item}</channel></rss>");
    assert_eq!(found(&channel), lacks("channel"));
    assert_eq!(found(&entry("")), lacks("entry"));
    let feed = entry("<updated>2026-11-20T18:04:31Z</updated>").replacen("<id/>", "", 1);
    assert_eq!(found(&feed), lacks("feed"));
    // Elements of another feed or of another vocabulary do not count.
    let source = entry("<source><updated>x</updated></source><updated xmlns='urn:x'/>");
    assert_eq!(found(&source), lacks("entry"));
}

#[test]
fn content_is_not_checked() {
    let text = entry("<updated>2026-11-20T18:04:31Z</updated><content type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>
        <link href='/x'/><a:link xmlns:a='http://www.w3.org/2005/Atom' href='/x'/><p title='a'>&amp;</p></div></content>");
    assert_eq!(found(&text), [""; 0]);
    assert_eq!(found(&text.replace("</p>", "</q>")).len(), 1);
    assert_eq!(report(&text.replace("</p>", "</q>"), &in_set()).outcome.well_formed, Some(false));
}

#[test]
fn videos() {
    let lacks = "feed-mrss-missing error media:content";
    for (inner, missing) in [
        ("<media:content type='video/mp4' url='https://m.page/a'/>", true),
        ("<media:content medium='video'/>", true),
        ("<media:content medium='image' url='https://m.page/a'/>", false),
        ("<media:content type='application/x-shockwave-flash' url='https://m.page/a'/>", false),
        ("<media:content medium='video' url='https://m.page/a'/><media:title>a</media:title>
          <media:description>b</media:description><media:thumbnail url='https://m.page/b'/>", false),
        ("<media:group><media:content medium='video' url='https://m.page/a'><media:title>a</media:title></media:content>
          <media:description>b</media:description></media:group><media:thumbnail url='https://m.page/b'/>", false),
        ("<media:group><media:content medium='video'/><media:content medium='video'/></media:group>", true),
    ] {
        let expected: &[&str] = if missing { &[lacks] } else { &[] };
        assert_eq!(found(&item(inner)), expected, "{inner}");
    }
}

#[test]
fn values_of_videos() {
    let video = |inner: &str| {
        item(&format!(
            "<media:content medium='video' url='https://m.page/a'><media:title>a</media:title>
             <media:description>b</media:description><media:thumbnail url='https://m.page/b'/>{inner}</media:content>"
        ))
    };
    let mut cases = vec![
        (
            "<media:player url=' https://tidepool.page/a '/>".to_owned(),
            Some("error  https://tidepool.page/a ".to_owned()),
        ),
        ("<media:player url='https://m.page/p'/>".to_owned(), None),
        ("<media:restriction type='country' relationship='deny'/>".to_owned(), None),
        ("<media:restriction type='uri' relationship='deny'/>".to_owned(), Some("error uri".to_owned())),
        ("<media:restriction type='country' relationship='none'/>".to_owned(), Some("error none".to_owned())),
        ("<media:price type='rent' currency='EUR'/>".to_owned(), None),
        ("<media:price type='lease' currency='EUR'/>".to_owned(), Some("error lease".to_owned())),
        ("<media:price price='3'/>".to_owned(), Some("info media:price".to_owned())),
    ];
    for (name, limit) in [("title", 100), ("description", 2048)] {
        let fits = "&#228;".repeat(limit);
        let long = "\u{E4}".repeat(limit + 1);
        cases.push((format!("<media:{name}> {fits}\n</media:{name}>"), None));
        cases.push((format!("<media:{name}><![CDATA[{long}]]></media:{name}>"), Some(format!("error {long}"))));
    }
    for (inner, expected) in cases {
        let expected: Vec<String> = expected.iter().map(|text| format!("feed-mrss-value {text}")).collect();
        assert_eq!(found(&video(&inner)), expected, "{inner}");
        let image = video(&inner).replace("medium='video'", "medium='image'");
        assert_eq!(found(&image), [""; 0], "{inner}");
    }
}

#[test]
fn any_feed_has_valid_findings_and_fixes() {
    let pieces = [
        "<item>",
        "</item>",
        "<entry>",
        "</entry>",
        "<link>",
        "</link>",
        "<link/>",
        "<link href='",
        "'/>",
        "<guid>",
        "</guid>",
        "<pubDate>",
        "</pubDate>",
        "<updated>",
        "</updated>",
        "https://tidepool.page/a",
        "2024-06-01",
        "<![CDATA[",
        "]]>",
        "<!-- a -->",
        "<media:content medium='video'>",
        "</media:content>",
        "<media:group>",
        "</media:group>",
        "<media:title>",
        "</media:title>",
        "&amp;",
    ];
    for (index, noise) in noise(&pieces, 4000).enumerate() {
        let text = if index % 2 == 0 { rss(&noise) } else { atom(&noise) };
        assert_sound(&text, |text| {
            check_source("feed.xml", &Source::from_text(text.to_owned()), &in_set(), 0).diagnostics
        });
    }
}
