//! Checks for another program, in its process.

use std::ffi::OsString;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use clap::ValueEnum;
use clap::error::ErrorKind;
use sitemap_validator::fix::{Fixed, all_safe};
use sitemap_validator::message::Words;
use sitemap_validator::output::json;
use sitemap_validator::robots::address_for;
use sitemap_validator::set::{self, Member};
use sitemap_validator::source;
use sitemap_validator::{Collector, FileReport, Options, Robots, Source};
use sitemap_validator_protocol::report as wire;
use sitemap_validator_protocol::secret::hidden_words;

use crate::arguments::{self, Action, Check, EmbeddingProgram};
use crate::baseline;
#[cfg(feature = "mcp")]
use crate::client::Connecting;
use crate::entries::Locs;
use crate::languages::Language;
use crate::{robots, rule_page, rules, run};

/// Returns the messages in a language: `en`, `fr` or `es`.
///
/// # Errors
/// If there is no such language.
pub fn words(lang: &str) -> Result<Words, String> {
    Language::from_str(lang, false)?.words()
}

/// Returns the page about a rule in a language, in Markdown.
///
/// # Errors
/// If there is no such rule or language.
pub fn explain(rule: &str, lang: &str) -> Result<String, String> {
    Ok(rule_page::page(rules::by_id(rule)?, &words(lang)?))
}

/// The name of a file without a name in the report.
const NAMELESS: &str = "sitemap.xml";

/// The reason why a session cannot be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// There is no such option.
    Unknown(String),
    /// A value is wrong, or options conflict with each other.
    Wrong(String),
    /// A file that an option names cannot be read.
    Unreadable(String),
}

/// A file of a set.
#[derive(Debug)]
pub struct MemberInput<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its URL.
    pub url: Option<&'a str>,
    /// Its content, which may be compressed.
    pub bytes: Vec<u8>,
    /// True if the end of its content is missing.
    pub is_truncated: bool,
    /// The robots.txt of its site.
    pub robots: Option<&'a str>,
    /// The date, or date and time, when it was fetched; if valid, it is the current time for rules about the future.
    pub date: Option<&'a str>,
}

/// The result of checking one file of a set.
#[derive(Debug)]
pub struct CheckedMember {
    /// Its part of the report.
    pub file: wire::File,
    /// The URLs of the entries with listed findings.
    pub locs: Locs,
    /// The data for the comparison with other files.
    pub member: Member,
    /// Memory for the content of the next file.
    pub buffer: Vec<u8>,
}

/// The inputs and options of a command line.
#[derive(Debug)]
pub struct Session {
    check: Check,
    /// The options of one file, with the robots.txt files of `--robots`.
    options: Options,
    host: Arc<EmbeddingProgram>,
}

impl Session {
    /// Creates a session from command-line arguments, such as `--base`, and files, folders or URLs.
    ///
    /// # Errors
    /// If the arguments are wrong, or a file that an option names cannot be read.
    pub fn new(words: impl IntoIterator<Item = OsString>) -> Result<Self, Fault> {
        let program = ["sitemap-validator", "--format=json", "--quiet", "--color=never"].map(OsString::from);
        let action = arguments::parse(program.into_iter().chain(words)).map_err(|error| {
            let text = error.to_string();
            // The other paragraphs are only relevant on the command line.
            let lines: Vec<&str> = text.lines().take_while(|line| !line.is_empty()).map(str::trim).collect();
            let sentence = hidden_words(lines.join(" ").trim_start_matches("error: "));
            match error.kind() {
                ErrorKind::UnknownArgument => Fault::Unknown(sentence),
                ErrorKind::Io => Fault::Unreadable(sentence),
                _ => Fault::Wrong(sentence),
            }
        })?;
        let Action::Check(mut check) = action else {
            return Err(Fault::Wrong("this option does not apply to a check".to_owned()));
        };
        let host = Arc::new(EmbeddingProgram::default());
        check.host = Some(host.clone());
        let mut robots = Vec::new();
        let (mut files, _) = robots::session(&check, &mut robots, false);
        robots::look(&mut files, &robots, check.arguments.max_size);
        let options = Options { siblings: false, ..files.options() };
        let session = Self { options, check: *check, host };
        match session.notes().into_iter().next() {
            Some(note) => Err(Fault::Unreadable(note)),
            None => Ok(session),
        }
    }

    /// Checks the content of one file, which may be compressed. The result does not depend on the inputs of the
    /// session.
    ///
    /// An empty `name` means that the file has no name; the report calls it `sitemap.xml`.
    pub fn check(&self, name: &str, url: Option<&str>, bytes: Vec<u8>) -> (wire::Report, Source) {
        let source = self.read(bytes);
        let options = self.options_of(name, url);
        let name = if name.is_empty() { NAMELESS } else { name };
        let mut found = Collector::new(self.check.cap());
        let outcome = baseline::check(self.check.baseline.as_ref(), name, &source, &options, &mut found);
        let report = FileReport::new(name, &source, &options, outcome, found);
        let file = json::file(&report, &source, &self.check.words);
        (json::report(vec![file], None, &self.check.words), source)
    }

    /// Checks one file of a set. With `robots`, also against the robots.txt of its site.
    ///
    /// # Errors
    /// If the end of the file is missing and no entry is complete; the error gives the reason as a sentence.
    pub fn check_member(&self, input: MemberInput<'_>) -> Result<CheckedMember, String> {
        let MemberInput { name, url, bytes, is_truncated, robots, date } = input;
        let mut source = self.read(bytes);
        if is_truncated {
            source = source
                .without_truncated_entry()
                .ok_or("the end of the file is missing, and no entry in it is complete")?;
        }
        let mut options = Options { siblings: true, ..self.options_of(name, url) };
        options.now = date.and_then(Options::parse_now).or(options.now);
        if let Some(robots) = robots {
            let address = url.and_then(address_for);
            options.robots = [Robots::new(robots, address.as_deref())].into();
        }
        let (mut outcome, found, locs) = Locs::check(&source, &options, self.check.cap());
        outcome.partial |= is_truncated;
        let mut report = FileReport::new(name, &source, &options, outcome, found);
        let file = json::file(&report, &source, &self.check.words);
        let member = Member::of(&mut report, &source);
        Ok(CheckedMember { file, locs, member, buffer: source.into_bytes() })
    }

    /// Compares the files of a set.
    pub fn check_set(&self, members: &[Member]) -> wire::Set {
        let across = set::check(members, &self.options, self.check.cap());
        let set = json::set(&mut [], &across, &self.check.words);
        let verdict = members.iter().map(|member| member.verdict).fold(set.verdict, json::worse);
        let entries = members.iter().filter(|member| member.kind.has_pages()).map(|member| member.entries).sum();
        wire::Set { verdict, entries, ..set }
    }

    /// Returns the content of a file after all safe fixes.
    pub fn fix(&self, name: &str, url: Option<&str>, bytes: Vec<u8>) -> Fixed {
        all_safe(&self.read(bytes), &self.options_of(name, url), |bytes| self.read(bytes))
    }

    /// Returns the report on the files, folders or URLs of the session. Blocks until all of them are fetched and
    /// checked.
    ///
    /// # Errors
    /// If there is nothing to check, because there is no file or no response.
    pub fn check_all(&self) -> Result<wire::Report, String> {
        run::report(&self.check)
    }

    /// Returns the session with other connection options.
    #[cfg(feature = "mcp")]
    pub(crate) fn connecting(mut self, connecting: Connecting) -> Self {
        self.check.arguments.fetching.connecting = connecting;
        self
    }

    /// Stops fetching; the report then covers the files fetched so far.
    pub fn stop(&self) {
        self.check.interrupt.stop();
    }

    /// Returns the messages since the last call that the command line would write to standard error.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.host.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the text of a file with this content.
    pub fn read(&self, bytes: Vec<u8>) -> Source {
        source::read(bytes, self.check.arguments.max_size)
    }

    /// Returns the language of the messages.
    pub fn words(&self) -> Words {
        self.check.words.clone()
    }

    /// Returns the options for checking one file.
    pub fn options_of(&self, name: &str, url: Option<&str>) -> Options {
        let own_url = url.map(str::to_owned).or_else(|| self.check.arguments.url.clone());
        let file_name = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
        Options { url: own_url, file_name, ..self.options.clone() }
    }
}
