//! The comparison of two versions of a site's sitemaps, as JSON and in words.

use serde::{Deserialize, Serialize};

use crate::http::FetchError;
use crate::report::Severity;

/// The differences between two versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// Always 1.
    #[cfg_attr(feature = "typescript", ts(type = "1"))]
    pub version: u32,
    /// The earlier version.
    pub old: Side,
    /// The later version.
    pub new: Side,
    /// The number of URLs that both versions have, moved and renamed ones included.
    pub common: u64,
    /// How many of these have a valid date in both versions.
    pub dated: u64,
    /// How many URLs are in each bucket. A URL can be in several of them.
    pub counts: Counts,
    /// The changes that explain why many URLs are different, the most frequent one first.
    pub moves: Vec<Move>,
    /// The top folders with the most entries whose URLs are gone, of all hosts together.
    pub folders: Vec<Folder>,
    /// The files with entries that only the old version has.
    pub files_gone: Vec<String>,
    /// Where old URLs that the new version does not list lead today, if they were requested.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub followed: Vec<Followed>,
    /// What is wrong with the new version. If one is an error, the comparison fails.
    pub findings: Vec<Finding>,
    /// The URLs with differences, except those that a move explains and that have no other: in the order of the old version,
    /// followed by the new URLs.
    pub rows: Vec<Row>,
    /// True if `rows` contains fewer rows than there are.
    pub truncated: bool,
}

/// A finding about the new version, compared with the old one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedFinding"))]
#[serde(rename_all = "camelCase")]
pub struct Finding {
    /// The rule's id.
    pub rule: String,
    /// Its severity.
    pub severity: Severity,
    /// One sentence about the versions, without a full stop; code is in back-ticks.
    pub message: String,
    /// What to do; code is in back-ticks.
    pub help: String,
}

impl Comparison {
    /// The findings that make the comparison fail.
    pub fn failures(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error)
    }
}

/// One of the two versions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedVersion"))]
#[serde(rename_all = "camelCase")]
pub struct Side {
    /// What it was called: a file, a folder, a URL or a version of git.
    pub name: String,
    /// The number of files with entries.
    pub files: u64,
    /// The number of different URLs.
    pub urls: u64,
    /// The number of entries, with those that repeat a URL.
    pub entries: u64,
    /// The number of entries without a URL, which are not compared.
    pub nameless: u64,
    /// What is missing of this version, as sentences. If there is anything, no count of URLs that are gone or new is complete.
    pub gaps: Vec<String>,
}

/// The number of URLs in each bucket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ChangeCounts"))]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Listed in both versions, without any difference.
    pub unchanged: u64,
    /// Listed in the old version only, without a successor.
    pub gone: u64,
    /// Listed in the new version only, without a predecessor.
    pub added: u64,
    /// Listed in one version only, but the other one is incomplete, so that they may be in it.
    pub unknown: u64,
    /// Listed under another URL, as one of the moves says.
    pub moved: u64,
    /// Listed under another URL that resembles the old one.
    pub renamed: u64,
    /// Listed in another file.
    pub other_file: u64,
    /// The same URL, spelled in another way.
    pub spelling: u64,
    /// A later `lastmod`.
    pub lastmod_later: u64,
    /// An earlier `lastmod`.
    pub lastmod_earlier: u64,
    /// A `lastmod` where there was none.
    pub lastmod_added: u64,
    /// No `lastmod` where there was one.
    pub lastmod_gone: u64,
    /// A `lastmod` that is valid in one version only.
    pub lastmod_validity: u64,
    /// Another `changefreq`.
    pub changefreq: u64,
    /// Another `priority`.
    pub priority: u64,
    /// Fewer images, or other ones.
    pub images_lost: u64,
    /// More images, or other ones.
    pub images_added: u64,
    /// Fewer videos, or other ones.
    pub videos_lost: u64,
    /// More videos, or other ones.
    pub videos_added: u64,
    /// Fewer versions in other languages, or other ones.
    pub alternates_lost: u64,
    /// More versions in other languages, or other ones.
    pub alternates_added: u64,
}

macro_rules! changes {
    ($($(#[$about:meta])* $change:ident $name:literal $count:ident,)*) => {
        /// A difference of a URL.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
        #[serde(rename_all = "kebab-case")]
        pub enum Change { $($(#[$about])* $change,)* }

        impl Change {
            /// All of them, in the order of the variants.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$change),*];

            /// The name in reports.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$change => $name,)* }
            }
        }

        impl Counts {
            /// The number of URLs with a difference.
            pub const fn of(&self, change: Change) -> u64 {
                match change { $(Change::$change => self.$count,)* }
            }

            /// Counts a URL with a difference.
            pub const fn add(&mut self, change: Change) {
                match change { $(Change::$change => self.$count += 1,)* }
            }
        }
    };
}

changes! {
    /// It is gone.
    Gone "gone" gone,
    /// It is new.
    Added "added" added,
    /// It is in one version only, but the other one is incomplete.
    Unknown "unknown" unknown,
    /// It moved, as one of the moves says.
    Moved "moved" moved,
    /// It has another URL that resembles the old one.
    Renamed "renamed" renamed,
    /// It is in another file.
    OtherFile "other-file" other_file,
    /// It is spelled in another way.
    Spelling "spelling" spelling,
    /// Its date is later.
    LastmodLater "lastmod-later" lastmod_later,
    /// Its date is earlier.
    LastmodEarlier "lastmod-earlier" lastmod_earlier,
    /// It has a date.
    LastmodAdded "lastmod-added" lastmod_added,
    /// It has no date.
    LastmodGone "lastmod-gone" lastmod_gone,
    /// Its date is no longer valid, or is now.
    LastmodValidity "lastmod-validity" lastmod_validity,
    /// Its change frequency is another one.
    Changefreq "changefreq" changefreq,
    /// Its priority is another one.
    Priority "priority" priority,
    /// It lost images.
    ImagesLost "images-lost" images_lost,
    /// It has new images.
    ImagesAdded "images-added" images_added,
    /// It lost videos.
    VideosLost "videos-lost" videos_lost,
    /// It has new videos.
    VideosAdded "videos-added" videos_added,
    /// It lost versions in other languages.
    AlternatesLost "alternates-lost" alternates_lost,
    /// It has new versions in other languages.
    AlternatesAdded "alternates-added" alternates_added,
}

/// A change of many URLs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Move {
    /// The number of URLs that moved in this way.
    pub urls: u64,
    /// The scheme, before and after; `null` if it is the same.
    pub scheme: Option<(String, String)>,
    /// The host with its port, before and after.
    pub host: Option<(String, String)>,
    /// The folder, before and after, with a slash at both ends. A segment `*` stands for different numbers, such as years.
    pub folder: Option<(String, String)>,
    /// The ending of the path, such as `.html`, before and after; empty without one.
    pub ending: Option<(String, String)>,
    /// True if a slash was added at the end of the path, false if one was removed.
    pub slash: Option<bool>,
    /// True if the case of letters in the path differs.
    pub case: bool,
}

/// The answer to the request of an old URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Followed {
    /// The old URL, as written.
    pub url: String,
    /// The status of the last response; `null` if there was none.
    pub status: Option<u16>,
    /// Why there was none.
    pub error: Option<FetchError>,
    /// The URL of the last response, if there was a redirect.
    pub to: Option<String>,
    /// The number of redirects.
    pub redirects: u32,
    /// True if one of the redirects is temporary.
    pub is_temporary: bool,
    /// Where it leads.
    pub leads: Leads,
}

/// Where an old URL leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Leads {
    /// To no page: the status is 404 or 410, or the redirects never end.
    Nowhere,
    /// To the home page, which search engines treat as a page that does not exist.
    Home,
    /// To a page that the new version does not list.
    Unlisted,
    /// To a listed page that is not its new URL.
    Elsewhere,
    /// To itself: the page still exists.
    Itself,
    /// To its new URL, or to a page that the new version lists if it has none.
    Listed,
    /// Not known: the request failed, or the server refused it.
    Unknown,
}

/// How many entries of a folder are gone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedFolder"))]
#[serde(rename_all = "camelCase")]
pub struct Folder {
    /// The first folder of the path, with a slash at both ends.
    pub folder: String,
    /// The number of its entries whose URLs are gone.
    pub gone: u64,
    /// The number of its entries in the old version.
    pub entries: u64,
}

/// A URL with differences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedRow"))]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// What is different.
    pub changes: Vec<Change>,
    /// Its entry in the old version.
    pub old: Option<Entry>,
    /// Its entry in the new version.
    pub new: Option<Entry>,
}

/// An entry of a version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ComparedEntry"))]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The URL, as written.
    pub url: String,
    /// The name of its file.
    pub file: String,
    /// Its `lastmod` in UTC, if that is valid.
    pub lastmod: Option<String>,
}

/// A comparison in words, in one language; code is in back-ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Summary {
    /// The versions, what is missing of them, which limits are not kept, and what is unusual.
    pub facts: Vec<String>,
    /// How many URLs have each difference, as a sentence.
    pub counts: String,
    /// The differences.
    pub sections: Vec<Section>,
}

/// A part of a [`Summary`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    /// Its heading, which ends with the number of URLs if it lists these.
    pub title: String,
    /// Its items.
    pub items: Vec<String>,
    /// True if it lists the URLs with a difference.
    pub is_of_urls: bool,
}

impl Summary {
    /// The comparison as Markdown, for a comment on a pull request: the lists of URLs are folded.
    pub fn markdown(&self) -> String {
        let Self { facts, counts, sections } = self;
        let list = |items: &[String]| items.iter().flat_map(|item| ["- ", item, "\n"]).collect::<String>();
        let mut out = list(facts) + "\n" + counts + "\n";
        for Section { title, items, is_of_urls } in sections {
            let [before, between, after] = if *is_of_urls {
                ["\n<details><summary>", "</summary>\n\n", "\n</details>\n"]
            } else {
                ["\n", ":\n\n", ""]
            };
            out.extend([before, title, between, &list(items), after]);
        }
        out
    }
}

/// A file that is written from a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonFile {
    /// All of it, as JSON.
    Json,
    /// The comparison in words, as a document in HTML.
    Html,
    /// The comparison in words, as Markdown.
    Markdown,
    /// All URLs with differences, as CSV.
    Rows,
    /// The redirects from old to new URLs.
    Redirects(Redirects),
}

/// The format of a list of redirects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Redirects {
    /// The file `_redirects` of Netlify and Cloudflare Pages.
    Netlify,
    /// A `map` of nginx, from the path with the query to the new URL.
    Nginx,
    /// Directives of Apache, for `.htaccess` or a virtual host.
    Apache,
    /// Three columns with a header: the old URL, the new URL, and whether it moved or was renamed.
    Csv,
}

impl Redirects {
    /// All formats, with their names.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Netlify, "netlify"), (Self::Nginx, "nginx"), (Self::Apache, "apache"), (Self::Csv, "csv")];
}

impl ComparisonFile {
    /// The usual name of the file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Json => "comparison.json",
            Self::Html => "comparison.html",
            Self::Markdown => "comparison.md",
            Self::Rows => "comparison.csv",
            Self::Redirects(Redirects::Netlify) => "_redirects",
            Self::Redirects(Redirects::Nginx) => "redirects.conf",
            Self::Redirects(Redirects::Apache) => "redirects.htaccess",
            Self::Redirects(Redirects::Csv) => "redirects.csv",
        }
    }
}
