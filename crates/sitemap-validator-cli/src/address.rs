//! The address a file is served from, when only its folder's is known.

pub(crate) use sitemap_validator::set::presumed as join;

/// True for what looks like an address of the web, as `--url` and `--base` want it.
pub(crate) fn is_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let rest = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    rest.is_some_and(|rest| {
        !rest.is_empty() && !rest.starts_with(['/', '?', '#']) && !rest.contains(char::is_whitespace)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_of_the_web() {
        assert!(is_address("https://a.example/s.xml") && is_address("HTTP://localhost:8080"));
        for text in ["", "a.example/s.xml", "ftp://a.example", "https://", "https:///s.xml", "https://a b"] {
            assert!(!is_address(text), "{text}");
        }
    }
}
