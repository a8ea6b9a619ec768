//! The namespaces of sitemaps and their extensions, and frequent misspellings.

use crate::check::extension::EXTENSIONS;
use crate::value::spelling::distance;

/// The namespace of sitemaps and sitemap indexes.
pub(crate) const SITEMAP: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The namespace of XHTML, for `link`.
pub(crate) const XHTML: &str = "http://www.w3.org/1999/xhtml";

/// A vocabulary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ns {
    /// No namespace.
    None,
    /// The sitemap protocol, or the wrong namespace that the root uses for it.
    Core,
    /// XHTML, for `link`.
    Xhtml,
    /// One of [`EXTENSIONS`], by its number.
    Extension(u8),
    /// A discontinued Google extension.
    Discontinued,
    /// XML Schema instance attributes.
    Xsi,
    /// Media RSS.
    Media,
    /// Atom 1.0 or 0.3.
    Atom,
    /// An unknown namespace.
    Other,
}

/// A namespace: the customary prefix, the URI, the vocabulary.
type KnownUri = (&'static str, &'static str, Ns);

/// The namespaces of [`EXTENSIONS`].
fn extensions() -> impl Iterator<Item = KnownUri> {
    EXTENSIONS.iter().zip(0..).flat_map(|(extension, number)| {
        extension.uris.iter().map(move |uri| (extension.prefix, *uri, Ns::Extension(number)))
    })
}

/// The namespaces this validator knows.
fn known() -> impl Iterator<Item = KnownUri> {
    KNOWN.into_iter().chain(extensions())
}

/// The known namespaces that are not extensions.
const KNOWN: [KnownUri; 10] = [
    ("", SITEMAP, Ns::Core),
    ("xhtml", XHTML, Ns::Xhtml),
    ("geo", "http://www.google.com/geo/schemas/sitemap/1.0", Ns::Discontinued),
    ("codesearch", "http://www.google.com/codesearch/schemas/sitemap/1.0", Ns::Discontinued),
    ("xsi", "http://www.w3.org/2001/XMLSchema-instance", Ns::Xsi),
    ("media", "http://search.yahoo.com/mrss/", Ns::Media),
    ("atom", "http://www.w3.org/2005/Atom", Ns::Atom),
    ("atom", "http://purl.org/atom/ns#", Ns::Atom),
    ("dcterms", "http://purl.org/dc/terms/", Ns::Other),
    ("content", "http://www.google.com/schemas/sitemap-content/1.0", Ns::Other),
];

/// Wrong URIs of extensions that differ by more than a few letters.
const EXTENSION_MISSES: [(&str, &str); 8] = [
    ("http://www.google.com/schemas/sitemap-image/1.0", "http://www.google.com/schemas/sitemap-image/1.1"),
    ("http://www.google.com/schemas/sitemap-images/1.1", "http://www.google.com/schemas/sitemap-image/1.1"),
    ("http://www.google.com/schemas/sitemap-video/1.0", "http://www.google.com/schemas/sitemap-video/1.1"),
    ("http://www.google.com/schemas/sitemap-news/0.84", "http://www.google.com/schemas/sitemap-news/0.9"),
    ("http://www.google.com/schemas/sitemap-news/1.0", "http://www.google.com/schemas/sitemap-news/0.9"),
    ("http://www.w3.org/TR/xhtml11/xhtml11_schema.html", "http://www.w3.org/1999/xhtml"),
    ("http://www.baidu.com/schemas/sitemap-mobile/1", "http://www.baidu.com/schemas/sitemap-mobile/1/"),
    ("http://search.yahoo.com/mrss", "http://search.yahoo.com/mrss/"),
];

/// Wrong URIs of the sitemap namespace that differ by more than a few letters.
const CORE_MISSES: [&str; 13] = [
    "http://www.google.com/schemas/sitemap/0.9",
    "https://www.google.com/schemas/sitemap/0.9",
    "http://www.sitemap.org/schemas/sitemap/0.9",
    "http://www.sitemaps.org/schemas/sitemap/0.90",
    "http://www.sitemaps.org/schemas/sitemap/0.84",
    "http://www.sitemaps.org/schemas/sitemap",
    "http://www.sitemaps.org/schemas/sitemaps/0.9",
    "http://www.sitemaps.org/schemas/sitemapindex/0.9",
    "http://www.sitemaps.org/schemas/siteindex/0.9",
    "http://www.sitemaps.org/schemas/sitemap/09",
    "http://www.sitemaps.org/schemas/sitemap/1.0",
    "http://www.sitemaps.org/schemas/sitemap/0.9/sitemap.xsd",
    "http://www.sitemaps.org/schemas/sitemap/0.9/siteindex.xsd",
];

pub(super) fn customary(prefix: &str) -> Option<KnownUri> {
    known().find(|(known, _, _)| *known == prefix && !prefix.is_empty())
}

pub(super) fn customary_for(uri: &str) -> Option<&'static str> {
    known().find(|(prefix, known, _)| *known == uri && !prefix.is_empty()).map(|(prefix, _, _)| prefix)
}

pub(super) fn classify(uri: &str) -> (Ns, Option<&'static str>) {
    let uri = &*as_read(uri);
    if uri.is_empty() {
        return (Ns::None, None);
    }
    if let Some((_, _, ns)) = known().find(|(_, known, _)| *known == uri) {
        return (ns, None);
    }
    let loose = loosely(uri);
    let miss = EXTENSION_MISSES.into_iter().find(|(miss, _)| loosely(miss) == loose).map(|(_, right)| right);
    let near_miss = miss.or_else(|| {
        let near = |known: &str| loosely(known) == loose || distance(known, uri) <= 2;
        known().map(|(_, known, _)| known).find(|known| near(known))
    });
    match near_miss {
        Some(right) => (known().find(|(_, known, _)| *known == right).map_or(Ns::Other, |(_, _, ns)| ns), Some(right)),
        None => (Ns::Other, None),
    }
}

pub(super) fn is_core_miss(uri: &str) -> bool {
    let uri = &*as_read(uri);
    let loose = loosely(uri);
    loose == loosely(SITEMAP) || CORE_MISSES.iter().any(|miss| loosely(miss) == loose) || distance(uri, SITEMAP) <= 3
}

/// A URI as an XML parser reads it: a line break in an attribute is one space (XML 1.0 §3.3.3).
fn as_read(uri: &str) -> String {
    uri.replace("\r\n", " ")
}

/// A URI without the parts that are frequently wrong: scheme, `www.`, case, final slash, white space.
pub(super) fn loosely(uri: &str) -> String {
    let uri = uri.trim().to_ascii_lowercase();
    let uri = uri.strip_prefix("https://").or_else(|| uri.strip_prefix("http://")).unwrap_or(&uri);
    uri.strip_prefix("www.").unwrap_or(uri).trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_do_not_change_what_is_meant() {
        for (_, uri, _) in known() {
            // White space at the ends is ignored elsewhere.
            let (start, end) = uri.split_at(12);
            let broken = [start, "\n\n", end].concat();
            assert_eq!(classify(&broken), classify(&broken.replace('\n', "\r\n")), "{uri}");
            assert_eq!(is_core_miss(&broken), is_core_miss(&broken.replace('\n', "\r\n")), "{uri}");
        }
    }
}
