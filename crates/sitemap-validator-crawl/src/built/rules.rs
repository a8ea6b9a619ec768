//! The rules of a host, from files in the folder: redirects, rewrites and header fields.

use std::collections::HashMap;
use std::fmt;

use super::pattern::{Match, Pattern};

/// A redirect or a rewrite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// The paths that it applies to.
    pub(super) from: Pattern,
    /// The path or URL of the target, with placeholders.
    pub(super) to: String,
    /// The status; 200 for a rewrite.
    pub(super) status: u16,
    /// True if it applies also to paths of files.
    pub(super) is_forced: bool,
    /// True if it applies only to some requests, such as those from one country.
    pub(super) is_conditional: bool,
    /// The file that has the rule, and the line if it is known.
    pub(super) source: String,
}

/// Header fields of responses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Header {
    /// The paths that they are sent for.
    pub(super) from: Pattern,
    /// The names and values.
    pub(super) fields: Vec<(String, String)>,
    /// True if they are sent only for some requests.
    pub(super) is_conditional: bool,
}

/// How a host serves HTML files.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Host {
    /// Unknown: what most hosts do.
    #[default]
    Usual,
    /// Vercel, with the settings of `vercel.json`.
    Vercel {
        /// True if `.html` is left out of URLs.
        clean_urls: bool,
        /// True if URLs end with a slash, false if they do not, `None` for both.
        trailing_slash: Option<bool>,
    },
}

/// Redirects and rewrites, of which the first one that matches applies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Redirects {
    all: Vec<Redirect>,
    /// The indexes of those for a single path.
    by_path: HashMap<String, Vec<usize>>,
    /// The indexes of the others.
    patterns: Vec<usize>,
}

impl Extend<Redirect> for Redirects {
    fn extend<T: IntoIterator<Item = Redirect>>(&mut self, redirects: T) {
        for redirect in redirects {
            let at = self.all.len();
            match redirect.from.path() {
                Some(path) => self.by_path.entry(path.to_owned()).or_default().push(at),
                None => self.patterns.push(at),
            }
            self.all.push(redirect);
        }
    }
}

impl Redirects {
    /// Those that may match one of these paths, in order.
    fn of(&self, paths: &[&str]) -> impl Iterator<Item = &Redirect> + use<'_> {
        let mut found: Vec<usize> = self.patterns.clone();
        found.extend(paths.iter().filter_map(|path| self.by_path.get(*path)).flatten());
        found.sort_unstable();
        found.into_iter().filter_map(|at| self.all.get(at))
    }
}

/// The rules of a host.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rules {
    /// The redirects and rewrites.
    pub redirects: Redirects,
    /// The header fields.
    pub(super) headers: Vec<Header>,
    /// How HTML files are served.
    pub(super) host: Host,
}

/// A line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineError {
    /// The line, from 1.
    pub line: usize,
    /// The reason.
    pub problem: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

/// The redirect of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Applied<'r> {
    No,
    /// Unknown: a rule that applies only to some requests, or whose pattern is not supported.
    Maybe,
    /// The rule, and its target.
    Yes(&'r Redirect, String),
}

impl Rules {
    /// Adds the lines of a file `_redirects` for Netlify or Cloudflare Pages on the site `origin`, and returns those
    /// that cannot be read.
    pub fn add_redirects(&mut self, text: &str, origin: &str) -> Vec<LineError> {
        let mut errors = Vec::new();
        for (line, words) in lines(text) {
            match redirect(&words, origin, format!("_redirects, line {line}")) {
                Ok(found) => self.redirects.extend(found),
                Err(problem) => errors.push(LineError { line, problem }),
            }
        }
        errors
    }

    /// Adds the fields of a file `_headers` for Netlify or Cloudflare Pages on the site `origin`, and returns the lines
    /// that cannot be read.
    pub(super) fn add_headers(&mut self, text: &str, origin: &str) -> Vec<LineError> {
        let mut errors = Vec::new();
        let mut header: Option<Header> = None;
        let mut has_path = false;
        for (at, line) in text.lines().enumerate() {
            let text = line.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if text.starts_with('/') || text.starts_with("http://") || text.starts_with("https://") {
                self.headers.extend(header.take());
                has_path = true;
                header = path_on(text, origin).map(|path| Header {
                    from: Pattern::of_netlify(path),
                    fields: Vec::new(),
                    is_conditional: false,
                });
            } else if let Some((name, value)) = text.split_once(':').filter(|_| has_path) {
                let field = (name.trim().to_owned(), value.trim().to_owned());
                if let Some(header) = &mut header {
                    header.fields.push(field);
                }
            } else if !text.starts_with('!') || !has_path {
                let problem = format!("expected a path or `Name: value`, found `{text}`");
                errors.push(LineError { line: at + 1, problem });
            }
        }
        self.headers.extend(header);
        errors
    }

    /// The redirect of a decoded path that is not a file, or with `is_file`, that is one.
    pub(super) fn applied(&self, path: &str, is_file: bool) -> Applied<'_> {
        let with_or_without_slash = path.strip_suffix('/').map_or_else(|| format!("{path}/"), str::to_owned);
        let redirects = self.redirects.of(&[path, &with_or_without_slash]);
        for redirect in redirects.filter(|redirect| redirect.is_forced || !is_file) {
            let values = match redirect.from.matches(path) {
                Match::Yes(values) => values,
                // Some hosts ignore a slash at the end.
                Match::No if redirect.from.matches(&with_or_without_slash) == Match::No => continue,
                Match::No if redirect.to == path => continue,
                Match::No | Match::Maybe => return Applied::Maybe,
            };
            let target = filled(&redirect.to, &values);
            if target == path {
                continue;
            }
            return if redirect.is_conditional { Applied::Maybe } else { Applied::Yes(redirect, target) };
        }
        Applied::No
    }

    /// True if a host may redirect a decoded path, although it is that of a file.
    pub(super) fn may_redirect(&self, path: &str) -> bool {
        self.redirects.of(&[path]).any(|redirect| match redirect.from.matches(path) {
            Match::No => false,
            Match::Maybe => true,
            // Only rules for redirects may apply although there is a file.
            Match::Yes(values) => {
                ((300..400).contains(&redirect.status) || redirect.is_forced) && filled(&redirect.to, &values) != path
            }
        })
    }

    /// The header fields for a decoded path.
    pub(super) fn fields(&self, path: &str) -> Vec<(String, String)> {
        let is_sent = |header: &&Header| !header.is_conditional && matches!(header.from.matches(path), Match::Yes(_));
        self.headers.iter().filter(is_sent).flat_map(|header| header.fields.iter().cloned()).collect()
    }
}

/// The lines of a file that have a rule: their numbers and words.
fn lines(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let words = |line| str::split_whitespace(line).take_while(|word| !word.starts_with('#')).collect::<Vec<_>>();
    (1..).zip(text.lines()).map(move |(number, line)| (number, words(line))).filter(|(_, words)| !words.is_empty())
}

/// The rule with these words; `None` for a rule of another site.
fn redirect(words: &[&str], origin: &str, source: String) -> Result<Option<Redirect>, String> {
    let is_target = |word: &&&str| ["/", "http://", "https://"].iter().any(|start| word.starts_with(start));
    let (from, rest) = words.split_first().ok_or("the line is empty")?;
    let from = Some(from).filter(is_target).ok_or_else(|| format!("expected a path, found `{from}`"))?;
    let parameters = rest.iter().take_while(|word| !is_target(word) && word.contains('=')).count();
    let rest = rest.get(parameters..).unwrap_or_default();
    let (to, rest) = rest.split_first().ok_or_else(|| format!("no target after `{from}`"))?;
    let to = Some(to).filter(is_target).ok_or_else(|| format!("expected a target, found `{to}`"))?;
    let (status, conditions) = rest.split_first().map_or((None, rest), |(status, rest)| (Some(*status), rest));
    let (status, conditions) = match status {
        // The status may be left out.
        Some(word) if word.contains('=') => (None, 1 + conditions.len()),
        status => (status, conditions.len()),
    };
    let number = status.map(|status| status.strip_suffix('!').unwrap_or(status));
    let code = number.map_or(Ok(301), str::parse).map_err(|_| ());
    let code = code.ok().filter(|code| (200..600).contains(code));
    let code = code.ok_or_else(|| format!("expected a status, found `{}`", status.unwrap_or_default()))?;
    Ok(path_on(from, origin).map(|path| Redirect {
        from: Pattern::of_netlify(path),
        to: (*to).to_owned(),
        status: code,
        is_forced: status.is_some_and(|status| status.ends_with('!')),
        is_conditional: parameters + conditions > 0,
        source,
    }))
}

/// The path of a pattern; `None` if it is one of another site.
pub(super) fn path_on<'t>(text: &'t str, origin: &str) -> Option<&'t str> {
    if text.starts_with('/') {
        return Some(text);
    }
    let path = text.strip_prefix(origin)?;
    if path.is_empty() { Some("/") } else { Some(path).filter(|path| path.starts_with('/')) }
}

/// `target` with the values of its placeholders.
fn filled(target: &str, values: &[(String, String)]) -> String {
    let mut target = target.to_owned();
    let mut values: Vec<_> = values.iter().collect();
    // A name may begin with another one.
    values.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    for (name, value) in values {
        for mark in [format!(":{name}*"), format!(":{name}"), format!("${name}")] {
            target = target.replace(&mark, value);
        }
    }
    target
}
