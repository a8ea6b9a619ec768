//! Do two parsers stop at the same place?
//!
//! Parsers name different bytes of the same fault: the first of what is wrong in it, where the token begins, or where they
//! have read to. So two places are the same if one [`token`] holds both, or the other parser's is right behind it, where
//! something is missing. A text is a token for each of its lines.

/// True when a parser that names byte `theirs` of `text` stops at what the core names by byte `ours`.
pub(crate) fn same(text: &str, ours: usize, theirs: usize) -> bool {
    let (start, end) = token(text.as_bytes(), ours);
    // At the end of the text something is missing: what is said of the token before it.
    let unfinished = || length(&text.as_bytes()[token(text.as_bytes(), theirs).0..]).is_none();
    (start..=end).contains(&theirs) || ours == text.len() && unfinished()
}

/// Where the token begins and ends that holds byte `at`.
fn token(text: &[u8], at: usize) -> (usize, usize) {
    let (mut start, mut end) = (0, 0);
    while end <= at && end < text.len() {
        start = end;
        end += length(&text[start..]).unwrap_or(text.len() - start);
    }
    // Behind the last one is the end of the text.
    if end <= at { (text.len(), text.len()) } else { (start, end) }
}

/// How long the token is that `text` begins with; `None` when it has no end.
fn length(text: &[u8]) -> Option<usize> {
    let through = |from: usize, end: &[u8]| {
        let found = text[from..].windows(end.len()).position(|piece| piece == end);
        found.map(|at| from + at + end.len())
    };
    match text {
        [b'<', b'!', b'-', b'-', ..] => through(4, b"-->"),
        [b'<', b'!', b'[', ..] => through(3, b"]]>"),
        [b'<', b'?', ..] => through(2, b"?>"),
        [b'<', rest @ ..] => markup(rest).map(|length| 1 + length),
        [b'&', rest @ ..] => {
            let name = |byte: u8| !byte.is_ascii() || byte.is_ascii_alphanumeric() || b"#-.:_".contains(&byte);
            // What stands there instead of the `;` is named by parsers, and a token may begin with it.
            rest.iter().position(|&byte| !name(byte)).map(|at| 1 + at + usize::from(rest[at] == b';'))
        }
        [_, rest @ ..] => rest.iter().position(|byte| b"<&\n".contains(byte)).map(|at| 1 + at),
        [] => None,
    }
}

/// How long a tag or a declaration is behind its `<`: through the `>` that no quotes hide. A tag has no `<` even within.
fn markup(text: &[u8]) -> Option<usize> {
    let declaration = text.starts_with(b"!");
    let mut quote = None;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'<' if quote.is_none() || !declaration => return Some(at),
            b'>' | b'[' if quote.is_none() && (byte == b'>' || declaration) => return Some(at + 1),
            b'"' | b'\'' if quote.is_none() => quote = Some(byte),
            _ if quote == Some(byte) => quote = None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_split_into_tokens() {
        let text = "<?xml?>\n<!DOCTYPE a [<!ENTITY e '<b>'>%p;]><a b='>'><!-- <x> -->y\n&amp;z<c d='<e>&f g</a";
        let mut tokens = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (start, end) = token(text.as_bytes(), at);
            tokens.push(&text[start..end]);
            at = end;
        }
        let expected = [
            "<?xml?>",
            "\n",
            "<!DOCTYPE a [",
            "<!ENTITY e '<b>'>",
            "%p;]>",
            "<a b='>'>",
            "<!-- <x> -->",
            "y",
            "\n",
            "&amp;",
            "z",
            "<c d='",
            "<e>",
            "&f",
            " g",
            "</a",
        ];
        assert_eq!(tokens, expected);
        assert_eq!(token(text.as_bytes(), text.len()), (text.len(), text.len()));
    }

    #[test]
    fn parsers_may_name_any_byte_of_a_token_and_the_one_behind() {
        assert!(same("<a b", 4, 0) && !same("<a><b", 5, 0));
        let text = "<a>x&y z\n</b>";
        assert!(same(text, 4, 4) && same(text, 4, 6) && !same(text, 4, 3) && !same(text, 4, 7));
        assert!(same(text, 9, 11) && same(text, 9, 13) && !same(text, 13, 9));
    }
}
