//! Media RSS: what Google demands of videos (`feed-mrss-missing`, `feed-mrss-value`).

use crate::diagnostic::Diagnostic;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;

/// What is said of media at one level: of a content, a group, an item, or the channel.
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
    /// It is a video.
    pub(crate) video: bool,
    /// It has a URL of its own.
    pub(crate) url: bool,
    /// What it says itself.
    pub(crate) has: Has,
}

/// What an item, or a group in it, says of media.
#[derive(Debug, Default)]
pub(crate) struct Media {
    /// What holds for all contents.
    pub(crate) has: Has,
    /// The content being read.
    pub(crate) content: Option<Content>,
    videos: Vec<Content>,
    /// Values Google would not take, if there is a video.
    values: Vec<Diagnostic>,
    /// Addresses of players: as they read, and where they stand.
    players: Vec<(String, Span)>,
}

/// A text Google limits.
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
    /// What the innermost open element says.
    pub(crate) fn innermost(&mut self) -> &mut Has {
        self.content.as_mut().map_or(&mut self.has, |content| &mut content.has)
    }

    /// Ends the content being read.
    pub(crate) fn end_content(&mut self) {
        self.videos.extend(self.content.take().filter(|content| content.video));
    }

    /// Takes in a group: its contents are one video in several forms.
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

    /// Notes a text and how long it is; `name` is that of its element.
    pub(crate) fn text(&mut self, limit: Limit, text: &str, place: Span, name: Span) {
        let count = text.chars().count();
        if count > limit.characters() {
            self.values.push(rules::feed_mrss_value::too_long(place, name, count, limit.characters()));
        }
    }

    /// Notes the address of a player.
    pub(crate) fn player(&mut self, url: String, place: Span) {
        self.players.push((url, place));
    }

    /// Notes an attribute's value that is none of `allowed`.
    pub(crate) fn word(&mut self, value: (&str, Span), attribute: Span, allowed: &'static [&'static str]) {
        if !allowed.contains(&value.0) {
            let (value, allowed) = (value.1, allowed.join(", "));
            self.values.push(rules::feed_mrss_value::unknown_value(value, value, attribute, allowed));
        }
    }

    /// Notes a price without a currency; `name` is that of its element.
    pub(crate) fn no_currency(&mut self, name: Span) {
        self.values.push(rules::feed_mrss_value::no_currency(name, name));
    }

    /// Judges the media of an item; `link` is its URL, `channel` what holds for all items.
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
