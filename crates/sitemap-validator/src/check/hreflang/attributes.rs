//! The attributes of a link: `hreflang-missing-attribute`, `hreflang-rel-invalid`, `hreflang-unexpected-attribute`.

use super::clusters::Alternate;
use super::{Hreflangs, Link};
use crate::check::loc::scheme::is_app;
use crate::check::loc::{self, Locs, Target};
use crate::check::{Field, with_leading_space};
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;
use crate::value::{Value, ValueBuffer};
use crate::xml::reference::{self, Piece};
use crate::xml::tag::Attribute;

#[derive(Debug, Clone, Copy)]
pub(super) enum LinkKind {
    /// An alternate of its page; true if its code is valid.
    Alternate(Alternate, bool),
    /// An alternate whose target is unknown.
    Unknown,
    /// Not a link to a page in a language.
    Other,
}

/// The attributes of a link that have a meaning.
#[derive(Debug, Clone, Copy, Default)]
struct LinkAttributes<'t> {
    rel: Option<&'t Attribute>,
    hreflang: Option<&'t Attribute>,
    href: Option<&'t Attribute>,
    media: Option<&'t Attribute>,
    /// True if it has other attributes.
    others: bool,
}

impl<'t> LinkAttributes<'t> {
    fn of(text: &str, attributes: &'t [Attribute]) -> Self {
        let mut known = Self::default();
        for attribute in attributes {
            let slot = match text.as_bytes().at(attribute.name) {
                b"rel" => &mut known.rel,
                b"hreflang" => &mut known.hreflang,
                b"href" => &mut known.href,
                b"media" => &mut known.media,
                _ => {
                    known.others = true;
                    continue;
                }
            };
            slot.get_or_insert(attribute);
        }
        known
    }

    /// True if the link has `rel`, `hreflang` and `href`.
    const fn is_complete(&self) -> bool {
        self.rel.is_some() && self.hreflang.is_some() && self.href.is_some()
    }
}

/// True for a `link` that is probably an alternate, although it has no namespace or that of sitemaps.
pub(crate) fn is_bare_link(text: &str, local: &str, attributes: &[Attribute]) -> bool {
    let known = || LinkAttributes::of(text, attributes);
    local.eq_ignore_ascii_case("link")
        && matches!(
            known(),
            LinkAttributes { hreflang: Some(_), .. } | LinkAttributes { rel: Some(_), href: Some(_), .. }
        )
}

/// True for a link to a page in another language, in any namespace.
pub(crate) fn is_alternate_link(text: &str, name: Span, attributes: &[Attribute]) -> bool {
    let known = LinkAttributes::of(text, attributes);
    text.at(name).rsplit(':').next() == Some("link") && known.hreflang.is_some() && known.href.is_some()
}

fn written<'s>(text: &'s str, attribute: Option<&Attribute>) -> &'s str {
    attribute.and_then(|attribute| text.get(attribute.value.range())).unwrap_or_default()
}

fn leads_to_app(href: &str) -> bool {
    !href.starts_with("http") && href.split_once(':').is_some_and(|(scheme, _)| is_app(scheme))
}

impl Hreflangs {
    /// Checks the attributes of a link and their values.
    pub(super) fn attributes(&mut self, link: &Link<'_>, locs: &mut Locs, reporter: &mut Reporter<'_>) -> LinkKind {
        let text = link.source.text();
        let known = &LinkAttributes::of(text, link.attributes);
        let rel = written(text, known.rel);
        let alternate = rel == "alternate" || rel.split_ascii_whitespace().any(is_alternate);
        let href = written(text, known.href);
        let is_app = leads_to_app(href);
        let without_code = !known.is_complete() && missing(link, known, alternate, is_app, reporter);
        if let (Some(rel), Some(_), false) = (known.rel, known.hreflang, alternate) {
            let place = if rel.value.is_empty() { rel.whole } else { rel.value };
            let found = if rel.value.is_empty() {
                rules::hreflang_rel_invalid::empty(place)
            } else {
                rules::hreflang_rel_invalid(place, place)
            };
            reporter.report(found.suggest(Edit::replace(rel.value, "alternate")));
        }
        let target = known.href.and_then(|attribute| match loc::plain_alternate(href, locs) {
            Some(target) if !link.source.is_damaged(attribute.value) => Some(target),
            _ => self.value(link, attribute, |field, _| loc::alternate(field, locs, reporter)).flatten(),
        });
        if known.others || known.media.is_some() {
            unexpected(link, known, reporter);
        }
        let Some(hreflang) = known.hreflang else {
            return if without_code { LinkKind::Unknown } else { LinkKind::Other };
        };
        let code = match self.codes.known(written(text, Some(hreflang))) {
            Some(code) if !link.source.is_damaged(hreflang.value) => Some((code, true)),
            _ => self.value(link, hreflang, |field, codes| codes.judge(field, link, href, reporter)),
        };
        match (target, code) {
            _ if is_app => LinkKind::Unknown,
            (Some(Target { identity, host }), Some((code, is_right))) => {
                let quoted =
                    |at: Span| matches!(text.as_bytes().get((at.start as usize).wrapping_sub(1)), Some(b'"' | b'\''));
                match known.href {
                    Some(href) if quoted(href.value) && quoted(hreflang.value) => {
                        let (href, hreflang) = (href.value.start, hreflang.value.start);
                        LinkKind::Alternate(Alternate { identity, host, code, href, hreflang }, is_right)
                    }
                    _ => LinkKind::Unknown,
                }
            }
            _ => LinkKind::Unknown,
        }
    }

    /// Passes the value of an attribute to `judge`, unless it contains invalid bytes.
    fn value<T>(
        &mut self,
        link: &Link<'_>,
        attribute: &Attribute,
        judge: impl FnOnce(&Field<'_>, &mut super::Codes) -> T,
    ) -> Option<T> {
        let source = link.source.text();
        if link.source.is_damaged(attribute.value) {
            return None;
        }
        let raw = source.get(attribute.value.range())?;
        let mut buffer = std::mem::take(&mut self.buffer);
        let mut entity = false;
        let value = if memchr::memchr(b'&', raw.as_bytes()).is_none() {
            Value::plain(raw, attribute.value)
        } else {
            entity = collect(source, attribute.value, &mut buffer);
            buffer.value(source, attribute.value)
        };
        let field = Field {
            source,
            value,
            name: attribute.name,
            element: attribute.whole,
            content: if raw.is_empty() { attribute.whole } else { attribute.value },
        };
        let judged = (!entity).then(|| judge(&field, &mut self.codes));
        buffer.clear();
        self.buffer = buffer;
        judged
    }
}

/// Collects a value whose references have been checked; true if it contains an entity reference.
fn collect(source: &str, span: Span, buffer: &mut ValueBuffer) -> bool {
    let mut entity = false;
    reference::pieces(source, span, |piece| match piece {
        Piece::Literal(span) => buffer.literal(source, span),
        Piece::Character(span, character) => buffer.reference(source, span, character),
        Piece::Entity => entity = true,
    });
    entity
}

fn is_alternate(token: &str) -> bool {
    token.eq_ignore_ascii_case("alternate")
}

/// Reports missing required attributes; true if the language is missing.
fn missing(
    link: &Link<'_>,
    known: &LinkAttributes<'_>,
    alternate: bool,
    app: bool,
    reporter: &mut Reporter<'_>,
) -> bool {
    let nothing = known.rel.is_none() && known.href.is_none();
    let without_code = known.hreflang.is_none() && known.media.is_none() && !app && (alternate || nothing);
    let names = [(known.rel.is_none(), "rel"), (without_code, "hreflang"), (known.href.is_none(), "href")];
    let mut names = names.into_iter().filter(|(missing, _)| *missing).map(|(_, name)| name);
    let Some(first) = names.next() else { return false };
    let name = link.name;
    reporter.report(match (names.next(), names.next()) {
        (Some(_), Some(_)) => rules::hreflang_missing_attribute::all(name, name),
        (Some(second), None) => rules::hreflang_missing_attribute::two(name, name, first, second),
        _ => alone(link, known, first),
    });
    without_code
}

/// True if `written` looks like a misspelled `name`.
fn is_misspelled(written: &str, name: &str) -> bool {
    written.eq_ignore_ascii_case(name) || distance(written, name) == 1
}

/// The finding on a link that lacks only `name`.
fn alone(link: &Link<'_>, known: &LinkAttributes<'_>, name: &'static str) -> Diagnostic {
    let text = link.source.text();
    let written = |attribute: &&Attribute| text.at(attribute.name);
    let other = link.attributes.iter().find(|attribute| is_misspelled(written(attribute), name));
    if let Some(other) = other {
        let found = if written(&other).eq_ignore_ascii_case(name) {
            rules::hreflang_missing_attribute::case(other.name, other.name, name)
        } else {
            rules::hreflang_missing_attribute::typo(other.name, other.name, name)
        };
        return found.suggest(Edit::replace(other.name, name));
    }
    let found = rules::hreflang_missing_attribute::one(link.name, link.name, name);
    if name == "rel" && (known.hreflang.is_some() || known.media.is_some()) {
        found.suggest(Edit::insert(link.name.end as usize, " rel=\"alternate\""))
    } else {
        found
    }
}

/// Reports attributes without a meaning, and `media` together with `hreflang`.
fn unexpected(link: &Link<'_>, known: &LinkAttributes<'_>, reporter: &mut Reporter<'_>) {
    if !reporter.wants(Rule::HreflangUnexpectedAttribute) {
        return;
    }
    let text = link.source.text();
    for attribute in link.attributes {
        let name = text.at(attribute.name);
        let found = match name {
            "media" if known.hreflang.is_some() => {
                rules::hreflang_unexpected_attribute::combined(attribute.whole, attribute.name)
            }
            "rel" | "hreflang" | "href" | "media" | "type" | "title" | "xmlns" => continue,
            // Attributes of other namespaces are allowed; misspelled names are reported as missing attributes.
            _ if name.contains(':') => continue,
            _ if ["rel", "hreflang", "href"].iter().any(|known| is_misspelled(name, known)) => continue,
            _ => rules::hreflang_unexpected_attribute(attribute.whole, link.name, attribute.name),
        };
        reporter.report(found);
    }
}

/// Deletes an element with the white space before it.
pub(super) fn delete(source: &str, element: Span) -> Edit {
    Edit::delete(with_leading_space(source, element))
}
