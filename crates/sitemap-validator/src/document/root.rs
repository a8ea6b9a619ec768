//! The root element: what it is, or stands for, and whether its content fits it.

use super::node::Part;
use super::{Document, coded, vocabulary};
use crate::check::namespace::{self, Ns};
use crate::check::structure::{self, Holder, Root};
use crate::diagnostic::Edit;
use crate::outcome::Kind;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;
use crate::xml::walk::StartTag;

/// What is known of the root.
#[derive(Debug, Clone, Copy)]
pub(super) struct RootState {
    /// What it is, or stands for.
    pub(super) is: Root,
    pub(super) name: Span,
    pub(super) urls: u32,
    pub(super) sitemaps: u32,
    /// The first entry that belongs below the other root.
    pub(super) foreign: Option<Span>,
    pub(super) news: bool,
}

impl Document<'_> {
    pub(super) fn finish_root(&mut self, root: RootState, reporter: &mut Reporter<'_>) {
        let foreign = if root.is == Root::Urlset { root.sitemaps } else { root.urls };
        let own = if root.is == Root::Urlset { root.urls } else { root.sitemaps };
        if let Some(first) = root.foreign {
            let right = if root.is == Root::Urlset { Root::Index } else { Root::Urlset };
            let found = if own == 0 {
                rules::structure_wrong_root_for_content(root.name, root.name, right.name())
                    .suggest(self.rename_root(root.name, right.name()))
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

    /// Offers to make an index of a `urlset` of sitemaps, as far as its tags are where they seem to be.
    pub(super) fn offer_conversion(&mut self, root: RootState, reporter: &Reporter<'_>) {
        let sound = root.is == Root::Urlset && root.foreign.is_none() && reporter.fatal_at().is_none();
        if let Some((edits, entries)) = self.conversion.finish().filter(|_| sound) {
            self.locs.offer_conversion(edits, entries);
        }
    }

    /// Edits that rename the root's start tag, and its end tag when the text ends with it.
    pub(super) fn rename_root(&self, name: Span, right: &'static str) -> Vec<Edit> {
        let written = self.text.at(name);
        let prefix = written.find(':').map_or(0, |colon| colon + 1);
        let mut edits = vec![Edit::replace(Span::new(name.start as usize + prefix, name.end as usize), right)];
        let closing = format!("</{written}");
        if let Some(at) = self.text.rfind(&closing).filter(|&at| at > name.start as usize) {
            edits.push(Edit::replace(Span::new(at + 2 + prefix, at + closing.len()), right));
        }
        edits
    }

    /// The root element.
    pub(super) fn start_root(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) -> Part {
        let written = self.text.at(element.name);
        let local = written.rsplit(':').next().unwrap_or(written);
        if matches!(self.kind, Kind::Rss | Kind::Atom) {
            return self.start_feed(element, reporter);
        }
        let known = match local {
            "urlset" => Some(Root::Urlset),
            "sitemapindex" => Some(Root::Index),
            _ if self.kind == Kind::Html => None,
            _ => self.guess_root(element, local, reporter),
        };
        let Some(is) = known else {
            self.namespaces.resolve(element.name, reporter);
            return Part::Foreign;
        };
        if self.root.is_some() {
            // A second root goes on where the first one ended.
            self.namespaces.root(element.name, element.attributes, reporter);
            return Part::Root;
        }
        self.kind = if is == Root::Index { Kind::SitemapIndex } else { Kind::Urlset };
        let typo = self.namespaces.root(element.name, element.attributes, reporter);
        let news = self.namespaces.declares(Ns::extension("news"));
        self.root = Some(RootState { is, name: element.name, urls: 0, sitemaps: 0, foreign: None, news });
        structure::attributes(self.text, &self.namespaces, element, Holder::Root(typo), reporter);
        namespace::schema_location(
            self.text,
            &self.namespaces,
            (element.name, is.name()),
            element.attributes,
            reporter,
        );
        Part::Root
    }

    /// The root an unknown one most likely stands for: by its spelling, else by its first child.
    pub(super) fn guess_root(&self, element: &StartTag<'_>, local: &str, reporter: &mut Reporter<'_>) -> Option<Root> {
        let spelled = [Root::Urlset, Root::Index]
            .into_iter()
            .find(|root| local.eq_ignore_ascii_case(root.name()) || distance(local, root.name()) <= 2);
        let child = first_child(self.text, element.tag.end as usize);
        let guess = spelled.or_else(|| [Root::Urlset, Root::Index].into_iter().find(|root| child == root.entry()));
        if guess.is_none() {
            let within = coded::within(self.text, element.name, element.tag.end as usize);
            let coded = within.map(|(document, name)| coded::finding(self.text, document, Some(name)));
            if let Some(found) = coded.or_else(|| vocabulary::finding(self.text, element.name, element.tag)) {
                reporter.report(found);
                return None;
            }
        }
        let name = element.name;
        reporter.report(match guess {
            Some(root) => rules::structure_unknown_root::typo(name, name, root.name())
                .suggest(self.rename_root(name, root.name())),
            None => rules::structure_unknown_root::unknown(name, name),
        });
        guess
    }

    pub(super) fn is_root_name(&self, name: Span) -> bool {
        let written = self.text.at(name);
        matches!(written.rsplit(':').next(), Some("urlset" | "sitemapindex"))
    }
}

/// The local name of the first start tag behind byte `from`; empty when there is none near.
fn first_child(text: &str, from: usize) -> &str {
    let mut end = (from + 4096).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut rest = &text[from..end];
    while let Some(at) = rest.find('<') {
        rest = &rest[at + 1..];
        let name = &rest[..crate::xml::chars::name_end(rest, 0)];
        if !name.is_empty() {
            return name.rsplit(':').next().unwrap_or(name);
        }
    }
    ""
}
