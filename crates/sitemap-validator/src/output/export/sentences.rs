//! The sentences around findings in exports.

crate::sentences! {
    /// The heading.
    REPORT = "Sitemap report";
    /// The heading of findings across files.
    ACROSS = "Across files";
    /// Below the tables, if one file is left out.
    MORE_TABLE = "{0} more file with findings: see the whole report.";
    /// Below the tables.
    MORE_TABLES = "{0} more files with findings: see the whole report.";
    /// The heading of the table of rules.
    FINDINGS = "Findings";
    /// Below the list of files, if one is left out.
    MORE_FILE = "… and {0} more file.";
    /// Below the list of files.
    MORE_FILES = "… and {0} more files.";
    /// For a file that is larger than the limit.
    FIRST_PART = "Only the first part was checked; the rest was not read.";
    /// The same, in a log.
    NOT_TO_ITS_END = "The file was not read to the end";
    /// Where the maximum number of findings is listed.
    LISTED = "{0} of {1} findings are listed; the others are only counted";
    /// Where GitHub shows no further findings.
    SHOWN = "GitHub shows the first {0} errors, warnings and notices of a step; all are in its log";
    /// In a total, for one file.
    FILE_NOT_CHECKED = "{0} file not checked";
    /// In a total.
    FILES_NOT_CHECKED = "{0} files not checked";
    /// For files without findings.
    NOTHING = "Nothing found";
    /// A finding that is counted and not listed.
    MORE_IS = "{0} more is counted";
    /// Findings that are counted and not listed.
    MORE_ARE = "{0} more are counted";
    /// A column.
    FILE = "File";
    /// A column.
    VERDICT = "Verdict";
    /// A column.
    ERRORS = "Errors";
    /// A column.
    WARNINGS = "Warnings";
    /// A column.
    INFOS = "Remarks";
    /// A column.
    RULE = "Rule";
    /// A column.
    COUNT = "Count";
    /// A column.
    PLACES = "First locations";
    /// A column.
    EXAMPLE = "For example";
    /// A column.
    REMEDY = "What to do";
    /// A verdict.
    NOT_CHECKED = "Not checked";
    /// A verdict.
    INVALID = "Not valid";
    /// A verdict.
    UNCHECKED = "Not checked to the end";
    /// A verdict.
    ROBOTS = "Read as robots.txt";
    /// A verdict.
    OTHER = "Not recognized as a sitemap";
    /// A verdict.
    HAS_WARNINGS = "Valid, with warnings";
    /// A verdict.
    VALID = "Valid";
}
