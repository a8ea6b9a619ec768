//! Whole documents in `tests/fixtures`: those in `ok` are clean, those in `err` have the findings
//! of their snapshot.
//! A snapshot has a line about the file and then one line per finding,
//! `line:column-line:column severity rule "text"`. `INSTA_UPDATE=always cargo test -p sitemap-validator --test all golden` writes the snapshots.
//! line about the file. `INSTA_UPDATE=always cargo test -p sitemap-validator --test all golden` writes them anew.

#![allow(clippy::disallowed_methods)] // the fixtures are files

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use sitemap_validator::source::{DEFAULT_CEILING, open};
use sitemap_validator::{FileReport, Opened, Options, Profile, Profiles, Severity, Source, check_source};

/// 2026-11-21T12:00:00Z.
const NOW: i64 = 1_795_262_400_000;

macro_rules! golden {
    ($($folder:ident { $($name:ident $file:literal)+ })+) => {
        $(mod $folder {
            $(#[test] fn $name() { super::$folder(concat!(stringify!($folder), "/", $file)); })+
        })+

        /// Every file that a test reads.
        const FILES: &[&str] = &[$($(concat!(stringify!($folder), "/", $file)),+),+];
    };
}

golden! {
    ok {
        alternates "alternates.xml"
        baidu_mobile "baidu-mobile.xml"
        byte_order_mark "byte-order-mark.xml"
        compressed "compressed.xml.gz"
        crlf "crlf.xml"
        feed_atom "feed.atom"
        feed_atom_03 "feed-0.3.atom"
        feed_rss "feed.rss"
        feed_videos "videos.rss"
        images "images.xml"
        index "index.xml"
        languages "languages.xml"
        list "list.txt"
        news "news.xml"
        pagemap "pagemap.xml"
        plain "plain.xml"
        single_line "single-line.xml"
        unusual_but_right "unusual-but-right.xml"
        videos "videos.xml"
    }
    err {
        alternates "alternates.xml"
        ampersands "ampersands.xml"
        blank_line_first "blank-line-first.xml"
        damaged "damaged.xml.gz"
        dates "dates.xml"
        declared_latin_1 "declared-latin-1.xml"
        empty "empty.xml"
        entities "entities.xml"
        escaped "escaped.xml"
        feed_atom "feed.atom"
        feed_atom_03 "feed-0.3.atom"
        feed_rdf "feed.rdf"
        feed_rss "feed.rss"
        feed_videos "videos.rss"
        hints "hints.xml"
        images "images.xml"
        index "index.xml"
        joined "joined.xml"
        json "list.json"
        latin_1 "latin-1.xml"
        list "list.txt"
        mobile_and_pagemap "mobile-and-pagemap.xml"
        namespaces "namespaces.xml"
        news "news.xml"
        not_found "not-found.html"
        php_warning "php-warning.xml"
        robots "robots.txt"
        smart_quotes "smart-quotes.xml"
        structure "structure.xml"
        tags "tags.xml"
        template "template.xml"
        truncated "truncated.xml"
        urls "urls.xml"
        utf_16 "utf-16.xml"
        videos "videos.xml"
    }
}

#[test]
fn every_fixture_has_a_test() {
    let mut found = BTreeSet::new();
    for folder in ["ok", "err"] {
        for entry in std::fs::read_dir(fixtures().join(folder)).expect("the folder can be read") {
            let name = entry.expect("the folder can be read").file_name();
            found.insert(format!("{folder}/{}", name.to_string_lossy()));
        }
    }
    let listed: BTreeSet<String> = FILES.iter().map(|&file| file.to_owned()).collect();
    assert_eq!(found, listed);
}

fn ok(file: &str) {
    let (source, report) = check(file);
    assert_eq!(listing(&source, &report).lines().skip(1).collect::<Vec<_>>(), [""; 0], "{file}");
    assert!(report.outcome.stats.entries > 0, "{file} has entries");
    assert_ne!(report.outcome.well_formed, Some(false), "{file} is well-formed");
}

fn err(file: &str) {
    let (source, report) = check(file);
    assert!(report.counts.error > 0, "{file} has errors");
    let name = file.replace(['/', '.'], "_");
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, listing(&source, &report)));
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures")
}

fn check(file: &str) -> (Source, FileReport) {
    let bytes = std::fs::read(fixtures().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let source = match open(bytes, DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let text = encoding_rs::Encoding::for_label(undecoded.label.as_bytes()).map(|encoding| {
                let (text, faulty) = encoding.decode_without_bom_handling(&undecoded.bytes);
                (text.into_owned(), !faulty)
            });
            undecoded.decoded(text)
        }
    };
    // Google supports all formats but one.
    let profiles = if file == "ok/feed-0.3.atom" { Profiles::of(&[Profile::SitemapsOrg]) } else { Profiles::DEFAULT };
    // A feed that is checked alone has a finding.
    let siblings = [".rss", ".atom", ".rdf"].iter().any(|ending| file.ends_with(ending));
    let options = Options { profiles, now: Some(NOW), siblings, ..Options::default() };
    let report = check_source(file, &source, &options, 0);
    (source, report)
}

/// The report in short.
fn listing(source: &Source, report: &FileReport) -> String {
    let (text, lines) = (source.text(), source.line_index());
    let outcome = &report.outcome;
    let mut out = format!(
        "{:?}, {}, {:?}, {} entries",
        outcome.kind,
        match outcome.well_formed {
            Some(true) => "well-formed",
            Some(false) => "not well-formed",
            None => "no XML",
        },
        report.verdict(),
        outcome.stats.entries,
    );
    if let Some(stop) = outcome.stops {
        let stop = lines.position(text, stop);
        let _ = write!(out, ", parsers stop at {}:{}", stop.line, stop.column);
    }
    out.push('\n');
    for found in &report.diagnostics {
        let (start, end) = (lines.position(text, found.span.start), lines.position(text, found.span.end));
        let severity = match found.severity {
            Some(Severity::Error) => "error",
            Some(Severity::Warning) => "warning",
            Some(Severity::Info) => "info",
            None => "?",
        };
        let _ = writeln!(
            out,
            "{}:{}-{}:{} {severity} {} {:?}",
            start.line,
            start.column,
            end.line,
            end.column,
            found.rule().id(),
            text.get(found.span.range()).unwrap_or("(not on character boundaries)"),
        );
    }
    out
}
