use sitemap_validator_protocol::http::Http;

use super::*;
use crate::options::Options;
use crate::report::check_source;
use crate::robots::Robots;
use crate::set::check_with_pages;
use crate::source::{Source, read};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

fn sitemap(names: &[&str]) -> String {
    let entry = |name: &&str| format!("<url><loc>https://tidepool.page/{name}</loc></url>\n");
    format!("<urlset xmlns=\"{NAMESPACE}\">\n{}</urlset>\n", names.iter().map(entry).collect::<Vec<_>>().concat())
}

fn index(names: &[&str]) -> String {
    let entry = |name: &&str| format!("<sitemap><loc>https://tidepool.page/{name}</loc></sitemap>\n");
    let entries = names.iter().map(entry).collect::<Vec<_>>().concat();
    format!("<sitemapindex xmlns=\"{NAMESPACE}\">\n{entries}</sitemapindex>\n")
}

fn member(name: &str, source: &Source) -> Member {
    let options = Options { siblings: true, ..Options::default() };
    let mut report = check_source(name, source, &options, 0);
    Member::of(&mut report, source)
}

fn members(files: &[(&str, String)]) -> Vec<Member> {
    files.iter().map(|(name, text)| member(name, &Source::from_text(text.clone()))).collect()
}

/// A page that should be listed.
fn own(name: &str) -> Page {
    let built = Built {
        file: format!("{name}.html"),
        should_be_listed: true,
        aliases: vec![format!("https://tidepool.page/{name}.html")],
        ..Built::default()
    };
    let listed = format!("https://tidepool.page/{name}");
    Page {
        http: Http { status: Some(200), ..Http::new(&listed) },
        listed,
        built: Some(Box::new(built)),
        ..Page::default()
    }
}

/// The findings of this rule, as the file, the line and the arguments.
fn found(members: &[Member], pages: &[Page], options: &Options) -> Vec<String> {
    let report = check_with_pages(members, pages, options, 0);
    let own = report.findings.iter().filter(|finding| finding.diagnostic.rule() == crate::Rule::PageNotListed);
    let shown = |finding: &Finding| {
        let title = crate::message::title(&finding.diagnostic, "");
        format!("{}:{} {title}", members[finding.file].name, finding.location.from.line)
    };
    own.map(shown).collect()
}

const NONE: [&str; 0] = [];

#[test]
fn pages_to_which_no_entry_leads_are_reported() {
    let pages = ["a", "b", "c", "d"].map(own);
    let index = index(&["one.xml", "two.xml"]);
    let files = [("one.xml", sitemap(&["a"])), ("index.xml", index), ("two.xml", sitemap(&["c.html"]))];
    let members = members(&files);
    let robots = Robots::new("User-agent: Googlebot\nDisallow: /d\n", Some("https://tidepool.page/robots.txt"));
    let options = Options { robots: [robots].into(), ..Options::default() };
    let b = "index.xml:1 No checked sitemap lists `https://tidepool.page/b`, which was built as `b.html`";
    assert_eq!(found(&members, &pages, &options), [b]);
    assert_eq!(found(&members, &pages, &Options::default()).len(), 2);
    // What an entry leads to is named there.
    let listed = |page: Page, built| Page { built: Some(Box::new(built)), ..page };
    let to_b = Some("https://tidepool.page/b".to_owned());
    let last = Http { last: "https://tidepool.page/b".to_owned(), ..Http::default() };
    for leading in [
        listed(Page { canonical: to_b.clone(), ..Page::default() }, Built::default()),
        listed(Page { refresh: to_b, ..Page::default() }, Built::default()),
        listed(Page { http: last, ..Page::default() }, Built::default()),
        listed(Page::default(), Built { similar: Some("b.html".to_owned()), ..Built::default() }),
        listed(Page::default(), Built { file: "b.html".to_owned(), ..Built::default() }),
    ] {
        let pages: Vec<Page> = pages.iter().cloned().chain([leading]).collect();
        assert_eq!(found(&members, &pages, &options), NONE);
    }
    // Pages that were requested are not compared.
    assert_eq!(found(&members, &[Page { built: None, ..own("b") }], &options), NONE);
    assert_eq!(found(&[], &pages, &options), NONE);
}

#[test]
fn nothing_is_missing_from_incomplete_sitemaps() {
    let pages = [own("a"), own("b")];
    let whole = sitemap(&["a"]);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut gzip, whole.as_bytes()).unwrap();
    let packed = gzip.finish().unwrap();
    let incomplete = "two.xml:1 The pages that no sitemap lists are unknown: `two.xml` is incomplete";
    for other in [
        member("two.xml", &Source::from_text(whole.replace("</urlset>", ""))),
        member("two.xml", &read(whole.clone().into_bytes(), 100)),
        member("two.xml", &read(packed[..packed.len() - 9].to_vec(), 1 << 20)),
        Member::unread("two.xml", None),
    ] {
        let index = member("index.xml", &Source::from_text(index(&["two.xml"])));
        assert_eq!(found(&[index, other.clone()], &pages, &Options::default()), [incomplete]);
        // All pages are listed.
        assert_eq!(
            found(&[members(&[("one.xml", sitemap(&["a", "b"]))]).remove(0), other], &pages, &Options::default()),
            NONE
        );
    }
    let missing =
        "index.xml:3 The pages that no sitemap lists are unknown: `https://tidepool.page/two.xml` was not checked";
    let files = [("index.xml", index(&["one.xml", "two.xml"])), ("one.xml", whole)];
    assert_eq!(found(&members(&files), &pages, &Options::default()), [missing]);
    let html = ("two.xml", "<html></html>".to_owned());
    let files: Vec<_> = files.into_iter().chain([html]).collect();
    assert_eq!(found(&members(&files), &pages, &Options::default()), [missing]);
}
