//! XML documents of other formats, by root element.

use crate::diagnostic::Diagnostic;
use crate::rules;
use crate::span::Span;
use crate::value::trimmed;

/// The number of bytes of a document that are searched for the text of an error message.
const REACH: usize = 4096;

/// Local names of root elements, in lower case, and the descriptions of their documents.
const ROOTS: [(&[&str], &str); 23] = [
    (&["stylesheet", "transform"], STYLE_SHEET),
    (&["schema"], "an XML schema"),
    (&["opml"], "an OPML outline"),
    (&["definitions"], "a description of a web service (WSDL)"),
    (&["envelope"], "a SOAP message"),
    (&["methodresponse", "methodcall"], "an XML-RPC message"),
    (&["plist"], "an Apple property list"),
    (&["kml"], "a KML map"),
    (&["gpx"], "a GPX track"),
    (&["svg"], "an SVG image"),
    (&["listbucketresult", "enumerationresults"], "a list of the files in a storage bucket"),
    (&["sitemapnode"], MENU),
    (&["workbook"], "an Excel workbook in XML"),
    (&["worddocument"], "a Word document in XML"),
    (&["project"], "a project file"),
    (&["configuration"], "a configuration file"),
    (&["browserconfig"], "a `browserconfig.xml`"),
    (&["manifest"], "a manifest"),
    (&["opensearchdescription"], "an OpenSearch description"),
    (&["cross-domain-policy"], "a cross-domain policy"),
    (&["blogml"], "a blog's export"),
    (&["oai-pmh"], "an OAI-PMH response"),
    (PAGE, "a fragment of a web page"),
];

/// Elements with which web pages without `<html>` begin.
const PAGE: &[&str] = &[
    "a", "article", "b", "base", "br", "center", "div", "font", "form", "h1", "h2", "h3", "header", "hr", "i",
    "iframe", "img", "main", "meta", "noscript", "ol", "p", "pre", "script", "section", "span", "strong", "style",
    "table", "ul",
];

const STYLE_SHEET: &str = "an XSLT style sheet";
const MENU: &str = "an ASP.NET site map, which makes menus";

/// The finding on a root element at `name`, if its format is known; `tag` is its start tag.
pub(crate) fn finding(text: &str, name: Span, tag: Span) -> Option<Diagnostic> {
    let written = text.get(name.range())?;
    let local = written.rsplit(':').next()?;
    if local.eq_ignore_ascii_case("error") {
        return Some(rules::structure_unknown_root::server_error(name, message(text, tag.end as usize)?));
    }
    // The root of an ASP.NET site map differs from others of that name in its namespace.
    let menu = local == "siteMap" && text.get(tag.range()).is_some_and(|tag| tag.contains("AspNet/SiteMap-File"));
    let what = if menu {
        MENU
    } else {
        ROOTS.iter().find(|(names, _)| names.iter().any(|known| local.eq_ignore_ascii_case(known)))?.1
    };
    Some(match what {
        STYLE_SHEET => rules::structure_unknown_root::style_sheet(name, name, what),
        _ => rules::structure_unknown_root::other_vocabulary(name, name, what),
    })
}

/// The message in the `<Error>` of a storage server, after byte `from`.
fn message(text: &str, from: usize) -> Option<Span> {
    let head = text.get(..text.floor_char_boundary(from.saturating_add(REACH)))?;
    ["<Message>", "<Code>", "<message>", "<code>"].iter().find_map(|tag| {
        let start = from + head.get(from..)?.find(tag)? + tag.len();
        let content = head.get(start..)?;
        let content = content.get(..content.find('<')?)?;
        let range = trimmed(content);
        (!range.is_empty()).then(|| Span::new(start + range.start, start + range.end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message;

    fn title(text: &str) -> Option<String> {
        let end = text.find(['>', ' ']).unwrap();
        let tag = text.find('>').unwrap() + 1;
        finding(text, Span::new(1, end), Span::new(0, tag)).map(|found| message::title(&found, text))
    }

    #[test]
    fn roots_of_other_formats_are_named() {
        for (names, what) in ROOTS {
            for name in names {
                assert_eq!(*name, name.to_ascii_lowercase());
                let expected = format!("`<x:{name}>` is the root of {what}, not of a sitemap");
                assert_eq!(title(&format!("<x:{name} a='b'>")), Some(expected));
            }
        }
        assert_eq!(title("<shells>"), None);
        assert_eq!(title("<siteMap>"), None);
        let menu = title("<siteMap xmlns=\"http://schemas.microsoft.com/AspNet/SiteMap-File-1.0\">").unwrap();
        assert!(menu.contains("ASP.NET"));
    }

    #[test]
    fn errors_are_quoted() {
        let quoted = "The server sent an error instead of a sitemap: `Access Denied`".to_owned();
        assert_eq!(title("<Error><Code>A</Code><Message> Access Denied </Message></Error>"), Some(quoted));
        let code = "The server sent an error instead of a sitemap: `NoSuchKey`".to_owned();
        assert_eq!(title("<Error><Code>NoSuchKey</Code><Message></Message></Error>"), Some(code));
        assert_eq!(title("<Error>"), None);
        assert_eq!(title("<Error><Message>never ends"), None);
    }
}
