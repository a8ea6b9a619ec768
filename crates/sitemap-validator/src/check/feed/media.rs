//! Media RSS: Google's requirements for videos (`feed-mrss-missing`, `feed-mrss-value`).

use crate::diagnostic::Diagnostic;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;

/// The media values of one level: a content, a group, an item or the channel.
#[derive(Debug, Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools)] // independent facts
pub(crate) struct Has {
    /// `media:player` with a URL.
    pub(crate) player: bool,
    /// `media:title` with a text.
    pub(crate) title: bool,
    /// `media:description` with a text.
    pub(crate) description: bool,
    /// `media:thumbnail` with a URL.
    pub(crate) thumbnail: bool,
}

impl Has {
    const fn or(self, other: Self) -> Self {
        Self {
            player: self.player || other.player,
            title: self.title || other.title,
            description: self.description || other.description,
            thumbnail: self.thumbnail || other.thumbnail,
        }
    }
}

/// A `media:content`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Content {
    /// The name in its start tag.
    pub(crate) name: Span,
    /// True for a video.
    pub(crate) video: bool,
    /// True if it has a URL of its own.
    pub(crate) url: bool,
    /// Its own values.
    pub(crate) has: Has,
}

/// The media values of an item or of a group in it.
#[derive(Debug, Default)]
pub(crate) struct Media {
    /// The values that apply to all contents.
    pub(crate) has: Has,
    /// The current content.
    pub(crate) content: Option<Content>,
    videos: Vec<Content>,
    /// Values that Google does not accept for a video.
    values: Vec<Diagnostic>,
    /// The URLs of players, decoded, with their spans.
    players: Vec<(String, Span)>,
}

/// A text that Google limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    Title,
    Description,
}

impl Limit {
    const fn characters(self) -> usize {
        match self {
            Self::Title => 100,
            Self::Description => 2048,
        }
    }
}

impl Media {
    /// The values of the innermost open element.
    pub(crate) fn innermost(&mut self) -> &mut Has {
        self.content.as_mut().map_or(&mut self.has, |content| &mut content.has)
    }

    /// Ends the current content.
    pub(crate) fn end_content(&mut self) {
        self.videos.extend(self.content.take().filter(|content| content.video));
    }

    /// Adds a group, whose contents are one video in several formats.
    pub(crate) fn end_group(&mut self, mut group: Self) {
        group.end_content();
        if let Some(first) = group.videos.first() {
            let has = group.videos.iter().fold(group.has, |has, video| has.or(video.has));
            let url = group.videos.iter().any(|video| video.url);
            self.videos.push(Content { url, has, ..*first });
        }
        self.values.append(&mut group.values);
        self.players.append(&mut group.players);
    }

    /// Keeps a finding if a text is longer than `limit`; `name` is the name of its element.
    pub(crate) fn text(&mut self, limit: Limit, text: &str, place: Span, name: Span) {
        let count = text.chars().count();
        if count > limit.characters() {
            self.values.push(rules::feed_mrss_value::too_long(place, name, count, limit.characters()));
        }
    }

    /// Records the URL of a player.
    pub(crate) fn player(&mut self, url: String, place: Span) {
        self.players.push((url, place));
    }

    /// Keeps a finding if an attribute's value is not in `allowed`.
    pub(crate) fn word(&mut self, value: (&str, Span), attribute: Span, allowed: &'static [&'static str]) {
        if !allowed.contains(&value.0) {
            let (value, allowed) = (value.1, allowed.join(", "));
            self.values.push(rules::feed_mrss_value::unknown_value(value, value, attribute, allowed));
        }
    }

    /// Keeps a finding on a price without a currency; `name` is the name of its element.
    pub(crate) fn no_currency(&mut self, name: Span) {
        self.values.push(rules::feed_mrss_value::no_currency(name, name));
    }

    /// Checks the media of an item; `link` is its URL, `channel` has the values for all items.
    pub(crate) fn finish(mut self, link: Option<&str>, channel: Has, reporter: &mut Reporter<'_>) {
        self.end_content();
        if self.videos.is_empty() {
            return;
        }
        for video in &self.videos {
            let has = video.has.or(self.has).or(channel);
            let wanted = [
                (video.url || has.player, "url"),
                (has.title, "media:title"),
                (has.description, "media:description"),
                (has.thumbnail, "media:thumbnail"),
            ];
            let missing: Vec<&str> = wanted.into_iter().filter(|(there, _)| !there).map(|(_, name)| name).collect();
            if !missing.is_empty() {
                let names = missing.join(", ");
                reporter.report(if missing.contains(&"url") {
                    rules::feed_mrss_missing::url(video.name, video.name, names)
                } else {
                    rules::feed_mrss_missing(video.name, video.name, names)
                });
            }
        }
        for found in self.values {
            reporter.report(found);
        }
        for (_, place) in self.players.iter().filter(|(url, _)| Some(url.as_str()) == link) {
            reporter.report(rules::feed_mrss_value::player_is_page(*place, *place));
        }
    }
}
