//! Names of files, and unknown names in reports and options.

use std::error::Error;
use std::fmt;

/// The error of an unknown name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName {
    what: &'static str,
    name: String,
}

impl UnknownName {
    /// `name` is not a name of a `what`, such as `severity`.
    pub fn new(what: &'static str, name: &str) -> Self {
        Self { what, name: name.to_owned() }
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "unknown {} `{}`", self.what, self.name)
    }
}

impl Error for UnknownName {}

/// The name of the decompressed file: without `.gz`, ignoring case.
pub fn plain_name(name: &str) -> &str {
    let plain = name.len().saturating_sub(3);
    name.get(plain..).filter(|end| end.eq_ignore_ascii_case(".gz")).map_or(name, |_| &name[..plain])
}

/// The text behind the last `/` of the path of a URL, or a name for one that has none.
pub fn last_segment(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.split_once("://")
        .and_then(|(_, rest)| rest.rsplit_once('/'))
        .map(|(_, name)| name)
        .filter(|name| !name.is_empty())
        .unwrap_or("index")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_ending_goes() {
        for (name, plain) in
            [("a.xml.gz", "a.xml"), ("A.GZ", "A"), (".gz", ""), ("agz", "agz"), ("gz", "gz"), ("é", "é")]
        {
            assert_eq!(plain_name(name), plain);
        }
    }
}
