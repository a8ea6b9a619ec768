//! International host names in ASCII (UTS #46).
//!
//! The tables for it are larger than all else the core knows. The feature `idna` brings them; without it whoever links
//! the core says once, by [`convert_with`], how it is done: a browser has them already.

use std::sync::OnceLock;

/// Gives the ASCII form of a host as a browser's address bar would, an IPv4 address included; `None` if there is none.
pub type ToAscii = fn(&str) -> Option<String>;

static GIVEN: OnceLock<ToAscii> = OnceLock::new();

/// Says how names are converted. The first call counts, and only where the feature `idna` is off.
pub fn convert_with(to_ascii: ToAscii) {
    let _ = GIVEN.set(to_ascii);
}

/// The ASCII form of `host`, which is neither empty nor in brackets.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    // What ends a host, or would be skipped in a URL, is no part of one.
    let foreign = |character: char| character <= ' ' || r"/\?#@:".contains(character);
    if host.contains(foreign) { None } else { convert(host) }
}

#[cfg(feature = "idna")]
fn convert(host: &str) -> Option<String> {
    match url::Host::parse(host) {
        Ok(url::Host::Domain(name)) => Some(name),
        Ok(url::Host::Ipv4(address)) => Some(address.to_string()),
        Ok(url::Host::Ipv6(_)) | Err(_) => None,
    }
}

#[cfg(not(feature = "idna"))]
fn convert(host: &str) -> Option<String> {
    GIVEN.get()?(host)
}
