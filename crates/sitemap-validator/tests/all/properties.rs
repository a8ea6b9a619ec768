//! Property tests: invariants for all inputs.

use proptest::prelude::*;
use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::sink::Counts;
use sitemap_validator::{FileReport, Kind, Opened, Options, Robots, Rule, Source, check_source, figures, fix, open};

const SEEDS: [&str; 8] = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n<url><loc>https://tidepool.page/?a=1&amp;b=2</loc><lastmod>2024-01-01</lastmod><changefreq>daily</changefreq><priority>0.5</priority><image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image></url>\n<url><loc><![CDATA[https://tidepool.page/é]]></loc><!-- c --></url>\n</urlset>\n",
    "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>https://tidepool.page/1.xml</loc><lastmod>2024-01-01T00:00:00Z</lastmod></sitemap></sitemapindex>",
    "<!DOCTYPE urlset [<!ENTITY e \"v\"><!ELEMENT url ANY>]><urlset><url><loc>&e;</loc></url></urlset>",
    "https://tidepool.page/a\nhttps://tidepool.page/b\n",
    "# Pages\nhttps://tidepool.page/a,2024-06-01,0.8\r\n https://tidepool.page/?a&amp;b https://tidepool.page/rock&#39;n\n\nwww.tidepool.page/c\n",
    "<rss version=\"2.0\" xmlns:media=\"http://search.yahoo.com/mrss/\"><channel><title>a</title><link>b</link><description>c</description><item><link>https://tidepool.page/a</link><guid>https://tidepool.page/?p=1&amp;x</guid><pubDate>Sat, 01 Jun 2024 08:30:00 GMT</pubDate><media:group><media:content type=\"video/mp4\"/><media:title><![CDATA[a & b]]></media:title></media:group></item><item><guid>https://tidepool.page/b</guid><pubDate>2024-06-01</pubDate></item></channel></rss>",
    "<feed xmlns=\"https://www.w3.org/2005/Atom\"><title/><id/><updated>2024-06-01T08:30:00Z</updated><entry><link href=\"https://tidepool.page/a\"/><updated>2024-06-01</updated><content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\"><link href=\"x\"/></div></content></entry><entry><link>https://tidepool.page/b</link></entry></feed>",
    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"><url><loc>https://tidepool.page/a?b&amp;c</loc><xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://tidepool.page/a?b&amp;c\"/><xhtml:link rel=\"alternate\" hreflang=\"de_AT\" href=\"https://tidepool.page/b\"></xhtml:link></url><url><loc>https://tidepool.page/b</loc><link rel=\"alternate\" hreflang=\"en-UK\" href=\"/a\"/></url><url><loc>https://tidepool.page/c</loc><xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://tidepool.page/b\"/></url></urlset>",
];

const ROBOTS: &str = "User-agent: *\nDisallow: /private/\nAllow: /*.html$\nSitemap: /sitemap.xml\n# https://www.google.com/ping?sitemap=x\n";

const ROBOTS_TOKENS: [&str; 20] = [
    "User-agent:",
    "googlebot",
    "Disallow:",
    "Allow:",
    "Sitemap:",
    "https:/",
    "/",
    "*",
    "$",
    "%2",
    "%C3%BC",
    "#",
    ":",
    "\n",
    "\r",
    " ",
    "é",
    "\u{FEFF}",
    "//a",
    "<",
];

const TOKENS: [&str; 44] = [
    "<",
    ">",
    "&",
    "\"",
    "'",
    "/",
    "!",
    "--",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "?>",
    "=",
    " ",
    "\n",
    "\r",
    "&amp;",
    "&#0;",
    "&#x41;",
    "&u;",
    "<a>",
    "</a>",
    "<url>",
    "</url>",
    "<loc>",
    "</loc>",
    "</urlset>",
    "<urlset>",
    "é",
    "\u{200B}",
    "\u{1}",
    "\u{FEFF}",
    "\u{FFFF}",
    "http://",
    "//",
    "#",
    "%",
    "1.5",
    "2024-02-30T25:00",
    "<?xml version=\"1.0\"?>",
    "<!DOCTYPE a [",
    "“",
];

/// A sitemap with a few random edits.
fn mutated() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..6_usize, 0..TOKENS.len());
    (0..SEEDS.len(), prop::collection::vec(edit, 0..8)).prop_map(|(seed, edits)| {
        let mut text = SEEDS[seed].to_owned();
        for (place, delete, token) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.floor_char_boundary((start + delete).min(text.len())).max(start);
            text.replace_range(start..end, TOKENS[token]);
        }
        text
    })
}

/// A robots.txt with a few random edits.
fn mutated_robots() -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), 0..6_usize, 0..ROBOTS_TOKENS.len());
    prop::collection::vec(edit, 0..12).prop_map(|edits| {
        let mut text = ROBOTS.to_owned();
        for (place, delete, token) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.floor_char_boundary((start + delete).min(text.len())).max(start);
            text.replace_range(start..end, ROBOTS_TOKENS[token]);
        }
        text
    })
}

fn options() -> Options {
    Options {
        pedantic: true,
        url: Some("https://tidepool.page/sitemap.xml".to_owned()),
        now: Some(1_795_262_400_000),
        ..Options::default()
    }
}

fn report(text: &str) -> FileReport {
    check_source("x.xml", &Source::from_text(text.to_owned()), &options(), 0)
}

#[test]
fn a_location_before_a_long_character_begins_with_it() {
    let text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><link rel=\"a\u{200b}\nb=\"c\"/></url></urlset>";
    let report = report(text);
    assert!(report.diagnostics.iter().all(|found| text.get(found.span.range()).is_some()), "{:?}", report.diagnostics);
    assert!(report.diagnostics.iter().any(|found| found.rule() == Rule::XmlMalformedTag));
}

proptest! {
    #![proptest_config(crate::cases(4000))]

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let source = match open(bytes, 1 << 20) {
            Opened::Text(source) => source,
            Opened::Undecoded(undecoded) => undecoded.decoded(None),
        };
        check_source("x", &source, &options(), 0);
    }

    #[test]
    fn locations_are_ordered_and_on_character_boundaries(text in mutated()) {
        let report = report(&text);
        let mut last = (0, 0);
        for diagnostic in &report.diagnostics {
            let related = diagnostic.related.iter().map(|related| related.span);
            let edits = diagnostic.fix.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
            for span in std::iter::once(diagnostic.span).chain(related).chain(edits) {
                prop_assert!(span.start <= span.end && text.get(span.range()).is_some(), "{diagnostic:?}");
            }
            prop_assert!(last <= (diagnostic.span.start, diagnostic.span.end));
            last = (diagnostic.span.start, diagnostic.span.end);
        }
    }

    #[test]
    fn robots_txt_findings_have_valid_locations_and_fixes(text in mutated_robots()) {
        let options = Options { file_name: Some("robots.txt".to_owned()), ..options() };
        let check = |text: &str| check_source("robots.txt", &Source::from_text(text.to_owned()), &options, 0);
        let report = check(&text);
        for found in &report.diagnostics {
            let related = found.related.iter().map(|related| related.span);
            for span in std::iter::once(found.span).chain(related) {
                prop_assert!(span.start <= span.end && text.get(span.range()).is_some(), "{found:?}");
            }
        }
        if report.outcome.kind == Kind::Robots {
            let (fixed, applied) = fix::apply(&text, &report.diagnostics, FixKind::Suggest);
            prop_assert_eq!(check(&fixed).counts.error + applied as u64, report.counts.error, "{:?}", fixed);
        }
    }

    #[test]
    fn any_robots_txt_can_be_queried(robots in mutated_robots(), path in "[/a-z*$%.?#é]{0,12}") {
        let options = Options { robots: [Robots::new(&robots, None)].into(), ..options() };
        let text = format!("https://tidepool.page/{path}\nhttps://tidepool.page/private/{path}\n");
        let report = check_source("x.txt", &Source::from_text(text.clone()), &options, 0);
        prop_assert!(report.diagnostics.iter().all(|found| text.get(found.span.range()).is_some()));
    }

    #[test]
    fn only_malformed_files_have_xml_errors(text in mutated()) {
        let report = report(&text);
        let hint = ["xml-doctype", "xml-entity-declaration", "xml-external-entity", "xml-unprocessed-template", "xml-empty-file"];
        let errors = report.diagnostics.iter().filter(|d| d.severity == Some(sitemap_validator::Severity::Error));
        let xml: Vec<_> = errors.filter(|d| d.rule().group() == "xml" && !hint.contains(&d.rule().id())).collect();
        match report.outcome.well_formed {
            Some(true) => prop_assert!(xml.is_empty(), "{xml:?}"),
            Some(false) => prop_assert!(report.counts.error > 0),
            None => {}
        }
    }

    #[test]
    fn figures_add_up(text in mutated()) {
        let report = report(&text);
        let figures = figures::of(&Source::from_text(text.clone()), &options(), &mut || ());
        let read = figures.entries;
        // An entry that is cut off is not counted.
        prop_assert!(read <= report.outcome.stats.entries);
        let dates = &figures.dates;
        let dated: u64 = dates.buckets.iter().map(|bucket| bucket.count).sum();
        prop_assert_eq!(dated + dates.before + dates.after + dates.absent + dates.invalid, read);
        prop_assert!(dates.buckets.len() <= 60);
        let priorities = figures.priorities;
        prop_assert_eq!(priorities.counts.iter().sum::<u64>() + priorities.absent + priorities.invalid, read);
        let frequencies = figures.frequencies;
        prop_assert_eq!(frequencies.counts.iter().sum::<u64>() + frequencies.absent + frequencies.invalid, read);
        let hosts = &figures.hosts;
        prop_assert_eq!(hosts.named.iter().map(|(_, count)| count).sum::<u64>() + hosts.rest + hosts.none, read);
        prop_assert_eq!(figures.folders.top.count + figures.folders.none, read);
        let mut folders = vec![&figures.folders.top];
        while let Some(folder) = folders.pop() {
            let within: u64 = folder.folders.iter().map(|folder| folder.count).sum();
            prop_assert_eq!(folder.pages + within + folder.rest, folder.count);
            folders.extend(&folder.folders);
        }
        let mut problems = Counts::default();
        figures.problems.slices.iter().for_each(|slice| problems = problems + slice.counts);
        prop_assert_eq!(problems, report.counts);
    }

    #[test]
    fn line_ends_change_nothing_but_offsets(text in mutated()) {
        let text = text.replace('\r', "");
        let other = text.replace('\n', "\r\n");
        let shape = |text: &str| {
            let report = report(text);
            let source = Source::from_text(text.to_owned());
            let index = source.line_index();
            report.diagnostics.iter().map(|d| (d.rule(), index.position(text, d.span.start).line)).collect::<Vec<_>>()
        };
        prop_assert_eq!(shape(&text), shape(&other));
    }

    #[test]
    fn the_same_text_gives_the_same_report(text in mutated()) {
        prop_assert_eq!(report(&text).diagnostics, report(&text).diagnostics);
    }

    #[test]
    fn safe_fixes_keep_a_document_well_formed_and_terminate(text in mutated()) {
        let well_formed = report(&text).outcome.well_formed;
        let mut fixed = text;
        for _ in 0..20 {
            let found = report(&fixed);
            prop_assert!(well_formed != Some(true) || found.outcome.well_formed == Some(true), "broken: {fixed:?}");
            let (next, applied) = fix::apply(&fixed, &found.diagnostics, FixKind::Safe);
            if applied == 0 {
                let safe = |d: &&sitemap_validator::Diagnostic| d.fix.as_ref().is_some_and(|fix| fix.kind == FixKind::Safe);
                prop_assert_eq!(found.diagnostics.iter().find(safe), None);
                return Ok(());
            }
            fixed = next;
        }
        prop_assert!(false, "still fixing after twenty rounds: {fixed:?}");
    }
}

/// With a search of the rest at each reference, this would take quadratic time.
#[test]
fn a_tail_without_markup_is_read_once() {
    let tail = "&amp;a".repeat(500_000);
    for start in ["<loc>", "<lastmod>", "<image:title>", ""] {
        let text = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url>{start}{tail}");
        let source = Source::from_text(text);
        let report = check_source("s.xml", &source, &Options::default(), 10);
        assert_eq!(report.outcome.well_formed, Some(false), "{start}");
    }
}
