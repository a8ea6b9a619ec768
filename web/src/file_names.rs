//! Recognizes files that were probably included by accident, by their names.

use sitemap_validator_protocol::name::KNOWN;

/// True for names that sitemaps do not have: images, scripts, and files that operating systems add to folders.
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
    fn what_came_along_is_left() {
        for name in [".DS_Store", "._sitemap.xml", "logo.png", "app.js", "humans.txt", "Thumbs.db", "sitemap.xsl"] {
            assert!(is_something_else(name), "{name}");
        }
        // Such a file may be in a folder by accident, but not when it is chosen on its own.
        for name in ["access.log.gz", "site.tar.gz", "index.html", "sitemap", "data.json", "notes.txt", "feed.rss"] {
            assert!(!is_something_else(name), "{name}");
        }
    }
}
