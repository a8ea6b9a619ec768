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
    let addresses: Vec<_> = report.files.iter().map(|file| file.address.as_deref().unwrap_or("-")).collect();
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
    // Its address is known from the index: `/b` is outside of its folder.
    assert_eq!(report.files[3].rules.get("scope-outside-directory"), Some(&1));
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
    assert_eq!((set.entries, set.across.error), (4, 1));
    assert_eq!(report.files[0].verdict, Verdict::Invalid);
    let text = run(&folder, ".");
    assert_eq!(text.status.code(), Some(1));
    let words = out(&text);
    for part in [
        "error[index-child-invalid]: ",
        "index.xml: 3 sitemaps, valid",
        "  https://tidepool.page/maps/missing.xml: missing",
        "one.xml.gz: 2 URLs, not valid",
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
    let unread: Vec<_> = report.files.iter().map(|file| file.unread.is_some()).collect();
    assert_eq!(unread, [false, true, false]);
    assert_eq!(report.files[1].address.as_deref(), Some("https://tidepool.page/maps/gone.xml"));
    let set = report.set.unwrap();
    let missing: Vec<_> = set.diagnostics.iter().map(|found| (found.rule.as_str(), found.line)).collect();
    assert_eq!(missing, [("index-child-not-supplied", 4)], "of the other nothing is known");
    let text = run(&folder, "index.xml gone.xml a.xml");
    assert_eq!(text.status.code(), Some(2));
    assert!(out(&text).contains("  gone.xml: could not be read\n"), "{}", out(&text));
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
