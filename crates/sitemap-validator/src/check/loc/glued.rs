//! A path or a file name that follows a host without the slash between them: `loc-invalid-host`.

use super::address::{Address, repaired};
use super::origin::Origins;
use super::placeholder;
use super::scope::OwnUrl;
use crate::diagnostic::FixKind;
use crate::reporter::Reporter;
use crate::rules;
use crate::value::template::is_missing_segment;
use crate::value::url::host::{self, is_file_extension};
use crate::value::url::{Part, Parts};

/// Top-level domains that begin with another one: `tidepool.com` is not the host `tidepool.co` and the path `m`.
const LONGER: &str = "academy agency amsterdam app archi army art asia associates attorney auction audio auto autos \
    baby band bank bar barcelona beauty beer berlin best bet bike bingo bio biz blog blue boats boutique bretagne \
    broker brussels build builders business buzz cab cafe cam camera camp capital car cards care career careers \
    cars casa cash casino cat catering center charity chat cheap church city claims cleaning click clinic clothing \
    cloud club coach codes coffee college cologne com community company computer condos construction consulting \
    contact contractors cooking cool coop corsica country coupons courses credit cricket cruises dance date dating \
    day deals degree delivery democrat dental dentist design dev diamonds diet digital direct directory discount \
    doctor dog domains earth eco education email energy engineer engineering enterprises equipment estate eus \
    events exchange expert exposed express fail faith family fan fans farm fashion film finance financial fish \
    fishing fit fitness flights florist flowers football forsale foundation frl fun fund furniture gal gallery game \
    games garden gay gift gifts gives glass global gmbh gold golf graphics gratis green group guide guitars guru \
    health healthcare help hiphop hockey holdings holiday horse hospital hosting hotel hotels house how immo \
    immobilien inc industries info ing ink institute insure int international investments irish ist istanbul jobs \
    kids kitchen kiwi land lat law lawyer lease legal life lighting limited limo link live loan loans lotto love \
    ltd luxe luxury madrid maison management market marketing markets mba media medical meet melbourne meme \
    memorial men menu miami mobi moda mom money monster mortgage moscow museum music nagoya name net network new \
    news next ninja now one online organic paris party pet pets photo photography photos pics pictures pink pizza \
    place plumbing plus press pro productions promo properties property pub racing realestate recipes red rehab \
    reisen rent rentals repair report republican rest restaurant review reviews rich rip rocks rodeo ruhr run \
    saarland sale salon sarl school science scot security select services shoes shop shopping show singles site ski \
    skin soccer social software solar solutions spa space sport stockholm store stream studio study style supplies \
    supply support surf surgery sydney systems tattoo tax taxi team tech technology tel tennis theater tickets \
    tienda tips tires today tokyo tools top tours town toys trade trading training travel trust tube university \
    vacations vegas ventures vet video villas vin vip vision vodka vote voyage watch website wedding wiki win wine \
    work works world";

/// The name of a host, and the byte at which the text that is glued to it begins.
struct Glued<'h> {
    host: &'h str,
    tail: Part,
}

/// Reports a host to which more is glued; true if it is, and the URL is not checked further.
pub(super) fn check(
    address: &Address<'_>,
    parts: &Parts,
    (own, origins): (Option<&OwnUrl>, &Origins),
    reporter: &mut Reporter<'_>,
) -> bool {
    let name = parts.host.of(address.url);
    let span = address.span(parts.host);
    let ascii = host::judge(name).map_or_else(|_| name.to_ascii_lowercase(), |host| host.ascii.into_string());
    let own = glued(&ascii, parts.host, own.map(OwnUrl::host).into_iter());
    // Of two other hosts that differ in one letter, the shorter one may be wrong.
    let others =
        || glued(&ascii, parts.host, origins.first_hosts()).filter(|glued| glued.tail.end - glued.tail.start > 1);
    if let Some(Glued { host, tail }) = own.or_else(others) {
        if is_missing_segment(tail.of(address.url)) {
            reporter.report(placeholder::in_path(address, tail));
            return true;
        }
        let right = format!("{host}/{}", tail.of(address.url));
        let found = rules::loc_invalid_host::glued(span, name.to_owned(), right);
        reporter.report(repaired(found, FixKind::Suggest, [address.replace(Part::at(tail.start), "/")]));
        return true;
    }
    let is_file = ascii.rsplit_once('.').is_some_and(|(_, last)| is_file_extension(last));
    if is_file {
        reporter.report(rules::loc_invalid_host::file(span, span));
    }
    is_file
}

/// The first of `hosts` with which `name`, in ASCII and lower case, begins, if a path follows it.
fn glued<'h>(name: &str, whole: Part, mut hosts: impl Iterator<Item = &'h str>) -> Option<Glued<'h>> {
    hosts.find_map(|host| {
        let tail = name.strip_prefix(host)?;
        let start = whole.end.checked_sub(tail.len()).filter(|start| *start > whole.start)?;
        is_path(host, tail).then_some(Glued { host, tail: Part::new(start, whole.end) })
    })
}

/// True if `tail`, which follows `host`, cannot be the rest of another host.
fn is_path(host: &str, tail: &str) -> bool {
    let Some((_, top)) = host.rsplit_once('.').filter(|(_, top)| top.bytes().all(|byte| byte.is_ascii_alphabetic()))
    else {
        return false;
    };
    let is_top_level = |label: &str| {
        label.len() > 1 && label.bytes().all(|byte| byte.is_ascii_alphabetic()) || label.starts_with("xn--")
    };
    // A doubled letter is a typing error.
    let is_doubled = tail.len() == 1 && top.ends_with(tail);
    match tail.rsplit_once('.') {
        _ if tail.is_empty() || tail.starts_with('.') || is_doubled => false,
        Some((_, last)) => is_file_extension(last) || !is_top_level(last),
        None => {
            let last = format!("{top}{tail}");
            !LONGER.split_ascii_whitespace().any(|longer| longer == last)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_told_from_the_rest_of_a_host() {
        for (host, tail) in [
            ("wiki.fjordbyen.page", "w"),
            ("www.fjordbyen.page", "sitemap_0.xml"),
            ("www.fjordbyen.page", "q&a"),
            ("www.fjordbyen.page", "contact"),
            ("www.fjordbyen.page", "-x"),
            ("www.fjordbyen.page", "v1.2"),
            ("xn--bcher-kva.page", "about"),
        ] {
            assert!(is_path(host, tail), "{host} {tail}");
        }
        for (host, tail) in [
            ("tidepool.co", "m"),
            ("tidepool.co", "m.br"),
            ("tidepool.de", "sign"),
            ("tidepool.page", ".example"),
            ("tidepool.page", "-mirror.example"),
            ("tidepool.page", ""),
            ("tidepool.page", "e"),
            ("192.0.3.1", "0"),
            ("localhost", "2"),
        ] {
            assert!(!is_path(host, tail), "{host} {tail}");
        }
    }
}
