//! What the authorities make of a file, and of each rule that found something.

use std::collections::{BTreeMap, BTreeSet};

use sitemap_validator_protocol::report::{Authorities, File, Set, Stance, Verdict};

use crate::diagnostic::Severity;
use crate::outcome::Kind;
use crate::profile::Profile;
use crate::registry::{Activation, Rule};
use crate::report::FileReport;

/// The stances on every rule that `files` or `set` name.
pub(super) fn stances(files: &[File], set: Option<&Set>) -> BTreeMap<String, Authorities<Stance>> {
    let rules = files.iter().map(|file| &file.rules).chain(set.map(|set| &set.rules));
    let ids: BTreeSet<&String> = rules.flat_map(BTreeMap::keys).collect();
    ids.into_iter().filter_map(|id| Some((id.clone(), Rule::by_id(id)?.stances()))).collect()
}

/// What each authority makes of the file: what it rejects is in there, what it advises against, or nothing of that.
/// Whoever was not asked about everything may still reject it, but not be said to take it.
pub(super) fn of(report: &FileReport) -> Option<Authorities<Verdict>> {
    // The schemas are about the two formats of sitemaps.org.
    let has_schema = match report.outcome.kind {
        Kind::Urlset | Kind::SitemapIndex => true,
        Kind::Text | Kind::Rss | Kind::Atom => false,
        Kind::Robots | Kind::Html | Kind::Other | Kind::Unknown => return None,
    };
    let found = found(report);
    let partial = report.outcome.partial;
    let engine = |profile, stance| of_one(&found, report.profiles.has(profile), partial, stance);
    let schema = of_one(&found, report.strict_schema, partial, |stances| stances.schema);
    Some(Authorities {
        sitemaps_org: engine(Profile::SitemapsOrg, |stances| stances.sitemaps_org),
        schema: if has_schema { schema } else { Verdict::Unchecked },
        google: engine(Profile::Google, |stances| stances.google),
        bing: engine(Profile::Bing, |stances| stances.bing),
        yandex: engine(Profile::Yandex, |stances| stances.yandex),
    })
}

/// The rules that found something, with whether that was only what weighs less than the rule usually does.
fn found(report: &FileReport) -> Vec<(Rule, bool)> {
    let mut heavy = vec![false; Rule::ALL.len()];
    let mut kept = vec![false; Rule::ALL.len()];
    for finding in &report.diagnostics {
        let usual = finding.rule.info().severity;
        kept[finding.rule as usize] = true;
        heavy[finding.rule as usize] |= finding.severity.is_none_or(|severity| severity >= usual);
    }
    report.rules.iter().map(|&(rule, _)| (rule, kept[rule as usize] && !heavy[rule as usize])).collect()
}

fn of_one(found: &[(Rule, bool)], asked: bool, partial: bool, stance: fn(Authorities<Stance>) -> Stance) -> Verdict {
    let (mut rejected, mut advised, mut open) = (false, false, false);
    for &(rule, mild) in found {
        // An overlay finds something for the engines that were asked for.
        if !asked && rule.info().default == Activation::Overlay {
            continue;
        }
        let stance = stance(rule.stances());
        rejected |= stance == Stance::Rejects && !mild;
        advised |= stance == Stance::Advises || stance == Stance::Rejects && mild;
        // Nobody has said that it takes what is an error elsewhere.
        open |= stance == Stance::Undocumented && rule.info().severity == Severity::Error && !mild;
    }
    match () {
        () if rejected => Verdict::Invalid,
        () if !asked || partial || open => Verdict::Unchecked,
        () if advised => Verdict::Warnings,
        () => Verdict::Valid,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::json;
    use crate::profile::{Options, Profiles};
    use crate::report::check_source;
    use crate::source::Source;

    const HEAD: &str =
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://tidepool.page/</loc>";

    fn file(text: &str, options: &Options) -> File {
        let source = Source::from_text(text.to_owned());
        json::file(&check_source("sitemap.xml", &source, options, 0), &source, &crate::message::ENGLISH)
    }

    fn entry(inner: &str, options: &Options) -> [Verdict; 5] {
        let judged = file(&format!("{HEAD}{inner}</url></urlset>"), options).judgement.expect("a sitemap is judged");
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
    fn who_was_not_asked_rejects_but_does_not_take() {
        use Verdict::{Invalid, Unchecked};
        assert_eq!(entry("</loc>", &Options::default()), [Invalid; 5]);
        let long = format!("<priority>1</priority></url><url><loc>https://tidepool.page/{}</loc>", "x".repeat(300));
        let baidu = Options { profiles: Profiles::of(&[Profile::SitemapsOrg, Profile::Baidu]), ..Options::default() };
        assert_eq!(entry(&long, &baidu)[2..], [Unchecked; 3]);
    }

    #[test]
    fn a_case_that_weighs_less_is_not_said_to_be_rejected() {
        let at_the_limit = format!("</loc></url><url><loc>https://tidepool.page/{}", "x".repeat(2048 - 22));
        let text = format!("{HEAD}{at_the_limit}</loc></url></urlset>").replace("</loc></loc>", "</loc>");
        let file = file(&text, &Options::default());
        assert_eq!((file.verdict, file.rules["loc-too-long"]), (Verdict::Warnings, 1));
        assert_eq!(file.judgement.map(|judged| judged.sitemaps_org), Some(Verdict::Warnings));
    }

    #[test]
    fn what_is_no_sitemap_is_not_judged() {
        assert_eq!(file("<!doctype html><title>Not found</title>", &Options::default()).judgement, None);
        assert_eq!(file("", &Options::default()).judgement, None);
        let options = Options { strict_schema: true, ..Options::default() };
        let list = file("https://tidepool.page/\nhttps://tidepool.page/a\n", &options).judgement;
        assert_eq!(list.map(|judged| (judged.sitemaps_org, judged.schema)), Some((Verdict::Valid, Verdict::Unchecked)));
    }

    #[test]
    fn each_rule_that_found_something_has_its_stances() {
        let file = file(&format!("{HEAD}<lastmod></lastmod></url></urlset>"), &Options::default());
        let report = json::report(vec![file], None, &crate::message::ENGLISH);
        let ids: Vec<&str> = report.stances.keys().map(String::as_str).collect();
        assert_eq!(ids, report.files[0].rules.keys().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(report.stances["lastmod-empty"], Rule::LastmodEmpty.stances());
    }
}
