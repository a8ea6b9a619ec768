//! The report on several files together: findings across files, then the tree of indexes.

use std::fmt::{Result, Write};

use sitemap_validator::message::Words;
use sitemap_validator::output::text::{safe, sentences};
use sitemap_validator::report::Verdict;
use sitemap_validator::set::{Finding, Member, SetReport};
use sitemap_validator::{Kind, Position, Severity};

use super::paint::{Ink, Paint};
use super::verdict::noun;
use super::{View, severity_word};

/// How many missing sitemaps of an index are named.
const NAMED: usize = 10;

/// Writes the findings of `across`, and what each index of `members` lists.
///
/// # Errors
/// When `out` fails.
pub(crate) fn set(out: &mut dyn Write, members: &[Member], across: &SetReport, view: View<'_>) -> Result {
    let (paint, words) = (Paint::new(view.color), view.words);
    for &(rule, count) in &across.rules {
        let maximum = if view.shown == 0 { u64::MAX } else { view.shown };
        let mut shown = 0;
        for finding in across.findings.iter().filter(|finding| finding.diagnostic.rule() == rule) {
            if shown < maximum {
                write_finding(out, members, finding, shown == 0, paint, words)?;
                shown += 1;
            }
        }
        if count > shown {
            let more = words.sentence(sentences::MORE, &[&words.number(count - shown), rule.id()]);
            writeln!(out, "{}\n", paint.ink(Ink::Dim, &more))?;
        }
    }
    tree(out, members, across, paint, words)
}

fn name(members: &[Member], file: usize) -> String {
    members.get(file).map(|member| safe(&member.name).into_owned()).unwrap_or_default()
}

fn write_finding(
    out: &mut dyn Write,
    members: &[Member],
    finding: &Finding,
    first: bool,
    paint: Paint,
    words: &Words,
) -> Result {
    let found = &finding.diagnostic;
    let info = found.rule().info();
    let severity = found.severity.unwrap_or(info.severity);
    let head = format!("{}[{}]", words.word(severity_word(severity)), info.id);
    let title = format!(": {}", words.title(found, ""));
    writeln!(out, "{}{}", paint.ink(Ink::from(severity), &head), paint.ink(Ink::Strong, &title))?;
    let place = |file, at: Position| format!("{}:{}:{}", name(members, file), at.line, at.column);
    writeln!(out, "  {} {}", paint.ink(Ink::Gutter, "-->"), place(finding.file, finding.spot.from))?;
    let note = |out: &mut dyn Write, label: &str, text: &str| {
        let label = format!("{}:", words.word(label));
        writeln!(out, "   {} {} {text}", paint.ink(Ink::Gutter, "="), paint.ink(Ink::Strong, &label))
    };
    note(out, sentences::HELP, &words.help(found, ""))?;
    for other in &finding.related {
        note(out, sentences::NOTE, &format!("{}: {}", place(other.file, other.spot.from), words.word(other.label)))?;
    }
    if first {
        let names: Vec<_> = found.support().sources().collect();
        note(out, sentences::SOURCE, &names.join(", "))?;
    }
    writeln!(out)
}

/// Each index with what it lists, then the files that none lists.
fn tree(out: &mut dyn Write, members: &[Member], across: &SetReport, paint: Paint, words: &Words) -> Result {
    if across.listings.is_empty() {
        return Ok(());
    }
    let mut listed = vec![false; members.len()];
    for listing in &across.listings {
        line(out, members, listing.file, "", paint, words)?;
        let mut missing = 0;
        for branch in &listing.branches {
            if let Some(file) = branch.file {
                if let Some(listed) = listed.get_mut(file) {
                    *listed = true;
                }
                line(out, members, file, "  ", paint, words)?;
                continue;
            }
            missing += 1;
            if missing <= NAMED {
                let missing = format!("  {}", words.sentence(sentences::NOT_GIVEN, &[&safe(&branch.address)]));
                writeln!(out, "{}", paint.ink(Ink::Dim, &missing))?;
            }
        }
        if missing > NAMED {
            let more = words.number((missing - NAMED) as u64);
            let more = format!("  {}", words.sentence(sentences::MORE_NOT_GIVEN, &[&more]));
            writeln!(out, "{}", paint.ink(Ink::Dim, &more))?;
        }
        if let Some(listed) = listed.get_mut(listing.file) {
            *listed = true;
        }
    }
    for (file, _) in listed.iter().enumerate().filter(|(_, listed)| !**listed) {
        line(out, members, file, "", paint, words)?;
    }
    Ok(())
}

fn line(out: &mut dyn Write, members: &[Member], file: usize, indent: &str, paint: Paint, words: &Words) -> Result {
    let Some(member) = members.get(file) else { return Ok(()) };
    let entries = noun(member.kind)
        .map(|[one, many]| format!("{}, ", words.count(member.entries, one, many)))
        .unwrap_or_default();
    let (ink, verdict) = match (member.verdict, member.kind) {
        _ if member.is_unread() => (Ink::from(Severity::Warning), sentences::IS_UNREAD),
        (Verdict::Invalid, _) => (Ink::from(Severity::Error), sentences::IS_INVALID),
        (Verdict::Unchecked, _) => (Ink::from(Severity::Warning), sentences::IS_UNCHECKED),
        (_, Kind::Html | Kind::Other | Kind::Unknown) => (Ink::from(Severity::Warning), sentences::IS_OTHER),
        (Verdict::Warnings, _) => (Ink::from(Severity::Warning), sentences::HAS_WARNINGS),
        (Verdict::Valid, _) => (Ink::Good, sentences::IS_VALID),
    };
    writeln!(out, "{indent}{}: {entries}{}", safe(&member.name), paint.ink(ink, words.word(verdict)))
}
