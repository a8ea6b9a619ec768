use super::*;
use crate::check::testing::{default, findings};
use crate::message;
use crate::options::Options;
use crate::profile::Profiles;

fn source(text: &str, bytes: u64) -> Source {
    let mut source = Source::from_text(text.to_owned());
    source.origin.decompressed = bytes;
    source
}

/// The findings on a file with this number of bytes and entries.
fn file(bytes: u64, entries: u32, index: bool, options: &Options) -> Vec<(&'static str, Span, String)> {
    let source = source("<a/>", bytes);
    let found = findings(options, |reporter| {
        let mut limits = Limits::default();
        for number in 1..=entries {
            limits.entry(number, Span::new(number as usize, number as usize + 5), index, reporter);
        }
        limits.finish(&source, &DocumentFacts { index, entries, ..DocumentFacts::default() }, reporter);
    });
    found.iter().map(|found| (found.rule().id(), found.span, message::title(found, ""))).collect()
}

fn rules(bytes: u64, entries: u32, index: bool, options: &Options) -> Vec<&'static str> {
    file(bytes, entries, index, options).into_iter().map(|(rule, ..)| rule).collect()
}

const NEAR: &str = "limits-near-limit";

#[test]
fn numbers_of_entries() {
    assert_eq!(rules(0, 44_999, false, &default()), [""; 0]);
    assert_eq!(rules(0, 45_000, false, &default()), [NEAR]);
    assert_eq!(rules(0, 50_000, false, &default()), [NEAR]);
    let found = file(0, 50_002, false, &default());
    let title = "The file lists 50,002 URLs; the limit is 50,000".to_owned();
    assert_eq!(found, [("limits-too-many-urls", Span::new(50_001, 50_006), title)]);
    assert_eq!(rules(0, 50_000, true, &default()), [NEAR]);
    assert_eq!(rules(0, 50_001, true, &default()), ["limits-index-too-many-sitemaps"]);
    assert_eq!(rules(0, 1_001, true, &default()), [""; 0]);
}

#[test]
fn numbers_of_entries_once() {
    let legacy = Options { profiles: Profiles::ALL, ..default() };
    assert_eq!(rules(0, 899, true, &legacy), [""; 0]);
    assert_eq!(rules(0, 1_000, true, &legacy), [NEAR]);
    let found = file(0, 1_001, true, &legacy);
    assert_eq!((found[0].0, found[0].1), ("limits-index-over-1000", Span::new(1_001, 1_006)));
    assert_eq!(rules(0, 1_001, false, &legacy), [""; 0]);
}

#[test]
fn sizes() {
    assert_eq!(rules(47_185_919, 1, false, &default()), [""; 0]);
    assert_eq!(rules(47_185_920, 1, false, &default()), [NEAR]);
    assert_eq!(rules(52_428_800, 1, false, &default()), [NEAR]);
    assert_eq!(rules(52_428_801, 46_000, false, &default()), ["limits-file-too-large"]);
    let baidu = Options { profiles: Profiles::ALL, ..default() };
    assert_eq!(rules(10_485_760, 1, false, &baidu), [NEAR]);
    assert_eq!(rules(10_485_761, 1, false, &baidu), ["limits-file-over-10mb"]);
    assert_eq!(rules(52_428_801, 1, false, &baidu), ["limits-file-too-large"]);
    assert_eq!(rules(10_485_761, 1, false, &default()), [""; 0]);
}

#[test]
fn the_line_after_the_last_allowed_byte_is_marked() {
    let text = "a\r\nbcd\r\ne\n";
    let line = |at| &text[line_of(text, at).range()];
    assert_eq!(
        [line(0), line(1), line(2), line(3), line(6), line(7), line(8), line(9)],
        ["a", "a", "a", "bcd", "bcd", "bcd", "e", "e"]
    );
    assert_eq!(line_of(text, 99), Span::at(text.len()));
    assert_eq!(line_of("äö", 1), Span::new(0, 4));
}

#[test]
fn a_real_file_of_50_mebibytes_and_one_byte() {
    let mut text = "x".repeat(BYTES as usize - 3);
    text.push_str("\nab");
    assert_eq!(text.len() as u64, BYTES);
    let at_limit = Source::from_text(text.clone());
    let found = findings(&default(), |reporter| Limits::default().plain(&at_limit, 1, reporter));
    assert_eq!(found.iter().map(|found| found.rule().id()).collect::<Vec<_>>(), [NEAR]);
    text.push('c');
    let beyond = Source::from_text(text);
    let found = findings(&default(), |reporter| Limits::default().plain(&beyond, 1, reporter));
    assert_eq!(found[0].rule().id(), "limits-file-too-large");
    assert_eq!(&beyond.text()[found[0].span.range()], "abc");
}

#[test]
fn the_maximum_size_is_reported_where_reading_stopped() {
    let mut source = source("<a/>", 4);
    source.origin.compression = Some(CompressionFault::Ceiling { limit: 4000 });
    let found = |source: &Source| findings(&default(), |reporter| Limits::default().plain(source, 1, reporter));
    let plain = found(&source);
    assert_eq!((plain[0].rule().id(), plain[0].span), ("limits-validator-ceiling", Span::at(4)));
    assert!(message::title(&plain[0], "").contains("4,000"));
    source.origin.gzip = Some(crate::source::Gzip::default());
    assert_eq!(found(&source), []);
}
