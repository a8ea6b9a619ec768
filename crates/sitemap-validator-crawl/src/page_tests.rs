use super::*;

fn read(header: &[(&str, &str)], html: &str) -> Directives {
    let header = header.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    directives(&Reply { header, ..Reply::default() }, html, "https://tidepool.page/a/b")
}

#[test]
fn rules_of_search_engines_exclude_a_page() {
    let tag = |name: &str, content: &str| format!("<META NAME={name} CONTENT='{content}'>");
    for (name, content, is_excluded) in [
        ("Robots", "noindex, follow", true),
        ("robots", "NONE", true),
        ("googlebot", "noindex", true),
        ("robots", "nofollow", false),
        ("robots", "max-image-preview:none", false),
        ("robots", "max-snippet:0, max-image-preview: none, noindex", true),
        ("googlebot-news", "noindex", false),
        ("AhrefsBot", "noindex", false),
        ("robots", "otherbot: noindex", false),
    ] {
        assert_eq!(read(&[], &tag(name, content)).noindex.is_some(), is_excluded, "{name} {content}");
    }
    for (field, is_excluded) in [
        ("noindex", true),
        ("max-image-preview:none", false),
        ("googlebot: none", true),
        ("otherbot: noindex", false),
        ("otherbot: noindex, nofollow", false),
        ("otherbot: nofollow, noindex", false),
        ("otherbot: nofollow, googlebot: noindex", true),
        ("googlebot: nofollow, noindex", true),
        ("noindex, otherbot: nofollow", true),
        ("unavailable_after: Wed, 25 Jun 2008 15:00:00 GMT, noindex", true),
        ("AhrefsBot: unavailable_after: 2008-06-25, noindex", false),
    ] {
        assert_eq!(read(&[("X-Robots-Tag", field)], "").noindex.is_some(), is_excluded, "{field}");
    }
    let found = read(&[("X-Robots-Tag", "max-snippet:0"), ("X-Robots-Tag", "googlebot: none")], &tag("Robots", "none"));
    assert_eq!(found.noindex.as_deref(), Some("X-Robots-Tag: googlebot: none"));
    assert_eq!(
        read(&[], &tag("Robots", "a, none")).noindex.as_deref(),
        Some("<meta name=\"Robots\" content=\"a, none\">")
    );
}

#[test]
fn the_end_of_a_page_is_found() {
    for (field, date) in [
        ("unavailable_after: 2008-06-25", Some("2008-06-25")),
        ("nofollow, unavailable_after: 25 Jun 2008 15:00:00 GMT", Some("25 Jun 2008 15:00:00 GMT")),
        ("unavailable_after: Wed, 25 Jun 2008 15:00:00 GMT, nofollow", Some("Wed, 25 Jun 2008 15:00:00 GMT")),
        ("googlebot: unavailable_after: 2008-06-25T10:00:00Z", Some("2008-06-25T10:00:00Z")),
        ("otherbot: unavailable_after: 2008-06-25", None),
    ] {
        assert_eq!(read(&[("x-robots-tag", field)], "").until.map(|(date, _)| date).as_deref(), date, "{field}");
    }
    let html = "<meta name=robots content='unavailable_after: Wed, 25 Jun 2008 15:00:00 GMT'>";
    assert_eq!(read(&[], html).until.map(|(date, _)| date).as_deref(), Some("Wed, 25 Jun 2008 15:00:00 GMT"));
}

#[test]
fn the_canonical_url_is_that_of_the_head() {
    for (html, canonical) in [
        ("<link rel=Canonical href=../c>", Some("https://tidepool.page/c")),
        ("<link rel='canonical nofollow' href='/c?a=1&#038;b=2'>", Some("https://tidepool.page/c?a=1&b=2")),
        ("<base href=/d/><link rel=canonical href=e>", Some("https://tidepool.page/d/e")),
        ("<link rel='canonical' href>", None),
        ("<title><link rel=canonical href=/c></title>", None),
        ("<body><link rel=canonical href=/c>", None),
        ("<p>a</p><link rel=canonical href=/c>", None),
        ("<link rel=canonical hreflang=de href=/c><link rel=canonical media=print href=/d>", None),
    ] {
        assert_eq!(read(&[], html).canonical.as_deref(), canonical, "{html}");
    }
    for (field, canonical) in [
        (
            "</x.css>; rel=preload, <https://other.tidepool.page/>; REL=\"canonical\"",
            Some("https://other.tidepool.page/"),
        ),
        ("</c,d;e>; rel=canonical", Some("https://tidepool.page/c,d;e")),
        ("</c>; title=\"a, <b>\"; rel=\"canonical nofollow\"", Some("https://tidepool.page/c")),
        ("</c>; rel=canonical; anchor=\"/other\"", None),
        ("</c>; rel=canonical; hreflang=de", None),
        ("</c>; rel=alternate", None),
    ] {
        let found = read(&[("Link", field)], "").canonical;
        assert_eq!(found.as_deref(), canonical, "{field}");
    }
    let both = read(&[("Link", "</c>; rel=canonical")], "<link rel=canonical href=/no>");
    assert_eq!(both.canonical.as_deref(), Some("https://tidepool.page/c"));
}

#[test]
fn a_refresh_without_delay_is_a_redirect() {
    for (content, target) in [
        ("0;url=/c", Some("https://tidepool.page/c")),
        ("0; URL='../c'", Some("https://tidepool.page/c")),
        ("0,/c", Some("https://tidepool.page/c")),
        ("5;url=/c", None),
        ("0", None),
        ("", None),
    ] {
        let html = format!("<meta http-equiv=Refresh content=\"{content}\">");
        assert_eq!(read(&[], &html).refresh.as_deref(), target, "{content}");
        assert_eq!(read(&[("refresh", content)], "").refresh.as_deref(), target, "{content}");
    }
}

#[test]
fn links_are_found() {
    let html = r#"<!doctype html><html><head><title><link rel=sitemap href=no></title>
        <!-- <link rel="sitemap" href="/no.xml"> --><link rel="stylesheet" href="/a.css" title="a > b">
        <LINK type="application/xml" REL="alternate Sitemap" href=" ../sitemap.xml?a=1&amp;b=2&c "/>
        <script>if (a<b) "<link rel=sitemap href=no>"</SCRIPT>
        <link rel=sitemap href=https://other.tidepool.page/s.xml><link rel=sitemap><link rel=sitemap href="http://[">
        <a title='<link rel=sitemap href=no>'> < b"#;
    assert_eq!(
        sitemap_links(html, "https://tidepool.page/blog/post"),
        ["https://tidepool.page/sitemap.xml?a=1&b=2&c", "https://other.tidepool.page/s.xml"]
    );
    assert_eq!(sitemap_links("<link rel=sitemap href=é>", "https://tidepool.page/").len(), 1);
    for broken in ["<", "<link", "<link rel='sitemap", "<!--", "<script>", "<title></titl", "</", "<é>"] {
        assert!(sitemap_links(broken, "https://tidepool.page/").is_empty(), "{broken}");
    }
}

#[test]
fn pages_name_the_date_of_their_last_change() {
    let script = |json: &str| format!("<script type=\"application/ld+json\">{json}</script>");
    let one = script("{\"@type\": \"Article\", \"dateModified\" : \"2026-01-02\"}");
    let list = script("[{\"dateModified\":\"2026-01-02\"},{\"dateModified\":\"2026-01-03\"}]");
    let meta = "<meta property=article:modified_time content=2026-01-04>";
    for (html, dates) in [
        ("<title>A</title>".to_owned(), &[][..]),
        (meta.to_owned(), &["2026-01-04"]),
        (one.clone(), &["2026-01-02"]),
        (one.repeat(2), &["2026-01-02"]),
        (format!("{meta}<p>{one}"), &["2026-01-04", "2026-01-02"]),
        // These may be the dates of other pages.
        (list, &[]),
        ("<script>{\"dateModified\":\"2026-01-02\"}</script>".to_owned(), &[]),
        (script("{\"dateModified\": 2026}"), &[]),
    ] {
        assert_eq!(read(&[], &html).modified, dates, "{html}");
    }
}
