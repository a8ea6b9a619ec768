//! Patterns of paths in the files of hosts: text, placeholders and splats.

use super::decoded;

/// A pattern of paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    parts: Vec<Part>,
    /// True if the rest of the pattern is not supported, so that a path that begins like it may match.
    is_open: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A part of a path without `/`.
    Placeholder(String),
    /// Any text, also an empty one.
    Splat(String),
    /// A folder without its name: nothing, or a slash and any text, which is the value.
    Rest(String),
}

/// Whether a path matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// It does not.
    No,
    /// Unknown: the pattern has a part that is not supported.
    Maybe,
    /// With the values of its placeholders and splats.
    Yes(Vec<(String, String)>),
}

impl Pattern {
    /// Reads the pattern of a file for Netlify or Cloudflare Pages: `:name` and `*`.
    pub fn of_netlify(text: &str) -> Self {
        let mut pattern = Self { parts: Vec::new(), is_open: false };
        let mut rest = text;
        while let Some(at) = rest.find([':', '*']) {
            let (before, special) = rest.split_at(at);
            let name = placeholder(special);
            if special.starts_with('*') {
                pattern.text(before);
                pattern.splat("splat", special.len() == 1);
                rest = special.get(1..).unwrap_or_default();
            } else if let Some(name) = name.filter(|_| before.ends_with('/')) {
                pattern.text(before);
                pattern.parts.push(Part::Placeholder(name.to_owned()));
                rest = special.get(1 + name.len()..).unwrap_or_default();
            } else {
                pattern.text(rest.get(..=at).unwrap_or_default());
                rest = rest.get(at + 1..).unwrap_or_default();
            }
        }
        pattern.text(rest);
        // Paths may be written with escapes.
        for part in &mut pattern.parts {
            if let Part::Text(text) = part
                && let Some(plain) = decoded(text)
            {
                *text = plain;
            }
        }
        pattern
    }

    /// The path, if the pattern matches only one.
    pub(super) fn path(&self) -> Option<&str> {
        match &*self.parts {
            [Part::Text(path)] if !self.is_open => Some(path),
            _ => None,
        }
    }

    /// Reads the pattern of a file for Vercel: `:name`, `:name*` at the end and `(.*)`. What else such patterns can
    /// contain is not supported.
    pub(super) fn of_vercel(text: &str) -> Self {
        let mut pattern = Self { parts: Vec::new(), is_open: false };
        let mut rest = text;
        let mut groups = 0;
        while let Some(at) = rest.find([':', '(', '{', '*', '+', '?', '\\', '[', '|', '^', '$']) {
            let (before, special) = rest.split_at(at);
            let name = placeholder(special);
            pattern.text(before);
            let after = special.get(1 + name.map_or(0, str::len)..).unwrap_or_default();
            if let Some(after) = special.strip_prefix("(.*)") {
                groups += 1;
                pattern.parts.push(Part::Splat(groups.to_string()));
                rest = after;
            } else if let Some(name) = name.filter(|_| after == "*") {
                pattern.splat(name, true);
                rest = "";
            } else if let Some(name) = name.filter(|_| after.is_empty() || after.starts_with(['/', '-', '.'])) {
                pattern.parts.push(Part::Placeholder(name.to_owned()));
                rest = after;
            } else {
                pattern.is_open = true;
                return pattern;
            }
        }
        pattern.text(rest);
        pattern
    }

    fn text(&mut self, text: &str) {
        match self.parts.last_mut() {
            Some(Part::Text(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    /// Adds a splat. At the end of a pattern, it also matches the folder itself: `/a/*` matches `/a`.
    fn splat(&mut self, name: &str, is_last: bool) {
        let folder = match self.parts.last_mut() {
            Some(Part::Text(last)) if is_last && last.len() > 1 && last.ends_with('/') => Some(last),
            _ => None,
        };
        let is_rest = folder.map(String::pop).is_some();
        self.parts.push(if is_rest { Part::Rest(name.to_owned()) } else { Part::Splat(name.to_owned()) });
    }

    /// Matches a decoded path.
    pub fn matches(&self, path: &str) -> Match {
        let mut values = Vec::new();
        if matches(&self.parts, path, self.is_open, &mut values) {
            if self.is_open { Match::Maybe } else { Match::Yes(values) }
        } else {
            Match::No
        }
    }
}

/// The name after the colon at the start of `text`.
fn placeholder(text: &str) -> Option<&str> {
    let name = text.strip_prefix(':')?;
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').unwrap_or(name.len());
    name.get(..end).filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic()))
}

fn matches(parts: &[Part], path: &str, is_open: bool, values: &mut Vec<(String, String)>) -> bool {
    let Some((part, others)) = parts.split_first() else { return path.is_empty() || is_open };
    let (name, shortest, longest) = match part {
        Part::Text(text) => {
            return path.strip_prefix(text.as_str()).is_some_and(|rest| matches(others, rest, is_open, values));
        }
        Part::Rest(name) => {
            values.push((name.clone(), path.trim_start_matches('/').to_owned()));
            return path.is_empty() || path.starts_with('/');
        }
        Part::Placeholder(name) => (name, 1, path.find('/').unwrap_or(path.len())),
        Part::Splat(name) => (name, 0, path.len()),
    };
    let ends = (shortest..=longest).rev().filter(|end| path.is_char_boundary(*end));
    for (value, rest) in ends.filter_map(|end| path.split_at_checked(end)) {
        let before = values.len();
        values.push((name.clone(), value.to_owned()));
        if matches(others, rest, is_open, values) {
            return true;
        }
        values.truncate(before);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(found: Match) -> String {
        match found {
            Match::No => "no".to_owned(),
            Match::Maybe => "maybe".to_owned(),
            Match::Yes(values) => {
                values.into_iter().flat_map(|(name, value)| [name, "=".into(), value, ";".into()]).collect()
            }
        }
    }

    #[test]
    fn patterns_of_netlify_match() {
        for (pattern, path, found) in [
            ("/a", "/a", ""),
            ("/a", "/a/", "no"),
            ("/a/*", "/a", "splat=;"),
            ("/a/*", "/a/b/c", "splat=b/c;"),
            ("/a/*", "/ab", "no"),
            ("/*", "/", "splat=;"),
            ("/*", "/a/b", "splat=a/b;"),
            ("/a*", "/abc", "splat=bc;"),
            ("/*/b.html", "/a/x/b.html", "splat=a/x;"),
            ("/:year/:name", "/2026/lamp", "year=2026;name=lamp;"),
            ("/:year/:name", "/2026/lamp/desk", "no"),
            ("/:year/*", "/2026/é", "year=2026;splat=é;"),
            ("/a:b", "/a:b", ""),
            ("/a/:", "/a/:", ""),
            ("/%C3%A9/a%20b/*", "/é/a b/c", "splat=c;"),
        ] {
            assert_eq!(values(Pattern::of_netlify(pattern).matches(path)), found, "{pattern} {path}");
        }
    }

    #[test]
    fn patterns_of_vercel_match() {
        for (pattern, path, found) in [
            ("/a", "/a", ""),
            ("/a/:path*", "/a", "path=;"),
            ("/a/:path*", "/a/b/c", "path=b/c;"),
            ("/a/(.*)", "/a/b", "1=b;"),
            ("/a/(.*)", "/a", "no"),
            ("/:name.html", "/lamp.html", "name=lamp;"),
            ("/:id(\\d+)", "/12", "maybe"),
            ("/shop/:id(\\d+)", "/lamp", "no"),
            ("/(en|de)/a", "/en/a", "maybe"),
        ] {
            assert_eq!(values(Pattern::of_vercel(pattern).matches(path)), found, "{pattern} {path}");
        }
    }
}
