//! Elements of extensions: which vocabulary looks at them, and where they stand.

use super::Document;
use super::node::{Part, ValueKind};
use crate::check::Field;
use crate::check::extension::{Content, Page, Place, Shape, Started, Vocabulary};
use crate::check::image::{self, Images};
use crate::check::loc;
use crate::check::mobile::Mobile;
use crate::check::namespace::Ns;
use crate::check::news::{self, News};
use crate::check::pagemap::PageMaps;
use crate::check::structure::{Core, Meant, Root};
use crate::check::video::{self, Videos};
use crate::reporter::Reporter;
use crate::span::Span;
use crate::xml::walk::StartTag;

/// The vocabularies whose shape is followed.
#[derive(Debug)]
pub(super) struct Extensions {
    images: Shape<Images>,
    videos: Shape<Videos>,
    mobile: Mobile,
    pagemaps: PageMaps,
    news: Shape<News>,
    /// The vocabulary of the element that started last, until it is asked for.
    started: Option<Ns>,
}

/// Hands a call to the vocabulary of a namespace.
macro_rules! vocabulary {
    ($self:ident, $ns:expr, $shape:ident => $call:expr) => {
        match $ns {
            Ns::Image => {
                let $shape = &mut $self.images;
                Some($call)
            }
            Ns::Video => {
                let $shape = &mut $self.videos;
                Some($call)
            }
            Ns::News => {
                let $shape = &mut $self.news;
                Some($call)
            }
            Ns::Mobile => {
                let $shape = &mut $self.mobile;
                Some($call)
            }
            Ns::PageMap => {
                let $shape = &mut $self.pagemaps;
                Some($call)
            }
            _ => None,
        }
    };
}

impl Extensions {
    pub(super) fn new() -> Self {
        Self {
            images: Shape::new(&image::VOCABULARY, Images::default()),
            videos: Shape::new(&video::VOCABULARY, Videos::default()),
            mobile: Mobile::default(),
            pagemaps: PageMaps::default(),
            news: Shape::new(&news::VOCABULARY, News::default()),
            started: None,
        }
    }

    /// The vocabulary of the element that has just started.
    pub(super) fn started(&mut self) -> Option<Ns> {
        self.started.take()
    }

    #[inline]
    fn start(
        &mut self,
        ns: Ns,
        local: &str,
        element: &Started<'_>,
        reporter: &mut Reporter<'_>,
    ) -> Option<(Content, Option<Meant>)> {
        let started = vocabulary!(self, ns, shape => shape.start(local, element, reporter));
        self.started = started.is_some().then_some(ns);
        started
    }

    /// A value of `ns` has been read.
    pub(super) fn value(&mut self, ns: Ns, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let _ = vocabulary!(self, ns, shape => shape.value(field, reporter));
    }

    /// A value of `ns` has been read that cannot be judged.
    pub(super) fn opaque(&mut self, ns: Ns, content: Span) {
        let _ = vocabulary!(self, ns, shape => shape.opaque(content));
    }

    /// An element of the protocol called `local`, or a URL in none when that is `loc`, stands in an element of `ns`,
    /// and is reported as such.
    pub(super) fn stray(&mut self, ns: Ns, local: &str) {
        let _ = vocabulary!(self, ns, shape => shape.stray(local));
    }

    /// An element of `ns` ends.
    pub(super) fn end(&mut self, ns: Ns, source: &str, element: Span, truncated: bool, reporter: &mut Reporter<'_>) {
        let _ = vocabulary!(self, ns, shape => shape.end(source, element, truncated, reporter));
    }

    /// True when the entry being read has elements of a vocabulary.
    pub(super) const fn is_touched(&self) -> bool {
        self.images.is_touched() || self.videos.is_touched() || self.news.is_touched() || self.pagemaps.is_touched()
    }

    /// An entry has been read whole.
    pub(super) fn entry(&mut self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        self.images.entry(page, reporter);
        self.videos.entry(page, reporter);
        self.pagemaps.entry();
        self.news.entry(page, reporter);
    }

    /// The file has been read.
    pub(super) fn finish(&mut self, source: &str, reporter: &mut Reporter<'_>) {
        self.images.finish(source, reporter);
        self.videos.finish(source, reporter);
        self.news.finish(source, reporter);
        self.mobile.finish(source, reporter);
    }

    /// True when the end of the file tells of Google's mobile elements.
    pub(super) fn tells_of_mobile(&self, reporter: &Reporter<'_>) -> bool {
        self.mobile.is_told(reporter)
    }
}

/// True when the vocabulary of a namespace has an element of that name.
pub(super) fn knows(ns: Ns, local: &str) -> bool {
    let has = |vocabulary: &Vocabulary| vocabulary.definitions.iter().any(|definition| definition.name == local);
    match ns {
        Ns::Image => has(&image::VOCABULARY),
        Ns::Video => has(&video::VOCABULARY),
        Ns::News => has(&news::VOCABULARY),
        Ns::Xhtml => local == "link",
        Ns::Mobile => local == "mobile",
        Ns::PageMap => matches!(local, "PageMap" | "DataObject" | "Attribute"),
        _ => false,
    }
}

impl Document<'_> {
    pub(super) fn extension_part(
        &mut self,
        element: &StartTag<'_>,
        ns: Ns,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> (Part, Option<Meant>) {
        if parent == Part::Entry && self.entry.as_ref().is_some_and(|entry| entry.is == Root::Index) {
            return (Part::Unexpected(ns == Ns::None), None);
        }
        // The schemas let in elements of other namespaces, and none without a namespace.
        if ns == Ns::None && matches!(parent, Part::Root | Part::Entry) && reporter.options.strict_schema {
            self.unknown_element(element, reporter);
            return (Part::Skip, None);
        }
        if parent == Part::Entry
            && let Some(entry) = self.entry.as_mut()
        {
            entry.extension.get_or_insert(element.name);
        }
        let Some((content, meant)) = self.start_extension(element, ns, local, parent, reporter) else {
            // What elements of other namespaces hold is theirs.
            let other = matches!(ns, Ns::Other | Ns::Discontinued);
            if parent == Part::Link {
                self.hreflangs.child();
            }
            return (if other { Part::Skip } else { Part::Extension }, None);
        };
        let part = match content {
            Content::Elements => Part::Container,
            Content::Text => Part::Value(ValueKind::Member(ns, None)),
            Content::Url(role) => Part::Value(ValueKind::Member(ns, Some(role))),
            Content::Any => Part::Extension,
        };
        (part, meant)
    }

    fn start_extension(
        &mut self,
        element: &StartTag<'_>,
        ns: Ns,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> Option<(Content, Option<Meant>)> {
        let around = self.nodes.last();
        let place = match parent {
            Part::Entry => Place::Entry,
            Part::Root => {
                let last = self.last_entry.filter(|entry| entry.is == Root::Urlset);
                Place::Root(last.and_then(|entry| entry.end_tag()))
            }
            Part::Value(_) => Place::Value(around.map(|node| node.name).unwrap_or_default()),
            _ if around.is_some_and(|node| node.vocabulary == Some(ns)) => Place::Within,
            _ => Place::Elsewhere,
        };
        if ns == Ns::Mobile {
            self.extensions.mobile.maker = self.namespaces.mobile_maker(element.name);
        }
        let StartTag { name, tag, attributes, .. } = *element;
        let started = Started { source: self.text, name, tag, attributes, place };
        self.extensions.start(ns, local, &started, reporter)
    }

    /// An extension's element in a value of the entry: true when it is known, and reported as misplaced.
    pub(super) fn extension_in_value(
        &mut self,
        element: &StartTag<'_>,
        ns: Ns,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> bool {
        let core = matches!(parent, Part::Value(ValueKind::Core(_)));
        // Neither mobile marks nor `PageMap`s have a rule that weighs as much as the value that is lost.
        let core = core && !matches!(ns, Ns::Mobile | Ns::PageMap);
        let known = core && self.start_extension(element, ns, local, parent, reporter).is_some();
        self.value.opaque |= known;
        known
    }

    /// Hands an entry that has been read to the vocabularies it has elements of.
    pub(super) fn finish_extensions(&mut self, reporter: &mut Reporter<'_>) {
        let Some(entry) = self.entry.as_ref().filter(|_| self.extensions.is_touched()) else { return };
        let loc = entry.value(Core::Loc).filter(|span| !span.is_empty());
        let url = loc.map(|span| loc::decoded(self.text, span)).unwrap_or_default();
        let page = Page { source: self.text, number: self.entries, loc, url };
        self.extensions.entry(&page, reporter);
    }
}
