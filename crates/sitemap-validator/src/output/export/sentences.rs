//! What formats for people say around findings.

crate::sentences! {
    /// The heading.
    REPORT = "Sitemap report";
    /// Above what several files show.
    ACROSS = "Across files";
    /// Below the tables, of one file.
    MORE_TABLE = "{0} more file with findings: see the whole report.";
    /// Below the tables.
    MORE_TABLES = "{0} more files with findings: see the whole report.";
    /// Below the list of files, of one.
    MORE_FILE = "… and {0} more file.";
    /// Below the list of files.
    MORE_FILES = "… and {0} more files.";
    /// Of a file that is not well-formed.
    STOPS = "XML parsers stop at line {0}, column {1}.";
    /// Of a file beyond the ceiling.
    FIRST_PART = "The first part was checked only; the rest was not read.";
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
    INFOS = "Infos";
    /// A column.
    RULE = "Rule";
    /// A column.
    COUNT = "Count";
    /// A column.
    PLACES = "First places";
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
    OTHER = "Not recognised as a sitemap";
    /// A verdict.
    HAS_WARNINGS = "Valid, with warnings";
    /// A verdict.
    VALID = "Valid";
}
