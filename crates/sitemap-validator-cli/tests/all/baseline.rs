//! `--baseline` and `--write-baseline`: only findings that are new are reported.

use std::fs;

use crate::support::{folder, out, problems, run};

fn sitemap(entries: &str) -> String {
    format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n")
}

fn entry(path: &str, rest: &str) -> String {
    format!("<url><loc>https://tidepool.page/{path}</loc>{rest}</url>\n")
}

#[test]
fn what_is_known_is_neither_shown_nor_counted() {
    let old = entry("a?b&c", "<priority>7</priority>") + &entry("b", "<lastmod>2025-02-30</lastmod>");
    let index = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
                 <sitemap><loc>https://tidepool.page/old.xml</loc></sitemap>\n\
                 <sitemap><loc>https://tidepool.page/gone.xml</loc></sitemap>\n</sitemapindex>\n";
    let folder = folder(
        "baseline",
        &[
            ("site/index.xml", index.as_bytes()),
            ("site/old.xml", sitemap(&old).as_bytes()),
            // Ends early: a finding without an entry.
            ("site/cut.xml", sitemap("").replace("</urlset>\n", "").as_bytes()),
        ],
    );
    let check = |options: &str| run(&folder, &format!("--base https://tidepool.page/ {options} site"));
    let before = check("");
    assert_eq!(before.status.code(), Some(1));

    let written = check("--write-baseline known.json");
    assert_eq!(written.status.code(), Some(0), "{}", problems(&written));
    assert_eq!(out(&written), out(&before));
    assert!(problems(&written).contains(" known findings written to known.json"), "{}", problems(&written));
    let known = fs::read_to_string(folder.join("known.json")).unwrap();
    for part in ["\"version\": 1", "\"priority-out-of-range\": [\n      \"https://tidepool.page/a?b&c\"\n    ]"] {
        assert!(known.contains(part), "{known}");
    }

    let clean = check("--baseline known.json");
    assert_eq!(clean.status.code(), Some(0), "{}", out(&clean));
    assert!(out(&clean).ends_with("0 errors, 0 warnings.\n") && !out(&clean).contains('['), "{}", out(&clean));
    assert!(problems(&clean).contains(" known findings in known.json not reported"), "{}", problems(&clean));

    // Elsewhere in the file, it is still known; another rule, or another URL, is new.
    let moved = entry("c", "") + &entry("b", "<lastmod>2025-02-30</lastmod><priority>9</priority>") + &entry("d&e", "");
    fs::write(folder.join("site/old.xml"), sitemap(&moved)).unwrap();
    fs::write(folder.join("site/index.xml"), index.replace("gone", "lost")).unwrap();
    let new = check("--baseline known.json --format json");
    let report: sitemap_validator_protocol::report::Report = serde_json::from_slice(&new.stdout).unwrap();
    let mut found: Vec<_> =
        report.files.iter().flat_map(|file| &file.diagnostics).map(|one| one.rule.as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ["loc-unescaped-ampersand", "priority-out-of-range"]);
    let across: Vec<_> = report.set.unwrap().diagnostics.into_iter().map(|one| (one.rule, one.line)).collect();
    assert_eq!(across, [("index-child-not-supplied".to_owned(), 3)]);
    assert_eq!(new.status.code(), Some(1));

    // A setting, whose file is beside that of the settings.
    fs::write(folder.join("site/sitemap-validator.toml"), "baseline = \"../known.json\"\n").unwrap();
    let set = run(&folder.join("site"), "--base https://tidepool.page/ cut.xml");
    assert_eq!(set.status.code(), Some(0), "{}", out(&set));
}

#[test]
fn a_baseline_that_cannot_be_used_is_named() {
    let folder = folder(
        "baseline-wrong",
        &[("a.xml", sitemap("").as_bytes()), ("cut.json", b"{\n"), ("new.json", b"{\"version\":2,\"findings\":{}}")],
    );
    for (options, why) in [
        ("--baseline none.json", "none.json: "),
        ("--baseline cut.json", "cut.json: not a baseline file: EOF while parsing an object at line 2"),
        ("--baseline new.json", "the version of the baseline is 2; this program reads 1"),
        ("--baseline cut.json --write-baseline new.json", "cannot be used with"),
        ("--write-baseline none/known.json", "none/known.json: "),
    ] {
        let output = run(&folder, &format!("{options} a.xml"));
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert!(problems(&output).contains(why), "{options}: {}", problems(&output));
    }
}
