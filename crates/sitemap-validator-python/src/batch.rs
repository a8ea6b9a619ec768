//! Checks batches of files for distributed engines, with one row per file.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, MapBuilder, StringBuilder};
use arrow_array::{BinaryArray, BooleanArray, Int64Array, StringArray};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use sitemap_validator::output::json;
use sitemap_validator::set::{Member, identity};
use sitemap_validator_cli::{CheckedMember, Locs, MemberInput, Session};
use sitemap_validator_protocol::report::{self as wire, Authorities, Counts, Verdict};
use url::Url;

use crate::columns::{self, Column, Row, lists, structs, text, values};
use crate::members::{packed, unpacked};
use crate::table::Table;

/// A file to check.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Input {
    name: String,
    url: Option<String>,
    content: Option<PyBackedBytes>,
    /// When it was fetched.
    date: Option<String>,
    /// Why there is no content.
    read_error: Option<String>,
    /// True if its end is missing.
    truncated: Option<bool>,
    /// The robots.txt of its site.
    robots: Option<PyBackedBytes>,
}

/// A checked file.
struct Checked {
    file: wire::File,
    locs: Locs,
    member: Member,
    is_truncated: bool,
}

/// Checks files in sequence. With `members`, the rows have what comparing the files of a set needs.
pub(crate) fn check(session: &Session, inputs: &[Input], members: bool) -> PyResult<Table> {
    let mut buffer = Vec::new();
    let checked: Vec<Checked> = inputs.iter().map(|input| input.check(session, &mut buffer)).collect();
    let mut columns = files(&checked);
    if members {
        columns.push(("member", structs(of_members(&checked), None)));
    }
    columns::table(columns)
}

impl Input {
    /// Checks the file. Reuses the memory of `buffer`.
    fn check(&self, session: &Session, buffer: &mut Vec<u8>) -> Checked {
        let (name, url, is_truncated) = (self.name.as_str(), self.url.as_deref(), self.truncated == Some(true));
        let bytes = match (&self.content, &self.read_error) {
            (Some(content), None) => {
                buffer.clear();
                buffer.extend_from_slice(content);
                Ok(std::mem::take(buffer))
            }
            (_, unread) => Err(unread.as_deref().unwrap_or("there is no content").to_owned()),
        };
        let robots = self.robots.as_ref().map(|robots| String::from_utf8_lossy(robots));
        let checked = bytes.and_then(|bytes| {
            let (robots, date) = (robots.as_deref(), self.date.as_deref());
            session.check_member(MemberInput { name, url, bytes, is_truncated, robots, date })
        });
        match checked {
            Ok(CheckedMember { file, locs, member, buffer: memory }) => {
                *buffer = memory;
                Checked { file, locs, member, is_truncated }
            }
            Err(why) => {
                let size = self.content.as_ref().map_or(0, |content| content.len() as u64);
                let file = json::unread(name, url, size, why);
                Checked { file, locs: Locs::default(), member: Member::unread(name, self.url.clone()), is_truncated }
            }
        }
    }
}

/// The columns of files.
fn files(checked: &[Checked]) -> Vec<Column> {
    let each = || checked.iter().map(|one| &one.file);
    let findings: Vec<Vec<Row<'_>>> = checked.iter().map(|one| rows(&one.file.diagnostics, &one.locs)).collect();
    let listed = checked.iter().flat_map(|one| one.member.listed()).map(Some);
    let mut columns = places(each().map(|file| (Some(&*file.name), file.url.as_deref())));
    columns.extend([
        text("kind", each().map(|file| Some(file.kind.name()))),
        text("verdict", each().map(|file| Some(file.verdict.name()))),
        number("bytes", each().map(|file| file.bytes)),
        number("decompressed_bytes", each().map(|file| file.decompressed_bytes)),
        values::<BooleanArray, _>("truncated", checked.iter().map(|one| Some(one.is_truncated))),
        text("read_error", each().map(|file| file.read_error.as_ref())),
        counts(each().map(|file| file.counts)),
        map("rules", each().map(|file| rules(&file.rules))),
        engines(each().map(|file| file.engines)),
        stats(each().map(|file| &file.stats)),
        lists(
            "lists",
            checked.iter().map(|one| one.member.listed().count()),
            Ok(Arc::new(listed.collect::<StringArray>())),
        ),
        lists("findings", findings.iter().map(Vec::len), structs(columns::of_findings(&findings.concat(), true), None)),
    ]);
    columns
}

/// What comparing the files of a set needs: the keys of the files and of those that they list, and the packed members.
fn of_members(checked: &[Checked]) -> Vec<Column> {
    let own = checked.iter().map(|Checked { file, .. }| Some(key(file.url.as_ref().unwrap_or(&file.name))));
    let listed = checked.iter().flat_map(|one| one.member.listed()).map(|url| Some(key(url)));
    let members = checked.iter().map(|one| Some(packed(&one.member)));
    vec![
        values::<Int64Array, _>("key", own),
        lists(
            "lists",
            checked.iter().map(|one| one.member.listed().count()),
            Ok(Arc::new(listed.collect::<Int64Array>())),
        ),
        ("packed", Ok(Arc::new(members.collect::<BinaryArray>()))),
    ]
}

/// The columns about where files are, of their names and URLs.
fn places<'f>(files: impl Iterator<Item = (Option<&'f str>, Option<&'f str>)> + Clone) -> Vec<Column> {
    let urls = || files.clone().map(|(_, url)| url);
    let hosts = || urls().map(|url| Some(Url::parse(url?).ok()?.host_str()?.to_owned()));
    vec![
        text("file", files.clone().map(|(name, _)| name)),
        text("url", urls()),
        text("host", hosts()),
        text("domain", hosts().map(|host| host.as_deref().map(domain).map(str::to_owned))),
    ]
}

/// The registered domain of a host, or the host if it has none.
fn domain(host: &str) -> &str {
    psl::domain_str(host).unwrap_or(host)
}

/// Compares the files of the set `name`; its row.
pub(crate) fn check_set(session: &Session, name: &str, members: &[PyBackedBytes]) -> PyResult<Table> {
    let members = members.iter().map(|bytes| unpacked(bytes)).collect::<PyResult<Vec<_>>>()?;
    let set = session.check_set(&members);
    let locs = Locs::default();
    let findings = rows(&set.diagnostics, &locs);
    let files = || findings.iter().map(|row| members.get(row.finding.file? as usize));
    let mut across =
        places(files().map(|file| file.map_or((None, None), |file| (Some(&*file.name), file.url.as_deref()))));
    across.extend(columns::of_findings(&findings, true));
    columns::table(vec![
        text("set", [Some(name)].into_iter()),
        text("domain", [(!name.is_empty()).then(|| domain(name))].into_iter()),
        number("files", [members.len() as u64].into_iter()),
        number("entries", [set.entries].into_iter()),
        text("verdict", [Some(set.verdict.name())].into_iter()),
        counts([set.cross_file_counts].into_iter()),
        map("rules", [rules(&set.rules)].into_iter()),
        lists("findings", [findings.len()].into_iter(), structs(across, None)),
    ])
}

fn rows<'f>(findings: &'f [wire::Diagnostic], locs: &'f Locs) -> Vec<Row<'f>> {
    findings.iter().map(|finding| Row { finding, loc: finding.entry.and_then(|entry| locs.get(entry)) }).collect()
}

/// The number that identifies a file: the same for all spellings of its URL.
fn key(url: &str) -> i64 {
    identity(url).cast_signed()
}

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn number(name: &'static str, numbers: impl Iterator<Item = u64>) -> Column {
    values::<Int64Array, _>(name, numbers.map(|number| Some(signed(number))))
}

fn rules(counts: &BTreeMap<String, u64>) -> impl Iterator<Item = (&str, u64)> {
    counts.iter().map(|(rule, count)| (rule.as_str(), *count))
}

fn counts(counts: impl Iterator<Item = Counts> + Clone) -> Column {
    let of = |name, of: fn(Counts) -> u64| number(name, counts.clone().map(of));
    let columns = vec![of("error", |one| one.error), of("warning", |one| one.warning), of("info", |one| one.info)];
    ("counts", structs(columns, None))
}

/// A column of numbers by name.
fn map<'n>(name: &'static str, rows: impl Iterator<Item = impl Iterator<Item = (&'n str, u64)>>) -> Column {
    let mut builder = MapBuilder::new(None, StringBuilder::new(), Int64Builder::new());
    let added = rows.map(|row| {
        for (key, value) in row {
            builder.keys().append_value(key);
            builder.values().append_value(signed(value));
        }
        builder.append(true)
    });
    (name, added.collect::<Result<(), _>>().map(|()| Arc::new(builder.finish()) as _))
}

/// The verdict for each engine, on sitemaps.
fn engines(verdicts: impl Iterator<Item = Option<Authorities<Verdict>>> + Clone) -> Column {
    let of =
        |name, of: fn(Authorities<Verdict>) -> Verdict| text(name, verdicts.clone().map(|one| Some(of(one?).name())));
    let columns = vec![
        of("sitemaps_org", |one| one.sitemaps_org),
        of("google", |one| one.google),
        of("bing", |one| one.bing),
        of("yandex", |one| one.yandex),
    ];
    ("engines", structs(columns, None))
}

fn stats<'s>(stats: impl Iterator<Item = &'s wire::Stats> + Clone) -> Column {
    let of = |name, of: fn(&wire::Stats) -> u64| number(name, stats.clone().map(of));
    let extensions = stats.clone().flat_map(|one| &one.extensions).map(Some).collect::<StringArray>();
    let columns = vec![
        of("entries", |one| one.entries),
        of("lastmod", |one| one.lastmod),
        of("changefreq", |one| one.changefreq),
        of("priority", |one| one.priority),
        columns::moments("earliest_lastmod", stats.clone().map(|one| one.earliest_lastmod.as_deref())),
        columns::moments("latest_lastmod", stats.clone().map(|one| one.latest_lastmod.as_deref())),
        map("hosts", stats.clone().map(|one| one.hosts.iter().map(|host| (host.host.as_str(), host.count)))),
        lists("extensions", stats.clone().map(|one| one.extensions.len()), Ok(Arc::new(extensions))),
    ];
    ("stats", structs(columns, None))
}
