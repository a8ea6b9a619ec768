//! The facts about a file that decide what the page offers.

use sitemap_validator_protocol::report::Facts;

use crate::registry::Rule;
use crate::report::FileReport;

pub(super) fn of(report: &FileReport) -> Facts {
    let has = |is_it: fn(Rule) -> bool| report.rules.iter().any(|&(rule, _)| is_it(rule));
    Facts {
        over_limits: has(|rule| matches!(rule, Rule::LimitsTooManyUrls | Rule::LimitsFileTooLarge)),
        lossy: report.outcome.partial
            || has(|rule| {
                matches!(
                    rule,
                    Rule::EncodingInvalidUtf8 | Rule::GzipCorrupt | Rule::GzipTruncated | Rule::GzipTrailingData
                )
            }),
        in_scope: is_on_one_host(report) && !report.outcome.facts.is_exempt && !has(is_about_scope),
    }
}

/// True if all entries are on the host of the file's own URL. The absence of findings is not sufficient: a robots.txt
/// that lists the file, verified hosts and Search Console allow other hosts without a finding.
fn is_on_one_host(report: &FileReport) -> bool {
    let Some((_, rest)) = report.url.as_deref().and_then(|address| address.split_once("://")) else { return false };
    let own = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    let hosts = &report.outcome.stats.hosts;
    !hosts.is_empty() && hosts.iter().all(|count| count.host.eq_ignore_ascii_case(own))
}

/// True for a rule that compares the URLs of entries with the file's own URL.
fn is_about_scope(rule: Rule) -> bool {
    let is_about_robots = matches!(
        rule,
        Rule::ScopeRobotsBlocked
            | Rule::ScopeRobotsSitemapBlocked
            | Rule::ScopeRobotsNotListed
            | Rule::ScopeRobotsSitemapRelative
    );
    rule.group() == "scope" && !is_about_robots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::report::check_source;
    use crate::robots::Robots;
    use crate::source::Source;

    fn facts(text: &str, own: &str) -> Facts {
        let options = Options { url: Some(own.to_owned()), ..Options::default() };
        of(&check_source("sitemap.txt", &Source::from_text(text.to_owned()), &options, 0))
    }

    #[test]
    fn a_file_is_in_scope_if_all_its_urls_are() {
        let own = "https://Shop.tidepool.page:8443/a/sitemap.txt";
        let page = "https://shop.tidepool.page:8443/a/page\n";
        assert!(facts(page, own).in_scope);
        assert!(!facts("", own).in_scope, "there is no URL");
        assert!(!facts(page, "").in_scope, "the file's URL is not known");
        assert!(!facts(&format!("{page}https://shop.tidepool.page:8443/b/page\n"), own).in_scope);
        let other = format!("{page}https://www.tidepool.page:8443/a/page\n");
        let verified = Options {
            url: Some(own.to_owned()),
            verified_hosts: vec!["www.tidepool.page".to_owned()],
            ..Options::default()
        };
        let report = check_source("sitemap.txt", &Source::from_text(other.clone()), &verified, 0);
        assert!(!facts(&other, own).in_scope);
        assert!(!of(&report).in_scope, "another host is allowed, but not the file's own");
        let robots = vec![Robots::new(&format!("Sitemap: {own}"), None)].into();
        let listed = Options { url: Some(own.to_owned()), robots, ..Options::default() };
        let outside = "https://shop.tidepool.page:8443/b/page\n".to_owned();
        let report = check_source("sitemap.txt", &Source::from_text(outside), &listed, 0);
        assert_eq!((report.rules.len(), of(&report).in_scope), (0, false), "robots.txt allows another folder");
    }

    #[test]
    fn a_file_over_the_limits_can_be_split() {
        assert!(!facts("https://tidepool.page/\n", "").over_limits);
        assert!(facts(&"https://tidepool.page/\n".repeat(50_001), "").over_limits);
    }

    #[test]
    fn files_with_invalid_bytes_are_lossy() {
        let lossy = |bytes: &[u8]| {
            let crate::source::Opened::Text(source) = crate::source::open(bytes.to_vec(), u64::MAX) else {
                panic!("text")
            };
            of(&check_source("a.txt", &source, &Options::default(), 0)).lossy
        };
        assert_eq!([lossy(b"https://a.example/\n"), lossy(b"https://a.example/\xff\n")], [false, true]);
    }
}
