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

use crate::arguments::{self, Action, Check, Host};
use crate::baseline;
#[cfg(feature = "mcp")]
use crate::client::Connecting;
use crate::entries::Locs;
use crate::languages::Language;
use crate::{robots, rule_page, rules, run};

/// A language of messages: `en`, `fr` or `es`.
///
/// # Errors
/// When there is no such language.
pub fn words(lang: &str) -> Result<Words, String> {
    Language::from_str(lang, false)?.words()
}

/// The page about a rule in a language, in Markdown.
///
/// # Errors
/// When there is no such rule or language.
pub fn explain(rule: &str, lang: &str) -> Result<String, String> {
    Ok(rule_page::page(rules::by_id(rule)?, &words(lang)?))
}

/// What the report calls a file without a name.
const NAMELESS: &str = "sitemap.xml";

/// Why a session cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// There is no such option.
    Unknown(String),
    /// A value is wrong, or options exclude each other.
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
    /// When it was fetched, as a date or a date and time: the rules about the future go by this, if it is one.
    pub date: Option<&'a str>,
}

/// The result of checking one file of a set.
#[derive(Debug)]
pub struct CheckedMember {
    /// Its part of the report.
    pub file: wire::File,
    /// The URLs of the entries with listed findings.
    pub locs: Locs,
    /// What the comparison with other files needs.
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
    host: Arc<Host>,
}

impl Session {
    /// A session with the arguments of the command line, such as `--base`, and files, folders or URLs.
    ///
    /// # Errors
    /// When the arguments are wrong, or a file that an option names cannot be read.
    pub fn new(words: impl IntoIterator<Item = OsString>) -> Result<Self, Fault> {
        let program = ["sitemap-validator", "--format=json", "--quiet", "--color=never"].map(OsString::from);
        let action = arguments::parse(program.into_iter().chain(words)).map_err(|error| {
            let text = error.to_string();
            // The other paragraphs are about the command line.
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
        let host = Arc::new(Host::default());
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

    /// The report on the content of one file, which may be compressed. It does not depend on what the session names.
    ///
    /// A file whose `name` is empty has none; the report calls it `sitemap.xml`.
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
    /// If the end of the file is missing and no entry is complete. Gives the reason as a sentence.
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

    /// The content of a file after all safe fixes.
    pub fn fix(&self, name: &str, url: Option<&str>, bytes: Vec<u8>) -> Fixed {
        all_safe(&self.read(bytes), &self.options_of(name, url), |bytes| self.read(bytes))
    }

    /// The report on the files, folders or URLs of the session. Blocks until all of them are fetched and checked.
    ///
    /// # Errors
    /// If there is nothing to check: no file, or no response.
    pub fn check_all(&self) -> Result<wire::Report, String> {
        run::report(&self.check)
    }

    /// The session with other connections.
    #[cfg(feature = "mcp")]
    pub(crate) fn connecting(mut self, connecting: Connecting) -> Self {
        self.check.arguments.fetching.connecting = connecting;
        self
    }

    /// Ends fetching; there is a report on what was fetched.
    pub fn stop(&self) {
        self.check.interrupt.stop();
    }

    /// What the command line would write to standard error, since the last call.
    pub fn notes(&self) -> Vec<String> {
        std::mem::take(&mut *self.host.notes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The text of a file with this content.
    pub fn read(&self, bytes: Vec<u8>) -> Source {
        source::read(bytes, self.check.arguments.max_size)
    }

    /// The language of the messages.
    pub fn words(&self) -> Words {
        self.check.words.clone()
    }

    /// What one file is checked against.
    pub fn options_of(&self, name: &str, url: Option<&str>) -> Options {
        let own_url = url.map(str::to_owned).or_else(|| self.check.arguments.url.clone());
        let file_name = Path::new(name).file_name().map(|name| name.to_string_lossy().into_owned());
        Options { url: own_url, file_name, ..self.options.clone() }
    }
}
