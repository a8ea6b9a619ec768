//! What the program says about itself.

/// `--version`
pub(crate) const VERSION: &str = concat!("sitemap-validator ", env!("CARGO_PKG_VERSION"), "\n");

/// `--help`
pub(crate) const HELP: &str = "\
Checks sitemaps: every problem, its exact place, who says so, and a fix.

Usage: sitemap-validator [OPTIONS] [FILE|FOLDER|-]...

  FILE            A sitemap, a sitemap index, a text file of URLs, RSS or Atom; plain or gzip.
                  Or a robots.txt, which the others are checked against
  FOLDER          Every .xml, .gz, .txt, .rss and .atom file in it and below
  -               Standard input

What to check against:
  --url URL             The address the file is or will be served from: checks whether a sitemap
                        there may list these URLs. For one file
  --base URL            The folder the files are served from: each file's address is this and its
                        name, unless an index among them or a robots.txt tells another
  --profile NAME,...    sitemaps.org, google, bing (the default: all three), yandex, baidu, legacy
  --pedantic            Report also what is left out by default
  --strict-schema       Judge as the schemas published on sitemaps.org would
  --robots FILE         A robots.txt: checks whether it blocks URLs and names the sitemap. It is
                        that of the sitemap's own site, or of another with https://host=FILE;
                        may be repeated. One among the files is used without this option
  --verified-host HOST  The sitemap may list URLs on this host too; may be repeated
  --search-console      The sitemap is submitted through Search Console, all its hosts verified
  --now DATETIME        The present, such as 2025-01-31 or 2025-01-31T12:00:00Z (default: the clock)
  --rule ID=LEVEL       Set a rule to off, info, warning or error; may be repeated

What to repair:
  --fix                 Write the files again with everything repaired that has a safe fix, then
                        report what is left. With `-`, the text goes to standard output and the
                        report to standard error
  --diff                Show what --fix would change, as a unified diff; write nothing

What to convert, instead of a report:
  --to FORMAT           sitemap: a list or a feed as an XML sitemap; text: one URL a line; split: an
                        index and sitemaps of at most 50,000 URLs and 50 MB; index: an index of
                        all files
  --output FOLDER       Write the files there (default: standard output, if it is only one)

What to write:
  --format FORMAT       text (default); json, the report in its version 1; csv; sarif, for code
                        scanning; junit, for build servers; markdown, a summary for a ticket;
                        github, annotations of GitHub Actions
  --lang TAG            The language of the report and of --explain: en (default), fr or es
  --max-diagnostics N   List at most N findings of each rule and file; 0 lists all.
                        All are counted always (default: 10 as text, else 1000)
  --quiet               Do not show on the terminal how far the work is
  --color WHEN          auto (default), always or never; auto also heeds NO_COLOR
  --fail-on LEVEL       Exit with 1 on error (default) or warning

About the rules:
  --list-rules          List every rule
  --explain RULE        Print a rule's page: what, why, what to do

  -h, --help            Print this text
  -V, --version         Print the version

Exit codes: 0 no errors, 1 errors found, 2 the program could not do its work.
";
