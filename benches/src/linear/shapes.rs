//! Documents in which two or three counts grow together: a cost that is a product of them shows in no single position.

use crate::random::Random;

/// The number of documents, each in two sizes.
pub(super) const COUNT: u64 = 48;

/// The number of bytes of the smaller document: a search through a list begins to cost more than reading.
const SMALL: usize = 12_000;

/// What grows: the text before, inside and after, in which `§` stands for a number.
struct Part {
    place: Place,
    piece: &'static str,
    /// What ends an element that the piece opens.
    close: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the document type declaration.
    Subset,
    /// In the start tag of the root.
    Root,
    /// In the first entry, beside its `loc`.
    First,
    /// In the URL of an entry.
    Url,
    /// Between entries.
    Siblings,
}

const fn part(place: Place, piece: &'static str) -> Part {
    Part { place, piece, close: "" }
}

const PARTS: &[Part] = &[
    part(Place::Subset, "<!ENTITY e§ \"a\">"),
    part(Place::Root, " xmlns:p§=\"u§\""),
    part(Place::Root, " a§=\"b\""),
    part(Place::First, "<image:image><image:loc>https://a.example/§.png</image:loc></image:image>"),
    part(Place::First, "<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"https://a.example/§\"/>"),
    part(Place::First, " \n"),
    part(Place::First, "<!-- a§ -->"),
    part(Place::First, "<p§:a b=\"c\">d</p§:a>"),
    Part { place: Place::First, piece: "<p§:b xmlns:q§=\"u§\">", close: "</p§:b>" },
    Part { place: Place::First, piece: "<c§>", close: "</c§>" },
    part(Place::Url, "|"),
    part(Place::Url, "?a&amp"),
    part(Place::Url, "\u{200B}"),
    part(Place::Url, "<!-- § -->"),
    part(Place::Url, "&e§;"),
    part(Place::Url, "./"),
    part(Place::Siblings, "<url><loc>https://a.example/</loc><lastmod>2024-01-01</lastmod></url>"),
    part(Place::Siblings, "<url><loc>https://a.example/§</loc></url>"),
    part(Place::Siblings, "<url><loc>https://a§.example/</loc></url>"),
    part(Place::Siblings, "<p§:a q§:b=\"c\"/>"),
    part(Place::Siblings, "<q§:a/>"),
    part(Place::Siblings, "<url><loc>https://a.example/§<loc></url>"),
    part(Place::Siblings, "<url><loc>https://a.example/§</lco></url>"),
    part(Place::Siblings, "</p§:a>"),
    part(Place::Siblings, "url>"),
    part(Place::Siblings, "Warning: a in b on line §\n"),
    part(Place::Siblings, "&e§;"),
];

/// Document number `seed`, in two sizes.
pub(super) fn document(seed: u64, factor: usize) -> String {
    let mut random = Random::of(seed);
    let count = 2 + random.below(2);
    let chosen: Vec<&Part> = (0..count).map(|_| &PARTS[random.below(PARTS.len() as u64) as usize]).collect();
    let size = SMALL * factor / chosen.len();
    let run = |place: Place| -> String {
        let parts = chosen.iter().filter(|part| part.place == place);
        parts.map(|part| filled(part, size)).collect()
    };
    format!(
        "<!DOCTYPE urlset [{}]><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\" \
         xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"{}><url><loc>https://a.example/{}</loc>{}</url>\
         {}</urlset>",
        run(Place::Subset),
        run(Place::Root),
        run(Place::Url),
        run(Place::First),
        run(Place::Siblings),
    )
}

/// A run of the part of about `size` bytes.
fn filled(part: &Part, size: usize) -> String {
    let (mut text, mut close) = (String::new(), Vec::new());
    let mut number = 0_u32;
    let mut closing = 0;
    while text.len() + closing < size {
        let numbered = |piece: &str| piece.replace('§', &number.to_string());
        text.push_str(&numbered(part.piece));
        if !part.close.is_empty() {
            close.push(numbered(part.close));
            closing += close.last().map_or(0, String::len);
        }
        number += 1;
    }
    text.extend(close.into_iter().rev());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_grow_by_the_factor_and_differ() {
        for seed in 0..COUNT {
            let (small, large) = (document(seed, 1), document(seed, 4));
            let growth = large.len() as f64 / small.len() as f64;
            assert!((3.5..=4.1).contains(&growth), "{seed}: {growth}");
            assert_eq!(document(seed, 1), small);
        }
    }
}
