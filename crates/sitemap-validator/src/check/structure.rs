//! The shape of a sitemap: which element may stand where, how often, and in what order.

use super::namespace::Namespaces;
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::value::spelling::distance;
use crate::xml::tag::Attribute;

/// The root elements of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Root {
    /// A sitemap.
    Urlset,
    /// An index.
    Index,
}

impl Root {
    /// The element's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Urlset => "urlset",
            Self::Index => "sitemapindex",
        }
    }

    /// The name of its entries.
    pub(crate) const fn entry(self) -> &'static str {
        match self {
            Self::Urlset => "url",
            Self::Index => "sitemap",
        }
    }
}

/// The values an entry of the protocol has, in the order of its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Core {
    /// `loc`
    Loc,
    /// `lastmod`
    Lastmod,
    /// `changefreq`
    Changefreq,
    /// `priority`
    Priority,
}

impl Core {
    pub(crate) const ALL: [Self; 4] = [Self::Loc, Self::Lastmod, Self::Changefreq, Self::Priority];

    /// The element's name.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Loc => "loc",
            Self::Lastmod => "lastmod",
            Self::Changefreq => "changefreq",
            Self::Priority => "priority",
        }
    }

    /// The value of that name.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        Some(match name {
            "loc" => Self::Loc,
            "lastmod" => Self::Lastmod,
            "changefreq" => Self::Changefreq,
            "priority" => Self::Priority,
            _ => return None,
        })
    }

    /// True when an entry below `root` has it.
    pub(crate) fn belongs(self, root: Root) -> bool {
        root == Root::Urlset || matches!(self, Self::Loc | Self::Lastmod)
    }
}

/// What a misspelled name was meant to be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Meant {
    /// `structure-element-case` or `structure-element-typo`.
    pub(crate) rule: Rule,
    /// The right name.
    pub(crate) name: &'static str,
}

/// The entry's value a name in the protocol's namespace was meant to be; `present` are those the
/// entry already has.
pub(crate) fn meant_value(name: &str, root: Root, present: impl Fn(Core) -> bool) -> Option<(Core, Meant)> {
    if let Some(core) = Core::ALL.into_iter().find(|core| name.eq_ignore_ascii_case(core.name())) {
        return Some((core, Meant { rule: Rule::StructureElementCase, name: core.name() }));
    }
    let lower = name.to_ascii_lowercase();
    let synonym = match lower.as_str() {
        "change_freq" | "change-freq" | "changefrequency" => Some(Core::Changefreq),
        "last_mod" | "last-mod" | "lastmodified" | "pubdate" => Some(Core::Lastmod),
        "location" | "link" => Some(Core::Loc),
        _ => None,
    };
    let near = |core: &Core| is_typo(&lower, core.name());
    let core = synonym.or_else(|| Core::ALL.into_iter().filter(|core| core.belongs(root)).find(near))?;
    (core.belongs(root) && !present(core))
        .then(|| (core, Meant { rule: Rule::StructureElementTypo, name: core.name() }))
}

/// Whether a name was meant to be `right`.
pub(crate) fn meant(name: &str, right: &'static str) -> Option<Meant> {
    if name.eq_ignore_ascii_case(right) {
        Some(Meant { rule: Rule::StructureElementCase, name: right })
    } else if is_typo(&name.to_ascii_lowercase(), right) {
        Some(Meant { rule: Rule::StructureElementTypo, name: right })
    } else {
        None
    }
}

fn is_typo(name: &str, right: &str) -> bool {
    let distance = distance(name, right);
    distance <= 2 && distance <= name.len().max(right.len()) / 3
}

/// The misspelled name of an element that has ended.
pub(crate) fn misspelled(text: &str, name: Span, end_name: Option<Span>, meant: Meant, reporter: &mut Reporter<'_>) {
    let written = &text[name.range()];
    let prefix = written.find(':').map_or(0, |colon| colon + 1);
    let local = |span: Span| Span { start: span.start + prefix as u32, end: span.end };
    let mut edits = vec![Edit::replace(local(name), meant.name)];
    match end_name {
        // Another name in the end tag is the cause, and reported as such.
        Some(end) if &text[end.range()] != written && meant.rule == Rule::StructureElementCase => return,
        Some(end) if &text[end.range()] == written => edits.push(Edit::replace(local(end), meant.name)),
        _ => {}
    }
    reporter.report(Diagnostic::new(meant.rule, name).arg(name).arg(meant.name).suggest(edits));
}

/// An attribute that the protocol does not know on a core element.
///
/// The schemas know none of another namespace either, but those that name a schema.
pub(crate) fn attributes(
    text: &str,
    namespaces: &Namespaces<'_>,
    attributes: &[Attribute],
    except: Option<Span>,
    reporter: &mut Reporter<'_>,
) {
    for attribute in attributes {
        let name = &text[attribute.name.range()];
        let (prefix, local) = name.split_once(':').unwrap_or((name, ""));
        if prefix == "xmlns" || except == Some(attribute.whole) {
            continue;
        }
        let foreign = name.contains(':') && prefix != "xml";
        let location = matches!(local, "schemaLocation" | "noNamespaceSchemaLocation");
        if foreign && (!reporter.options.strict_schema || location && namespaces.is_xsi(prefix)) {
            continue;
        }
        let before = text[..attribute.whole.start as usize].trim_end().len();
        let edit = Edit::delete(Span::new(before, attribute.whole.end as usize));
        let found = Diagnostic::new(Rule::StructureUnexpectedAttribute, attribute.whole).arg(attribute.name);
        // What it means in its own namespace is not for us to say.
        reporter.report(if foreign { found.suggest(edit) } else { found.safe(edit) });
    }
}

/// Text where only elements may stand. In a `url` without `loc` a URL is offered to become one.
pub(crate) fn unexpected_text(text: &str, run: Span, parent: Span, wrap: bool, reporter: &mut Reporter<'_>) {
    let mut found = Diagnostic::new(Rule::StructureUnexpectedText, run).arg(run).arg(parent);
    if wrap {
        let edits = vec![Edit::insert(run.start as usize, "<loc>"), Edit::insert(run.end as usize, "</loc>")];
        found = found.wording(1).suggest(edits);
    } else if !text[run.range()].contains('<') {
        found = found.suggest(Edit::delete(run));
    }
    reporter.report(found);
}

/// True when `text` looks like a single absolute web address.
pub(crate) fn looks_like_url(text: &str) -> bool {
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    (lower.starts_with("http://") || lower.starts_with("https://")) && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_recognised_and_other_words_are_not() {
        let none = |_| false;
        assert_eq!(meant_value("lastMod", Root::Urlset, none).unwrap().1.rule, Rule::StructureElementCase);
        assert_eq!(meant_value("lastmodd", Root::Urlset, none).unwrap().0, Core::Lastmod);
        assert_eq!(meant_value("pubDate", Root::Urlset, none).unwrap().0, Core::Lastmod);
        assert!(meant_value("title", Root::Urlset, none).is_none());
        assert!(meant_value("loca", Root::Urlset, |core| core == Core::Loc).is_none());
    }
}
