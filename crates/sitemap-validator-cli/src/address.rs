//! The address a file is served from, when only its folder's is known.

use std::fmt::Write;

/// The address of the file `name` in the folder `base`; `/` divides folders in both.
pub(crate) fn join(base: &str, name: &str) -> String {
    let mut address = base.to_owned();
    if !address.ends_with('/') {
        address.push('/');
    }
    for byte in name.bytes() {
        // What may stand in a path as it is (RFC 3986 §3.3); all else is percent-encoded.
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

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
    fn names_are_put_behind_the_folder() {
        assert_eq!(join("https://a.example", "s.xml"), "https://a.example/s.xml");
        assert_eq!(join("https://a.example/x/", "b/é ü.xml"), "https://a.example/x/b/%C3%A9%20%C3%BC.xml");
    }

    #[test]
    fn addresses_are_of_the_web() {
        assert!(is_address("https://a.example/s.xml") && is_address("HTTP://localhost:8080"));
        for text in ["", "a.example/s.xml", "ftp://a.example", "https://", "https:///s.xml", "https://a b"] {
            assert!(!is_address(text), "{text}");
        }
    }
}
