//! Host, port and user name: `loc-missing-host`, `loc-invalid-host`, `loc-invalid-port`,
//! `loc-non-ascii-host`, `loc-non-public-host`, `loc-normalizable`, `loc-credentials`.

use sitemap_validator_protocol::characters::is_invisible;

use super::address::{Address, repaired};
use super::characters::is_line_break;
use super::origin::{First, Origin};
use super::reach::Unreachable;
use super::{Locs, glued, length, scope::OwnUrl};
use crate::diagnostic::FixKind;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::value::template::is_missing_host;
use crate::value::url::host::{self, Fault, Reach};
use crate::value::url::percent::escaped;
use crate::value::url::{Part, Parts};

/// Checks the authority. Returns the index of its origin if the URLs can be compared.
pub(super) fn check(
    address: &Address<'_>,
    parts: &Parts,
    locs: &mut Locs,
    reporter: &mut Reporter<'_>,
) -> Option<usize> {
    if let Some(userinfo) = parts.userinfo {
        let with_at = Part::new(userinfo.start, userinfo.end + 1);
        let found = rules::loc_credentials(address.span(with_at));
        let found = repaired(found, FixKind::Suggest, [address.replace(with_at, "")]);
        let forbidden = address.is_typed() && !is_userinfo(userinfo.of(address.url));
        reporter.report(found.against_schema(forbidden));
    }
    let name = parts.host.of(address.url);
    if name.is_empty() {
        missing_host(address, parts, locs.own(), reporter);
        return None;
    }
    if is_missing_host(name) {
        let span = address.span(parts.host);
        reporter.report(rules::xml_unprocessed_template::host(span, span));
        return None;
    }
    let sound_port = invalid_port(address, parts, reporter);
    // Illegal characters are reported by another rule; the rest must be a valid host.
    let passing = |character: char| is_invisible(character) || is_line_break(character);
    if name.contains(passing) {
        let wrapped = name.contains(is_line_break);
        let rest: String = name.chars().filter(|&next| !(passing(next) || wrapped && next == ' ')).collect();
        if let Err(fault) = host::judge(&rest) {
            invalid_host(address, parts, fault, reporter);
        }
        return None;
    }
    let index = match locs.origins.known(address.url, parts, address.is_listed()) {
        Some(index) => index,
        None if glued::check(address, parts, (locs.own.as_ref(), &locs.origins), reporter) => return None,
        None => match locs.origins.add(address.url, parts, address.is_listed(), (locs.own.as_ref(), &locs.known)) {
            Ok(index) => index,
            Err(fault) => {
                invalid_host(address, parts, fault, reporter);
                return None;
            }
        },
    };
    let origin = locs.origins.get_mut(index)?;
    origin.clean &= sound_port;
    if !sound_port {
        return None;
    }
    if address.is_listed() {
        origin.count += 1;
        origin.first.get_or_insert_with(|| First {
            scheme: address.span(Part::new(0, parts.scheme.name().len())),
            host: address.span(parts.host),
            port: address.span(parts.port.filter(|port| !port.is_empty()).unwrap_or(Part::at(parts.host.end))),
            entry: reporter.entry(),
        });
    }
    host_of(address, parts, origin, &mut locs.documentation, locs.own.as_ref(), reporter);
    if address.is_entry() && !origin.clean {
        normalizable(address, parts, origin, reporter);
    }
    Some(index)
}

/// True for characters that RFC 3986 §3.2.1 allows before the `@`, or that another rule reports.
fn is_userinfo(text: &str) -> bool {
    let escapes = memchr::memchr_iter(b'%', text.as_bytes()).all(|at| escaped(text.as_bytes(), at).is_some());
    escapes && !text.contains(['@', '[', ']'])
}

fn missing_host(address: &Address<'_>, parts: &Parts, own: Option<&OwnUrl>, reporter: &mut Reporter<'_>) {
    let place = address.span(parts.host);
    let nothing_there = parts.authority.is_empty() && parts.path.of(address.url).starts_with('/');
    reporter.report(match own {
        Some(own) if nothing_there => {
            let host = own.authority();
            let found = rules::loc_missing_host::sitemap_host(place, address.whole(), host.clone());
            repaired(found, FixKind::Suggest, [address.replace(parts.host, host)])
        }
        _ => rules::loc_missing_host(place, address.whole()),
    });
}

/// True if the port is valid, missing or empty (RFC 3986 §3.2.3).
fn invalid_port(address: &Address<'_>, parts: &Parts, reporter: &mut Reporter<'_>) -> bool {
    let Some(port) = parts.port.filter(|port| !port.is_empty()) else {
        return true;
    };
    if parts.port_number(address.url).is_some() {
        return true;
    }
    let (span, text) = (address.span(port), port.of(address.url));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, path) = text.split_at_checked(digits).unwrap_or_default();
    let is_glued = !path.is_empty() && number.parse::<u16>().is_ok_and(|number| number > 0);
    reporter.report(if is_glued {
        let found = rules::loc_invalid_port::glued(span, span, format!("{number}/{path}"));
        repaired(found, FixKind::Suggest, [address.replace(Part::at(port.start + digits), "/")])
    } else {
        rules::loc_invalid_port(span, span)
    });
    false
}

fn invalid_host(address: &Address<'_>, parts: &Parts, fault: Fault, reporter: &mut Reporter<'_>) {
    let span = address.span(parts.host);
    // Spaces and extra dots are typing errors.
    let name = parts.host.of(address.url);
    let mut mended: String = name.trim().trim_start_matches('.').to_owned();
    while mended.contains("..") {
        mended = mended.replace("..", ".");
    }
    let sound = mended != name && !mended.is_empty() && host::judge(&mended).is_ok();
    reporter.report(if sound {
        let found = rules::loc_invalid_host::fixable(span, span, fault.words(), mended.clone());
        repaired(found, FixKind::Suggest, [address.replace(parts.host, mended)])
    } else {
        rules::loc_invalid_host(span, span, fault.words())
    });
}

fn host_of(
    address: &Address<'_>,
    parts: &Parts,
    origin: &mut Origin,
    documentation: &mut bool,
    own: Option<&OwnUrl>,
    reporter: &mut Reporter<'_>,
) {
    let span = address.span(parts.host);
    let host = &origin.host;
    if host.underscore {
        let found = rules::loc_invalid_host::underscore(span, span);
        reporter.report(found);
    }
    if host.unicode {
        let found = rules::loc_non_ascii_host(span, span, host.ascii.to_string());
        reporter.report(repaired(found, address.growing(), [address.replace(parts.host, host.ascii.to_string())]));
    }
    Unreachable::add(&mut origin.unreachable, address, parts, host, (own, reporter.entry()));
    // Reported once per file, which is a draft or an example.
    if host.reach == Reach::Documentation && origin.unreachable.is_none() && !std::mem::replace(documentation, true) {
        reporter.report(rules::loc_non_public_host::documentation(span, span));
    }
}

/// Upper-case letters in scheme and host, a default port, a trailing dot.
fn normalizable(address: &Address<'_>, parts: &Parts, origin: &Origin, reporter: &mut Reporter<'_>) {
    // RFC 3986 allows a `:` without a port, but schema validators do not.
    let bare_colon = reporter.options.strict_schema && parts.port.is_some_and(Part::is_empty);
    if !bare_colon && !reporter.wants(Rule::LocNormalizable) {
        return;
    }
    let url = address.url;
    let scheme = Part::new(0, parts.scheme.name().len());
    let mut changes: Vec<(Part, String)> = Vec::new();
    if scheme.of(url) != parts.scheme.name() {
        changes.push((scheme, parts.scheme.name().to_owned()));
    }
    if !origin.host.unicode && parts.host.of(url) != &*origin.host.ascii {
        changes.push((parts.host, origin.host.ascii.to_string()));
    }
    if let Some(port) = parts.port
        && origin.port.is_none()
    {
        changes.push((Part::new(port.start - 1, port.end), String::new()));
    }
    let (Some((first, _)), Some((last, _))) = (changes.first(), changes.last()) else {
        return;
    };
    let span = address.span(Part::new(first.start, last.end));
    let port = origin.port.map(|port| format!(":{port}")).unwrap_or_default();
    let normal = format!("{}://{}{port}", parts.scheme.name(), origin.host.ascii);
    let found = rules::loc_normalizable(span, span, normal);
    let saved = changes.iter().map(|(part, text)| (part.end - part.start).saturating_sub(text.len())).sum();
    let edits = changes.into_iter().map(|(part, text)| address.replace(part, text));
    let found = repaired(found, length::shortening(address, saved, reporter), edits);
    reporter.report(found.against_schema(bare_colon));
}
