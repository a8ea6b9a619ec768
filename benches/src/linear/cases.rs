//! Grammar positions and the pieces that fill them.

/// Where a run of pieces is put: the text before and after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position {
    pub(super) name: &'static str,
    before: &'static [&'static str],
    after: &'static [&'static str],
    /// What is tried here.
    pub(super) pieces: &'static [&'static str],
}

impl Position {
    /// A document of about `size` bytes with a run of `piece`, in which `§` stands for a number that grows.
    pub(super) fn document(&self, piece: &str, size: usize) -> String {
        let mut text = self.before.concat();
        let after = self.after.concat();
        let mut number = 0_u32;
        while text.len() + after.len() < size {
            match piece.split_once('§') {
                None => text.push_str(piece),
                Some(_) => text.push_str(&piece.replace('§', &number.to_string())),
            }
            number += 1;
        }
        text + &after
    }
}

const fn position(
    name: &'static str,
    before: &'static [&'static str],
    after: &'static [&'static str],
    pieces: &'static [&'static str],
) -> Position {
    Position { name, before, after, pieces }
}

/// What the values of URLs are made of, and what does not belong in them.
const URL: &[&str] = &[
    "a",
    "\u{200B}",
    "\u{A0}",
    "\u{3000}",
    "\u{2028}",
    "é",
    "&",
    "\"",
    "'",
    " ",
    "%41",
    "%2E/",
    "%E9",
    "%25%34",
    "/../",
    "?a§=b&amp;",
    "[",
    "a.",
];

/// What other values are made of.
const VALUE: &[&str] = &["a§, ", "1", "Ã©", "\u{FFFD}", "&#233;", "2024-01-01"];

/// What stands between elements.
const CONTENT: &[&str] = &[
    "a",
    "&b§;",
    "<![CDATA[a]]>",
    "<!-- -->",
    "<a>",
    "</a>",
    "<a§/>",
    "<",
    "<url a>",
    "<url><loc>https://a.example/§</loc></url>",
    "<url><loc>https://a§.example/</loc><xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://a.example/§\"/></url>",
    "<p§:a/>",
    "<p§:a xmlns:p§=\"u§\">",
    "<p:a xmlns:p=\"u§\"/>",
    "<a p§:b=\"c\"/>",
    "<p:a xmlns:p=\"http://www.google.com/schemas/sitemap-geo/1.0\">",
];

/// Attributes, and what is none.
const ATTRIBUTE: &[&str] = &[
    " a",
    " a=b",
    " a=\"b\"",
    " a§=\"b\"",
    " a=\"",
    " a=“b”",
    " a=&quot;b&quot;",
    " /",
    " xmlns:p§=\"u§\"",
    " xmlns:p=\"u§\"",
    " p§:a=\"b\"",
    " a=\"b\"c",
    " xmIns=\"http://a§\"",
];

/// Pairs of a namespace and its schema.
const PAIR: &[&str] = &["a§ b ", "http://www.sitemaps.org/schemas/sitemap/0.9§ sitemap.xsd "];

/// Declarations of a doctype.
const DECLARATION: &[&str] = &[
    "<!ENTITY b§ \"c\">",
    "<!ENTITY % b§ \"c\">",
    "%b;",
    "<!ATTLIST a b§ CDATA #IMPLIED>",
    "<!ELEMENT a§ (b)>",
    "(b|",
    "<!",
];

/// Lines of what is not XML.
const LINE: &[&str] = &[
    "https://a.example/§\n",
    "https://a.example/§ ",
    "a§\n",
    "Disallow: /a§\n",
    "Disallow: /*a*b\n",
    "Sitemap: https://a.example/§\n",
    "{\"loc\":\"https://a.example/§\"},",
    "<a href=\"/§\">",
    "\r",
    "&lt;loc&gt;",
];

const HEAD: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
const EXTENSIONS: &str = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\" xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\" xmlns:mobile=\"http://www.baidu.com/schemas/sitemap-mobile/1/\" xmlns:pagemap=\"http://www.google.com/schemas/sitemap-pagemap/1.0\"";
const ENTRY: &str = "<url><loc>https://a.example/</loc>";
const END: &str = "</url></urlset>";
const TAIL: &str = "</loc></url></urlset>";
const VIDEO: &str =
    "<video:video><video:thumbnail_loc>https://a.example/t</video:thumbnail_loc><video:title>t</video:title>";
const NEWS: &str =
    "<news:news><news:publication><news:name>n</news:name><news:language>en</news:language></news:publication>";
const RSS: &str = "<rss version=\"2.0\"><channel><title>t</title>";
const ATOM: &str = "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>";

/// All of them.
pub(super) const POSITIONS: &[Position] = &[
    position("whole file", &[], &[], LINE),
    position("section", &[], &["]]>"], &["<![CDATA[", "<!--", "<a ", "<!DOCTYPE a "]),
    position("before the declaration", &[], &["<?xml version=\"1.0\"?>", HEAD, "/>"], VALUE),
    position("declaration", &["<?xml version=\"1.0\""], &["?>", HEAD, "/>"], VALUE),
    position("encoding", &["<?xml version=\"1.0\" encoding=\""], &["\"?>", HEAD, "/>"], VALUE),
    position("before the root", &["<?xml version=\"1.0\"?>"], &[HEAD, "/>"], CONTENT),
    position("comment", &["<!--"], &["-->", HEAD, "/>"], VALUE),
    position("doctype", &["<!DOCTYPE urlset "], &[">", HEAD, "/>"], DECLARATION),
    position("internal subset", &["<!DOCTYPE urlset ["], &["]>", HEAD, "/>"], DECLARATION),
    position("entity", &["<!DOCTYPE urlset [<!ENTITY b \""], &["\">]>", HEAD, "><url><loc>&b;", TAIL], VALUE),
    position("root attributes", &[HEAD], &[">", ENTRY, END], ATTRIBUTE),
    position("root namespace", &["<urlset xmlns=\""], &["\">", ENTRY, END], VALUE),
    position("schema location", &[HEAD, EXTENSIONS, " xsi:schemaLocation=\""], &["\">", ENTRY, END], PAIR),
    position("urlset", &[HEAD, EXTENSIONS, ">"], &["</urlset>"], CONTENT),
    position("url attributes", &[HEAD, EXTENSIONS, "><url"], &["><loc>https://a.example/", TAIL], ATTRIBUTE),
    position("url", &[HEAD, EXTENSIONS, ">", ENTRY], &[END], CONTENT),
    position("loc", &[HEAD, "><url><loc>"], &[TAIL], CONTENT),
    position("loc path", &[HEAD, "><url><loc>https://a.example/"], &[TAIL], URL),
    position("loc query", &[HEAD, "><url><loc>https://a.example/?"], &[TAIL], URL),
    position("loc host", &[HEAD, "><url><loc>https://"], &[".example/", TAIL], VALUE),
    position("loc scheme", &[HEAD, "><url><loc>"], &["://a.example/", TAIL], URL),
    position("loc section", &[HEAD, "><url><loc><![CDATA[https://a.example/"], &["]]>", TAIL], URL),
    position("lastmod", &[HEAD, ">", ENTRY, "<lastmod>"], &["</lastmod>", END], VALUE),
    position("priority", &[HEAD, ">", ENTRY, "<priority>0."], &["</priority>", END], VALUE),
    position(
        "image loc",
        &[HEAD, EXTENSIONS, ">", ENTRY, "<image:image><image:loc>https://a.example/"],
        &["</image:loc></image:image>", END],
        VALUE,
    ),
    position("video", &[HEAD, EXTENSIONS, ">", ENTRY, VIDEO], &["</video:video>", END], CONTENT),
    position(
        "video description",
        &[HEAD, EXTENSIONS, ">", ENTRY, VIDEO, "<video:description>"],
        &["</video:description></video:video>", END],
        VALUE,
    ),
    position(
        "video duration",
        &[HEAD, EXTENSIONS, ">", ENTRY, VIDEO, "<video:duration>1"],
        &["</video:duration></video:video>", END],
        VALUE,
    ),
    position(
        "video date",
        &[HEAD, EXTENSIONS, ">", ENTRY, VIDEO, "<video:publication_date>2"],
        &["</video:publication_date></video:video>", END],
        VALUE,
    ),
    position(
        "video player",
        &[HEAD, EXTENSIONS, ">", ENTRY, VIDEO, "<video:player_loc autoplay=\"a\">https://a.example/"],
        &["</video:player_loc></video:video>", END],
        VALUE,
    ),
    position("news", &[HEAD, EXTENSIONS, ">", ENTRY, NEWS], &["</news:news>", END], CONTENT),
    position(
        "news title",
        &[HEAD, EXTENSIONS, ">", ENTRY, NEWS, "<news:title>"],
        &["</news:title></news:news>", END],
        VALUE,
    ),
    position(
        "news keywords",
        &[HEAD, EXTENSIONS, ">", ENTRY, NEWS, "<news:keywords>"],
        &["</news:keywords></news:news>", END],
        VALUE,
    ),
    position(
        "alternate href",
        &[HEAD, EXTENSIONS, ">", ENTRY, "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://a.example/"],
        &["\"/>", END],
        URL,
    ),
    position(
        "alternate language",
        &[HEAD, EXTENSIONS, ">", ENTRY, "<xhtml:link rel=\"alternate\" href=\"https://a.example/\" hreflang=\"de"],
        &["\"/>", END],
        VALUE,
    ),
    position(
        "alternate attributes",
        &[HEAD, EXTENSIONS, ">", ENTRY, "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://a.example/\""],
        &["/>", END],
        ATTRIBUTE,
    ),
    position("after the root", &[HEAD, ">", ENTRY, END], &[], CONTENT),
    position(
        "index",
        &["<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">"],
        &["</sitemapindex>"],
        CONTENT,
    ),
    position("rss", &[RSS], &["</channel></rss>"], CONTENT),
    position("rss link", &[RSS, "<item><link>https://a.example/"], &["</link></item></channel></rss>"], VALUE),
    position(
        "rss date",
        &[RSS, "<item><link>https://a.example/</link><pubDate>Mon, 01 Jan 2024 "],
        &["</pubDate></item></channel></rss>"],
        VALUE,
    ),
    position("atom", &[ATOM], &["</entry></feed>"], CONTENT),
    position("atom link", &[ATOM, "<link href=\"https://a.example/"], &["\"/></entry></feed>"], VALUE),
    position("list", &["https://a.example/\n"], &[], LINE),
    position("list path", &["https://a.example/\nhttps://a.example/b"], &["\nhttps://a.example/c\n"], URL),
    position("robots", &["User-agent: *\nDisallow: /\n"], &[], LINE),
    position("robots path", &["User-agent: *\nDisallow: /"], &["\nSitemap: https://a.example/s.xml\n"], VALUE),
    position("page", &["<!DOCTYPE html><html><head><title>t</title></head><body>"], &["</body></html>"], LINE),
    position("json", &["{\"urls\": [\""], &["\"]}"], LINE),
    position("json array", &["["], &["]"], LINE),
    position(
        "escaped sitemap",
        &["&lt;urlset&gt;&lt;url&gt;&lt;loc&gt;"],
        &["&lt;/loc&gt;&lt;/url&gt;&lt;/urlset&gt;"],
        VALUE,
    ),
];
