//! The sentences of a report around its findings.

crate::sentences! {
    /// The number of findings of a rule that are not shown.
    MORE = "… and {0} more of {1}";
    /// The label of the places of further findings.
    ALSO = "also";
    /// Findings beyond those that are named: how many, how many there are, and in how many files.
    MORE_IN = "… and {0} more ({1} in {2})";
    /// Files beyond those that are named.
    MORE_FILES = "… and {0} more";
    /// A label before a text.
    LABEL = "{0}:";
    /// The label of the help.
    HELP = "help";
    /// The label of a related location.
    NOTE = "note";
    /// The label of the sources.
    SOURCE = "source";
    /// The label of a fix.
    FIX = "fix";
    /// A safe fix.
    SAFE = "safe to apply";
    /// A suggested fix.
    SUGGESTION = "suggested, review before you apply it";
    /// A fix, and which line it changes.
    FIX_IN_LINE = "{0}; changes line {1}";
    /// A fix, and which lines it changes.
    FIX_IN_LINES = "{0}; changes lines {1} to {2}";
    /// Of a sitemap that an index lists.
    NOT_GIVEN = "{0}: missing";
    /// The number of further missing sitemaps.
    MORE_NOT_GIVEN = "… and {0} more missing";
    /// Of a run that was ended, or reached a limit.
    INCOMPLETE = "Incomplete: not everything was requested.";
    /// Of a file of a set.
    IS_UNREAD = "could not be read";
    /// Of a file of a set.
    IS_INVALID = "not valid";
    /// Of a file of a set.
    IS_UNCHECKED = "not checked to the end";
    /// Of a file of a set.
    IS_OTHER = "not a sitemap";
    /// Of a file of a set.
    HAS_WARNINGS = "valid, with warnings";
    /// Of a file of a set.
    IS_VALID = "valid";
    /// The verdict: errors.
    INVALID = "{0}.";
    /// One error, in several places.
    INVALID_SAME = "The same error in {0} places.";
    /// Several errors, some of them in several places.
    INVALID_PLACES = "{1} different errors in {0} places.";
    /// The verdict: warnings.
    WARNED = "Valid, with {0}.";
    /// One warning, in several places.
    WARNED_SAME = "Valid, with the same warning in {0} places.";
    /// Several warnings, some of them in several places.
    WARNED_PLACES = "Valid, with {1} different warnings in {0} places.";
    /// The only problem: line and message.
    ONLY = "Line {0}: {1}.";
    /// The first problem: line and message.
    FIRST = "Fix line {0} first: {1}.";
    /// Which engines reject the file.
    REFUSED = "The file is rejected by {0}.";
    /// An entry that engines drop.
    DROPPED_ONE = "{0} is dropped by {1}.";
    /// Entries that engines drop.
    DROPPED = "{0} are dropped by {1}.";
    /// A value that engines ignore.
    IGNORED_ONE = "{0} is ignored by {1}.";
    /// Values that engines ignore.
    IGNORED = "{0} are ignored by {1}.";
    /// Which standards forbid what was found.
    FORBIDDEN = "Not allowed by {0}.";
    /// Which engines use no values of that element.
    UNUSED = "Such values are not used by {0}.";
    /// The last of a list.
    AND = "{0} and {1}";
    /// Of an index alone.
    CHILD_NOT_CHECKED = "{0} sitemap listed here was not checked: add it too.";
    /// Of an index alone.
    CHILDREN_NOT_CHECKED = "{0} sitemaps listed here were not checked: add them too.";
    /// The verdict.
    UNCHECKED = "Not checked to the end.";
    /// The verdict.
    ROBOTS = "Read as robots.txt: no problems found.";
    /// The verdict.
    OTHER = "Not recognized as a sitemap.";
    /// The verdict.
    VALID = "Valid.";
    /// Against which profiles.
    AGAINST = "Checked against {0}.";
    /// The profile of the protocol before 0.9.
    LEGACY = "the legacy protocol";
    /// For a file that is larger than the limit.
    FIRST_ONLY = "Checked only the first {0}; the rest was not read.";
    /// Of a sitemap without a URL.
    NO_ADDRESS = "Not checked: whether the sitemap may list these URLs. Pass its URL with `--url`.";
    /// Of an index without a URL.
    NO_INDEX_ADDRESS = "Not checked: whether the index may list these sitemaps. Pass its URL with `--url`.";
    /// Of several sitemaps without a URL.
    NO_ADDRESSES = "Not checked: whether the URLs in {0} may be listed there. Pass the URL of the folder with `--base`.";
    /// Where crawlers stop.
    STOP = "Crawlers stop at line {0}.";
    /// The same, before all entries.
    STOP_ALL = "Crawlers stop at line {0} and see none of the {1}.";
    /// The same, and how many entries are left.
    STOP_SOME = "Crawlers stop at line {0} and do not see the last {1} of {2}.";
    /// The same, before the last entry.
    STOP_LAST = "Crawlers stop at line {0} and do not see the last of {1}.";
    /// Crawlers stop at the line of the first problem.
    STOP_THERE = "Crawlers stop there.";
    /// The same, before all entries.
    STOP_THERE_ALL = "Crawlers stop there and see none of the {0}.";
    /// The same, and how many entries are left.
    STOP_THERE_SOME = "Crawlers stop there and do not see the last {0} of {1}.";
    /// The same, before the last entry.
    STOP_THERE_LAST = "Crawlers stop there and do not see the last of {0}.";
    /// The summary of several files.
    TOTAL = "{0}: {1} valid, {2} not valid";
    /// The same, some with warnings.
    TOTAL_WARNED = "{0}: {1} valid ({2} with warnings), {3} not valid";
    /// A conjunction.
    TOTAL_UNCHECKED = ", {0} not checked to the end";
    /// Counted.
    ERROR = "error";
    /// Counted.
    ERRORS = "errors";
    /// Counted.
    WARNING = "warning";
    /// Counted.
    WARNINGS = "warnings";
    /// Counted.
    INFO = "remark";
    /// Counted.
    INFOS = "remarks";
    /// Counted.
    VALUE = "value";
    /// Counted.
    VALUES = "values";
    /// Counted.
    FILE = "file";
    /// Counted.
    FILES = "files";
    /// Counted.
    BYTE = "byte";
    /// Counted.
    BYTES = "bytes";
    /// A size.
    MEBIBYTES = "{0} MiB";
    /// Counted.
    URL = "URL";
    /// Counted.
    URLS = "URLs";
    /// Counted.
    SITEMAP = "sitemap";
    /// Counted.
    SITEMAPS = "sitemaps";
    /// A heading of the page about a rule.
    RULE_WHAT = "When it is reported";
    /// The same.
    RULE_WHY = "Why it matters";
    /// The same.
    RULE_REMEDY = "What to do";
    /// The same.
    RULE_SOURCES = "Sources";
    /// The same.
    RULE_EXAMPLES = "Examples";
    /// The label of an example.
    RULE_WRONG = "Wrong:";
    /// The same.
    RULE_FIXED = "Fixed:";
    /// The same.
    RULE_RIGHT = "Right:";
    /// The severity of a rule and its fix.
    RULE_FACTS = "Severity: {0}. Fix: {1}.";
    /// How to turn a rule off.
    RULE_OFF = "`--rule {0}=off` turns it off.";
    /// The fix of a rule without edits.
    BY_HAND = "by hand";
    /// Which standards and engines reject what a rule reports.
    REJECTED_BY = "Rejected by {0}.";
    /// Which advise against it.
    DISCOURAGED_BY = "Discouraged by {0}.";
    /// Which ignore the value.
    IGNORED_BY = "The value is ignored by {0}.";
    /// Which accept it.
    ACCEPTED_BY = "Accepted by {0}.";
}
