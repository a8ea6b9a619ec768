//! A document for each number: a sitemap, a doctype perhaps, some edits, an encoding.

use crate::edges;
use crate::grammar::{DECLARATIONS, DOCTYPES, ENCODINGS, NAMES, SEEDS, SOUND, TOKENS, XML_DECLARATIONS};
use crate::random::Random;

/// The bytes of a document.
pub(crate) fn document(random: &mut Random) -> Vec<u8> {
    let mut text = random.pick(SEEDS).to_owned();
    let doctype = random.once_in(3);
    if doctype {
        insert_doctype(&mut text, random);
    }
    // Often none or few: a document with many faults tells of the first alone.
    let edits = random.below(3) + random.below(3) * random.below(2);
    for _ in 0..edits {
        edit(&mut text, random);
    }
    if doctype {
        for _ in 0..random.below(3) {
            let reference = random.pick(&["&e;", "&f;", "&g;", "<a b='&e;'/>", "<a b=\"&f;\"/>"]);
            insert_in_content(&mut text, reference, random);
        }
    }
    encode(text, random)
}

/// Where the text is split: names, white space, and each other character by itself, but the
/// delimiters of markup as a whole.
fn tokens(text: &str) -> Vec<&str> {
    const DELIMITERS: [&str; 12] =
        ["<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE", "<!ENTITY", "<!ELEMENT", "<!ATTLIST", "<?", "?>", "</", "/>"];
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let delimiter = DELIMITERS.iter().find(|delimiter| rest.starts_with(**delimiter)).map(|known| known.len());
        let run = |of: fn(char) -> bool| rest.find(|next| !of(next)).unwrap_or(rest.len());
        let length = delimiter.unwrap_or_else(|| {
            if first.is_alphanumeric() {
                run(char::is_alphanumeric)
            } else if first.is_whitespace() {
                run(char::is_whitespace)
            } else {
                first.len_utf8()
            }
        });
        let (token, behind) = rest.split_at(length);
        found.push(token);
        rest = behind;
    }
    found
}

/// One edit somewhere.
fn edit(text: &mut String, random: &mut Random) {
    let mut parts: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    if parts.is_empty() {
        parts.push("<a/>".to_owned());
    }
    let at = random.below(parts.len());
    let other = random.below(parts.len());
    match random.below(17) {
        0 => {
            parts.remove(at);
        }
        1 => parts.insert(at, parts[at].clone()),
        2 => parts.swap(at, other),
        3 => random.pick(TOKENS).clone_into(&mut parts[at]),
        4 | 5 => parts.insert(at, random.pick(TOKENS).to_owned()),
        6 | 7 => {
            let sound = random.pick(SOUND);
            return insert_in_content(text, sound, random);
        }
        8 => replace_name(&mut parts, at, random),
        9 => wrap(&mut parts, at, other, random),
        10 => {
            let end = (at + 1 + random.below(6)).min(parts.len());
            let copied: Vec<String> = parts[at..end].to_vec();
            parts.splice(other..other, copied);
        }
        11 => {
            let end = (at + 1 + random.below(6)).min(parts.len());
            parts.drain(at..end);
        }
        12 => declare(&mut parts, random),
        13 => {
            parts.insert(at, random.pick(DECLARATIONS).to_owned());
        }
        14 => {
            parts.truncate(at.max(1));
        }
        15 => {
            let piece = edges::piece(random);
            return insert_in_content(text, &piece, random);
        }
        _ => character(&mut parts[at], random),
    }
    *text = parts.concat();
}

/// Adds, removes or replaces a character within a token.
fn character(part: &mut String, random: &mut Random) {
    let mut characters: Vec<char> = part.chars().collect();
    let at = random.below(characters.len());
    let plain =
        random.pick(&['<', '>', '&', '"', '\'', ';', ' ', '-', ']', '?', 'a', ':', '1', '#', '%', '\u{B7}', '\0']);
    let new = if random.once_in(2) { plain } else { char::from_u32(edges::number(random)).unwrap_or(plain) };
    match random.below(3) {
        0 => characters[at] = new,
        1 => characters.insert(at, new),
        _ => {
            characters.remove(at);
        }
    }
    *part = characters.into_iter().collect();
}

fn replace_name(parts: &mut [String], at: usize, random: &mut Random) {
    let name = parts.iter().skip(at).position(|part| part.starts_with(char::is_alphabetic));
    if let Some(behind) = name {
        random.pick(NAMES).clone_into(&mut parts[at + behind]);
    }
}

fn wrap(parts: &mut Vec<String>, one: usize, other: usize, random: &mut Random) {
    let (open, close) = random.pick(&[
        ("<!--", "-->"),
        ("<![CDATA[", "]]>"),
        ("<a>", "</a>"),
        ("<?p ", "?>"),
        ("<a b='", "'/>"),
        ("\"", "\""),
        ("'", "'"),
        (" ", " "),
        ("<!DOCTYPE a [", "]>"),
    ]);
    let (start, end) = (one.min(other), one.max(other));
    parts.insert(end, close.to_owned());
    parts.insert(start, open.to_owned());
}

/// Puts another XML declaration in front, or instead of the one there is.
fn declare(parts: &mut Vec<String>, random: &mut Random) {
    let text = parts.concat();
    let body = match text.find("?>") {
        Some(end) if text.starts_with("<?xml ") && !random.once_in(8) => &text[end + 2..],
        _ => &text,
    };
    let encoding = match random.below(3) {
        0 => String::new(),
        1 => " encoding='UTF-8'".to_owned(),
        _ => format!(" encoding=\"{}\"", random.pick(ENCODINGS)),
    };
    *parts = vec![random.pick(XML_DECLARATIONS).replace("{}", &encoding), body.to_owned()];
}

fn insert_doctype(text: &mut String, random: &mut Random) {
    let mut doctype = random.pick(DOCTYPES).to_owned();
    if !random.once_in(6) {
        doctype.push('[');
        let own = random.once_in(2);
        for _ in 0..random.below(6) {
            let declaration = if own { entity(random) } else { random.pick(DECLARATIONS).to_owned() };
            doctype.push_str(&declaration);
            doctype.push_str(random.pick(&["", "", " ", "\n"]));
        }
        doctype.push_str(random.pick(&["]", "]", "]", "] ", ""]));
    }
    doctype.push('>');
    let head = match text.find("?>") {
        Some(end) if text.starts_with("<?xml ") => end + 2,
        _ => 0,
    };
    text.insert_str(head, &doctype);
}

/// The declaration of an entity whose text is put together at random, mostly of what is right in it.
fn entity(random: &mut Random) -> String {
    const REFERENCES: &[&str] =
        &["&e;", "&f;", "&g;", "&h;", "&lt;", "&#60;", "&#38;", "&#38;#60;", "&#38;e;", "&#62;"];
    const MARKUP: &[&str] =
        &["<b>", "</b>", "<b c='", "<b c=\"", "\"/>", "'/>", "]]", ">", "<!--", "-->", "<?p ", "?>"];
    let mut value = String::new();
    for _ in 0..random.below(4) {
        value.push_str(match random.below(6) {
            0 | 1 => random.pick(REFERENCES),
            2 => random.pick(MARKUP),
            3 => random.pick(SOUND),
            4 => random.pick(&["<b>&f;</b>", "<b c='&f;'/>", "<b c=\"&g;\"/>", "<b>&g;</b>"]),
            _ => "v",
        });
    }
    let quote = if value.contains('"') { "'" } else { "\"" };
    let name = random.pick(&["e", "f", "g", "h", "e", "f", "% p", "% q"]);
    let value = if name.starts_with('%') { format!("<!ENTITY e {quote}{value}{quote}>") } else { value };
    let outer = if value.contains('"') { "'" } else { "\"" };
    let read = if name.starts_with('%') && random.once_in(2) { format!("%{};", &name[2..]) } else { String::new() };
    format!("<!ENTITY {name} {outer}{value}{outer}>{read}")
}

/// Inserts where content most likely is: behind a `>` that is not in the prologue.
fn insert_in_content(text: &mut String, piece: &str, random: &mut Random) {
    let prologue = text.rfind("]>").map_or(0, |at| at + 2);
    let places: Vec<usize> = text.match_indices('>').map(|(at, _)| at + 1).filter(|at| *at > prologue).collect();
    let at = if places.is_empty() { 0 } else { random.pick(&places) };
    text.insert_str(at, piece);
}

/// The bytes of `text`, mostly UTF-8 as it is, sometimes with what encodings bring.
fn encode(mut text: String, random: &mut Random) -> Vec<u8> {
    let wide = |text: &str, unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
    let choice = random.below(24);
    match choice {
        0 => text.insert(0, '\u{FEFF}'),
        1 => text.insert_str(0, random.pick(&["\n", " ", "\u{FEFF}\n", "\u{FEFF}\u{FEFF}", "x"])),
        2..=5 if random.once_in(2) => {
            let mut parts = vec![text];
            declare_encoding(&mut parts, choice, random);
            text = parts.concat();
        }
        _ => {}
    }
    let mut bytes = match choice {
        2 => wide(&format!("\u{FEFF}{text}"), u16::to_le_bytes),
        3 => wide(&format!("\u{FEFF}{text}"), u16::to_be_bytes),
        4 if random.once_in(2) => wide(&text, u16::to_le_bytes),
        4 => wide(&text, u16::to_be_bytes),
        5 => text.chars().map(|character| u8::try_from(u32::from(character)).unwrap_or(b'?')).collect(),
        _ => text.into_bytes(),
    };
    if random.once_in(30) && !bytes.is_empty() {
        let at = random.below(bytes.len());
        let end = at + random.below(2);
        bytes.splice(at..end, random.pick(edges::BYTES).iter().copied());
    }
    bytes
}

/// An XML declaration that mostly fits what the bytes will be.
fn declare_encoding(parts: &mut Vec<String>, choice: usize, random: &mut Random) {
    let text = parts.concat();
    let body = match text.find("?>") {
        Some(end) if text.starts_with("<?xml ") => text[end + 2..].to_owned(),
        _ => text,
    };
    let fitting =
        if choice == 5 { ["ISO-8859-1", "windows-1252", "windows-1251"] } else { ["UTF-16", "utf-16", "UTF-16"] };
    let name = if random.once_in(4) { random.pick(ENCODINGS) } else { random.pick(&fitting) };
    *parts = vec![format!("<?xml version='1.0' encoding='{name}'?>"), body];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_lose_nothing() {
        for &seed in SEEDS {
            assert_eq!(tokens(seed).concat(), seed);
        }
    }

    #[test]
    fn a_number_gives_its_document_again() {
        let document = |index| document(&mut Random::of(3, index));
        assert!((0..500).all(|index| document(index) == document(index)));
        assert!((0..500).any(|index| document(index).starts_with(&[0xFF, 0xFE])));
    }
}
