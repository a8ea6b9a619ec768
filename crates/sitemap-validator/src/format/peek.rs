//! Guesses the type of a file by its start, to decide which files of a set are read first.

use super::sniff::{FormatGuess, sniff};
use crate::outcome::Kind;
use crate::source::{Opened, Source, open};

/// The number of bytes of a file that [`peek`] needs.
pub const HEAD: usize = 64 * 1024;

/// The type of the file that begins with `head`. The whole file may be of another type.
pub fn peek(head: Vec<u8>) -> Kind {
    guess(head).kind
}

/// True for a file that begins with `head` and is XML of another vocabulary, or a web page.
pub fn is_other_markup(head: Vec<u8>) -> bool {
    let guess = guess(head);
    guess.xml && matches!(guess.kind, Kind::Other | Kind::Html)
}

fn guess(head: Vec<u8>) -> FormatGuess {
    let source = match open(head, HEAD as u64 * 64) {
        Opened::Text(source) => source,
        // Markup has the same bytes in all of these encodings.
        Opened::Undecoded(undecoded) => Source::from_text(undecoded.bytes.iter().copied().map(char::from).collect()),
    };
    sniff(&source)
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
        assert!(is_other_markup(b"<?xml version='1.0'?><catalog>".to_vec()) && is_other_markup(b"<html>".to_vec()));
        assert!(!is_other_markup(b"<feed>".to_vec()) && !is_other_markup(b"{}".to_vec()));
    }
}
