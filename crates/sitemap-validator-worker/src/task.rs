//! What a file is checked under, and what comes of it: alike in the worker itself and in a helper.

use std::sync::Arc;

use sitemap_validator::facts::Facts;
use sitemap_validator::message::{Catalogue, Words};
use sitemap_validator::output::json;
use sitemap_validator::robots::RobotsFiles;
use sitemap_validator::set::Member;
use sitemap_validator::{Options, Robots};
use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::message::Settings;
use sitemap_validator_protocol::name::{last_segment, plain_name};
use sitemap_validator_protocol::{packed_structs, report as wire};

use crate::checking::{Listener, Nobody, check};
use crate::edge::Edge;
use crate::kept::Kept;
use crate::settings::options;
use crate::texts::Text;

/// All that a report depends on, but for the present.
#[expect(clippy::struct_excessive_bools, reason = "four independent facts")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    /// Stands for the content.
    pub content: Option<u32>,
    /// The file's name.
    pub name: String,
    /// Where it is served from.
    pub url: Option<String>,
    /// The address follows from that of the folder, or from what another file lists.
    pub is_url_presumed: bool,
    /// The address of the index that lists it.
    pub listed_by: Option<String>,
    /// It was found in a folder, and nothing lists it.
    pub is_unlisted: bool,
    /// How it was fetched.
    pub http: Option<Box<Http>>,
    /// The page has repaired it.
    pub repaired: bool,
    /// The page's settings, without the present and the folder's address.
    pub settings: Settings,
    /// It is one of several.
    pub set: bool,
    /// What the robots.txt files and their addresses hash to.
    pub robots: u64,
}

/// What is asked about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Task {
    /// Its terms.
    pub terms: Terms,
    /// The present.
    pub now: Option<i64>,
    /// How many findings of each rule the summary lists.
    pub most: u32,
}

/// What all files of a run share.
#[derive(Debug, Clone, Default)]
pub struct Shared {
    /// The robots.txt files of a set.
    pub robots: RobotsFiles,
    /// The language of the page.
    pub words: Words,
}

/// The same as it is told to a helper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Brief {
    /// The robots.txt files with their addresses.
    pub robots: Vec<(String, Option<String>)>,
    /// The tag of the language and its catalogue; none for English.
    pub language: Option<(String, String)>,
}

impl Brief {
    /// The robots.txt files, read.
    pub fn robots(&self) -> RobotsFiles {
        self.robots.iter().map(|(text, address)| Robots::new(text, address.as_deref())).collect()
    }

    /// The language, read.
    pub fn words(&self) -> Words {
        let language = self.language.as_ref();
        let catalogue = language.and_then(|(tag, text)| Catalogue::parse(tag, text).ok());
        catalogue.map(|catalogue| Arc::new(catalogue).into()).unwrap_or_default()
    }
}

packed_structs! {
    Brief { robots, language }
    Terms { content, name, url, is_url_presumed, listed_by, is_unlisted, http, repaired, settings, set, robots }
    Task { terms, now, most }
    Told { summary, safe_fixes, lines }
}

impl Task {
    /// What the core is given.
    pub fn options(&self, shared: &Shared) -> Options {
        let Terms { name, url: address, http, repaired, settings, set, .. } = &self.terms;
        // A file that was fetched has its URL as name.
        let name = if http.is_some() { last_segment(name) } else { name };
        // The page unpacked it to repair it, and packs it again to save it: that its name says otherwise is no fault.
        let name = if *repaired { plain_name(name) } else { name };
        let options = options(settings, name, address.clone());
        // What the page has changed was not fetched.
        let http = http.as_deref().filter(|_| !repaired).map(|http| Arc::new(http.clone()));
        Options {
            is_url_presumed: self.terms.is_url_presumed,
            listed_by: self.terms.listed_by.clone(),
            is_unlisted: self.terms.is_unlisted,
            siblings: *set,
            http,
            robots: shared.robots.clone(),
            now: self.now,
            ..options
        }
    }

    /// Checks `text`.
    pub fn check(&self, text: &Text, shared: &Shared, listener: &mut impl Listener) -> Made {
        let options = self.options(shared);
        let (mut report, safe_fixes) = check(&self.terms.name, text, &options, &shared.words, listener);
        let member = self.terms.set.then(|| Member::of(&mut report, &text.source));
        let kept = Kept::new(options, report, shared.words.clone(), self.terms.settings.excerpts);
        let summary = kept.summary(text, self.most as usize);
        Made { told: Told { summary, safe_fixes, lines: text.line_count() }, member, kept }
    }

    /// Checks `text` once more: what a helper found is not kept anywhere.
    pub fn again(&self, text: &Text, shared: &Shared, edge: &impl Edge) -> Kept {
        let options = self.options(shared);
        let (mut report, _) = check(&self.terms.name, text, &options, &shared.words, &mut Nobody(edge));
        // The set was told what it needs to know.
        report.outcome.facts = Facts::default();
        Kept::new(options, report, shared.words.clone(), self.terms.settings.excerpts)
    }
}

/// What comes of a file.
#[derive(Debug)]
pub struct Made {
    /// What the page is told.
    pub told: Told,
    /// What the other files of a set need to know.
    pub member: Option<Member>,
    /// What questions are answered from.
    pub kept: Kept,
}

/// What the page is told of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// The report with the first findings of each rule.
    pub summary: wire::File,
    /// How many safe repairs there are.
    pub safe_fixes: u32,
    /// How many lines its text has.
    pub lines: u32,
}

impl Told {
    /// What is told of a file that could not be read or checked; `why` is a sentence.
    pub fn unread(terms: &Terms, bytes: u64, why: String) -> Self {
        let summary = json::unread(&terms.name, terms.url.as_deref(), bytes, why);
        Self { summary, safe_fixes: 0, lines: 0 }
    }
}
