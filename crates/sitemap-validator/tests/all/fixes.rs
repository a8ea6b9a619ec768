//! Properties of a file after all its safe fixes: none is left, no error is added, and a parser reads the intended
//! content.

#![allow(clippy::disallowed_methods)] // the rule pages are files

mod lists;
mod recovered;
mod values;

use std::collections::BTreeMap;

use proptest::prelude::*;
use roxmltree::{Document, ParsingOptions};
use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::fix::{Fixed, all_safe, bytes};
use sitemap_validator::{Diagnostic, FileReport, Options, Profile, Profiles, Rule, Severity, Source, check_source};

use crate::advice;
use crate::cases;
use crate::rule_pages::bad_examples;
use crate::rule_pages::example::open_bytes;
use crate::rule_pages::failures::Failures;

fn repaired(source: &Source, options: &Options) -> Fixed {
    all_safe(source, options, |bytes| open_bytes(bytes, None))
}

fn report(source: &Source, options: &Options) -> FileReport {
    check_source("sitemap.xml", source, options, 0)
}

fn safe(report: &FileReport) -> Vec<&Diagnostic> {
    let is_safe = |found: &&Diagnostic| found.fix.as_ref().is_some_and(|fix| fix.kind == FixKind::Safe);
    report.diagnostics.iter().filter(is_safe).collect()
}

/// The number of errors of each rule.
fn errors(report: &FileReport) -> BTreeMap<Rule, usize> {
    let mut errors = BTreeMap::new();
    for found in report.diagnostics.iter().filter(|found| found.severity == Some(Severity::Error)) {
        *errors.entry(found.rule()).or_default() += 1;
    }
    errors
}

/// The problems of the fixed `source`.
fn problems(source: &Source, options: &Options) -> Vec<String> {
    let mut problems = Vec::new();
    let before = report(source, options);
    let fixed = repaired(source, options);
    let Some(after) = &fixed.source else {
        if fixed.applied > 0 || !safe(&before).is_empty() && fixed.obstacle.is_none() {
            problems.push(format!("nothing repaired of {:?}", safe(&before)));
        }
        return problems;
    };
    let left = report(after, options);
    problems.extend(values::lost(source.text(), after.text(), &before));
    problems.extend(advice::lost(source.text(), after.text()));
    let safe_left = safe(&left);
    if !safe_left.is_empty() && fixed.obstacle.is_none() {
        problems.push(format!("left: {safe_left:?}"));
    }
    let again = repaired(after, options);
    if again.applied > 0 {
        problems.push(format!("repaired a second time: {:?}", String::from_utf8_lossy(&again.bytes)));
    }
    if before.outcome.well_formed == Some(true) && left.outcome.well_formed != Some(true) {
        problems.push(format!("no longer well-formed: {:?}", String::from_utf8_lossy(&fixed.bytes)));
    }
    if bytes(after) != fixed.bytes || rebuilt(&bytes(source), &fixed) != fixed.bytes {
        problems.push(format!("the changes do not lead there: {:?}", fixed.changes));
    }
    problems
}

/// `before` with the changes of `fixed`.
fn rebuilt(before: &[u8], fixed: &Fixed) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    for change in &fixed.changes {
        out.extend_from_slice(&before[at..change.before.range().start]);
        out.extend_from_slice(&fixed.bytes[change.after.range()]);
        at = change.before.range().end;
    }
    out.extend_from_slice(&before[at..]);
    out
}

#[test]
fn bad_examples_are_fixed_completely_without_new_errors() {
    let mut failures = Failures::default();
    for (rule, example) in bad_examples() {
        let source = example.source();
        let mut problems = problems(&source, &example.options);
        if let Some(after) = &repaired(&source, &example.options).source {
            let before = errors(&report(&source, &example.options));
            for (new, count) in errors(&report(after, &example.options)) {
                if count > before.get(&new).copied().unwrap_or(0) {
                    problems.push(format!("{count} errors of {}", new.id()));
                }
            }
        }
        failures.example(rule, "bad", example.line, &problems);
    }
    failures.finish("repairs");
}

/// Rules whose fixes do not change what a parser reads.
const SAME: [&str; 11] = [
    "encoding-bom",
    "encoding-line-endings",
    "encoding-nonstandard-name",
    "encoding-not-utf8",
    "loc-unescaped-quote",
    "namespace-unused",
    "structure-cdata-value",
    "structure-comment-in-value",
    "xml-declaration-missing",
    "xml-doctype",
    "xml-version-unsupported",
];

/// Rules whose fixes remove white space.
const TRIMMED: [&str; 4] = [
    "changefreq-surrounding-whitespace",
    "lastmod-surrounding-whitespace",
    "loc-surrounding-whitespace",
    "priority-surrounding-whitespace",
];

/// What a parser reads: start tags with their attributes, end tags, and values. White space between elements, comments
/// and instructions are left out. `None` if the text is not well-formed.
fn content(text: &str, trim: bool) -> Option<Vec<String>> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text.trim_start_matches('\u{FEFF}'), options).ok()?;
    let mut content = Vec::new();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        content.push(format!("{:?} {:?}", node.tag_name(), node.attributes().collect::<Vec<_>>()));
        let value: String = node.children().filter_map(|child| child.text().filter(|_| child.is_text())).collect();
        let blank = value.trim().is_empty();
        content.push(if trim || blank { value.trim_matches(is_blank).to_owned() } else { value });
    }
    Some(content)
}

/// True for white space and invisible characters.
fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{200B}' | '\u{FEFF}')
}

/// Levels that turn off all rules except `ids`.
fn without_others(ids: &[&str]) -> Vec<(Rule, Option<Severity>)> {
    let others = Rule::ALL.iter().filter(|rule| !ids.contains(&rule.id()));
    others.map(|&rule| (rule, None)).collect()
}

#[test]
fn fixes_of_notation_keep_what_a_parser_reads() {
    let mut failures = Failures::default();
    for (rule, mut example) in bad_examples() {
        let trim = TRIMMED.contains(&rule.id());
        if !trim && !SAME.contains(&rule.id()) {
            continue;
        }
        example.options.levels = without_others(&[rule.id()]);
        let source = example.source();
        let fixed = repaired(&source, &example.options);
        let (Some(after), Some(before)) = (&fixed.source, content(source.text(), trim)) else { continue };
        let problem = match content(after.text(), trim) {
            Some(after) if after == before => continue,
            Some(after) => format!("{before:?}\nis read as {after:?}"),
            None => "is read no more".to_owned(),
        };
        failures.example(rule, "bad", example.line, &[problem]);
    }
    failures.finish("content");
    let known = |ids: &[&str]| ids.iter().all(|id| Rule::by_id(id).is_some());
    assert!(known(&SAME) && known(&TRIMMED));
}

#[test]
fn fixtures_are_fixed_completely() {
    let mut failures = Vec::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let files = ["ok", "err"].into_iter().flat_map(|kind| std::fs::read_dir(folder.join(kind)).expect("fixtures"));
    for path in files.map(|entry| entry.expect("a file").path()).filter(|path| path.is_file()) {
        let source = open_bytes(std::fs::read(&path).expect("readable"), None);
        for options in [Options::default(), strictest()] {
            failures.extend(
                problems(&source, &options).into_iter().map(|problem| format!("{}: {problem}", path.display())),
            );
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

const HEAD: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                    xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">";

/// Text before the root element.
const STARTS: [&str; 9] = [
    "",
    "\u{FEFF}",
    "\n",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
    "\n <?xml version=\"1.0\"?>\n",
    "\u{FEFF}\u{FEFF}<?xml version='1.1' encoding='utf8'?>\r\n",
    "<?xml version=“1.0” encoding=“UTF-8”?>",
    "<!DOCTYPE urlset>",
    "<!-- a -- b --->",
];

/// Pieces of values and text between them, with every kind of defect that has a safe fix.
const PIECES: [&str; 67] = [
    "https://tidepool.page/",
    "HTTPS://Tidepool.Page",
    "https://küste.example/ä",
    "?a=1",
    "&b=2",
    "&",
    "&amp;",
    "&lt;",
    "&copy=",
    "&#0;",
    "%",
    "%2",
    "%c3%bc",
    "%7E",
    " ",
    "\n",
    "\r\n",
    "\u{1}",
    "\u{200B}",
    "\u{FEFF}",
    "\u{A0}",
    "'",
    "\"",
    "[x]",
    "<![CDATA[a&b]]>",
    "<![CDATA[]]>",
    "]]>",
    "<!-- c -->",
    "<!-- c -- d -->",
    "#f",
    "|",
    "é",
    "/",
    "</loc><lastmod>2024-05-01",
    "</loc><lastmod>2024-05-01T10:00",
    "</loc><lastmod>2024-05-01T10:00:00+0200",
    "</loc><lastmod>2024-05-01Z",
    "</loc><lastmod>",
    "</lastmod><changefreq> Daily",
    "</changefreq><priority>0,5",
    "</priority><priority>.50",
    "</url><url id=\"1\"><loc>",
    "</loc></url><url><loc>https://tidepool.page/</loc></url><url><loc>",
    "</loc><image:image><image:loc>https://tidepool.page/i&j.png</image:loc></image:image><loc>",
    "</loc><image:image><image:loc>https://tidepool.page/i&j.png</image:loc><image:title>t</image:title></image:image><loc>",
    "</loc><image:loc>https://tidepool.page/i.png</image:loc><image:caption/><loc>",
    "</loc><image:image><image:loc>https://tidepool.page/i.png<image:title>t</image:image><loc>",
    "</loc><image:image><image:caption>c</image:caption><loc>",
    "</loc></url><image:image><image:src>https://tidepool.page/i.png</image:src></image:image><url><loc>",
    "<image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image>",
    "</loc><m:mobile xmlns:m=\"http://www.google.com/schemas/sitemap-mobile/1.0\">1</m:mobile><loc>",
    "</loc></url><m:mobile xmlns:m=\"http://www.baidu.com/schemas/sitemap-mobile/1/\"> 1 <m:mobile/></m:mobile><url><loc>",
    "</loc><PageMap xmlns=\"http://www.google.com/schemas/sitemap-pagemap/1.0\"><Attribute value=\"1\">1</Attribute><loc>",
    "</loc></url>\n<url><loc>https://tidepool.page/a</loc></url>\n<url><loc>",
    "</loc><video:video/><loc>",
    "</loc><video:video><video:title>t</video:title><video:category>c</video:category><loc>",
    "</loc><video:video><video:thumbnail_loc>t</video:thumbnail_loc><video:thumbnail>t</video:thumbnail></video:video><loc>",
    "</loc><video:player_loc autoplay=\"a\" allow_embed='no'>https://tidepool.page/</video:player_loc><loc>",
    "<video:tvshow><video:season_number>0</video:season_number></video:tvshow>",
    "<video:price currency=\"e\">1<video:id type=\"x\">",
    "</loc></url><url><loc>https://tidepool.page",
    "</loc></url><url><loc>https://tidepool.page/sitemap.xml",
    "</loc></url><url><loc>https://www.google.com/ping?sitemap=https://tidepool.page/sitemap.xml",
    "</loc><priority></priority><changefreq/><loc>",
    "</loc><lastmod>2024-05-01T10:00:00.1234567890Z",
    "</loc><lastmod> 1970-01-01 ",
    "</loc></url></urlset><urlset><url><loc>",
];

/// A sitemap with some defects.
fn defective() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(prop::sample::select(PIECES.as_slice()), 0..9);
    (prop::sample::select(STARTS.as_slice()), pieces).prop_map(|(start, pieces)| {
        format!("{start}{HEAD}\n<url><loc>https://tidepool.page/{}</loc></url>\n</urlset>", pieces.concat())
    })
}

fn strictest() -> Options {
    Options {
        profiles: Profiles::of(&Profile::ALL),
        pedantic: true,
        url: Some("https://tidepool.page/sitemap.xml".to_owned()),
        now: Some(1_795_262_400_000),
        ..Options::default()
    }
}

/// A value without `;`, so that an `&` does not become a reference.
fn value() -> impl Strategy<Value = String> {
    const PARTS: [&str; 11] = ["&", "a", "=", "1", "&amp;", "&lt;", "&#38;", "/", "copy", " ", "&b"];
    prop::collection::vec(prop::sample::select(PARTS.as_slice()), 0..10)
        .prop_map(|parts| format!("x{}", parts.concat()))
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn any_file_is_fixed_completely(text in defective()) {
        for options in [Options::default(), strictest()] {
            prop_assert_eq!(problems(&Source::from_text(text.clone()), &options), Vec::<String>::new());
        }
    }

    #[test]
    fn invalid_bytes_are_kept(text in defective(), at in any::<prop::sample::Index>()) {
        let mut given = text.into_bytes();
        let at = at.index(given.len());
        given.insert(at, 0xFC);
        let source = open_bytes(given, None);
        prop_assert_eq!(problems(&source, &Options::default()), Vec::<String>::new());
    }

    #[test]
    fn fixes_of_notation_keep_values(text in defective()) {
        let levels = without_others(&[SAME.as_slice(), &TRIMMED].concat());
        let fixed = repaired(&Source::from_text(text.clone()), &Options { levels, ..strictest() });
        let after = fixed.source.as_ref().map_or(text.as_str(), Source::text);
        if let Some(before) = content(&text, true) {
            prop_assert_eq!(Some(before), content(after, true), "{}", after);
        }
    }

    #[test]
    fn raw_ampersands_are_escaped(url in value(), title in value()) {
        let text = format!(
            "{HEAD}<url><loc>https://tidepool.page/{url}</loc><image:image><image:loc>https://tidepool.page/i.png\
             </image:loc><image:title>{title}</image:title></image:image></url></urlset>"
        );
        let levels = without_others(&["loc-unescaped-ampersand", "xml-unescaped-ampersand"]);
        let options = Options { levels, ..Options::default() };
        let fixed = repaired(&Source::from_text(text.clone()), &options);
        let after = fixed.source.as_ref().map_or(text.as_str(), Source::text);
        let document = Document::parse(after).map_err(|error| TestCaseError::fail(format!("{error}: {after}")))?;
        let meant = |value: &str| value.replace("&#38;", "&").replace("&lt;", "<").replace("&amp;", "&");
        for (name, value) in [("loc", format!("https://tidepool.page/{url}")), ("title", title)] {
            let read = document.descendants().find(|node| node.tag_name().name() == name).and_then(|node| node.text());
            prop_assert_eq!(read.unwrap_or_default(), meant(&value), "{}", after);
        }
    }
}
