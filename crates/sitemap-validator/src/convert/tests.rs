use std::collections::BTreeMap;

use super::*;
use crate::report::{Verdict, check_source};

fn source(text: &str) -> Source {
    Source::from_text(text.to_owned())
}

/// Asserts that all files of `converted` are valid.
fn sound(converted: &Converted) {
    for file in &converted.files {
        let report = check_source(&file.name, &source(&file.text), &Options::default(), 0);
        let found: Vec<_> = report.diagnostics.iter().map(|found| found.rule().id()).collect();
        assert_eq!(report.verdict(), Verdict::Valid, "{} {found:?}", file.name);
    }
}

#[test]
fn a_list_becomes_a_sitemap() {
    let list = source("https://tidepool.page/a?x=1&y=2\n\n/no/url\nhttps://tidepool.page/b\n");
    let converted = to_sitemap("maps/urls.txt", &list, &Options::default()).unwrap();
    sound(&converted);
    assert_eq!((converted.entries, converted.left_out), (2, 1));
    let [file] = converted.files.as_slice() else { panic!("one file") };
    assert_eq!(file.name, "urls.xml");
    assert_eq!(
        file.text,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
         <url><loc>https://tidepool.page/a?x=1&amp;y=2</loc></url>\n\
         <url><loc>https://tidepool.page/b</loc></url>\n</urlset>\n"
    );
}

#[test]
fn a_sitemap_becomes_a_list() {
    let sitemap = source(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc> https://tidepool.page/a?x=1&amp;y=2\n\
         </loc></url><url><loc><![CDATA[https://tidepool.page/b]]></loc></url><url><lastmod>2024-01-01</lastmod></url></urlset>",
    );
    let converted = to_text("sitemap.xml.gz", &sitemap, &Options::default()).unwrap();
    assert_eq!((converted.entries, converted.left_out), (2, 1));
    let [file] = converted.files.as_slice() else { panic!("one file") };
    assert_eq!(
        (file.name.as_str(), file.text.as_str()),
        ("sitemap.txt", "https://tidepool.page/a?x=1&y=2\nhttps://tidepool.page/b\n")
    );
    let many = (0..50_001).map(|number| format!("https://tidepool.page/{number}\n")).collect::<Vec<_>>().concat();
    let names: Vec<_> = to_text("all.txt", &source(&many), &Options::default())
        .unwrap()
        .files
        .into_iter()
        .map(|file| file.name)
        .collect();
    assert_eq!(names, ["all-1.txt", "all-2.txt"]);
}

#[test]
fn omitted_values_are_listed() {
    let image = "<image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image>";
    let entry = |lastmod: &str| {
        format!(
            "<url><loc>https://tidepool.page/</loc><lastmod>{lastmod}</lastmod><changefreq>often</changefreq>{image}</url>\n"
        )
    };
    let open = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n";
    let sitemap = |lastmod: &str| source(&format!("{open}{}</urlset>\n", entry(lastmod)));
    let omitted = |names: &[&str]| names.iter().map(|&name| (name.to_owned(), 1)).collect::<BTreeMap<_, _>>();
    let options = Options::default();
    let copied = to_sitemap("s.xml", &sitemap("2024-01-01T10:00:00+0200"), &options).unwrap();
    assert_eq!(copied.files[0].text, sitemap("2024-01-01T10:00:00+02:00").text(), "what is safe is fixed");
    assert_eq!(copied.omitted, BTreeMap::new());
    let list = to_text("s.xml", &sitemap("2024-01-01"), &options).unwrap();
    assert_eq!(list.omitted, omitted(&["lastmod", "changefreq", "image:image"]));
    let broken = source(&sitemap("2024-01-01").text().replace("</urlset>", ""));
    let written = to_sitemap("s.xml", &broken, &options).unwrap();
    assert!(written.files[0].text.contains("<lastmod>2024-01-01</lastmod></url>"), "{}", written.files[0].text);
    assert_eq!(written.omitted, omitted(&["changefreq", "image:image"]));
    let rss = source(
        "<rss version=\"2.0\"><channel><title>a</title><link>https://tidepool.page/</link><description>b</description>\
         <item><link>https://tidepool.page/a</link><pubDate>2024-06-01</pubDate></item>\
         <item><link>https://tidepool.page/b</link><pubDate>soon</pubDate></item></channel></rss>",
    );
    let converted = to_sitemap("feed.rss", &rss, &options).unwrap();
    assert!(converted.files[0].text.contains("<lastmod>2024-06-01</lastmod>"));
    assert_eq!(converted.omitted, omitted(&["lastmod"]));
}

#[test]
fn a_sitemap_that_is_too_large_is_split() {
    let open = "<?xml version='1.0'?>\n<!-- > --><s:urlset xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'\n\
                xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'>\n";
    let entry = |number: u32| {
        let day = number % 28 + 1;
        format!(
            "<s:url><s:loc>https://tidepool.page/maps/{number}</s:loc><s:lastmod>2024-01-{day:02}</s:lastmod>\
             <image:image><image:loc>https://tidepool.page/{number}.png</image:loc></image:image></s:url>\n"
        )
    };
    let text = |count: u32| format!("{open}{}</s:urlset>", (0..count).map(entry).collect::<String>());
    assert_eq!(split("s.xml", &source(&text(2)), &Options::default()), Err(Refusal::Small));
    let options = Options { url: Some("https://tidepool.page/maps/sitemap.xml".to_owned()), ..Options::default() };
    let converted = split("s.xml", &source(&text(50_001)), &options).unwrap();
    sound(&converted);
    let [index, one, two] = converted.files.as_slice() else { panic!("three files") };
    assert_eq!((index.name.as_str(), one.name.as_str()), ("sitemap.xml", "sitemap-1.xml"));
    assert!(index.text.contains("<sitemap><loc>https://tidepool.page/maps/sitemap-2.xml</loc></sitemap>"));
    assert_eq!(two.text, format!("{open}{}</s:urlset>\n", entry(50_000)));
    let broken = text(50_001).replace("</s:urlset>", "");
    assert_eq!(split("s.xml", &source(&broken), &options), Err(Refusal::Broken));
}

#[test]
fn a_sitemap_with_too_many_bytes_is_split() {
    let path = "x".repeat(2_000);
    let entry = |number: u32| format!("<url><loc>https://tidepool.page/{number}/{path}</loc></url>\n");
    let text = format!("{}{}</urlset>", Root::Urlset.start(""), (0..27_000).map(entry).collect::<String>());
    assert!(text.len() > MOST_BYTES);
    let converted = split("big.xml", &source(&text), &Options::default()).unwrap();
    assert_eq!(converted.files.len(), 3);
    assert!(converted.files.iter().all(|file| file.text.len() <= MOST_BYTES));
    sound(&converted);
}

#[test]
fn other_files_are_refused() {
    let options = Options::default();
    for (text, refusal) in [
        ("<html/>", Refusal::NoSitemap),
        ("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"/>", Refusal::NoSitemap),
        ("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"/>", Refusal::Nothing),
        ("", Refusal::NoSitemap),
    ] {
        assert_eq!(to_sitemap("x", &source(text), &options), Err(refusal), "{text}");
    }
}

#[test]
fn several_sitemaps_get_an_index() {
    let member = |address: Option<&str>, text: &str| {
        let own_url = address.map(str::to_owned);
        let options = Options { url: own_url, siblings: true, ..Options::default() };
        let source = source(text);
        let mut report = check_source("a.xml", &source, &options, 0);
        Member::of(&mut report, &source)
    };
    let dated = format!(
        "{}<url><loc>https://tidepool.page/</loc><lastmod>2024-01-01</lastmod></url></urlset>",
        Root::Urlset.start("")
    );
    let members = [
        member(Some("https://tidepool.page/a.xml?x&y"), &dated),
        member(Some("https://tidepool.page/b.txt"), "https://tidepool.page/b\n"),
        member(Some("https://tidepool.page/c.html"), "<html/>"),
        member(None, &dated),
        member(Some("https://tidepool.page/e.xml"), &dated.replace("</urlset>", "")),
    ];
    let Index { files, left_out } = index_of(&members).unwrap();
    sound(&Converted { files: files.clone(), entries: 2, left_out: 0, omitted: BTreeMap::new() });
    assert_eq!(left_out, [2, 3, 4]);
    let [file] = files.as_slice() else { panic!("one file") };
    assert!(file.text.contains("<loc>https://tidepool.page/a.xml?x&amp;y</loc></sitemap>"), "no date of a page");
    assert!(file.text.contains("<loc>https://tidepool.page/b.txt</loc></sitemap>"));
    assert_eq!(file.text.matches("<sitemap>").count(), 2);
    assert_eq!(index_of(&members[2..]), Err(Refusal::NoAddress));
    assert_eq!(index_of(&[]), Err(Refusal::NoAddress));
}

#[test]
fn feeds_become_sitemaps() {
    let rss = source(
        "<rss version=\"2.0\"><channel><title>a</title><link>https://tidepool.page/</link><description>b</description>\n\
         <item><link>https://tidepool.page/a?x&amp;y</link><pubDate>Sat, 01 Jun 2024 12:00:00 +0200</pubDate></item>\n\
         <item><guid> https://tidepool.page/b </guid></item><item><title>none</title></item></channel></rss>",
    );
    let converted = to_sitemap("feed.rss", &rss, &Options::default()).unwrap();
    sound(&converted);
    assert_eq!((converted.entries, converted.left_out), (2, 1));
    let text = &converted.files[0].text;
    assert!(
        text.contains("<loc>https://tidepool.page/a?x&amp;y</loc><lastmod>2024-06-01T10:00:00Z</lastmod>"),
        "{text}"
    );
    assert!(text.contains("<loc>https://tidepool.page/b</loc>"), "{text}");
    let atom = source(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><id>urn:x</id><title>a</title><updated>2024-06-01T00:00:00Z</updated>\n\
         <entry><id>urn:y</id><title>b</title><link rel=\"self\" href=\"https://tidepool.page/self\"/>\n\
         <link href=\"https://tidepool.page/c\"/><updated>2024-06-02T23:30:00-02:00</updated></entry></feed>",
    );
    let text = to_sitemap("feed.atom", &atom, &Options::default()).unwrap().files.remove(0).text;
    assert!(
        text.contains("<url><loc>https://tidepool.page/c</loc><lastmod>2024-06-03T01:30:00Z</lastmod></url>"),
        "{text}"
    );
    let text = to_text("feed.atom", &atom, &Options::default()).unwrap().files.remove(0).text;
    assert_eq!(text, "https://tidepool.page/c\n");
}

#[test]
fn an_index_lists_at_most_50000_sitemaps() {
    let addresses: Vec<String> = (0..50_001).map(|number| format!("https://tidepool.page/{number}.xml")).collect();
    let addresses: Vec<&str> = addresses.iter().map(String::as_str).collect();
    let texts = write::indexes(&addresses);
    let counts: Vec<usize> = texts.iter().map(|text| text.matches("<sitemap>").count()).collect();
    assert_eq!(counts, [50_000, 1]);
}

#[test]
fn what_a_list_cannot_have_is_counted() {
    let text = "<!DOCTYPE urlset [<!ENTITY shop \"https://tidepool.page\">]>\n\
        <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
        <url><loc>https://tidepool.page/&shop;</loc></url>\n\
        <url><loc>https://tidepool.page/a</loc><loc>https://tidepool.page/b</loc></url>\n\
        <url><loc>https://tidepool.page/c</loc>";
    let converted = to_text("s.xml", &source(text), &Options::default()).unwrap();
    assert_eq!(converted.files[0].text, "https://tidepool.page/a\n");
    assert_eq!((converted.entries, converted.left_out), (1, 2));
    assert_eq!(converted.omitted, BTreeMap::from([("loc".to_owned(), 1)]));
}

#[test]
fn nested_entries_and_long_comments_are_not_copied() {
    let head = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">";
    let entry: String = (0..50_000)
        .map(|number| format!("<url><loc>https://tidepool.page/{number}</loc></url>"))
        .collect::<Vec<_>>()
        .concat();
    let nested = format!(
        "{head}{entry}<url><loc>https://tidepool.page/b</loc><url><loc>https://tidepool.page/c</loc></url></url></urlset>"
    );
    assert_eq!(split("s.xml", &source(&nested), &Options::default()), Err(Refusal::Nested));
    let (space, comment) = (" ".repeat(64 << 10), "x".repeat(64 << 10));
    let text = format!(
        "<?xml version=\"1.0\"?><!-- {comment} -->{head}{entry}<url><loc>https://tidepool.page/b</loc></url></urlset>"
    );
    let converted = split("s.xml", &source(&text), &Options::default()).unwrap();
    assert!(converted.files[1].text.starts_with(&format!("<?xml version=\"1.0\"?>\n{head}\n<url>")));
    let text = text.replace("<urlset", &format!("<urlset{space}"));
    assert_eq!(split("s.xml", &source(&text), &Options::default()), Err(Refusal::LongHead));
}
