//! Recognizes a file by its first markup, or by its first lines if it has none.

use memchr::memmem;

use crate::document::coded::{self, EncodedDocument};
use crate::document::root;
use crate::elements::Root;
use crate::format::other::{self, Advice, Other};
use crate::format::pages;
use crate::outcome::Kind;
use crate::source::{Binary, Class, Source};
use crate::span::{At, Span};
use crate::value::trimmed;
use crate::xml::chars::{is_char, is_name_start, name_end};
use crate::xml::declaration;
use crate::xml::doctype;
use crate::xml::tokens::{Opening, Token, Tokens};
use crate::xml::walk::{server_message, shown};

/// The guessed format of a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FormatGuess {
    /// The kind; for XML, by the first start tag.
    pub(crate) kind: Kind,
    /// Its type, if it is not a sitemap.
    pub(crate) what: Option<Other>,
    /// The location of a finding: the doctype or the first tag.
    pub(crate) at: Span,
    /// True if it contains markup and is checked as XML.
    pub(crate) xml: bool,
    /// The document, if it is in another notation than XML.
    pub(crate) coded: Option<EncodedDocument>,
    /// The byte of the XML declaration, if the document starts after other text.
    pub(crate) late: Option<usize>,
}

impl FormatGuess {
    fn xml(kind: Kind, at: Span) -> Self {
        Self { kind, what: None, at, xml: true, coded: None, late: None }
    }

    fn other(kind: Kind, what: Option<Other>) -> Self {
        Self { kind, what, at: Span::at(0), xml: false, coded: None, late: None }
    }
}

/// The number of lines by which a file without markup is recognized.
const LINES: usize = 20;

/// The number of bytes that are searched for markup in a file that does not start with it.
const REACH: usize = 64 * 1024;

/// Guesses the format of a file from its start.
pub(crate) fn sniff(source: &Source) -> FormatGuess {
    let text = source.text();
    if let Some(binary) = source.origin.binary {
        return FormatGuess::other(Kind::Other, Some(packed(binary)));
    }
    // Characters that XML forbids are reported by another rule.
    let nothing = |next: char| matches!(next, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}') || !is_char(next);
    let start = text.len() - text.at(source.start()..).trim_start_matches(nothing).len();
    let rest = text.at(start..);
    if rest.is_empty() {
        return FormatGuess::other(Kind::Unknown, None);
    }
    let clean = text.at(source.start()..start).chars().all(is_char);
    if rest.starts_with('<') && (clean || !is_mostly_binary(source)) {
        return other::template(rest)
            .map_or_else(|| markup(text, start), |what| FormatGuess::other(Kind::Other, Some(what)));
    }
    if is_binary(source) {
        return FormatGuess::other(Kind::Other, Some(Other::new("binary data", Advice::General)));
    }
    if let Some(coded) = coded::recognize(text, start) {
        return FormatGuess { coded: Some(coded), ..FormatGuess::other(Kind::Other, None) };
    }
    if let Some(json) = other::json(text, start) {
        return FormatGuess::other(Kind::Other, Some(json));
    }
    if pages::begins_with_table(rest) {
        return FormatGuess::other(Kind::Other, Some(Other::new("a table", Advice::UrlTable)));
    }
    if is_url_list(rest) {
        return FormatGuess::other(Kind::Text, None);
    }
    if let Some(source) = other::source(rest) {
        return FormatGuess::other(Kind::Other, Some(source));
    }
    behind_text(text, start).unwrap_or_else(|| {
        if is_robots(rest) {
            FormatGuess::other(Kind::Robots, Some(Other::new("a robots.txt file", Advice::General)))
        } else if let Some(what) = other::text(rest, start) {
            FormatGuess::other(Kind::Other, Some(what))
        } else {
            first_tag(text, start).map_or(FormatGuess::other(Kind::Unknown, None), |tag| by_tag(text, tag))
        }
    })
}

/// The type of a binary file, with advice.
fn packed(binary: Binary) -> Other {
    let table = matches!(binary.name, "an Excel workbook" | "an OpenDocument table");
    let advice = match binary.class {
        Class::Document if table => Advice::Table,
        Class::Document => Advice::Document,
        Class::Leftover => Advice::Leftover,
        _ => Advice::General,
    };
    Other::new(binary.name, advice)
}

/// Guesses the format of a file with markup at byte `start`.
fn markup(text: &str, start: usize) -> FormatGuess {
    let Some(tag) = first_tag(text, start) else {
        return FormatGuess::xml(Kind::Unknown, Span::at(start));
    };
    let mut sniffed = by_tag(text, tag);
    if root::are_missing(text, tag) {
        (sniffed.xml, sniffed.what) = (false, Some(Other::new("entries of a sitemap", Advice::Entries)));
        return sniffed;
    }
    // A failing script prints these tags before its output: `<br /><b>Warning</b>: ...`.
    let printed = ["br", "b", "p", "div", "pre", "font", "table", "i", "span", "center", "h1", "h2", "hr"];
    let local = local_name(text, tag);
    if sniffed.kind == Kind::Other && printed.iter().any(|name| local.eq_ignore_ascii_case(name)) {
        return late_instruction(text, tag.start as usize).or_else(|| messages(text, start)).unwrap_or(sniffed);
    }
    sniffed
}

/// A file that starts with error messages of a program: the document after them, or only a message.
fn messages(text: &str, start: usize) -> Option<FormatGuess> {
    let head = text.at(start..text.floor_char_boundary(start + REACH));
    let at = server_message(head)?;
    let root = ["<urlset", "<sitemapindex", "<rss", "<feed"].iter().filter_map(|root| head.find(root)).min();
    if let Some(root) = root {
        return (root > at).then(|| late_at(text, start, start + root)).flatten();
    }
    let message = Some(shown(text, Span::new(start + at, start + head.len()), 120));
    Some(FormatGuess::other(Kind::Other, Some(Other { message, ..Other::new("a message", Advice::Message) })))
}

/// As [`late`], for a text that may be well-formed: declarations in comments do not count.
fn late_instruction(text: &str, start: usize) -> Option<FormatGuess> {
    let head = text.at(..text.floor_char_boundary(start + REACH));
    let at = Tokens::new(head, start).find_map(|token| match token {
        Token::Instruction(span) if declaration::starts(text.at(span)) => Some(span.start as usize),
        _ => None,
    })?;
    late_at(text, start, at)
}

/// The document after other text, if its XML declaration or the root element of a known format is found.
fn behind_text(text: &str, start: usize) -> Option<FormatGuess> {
    if let Some(sniffed) = late(text, start) {
        return Some(sniffed);
    }
    let tag = first_tag(text, start)?;
    Some(by_tag(text, tag)).filter(|sniffed| sniffed.kind != Kind::Other)
}

/// The document that starts with an XML declaration after byte `start`.
fn late(text: &str, start: usize) -> Option<FormatGuess> {
    let reach = text.as_bytes().at(start..text.len().min(start + REACH));
    let at =
        memmem::find_iter(reach, b"<?xml").map(|found| start + found).find(|&at| declaration::starts(text.at(at..)))?;
    late_at(text, start, at)
}

fn late_at(text: &str, start: usize, at: usize) -> Option<FormatGuess> {
    let before = text.at(start..at);
    if ["<urlset", "<sitemapindex", "<rss", "<feed", "<html"].iter().any(|root| before.contains(root)) {
        return None;
    }
    let sniffed =
        first_tag(text, at).map_or_else(|| FormatGuess::xml(Kind::Unknown, Span::at(at)), |tag| by_tag(text, tag));
    Some(FormatGuess { late: Some(at), ..sniffed })
}

const CDATA: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";

/// The first start tag, or the doctype of a web page, from byte `start` on. The content of comments, instructions
/// and other document type declarations does not count.
fn first_tag(text: &str, start: usize) -> Option<Span> {
    let mut tokens = Tokens::new(text, start);
    loop {
        match tokens.next()? {
            Token::Start(tag) | Token::Broken(tag) if text.at(tag.range().start + 1..).starts_with(is_name_start) => {
                return Some(tag_at(text, tag.range().start));
            }
            Token::Doctype(tag) | Token::Unterminated(Opening::Doctype, tag)
                if doctype::is_html(text.at(tag.range().start..)) =>
            {
                return Some(tag_at(text, tag.range().start));
            }
            // The section may contain the whole document. It has no end inside, so this is done once.
            Token::Cdata(section) => {
                let inside = section.range().start + CDATA.len()..section.range().end - CDATA_END.len();
                if let Some(tag) = first_tag(text.at(..inside.end), inside.start) {
                    return Some(tag);
                }
            }
            Token::Unterminated(Opening::Comment, _) => return None,
            Token::Unterminated(Opening::Instruction, open) => {
                // An instruction without `?` ends at the `>`.
                let end = text.at(open.range().end..).find('>')?;
                tokens.restart(open.range().end + end + 1);
            }
            _ => {}
        }
    }
}

/// The part of the tag at byte `start` that is shown: up to its `>`, or to the next `<`, at most 1,024 bytes.
fn tag_at(text: &str, start: usize) -> Span {
    let end = text.at(start + 1..).find(['<', '>']).map_or(text.len(), |at| start + 1 + at);
    if text.as_bytes().get(end) == Some(&b'>') {
        return Span::new(start, end + 1);
    }
    Span::new(start, text.floor_char_boundary(end.min(start + 1024)))
}

fn local_name(text: &str, tag: Span) -> &str {
    let start = tag.start as usize + 1;
    let name = text.at(start..name_end(text, start));
    name.rsplit(':').next().unwrap_or(name)
}

fn by_tag(text: &str, tag: Span) -> FormatGuess {
    const ROOTS: [(&str, Kind); 8] = [
        (Root::Urlset.name(), Kind::Urlset),
        (Root::Index.name(), Kind::SitemapIndex),
        ("rss", Kind::Rss),
        ("rdf", Kind::Rss),
        ("feed", Kind::Atom),
        ("html", Kind::Html),
        ("head", Kind::Html),
        ("body", Kind::Html),
    ];
    if text.at(tag).starts_with("<!") {
        return FormatGuess::xml(Kind::Html, tag);
    }
    let local = local_name(text, tag);
    let known = ROOTS.iter().find(|(root, _)| local.eq_ignore_ascii_case(root));
    FormatGuess::xml(known.map_or(Kind::Other, |(_, kind)| *kind), tag)
}

/// The first lines that are not blank, trimmed.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    let head = text.at(..text.floor_char_boundary(text.len().min(REACH)));
    head.split(['\n', '\r']).map(|line| line.at(trimmed(line))).filter(|line| !line.is_empty()).take(LINES)
}

/// True if the start of the file contains bytes that are not text.
fn is_binary(source: &Source) -> bool {
    source.text().as_bytes().iter().take(HEAD).any(|byte| *byte == 0) || is_mostly_binary(source)
}

/// The number of bytes of a file that are searched for such bytes.
const HEAD: usize = 4096;

/// True if the start contains more such bytes than a damaged text would.
fn is_mostly_binary(source: &Source) -> bool {
    let head = source.text().as_bytes().at(..source.text().len().min(HEAD));
    let controls = head.iter().filter(|byte| matches!(byte, 0..=8 | 14..=26 | 28..=31)).count();
    let damaged = source.damaged().iter().take_while(|span| (span.start as usize) < head.len()).count();
    (controls + damaged) * 10 > head.len()
}

/// True if at least half of the first lines, without comments, are absolute URLs, or if all begin with `www.`.
fn is_url_list(rest: &str) -> bool {
    let (mut urls, mut hosts, mut all) = (0, 0, 0);
    for line in lines(rest).filter(|line| !line.starts_with('#')) {
        all += 1;
        hosts += usize::from(line.starts_with("www.") && !line.contains(' '));
        let scheme = ["http://", "https://"]
            .iter()
            .find(|scheme| line.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme)));
        urls += usize::from(scheme.is_some_and(|scheme| line.len() > scheme.len()));
    }
    urls > 0 && urls * 2 >= all || hosts > 0 && hosts == all
}

/// True if at least half of the first lines, without comments, are records of robots.txt.
fn is_robots(rest: &str) -> bool {
    const KEYS: [&str; 7] = ["user-agent", "disallow", "allow", "sitemap", "crawl-delay", "host", "clean-param"];
    let (mut records, mut all, mut telling) = (0, 0, false);
    for line in lines(rest).filter(|line| !line.starts_with('#')) {
        all += 1;
        let key = line.split_once(':').map(|(key, _)| key.trim_end());
        if let Some(index) = key.and_then(|key| KEYS.iter().position(|known| key.eq_ignore_ascii_case(known))) {
            records += 1;
            telling |= matches!(index, 0 | 3);
        }
    }
    telling && records * 2 >= all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{DEFAULT_CEILING, Opened, open};

    #[track_caller]
    fn kind(text: &str) -> (Kind, bool) {
        let sniffed = sniff(&Source::from_text(text.to_owned()));
        (sniffed.kind, sniffed.xml)
    }

    #[test]
    fn markup_is_recognized_by_its_first_start_tag() {
        for (text, expected) in [
            ("<urlset>", Kind::Urlset),
            ("\u{FEFF}\n<?xml version='1.0'?><!-- <html> --><?x <rss>?><sm:urlset>", Kind::Urlset),
            ("<!DOCTYPE urlset [<!ENTITY a '<rss>'>]><sitemapindex/>", Kind::SitemapIndex),
            ("<!DOCTYPE urlset [<rss>", Kind::Rss),
            ("<feed xmlns='x'><html/></feed>", Kind::Atom),
            ("<rdf:RDF>", Kind::Rss),
            ("<!doctype HTML><p>", Kind::Html),
            ("<!DOCTYPE html PUBLIC 'x' 'y'>", Kind::Html),
            ("<HTML lang=en>", Kind::Html),
            ("<kml><url/></kml>", Kind::Other),
            ("<?xml version='1.0'?>", Kind::Unknown),
            ("<", Kind::Unknown),
            ("<!-- <urlset>", Kind::Unknown),
        ] {
            assert_eq!(kind(text), (expected, true), "{text}");
        }
        assert_eq!(sniff(&Source::from_text(" <!DOCTYPE html>x".into())).at, Span::new(1, 16));
        assert_eq!(sniff(&Source::from_text("<!-- --><html a='b'>".into())).at, Span::new(8, 20));
    }

    #[test]
    fn error_messages_before_a_document_do_not_hide_it() {
        for text in [
            "Warning: foo() in /x.php on line 3\n<?xml version='1.0'?><urlset>",
            "<br />\n<b>Warning</b>: x<br />\n<?xml version='1.0'?><urlset>",
            "HTTP/1.1 200 OK\r\nHost: x\r\n\r\n<?xml version='1.0'?><urlset>",
            "```xml\n<?xml version='1.0'?><urlset>",
            "[21-Nov-2026] note <?xml version='1.0'?><urlset>",
        ] {
            let sniffed = sniff(&Source::from_text(text.to_owned()));
            assert_eq!((sniffed.kind, sniffed.late), (Kind::Urlset, text.find("<?xml")), "{text}");
        }
        assert_eq!(kind("x <urlset>"), (Kind::Urlset, true));
        assert_eq!(kind("x <a/>"), (Kind::Other, true));
        let quoted = Source::from_text("<!-- <?xml version='1.0'?> --><urlset>".to_owned());
        assert_eq!(sniff(&quoted).late, None);
    }

    #[test]
    fn text_without_markup_is_recognized_by_its_lines() {
        for (text, expected) in [
            ("https://a/\nHTTP://b/\nx\n", Kind::Text),
            ("https://a/", Kind::Text),
            ("www.a.example/b\nwww.a.example/c\n", Kind::Text),
            ("www.a.example/b\nand more\n", Kind::Unknown),
            ("https://\nx", Kind::Unknown),
            ("https://a/\nx\ny", Kind::Unknown),
            ("# x\nUser-agent: *\nDisallow:\nSitemap: https://a/", Kind::Robots),
            ("{\"urls\": []}", Kind::Other),
            (" [\"https://a/\"]", Kind::Other),
            ("url,date\n/a,2024\n/b,2025", Kind::Other),
            ("hello", Kind::Unknown),
            ("<?php echo 'x';", Kind::Other),
            ("const map = `<?xml version=\"1.0\"?><urlset>`;", Kind::Other),
            ("%3Curlset%3E%3C/urlset%3E", Kind::Other),
            ("# Shells\n[a](https://a/)\n[b](https://b/)", Kind::Other),
            ("", Kind::Unknown),
            ("&lt;urlset xmlns=\"x\"&gt;&lt;url&gt;", Kind::Other),
        ] {
            assert_eq!(kind(text), (expected, false), "{text}");
        }
        let escaped = sniff(&Source::from_text("\n&lt;urlset a&gt;&lt;".to_owned()));
        assert_eq!(escaped.coded.map(|coded| coded.at), Some(Span::new(0, 17)));
        let Opened::Text(source) = open(b"ab\0\x01\xFF".to_vec(), DEFAULT_CEILING) else { panic!("text") };
        assert_eq!(sniff(&source).what.map(|what| what.name), Some("binary data"));
    }
}
