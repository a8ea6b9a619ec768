//! The root element: its actual or intended name, and whether its content matches it.

use std::borrow::Cow;

use super::node::Part;
use super::{Document, coded, vocabulary};
use crate::check::extension::EXTENSIONS;
use crate::check::namespace::{self, XHTML};
use crate::check::structure::{self, Holder, Typo};
use crate::diagnostic::{Diagnostic, Edit, MOST_EDITS};
use crate::elements::{Core, Root};
use crate::outcome::Kind;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;
use crate::xml::chars::name_end;
use crate::xml::tokens::{Token, Tokens};
use crate::xml::walk::{EndTag, StartTag};

#[derive(Debug, Clone, Copy)]
pub(super) struct RootState {
    /// The actual or intended root.
    pub(super) is: Root,
    pub(super) name: Span,
    /// The name in its end tag; with several roots, in that of the last one.
    pub(super) end_name: Option<Span>,
    pub(super) urls: u32,
    pub(super) sitemaps: u32,
    /// The first entry that belongs in the other root.
    pub(super) foreign: Option<Span>,
}

impl Document<'_> {
    pub(super) fn finish_root(&mut self, root: RootState, reporter: &mut Reporter<'_>) {
        let foreign = if root.is == Root::Urlset { root.sitemaps } else { root.urls };
        let own = if root.is == Root::Urlset { root.urls } else { root.sitemaps };
        if let Some(first) = root.foreign {
            let right = if root.is == Root::Urlset { Root::Index } else { Root::Urlset };
            let found =
                if own == 0 {
                    rules::structure_wrong_root_for_content(root.name, root.name, right.name())
                        .suggest(structure::rename(self.text, root.name, root.end_name, right.name()))
                } else {
                    rules::structure_wrong_root_for_content::some(root.name, root.name, right.name(), foreign)
                };
            reporter.report(found.related(first, "belongs elsewhere"));
        } else if self.entries == 0 {
            if root.is == Root::Index {
                reporter.report(rules::index_empty(root.name, root.name));
            } else {
                reporter.report(rules::structure_empty_urlset(root.name, root.name));
            }
        }
    }

    /// Offers to turn a `urlset` of sitemaps into an index, or an index of pages into a `urlset`, if the markup is
    /// well-formed.
    pub(super) fn offer_conversion(&mut self, root: RootState, reporter: &Reporter<'_>) {
        let sound = root.foreign.is_none() && reporter.fatal_at().is_none();
        if let Some((edits, entries)) = self.conversion.finish().filter(|_| sound) {
            self.locs.offer_conversion(edits, entries);
        }
    }

    /// Records the name in an end tag of the root.
    pub(super) fn end_root(&mut self, end: EndTag) {
        if let Some(root) = &mut self.root {
            root.end_name = end.name.or(root.end_name);
        }
    }

    /// Starts the root element.
    pub(super) fn start_root(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) -> (Part, Option<Typo>) {
        let written = self.text.at(element.name);
        let local = written.rsplit(':').next().unwrap_or(written);
        if matches!(self.kind, Kind::Rss | Kind::Atom) {
            return (self.start_feed(element, reporter), None);
        }
        let known = match Root::by_name(local) {
            Some(root) => Some((root, None)),
            None if self.kind == Kind::Html => None,
            None => self.guess_root(element, local, reporter),
        };
        let Some((is, meant)) = known else {
            self.namespaces.resolve(element.name, reporter);
            return (Part::Foreign, None);
        };
        if self.root.is_some() {
            // The content of a second root is treated as that of the first one.
            self.namespaces.root(element.name, element.attributes, reporter);
            return (Part::Root, meant);
        }
        self.kind = if is == Root::Index { Kind::SitemapIndex } else { Kind::Urlset };
        let typo = self.namespaces.root(element.name, element.attributes, reporter);
        self.root = Some(RootState { is, name: element.name, end_name: None, urls: 0, sitemaps: 0, foreign: None });
        structure::attributes(self.text, &self.namespaces, element, Holder::Root(typo), reporter);
        namespace::schema_location(
            self.text,
            &self.namespaces,
            (element.name, is.name()),
            element.attributes,
            reporter,
        );
        (Part::Root, meant)
    }

    /// The root that an unknown one most likely means: by its spelling, otherwise by its first child.
    fn guess_root(
        &self,
        element: &StartTag<'_>,
        local: &str,
        reporter: &mut Reporter<'_>,
    ) -> Option<(Root, Option<Typo>)> {
        let spelled = [Root::Urlset, Root::Index]
            .into_iter()
            .find(|root| local.eq_ignore_ascii_case(root.name()) || distance(local, root.name()) <= 2);
        let child = first_child(self.text, element.tag.end as usize);
        let guess = spelled.or_else(|| [Root::Urlset, Root::Index].into_iter().find(|root| child == root.entry()));
        if let Some(root) = guess {
            return Some((root, Some(Typo { message: rules::structure_unknown_root::typo, name: root.name() })));
        }
        let name = element.name;
        if let Some(found) = missing(self.text, element.tag) {
            reporter.report(found);
            return None;
        }
        let coded = coded::within(self.text, name, element.tag.range().end)
            .map(|(document, name)| coded::finding(self.text, document, Some(name)));
        let found = coded.or_else(|| vocabulary::finding(self.text, name, element.tag));
        reporter.report(found.unwrap_or_else(|| rules::structure_unknown_root::unknown(name, name)));
        None
    }

    pub(super) fn is_root_name(&self, name: Span) -> bool {
        let written = self.text.at(name);
        written.rsplit(':').next().is_some_and(|local| Root::by_name(local).is_some())
    }
}

/// The finding on entries without a root element, or on values without entries, if `tag`, the first of the file, is that of
/// one. The fix puts them into elements.
pub(crate) fn missing(text: &str, tag: Span) -> Option<Diagnostic> {
    let written = text.at(tag);
    let begins = |name: &str| {
        written
            .strip_prefix('<')
            .is_some_and(|rest| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with(['>', ' '])))
    };
    let value = Core::ALL.into_iter().map(Core::name).find(|name| begins(name));
    let root = Root::ALL.into_iter().find(|root| begins(root.entry())).or(value.map(|_| Root::Urlset))?;
    if !written.ends_with('>') || !text.contains("<loc") {
        return None;
    }
    let name = value.unwrap_or(root.entry());
    let name = Span::new(tag.start as usize + 1, tag.start as usize + 1 + name.len());
    let found = rules::structure_unknown_root::missing(name, name, root.name());
    let mut declarations = String::new();
    let known = EXTENSIONS.iter().filter_map(|known| Some((known.prefix, *known.uris.first()?)));
    for (prefix, uri) in known.chain([("xhtml", XHTML)]) {
        if text.contains(&format!("<{prefix}:")) {
            declarations.extend([" xmlns:", prefix, "=\"", uri, "\""]);
        }
    }
    let start = root.start(&declarations);
    // The XML declaration may be there.
    let is_declared = text.at(..tag.range().start).contains("<?xml");
    let start = start.split_once('\n').filter(|_| is_declared).map_or(&*start, |(_, root)| root).to_owned();
    let mut inserted = vec![(tag.range().start, Cow::Owned(start))];
    if value.is_some() {
        inserted.extend(entries(text, tag.range().start));
    }
    let end = root.end();
    if !text.contains(end.trim_end()) {
        inserted.push((text.trim_end().len(), format!("\n{}", end.trim_end()).into()));
    }
    if inserted.len() > MOST_EDITS {
        return Some(found);
    }
    let mut edits: Vec<Edit> = Vec::new();
    for (at, tags) in inserted {
        match edits.last_mut().filter(|edit| edit.span.end as usize == at) {
            Some(edit) => edit.text.to_mut().push_str(&tags),
            None => edits.push(Edit::insert(at, tags)),
        }
    }
    Some(found.suggest(edits))
}

/// The tags of entries, with their places, around the values after byte `from`, which are in none. A value that an entry has
/// already begins the next one.
fn entries(text: &str, from: usize) -> Vec<(usize, Cow<'static, str>)> {
    let mut tags = Vec::new();
    // The values of the open entry; whether its start tag is in the text; the depth of elements in it.
    let (mut values, mut is_written, mut depth) = (Vec::new(), false, 0_usize);
    for token in Tokens::new(text, from) {
        let (Token::Start(tag) | Token::End(tag)) = token else { continue };
        let (place, written) = (tag.range().start, text.at(tag));
        let name = written.trim_start_matches(['<', '/']).trim_end_matches(['>', '/']);
        let name = name.split(|c: char| c.is_ascii_whitespace()).next().unwrap_or_default();
        if name == Root::Urlset.entry() {
            if written.starts_with("<u") && !values.is_empty() && !is_written {
                tags.push((place, "</url>\n".into()));
            }
            (values, is_written, depth) = (Vec::new(), written.starts_with("<u"), 0);
        } else if written.starts_with("</") {
            depth = depth.saturating_sub(1);
        } else {
            if let Some(value) = Core::by_name(name).filter(|_| depth == 0 && !is_written) {
                if values.is_empty() {
                    tags.push((place, "<url>".into()));
                } else if values.contains(&value) {
                    tags.push((place, "</url>\n<url>".into()));
                    values.clear();
                }
                values.push(value);
            }
            depth += usize::from(!written.ends_with("/>"));
        }
    }
    if !values.is_empty() && !is_written {
        tags.push((text.trim_end().len(), "</url>".into()));
    }
    tags
}

/// True if `tag`, the first of the file, is that of one of several entries without a root element, or that of a value
/// without an entry.
pub(crate) fn are_missing(text: &str, tag: Span) -> bool {
    let name = text.at(tag).trim_matches(['<', '>']);
    // The end tag of a root is far away.
    if Core::by_name(name).is_none() && Root::by_entry(name).is_none() {
        return false;
    }
    let next = text.split_once(&format!("</{name}>")).map_or("", |(_, rest)| rest.trim_start());
    let follows = |name: &str| {
        next.strip_prefix('<').and_then(|next| next.strip_prefix(name)).is_some_and(|rest| rest.starts_with('>'))
    };
    if Core::by_name(name).is_some() {
        return Core::ALL.map(Core::name).into_iter().chain(["url", "/url"]).any(follows);
    }
    follows(name)
}

/// The number of bytes after the root's start tag that are searched for its first child.
const REACH: usize = 4096;

/// The local name of the first start tag after byte `from`; empty if there is none nearby.
fn first_child(text: &str, from: usize) -> &str {
    let near = text.at(..text.floor_char_boundary(from + REACH));
    let name = Tokens::new(near, from).find_map(|token| match token {
        Token::Start(tag) | Token::Broken(tag) => {
            let start = tag.start as usize + 1;
            Some(near.at(start..name_end(near, start))).filter(|name| !name.is_empty())
        }
        _ => None,
    });
    name.and_then(|name| name.rsplit(':').next()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::{FixKind, MOST_EDITS};
    use crate::fix::apply;
    use crate::registry::Rule;
    use crate::{Options, Validator};

    #[test]
    fn values_without_entries_become_entries() {
        for (text, entries) in [
            ("<loc>a</loc>\n<loc>b</loc>", "<url><loc>a</loc>\n</url>\n<url><loc>b</loc></url>"),
            (
                "<loc>a</loc><lastmod>1</lastmod><i:i><loc>x</loc></i:i><loc>b</loc>",
                "<url><loc>a</loc><lastmod>1</lastmod><i:i><loc>x</loc></i:i></url>\n<url><loc>b</loc></url>",
            ),
            (
                "<lastmod>1</lastmod></url><url><loc>b</loc></url>",
                "<url><lastmod>1</lastmod></url><url><loc>b</loc></url>",
            ),
            ("<loc>a</loc><url><loc>b</loc></url>", "<url><loc>a</loc></url>\n<url><loc>b</loc></url>"),
            ("<loc>a</loc>\n", "<url><loc>a</loc></url>"),
        ] {
            let checked = Validator::new(Options::default()).check_text("sitemap.xml", text);
            let (fixed, count) = apply(text, &checked.report.diagnostics, FixKind::Suggest);
            let inner = fixed.split_once("0.9\">\n").and_then(|(_, inner)| inner.split_once("\n</urlset>"));
            assert_eq!((inner.map(|(inner, _)| inner), count), (Some(entries), 1), "{text} {fixed}");
        }
        let many = Validator::new(Options::default()).check_text("sitemap.xml", "<loc>a</loc>".repeat(MOST_EDITS));
        assert!(many.report.diagnostics.iter().all(|found| found.fix.is_none()));
    }

    #[test]
    fn a_root_is_renamed_in_its_own_tags() {
        for (text, rule, renamed) in [
            (
                "<urlste><url><loc>https://a.example/</loc></url></urlste><!-- </urlste> -->",
                Rule::StructureUnknownRoot,
                "<urlset><url><loc>https://a.example/</loc></url></urlset><!-- </urlste> -->",
            ),
            (
                "<urlset><sitemap><loc>https://a.example/</loc></sitemap></urlset><!-- </urlset> -->",
                Rule::StructureWrongRootForContent,
                "<sitemapindex><sitemap><loc>https://a.example/</loc></sitemap></sitemapindex><!-- </urlset> -->",
            ),
        ] {
            let checked = Validator::new(Options::default()).check_text("sitemap.xml", text);
            let found: Vec<_> = checked.report.diagnostics.iter().filter(|found| found.rule() == rule).collect();
            let (fixed, _) = apply(text, found.iter().copied(), FixKind::Suggest);
            assert_eq!(fixed, renamed, "{found:?}");
        }
    }
}
