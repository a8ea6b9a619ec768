//! The verdict on well-formedness, production by production of XML 1.0 (fifth edition).
//!
//! The cases are in `tests/all/conformance`, one per line, and `docs/conformance.md` counts them.
//! `UPDATE_SCOREBOARD=1 cargo test -p sitemap-validator --test all conformance` writes that page.

#![allow(clippy::disallowed_methods)] // the cases are files, and `UPDATE_SCOREBOARD` is for people

mod case;
mod scoreboard;

use std::path::{Path, PathBuf};

use case::{Case, Encoding, cases};
use scoreboard::Scoreboard;
use sitemap_validator::report::Verdict;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{FileReport, Opened, Options, check_source, open};

/// The files with the cases, in the order of the specification.
const FILES: [&str; 12] = [
    "document.txt",
    "names.txt",
    "text.txt",
    "declaration.txt",
    "tags.txt",
    "references.txt",
    "doctype.txt",
    "declared-elements.txt",
    "declared-attributes.txt",
    "declared-entities.txt",
    "entities.txt",
    "encodings.txt",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all/conformance")
}

fn all_cases() -> Vec<Case> {
    FILES.iter().flat_map(|file| cases(file, &std::fs::read_to_string(folder().join(file)).unwrap())).collect()
}

/// The report on `bytes`; encodings that the core does not decode are decoded here.
fn report(bytes: &[u8]) -> FileReport {
    let source = match open(bytes.to_vec(), DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let known = encoding_rs::Encoding::for_label(undecoded.label.as_bytes());
            let text = known.filter(|&known| known != encoding_rs::REPLACEMENT).map(|encoding| {
                let (text, faulty) = encoding.decode_without_bom_handling(&undecoded.bytes);
                (text.into_owned(), !faulty)
            });
            undecoded.decoded(text)
        }
    };
    check_source("x.xml", &source, &Options::default(), 0)
}

/// The error of the report on a document that must be accepted or rejected.
fn fault(bytes: &[u8], accept: bool) -> Option<&'static str> {
    let report = report(bytes);
    match (accept, report.outcome.well_formed) {
        (true, Some(true)) => None,
        (true, _) => Some("is well-formed"),
        (false, Some(true)) => Some("is not well-formed"),
        // Text that is not XML has no verdict, but an error.
        (false, _) if report.verdict() != Verdict::Invalid => Some("has no error that says why it is not well-formed"),
        (false, _) => None,
    }
}

#[test]
fn every_case_gets_its_verdict_and_the_scoreboard_is_current() {
    let mut board = Scoreboard::default();
    let mut wrong = Vec::new();
    for case in all_cases() {
        let fault = fault(&case.bytes, case.accept);
        board.count(&case, fault.is_none());
        wrong
            .extend(fault.map(|fault| format!("{}:{} {} {fault}: {}", case.file, case.line, case.heading, case.shown)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance.md");
    let page = board.page();
    if std::env::var_os("UPDATE_SCOREBOARD").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert_eq!(committed, page, "UPDATE_SCOREBOARD=1 writes docs/conformance.md anew");
}

/// The same text in UTF-16 has the same verdict with a byte order mark; without one, it is in an undeclared encoding.
#[test]
fn every_case_gets_the_same_verdict_in_utf16() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in all_cases().iter().filter(|case| case.encoding == Encoding::Bytes) {
        let Ok(text) = std::str::from_utf8(&case.bytes) else { continue };
        if text.starts_with('\u{FEFF}') || text.contains("encoding") {
            continue;
        }
        count += 1;
        let marked = format!("\u{FEFF}{text}");
        for encoding in [Encoding::Utf16Le, Encoding::Utf16Be] {
            let bare = fault(&encoding.encode(text), false).filter(|_| text.starts_with('<'));
            let fault = fault(&encoding.encode(&marked), case.accept).or(bare);
            wrong
                .extend(fault.map(|fault| format!("{encoding:?} {}:{} {fault}: {}", case.file, case.line, case.shown)));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 1000, "{count} cases are left");
}

/// Where damaged markup is recovered, the reported stop is that of a conforming parser, which reads it as written.
#[test]
fn the_stop_is_that_of_a_parser_without_recovery() {
    for (text, stops) in [
        ("<t><t></a>", 6),
        ("<t><t><t></a>", 9),
        ("<t><t>></a>", 7),
        ("<t><t>;&a<>", 7),
        ("<t><t/><loc>x<loc></t></t>", 18),
        ("<! [", 0),
        ("<!DOCTYPEa SYSTEM [", 9),
        ("<!DOCTYPE a SYSTEM [", 19),
    ] {
        assert_eq!(report(text.as_bytes()).outcome.stops, Some(stops), "{text}");
    }
}

#[test]
fn entities_are_checked_in_bounded_time() {
    let mut subset = String::from("<!ENTITY l0 'lol'>");
    for level in 1..200 {
        let inner = format!("&l{};", level - 1).repeat(10);
        subset.push_str(&["<!ENTITY l", &level.to_string(), " '", &inner, "'>"].concat());
    }
    assert_eq!(fault(format!("<!DOCTYPE a [{subset}]><a>&l199;</a>").as_bytes(), true), None);
    assert_eq!(fault(format!("<!DOCTYPE a [{subset}<!ENTITY m '&l199;&m;'>]><a>&m;</a>").as_bytes(), false), None);
}

#[test]
fn long_constructs_have_the_same_verdict_as_short_ones() {
    let spaces = " ".repeat(70_000);
    let attributes = (0..2_000).map(|n| format!(" b{n}=''")).collect::<Vec<_>>().concat();
    for (text, accept) in [
        (format!("<?xml version='1.0'{spaces}encoding='ISO-8859-1'?><a/>"), true),
        (format!("<p>{spaces}<!--{spaces}<?xml version='1.0'?>--></p>"), true),
        (format!("<loc>a<loc>{}</loc></loc>", "<b/>".repeat(5_000)), true),
        (format!("<loc>a<loc><!--{spaces}--></loc></loc>"), true),
        (format!("{}{}", "<a>".repeat(50_000), "</a>".repeat(50_000)), true),
        (format!("{}{}", "<a>".repeat(50_000), "</a>".repeat(49_999)), false),
        (format!("<a{attributes}/>"), true),
        (format!("<a{attributes} b7=''/>"), false),
        (format!("<!DOCTYPE a [{}]><a/>", "<!ELEMENT a (b,(c|d)*)>".repeat(5_000)), true),
        (format!("<!DOCTYPE a [<!ELEMENT a {}b{}>]><a/>", "(".repeat(20_000), ")".repeat(20_000)), true),
        (format!("<!DOCTYPE a [<!ELEMENT a {}b{}>]><a/>", "(".repeat(20_000), ")".repeat(19_999)), false),
        (format!("<a>&#{}65;</a>", "0".repeat(20_000)), true),
    ] {
        assert_eq!(fault(text.as_bytes(), accept), None, "{}", &text[..60]);
    }
    let latin = [format!("<?xml version='1.0'{spaces}encoding='ISO-8859-1'?><a>").as_bytes(), b"\xE9</a>"].concat();
    assert_eq!(fault(&latin, true), None);
}
