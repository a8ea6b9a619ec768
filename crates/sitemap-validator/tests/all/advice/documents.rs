//! Sitemaps, indexes, feeds and lists with random defects in their values.

use proptest::prelude::*;
use proptest::sample::select;

/// Entries that need an exemption which the random ones seldom do.
const RARE: [&str; 8] = [
    "<sitemap><loc>https://www.tidepool.page/1.xml</loc></sitemap>",
    "<sitemap><loc>https://tidepool.page:8443/1.xml</loc></sitemap>",
    "<sitemap><loc>https://tidepool.page/h https://tidepool.page/i</loc></sitemap>",
    "<url><loc>http://tidepool.page/a</loc></url><url><loc>http://192.168.0.1/a</loc></url>",
    "<url><loc>about/us</loc><video:video><video:thumbnail_loc>https://tidepool.page/t.jpg</video:thumbnail_loc>\
     <video:title>Low tide</video:title><video:description>Between the stones.</video:description>\
     <video:content_loc>https://tidepool.page/v.mp4</video:content_loc>\
     <video:uploader info=\"https://fjordbyen.page/crew\">Crew</video:uploader></video:video></url>",
    "<url><loc>https://tidepool.page/a</loc><lastmod>1969-12-31T23:59:59Z</lastmod><lastmode>2024-06-01</lastmode></url>",
    "<url><loc>https://tidepool.page/a</loc><xhtml:link rel=\"alternate\" hreflang=\"de, en\" href=\"https://tidepool.page/b\"/></url>\
     <url><loc>https://tidepool.page/b</loc><xhtml:link hreflang=\"de, en\" href=\"about/us\"/></url>",
    "<url><loc>https://tidepool.page/a</loc><xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://tidepool.page/a\"/>\
     <xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https//tidepool.page/b\"/></url>",
];

/// Documents with the [`RARE`] entries.
pub(super) fn rare() -> impl Iterator<Item = String> {
    RARE.iter().map(|entries| {
        let root = if entries.starts_with("<url>") { "urlset" } else { "sitemapindex" };
        let declarations = [DECLARATIONS[0], DECLARATIONS[4], DECLARATIONS[8]].concat();
        format!("<{root}{declarations}>{entries}</{root}>")
    })
}

/// URLs, as they are written in XML. Few pages, so that some are listed twice.
const URLS: [&str; 62] = [
    "https://tidepool.page/a",
    "https://tidepool.page/b",
    "https://tidepool.page/c?x=1&amp;y=2",
    "https://tidepool.page/a",
    "https://tidepool.page/b",
    "https://tidepool.page/",
    "https://tidepool.page",
    " https://tidepool.page/a ",
    "\n      https://tidepool.page/d\n    ",
    "HTTPS://Tidepool.Page/a",
    "http://tidepool.page/a",
    "http://tidepool.page/e",
    "https://www.tidepool.page/a",
    "https://fjordbyen.page/a",
    "https://tidepool.page:443/a",
    "https://tidepool.page:8443/a",
    "https://tidepool.pageabout",
    "https://tidepool.page:/a",
    "https:/tidepool.page/a",
    "https//tidepool.page/a",
    "https:\\\\tidepool.page\\a",
    "https://https://tidepool.page/f",
    "//tidepool.page/a",
    "tidepool.page/g",
    "/about",
    "about/us",
    "https://tidepool.page/a#top",
    "https://tidepool.page/#!/a",
    "https://tidepool.page/a b",
    "https://tidepool.page/k\u{FC}ste",
    "https://tidepool.page/k%FCste",
    "https://tidepool.page/ku\u{308}ste",
    "https://k\u{FC}ste.example/",
    "https://tidepool.page/%zz",
    "https://tidepool.page/100%",
    "https://tidepool.page/a%2520b",
    "https://tidepool.page/%c3%bc",
    "https://tidepool.page/%7Ea",
    "https://tidepool.page/[slug]",
    "https://tidepool.page/a|b{c}",
    "https://tidepool.page/a\"b",
    "https://tidepool.page/rock'n",
    "https://tidepool.page/?a=1&amp;amp;b=2",
    "https://tidepool.page/?a=1&b=2",
    "https://tidepool.page/x//y",
    "https://tidepool.page/x/../y",
    "https://tidepool.page/./y",
    "https://tidepool.page/a?utm_source=mail&amp;x=1",
    "https://tidepool.page/a;jsessionid=1234567890ABCDEF1234567890ABCDEF",
    "https://me:secret@tidepool.page/a",
    "https://localhost/a",
    "http://localhost:3000/b",
    "http://192.168.0.1/a",
    "https://tidepool.page/\u{200B}a",
    "https://tidepool.page/sitemap.xml",
    "https://tidepool.page/news.xml.gz",
    "https://tidepool.page/h https://tidepool.page/i",
    "https://tidepool.page/undefined",
    "None",
    "{{ page.url }}",
    "<![CDATA[https://tidepool.page/a?x=[1]]]>",
    "",
];

const DATES: [&str; 44] = [
    "2024-06-01",
    "2024-06-01T10:00:00Z",
    "2024-06-01T10:00:00+02:00",
    " 2024-06-01 ",
    "2024-06-01T10:00",
    "2024-06-01T10:00Z",
    "2024-06-01T10:00:00",
    "2024-06-01T10:00:00+0200",
    "2024-06-01T10:00:00 +02:00",
    "2024-06-01t10:00:00z",
    "2024-06-01Z",
    "2024-06-01 10:00:00",
    "2024-06-01 10:00",
    "2024-06-01T24:00:00Z",
    "2024-06-01T25:00:00Z",
    "2024-02-30",
    "2024-13-01",
    "0000-00-00",
    "0000-00-00 00:00:00",
    "0001-01-01T00:00:00Z",
    "1970-01-01",
    "1969-12-31T23:59:59Z",
    "1970-01-01T00:00:00Z",
    "1899-12-30",
    "2033-01-01",
    "2024",
    "2024-06",
    "2024-6-1",
    "2024/06/01",
    "06/01/2024",
    "05/06/2024",
    "13.05.2024",
    "1.5.24",
    "May 1, 2024",
    "1 mai 2024",
    "Sat, 01 Jun 2024 08:30:00 GMT",
    "20240601",
    "20240601T100000Z",
    "1717228800",
    "1717228800000",
    "2024-06-01T10:00:00.1234567890Z",
    "Invalid Date",
    "2024-06-01T10:00:00+02:00[Europe/Oslo]",
    "",
];

const FREQUENCIES: [&str; 14] = [
    "daily",
    "Daily",
    " weekly ",
    "week",
    "biweekly",
    "every day",
    "täglich",
    "always",
    "none",
    "0.5",
    "hourly,daily",
    "anually",
    "toujours",
    "",
];

const PRIORITIES: [&str; 18] = [
    "0.5", "1.0", "0,5", ".5", "1.", "1.5", "-0.5", "+0.5", "5", "50%", "high", " 0.8 ", "0.50", "1e-1", "10", "0.5.0",
    "NaN", "",
];

const CODES: [&str; 34] = [
    "de",
    "en",
    "en-GB",
    "x-default",
    "en-UK",
    "es-419",
    "es",
    "de_AT",
    "DE",
    "en-us",
    "EN-gb",
    "uk-UA",
    "jp",
    "cz",
    "zh-CN",
    "zh-Hans",
    "zh-Hans-CN",
    "iw",
    "en-EU",
    "en-LA",
    "pt-br",
    "ger",
    "deu",
    "english",
    "de-DE-AT",
    "de-",
    "-de",
    "de, en",
    "x-Default",
    "xdefault",
    "at-DE",
    "en-gb ",
    "german",
    "",
];

const IMAGES: [&str; 9] = [
    "https://tidepool.page/i.png",
    "https://tidepool.page/j.png",
    "https://tidepool.page/i.png ",
    "/i.png",
    "//tidepool.page/i.png",
    "https://cdn.fjordbyen.page/a b.png",
    "http://tidepool.page/i.png",
    "https://tidepool.page/a",
    "",
];

/// Values of the elements of a video, each with the name.
const VIDEO: [(&str, &[&str]); 22] = [
    ("thumbnail_loc", &["https://tidepool.page/t.jpg", "/t.jpg", ""]),
    ("title", &["Low tide", " Low tide ", "Rock &amp;amp; pools", ""]),
    ("description", &["Between the stones.", ""]),
    (
        "content_loc",
        &[
            "https://tidepool.page/v.mp4",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://youtu.be/dQw4w9WgXcQ",
            "https://vimeo.com/76979871",
            "https://tidepool.page/a",
            "ftp://tidepool.page/v.mp4",
            "",
        ],
    ),
    (
        "player_loc",
        &[
            "https://www.youtube.com/embed/dQw4w9WgXcQ",
            "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
            "https://player.vimeo.com/video/76979871",
            "https://tidepool.page/player?id=1",
            "",
        ],
    ),
    ("duration", &["600", "0", "28801", "10:00", "PT10M", "1:02:03", "600s", "6.5", "-1", "ten"]),
    ("expiration_date", &["2030-01-01", "2020-01-01", "2030-01-01 10:00", "01/02/2030"]),
    ("publication_date", &["2024-06-01", "2024-06-01T10:00", "06/15/2024", "yesterday"]),
    ("rating", &["4.2", "4,2", "6", "-1", "4.2/5", "five"]),
    ("view_count", &["1234", "1,234", "1.234", "1234.0", "12k", "many"]),
    ("family_friendly", &["yes", "no", "Yes", "true", "1", "maybe"]),
    ("live", &["no", "false", "0", "YES"]),
    ("requires_subscription", &["yes", "true"]),
    ("restriction relationship=\"allow\"", &["DE FR", "de fr", "DE, FR", "UK", "Germany", "DE  FR"]),
    ("restriction relationship=\"Allow\"", &["DE"]),
    ("platform relationship=\"allow\"", &["web tv", "web,tv", "desktop", "Web", "web  tv"]),
    ("platform relationship=\"permit\"", &["web"]),
    ("uploader info=\"https://tidepool.page/crew\"", &["Crew", ""]),
    ("uploader info=\"https://fjordbyen.page/crew\"", &["Crew"]),
    ("tag", &["tide", "tide, stones", ""]),
    ("category", &["Nature"]),
    ("Titel", &["Low tide"]),
];

const NEWS_LANGUAGES: [&str; 9] = ["en", "zh-cn", "EN", "en-US", "eng", "english", "zh", "german", ""];

fn element(name: &str, value: &str) -> String {
    let close = name.split(' ').next().unwrap_or(name);
    if value.is_empty() { format!("<{name}/>") } else { format!("<{name}>{value}</{close}>") }
}

fn optional(strategy: impl Strategy<Value = String> + 'static) -> BoxedStrategy<String> {
    prop_oneof![3 => Just(String::new()), 1 => strategy].boxed()
}

fn value_of(name: &'static str, values: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(values).prop_map(move |value| element(name, value))
}

/// A URL; most are right.
fn url() -> impl Strategy<Value = String> {
    prop_oneof![2 => select(&URLS[..5]), 3 => select(&URLS[..])].prop_map(str::to_owned)
}

fn image() -> impl Strategy<Value = String> {
    const OTHER: [&str; 5] = [
        "",
        "",
        "<image:title>Tide</image:title>",
        "<image:caption/>",
        "<image:loc>https://tidepool.page/k.png</image:loc>",
    ];
    (select(&IMAGES[..]), select(&OTHER[..]))
        .prop_map(|(loc, other)| format!("<image:image>{}{other}</image:image>", element("image:loc", loc)))
}

fn video() -> impl Strategy<Value = String> {
    let whole =
        VIDEO[..4].iter().map(|(name, values)| element(&format!("video:{name}"), values[0])).collect::<String>();
    let other = select(&VIDEO[3..])
        .prop_flat_map(|(name, values)| select(values).prop_map(move |value| element(&format!("video:{name}"), value)));
    let any = select(&VIDEO[..])
        .prop_flat_map(|(name, values)| select(values).prop_map(move |value| element(&format!("video:{name}"), value)));
    prop_oneof![
        3 => (Just(whole), prop::collection::vec(other, 0..3)).prop_map(|(whole, others)| whole + &others.concat()),
        1 => prop::collection::vec(any, 0..5).prop_map(|parts| parts.concat()),
    ]
    .prop_map(|content| format!("<video:video>{content}</video:video>"))
}

fn alternate() -> impl Strategy<Value = String> {
    const NAMES: [&str; 5] = ["xhtml:link", "xhtml:link", "xhtml:link", "link", "x:link"];
    const RELS: [&str; 4] = ["rel=\"alternate\" ", "rel=\"alternate\" ", "rel=\"Alternate\" ", ""];
    (select(&NAMES[..]), select(&RELS[..]), select(&CODES[..]), url()).prop_map(|(name, rel, code, url)| {
        let href = url.replace('"', "&quot;").replace("<![CDATA[", "").replace("]]>", "").replace('<', "&lt;");
        format!("<{name} {rel}hreflang=\"{code}\" href=\"{href}\"/>")
    })
}

fn news() -> impl Strategy<Value = String> {
    (
        select(&NEWS_LANGUAGES[..]),
        select(&DATES[..]),
        select(&["Low tide", "Low tide - The Reef", "Low tide &amp;amp; more", ""][..]),
    )
        .prop_map(|(language, date, title)| {
            format!(
                "<news:news><news:publication><news:name>The Reef</news:name>{}</news:publication>{}{}</news:news>",
                element("news:language", language),
                element("news:publication_date", date),
                element("news:title", title),
            )
        })
}

/// A value at a place at which it does not belong, or in another form.
const OTHERS: [&str; 12] = [
    "<Loc>https://tidepool.page/l</Loc>",
    "<lastMod>2024-06-01</lastMod>",
    "<lastmode>2024-06-01</lastmode>",
    "<title>Tide</title>",
    "<image:loc>https://tidepool.page/m.png</image:loc>",
    "<loc>https://tidepool.page/n</loc>",
    "<lastmod>2024-05-01</lastmod>",
    "text",
    "<url><loc>https://tidepool.page/o</loc></url>",
    "<video:title>Tide</video:title>",
    "<priority value=\"0.5\"/>",
    "<!-- comment -->",
];

fn entry() -> impl Strategy<Value = String> {
    (
        url(),
        optional(value_of("lastmod", &DATES)),
        optional(value_of("changefreq", &FREQUENCIES)),
        optional(value_of("priority", &PRIORITIES)),
        prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(alternate(), 1..4)],
        prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(image(), 1..3)],
        optional(video()),
        prop_oneof![9 => Just(String::new()), 1 => news()],
        prop_oneof![5 => Just(""), 1 => select(&OTHERS[..])],
    )
        .prop_map(|(url, lastmod, changefreq, priority, alternates, images, video, news, other)| {
            let (alternates, images) = (alternates.concat(), images.concat());
            let loc = element("loc", &url);
            format!("<url>{loc}{lastmod}{changefreq}{priority}{alternates}{images}{video}{news}{other}</url>")
        })
}

const DECLARATIONS: [&str; 10] = [
    " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"",
    " xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9/\"",
    " xmlns=\"https://www.sitemaps.org/schemas/sitemap/0.9\"",
    "",
    " xmlns:xhtml=\"http://www.w3.org/1999/xhtml\"",
    " xmlns:xhtml=\"http://www.w3.org/TR/xhtml1\"",
    " xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"",
    " xmlns:image=\"https://www.google.com/schemas/sitemap-image/1.1/\"",
    " xmlns:video=\"http://www.google.com/schemas/sitemap-video/1.1\"",
    " xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\"",
];

/// A root's declarations; most are right.
fn declarations() -> impl Strategy<Value = String> {
    let mostly =
        |usual: usize, other: usize| prop_oneof![9 => Just(DECLARATIONS[usual]), 1 => Just(DECLARATIONS[other])];
    let default = prop_oneof![12 => Just(DECLARATIONS[0]), 3 => select(&DECLARATIONS[1..4])];
    (default, mostly(4, 5), mostly(6, 7), mostly(8, 3), mostly(9, 3)).prop_map(
        |(default, xhtml, image, video, news)| {
            [default, xhtml, image, video, news, " xmlns:x=\"https://tidepool.page/x\""].concat()
        },
    )
}

fn urlset() -> impl Strategy<Value = String> {
    const SPACES: [&str; 3] = ["", "\n", "\n  "];
    (declarations(), prop::collection::vec(entry(), 1..6), select(&SPACES[..])).prop_map(
        |(declarations, entries, space)| {
            let entries: String = entries.iter().flat_map(|entry| [space, entry.as_str()]).collect();
            format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset{declarations}>{entries}\n</urlset>\n")
        },
    )
}

fn index() -> impl Strategy<Value = String> {
    const OTHER: [&str; 6] =
        ["", "", "", "<changefreq>daily</changefreq>", "<priority>0.5</priority>", "<title>Tide</title>"];
    let loc = prop_oneof![
        2 => select(&["https://tidepool.page/1.xml", "https://tidepool.page/2.xml.gz", "https://tidepool.page/1.xml"][..]),
        1 => select(&URLS[..]),
    ];
    let entry = (loc, optional(value_of("lastmod", &DATES)), select(&OTHER[..]));
    let entry =
        entry.prop_map(|(loc, lastmod, other)| format!("<sitemap>{}{lastmod}{other}</sitemap>\n", element("loc", loc)));
    prop::collection::vec(entry, 1..5).prop_map(|entries| {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex{}>\n{}</sitemapindex>\n",
            DECLARATIONS[0],
            entries.concat()
        )
    })
}

fn list() -> impl Strategy<Value = String> {
    let line = prop_oneof![2 => select(&URLS[..5]), 1 => select(&URLS[..])];
    prop::collection::vec(line, 1..6).prop_map(|lines| {
        lines.iter().map(|line| line.replace('\n', "").replace("&amp;", "&") + "\n").collect::<String>()
    })
}

fn feed() -> impl Strategy<Value = String> {
    const MAIL: [&str; 9] = [
        "Sat, 01 Jun 2024 08:30:00 GMT",
        "Wed, 18 Nov 26 08:00:00 GMT",
        "Mon, 01 Jun 2024 08:30:00 GMT",
        "Mon, 01 Jan 0001 00:00:00 GMT",
        "Sat, 1 Jun 2024 8:30:0 GMT",
        "2024-06-01",
        "Sat, 01 Jun 2024 08:30:00 MESZ",
        "01.06.2024 08:30",
        "",
    ];
    let item = (
        url(),
        prop_oneof![1 => select(&MAIL[..]), 1 => select(&DATES[..])],
        select(&["pubDate", "pubDate", "pubdate"][..]),
    );
    let item = item.prop_map(|(url, date, name)| {
        format!("<item><title>t</title>{}{}</item>\n", element("link", &url), element(name, date))
    });
    prop::collection::vec(item, 1..4).prop_map(|items| {
        format!(
            "<rss version=\"2.0\"><channel><title>t</title><link>https://tidepool.page/</link><description>d</description>\n{}</channel></rss>\n",
            items.concat()
        )
    })
}

fn atom() -> impl Strategy<Value = String> {
    let entry = (url(), select(&DATES[..])).prop_map(|(url, date)| {
        let href = url.replace('"', "&quot;").replace("<![CDATA[", "").replace("]]>", "").replace('<', "&lt;");
        format!("<entry><title>t</title><id>urn:a</id><link href=\"{href}\"/>{}</entry>\n", element("updated", date))
    });
    prop::collection::vec(entry, 1..4).prop_map(|entries| {
        format!(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>t</title><id>urn:t</id><updated>2024-06-01T08:30:00Z</updated>\n{}</feed>\n",
            entries.concat()
        )
    })
}

/// Any of them; most are sitemaps.
pub(super) fn any() -> BoxedStrategy<String> {
    prop_oneof![6 => urlset(), 1 => index(), 1 => list(), 1 => feed(), 1 => atom()].boxed()
}
