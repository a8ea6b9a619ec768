//! The catalogues of the other languages are complete.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use sitemap_validator::compare;
use sitemap_validator::diagnostic::Arg;
use sitemap_validator::last_change;
use sitemap_validator::message::{Catalogue, Words, catalogue_text};
use sitemap_validator::output::export;
use sitemap_validator::output::json::built;
use sitemap_validator::output::text::sentences;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{FileReport, Opened, Options, Profile, Profiles, Rule, Source, check_source, convert, open};

use super::Case;
use super::failures::Failures;
use super::style::placeholders;

/// The maximum length of a title in characters; in English it is 80.
const LONGEST: usize = 120;

/// The catalogues by their tags.
fn catalogues() -> Vec<Catalogue> {
    let read = |tag: &str| {
        let text = catalogue_text(tag).expect("a catalogue");
        Catalogue::parse(tag, text).unwrap_or_else(|fault| panic!("{tag}.txt, {fault}"))
    };
    ["es", "fr"].map(read).into()
}

#[test]
fn every_message_is_translated() {
    let mut failures = Failures::default();
    for catalogue in catalogues() {
        for &rule in Rule::ALL {
            let mut check = |wrong: bool, problem: String| {
                if wrong {
                    failures.add(rule, format!("{}: {problem}", catalogue.tag()));
                }
            };
            for &message in rule.info().messages {
                let Some([title, help]) = catalogue.message(message) else {
                    check(true, format!("{message:?} is missing"));
                    continue;
                };
                let length = title.chars().count();
                check(length > LONGEST, format!("{length} characters: {title}"));
                check(title.ends_with('.'), format!("a full stop at the end of a title: {title}"));
                for (english, text) in [(message.info().title, title), (message.info().help, help)] {
                    let asked = |text| placeholders(text).collect::<BTreeSet<_>>();
                    check(asked(english) != asked(text), format!("other arguments than in English: {text}"));
                    check(text.matches('`').count() % 2 != 0, format!("back-ticks do not match: {text}"));
                    check(text.trim() != text || text.contains("  "), format!("white space: {text:?}"));
                }
            }
        }
    }
    failures.finish("translations");
}

/// The words in `args`, and in phrases within them.
fn words_of<'a>(args: &'a [Arg], words: &mut BTreeSet<&'a str>) {
    for arg in args {
        match arg {
            Arg::Word(word) => {
                words.insert(word);
            }
            Arg::Phrase(phrase) => {
                words.insert(phrase.template);
                words_of(&phrase.args, words);
            }
            _ => {}
        }
    }
}

/// Fails if a catalogue lacks one of `words`.
fn assert_translated(words: &BTreeSet<&str>) {
    let mut problems = Vec::new();
    for catalogue in catalogues() {
        for word in words {
            let same =
                |text: &str| ["{0}", "{1}", "{2}", "{3}"].iter().all(|arg| word.contains(arg) == text.contains(arg));
            match catalogue.word(word) {
                None => problems.push(format!("{}.txt lacks `{word}`", catalogue.tag())),
                Some(text) if !same(text) => problems.push(format!("{}.txt: `{text}` for `{word}`", catalogue.tag())),
                Some(_) => {}
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Every fixture, checked with all profiles and rules.
fn fixtures() -> Vec<FileReport> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let options = Options { profiles: Profiles::of(&Profile::ALL), pedantic: true, ..Options::default() };
    let mut reports = Vec::new();
    for part in ["ok", "err"] {
        for file in fs::read_dir(folder.join(part)).expect("fixtures") {
            let path = file.unwrap().path();
            let source = match open(fs::read(&path).expect("a fixture"), DEFAULT_CEILING) {
                Opened::Text(source) => source,
                Opened::Undecoded(undecoded) => undecoded.decoded(None),
            };
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let options = Options { file_name: Some(name.clone()), ..options.clone() };
            reports.push(check_source(&name, &source, &options, 0));
        }
    }
    assert!(reports.len() > 40);
    reports
}

#[test]
fn every_word_of_examples_and_fixtures_is_translated() {
    let fixtures = fixtures();
    let examples = super::cases().iter().map(|Case { report, .. }| report);
    let mut words = BTreeSet::new();
    for found in examples.chain(&fixtures).flat_map(|report| &report.diagnostics) {
        words_of(&found.args, &mut words);
        words.extend(found.related.iter().map(|related| related.label));
    }
    assert!(words.len() > 120 || super::rules().len() < Rule::ALL.len(), "{}", words.len());
    assert_translated(&words);
}

/// The sources of the core's modules, without tests.
fn sources(folder: &Path, texts: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("sources") {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources(&path, texts);
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !name.ends_with("tests.rs")
            && name != "testing.rs"
        {
            let text = fs::read_to_string(&path).expect("a module");
            texts.push(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default().to_owned());
        }
    }
}

/// The literal arguments of the call that `text` begins with.
fn literals(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let start = text.find(|letter: char| !letter.is_alphanumeric() && !"_:".contains(letter)).unwrap_or(text.len());
    let (mut depth, mut rest) = (0, &text[start..]);
    while let Some(at) = rest.find(['(', ')', '"']) {
        let argument = rest[..at].ends_with([' ', '(']) || at == 0;
        let (mark, behind) = rest[at..].split_at(1);
        rest = behind;
        match mark {
            "(" if depth == 0 && at > 0 => break,
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {
                let Some((word, behind)) = behind.split_once('"') else { break };
                if depth == 1 && argument && behind.trim_start().starts_with([',', ')']) {
                    found.push(word);
                }
                rest = behind;
            }
        }
        if depth == 0 {
            break;
        }
    }
    found
}

#[test]
fn literal_arguments_of_calls_are_translated() {
    let mut texts = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut texts);
    let mut words = BTreeSet::new();
    for text in &texts {
        // A label is the last argument; a word is the only one.
        for (call, alone) in [(".related(", false), ("Arg::phrase(", true), ("Arg::Word(", true)] {
            for (at, _) in text.match_indices(call) {
                let rest = text[at + call.len()..].trim_start();
                let rest = if alone { rest } else { &rest[..rest.find([';', '}']).unwrap_or(rest.len())] };
                let literal = if alone { rest.strip_prefix('"') } else { rest.split_once('"').map(|(_, rest)| rest) };
                if let Some((word, _)) = literal.and_then(|rest| rest.split_once('"')) {
                    words.insert(word);
                }
            }
        }
        for call in ["rules::", "message::"] {
            for (at, _) in text.match_indices(call) {
                words.extend(literals(&text[at..]));
            }
        }
    }
    assert!(words.len() > 50, "{words:?}");
    assert_translated(&words);
}

#[test]
fn sentences_around_findings_are_translated() {
    let refusals = convert::Refusal::ALL.map(convert::Refusal::sentence);
    let all = sentences::ALL.iter().chain(export::sentences::ALL).chain(compare::sentences::ALL);
    let all = all.chain(built::ALL);
    let unknown = last_change::Unknown::ALL.map(last_change::Unknown::label);
    assert_translated(&all.copied().chain(refusals).chain(unknown).collect());
}

#[test]
fn translated_findings_contain_the_same_values() {
    let all: Vec<Words> = catalogues().into_iter().map(|catalogue| Arc::new(catalogue).into()).collect();
    let mut failures = Failures::default();
    for Case { source, report, .. } in super::cases() {
        for found in &report.diagnostics {
            for words in &all {
                for text in [words.title(found, source.text()), words.help(found, source.text())] {
                    let left = (0..9).any(|index| text.contains(&format!("{{{index}}}")));
                    if left || text.matches('`').count() % 2 != 0 {
                        failures
                            .add(found.rule(), format!("{}: {text}", words.catalogue().map_or("en", Catalogue::tag)));
                    }
                }
            }
        }
    }
    failures.finish("translations, filled in");
}

#[test]
fn a_report_is_in_the_requested_language() {
    let catalogue = catalogues().pop().expect("French");
    let words = Words::from(Arc::new(catalogue));
    let text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://tidepool.page/?a&b</loc></url></urlset>";
    let source = Source::from_text(text.to_owned());
    let report = check_source("s.xml", &source, &Options::default(), 0);
    let file = sitemap_validator::output::json::file(&report, &source, &words);
    let english = sitemap_validator::output::json::file(&report, &source, &sitemap_validator::message::ENGLISH);
    assert_eq!(file.diagnostics.len(), english.diagnostics.len());
    assert!(file.diagnostics[0].help.contains("&amp;"), "{}", file.diagnostics[0].help);
    assert_ne!(file.diagnostics[0].message, english.diagnostics[0].message);
}
