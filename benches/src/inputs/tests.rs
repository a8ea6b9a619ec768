use sitemap_validator::{Options, Rule, Source, check_source, open};

use super::*;

/// What a file comes to: URLs, and findings by rule.
fn checked(text: &str) -> (u64, Vec<(Rule, u64)>) {
    let report = check_source("sitemap.xml", &Source::from_text(text.to_owned()), &Options::default(), 1);
    assert_ne!(report.outcome.well_formed, Some(false));
    (report.outcome.stats.entries, report.rules)
}

const ALL: [Content; 9] = [
    Content::Plain,
    Content::Clean,
    Content::Long,
    Content::Extensions,
    Content::Comments,
    Content::Defects,
    Content::OneLine,
    Content::Text,
    Content::Index,
];

#[test]
fn the_same_bytes_every_time() {
    for content in ALL {
        assert_eq!(file(content, 100), file(content, 100), "{content:?}");
        assert!(file(content, 50).len() < file(content, 51).len(), "{content:?}");
    }
    assert_eq!(set(10), set(10));
    assert_eq!(small(), small());
}

#[test]
fn sizes_are_as_said() {
    // A fiftieth of the file: what an entry takes does not depend on how many there are.
    let megabytes = |content| file(content, FULL / 50).len() as f64 * 50.0 / 1e6;
    let within = |value: f64, low: f64, high: f64| assert!((low..high).contains(&value), "{value}");
    within(megabytes(Content::Plain), 10.7, 10.9);
    within(megabytes(Content::Long), 50.0, 52.4);
    within(megabytes(Content::Extensions), 50.0, 52.4);
    within(megabytes(Content::Comments), 50.0, 52.4);
    within(megabytes(Content::Defects), 10.3, 10.9);
}

#[test]
fn clean_ones_are_clean() {
    for content in ALL.into_iter().filter(|content| *content != Content::Defects) {
        let (urls, rules) = checked(&file(content, 400));
        assert_eq!(urls, 400, "{content:?}");
        assert_eq!(rules, [], "{content:?}");
    }
}

#[test]
fn defective_ones_have_three_errors_per_url() {
    let (urls, rules) = checked(&file(Content::Defects, 400));
    assert_eq!(urls, 400);
    assert_eq!(rules.iter().map(|(_, count)| count).sum::<u64>(), 1200, "{rules:?}");
}

#[test]
fn one_line_is_the_plain_file_without_its_line_ends() {
    let line = file(Content::OneLine, 50);
    assert!(!line.contains('\n'));
    assert_eq!(line.matches("<loc>").count(), 50);
}

#[test]
fn one_url_in_five_has_a_reference() {
    let references = |content| file(content, 1000).matches("&amp;").count();
    assert!((150..250).contains(&references(Content::Plain)));
    assert_eq!(references(Content::Clean), 0);
}

#[test]
fn small_files_are_many() {
    let files = small();
    assert_eq!(files.len() as u64, SMALL.0);
    assert!(files.iter().all(|file| checked(file) == (SMALL.1, Vec::new())));
}

#[test]
fn a_set_is_an_index_and_what_it_lists() {
    let files = set(10);
    assert_eq!(files.len() as u64, 1 + SET);
    let (index, children) = files.split_first().expect("an index");
    assert!(children.iter().all(|(name, text)| index.1.contains(name.as_str()) && checked(text).0 == 10));
    assert_ne!(children[0].1, children[1].1);
}

#[test]
fn gzip_unpacks_to_what_was_packed() {
    let text = file(Content::Plain, 50);
    let packed = gzip(&text);
    assert!(packed.len() * 2 < text.len());
    let sitemap_validator::Opened::Text(source) = open(packed, u64::MAX) else { panic!("not text") };
    assert_eq!(source.text(), text);
}
