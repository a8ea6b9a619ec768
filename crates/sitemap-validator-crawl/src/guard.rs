//! Protection against server-side request forgery. A site can name any host, including hosts on the private network of
//! the machine that runs the crawl. HTTP clients call [`is_public`] in their resolver for each connection, and
//! [`refuses`] if another program, such as a proxy, resolves names for them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::address::{Address, Host};

/// True for an address of the public internet, according to IANA's registries of special-purpose addresses.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

/// True if there is at least one text and all are public IP addresses.
pub fn are_public(addresses: &[String]) -> bool {
    !addresses.is_empty() && addresses.iter().all(|text| text.parse().is_ok_and(is_public))
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !matches!(
        address.octets(),
        [0 | 10 | 127 | 224.., ..]
            | [100, 64..=127, ..]
            | [169, 254, ..]
            | [172, 16..=31, ..]
            | [192, 0, 0 | 2, _]
            | [192, 88, 99, _]
            | [192, 168, ..]
            | [198, 18 | 19, ..]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
    )
}

/// Global unicast is `2000::/3`. Addresses in it that contain an IPv4 address (6to4, Teredo) are refused.
fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(mapped) = address.to_ipv4_mapped() {
        return is_public_v4(mapped);
    }
    match address.segments() {
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

/// True for a URL whose host is not a public address, or is a name of this machine. Other names are checked when they
/// are resolved.
pub fn refuses(url: &Address) -> bool {
    match url.kind_of_host() {
        Host::V4(address) => !is_public_v4(address),
        Host::V6(address) => !is_public_v6(address),
        Host::Name(name) => {
            let name = name.trim_end_matches('.');
            name.eq_ignore_ascii_case("localhost") || name.to_ascii_lowercase().ends_with(".localhost")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_not_public() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.1.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001::1",
            "2001:10::1",
            "2001:db8::1",
            "2002:7f00:1::1",
            "3fff::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "126.0.0.1",
            "128.0.0.1",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.0.1",
            "198.17.0.1",
            "198.20.0.1",
            "223.255.255.255",
            "::ffff:1.1.1.1",
            "2001:200::1",
            "2606:4700::1111",
            "2a00::1",
            "3ffe::1",
        ] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        assert!(are_public(&texts(&["1.1.1.1", "2a00::1"])));
        for text in [&[][..], &["1.1.1.1", "::1"], &["tidepool.page"], &["1.1.1.1%lo"]] {
            assert!(!are_public(&texts(text)), "{text:?}");
        }
    }

    #[test]
    fn hosts_are_refused_in_every_spelling() {
        for url in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://2130706433/",
            "http://0x7f000001/",
            "http://0177.0.0.1/",
            "http://[::1]/",
            "http://[::ffff:7f00:1]/",
            "http://localhost/",
            "http://LOCALHOST./",
            "http://a.localhost/",
            "http://169.254.169.254/latest/meta-data/",
            "http://①②⑦.⓪.⓪.①/",
        ] {
            assert!(refuses(&Address::parse(url).unwrap()), "{url}");
        }
        for url in ["http://tidepool.page/", "http://127.0.0.1.nip.io/", "http://1.1.1.1/"] {
            assert!(!refuses(&Address::parse(url).unwrap()), "{url}");
        }
    }
}
