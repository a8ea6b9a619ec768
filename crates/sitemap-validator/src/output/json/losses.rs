//! What each authority does not take from a file, what a finding costs, and the number of problems.

use std::collections::BTreeSet;

use sitemap_validator_protocol::report::{self as wire, Authorities, Counts, File, Loss, Severity, Stance};
use sitemap_validator_protocol::sorted_map::SortedMap;

use super::engines::is_mild;
use crate::diagnostic::Diagnostic;
use crate::elements::Root;
use crate::outcome::Kind;
use crate::profile::Profile;
use crate::registry::{Message, Rule};
use crate::report::FileReport;

/// What an authority that rejects a finding does not take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Extent {
    File,
    AllEntries,
    Entry,
    Value,
}

impl Extent {
    fn of(message: Message) -> Self {
        use Message::{LocNonPublicHostEvery, ScopeOutsideDirectoryBaseMissing, ScopeOutsideDirectorySlashMissing};
        let rule = message.info().rule;
        match (rule.group(), rule) {
            _ if matches!(
                message,
                LocNonPublicHostEvery | ScopeOutsideDirectoryBaseMissing | ScopeOutsideDirectorySlashMissing
            ) =>
            {
                Self::AllEntries
            }
            (_, Rule::LocUnescapedAmpersand | Rule::ScopeRobotsSitemapBlocked | Rule::FeedNamespaceInvalid) => {
                Self::File
            }
            (_, Rule::StructureMissingLoc) | ("loc" | "scope" | "index" | "text" | "page", _) => Self::Entry,
            (
                _,
                Rule::StructureChildInValue
                | Rule::StructureDuplicateElement
                | Rule::StructureElementCase
                | Rule::StructureElementTypo
                | Rule::StructureMisplacedElement
                | Rule::StructureUnexpectedText
                | Rule::NamespaceExtensionNearMiss
                | Rule::NamespaceMissingOnChild
                | Rule::NamespacePrefixUndeclared,
            )
            | ("lastmod" | "changefreq" | "priority" | "image" | "video" | "news" | "hreflang" | "ext" | "feed", _) => {
                Self::Value
            }
            _ => Self::File,
        }
    }
}

/// What each authority does not take; `unseen` is the number of entries after the byte where a parser stops.
pub(super) fn of(report: &FileReport, unseen: Option<u64>) -> Option<Authorities<Option<Loss>>> {
    if !matches!(report.outcome.kind, Kind::SitemapIndex) && !report.outcome.kind.has_pages() {
        return None;
    }
    let by_rule = by_rule(report);
    let engine = |profile, stance| report.profiles.has(profile).then(|| of_one(report, &by_rule, unseen, stance));
    let schema = |stances: Authorities<Stance>| stances.schema;
    let has_schema = matches!(report.outcome.kind, Kind::Urlset | Kind::SitemapIndex);
    Some(Authorities {
        sitemaps_org: engine(Profile::SitemapsOrg, |stances| stances.sitemaps_org),
        schema: (report.strict_schema && has_schema).then(|| of_one(report, &by_rule, unseen, schema)),
        google: engine(Profile::Google, |stances| stances.google),
        bing: engine(Profile::Bing, |stances| stances.bing),
        yandex: engine(Profile::Yandex, |stances| stances.yandex),
    })
}

/// The number of rules by the highest severity of their findings.
pub(super) fn problems(report: &FileReport) -> Counts {
    let mut problems = Counts::default();
    for (rule, _, findings) in by_rule(report) {
        let highest = findings.iter().filter_map(|finding| finding.severity).max();
        problems.count(highest.unwrap_or(rule.info().severity));
    }
    problems
}

/// Each rule with the number of its findings and those that are kept.
type ByRule<'a> = Vec<(Rule, u64, Vec<&'a Diagnostic>)>;

fn by_rule(report: &FileReport) -> ByRule<'_> {
    let mut kept: SortedMap<Rule, Vec<&Diagnostic>> = SortedMap::default();
    for finding in &report.diagnostics {
        kept.entry(finding.rule()).push(finding);
    }
    report.rules.iter().map(|&(rule, count)| (rule, count, kept.remove(&rule).unwrap_or_default())).collect()
}

/// What one authority does not take. Of a rule whose findings were not all kept, the others count like those.
fn of_one(
    report: &FileReport,
    by_rule: &ByRule<'_>,
    unseen: Option<u64>,
    stance: fn(Authorities<Stance>) -> Stance,
) -> Loss {
    let all = report.outcome.stats.entries;
    let (mut loss, mut entries, mut more) = (Loss::default(), BTreeSet::new(), 0);
    for &(_, count, ref findings) in by_rule {
        let (mut values, mut kept_entries, mut undocumented) = (0, 0, 0);
        for finding in findings {
            let stance = stance(finding.support().stances);
            if !is_lost(stance, finding.rule(), finding.severity) {
                undocumented += u64::from(stance == Stance::Undocumented && finding.severity > Some(Severity::Info));
                continue;
            }
            match Extent::of(finding.message()) {
                Extent::Entry if finding.is_part => values += 1,
                Extent::File => loss.file = true,
                Extent::AllEntries => loss.entries = all,
                Extent::Entry if finding.entry > 0 => {
                    kept_entries += 1;
                    entries.insert(finding.entry);
                }
                Extent::Entry => {}
                Extent::Value => values += 1,
            }
        }
        let kept = findings.len() as u64;
        let others = count.saturating_sub(kept);
        let of_all = |number: u64| if number == kept { count } else { number };
        loss.values += of_all(values);
        loss.undocumented += of_all(undocumented);
        more += if kept_entries == kept { others } else { 0 };
    }
    loss.entries = match unseen {
        Some(unseen) if loss.file => unseen,
        None if loss.file => all,
        _ => loss.entries.max(entries.len() as u64 + more).min(all),
    };
    loss
}

/// True if an authority with this stance does not take what a finding is about.
fn is_lost(stance: Stance, rule: Rule, severity: Option<Severity>) -> bool {
    match stance {
        Stance::Rejects => !is_mild(rule, severity),
        Stance::Ignores => severity > Some(Severity::Info),
        _ => false,
    }
}

/// What a finding costs, the gravest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cost {
    Nothing,
    /// A standard forbids it.
    Compliance,
    Values,
    Entries,
    /// An engine rejects the file.
    File,
}

/// What `finding` of `file` costs. The report no longer has its message: of those with its severity, the gravest counts.
pub(super) fn cost(file: &File, finding: &wire::Diagnostic) -> Cost {
    let (Some(losses), Some(rule)) = (file.losses, Rule::by_id(&finding.rule)) else { return Cost::Nothing };
    let info = rule.info();
    let is_likely = |message: &&Message| message.info().severity.unwrap_or(info.severity) == finding.severity;
    let any_is_likely = info.messages.iter().any(|message| is_likely(&message));
    let messages = info.messages.iter().filter(|message| is_likely(message) || !any_is_likely);
    let of_message = |&message: &Message| {
        let Authorities { sitemaps_org, schema, google, bing, yandex } = message.info().support.stances;
        let is_lost =
            |(asked, stance): (Option<Loss>, Stance)| asked.is_some() && is_lost(stance, rule, Some(finding.severity));
        if [(losses.google, google), (losses.bing, bing), (losses.yandex, yandex)].into_iter().any(is_lost) {
            return match Extent::of(message) {
                Extent::File => Cost::File,
                Extent::AllEntries => Cost::Entries,
                Extent::Entry if finding.entry.is_some() => Cost::Entries,
                Extent::Entry => Cost::Nothing,
                Extent::Value => Cost::Values,
            };
        }
        let standards = [(losses.sitemaps_org, sitemaps_org), (losses.schema, schema)];
        if standards.into_iter().any(is_lost) { Cost::Compliance } else { Cost::Nothing }
    };
    messages.map(of_message).max().unwrap_or(Cost::Nothing)
}

/// The number of entries of `text` that are complete before byte `stop`, by their end tags.
pub(super) fn complete_before(text: &str, stop: u32, kind: Kind) -> u64 {
    let name = match kind {
        Kind::SitemapIndex => Root::Index.entry(),
        Kind::Rss => "item",
        Kind::Atom => "entry",
        _ => Root::Urlset.entry(),
    };
    let read = text.get(..stop as usize).unwrap_or(text);
    let tags = read.split("</").skip(1).filter_map(|rest| rest.split_once('>')).map(|(tag, _)| tag.trim_end());
    tags.filter(|tag| tag.rsplit_once(':').map_or(*tag, |(_, local)| local) == name).count() as u64
}
