//! Parsers for the values of options, and the error messages for invalid values.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use sitemap_validator::compare::Share;
use sitemap_validator::output::export::Format;
use sitemap_validator::robots::address_for;
use sitemap_validator::{Options, Profile, Rule, Severity};
use sitemap_validator_crawl::sources::SourceRule;
use sitemap_validator_protocol::comparison::Redirects;
use sitemap_validator_protocol::secret::without_userinfo;

use crate::rules;
use crate::write::OutputPath;

/// What a file is converted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Target {
    /// An XML sitemap, from a list of URLs or a feed
    Sitemap,
    /// A list with one URL per line
    Text,
    /// A sitemap index and sitemaps of at most 50,000 URLs and 50 MiB
    Split,
    /// A sitemap index that lists all files
    Index,
}

/// What shows when a page was last changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dates {
    /// The last commit of its source file
    Git,
    /// The date in its built HTML; needs --pages
    Pages,
    /// A change of its built HTML since an earlier run; needs --pages and --snapshot
    Snapshot,
}

/// A pattern of URL paths, and the source files of these.
pub(crate) fn source(text: &str) -> Result<SourceRule, String> {
    SourceRule::read(text).ok_or_else(|| {
        "expected the path of a URL, `=` and a file below the current folder, such as /blog/*=content/posts/*.md"
            .to_owned()
    })
}

/// A maximum; 0 is none.
pub(crate) fn or_all() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).map(|most| if most == 0 { u64::MAX } else { most })
}

/// A format of the report.
pub(crate) fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.map(|format| PossibleValue::new(format.info().name).help(format.command_line().help));
    PossibleValuesParser::new(names).map(|name| Format::by_name(&name).unwrap_or(Format::Text))
}

/// A format of redirects.
pub(crate) fn redirects() -> impl TypedValueParser<Value = Redirects> {
    let named = |name: String| Redirects::ALL.into_iter().find(|(_, other)| *other == name).map(|(format, _)| format);
    PossibleValuesParser::new(Redirects::ALL.map(|(_, name)| name))
        .map(move |name| named(name).unwrap_or(Redirects::Csv))
}

/// A format of redirects, `=` and a file.
pub(crate) fn redirects_file(value: &str) -> Result<(Redirects, PathBuf), String> {
    let parts = value.split_once('=').filter(|(_, file)| !file.is_empty());
    let found = parts.and_then(|(name, file)| {
        let (format, _) = Redirects::ALL.into_iter().find(|(_, other)| *other == name)?;
        Some((format, file.into()))
    });
    found.ok_or_else(|| {
        let names = Redirects::ALL.map(|(_, name)| name).join(", ");
        format!("expected a format, `=` and a file; the formats are {names}")
    })
}

/// A number of URLs, or a percentage.
pub(crate) fn share(text: &str) -> Result<Share, String> {
    Share::parse(text).ok_or_else(|| "expected a number, or a percentage such as 10%".to_owned())
}

/// A rule's id; shells complete it.
#[derive(Debug, Clone)]
pub(crate) struct RuleParser;

impl TypedValueParser for RuleParser {
    type Value = Rule;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Rule, clap::Error> {
        TypedValueParser::parse_ref(&rules::by_id, command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Rule::ALL.iter().map(|rule| PossibleValue::new(rule.id()))))
    }
}

/// The name of a profile.
pub(crate) fn profile() -> impl TypedValueParser<Value = Profile> {
    let names = Profile::ALL.map(Profile::name);
    PossibleValuesParser::new(names).map(|name| Profile::by_name(&name).unwrap_or(Profile::SitemapsOrg))
}

/// When findings make the program fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// On errors
    Error,
    /// On errors and warnings
    Warning,
    /// On none; the exit code is 2 if the check could not run
    Never,
}

/// A format, `=` and a file.
pub(crate) fn report(value: &str) -> Result<(Format, OutputPath), String> {
    let parts = value.split_once('=').and_then(|(name, file)| Some((Format::by_name(name)?, file)));
    let (format, file) = parts.filter(|(_, file)| !file.is_empty()).ok_or_else(|| {
        let names = Format::ALL.map(|format| format.info().name).join(", ");
        format!("expected a format, `=` and a file; the formats are {names}")
    })?;
    Ok((format, OsString::from(file).into()))
}

/// True for an argument that is a URL.
pub(crate) fn is_url(argument: &OsStr) -> bool {
    let text = argument.to_string_lossy();
    text.split_once("://")
        .is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
}

/// A URL of the web, without a name and a password.
pub(crate) fn url(value: &str) -> Result<String, String> {
    if is_complete_url(value) {
        Ok(without_userinfo(value).into_owned())
    } else {
        Err("a URL starts with https:// or http://".to_owned())
    }
}

fn is_complete_url(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.starts_with(['/', '?', '#']) && !rest.contains(char::is_whitespace)
    })
}

/// A robots.txt, after the URL it is served from when that is given: `FILE`, or `https://host=FILE`.
pub(crate) fn robots(value: &str) -> Result<(Option<String>, OsString), String> {
    let (site, file) = match value.split_once('=') {
        Some((site, file)) if is_complete_url(site) => (Some(site), file),
        _ => (None, value),
    };
    if file.is_empty() || is_complete_url(file) {
        return Err("expected a file, as FILE or https://host=FILE; URLs are not downloaded".to_owned());
    }
    let unknown = |site: &str| format!("`{site}` is not the URL of a site, such as https://www.example.com");
    let url = site.map(|site| address_for(site).ok_or_else(|| unknown(site))).transpose()?;
    Ok((url, file.into()))
}

/// The name of a host.
pub(crate) fn host(value: &str) -> Result<String, String> {
    let name = value.trim();
    if name.is_empty() || name.contains(['/', ':', '@', '?', '#']) || name.contains(char::is_whitespace) {
        return Err("expected a host name, such as www.example.com".to_owned());
    }
    Ok(value.to_owned())
}

/// A date and time.
pub(crate) fn date_time(value: &str) -> Result<i64, String> {
    Options::parse_now(value).ok_or_else(|| "expected a date such as 2025-01-31 or 2025-01-31T12:00:00Z".to_owned())
}

/// A rule and its severity, as `ID=LEVEL`.
pub(crate) fn level(value: &str) -> Result<(Rule, Option<Severity>), String> {
    let (id, level) = value.split_once('=').ok_or("expected ID=LEVEL, such as loc-relative=off")?;
    let level = match level {
        "off" => None,
        "info" => Some(Severity::Info),
        "warning" => Some(Severity::Warning),
        "error" => Some(Severity::Error),
        _ => return Err(format!("expected off, info, warning or error, not `{level}`")),
    };
    Ok((rules::by_id(id)?, level))
}

/// A number of MiB, in bytes. Offsets are 32 bits wide.
pub(crate) fn mebibytes(value: &str) -> Result<u64, String> {
    let size = value.parse::<u64>().ok().filter(|size| (1..=4095).contains(size));
    size.map(|size| size * 1024 * 1024).ok_or_else(|| "expected a number of MiB from 1 to 4095".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_of_the_web() {
        assert!(is_complete_url("https://a.example/s.xml") && is_complete_url("HTTP://localhost:8080"));
        for text in ["", "a.example/s.xml", "ftp://a.example", "https://", "https:///s.xml", "https://a b"] {
            assert!(!is_complete_url(text), "{text}");
        }
    }

    #[test]
    fn dates_are_moments() {
        assert_eq!(date_time("1970-01-01"), Ok(0));
        assert_eq!(date_time("1969-12-31"), Ok(-86_400_000));
        assert_eq!(date_time("2000-02-29"), Ok(951_782_400_000));
        assert_eq!(date_time("2025-01-31T12:00:00Z"), Ok(1_738_324_800_000));
        assert_eq!(date_time("2025-01-31T14:00+02:00"), Ok(1_738_324_800_000));
        assert_eq!(date_time("2025-01-31T10:30:00.25-01:30"), Ok(1_738_324_800_250));
    }

    #[test]
    fn other_texts_are_no_moments() {
        for text in [
            "",
            "today",
            "2025",
            "2025-1-31",
            "2025-13-01",
            "2025-02-29",
            "1900-02-29",
            "2025-01-31T",
            "2025-01-31T12:00:00",
            "2025-01-31T24:00Z",
            "2025-01-31T12:00:60Z",
            "2025-01-31T12:00:00.Z",
            "2025-01-31T12:00+2",
            "2025-01-31T12Z",
            "2025-01-31T12:00:00+25:00",
            "2025-01-31Z",
            "+025-01-31",
            "2025-01-31T12:00ZZ",
            "2025-01-31T12:00é",
        ] {
            assert!(date_time(text).is_err(), "{text}");
        }
    }
}
