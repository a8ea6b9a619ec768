//! Validation in a few calls, for programs that need a report and not its parts.

use sitemap_validator_protocol::report as wire;

use crate::fix::{Fixed, all_safe};
use crate::format::HEAD;
use crate::message::ENGLISH;
use crate::options::Options;
#[cfg(feature = "json")]
use crate::output::export;
use crate::output::json;
use crate::report::{FileReport, check_source};
use crate::session::{InputFile, Session, SetOptions, Step, common_folder, retain_others};
use crate::set::{Member, SetReport};
use crate::sink::DEFAULT_CAP;
use crate::source::{DEFAULT_CEILING, Source, read};
use crate::span::At;

/// Checks files against [`Options`].
///
/// ```
/// use sitemap_validator::{Options, Validator};
///
/// let validator = Validator::new(Options::default());
/// let checked = validator.check_text("sitemap.xml", "https://example.com/\n/about\n");
/// assert_eq!(checked.report.counts.error, 1);
///
/// // Bytes may be compressed with gzip and in another encoding.
/// let checked = validator.check_bytes("urls.txt", b"https://example.com/caf\xE9\n".to_vec());
/// assert_eq!(checked.report.diagnostics[0].rule().to_string(), "encoding-invalid-utf8");
/// ```
#[derive(Debug, Clone)]
pub struct Validator {
    options: Options,
    max_findings: u64,
    max_size: u64,
}

impl Validator {
    /// A validator that lists up to 1,000 findings of each rule and reads up to 512 MiB of each file.
    pub fn new(options: Options) -> Self {
        Self { options, max_findings: DEFAULT_CAP, max_size: DEFAULT_CEILING }
    }

    /// Lists up to `number` findings of each rule and file; 0 lists all. Counts are always complete.
    #[must_use]
    pub fn max_findings(mut self, number: u64) -> Self {
        self.max_findings = number;
        self
    }

    /// Reads up to `bytes` bytes of each file, before and after decompression; the maximum is 4 GiB.
    #[must_use]
    pub fn max_size(mut self, bytes: u64) -> Self {
        self.max_size = bytes;
        self
    }

    /// Checks a decoded text; `name` is the name of the file.
    pub fn check_text(&self, name: &str, text: impl Into<String>) -> Checked {
        self.check(name, Source::from_text(text.into()), self.options.clone())
    }

    /// Checks the bytes of a file: XML or text, in any encoding the crate can decode, or compressed with gzip.
    pub fn check_bytes(&self, name: &str, bytes: Vec<u8>) -> Checked {
        self.check(name, read(bytes, self.max_size), self.options.clone())
    }

    /// Checks files that belong together, such as an index and its sitemaps, one by one and as a set.
    ///
    /// `base` is the URL of the folder that they are served from; URLs in an index or a robots.txt among the files take
    /// precedence. Files of folders that nothing lists, and that are no sitemaps, are left out if there are others: a license
    /// beside the sitemaps.
    /// All files are in memory at the same time.
    ///
    /// ```
    /// use sitemap_validator::{Options, Rule, Validator};
    ///
    /// let index = br#"<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    /// <sitemap><loc>https://example.com/posts.xml</loc></sitemap>
    /// <sitemap><loc>https://example.com/pages.xml</loc></sitemap>
    /// </sitemapindex>"#;
    /// let posts = br#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    /// <url><loc>https://example.com/posts/1</loc></url>
    /// </urlset>"#;
    /// let files = vec![("index.xml", index.to_vec()), ("posts.xml", posts.to_vec())];
    /// let set = Validator::new(Options::default()).check_set(files, Some("https://example.com/"));
    /// let across = set.across.expect("several files");
    /// assert_eq!(across.rules, [(Rule::IndexChildNotSupplied, 1)]);
    /// ```
    pub fn check_set<'n>(&self, files: impl IntoIterator<Item = (&'n str, Vec<u8>)>, base: Option<&str>) -> CheckedSet {
        let mut files: Vec<(&str, Source)> =
            files.into_iter().map(|(name, bytes)| (name, read(bytes, self.max_size))).collect();
        let folder = common_folder(files.iter().map(|(name, _)| *name));
        let given = files.iter().map(|(name, _)| InputFile {
            name: name.at(folder..).to_owned(),
            is_found: name.contains('/'),
            ..InputFile::default()
        });
        let terms = SetOptions {
            options: self.options.clone(),
            base: base.map(str::to_owned),
            max_findings: self.max_findings,
            ..SetOptions::default()
        };
        let mut session = Session::new(terms, given);
        while let step @ (Step::Peek(file) | Step::Read(file)) = session.next()
            && let Some((_, source)) = files.get(file)
        {
            match step {
                Step::Peek(_) => session.peeked(file, source.text().bytes().take(HEAD).collect()),
                _ => session.read(file, source),
            }
        }
        let others = session.non_sitemaps();
        if others.len() < files.len() {
            session.leave_out(&others);
            retain_others(&mut files, &others);
        }
        let files: Vec<Checked> = files
            .into_iter()
            .enumerate()
            .map(|(file, (name, source))| {
                let mut checked = self.check(name, source, session.context(file).options(session.options()));
                session.checked(file, Member::of(&mut checked.report, &checked.source));
                checked
            })
            .collect();
        let across = session.finish().compare(&[]);
        CheckedSet { files, across }
    }

    fn check(&self, name: &str, source: Source, mut options: Options) -> Checked {
        options.file_name.get_or_insert_with(|| name.to_owned());
        let report = check_source(name, &source, &options, self.max_findings);
        Checked { report, source, options, max_size: self.max_size }
    }
}

/// A file that was checked.
#[derive(Debug)]
pub struct Checked {
    /// The findings, with spans in bytes of the source's text.
    pub report: FileReport,
    /// The text.
    pub source: Source,
    options: Options,
    max_size: u64,
}

impl Checked {
    /// The report in version 1, in English: locations are lines and columns, findings are texts.
    pub fn to_report(&self) -> wire::Report {
        json::report(vec![json::file(&self.report, &self.source, &ENGLISH)], None, &ENGLISH)
    }

    /// The report in version 1 as JSON, the same as the output of `sitemap-validator --format json`.
    ///
    /// ```
    /// use sitemap_validator::{Options, Validator};
    ///
    /// let json = Validator::new(Options::default()).check_text("urls.txt", "/about").to_json();
    /// assert!(json.contains("\"rule\": \"loc-relative\""));
    /// ```
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        export::json::write(&self.to_report())
    }

    /// Applies all safe fixes.
    ///
    /// ```
    /// use sitemap_validator::{Options, Validator};
    ///
    /// let text = r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
    /// <url><loc>https://example.com/?a=1&b=2</loc></url>
    /// </urlset>"#;
    /// let checked = Validator::new(Options::default()).check_text("sitemap.xml", text);
    /// let fixed = checked.fixed();
    /// assert_eq!(fixed.applied, 1);
    /// assert_eq!(fixed.bytes, text.replace('&', "&amp;").as_bytes());
    /// ```
    pub fn fixed(&self) -> Fixed {
        all_safe(&self.source, &self.options, |bytes| read(bytes, self.max_size))
    }
}

/// A set of files that was checked.
#[derive(Debug)]
pub struct CheckedSet {
    /// The files, in the order given.
    pub files: Vec<Checked>,
    /// The findings across files; none if there is only one.
    pub across: Option<SetReport>,
}

impl CheckedSet {
    /// The report in version 1, in English.
    pub fn to_report(&self) -> wire::Report {
        let files = self.files.iter().map(|file| json::file(&file.report, &file.source, &ENGLISH)).collect();
        json::report(files, self.across.as_ref(), &ENGLISH)
    }

    /// The report in version 1 as JSON.
    #[cfg(feature = "json")]
    pub fn to_json(&self) -> String {
        export::json::write(&self.to_report())
    }
}
