//! Advice is tested by following it. Each fix alone, and each help text that names a value, is applied to the file. Then the
//! finding is gone, no finding appears at the same value, nothing that a crawler reads is lost, and no fix leads back.

#![allow(clippy::disallowed_methods)] // the rule pages and fixtures are files

mod documents;
mod readable;
mod step;
mod words;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use sitemap_validator::{
    Diagnostic, FileReport, Message, Options, Profile, Profiles, Rule, Severity, Source, check_source, fix,
};

use crate::cases;
use crate::rule_pages::bad_examples;
use crate::rule_pages::example::open_bytes;
use step::Step;

/// Messages whose advice is to delete a value that a crawler reads, each with the reason.
const DELETED: [(Message, &str); 20] = [
    (Message::HreflangMisplacedInIndex, "an index has no alternates"),
    (Message::IndexSelfReference, "the index does not list itself"),
    (Message::LastmodImplausiblePastBefore1970, "the date is none"),
    (Message::LastmodImplausiblePastUnset, "the date is none"),
    (Message::LastmodImplausiblePastUnsetBefore1970, "the date is none"),
    (Message::LastmodInvalidDatetimeZeroDate, "the date is none"),
    (Message::LocEmpty, "the entry has no page"),
    (Message::LocErrorPage, "an error page is no search result"),
    (Message::FeedDateInvalidUnset, "the date is none"),
    (Message::LocFragmentHashbang, "crawlers read the page without the fragment, which is listed"),
    (Message::LocFragment, "the page is listed without the fragment"),
    (Message::LocIsSitemapOne, "an index has no pages"),
    (Message::LocSelfReference, "the sitemap is no page"),
    (Message::NewsTooOldByDate, "the article is no news"),
    (Message::NewsTooOldDaysOld, "the article is no news"),
    (Message::TextMultipleValuesOther, "a list has no dates"),
    (Message::TextNonUrlLineComment, "the line is no URL"),
    (Message::TextNonUrlLineOther, "the line is no URL"),
    (Message::VideoContentFormatPlayerGiven, "the player of the same video is there"),
    (Message::VideoExpired, "the video is no longer shown"),
];

/// Rules whose advice is to replace a part of a URL, each with the reason.
const REPLACED: [(&str, &str); 15] = [
    ("index-different-host", "the host is another one"),
    ("index-different-scheme-or-port", "the port is another one"),
    ("loc-credentials", "the password goes"),
    ("loc-invisible-character", "a reference to nothing visible goes"),
    ("loc-multiple-urls", "the base URL goes"),
    ("loc-non-public-host", "nobody can reach the host"),
    ("loc-not-nfc", "two characters become one"),
    ("loc-session-id", "the session goes"),
    ("loc-tracking-parameter", "the parameter goes"),
    ("page-canonical-elsewhere", "the canonical URL takes its place"),
    ("scope-different-host", "the host is another one"),
    ("scope-www-mismatch", "the host is another one"),
    ("video-content-format", "the player takes the place of the page"),
    ("xml-malformed-reference", "a reference is complete, and no word any more"),
    ("xml-unterminated-construct", "the tags in the section are tags again"),
];

/// Rules that compare a value with others, or judge what it means. A broken value cannot be compared: the finding was true
/// before, and is seen now.
const REVEALED: [(&[&str], &str); 10] = [
    (
        &["loc-duplicate", "loc-duplicate-equivalent", "loc-duplicate-variant", "index-duplicate-sitemap"],
        "the same page is listed twice",
    ),
    (&["hreflang-missing-self", "hreflang-missing-return-link"], "the URL is one of a cluster"),
    (
        &[
            "scope-different-host",
            "scope-different-scheme",
            "loc-non-public-host",
            "scope-mixed-hosts",
            "scope-mixed-schemes",
            "scope-www-mismatch",
        ],
        "the URL has a host, and it is another one",
    ),
    (&["index-loc-looks-like-page"], "the entries of an index are judged together"),
    (&["news-too-old"], "the date can be read"),
    (&["video-uploader-invalid"], "the URL is compared with that of the page"),
    (&["loc-illegal-character", "loc-fragment", "loc-non-ascii"], "the parts of the URL are known"),
    (&["structure-element-typo"], "the element that is meant is no longer there"),
    (&["hreflang-code-malformed"], "the uses of a code are reported apart where another link has the right one"),
    (
        &["video-missing-element", "video-missing-location"],
        "the elements belong to a video, of which others are missing",
    ),
];

/// The same for single rules, by the start of their names.
const AFTER: [(&str, &str, &str); 3] = [
    ("hreflang-code-malformed", "hreflang-href-relative", "a link with two codes becomes two links"),
    ("hreflang-code-malformed", "hreflang-missing-attribute", "a link with two codes becomes two links"),
    ("structure-unexpected-attribute", "structure-duplicate-element", "an element without a value is not compared"),
];

/// What to do about faults, by the end of their first line.
const TO_DO: &str = "\
Correct the fix or the help text, unless the advice is right:
- with the id of a rule at the end of the line, following the advice of the first rule causes a finding of that rule. If the
  finding was true before and is only seen now, add both ids to AFTER in tests/all/advice.rs, with the reason; if it is seen
  after advice of many rules, add the second id to REVEALED
- `loses a value`: if the value must go, add the message to DELETED; if only a part of a URL must go, add the rule to REPLACED
- `changes nothing`, `is still reported`, `is undone by the next fix`: there is no exemption";

/// Rules of a file without its last entry.
const EMPTY: [&str; 3] = ["structure-empty-urlset", "index-empty", "xml-empty-file"];

/// The faults of advice, and the exemptions that were needed.
#[derive(Default)]
struct Faults {
    /// By rule, message and kind of fault, the shortest document with it.
    found: BTreeMap<String, (usize, String)>,
    used: RefCell<BTreeSet<String>>,
}

impl Faults {
    /// Follows all advice of `source`, which is shown as `shown`.
    fn follow(&mut self, source: &Source, check: &dyn Fn(&Source) -> FileReport, shown: &str) {
        for fault in (Subject { source, check, used: &self.used }).faults() {
            let entry = self.found.entry(fault.kind).or_insert_with(|| (0, String::new()));
            entry.0 += 1;
            let shown = format!("{}\n{shown}", fault.details);
            if entry.1.is_empty() || shown.len() < entry.1.len() {
                entry.1 = shown;
            }
        }
    }

    fn finish(self) {
        let shown: Vec<String> =
            self.found.iter().map(|(kind, (count, first))| format!("{count} × {kind}\n{first}")).collect();
        assert!(shown.is_empty(), "{} kinds of faults\n\n{}\n\n{TO_DO}", shown.len(), shown.join("\n\n"));
        let used = self.used.into_inner();
        let deleted = DELETED.iter().map(|(message, _)| format!("{message:?}"));
        let replaced = REPLACED.iter().map(|(id, _)| (*id).to_owned());
        let revealed = REVEALED.iter().flat_map(|(ids, _)| ids.iter().map(|id| format!("any > {id}")));
        let after = AFTER.iter().map(|(id, new, _)| format!("{id} > {new}"));
        let unused: Vec<String> =
            deleted.chain(replaced).chain(revealed).chain(after).filter(|name| !used.contains(name)).collect();
        assert!(unused.is_empty(), "exemptions that no document needs, to delete in {}: {unused:#?}", file!());
    }
}

/// What is wrong with one piece of advice.
struct Fault {
    kind: String,
    details: String,
}

/// A file to check.
struct Subject<'a> {
    source: &'a Source,
    check: &'a dyn Fn(&Source) -> FileReport,
    used: &'a RefCell<BTreeSet<String>>,
}

impl Subject<'_> {
    /// Follows all advice of the file.
    fn faults(&self) -> Vec<Fault> {
        let before = (self.check)(self.source);
        let mut faults = Vec::new();
        for found in &before.diagnostics {
            let fix = found.fix.as_ref().map(|fix| Step::new(self.source, &fix.edits));
            if let Some(fix) = &fix {
                let wrong = self.follow(&before, found, fix);
                faults.extend(wrong.map(|(kind, details)| fault(found, "fix", kind, &details)));
            }
            if let Some((_, edit)) = fix::removal(self.source.text(), before.outcome.kind, found) {
                let wrong = self.follow(&before, found, &Step::new(self.source, &[edit]));
                let is_last = before.outcome.stats.entries == 1;
                let wrong = wrong.filter(|(kind, _)| *kind != "loses a value" && !(is_last && EMPTY.contains(kind)));
                faults.extend(wrong.map(|(kind, details)| fault(found, "removal", kind, &details)));
            }
            for advice in words::advice(found, self.source) {
                // The fix does what the help says.
                if fix.as_ref().is_some_and(|fix| fix.writes(&advice.written)) {
                    continue;
                }
                // A value can be meant for the marked text or for the whole value: one of the two has to be right.
                let step = |edit| Step::new(self.source, std::slice::from_ref(edit));
                let readings = advice.readings.iter();
                let wrong: Vec<_> = readings.map_while(|edit| self.follow(&before, found, &step(edit))).collect();
                if wrong.len() == advice.readings.len()
                    && let Some((kind, details)) = wrong.into_iter().next()
                {
                    faults.push(fault(found, "help", kind, &details));
                }
            }
        }
        faults
    }

    /// What is wrong after `step`, which follows the advice of `found`.
    fn follow(&self, before: &FileReport, found: &Diagnostic, step: &Step) -> Option<(&'static str, String)> {
        let next = step.reopened(self.source);
        let after = (self.check)(&next);
        let text = self.source.text();
        let context = |other: String| format!("{other}\nafter: {:?}", shortened(next.text()));
        if next.text() == text {
            return Some(("changes nothing", String::new()));
        }
        let scope = step.scope(text, found.span);
        let stays = |other: &&Diagnostic| {
            let place = step.old(other.span);
            let is_twin = |twin: &Diagnostic| !std::ptr::eq(twin, found) && twin.message() == other.message();
            other.message() == found.message()
                && step::meets(found.span, place)
                && !before.diagnostics.iter().any(|twin| is_twin(twin) && step::meets(twin.span, place))
        };
        if let Some(left) = after.diagnostics.iter().find(stays) {
            return Some(("is still reported", context(format!("{left:?}"))));
        }
        let (had, has) = (counts(before), counts(&after));
        // A copy of an element has the same defects.
        let around = step::tag_around(text, scope);
        let is_new = |new: &&Diagnostic| {
            let rule = new.rule();
            let is_more = has.get(&rule) > had.get(&rule);
            let is_near = step::meets(scope, step.old(new.span));
            let was_near =
                before.diagnostics.iter().any(|found| found.rule() == rule && step::meets(around, found.span));
            is_more
                && !was_near
                && (is_near || new.severity == Some(Severity::Error))
                && new.severity >= Some(Severity::Warning)
                && !self.is_revealed(found.rule(), rule)
        };
        if let Some(new) = after.diagnostics.iter().find(is_new) {
            return Some((new.rule().id(), context(format!("{new:?}"))));
        }
        if let Some(lost) = readable::lost(text, next.text(), false) {
            let name = exemption(found, || readable::lost(text, next.text(), true).is_none());
            let Some(name) = name else { return Some(("loses a value", context(lost))) };
            self.used.borrow_mut().insert(name);
        }
        let back = after.diagnostics.iter().filter_map(|found| Some((found, found.fix.as_ref()?)));
        let mut back = back.filter(|(found, _)| step::meets(scope, step.old(found.span)));
        let back = back.find(|(_, fix)| Step::new(&next, &fix.edits).text() == text);
        back.map(|(back, _)| ("is undone by the next fix", context(format!("{back:?}"))))
    }

    /// True if the advice of `rule` only reveals a finding of `new`.
    fn is_revealed(&self, rule: Rule, new: Rule) -> bool {
        let after = AFTER.iter().find(|(id, revealed, _)| rule.id().starts_with(id) && *revealed == new.id());
        let name = match after {
            Some((id, ..)) => format!("{id} > {}", new.id()),
            None if REVEALED.iter().any(|(ids, _)| ids.contains(&new.id())) => format!("any > {}", new.id()),
            None => return false,
        };
        self.used.borrow_mut().insert(name);
        true
    }
}

/// The number of findings of each rule.
fn counts(report: &FileReport) -> BTreeMap<Rule, usize> {
    let mut counts = BTreeMap::new();
    for found in &report.diagnostics {
        *counts.entry(found.rule()).or_default() += 1;
    }
    counts
}

/// The exemption by which the fix of `found` may delete a value, or a part of one if that `is_part` of it.
fn exemption(found: &Diagnostic, is_part: impl FnOnce() -> bool) -> Option<String> {
    if DELETED.iter().any(|(message, _)| *message == found.message()) {
        return Some(format!("{:?}", found.message()));
    }
    let id = found.rule().id();
    (REPLACED.iter().any(|(rule, _)| *rule == id) && is_part()).then(|| id.to_owned())
}

/// What a reader of tags misses in `after`, in which parts of values may be missing.
pub(crate) fn lost(before: &str, after: &str) -> Option<String> {
    readable::lost(before, after, true)
}

fn fault(found: &Diagnostic, what: &str, kind: &str, details: &str) -> Fault {
    let (rule, message) = (found.rule().id(), found.message());
    Fault { kind: format!("{rule} ({message:?}), {what}: {kind}"), details: format!("found: {found:?}\n{details}") }
}

/// The start of a long text.
fn shortened(text: &str) -> &str {
    &text[..text.floor_char_boundary(3000)]
}

fn strictest() -> Options {
    Options { profiles: Profiles::of(&Profile::ALL), pedantic: true, ..with_url() }
}

/// The usual options, with what the page and the program know.
fn with_url() -> Options {
    Options {
        url: Some("https://tidepool.page/sitemap.xml".to_owned()),
        now: Some(1_795_262_400_000),
        ..Options::default()
    }
}

#[test]
fn advice_can_be_followed() {
    let mut faults = Faults::default();
    for (_, example) in bad_examples().into_iter().filter(|(_, example)| !example.generated) {
        let source = example.source();
        faults.follow(&source, &|source| example.check(source), source.text());
    }
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    let files = ["ok", "err"].into_iter().flat_map(|kind| std::fs::read_dir(folder.join(kind)).expect("fixtures"));
    for path in files.map(|entry| entry.expect("a file").path()).filter(|path| path.is_file()) {
        let source = open_bytes(std::fs::read(&path).expect("readable"), None);
        for options in [Options::default(), strictest()] {
            let check = |source: &Source| check_source("sitemap.xml", source, &options, 0);
            faults.follow(&source, &check, &path.display().to_string());
        }
    }
    // Fewer need fewer exemptions.
    let config = cases(400);
    let count = config.cases.max(400);
    // The same documents in each run, and more of them with more cases.
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let documents = documents::any();
    let random = (0..count).map(|_| documents.new_tree(&mut runner).expect("a document").current());
    for text in documents::rare().chain(random) {
        let source = Source::from_text(text.clone());
        for options in [Options::default(), with_url(), strictest()] {
            faults.follow(&source, &|source| check_source("sitemap.xml", source, &options, 0), &text);
        }
    }
    faults.finish();
}
