//! A first look at a file, to know which files of a set are read first.

use super::sniff::sniff;
use crate::outcome::Kind;
use crate::source::{Opened, Source, open};

/// How much of a file [`peek`] wants to see, in bytes.
pub const HEAD: usize = 64 * 1024;

/// What the file that begins with `head` looks like. The whole file may turn out to be something else.
pub fn peek(head: Vec<u8>) -> Kind {
    let source = match open(head, HEAD as u64 * 64) {
        Opened::Text(source) => source,
        // Markup looks the same in every encoding this may be.
        Opened::Undecoded(undecoded) => Source::from_text(undecoded.bytes.iter().copied().map(char::from).collect()),
    };
    sniff(&source).kind
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn the_beginning_is_enough() {
        let index =
            "<?xml version=\"1.0\"?><sitemapindex>".to_owned() + &"<sitemap><loc>https://tidepool.page/".repeat(9_000);
        assert_eq!(peek(index.clone().into_bytes()[..HEAD].to_vec()), Kind::SitemapIndex);
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        gzip.write_all(index.as_bytes()).unwrap();
        assert_eq!(peek(gzip.finish().unwrap()[..HEAD].to_vec()), Kind::SitemapIndex);
        assert_eq!(peek(b"<?xml version='1.0' encoding='latin1'?><urlset>\xE9".to_vec()), Kind::Urlset);
        assert_eq!(peek(b"https://tidepool.page/".to_vec()), Kind::Text);
        assert_eq!(peek(b"User-agent: *\nDisallow: /x\n".to_vec()), Kind::Robots);
        assert_eq!(peek(Vec::new()), Kind::Unknown);
    }
}
