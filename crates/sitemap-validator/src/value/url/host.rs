//! Hosts: IPv6 in brackets, IPv4, or a name of the DNS (RFC 3986 §3.2.2, RFC 1123 §2.1, UTS #46).

use std::net::{Ipv4Addr, Ipv6Addr};

use crate::hosts;

/// A valid host.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Host {
    /// The host in ASCII and lower case, without a trailing dot, for comparisons.
    pub(crate) ascii: Box<str>,
    pub(crate) reach: Reach,
    /// True with an underscore, which is not allowed in host names, but can be resolved.
    pub(crate) underscore: bool,
    /// True if it is written with non-ASCII characters.
    pub(crate) unicode: bool,
}

/// Who can reach a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Public,
    /// A name or address of a single machine or network.
    Private,
    /// `example.com` and similar names, reserved for documentation (RFC 2606).
    Documentation,
}

/// Why a host is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    EmptyLabel,
    LongLabel,
    LongName,
    Hyphen,
    Character,
    Number,
    Ipv6,
    Idna,
}

impl Fault {
    /// The reason as a clause, for messages.
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::EmptyLabel => "two dots, or a dot at the start, leave an empty label",
            Self::LongLabel => "a label is longer than 63 characters",
            Self::LongName => "the name is longer than 253 characters",
            Self::Hyphen => "a label starts or ends with a hyphen",
            Self::Character => "a host name has only letters, digits, hyphens and dots",
            Self::Number => "an IPv4 address has four numbers up to 255",
            Self::Ipv6 => "the text between the brackets is not an IPv6 address",
            Self::Idna => "its international characters cannot be converted",
        }
    }
}

/// Checks a non-empty `host`.
pub(crate) fn judge(host: &str) -> Result<Host, Fault> {
    if let Some(rest) = host.strip_prefix('[') {
        let address: Ipv6Addr = rest.strip_suffix(']').and_then(|inner| inner.parse().ok()).ok_or(Fault::Ipv6)?;
        let reach = if is_private_v6(address) { Reach::Private } else { Reach::Public };
        let ascii = format!("[{address}]").into_boxed_str();
        return Ok(Host { ascii, reach, underscore: false, unicode: false });
    }
    let unicode = !host.is_ascii();
    let ascii = if unicode || host.contains('%') || has_punycode(host) {
        hosts::to_ascii(host).ok_or_else(|| fault_of(host))?
    } else {
        host.to_ascii_lowercase()
    };
    let name = ascii.strip_suffix('.').unwrap_or(&ascii);
    let underscore = judge_labels(name)?;
    let reach = if is_numeric(name.rsplit('.').next().unwrap_or_default()) {
        let address: Ipv4Addr = name.parse().map_err(|_| Fault::Number)?;
        if is_private_v4(address) { Reach::Private } else { Reach::Public }
    } else {
        reach_of_name(name)
    };
    Ok(Host { ascii: name.into(), reach, underscore, unicode })
}

/// Checks the labels of a name; true if it contains an underscore.
fn judge_labels(name: &str) -> Result<bool, Fault> {
    let mut underscore = false;
    for label in name.split('.') {
        if label.is_empty() {
            return Err(Fault::EmptyLabel);
        }
        if !label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
            return Err(Fault::Character);
        }
        if label.starts_with('-') || label.ends_with('-') {
            return Err(Fault::Hyphen);
        }
        if label.len() > 63 {
            return Err(Fault::LongLabel);
        }
        underscore |= label.contains('_');
    }
    if name.len() > 253 { Err(Fault::LongName) } else { Ok(underscore) }
}

/// Why a non-ASCII host is invalid: if possible, the same reason as for an ASCII host.
fn fault_of(host: &str) -> Fault {
    let plain: String = host.chars().map(|character| if character.is_ascii() { character } else { 'x' }).collect();
    judge_labels(&plain).err().unwrap_or(Fault::Idna)
}

fn has_punycode(host: &str) -> bool {
    host.split('.').any(|label| super::starts_with_ignoring_case(label, "xn--"))
}

/// True for a last label that makes the host an IPv4 address or invalid (WHATWG URL, "ends in a number").
fn is_numeric(label: &str) -> bool {
    let hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    label.bytes().all(|byte| byte.is_ascii_digit()) || label.strip_prefix("0x").is_some_and(hexadecimal)
}

fn reach_of_name(name: &str) -> Reach {
    let within = |domain: &str| name.strip_suffix(domain).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    let kept = ["localhost", "local", "internal", "test", "invalid", "example"];
    if !name.contains('.') || kept.into_iter().any(within) {
        Reach::Private
    } else if ["example.com", "example.net", "example.org"].into_iter().any(within) {
        Reach::Documentation
    } else {
        Reach::Public
    }
}

/// True for special-purpose addresses (RFC 6890) and multicast.
fn is_private_v4(address: Ipv4Addr) -> bool {
    match address.octets() {
        [0 | 10 | 127 | 224..=255, ..] | [169, 254, ..] | [192, 168, ..] => true,
        // IETF protocols, documentation and benchmarks.
        [192, 0, 0 | 2, _] | [198, 18 | 19, ..] | [198, 51, 100, _] | [203, 0, 113, _] => true,
        [100, b, ..] => b & 0xC0 == 64,
        [172, b, ..] => b & 0xF0 == 16,
        _ => false,
    }
}

fn is_private_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    address.is_loopback()
        || address.is_unspecified()
        || address.is_multicast()
        || first & 0xFE00 == 0xFC00
        || first & 0xFFC0 == 0xFE80
        // Documentation.
        || (first, second) == (0x2001, 0xDB8)
        // Discarded.
        || address.segments().starts_with(&[0x100, 0, 0, 0])
        || address.to_ipv4_mapped().is_some_and(is_private_v4)
}

/// File extensions, which are not treated as top-level domains.
const EXTENSIONS: [&str; 26] = [
    "html", "htm", "xhtml", "shtml", "php", "asp", "aspx", "jsp", "jspx", "cgi", "xml", "txt", "json", "css", "js",
    "jpg", "jpeg", "png", "gif", "webp", "svg", "pdf", "doc", "docx", "zip", "gz",
];

/// True for a last label that is the extension of a file and no top-level domain.
pub(crate) fn is_file_extension(label: &str) -> bool {
    label != "zip" && EXTENSIONS.into_iter().any(|extension| label.eq_ignore_ascii_case(extension))
}

/// The length of a host (with port) at the start of `text`, without a scheme:
/// `localhost`, or labels whose last one is a word and not a file extension, before the end or `/`.
pub(crate) fn host_like(text: &str) -> Option<usize> {
    let end = text.find('/').unwrap_or(text.len());
    let authority = text.get(..end)?;
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let port_fits = port.is_none_or(|port| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
    (port_fits && (host.eq_ignore_ascii_case("localhost") || is_dotted_name(host))).then_some(end)
}

fn is_dotted_name(host: &str) -> bool {
    let Some((labels, last)) = host.rsplit_once('.') else {
        return false;
    };
    let is_label = |label: &str| {
        !label.is_empty()
            && label.chars().all(|character| character.is_alphanumeric() || matches!(character, '-' | '_'))
    };
    labels.split('.').all(is_label)
        && last.chars().count() >= 2
        && (last.chars().all(char::is_alphabetic) || super::starts_with_ignoring_case(last, "xn--"))
        && !EXTENSIONS.into_iter().any(|extension| last.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ascii(host: &str) -> String {
        judge(host).unwrap().ascii.into_string()
    }

    #[test]
    fn names_are_compared_in_ascii_lower_case_without_trailing_dot() {
        assert_eq!(ascii("WWW.Example.COM."), "www.example.com");
        assert_eq!(ascii("bücher.example"), "xn--bcher-kva.example");
        assert_eq!(ascii("192.0.2.1"), "192.0.2.1");
        assert_eq!(ascii("[2001:DB8::0:1]"), "[2001:db8::1]");
        assert!(judge("a_b.example").unwrap().underscore);
        assert!(judge("bücher.de").unwrap().unicode);
    }

    #[test]
    fn each_fault_has_its_cause() {
        let long = "a".repeat(64);
        for (host, fault) in [
            ("a..b", Fault::EmptyLabel),
            (".a.b", Fault::EmptyLabel),
            (".", Fault::EmptyLabel),
            ("exa mple.com", Fault::Character),
            ("a|b.com", Fault::Character),
            ("a:b.com", Fault::Character),
            ("-a.com", Fault::Hyphen),
            ("a-.com", Fault::Hyphen),
            (long.as_str(), Fault::LongLabel),
            ("1.2.3", Fault::Number),
            ("256.1.1.1", Fault::Number),
            ("1.2.3.4.5", Fault::Number),
            ("[::1", Fault::Ipv6),
            ("[::g]", Fault::Ipv6),
            ("ü..b", Fault::EmptyLabel),
            ("xn--a.com", Fault::Idna),
            ("%00.com", Fault::Character),
        ] {
            assert_eq!(judge(host).unwrap_err(), fault, "{host}");
        }
        let name = format!("{0}.{0}.{0}.{0}", "a".repeat(63));
        assert_eq!(judge(&name), Err(Fault::LongName));
    }

    #[test]
    fn reach_is_read_from_name_and_address() {
        for host in [
            "localhost",
            "a.localhost",
            "nas.local",
            "x.internal",
            "a.test",
            "shop.example",
            "intranet",
            "127.0.0.1",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.0.1",
            "169.254.1.1",
            "100.64.0.1",
            "0.0.0.0",
            "[::1]",
            "[fe80::1]",
            "[fd00::1]",
            "[::ffff:10.0.0.1]",
            "192.0.2.1",
            "198.19.255.255",
            "203.0.113.9",
            "240.0.0.1",
            "255.255.255.255",
            "[2001:db8::1]",
            "[100::1]",
            "[ff02::1]",
        ] {
            assert_eq!(judge(host).unwrap().reach, Reach::Private, "{host}");
        }
        for host in
            ["a.de", "172.32.0.1", "100.128.0.1", "notlocalhost.com", "192.0.3.1", "198.20.0.1", "[2606:4700::1]"]
        {
            assert_eq!(judge(host).unwrap().reach, Reach::Public, "{host}");
        }
        for host in ["example.com", "www.example.org"] {
            assert_eq!(judge(host).unwrap().reach, Reach::Documentation, "{host}");
        }
        assert_eq!(judge("notexample.com").unwrap().reach, Reach::Public);
    }

    #[test]
    fn hosts_are_recognized_without_scheme() {
        for text in ["www.example.com/", "example.com", "example.com:8080/x", "localhost:3000/a", "bücher.de/x"] {
            assert!(host_like(text).is_some(), "{text}");
        }
        for text in [
            "index.html",
            "page.php/x",
            "about",
            "a.b1/",
            "example.com:x/",
            ".com",
            "a..com",
            "/x",
            "",
            "v1.2/x",
            "x.y",
        ] {
            assert_eq!(host_like(text), None, "{text}");
        }
        assert_eq!(host_like("example.com:80/x"), Some(14));
    }
}
