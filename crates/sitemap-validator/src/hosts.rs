//! International host names in ASCII (UTS #46).
//!
//! The tables for it are larger than the rest of the core. The feature `idna` includes them; without it, the program
//! provides a function with [`convert_with`], as browsers have these tables.

use std::sync::OnceLock;

/// Returns the ASCII form of a host as in a browser's address bar, also for IPv4 addresses; `None` if it is invalid.
pub type ToAscii = fn(&str) -> Option<String>;

static GIVEN: OnceLock<ToAscii> = OnceLock::new();

/// Sets the function that converts names. Only the first call has an effect, and only without the feature `idna`.
pub fn convert_with(to_ascii: ToAscii) {
    let _ = GIVEN.set(to_ascii);
}

/// The ASCII form of `host`, which is neither empty nor in brackets.
pub(crate) fn to_ascii(host: &str) -> Option<String> {
    // Characters that end a host, or that a URL parser skips, are invalid.
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
    converted(host, *GIVEN.get()?)
}

/// The result of `to_ascii`, unless a label is invalid Punycode, which not all browsers check.
#[cfg(any(test, not(feature = "idna")))]
fn converted(host: &str, to_ascii: ToAscii) -> Option<String> {
    let name = to_ascii(host)?;
    let is_sound = |label: &str| {
        label
            .strip_prefix("xn--")
            .is_none_or(|code| decoded(code).and_then(|text| to_ascii(&text)).as_deref() == Some(label))
    };
    name.split('.').all(is_sound).then_some(name)
}

/// Decodes Punycode (RFC 3492 §6.2); `None` if it is invalid or too long for a label.
#[cfg(any(test, not(feature = "idna")))]
fn decoded(code: &str) -> Option<String> {
    if code.len() > 59 {
        return None;
    }
    let (plain, code) = code.rsplit_once('-').unwrap_or(("", code));
    let mut text: Vec<char> = plain.chars().collect();
    let (mut next, mut at, mut bias) = (128_u32, 0_u32, 72);
    let mut digits = code.chars().map(|digit| match digit {
        'a'..='z' => Some(digit as u32 - u32::from(b'a')),
        '0'..='9' => Some(digit as u32 - u32::from(b'0') + 26),
        _ => None,
    });
    while let Some(mut digit) = digits.next() {
        let before = at;
        let (mut weight, mut position) = (1_u32, 36);
        loop {
            let value = digit?;
            at = at.checked_add(value.checked_mul(weight)?)?;
            let threshold = position.max(bias + 1).min(bias + 26) - bias;
            if value < threshold {
                break;
            }
            weight = weight.checked_mul(36 - threshold)?;
            position += 36;
            digit = digits.next()?;
        }
        let length = text.len() as u32 + 1;
        bias = adapted(at - before, length, before == 0);
        next = next.checked_add(at / length)?;
        at %= length;
        text.insert(at as usize, char::from_u32(next)?);
        at += 1;
    }
    Some(text.into_iter().collect())
}

/// The adaptation of the bias (RFC 3492 §6.1).
#[cfg(any(test, not(feature = "idna")))]
fn adapted(delta: u32, length: u32, is_first: bool) -> u32 {
    let mut delta = if is_first { delta / 700 } else { delta / 2 };
    delta += delta / length;
    let mut bias = 0;
    while delta > 455 {
        delta /= 35;
        bias += 36;
    }
    bias + 36 * delta / (delta + 38)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn punycode_is_read() {
        for (code, text) in [
            ("bcher-kva", "bücher"),
            ("wgv71a119e", "日本語"),
            ("d1acpjx3f", "яндекс"),
            ("strae-oqa", "straße"),
            ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
            ("a", "\u{80}"),
            ("", ""),
        ] {
            assert_eq!(decoded(code).as_deref(), Some(text), "{code}");
        }
        for code in ["kva!", "99999999", "bcher-kv", &"a".repeat(60)] {
            assert_eq!(decoded(code), None, "{code}");
        }
    }

    #[test]
    fn invalid_punycode_is_found() {
        // As in browsers, ASCII labels are not changed.
        let lenient: ToAscii = |host| if host.is_ascii() { Some(host.to_lowercase()) } else { convert(host) };
        for host in [
            "bücher.de",
            "xn--bcher-kva.de",
            "XN--BCHER-KVA.de",
            "a.b",
            "xn--a.com",
            "xn--abc-.com",
            "xn--.com",
            "xn--fss.com",
        ] {
            assert_eq!(converted(host, lenient), convert(host), "{host}");
        }
    }
}
