//! What a page says: a hash of its title and of the text of its main part, which shows whether the page changed.

use std::convert::Infallible;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};

/// Elements whose text is not about the page.
const ASIDE: [&[u8]; 10] =
    [b"aside", b"dialog", b"footer", b"nav", b"noscript", b"script", b"style", b"svg", b"template", b"textarea"];

/// Returns a hash of the title and of the text in the main part of a page: `main`, or else `article`, or else `body` without
/// its `header`. White space, attributes, scripts, menus and footers do not count. `None` for a page without text.
pub fn content(html: &str) -> Option<u64> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    let mut reader = Reader::default();
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let token: Result<Token<()>, Infallible> = token;
        match token {
            Ok(Token::StartTag(tag)) => reader.start(&tag),
            Ok(Token::EndTag(tag)) => reader.end(&tag.name),
            Ok(Token::String(text)) => reader.text(&text),
            Ok(_) => {}
        }
    }
    let Reader { title, main, article, body, .. } = reader;
    let part = [main, article, body].into_iter().find(|part| *part != Hash::default())?;
    Some(part.0 ^ title.0.rotate_left(1))
}

/// The hash FNV-1a of a text, in 64 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hash {
    fn add(&mut self, text: &[u8]) {
        for byte in text.iter().filter(|byte| !byte.is_ascii_whitespace()) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
}

/// Collects the text of the parts.
#[derive(Debug, Default)]
struct Reader {
    /// The open elements whose text is not about the page, or which begin a part.
    open: Vec<(Vec<u8>, Part)>,
    title: Hash,
    main: Hash,
    article: Hash,
    body: Hash,
}

/// What an element does to the text in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Title,
    Main,
    Article,
    /// An element in which the text of `body` does not count.
    Header,
    Aside,
    /// An element in a part with the same name.
    Inner,
}

impl Reader {
    fn is_in(&self, part: Part) -> bool {
        self.open.iter().any(|(_, own)| *own == part)
    }

    fn start(&mut self, tag: &StartTag<()>) {
        let name: &[u8] = &tag.name;
        let is_main = || tag.attributes.get(b"role".as_slice()).is_some_and(|role| role.as_slice() == b"main");
        let part = match name {
            _ if ASIDE.contains(&name) => Part::Aside,
            b"title" => Part::Title,
            b"header" => Part::Header,
            b"article" => Part::Article,
            _ if name == b"main" || is_main() => Part::Main,
            _ if self.open.iter().any(|(own, _)| own == name) => Part::Inner,
            _ => return,
        };
        if !tag.self_closing {
            self.open.push((name.to_vec(), part));
        }
    }

    fn end(&mut self, name: &[u8]) {
        if let Some(at) = self.open.iter().rposition(|(own, _)| own == name) {
            self.open.truncate(at);
        }
    }

    fn text(&mut self, text: &[u8]) {
        if self.is_in(Part::Aside) {
            return;
        }
        if self.is_in(Part::Title) {
            return self.title.add(text);
        }
        if self.is_in(Part::Main) {
            self.main.add(text);
        }
        if self.is_in(Part::Article) {
            self.article.add(text);
        }
        if !self.is_in(Part::Header) {
            self.body.add(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<!doctype html><html><head><title>Lamps</title><style>a{}</style></head><body><header>Shop</header>\
        <nav>Home</nav><main class=a><header><h1>Lamps</h1></header><p>Ten <b>lamps</b>.</p><nav>On</nav></main>\
        <footer>2026</footer></body></html>";

    #[test]
    fn what_surrounds_the_main_part_does_not_count() {
        let own = content(PAGE);
        assert!(own.is_some());
        for (from, to) in [
            ("Shop", "Sale"),
            ("Home", "Start"),
            ("On", "Next"),
            ("2026", "2027"),
            ("a{}", "b{}"),
            ("class=a", "class=b data-build=7"),
            ("<p>", "\n  <p>"),
            ("</body>", "<script>let main = '<main>'</script></body>"),
        ] {
            assert_eq!(content(&PAGE.replacen(from, to, 1)), own, "{from} {to}");
        }
        for (from, to) in [("Ten", "Nine"), ("<title>Lamps", "<title>All lamps"), ("<h1>Lamps", "<h1>Lights")] {
            assert_ne!(content(&PAGE.replacen(from, to, 1)), own, "{from} {to}");
        }
    }

    #[test]
    fn the_main_part_is_found_in_other_ways() {
        for (page, same, other) in [
            (
                "<p>x</p><div role=main>a<div>b</div>c</div>y",
                "<div role=main>a<div>b</div>c</div>z",
                "<div role=main>ab</div>",
            ),
            (
                "x<article>a</article><article>b</article>",
                "z<article>a</article><article>b</article>",
                "x<article>a</article>",
            ),
            ("<header>x</header>a<p>b", "<header>y</header>a<p>b", "a<p>c"),
            ("<main></main><p>a", "<p>a", "<p>b"),
        ] {
            assert_eq!(content(page), content(same), "{page}");
            assert_ne!(content(page), content(other), "{page}");
        }
        for page in ["", "<title>a</title>", "<nav>a", "<script>a</script>"] {
            assert_eq!(content(page), None, "{page}");
        }
    }
}
