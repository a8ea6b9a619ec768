//! Merges an entry into an earlier one with the same URL, so that deleting it loses nothing.

use std::collections::BTreeMap;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::duplicate::is_alike;
use crate::check::{Extent, with_leading_space};
use crate::diagnostic::{Edit, MOST_EDITS};
use crate::elements::{Core, is_value};
use crate::span::{At, Span};

/// The maximum size of an entry that is merged, as each later entry is compared with the first.
const MOST: u32 = 1 << 16;

/// An element of an entry.
#[derive(Debug, Clone, Copy)]
struct Child<'s> {
    /// The name in the start tag.
    name: &'s str,
    /// From `<` of the start tag to `>` of the end tag.
    element: Span,
    /// What may be in an entry only once: the URL of an image, the code of an alternate, and otherwise the name.
    key: &'s str,
}

/// Edits that move what only `later` has into `first`, and delete `later`. `None` if the two contradict each other, or
/// contain anything but elements.
pub(super) fn edits(source: &str, later: Extent, first: Span) -> Option<Vec<Edit>> {
    let Extent::Element(element) = later else { return None };
    if element.end - element.start > MOST || first.end - first.start > MOST {
        return None;
    }
    let (kept, added) = (children(source, first)?, children(source, element)?);
    // Another name may be a misspelled one.
    let is_known = |child: &Child<'_>| child.name.contains(':') || is_value(child.name);
    if !kept.iter().chain(&added).all(is_known) {
        return None;
    }
    let mut moved = BTreeMap::<usize, String>::new();
    for (index, child) in added.iter().enumerate() {
        if is_page(child) || kept.iter().any(|other| is_alike(source, other.element, child.element)) {
            continue;
        }
        let mut others = kept.iter().chain(added.iter().take(index));
        if others.any(|other| other.name == child.name && other.key == child.key) {
            return None;
        }
        let rank = rank(child.name);
        let place = kept.iter().rev().find(|other| self::rank(other.name) <= rank)?.element.end as usize;
        let text = source.at(with_leading_space(source, child.element));
        moved.entry(place).or_default().push_str(text);
    }
    if added.iter().filter(|child| is_page(child)).count() > 1 {
        return None;
    }
    let inserted = moved.into_iter().map(|(place, text)| Edit::insert(place, text));
    let edits: Vec<Edit> = inserted.chain([later.delete(source)]).collect();
    (edits.len() <= MOST_EDITS).then_some(edits)
}

/// True for the URL of the entry.
fn is_page(child: &Child<'_>) -> bool {
    child.name == "loc"
}

/// The place of an element in the order of the schema; extensions are last.
fn rank(name: &str) -> usize {
    Core::by_name(name).map_or(Core::ALL.len(), |core| core as usize)
}

/// `name` without its prefix.
fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// The elements of an entry without attributes; `None` if it contains anything else.
fn children(source: &str, entry: Span) -> Option<Vec<Child<'_>>> {
    let mut reader = Reader::from_str(source.at(entry));
    let (mut depth, mut start, mut children) = (0_usize, 0, Vec::new());
    loop {
        let at = reader.buffer_position() as usize;
        let event = reader.read_event().ok()?;
        let end = reader.buffer_position() as usize;
        let mut complete = |start: usize| {
            let element = Span::new(entry.start as usize + start, entry.start as usize + end);
            children.push(child(source, element));
        };
        match event {
            Event::Start(tag) => {
                match depth {
                    0 if !tag.attributes_raw().trim().is_empty() => return None,
                    1 => start = at,
                    _ => {}
                }
                depth += 1;
            }
            Event::Empty(_) => match depth {
                0 => return None,
                1 => complete(at),
                _ => {}
            },
            Event::End(_) => {
                depth = depth.checked_sub(1)?;
                match depth {
                    0 => return Some(children),
                    1 => complete(start),
                    _ => {}
                }
            }
            Event::Text(text) if depth > 1 || text.trim().is_empty() => {}
            Event::GeneralRef(_) | Event::CData(_) | Event::Comment(_) | Event::PI(_) if depth > 1 => {}
            _ => return None,
        }
    }
}

fn child(source: &str, element: Span) -> Child<'_> {
    let text = source.at(element);
    let inside = |before: &str, ends: &[char]| Some(text.split_once(before)?.1.trim_start().split(ends).next()?.trim());
    let name = text.trim_start_matches('<').split([' ', '\t', '\r', '\n', '/', '>']).next().unwrap_or_default();
    let key = match local(name) {
        "image" => inside("loc>", &['<']),
        "link" => text.split_once("hreflang=").and_then(|(_, value)| value.get(1..)?.split(['"', '\'']).next()),
        // A page may have several videos.
        "video" => Some(text),
        _ => None,
    };
    Child { name, element, key: key.unwrap_or(name) }
}
