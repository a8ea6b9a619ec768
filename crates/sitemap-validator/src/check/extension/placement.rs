//! Misplaced elements, and the edits that move them.

use sitemap_validator_protocol::sorting;

use super::{Definition, Member, Vocabulary, qualified};
use crate::check::with_leading_space;
use crate::diagnostic::{Diagnostic, Edit};
use crate::elements::Root;
use crate::span::{At, Span};

/// The location of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In an entry.
    Entry,
    /// In an element of its own vocabulary.
    Within,
    /// In the root, with the byte at which the end tag of the previous entry begins.
    Root(Option<u32>),
    /// In a value of the entry, with the name of the value's element.
    Value(Span),
    /// Anywhere else.
    Elsewhere,
}

/// A misplaced element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Misplaced {
    pub(super) place: Place,
    pub(super) definition: usize,
}

/// The number of bytes after an element that are searched for the end tag of the value around it.
const REACH: usize = 4096;

impl Misplaced {
    fn definition(self, vocabulary: &Vocabulary) -> Option<&Definition> {
        vocabulary.definitions.get(self.definition)
    }

    /// True if only the element around it is missing; `outer` is the name of its actual parent.
    pub(super) fn can_be_wrapped(self, vocabulary: &Vocabulary, outer: &str) -> bool {
        let parent = self.definition(vocabulary).map_or("", |definition| definition.parent);
        let around = vocabulary.definitions.iter().find(|definition| definition.name == parent);
        around.is_some_and(|around| match self.place {
            Place::Entry => around.parent.is_empty(),
            Place::Within => around.parent == outer && !outer.is_empty(),
            _ => false,
        })
    }

    /// The finding on `member`, with edits that move it to its right place.
    pub(super) fn found(self, source: &str, vocabulary: &Vocabulary, member: &Member, truncated: bool) -> Diagnostic {
        let parent = self.definition(vocabulary).map_or("", |definition| definition.parent);
        let right =
            if parent.is_empty() { Root::Urlset.entry().to_owned() } else { qualified(source, member.name, parent) };
        let found = (vocabulary.misplaced)(member.name, member.name, right);
        if truncated || !parent.is_empty() || member.element.len() > REACH {
            return found;
        }
        let Some(to) = self.entry_place(source, member) else { return found };
        let many = self.definition(vocabulary).is_some_and(|definition| definition.many);
        if !many && may_have(source, to, source.at(member.name)) {
            return found;
        }
        let moved = source.at(member.element).to_owned();
        let mut gap = with_leading_space(source, member.element);
        let after = source.get(gap.end as usize..).unwrap_or_default();
        let behind = after.trim_start_matches([' ', '\t', '\r', '\n']);
        // The white space at the end of a value would be left.
        if matches!(self.place, Place::Value(_)) && behind.starts_with("</") {
            gap.end += (after.len() - behind.len()) as u32;
        }
        let mut edits = vec![Edit::insert(to, moved), Edit::delete(gap)];
        sorting::by_key(&mut edits, |edit| edit.span);
        found.suggest(edits)
    }

    /// The byte of an entry to which a misplaced element can be moved.
    fn entry_place(self, source: &str, member: &Member) -> Option<usize> {
        match self.place {
            Place::Root(end) => end.map(|end| end as usize),
            Place::Value(name) => {
                let rest = source.get(member.element.end as usize..)?;
                let close = format!("</{}>", source.get(name.range())?);
                let at = memchr::memmem::find(rest.as_bytes().get(..REACH.min(rest.len()))?, close.as_bytes())?;
                Some(member.element.end as usize + at + close.len())
            }
            _ => None,
        }
    }
}

/// True if the entry that ends after byte `end` contains an element called `name`, or perhaps does.
fn may_have(source: &str, end: usize, name: &str) -> bool {
    let before = source.get(..end).unwrap_or_default();
    let start = before.rfind("url>").unwrap_or_default().max(source.floor_char_boundary(end.saturating_sub(REACH)));
    before.get(start..).is_none_or(|entry| !entry.starts_with("url>") || entry.contains(&format!("<{name}")))
}

/// True if a start tag declares a namespace, whose prefix a new sibling element could not use.
pub(super) fn declares(source: &str, tag: Span) -> bool {
    source.get(tag.range()).is_some_and(|tag| tag.contains("xmlns"))
}

/// Consecutive elements without the element around them.
#[derive(Debug)]
pub(super) struct Run {
    first: Member,
    end: u32,
    definitions: Vec<usize>,
    /// True if an earlier run lacks the same element.
    again: bool,
}

impl Run {
    /// A run that begins with `member` and follows `before`.
    pub(super) fn new(member: &Member, before: Option<&Self>) -> Self {
        let (first, end) = (*member, member.element.end);
        Self { first, end, definitions: vec![member.definition], again: before.is_some() }
    }

    /// True if `member` follows directly and belongs in the same element.
    pub(super) fn goes_on(&self, source: &str, vocabulary: &Vocabulary, member: &Member) -> bool {
        let between = source.get(self.end as usize..member.element.start as usize);
        let definition = |index: usize| vocabulary.definitions.get(index);
        let (Some(first), Some(next)) = (definition(self.first.definition), definition(member.definition)) else {
            return false;
        };
        between.is_some_and(|between| between.trim().is_empty())
            && first.parent == next.parent
            && (next.many || !self.definitions.contains(&member.definition))
    }

    /// Adds `member`, which follows.
    pub(super) fn add(&mut self, member: &Member) {
        self.end = member.element.end;
        self.definitions.push(member.definition);
    }

    /// The finding on the run. Its fix adds the missing element, or moves the run into the element among `around`
    /// if no second one is allowed.
    pub(super) fn found(&self, source: &str, vocabulary: &Vocabulary, around: &[Member]) -> Diagnostic {
        let parent = vocabulary.definitions.get(self.first.definition).map_or("", |definition| definition.parent);
        let right = qualified(source, self.first.name, parent);
        let found = (vocabulary.misplaced)(self.first.name, self.first.name, right.clone());
        let index = vocabulary.definitions.iter().position(|definition| definition.name == parent);
        let many = index.and_then(|index| vocabulary.definitions.get(index)).is_some_and(|definition| definition.many);
        if let Some(home) = around.iter().find(|member| !many && Some(member.definition) == index) {
            let found = found.related(home.name, "belongs in this one");
            return match self.moved_into(source, vocabulary, home) {
                Some(edits) => found.suggest(edits),
                None => found,
            };
        }
        if self.again && !many || declares(source, self.first.tag) {
            return found;
        }
        found.suggest(vec![
            Edit::insert(self.first.element.start as usize, format!("<{right}>")),
            Edit::insert(self.end as usize, format!("</{right}>")),
        ])
    }

    /// The edits that move the run to the end of `home`; `None` if `home` has one of its elements.
    fn moved_into(&self, source: &str, vocabulary: &Vocabulary, home: &Member) -> Option<Vec<Edit>> {
        let whole = source.get(home.element.range()).filter(|whole| whole.len() <= REACH && whole.ends_with('>'))?;
        let run = Span { start: self.first.element.start, end: self.end };
        let moved = source.get(run.range()).filter(|moved| moved.len() <= REACH)?;
        let at = whole.rfind("</")?;
        let has = |definition: &usize| {
            let name = vocabulary.definitions.get(*definition).map_or("", |definition| definition.name);
            whole.contains(&format!("<{}", qualified(source, home.name, name)))
        };
        let closed = whole.get(at + 2..)?.starts_with(source.get(home.name.range())?);
        if !closed || declares(source, home.tag) || self.definitions.iter().any(has) {
            return None;
        }
        let mut edits = vec![
            Edit::insert(home.element.start as usize + at, moved.to_owned()),
            Edit::delete(with_leading_space(source, run)),
        ];
        sorting::by_key(&mut edits, |edit| edit.span);
        Some(edits)
    }
}
