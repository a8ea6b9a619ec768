//! Mobile sitemaps (`mobile-*`): Google's extension, which no longer has an effect, and Baidu's.

use sitemap_validator_protocol::sorting;

use super::extension::{Content, Element, Extension, Place, attribute};
use super::namespace::Namespaces;
use super::structure::Typo;
use super::with_leading_space;
use crate::diagnostic::Edit;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;
use crate::xml::content::decoded;
use crate::xml::walk::EndTag;

/// The namespace of Google's extension.
pub(crate) const GOOGLE: &str = "http://www.google.com/schemas/sitemap-mobile/1.0";

/// The types that Baidu documents. A page without a type is for mobile devices.
const TYPES: [&str; 3] = ["mobile", "pc,mobile", "htmladapt"];

/// The maximum number of elements that a fix removes.
const MOST: usize = 50_000;

/// The author of a mobile extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Maker {
    /// Unknown, because the prefix is not declared.
    Unknown,
    /// Google, with the span of the declaration.
    Google(Span),
    Baidu,
}

impl Maker {
    fn of(element: &Element<'_>) -> Self {
        match element.namespaces.declaration(element.name) {
            None => Self::Unknown,
            Some((GOOGLE, declaration)) => Self::Google(declaration),
            Some(_) => Self::Baidu,
        }
    }
}

/// The mobile elements of a file.
#[derive(Debug, Default)]
struct Mobile {
    open: Vec<OpenElement>,
    obsolete: Option<Obsolete>,
}

#[derive(Debug)]
struct OpenElement {
    maker: Maker,
    name: Span,
    tag: Span,
    place: Place,
    /// True for the extension's only element.
    known: bool,
    /// True if its content has been reported.
    is_reported: bool,
}

/// Google's elements.
#[derive(Debug)]
struct Obsolete {
    first: Span,
    entry: u32,
    count: u64,
    /// The declaration of the namespace; `None` if there are several.
    declaration: Option<Span>,
    /// The edits that remove all of them; `None` if that is not possible.
    edits: Option<Vec<Edit>>,
}

/// Processes the elements of the mobile extensions.
pub(crate) fn extension() -> Box<dyn Extension> {
    Box::new(Mobile::default())
}

impl Extension for Mobile {
    fn knows(&self, local: &str) -> bool {
        local == "mobile"
    }

    fn start(&mut self, local: &str, element: &Element<'_>, reporter: &mut Reporter<'_>) -> (Content, Option<Typo>) {
        let Element { name, tag, place, .. } = *element;
        let maker = Maker::of(element);
        let known = self.knows(local);
        if known && maker == Maker::Baidu {
            baidu_type(element, reporter);
        }
        if known && !matches!(place, Place::Entry | Place::Within) {
            reporter.report(rules::mobile_not_empty::outside_entry(name, name));
        }
        self.open.push(OpenElement { maker, name, tag, place, known, is_reported: false });
        (Content::Any, None)
    }

    fn stray(&mut self, _: &str) {
        if let Some(open) = self.open.last_mut() {
            open.is_reported = true;
        }
    }

    fn end(&mut self, source: &str, element: Span, end: EndTag, reporter: &mut Reporter<'_>) {
        let Some(open) = self.open.pop() else { return };
        let content = content(source, open.tag, end);
        let text = content.and_then(|content| source.get(content.range()));
        if let (Some(content), true) = (content, open.known && !open.is_reported && !end.truncated) {
            let found = rules::mobile_not_empty::content(content, open.name, content);
            // Elements inside it may belong to another extension.
            let plain = text.is_some_and(|text| !text.contains('<')) && reporter.fatal_at().is_none();
            reporter.report(if plain { found.suggest(Edit::delete(content)) } else { found });
        }
        // A nested element is removed with the outer one.
        if let (Maker::Google(declaration), true) = (open.maker, open.place != Place::Within) {
            let removable = text.is_none_or(|text| !text.contains('<'));
            let edit = removable.then(|| Edit::delete(with_leading_space(source, element)));
            self.obsolete(open.name, element, declaration, edit, reporter);
        }
    }

    fn finish(&mut self, source: &str, namespaces: &mut Namespaces<'_>, reporter: &mut Reporter<'_>) {
        let are_reported = self.obsolete.is_some() && reporter.wants(Rule::MobileGoogleObsolete);
        namespaces.finish_mobile(are_reported, reporter);
        let Some(obsolete) = self.obsolete.take() else { return };
        let mut found = rules::mobile_google_obsolete(obsolete.first, obsolete.first, obsolete.count);
        found.entry = obsolete.entry;
        // Where tags are missing, the extent of an element is uncertain.
        if let Some(mut edits) = obsolete.edits.filter(|_| reporter.fatal_at().is_none()) {
            let unused = |declaration: &Span| !is_used(source, *declaration, &edits);
            let declaration = obsolete.declaration.filter(unused);
            edits.extend(declaration.map(|declaration| Edit::delete(with_leading_space(source, declaration))));
            sorting::by_key(&mut edits, |edit| edit.span);
            found = found.suggest(edits);
        }
        reporter.report(found);
    }
}

impl Mobile {
    fn obsolete(&mut self, name: Span, element: Span, declaration: Span, edit: Option<Edit>, reporter: &Reporter<'_>) {
        let outside = Some(declaration).filter(|declaration| declaration.start < element.start);
        let obsolete = self.obsolete.get_or_insert_with(|| Obsolete {
            first: name,
            entry: reporter.entry(),
            count: 0,
            declaration: outside,
            edits: Some(Vec::new()),
        });
        obsolete.count += 1;
        obsolete.declaration = obsolete.declaration.filter(|_| obsolete.declaration == outside);
        obsolete.edits = match (obsolete.edits.take(), edit) {
            (Some(mut edits), Some(edit)) if edits.len() < MOST => {
                edits.push(edit);
                Some(edits)
            }
            _ => None,
        };
    }
}

/// Reports a `type` that Baidu does not document.
fn baidu_type(element: &Element<'_>, reporter: &mut Reporter<'_>) {
    let Some(attribute) = attribute(element.source, element.attributes, "type") else { return };
    let written = decoded(element.source, attribute.value);
    if TYPES.contains(&&*written) {
        return;
    }
    let value = attribute.value;
    reporter.report(match nearest(&written) {
        Some(right) => rules::mobile_baidu_type_invalid::like(value, value, right).suggest(Edit::replace(value, right)),
        None if written.trim().is_empty() => rules::mobile_baidu_type_invalid::empty(value),
        None => rules::mobile_baidu_type_invalid::unknown(value, value),
    });
}

/// The documented type that is most similar to `written`.
fn nearest(written: &str) -> Option<&'static str> {
    if written.len() > 32 {
        return None;
    }
    let comma = |character: char| if matches!(character, ';' | '|' | '/' | '+') { ',' } else { character };
    let plain: String = written.chars().filter(|character| !character.is_whitespace()).map(comma).collect();
    let plain = plain.to_ascii_lowercase();
    if plain == "mobile,pc" {
        return Some("pc,mobile");
    }
    let near = TYPES.into_iter().map(|right| (distance(&plain, right), right)).min()?;
    (near.0 <= 2).then_some(near.1)
}

/// The trimmed content of an element; `None` if it is empty or contains only comments.
fn content(source: &str, tag: Span, end: EndTag) -> Option<Span> {
    let inside = source.get(tag.end as usize..end.tag.start as usize)?;
    let start = end.tag.start as usize - inside.trim_start().len();
    (!is_blank(inside)).then(|| Span::new(start, start + inside.trim().len()))
}

/// True for white space and comments.
fn is_blank(mut text: &str) -> bool {
    loop {
        text = text.trim_start();
        let Some(comment) = text.strip_prefix("<!--") else { return text.is_empty() };
        let Some((_, rest)) = comment.split_once("-->") else { return false };
        text = rest;
    }
}

/// True if the declared prefix may be used outside the spans that `edits` delete.
fn is_used(source: &str, declaration: Span, edits: &[Edit]) -> bool {
    let written = source.at(declaration);
    let name = written.split('=').next().unwrap_or_default().trim_end();
    let Some(prefix) = name.strip_prefix("xmlns:") else { return true };
    let used = format!("{prefix}:");
    let mut edits = edits.iter().map(|edit| edit.span).peekable();
    memchr::memmem::find_iter(source.as_bytes(), &used).any(|at| {
        while edits.next_if(|span| span.end as usize <= at).is_some() {}
        edits.peek().is_none_or(|span| at < span.start as usize)
    })
}

#[cfg(test)]
#[path = "mobile_tests.rs"]
mod tests;
