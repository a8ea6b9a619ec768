//! URLs (`loc-*`): the syntax of all URLs, and conventions for those that a sitemap lists.
//!
//! A plain URL with a known origin takes one pass over its bytes ([`plain`]). All others are
//! checked in full ([`examine`]), with one module per concern. Checks of an entry run at its end
//! ([`entry`]), checks of the file at its end ([`finish`]).

pub(in crate::check) mod address;
mod alternate;
mod authority;
mod characters;
mod duplicate;
mod glued;
mod kept;
mod leftover;
pub(crate) mod length;
mod merge;
mod multiple;
mod nfc;
pub(in crate::check) mod origin;
mod parameter;
mod path;
mod percent;
mod placeholder;
pub(crate) mod plain;
mod reach;
pub(crate) mod scheme;
mod state;
mod totals;

pub(crate) use self::alternate::{Target, alternate, plain_alternate};
pub(crate) use self::state::Locs;

use self::address::Address;
use self::duplicate::EntryUrl;
use self::origin::Origins;
use self::state::PendingEntry;
use super::scope::{self, OwnUrl};
use super::{Entry, Field, UrlRole, encoding, index, robots, value_text};
use crate::diagnostic::{Arg, Diagnostic};
use crate::facts;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::trimmed;
use crate::value::url::prefix::{self, Prefix};
use crate::value::url::scan::{UrlClasses, scan};
use crate::value::url::{Part, Parts, Scheme, ends_with_ignoring_case, key, normal};
use crate::xml::content::decoded;

/// Checks a value that is a URL, and its encoding.
pub(crate) fn check(field: &Field<'_>, role: UrlRole, locs: &mut Locs, reporter: &mut Reporter<'_>) {
    if matches!(role, UrlRole::Page | UrlRole::Item) {
        locs.totals.pages += 1;
    }
    if let Some(resource) = role.resource()
        && reporter.wants_entries()
    {
        reporter.tell_resource(resource, field.value.text.at(trimmed(field.value.text)));
    }
    if reporter.options.no_fast_paths || !plain::check(field, role, locs, reporter.options) {
        reporter.set_part(!matches!(role, UrlRole::Page | UrlRole::Sitemap | UrlRole::Item));
        examine(field, role, locs, reporter);
        reporter.set_part(false);
    }
}

fn examine(field: &Field<'_>, role: UrlRole, locs: &mut Locs, reporter: &mut Reporter<'_>) {
    let text = field.value.text;
    let range = trimmed(text);
    if range.is_empty() {
        empty(field, role, locs, reporter);
        return;
    }
    encoding::value(field, &mut locs.mojibake, reporter);
    let core = characters::core(text, range);
    let url = text.at(core.clone());
    let seen = scan(url.as_bytes());
    let begins = prefix::of(url);
    let absolute_url = matches!(begins, Prefix::Absolute(_));
    // Template code contains one of these characters or replaces the whole URL.
    let template = UrlClasses::ILLEGAL.and(UrlClasses::BRACKET).and(UrlClasses::TEMPLATE);
    if (!absolute_url || seen.has(template)) && value_text::template_code(field, reporter)
        || !absolute_url
            && placeholder::incomplete(field, Part::new(core.start, core.end), role, &mut locs.totals, reporter)
    {
        return;
    }
    if url.is_empty() {
        empty(field, role, locs, reporter);
        return;
    }
    // Only needed for short URLs and for schemas.
    let counts = url.len() < length::SHORTEST * 4 || reporter.options.strict_schema;
    let collapsed = if counts { length::collapsed(text) } else { usize::MAX };
    let address = Address { field, role, markup: locs.markup, url, offset: core.start, collapsed };
    characters::around(&address, reporter);
    if locs.markup && seen.has(UrlClasses::AMPERSAND) {
        value_text::double_escaped(field, reporter);
    }
    length::too_long(&address, reporter);
    if locs.markup && seen.has(UrlClasses::QUOTE) && reporter.wants(Rule::LocUnescapedQuote) {
        characters::unescaped_quotes(&address, reporter);
    }
    if absolute_url && let Some(parts) = Parts::split(url) {
        if !multiple::check(&address, &parts, reporter) {
            absolute(&address, &parts, seen, locs, reporter);
        }
        return;
    }
    if role == UrlRole::Alternate && matches!(begins, Prefix::Host(..) | Prefix::Relative | Prefix::Other(_)) {
        let page = locs.waiting.url.as_ref().map(|listed| decoded(field.source, listed.place()));
        scheme::alternate(&address, begins, page.as_deref(), locs.usual_scheme(), reporter);
    } else {
        scheme::report(&address, begins, locs.own.as_ref(), locs.usual_scheme(), reporter);
    }
    if !matches!(begins, Prefix::Other(_)) {
        characters::inside(&address, None, seen, reporter);
        percent::check(&address, None, (&mut locs.totals, None), reporter);
    }
}

/// Checks a URL that could be split. `whole` has the character classes of the whole URL.
fn absolute(address: &Address<'_>, parts: &Parts, whole: UrlClasses, locs: &mut Locs, reporter: &mut Reporter<'_>) {
    if parts.scheme == Scheme::Ftp && address.role != UrlRole::Media && !scheme::ftp(address, reporter) {
        return;
    }
    let seen = scan(address.url.at(parts.authority.end..).as_bytes());
    let origin = authority::check(address, parts, locs, reporter);
    if placeholder::check(address, parts, reporter) {
        return;
    }
    characters::inside(address, Some(parts), whole, reporter);
    if seen.has(UrlClasses::PERCENT) {
        percent::check(address, Some(parts), (&mut locs.totals, origin), reporter);
    }
    if seen.has(UrlClasses::PERCENT.and(UrlClasses::NON_ASCII)) && reporter.wants(Rule::LocNotNfc) {
        nfc::check(address, parts.path.start, reporter);
    }
    let known = origin.and_then(|index| locs.origins.get(index)).filter(|_| !locs.has_no_scope);
    if let Some(origin) = known {
        robots::url(address, parts, origin, reporter);
    }
    if !address.is_entry() {
        if let (UrlRole::Item, Some(origin), Some(own)) = (address.role, known, &locs.own) {
            scope::page(address, parts, origin, own, &mut locs.uncovered, reporter);
        }
        return;
    }
    // With an invalid host, an empty path is not reported.
    if origin.is_some() || !parts.path.is_empty() {
        path::check(address, parts, seen, &mut locs.totals, reporter);
    }
    if origin.is_some() || reporter.options.strict_schema {
        length::too_short(address, reporter);
    }
    if address.role == UrlRole::Page {
        length::engines(address, reporter);
        parameter::check(address, parts, seen, reporter);
    }
    let web = parts.scheme != Scheme::Ftp;
    if let Some(index) = origin.filter(|_| web) {
        list(address, parts, seen, index, locs, reporter);
    }
    if address.role == UrlRole::Page
        && let Some(found) = path::fragment(address, parts, reporter.options.strict_schema)
    {
        wait(locs, reporter, found, |waiting| &mut waiting.fragment);
    }
}

/// Records a valid URL for its entry and compares it with the file's own URL.
fn list(
    address: &Address<'_>,
    parts: &Parts,
    seen: UrlClasses,
    index: usize,
    locs: &mut Locs,
    reporter: &mut Reporter<'_>,
) {
    let Some(origin) = locs.origins.get(index) else { return };
    let url = address.url;
    // A URL that differs from its normal form only in case is not normalized.
    let plain = origin.normal && !seen.has(UrlClasses::PERCENT.and(UrlClasses::NON_ASCII).and(UrlClasses::SLASH_DOT));
    let key_of = |url: &str| {
        let parts = (!plain).then(|| Parts::split(url)).flatten();
        parts.map_or_else(|| key::of(url), |parts| key::of(&normal::with_host(url, &parts, &origin.host.ascii)))
    };
    let end = parts.fragment.map_or(url.len(), |fragment| fragment.start - 1);
    let without_fragment = url.at(..end);
    let key = key_of(url);
    let key_without = parts.fragment.map(|_| key_of(without_fragment));
    let mut listed = EntryUrl::new(address.whole(), key, address.field.value.is_plain(), parts.scheme);
    listed.without_fragment = key_without;
    listed.index = address.role == UrlRole::Sitemap;
    listed.host = origin.host_key;
    if locs.identify {
        listed.identity = facts::identity(url);
    }
    let itself = locs.own.as_ref().is_some_and(|own| own.is(without_fragment, key_without.unwrap_or(key)));
    if address.role == UrlRole::Sitemap {
        let (index_name, looks) = index::child(address, parts, origin, locs.own.as_ref(), itself, reporter);
        locs.index_name = index_name;
        locs.totals.child(address, looks, reporter.entry());
    } else {
        if let Some(own) = locs.own.as_ref().filter(|_| !locs.has_no_scope) {
            scope::page(address, parts, origin, own, &mut locs.uncovered, reporter);
        }
        if itself {
            locs.totals.own += 1;
        } else if names_sitemap(parts.path.of(url)) {
            locs.totals.sitemap(address, reporter.entry());
        } else if path::is_error_page(parts.path.of(url), locs.own.as_ref().map(OwnUrl::directory))
            && !path::neighbours(url).any(|url| locs.listing.has(key_of(&url)))
        {
            let found = rules::loc_error_page(address.whole(), address.whole());
            wait(locs, reporter, found, |waiting| &mut waiting.own);
        }
    }
    if itself {
        let message = if listed.index { rules::index_self_reference } else { rules::loc_self_reference };
        let found = message(address.whole(), address.whole());
        wait(locs, reporter, found, |waiting| &mut waiting.own);
    } else {
        locs.waiting.url.get_or_insert(listed);
    }
}

/// Reports an empty value; in an entry, at its end.
fn empty(field: &Field<'_>, role: UrlRole, locs: &mut Locs, reporter: &mut Reporter<'_>) {
    let name: Arg = if field.name.is_empty() { "loc".into() } else { field.name.into() };
    let place = field.empty_span();
    if matches!(role, UrlRole::Page | UrlRole::Sitemap) {
        wait(locs, reporter, rules::loc_empty(place, name), |waiting| &mut waiting.empty);
    } else if role == UrlRole::Image {
        let written = field.source.at(field.name);
        let image = written.strip_suffix("loc").map(|prefix| format!("{prefix}image"));
        reporter.report(rules::loc_empty::image(place, name, image.unwrap_or_else(|| "image:image".to_owned())));
    } else {
        reporter.report(rules::loc_empty::part(place, name));
    }
}

/// Keeps a finding until the entry ends, or reports it if there is one of its kind already.
fn wait(
    locs: &mut Locs,
    reporter: &mut Reporter<'_>,
    mut found: Diagnostic,
    slot: impl Fn(&mut PendingEntry) -> &mut Option<Diagnostic>,
) {
    found.entry = reporter.entry();
    locs.waiting.more = true;
    let slot = slot(&mut locs.waiting);
    if slot.is_none() {
        *slot = Some(found);
    } else {
        reporter.report(found);
    }
}

/// Checks a complete entry for duplicates, and reports the findings whose fix deletes it.
pub(crate) fn entry(entry: &Entry, source: &str, locs: &mut Locs, reporter: &mut Reporter<'_>) {
    let url = locs.waiting.url.take();
    if locs.waiting.more {
        let waiting = std::mem::take(&mut locs.waiting);
        let delete = || entry.extent.delete(source);
        if let Some(found) = waiting.empty {
            reporter.report(found.suggest(delete()));
        }
        if let Some(found) = waiting.own {
            reporter.report(found.suggest(delete()));
        }
        if let Some(found) = waiting.fragment {
            let listed = url.as_ref().is_some_and(|url| locs.listing.has_without_fragment(url, source));
            reporter.report(if listed { found.suggest(delete()) } else { found });
        }
    }
    if let Some(url) = url {
        if let Some(pages) = locs.pages.as_mut().filter(|_| !url.index) {
            let is_extended = entry.is_extended;
            pages.push(facts::PageUrl { identity: url.identity, url: url.place(), is_extended });
        }
        locs.listing.add(url, entry, source, reporter);
    }
}

/// Checks all URLs together, at the end of the file.
pub(crate) fn finish(locs: &mut Locs, reporter: &mut Reporter<'_>) {
    let waiting = std::mem::take(&mut locs.waiting);
    for found in [waiting.empty, waiting.own, waiting.fragment].into_iter().flatten() {
        reporter.report(found);
    }
    for (unreachable, none_reachable) in locs.origins.take_unreachable() {
        unreachable.report(none_reachable, reporter);
    }
    if let Some(own) = &locs.own {
        for_google(&locs.origins, own, reporter);
    }
    locs.uncovered.finish(locs.own.as_ref(), reporter);
    locs.totals.finish(reporter);
    locs.mojibake.finish(reporter);
    let index = locs.totals.children > 0;
    if locs.own.is_none() && (locs.totals.pages > 0 || index) && !locs.has_no_scope {
        totals::mixed(&locs.origins, &locs.listing, index, reporter);
    }
}

/// Reports URLs on other hosts that only Google accepts.
fn for_google(origins: &Origins, own: &OwnUrl, reporter: &mut Reporter<'_>) {
    let others = || origins.used().filter(|origin| origin.is_for_google);
    if let Some(first) = others().find_map(|origin| origin.first) {
        let count = others().map(|origin| origin.count).sum::<u64>();
        let own = own.host().to_owned();
        let mut found = rules::scope_search_console_only::host(first.host, first.host, own, count);
        found.entry = first.entry;
        reporter.report(found);
    }
}

/// True for a path whose last segment looks like the name of a sitemap.
fn names_sitemap(path: &str) -> bool {
    // Fast path: the last letters decide for most pages.
    let zipped = ends_with_ignoring_case(path, ".xml.gz");
    if !zipped && !ends_with_ignoring_case(path, ".xml") {
        return false;
    }
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    zipped || name.starts_with("sitemap") || name.ends_with("sitemap.xml") || name.ends_with("_index.xml")
}

#[cfg(test)]
mod tests;
