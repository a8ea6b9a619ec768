//! Markup that is not well-formed is read as it was most likely meant. No edit that touches such markup is safe: if the guess
//! is wrong, the edit is as well.

use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use roxmltree::Document;
use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::fix::all_safe;
use sitemap_validator::{Options, Source, check_source};

use super::{HEAD, open_bytes, strictest};
use crate::cases;

/// Values with defects that have a safe fix in sound markup.
const LOCS: [&str; 6] = [
    " https://tidepool.page/a ",
    "https://tidepool.page/b|c",
    "https://tidepool.page/?a=1&b=2",
    "<![CDATA[https://tidepool.page/d[1]]]>",
    "<![CDATA[ https://tidepool.page/e ]]>",
    "https://tidepool.page/f<!-- g -->",
];

/// An entry, and the places of its elements that have a value.
fn entry(text: &mut String, loc: &str, lastmod: bool, elements: &mut Vec<Range<usize>>) {
    text.push_str("<url>");
    let mut element = |name: &str, value: &str| {
        let start = text.len();
        text.extend(["<", name, ">", value, "</", name, ">"]);
        elements.push(start..text.len());
    };
    element("loc", loc);
    if lastmod {
        element("lastmod", " 2024-05-01T10:00:00.1234567890Z ");
    }
    element("priority", ".5");
    text.push_str("</url>\n");
}

/// A sitemap and its elements with a value.
fn sitemap() -> impl Strategy<Value = (String, Vec<Range<usize>>)> {
    prop::collection::vec((select(&LOCS[..]), any::<bool>()), 1..4).prop_map(|entries| {
        let (mut text, mut elements) = (format!("{HEAD}\n"), Vec::new());
        for (loc, lastmod) in entries {
            entry(&mut text, loc, lastmod, &mut elements);
        }
        (text + "</urlset>\n", elements)
    })
}

/// A character of markup is deleted, or another one written in its place or before it.
#[derive(Debug, Clone, Copy)]
enum Damage {
    Delete,
    Replace(char),
    Insert(char),
}

fn damage() -> impl Strategy<Value = Damage> {
    let character = || select(&['<', '>', '/', '\\', '!', '[', ']', '-', 'x', ' '][..]);
    prop_oneof![Just(Damage::Delete), character().prop_map(Damage::Replace), character().prop_map(Damage::Insert)]
}

/// The tags between two entries are damaged, or missing: the second values are not copies of the first ones.
#[test]
fn no_value_of_another_entry_is_a_copy() {
    let values = "<lastmod>2024-01-01</lastmod><priority>0.5</priority><image:image>\
                  <image:loc>https://tidepool.page/i.png</image:loc></image:image>";
    for between in ["</u/l><ur>", "=/url>/url>", "", "</ur><rl>", "</url<url>", "</url>url>"] {
        let text = format!(
            "{HEAD}<url><loc>https://tidepool.page/a</loc>{values}{between}<loc>https://tidepool.page/b</loc>{values}</url></urlset>"
        );
        let fixed = all_safe(&Source::from_text(text.clone()), &Options::default(), |bytes| open_bytes(bytes, None));
        let after = fixed.source.as_ref().map_or(text.as_str(), Source::text);
        for value in ["2024-01-01", "0.5", "i.png"] {
            assert_eq!(after.matches(value).count(), 2, "{between}: {after}");
        }
    }
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn no_safe_edit_touches_recovered_markup(
        (mut text, elements) in sitemap(),
        element in any::<Index>(),
        at in any::<Index>(),
        damage in damage(),
    ) {
        let element = element.get(&elements).clone();
        // The characters that are markup, and not part of a value.
        let inner = |text: &str| {
            let mut depth = 0;
            let bytes = text.as_bytes();
            (0..bytes.len()).filter(|&at| {
                depth += i32::from(bytes[at] == b'<');
                let is_markup = depth > 0;
                depth -= i32::from(bytes[at] == b'>' && depth > 0);
                is_markup || text[at..].starts_with("]]>") || text[..at].ends_with("]]") || text[..at].ends_with(']')
            }).collect::<Vec<_>>()
        };
        let places = inner(&text[element.clone()]);
        let at = element.start + *at.get(&places);
        let before = text.len();
        match damage {
            Damage::Delete => drop(text.remove(at)),
            Damage::Replace(new) => text.replace_range(at..=at, new.encode_utf8(&mut [0; 4])),
            Damage::Insert(new) => text.insert(at, new),
        }
        let element = element.start..element.end + text.len() - before;
        // An unescaped `&` and a third `-` stop a parser as well, but leave no doubt about the markup.
        prop_assume!(Document::parse(&text.replace("&b", "&amp;b").replace("--->", "-->")).is_err());
        for options in [Options::default(), strictest()] {
            let report = check_source("sitemap.xml", &Source::from_text(text.clone()), &options, 0);
            for found in &report.diagnostics {
                let Some(fix) = found.fix.as_ref().filter(|fix| fix.kind == FixKind::Safe) else { continue };
                for edit in &fix.edits {
                    let span = edit.span.range();
                    let touches = span.start < element.end && span.end > element.start;
                    prop_assert!(!touches, "{:?} in {:?}: {:?} {:?}", edit, &text[element.clone()], found.rule().id(), text);
                }
            }
        }
        // Nor is it touched after other fixes.
        let fixed = all_safe(&Source::from_text(text.clone()), &Options::default(), |bytes| open_bytes(bytes, None));
        let after = fixed.source.as_ref().map_or(text.as_str(), Source::text);
        prop_assert!(after.contains(&text[element.clone()]), "{:?} of {:?} is changed in {:?}", &text[element], text, after);
    }
}
