//! The files with the test cases.
//!
//! A heading, `[n] name`, starts a section. It contains `within`, with a document in which `~` stands for the case;
//! `as`, with the encoding of the text; then `accept` and `reject`, each with one case per line: four spaces and a
//! document. `\n`, `\r`, `\t` and `\\` have their usual meaning, `\x41` is a byte, `\u{41}` a character. Lines that
//! start with `#` are comments.

/// The encoding of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// UTF-8, or bytes written in the file.
    Bytes,
    /// UTF-16, little-endian.
    Utf16Le,
    /// UTF-16, big-endian.
    Utf16Be,
    /// UTF-32, little-endian.
    Utf32Le,
}

impl Encoding {
    fn by_name(name: &str) -> Self {
        match name {
            "utf-16le" => Self::Utf16Le,
            "utf-16be" => Self::Utf16Be,
            "utf-32le" => Self::Utf32Le,
            _ => panic!("unknown encoding {name}"),
        }
    }

    /// The bytes of `text`.
    pub(crate) fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Bytes => text.as_bytes().to_vec(),
            Self::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Self::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            Self::Utf32Le => text.chars().flat_map(|character| u32::from(character).to_le_bytes()).collect(),
        }
    }
}

/// A document and the verdict on it.
pub(crate) struct Case {
    /// The file it is in.
    pub(crate) file: &'static str,
    /// The line in that file.
    pub(crate) line: usize,
    /// The heading of its section.
    pub(crate) heading: String,
    /// The document as written in the file.
    pub(crate) shown: String,
    /// The document.
    pub(crate) bytes: Vec<u8>,
    /// The encoding.
    pub(crate) encoding: Encoding,
    /// True if the document is well-formed.
    pub(crate) accept: bool,
}

/// The cases in `text`, the content of `file`.
pub(crate) fn cases(file: &'static str, text: &str) -> Vec<Case> {
    let mut found = Vec::new();
    let (mut heading, mut within, mut encoding, mut accept) = ("", "~", Encoding::Bytes, None);
    for (index, line) in text.lines().enumerate() {
        let at = format!("{file}:{}", index + 1);
        if let Some(case) = line.strip_prefix("    ") {
            let shown = within.replacen('~', case, 1);
            let bytes = unescaped(&shown).unwrap_or_else(|| panic!("{at}: bad escape"));
            let bytes = match encoding {
                Encoding::Bytes => bytes,
                _ => encoding.encode(std::str::from_utf8(&bytes).unwrap_or_else(|_| panic!("{at}: no text"))),
            };
            let accept = accept.unwrap_or_else(|| panic!("{at}: neither `accept` nor `reject`"));
            found.push(Case { file, line: index + 1, heading: heading.to_owned(), shown, bytes, encoding, accept });
        } else if line.starts_with('[') {
            (heading, within, encoding, accept) = (line, "~", Encoding::Bytes, None);
        } else if let Some(document) = line.strip_prefix("within ") {
            within = document;
        } else if let Some(name) = line.strip_prefix("as ") {
            encoding = Encoding::by_name(name);
        } else {
            match line {
                "accept" => accept = Some(true),
                "reject" => accept = Some(false),
                _ => assert!(line.is_empty() || line.starts_with('#'), "{at}: {line}"),
            }
        }
    }
    found
}

fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        rest = escape.get(1..)?;
        match escape.as_bytes()[0] {
            b'n' => bytes.push(b'\n'),
            b'r' => bytes.push(b'\r'),
            b't' => bytes.push(b'\t'),
            b'\\' => bytes.push(b'\\'),
            b'x' => {
                bytes.push(u8::from_str_radix(rest.get(..2)?, 16).ok()?);
                rest = &rest[2..];
            }
            b'u' => {
                let (code, after) = rest.strip_prefix('{')?.split_once('}')?;
                let character = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
                bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
                rest = after;
            }
            _ => return None,
        }
    }
    bytes.extend(rest.as_bytes());
    Some(bytes)
}
