//! A list of URLs in little memory: each is stored without the start that it shares with the one before it.

/// The number of URLs between two that are stored whole.
const STEP: usize = 16;

/// A list of texts, usually URLs of one site.
#[derive(Debug, Clone, Default)]
pub(super) struct Urls {
    /// For each text: the length of the shared start and of the rest, as variable-length numbers, and the rest.
    bytes: Vec<u8>,
    /// The offset of every 16th text, which is stored whole.
    whole: Vec<usize>,
    len: usize,
    last: Vec<u8>,
}

impl Urls {
    /// Adds a text.
    pub(super) fn push(&mut self, url: &str) {
        if self.len.is_multiple_of(STEP) {
            self.whole.push(self.bytes.len());
            self.last.clear();
        }
        self.len += 1;
        let shared = shared_start(&self.last, url.as_bytes());
        let rest = url.as_bytes().get(shared..).unwrap_or_default();
        self.push_number(shared);
        self.push_number(rest.len());
        self.bytes.extend_from_slice(rest);
        self.last.truncate(shared);
        self.last.extend_from_slice(rest);
    }

    fn push_number(&mut self, mut number: usize) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn number(&self, at: &mut usize) -> Option<usize> {
        let mut number = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let byte = *self.bytes.get(*at)?;
            *at += 1;
            number |= usize::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        Some(number)
    }

    /// Frees the memory that only adding needs.
    pub(super) fn shrink(&mut self) {
        self.last = Vec::new();
        self.bytes.shrink_to_fit();
        self.whole.shrink_to_fit();
    }

    #[cfg(test)]
    pub(super) const fn bytes(&self) -> usize {
        self.bytes.len()
    }
}

/// Reads texts of a list. In ascending order, each is read once.
#[derive(Debug)]
pub(super) struct Reader<'u> {
    urls: &'u Urls,
    /// The text before `next`, and the offset of `next`.
    text: Vec<u8>,
    at: usize,
    next: usize,
}

impl<'u> Reader<'u> {
    pub(super) const fn new(urls: &'u Urls) -> Self {
        Self { urls, text: Vec::new(), at: 0, next: 0 }
    }

    /// The text at `index`; empty if there is none.
    pub(super) fn get(&mut self, index: usize) -> &str {
        let start = index - index % STEP;
        if index < self.next || start >= self.next {
            self.next = start;
            self.at = self.urls.whole.get(start / STEP).copied().unwrap_or(self.urls.bytes.len());
        }
        while self.next <= index {
            self.read();
        }
        str::from_utf8(&self.text).unwrap_or_default()
    }

    fn read(&mut self) {
        self.next += 1;
        let numbers = self.urls.number(&mut self.at).zip(self.urls.number(&mut self.at));
        let (shared, length) = numbers.unwrap_or_default();
        self.text.truncate(shared);
        self.text.extend_from_slice(self.urls.bytes.get(self.at..self.at + length).unwrap_or_default());
        self.at += length;
    }
}

/// The number of bytes at the start of both that are equal.
fn shared_start(one: &[u8], other: &[u8]) -> usize {
    let words =
        one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0).take_while(|(one, other)| one == other).count() * 8;
    let (one, other) = (one.get(words..).unwrap_or_default(), other.get(words..).unwrap_or_default());
    words + one.iter().zip(other).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_returned_as_added() {
        let mut urls = Urls::default();
        let long = "x".repeat(300);
        let texts: Vec<String> = (0..100)
            .map(|number| match number % 4 {
                0 => format!("https://tidepool.page/a/{number}"),
                1 => String::new(),
                2 => format!("https://tidepool.page/é{number}"),
                _ => format!("https://tidepool.page/è{long}{number}"),
            })
            .collect();
        for text in &texts {
            urls.push(text);
        }
        urls.shrink();
        let mut reader = Reader::new(&urls);
        for index in (0..100).chain([3, 50, 49, 63, 64, 99, 0, 98]) {
            assert_eq!(reader.get(index), texts[index]);
        }
        assert_eq!(reader.get(100), "");
        assert!(urls.bytes() < texts.iter().map(String::len).sum());
    }
}
