//! The structure of a sitemap: where elements are allowed, how often, and in what order.

use super::namespace::Namespaces;
use super::with_leading_space;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::elements::{Core, Root};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::is_blank;
use crate::value::spelling::distance;
use crate::value::template::template;
use crate::xml::tag::Attribute;
use crate::xml::walk::StartTag;

/// The right name for a misspelled one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Typo {
    /// The message of `structure-element-case`, `structure-element-typo` or an extension.
    pub(crate) message: fn(Span, Span, &'static str) -> Diagnostic,
    /// The right name.
    pub(crate) name: &'static str,
}

/// The value of an entry of which `name` is a misspelling; `present` is true for values that the
/// entry has.
pub(crate) fn meant_value(name: &str, root: Root, present: impl Fn(Core) -> bool) -> Option<(Core, Typo)> {
    if let Some(core) = Core::ALL.into_iter().find(|core| name.eq_ignore_ascii_case(core.name())) {
        return Some((core, Typo { message: rules::structure_element_case, name: core.name() }));
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
        .then(|| (core, Typo { message: rules::structure_element_typo, name: core.name() }))
}

/// The typo if `name` is a misspelling of `right`.
pub(crate) fn meant(name: &str, right: &'static str) -> Option<Typo> {
    if name.eq_ignore_ascii_case(right) {
        Some(Typo { message: rules::structure_element_case, name: right })
    } else if is_typo(&name.to_ascii_lowercase(), right) {
        Some(Typo { message: rules::structure_element_typo, name: right })
    } else {
        None
    }
}

fn is_typo(name: &str, right: &str) -> bool {
    let distance = distance(name, right);
    distance <= 2 && distance <= name.len().max(right.len()) / 3
}

/// Reports the misspelled name of a complete element.
pub(crate) fn misspelled(text: &str, name: Span, end_name: Option<Span>, meant: Typo, reporter: &mut Reporter<'_>) {
    let found = (meant.message)(name, name, meant.name);
    // Another name in the end tag is the cause, and reported as such.
    let is_other = end_name.is_some_and(|end| text.at(end) != text.at(name));
    if is_other && found.rule() == Rule::StructureElementCase {
        return;
    }
    reporter.report(if reporter.is_in_damaged(name) {
        found
    } else {
        found.suggest(rename(text, name, end_name, meant.name))
    });
}

/// Edits that give an element another local name, in its end tag only if that has the same name.
pub(crate) fn rename(text: &str, name: Span, end_name: Option<Span>, new: &'static str) -> Vec<Edit> {
    let written = text.at(name);
    let prefix = written.find(':').map_or(0, |colon| colon + 1);
    let end_name = end_name.filter(|&end| end != name && text.at(end) == written);
    let names = [Some(name), end_name].into_iter().flatten();
    names.map(|name| Edit::replace(Span::new(name.range().start + prefix, name.range().end), new)).collect()
}

/// The kind of an element whose attributes are checked.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Holder {
    /// The root, with an attribute that another rule has reported.
    Root(Option<Span>),
    /// An entry of this root.
    Entry(Root),
    Value,
    /// A misplaced element.
    Other,
}

/// Reports unknown attributes on a core element. True if they contain the values of the element.
/// Those of the root have the severity info: some programs add their names there.
///
/// The schemas also forbid attributes of other namespaces, except those that name a schema.
pub(crate) fn attributes(
    text: &str,
    namespaces: &Namespaces<'_>,
    element: &StartTag<'_>,
    holder: Holder,
    reporter: &mut Reporter<'_>,
) -> bool {
    let mut unexpected = element.attributes.iter().filter(|attribute| {
        let name = text.at(attribute.name);
        let (prefix, local) = name.split_once(':').unwrap_or((name, ""));
        let known = prefix == "xmlns" || matches!(holder, Holder::Root(Some(except)) if except == attribute.whole);
        let location = matches!(local, "schemaLocation" | "noNamespaceSchemaLocation");
        !known && (!is_foreign(name) || reporter.options.strict_schema && !(location && namespaces.is_xsi(prefix)))
    });
    let Some(first) = unexpected.next() else { return false };
    let unexpected: Vec<&Attribute> = std::iter::once(first).chain(unexpected).collect();
    let moves = moves(text, element, &unexpected, holder);
    let edits: Vec<Edit> = if moves.is_empty() { Vec::new() } else { as_content(text, element, &moves, holder) };
    for attribute in unexpected {
        let right = moves.iter().find(|(moved, _)| moved.whole == attribute.whole);
        let found = if let Some((_, element)) = right {
            let Attribute { whole, name, value, .. } = *attribute;
            rules::structure_unexpected_attribute::element(whole, name, element.clone(), value).suggest(edits.clone())
        } else {
            let edit = Edit::delete(with_leading_space(text, attribute.whole));
            // An attribute of another namespace may have a meaning: the fix is only suggested.
            let foreign = is_foreign(text.at(attribute.name));
            let found = rules::structure_unexpected_attribute(attribute.whole, attribute.name);
            if foreign { found.suggest(edit) } else { found.safe(edit) }
        };
        let is_root = matches!(holder, Holder::Root(_));
        reporter.report(if is_root { found.severity(Severity::Info) } else { found });
    }
    match holder {
        Holder::Entry(_) => moves.iter().any(|(_, name)| name.ends_with(Core::Loc.name())),
        _ => !moves.is_empty(),
    }
}

/// True for an attribute of another namespace.
fn is_foreign(name: &str) -> bool {
    name.split_once(':').is_some_and(|(prefix, _)| prefix != "xml")
}

/// The attributes whose values belong in an element, with its name: `<url loc="...">`, `<loc href="..."/>`.
fn moves<'a>(
    text: &str,
    element: &StartTag<'_>,
    attributes: &[&'a Attribute],
    holder: Holder,
) -> Vec<(&'a Attribute, String)> {
    let name = text.at(element.name);
    let prefix = name.at(..name.find(':').map_or(0, |colon| colon + 1));
    let rest = text.at(element.tag.end as usize..);
    let is_empty_tag = text.at(element.tag).ends_with("/>");
    let filled = attributes.iter().copied().filter(|attribute| !is_blank(text.at(attribute.value).as_bytes()));
    match holder {
        _ if element.broken => Vec::new(),
        Holder::Entry(root) => {
            let near = rest.at(..rest.floor_char_boundary(NEAR));
            let inside = if is_empty_tag { "" } else { near.split("</url").next().unwrap_or_default() };
            let mut moves: Vec<(&Attribute, String)> = Vec::new();
            for attribute in filled {
                let core = match text.at(attribute.name).to_ascii_lowercase().as_str() {
                    "href" | "url" | "link" => Some(Core::Loc),
                    "date" | "modified" => Some(Core::Lastmod),
                    known => Core::by_name(known),
                };
                let Some(core) = core.filter(|core| core.belongs(root)) else { continue };
                let is = format!("{prefix}{}", core.name());
                if !inside.contains(&format!("<{is}")) && moves.iter().all(|(_, other)| *other != is) {
                    moves.push((attribute, is));
                }
            }
            moves
        }
        Holder::Value if is_empty_tag || rest.starts_with("</") => {
            let mut filled = filled;
            match (filled.next(), filled.next()) {
                (Some(only), None) => vec![(only, name.to_owned())],
                _ => Vec::new(),
            }
        }
        _ => Vec::new(),
    }
}

/// The number of bytes after an entry's start tag that are searched for a value.
const NEAR: usize = 4096;

/// Edits that turn attributes into elements or content.
fn as_content(text: &str, element: &StartTag<'_>, moves: &[(&Attribute, String)], holder: Holder) -> Vec<Edit> {
    let mut content = String::new();
    for (attribute, name) in moves {
        let value = text.at(attribute.value);
        match holder {
            Holder::Value => content.push_str(value),
            _ => content.extend(["<", name, ">", value, "</", name, ">"]),
        }
    }
    let deleted = moves.iter().map(|(attribute, _)| Edit::delete(with_leading_space(text, attribute.whole)));
    let tag = text.at(element.tag);
    let end = element.tag.end as usize;
    let insert = match tag.strip_suffix("/>") {
        Some(open) => {
            let start = (element.tag.start as usize + open.trim_end().len()).max(moves_end(moves));
            Edit::replace(Span::new(start, end), format!(">{content}</{}>", text.at(element.name)))
        }
        None => Edit::insert(end, content),
    };
    deleted.chain([insert]).collect()
}

/// The end of the last attribute.
fn moves_end(moves: &[(&Attribute, String)]) -> usize {
    moves.iter().map(|(attribute, _)| attribute.whole.range().end).max().unwrap_or(0)
}

/// Reports text where only elements are allowed. In a `url` without `loc`, the fix adds the element to a URL.
pub(crate) fn unexpected_text(text: &str, run: Span, parent: Span, wrap: bool, reporter: &mut Reporter<'_>) {
    if let Some((start, end)) = template(text.at(run)) {
        let code = Span::new(run.start as usize + start, run.start as usize + end);
        return reporter.report(rules::xml_unprocessed_template(code, code));
    }
    reporter.report(if wrap {
        let edits = vec![Edit::insert(run.start as usize, "<loc>"), Edit::insert(run.end as usize, "</loc>")];
        rules::structure_unexpected_text::url(run, run, parent).suggest(edits)
    } else {
        let found = rules::structure_unexpected_text(run, run, parent);
        if text.at(run).contains('<') { found } else { found.suggest(Edit::delete(run)) }
    });
}

/// True if `text` looks like a single absolute URL.
pub(crate) fn looks_like_url(text: &str) -> bool {
    let lower = text.get(..8).unwrap_or(text).to_ascii_lowercase();
    (lower.starts_with("http://") || lower.starts_with("https://")) && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_recognized_and_other_words_are_not() {
        let none = |_| false;
        let other_case = meant_value("lastMod", Root::Urlset, none).unwrap().1;
        let found = (other_case.message)(Span::at(0), Span::at(0), other_case.name);
        assert_eq!(found.rule(), Rule::StructureElementCase);
        assert_eq!(meant_value("lastmodd", Root::Urlset, none).unwrap().0, Core::Lastmod);
        assert_eq!(meant_value("pubDate", Root::Urlset, none).unwrap().0, Core::Lastmod);
        assert!(meant_value("title", Root::Urlset, none).is_none());
        assert!(meant_value("loca", Root::Urlset, |core| core == Core::Loc).is_none());
    }
}
