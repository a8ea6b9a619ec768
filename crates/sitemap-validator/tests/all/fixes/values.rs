//! No safe fix loses a value: roxmltree reads the same values before and after.

use std::collections::BTreeMap;

use roxmltree::{Document, Node, ParsingOptions};
use sitemap_validator::{FileReport, Options, Source};
use url::Url;

/// The number of occurrences of each value: the name of its element, the name of its attribute, and its meaning.
type Values = BTreeMap<(String, String, String), usize>;

/// Rules that report a copy, which the fix may delete.
const COPIES: [&str; 5] = [
    "loc-duplicate",
    "loc-duplicate-equivalent",
    "index-duplicate-sitemap",
    "image-duplicate-in-url",
    "structure-duplicate-element",
];

/// The values of a document; `None` if it is not well-formed or a prefix is undeclared.
fn values(text: &str) -> Option<Values> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text.trim_start_matches('\u{FEFF}'), options).ok()?;
    let mut values = Values::new();
    let mut add = |node: &Node<'_, '_>, attribute: &str, value: &str| {
        let name = node.tag_name().name().to_ascii_lowercase();
        let value = meaning(if attribute.is_empty() { &name } else { attribute }, value);
        if !value.is_empty() {
            *values.entry((name, attribute.to_owned(), value)).or_default() += 1;
        }
    };
    for node in document.descendants().filter(Node::is_element) {
        // A namespace is not a value, even if its declaration is misspelled.
        let is_value = |value: &str| !value.contains("://www.sitemaps.org/schemas/");
        for attribute in node.attributes().filter(|attribute| is_value(attribute.value())) {
            add(&node, attribute.name(), attribute.value());
        }
        let text: String = node.children().filter(Node::is_text).filter_map(|child| child.text()).collect();
        add(&node, "", &text);
    }
    Some(values)
}

/// The meaning of a value called `name`, regardless of its spelling.
fn meaning(name: &str, value: &str) -> String {
    // White space and invisible characters are ignored.
    let seen = |character: &char| !matches!(character, '\u{200B}' | '\u{FEFF}' | '\0'..='\t' | '\u{B}'..='\u{1F}');
    let value: String = value.trim_matches(super::is_blank).chars().filter(seen).collect();
    match name {
        "loc" | "href" | "player_loc" | "content_loc" | "thumbnail_loc" => {
            // Spaces next to a line break are ignored.
            let lines: String = value.split('\n').map(|line| line.trim_matches([' ', '\t'])).collect();
            let url = lines.replace("%u00", "%C3%").replace("%C3%FC", "%C3%BC");
            let url = Url::parse(&url).map_or(url, String::from).replacen("./", "/", 1);
            // Decoded twice: an invalid `%` becomes `%25`.
            decoded(&decoded(&url)).trim_end_matches('/').to_owned()
        }
        // Compared to the minute: fractions with too many digits are rounded.
        "lastmod" => {
            // The zone after a date without a time has no meaning.
            let digits = if value.contains(['T', 't']) { 12 } else { 8 };
            value.chars().filter(char::is_ascii_digit).take(digits).collect()
        }
        "priority" => value.replace(',', ".").parse::<f64>().map_or(value, |number| number.abs().to_string()),
        "changefreq" | "hreflang" | "rel" => value.to_ascii_lowercase().replace('_', "-"),
        _ => value,
    }
}

/// A URL without percent-encoding.
fn decoded(url: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = url.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let escaped = url.get(url.len() - behind.len()..).and_then(|behind| behind.get(..2)).filter(|_| first == b'%');
        let byte = escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(byte.unwrap_or(first));
        rest = &behind[if byte.is_some() { 2 } else { 0 }..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The values of `before` that are missing in `after`, except copies of values that are present.
pub(super) fn lost(before: &str, after: &str, report: &FileReport) -> Vec<String> {
    let Some(before) = values(before) else { return Vec::new() };
    let Some(left) = values(after) else { return vec![format!("is read no more: {after:?}")] };
    let copies = report.diagnostics.iter().any(|found| COPIES.contains(&found.rule().id()));
    let is_lost = |(value, count): &(&_, &usize)| {
        let left = left.get(*value).copied().unwrap_or(0);
        left < **count && !(copies && left > 0)
    };
    before.iter().filter(is_lost).map(|(value, _)| format!("lost: {value:?} in {after:?}")).collect()
}

const WHOLE: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
  <url>
    <loc>https://tidepool.page/a?b=1&amp;c=2</loc>
    <lastmod>2024-05-01T10:00:00+00:00</lastmod>
    <changefreq>daily</changefreq>
    <priority>0.8</priority>
    <xhtml:link rel="alternate" hreflang="de" href="https://tidepool.page/de"/>
    <image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image>
  </url>
  <url>
    <loc>https://tidepool.page/b</loc>
    <video:video>
      <video:thumbnail_loc>https://tidepool.page/v.jpg</video:thumbnail_loc>
      <video:title>Low tide</video:title>
      <video:description>Rock pools &amp; crabs</video:description>
      <video:content_loc>https://tidepool.page/v.mp4</video:content_loc>
    </video:video>
  </url>
</urlset>
"#;

/// Deletes each byte of a sitemap and applies all safe fixes. Adding the byte again must give the original values.
#[test]
fn fixes_do_not_make_damage_permanent() {
    let whole = values(WHOLE).expect("well-formed");
    let mut failures = Vec::new();
    for at in 0..WHOLE.len() {
        let damaged = format!("{}{}", &WHOLE[..at], &WHOLE[at + 1..]);
        let fixed = super::repaired(&Source::from_text(damaged.clone()), &Options::default());
        let Some(after) = fixed.source.as_ref().map(Source::text) else { continue };
        let report = super::report(&Source::from_text(damaged.clone()), &Options::default());
        failures.extend(lost(&damaged, after, &report));
        if values(&damaged).is_some() {
            continue;
        }
        let missing = |values: Values| whole.iter().filter(|(value, _)| !values.contains_key(*value)).count();
        if let Some(read) = values(after) {
            // The text of the damaged value is unknown.
            if missing(read) > 1 {
                failures.push(format!("{at}: {after}"));
            }
            continue;
        }
        // The text after the last change before it is still after that change.
        let last = fixed.changes.iter().rev().find(|change| change.before.range().end <= at);
        let moved = last.map_or(at, |change| change.after.range().end + (at - change.before.range().end));
        let mut undone = after.to_owned();
        undone.insert_str(moved, &WHOLE[at..=at]);
        if values(&undone).is_none_or(|read| missing(read) > 0) {
            failures.push(format!("{at}: {undone}"));
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {}: {}",
        failures.len(),
        WHOLE.len(),
        failures[..failures.len().min(20)].join("\n")
    );
}

/// A value in an attribute is moved to the intended element and never deleted.
#[test]
fn attributes_become_elements() {
    let sitemap = |entries: &str| {
        format!(
            "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\
             {entries}</urlset>"
        )
    };
    let alternate = "<url><loc>https://tidepool.page/</loc><xhtml:link rel=\"alternate\" hreflang=\"de\"";
    for (given, meant) in [
        (
            "<url loc=\"https://tidepool.page/a?b&amp;c\" lastmod='2024-06-01' />".to_owned(),
            "<url><loc>https://tidepool.page/a?b&amp;c</loc><lastmod>2024-06-01</lastmod></url>".to_owned(),
        ),
        (
            "<url><loc href=\"https://tidepool.page/\"/><lastmod value=\"2024-06-01\"></lastmod></url>".to_owned(),
            "<url><loc>https://tidepool.page/</loc><lastmod>2024-06-01</lastmod></url>".to_owned(),
        ),
        (
            format!("{alternate}>https://tidepool.page/de</xhtml:link></url>"),
            format!("{alternate} href=\"https://tidepool.page/de\"></xhtml:link></url>"),
        ),
    ] {
        let source = Source::from_text(sitemap(&given));
        let report = super::report(&source, &Options::default());
        assert_eq!(super::safe(&report), Vec::<&sitemap_validator::Diagnostic>::new(), "{given}");
        let (text, _) = sitemap_validator::fix::apply(
            source.text(),
            &report.diagnostics,
            sitemap_validator::diagnostic::FixKind::Suggest,
        );
        assert_eq!(values(&text), values(&sitemap(&meant)), "{text}");
    }
}

/// A declaration whose prefix is used anywhere is not unused.
#[test]
fn declarations_in_use_stay() {
    for text in [
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:x=\"https://tidepool.page/x\"><url><loc>\
         https://tidepool.page/<b x:y=\"1\"/></loc></url></urlset>",
        "<other xmlns:x=\"https://tidepool.page/x\"><a x:y=\"1\"/></other>",
        // The missing end of the file may use it.
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:x=\"https://tidepool.page/x\"><url>",
    ] {
        let fixed = super::repaired(&Source::from_text(text.to_owned()), &Options::default());
        assert!(fixed.source.is_none_or(|after| after.text().contains("xmlns:x")), "{text}");
    }
}

/// A declaration after a control character counts once that character is deleted.
#[test]
fn no_prefix_is_declared_twice() {
    for name in ["\u{1}xmlns", "x\u{1}mlns", "xmlns\u{1}"] {
        let text = format!(
            "<urlset {name}=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://a.example/</loc></url></urlset>"
        );
        let fixed = super::repaired(&Source::from_text(text), &Options::default());
        let after = fixed.source.expect("the control character is deleted");
        assert!(values(after.text()).is_some() && !after.text().contains('\u{1}'), "{}", after.text());
    }
}
