//! The sentences of a comparison.

use sitemap_validator_protocol::comparison::Change;

/// The heading of the URLs with this difference.
pub(super) const fn heading(change: Change) -> &'static str {
    match change {
        Change::Gone => GONE,
        Change::Added => ADDED,
        Change::Unknown => UNKNOWN,
        Change::Moved => MOVED,
        Change::Renamed => RENAMED,
        Change::OtherFile => OTHER_FILE,
        Change::Spelling => SPELLING,
        Change::LastmodLater => LASTMOD_LATER,
        Change::LastmodEarlier => LASTMOD_EARLIER,
        Change::LastmodAdded => LASTMOD_ADDED,
        Change::LastmodGone => LASTMOD_GONE,
        Change::LastmodValidity => LASTMOD_VALIDITY,
        Change::Changefreq => CHANGEFREQ,
        Change::Priority => PRIORITY,
        Change::ImagesLost => IMAGES_LOST,
        Change::ImagesAdded => IMAGES_ADDED,
        Change::VideosLost => VIDEOS_LOST,
        Change::VideosAdded => VIDEOS_ADDED,
        Change::AlternatesLost => ALTERNATES_LOST,
        Change::AlternatesAdded => ALTERNATES_ADDED,
    }
}

crate::sentences! {
    /// The title of a document.
    TITLE = "What changed";
    /// The name and the size of a version.
    OLD = "Old: {0}, {1}";
    /// The same of the other one.
    NEW = "New: {0}, {1}";
    /// Counts of URLs and of files.
    IN = "{0} in {1}";
    /// How many entries repeat a URL.
    AGAIN = "{0} listed again";
    /// How many entries have no URL.
    NAMELESS = "{0} without a URL";
    /// The version, and what is missing of it.
    INCOMPLETE = "{0} is incomplete: {1}.";
    /// What makes the comparison fail, and what to do.
    FAILED = "Failed: {0}. {1}";
    /// What is unusual, and what to do.
    FOUND = "{0}. {1}";
    /// Of URLs without a difference.
    UNCHANGED = "Unchanged";
    /// A heading.
    GONE = "Gone";
    /// A heading.
    ADDED = "New";
    /// A heading.
    UNKNOWN = "Not known, because a version is incomplete";
    /// A heading.
    MOVED = "Moved";
    /// A heading.
    RENAMED = "Probably renamed";
    /// A heading.
    OTHER_FILE = "In another file";
    /// A heading.
    SPELLING = "Spelled differently";
    /// A heading.
    LASTMOD_LATER = "With a later date";
    /// A heading.
    LASTMOD_EARLIER = "With an earlier date";
    /// A heading.
    LASTMOD_ADDED = "With a date now";
    /// A heading.
    LASTMOD_GONE = "Without a date now";
    /// A heading.
    LASTMOD_VALIDITY = "With a date that is valid in one version only";
    /// A heading.
    CHANGEFREQ = "With another changefreq";
    /// A heading.
    PRIORITY = "With another priority";
    /// A heading.
    IMAGES_LOST = "With images lost";
    /// A heading.
    IMAGES_ADDED = "With new images";
    /// A heading.
    VIDEOS_LOST = "With videos lost";
    /// A heading.
    VIDEOS_ADDED = "With new videos";
    /// A heading.
    ALTERNATES_LOST = "With language versions lost";
    /// A heading.
    ALTERNATES_ADDED = "With new language versions";
    /// A heading.
    FOLDERS_GONE = "Gone, by folder";
    /// A heading.
    FILES_GONE = "Files that are gone";
    /// A heading: old URLs with the status 404 or 410.
    NOWHERE = "Old URLs without a page: 404, 410, or redirects that never end";
    /// A heading: old URLs.
    HOME = "Old URLs that redirect to the home page, which search engines treat as missing pages";
    /// A heading: old URLs.
    UNLISTED = "Old URLs that lead to a page that is not listed";
    /// A heading: old URLs.
    ELSEWHERE = "Old URLs that lead to another page than their new URL";
    /// A heading: old URLs.
    ITSELF = "Old URLs whose pages still exist";
    /// A heading: old URLs.
    LISTED_NOW = "Old URLs that lead to a listed page";
    /// A heading: old URLs.
    UNANSWERED = "Old URLs of which this is not known";
    /// A heading: old URLs.
    TEMPORARY = "Old URLs with a temporary redirect: make it permanent (301 or 308)";
    /// A heading: old URLs.
    CHAINS = "Old URLs with several redirects: lead them to the last URL at once";
    /// Of a URL without an answer: the name of the error.
    NO_ANSWER = "no answer ({0})";
    /// Of a URL without an answer.
    LOOP = "the redirects form a loop";
    /// Of a URL without an answer: the limit.
    MANY_REDIRECTS = "more than {0} redirects";
    /// Of a URL without an answer.
    BAD_REDIRECT = "a redirect has no valid URL";
    /// Of a URL that was not requested.
    BLOCKED = "not requested, because robots.txt disallows it";
    /// Of a URL that was not requested, but looked up in files.
    NO_RULE = "the files do not say what the server does";
    /// A label and its value.
    ITEM = "{0}: {1}";
    /// A part of a number.
    OF = "{0} of {1}";
    /// How many more there are.
    MORE = "… and {0} more";
    /// Of a URL without an ending, or with one.
    NO_ENDING = "nothing";
    /// Before and after.
    ENDING = "{0} at the end";
    /// What moved URLs.
    SLASH_ADDED = "slash added at the end";
    /// What moved URLs.
    SLASH_REMOVED = "slash removed at the end";
    /// What moved URLs.
    CASE = "other case";
    /// Of an entry without a date.
    NO_DATE = "none";
    /// What is missing of a file.
    FIRST_PART = "only its first part was read";
    /// What is missing of a file.
    DAMAGED = "its compressed data is damaged";
    /// What is missing of a file.
    CUT = "its end is missing";
    /// Why nothing of a file is compared.
    NO_SITEMAP = "it is not a sitemap";
    /// An index: how many sitemaps it lists, and one of them.
    ONE_MISSING = "{0}: of the {1} sitemaps that it lists, 1 is missing, {2}";
    /// An index: how many sitemaps it lists, how many are missing, and the first of them.
    SOME_MISSING = "{0}: of the {1} sitemaps that it lists, {2} are missing, such as {3}";
}
