//! The arguments, understood.

use std::ffi::OsString;
use std::io::{self, IsTerminal};

use lexopt::{Arg, Parser, ValueExt};
use sitemap_validator::message::Words;
use sitemap_validator::output::export;
use sitemap_validator::robots::address_for;
use sitemap_validator::{Options, Profile, Profiles, Rule, Severity};

use crate::address::is_address;
use crate::{clock, languages, rules};

/// What the user asks for.
#[derive(Debug)]
pub(crate) enum Order {
    Help,
    Version,
    ListRules,
    Explain(Rule, Words),
    Check(Box<Check>),
}

/// What to check, against what, and how to tell.
#[derive(Debug)]
pub(crate) struct Check {
    /// Files, folders and `-`.
    pub(crate) inputs: Vec<OsString>,
    /// What to check against; addresses are filled in per file.
    pub(crate) options: Options,
    /// The address of the one file.
    pub(crate) url: Option<String>,
    /// The address of the folder of all files.
    pub(crate) base: Option<String>,
    /// Each robots.txt to check against, behind its address when that is given.
    pub(crate) robots: Vec<(Option<String>, OsString)>,
    pub(crate) mode: Mode,
    /// What to convert to, instead of a report.
    pub(crate) to: Option<Target>,
    /// The folder that converted files are written to.
    pub(crate) output: Option<OsString>,
    pub(crate) format: Format,
    /// How many findings of each rule and file are listed; 0 for all, none for the format's default.
    pub(crate) most: Option<u64>,
    pub(crate) colour: bool,
    /// Show how far the work is.
    pub(crate) progress: bool,
    /// The least weight that makes the program fail.
    pub(crate) fail_on: Severity,
    /// The language of the report.
    pub(crate) words: Words,
}

/// What is done about findings that have a safe fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Nothing; they are reported.
    Report,
    /// The files are fixed, and what is left is reported.
    Fix,
    /// What would be fixed is shown.
    Diff,
}

/// What a file is converted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Target {
    /// An XML sitemap.
    Sitemap,
    /// A text sitemap.
    Text,
    /// An index and sitemaps within the limits.
    Split,
    /// An index of all files.
    Index,
}

/// How the report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// Frames for a terminal.
    Text,
    Json,
    /// Written from the whole report.
    Export(export::Format),
}

/// Understands the arguments, the first of which is the program's name.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Order, String> {
    let mut parser = Parser::from_iter(arguments);
    let mut check = Check {
        inputs: Vec::new(),
        options: Options { now: clock::now(), ..Options::default() },
        url: None,
        base: None,
        robots: Vec::new(),
        mode: Mode::Report,
        to: None,
        output: None,
        format: Format::Text,
        most: None,
        colour: false,
        progress: true,
        fail_on: Severity::Error,
        words: Words::default(),
    };
    let mut explained = None;
    let mut colour = "auto".to_owned();
    while let Some(argument) = parser.next().map_err(|error| error.to_string())? {
        let name = match argument {
            Arg::Short('h') => return Ok(Order::Help),
            Arg::Short('V') => return Ok(Order::Version),
            Arg::Value(input) => {
                check.inputs.push(input);
                continue;
            }
            Arg::Short(_) => return Err(argument.unexpected().to_string()),
            Arg::Long(name) => name.to_owned(),
        };
        let mut value = || match parser.value().and_then(ValueExt::string) {
            Ok(value) => Ok(value),
            Err(lexopt::Error::MissingValue { .. }) => Err(format!("`--{name}` needs a value")),
            Err(error) => Err(error.to_string()),
        };
        match name.as_str() {
            "help" => return Ok(Order::Help),
            "version" => return Ok(Order::Version),
            "list-rules" => return Ok(Order::ListRules),
            "explain" => explained = Some(rules::by_id(&value()?)?),
            "lang" => check.words = languages::words(&value()?)?,
            "url" => check.url = Some(address(&name, value()?)?),
            "base" => check.base = Some(address(&name, value()?)?),
            "profile" => check.options.profiles = profiles(&value()?)?,
            "pedantic" => check.options.pedantic = true,
            "strict-schema" => check.options.strict_schema = true,
            "robots" => check.robots.push(robots(&value()?)?),
            "verified-host" => check.options.verified_hosts.push(host(value()?)?),
            "search-console" => check.options.search_console = true,
            "now" => check.options.now = Some(now(&value()?)?),
            "rule" => check.options.levels.push(level(&value()?)?),
            "fix" | "diff" => mode(&mut check, &name)?,
            "to" => check.to = Some(target(&value()?)?),
            "output" => check.output = Some(value()?.into()),
            "format" => check.format = format(&value()?)?,
            "max-diagnostics" => check.most = Some(number(&name, &value()?)?),
            "color" | "colour" => colour = value()?,
            "quiet" => check.progress = false,
            "fail-on" => check.fail_on = fail_on(&value()?)?,
            _ => return Err(format!("there is no option `--{name}`")),
        }
    }
    if let Some(rule) = explained {
        return Ok(Order::Explain(rule, check.words));
    }
    if check.inputs.is_empty() {
        return Err("name a file or a folder, or `-` for standard input".to_owned());
    }
    if check.url.is_some() && check.base.is_some() {
        return Err("`--url` is the address of one file, `--base` that of a folder: give one of them".to_owned());
    }
    if check.mode == Mode::Diff && check.format != Format::Text {
        return Err("`--diff` prints a diff, not a report: it goes without `--format`".to_owned());
    }
    if check.to.is_some() && check.mode != Mode::Report {
        return Err("`--to` writes other files, `--fix` and `--diff` are about these: give one of them".to_owned());
    }
    if check.output.is_some() && check.to.is_none() {
        return Err("`--output` is where `--to` writes; a report goes to standard output".to_owned());
    }
    if check.fixes_stdin() && check.inputs.len() > 1 {
        return Err("with `--fix`, `-` stands alone: its text goes to standard output".to_owned());
    }
    // What is written anew needs a terminal that goes back, and repairs write their own lines there.
    check.progress &=
        check.mode == Mode::Report && io::stderr().is_terminal() && !is_dumb(|name| std::env::var_os(name));
    // Nor may it wipe out what somebody types there.
    check.progress &= !(check.inputs.iter().any(|input| input == "-") && io::stdin().is_terminal());
    let terminal = if check.fixes_stdin() { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    check.colour = match colour.as_str() {
        "always" => true,
        "never" => false,
        "auto" => terminal && wants_colour(|name| std::env::var_os(name)),
        other => return Err(format!("`--color` is auto, always or never, not `{other}`")),
    };
    Ok(Order::Check(Box::new(check)))
}

impl Check {
    /// True when the fixed text goes to standard output, and so the report to standard error.
    pub(crate) fn fixes_stdin(&self) -> bool {
        self.mode == Mode::Fix && self.inputs.iter().any(|input| input == "-")
    }
}

/// What the environment says about colour: `NO_COLOR` (no-color.org) and terminals that have none.
fn wants_colour(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    variable("NO_COLOR").is_none_or(|value| value.is_empty()) && !is_dumb(variable)
}

/// True for a terminal that only writes on.
fn is_dumb(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    variable("TERM").is_some_and(|term| term == "dumb")
}

/// Sets what `--fix` or `--diff` asks for.
fn mode(check: &mut Check, name: &str) -> Result<(), String> {
    let mode = if name == "fix" { Mode::Fix } else { Mode::Diff };
    if check.mode != Mode::Report && check.mode != mode {
        return Err("`--diff` shows what `--fix` would write: give one of them".to_owned());
    }
    check.mode = mode;
    Ok(())
}

fn address(option: &str, value: String) -> Result<String, String> {
    if is_address(&value) {
        return Ok(value);
    }
    Err(format!("`--{option}` takes an address that starts with https:// or http://, not `{value}`"))
}

/// `FILE`, or `ORIGIN=FILE`.
fn robots(value: &str) -> Result<(Option<String>, OsString), String> {
    let (origin, file) = match value.split_once('=') {
        Some((origin, file)) if is_address(origin) => (Some(origin), file),
        _ => (None, value),
    };
    if file.is_empty() || is_address(file) {
        return Err(format!("`--robots` takes a file, as FILE or https://host=FILE, not `{value}`"));
    }
    let unread = |origin: &str| format!("`--robots` takes a site such as https://www.example.com, not `{origin}`");
    let address = origin.map(|origin| address_for(origin).ok_or_else(|| unread(origin))).transpose()?;
    Ok((address, file.into()))
}

fn host(value: String) -> Result<String, String> {
    let name = value.trim();
    if name.is_empty() || name.contains(['/', ':', '@', '?', '#']) || name.contains(char::is_whitespace) {
        return Err(format!("`--verified-host` takes the name of a host, such as www.example.com, not `{value}`"));
    }
    Ok(value)
}

fn target(value: &str) -> Result<Target, String> {
    Ok(match value {
        "sitemap" => Target::Sitemap,
        "text" => Target::Text,
        "split" => Target::Split,
        "index" => Target::Index,
        _ => return Err(format!("`--to` is sitemap, text, split or index, not `{value}`")),
    })
}

fn profiles(value: &str) -> Result<Profiles, String> {
    value.split(',').map(str::trim).try_fold(Profiles::of(&[Profile::SitemapsOrg]), |profiles, name| {
        let profile = Profile::by_name(name).ok_or_else(|| {
            let names: Vec<_> = Profile::ALL.iter().map(|profile| profile.name()).collect();
            format!("there is no profile `{name}`; there are {}", names.join(", "))
        })?;
        Ok(profiles.with(profile))
    })
}

fn now(value: &str) -> Result<i64, String> {
    clock::parse(value)
        .ok_or_else(|| format!("`--now` takes a moment such as 2025-01-31 or 2025-01-31T12:00:00Z, not `{value}`"))
}

fn level(value: &str) -> Result<(Rule, Option<Severity>), String> {
    let (id, level) = value.split_once('=').ok_or_else(|| format!("`--rule` takes ID=LEVEL, not `{value}`"))?;
    let level = match level {
        "off" => None,
        "info" => Some(Severity::Info),
        "warning" => Some(Severity::Warning),
        "error" => Some(Severity::Error),
        _ => return Err(format!("a rule is set to off, info, warning or error, not `{level}`")),
    };
    Ok((rules::by_id(id)?, level))
}

fn format(value: &str) -> Result<Format, String> {
    match value {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        _ => export::Format::by_name(value)
            .map(Format::Export)
            .ok_or_else(|| format!("`--format` is text, json, csv, sarif, junit, markdown or github, not `{value}`")),
    }
}

fn fail_on(value: &str) -> Result<Severity, String> {
    match value {
        "error" => Ok(Severity::Error),
        "warning" => Ok(Severity::Warning),
        _ => Err(format!("`--fail-on` is error or warning, not `{value}`")),
    }
}

fn number(option: &str, value: &str) -> Result<u64, String> {
    value.parse().map_err(|_| format!("`--{option}` takes a number, not `{value}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Order, String> {
        let words = std::iter::once("sitemap-validator").chain(line.split_whitespace());
        parse(words.map(OsString::from))
    }

    fn check(line: &str) -> Check {
        match order(line) {
            Ok(Order::Check(check)) => *check,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn options_are_understood() {
        let plain = check("a.xml -");
        assert_eq!(plain.inputs, ["a.xml", "-"]);
        assert_eq!((plain.format, plain.most, plain.fail_on), (Format::Text, None, Severity::Error));
        assert!(plain.options.now.is_some());
        assert_eq!((plain.mode, check("--fix x").mode, check("x --diff").mode), (Mode::Report, Mode::Fix, Mode::Diff));
        assert!(check("--fix -").fixes_stdin() && !check("--diff - x").fixes_stdin());

        let line = "--profile yandex,legacy --now=1970-01-02 --rule loc-relative=off --rule loc-empty=info \
                    --format json --max-diagnostics 0 --fail-on warning --pedantic --color always x";
        let full = check(line);
        assert_eq!(full.options.profiles, Profiles::of(&[Profile::SitemapsOrg, Profile::Yandex, Profile::Legacy]));
        assert_eq!(full.options.now, Some(86_400_000));
        assert_eq!(full.options.levels, [(Rule::LocRelative, None), (Rule::LocEmpty, Some(Severity::Info))]);
        assert_eq!((full.format, full.most, full.fail_on), (Format::Json, Some(0), Severity::Warning));
        assert!(full.options.pedantic && full.colour);
        assert_eq!(check("--format sarif x").format, Format::Export(export::Format::Sarif));
        assert!(!check("--quiet x").progress && !check("--fix x").progress);
        let sites = check("x --robots a=b.txt --robots https://A.example:443/x=c.txt --verified-host a.example");
        let address = Some("https://a.example/robots.txt".to_owned());
        assert_eq!(sites.robots, [(None, "a=b.txt".into()), (address, "c.txt".into())]);
        assert_eq!(sites.options.verified_hosts, ["a.example"]);
        assert!(matches!(order("x --help"), Ok(Order::Help)));
        assert!(matches!(order("-V"), Ok(Order::Version)));
        assert!(matches!(order("--explain loc-relative"), Ok(Order::Explain(Rule::LocRelative, _))));
        let french = |words: &Words| words.catalogue().is_some_and(|catalogue| catalogue.tag() == "fr");
        assert!(french(&check("--lang fr x").words) && check("--lang en x").words.catalogue().is_none());
        for line in ["--lang fr --explain loc-empty", "--explain loc-empty --lang fr"] {
            assert!(matches!(order(line), Ok(Order::Explain(Rule::LocEmpty, words)) if french(&words)));
        }
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, word) in [
            ("", "standard input"),
            ("--frmat json x", "--frmat"),
            ("-x", "-x"),
            ("x --format", "`--format` needs a value"),
            ("x --format yaml", "`yaml`"),
            ("x --profile google,ask", "`ask`"),
            ("x --url a.example", "https://"),
            ("x --url https://a.example/s.xml --base https://a.example/", "one of them"),
            ("x --now soon", "`soon`"),
            ("x --rule loc-relative", "ID=LEVEL"),
            ("x --rule loc-relatve=off", "did you mean `loc-relative`"),
            ("x --rule loc-relative=fatal", "`fatal`"),
            ("x --max-diagnostics many", "`many`"),
            ("x --color sometimes", "`sometimes`"),
            ("x --fail-on info", "`info`"),
            ("x --lang de", "`de`"),
            ("x --pedantic=yes", "pedantic"),
            ("x --fix --diff", "one of them"),
            ("x --diff --format json", "without `--format`"),
            ("x --diff --format csv", "without `--format`"),
            ("x - --fix", "stands alone"),
            ("x --fix=all", "fix"),
            ("x --robots https://a.example/robots.txt", "takes a file"),
            ("x --robots https://a.example=", "takes a file"),
            ("x --robots https://a..example=r.txt", "https://a..example"),
            ("x --verified-host https://a.example", "name of a host"),
            ("x --verified-host a.example:8080", "name of a host"),
        ] {
            let problem = order(line).expect_err(line);
            assert!(problem.contains(word), "{line}: {problem}");
        }
    }

    #[test]
    fn the_environment_has_a_say_in_colour() {
        let with = |name: &'static str, value: &'static str| {
            wants_colour(|asked| (asked == name).then(|| OsString::from(value)))
        };
        assert!(with("TERM", "xterm") && with("NO_COLOR", ""));
        assert!(!with("NO_COLOR", "1") && !with("TERM", "dumb"));
    }
}
