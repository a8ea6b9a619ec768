mod lists;
mod values;

use crate::check::testing::{NOW, default, document, marked, noise, pedantic, repaired, sitemap};
use crate::diagnostic::{Diagnostic, FixKind, Severity};
use crate::message;
use crate::options::Options;

const PAGE: &str = "https://tidepool.page/a";
const REQUIRED: &str = "<video:thumbnail_loc>https://tidepool.page/a.jpg</video:thumbnail_loc>\
    <video:title>Rock pools</video:title><video:description>At low tide.</video:description>";
const CONTENT: &str = "<video:content_loc>https://tidepool.page/a.mp4</video:content_loc>";

/// A page with a video that contains `content`.
fn page(content: &str) -> String {
    sitemap(&format!("<url><loc>{PAGE}</loc><video:video>{content}</video:video></url>"))
}

/// A page with a video that has all required elements and `more`.
fn complete(more: &str) -> String {
    page(&format!("{REQUIRED}{CONTENT}{more}"))
}

fn found(text: &str) -> Vec<(&'static str, &str)> {
    found_with(text, &default())
}

fn found_with<'t>(text: &'t str, options: &Options) -> Vec<(&'static str, &'t str)> {
    marked(text, &document(text, options))
}

#[test]
fn required_elements() {
    assert_eq!(found(&complete("")), []);
    assert_eq!(found(&page("")), [("video-missing-element", "video:video"), ("video-missing-location", "video:video")]);
    let titled = page(&format!("<video:title>t</video:title>{CONTENT}"));
    let missing = document(&titled, &default());
    assert_eq!(
        message::title(&missing[0], &titled),
        "This `<video:video>` has no `<video:thumbnail_loc>` and no `<video:description>`"
    );
    let empty = page(&format!("{}{CONTENT}", REQUIRED.replace("Rock pools", " ")));
    assert_eq!(found(&empty), [("video-missing-element", "video:video")]);
    let thumbnail = page(&format!("{}{CONTENT}", REQUIRED.replace("https://tidepool.page/a.jpg", "")));
    assert_eq!(found(&thumbnail), [("loc-empty", "")]);
    let stray = page(&format!("{REQUIRED}<loc>https://tidepool.page/a.mp4</loc>"));
    assert_eq!(found(&stray), [("structure-misplaced-element", "loc")]);
    let template = page(&format!("{CONTENT}{}", REQUIRED.replace("Rock pools", "{{ title }}")));
    assert_eq!(found(&template), []);
}

#[test]
fn urls_must_differ_from_the_page() {
    for (name, url) in [
        ("player_loc", "https://tidepool.page/a"),
        ("content_loc", "HTTPS://tidepool.page:443/a"),
        ("content_loc", " https://tidepool.page/%61\n"),
    ] {
        let text = page(&format!("{REQUIRED}<video:{name}>{url}</video:{name}>"));
        let found = found(&text);
        assert!(found.contains(&("video-same-as-page", url.trim())), "{found:?}");
        assert!(!found.iter().any(|(rule, _)| *rule == "video-content-format"));
    }
    let other = page(&format!("{REQUIRED}<video:player_loc>https://tidepool.page/b</video:player_loc>"));
    assert_eq!(found(&other), []);
}

#[test]
fn schemes_of_videos() {
    for url in
        ["rtmp://tidepool.page/a", "rtsp://tidepool.page/a", "mms://tidepool.page/a", "hls+http://tidepool.page/a"]
    {
        let text = page(&format!("{REQUIRED}<video:content_loc>{url}</video:content_loc>"));
        let scheme = url.split(':').next().unwrap();
        assert_eq!(found(&text), [("video-unsupported-scheme", scheme)], "{url}");
    }
    let ftp = page(&format!("{REQUIRED}<video:content_loc>ftp://tidepool.page/a.mp4</video:content_loc>"));
    assert_eq!(found(&ftp), []);
}

#[test]
fn pages_in_place_of_video_files() {
    for url in ["https://tidepool.page/v.html", "https://tidepool.page/v.PHP?id=1", "https://tidepool.page/v.swf"] {
        let text = page(&format!("{REQUIRED}<video:content_loc>{url}</video:content_loc>"));
        assert_eq!(found(&text), [("video-content-format", url)], "{url}");
    }
    for url in ["https://tidepool.page/v", "https://tidepool.page/v.m3u8", "https://tidepool.page/html"] {
        let text = page(&format!("{REQUIRED}<video:content_loc>{url}</video:content_loc>"));
        assert_eq!(found(&text), [], "{url}");
    }
    let text = page(&format!("{REQUIRED}<video:content_loc>https://youtu.be/x</video:content_loc>"));
    let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
    assert!(after.contains("<video:player_loc>https://www.youtube.com/embed/x</video:player_loc>"), "{after}");
    let player = "https://www.youtube.com/embed/x?a=1&b";
    let cdata = |name: &str| page(&format!("{REQUIRED}<video:{name}><![CDATA[{player}]]></video:{name}>"));
    let text = cdata("content_loc");
    assert_eq!(repaired(&text, &document(&text, &default()), FixKind::Suggest), cdata("player_loc"));
    // An existing player is not added again, and markup is not split.
    for content in [
        "<video:content_loc>https://youtu.be/x</video:content_loc><video:player_loc>https://tidepool.page/p</video:player_loc>",
        "<video:content_loc><![CDATA[https://youtu.be/x]]>&#x79;</video:content_loc>",
    ] {
        let text = page(&format!("{REQUIRED}{content}"));
        let found = document(&text, &default());
        assert_eq!((found.len(), found[0].rule().id()), (1, "video-content-format"));
        assert_eq!(found[0].fix, None, "{content}");
    }
}

#[test]
fn shape() {
    let text = complete("<video:thumbnail>https://tidepool.page/b.jpg</video:thumbnail>");
    assert_eq!(found(&text), [("video-unknown-element", "video:thumbnail")]);
    let text = complete("<video:Duration>5</video:Duration><video:views>7</video:views>");
    assert_eq!(found(&text), [("video-unknown-element", "video:Duration"), ("video-unknown-element", "video:views")]);
    let text = complete("<video:live>no</video:live><video:live>no</video:live>");
    assert_eq!(found(&text), [("video-duplicate-element", "<video:live>")]);
    let text = complete("<video:show_title>s</video:show_title>");
    assert_eq!(found(&text)[0], ("video-misplaced", "video:show_title"));
    let text = page(&format!("{CONTENT}{REQUIRED}"));
    assert_eq!(found(&text), []);
    assert!(found_with(&text, &pedantic()).contains(&("video-element-order", "video:thumbnail_loc")));
}

#[test]
fn a_file_is_better_than_a_player() {
    for (player, expected) in [
        ("https://tidepool.page/p", &["video:player_loc"][..]),
        ("https://www.youtube.com/embed/x", &[]),
        ("https://fast.wistia.net/embed/x", &[]),
    ] {
        let text = page(&format!("{REQUIRED}<video:player_loc>{player}</video:player_loc>"));
        let found = found_with(&text, &pedantic());
        let found = found.iter().filter(|(rule, _)| *rule == "video-prefer-content-loc").map(|(_, place)| *place);
        assert_eq!(found.collect::<Vec<_>>(), expected, "{player}");
    }
}

#[test]
fn any_video_has_valid_findings() {
    let pieces = [
        "<video:video>",
        "</video:video>",
        "<video:duration>",
        "</video:duration>",
        "<video:restriction relationship=\"x\">",
        "</video:restriction>",
        "<video:content_loc>https://youtu.be/x",
        "</video:content_loc>",
        "<video:tvshow>",
        "</video:tvshow>",
        "<video:uploader info=\"/\">",
        "</video:uploader>",
        "<video:expiration_date>2020-01-01",
        "</video:expiration_date>",
        "<![CDATA[uk, ]]>",
        "10:32 ",
        "&#50;",
        "é",
        "ie,gb",
        "<!-- -->",
    ];
    for value in noise(&pieces, 1_500) {
        let text = sitemap(&format!("<url><loc>{PAGE}</loc>{value}</url>"));
        for found in document(&text, &pedantic()) {
            let edits = found.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
            for span in edits.chain([found.span]) {
                assert!(text.get(span.range()).is_some(), "{span:?} in {text}");
            }
        }
    }
}
