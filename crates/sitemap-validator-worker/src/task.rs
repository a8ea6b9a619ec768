//! The terms and the result of a check, in the worker or in a helper.

use std::sync::Arc;

use sitemap_validator::facts::Facts;
use sitemap_validator::message::{Catalogue, Words};
use sitemap_validator::output::json;
use sitemap_validator::robots::RobotsFiles;
use sitemap_validator::session::Context;
use sitemap_validator::set::Member;
use sitemap_validator::{Options, Robots};
use sitemap_validator_protocol::message::Settings;
use sitemap_validator_protocol::name::{last_segment, plain_name};
use sitemap_validator_protocol::{packed_structs, report as wire};

use crate::checking::{Listener, NoListener, check};
use crate::edge::Edge;
use crate::finding_store::FindingStore;
use crate::settings::options;
use crate::texts::Text;

/// Everything that a report depends on, except the current time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckTerms {
    /// A number that identifies the content.
    pub content: Option<u32>,
    /// The file's name.
    pub name: String,
    /// Its context, such as its URL and HTTP response.
    pub context: Context,
    /// True if the page has fixed the file.
    pub repaired: bool,
    /// The settings of the page, without the current time and the URL of the folder.
    pub settings: Settings,
    /// True if the file is one of several.
    pub set: bool,
    /// The hash of the robots.txt files and their URLs.
    pub robots: u64,
}

/// The check of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// The terms of the check.
    pub terms: CheckTerms,
    /// The current time.
    pub now: Option<i64>,
    /// The maximum number of findings of each rule in the summary.
    pub most: u32,
}

/// The data that all files of a run share.
#[derive(Debug, Clone, Default)]
pub struct SharedContext {
    /// The robots.txt files of a set.
    pub robots: RobotsFiles,
    /// The language of the page.
    pub words: Words,
}

/// The shared data as it is sent to a helper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedData {
    /// The robots.txt files with their URLs.
    pub robots: Vec<(String, Option<String>)>,
    /// The tag and the catalogue of the language; `None` for English.
    pub language: Option<(String, String)>,
}

impl SharedData {
    /// Parses the robots.txt files.
    pub fn robots(&self) -> RobotsFiles {
        self.robots.iter().map(|(text, address)| Robots::new(text, address.as_deref())).collect()
    }

    /// Parses the language.
    pub fn words(&self) -> Words {
        let language = self.language.as_ref();
        let catalogue = language.and_then(|(tag, text)| Catalogue::parse(tag, text).ok());
        catalogue.map(|catalogue| Arc::new(catalogue).into()).unwrap_or_default()
    }
}

packed_structs! {
    SharedData { robots, language }
    CheckTerms { content, name, context, repaired, settings, set, robots }
    Task { terms, now, most }
    FileSummary { summary, safe_fixes, lines }
}

impl Task {
    /// Returns the options for the core.
    pub fn options(&self, shared: &SharedContext) -> Options {
        let CheckTerms { name, context, repaired, settings, set, .. } = &self.terms;
        let mut context = context.clone();
        // The name of a fetched file is its URL.
        let name = if context.http.is_some() { last_segment(name) } else { name };
        // The page decompressed the file to fix it, and compresses it again on saving, so a `.gz` name is not an error.
        context.file_name = Some(if *repaired { plain_name(name) } else { name }.to_owned());
        // If the page has fixed the file, its content is no longer the fetched content.
        context.http = context.http.filter(|_| !repaired);
        context.options(Options { siblings: *set, robots: shared.robots.clone(), now: self.now, ..options(settings) })
    }

    /// Checks `text`.
    pub fn check(&self, text: &Text, shared: &SharedContext, listener: &mut impl Listener) -> CheckResult {
        let options = self.options(shared);
        let (mut report, safe_fixes) = check(&self.terms.name, text, &options, &shared.words, listener);
        let member = self.terms.set.then(|| Member::of(&mut report, &text.source));
        let store = FindingStore::new(options, report, shared.words.clone(), self.terms.settings.excerpts);
        let summary = store.summary(text, self.most as usize);
        CheckResult { outcome: FileSummary { summary, safe_fixes, lines: text.line_count() }, member, store }
    }

    /// Checks `text` again, because the findings of helpers are not kept.
    pub fn again(&self, text: &Text, shared: &SharedContext, edge: &impl Edge) -> FindingStore {
        let options = self.options(shared);
        let (mut report, _) = check(&self.terms.name, text, &options, &shared.words, &mut NoListener(edge));
        // The set already has the facts from the first check.
        report.outcome.facts = Facts::default();
        FindingStore::new(options, report, shared.words.clone(), self.terms.settings.excerpts)
    }
}

/// The result of a check.
#[derive(Debug)]
pub struct CheckResult {
    /// The summary for the page.
    pub outcome: FileSummary,
    /// The facts for the other files of a set.
    pub member: Option<Member>,
    /// The findings, for later questions.
    pub store: FindingStore,
}

/// The summary of a file for the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSummary {
    /// The report with the first findings of each rule.
    pub summary: wire::File,
    /// The number of safe fixes.
    pub safe_fixes: u32,
    /// The number of lines of its text.
    pub lines: u32,
}

impl FileSummary {
    /// The summary of a file that could not be read or checked; `why` is a sentence.
    pub fn unread(terms: &CheckTerms, bytes: u64, why: String) -> Self {
        let summary = json::unread(&terms.name, terms.context.place.url.as_deref(), bytes, why);
        Self { summary, safe_fixes: 0, lines: 0 }
    }
}
