//! Plain entries, values and empty elements are read on fast paths. The result must be the same as without them, for all
//! documents and options.

mod document;

use std::ops::ControlFlow;

use proptest::prelude::*;
use sitemap_validator::sink::{Entry, Progress};
use sitemap_validator::{
    Diagnostic, Options, Outcome, Profile, Profiles, Robots, Rule, Severity, Sink, Source, Span, check_source, validate,
};

/// All calls to a sink, in order.
#[derive(Debug, Default, PartialEq)]
struct Told {
    diagnostics: Vec<Diagnostic>,
    entries: Vec<(Span, String, String)>,
    wants_entries: bool,
    /// The number of findings after which the sink stops the check.
    most: usize,
    progress: Vec<(u64, u64)>,
}

impl Sink for Told {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        self.diagnostics.push(diagnostic);
        if self.diagnostics.len() >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn wants_entries(&self) -> bool {
        self.wants_entries
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        self.entries.push((entry.element, entry.url.to_string(), entry.lastmod.to_string()));
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.progress.push((progress.done, progress.entries));
        ControlFlow::Continue(())
    }
}

fn told(source: &Source, options: &Options, most: usize, wants_entries: bool) -> (Told, Outcome) {
    let mut told = Told { wants_entries, most, ..Told::default() };
    let outcome = validate(source, options, &mut told);
    (told, outcome)
}

/// The results of reading `text` with and without the fast paths.
fn both(text: &str, options: &Options, most: usize, entries: bool) -> [(Told, Outcome); 2] {
    let source = Source::from_text(text.to_owned());
    [false, true].map(|no_fast_paths| {
        let options = Options { no_fast_paths, ..options.clone() };
        told(&source, &options, most, entries)
    })
}

const ROBOTS: &str =
    "User-agent: *\nDisallow: /private/\nDisallow: /*?q=\nSitemap: https://tidepool.page/sitemap.xml\n";

/// Random options.
fn options() -> impl Strategy<Value = Options> {
    let addresses = prop::sample::select(vec![
        None,
        None,
        Some("https://tidepool.page/sitemap.xml"),
        Some("https://tidepool.page/a/sitemap.xml"),
        Some("http://tidepool.page/sitemap.xml"),
        Some("https://www.tidepool.page/list"),
        Some("https://tidepool.page/a/b"),
    ]);
    let profiles = prop::sample::select(vec![
        Profiles::DEFAULT,
        Profiles::ALL,
        Profiles::of(&[Profile::SitemapsOrg]),
        Profiles::DEFAULT.with(Profile::Legacy),
        Profiles::DEFAULT.with(Profile::Yandex).with(Profile::Baidu),
    ]);
    let now = prop::sample::select(vec![None, Some(1_795_262_400_000), Some(1_717_230_600_000), Some(i64::MIN)]);
    let levels = prop::sample::select(vec![
        vec![],
        vec![(Rule::LocDuplicate, None), (Rule::PriorityDefaultRedundant, Some(Severity::Warning))],
        vec![(Rule::StructureElementOrder, Some(Severity::Error)), (Rule::LastmodNoSeconds, Some(Severity::Info))],
    ]);
    let flags = any::<[bool; 6]>();
    (addresses, profiles, now, levels, flags).prop_map(|(own_url, profiles, now, levels, flags)| {
        let [pedantic, strict_schema, search_console, siblings, robots, verified] = flags;
        Options {
            profiles,
            pedantic,
            strict_schema,
            url: own_url.map(str::to_owned),
            search_console,
            verified_hosts: if verified { vec!["cdn.tidepool.page".to_owned()] } else { Vec::new() },
            robots: robots.then(|| Robots::new(ROBOTS, None)).into_iter().collect(),
            siblings,
            now,
            levels,
            ..Options::default()
        }
    })
}

/// The number of findings of each rule.
fn counts(diagnostics: &[Diagnostic]) -> Vec<(Rule, u64)> {
    let count = |rule: Rule| diagnostics.iter().filter(|diagnostic| diagnostic.rule() == rule).count() as u64;
    Rule::ALL.iter().map(|&rule| (rule, count(rule))).filter(|(_, count)| *count > 0).collect()
}

proptest! {
    #![proptest_config(crate::cases(4000))]

    #[test]
    fn the_fast_paths_give_the_same_result(
        text in document::documents(),
        options in options(),
        most in prop_oneof![4 => Just(usize::MAX), 1 => 1..12_usize],
        entries in any::<bool>(),
    ) {
        let [plain, general] = both(&text, &options, most, entries);
        if most == usize::MAX {
            // Findings that are not kept are counted, too.
            let report = check_source("x.xml", &Source::from_text(text.clone()), &options, 1);
            prop_assert_eq!(report.rules, counts(&plain.0.diagnostics), "{}", text);
        }
        prop_assert_eq!(plain, general, "{}", text);
    }
}

#[test]
fn a_check_that_is_stopped_ends_the_same_way() {
    let text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc lang=\"en\">/a&nope;</loc>\
                <lastmod>x</lastmod><x/><loc/></url></urlset>";
    for (at, _) in text.char_indices() {
        for most in 1..7 {
            let [fast, general] = both(&text[..at], &Options::default(), most, false);
            assert_eq!(fast, general, "{most} findings in {}", &text[..at]);
        }
    }
}

/// `count` plain entries.
fn many(count: usize) -> String {
    let entry = |number: usize| {
        let (page, tenths) = (number % 49_000, number % 10);
        format!("<url><loc>https://tidepool.page/{page}</loc><priority>0.{tenths}</priority></url>\n")
    };
    let entries: Vec<String> = (0..count).map(entry).collect();
    format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}</urlset>\n", entries.concat())
}

#[test]
fn the_fast_path_finds_limits_and_duplicates_and_reports_progress() {
    let text = many(50_010);
    let [mut plain, mut general] = both(&text, &Options::default(), usize::MAX, true);
    let [told, others] = [&mut plain, &mut general].map(|(told, _)| std::mem::take(&mut told.progress));
    assert!(told.is_sorted() && told.len().abs_diff(others.len()) <= 1, "{told:?}");
    assert!(told.windows(2).all(|pair| (262_144..270_000).contains(&(pair[1].0 - pair[0].0))), "{told:?}");
    // The fast path reports progress between entries, the general one after any tag.
    assert!(told.iter().all(|&(done, _)| text[..done as usize].ends_with("</url>")), "{told:?}");
    assert!(plain == general);
    let report = check_source("x.xml", &Source::from_text(text), &Options::default(), 0);
    for (rule, count) in [(Rule::LimitsTooManyUrls, 1), (Rule::LocDuplicate, 1010)] {
        assert!(report.rules.contains(&(rule, count)), "{:?}", report.rules);
    }
}
