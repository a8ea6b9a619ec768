//! The verdicts of the authorities on a file, and their stances on each rule with findings.

use std::collections::BTreeMap;

use sitemap_validator_protocol::report::{Authorities, File, Set, Stance, Verdict};
use sitemap_validator_protocol::sorted_map::SortedMap;

use crate::diagnostic::Severity;
use crate::outcome::Kind;
use crate::profile::Profile;
use crate::registry::{Activation, Rule};
use crate::report::FileReport;

/// The stances on all rules in `files` and `set`.
pub(super) fn support(files: &[File], set: Option<&Set>) -> BTreeMap<String, Authorities<Stance>> {
    let rules = files.iter().map(|file| &file.rules).chain(set.map(|set| &set.rules));
    let mut stances = BTreeMap::new();
    for id in rules.flat_map(BTreeMap::keys) {
        if let Some(rule) = Rule::by_id(id).filter(|_| !stances.contains_key(id)) {
            stances.insert(id.clone(), rule.info().support.stances);
        }
    }
    stances
}

/// The verdict of each authority on the file.
/// An authority whose rules were not all checked is never reported as accepting the file.
pub(super) fn verdicts(report: &FileReport) -> Option<Authorities<Verdict>> {
    // The schemas define the two formats of sitemaps.org.
    let has_schema = match report.outcome.kind {
        Kind::Urlset | Kind::SitemapIndex => true,
        Kind::Text | Kind::Rss | Kind::Atom => false,
        Kind::Robots | Kind::Html | Kind::Other | Kind::Unknown => return None,
    };
    let found = found(report);
    let engine = |profile, stance| {
        let profile_is_on = report.profiles.has(profile);
        verdict(&found, profile_is_on, profile_is_on && all_rules_checked(report, stance, false), stance)
    };
    let schema = |stances: Authorities<Stance>| stances.schema;
    let schema =
        verdict(&found, report.strict_schema, report.strict_schema && all_rules_checked(report, schema, true), schema);
    Some(Authorities {
        sitemaps_org: engine(Profile::SitemapsOrg, |stances| stances.sitemaps_org),
        schema: if has_schema { schema } else { Verdict::Unchecked },
        google: engine(Profile::Google, |stances| stances.google),
        bing: engine(Profile::Bing, |stances| stances.bing),
        yandex: engine(Profile::Yandex, |stances| stances.yandex),
    })
}

/// A message that a file has.
#[derive(Debug, Clone, Copy)]
struct ReportedMessage {
    rule: Rule,
    severity: Severity,
    stances: Authorities<Stance>,
    /// True if all its findings have a lower severity than the rule.
    mild: bool,
    /// True if it is uncertain, because not all findings were kept.
    unsure: bool,
}

/// The messages of all rules with findings.
fn found(report: &FileReport) -> Vec<ReportedMessage> {
    let mut kept: SortedMap<Rule, u64> = SortedMap::default();
    let mut heavy = SortedMap::default();
    for finding in &report.diagnostics {
        *kept.entry(finding.rule()) += 1;
        *heavy.entry(finding.message()) |= !is_mild(finding.rule(), finding.severity);
    }
    let messages = |&(rule, count): &(Rule, u64)| {
        let (all, by_hand) = (kept.get(&rule) == Some(&count), report.by_hand.contains(&rule));
        let heavy = &heavy;
        rule.info().messages.iter().filter_map(move |message| {
            let heavy = heavy.get(message).copied();
            let stances = message.info().support.stances;
            let severity = message.info().severity.unwrap_or(rule.info().severity);
            // A severity set by the user proves nothing.
            let mild = heavy == Some(false) && !by_hand;
            (heavy.is_some() || !all).then_some(ReportedMessage {
                rule,
                severity,
                stances,
                mild,
                unsure: heavy.is_none(),
            })
        })
    };
    report.rules.iter().flat_map(messages).collect()
}

/// True if a finding of `rule` has a lower severity than the rule.
pub(super) fn is_mild(rule: Rule, severity: Option<Severity>) -> bool {
    severity.is_some_and(|severity| severity < rule.info().severity)
}

/// True if all rules that an authority may apply were checked. Rules about extensions that only strict schema mode
/// checks matter only for the schemas.
fn all_rules_checked(report: &FileReport, stance: fn(Authorities<Stance>) -> Stance, schema: bool) -> bool {
    !report.outcome.partial
        && !report.off.iter().any(|&rule| {
            let (rejects, by_hand) =
                (stance(rule.info().support.stances) == Stance::Rejects, report.by_hand.contains(&rule));
            let missed = rejects && (by_hand || schema && extension(rule).is_some());
            let is_open = is_open(rule.info().severity, stance(rule.info().support.stances));
            (missed || by_hand && is_open) && concerns(rule, report)
        })
}

/// The customary prefix of the extension to which all findings of `rule` belong.
fn extension(rule: Rule) -> Option<&'static str> {
    ["image", "video", "news"].into_iter().find(|&group| rule.group() == group)
}

/// True unless the rule is about another type of file, or about an extension that the file does not use.
fn concerns(rule: Rule, report: &FileReport) -> bool {
    let kind = report.outcome.kind;
    match (rule.group(), extension(rule)) {
        (_, Some(prefix)) => report.outcome.stats.extensions.iter().any(|used| used == prefix),
        ("index", _) => kind == Kind::SitemapIndex,
        ("text", _) => kind == Kind::Text,
        ("feed", _) => matches!(kind, Kind::Rss | Kind::Atom),
        _ => true,
    }
}

/// True for an error on which an authority has no stance, so that its verdict is unknown.
fn is_open(severity: Severity, stance: Stance) -> bool {
    stance == Stance::Undocumented && severity == Severity::Error
}

fn verdict(
    found: &[ReportedMessage],
    profile_is_on: bool,
    is_complete: bool,
    stance: fn(Authorities<Stance>) -> Stance,
) -> Verdict {
    let (mut rejected, mut advised, mut open) = (false, false, false);
    for &ReportedMessage { rule, severity, stances, mild, unsure } in found {
        // The rules of an engine run only with its profile.
        if !profile_is_on && rule.info().default == Activation::Overlay {
            continue;
        }
        let rejects = stance(stances) == Stance::Rejects;
        rejected |= rejects && !mild && !unsure;
        advised |= stance(stances) == Stance::Advises || rejects && mild;
        open |= is_open(severity, stance(stances)) && !mild || rejects && unsure;
    }
    match () {
        () if rejected => Verdict::Invalid,
        () if !is_complete || open => Verdict::Unchecked,
        () if advised => Verdict::Warnings,
        () => Verdict::Valid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::output::json;
    use crate::profile::Profiles;
    use crate::report::check_source;
    use crate::source::Source;

    const HEAD: &str =
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://tidepool.page/</loc>";

    fn file(text: &str, options: &Options) -> File {
        let source = Source::from_text(text.to_owned());
        json::file(&check_source("sitemap.xml", &source, options, 0), &source, &crate::message::ENGLISH)
    }

    fn entry(inner: &str, options: &Options) -> [Verdict; 5] {
        let judged = file(&format!("{HEAD}{inner}</url></urlset>"), options).engines.expect("a sitemap is judged");
        [judged.sitemaps_org, judged.schema, judged.google, judged.bing, judged.yandex]
    }

    #[test]
    fn authorities_disagree_about_a_time_without_a_zone() {
        use Verdict::{Invalid, Unchecked, Valid};
        let profiles = Profiles::DEFAULT.with(Profile::Yandex);
        let all = Options { profiles, strict_schema: true, ..Options::default() };
        let time = "<lastmod>2024-01-01T12:00:00</lastmod>";
        assert_eq!(entry(time, &all), [Invalid, Valid, Invalid, Unchecked, Unchecked]);
        assert_eq!(entry(time, &Options::default()), [Invalid, Unchecked, Invalid, Unchecked, Unchecked]);
        assert_eq!(entry("", &all), [Valid; 5]);
        assert_eq!(entry("<priority>2</priority>", &all), [Invalid, Invalid, Valid, Valid, Unchecked]);
    }

    #[test]
    fn an_authority_with_unchecked_rules_never_accepts() {
        use Verdict::{Invalid, Unchecked};
        assert_eq!(entry("</loc>", &Options::default()), [Invalid; 5]);
        let long = format!("<priority>1</priority></url><url><loc>https://tidepool.page/{}</loc>", "x".repeat(300));
        let baidu = Options { profiles: Profiles::of(&[Profile::SitemapsOrg, Profile::Baidu]), ..Options::default() };
        assert_eq!(entry(&long, &baidu)[2..], [Unchecked; 3]);
    }

    #[test]
    fn a_finding_with_a_lower_severity_is_not_a_rejection() {
        let at_the_limit = format!("</loc></url><url><loc>https://tidepool.page/{}", "x".repeat(2048 - 22));
        let text = format!("{HEAD}{at_the_limit}</loc></url></urlset>").replace("</loc></loc>", "</loc>");
        let file = file(&text, &Options::default());
        assert_eq!((file.verdict, file.rules["loc-too-long"]), (Verdict::Warnings, 1));
        assert_eq!(file.engines.map(|judged| judged.sitemaps_org), Some(Verdict::Warnings));
    }

    #[test]
    fn an_error_of_a_rule_that_warns_leaves_the_verdict_open() {
        use Verdict::{Invalid, Unchecked, Valid};
        let at = |host| {
            let text = format!("{HEAD}</url></urlset>").replace("tidepool.page", host);
            let judged = file(&text, &Options::default()).engines.expect("a sitemap is judged");
            [judged.sitemaps_org, judged.google, judged.bing]
        };
        assert_eq!(at("localhost"), [Unchecked, Invalid, Unchecked]);
        assert_eq!(at("192.0.2.1"), [Unchecked, Invalid, Unchecked]);
        assert_eq!(at("shop.page"), [Valid; 3]);
    }

    #[test]
    fn severities_in_the_options_do_not_change_verdicts() {
        use Verdict::{Invalid, Unchecked, Valid};
        let profiles = Profiles::DEFAULT.with(Profile::Yandex);
        let by_hand =
            |rule, level| Options { profiles, strict_schema: true, levels: vec![(rule, level)], ..Options::default() };
        let relative = "</url><url><loc>/a/b/c/d/e/f/</loc>";
        let seen = |level| entry(relative, &by_hand(Rule::LocRelative, level));
        assert_eq!(seen(Some(Severity::Warning)), [Invalid, Valid, Invalid, Unchecked, Unchecked]);
        assert_eq!(seen(None), [Unchecked, Valid, Unchecked, Unchecked, Unchecked]);
        assert_eq!(entry("", &by_hand(Rule::LastmodLongFraction, None)), [Valid; 5]);
        assert_eq!(entry("", &by_hand(Rule::IndexNested, None)), [Valid; 5], "it is no index");
    }

    #[test]
    fn rules_of_baidu_do_not_affect_yandex() {
        let text = |length: usize, entries: usize| {
            let entry = |at| format!("<url><loc>https://tidepool.page/{at}/{}</loc></url>", "x".repeat(length));
            let entries: String = (0..entries).map(entry).collect();
            format!("{HEAD}</url>{entries}</urlset>")
        };
        let profiles = Profiles::of(&[Profile::SitemapsOrg, Profile::Yandex, Profile::Baidu]);
        let options = Options { profiles, ..Options::default() };
        let yandex = |length, entries, cap| {
            let source = Source::from_text(text(length, entries));
            let report = check_source("sitemap.xml", &source, &options, cap);
            let file = json::file(&report, &source, &crate::message::ENGLISH);
            assert!(file.rules.contains_key("loc-engine-length"));
            file.engines.expect("a sitemap is judged").yandex
        };
        assert_eq!(yandex(300, 2, 0), Verdict::Valid);
        assert_eq!(yandex(300, 2, 1), Verdict::Unchecked, "the other one may be longer");
        assert_eq!(yandex(1100, 1, 0), Verdict::Invalid);
    }

    #[test]
    fn the_schemas_do_not_accept_unchecked_extensions() {
        let text = format!("{HEAD}<i:image><i:loc>https://tidepool.page/a.png</i:loc></i:image></url></urlset>")
            .replacen('>', " xmlns:i=\"http://www.google.com/schemas/sitemap-image/1.1\">", 1);
        let schema = |pedantic, profiles| {
            let options = Options { pedantic, profiles, strict_schema: true, ..Options::default() };
            file(&text, &options).engines.expect("a sitemap is judged").schema
        };
        assert_eq!(schema(true, Profiles::DEFAULT), Verdict::Valid);
        assert_eq!(schema(false, Profiles::DEFAULT), Verdict::Unchecked);
        assert_eq!(schema(true, Profiles::of(&[Profile::SitemapsOrg])), Verdict::Unchecked);
    }

    #[test]
    fn findings_that_were_not_kept_make_the_verdict_unchecked() {
        let loc =
            |at: char, length: usize| format!("<url><loc>https://tidepool.page/{at}{}</loc></url>", "x".repeat(length));
        let text = format!("{HEAD}</url>{}{}</urlset>", loc('a', 2048 - 23), loc('b', 2048));
        let source = Source::from_text(text);
        let verdict = |cap| {
            let report = check_source("sitemap.xml", &source, &Options::default(), cap);
            assert_eq!(report.diagnostics[0].severity, Some(Severity::Warning));
            json::file(&report, &source, &crate::message::ENGLISH).engines.map(|judged| judged.sitemaps_org)
        };
        assert_eq!([verdict(0), verdict(1)], [Some(Verdict::Invalid), Some(Verdict::Unchecked)]);
    }

    #[test]
    fn other_files_have_no_verdicts() {
        assert_eq!(file("<!doctype html><title>Not found</title>", &Options::default()).engines, None);
        assert_eq!(file("", &Options::default()).engines, None);
        let options = Options { strict_schema: true, ..Options::default() };
        let list = file("https://tidepool.page/\nhttps://tidepool.page/a\n", &options).engines;
        assert_eq!(list.map(|judged| (judged.sitemaps_org, judged.schema)), Some((Verdict::Valid, Verdict::Unchecked)));
    }

    #[test]
    fn the_support_of_each_rule_with_findings_is_given() {
        let file = file(&format!("{HEAD}<lastmod></lastmod></url></urlset>"), &Options::default());
        let report = json::report(vec![file], None, &crate::message::ENGLISH);
        let ids: Vec<&str> = report.support.keys().map(String::as_str).collect();
        assert_eq!(ids, report.files[0].rules.keys().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(report.support["lastmod-empty"], Rule::LastmodEmpty.info().support.stances);
    }
}
