//! One `url` element of each kind.

use std::fmt::Write as _;

use super::SITE;
use super::parts;
use crate::random::Random;

/// How many words a comment has.
const WORDS: u64 = 21;

/// The languages of the pages with extensions; a page of each makes a group.
const LANGUAGES: [&str; 4] = ["en", "de", "fr", "pt-BR"];

/// A clean entry; as shops have them, one in five with a query.
pub(super) fn plain(text: &mut String, random: &mut Random, number: u64) {
    text.push_str("  <url>\n    <loc>");
    address(text, random, number, 5);
    if random.below(5) == 0 {
        let _ = write!(text, "?colour={}&amp;size={}", random.below(32), random.below(50));
    }
    text.push_str("</loc>\n");
    rest(text, random);
}

/// A clean entry without a query.
pub(super) fn clean(text: &mut String, random: &mut Random, number: u64) {
    text.push_str("  <url>\n    <loc>");
    address(text, random, number, 5);
    text.push_str("</loc>\n");
    rest(text, random);
}

/// A line of a text sitemap.
pub(super) fn line(text: &mut String, random: &mut Random, number: u64) {
    address(text, random, number, 5);
    text.push('\n');
}

/// An entry of an index.
pub(super) fn sitemap(text: &mut String, random: &mut Random, number: u64) {
    text.push_str("  <sitemap>\n    <loc>");
    address(text, random, number, 2);
    text.push_str(".xml</loc>\n    <lastmod>");
    parts::date(text, random);
    text.push_str("</lastmod>\n  </sitemap>\n");
}

/// A clean entry with a URL of 850 characters.
pub(super) fn long(text: &mut String, random: &mut Random, number: u64) {
    text.push_str("  <url>\n    <loc>");
    address(text, random, number, 118);
    text.push_str("</loc>\n");
    rest(text, random);
}

/// An entry with a comment before each of its elements.
pub(super) fn comments(text: &mut String, random: &mut Random, number: u64) {
    let mut comment = |text: &mut String, indent: &str| {
        text.push_str(indent);
        text.push_str("<!-- ");
        parts::prose(text, random, WORDS);
        text.push_str(" -->\n");
    };
    comment(text, "  ");
    text.push_str("  <url>\n");
    comment(text, "    ");
    let mut elements = String::new();
    plain(&mut elements, random, number);
    for line in elements.lines().skip(1) {
        if line.starts_with("    <") && !line.contains("<loc>") {
            let mut comment = String::from("    <!-- ");
            parts::prose(&mut comment, random, WORDS);
            text.push_str(&comment);
            text.push_str(" -->\n");
        }
        text.push_str(line);
        text.push('\n');
    }
}

/// An entry with three errors.
pub(super) fn defects(text: &mut String, random: &mut Random, number: u64) {
    text.push_str("  <url>\n    <loc>");
    address(text, random, number, 4);
    let _ = write!(text, " {}", random.below(100_000));
    let (year, day) = (2018 + random.below(7), 1 + random.below(28));
    let _ = writeln!(text, "</loc>\n    <lastmod>{year}-13-{day:02}T09:30:00+00:00</lastmod>");
    let _ = writeln!(text, "    <changefreq>{}</changefreq>", parts::frequency(random));
    let _ = writeln!(text, "    <priority>1.{}</priority>\n  </url>", 1 + random.below(9));
}

/// An entry with an image, a video, and a link to each language.
pub(super) fn extensions(text: &mut String, random: &mut Random, number: u64) {
    let group = number / LANGUAGES.len() as u64;
    let page = |text: &mut String, language: &str| {
        let _ = write!(text, "{SITE}{}/page-{group:06}", language.to_ascii_lowercase());
    };
    text.push_str("  <url>\n    <loc>");
    page(text, LANGUAGES[number as usize % LANGUAGES.len()]);
    text.push_str("</loc>\n    <lastmod>");
    parts::date(text, random);
    text.push_str("</lastmod>\n");
    for language in LANGUAGES {
        let _ = write!(text, "    <xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"");
        page(text, language);
        text.push_str("\"/>\n");
    }
    text.push_str("    <image:image>\n      <image:loc>");
    address(text, random, number, 2);
    text.push_str("-large.jpg</image:loc>\n    </image:image>\n");
    text.push_str("    <video:video>\n      <video:thumbnail_loc>");
    address(text, random, number, 2);
    text.push_str(".jpg</video:thumbnail_loc>\n      <video:title>");
    parts::prose(text, random, 3);
    text.push_str("</video:title>\n      <video:description>");
    parts::prose(text, random, 5);
    text.push_str("</video:description>\n      <video:content_loc>");
    address(text, random, number, 2);
    let _ =
        writeln!(text, ".mp4</video:content_loc>\n      <video:duration>{}</video:duration>", 1 + random.below(3600));
    text.push_str("    </video:video>\n  </url>\n");
}

fn address(text: &mut String, random: &mut Random, number: u64, words: u64) {
    text.push_str(SITE);
    parts::path(text, random, number, words);
}

/// Everything behind `loc`.
fn rest(text: &mut String, random: &mut Random) {
    text.push_str("    <lastmod>");
    parts::date(text, random);
    let _ = writeln!(text, "</lastmod>\n    <changefreq>{}</changefreq>", parts::frequency(random));
    let _ = writeln!(text, "    <priority>{}</priority>\n  </url>", parts::priority(random));
}
