//! Licence expressions as packages state them: SPDX, and the older way with a slash for `OR`.

/// The licences we take code under, the shortest text first: of those a package offers, the first is ours.
/// `deny.toml` allows the same.
pub(super) const TAKEN: [&str; 4] = ["MIT", "BSD-3-Clause", "Unicode-3.0", "Apache-2.0"];

/// The licences under which we take what is offered under `expression`: one, or several that hold together.
pub(super) fn taken(expression: &str) -> Result<Vec<&str>, String> {
    let mut words = Vec::new();
    for word in expression.split_whitespace() {
        let mut rest = word;
        while let Some(at) = rest.find(['(', ')', '/']) {
            words.extend([&rest[..at], &rest[at..=at]].into_iter().filter(|word| !word.is_empty()));
            rest = &rest[at + 1..];
        }
        words.extend(Some(rest).filter(|word| !word.is_empty()));
    }
    let mut reader = Reader { words: &words };
    let taken = reader.either().filter(|_| reader.words.is_empty());
    let mut taken = taken.ok_or_else(|| format!("`{expression}` is no licence expression"))?;
    if let Some(other) = taken.iter().find(|id| !TAKEN.contains(id)) {
        return Err(format!("`{expression}` asks for {other}, under which nothing is taken"));
    }
    taken.sort_unstable();
    taken.dedup();
    Ok(taken)
}

/// What is not read yet.
struct Reader<'a, 'w> {
    words: &'w [&'a str],
}

impl<'a> Reader<'a, '_> {
    /// Alternatives, of which the one is taken whose longest text is the shortest.
    fn either(&mut self) -> Option<Vec<&'a str>> {
        let rank = |ids: &[&str]| ids.iter().map(|id| TAKEN.iter().position(|taken| taken == id)).map(worst).max();
        let mut best = self.all()?;
        while self.next_is(&["OR", "/"]) {
            let other = self.all()?;
            if rank(&other) < rank(&best) {
                best = other;
            }
        }
        Some(best)
    }

    fn all(&mut self) -> Option<Vec<&'a str>> {
        let mut ids = self.one()?;
        while self.next_is(&["AND"]) {
            ids.extend(self.one()?);
        }
        Some(ids)
    }

    fn one(&mut self) -> Option<Vec<&'a str>> {
        if self.next_is(&["("]) {
            let ids = self.either()?;
            return self.next_is(&[")"]).then_some(ids);
        }
        let (&id, rest) = self.words.split_first()?;
        self.words = rest;
        if ["(", ")", "/", "OR", "AND", "WITH"].contains(&id) {
            return None;
        }
        // An exception permits more than the licence alone, which we take then.
        if self.next_is(&["WITH"]) {
            self.words = self.words.split_first()?.1;
        }
        Some(vec![id])
    }

    /// Takes the next word if it is one of these.
    fn next_is(&mut self, those: &[&str]) -> bool {
        let next = self.words.first().is_some_and(|word| those.contains(word));
        if next {
            self.words = &self.words[1..];
        }
        next
    }
}

/// What is not taken comes last.
fn worst(position: Option<usize>) -> usize {
    position.unwrap_or(TAKEN.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_licence_that_is_enough() {
        for (expression, expected) in [
            ("MIT", &["MIT"][..]),
            ("MIT OR Apache-2.0", &["MIT"]),
            ("Apache-2.0/MIT", &["MIT"]),
            ("Apache-2.0 / MIT", &["MIT"]),
            ("0BSD OR MIT OR Apache-2.0", &["MIT"]),
            ("Apache-2.0 OR BSL-1.0", &["Apache-2.0"]),
            ("Apache-2.0 WITH LLVM-exception OR MIT", &["MIT"]),
            ("Apache-2.0 WITH LLVM-exception", &["Apache-2.0"]),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Unicode-3.0"]),
            ("(GPL-2.0 AND MIT) OR (Apache-2.0 AND MIT)", &["Apache-2.0", "MIT"]),
        ] {
            assert_eq!(taken(expression).as_deref(), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn what_cannot_be_taken_is_said() {
        for expression in ["", "MIT OR", "MIT Apache-2.0", "(MIT", "MIT)", "AND MIT", "MIT WITH"] {
            assert!(taken(expression).is_err_and(|error| error.ends_with("no licence expression")), "{expression}");
        }
        assert!(taken("MIT AND GPL-3.0").is_err_and(|error| error.contains("asks for GPL-3.0")));
    }

    #[test]
    fn deny_toml_allows_the_same() {
        let text = std::fs::read_to_string(crate::root().join("deny.toml")).expect("deny.toml");
        let (_, rest) = text.split_once("\n[licenses]\nallow = [").expect("a list");
        let mut allowed: Vec<&str> = rest.split_once(']').expect("its end").0.split(", ").collect();
        let mut taken = TAKEN.map(|id| format!("\"{id}\""));
        taken.sort_unstable();
        allowed.sort_unstable();
        assert_eq!(allowed, taken);
    }
}
