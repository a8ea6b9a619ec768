//! What a file is by its name: of a folder only sitemaps and robots.txt are taken.

/// Files of sites that have a sitemap's ending and are none.
const KNOWN: [&str; 14] = [
    "ads.txt",
    "app-ads.txt",
    "browserconfig.xml",
    "cmakelists.txt",
    "crossdomain.xml",
    "humans.txt",
    "license.txt",
    "llms-full.txt",
    "llms.txt",
    "opensearch.xml",
    "pom.xml",
    "readme.txt",
    "requirements.txt",
    "security.txt",
];

/// True for what a sitemap, a feed or a robots.txt may be called, gzipped or not.
pub(crate) fn may_be_sitemap(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_suffix(".gz");
    let ending = plain.unwrap_or(&name).rsplit_once('.').map(|(_, ending)| ending);
    // What is gzipped need not say what is in it.
    let sounds = ending.map_or(plain.is_some(), |ending| matches!(ending, "xml" | "txt" | "rss" | "atom"));
    sounds && !name.starts_with('.') && !KNOWN.contains(&name.as_str())
}

/// True for names that sitemaps do not have: images, scripts, files that systems put into folders.
pub(crate) fn is_something_else(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    name.starts_with('.')
        || KNOWN.contains(&name.as_str())
        || ["thumbs.db", "desktop.ini"].contains(&name.as_str())
        || matches!(
            ending,
            "avif"
                | "css"
                | "gif"
                | "ico"
                | "jpeg"
                | "jpg"
                | "js"
                | "map"
                | "mp4"
                | "pdf"
                | "png"
                | "svg"
                | "webp"
                | "woff"
                | "woff2"
                | "xsl"
                | "xslt"
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sitemaps_are_taken_and_the_rest_is_left() {
        for name in ["sitemap.xml", "Sitemap.XML.GZ", "robots.txt", "urls.txt", "feed.rss", "a.atom", "sitemap.gz"] {
            assert!(may_be_sitemap(name) && !is_something_else(name), "{name}");
        }
        for name in [".DS_Store", "._sitemap.xml", "logo.png", "app.js", "humans.txt", "Thumbs.db", "sitemap.xsl"] {
            assert!(!may_be_sitemap(name) && is_something_else(name), "{name}");
        }
        // It may be in a folder by accident, but not when it is chosen by itself.
        for name in ["access.log.gz", "site.tar.gz", "index.html", "sitemap", "data.json"] {
            assert!(!may_be_sitemap(name) && !is_something_else(name), "{name}");
        }
    }
}
