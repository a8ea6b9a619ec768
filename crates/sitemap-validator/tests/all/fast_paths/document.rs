//! Documents of plain entries, other entries, and text between them.

use proptest::prelude::*;
use proptest::sample::{Index, select};

const ROOTS: [&str; 14] = [
    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" xmlns:geo=\"http://www.google.com/geo/schemas/sitemap/1.0\" xmlns:mobile=\"http://www.google.com/schemas/sitemap-mobile/1.0\">",
    "<urlset>",
    "<urlset xmlns=\"\">",
    "<urlset xmlns=\"http://www.google.com/schemas/sitemap/0.84\">",
    "<urlset xmlns=\"http://tidepool.page/other\">",
    "<s:urlset xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    "<s:urlset xmlns:s=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
    "<urls>",
    "<url>",
    "<!DOCTYPE urlset [<!ENTITY e \"v\">]><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">",
];

const ENDS: [&str; 6] = ["</urlset>\n", "</urlset>", "", "</url></urlset>", "</s:urlset>", "</urlset><url/>x"];

const URLS: [&str; 29] = [
    "https://tidepool.page/a",
    "https://tidepool.page/b",
    "https://tidepool.page/a/c.html",
    "https://tidepool.page/A",
    "https://tidepool.page/a/",
    "https://tidepool.page/a/index.html",
    "https://tidepool.page/a?b=1",
    "https://tidepool.page/a?b=1&amp;c=2",
    "https://tidepool.page/?utm_source=x",
    "https://tidepool.page/?q=x",
    "https://tidepool.page/private/a",
    "https://tidepool.page/sitemap.xml",
    "https://tidepool.page/a/b",
    "https://tidepool.page/%41",
    "https://tidepool.page/a#b",
    "https://tidepool.page/a//b/../c",
    "http://tidepool.page/a",
    "https://www.tidepool.page/a",
    "https://cdn.tidepool.page/x",
    "https://tidepool.page:8443/a",
    "https://tidepool.page",
    "/relative",
    "https://tidepool.page/ä b",
    "https://tidepool.page/a?b=1&c=2",
    "https://tidepool.page/&copy=1",
    "https://tidepool.page/a>b",
    "https://tidepool.page/a]]>b",
    "https://tidepool.page/<!-- c -->a",
    "",
];

const DATES: [&str; 22] = [
    "2024-01-01",
    "2024-05-31",
    "2024-06-01T08:30:00Z",
    "2024-06-01T08:30:00+02:00",
    "2024-06-01T08:30:00.123456-05:30",
    "2024-06-01T08:30:00.1234567Z",
    "2024-06-01T08:30Z",
    "2024-06-01T08:30:00",
    "2024-06-01t08:30:00Z",
    "2024-06-01T24:00:00Z",
    "2024-06-01T08:30:00+15:00",
    "2024-06-01Z",
    "2024-02-30",
    "2024-06",
    "2024",
    "2026-11-22",
    "2026-11-23",
    "2027-01-01T00:00:00Z",
    "1970-01-01",
    "1991-08-05",
    "01/06/2024",
    "",
];

const FREQUENCIES: [&str; 8] = ["daily", "always", "never", "weekly", "Daily", "dialy", " daily", ""];

const PRIORITIES: [&str; 16] = [
    "0.5", "0.8", "1.0", "0.25", "1", "0", "0.1234", "0.12345", "1.0000", "1.1", ".5", "00.5", "-0.1", "0,5", "0.", "",
];

const SPACES: [&str; 8] = ["", "", "\n", "\n  ", "\r\n", "\t", "\u{A0}", "\u{FEFF}"];

const BETWEEN: [&str; 24] = [
    "<!-- comment -->",
    "<!-- bad -- comment -->",
    "<?php echo ?>",
    "<?pi x?>",
    "<![CDATA[]]>",
    "<![CDATA[ text ]]>",
    "text",
    "https://tidepool.page/t",
    "&amp;",
    "&e;",
    "<url/>",
    "<loc>https://tidepool.page/m</loc>",
    "<lastmod>2024-01-01</lastmod>",
    "<priority>0.4</priority>",
    "<image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image>",
    "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://tidepool.page/a\"/>",
    "<geo:geo><geo:format>kml</geo:format></geo:geo>",
    "<urlset>",
    "</urlset>",
    "</url>",
    "<sitemap><loc>https://tidepool.page/s.xml</loc></sitemap>",
    "<title>Pages</title>",
    "text<!-- comment -->",
    "<!-- comment -->text",
];

const WITHIN: [&str; 15] = [
    "<xhtml:link rel=\"alternate\" hreflang=\"en\" href=\"https://tidepool.page/a\"/>",
    "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://tidepool.page/b\"/>",
    "<image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image>",
    "<geo:geo><geo:format>kml</geo:format></geo:geo>",
    "<mobile:mobile/>",
    "<xhtml:link rel='alternate' hreflang='en' href='https://tidepool.page/a?b&amp;c'></xhtml:link>",
    "<xhtml:link rel=\"alternate\" hreflang=\"xx-yy\">text</xhtml:link>",
    "<image:image>\n<image:loc> https://tidepool.page/i.png </image:loc><image:caption>a &amp; b</image:caption>\n</image:image>",
    "<image:image xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"><image:loc/><image:title></image:title></image:image>",
    "<image:image><image:loc>https://tidepool.page/é\u{FEFF}.png</image:loc><image:loc>x</image:loc></image:image>",
    "<image:image><image:caption>Warning: a in b on line 1</image:caption><image:image>c</image:image></image:image>",
    "<image:titel lang=\"en\">Notice</image:titel>",
    "<!-- comment -->",
    "text",
    "<loc>https://tidepool.page/b</loc>",
];

const TOKENS: [&str; 24] = [
    "<",
    ">",
    "&",
    "\"",
    "/",
    "]]>",
    "<!--",
    "-->",
    "<![CDATA[",
    " ",
    "\u{1}",
    "\u{FEFF}",
    "é",
    "\u{7F}",
    "<url>",
    "</url>",
    "<loc>",
    "</loc>",
    "<URL>",
    "<s:url>",
    " a=\"b\"",
    "<lastmod>",
    "</urlset>",
    "xmlns=\"\"",
];

/// One of `all`, in most cases one of the first `plain`.
fn mostly(all: &'static [&'static str], plain: usize) -> impl Strategy<Value = &'static str> {
    (any::<Index>(), 0..8_u8).prop_map(move |(index, odd)| {
        let end = if odd == 0 { all.len() } else { plain };
        all[index.index(end)]
    })
}

/// An entry; most are plain.
fn entry() -> impl Strategy<Value = String> {
    let values = (mostly(&URLS, 7), mostly(&DATES, 5), mostly(&FREQUENCIES, 4), mostly(&PRIORITIES, 7));
    let odd = (0..12_u8, select(&WITHIN[..]), any::<Index>());
    (values, any::<[bool; 3]>(), mostly(&SPACES, 6), odd).prop_map(|(values, given, space, (odd, within, at))| {
        let (loc, lastmod, changefreq, priority) = values;
        let names = ["loc", "lastmod", "changefreq", "priority"];
        let given = [true, given[0], given[1], given[2]];
        let pairs = names.into_iter().zip([loc, lastmod, changefreq, priority]).zip(given);
        let mut values: Vec<String> =
            pairs.filter(|(_, given)| *given).map(|((name, value), _)| format!("<{name}>{value}</{name}>")).collect();
        match odd {
            0 => values.insert(at.index(values.len() + 1), within.to_owned()),
            1 => values.rotate_left(1),
            2 if at.index(2) == 0 => values.push(values[0].clone()),
            3 if at.index(2) == 0 => drop(values.remove(0)),
            _ => {}
        }
        format!("{space}<url>{space}{}{space}</url>", values.join(space))
    })
}

/// The roots and items of documents without plain entries.
const OTHERS: [(&str, &str, &str); 4] = [
    (
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\" xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\" xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">",
        "url",
        "</urlset>",
    ),
    ("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">", "sitemap", "</sitemapindex>"),
    ("<rss version=\"2.0\"><channel><title>t</title>", "item", "</channel></rss>"),
    ("<feed xmlns=\"http://www.w3.org/2005/Atom\"><updated>2024-06-01T08:30:00Z</updated>", "entry", "</feed>"),
];

const PARTS: [&str; 18] = [
    "<loc>https://tidepool.page/a</loc>",
    "<loc> https://tidepool.page/b?c&amp;d </loc>",
    "<lastmod>2024-06-01T08:30:00Z</lastmod>",
    "<lastmod/>",
    "<priority>2</priority>",
    "<loc lang=\"en\">https://tidepool.page/&nope;</loc>",
    "<title>Deprecated: a é</title>",
    "<link>https://tidepool.page/a</link>",
    "<link href=\"https://tidepool.page/b\"/>",
    "<link rel='alternate'>https://tidepool.page/c</link>",
    "<pubDate>Sat, 01 Jun 2024 08:30:00 GMT</pubDate>",
    "<updated>2024-06-01</updated>",
    "<guid>https://tidepool.page/g</guid>",
    "<guid isPermaLink=\"false\"></guid>",
    "<video:video><video:title>a<br/></video:title><video:duration> 28801 </video:duration><video:tag/></video:video>",
    "<video:video><video:thumbnail_loc>https://tidepool.page/t</video:thumbnail_loc><video:url>x</video:url></video:video>",
    "<news:news><news:publication><news:name>N</news:name><news:language>en</news:language></news:publication></news:news>",
    "<news:news><news:publication_date>2024-06-01</news:publication_date><news:title>\u{FEFF}T</news:title></news:news>",
];

/// A document of entries with any values, not edited.
fn others() -> impl Strategy<Value = (&'static str, Vec<String>, &'static str)> {
    let part = prop_oneof![3 => select(&PARTS[..]), 1 => select(&WITHIN[..])];
    let parts = prop::collection::vec(prop::collection::vec(part, 0..6), 1..5);
    (select(&OTHERS[..]), parts).prop_map(|((root, name, end), parts)| {
        (root, parts.iter().map(|parts| format!("\n<{name}>{}</{name}>", parts.concat())).collect(), end)
    })
}

/// A document with some edits.
pub(crate) fn documents() -> impl Strategy<Value = String> {
    let piece = prop_oneof![12 => entry(), 1 => select(&BETWEEN[..]).prop_map(str::to_owned)];
    let edit = (any::<Index>(), 0..6_usize, select(&TOKENS[..]));
    let edits = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(edit, 1..4)];
    let plain = (mostly(&ROOTS, 4), prop::collection::vec(piece, 1..14), mostly(&ENDS, 2));
    let cut = prop::option::weighted(0.1, any::<Index>());
    (prop_oneof![2 => plain, 1 => others()], cut, edits).prop_map(|((root, pieces, end), cut, edits)| {
        let mut text = format!("{root}{}{end}", pieces.concat());
        for (place, delete, token) in edits {
            let start = text.floor_char_boundary(place.index(text.len() + 1));
            let end = text.floor_char_boundary((start + delete).min(text.len())).max(start);
            text.replace_range(start..end, token);
        }
        if let Some(cut) = cut {
            text.truncate(text.floor_char_boundary(cut.index(text.len() + 1)));
        }
        text
    })
}
