use std::collections::BTreeMap;
use std::fmt::Write;

use super::*;
use crate::Message;
use crate::output::json;
use crate::report::check_source;
use crate::source::Source;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// An index of the sitemaps called `names`, each on its own line.
fn index(names: &[&str]) -> String {
    let entry = |name: &&str| format!("<sitemap><loc>https://tidepool.page/{name}</loc></sitemap>\n");
    let entries = names.iter().map(entry).collect::<Vec<_>>().concat();
    format!("<sitemapindex xmlns=\"{NAMESPACE}\">\n{entries}</sitemapindex>\n")
}

/// A sitemap of the pages called `names`, each on its own line.
fn sitemap(names: &[&str]) -> String {
    let entry = |name: &&str| format!("<url><loc>https://tidepool.page/{name}</loc></url>\n");
    let entries = names.iter().map(entry).collect::<Vec<_>>().concat();
    format!("<urlset xmlns=\"{NAMESPACE}\">\n{entries}</urlset>\n")
}

fn members(files: &[(&str, String)]) -> Vec<Member> {
    let options = Options { siblings: true, ..Options::default() };
    let member = |(name, text): &(&str, String)| {
        let source = Source::from_text(text.clone());
        let mut report = check_source(name, &source, &options, 0);
        Member::of(&mut report, &source)
    };
    files.iter().map(member).collect()
}

/// Each finding as `file:line:column rule`.
fn findings(files: &[(&str, String)]) -> Vec<String> {
    let report = check(&members(files), &Options::default(), 0);
    assert_eq!(report.counts.total(), report.findings.len() as u64);
    let shown = |finding: &Finding| {
        let name = files[finding.file].0;
        format!(
            "{name}:{}:{} {}",
            finding.location.from.line,
            finding.location.from.column,
            finding.diagnostic.rule().id()
        )
    };
    report.findings.iter().map(shown).collect()
}

#[test]
fn a_complete_set_has_no_findings() {
    let files = [
        ("site/index.xml", index(&["one.xml", "two.xml.gz"])),
        ("site/one.xml", sitemap(&["a", "b"])),
        ("site/two.xml", sitemap(&["c"])),
    ];
    assert_eq!(findings(&files), [""; 0]);
    let report = check(&members(&files), &Options::default(), 0);
    let listed: Vec<_> = report.listings[0].branches.iter().map(|branch| branch.file).collect();
    assert_eq!(listed, [Some(1), Some(2)]);
}

#[test]
fn missing_children_are_reported_together_and_orphans_individually() {
    let files = [
        ("index.xml", index(&["one.xml", "two.xml", "sitemap_index.xml"])),
        ("one.xml", sitemap(&["a"])),
        ("extra.xml", sitemap(&["b"])),
    ];
    assert_eq!(
        findings(&files),
        [
            "index.xml:3:15 index-child-not-supplied",
            "index.xml:4:37 index-nested-suspected",
            "extra.xml:1:1 index-orphan-sitemap"
        ]
    );
}

#[test]
fn a_sitemap_listed_in_robots_txt_is_not_an_orphan() {
    let files = [
        ("robots.txt", "User-agent: *\nSitemap: https://tidepool.page/one.xml\nSitemap: /two.xml\n".to_owned()),
        ("one.xml", sitemap(&["a"])),
        ("two.xml", sitemap(&["b"])),
    ];
    assert_eq!(findings(&files), ["two.xml:1:1 index-orphan-sitemap"], "a path is no address");
    let report = check(&members(&files), &Options::default(), 0);
    let [listing] = report.listings.as_slice() else { panic!("one listing") };
    assert_eq!((listing.file, listing.branches.len(), listing.branches[0].file), (0, 1, Some(1)));
}

#[test]
fn nested_indexes_and_cycles() {
    let files = [
        ("a.xml", index(&["b.xml", "a.xml"])),
        ("b.xml", index(&["c.xml", "leaf.xml"])),
        ("c.xml", index(&["a.xml"])),
        ("leaf.xml", sitemap(&["x"])),
    ];
    assert_eq!(findings(&files), ["a.xml:2:15 index-nested", "b.xml:2:15 index-nested", "c.xml:2:15 index-cycle"]);
    let report = check(&members(&files), &Options::default(), 0);
    let cycle = report.findings.last().unwrap();
    assert_eq!(cycle.related.iter().map(|other| other.file).collect::<Vec<_>>(), [0, 1]);
    let two = [("a.xml", index(&["b.xml"])), ("b.xml", index(&["a.xml"]))];
    assert_eq!(findings(&two), ["a.xml:2:15 index-nested", "b.xml:2:15 index-cycle"]);
    let found = check(&members(&two), &Options::default(), 0).findings;
    assert_eq!(found[0].diagnostic.message(), Message::IndexNestedOne, "not \"the 1 sitemaps\"");
}

#[test]
fn a_robots_txt_is_part_of_no_cycle() {
    let files = [
        ("robots.txt", "User-agent: *\nSitemap: https://tidepool.page/index.xml\n".to_owned()),
        ("index.xml", index(&["robots.txt", "one.xml"])),
        ("one.xml", sitemap(&["a"])),
    ];
    assert_eq!(findings(&files), ["index.xml:2:15 index-child-invalid"]);
}

#[test]
fn a_long_chain_of_indexes_does_not_overflow_the_stack() {
    let names: Vec<String> = (0..20_000).map(|number| format!("{number}.xml")).collect();
    let files: Vec<(&str, String)> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), index(&[&names[(at + 1) % names.len()]]))).collect();
    let report = check(&members(&files), &Options::default(), 3);
    let count = |rule| report.rules.iter().find(|(other, _)| *other == rule).map(|(_, count)| *count);
    assert_eq!(count(Rule::IndexCycle), Some(1));
    assert_eq!(count(Rule::IndexNested), Some(19_999));
    assert_eq!(count(Rule::LimitsIndexFilesPerSite), Some(1));
    assert!(report.truncated && report.findings.len() == 5);
}

#[test]
fn children_that_are_not_sitemaps() {
    let broken = sitemap(&["a"]).replace("</urlset>", "");
    let files = [
        ("index.xml", index(&["page.xml", "broken.xml", "empty.xml", "fine.txt"])),
        ("page.xml", "<!DOCTYPE html><html><head><title>Gone</title></head></html>".to_owned()),
        ("broken.xml", broken),
        ("empty.xml", String::new()),
        ("fine.txt", "https://tidepool.page/z\n".to_owned()),
    ];
    assert_eq!(findings(&files), [2, 3, 4].map(|line| format!("index.xml:{line}:15 index-child-invalid")));
    let report = check(&members(&files), &Options::default(), 0);
    let words: Vec<_> = report.findings.iter().map(|finding| crate::message::title(&finding.diagnostic, "")).collect();
    assert_eq!(
        words,
        ["`page.xml` is a web page, not a sitemap", "`broken.xml` cannot be read to its end", "`empty.xml` is empty"]
    );
    let related: Vec<_> = report.findings.iter().map(|finding| finding.related.len()).collect();
    assert_eq!(related, [0, 1, 0], "nothing stops the reading of the page");
}

#[test]
fn an_unreadable_file_has_no_findings() {
    let files = [("index.xml", index(&["a.xml", "b.xml"])), ("a.xml", sitemap(&["a"]))];
    let mut members = members(&files);
    members.push(Member::unread("b.xml", None));
    let report = check(&members, &Options::default(), 0);
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!(report.listings[0].branches[1].file, Some(2));
}

#[test]
fn an_index_with_an_older_lastmod_than_its_sitemap() {
    let dated = |date: &str| index(&["one.xml"]).replace("</loc>", &format!("</loc><lastmod>{date}</lastmod>"));
    let stale = |index: &str, page: &str| {
        let child = sitemap(&["a"]).replace("</loc>", &format!("</loc><lastmod>{page}</lastmod>"));
        findings(&[("index.xml", dated(index)), ("one.xml", child)]).len() == 1
    };
    for (index, page) in [
        ("2024-01-01", "2024-06-01"),
        ("2024-01-01", "2024-01-02T00:00:00Z"),
        ("2023", "2024-01-01"),
        ("2024-01-01T10:00:00Z", "2024-01-01T10:00:01Z"),
        ("2024-01-01T12:00:00+02:00", "2024-01-01T10:00:01Z"),
    ] {
        assert!(stale(index, page), "{index} {page}");
    }
    for (index, page) in [
        ("2024-06-01", "2024-06-01"),
        ("2024-06-01", "2024-06-01T23:00:00Z"),
        ("2024-06", "2024-06-30"),
        ("2024", "2024-06-30"),
        ("2024-06-01T10:00Z", "2024-06-01T10:00:59Z"),
        ("2024-06-02", "2024-06-01"),
        ("June", "2024-06-01"),
        ("2024-06-02", "June"),
    ] {
        assert!(!stale(index, page), "{index} {page}");
    }
}

#[test]
fn pages_in_two_files_are_reported_once_per_pair() {
    let files = [
        ("index.xml", index(&["one.xml", "two.xml", "three.txt"])),
        ("one.xml", sitemap(&["a", "b", "c", "a%7Eb"])),
        ("two.xml", sitemap(&["d", "b", "c"])),
        ("three.txt", "https://tidepool.page/x\nHTTPS://TIDEPOOL.page:443/a~b\n".to_owned()),
    ];
    assert_eq!(
        findings(&files),
        ["two.xml:3:11 index-cross-file-duplicate", "three.txt:2:1 index-cross-file-duplicate"]
    );
    let report = check(&members(&files), &Options::default(), 0);
    let words: Vec<_> = report.findings.iter().map(|finding| crate::message::title(&finding.diagnostic, "")).collect();
    assert_eq!(
        words,
        ["2 pages of this file are also listed in `one.xml`", "One page of this file is also listed in `one.xml`"]
    );
}

#[test]
fn pages_of_many_files_are_compared_each_with_each() {
    // Files of different sizes that share some pages, a few of which occur twice in one file.
    let numbers = |file: usize| (0..file * 150).map(move |page| page * (file % 3 + 1) % 1000 + file % 5 * 300);
    let pages: Vec<Vec<String>> = (0..12).map(|file| numbers(file).map(|page| format!("p{page}")).collect()).collect();
    let names: Vec<String> = (0..pages.len()).map(|file| format!("{file}.xml")).collect();
    let listed: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut files = vec![("index.xml", index(&listed))];
    for (name, pages) in listed.iter().zip(&pages) {
        files.push((name, sitemap(&pages.iter().map(String::as_str).collect::<Vec<_>>())));
    }
    // The pages that each file shares with the first file that lists them: their number, and the first one in both.
    let mut first: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut expected: BTreeMap<(usize, usize), (usize, usize, usize)> = BTreeMap::new();
    for (file, pages) in pages.iter().enumerate() {
        for (at, page) in pages.iter().enumerate() {
            let &mut (other, there) = first.entry(page.as_str()).or_insert((file, at));
            if other != file {
                expected.entry((file, other)).or_insert((0, at, there)).0 += 1;
            }
        }
    }
    assert!(expected.len() > 20);
    let report = check(&members(&files), &Options::default(), 0);
    let found = report.findings.iter().filter(|found| found.diagnostic.rule() == Rule::IndexCrossFileDuplicate);
    let mut found: Vec<_> = found
        .map(|found| {
            let [related] = found.related.as_slice() else { panic!("one other place") };
            let words = crate::message::title(&found.diagnostic, "");
            let count: usize = words.split(' ').next().unwrap().replace(',', "").parse().unwrap_or(1);
            let at = |location: Location| location.from.line as usize - 2;
            ((found.file - 1, related.file - 1), (count, at(found.location), at(related.location)))
        })
        .collect();
    found.sort_unstable();
    assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
}

#[test]
fn an_index_is_suggested_if_there_is_none() {
    let files = [("one.xml", sitemap(&["a"])), ("two.xml", sitemap(&["b"]))];
    assert_eq!(findings(&files), ["one.xml:1:1 advice-use-index"]);
    assert_eq!(findings(&files[..1]), [""; 0]);
}

#[test]
fn two_forms_of_a_list_are_one_sitemap() {
    let files = [
        ("maps/sitemap.xml", sitemap(&["a", "b"])),
        ("maps/sitemap.xml.gz", sitemap(&["b", "a"])),
        ("maps/sitemap.txt", "https://tidepool.page/a\nhttps://tidepool.page/b\n".to_owned()),
    ];
    assert_eq!(findings(&files), [""; 0]);
    let mut listed = files.to_vec();
    listed.insert(0, ("index.xml", index(&["maps/sitemap.xml.gz"])));
    assert_eq!(findings(&listed), [""; 0]);
    // Other pages are another list.
    listed[2].1 = sitemap(&["c", "d"]);
    assert_eq!(findings(&listed), ["maps/sitemap.xml:1:1 index-orphan-sitemap"]);
}

#[test]
fn an_index_is_for_one_site() {
    let files = [("a/sitemap.xml", sitemap(&["a"])), ("b/sitemap.xml", sitemap(&["b"]))];
    let mut sites = members(&files);
    for (member, site) in sites.iter_mut().zip(["https://tidepool.page/s.xml", "https://mussel.page/s.xml"]) {
        member.url = Some(site.to_owned());
    }
    assert!(check(&sites, &Options::default(), 0).findings.is_empty());
    sites[1].url = Some("https://tidepool.page/t.xml".to_owned());
    assert_eq!(check(&sites, &Options::default(), 0).findings.len(), 1);
}

#[test]
fn files_of_different_hosts() {
    let other = sitemap(&["b"]).replace("tidepool.page", "mussel.page");
    let files = [
        ("index.xml", index(&["one.xml", "two.xml", "three.xml"])),
        ("one.xml", other),
        ("two.xml", sitemap(&["a"])),
        ("three.xml", sitemap(&["c"])),
    ];
    assert_eq!(findings(&files), ["one.xml:2:11 scope-mixed-hosts"]);
}

#[test]
fn another_file_of_the_same_name_is_named_by_its_url() {
    let mut members = members(&[("a.xml", sitemap(&["b"])), ("a.xml", sitemap(&["b", "c"]))]);
    members[0].url = Some("https://tidepool.page/de/a.xml".to_owned());
    let report = check(&members, &Options::default(), 0);
    let duplicate = report.findings.iter().find(|finding| finding.file == 1).expect("the same page");
    let title = crate::message::title(&duplicate.diagnostic, "");
    assert_eq!(title, "One page of this file is also listed in `https://tidepool.page/de/a.xml`");
}

#[test]
fn levels_and_profiles_apply_across_files() {
    let files = members(&[("one.xml", sitemap(&["a"])), ("two.xml", sitemap(&["b"]))]);
    let mut options = Options { levels: vec![(Rule::AdviceUseIndex, None)], ..Options::default() };
    assert!(check(&files, &options, 0).findings.is_empty());
    options.levels = vec![(Rule::AdviceUseIndex, Some(crate::Severity::Error))];
    assert_eq!(check(&files, &options, 0).counts.error, 1);
}

#[test]
fn places_and_files_are_in_the_report() {
    let files = [("index.xml", index(&["one.xml"])), ("one.xml", index(&["x.xml"]))];
    let report = check(&members(&files), &Options::default(), 0);
    let set = json::set(&mut [], &report, &crate::message::ENGLISH);
    let nested = &set.diagnostics[0];
    assert_eq!((nested.rule.as_str(), nested.file, nested.line, nested.column), ("index-nested", Some(0), 2, 15));
    assert_eq!((nested.related[0].file, nested.related[0].line, nested.related[0].column), (Some(1), 1, 2));
    assert_eq!(set.tree[0].children[0].file, Some(1));
    assert_eq!(set.tree[1].children[0].file, None);
}

#[test]
fn findings_across_files_count_for_the_file_and_for_the_set() {
    use crate::Severity::{Error, Info, Warning};
    use sitemap_validator_protocol::report::{
        self as wire,
        Verdict::{Invalid, Unchecked, Valid, Warnings},
    };
    let file = || json::unread("a.xml", None, 0, String::new());
    let of = |level, verdict| {
        let options = Options { levels: vec![(Rule::AdviceUseIndex, Some(level))], ..Options::default() };
        let files = members(&[("one.xml", sitemap(&["a"])), ("two.xml", sitemap(&["b"]))]);
        let across = check(&files, &options, 0);
        let mut files = [wire::File { verdict, ..file() }, wire::File { verdict: Valid, ..file() }];
        let set = json::set(&mut files, &across, &crate::message::ENGLISH);
        assert!(set.lacks_index);
        assert_eq!(
            (files[0].cross_file_counts.total(), files[1].cross_file_counts.total(), files[1].verdict_in_set),
            (1, 0, Valid)
        );
        (files[0].verdict_in_set, set.verdict)
    };
    assert_eq!(of(Info, Valid), (Valid, Valid));
    assert_eq!(of(Warning, Valid), (Warnings, Warnings));
    assert_eq!(of(Warning, Unchecked), (Unchecked, Unchecked));
    assert_eq!(of(Warning, Invalid), (Invalid, Invalid));
    assert_eq!(of(Error, Unchecked), (Invalid, Invalid));
    let names = ["one.xml", "two.xml"];
    let indexes = members(&names.map(|name| (name, index(&[&format!("of-{name}")]))));
    let [all, one] = [0, 1].map(|cap| check(&indexes, &Options::default(), cap));
    let in_file = |file: usize| all.findings.iter().filter(|found| found.file == file).count() as u64;
    let counted: Vec<u64> = one.counts_by_file(2).iter().map(|counts| counts.total()).collect();
    assert_eq!((one.truncated, counted), (true, vec![in_file(0), in_file(1)]), "also what is not listed");
}

/// A sitemap of pages with links, each on its own line: `a en=a de=b`.
fn linked(pages: &[&str]) -> String {
    let mut text = format!("<urlset xmlns=\"{NAMESPACE}\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n");
    for page in pages {
        let mut words = page.split(' ');
        write!(text, "<url><loc>https://tidepool.page/{}</loc>", words.next().unwrap()).unwrap();
        for (code, path) in words.filter_map(|word| word.split_once('=')) {
            let href = format!("https://tidepool.page/{path}");
            write!(text, "<xhtml:link rel=\"alternate\" hreflang=\"{code}\" href=\"{href}\"/>").unwrap();
        }
        text.push_str("</url>\n");
    }
    text + "</urlset>\n"
}

/// The findings on languages in the files `a.xml`, `b.xml`, ..., which an index lists: file and line, and the file and
/// line of the related location.
fn languages(files: &[&[&str]]) -> Vec<String> {
    let names = ["a.xml", "b.xml", "c.xml"];
    let mut all = vec![("index.xml", index(&names[..files.len()]))];
    all.extend(names.iter().zip(files).map(|(name, pages)| (*name, linked(pages))));
    let report = check(&members(&all), &Options::default(), 0);
    let shown = |finding: &Finding| {
        let place = |file: usize, location: Location| format!("{}:{}", all[file].0, location.from.line);
        let (here, id) = (place(finding.file, finding.location), finding.diagnostic.rule().id());
        let others: Vec<String> = finding.related.iter().map(|other| place(other.file, other.location)).collect();
        format!("{here} {} {}", id.trim_start_matches("hreflang-"), others.join(" ")).trim_end().to_owned()
    };
    report.findings.iter().filter(|finding| finding.diagnostic.rule().group() == "hreflang").map(shown).collect()
}

#[test]
fn languages_in_files_of_their_own() {
    assert_eq!(languages(&[&["a en=a de=b"], &["b en=a de=b"]]), [""; 0]);
    assert_eq!(languages(&[&["a en=a de=b fr=c"], &["b fr=c en=a de=b"], &["c en=a de=b fr=c"]]), [""; 0]);
    assert_eq!(languages(&[&["a en=a de=b x-default=a", "x"], &["y", "b en=a de=b x-default=a"]]), [""; 0]);
}

#[test]
fn links_that_another_file_does_not_return() {
    assert_eq!(languages(&[&["a en=a de=b"], &["x", "b"]]), ["a.xml:2 missing-return-link b.xml:3"]);
    assert_eq!(languages(&[&["b"], &["a en=a de=b"]]), ["b.xml:2 missing-return-link a.xml:2"]);
    assert_eq!(languages(&[&["a en=a de=b"], &["b de=b"]]), ["a.xml:2 missing-return-link b.xml:2"]);
    // One finding for the page without links, regardless of the number of files that link to it.
    assert_eq!(
        languages(&[&["a en=a de=b fr=c"], &["b en=a de=b fr=c"], &["c fr=c"]]),
        ["a.xml:2 missing-return-link c.xml:2"]
    );
    // Findings within one file are reported by the check of that file.
    assert_eq!(languages(&[&["a en=a de=b", "b"], &["x"]]), [""; 0]);
    // A page in two files may have its links in either.
    assert_eq!(languages(&[&["a en=a de=b"], &["b"], &["b en=a de=b"]]), [""; 0]);
    // An invalid link may be the link back.
    let mut files = vec![("index.xml", index(&["a.xml", "b.xml"])), ("a.xml", linked(&["a en=a de=b"]))];
    files.push(("b.xml", linked(&["b de=b en=a"]).replace("href=\"https://tidepool.page/a\"", "href=\"/a\"")));
    assert_eq!(findings(&files), [""; 0]);
}

#[test]
fn sets_of_languages_that_differ_between_files() {
    assert_eq!(languages(&[&["a en=a de=b x-default=a"], &["b en=a de=b"]]), ["b.xml:2 set-mismatch a.xml:2"]);
    assert_eq!(languages(&[&["a en=a de=b"], &["b en-US=a de=b"]]), ["b.xml:2 set-mismatch a.xml:2"]);
    // A missing link to itself or back has been reported.
    assert_eq!(languages(&[&["a en=a de=b"], &["b en=a"]]), [""; 0]);
    assert_eq!(
        languages(&[&["a en=a de=b fr=c"], &["b en=a de=b fr=c"], &["c en=a fr=c"]]),
        ["b.xml:2 missing-return-link c.xml:2"]
    );
}

#[test]
fn alternates_that_no_file_lists() {
    assert_eq!(languages(&[&["a en=a de=b"], &["x"]]), ["a.xml:2 alternate-not-listed"]);
    let report = check(
        &members(&[("a.xml", linked(&["a en=a de=b fr=c x-default=c"])), ("b.xml", sitemap(&["x"]))]),
        &Options::default(),
        0,
    );
    let found =
        report.findings.iter().find(|finding| finding.diagnostic.rule() == Rule::HreflangAlternateNotListed).unwrap();
    assert_eq!(
        crate::message::title(&found.diagnostic, ""),
        "2 alternates on this host have no entry in any of the files"
    );
    let text = linked(&["a en=a de=b fr=c x-default=c"]);
    assert_eq!(&text[found.location.span.range()], "https://tidepool.page/b");
    assert_eq!((found.location.to.line, found.location.to.column - found.location.from.column), (2, 23));
}
