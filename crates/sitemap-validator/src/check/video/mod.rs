//! Video sitemaps (`video-*`): Google's video extension, version 1.1.

mod dates;
mod embed;
mod legacy;
mod lists;
mod location;
mod number;
mod text;
mod uploader;
mod vocabulary;

pub(crate) use vocabulary::VOCABULARY;

use self::dates::Dates;
use self::location::Media;
use self::uploader::Info;
use super::Field;
use super::extension::{Block, Checks, Element, Elements, Extension, Page, Shape};
use super::with_leading_space;
use crate::diagnostic::Edit;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;

/// The videos of a file.
#[derive(Debug, Default)]
struct Videos {
    /// The dates of the current video.
    dates: Dates,
    /// The URLs of the entry's videos and players.
    media: Vec<Media>,
    /// The index of the first URL of the current video in `media`.
    first: usize,
    /// The URLs of the entry's uploaders.
    infos: Vec<Info>,
}

/// The maximum number of tags of a video.
const TAGS: usize = 32;

/// The required elements of a video.
const REQUIRED: Elements = VOCABULARY.elements(&["thumbnail_loc", "title", "description"]);

/// Elements of which one is required.
const LOCATION: Elements = VOCABULARY.elements(&["content_loc", "player_loc"]);

/// Processes the elements of the video extension.
pub(crate) fn extension() -> Box<dyn Extension> {
    Shape::boxed(&VOCABULARY, Videos::default())
}

impl Checks for Videos {
    fn start(&mut self, name: &'static str, element: &Element<'_>, reporter: &mut Reporter<'_>) {
        match name {
            "video" => {
                self.dates = Dates::default();
                self.first = self.media.len();
            }
            "restriction" | "platform" => lists::relationship(element, reporter),
            "uploader" => self.infos.extend(uploader::info(element, reporter)),
            "price" | "id" if reporter.wants(Rule::VideoLegacyValueInvalid) => {
                legacy::attributes(name, element, reporter);
            }
            _ => {}
        }
    }

    fn value(&mut self, name: &'static str, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        match name {
            "content_loc" | "player_loc" => self.media.extend(Media::new(name, field)),
            "title" | "description" | "uploader" => text::length(name, field, reporter),
            "duration" => number::duration(field, reporter),
            "rating" => number::rating(field, reporter),
            "view_count" => number::view_count(field, reporter),
            "publication_date" | "expiration_date" => self.dates.add(name, field, reporter),
            "family_friendly" | "requires_subscription" | "live" => text::yes_no(field, reporter),
            "restriction" => lists::restriction(field, reporter),
            "platform" => lists::platform(field, reporter),
            "category" | "season_number" | "episode_number" if reporter.wants(Rule::VideoLegacyValueInvalid) => {
                legacy::value(name, field, reporter);
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &Block<'_>, reporter: &mut Reporter<'_>) {
        if block.local_name == "tvshow" {
            legacy::show(block, reporter);
            return;
        }
        if !block.children_with_value.has_all(REQUIRED) || !block.children.has_any(LOCATION) {
            missing(block, reporter);
        }
        if block.members.len() > TAGS {
            too_many_tags(block, reporter);
        }
        self.dates.finish(block, reporter);
        let media = self.media.get_mut(self.first..).unwrap_or_default();
        location::block(block, media, reporter);
    }

    fn entry(&mut self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        for media in &self.media {
            media.check(page, reporter);
        }
        for info in &self.infos {
            info.check(page, reporter);
        }
        self.media.clear();
        self.infos.clear();
        self.first = 0;
    }
}

/// Reports missing required elements.
fn missing(block: &Block<'_>, reporter: &mut Reporter<'_>) {
    use rules::video_missing_element as message;
    // An empty thumbnail_loc is reported as an empty URL.
    let lacks = |name: &&str| !block.has_value(name) && (*name != "thumbnail_loc" || block.get(name).is_none());
    let names: Vec<&str> = ["thumbnail_loc", "title", "description"].into_iter().filter(lacks).collect();
    let (name, qualified) = (block.name, |name: &str| block.qualified(name));
    let found = match *names.as_slice() {
        [] => None,
        [one] => Some(message::one(name, name, qualified(one))),
        [one, two] => Some(message::two(name, name, qualified(one), qualified(two))),
        [one, two, three, ..] => Some(message::three(name, name, qualified(one), qualified(two), qualified(three))),
    };
    if let Some(found) = found {
        let empty = names.iter().filter_map(|name| block.get(name));
        reporter.report(empty.fold(found, |found, empty| found.related(empty.name, "this one is empty")));
    }
    if block.get("content_loc").is_none() && block.get("player_loc").is_none() && !block.stray_url {
        let (content, player) = (qualified("content_loc"), qualified("player_loc"));
        reporter.report(rules::video_missing_location(name, name, content, player));
    }
}

fn too_many_tags(block: &Block<'_>, reporter: &mut Reporter<'_>) {
    let mut surplus = block.all("tag").skip(TAGS).peekable();
    let Some(first) = surplus.peek() else { return };
    let place = first.element;
    let edits: Vec<Edit> = surplus.map(|tag| Edit::delete(with_leading_space(block.source, tag.element))).collect();
    reporter.report(rules::video_too_many_tags(place, TAGS + edits.len()).suggest(edits));
}

#[cfg(test)]
mod tests;
