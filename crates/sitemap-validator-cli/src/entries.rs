//! The entries of a file, and their URLs by number.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::sink::Entry;
use sitemap_validator::{Collector, Diagnostic, Options, Outcome, Rule, Severity, Sink, Source, validate};

/// Calls a function with each entry of a file.
pub struct EntrySink<F>(pub F);

impl<F: FnMut(&Entry<'_>)> Sink for EntrySink<F> {
    fn diagnostic(&mut self, _: Diagnostic) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn is_full(&self, _: Rule, _: Option<FixKind>) -> bool {
        true
    }

    fn wants_entries(&self) -> bool {
        true
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        self.0(entry);
    }
}

/// The URLs of some of the entries of a file.
#[derive(Debug, Default)]
pub struct Locs(HashMap<u32, String>);

impl Locs {
    /// Finds the URLs of the entries with these numbers.
    pub fn of(source: &Source, options: &Options, entries: impl IntoIterator<Item = u32>) -> Self {
        let mut locs: HashMap<u32, String> = entries.into_iter().map(|entry| (entry, String::new())).collect();
        if !locs.is_empty() {
            let add = |entry: &Entry<'_>| {
                if let Some(loc) = locs.get_mut(&entry.number) {
                    loc.push_str(&entry.url);
                }
            };
            validate(source, options, &mut EntrySink(add));
        }
        Self(locs)
    }

    /// Checks `source` with up to `cap` findings of each rule, and collects the URLs of the entries with listed
    /// findings.
    pub(crate) fn check(source: &Source, options: &Options, cap: u64) -> (Outcome, Collector, Self) {
        let mut both =
            LocCollector { findings: Collector::new(cap), locs: Self::default(), entry: 0, url: String::new() };
        let outcome = validate(source, options, &mut both);
        let LocCollector { findings, mut locs, .. } = both;
        let missing = locs.0.iter().filter(|(_, url)| url.is_empty()).map(|(entry, _)| *entry);
        let missing = Self::of(source, options, missing);
        locs.0.extend(missing.0);
        (outcome, findings, locs)
    }

    /// Returns the URL of an entry, if it was requested and the entry has one.
    pub fn get(&self, entry: u32) -> Option<&str> {
        self.0.get(&entry).map(String::as_str).filter(|loc| !loc.is_empty())
    }
}

/// Collects findings and the URLs of their entries.
struct LocCollector {
    findings: Collector,
    locs: Locs,
    /// The latest entry and its URL: findings are reported both before and after it.
    entry: u32,
    url: String,
}

impl Sink for LocCollector {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        let (listed, entry) = (self.findings.so_far().len(), diagnostic.entry);
        let flow = self.findings.diagnostic(diagnostic);
        if entry > 0 && self.findings.so_far().len() > listed {
            let url = if entry == self.entry { self.url.as_str() } else { "" };
            self.locs.0.entry(entry).or_insert_with(|| url.to_owned());
        }
        flow
    }

    fn is_full(&self, rule: Rule, fix: Option<FixKind>) -> bool {
        self.findings.is_full(rule, fix)
    }

    fn count(&mut self, rule: Rule, severity: Severity) -> ControlFlow<()> {
        self.findings.count(rule, severity)
    }

    fn wants_entries(&self) -> bool {
        true
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        self.entry = entry.number;
        self.url.clear();
        self.url.push_str(&entry.url);
        if let Some(url) = self.locs.0.get_mut(&entry.number).filter(|url| url.is_empty()) {
            url.push_str(&entry.url);
        }
    }
}
