//! Parsing of the arguments and of the options that depend on each other.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use anstream::AutoStream;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory, Parser};
use clap_complete::Shell;
use percent_encoding::percent_decode_str;
use sitemap_validator::message::Words;
use sitemap_validator::output::export::Format;
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::snapshot::Contents;
use sitemap_validator::{Options, Profile, Profiles, Rule};
use sitemap_validator_protocol::secret::{hidden_word, hidden_words, without_userinfo};
use url::{Origin, Url};

use crate::baseline::Baseline;
use crate::input::{Input, MANIFEST, list};
use crate::interrupt::Interrupt;
use crate::options::{Arguments, Command};
use crate::output::print_problem;
use crate::values::is_url;
use crate::{clock, config, dates};

/// The action that the user requests.
#[derive(Debug)]
pub(crate) enum Action {
    ListRules,
    Explain(Rule, Words),
    Completions(Shell),
    Man,
    Schema,
    Command(Command),
    Check(Box<Check>),
}

/// The files to check, what to check them against, and how to report.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) arguments: Arguments,
    /// The options to check against; URLs are filled in per file.
    pub(crate) options: Options,
    /// The URLs at which fetching starts, without user names and passwords.
    pub(crate) start_urls: Vec<String>,
    /// The `Authorization` fields with the user names and passwords from these URLs, each sent only to its origin.
    pub(crate) logins: Vec<(Origin, String)>,
    pub(crate) mode: Mode,
    /// True if escape sequences of terminals are used.
    pub(crate) color: bool,
    /// True if a progress bar is shown.
    pub(crate) progress: bool,
    /// The language of the report.
    pub(crate) words: Words,
    /// The known findings.
    pub(crate) baseline: Option<Baseline>,
    /// What the built pages say, for the snapshot.
    pub(crate) contents: Option<Arc<Contents>>,
    /// The program that contains this one, if there is one.
    pub(crate) host: Option<Arc<EmbeddingProgram>>,
    /// Stops fetching early.
    pub(crate) interrupt: Arc<Interrupt>,
}

/// A program that runs checks in its own process, and handles Ctrl-C and messages itself.
#[derive(Debug, Default)]
pub(crate) struct EmbeddingProgram {
    /// The messages that would be written to standard error.
    pub(crate) notes: Mutex<Vec<String>>,
}

impl EmbeddingProgram {
    /// Stores a message that would be written to standard error.
    fn keep(&self, note: &str) {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(hidden_words(note));
    }
}

impl Check {
    /// Reports a problem with the program's work, in contrast to a problem with a sitemap.
    pub(crate) fn print_problem(&self, problem: &str) {
        match &self.host {
            Some(host) => host.keep(problem),
            None => print_problem(problem),
        }
    }

    /// The number of findings kept of each rule; 0 keeps all.
    pub(crate) fn cap(&self) -> u64 {
        self.arguments.max_diagnostics.unwrap_or(DEFAULT_CAP)
    }

    /// Reports a completed action.
    pub(crate) fn note(&self, note: &str) {
        match &self.host {
            Some(host) => host.keep(note),
            None => eprintln!("{}", hidden_words(note)),
        }
    }

    /// The files that are read: `inputs`, and the files named by options.
    pub(crate) fn files_read(&self, inputs: &[Input]) -> Vec<PathBuf> {
        let of_folders = self.arguments.inputs.iter().map(|input| Path::new(input).join(MANIFEST));
        let stdin = inputs.contains(&Input::Stdin).then(|| PathBuf::from("/dev/stdin"));
        let files = inputs.iter().filter_map(Input::path).map(Path::to_owned);
        files.chain(option_files(&self.arguments)).chain(of_folders).chain(stdin).collect()
    }

    /// True if the report is written as data, to standard output or to a file.
    pub(crate) fn writes_data(&self) -> bool {
        let is_data = self.arguments.format != Format::Text || !self.arguments.report.is_empty();
        is_data && self.mode != Mode::Diff
    }
}

/// How findings with a safe fix are handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Findings are only reported.
    Report,
    /// The files are fixed, and the remaining findings are reported.
    Fix,
    /// The fixes are shown but not applied.
    Diff,
}

/// The files that are read for options, and the configuration file.
fn option_files(arguments: &Arguments) -> impl Iterator<Item = PathBuf> {
    let fetching = &arguments.fetching;
    let ca_file = fetching.connecting.ca_file.clone();
    let one = [arguments.baseline.clone(), config::path(arguments), fetching.urls_from.clone(), ca_file];
    one.into_iter().flatten().chain(arguments.robots.iter().map(|(_, file)| file.into()))
}

/// The URLs on the command line and in the file of `--urls-from`.
fn start_urls(arguments: &Arguments) -> Result<Vec<String>, String> {
    let given = arguments.inputs.iter().filter(|input| is_url(input)).map(|input| input.to_string_lossy().into_owned());
    let mut start_urls: Vec<String> = given.collect();
    let has_scheme = |input: &&OsString| input.to_string_lossy().contains("://");
    let is_neither = |input: &&OsString| !is_url(input) && has_scheme(input) && !Path::new(input).exists();
    if let Some(input) = arguments.inputs.iter().find(is_neither) {
        return Err(format!("`{}` is not an http or https URL", hidden_word(&input.to_string_lossy())));
    }
    let Some(path) = &arguments.fetching.urls_from else { return Ok(start_urls) };
    let text = list(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
    for (at, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        if !is_url(line.as_ref()) {
            let (path, line) = (path.display(), hidden_word(line));
            return Err(format!("{path}, line {}: `{line}` is not an http or https URL", at + 1));
        }
        start_urls.push(line.to_owned());
    }
    if start_urls.is_empty() { Err(format!("{}: no URL in this file", path.display())) } else { Ok(start_urls) }
}

/// Returns the origin of a URL with a user name or a password, and the `Authorization` header field with them (RFC
/// 7617).
fn login(url: &str) -> Option<(Origin, String)> {
    let url = Url::parse(url).ok()?;
    if url.username().is_empty() && url.password().is_none() {
        return None;
    }
    let mut login: Vec<u8> = percent_decode_str(url.username()).collect();
    login.push(b':');
    login.extend(percent_decode_str(url.password().unwrap_or_default()));
    Some((url.origin(), format!("Basic {}", BASE64_STANDARD.encode(login))))
}

/// The description of all options, for help, completions and the manual page.
pub(crate) fn command() -> clap::Command {
    Arguments::command()
}

/// The error for a file or a repository that cannot be read. The usage does not explain it.
fn unread(problem: &str) -> clap::Error {
    clap::Error::raw(ErrorKind::Io, format!("{problem}\n"))
}

/// Parses the arguments, the first of which is the program's name.
pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Action, clap::Error> {
    let given: Vec<OsString> = arguments.into_iter().collect();
    let first = Arguments::try_parse_from(given.clone())?;
    let first_is_command = first.command.is_some();
    let settings = match config::arguments_from_settings(&first, &command()) {
        Ok(settings) if settings.is_empty() => None,
        Ok(settings) => Some(settings),
        Err(problem) => return Err(unread(&problem)),
    };
    let mut arguments = match settings {
        None => first,
        Some(settings) => {
            // The settings of a subcommand come after its name.
            let (program, rest) = given.split_at(given.len().min(1 + usize::from(first_is_command)));
            Arguments::try_parse_from(program.iter().cloned().chain(settings).chain(rest.iter().cloned()))?
        }
    };
    if let Some(action) = arguments.command.take().map(Action::Command) {
        return Ok(action);
    }
    if let Some(shell) = arguments.completions {
        return Ok(Action::Completions(shell));
    }
    if arguments.config_schema {
        return Ok(Action::Schema);
    }
    if arguments.man {
        return Ok(Action::Man);
    }
    if arguments.list_rules {
        return Ok(Action::ListRules);
    }
    let refuse = |kind, problem: &str| Err(command().error(kind, problem));
    let words = match arguments.lang.words() {
        Ok(words) => words,
        Err(problem) => return Err(unread(&problem)),
    };
    if let Some(rule) = arguments.explain {
        return Ok(Action::Explain(rule, words));
    }
    let start_urls = match start_urls(&arguments) {
        Ok(start_urls) => start_urls,
        Err(problem) => return Err(unread(&problem)),
    };
    let logins = start_urls.iter().filter_map(|start| login(start)).collect();
    let start_urls: Vec<String> = start_urls.iter().map(|start| without_userinfo(start).into_owned()).collect();
    if arguments.inputs.is_empty() && start_urls.is_empty() {
        arguments.inputs.extend(arguments.pages.as_deref().map(|folder| folder.as_os_str().to_owned()));
    }
    if arguments.inputs.is_empty() && start_urls.is_empty() {
        return refuse(ErrorKind::MissingRequiredArgument, "pass a URL, a file or a folder, or `-` for standard input");
    }
    let fetching = &arguments.fetching;
    if fetching.check_state.is_some() && fetching.check_urls.is_none() && arguments.pages.is_none() {
        return refuse(ErrorKind::MissingRequiredArgument, "--check-state needs --check-urls");
    }
    if !start_urls.is_empty() {
        let files = arguments.inputs.iter().any(|input| !is_url(input));
        let also = [
            (arguments.fetching.offline, "--offline allows no URLs: pass files"),
            (files, "files and URLs cannot be mixed in one run"),
            (arguments.url.is_some() || arguments.base.is_some(), "--url and --base apply only to files"),
            (arguments.fix || arguments.diff, "--fix and --diff need files: save those of a site with --save first"),
            (arguments.to.is_some(), "--to needs files: pass --save to get those of a site"),
        ];
        if let Some((_, problem)) = also.iter().find(|(is_wrong, _)| *is_wrong) {
            return refuse(ErrorKind::ArgumentConflict, problem);
        }
    }
    let baseline = match (&arguments.baseline, &arguments.write_baseline) {
        (_, Some(_)) => Some(Baseline::new()),
        (Some(path), None) => match Baseline::read(path) {
            Ok(baseline) => Some(baseline),
            Err(problem) => return Err(unread(&problem)),
        },
        (None, None) => None,
    };
    let mode = match (arguments.fix, arguments.diff) {
        (true, _) => Mode::Fix,
        (_, true) => Mode::Diff,
        _ => Mode::Report,
    };
    if mode == Mode::Diff && arguments.format != Format::Text {
        return refuse(ErrorKind::ArgumentConflict, "--diff prints a diff instead of a report: remove --format");
    }
    if arguments.stat && arguments.format != Format::Text {
        return refuse(ErrorKind::ArgumentConflict, "--stat prints a table instead of a report: remove --format");
    }
    let stdin = arguments.inputs.iter().any(|input| input == "-");
    let fixes_stdin = stdin && mode == Mode::Fix;
    if fixes_stdin && arguments.inputs.len() > 1 {
        let problem = "--fix cannot combine `-` with other files, because the fixed text goes to standard output";
        return refuse(ErrorKind::ArgumentConflict, problem);
    }
    let color = match arguments.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto if fixes_stdin => AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
        ColorChoice::Auto => AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never,
    };
    let dates::Found { last_changes, contents } = match dates::find(&arguments) {
        Ok(found) => found,
        Err(problem) => return Err(unread(&problem)),
    };
    let options = Options {
        last_changes,
        now: arguments.now.or_else(clock::now),
        profiles: arguments.profile.iter().copied().fold(Profiles::of(&[Profile::SitemapsOrg]), Profiles::with),
        pedantic: arguments.pedantic,
        strict_schema: arguments.strict_schema,
        verified_hosts: arguments.verified_host.clone(),
        search_console: arguments.search_console,
        levels: arguments.rule.clone(),
        ..Options::default()
    };
    // A progress bar must not overwrite what the user types.
    let progress = !arguments.quiet && has_progress() && !(stdin && io::stdin().is_terminal());
    Ok(Action::Check(Box::new(Check {
        arguments,
        options,
        start_urls,
        logins,
        mode,
        color,
        progress,
        words,
        baseline,
        contents,
        host: None,
        interrupt: Arc::default(),
    })))
}

/// True if standard error is a terminal that can move its cursor, outside of CI.
fn has_progress() -> bool {
    io::stderr().is_terminal() && anstyle_query::term_supports_ansi_color() && !anstyle_query::is_ci()
}

impl Check {
    /// True if the fixed text goes to standard output, so that the report goes to standard error.
    pub(crate) fn fixes_stdin(&self) -> bool {
        self.mode == Mode::Fix && self.arguments.inputs.iter().any(|input| input == "-")
    }
}

#[cfg(test)]
mod tests {
    use clap::ValueHint;
    use sitemap_validator::Severity;
    use sitemap_validator::source::DEFAULT_CEILING;

    use super::*;
    use crate::values::FailOn;

    fn action(line: &str) -> Result<Action, clap::Error> {
        let words = std::iter::once("sitemap-validator").chain(line.split_whitespace());
        parse(words.map(OsString::from))
    }

    fn check(line: &str) -> Check {
        match action(line) {
            Ok(Action::Check(check)) => *check,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_description_is_sound() {
        command().debug_assert();
    }

    #[test]
    fn files_that_are_read_for_options_are_known() {
        let is_read = |option: &&clap::Arg| option.get_value_hint() == ValueHint::FilePath && !config::writes(option);
        let command = command();
        let options: Vec<&str> = command.get_arguments().filter(is_read).filter_map(clap::Arg::get_long).collect();
        assert!(options.len() > 4, "{options:?}");
        for option in options {
            let arguments = Arguments::try_parse_from(["sitemap-validator", &format!("--{option}=file")]);
            let arguments = arguments.expect(option);
            assert!(option_files(&arguments).any(|file| file == Path::new("file")), "{option}");
        }
    }

    #[test]
    fn options_are_understood() {
        let plain = check("a.xml -");
        assert_eq!(plain.arguments.inputs, ["a.xml", "-"]);
        assert_eq!(
            (plain.arguments.format, plain.arguments.max_diagnostics, plain.arguments.fail_on),
            (Format::Text, None, FailOn::Error)
        );
        assert!(plain.options.now.is_some());
        assert_eq!(plain.options.profiles, Profiles::DEFAULT);
        assert_eq!((plain.mode, check("--fix x").mode, check("x --diff").mode), (Mode::Report, Mode::Fix, Mode::Diff));
        assert!(check("--fix -").fixes_stdin() && !check("--diff - x").fixes_stdin());

        let line = "--profile yandex,legacy --now=1970-01-02 --rule loc-relative=off --rule loc-empty=info \
                    --format json --max-diagnostics 0 --fail-on warning --pedantic --color always x";
        let full = check(line);
        assert_eq!(full.options.profiles, Profiles::of(&[Profile::SitemapsOrg, Profile::Yandex, Profile::Legacy]));
        assert_eq!(full.options.now, Some(86_400_000));
        assert_eq!(full.options.levels, [(Rule::LocRelative, None), (Rule::LocEmpty, Some(Severity::Info))]);
        assert_eq!(
            (full.arguments.format, full.arguments.max_diagnostics, full.arguments.fail_on),
            (Format::Json, Some(u64::MAX), FailOn::Warning)
        );
        assert!(full.options.pedantic && full.color);
        assert_eq!(check("--format sarif x").arguments.format, Format::Sarif);
        assert_eq!((plain.arguments.max_size, check("--max-size 2 x").arguments.max_size), (DEFAULT_CEILING, 2 << 20));
        let sites = check("x --robots a=b.txt --robots https://A.example:443/x=c.txt --verified-host a.example");
        let url = Some("https://a.example/robots.txt".to_owned());
        assert_eq!(sites.arguments.robots, [(None, "a=b.txt".into()), (url, "c.txt".into())]);
        assert_eq!(sites.options.verified_hosts, ["a.example"]);
        assert!(matches!(action("--explain loc-relative"), Ok(Action::Explain(Rule::LocRelative, _))));
        let french = |words: &Words| words.catalogue().is_some_and(|catalogue| catalogue.tag() == "fr");
        assert!(french(&check("--lang fr x").words) && check("--lang en x").words.catalogue().is_none());
        for line in ["--lang fr --explain loc-empty", "--explain loc-empty --lang fr"] {
            assert!(matches!(action(line), Ok(Action::Explain(Rule::LocEmpty, words)) if french(&words)));
        }
    }

    #[test]
    fn the_last_of_an_option_counts() {
        let twice =
            check("--format csv --lang fr --fix --profile baidu --format json --lang en --fix --profile bing x");
        assert_eq!((twice.arguments.format, twice.mode), (Format::Json, Mode::Fix));
        assert_eq!(twice.options.profiles, Profiles::of(&[Profile::SitemapsOrg, Profile::Bing]));
        assert!(twice.words.catalogue().is_none());
    }

    #[test]
    fn help_and_version_come_first() {
        assert_eq!(action("x --help").unwrap_err().kind(), ErrorKind::DisplayHelp);
        assert_eq!(action("-V").unwrap_err().kind(), ErrorKind::DisplayVersion);
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for (line, word) in [
            ("", "standard input"),
            ("--frmat json x", "a similar argument exists: '--format'"),
            ("-x", "-x"),
            ("https://tidepool.page x", "cannot be mixed"),
            ("ftp://tidepool.page/", "`ftp://tidepool.page/` is not an http or https URL"),
            ("https://tidepool.page --offline", "allows no URLs"),
            ("x --check-urls --offline", "cannot be used with"),
            ("x --check-state a.jsonl", "--check-state needs --check-urls"),
            ("https://tidepool.page --proxy socks5://a.example", "http or https"),
            ("--urls-from /nowhere/urls.txt", "/nowhere/urls.txt"),
            ("https://tidepool.page --base https://tidepool.page/", "only to files"),
            ("https://tidepool.page --fix", "--save"),
            ("https://tidepool.page --to text", "--save"),
            ("https://tidepool.page --header a", "a colon"),
            ("https://tidepool.page --proxy socks5://me:pw@a.example", "http or https"),
            ("x --format", "a value is required for '--format <FORMAT>'"),
            ("x --format yaml", "'yaml'"),
            ("x --format jsn", "a similar value exists: 'json'"),
            ("x --profile google,ask", "'ask'"),
            ("x --url a.example", "https://"),
            ("x --url https://a.example/s.xml --base https://a.example/", "cannot be used with '--base"),
            ("x --now soon", "'soon'"),
            ("x --rule loc-relative", "ID=LEVEL"),
            ("x --rule loc-relatve=off", "did you mean `loc-relative`"),
            ("x --rule loc-relative=fatal", "`fatal`"),
            ("x --max-diagnostics many", "'many'"),
            ("x --color sometimes", "'sometimes'"),
            ("x --max-size 4096", "1 to 4095"),
            ("x --max-size 0", "1 to 4095"),
            ("x --fail-on info", "'info'"),
            ("x --stat --format json", "remove --format"),
            ("x --report yaml=a", "the formats are html, json, csv"),
            ("x --report json=", "expected a format"),
            ("x --lang de", "'de'"),
            ("x --pedantic=yes", "pedantic"),
            ("x --fix --diff", "cannot be used with"),
            ("x --to text --fix", "cannot be used with"),
            ("x --output parts", "--to <FORMAT>"),
            ("x --diff --format json", "remove --format"),
            ("x --diff --format csv", "remove --format"),
            ("x - --fix", "cannot combine `-` with other files"),
            ("x --fix=all", "fix"),
            ("x --fix-rule image-deprecated-element", "<--fix|--diff>"),
            ("x --fix --fix-rule none", "none"),
            ("x --robots https://a.example/robots.txt", "expected a file"),
            ("x --robots https://a.example=", "expected a file"),
            ("x --robots https://a..example=r.txt", "https://a..example"),
            ("x --verified-host https://a.example", "host name"),
            ("x --verified-host a.example:8080", "host name"),
        ] {
            let problem = action(line).expect_err(line);
            assert!(problem.to_string().contains(word), "{line}: {problem}");
            assert_eq!(problem.exit_code(), 2, "{line}");
        }
    }
}
