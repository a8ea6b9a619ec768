//! Findings and sentences in the language of the page.

use sitemap_validator::message::catalogue_text;

use super::sets::{given, index, sitemap};
use super::*;

fn french() -> ToWorker {
    ToWorker::Words { lang: "fr".into(), text: catalogue_text("fr").expect("French").into() }
}

fn checking_in(language: &str, inputs: Vec<Input>) -> ToWorker {
    let settings = Settings { lang: language.into(), ..Settings::default() };
    ToWorker::Check { run: 7, settings, inputs, processors: 2, folder: None }
}

impl Page {
    fn report_in(&mut self, language: &str, inputs: Vec<Input>, files: Vec<Posted>) -> Report {
        match self.say(&checking_in(language, inputs), files).pop() {
            Some(FromWorker::Done { report, .. }) => report,
            other => panic!("{other:?}"),
        }
    }
}

/// Returns all messages, help texts and labels of a report.
fn words(report: &Report) -> Vec<&str> {
    let own = report.files.iter().flat_map(|file| &file.diagnostics);
    let all = own.chain(report.set.iter().flat_map(|set| &set.diagnostics));
    all.flat_map(|found| {
        [&*found.message, &*found.help].into_iter().chain(found.related.iter().map(|place| &*place.message))
    })
    .collect()
}

/// A set with findings within its files and across them.
fn set() -> Vec<(&'static str, String)> {
    let index = index(&["https://tidepool.page/a.xml", "https://tidepool.page/gone.xml"]);
    let [a, b] = [sitemap(&["https://tidepool.page/1", "/2"]), sitemap(&["https://tidepool.page/1"])];
    vec![("index.xml", index), ("a.xml", a), ("b.xml", b)]
}

#[test]
fn another_language_puts_everything_into_words_anew() {
    let mut page = Page::new(0.0);
    assert!(page.say(&french(), Vec::new()).is_empty(), "it has no answer");
    let set = set();
    let files: Vec<(&str, &str)> = set.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let (inputs, posted) = given(&files);
    let english = page.report_in("", inputs.clone(), posted.clone());
    let other = page.report_in("fr", inputs.clone(), posted.clone());
    assert!(words(&english).len() > 8, "{:?}", words(&english));
    assert_eq!(words(&english).len(), words(&other).len());
    for (english, french) in words(&english).iter().zip(words(&other)) {
        assert_ne!(*english, french);
    }
    let asked = page.ask(&Question::Findings { rule: None, offset: 0, count: 1 }.of(7, 1));
    let FromWorker::Findings { diagnostics, .. } = asked else { panic!("{asked:?}") };
    assert_eq!(diagnostics[0], other.files[1].diagnostics[0]);
    let again = page.report_in("", inputs, posted);
    assert_eq!(words(&again), words(&english));
}

#[test]
fn a_language_that_did_not_come_is_english() {
    let mut page = Page::new(0.0);
    let inputs = || vec![input("a.xml", Some("<urlset><url><loc>/a</loc></url></urlset>"))];
    let english = page.report_in("", inputs(), Vec::new());
    assert_eq!(page.report_in("fr", inputs(), Vec::new()), english);
    page.say(&ToWorker::Words { lang: "fr".into(), text: "<!doctype html>".into() }, Vec::new());
    assert_eq!(page.report_in("fr", inputs(), Vec::new()), english);

    // After the words arrive, the results of a set that were reported in English are not reused.
    let set = set();
    let files: Vec<(&str, &str)> = set.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let (inputs, posted) = given(&files);
    let before = page.report_in("fr", inputs.clone(), posted.clone());
    page.say(&french(), Vec::new());
    let after = page.report_in("fr", inputs, posted);
    assert!(words(&before).iter().zip(words(&after)).all(|(english, french)| *english != french));
}

#[test]
fn what_cannot_be_done_is_said_in_the_language() {
    let mut page = Page::new(0.0);
    page.say(&french(), Vec::new());
    page.report_in("fr", vec![input("a.xml", Some("x"))], Vec::new());
    let convert = ToWorker::Convert { run: 7, file: 0, to: sitemap_validator_protocol::message::Target::Sitemap };
    assert!(is_failure(&page.ask(&convert), 7, "Ce n’est ni un sitemap"));
    let gone = Posted::from(&b""[..]);
    gone.becomes(Err(crate::sentences::TOO_LARGE));
    let said = page.say(&checking_in("fr", vec![input("a.xml", None)]), vec![gone]);
    assert!(is_failure(&said[0], 7, "`a.xml` n’a pas pu être lu\u{A0}: il ne tient pas en mémoire"), "{said:?}");
}
