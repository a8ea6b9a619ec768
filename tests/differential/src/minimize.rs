//! The smallest document that still shows a disagreement.

/// How many tries one document is worth.
const TRIES: usize = 60_000;

/// Up to this size chunks are tried at every place: the length of a declaration or an element.
const SMALL: usize = 40;

/// Removes chunks of `bytes`, large ones first and single bytes last, as long as `holds` says that what
/// is left still shows it; then makes the letters that remain plain.
pub(crate) fn minimize(bytes: &[u8], holds: &dyn Fn(&[u8]) -> bool) -> Vec<u8> {
    let mut smallest = bytes.to_vec();
    let mut tries = TRIES;
    loop {
        let before = smallest.clone();
        let mut size = smallest.len().div_ceil(2);
        while size > 0 {
            remove_chunks(&mut smallest, size, holds, &mut tries);
            size = if size <= SMALL { size - 1 } else { size.div_ceil(2) };
        }
        remove_pairs(&mut smallest, holds, &mut tries);
        plain_letters(&mut smallest, holds, &mut tries);
        if smallest == before || tries == 0 {
            return smallest;
        }
    }
}

fn attempt(candidate: &[u8], holds: &dyn Fn(&[u8]) -> bool, tries: &mut usize) -> bool {
    if *tries == 0 {
        return false;
    }
    *tries -= 1;
    holds(candidate)
}

fn remove_chunks(smallest: &mut Vec<u8>, size: usize, holds: &dyn Fn(&[u8]) -> bool, tries: &mut usize) {
    let mut at = 0;
    while at < smallest.len() {
        let end = (at + size).min(smallest.len());
        let candidate = [&smallest[..at], &smallest[end..]].concat();
        if attempt(&candidate, holds, tries) {
            *smallest = candidate;
        } else {
            at += if size <= SMALL { 1 } else { size };
        }
    }
}

/// Removes two chunks at once: a start tag goes only with its end tag, a quote with its partner.
fn remove_pairs(smallest: &mut Vec<u8>, holds: &dyn Fn(&[u8]) -> bool, tries: &mut usize) {
    const LONGEST: usize = 8;
    if smallest.len() > 120 {
        return;
    }
    let mut one = 0;
    'from: while one < smallest.len() {
        for length in 1..=LONGEST.min(smallest.len() - one) {
            for other in one + length..smallest.len() {
                for second in [length, length + 1, 1] {
                    let Some(behind) = smallest.get(other + second..) else { continue };
                    let candidate = [&smallest[..one], &smallest[one + length..other], behind].concat();
                    if attempt(&candidate, holds, tries) {
                        *smallest = candidate;
                        continue 'from;
                    }
                }
            }
        }
        one += 1;
    }
}

fn plain_letters(smallest: &mut Vec<u8>, holds: &dyn Fn(&[u8]) -> bool, tries: &mut usize) {
    for at in 0..smallest.len() {
        if smallest[at].is_ascii_alphanumeric() && smallest[at] != b'a' {
            let mut candidate = smallest.clone();
            candidate[at] = b'a';
            if attempt(&candidate, holds, tries) {
                *smallest = candidate;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_matter_goes() {
        let holds = |bytes: &[u8]| bytes.split(|byte| *byte == b'&').count() > 2;
        assert_eq!(minimize(b"<a>x & y & z &</a>", &holds), b"&&");
    }

    #[test]
    fn pairs_go_together() {
        let balanced = |bytes: &[u8]| {
            let count = |wanted| bytes.split(|byte| *byte == wanted).count();
            count(b'(') == count(b')') && bytes.contains(&b'!')
        };
        assert_eq!(minimize(b"((x!y)z)", &balanced), b"!");
    }
}
