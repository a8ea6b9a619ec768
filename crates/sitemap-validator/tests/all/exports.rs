//! A report in every format: snapshots of the bytes, and the escaping of hostile documents.
//!
//! `INSTA_UPDATE=always cargo test -p sitemap-validator --test all exports` writes the snapshots.

use std::sync::Arc;

use sitemap_validator::message::{Catalogue, ENGLISH, Words, catalogue_text};
use sitemap_validator::output::export::{self, Format};
use sitemap_validator::output::json;
use sitemap_validator::set::{self, Member};
use sitemap_validator::{Options, Profiles, Source, check_source};
use sitemap_validator_protocol::report::{Report, Verdict};

const OPEN: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

/// Names and values with the special characters of all formats.
fn hostile() -> String {
    let entries = [
        "<loc>/a|&lt;b&gt;,\"x\"::error::%0A</loc>",
        "<loc>=1+1</loc>",
        "<loc>https://tidepool.page/</loc><lastmod>`]]&gt;*x*\\|</lastmod>",
        "<loc>https://tidepool.page/?a=1&b=2</loc>",
        "<loc>https://tidepool.page/?a=1&c=2</loc>",
        "<loc>https://tidepool.page/?a=1&d=2</loc><priority>2</priority>",
    ];
    format!("{OPEN}<url>{}</url>\n</urlset>\n", entries.join("</url>\n<url>"))
}

fn clean() -> String {
    format!("{OPEN}<url><loc>https://tidepool.page/</loc></url>\n</urlset>\n")
}

/// The report on `files`, with at most `cap` findings of each rule; the last one could not be read.
fn report(files: &[(&str, String)], cap: u64) -> Report {
    let several = files.len() > 1;
    let options = Options { siblings: several, ..Options::default() };
    let mut members = Vec::new();
    let mut told = Vec::new();
    for (name, text) in files {
        let source = Source::from_text(text.clone());
        let mut report = check_source(name, &source, &options, cap);
        members.push(Member::of(&mut report, &source));
        told.push(json::file(&report, &source, &ENGLISH));
    }
    let across = several.then(|| set::check(&members, &options, cap));
    json::report(told, across.as_ref(), &ENGLISH)
}

fn several() -> Report {
    let files = [("=maps|`1`.xml", hostile()), ("clean.xml", clean()), ("gone.xml", String::new())];
    let mut report = report(&files, 2);
    let gone = report.files.last_mut().unwrap();
    (gone.verdict, gone.read_error) = (Verdict::Unchecked, Some("`gone.xml` could not be read: it is gone".to_owned()));
    (gone.counts, gone.rules, gone.diagnostics) = Default::default();
    "1.2.3".clone_into(&mut report.tool.version);
    report
}

fn written(format: Format) -> String {
    export::write(format, &several(), Some("https://tidepool.page/check/"), &ENGLISH)
}

fn check(format: Format) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let written = written(format).replace('\r', "␍");
    settings.bind(|| insta::assert_snapshot!(format!("export_{}", format.info().name), written));
}

#[test]
fn the_gravest_file_of_a_set_is_first_with_all_that_its_verdict_counts() {
    let file = |entry: &str| format!("{OPEN}<url><loc>https://tidepool.page/</loc></url>\n{entry}</urlset>\n");
    let values = "<url><loc>https://tidepool.page/a</loc><priority>2</priority></url>\n".to_owned()
        + "<url><loc>https://tidepool.page/b</loc><priority>3</priority></url>\n";
    let mut report = report(
        &[
            ("across.xml", file("")),
            ("values.xml", file(&values)),
            ("dropped.xml", file("<url><loc>/c</loc></url>\n")),
            ("stops.xml", file("<url><loc>https://tidepool.page/?a&b</loc></url>\n")),
        ],
        0,
    );
    let across = &mut report.files[0];
    (across.cross_file_counts.error, across.verdict_in_set) = (1, Verdict::Invalid);
    let text = export::write(Format::Text, &report, None, &ENGLISH);
    assert!(text.starts_with("4 files: 0 valid, 4 not valid; 4 errors, "), "{text}");
    let markdown = export::write(Format::Markdown, &report, None, &ENGLISH);
    let order = ["stops.xml", "dropped.xml", "values.xml", "across.xml"];
    let rows = |written: &str, before: &str| -> Vec<String> {
        let lines = written.lines().filter_map(|line| line.strip_prefix(before));
        lines.filter(|line| order.iter().any(|name| line.starts_with(name))).map(str::to_owned).collect()
    };
    for (rows, says) in [(rows(&text, ""), "1 URL, 1 error, 0 warnings"), (rows(&markdown, "| `"), "| 1 | 0 | 1 |")] {
        let is_in_order = rows.iter().zip(order).all(|(row, name)| row.starts_with(name));
        assert!(is_in_order && rows.len() == 4, "{rows:?}");
        assert!(rows[3].contains(says), "{rows:?}");
    }
}

#[test]
fn reports_are_recognized_by_their_beginning() {
    for format in Format::ALL {
        let text = written(format);
        assert_eq!(
            format.has_written(text.as_bytes()),
            format.command_line().signature.is_some(),
            "{}",
            format.info().name
        );
        assert!(!format.has_written(hostile().as_bytes()) && !format.has_written(b""));
    }
}

#[test]
fn every_format_has_a_snapshot() {
    for format in Format::ALL {
        check(format);
    }
}

#[test]
fn formats_are_known_by_their_names() {
    for format in Format::ALL {
        assert_eq!(Format::by_name(format.info().name), Some(format));
    }
    assert_eq!(Format::by_name("xlsx"), None);
}

/// The cells of each line (RFC 4180).
fn cells(text: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let line = lines.last_mut().unwrap();
        match character {
            '"' if quoted && characters.next_if_eq(&'"').is_some() => line.last_mut().unwrap().push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\r' if !quoted => assert_eq!(characters.next(), Some('\n')),
            _ => line.last_mut().unwrap().push(character),
        }
        if character == '\r' && !quoted {
            lines.push(vec![String::new()]);
        }
    }
    assert!(!quoted && lines.pop() == Some(vec![String::new()]), "the last line ends");
    lines
}

#[test]
fn csv_has_the_same_cells_in_every_line_and_no_formula() {
    let lines = cells(&written(Format::Csv));
    assert_eq!(lines.len(), 12);
    for line in &lines {
        assert_eq!(line.len(), 14, "{line:?}");
        assert!(line.iter().all(|cell| !cell.starts_with(['=', '+', '-', '@', '\t', '\r'])), "{line:?}");
    }
    assert_eq!(lines[0][0], "\u{FEFF}file");
    assert_eq!(lines[2][0], "'=maps|`1`.xml");
    assert_eq!(lines[2][8], "Relative URL: `/a|&lt;b&gt;,\"x\"::error::%0A`");
}

#[test]
fn junit_is_xml_and_its_numbers_are_right() {
    let text = written(Format::Junit);
    let document = roxmltree::Document::parse(&text).unwrap();
    let suites: Vec<_> = document.root_element().children().filter(|node| node.has_tag_name("testsuite")).collect();
    let names: Vec<_> = suites.iter().map(|suite| suite.attribute("name").unwrap()).collect();
    assert_eq!(names, ["=maps|`1`.xml", "clean.xml", "gone.xml", "Across files"]);
    let mut totals = [0; 3];
    for suite in suites.iter().chain([&document.root_element()]) {
        let count = |tag| suite.descendants().filter(|node| node.has_tag_name(tag)).count();
        let found = [count("testcase"), count("failure"), count("error")];
        let said = ["tests", "failures", "errors"].map(|name| suite.attribute(name).unwrap().parse::<usize>().unwrap());
        assert_eq!(said, found);
        if suite.has_tag_name("testsuite") {
            totals = [0, 1, 2].map(|index| totals[index] + found[index]);
            assert!(found[0] > 0, "a suite without a case counts for nothing");
        } else {
            assert_eq!(found, totals);
        }
    }
    assert_eq!(suites[0].attribute("errors"), Some("0"));
    assert_eq!((suites[1].attribute("failures"), suites[2].attribute("errors")), (Some("0"), Some("1")));
}

#[test]
fn a_table_in_markdown_keeps_its_cells() {
    let text = written(Format::Markdown);
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
    assert!(rows.len() > 10);
    for row in rows {
        let cells = row.matches('|').count() - row.matches("\\|").count() - 1;
        assert!(cells == 5 || cells == 6, "{row}");
        assert!(!row.contains("<b>"), "{row}");
    }
}

#[test]
fn a_document_is_small_and_has_no_markup_of_the_file() {
    let entry = "<url><loc>https://tidepool.page/<b>?a=1&b=2</loc></url>\n";
    let text = format!("{OPEN}{}</urlset>\n", entry.repeat(5_000));
    let report = report(&[("\"<i>'.xml", text)], 0);
    assert!(report.files[0].diagnostics.len() >= 10_000);
    let written = export::write(Format::Html, &report, None, &ENGLISH);
    assert!(written.len() < 300_000, "{}", written.len());
    assert!(!written.contains("<b>") && !written.contains("<i>") && !written.contains("<script"));
    for (rule, count) in &report.files[0].rules {
        let shown = format!("<code>{rule}</code> ({})", ENGLISH.number(*count));
        assert!(written.contains(&shown), "{shown}");
    }
}

#[test]
fn an_annotation_is_one_line() {
    for line in written(Format::Github).lines() {
        let command = ["::error file=", "::warning file=", "::notice file=", "sitemap-validator: ", "GitHub shows "];
        assert!(command.iter().any(|start| line.starts_with(start)), "{line}");
    }
}

#[test]
fn one_defect_in_many_files_is_one_entry_for_people() {
    let names: Vec<String> = (0..200).map(|number| format!("{number}.xml")).collect();
    let text = format!("{OPEN}<url><loc>https://tidepool.page/?a&b</loc></url>\n</urlset>\n");
    let files: Vec<(&str, String)> = names.iter().map(|name| (name.as_str(), text.clone())).collect();
    let mut report = report(&files, 0);
    report.partial = true;
    for (format, most, start, places) in [
        (Format::Github, 8, "::error file=0.xml,line=2", "%0Aalso: 1.xml:2:35, 2.xml:2:35,"),
        (
            Format::Markdown,
            130,
            "| `loc-unescaped-ampersand` | **error** | 200 | `0.xml`:2:35",
            "… and 197 more (200 in 200 files)",
        ),
    ] {
        let written = export::write(format, &report, None, &ENGLISH);
        assert!(written.lines().count() < most, "{format:?}: {written}");
        assert!(written.lines().any(|line| line.starts_with(start) && line.contains(places)), "{format:?}: {written}");
    }
    for format in [Format::Github, Format::Markdown, Format::Junit] {
        let written = export::write(format, &report, None, &ENGLISH);
        assert!(written.contains("Incomplete: not everything was requested."), "{format:?}");
    }
}

#[test]
fn findings_that_are_not_listed_are_counted() {
    let report = several();
    let count = report.files[0].rules["loc-unescaped-ampersand"];
    assert_eq!((count, report.files[0].truncated), (3, true));
    for format in [Format::Csv, Format::Junit, Format::Text, Format::Github] {
        assert_eq!(
            export::write(format, &report, None, &ENGLISH).matches("1 more is counted").count(),
            1,
            "{format:?}"
        );
    }
    assert!(written(Format::Sarif).contains("findings are listed; the others are only counted"));
    assert!(written(Format::Markdown).contains("| `loc-unescaped-ampersand` | **error** | 3 |"));
}

#[test]
fn sarif_has_at_most_5000_results() {
    let entry = "<url><loc>https://tidepool.page/?a=1&b=2</loc></url>\n";
    let text = format!("{OPEN}{}</urlset>\n", entry.repeat(25_010));
    let report = report(&[("many.xml", text)], 0);
    let written = export::write(Format::Sarif, &report, None, &ENGLISH);
    assert_eq!(written.matches("\"ruleId\"").count(), 5_000);
    assert_eq!(report.files[0].diagnostics.len(), 50_020);
    assert!(written.contains("5,000 of 50,020 findings are listed"), "{}", &written[written.len() - 500..]);
    assert!(!written.contains("helpUri"));
}

#[test]
fn sarif_has_byte_offsets_only_if_they_are_those_of_the_file() {
    let mut report = report(&[("a.xml", hostile())], 0);
    assert!(export::write(Format::Sarif, &report, None, &ENGLISH).contains("\"fixes\""));
    report.files[0].encoding = "iso-8859-1".to_owned();
    let other = export::write(Format::Sarif, &report, None, &ENGLISH);
    assert!(!other.contains("\"fixes\"") && !other.contains("byteOffset") && other.contains("startLine"));
}

#[test]
fn text_of_a_sitemap_does_not_become_a_link_in_sarif() {
    let text = format!("{OPEN}<url><loc>[x](https://a.example/)</loc></url>\n</urlset>\n");
    let written = export::write(Format::Sarif, &report(&[("a.xml", text)], 0), None, &ENGLISH);
    assert!(written.contains("[x\\\\](") && !written.contains("[x]("), "{written}");
}

/// The messages of a log in SARIF.
fn messages(log: &str) -> Vec<&str> {
    let keys = ["\"message\":{\"text\":\"", "\"description\":{\"text\":\"", "\"help\":{\"text\":\""];
    let of = |key: &'static str| log.split(key).skip(1).map(|rest| rest.split("\"}").next().unwrap());
    keys.into_iter().flat_map(of).collect()
}

#[test]
fn text_of_a_sitemap_does_not_become_a_placeholder_in_sarif() {
    let text = format!("{OPEN}<url><loc>https://tidepool.page/{{0}}</loc></url>\n</urlset>\n");
    let written = export::write(Format::Sarif, &report(&[("a.xml", text)], 0), None, &ENGLISH);
    assert!(written.contains("{{") && written.contains("\"ruleId\":\"loc-illegal-character\""), "{written}");
    for text in messages(&written) {
        assert!(!text.replace("{{", "").replace("}}", "").contains(['{', '}']), "{text}");
    }
}

#[test]
fn fixes_in_sarif_replace_regions_of_text() {
    let entry = "<url>\n<loc>https://tidepool.page/é?a&b</loc>\n<lastmod></lastmod></url>\n";
    let text = format!("\u{FEFF}{OPEN}{entry}</urlset>\n");
    let written = export::write(Format::Sarif, &report(&[("a.xml", text)], 0), None, &ENGLISH);
    let region = "\"deletedRegion\":{\"startLine\":3,\"startColumn\":31,\"endLine\":3,\"endColumn\":32}";
    assert!(written.contains(&format!("{region},\"insertedContent\":{{\"text\":\"&amp;\"}}}}")), "{written}");
    let deletion = "\"deletedRegion\":{\"startLine\":3,\"startColumn\":39,\"endLine\":4,\"endColumn\":20}}";
    assert!(written.contains(deletion), "{written}");
    let regions: Vec<&str> = written.split("\"deletedRegion\":{").skip(1).collect();
    assert!(regions.iter().all(|rest| !rest.split('}').next().unwrap().contains("byte")), "{written}");
    assert!(!written.contains("\"insertedContent\":{\"text\":\"\"}"), "{written}");
}

#[test]
fn sarif_omits_a_fix_without_a_column() {
    let text = format!("\u{FEFF}{}", clean());
    let options = Options { profiles: Profiles::ALL, pedantic: true, ..Options::default() };
    let source = Source::from_text(text);
    let file = json::file(&check_source("a.xml", &source, &options, 0), &source, &ENGLISH);
    let mark = file.diagnostics.iter().find(|finding| finding.rule == "encoding-bom").unwrap();
    assert_eq!(mark.fix.as_ref().map(|fix| (fix.edits[0].start, fix.edits[0].end)), Some((0, 3)));
    let mut report = json::report(vec![file], None, &ENGLISH);
    report.files[0].diagnostics.retain(|finding| finding.rule == "encoding-bom");
    let written = export::write(Format::Sarif, &report, None, &ENGLISH);
    assert!(written.contains("encoding-bom") && !written.contains("\"fixes\""), "{written}");
}

#[test]
fn sentences_around_findings_are_in_their_language() {
    let catalogue = |tag, text| Words::from(Arc::new(Catalogue::parse(tag, text).unwrap()));
    let french = catalogue("fr", catalogue_text("fr").expect("French"));
    let spanish = catalogue("es", catalogue_text("es").expect("Spanish"));
    let report = several();
    for (format, said) in [
        (Format::Csv, ["1 de plus est compté", "se cuenta 1 más"]),
        (Format::Junit, ["1 de plus est compté", "se cuenta 1 más"]),
        (Format::Junit, ["3 erreurs: ", "3 errores: "]),
        (Format::Junit, ["Valide", "Válido"]),
        (Format::Github, ["1 de plus est compté", "se cuenta 1 más"]),
        (Format::Github, ["1 fichier non vérifié\n", "1 archivo sin comprobar\n"]),
        (Format::Markdown, ["1 fichier non vérifié.\n", "1 archivo sin comprobar.\n"]),
        (Format::Html, ["1 fichier non vérifié.", "1 archivo sin comprobar."]),
        (Format::Text, ["1 fichier non vérifié.\n", "1 archivo sin comprobar.\n"]),
        (Format::Sarif, ["les autres sont seulement comptés", "los demás solo se cuentan"]),
        (Format::Sarif, ["URL relative : `…`", "URL relativa: `…`"]),
    ] {
        for (words, said) in [&french, &spanish].into_iter().zip(said) {
            let written = export::write(format, &report, None, words);
            assert!(written.contains(said), "{said}: {written}");
        }
    }
}

#[test]
fn findings_that_are_only_counted_have_the_address() {
    let mut report = several();
    report.files[0].url = Some("https://tidepool.page/maps.xml".to_owned());
    let lines = cells(&export::write(Format::Csv, &report, None, &ENGLISH));
    let more = lines.iter().find(|line| line[8] == "1 more is counted").unwrap();
    assert_eq!(more[1], "https://tidepool.page/maps.xml");
}

#[test]
fn fingerprints_do_not_depend_on_earlier_lines() {
    let prints = |text: String| {
        let written = export::write(Format::Sarif, &report(&[("a.xml", text)], 0), None, &ENGLISH);
        let found = written.split("\"ruleAndMessage/v1\":\"").skip(1);
        found.map(|rest| rest.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = prints(hostile());
    assert_eq!(first, prints(hostile().replace("<url>", "\n\n<url>")));
    let different: std::collections::BTreeSet<_> = first.iter().collect();
    assert_eq!(different.len(), first.len());
}
