//! Well-formed documents without findings, one entry of which is damaged.

use std::ops::Range;

/// A document: the text before the entry, the entry, and the text after it.
pub(crate) struct Sample {
    pub(crate) name: &'static str,
    before: &'static str,
    entry: &'static str,
    after: &'static str,
}

impl Sample {
    pub(crate) fn text(&self) -> String {
        [self.before, self.entry, self.after].concat()
    }

    /// The range of the entry.
    pub(crate) fn entry(&self) -> Range<usize> {
        self.before.len()..self.before.len() + self.entry.len()
    }

    /// The URLs of the document.
    pub(crate) fn urls(&self) -> impl Iterator<Item = &'static str> {
        let parts = [self.before, self.entry, self.after].into_iter();
        let words = parts.flat_map(|part| part.split(['<', '>', '"', ' ', '\n']));
        words.filter(|word| word.starts_with("https://tidepool.page/"))
    }
}

pub(crate) const ENTRIES: &[Sample] = &[
    Sample {
        name: "urlset",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url>
    <loc>https://tidepool.page/</loc>
    <lastmod>2024-05-01</lastmod>
  </url>
"#,
        entry: r"  <url>
    <loc>https://tidepool.page/shells?id=1&amp;size=2</loc>
    <lastmod>2024-06-11T14:30:00+02:00</lastmod>
    <changefreq>weekly</changefreq>
    <priority>0.8</priority>
  </url>
",
        after: r"  <url>
    <loc>https://tidepool.page/crabs</loc>
  </url>
</urlset>
",
    },
    Sample {
        name: "one url",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
"#,
        entry: r"<url><loc>https://tidepool.page/shells</loc><priority>0.8</priority><lastmod>2024-06-11</lastmod></url>
",
        after: r"</urlset>
",
    },
    Sample {
        name: "index",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <sitemap>
    <loc>https://tidepool.page/sitemap-1.xml</loc>
  </sitemap>
"#,
        entry: r"  <sitemap>
    <loc>https://tidepool.page/sitemap-2.xml.gz</loc>
    <lastmod>2024-06-11</lastmod>
  </sitemap>
",
        after: r"  <sitemap>
    <loc>https://tidepool.page/sitemap-3.xml</loc>
  </sitemap>
</sitemapindex>
",
    },
    Sample {
        name: "image",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url>
    <loc>https://tidepool.page/</loc>
    <image:image>
      <image:loc>https://tidepool.page/pool.jpg</image:loc>
    </image:image>
  </url>
"#,
        entry: r"  <url>
    <loc>https://tidepool.page/shells</loc>
    <image:image>
      <image:loc>https://tidepool.page/limpet.jpg</image:loc>
    </image:image>
    <image:image>
      <image:loc>https://tidepool.page/whelk.jpg</image:loc>
    </image:image>
  </url>
",
        after: r"  <url>
    <loc>https://tidepool.page/crabs</loc>
  </url>
</urlset>
",
    },
    Sample {
        name: "video",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
"#,
        entry: r#"  <url>
    <loc>https://tidepool.page/films/crabs</loc>
    <video:video>
      <video:thumbnail_loc>https://tidepool.page/films/crabs.jpg</video:thumbnail_loc>
      <video:title>How crabs walk</video:title>
      <video:description>Sideways, and fast.</video:description>
      <video:content_loc>https://tidepool.page/films/crabs.mp4</video:content_loc>
      <video:duration>600</video:duration>
      <video:rating>4.2</video:rating>
      <video:publication_date>2024-06-11</video:publication_date>
      <video:family_friendly>yes</video:family_friendly>
      <video:restriction relationship="allow">IE GB US</video:restriction>
      <video:live>no</video:live>
    </video:video>
  </url>
"#,
        after: r"  <url>
    <loc>https://tidepool.page/crabs</loc>
  </url>
</urlset>
",
    },
    Sample {
        name: "news",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
"#,
        entry: r"  <url>
    <loc>https://tidepool.page/news/storm</loc>
    <news:news>
      <news:publication>
        <news:name>The Tidepool</news:name>
        <news:language>en</news:language>
      </news:publication>
      <news:publication_date>2024-06-11T08:00:00Z</news:publication_date>
      <news:title>Storm fills all pools</news:title>
    </news:news>
  </url>
",
        after: r"  <url>
    <loc>https://tidepool.page/news/calm</loc>
    <news:news>
      <news:publication>
        <news:name>The Tidepool</news:name>
        <news:language>en</news:language>
      </news:publication>
      <news:publication_date>2024-06-12T08:00:00Z</news:publication_date>
      <news:title>All is calm again</news:title>
    </news:news>
  </url>
</urlset>
",
    },
    Sample {
        name: "hreflang",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
"#,
        entry: r#"  <url>
    <loc>https://tidepool.page/en</loc>
    <xhtml:link rel="alternate" hreflang="en" href="https://tidepool.page/en"/>
    <xhtml:link rel="alternate" hreflang="de" href="https://tidepool.page/de"/>
  </url>
"#,
        after: r#"  <url>
    <loc>https://tidepool.page/de</loc>
    <xhtml:link rel="alternate" hreflang="en" href="https://tidepool.page/en" />
    <xhtml:link rel="alternate" hreflang="de" href="https://tidepool.page/de" />
  </url>
</urlset>
"#,
    },
    Sample {
        name: "rss",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
<channel>
  <title>Tidepool</title>
  <link>https://tidepool.page/</link>
  <description>What the tide leaves</description>
  <item>
    <title>Limpets</title>
    <link>https://tidepool.page/limpets</link>
    <pubDate>Mon, 10 Jun 2024 08:00:00 GMT</pubDate>
  </item>
"#,
        entry: r#"  <item>
    <title>Whelks</title>
    <link>https://tidepool.page/whelks</link>
    <guid isPermaLink="true">https://tidepool.page/whelks</guid>
    <pubDate>Tue, 11 Jun 2024 08:00:00 GMT</pubDate>
  </item>
"#,
        after: r"</channel>
</rss>
",
    },
    Sample {
        name: "atom",
        before: r#"<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>Tidepool</title>
  <id>https://tidepool.page/</id>
  <updated>2024-06-11T08:00:00Z</updated>
  <author><name>Tidepool</name></author>
"#,
        entry: r#"  <entry>
    <title>Whelks</title>
    <link href="https://tidepool.page/whelks"/>
    <id>https://tidepool.page/whelks</id>
    <updated>2024-06-11T08:00:00Z</updated>
  </entry>
"#,
        after: r"</feed>
",
    },
];
