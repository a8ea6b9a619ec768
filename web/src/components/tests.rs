//! Tests of the markup, rendered without a browser.

mod results;

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::{FixRequest, FromWorker, Progress},
    report::{
        Alternative, Authorities, BuiltSite, Diagnostic, Excerpt, Kind, Place, Removal, Severity, Stance, Verdict,
    },
    source::{Diff, DiffLine, DiffPart, SearchMatch, Side, UrlReading, Value},
};
use yew::Callback;

use super::{
    list, plan, problem, progress, repairs, row, rules, seek_bar, set, share, site, source_line, tree, verdict,
};
use crate::{
    guide::Guide,
    lang::Lang,
    samples::{across, done, done_set, file, finding, fixable, line, listing},
    state::{FileResult, FixPreview, FixProgress, Leads, LinkContent, Outcome, Settings, ShareLink, Site, Steps, View},
    verdict::{set_size, set_words, words},
};

pub(super) use crate::first_view::markup;

fn checked(
    change: impl FnOnce(&mut sitemap_validator_protocol::report::File),
    findings: Vec<Diagnostic>,
) -> Rc<FileResult> {
    let mut file = file("a.xml", findings);
    change(&mut file);
    outcome(vec![file]).files[0].clone()
}

fn outcome(files: Vec<sitemap_validator_protocol::report::File>) -> Outcome {
    arranged(done(1, files))
}

fn arranged(answer: FromWorker) -> Outcome {
    match answer {
        FromWorker::Done { run, elapsed, report, safe_fixes, lines } => {
            Outcome::new(run, elapsed, Settings::default(), report, &safe_fixes, &lines)
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_verdict_is_a_sentence() {
    let valid = checked(|_| (), vec![]);
    assert_eq!(words(Lang::En, &valid).spoken(), "Valid. 1,204 URLs, no errors, no warnings.");

    let warned = checked(|_| (), vec![finding("loc-fragment", Severity::Warning, 3, 3)]);
    assert_eq!(words(Lang::En, &warned).spoken(), "Valid, with 1 warnings. Line 3: loc-fragment here.");

    let partial = checked(|file| (file.partial, file.decompressed_bytes) = (true, 512_000_000), vec![]);
    assert!(words(Lang::En, &partial).spoken().ends_with("Checked only the first 488.3 MiB; the rest was not read."));

    let html = checked(|file| file.kind = Kind::Html, vec![finding("structure-html-document", Severity::Error, 1, 1)]);
    assert_eq!(words(Lang::En, &html).spoken(), "1 errors.", "without the line");
}

#[test]
fn a_file_has_one_verdict() {
    let outcome = a_set();
    let orphan = outcome.files[2].clone();
    assert_eq!(
        words(Lang::En, &orphan).spoken(),
        "Valid, with 1 warnings. Line 4: index-cross-file-duplicate here. Found by comparing the files: 1 warning."
    );
    let html = markup::<verdict::VerdictLine>(verdict::Props {
        is_led: false,
        file: orphan,
        files: 3,
        is_in_set: true,
        compared: false,
        elapsed: 61,
        against: "sitemaps.org".into(),
        who: None,
        act: Callback::noop(),
    });
    assert!(html.contains("class=\"verdict warning\""), "{html}");
    assert!(!html.contains("class=\"perfect\""), "{html}");
}

#[test]
fn the_verdict_says_what_was_not_checked() {
    let file = checked(|_| (), vec![]);
    let html = markup::<verdict::VerdictLine>(verdict::Props {
        is_led: false,
        file,
        files: 1,
        is_in_set: false,
        compared: false,
        elapsed: 61,
        against: "sitemaps.org".into(),
        who: None,
        act: Callback::noop(),
    });
    assert!(html.contains("61 ms"), "{html}");
    assert!(html.contains("were not checked: "), "{html}");
    assert!(html.contains("Status codes"), "{html}");
}

#[test]
fn the_buttons_of_a_rule_say_how_much_they_fix() {
    let rule = "date-malformed";
    let buttons = |findings: Vec<Diagnostic>| {
        let finding = Rc::new(findings[0].clone());
        let group = checked(|_| (), findings).group(rule).cloned();
        markup::<problem::Brief>(problem::BriefProps {
            finding,
            group,
            fixable_files: 1,
            removable_files: 1,
            act: Callback::noop(),
        })
    };
    let unfixable = || finding(rule, Severity::Error, 9, 1);
    assert!(buttons(vec![fixable(rule, 4, 1), fixable(rule, 5, 1), unfixable()]).contains("Fix 2 of 3"));
    let mut either = unfixable();
    let reading = |label: &str| Alternative { label: label.into(), edits: Vec::new() };
    either.alternatives = ["3 April", "4 March"].map(reading).into();
    let html = buttons(vec![either.clone(), either.clone(), unfixable()]);
    assert!(html.contains("All like 3 April") && html.contains("All like 4 March"), "{html}");
    let html = buttons(vec![either.clone(), unfixable()]);
    assert!(html.contains("3 April") && !html.contains("All like"), "{html}");
    let (either, group, act) = (Rc::new(either), None, Callback::noop());
    let html = markup::<problem::Brief>(problem::BriefProps {
        finding: either,
        group,
        fixable_files: 2,
        removable_files: 1,
        act,
    });
    assert!(html.contains("All like 4 March in 2 files…"), "{html}");
    let mut foreign = finding(rule, Severity::Error, 9, 1);
    foreign.removal = Some(Removal::Entry);
    let (finding, group, act) = (Rc::new(foreign), None, Callback::noop());
    let props = problem::BriefProps { finding, group, fixable_files: 0, removable_files: 3, act };
    let html = markup::<problem::Brief>(props);
    assert!(html.contains("Remove this URL") && html.contains("Remove in 3 files…"), "{html}");
}

#[test]
fn a_problem_has_place_reason_help_source_and_fix() {
    let finding = Rc::new(fixable("loc-relative", 4, 27));
    let page = "# loc-relative\n\n## What\n\nA path.\n\n## Why\n\nCrawlers skip it.\n\n## Source\n\n\
        [Protocol](https://www.sitemaps.org/protocol.html)\n";
    let mut lines = crate::state::LineStore::default();
    lines.take(vec![line(4, &[])], None);
    let html = markup::<problem::Problem>(problem::Props {
        fixable_files: 3,
        removable_files: 1,
        finding: finding.clone(),
        group: checked(|_| (), vec![(*finding).clone(), fixable("loc-relative", 9, 3)]).group("loc-relative").cloned(),
        guide: Guide::parse("loc-relative", page).map(Rc::new),
        stances: Some(Authorities { google: Stance::Rejects, schema: Stance::Accepts, ..Authorities::default() }),
        reading: Some(Rc::new(UrlReading {
            written: "https://tidepool.page/?a&amp;b<i>".into(),
            read: "https://tidepool.page/?a&b<i>".into(),
            letters: None,
            escaped: true,
            raw: false,
        })),
        value: None,
        file: "a.xml".into(),
        names: [].into(),
        lines,
        act: Callback::noop(),
    });
    for part in [
        "line 4, column 27",
        "Error",
        "Crawlers skip it.",
        "<del>abc</del>",
        "<ins>abc</ins>",
        "Fix this",
        "Fix all 2",
        "Preview all",
        "Read as",
        "https://tidepool.page/?a&amp;b&lt;i&gt;",
        "It is not the problem.",
        "not documented",
        "rules/loc-relative.html",
        "Copy as Markdown",
        "XML 1.0",
        "RFC 3986",
        "rel=\"noopener noreferrer\"",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn a_repair_is_shown_before_it_is_made() {
    let part = |text: &str, changed| DiffPart { text: text.into(), changed };
    let line = |side, number, changed: &str| DiffLine {
        side,
        number,
        parts: vec![part("<loc>a", false), part(changed, true), part("b</loc>", false)],
        more: 3,
    };
    let hunks = vec![vec![line(Side::Removed, 1204, "&"), line(Side::Added, 1204, "&amp;")]];
    let diff = Diff { applied: 1200, removed: 1200, added: 1200, shown: 2, hunks };
    let shown = |what, files| {
        let preview = Rc::new(FixPreview {
            what,
            all: true,
            files,
            places: None,
            awaited: vec![],
            diffs: vec![(0, diff.clone())],
        });
        markup::<plan::Plan>(plan::Props { preview, names: ["maps/a.xml".into()].into(), act: Callback::noop() })
    };
    let removals = || FixRequest::Removals { rule: "a".into() };
    assert!(shown(removals(), 1).contains(">Remove 1,200<") && shown(removals(), 30).contains(">Remove in 30 files<"));
    let html = shown(FixRequest::All { suggested: false }, 1);
    for part in [
        "<dialog",
        "1,200 problems · +1,200 −1,200 lines · showing the first 2",
        "<del>&amp;</del>",
        "<ins>&amp;amp;</ins>",
        "&lt;loc&gt;a",
        "1,204",
        "maps/a.xml",
        "and 3 more changes in this line",
        "Fix 1,200",
        "Cancel",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn the_source_is_searched_and_lines_are_gone_to() {
    let seek = crate::state::Seek {
        text: "loc".into(),
        found: Some(SearchMatch { spot: None, number: Some(3), count: 1204, more: false }),
        ..crate::state::Seek::default()
    };
    let html = markup::<seek_bar::SeekBar>(seek_bar::Props { seek, lines: 9, act: Callback::noop() });
    for part in ["3 of 1,204", "role=\"search\"", "Next match", "A line from 1 to 9"] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(!html.contains("disabled"), "{html}");
}

#[test]
fn what_cannot_be_seen_is_named() {
    let mut shown = line(1, &[]);
    shown.text = "a\u{202e}b<script>".into();
    let html = markup::<source_line::Line>(source_line::Props {
        number: 1,
        line: Some(Rc::new(shown)),
        selected: None,
        spot: None,
        wanted: Rc::default(),
        act: Callback::noop(),
    });
    assert!(html.contains(">U+202E<"), "{html}");
    assert!(!html.contains('\u{202e}') && !html.contains("<script>"), "{html}");
}

#[test]
fn no_break_spaces_are_named_in_values_and_left_alone_in_words() {
    let mut found = finding("loc-relative", Severity::Error, 1, 1);
    found.message = "Valeur\u{a0}: `a\u{a0}b`".into();
    let html = markup::<problem::Problem>(problem::Props {
        fixable_files: 3,
        removable_files: 1,
        finding: Rc::new(found),
        group: None,
        guide: None,
        stances: None,
        reading: None,
        value: Some(Rc::new(Value { text: "a\"b".into(), choices: vec!["weekly".into()] })),
        file: "a.xml".into(),
        names: [].into(),
        lines: crate::state::LineStore::default(),
        act: Callback::noop(),
    });
    assert_eq!(html.matches(">NBSP<").count(), 1, "{html}");
    assert!(html.contains("value=\"a&quot;b\"") && html.contains(">Replace<") && html.contains(">weekly<"), "{html}");
    assert!(html.contains("Valeur\u{a0}:"), "{html}");
}

#[test]
fn a_place_between_characters_is_a_caret() {
    let mut here = finding("namespace-missing", Severity::Error, 1, 8);
    (here.end_column, here.end) = (here.column, here.start);
    let html = markup::<source_line::Line>(source_line::Props {
        number: 1,
        line: Some(Rc::new(line(1, &[here.clone()]))),
        spot: Some((&here).into()),
        selected: Some(Rc::new(here)),
        wanted: Rc::default(),
        act: Callback::noop(),
    });
    assert!(html.contains("error here point"), "{html}");
}

#[test]
fn a_finding_about_the_whole_file_is_told_apart_by_the_value_in_its_message() {
    let row = |start, message: &str| {
        let excerpt = Some(Excerpt { before: String::new(), marked: String::new(), after: "<urlset>".into() });
        let message = message.to_owned();
        let about = Diagnostic { start, message, excerpt, ..finding("page-not-listed", Severity::Warning, 1, 1) };
        markup::<row::Row>(row::Props { finding: Rc::new(about), selected: false, stop: true, act: Callback::noop() })
    };
    let [whole, inside, plain] = [(0, "No `/a`"), (9, "No `/a`"), (0, "None")].map(|(start, said)| row(start, said));
    assert!(whole.contains("/a") && !whole.contains("urlset"), "{whole}");
    assert!([inside, plain].iter().all(|row| row.contains("urlset")));
}

#[test]
fn a_stopped_run_says_how_far_it_came() {
    let progress = Progress {
        run: 1,
        files: 1,
        finished: 0,
        name: "a.xml".into(),
        done: 62,
        total: 100,
        entries: 31_000,
        errors: 45,
        warnings: 0,
        first: vec![finding("loc-relative", Severity::Error, 9, 7)],
    };
    let html = markup::<progress::ProgressView>(progress::Props {
        progress: Some(Rc::new(progress.clone())),
        pages: (0, 0),
        stopped: true,
        act: Callback::noop(),
    });
    for part in ["Stopped at 62% of ", "31,000 URLs", "45 problems", "9:7", "Check again"] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let reading = markup::<progress::ProgressView>(progress::Props {
        progress: Some(Rc::new(progress)),
        pages: (1_250, 5_000),
        stopped: false,
        act: Callback::noop(),
    });
    assert!(reading.contains("Reading the HTML files") && reading.contains("1,250 of 5,000"), "{reading}");
    assert!(reading.contains("value=\"25\"") && !reading.contains("a.xml"), "{reading}");
}

/// An index, a gzipped child with an error, a missing child, and a sitemap that no file lists.
fn a_set() -> Rc<Outcome> {
    let mut index = file("index.xml", vec![]);
    index.kind = Kind::SitemapIndex;
    index.url = Some("https://tidepool.page/index.xml".into());
    let mut child = file("a.xml.gz", vec![finding("loc-relative", Severity::Error, 9, 7)]);
    (child.bytes, child.decompressed_bytes) = (1_100_000, 12_500_000);
    let files = vec![index, child, file("orphan.xml", vec![])];
    let found = vec![across("index-cross-file-duplicate", 2, 4, 1)];
    Rc::new(arranged(done_set(1, files, vec![listing(0, &[Some(1), None])], found)))
}

#[test]
fn a_file_that_could_not_be_read_says_why() {
    let mut gone = file("gone.xml", vec![]);
    gone.kind = Kind::Unknown;
    (gone.verdict, gone.verdict_in_set) = (Verdict::Unchecked, Verdict::Unchecked);
    gone.read_error = Some("`gone.xml` could not be read: it is gone".into());
    let outcome = arranged(done_set(1, vec![file("a.xml", vec![]), gone], vec![], vec![]));
    let alone = crate::verdict::words(Lang::En, &outcome.files[1]);
    assert_eq!(alone.spoken(), "Not validated. gone.xml could not be read: it is gone.");
    let set = outcome.set.as_ref().expect("a set");
    let all = crate::verdict::set_words(Lang::En, set, outcome.verdicts());
    assert!(all.spoken().starts_with("Not validated: 1 of 2 files could not be read to the end."), "{}", all.spoken());
    assert!(all.spoken().ends_with(" gone.xml could not be read: it is gone."), "{}", all.spoken());
}

#[test]
fn a_set_is_a_tree_of_files() {
    let outcome = a_set();
    let set = outcome.set.clone().expect("a set");
    let html = markup::<tree::FileTree>(tree::Props { outcome, set, chosen: 1, only: false, act: Callback::noop() });
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part} in {html}"));
    assert!(at("index.xml") < at("a.xml.gz") && at("a.xml.gz") < at("https://tidepool.page/1"));
    assert!(at("https://tidepool.page/1") < at("orphan.xml"));
    for part in ["11.9 MiB, 1.0 MiB gzipped", "not listed anywhere", "listed, but not provided", "role=\"tree\""] {
        at(part);
    }
    assert_eq!(html.matches("aria-level=\"2\"").count(), 2);
    assert_eq!(html.matches("aria-selected=\"true\"").count(), 1);
    assert_eq!(html.matches("tabindex=\"0\"").count(), 1, "one stop for the whole tree");
}

#[test]
fn a_set_has_a_verdict_and_lists_what_several_files_show() {
    let outcome = a_set();
    let mut set = outcome.set.clone().expect("a set");
    Rc::make_mut(&mut set).lacks_index = true;
    let spoken = set_words(Lang::En, &set, outcome.verdicts()).spoken();
    assert_eq!(
        spoken,
        "1 error in 1 of 3 files. a.xml.gz: Line 9: loc-relative here. 1 listed sitemap was not checked: add it too."
    );
    assert_eq!(set_size(Lang::En, &set), "3 files, 2,408 URLs");
    // The summary of an index already counts its missing sitemaps.
    let mut index = file("index.xml", vec![finding("loc-relative", Severity::Error, 9, 7)]);
    index.kind = Kind::SitemapIndex;
    let files = vec![index, file("a.xml", vec![])];
    let led = arranged(done_set(1, files, vec![listing(0, &[Some(1), None])], vec![]));
    assert_eq!(led.set.as_ref().map(|set| (set.worst, set.missing)), Some((0, 0)));
    let mut one = set.clone();
    Rc::make_mut(&mut one).missing = 0;
    assert_eq!(set_words(Lang::En, &one, [0, 0, 1, 0]).headline, "1 error.");
    let mut more = set.clone();
    Rc::make_mut(&mut more).has_others_missing = true;
    let spoken = set_words(Lang::En, &more, outcome.verdicts()).spoken();
    assert!(spoken.ends_with("here. 1 more listed sitemap was not checked."), "{spoken}");
    Rc::make_mut(&mut set).built = Some(Box::new(BuiltSite {
        url: Some("https://tidepool.page/".into()),
        pages: 1,
        listed: 5,
        problems: (1..=7).map(|at| format!("dist/{at}.html: gone")).collect(),
        notes: vec!["1 listed URL not compared with dist: not below https://tidepool.page/".into()],
    }));
    let html = markup::<set::SetSummary>(set::Props {
        html: 8,
        files_have_errors: false,
        set,
        verdicts: outcome.verdicts(),
        elapsed: 61,
        against: "sitemaps.org".into(),
        has_suggested: false,
        safe: (12, 3),
        fixing: None,
        fixed: 0,
        steps: Steps::default(),
        is_workbench: false,
        store: crate::store::Store::default(),
        guides: Rc::default(),
        act: Callback::noop(),
    });
    for part in [
        "index-cross-file-duplicate",
        "orphan.xml",
        " 4:5",
        "first listed here",
        "a.xml.gz",
        " 9:7",
        "61 ms",
        "Make an index",
        "Apply all safe fixes in 3 files (12)",
        "Compared with 1 HTML file; URL of the folder: <code><bdi dir=\"ltr\">https://tidepool.page/</bdi></code>. Not read: 7",
        "<p>Error: dist/5.html: gone.",
        "… and 2 more",
        "Note: 1 listed URL not compared with dist: not below <code><bdi dir=\"ltr\">https://tidepool.page/</bdi></code>.",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert!(!html.contains("Not checked") && !html.contains("dist/6.html"), "{html}");
    assert!(!html.contains("Undo") && !html.contains("Fixed files"), "{html}");
}

#[test]
fn problems_of_all_files_are_listed_by_rule() {
    let removable = |line| Diagnostic { removal: Some(Removal::Entry), ..finding("b", Severity::Error, line, 1) };
    let mut many = file("many.xml", vec![finding("d", Severity::Warning, 1, 1), removable(2)]);
    many.rules.insert("b".into(), 70);
    let mut fixable = fixable("a", 3, 1);
    fixable.message = "Other".into();
    let files = vec![
        file("first.xml", vec![finding("a", Severity::Error, 2, 1), finding("c", Severity::Info, 1, 1)]),
        file("second.xml", vec![fixable]),
        file("third.xml", vec![removable(1), finding("a", Severity::Error, 8, 1)]),
        many,
    ];
    let outcome = arranged(done_set(1, files, vec![], vec![across("index-orphan-sitemap", 0, 1, 1)]));
    let set = outcome.set.clone().expect("a set");
    let rows = set.rules.iter().map(|rule| (&*rule.group.rule, rule.group.count, rule.places.len()));
    let order = [("a", 3, 3), ("b", 71, 2), ("index-orphan-sitemap", 1, 1), ("d", 1, 1), ("c", 1, 1)];
    assert_eq!(rows.collect::<Vec<_>>(), order);
    assert_eq!(set.rules.iter().map(|rule| rule.group.findings[0].file).collect::<Vec<_>>(), [0, 2, 0, 3, 0].map(Some));
    assert_eq!((&*set.rules[0].places, &*set.rules[1].places), (&[1, 1, 1][..], &[1, 70][..]));
    assert_eq!((set.problems(), set.rules[0].group.common_message()), (2, None));
    let shown = |set| markup::<rules::Rules>(rules::Props { set, guides: Rc::default(), act: Callback::noop() });
    let html = shown(set);
    for part in ["Fix in 1 file…", "Remove in 2 files…", "71 places, 2 files", "3 places, 3 files"] {
        assert!(html.contains(part), "{part} in {html}");
    }
    let few = |names: &[&str]| {
        let broken = |name: &&str| file(name, vec![finding("a", Severity::Error, 1, 1)]);
        let files = names.iter().map(broken).chain([file("good.xml", vec![])]).collect();
        shown(arranged(done_set(1, files, vec![], vec![])).set.clone().expect("a set"))
    };
    let is_open = [html, few(&["a.xml", "b.xml"]), few(&["a.xml"])].map(|html| html.contains("<details open"));
    assert_eq!(is_open, [false, true, false], "what one file has is seen there");
}

#[test]
fn the_repairs_of_all_files_say_how_far_they_are() {
    let all = |safe: u64, has_suggested: bool, fixing: Option<FixProgress>| {
        markup::<repairs::AllRepairs>(repairs::AllProps {
            steps: Steps { undo: Some(Leads::Here), redo: None },
            safe,
            files: 2,
            has_suggested,
            fixing,
            act: Callback::noop(),
        })
    };
    let of = |safe, fixing| all(safe, false, fixing);
    assert!(all(0, true, None).contains("Review all fixes…"), "those that are only suggested");
    let html = of(1200, None);
    assert!(html.contains("Apply all safe fixes in 2 files (1,200)") && html.contains("Undo"), "{html}");
    assert!(!html.contains("aria-disabled") && !html.contains("Cancel"), "{html}");
    assert!(!of(0, None).contains("Fix"), "there is nothing to repair");
    assert!(!html.contains("Review all fixes…"), "{html}");
    let quick = of(9, Some(FixProgress { done: 1, files: 2, slow: false }));
    assert!(quick.contains("Apply all safe fixes in 2 files (9)") && quick.contains("aria-disabled"), "{quick}");
    assert!(!quick.contains("Undo") && !quick.contains("Cancel"), "{quick}");
    let slow = of(9, Some(FixProgress { done: 1, files: 2, slow: true }));
    assert!(slow.contains("Fixing: 1 of 2 files") && slow.contains("Cancel"), "{slow}");
}

#[test]
fn verdicts_of_sets_are_sentences() {
    let of = |severity: Severity, found: Vec<Diagnostic>| {
        let files = vec![file("a.xml", vec![finding("loc-fragment", severity, 1, 1)]), file("b.xml", vec![])];
        let outcome = arranged(done_set(1, files, vec![], found));
        let set = outcome.set.clone().expect("a set");
        set_words(Lang::En, &set, outcome.verdicts()).headline
    };
    let together = || vec![across("index-orphan-sitemap", 1, 1, 0)];
    assert_eq!(of(Severity::Info, vec![]), "Valid.");
    assert_eq!(of(Severity::Info, together()), "Valid, with 1 warning across files.");
    assert_eq!(of(Severity::Warning, vec![]), "Valid, with 1 warning in 1 of 2 files.");
    assert_eq!(of(Severity::Warning, together()), "Valid, with 2 warnings in both files.");
    assert_eq!(of(Severity::Error, together()), "1 error in 1 of 2 files.");
}

#[test]
fn a_link_says_why_it_lacks_the_input() {
    let said = |holds| {
        let shared = Rc::new(ShareLink { url: "https://a.example/#".into(), holds, address: false, copied: true });
        markup::<share::ShareSheet>(share::Props { shared, act: Callback::noop() })
    };
    let (several, binary) = (said(LinkContent::Files), said(LinkContent::Binary));
    assert!(several.contains("several files: send a ZIP") && !several.contains("UTF-8"), "{several}");
    assert!(binary.contains("not UTF-8 text: send the file") && !binary.contains("ZIP"), "{binary}");
}

#[test]
fn a_line_for_robots_txt_is_ready_to_be_copied() {
    let props = |entrances: &[&str]| site::Props {
        site: Site { hosts: "a.example b.example".into(), ..Site::default() },
        entrances: entrances.iter().map(|address| Rc::from(*address)).collect(),
        act: Callback::noop(),
    };
    let html = markup::<site::SiteDetails>(props(&["https://tidepool.page/index.xml"]));
    assert!(html.contains("Sitemap: https://tidepool.page/index.xml") && html.contains("2 verified hosts"), "{html}");
    assert!(!markup::<site::SiteDetails>(props(&[])).contains("Copy"));
}
