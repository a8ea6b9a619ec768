//! Runs the examples of the rule pages: every bad example has the finding at exactly the marked locations, every good
//! one is clean, every fix gives the text on the page.
//!
//! `RULE=loc-relative cargo test -p sitemap-validator --test all rule_pages` runs the examples of one rule.

#![allow(clippy::disallowed_methods)] // the pages are files, and `RULE` chooses one

mod answer;
pub(crate) mod example;
pub(crate) mod failures;
mod fast_path;
mod generator;
mod languages;
pub(crate) mod page;
mod set;
mod style;

use std::num::NonZero;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use rule_pages::{Block, Page, RobotsFile, Role};
use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::registry::Repair;
use sitemap_validator::{Diagnostic, FileReport, Rule, Severity, Source, Span, fix, message};

use example::Example;
use failures::Failures;

/// The rules to test: all, or the one in `RULE`.
fn rules() -> Vec<Rule> {
    match std::env::var("RULE") {
        Ok(id) => vec![Rule::by_id(&id).unwrap_or_else(|| panic!("RULE: no rule is called {id}"))],
        Err(_) => Rule::ALL.to_vec(),
    }
}

/// A checked example of a rule.
struct Case {
    rule: Rule,
    example: Example,
    source: Source,
    report: FileReport,
}

impl Case {
    fn read(rule: Rule, block: &Block<'_>, robots: &[RobotsFile<'_>]) -> Option<Self> {
        // `pages_are_complete` reports an invalid example.
        let example = Example::read(block, robots).ok()?;
        let source = example.source();
        let report = example.check(&source);
        Some(Self { rule, example, source, report })
    }

    /// The findings of the example's own rule.
    fn own(&self) -> impl Iterator<Item = &Diagnostic> {
        self.report.diagnostics.iter().filter(|found| found.rule() == self.rule)
    }

    /// The text with the fixes of the example's own rule, and the number of fixes.
    fn repair(&self, kind: FixKind) -> (String, usize) {
        fix::apply(self.source.text(), self.own(), kind)
    }
}

/// All examples, in the order of rules and pages, checked once for all tests.
fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let pages: Vec<(Rule, Page<'_>)> = rules().into_iter().map(|rule| (rule, Page::parse(rule.page()))).collect();
        let blocks: Vec<(Rule, &Block<'_>, Vec<RobotsFile<'_>>)> =
            pages.iter().flat_map(|(rule, page)| page.blocks().map(|(block, robots)| (*rule, block, robots))).collect();
        let next = AtomicUsize::new(0);
        let mut cases: Vec<(usize, Case)> = std::thread::scope(|scope| {
            let work = || {
                let mut done = Vec::new();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some((rule, block, robots)) = blocks.get(index) else { return done };
                    done.extend(Case::read(*rule, block, robots).map(|case| (index, case)));
                }
            };
            let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().flat_map(|worker| worker.join().expect("no example panics")).collect()
        });
        cases.sort_by_key(|(index, _)| *index);
        cases.into_iter().map(|(_, case)| case).collect()
    });
    &CASES
}

/// The bad examples of all rules.
pub(crate) fn bad_examples() -> Vec<(Rule, Example)> {
    let mut examples = Vec::new();
    for &rule in Rule::ALL {
        let page = Page::parse(rule.page());
        let read = page.blocks().filter_map(|(block, robots)| Example::read(block, &robots).ok());
        examples.extend(read.filter(|example| example.role == Role::Bad).map(|example| (rule, example)));
    }
    examples
}

/// The examples with the given role.
fn cases_of(role: Role) -> impl Iterator<Item = &'static Case> {
    cases().iter().filter(move |case| case.example.role == role)
}

#[test]
fn pages_are_complete() {
    let mut failures = Failures::default();
    for rule in rules() {
        let page = Page::parse(rule.page());
        for problem in page::problems(&page, rule.id()) {
            failures.add(rule, problem);
        }
        let mut previous = None;
        let mut roles = Vec::new();
        for (block, robots) in page.blocks() {
            match Example::read(block, &robots) {
                Ok(example) => {
                    if example.role == Role::Fixed && previous != Some(Role::Bad) {
                        failures.add(rule, format!("line {}: `fixed` does not follow a `bad` block", block.line));
                    }
                    if let Some(id) = example.also.iter().find(|id| Rule::by_id(id).is_none()) {
                        failures.add(rule, format!("line {}: also={id}: no such rule", block.line));
                    }
                    previous = Some(example.role);
                    roles.push(example.role);
                }
                Err(problem) => failures.add(rule, format!("line {}: {problem}", block.line)),
            }
        }
        for role in [Role::Bad, Role::Good] {
            if !roles.contains(&role) {
                failures.add(rule, format!("no {role:?} example"));
            }
        }
    }
    failures.finish("pages");
}

/// An engine is a source only if the page cites a document of it.
#[test]
fn sources_of_a_rule_are_cited() {
    let hosts = [
        ("sitemaps.org", "https://www.sitemaps.org/"),
        ("schema", ".xsd)"),
        ("google", "google"),
        ("bing", "bing.com/"),
        ("yandex", "yandex.com/"),
    ];
    let mut failures = Failures::default();
    for rule in rules() {
        let page = Page::parse(rule.page());
        let cited = page.section("Source");
        let messages = rule.info().messages.iter().map(|message| message.info().support);
        for support in messages.chain([rule.info().support]) {
            for source in support.sources() {
                let host = hosts.iter().find(|(name, _)| *name == source);
                if host.is_some_and(|(_, host)| !cited.contains(host)) {
                    failures.add(rule, format!("\"Source\" has no document of {source}"));
                }
            }
        }
    }
    failures.finish("sources");
}

#[test]
fn bad_examples_show_their_rule_at_the_marks() {
    let mut failures = Failures::default();
    for case in cases_of(Role::Bad) {
        let Case { rule, example, source, report } = case;
        let mut problems = Vec::new();
        let mut expected = example.spans.clone();
        let mut unexpected = Vec::new();
        for found in case.own() {
            match expected.iter().position(|span| *span == found.span) {
                Some(index) => {
                    expected.remove(index);
                }
                None => unexpected.push(found),
            }
        }
        for span in expected {
            problems.push(format!("expected {}", place(source, span)));
        }
        for found in unexpected {
            problems.push(format!("actually {}", finding(source, found)));
        }
        for found in report.diagnostics.iter().filter(|found| found.rule() != *rule) {
            if !example.allows(found.rule()) {
                problems.push(format!("also     {}", finding(source, found)));
            }
        }
        for id in &example.also {
            if !report.diagnostics.iter().any(|found| found.rule().id() == id) {
                problems.push(format!("also={id} does not occur"));
            }
        }
        failures.example(*rule, "bad", example.line, &problems);
    }
    failures.finish("bad examples");
}

#[test]
fn good_examples_are_clean() {
    let mut failures = Failures::default();
    for Case { rule, example, source, report } in cases_of(Role::Good) {
        let problems: Vec<String> = report
            .diagnostics
            .iter()
            .filter(|found| found.rule() == *rule || !example.allows(found.rule()))
            .map(|found| format!("actually {}", finding(source, found)))
            .collect();
        failures.example(*rule, "good", example.line, &problems);
    }
    failures.finish("good examples");
}

#[test]
fn fixes_give_the_text_on_the_page() {
    let mut failures = Failures::default();
    for pair in cases().windows(2) {
        let [bad, fixed] = pair else { continue };
        if bad.example.role != Role::Bad || fixed.example.role != Role::Fixed {
            continue;
        }
        let (text, applied) = bad.repair(FixKind::Suggest);
        let mut problems = Vec::new();
        if applied == 0 {
            problems.push("no repair is offered".to_owned());
        } else if text != fixed.source.text() {
            problems.push(first_difference(&text, fixed.source.text()));
        }
        for found in bad.example.check(&fixed.source).diagnostics.iter().filter(|found| found.rule() == bad.rule) {
            problems.push(format!("still there: {}", finding(&fixed.source, found)));
        }
        failures.example(bad.rule, "fixed", fixed.example.line, &problems);
    }
    failures.finish("fixed examples");
}

#[test]
fn the_front_matter_names_the_best_fix() {
    let mut failures = Failures::default();
    for rule in rules() {
        let mut best = Repair::Manual;
        let mut shown = false;
        for case in cases().iter().filter(|case| case.rule == rule) {
            shown |= case.example.role == Role::Fixed || case.example.generated;
            for found in case.own().filter(|_| case.example.role == Role::Bad) {
                best = match (best, found.fix.as_ref().map(|fix| fix.kind)) {
                    (_, Some(FixKind::Safe)) | (Repair::Safe, _) => Repair::Safe,
                    (_, Some(FixKind::Suggest)) | (Repair::Suggest, _) => Repair::Suggest,
                    _ => Repair::Manual,
                };
            }
        }
        let said = rule.info().repair;
        if said != best {
            failures.add(rule, format!("the table says {said:?}, the examples show {best:?}"));
        }
        if best != Repair::Manual && !shown {
            failures.add(rule, "a repair is offered, but no `fixed` block shows it".to_owned());
        }
    }
    failures.finish("repairs");
}

#[test]
fn messages_keep_the_style() {
    let mut failures = Failures::default();
    for rule in rules() {
        for message in rule.info().messages {
            for problem in style::problems(message.info()) {
                failures.add(rule, format!("{message:?}: {problem}"));
            }
        }
    }
    failures.finish("style");
}

#[test]
fn messages_are_complete() {
    let mut failures = Failures::default();
    for Case { source, report, .. } in cases_of(Role::Bad) {
        for found in &report.diagnostics {
            let message = found.message().info();
            for template in [message.title, message.help] {
                if let Some(missing) = style::placeholders(template).find(|&index| index >= found.args.len()) {
                    failures.add(found.rule(), format!("`{template}`: no argument {{{missing}}}"));
                }
            }
            for text in [message::title(found, source.text()), message::help(found, source.text())] {
                if text.matches('`').count() % 2 != 0 || text.contains("``") {
                    failures.add(found.rule(), format!("filled in, back-ticks do not match: {text}"));
                }
            }
        }
    }
    failures.finish("messages");
}

/// `line:column-line:column "text"`.
fn place(source: &Source, span: Span) -> String {
    let (text, index) = (source.text(), source.line_index());
    let (start, end) = (index.position(text, span.start), index.position(text, span.end));
    let shown = match text.get(span.range()) {
        Some(shown) if shown.chars().count() > 120 => {
            format!("{:?}…", shown.chars().take(100).collect::<String>())
        }
        Some(shown) => format!("{shown:?}"),
        None => "outside the text or within a character".to_owned(),
    };
    format!("{}:{}-{}:{} {shown}", start.line, start.column, end.line, end.column)
}

/// The location, rule and title of a finding.
fn finding(source: &Source, found: &Diagnostic) -> String {
    let severity = match found.severity {
        Some(Severity::Error) => "error",
        Some(Severity::Warning) => "warning",
        Some(Severity::Info) => "info",
        None => "?",
    };
    let title = message::title(found, source.text());
    format!("{} {severity} {}: {title}", place(source, found.span), found.rule().id())
}

/// The first line in which `actual` differs from `expected`.
fn first_difference(actual: &str, expected: &str) -> String {
    let common = actual.char_indices().zip(expected.chars()).take_while(|((_, a), b)| a == b).count();
    let around = |text: &str| -> String { text.chars().skip(common.saturating_sub(30)).take(110).collect::<String>() };
    format!("the repair gives …{:?}…\nthe page shows  …{:?}…", around(actual), around(expected))
}
