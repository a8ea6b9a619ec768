//! An example: its document, the expected findings, and the options.

use std::sync::Arc;

use rule_pages::{Block, ENTRIES, RobotsFile, Role, SITEMAPS, unmarked};
use sitemap_validator::compare::{Gates, Share};
use sitemap_validator::last_change::{Change, LastChanges, Proof, Unknown};
use sitemap_validator::source::{DEFAULT_CEILING, open};
use sitemap_validator::{FileReport, Opened, Options, Profile, Robots, Rule, Source, Span, check_source};

use super::answer;
use super::generator;
use super::set::Set;

/// The page with the table of the words after ```` ```xml bad ````.
const GUIDE: &str = include_str!("../../../../../docs/adding-a-rule.md");

/// The start of the error about a word that nothing reads.
const UNKNOWN: &str = "unknown option `";

/// The words of that table, with what follows them.
fn words() -> impl Iterator<Item = &'static str> {
    let rows = GUIDE.lines().skip_while(|line| !line.starts_with("| word |")).skip(2);
    let cells = rows.map_while(|row| row.strip_prefix("| ")?.split(" | ").next());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2))
}

fn is_word(word: &str) -> bool {
    let name = |word: &str| word.split_once('=').map(|(name, _)| name.to_owned());
    words().any(|known| known == word || name(known).is_some_and(|known| name(word) == Some(known)))
}

/// An example that can be checked.
pub(crate) struct Example {
    /// The line of the page at which it starts.
    pub(crate) line: usize,
    /// Its role.
    pub(crate) role: Role,
    /// Other rules with findings in it.
    pub(crate) also: Vec<String>,
    /// The spans of the expected findings.
    pub(crate) spans: Vec<Span>,
    /// True if the page describes the document instead of showing it.
    pub(crate) generated: bool,
    /// The options of the check.
    pub(crate) options: Options,
    bytes: Vec<u8>,
    ceiling: Option<u64>,
    /// The other files of its set.
    set: Set,
}

impl Example {
    /// Parses `block`.
    pub(crate) fn read(block: &Block<'_>, robots: &[RobotsFile<'_>]) -> Result<Self, String> {
        let shown = rule_pages::Example::read(block.info)?;
        if let Some(word) = block.info.split(' ').skip(2).find(|word| !is_word(word)) {
            return Err(format!("`{word}` is not in the table of words in docs/adding-a-rule.md"));
        }
        let mut made = None;
        let mut set = false;
        let mut indexes = None;
        let mut limits: Option<Gates> = None;
        let mut also = Vec::new();
        // By default, a feed is part of a set, as a feed that is checked alone has a finding.
        let start = block.body.replace('⟦', "");
        let feed = ["<rss", "<feed", "<rdf:"].iter().any(|tag| start.contains(tag));
        let mut options = Options { siblings: feed, ..Options::default() };
        for &option in &shown.options {
            match option {
                ("off", id) => {
                    let off = Rule::by_id(id).ok_or_else(|| format!("no rule is called `{id}`"))?;
                    options.levels.push((off, None));
                }
                ("set", "") => set = true,
                ("compare", "") => limits = Some(limits.unwrap_or_default()),
                ("max-removed", most) => limits.get_or_insert_default().max_removed = Share::parse(most),
                ("min-urls", least) => limits.get_or_insert_default().min_urls = least.parse().ok(),
                ("require", url) => limits.get_or_insert_default().require.push(url.to_owned()),
                ("pedantic", "") => options.pedantic = true,
                ("strict-schema", "") => options.strict_schema = true,
                ("search-console", "") => options.search_console = true,
                ("verified-host", host) => options.verified_hosts.push(host.to_owned()),
                ("siblings", "") => options.siblings = true,
                ("unlisted", "") => options.is_unlisted = true,
                ("listed-by", url) => options.listed_by = Some(url.to_owned()),
                ("robots", "") if robots.is_empty() => return Err("no robots.txt is shown before it".to_owned()),
                ("robots", "") => {
                    options.robots = robots.iter().map(|(site, text)| Robots::new(text, *site)).collect();
                }
                ("alone", "") => options.siblings = false,
                ("legacy", "") => options.profiles = options.profiles.with(Profile::Legacy),
                ("profile", name) => {
                    let profile = Profile::by_name(name).ok_or_else(|| format!("no profile is called `{name}`"))?;
                    options.profiles = options.profiles.with(profile);
                }
                ("url", url) => options.url = Some(url.to_owned()),
                ("name", name) => options.file_name = Some(name.to_owned()),
                ("now", now) => options.now = Some(milliseconds(now).ok_or_else(|| format!("`{now}` is no time"))?),
                ("changed", pages) => options.last_changes = Some(Arc::new(Changed::read(pages)?)),
                ("also", ids) => also.extend(ids.split(',').map(str::to_owned)),
                ("generator", name) if name.starts_with("indexes-") => {
                    indexes = name.rsplit('-').next().and_then(|count| count.parse().ok());
                }
                ("generator", name) => {
                    made = Some(generator::make(name).ok_or_else(|| format!("no generator is called `{name}`"))?);
                }
                (name, _) => return Err(format!("{UNKNOWN}{name}`")),
            }
        }
        let generated = made.is_some() || indexes.is_some();
        let (body, set) = if set {
            let (name, body, mut set) =
                Set::split(&indexes.map_or_else(|| block.body.clone(), Set::indexes), [&ENTRIES, &SITEMAPS])?;
            options.siblings = true;
            options.file_name = Some(name);
            set.limits = limits;
            (body, set)
        } else {
            let url = options.url.as_deref().unwrap_or("sitemap.xml");
            let (http, body) = answer::split(&block.body, url)?;
            options.http = http.map(Arc::new);
            (body, Set::default())
        };
        let (bytes, spans, ceiling) = if let Some(made) = made {
            (made.bytes, made.spans, made.ceiling)
        } else {
            let (text, spans) = unmarked(&shown.document(&body))?;
            let spans = spans.into_iter().map(|range| Span::new(range.start, range.end)).collect();
            (text.into_bytes(), spans, None)
        };
        match shown.role {
            Role::Bad if spans.is_empty() => return Err("a bad example without marks".to_owned()),
            Role::Fixed if !spans.is_empty() => return Err("marks in a fixed example".to_owned()),
            Role::Good if !spans.is_empty() && !generated => return Err("marks in a good example".to_owned()),
            _ => {}
        }
        Ok(Self { line: block.line, role: shown.role, also, spans, generated, options, bytes, ceiling, set })
    }

    /// The document, opened.
    pub(crate) fn source(&self) -> Source {
        open_bytes(self.bytes.clone(), self.ceiling)
    }

    /// The report on `source` with the example's options and all findings.
    pub(crate) fn check(&self, source: &Source) -> FileReport {
        let name = self.options.file_name.as_deref().unwrap_or("sitemap.xml");
        let mut report = check_source(name, source, &self.options, 0);
        self.set.check(&mut report, source, &self.options, self.role == Role::Good);
        report
    }

    /// True if the page says that `rule` has findings, too.
    pub(crate) fn allows(&self, rule: Rule) -> bool {
        self.also.iter().any(|id| id == rule.id())
    }
}

/// Opens `bytes` in the same way as the command line.
pub(crate) fn open_bytes(bytes: Vec<u8>, ceiling: Option<u64>) -> Source {
    match open(bytes, ceiling.unwrap_or(DEFAULT_CEILING)) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let text = encoding_rs::Encoding::for_label(undecoded.label.as_bytes()).map(|encoding| {
                let (text, faulty) = encoding.decode_without_bom_handling(&undecoded.bytes);
                (text.into_owned(), !faulty)
            });
            undecoded.decoded(text)
        }
    }
}

/// When pages were last changed: their paths, after which their source files are named, and a date of each.
#[derive(Debug)]
struct Changed(Vec<(String, Change)>);

impl Changed {
    fn read(pages: &str) -> Result<Self, String> {
        let page = |page: &str| {
            let (path, date) = page.split_once('@').ok_or_else(|| format!("`{page}` has no `@`"))?;
            Ok((path.to_owned(), Change::on(date).ok_or_else(|| format!("`{date}` is no date"))?))
        };
        pages.split(',').map(page).collect::<Result<_, String>>().map(Self)
    }
}

impl LastChanges for Changed {
    fn of(&self, url: &str) -> Result<(Change, Proof), Unknown> {
        let (path, change) = self.0.iter().find(|(path, _)| url.ends_with(path)).ok_or(Unknown::NoSource)?;
        Ok((*change, Proof::Commit(format!("content{path}.md"))))
    }
}

/// Milliseconds since 1970 of a time written `2026-11-21T12:00:00Z`.
fn milliseconds(text: &str) -> Option<i64> {
    let (date, time) = text.strip_suffix('Z')?.split_once('T')?;
    let numbers = |text: &str, by| text.split(by).map(|part| part.parse().ok()).collect::<Option<Vec<i64>>>();
    let ([year, month, day], [hour, minute, second]) =
        (numbers(date, '-')?.try_into().ok()?, numbers(time, ':')?.try_into().ok()?);
    // Years that begin in March have the leap day at their end.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = year * 365 + year / 4 - year / 100 + year / 400 + (month * 153 + 2) / 5 + day - 1 - 719_468;
    Some((((days * 24 + hour) * 60 + minute) * 60 + second) * 1000)
}

#[test]
fn times_are_read() {
    assert_eq!(milliseconds("1970-01-01T00:00:00Z"), Some(0));
    assert_eq!(milliseconds("2026-11-21T12:00:00Z"), Some(1_795_262_400_000));
}

#[test]
fn the_table_has_the_words_that_are_read() {
    let problem = |word: &str| {
        let info = format!("xml bad {word}");
        Example::read(&Block { line: 1, info: &info, body: "⟦x⟧".to_owned() }, &[]).err().unwrap_or_default()
    };
    let unknown: Vec<&str> = words().filter(|word| problem(word).starts_with(UNKNOWN)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
    assert!(problem("pedantc").contains("table"));
}
