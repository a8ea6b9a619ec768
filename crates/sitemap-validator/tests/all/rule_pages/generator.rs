//! Documents that pages describe instead of showing: special bytes, sizes, numbers of entries.

#[path = "packed.rs"]
mod packed;

use std::fmt::Write as _;

use sitemap_validator::{Span, robots};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
/// The XML declaration.
pub(crate) const DECLARATION: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const SCHEMA: &str = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\nxsi:schemaLocation=";

/// A document and the spans of the expected findings.
pub(crate) struct Generated {
    /// The file.
    pub(crate) bytes: Vec<u8>,
    /// The spans of the findings.
    pub(crate) spans: Vec<Span>,
    /// The maximum number of bytes to read.
    pub(crate) ceiling: Option<u64>,
}

/// The document of the generator `name`.
pub(crate) fn make(name: &str) -> Option<Generated> {
    let (kind, number) = name.rsplit_once('-').unwrap_or((name, ""));
    Some(match (kind, number.parse()) {
        ("urls", Ok(count)) => urls(count),
        ("sitemaps", Ok(count)) => sitemaps(count),
        ("articles", Ok(count)) => articles(count),
        ("bytes", Ok(count)) => size(count),
        ("loc", Ok(length)) => loc(length),
        ("images", Ok(count)) => images(count),
        _ => return special(name),
    })
}

fn special(name: &str) -> Option<Generated> {
    Some(match name {
        "vertical-tab" => image_title("Blue", "\u{B}", " starfish"),
        "c1-apostrophe" => image_title("Children", "\u{92}", "s nets"),
        "latin-1-letter" => latin_1_letter(),
        "utf-16" => utf_16(),
        "byte-order-mark" => at_start(document(&format!("\u{FEFF}{DECLARATION}"))),
        "text-byte-order-mark" => at_start("\u{FEFF}https://shop.tidepool.page/\n".to_owned()),
        "two-byte-order-marks" => {
            let text = document(&format!("\u{FEFF}\u{FEFF}{DECLARATION}"));
            Generated { bytes: text.into(), spans: vec![Span::new(3, 6)], ceiling: None }
        }
        "byte-order-mark-in-value" => {
            let text = document(DECLARATION).replace("/</loc>", "/shell\u{FEFF}s</loc>");
            let at = text.find('\u{FEFF}')?;
            Generated { bytes: text.into(), spans: vec![Span::new(at, at + 3)], ceiling: None }
        }
        "windows-line-ends" => at_start(
            format!(
                "{DECLARATION}<urlset xmlns=\"{NAMESPACE}\"\n{SCHEMA}\"{NAMESPACE} {NAMESPACE}/sitemap.xsd\">\n\
                 <url><loc>https://shop.tidepool.page/</loc></url>\n</urlset>\n"
            )
            .replace('\n', "\r\n"),
        ),
        "ceiling" => {
            let text = urls_text(20);
            let end = text.find("<url><loc>https://shop.tidepool.page/12<")?;
            Generated { bytes: text.into(), spans: vec![Span::at(end)], ceiling: Some(end as u64) }
        }
        "large-robots" => {
            let text = format!("User-agent: *\n{}", "Disallow: /drafts/a/\n".repeat(30_000));
            let end = text.get(..robots::LIMIT)?.rfind('\n')? + 1;
            Generated { bytes: text.into(), spans: vec![Span::at(end)], ceiling: None }
        }
        "fifty-equal-dates" => equal_dates(50),
        "forty-nine-equal-dates" => equal_dates(49),
        _ => return packed::make(name),
    })
}

/// A small sitemap that begins with `start`.
pub(crate) fn document(start: &str) -> String {
    format!("{start}<urlset xmlns=\"{NAMESPACE}\">\n<url><loc>https://shop.tidepool.page/</loc></url>\n</urlset>\n")
}

/// A document with a finding at the start of the file.
fn at_start(text: String) -> Generated {
    Generated { bytes: text.into(), spans: vec![Span::at(0)], ceiling: None }
}

/// An image title with `marked` in its middle.
fn image_title(before: &str, marked: &str, after: &str) -> Generated {
    let mut text = format!(
        "{DECLARATION}<urlset xmlns=\"{NAMESPACE}\"\n        \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n<url>\n\
         <loc>https://shop.tidepool.page/</loc>\n<image:image>\n\
         <image:loc>https://shop.tidepool.page/front.jpg</image:loc>\n<image:title>{before}"
    );
    let span = Span::new(text.len(), text.len() + marked.len());
    text.push_str(marked);
    text.push_str(after);
    text.push_str("</image:title>\n</image:image>\n</url>\n</urlset>\n");
    Generated { bytes: text.into(), spans: vec![span], ceiling: None }
}

/// A document with the letter ü as a byte of ISO-8859-1.
fn latin_1_letter() -> Generated {
    let mut made = image_title("K", "\u{1}", "che");
    made.bytes[made.spans[0].start as usize] = 0xFC;
    made
}

fn utf_16() -> Generated {
    let text = document("\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n");
    let bytes = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    Generated { bytes, spans: vec![Span::at(0)], ceiling: None }
}

/// A sitemap of `count` entries with various dates.
fn urls_text(count: usize) -> String {
    let mut text = format!("{DECLARATION}<urlset xmlns=\"{NAMESPACE}\">\n");
    for number in 1..=count {
        let (year, month, day) = (2015 + number % 10, 1 + number % 12, 1 + number % 28);
        let _ = writeln!(
            text,
            "<url><loc>https://shop.tidepool.page/{number}</loc><lastmod>{year}-{month:02}-{day:02}</lastmod></url>"
        );
    }
    text.push_str("</urlset>\n");
    text
}

/// `count` entries; the finding is at the start tag of the last one if it is beyond the limit, otherwise at the start.
fn urls(count: usize) -> Generated {
    let text = urls_text(count);
    let last = text.rfind("<url>").unwrap_or(0);
    let spans = match count {
        50_001 => vec![Span::new(last, last + "<url>".len())],
        45_000 => vec![Span::at(0)],
        _ => Vec::new(),
    };
    Generated { bytes: text.into(), spans, ceiling: None }
}

/// `count` sitemaps in an index that names its schema; the finding is at the last one.
fn sitemaps(count: usize) -> Generated {
    let mut text = format!(
        "{DECLARATION}<sitemapindex xmlns=\"{NAMESPACE}\"\n{SCHEMA}\"{NAMESPACE} {NAMESPACE}/siteindex.xsd\">\n"
    );
    for number in 1..=count {
        let _ = writeln!(text, "<sitemap><loc>https://shop.tidepool.page/sitemap-{number}.xml</loc></sitemap>");
    }
    text.push_str("</sitemapindex>\n");
    let last = text.rfind("<sitemap>").unwrap_or(0);
    Generated { bytes: text.into(), spans: vec![Span::new(last, last + "<sitemap>".len())], ceiling: None }
}

/// `count` articles of a news sitemap; with more than 1,000 the finding is at the first one beyond the limit.
fn articles(count: usize) -> Generated {
    let mut text = format!(
        "{DECLARATION}<urlset xmlns=\"{NAMESPACE}\"\n        \
         xmlns:news=\"http://www.google.com/schemas/sitemap-news/0.9\">\n"
    );
    let mut spans = Vec::new();
    for number in 1..=count {
        let _ = write!(text, "<url><loc>https://news.tidepool.page/{number}</loc><lastmod>2026-11-21</lastmod>");
        if number == 1_001 {
            spans.push(Span::new(text.len(), text.len() + "<news:news>".len()));
        }
        let _ = writeln!(
            text,
            "<news:news><news:publication><news:name>The Tidepool</news:name><news:language>en</news:language>\
             </news:publication><news:publication_date>2026-11-21</news:publication_date>\
             <news:title>Tide table {number}</news:title></news:news></url>"
        );
    }
    text.push_str("</urlset>\n");
    Generated { bytes: text.into(), spans, ceiling: None }
}

/// A sitemap of `size` bytes, which a comment fills. With more than 50 MB the finding is on the line with the first
/// byte beyond the limit, here the last line; otherwise at the start.
fn size(size: usize) -> Generated {
    let (head, tail) = (document(DECLARATION).replace("</urlset>\n", "<!-- "), " -->\n</urlset>\n");
    let line = "A line of words that say nothing, to fill the file.\n";
    let mut text = String::with_capacity(size);
    text.push_str(&head);
    while text.len() + line.len() + tail.len() <= size {
        text.push_str(line);
    }
    text.push_str(&"x".repeat(size - tail.len() - text.len()));
    text.push_str(tail);
    let span = if size > 52_428_800 { Span::new(size - "</urlset>\n".len(), size - 1) } else { Span::at(0) };
    Generated { bytes: text.into(), spans: vec![span], ceiling: None }
}

/// A URL of `length` characters; with at least 2,047, it contains forty ampersands.
fn loc(length: usize) -> Generated {
    let mut url = "https://shop.tidepool.page/search?".to_owned();
    let ampersands = if length >= 2047 { 40 } else { 0 };
    for number in 0..ampersands {
        let _ = write!(url, "a{number:02}=1&");
    }
    let fill = length - url.len();
    url.push_str(&"x".repeat(fill));
    let url = url.replace('&', "&amp;");
    let mut text = format!("{DECLARATION}<urlset xmlns=\"{NAMESPACE}\">\n<url><loc>{url}");
    let end = text.len();
    text.push_str("</loc></url>\n</urlset>\n");
    // The characters beyond the limit.
    let too_many = match length {
        2049.. => length - 2048,
        2048 => 1,
        1025.. => length - 1024,
        _ => 0,
    };
    let spans = if length == 2047 { Vec::new() } else { vec![Span::new(end - too_many, end)] };
    Generated { bytes: text.into(), spans, ceiling: None }
}

/// A page with `count` images; the finding is at the first one beyond a thousand.
fn images(count: usize) -> Generated {
    let mut text = format!(
        "{DECLARATION}<urlset xmlns=\"{NAMESPACE}\"\n        \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\">\n<url>\n\
         <loc>https://shop.tidepool.page/</loc>\n"
    );
    let mut spans = Vec::new();
    for number in 1..=count {
        if number == 1001 {
            spans.push(Span::new(text.len(), text.len() + "<image:image>".len()));
        }
        let _ =
            writeln!(text, "<image:image><image:loc>https://shop.tidepool.page/{number}.jpg</image:loc></image:image>");
    }
    text.push_str("</url>\n</urlset>\n");
    Generated { bytes: text.into(), spans, ceiling: None }
}

/// `count` pages with the same date; the finding is at the first date.
fn equal_dates(count: usize) -> Generated {
    let mut text = format!("{DECLARATION}<urlset xmlns=\"{NAMESPACE}\">\n");
    for number in 1..=count {
        let _ = writeln!(
            text,
            "<url><loc>https://shop.tidepool.page/page-{number}</loc><lastmod>2024-06-01</lastmod></url>"
        );
    }
    text.push_str("</urlset>\n");
    let at = text.find("2024-06-01").unwrap_or(0);
    let spans = if count >= 50 { vec![Span::new(at, at + 10)] } else { Vec::new() };
    Generated { bytes: text.into(), spans, ceiling: None }
}
