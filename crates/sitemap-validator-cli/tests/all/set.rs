//! Several files: addresses from indexes, findings across files, conversions.

use std::fs;
use std::io::Write;
use std::path::Path;

use crate::support::{folder, out, piped, problems, run};
use sitemap_validator_protocol::report::{Report, Verdict};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

fn index(names: &[&str]) -> String {
    let entry = |name: &&str| format!("<sitemap><loc>https://tidepool.page/maps/{name}</loc></sitemap>\n");
    let entries = names.iter().map(entry).collect::<Vec<_>>().concat();
    format!("<sitemapindex xmlns=\"{NAMESPACE}\">\n{entries}</sitemapindex>\n")
}

fn sitemap(names: &[&str]) -> String {
    let entry = |name: &&str| format!("<url><loc>https://tidepool.page/{name}</loc></url>\n");
    let entries = names.iter().map(entry).collect::<Vec<_>>().concat();
    format!("<urlset xmlns=\"{NAMESPACE}\">\n{entries}</urlset>\n")
}

fn gzip(text: &str) -> Vec<u8> {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(text.as_bytes()).unwrap();
    gzip.finish().unwrap()
}

fn report(folder: &Path, line: &str) -> Report {
    let output = run(folder, &format!("--format json {line}"));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", problems(&output)))
}

#[test]
fn a_folder_with_an_index_is_a_set() {
    let folder = folder(
        "set",
        &[
            ("index.xml", index(&["one.xml.gz", "broken.xml.gz", "missing.xml"]).as_bytes()),
            ("one.xml.gz", &gzip(&sitemap(&["maps/a", "b"]))),
            ("broken.xml.gz", &gzip(&sitemap(&["c"]).replace("</urlset>", ""))),
            ("extra.xml", sitemap(&["maps/a"]).as_bytes()),
            ("robots.txt", b"Sitemap: https://tidepool.page/maps/index.xml\n"),
        ],
    );
    let report = report(&folder, ".");
    let addresses: Vec<_> = report.files.iter().map(|file| file.url.as_deref().unwrap_or("-")).collect();
    assert_eq!(
        addresses,
        [
            "https://tidepool.page/maps/broken.xml.gz",
            "-",
            "https://tidepool.page/maps/index.xml",
            "https://tidepool.page/maps/one.xml.gz",
            "-"
        ]
    );
    // Its address is known from the index, which robots.txt names: `/b` may be outside of its folder.
    assert_eq!(report.files[3].rules.get("scope-outside-directory"), None);
    let set = report.set.unwrap();
    let found: Vec<_> = set
        .diagnostics
        .iter()
        .map(|found| (report.files[found.file.unwrap() as usize].name.as_str(), found.rule.as_str(), found.line))
        .collect();
    let name = |index: usize| report.files[index].name.as_str();
    assert_eq!(
        found,
        [
            (name(1), "index-orphan-sitemap", 1),
            (name(2), "index-child-invalid", 3),
            (name(2), "index-child-not-supplied", 4),
            (name(3), "index-cross-file-duplicate", 2),
        ]
    );
    assert_eq!((set.entries, set.cross_file_counts.info), (4, 4));
    assert_eq!(report.files[0].verdict, Verdict::Invalid);
    let text = run(&folder, ".");
    assert_eq!(text.status.code(), Some(1));
    let words = out(&text);
    for part in [
        "remark[index-child-invalid]: ",
        "index.xml:4:15\n  |\n4 | <sitemap><loc>https://tidepool.page/maps/missing.xml</loc></sitemap>\n  |               ^^^^^",
        "one.xml.gz:2:11\n  |\n2 | <url><loc>https://tidepool.page/maps/a</loc></url>\n  |           ^^^^^",
        "index.xml: 3 sitemaps, valid (2 remarks)",
        "  https://tidepool.page/maps/missing.xml: missing",
        "one.xml.gz: 2 URLs, valid",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
}

#[test]
fn what_only_the_set_shows_counts_for_the_exit_code() {
    let files = [("a.xml", index(&["b.xml"])), ("b.xml", index(&["c.xml"])), ("c.xml", sitemap(&["maps/a"]))];
    let folder = folder("set-exit", &files.each_ref().map(|(name, text)| (*name, text.as_bytes())));
    assert_eq!(run(&folder, "a.xml").status.code(), Some(0));
    assert_eq!(run(&folder, "a.xml b.xml c.xml").status.code(), Some(1));
    let off = run(&folder, "--rule index-nested=off a.xml b.xml c.xml");
    assert_eq!(off.status.code(), Some(0), "{}", out(&off));
}

#[test]
fn unreadable_files_are_part_of_the_set() {
    let listing = index(&["a.xml", "gone.xml", "other.xml"]);
    let folder = folder("set-unread", &[("index.xml", listing.as_bytes()), ("a.xml", sitemap(&["maps/a"]).as_bytes())]);
    let report = report(&folder, "index.xml gone.xml a.xml");
    let unread: Vec<_> = report.files.iter().map(|file| file.read_error.is_some()).collect();
    assert_eq!(unread, [false, true, false]);
    assert_eq!(report.files[1].url.as_deref(), Some("https://tidepool.page/maps/gone.xml"));
    let set = report.set.unwrap();
    let missing: Vec<_> = set.diagnostics.iter().map(|found| (found.rule.as_str(), found.line)).collect();
    assert_eq!(missing, [("index-child-not-supplied", 4)], "of the other nothing is known");
    let text = run(&folder, "index.xml gone.xml a.xml");
    assert_eq!(text.status.code(), Some(2));
    assert!(out(&text).contains("  gone.xml: could not be read\n"), "{}", out(&text));
}

#[test]
fn a_build_folder_contains_more_than_sitemaps() {
    let feed = |items: &str| {
        let head = "<title>Nets</title><link>https://tidepool.page/</link><description>New.</description>";
        format!("<rss version=\"2.0\"><channel>{head}{items}</channel></rss>\n")
    };
    let folder = folder(
        "set-build",
        &[
            (
                "robots.txt",
                b"Sitemap: https://tidepool.page/maps/sitemap.xml\nSitemap: https://tidepool.page/odd.txt\n",
            ),
            (
                "maps/sitemap.xml",
                index(&["one.xml"])
                    .replace(
                        "</sitemapindex>",
                        "<sitemap><loc>https://tidepool.page/tags/c%2B%2B.xml</loc></sitemap></sitemapindex>",
                    )
                    .as_bytes(),
            ),
            // It may list any page, as robots.txt names its index.
            ("maps/one.xml", sitemap(&["a"]).as_bytes()),
            ("tags/c++.xml", sitemap(&["b"]).as_bytes()),
            ("tags/index.xml", feed("").as_bytes()),
            (
                "tags/feed.xml",
                feed("<item><link>https://mussel.page/x</link></item><item><link>/y</link></item>").as_bytes(),
            ),
            ("main.js.LICENSE.txt", b"/*! see https://tidepool.page/ */\n"),
            ("main.js.gz", b"x"),
            ("catalog.xml", b"<catalog/>"),
            ("list.txt", b"https://tidepool.page/c\n"),
            ("odd.txt", b"# listed in robots.txt\n"),
            ("sitemap.txt", b"/d\n"),
        ],
    );
    let output = run(&folder, "--format json --base https://tidepool.page .");
    let report: Report = serde_json::from_slice(&output.stdout).unwrap();
    let found: Vec<_> = report
        .files
        .iter()
        .map(|file| {
            let rules: Vec<_> = file.rules.keys().map(String::as_str).collect();
            (file.name.trim_start_matches("./"), rules.join(" "))
        })
        .filter(|(name, _)| !name.ends_with("robots.txt"))
        .collect();
    assert_eq!(
        found,
        [
            ("list.txt", ""),
            ("maps/one.xml", ""),
            ("maps/sitemap.xml", "index-outside-directory"),
            ("odd.txt", "text-non-url-line"),
            ("sitemap.txt", "loc-relative"),
            ("tags/c++.xml", ""),
            ("tags/feed.xml", "loc-relative"),
            ("tags/index.xml", ""),
        ]
        .map(|(name, rules)| (name, rules.to_owned()))
    );
    assert_eq!(problems(&output).lines().filter(|line| line.contains("2 files skipped")).count(), 1);
    let across: Vec<_> = report.set.unwrap().diagnostics.into_iter().map(|found| found.rule).collect();
    assert_eq!(across, ["index-orphan-sitemap", "index-orphan-sitemap"]);
}

#[test]
fn the_url_of_the_folder_decides_about_the_host() {
    let staging = |text: String| text.replace("//tidepool", "//staging.tidepool");
    let folder = folder(
        "set-staging",
        &[
            ("robots.txt", b"Sitemap: https://staging.tidepool.page/maps/sitemap.xml\n"),
            ("maps/sitemap.xml", staging(index(&["one.xml"])).as_bytes()),
            ("maps/one.xml", staging(sitemap(&["maps/a", "maps/b"])).as_bytes()),
        ],
    );
    let report = report(&folder, "--base https://tidepool.page .");
    let rules: Vec<Vec<&str>> =
        report.files.iter().map(|file| file.rules.keys().map(String::as_str).collect()).collect();
    assert_eq!(rules, [vec!["scope-different-host"], vec!["index-different-host", "scope-robots-not-listed"], vec![]]);
    assert_eq!(report.set.unwrap().cross_file_counts.total(), 0);
}

#[test]
fn a_robots_txt_in_a_folder_of_its_site_is_not_used() {
    let files: [(&str, &[u8]); 2] =
        [("robots.txt", b"User-agent: *\nDisallow: /docs/\n"), ("sitemap.xml", &sitemap(&["docs/a"]).into_bytes())];
    let folder = folder("set-below", &files);
    let rules = |line: &str| {
        let files = report(&folder, line).files;
        files.iter().map(|file| file.rules.keys().cloned().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(rules("--base https://tidepool.page/docs/ ."), ["scope-robots-below-root", ""]);
    // One that is named by itself is that of the site.
    let own = rules("--base https://tidepool.page/docs/ robots.txt sitemap.xml");
    assert_eq!(own, ["", "scope-robots-blocked scope-robots-not-listed scope-robots-sitemap-blocked"]);
}

#[test]
fn one_defect_in_many_files_is_one_finding() {
    let names: Vec<String> = (0..200).map(|number| format!("{number:03}.xml")).collect();
    let texts: Vec<String> = names.iter().map(|name| sitemap(&[&format!("maps/{name}?a&b"), "maps/x"])).collect();
    let listing = index(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut files: Vec<(&str, &[u8])> = vec![("robots.txt", b"User-agent: *\n"), ("index.xml", listing.as_bytes())];
    files.extend(names.iter().zip(&texts).map(|(name, text)| (name.as_str(), text.as_bytes())));
    let folder = folder("set-many", &files);
    let output = run(&folder, "--base https://tidepool.page/maps/ .");
    let text = out(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() < 70, "{text}");
    assert!(lines[0].starts_with("error[") && text.find("\nerror[") < text.find("\nremark["), "{text}");
    assert!(text.contains("… and 195 more (200 in 200 files)"), "{text}");
    assert!(text.contains("index.xml: 200 sitemaps, valid (200 remarks"), "{text}");
    let table = lines.iter().position(|line| *line == "200  error    loc-unescaped-ampersand").unwrap();
    assert!(table + 9 > lines.len(), "{text}");
    let all = run(&folder, "--max-diagnostics 0 .");
    assert_eq!(out(&all).matches("error[loc-unescaped-ampersand]").count(), 200);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_named() {
    let folder = folder("set-link", &[("a.xml", sitemap(&["a"]).as_bytes())]);
    let _ = fs::remove_file(folder.join("b.xml"));
    std::os::unix::fs::symlink("gone.xml", folder.join("b.xml")).unwrap();
    let output = run(&folder, ".");
    assert_eq!(output.status.code(), Some(2));
    assert!(problems(&output).contains("b.xml: "), "{}", problems(&output));
}

#[test]
fn formats_are_converted() {
    let many = (0..50_002).map(|number| format!("https://tidepool.page/{number}\n")).collect::<Vec<_>>().concat();
    let folder = folder(
        "convert",
        &[
            ("list.txt", b"https://tidepool.page/a\nhttps://tidepool.page/b?x&y\n"),
            ("large.txt", many.as_bytes()),
            ("one.xml", sitemap(&["a"]).as_bytes()),
        ],
    );
    let list = run(&folder, "--to sitemap list.txt");
    assert_eq!(list.status.code(), Some(0));
    assert!(out(&list).contains("<url><loc>https://tidepool.page/b?x&amp;y</loc></url>"), "{}", out(&list));
    let text = run(&folder, "--to text one.xml");
    assert_eq!(out(&text), "https://tidepool.page/a\n");
    let text = piped("--to text -", sitemap(&["b"]).as_bytes());
    assert_eq!(out(&text), "https://tidepool.page/b\n");
    let made = run(&folder, "--to index --base https://tidepool.page one.xml list.txt");
    assert!(out(&made).contains("<loc>https://tidepool.page/one.xml</loc>"), "{}", out(&made));

    let split = run(&folder, "--to split large.txt");
    assert!(problems(&split).contains("3 files would be written"), "{}", problems(&split));
    let split = run(&folder, "--to split --base https://tidepool.page large.txt --output parts");
    assert_eq!(split.status.code(), Some(0), "{}", problems(&split));
    let mut names: Vec<_> = fs::read_dir(folder.join("parts"))
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["large-1.xml", "large-2.xml", "large.xml"]);
    assert_eq!(run(&folder, "--base https://tidepool.page parts").status.code(), Some(0));
    let again = run(&folder, "--to split large.txt --output parts");
    assert!(problems(&again).contains("pass --overwrite"), "{}", problems(&again));

    for (line, word) in [
        ("--to split one.xml", "within the limits"),
        ("--to pdf one.xml", "invalid value 'pdf'"),
        ("--to text --fix one.xml", "cannot be used with"),
        ("--output x one.xml", "--to"),
        ("--to index one.xml", "--base"),
        ("--to index --url https://tidepool.page/x.xml one.xml list.txt", "--base"),
        ("--to text --robots gone.txt one.xml", "nothing was converted"),
        ("--to text one.xml one.xml --output y", "one by one"),
    ] {
        let output = run(&folder, line);
        assert_eq!((output.status.code(), out(&output)), (Some(2), ""), "{line}");
        assert!(problems(&output).contains(word), "{line}: {}", problems(&output));
    }
}
