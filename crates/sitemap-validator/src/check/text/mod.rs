//! Text sitemaps (`text-*`): one unescaped URL per line, and nothing else.

mod entities;
mod several;

use super::{Field, value_text};
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::trimmed;
use crate::value::url::prefix::{self, Prefix};
use crate::xml::mark::{self, Surroundings};

/// The content of a non-blank line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Line {
    /// A URL at this span, valid or not.
    Url(Span),
    /// Something else, which has been reported.
    Other,
}

/// The blank lines of a file.
#[derive(Debug, Default)]
pub(crate) struct Blanks {
    first: Option<Span>,
    edits: Vec<Edit>,
}

impl Blanks {
    /// Records a blank line before other lines; `whole` includes its line break.
    pub(crate) fn add(&mut self, line: Span, whole: Span, reporter: &Reporter<'_>) {
        if reporter.wants(Rule::TextBlankLine) {
            self.first.get_or_insert(line);
            self.edits.push(Edit::delete(whole));
        }
    }

    /// Reports all of them in one finding.
    pub(crate) fn finish(self, reporter: &mut Reporter<'_>) {
        let Some(first) = self.first else { return };
        let found = match self.edits.len() {
            1 => rules::text_blank_line::one(first),
            count => rules::text_blank_line::many(first, count),
        };
        reporter.report(found.safe(self.edits));
    }
}

/// Reports a byte order mark at the start of the file, `length` bytes long.
pub(crate) fn byte_order_mark(length: usize, reporter: &mut Reporter<'_>) {
    let edit = Edit::delete(Span::new(0, length));
    reporter.report(rules::text_bom(Span::at(0)).safe(edit));
}

/// Checks a non-blank line. `field` is the line without its line break, `whole` includes it.
pub(crate) fn line(field: &Field<'_>, whole: Span, reporter: &mut Reporter<'_>) -> Line {
    let text = field.value.text;
    let range = trimmed(text);
    let value = text.at(range.clone());
    if !value.is_ascii() {
        for at in memchr::memmem::find_iter(text.as_bytes(), "\u{FEFF}") {
            let place = Surroundings::Value { typed: false };
            mark::misplaced_bom(field.content.start as usize + at, place, reporter);
        }
    }
    let core = value.trim_start_matches(is_unseen);
    let skipped = range.start + (value.len() - core.len());
    let from = match prefix::of(core) {
        Prefix::Absolute(scheme) => Some(scheme.name().len() + "://".len()),
        Prefix::Host(run, true) if is_slash_comment(core, run.end) => None,
        Prefix::Damaged(run, _) | Prefix::Host(run, _) => Some(run.end),
        Prefix::Other(scheme) => is_url_scheme(core, scheme.end).then_some(core.len()),
        Prefix::Relative => is_path(core).then_some(core.len()),
    };
    let Some(from) = from else {
        if !value_text::unprocessed_template(field, reporter) {
            let place = field.value.span(range.start, range.end);
            reporter.report(no_url(core, place, whole));
        }
        return Line::Other;
    };
    let mut url = range.clone();
    if let Some(end) = several::check(field, (range.clone(), skipped + from), whole, reporter) {
        url.end = end;
    }
    field.surrounding_whitespace(rules::text_surrounding_whitespace, range, reporter);
    entities::check(field, url.clone(), reporter);
    Line::Url(field.value.span(url.start, url.end))
}

/// Reports a line without a URL.
fn no_url(core: &str, place: Span, whole: Span) -> Diagnostic {
    use rules::text_non_url_line as message;
    let key = core.split_once(':').map(|(key, _)| key.trim_end());
    let (found, delete) = if is_comment(core) {
        (message::comment(place, place), true)
    } else if key.is_some_and(|key| DIRECTIVES.iter().any(|known| key.eq_ignore_ascii_case(known))) {
        (message::robots(place, place), false)
    } else if core.starts_with('<') || core.ends_with('>') && core.contains('<') {
        (message::markup(place, place), false)
    } else {
        (message::other(place, place), true)
    };
    // A fix that deletes the line is only suggested.
    if delete && !core.contains("://") { found.suggest(Edit::delete(whole)) } else { found }
}

/// The records of robots.txt.
const DIRECTIVES: [&str; 7] = ["user-agent", "disallow", "allow", "sitemap", "crawl-delay", "host", "clean-param"];

/// True for `// words` or `//word`, in which `//` does not precede a host.
fn is_slash_comment(core: &str, host_end: usize) -> bool {
    let host = core.at(..host_end);
    host.contains([' ', '\t']) || host.len() == core.len() && !host.contains(['.', ':'])
}

fn is_comment(core: &str) -> bool {
    ["#", "//", "/*", "*/", "<!--", "--"].iter().any(|start| core.starts_with(start))
}

/// True for a scheme such as in `mailto:x` or `file:///x`, not for text such as `Note: x`.
fn is_url_scheme(core: &str, end: usize) -> bool {
    const SCHEMES: [&str; 10] =
        ["mailto", "tel", "javascript", "data", "file", "urn", "blob", "about", "android-app", "ios-app"];
    let (scheme, rest) = core.split_at_checked(end).unwrap_or_default();
    rest.starts_with("://")
        || SCHEMES.iter().any(|known| scheme.eq_ignore_ascii_case(known)) && !rest.starts_with(": ") && rest.len() > 1
}

/// True for a path without scheme and host: `/about`, `../a`, `about.html`, `?page=2`; not for words with a slash.
fn is_path(core: &str) -> bool {
    if is_comment(core) {
        return false;
    }
    let spaced = core.contains([' ', '\t']);
    let file = core.split(['?', '#']).next().and_then(|path| path.rsplit_once('.'));
    let page = file
        .is_some_and(|(name, ending)| !name.is_empty() && PAGES.iter().any(|known| ending.eq_ignore_ascii_case(known)));
    let begins = ["/", "./", "../"].iter().any(|start| core.starts_with(start));
    let markup = core.contains(['<', '>', '"', '|', '{', '*']);
    begins || !spaced && !markup && (core.contains('/') || core.starts_with('?') || page)
}

/// File extensions of pages.
const PAGES: [&str; 8] = ["html", "htm", "php", "asp", "aspx", "jsp", "xhtml", "shtml"];

fn is_unseen(character: char) -> bool {
    matches!(character, '\u{A0}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{3000}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests;
