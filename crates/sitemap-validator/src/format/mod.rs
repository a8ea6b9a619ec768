//! Recognizes the type of a file, and passes the file to its reader.

mod other;
mod page;
mod pages;
mod peek;
mod robots;
mod sniff;
mod text;

use crate::check::{encoding, gzip, http, limits};
use crate::diagnostic::{Diagnostic, Edit};
use crate::document::{Document, coded, root};
use crate::facts::Facts;
use crate::options::Options;
use crate::outcome::{Outcome, Stats};
use crate::reporter::Reporter;
use crate::rules;
use crate::source::Source;
use crate::span::{At, Span};
use crate::xml::declaration;
use crate::xml::prolog;
use crate::xml::walk::walk;

pub use crate::outcome::Kind;
pub use peek::{HEAD, is_other_markup, peek};

use other::Advice;
use sniff::{FormatGuess, sniff};

/// Guesses the type of a file. A name can identify a robots.txt if the content does not contradict it: a web page in its
/// place has no rules, unless it is a test for bots, of which crawlers may see nothing.
fn recognize(source: &Source, options: &Options) -> FormatGuess {
    let sniffed = sniff(source);
    // Comment lines of a robots.txt may look like Markdown headings.
    let comment = source.text().trim_start_matches(['\u{FEFF}', ' ', '\t', '\r', '\n']).starts_with('#');
    let open = matches!(sniffed.kind, Kind::Text | Kind::Unknown) || sniffed.kind == Kind::Other && comment;
    let text = open && !sniffed.xml && source.origin.binary.is_none();
    if robots::is_named(options) && (text || sniffed.kind == Kind::Html && !page::is_challenge(source.text())) {
        FormatGuess { kind: Kind::Robots, ..sniffed }
    } else {
        sniffed
    }
}

/// The type of a file, guessed from its start and its name.
pub fn kind_of(source: &Source, options: &Options) -> Kind {
    recognize(source, options).kind
}

/// Reads a file of any type.
pub(crate) fn read(source: &Source, reporter: &mut Reporter<'_>) -> Outcome {
    let start = source.start();
    let text = source.text();
    let first = text.len() - text.at(start..).trim_start().len();
    let Some(less) = coded::first_less_than(text, first) else { return read_from(source, start, reporter) };
    let found = rules::structure_escaped_document::first_less_than(less).safe(Edit::replace(less, "<"));
    reporter.fatal(found, less.start);
    reporter.settle();
    let end = text.at(less.range().end..).find('>').map_or(less.range().end, |at| less.range().end + at + 1);
    reporter.recovered(Span::new(less.range().start, end));
    // The same text with the character, at the same offsets.
    let meant = [text.at(..less.range().start), "   <", text.at(less.range().end..)].concat();
    read_from(&source.with_text(meant), less.range().end - 1, reporter)
}

/// Reads a file whose text begins at byte `start`.
fn read_from(source: &Source, start: usize, reporter: &mut Reporter<'_>) -> Outcome {
    let text = source.text();
    let mut sniffed = recognize(source, reporter.options);
    let is_unknown = matches!(sniffed.kind, Kind::Unknown | Kind::Other) && !sniffed.xml;
    if is_unknown && http::is_coded(reporter) {
        return outcome(source, Kind::Unknown, false, reporter);
    }
    let named_text = file_name(reporter).is_some_and(|name| ending(&name) == Some("txt"));
    if named_text && sniffed.kind == Kind::Unknown && !sniffed.xml {
        sniffed.kind = Kind::Text;
    }
    gzip::check(source, sniffed.kind, reporter);
    let is_page = sniffed.kind == Kind::Robots && sniffed.xml;
    http::document(source, if is_page { Kind::Html } else { sniffed.kind }, reporter);
    let open = sniffed.kind != Kind::Robots && source.origin.binary.is_none();
    if open && text.at(start..).trim_matches([' ', '\t', '\r', '\n']).is_empty() {
        // If a damaged archive yields no text, the damage is reported instead.
        if !gzip::hides_content(source) {
            let message = match start < text.len() {
                _ if named_text => rules::text_empty,
                true => rules::xml_empty_file::blank,
                false => rules::xml_empty_file,
            };
            reporter.report(message(Span::at(0)));
        }
        return outcome(source, if named_text { Kind::Text } else { Kind::Unknown }, false, reporter);
    }
    extension(sniffed.kind, reporter);
    match sniffed.kind {
        Kind::Text => {
            encoding::document(source, None, reporter);
            let (stats, facts) = text::read(source, start, reporter);
            Outcome { stats, facts, ..outcome(source, Kind::Text, false, reporter) }
        }
        Kind::Robots if is_page => {
            reporter.report(rules::robots_not_plain_text::page(sniffed.at));
            outcome(source, Kind::Robots, false, reporter)
        }
        Kind::Robots => {
            let facts = robots::read(source, reporter);
            Outcome { facts, ..outcome(source, Kind::Robots, false, reporter) }
        }
        Kind::Other | Kind::Unknown if !sniffed.xml => {
            unknown(source, &sniffed, reporter);
            outcome(source, sniffed.kind, false, reporter)
        }
        _ => xml(source, start, &sniffed, reporter),
    }
}

/// The file's name in lower case, without `.gz`.
fn file_name(reporter: &Reporter<'_>) -> Option<String> {
    let name = reporter.options.file_name.as_deref()?.to_ascii_lowercase();
    Some(name.strip_suffix(".gz").map(str::to_owned).unwrap_or(name))
}

fn ending(name: &str) -> Option<&str> {
    name.rsplit_once('.').map(|(_, ending)| ending)
}

/// Reports a file name whose extension belongs to another format.
fn extension(kind: Kind, reporter: &mut Reporter<'_>) {
    const MARKUP: [&str; 3] = ["xml", "rss", "atom"];
    const OTHERS: [&str; 14] =
        ["html", "htm", "json", "csv", "md", "pdf", "doc", "docx", "xls", "xlsx", "rtf", "zip", "js", "css"];
    let Some(name) = file_name(reporter) else { return };
    let Some((stem, ending)) = name.rsplit_once('.') else { return };
    let other = OTHERS.contains(&ending);
    let (held, wrong) = match kind {
        Kind::Text => ("a list of URLs", other || MARKUP.contains(&ending)),
        Kind::Urlset | Kind::SitemapIndex => ("an XML sitemap", other || matches!(ending, "txt" | "rss" | "atom")),
        Kind::Rss | Kind::Atom => ("a feed", other || ending == "txt"),
        _ => ("", false),
    };
    if wrong {
        let right = stem.rsplit_once('.').is_some_and(|(_, before)| MARKUP.contains(&before)) && kind != Kind::Text;
        let (start, ending) = (Span::at(0), ending.to_owned());
        reporter.report(if right {
            rules::structure_extension_mismatch::added_extension(start, ending, held, stem.to_owned())
        } else {
            rules::structure_extension_mismatch(start, ending, held)
        });
    } else if kind == Kind::Text && ending != "txt" {
        // A name without an extension may be a label, as for pasted text.
        let name = reporter.options.file_name.clone().unwrap_or_default();
        reporter.report(rules::text_file_extension(Span::at(0), name));
    }
}

fn outcome(source: &Source, kind: Kind, xml: bool, reporter: &mut Reporter<'_>) -> Outcome {
    Outcome {
        kind,
        // If the file was not read to its end, only an error is certain.
        well_formed: xml
            .then(|| reporter.fatal_at().is_none())
            .filter(|well| !*well || source.origin.compression.is_none()),
        stops: if xml { reporter.fatal_at() } else { None },
        partial: reporter.stopped() || source.origin.is_partial(),
        stats: Stats::default(),
        sitemaps: 0,
        facts: Facts::default(),
    }
}

fn unknown(source: &Source, sniffed: &FormatGuess, reporter: &mut Reporter<'_>) {
    limits::ceiling(source, reporter);
    if gzip::unsupported(source, reporter) {
        return;
    }
    if gzip::is_brotli(reporter) && !source.damaged().is_empty() {
        return gzip::brotli(reporter);
    }
    reporter.report(unknown_finding(source.text(), sniffed, reporter.options.url.as_deref()));
}

fn unknown_finding(text: &str, sniffed: &FormatGuess, own: Option<&str>) -> Diagnostic {
    if let Some(coded) = sniffed.coded {
        return coded::finding(text, coded, None);
    }
    let pages = match sniffed.what.map(|what| what.advice) {
        Some(Advice::UrlTable) => pages::table_finding(text),
        Some(Advice::Entries) => root::missing(text, sniffed.at),
        Some(Advice::Urls) => other::with_urls(text, sniffed.what, own),
        _ => None,
    };
    pages.unwrap_or_else(|| other::finding(sniffed.what))
}

/// The finding on a file that is not a sitemap, if its fix makes one of it.
pub(crate) fn made_sitemap(source: &Source, options: &Options) -> Option<Diagnostic> {
    let sniffed = recognize(source, options);
    let found = match sniffed.kind {
        Kind::Html => page::finding(source.text(), sniffed.at, options.url.as_deref()),
        Kind::Other if sniffed.xml => root::missing(source.text(), sniffed.at)?,
        Kind::Other => unknown_finding(source.text(), &sniffed, options.url.as_deref()),
        _ => return None,
    };
    Some(found).filter(|found| found.fix.is_some())
}

fn xml(source: &Source, start: usize, sniffed: &FormatGuess, reporter: &mut Reporter<'_>) -> Outcome {
    let text = source.text();
    if sniffed.kind == Kind::Html {
        reporter.report(page::finding(text, sniffed.at, reporter.options.url.as_deref()));
        reporter.expect_no_xml();
    }
    let unclean = prolog::unclean_characters(text, start, reporter);
    let from = prolog::before_declaration(text, start, sniffed.late, reporter);
    let late = from > start;
    let declared = declaration::find(text, from);
    let declaration = declared.map(|span| declaration::check(text, span, reporter));
    let from = declared.map_or(from, |span| span.range().end);
    if declaration.is_none() && !late {
        let edit = Edit::insert(start, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        reporter.report(rules::xml_declaration_missing(Span::at(start)).safe(edit));
    }
    encoding::document(source, declaration.as_ref(), reporter);
    let standalone = declaration.and_then(|declaration| declaration.standalone);
    let mut document = Document::new(source, sniffed.kind, unclean, reporter);
    let partial = source.origin.compression.is_some();
    walk(text, from, standalone, partial, &mut document, reporter);
    let kind = document.kind();
    let sitemaps = document.sitemaps();
    let (stats, facts) = document.finish(reporter);
    Outcome { stats, sitemaps, facts, ..outcome(source, kind, true, reporter) }
}
