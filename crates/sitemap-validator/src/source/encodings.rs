//! Reads bytes into a source, with the encodings of the WHATWG standard if the feature `encodings` is on.

use super::{Opened, Source, open};

/// The source of `bytes`. Up to `ceiling` bytes are read, before and after decompression.
///
/// Without the feature `encodings`, text in another encoding than UTF-8, UTF-16 and UTF-32 is read as UTF-8.
pub fn read(bytes: Vec<u8>, ceiling: u64) -> Source {
    match open(bytes, ceiling) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let text = decode(&undecoded.label, &undecoded.bytes);
            undecoded.decoded(text)
        }
    }
}

/// Decodes `bytes` with the encoding `label`. Also returns whether all bytes are valid.
#[cfg(feature = "encodings")]
fn decode(label: &str, bytes: &[u8]) -> Option<(String, bool)> {
    use encoding_rs::{Encoding, REPLACEMENT};

    // The encoding "replacement" stands for several that browsers refuse.
    let encoding = Encoding::for_label(label.as_bytes()).filter(|&encoding| encoding != REPLACEMENT)?;
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    Some((text.into_owned(), !damaged))
}

#[cfg(not(feature = "encodings"))]
fn decode(_: &str, _: &[u8]) -> Option<(String, bool)> {
    None
}

#[cfg(all(test, feature = "encodings"))]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_looked_up_by_their_labels() {
        assert_eq!(decode("ISO-8859-1", b"\xFC"), Some(("ü".to_owned(), true)));
        assert_eq!(decode("windows-1251", b"\xC6"), Some(("Ж".to_owned(), true)));
        assert_eq!(decode("shift_jis", b"a\x81"), Some(("a\u{FFFD}".to_owned(), false)));
        assert_eq!(decode("klingon", b"a"), None);
        assert_eq!(decode("hz-gb-2312", b"a"), None);
    }
}
