//! The checks that all vocabularies share, with images as the example.

use std::collections::HashSet;

use super::{Elements, Page};
use crate::Message;
use crate::check::testing::{default, document, marked, pedantic, repaired, sitemap};
use crate::check::{image, news, video};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::message;
use crate::options::Options;
use crate::registry::Rule;

const LOC: &str = "<loc>https://tidepool.page/a</loc>";
const IMAGE: &str = "<image:loc>https://tidepool.page/a.jpg</image:loc>";

/// The findings on `entries`, and the text after all fixes.
fn check(entries: &str) -> (Vec<(&'static str, String)>, String) {
    check_with(entries, &default())
}

fn check_with(entries: &str, options: &Options) -> (Vec<(&'static str, String)>, String) {
    let text = sitemap(entries);
    let found = document(&text, options);
    let (head, tail) = text.split_once(entries).unwrap();
    let fixed = repaired(&text, &found, FixKind::Suggest);
    let fixed = fixed.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail)).unwrap_or(&fixed).to_owned();
    (marked(&text, &found).into_iter().map(|(rule, text)| (rule, text.to_owned())).collect(), fixed)
}

fn is(found: &[(&'static str, String)], expected: &[(&str, &str)], entries: &str) {
    let found: Vec<(&str, &str)> = found.iter().map(|(rule, text)| (*rule, text.as_str())).collect();
    assert_eq!(found, expected, "{entries}");
}

/// Options that turn off the rule on deprecated elements of images.
fn with_old_ones() -> Options {
    Options { levels: vec![(Rule::ImageDeprecatedElement, None)], ..default() }
}

#[test]
fn consecutive_elements_without_their_parent_are_wrapped_together() {
    let title = "<image:title>a</image:title>";
    let second = "<image:loc>https://tidepool.page/b.jpg</image:loc>";
    for (members, marks, fixed) in [
        (IMAGE.to_owned(), vec!["image:loc"], format!("<image:image>{IMAGE}</image:image>")),
        (format!("{IMAGE}\n{title}"), vec!["image:loc"], format!("<image:image>{IMAGE}\n{title}</image:image>")),
        // A second `image:loc` begins a second image.
        (
            format!("{IMAGE} {second}{title}"),
            vec!["image:loc", "image:loc"],
            format!("<image:image>{IMAGE}</image:image> <image:image>{second}{title}</image:image>"),
        ),
        // A comment between them ends the sequence.
        (
            format!("{IMAGE}<!-- -->{title}"),
            vec!["image:loc", "image:title"],
            format!("<image:image>{IMAGE}</image:image><!-- --><image:image>{title}</image:image>"),
        ),
        (
            format!("{title}<image:image>{second}</image:image>"),
            vec!["image:title"],
            format!("<image:image>{title}</image:image><image:image>{second}</image:image>"),
        ),
    ] {
        let entry = format!("<url>{LOC}{members}</url>");
        let (found, after) = check_with(&entry, &with_old_ones());
        let expected: Vec<(&str, &str)> = marks.into_iter().map(|mark| ("image-misplaced", mark)).collect();
        is(&found, &expected, &entry);
        assert_eq!(after, format!("<url>{LOC}{fixed}</url>"));
    }
}

#[test]
fn the_added_parent_has_the_prefix_of_its_children() {
    let text = format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url>{LOC}\
         <loc xmlns=\"http://www.google.com/schemas/sitemap-image/1.1\">https://tidepool.page/a.jpg</loc>\
         </url><url><loc>https://tidepool.page/b</loc>\
         <i:loc xmlns:i=\"http://www.google.com/schemas/sitemap-image/1.1\">https://tidepool.page/b.jpg</i:loc>\
         </url></urlset>"
    );
    let found = document(&text, &default());
    let titles: Vec<String> = found.iter().map(|found| message::title(found, &text)).collect();
    assert_eq!(titles, ["`<loc>` is not in `<image>`", "`<i:loc>` is not in `<i:image>`"]);
    assert_eq!(found.iter().filter(|found| found.fix.is_some()).count(), 0, "the wrapper would have no namespace");
}

#[test]
fn an_element_after_an_entry_moves_into_it() {
    let image = format!("<image:image>{IMAGE}</image:image>");
    let entries = format!("<url>{LOC}</url>\n{image}\n<url><loc>https://tidepool.page/b</loc></url>");
    let (found, after) = check(&entries);
    is(&found, &[("image-misplaced", "image:image")], &entries);
    assert_eq!(after, format!("<url>{LOC}{image}</url>\n<url><loc>https://tidepool.page/b</loc></url>"));
    // Before the first entry, there is no entry to move it into.
    let entries = format!("{image}<url>{LOC}</url>");
    let (found, after) = check(&entries);
    is(&found, &[("image-misplaced", "image:image")], &entries);
    assert_eq!(after, entries);
    // In an index, there is none either.
    let index = format!(
        "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\
         <sitemap>{LOC}</sitemap>{image}</sitemapindex>"
    );
    assert!(document(&index, &default()).iter().all(|found| found.fix.is_none()));
}

#[test]
fn an_element_in_loc_moves_after_it() {
    let image = format!("<image:image>{IMAGE}</image:image>");
    let entry = format!("<url><loc>https://tidepool.page/a\n{image}</loc></url>");
    let (found, after) = check(&entry);
    is(&found, &[("image-misplaced", "image:image")], &entry);
    assert_eq!(after, format!("<url>{LOC}{image}</url>"));
    // An element that belongs in an image is not moved.
    let entry = "<url><loc>https://tidepool.page/a<image:width>1</image:width></loc></url>";
    is(&check(entry).0, &[("image-unknown-element", "image:width")], entry);
    let entry = "<url><loc>https://tidepool.page/a<image:title>a</image:title></loc></url>";
    let (found, after) = check_with(entry, &with_old_ones());
    is(&found, &[("image-misplaced", "image:title")], entry);
    assert_eq!(after, entry);
    // A distant end tag is not searched.
    let far = format!("<url><loc>https://tidepool.page/a{image}{}</loc></url>", " ".repeat(5000));
    assert_eq!(check(&far).1, far);
}

#[test]
fn elements_of_one_vocabulary_within_another_are_misplaced() {
    let entry = format!(
        "<url>{LOC}<image:image>{IMAGE}<image:image><image:loc>https://tidepool.page/b.jpg</image:loc></image:image>\
         </image:image></url>"
    );
    let (found, after) = check(&entry);
    is(&found, &[("image-misplaced", "image:image")], &entry);
    assert_eq!(after, entry);
    let entry = format!("<url>{LOC}<news:news><image:image>{IMAGE}</image:image></news:news></url>");
    assert!(check(&entry).0.contains(&("image-misplaced", "image:image".to_owned())));
}

#[test]
fn an_equal_second_element_is_deleted_and_another_one_split_off() {
    let second = "<image:loc>https://tidepool.page/b.jpg</image:loc>";
    let title = "<image:title>a</image:title>";
    for (members, marks, fixed) in [
        (format!("{IMAGE}{second}"), 1, format!("{IMAGE}</image:image><image:image>{second}")),
        (format!("{IMAGE} {IMAGE}"), 1, IMAGE.to_owned()),
        (format!("{IMAGE}<image:loc> https://tidepool.page/a.jpg\n</image:loc>"), 2, IMAGE.to_owned()),
        (format!("{IMAGE}{title}\n{title}"), 1, format!("{IMAGE}{title}")),
        (format!("{IMAGE}{title}<image:title>b</image:title>"), 1, String::new()),
    ] {
        let entry = format!("<url>{LOC}<image:image>{members}</image:image></url>");
        let (found, after) = check_with(&entry, &with_old_ones());
        let second: Vec<_> = found.iter().filter(|(rule, _)| *rule == "image-duplicate-element").collect();
        assert_eq!((second.len(), found.len()), (1, marks), "{entry}: {found:?}");
        let fixed = if fixed.is_empty() { members } else { fixed };
        if marks == 1 {
            assert_eq!(after, format!("<url>{LOC}<image:image>{fixed}</image:image></url>"));
        }
    }
    let entry = format!("<url>{LOC}<image:image>{IMAGE}{second}</image:image></url>");
    let text = sitemap(&entry);
    let found = document(&text, &default());
    assert_eq!(&text[found[0].span.range()], "<image:loc>");
    assert_eq!(found[0].span.start as usize, text.find(second).unwrap());
    assert_eq!(found[0].related[0].span.start as usize, text.find(IMAGE).unwrap());
}

#[test]
fn repeated_elements_take_linear_time() {
    let many = "<image:title>a</image:title>".repeat(20_000);
    let entry = format!("<url>{LOC}<image:image>{IMAGE}{many}</image:image></url>");
    let found = document(&sitemap(&entry), &default());
    assert_eq!(found.iter().filter(|found| found.rule() == Rule::ImageDuplicateElement).count(), 19_999);
}

#[test]
fn deprecated_elements_have_one_finding_with_a_limited_fix() {
    let images = |count: usize| {
        let one =
            "<image:image><image:loc>https://tidepool.page/a.jpg</image:loc><image:title>a</image:title></image:image>";
        sitemap(&format!("<url>{LOC}{}</url>", one.repeat(count)))
    };
    let levels = vec![(Rule::ImageDuplicateInUrl, None), (Rule::ImageTooMany, None)];
    let options = Options { levels, ..default() };
    for (count, repair) in [(5_000, true), (5_001, false)] {
        let found = document(&images(count), &options);
        assert_eq!(found.iter().map(Diagnostic::rule).collect::<Vec<_>>(), [Rule::ImageDeprecatedElement]);
        assert_eq!(found[0].fix.is_some(), repair, "{count}");
    }
    // In a file that is not well-formed, they are not deleted.
    let broken = images(2).replace("</urlset>", "");
    let found = document(&broken, &options);
    let found: Vec<_> = found.iter().filter(|found| found.rule() == Rule::ImageDeprecatedElement).collect();
    assert!(found.len() == 1 && found[0].fix.is_none());
}

#[test]
fn the_order_of_the_schema_ignores_reported_elements() {
    let entry = format!(
        "<url>{LOC}<image:image><image:title>a</image:title>{IMAGE}<image:caption>b</image:caption></image:image></url>"
    );
    let order = |found: &[(&'static str, String)]| {
        found
            .iter()
            .filter(|(rule, _)| *rule == "image-element-order")
            .map(|(_, text)| text.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(order(&check_with(&entry, &pedantic()).0), [""; 0]);
    let levels = vec![(Rule::ImageDeprecatedElement, None), (Rule::SchemaLocationMissing, None)];
    let options = Options { levels, ..pedantic() };
    let (found, after) = check_with(&entry, &options);
    assert_eq!(order(&found), ["image:loc"]);
    let right = format!("{IMAGE}<image:caption>b</image:caption><image:title>a</image:title>");
    assert!(after.contains(&right), "{after}");
    assert_eq!(order(&check_with(&after, &options).0), [""; 0]);
}

#[test]
fn names_are_recognized_by_case_synonym_and_spelling() {
    for (name, right) in [("image:Image", Some("image")), ("image:img", None), ("image:images", Some("image"))] {
        let entry = format!("<url>{LOC}<{name}>{IMAGE}</{name}></url>");
        unknown(&entry, name, right);
    }
    for (name, right) in [
        ("image:LOC", Some("loc")),
        ("image:url", Some("loc")),
        ("image:src", Some("loc")),
        ("image:link", Some("loc")),
        ("image:href", Some("loc")),
        ("image:Location", Some("loc")),
    ] {
        let entry = format!("<url>{LOC}<image:image><{name}>https://tidepool.page/a.jpg</{name}></image:image></url>");
        unknown(&entry, name, right);
    }
    for (name, right) in [
        ("image:geolocation", Some("geo_location")),
        ("image:titles", Some("title")),
        ("image:width", None),
        ("image:url", None),
    ] {
        let entry = format!("<url>{LOC}<image:image>{IMAGE}<{name}>a</{name}></image:image></url>");
        unknown(&entry, name, right);
    }
}

/// Asserts that the only other finding on `entry` is an unknown `name`, and that `right` is suggested.
fn unknown(entry: &str, name: &str, right: Option<&str>) {
    let text = sitemap(entry);
    let options = with_old_ones();
    let found: Vec<Diagnostic> = document(&text, &options);
    let of: Vec<&Diagnostic> = found.iter().filter(|found| found.rule() == Rule::ImageUnknownElement).collect();
    assert_eq!(of.len(), 1, "{entry}: {found:?}");
    assert_eq!(&text[of[0].span.range()], name, "{entry}");
    let (like, unknown) = (Message::ImageUnknownElementLike, Message::ImageUnknownElementUnknown);
    assert_eq!(of[0].message(), if right.is_some() { like } else { unknown }, "{entry}");
    assert_eq!(of[0].fix.is_some(), right.is_some());
    if let Some(right) = right {
        assert_eq!(found.len(), 1, "{entry}: {found:?}");
        let fixed = repaired(&text, &found, FixKind::Suggest);
        assert!(fixed.contains(&format!("<image:{right}>")) && fixed.contains(&format!("</image:{right}>")), "{fixed}");
        assert_eq!(document(&fixed, &options), [], "{fixed}");
    }
}

#[test]
fn children_of_an_unknown_element_are_not_reported() {
    let entry =
        format!("<url>{LOC}<image:gallery><image:image>{IMAGE}</image:image><image:more/></image:gallery></url>");
    let (found, _) = check(&entry);
    is(&found, &[("image-unknown-element", "image:gallery")], &entry);
}

#[test]
fn attributes_of_other_namespaces_and_declarations_are_allowed() {
    for (attribute, fine) in [
        ("xml:lang='de'", true),
        ("xmlns:x='urn:x' x:a='1'", true),
        ("xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'", true),
        ("lang='de'", false),
    ] {
        let entry = format!("<url>{LOC}<image:image {attribute}>{IMAGE}</image:image></url>");
        let (found, after) = check(&entry);
        assert_eq!(found.is_empty(), fine, "{found:?}");
        assert_eq!(check(&after).0, []);
    }
}

#[test]
fn an_element_that_would_lose_its_prefix_is_not_split_off() {
    let text = format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url>{LOC}\
         <i:image xmlns:i=\"http://www.google.com/schemas/sitemap-image/1.1\">\
         <i:loc>https://tidepool.page/a.jpg</i:loc><i:loc>https://tidepool.page/b.jpg</i:loc></i:image></url></urlset>"
    );
    let found = document(&text, &default());
    assert_eq!(marked(&text, &found), [("image-duplicate-element", "<i:loc>")]);
    assert_eq!(found[0].fix, None);
}

#[test]
fn elements_of_unknown_namespaces_are_only_checked_as_xml() {
    let entry = format!(
        "<url>{LOC}<x:a xmlns:x='urn:x' b='/c d' x:e='1'>words <loc>not a URL</loc><lastmod>never</lastmod>\
         <lastmod>never</lastmod><image:loc/><image:nothing/><x:a/><y xmlns='urn:y'><loc/></y></x:a></url>"
    );
    is(&check(&entry).0, &[], &entry);
    let text = sitemap(&entry);
    let found = document(&text, &pedantic());
    assert_eq!(found.iter().filter(|found| found.rule() == Rule::NamespaceUnknownExtension).count(), 2);
    // Rules on XML and namespaces apply there, too.
    for (inside, rule) in [
        ("a & b", "xml-unescaped-ampersand"),
        ("<x:b></x:c>", "xml-mismatched-tag"),
        ("<x:b c='1' c='2'/>", "xml-duplicate-attribute"),
        ("<z:b/>", "namespace-prefix-undeclared"),
        ("<x:b z:c='1'/>", "namespace-prefix-undeclared"),
        ("<x:b><x:c z:d='1'/></x:b>", "namespace-prefix-undeclared"),
    ] {
        let entry = format!("<url>{LOC}<x:a xmlns:x='urn:x'>{inside}</x:a></url>");
        let found = check(&entry).0;
        assert_eq!(found.iter().map(|(rule, _)| *rule).collect::<Vec<_>>(), [rule], "{entry}");
    }
    // A prefix that is only used there counts as used.
    let text =
        sitemap(&format!("<url>{LOC}<x:a xmlns:x='urn:x'><x:b xmlns:z='urn:z'><x:c z:d='1'/></x:b></x:a></url>"));
    let found = document(&text, &pedantic());
    let unused =
        found.iter().filter(|found| found.rule() == Rule::NamespaceUnused && text[found.span.range()].contains("urn:"));
    assert_eq!(unused.count(), 0);
}

#[test]
fn elements_of_a_vocabulary_have_unique_names_and_bits() {
    for vocabulary in [&image::VOCABULARY, &video::VOCABULARY, &news::VOCABULARY] {
        let names: HashSet<String> =
            vocabulary.definitions.iter().map(|definition| definition.name.to_ascii_lowercase()).collect();
        assert_eq!(names.len(), vocabulary.definitions.len());
        assert!(names.len() <= 64);
        for (index, definition) in vocabulary.definitions.iter().enumerate() {
            let mut one = Elements::default();
            assert!(!one.add(index) && one.add(index));
            assert_eq!(vocabulary.elements(&[definition.name]), one);
        }
    }
}

#[test]
fn urls_that_end_differently_are_different_pages() {
    let page = |url: &'static str| Page { source: "", number: 1, loc: None, url: url.into() };
    for (url, other, same) in [
        ("https://tidepool.page/a", "HTTPS://TIDEPOOL.page:443/a", true),
        ("https://tidepool.page/a", "https://tidepool.page/%61", true),
        ("https://tidepool.page/%61", "https://tidepool.page/a", true),
        ("https://tidepool.page/b/..", "https://tidepool.page/", true),
        ("https://tidepool.page", "https://tidepool.page/", true),
        ("https://tidepool.page:443", "https://tidepool.page", true),
        ("https://tidepool.page/x?a=%C3%BC", "https://tidepool.page/x?a=ü", true),
        ("https://tidepool.page/a", "https://tidepool.page/b", false),
        ("https://tidepool.page/a.jpg", "https://tidepool.page/a", false),
        ("https://tidepool.page/a1", "https://tidepool.page/b1", false),
    ] {
        assert_eq!(page(other).has(url), same, "{url} {other}");
    }
}
