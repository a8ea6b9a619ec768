//! Comparisons of generated versions: every edit is found, and nothing else is reported.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;

use super::*;
use crate::message::ENGLISH;
use crate::options::Options;
use crate::source::{DEFAULT_CEILING, Source, read};
use sitemap_validator_protocol::comparison::{ComparisonFile, Redirects};

/// An entry of a generated site.
#[derive(Debug, Clone, PartialEq)]
struct Page {
    url: String,
    file: usize,
    /// Days since 2020-01-01.
    lastmod: Option<u16>,
    daily: bool,
    priority: u8,
    images: u8,
}

#[derive(Debug, Clone)]
enum Edit {
    Keep,
    Remove,
    /// Adds these days.
    Redate(i16),
    Undate,
    Refile,
    Respell,
    Frequency,
    Priority,
    Images(bool),
}

/// A name that shares no word with that of another number.
fn name(number: usize) -> String {
    let letters = |mut number: usize| {
        let mut word = String::new();
        for _ in 0..6 {
            word.push(char::from(b'a' + (number % 26) as u8));
            number = number / 26 * 7 + number * 31 + 11;
        }
        word
    };
    format!("{}{number}", letters(number * 7919 + 13))
}

fn pages() -> impl Strategy<Value = Vec<Page>> {
    let page = (0..3_usize, proptest::option::of(100..1000_u16), any::<bool>(), 0..10_u8, 0..3_u8);
    proptest::collection::vec(page, 0..24).prop_map(|pages| {
        let page = |(number, (file, lastmod, daily, priority, images))| Page {
            url: format!("https://tidepool.page/{}", name(number)),
            file,
            lastmod,
            daily,
            priority,
            images,
        };
        pages.into_iter().enumerate().map(page).collect()
    })
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        4 => Just(Edit::Keep),
        1 => Just(Edit::Remove),
        1 => (-90..90_i16).prop_map(Edit::Redate),
        1 => Just(Edit::Undate),
        1 => Just(Edit::Refile),
        1 => Just(Edit::Respell),
        1 => Just(Edit::Frequency),
        1 => Just(Edit::Priority),
        1 => any::<bool>().prop_map(Edit::Images),
    ];
    proptest::collection::vec(edit, 24)
}

/// How a version is written.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
#[derive(Debug, Clone, Copy)]
struct Writing {
    gzip: bool,
    reversed: bool,
    damaged: bool,
    cdata: bool,
}

fn writing() -> impl Strategy<Value = Writing> {
    any::<[bool; 4]>().prop_map(|[gzip, reversed, damaged, cdata]| Writing { gzip, reversed, damaged, cdata })
}

fn date(days: u16) -> String {
    Day::after_epoch(18262 + i64::from(days)).unwrap().to_string()
}

fn version(pages: &[Page], writing: Writing) -> Version {
    let mut version = Version::new("a", &ENGLISH);
    let files: usize = pages.iter().map(|page| page.file + 1).max().unwrap_or(1).max(2);
    for file in 0..files {
        let mut text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                        xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n"
            .to_owned();
        if writing.damaged {
            text.push_str("<!-- a -- b --><url><loc></loc></url><x>&nbsp;</x>\n");
        }
        let mut own: Vec<&Page> = pages.iter().filter(|page| page.file == file).collect();
        if writing.reversed {
            own.reverse();
        }
        for page in own {
            let Page { url, lastmod, daily, priority, images, .. } = page;
            let url = if writing.cdata { format!("<![CDATA[{url}]]>") } else { url.clone() };
            let lastmod = lastmod.map(|days| format!("<lastmod>{}</lastmod>", date(days))).unwrap_or_default();
            let frequency = if *daily { "<changefreq>daily</changefreq>" } else { "" };
            let images = (0..*images).map(|image| {
                format!("<image:image><image:loc>https://tidepool.page/{image}.png</image:loc></image:image>")
            });
            let images: String = images.collect();
            writeln!(text, "<url><loc>{url}</loc>{lastmod}{frequency}<priority>0.{priority}</priority>{images}</url>")
                .unwrap();
        }
        text.push_str("</urlset>\n");
        let mut bytes = text.into_bytes();
        let mut name = format!("maps/{file}.xml");
        if writing.gzip {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(&bytes).unwrap();
            bytes = encoder.finish().unwrap();
            name.push_str(".gz");
        }
        version.add(listing(&name, &read(bytes, DEFAULT_CEILING)));
    }
    version
}

fn listing(name: &str, source: &Source) -> Listing {
    Listing::of(name, source, &Options::default())
}

/// The expected rows of an edit script, and the new version.
fn edited(pages: &[Page], edits: &[Edit], added: usize) -> (Vec<Page>, BTreeMap<String, Vec<Change>>) {
    let mut expected = BTreeMap::new();
    let mut new = Vec::new();
    for (page, edit) in pages.iter().zip(edits) {
        let mut after = page.clone();
        let mut changes = Vec::new();
        match edit {
            Edit::Keep => {}
            Edit::Remove => {
                expected.insert(page.url.clone(), vec![Change::Gone]);
                continue;
            }
            Edit::Redate(days) => {
                let moved = page.lastmod.map_or(500, |before| before.wrapping_add_signed(*days));
                after.lastmod = Some(moved);
                changes.extend(match page.lastmod {
                    None => Some(Change::LastmodAdded),
                    Some(before) if before < moved => Some(Change::LastmodLater),
                    Some(before) if before > moved => Some(Change::LastmodEarlier),
                    Some(_) => None,
                });
            }
            Edit::Undate => {
                after.lastmod = None;
                changes.extend(page.lastmod.map(|_| Change::LastmodGone));
            }
            Edit::Refile => {
                after.file = (page.file + 1) % 3;
                changes.push(Change::OtherFile);
            }
            Edit::Respell => {
                after.url = page.url.replace("https://tidepool", "HTTPS://Tidepool");
                changes.push(Change::Spelling);
            }
            Edit::Frequency => {
                after.daily = !page.daily;
                changes.push(Change::Changefreq);
            }
            Edit::Priority => {
                after.priority = (page.priority + 1) % 10;
                changes.push(Change::Priority);
            }
            Edit::Images(more) => {
                after.images = if *more { page.images + 1 } else { page.images.saturating_sub(1) };
                let change =
                    if *more { Some(Change::ImagesAdded) } else { (page.images > 0).then_some(Change::ImagesLost) };
                changes.extend(change);
            }
        }
        if !changes.is_empty() {
            expected.insert(page.url.clone(), changes);
        }
        new.push(after);
    }
    for number in 0..added {
        let url = format!("https://tidepool.page/{}", name(1000 + number));
        expected.insert(url.clone(), vec![Change::Added]);
        new.push(Page { url, file: number % 3, lastmod: None, daily: false, priority: 5, images: 0 });
    }
    (new, expected)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_edit_script_is_recovered(pages in pages(), edits in edits(), added in 0..4_usize, old in writing(), new in writing()) {
        let (after, expected) = edited(&pages, &edits, added);
        let comparison = compare(&version(&pages, old), &version(&after, new), 0);
        let rows: BTreeMap<String, Vec<Change>> = comparison
            .rows
            .iter()
            .map(|row| (row.old.as_ref().or(row.new.as_ref()).unwrap().url.clone(), row.changes.clone()))
            .collect();
        prop_assert_eq!(rows, expected);
        let counts = comparison.counts;
        let differences: u64 = Change::ALL.into_iter().map(|change| counts.of(change)).sum();
        let urls = comparison.rows.len() as u64;
        prop_assert_eq!(differences, urls);
        prop_assert_eq!(counts.unchanged + urls, (pages.len() + added) as u64);
        prop_assert!(!comparison.truncated);
    }
}

#[test]
fn what_is_missing_is_not_gone() {
    let index = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap><loc>https://tidepool.page/a.xml\
                 </loc></sitemap><sitemap><loc>https://tidepool.page/b.xml.gz</loc></sitemap></sitemapindex>";
    let mut new = plain(&["https://tidepool.page/".to_owned()]);
    new.add(listing("index.xml", &Source::from_text(index.to_owned())));
    new.add(listing("b.xml", &Source::from_text(String::new())));
    let comparison = compare(&plain(&["https://tidepool.page/x".to_owned()]), &new, 0);
    let missing = "index.xml: of the 2 sitemaps that it lists, 1 is missing, https://tidepool.page/a.xml";
    assert_eq!((comparison.counts.gone, comparison.counts.unknown, comparison.counts.added), (0, 1, 1));
    assert_eq!(comparison.old.gaps.len(), 0);
    assert!(comparison.new.gaps.contains(&missing.to_owned()), "{:?}", comparison.new.gaps);
    assert!(broken(&Gates::default(), &comparison, &new).is_empty());
    let limited = Gates { max_removed: Share::parse("100%"), ..Gates::default() };
    assert_eq!(broken(&limited, &comparison, &new), ["compare-incomplete"]);
}

#[test]
fn a_damaged_file_is_incomplete() {
    let text =
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://tidepool.page/a</loc></url>";
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(format!("{text}</urlset>").as_bytes()).unwrap();
    let mut gzip = gzip.finish().unwrap();
    gzip.truncate(gzip.len() - 9);
    for (bytes, gap) in [
        (text.as_bytes().to_vec(), "its end is missing"),
        (format!("{text}<url><loc>https://tid").into_bytes(), "its end is missing"),
        (gzip, "its compressed data is damaged"),
        (b"<html>502</html>".to_vec(), "it is not a sitemap"),
        (Vec::new(), "it is not a sitemap"),
    ] {
        let mut new = Version::new("a", &ENGLISH);
        new.add(listing("a.xml", &read(bytes, DEFAULT_CEILING)));
        let urls = ["a", "b"].map(|path| format!("https://tidepool.page/{path}"));
        let Comparison { counts, new, .. } = compare(&plain(&urls), &new, 0);
        assert_eq!(new.gaps, [format!("a.xml: {gap}")]);
        assert_eq!((counts.gone, counts.unknown + counts.unchanged), (0, 2));
    }
}

#[test]
fn folders_and_files_that_are_gone_are_named() {
    let urls: Vec<String> =
        (0..9).map(|at| format!("https://tidepool.page/{}/{}", ["lamps", "chairs"][at % 2], name(at))).collect();
    let mut old = plain(&urls);
    old.add(listing("lamps.txt", &Source::from_text("https://tidepool.page/lamps/last".to_owned())));
    let comparison = compare(&old, &plain(&urls[6..]), 0);
    let folders: Vec<_> =
        comparison.folders.iter().map(|folder| (&*folder.folder, folder.gone, folder.entries)).collect();
    assert_eq!(folders, [("/lamps/", 4, 6), ("/chairs/", 3, 4)]);
    assert_eq!(comparison.files_gone, ["lamps.txt"]);
}

#[test]
fn sites_without_a_common_url_are_remarked() {
    let (old, new) = ("https://tidepool.page/x", "https://kelp.page/y");
    assert_eq!(unusual(&plain(&[old.to_owned()]), &plain(&[new.to_owned()])), ["compare-nothing-in-common"]);
}

/// The rules of what is unusual about a new version.
fn unusual(old: &Version, new: &Version) -> Vec<&'static str> {
    found(&compare(old, new, 0), None, new).iter().map(|finding| finding.rule().id()).collect()
}

/// The rules of the limits that a new version does not keep.
fn broken(gates: &Gates, comparison: &Comparison, new: &Version) -> Vec<&'static str> {
    gates.broken(comparison, new).iter().map(|finding| finding.rule().id()).collect()
}

/// The pairs of old and new URLs that a comparison finds, with their difference.
fn pairs(old: &[&str], new: &[&str]) -> Vec<(String, String, Change)> {
    let of = |paths: &[&str]| plain(&paths.iter().map(|path| (*path).to_owned()).collect::<Vec<_>>());
    let rows = compare(&of(old), &of(new), 0).rows.into_iter();
    rows.filter_map(|row| Some((row.old?.url, row.new?.url, row.changes[0]))).collect()
}

#[test]
fn a_small_site_moves_as_a_large_one() {
    let found = pairs(&["http://a.page/", "http://a.page/b.html"], &["https://a.page/", "https://a.page/b"]);
    assert_eq!(found.iter().map(|(_, _, change)| *change).collect::<Vec<_>>(), [Change::Moved; 2]);
    // One folder for all years, also for those with few posts.
    let old = ["2009/a", "2010/b", "2011/c", "2011/d"].map(|path| format!("http://a.page/blog/{path}.html"));
    let new = ["a", "b", "c", "d"].map(|path| format!("https://a.page/articles/{path}"));
    let comparison = compare(&plain(&old), &plain(&new), 0);
    assert_eq!((comparison.counts.moved, comparison.moves.len()), (4, 1));
    assert_eq!(comparison.moves[0].folder, Some(("/blog/*/".to_owned(), "/articles/".to_owned())));
}

#[test]
fn a_rename_is_found_behind_a_move() {
    let slugs = ["kelp", "crab", "limpet"];
    let mut old: Vec<String> = slugs.iter().map(|slug| format!("https://a.page/blog/2024/{slug}.html")).collect();
    let mut new: Vec<String> = slugs.iter().map(|slug| format!("https://a.page/articles/{slug}")).collect();
    old.push("https://a.page/blog/2024/sofabi-in-winter.html".to_owned());
    new.push("https://a.page/articles/sofabi-in-winter-updated".to_owned());
    assert_eq!(compare(&plain(&old), &plain(&new), 0).counts.renamed, 1);
}

#[test]
fn a_copy_of_a_file_changes_no_rename() {
    let old = ["", "chairs/", "lamps/", "tables/", "guides/oil/", "guides/returns/", "lamp-care/"];
    let new = ["", "chairs/", "lamps/", "shelves/", "guides/oil/", "guides/returns/", "lamp-care-guide/"];
    let renamed = |copies: usize| {
        let of = |paths: [&str; 7]| {
            let urls = paths.map(|path| format!("https://a.page/{path}")).join("\n");
            let mut version = Version::new("a", &ENGLISH);
            for copy in 0..copies {
                version.add(listing(["urls.txt", "urls.txt.gz", "more.txt"][copy], &Source::from_text(urls.clone())));
            }
            version
        };
        let counts = compare(&of(old), &of(new), 0).counts;
        (counts.renamed, counts.other_file)
    };
    assert_eq!([1, 2, 3].map(renamed), [(1, 0); 3]);
}

#[test]
fn another_word_is_another_page() {
    for (old, new, is_renamed) in [
        ("jobs/senior-data-engineer-berlin", "jobs/senior-data-engineer-munich", false),
        ("shop/red-nordic-oak-table", "shop/blue-nordic-oak-table", false),
        ("best-espresso-machines-2024", "best-espresso-machines-2025", false),
        ("how-we-recieve-mail", "how-we-receive-mail", true),
        ("shop/nordic-oak-table", "shop/nordic-oak-table-large", true),
    ] {
        let found = pairs(&[&format!("https://a.page/{old}")], &[&format!("https://a.page/{new}")]);
        assert_eq!(!found.is_empty(), is_renamed, "{old} {new}: {found:?}");
    }
}

#[test]
fn a_redirect_does_not_lead_to_itself() {
    let old = [
        "http://a.page/",
        "http://a.page/b",
        "http://a.page/c?d=1",
        "http://a.page/x/e f",
        "http://a.page/x/g",
        "http://a.page/x/$h",
    ];
    let new = [
        "https://a.page/",
        "https://a.page/b/",
        "https://a.page/y?d=1",
        "https://a.page/y/e f",
        "https://a.page/y/g",
        "https://a.page/y/$h",
    ];
    let of = |urls: &[&str]| plain(&urls.iter().map(|url| (*url).to_owned()).collect::<Vec<_>>());
    let comparison = compare(&of(&old), &of(&new), 0);
    let redirects = |format| file(&comparison, ComparisonFile::Redirects(format), &ENGLISH);
    let host = "the host must do this: a rule for the path would lead to itself";
    let expected = format!(
        "# http://a.page/ https://a.page/: {host}\n# http://a.page/b https://a.page/b/: {host}\n\
         /x/e%20f https://a.page/y/e%20f 301\n/x/g https://a.page/y/g 301\n/x/$h https://a.page/y/$h 301\n"
    );
    assert_eq!(redirects(Redirects::Netlify), expected);
    assert!(redirects(Redirects::Nginx).contains("    \"/x/$h\" \"https://a.page/y/%24h\";\n}\n"));
}

#[test]
fn dates_that_all_moved_are_remarked() {
    let dated = |days: u16, others: Option<u16>| {
        let date = |number: usize| if number < 18 { Some(days) } else { others };
        let page = |number: usize| Page {
            url: format!("https://tidepool.page/{}", name(number)),
            file: 0,
            lastmod: date(number),
            daily: false,
            priority: 5,
            images: 0,
        };
        let pages: Vec<Page> = (0..20).map(page).collect();
        version(&pages, Writing { gzip: false, reversed: false, damaged: false, cdata: false })
    };
    assert!(unusual(&dated(100, Some(100)), &dated(200, Some(100))).is_empty());
    assert_eq!(unusual(&dated(100, Some(100)), &dated(200, Some(201))), ["compare-lastmod-all-later"]);
    // URLs without dates do not count.
    let (old, new) = (dated(100, None), dated(200, Some(201)));
    assert_eq!(unusual(&old, &new), ["compare-lastmod-all-later"]);
    let Comparison { common, dated, .. } = compare(&old, &new, 0);
    assert_eq!((common, dated), (20, 18));
}

#[test]
fn limits_are_kept_or_not() {
    let urls: Vec<String> = (0..10).map(|number| format!("https://tidepool.page/{}", name(number))).collect();
    let (old, new) = (plain(&urls), plain(&urls[2..]));
    let comparison = compare(&old, &new, 0);
    let failures = |gates: Gates| broken(&gates, &comparison, &new);
    for (share, is_kept) in [("20%", true), ("19%", false), ("2", true), ("1", false)] {
        let failures = failures(Gates { max_removed: Share::parse(share), ..Gates::default() });
        assert_eq!(failures.is_empty(), is_kept, "{share}: {failures:?}");
    }
    assert_eq!((Share::parse("101%"), Share::parse("x"), Share::parse("-1")), (None, None, None));
    assert!(failures(Gates { min_urls: Some(8), ..Gates::default() }).is_empty());
    assert_eq!(failures(Gates { min_urls: Some(9), ..Gates::default() }), ["compare-shrunk"]);
    let path = format!("/{}", name(5));
    let require = vec![urls[0].clone(), path, urls[9].replace("https", "HTTPS")];
    let of = failures(Gates { require, ..Gates::default() });
    assert_eq!(of, ["compare-required-url-gone"]);
    let none = version(&[], Writing { gzip: false, reversed: false, damaged: false, cdata: false });
    assert_eq!(broken(&Gates::default(), &compare(&old, &none, 0), &none), ["compare-emptied"]);
}

/// A version with these URLs in one file.
fn plain(urls: &[String]) -> Version {
    let mut version = Version::new("a", &ENGLISH);
    version.add(listing("a.txt", &Source::from_text(urls.join("\n"))));
    version
}

/// The words of generated paths.
const WORDS: [&str; 24] = [
    "desk", "lamp", "oak", "chair", "blue", "guide", "how", "to", "choose", "the", "best", "for", "your", "home",
    "office", "in", "winter", "summer", "sale", "news", "care", "repair", "wall", "floor",
];

fn slug(random: &mut impl FnMut(usize) -> usize, words: usize) -> Vec<String> {
    (0..words).map(|_| WORDS[random(WORDS.len())].to_owned()).collect()
}

#[test]
fn changed_slugs_are_renames() {
    let mut state = 0x9E37_79B9_u64;
    let mut random = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut renamed, mut found, mut right) = (0, 0, 0);
    for site in 0..40 {
        let url = |folder: &str, slug: &[String]| format!("https://tidepool.page/{folder}/{}", slug.join("-"));
        let (mut old, mut new, mut expected) = (Vec::new(), Vec::new(), BTreeMap::new());
        for page in 0..60 {
            let mut words = slug(&mut random, 5);
            words.push(name(site * 1000 + page).trim_end_matches(char::is_numeric).to_owned());
            let before = url("posts", &words);
            match page % 6 {
                // Kept.
                0..=2 => new.push(before.clone()),
                3 => {}
                // Renamed: a word is added, removed or moved, or the folder changes.
                4 => {
                    let mut folder = "posts";
                    match random(4) {
                        0 => words.insert(random(6), WORDS[random(WORDS.len())].to_owned()),
                        1 => drop(words.remove(random(5))),
                        2 => words.swap(0, 5),
                        _ => folder = "archive",
                    }
                    let after = url(folder, &words);
                    if after != before {
                        expected.insert(before.clone(), after.clone());
                    }
                    new.push(after);
                }
                // Replaced by another page.
                _ => {
                    let mut words = slug(&mut random, 5);
                    words.push(name(site * 1000 + 500 + page).trim_end_matches(char::is_numeric).to_owned());
                    new.push(url("posts", &words));
                }
            }
            old.push(before);
        }
        let comparison = compare(&plain(&old), &plain(&new), 0);
        renamed += expected.len();
        for row in comparison.rows.iter().filter(|row| row.old.is_some() && row.new.is_some()) {
            let (before, after) = (row.old.as_ref().unwrap(), row.new.as_ref().unwrap());
            found += 1;
            right += usize::from(expected.get(&before.url) == Some(&after.url));
        }
    }
    assert!(right * 100 >= found * 98, "precision: {right} of {found}");
    assert!(right * 10 >= renamed * 9, "recall: {right} of {renamed}");
}

#[test]
fn what_a_move_explains_is_said_once() {
    let paths: Vec<String> = (0..40).map(name).collect();
    let old: Vec<String> = paths.iter().map(|path| format!("http://tidepool.page/blog/{path}")).collect();
    let mut new: Vec<String> = paths.iter().skip(1).map(|path| format!("https://tidepool.page/news/{path}")).collect();
    new.push("https://tidepool.page/news/unrelated".to_owned());
    let comparison = compare(&plain(&old), &plain(&new), 10);
    let [moved] = &*comparison.moves else { panic!("{:?}", comparison.moves) };
    assert_eq!((moved.urls, moved.scheme.clone()), (39, Some(("http".to_owned(), "https".to_owned()))));
    assert_eq!(moved.folder, Some(("/blog/".to_owned(), "/news/".to_owned())));
    assert_eq!((comparison.counts.gone, comparison.counts.added, comparison.counts.moved), (1, 1, 39));
    assert_eq!(comparison.rows.len(), 2);
}

#[test]
fn a_document_shows_urls_as_text() {
    let old = Version { name: "a<b>".to_owned(), ..plain(&["https://tidepool.page/<script>'".to_owned()]) };
    let comparison = compare(&old, &plain(&["https://tidepool.page/".to_owned()]), 0);
    let document = file(&comparison, ComparisonFile::Html, &ENGLISH);
    assert!(document.contains("<h2>Gone: 1</h2>"), "{document}");
    assert!(document.contains("<code>https://tidepool.page/&lt;script&gt;&#39;</code>"), "{document}");
    assert!(document.contains("<code>a&lt;b&gt;</code>") && !document.contains("<script"), "{document}");
}
