//! Single-byte encodings in XML, for which the tables of the caller, which are those of
//! browsers, are too lenient.
//!
//! Browsers read ISO-8859-1 and -9 as the similar Windows encodings, ASCII as Windows-1252, and
//! undefined bytes of Windows code pages as control characters.

/// Names of US-ASCII, which has no bytes above 0x7F.
const ASCII: [&str; 3] = ["us-ascii", "ascii", "ansi_x3.4-1968"];

/// Names of ISO-8859-1, -9 and -11, in which the bytes 0x80 to 0x9F are control characters.
const CONTROLS: [&str; 23] = [
    "iso-8859-1",
    "iso_8859-1",
    "iso8859-1",
    "iso88591",
    "iso-ir-100",
    "latin1",
    "l1",
    "ibm819",
    "cp819",
    "csisolatin1",
    "iso-8859-9",
    "iso_8859-9",
    "iso8859-9",
    "iso88599",
    "iso-ir-148",
    "latin5",
    "l5",
    "csisolatin5",
    "iso-8859-11",
    "iso_8859-11",
    "iso8859-11",
    "iso885911",
    "tis-620",
];

/// Corrects `text`, which the caller decoded from `bytes`, for the encoding `label`. Also returns whether every
/// byte is valid in it.
pub(super) fn read(label: &str, bytes: &[u8], text: String) -> (String, bool) {
    if bytes.is_ascii() {
        return (text, true);
    }
    let label = label.to_ascii_lowercase();
    if ASCII.contains(&label.as_str()) {
        return (text, false);
    }
    if text.chars().count() != bytes.len() {
        return (text, true);
    }
    if CONTROLS.contains(&label.as_str()) {
        let pairs = bytes.iter().zip(text.chars());
        let read = pairs.map(|(&byte, read)| if (0x80..0xA0).contains(&byte) { char::from(byte) } else { read });
        return (read.collect(), true);
    }
    let windows = ["windows-", "cp", "x-cp"].iter().any(|prefix| label.starts_with(prefix));
    let illegal = windows && text.contains(|read| matches!(read, '\u{80}'..='\u{9F}'));
    (text, !illegal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_mean_what_the_declared_encoding_says() {
        assert_eq!(read("US-ASCII", b"a", "a".into()), ("a".into(), true));
        assert!(!read("US-ASCII", b"\xE9", "\u{E9}".into()).1);
        assert_eq!(read("ISO-8859-1", b"\x80\xE9", "\u{20AC}\u{E9}".into()), ("\u{80}\u{E9}".into(), true));
        assert_eq!(read("windows-1252", b"\x80", "\u{20AC}".into()), ("\u{20AC}".into(), true));
        assert!(!read("cp1252", b"\x81", "\u{81}".into()).1);
        assert!(read("iso-8859-2", b"\x81", "\u{81}".into()).1);
        assert!(read("shift_jis", b"\x82\xA0", "\u{3042}".into()).1);
    }
}
