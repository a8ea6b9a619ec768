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
    match name.split_at_checked(name.len().saturating_sub(3)) {
        Some((plain, end)) if end.eq_ignore_ascii_case(".gz") => plain,
        _ => name,
    }
}

/// The last segment of a URL's path, or `index` if it is empty.
pub fn last_segment(url: &str) -> &str {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.split_once("://")
        .and_then(|(_, rest)| rest.rsplit_once('/'))
        .map(|(_, name)| name)
        .filter(|name| !name.is_empty())
        .unwrap_or("index")
}

/// Files of sites that have a sitemap's ending and are none.
pub const KNOWN: [&str; 14] = [
    "ads.txt",
    "app-ads.txt",
    "browserconfig.xml",
    "cmakelists.txt",
    "crossdomain.xml",
    "humans.txt",
    "license.txt",
    "llms-full.txt",
    "llms.txt",
    "opensearch.xml",
    "pom.xml",
    "readme.txt",
    "requirements.txt",
    "security.txt",
];

/// The endings of sitemaps, feeds and text lists.
pub const ENDINGS: [&str; 4] = ["xml", "txt", "rss", "atom"];

/// True for what a sitemap, a feed or a robots.txt in a folder may be called, gzipped or not.
pub fn may_be_sitemap(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = plain_name(&name);
    // What is gzipped need not say what is in it.
    let ending = plain.rsplit_once('.').map(|(_, ending)| ending);
    let sounds = ending.map_or(plain != name, |ending| ENDINGS.contains(&ending));
    sounds && !name.starts_with('.') && !KNOWN.contains(&name.as_str())
}

/// True for the name of an HTML file.
pub fn is_html(name: &str) -> bool {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["html", "htm", "xhtml"].iter().any(|known| ending.eq_ignore_ascii_case(known))
}

/// True for the name of a text file, gzipped or not, that does not say that it is a list of URLs: most are something else.
pub fn is_doubtful_text(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let ending = plain_name(&name).rsplit_once('.').map(|(_, ending)| ending);
    ending == Some("txt") && !says_sitemap(&name) && name != "robots.txt"
}

/// True for a name that says that the file is a sitemap.
pub fn says_sitemap(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("sitemap") || name.contains("urllist")
}

/// True for a text whose first line is a URL.
pub fn begins_with_url(text: &str) -> bool {
    let line = text.trim_start_matches(|first: char| first.is_whitespace() || first == '\u{FEFF}').lines().next();
    let url = line.map(str::trim_end).filter(|line| !line.contains(char::is_whitespace));
    url.and_then(|url| url.split_once("://")).is_some_and(|(scheme, rest)| {
        (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https")) && !rest.is_empty()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sitemaps_of_folders_are_chosen_by_their_names() {
        for name in ["sitemap.xml", "Sitemap.XML.GZ", "robots.txt", "urls.txt", "feed.rss", "a.Atom", "sitemap.gz"] {
            assert!(may_be_sitemap(name), "{name}");
        }
        for name in [
            ".DS_Store",
            "._sitemap.xml",
            ".xml",
            "xml",
            "humans.txt",
            "sitemap.xsl",
            "sitemap.xml~",
            "access.log.gz",
            "site.tar.gz",
            "main.js.gz",
            "index.html.gz",
            "sitemap",
            "browserconfig.xml",
        ] {
            assert!(!may_be_sitemap(name), "{name}");
        }
        for (name, is_doubtful) in [
            ("main.js.LICENSE.txt", true),
            ("notes.txt.gz", true),
            ("robots.txt", false),
            ("Sitemap-de.txt", false),
            ("urllist.txt", false),
            ("notes.xml", false),
        ] {
            assert_eq!(is_doubtful_text(name), is_doubtful, "{name}");
        }
    }

    #[test]
    fn the_first_line_tells_a_list_of_urls() {
        for text in ["https://tidepool.page/\n", "\u{FEFF}\r\n HTTP://tidepool.page/a \r\nx"] {
            assert!(begins_with_url(text), "{text}");
        }
        for text in
            ["", "/*! see https://tidepool.page/ */", "https://", "https://tidepool.page is ours", "ftp://a.example"]
        {
            assert!(!begins_with_url(text), "{text}");
        }
    }

    #[test]
    fn only_the_ending_goes() {
        for (name, plain) in
            [("a.xml.gz", "a.xml"), ("A.GZ", "A"), (".gz", ""), ("agz", "agz"), ("gz", "gz"), ("é", "é")]
        {
            assert_eq!(plain_name(name), plain);
        }
    }
}
