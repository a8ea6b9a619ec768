use std::fmt::Write;

use super::*;
use crate::check::testing::{default, document, marked, pedantic, repaired, sitemap};
use crate::diagnostic::FixKind;
use crate::message;
use crate::options::Options;

const PAGE: &str = "https://tidepool.page/a";

/// A page with `images`.
fn page(images: &str) -> String {
    sitemap(&format!("<url><loc>{PAGE}</loc>{images}</url>"))
}

fn image(url: &str) -> String {
    format!("<image:image><image:loc>{url}</image:loc></image:image>")
}

fn found(images: &str) -> Vec<(&'static str, String)> {
    found_with(images, &default())
}

fn found_with(images: &str, options: &Options) -> Vec<(&'static str, String)> {
    let text = page(images);
    let found = document(&text, options);
    marked(&text, &found).into_iter().map(|(rule, text)| (rule, text.to_owned())).collect()
}

fn one(rule: &'static str, text: &str) -> Vec<(&'static str, String)> {
    vec![(rule, text.to_owned())]
}

/// `images` after all fixes up to `kind`.
fn after(images: &str, kind: FixKind) -> String {
    let text = page(images);
    let fixed = repaired(&text, &document(&text, &default()), kind);
    let (head, tail) = text.split_once(images).unwrap();
    fixed.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail)).unwrap().to_owned()
}

#[test]
fn an_image_must_have_a_loc() {
    assert_eq!(found(&image("https://tidepool.page/a.jpg")), []);
    for missing in ["<image:image/>", "<image:image></image:image>", "<image:image> <!-- none --> </image:image>"] {
        assert_eq!(found(missing), one("image-missing-loc", "image:image"), "{missing}");
    }
}

#[test]
fn an_invalid_or_misplaced_loc_is_not_reported_as_missing() {
    for (images, rule, text) in [
        ("<image:image><image:loc/></image:image>", "loc-empty", "<image:loc/>"),
        ("<image:image><image:loc> </image:loc></image:image>", "loc-empty", " "),
        (
            "<image:image><image:url>https://tidepool.page/i.jpg</image:url></image:image>",
            "image-unknown-element",
            "image:url",
        ),
        ("<image:image><loc>https://tidepool.page/i.jpg</loc></image:image>", "structure-misplaced-element", "loc"),
        (
            "<image:image>https://tidepool.page/i.jpg</image:image>",
            "structure-unexpected-text",
            "https://tidepool.page/i.jpg",
        ),
    ] {
        assert_eq!(found(images), one(rule, text), "{images}");
    }
    // Text in an image is not a URL.
    let both = found("<image:image>a cowrie</image:image>");
    let rules: Vec<&str> = both.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(rules, ["image-missing-loc", "structure-unexpected-text"]);
}

#[test]
fn urls_are_checked_and_other_schemes_have_their_own_rule() {
    for (url, rule, text) in [
        ("data:image/png;base64,AAAA", "image-loc-invalid", "data"),
        ("ftp://tidepool.page/i.jpg", "image-loc-invalid", "ftp"),
        ("blob:https://tidepool.page/1", "image-loc-invalid", "blob"),
        ("/i.jpg", "loc-relative", "/i.jpg"),
        ("tidepool.page/i.jpg", "loc-missing-scheme", "tidepool.page"),
        ("https:///i.jpg", "loc-missing-host", ""),
        ("https://tidepool.page/i j.jpg", "loc-whitespace-inside", " "),
        ("https://tidepool.page/i?a=1&b=2", "loc-unescaped-ampersand", "&"),
    ] {
        let found = found(&image(url));
        assert_eq!(found.first().map(|(rule, _)| *rule), Some(rule), "{url}");
        assert_eq!(found.len(), 1, "{url}: {found:?}");
        assert!(text.is_empty() || found[0].1 == text, "{url}: {found:?}");
    }
    // The rules on lists and conventions apply only to pages.
    for url in
        ["https://tidepool.page/i.jpg#x", "https://tidepool.page/i.jpg?utm_source=x", "http://cdn.tidepool.page/"]
    {
        assert_eq!(found(&image(url)), [], "{url}");
    }
}

#[test]
fn a_thousand_images_are_allowed() {
    let images = |count: usize| {
        (0..count).fold(String::new(), |mut all, number| {
            let _ = write!(all, "<image:image id='{number}'>");
            all + &image(&format!("https://tidepool.page/{number}.jpg"))["<image:image>".len()..]
        })
    };
    let levels = vec![(Rule::ImageUnknownElement, None)];
    let options = Options { levels, ..default() };
    assert_eq!(found_with(&images(1_000), &options), []);
    assert_eq!(found_with(&images(1_001), &options), one("image-too-many", "<image:image id='1000'>"));
    let text = page(&images(1_003));
    let found = document(&text, &options);
    assert_eq!(message::title(&found[0], &text), "This entry has 1,003 images; the limit is 1,000");
    assert_eq!(&text[found[0].related[0].span.range()], PAGE);
    // The limit applies to each page.
    let two = [images(1_000), format!("</url><url><loc>{PAGE}/b</loc>"), images(1_000)].concat();
    assert_eq!(found_with(&two, &options), []);
}

#[test]
fn an_image_may_be_listed_once_per_page() {
    let url = "https://tidepool.page/?a=1&amp;b=2";
    let twice = [image(url), image("https://tidepool.page/?a=1&#38;b=2")].concat();
    assert_eq!(found(&twice), one("image-duplicate-in-url", "https://tidepool.page/?a=1&#38;b=2"));
    assert_eq!(after(&twice, FixKind::Safe), image(url));
    let thrice = [image(url), image(url), image(url)].concat();
    assert_eq!(found(&thrice).len(), 2);
    // The deletions touch each other, so two rounds are necessary.
    assert_eq!(found(&after(&after(&thrice, FixKind::Safe), FixKind::Safe)), []);
    assert_eq!(found(&[image(url), image("https://tidepool.page/?a=1&amp;b=3")].concat()), []);
    assert_eq!(found(&[image(url), format!("</url><url><loc>{PAGE}/b</loc>"), image(url)].concat()), []);
}

#[test]
fn only_a_copy_without_other_content_has_a_safe_fix() {
    let url = "https://tidepool.page/i.jpg";
    for more in ["<image:size>2</image:size>", "<x:y xmlns:x='urn:x'/>", "<!-- the larger one -->"] {
        for copy in [
            format!("<image:image>{more}<image:loc>{url}</image:loc></image:image>"),
            format!("<image:image><image:loc>{url}</image:loc>{more}</image:image>"),
        ] {
            let images = [image(url), copy].concat();
            assert_eq!(after(&images, FixKind::Safe), images);
            assert_eq!(after(&images, FixKind::Suggest), image(url));
        }
    }
    let spaced = format!("{0}\n <image:image>\n <image:loc> {url} </image:loc>\n</image:image>", image(url));
    assert!(found(&spaced).contains(&("image-duplicate-in-url", url.to_owned())));
    // If a tag is missing, the fix is not safe.
    let text = page(&format!("{0}{0}<image:image>", image(url)));
    let fixed = repaired(&text, &document(&text, &default()), FixKind::Safe);
    assert_eq!(fixed.matches("i.jpg").count(), 2, "{fixed}");
}

#[test]
fn each_deprecated_element_is_reported_once() {
    let images = "<image:image><image:loc>https://tidepool.page/1.jpg</image:loc><image:title>a</image:title>\
                  <image:caption>b</image:caption></image:image><image:image><image:loc>https://tidepool.page/2.jpg\
                  </image:loc><image:title>c</image:title></image:image>";
    let text = page(images);
    let found = document(&text, &default());
    let titles: Vec<String> = found.iter().map(|found| message::title(found, &text)).collect();
    assert_eq!(
        titles,
        [
            "`<image:title>` no longer has an effect in Google; uses: 2",
            "`<image:caption>` no longer has an effect in Google; uses: 1",
        ]
    );
    let clean = ["1", "2"].map(|name| image(&format!("https://tidepool.page/{name}.jpg"))).concat();
    assert_eq!(after(&after(images, FixKind::Suggest), FixKind::Suggest), clean);
    // Titles are text: other rules do not apply to them.
    let prose = "<image:image><image:loc>https://tidepool.page/1.jpg</image:loc>\
                 <image:title>{{ title }} &amp;amp; more</image:title></image:image>";
    assert_eq!(self::found(prose), one("image-deprecated-element", "image:title"));
}

#[test]
fn the_image_is_not_the_page() {
    for url in [PAGE, "HTTPS://tidepool.page/a", "https://TIDEPOOL.page/a", "https://tidepool.page:443/%61"] {
        let rules: Vec<_> = found(&image(url)).into_iter().filter(|(rule, _)| *rule == "image-loc-is-page").collect();
        assert_eq!(rules, one("image-loc-is-page", url), "{url}");
    }
    for url in ["https://tidepool.page/a/", "http://tidepool.page/a", "https://tidepool.page/a?i"] {
        assert_eq!(found(&image(url)), [], "{url}");
    }
}

#[test]
fn other_hosts_of_images_are_reported_once_each_in_pedantic_mode() {
    let urls = [
        "https://TIDEPOOL.PAGE/1.jpg",
        "https://cdn.tidepool.page/1.jpg",
        "https://CDN.tidepool.page/2.jpg",
        "https://img.tidepool.page:8443/3.jpg",
    ];
    let images = urls.map(image).concat();
    assert_eq!(found_with(&images, &default()).iter().filter(|(rule, _)| *rule == "image-cross-host").count(), 0);
    let text = page(&images);
    let all = document(&text, &pedantic());
    let hosts: Vec<_> = all.into_iter().filter(|found| found.rule() == Rule::ImageCrossHost).collect();
    assert_eq!(
        marked(&text, &hosts),
        [("image-cross-host", "cdn.tidepool.page"), ("image-cross-host", "img.tidepool.page")]
    );
    assert_eq!(
        message::title(&hosts[0], &text),
        "`cdn.tidepool.page` is not the host of the page; images on this host: 2"
    );
    assert_eq!(hosts[0].entry, 1);
    // With a reference before the end of the host, the finding marks the whole URL.
    let text = page(&image("https:&#47;/cdn.tidepool.page/1.jpg"));
    let all = document(&text, &pedantic());
    let hosts: Vec<_> = all.into_iter().filter(|found| found.rule() == Rule::ImageCrossHost).collect();
    assert_eq!(marked(&text, &hosts), [("image-cross-host", "https:&#47;/cdn.tidepool.page/1.jpg")]);
}
