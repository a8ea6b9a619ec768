//! The URLs of a video and its player.

use super::VOCABULARY;
use super::embed::{self, Embed};
use crate::check::extension::{Block, Elements, Page, qualified};
use crate::check::{Field, Trimmed, with_leading_space};
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::url::{Parts, ends_with_ignoring_case};
use crate::xml::content::decoded;

/// The URL of a video or of its player.
#[derive(Debug)]
pub(super) struct Media {
    /// The name in the start tag.
    name: Span,
    /// From `<` of the start tag to `>` of the end tag.
    element: Span,
    /// The trimmed value.
    value: Span,
    /// The value as an XML parser reads it, if that differs from the source.
    decoded: Option<Box<str>>,
    /// True for the URL of the video, false for that of its player.
    content: bool,
    /// The player that the video has in another element: its name, and its URL.
    player: Option<(Span, Box<str>)>,
}

const PLAYER: Elements = VOCABULARY.elements(&["player_loc"]);

/// File extensions of web pages.
const PAGES: [&str; 4] = [".html", ".htm", ".php", ".aspx"];

impl Media {
    /// The URL in `field`, an element called `name`; `None` if it is empty.
    pub(super) fn new(name: &str, field: &Field<'_>) -> Option<Self> {
        let place = Trimmed::new(field);
        (!place.value.is_empty()).then(|| Self {
            name: field.name,
            element: field.element,
            value: place.whole(),
            decoded: (!field.value.is_plain()).then(|| place.value.into()),
            content: name == "content_loc",
            player: None,
        })
    }

    fn url<'s>(&'s self, source: &'s str) -> &'s str {
        self.decoded.as_deref().or_else(|| source.get(self.value.range())).unwrap_or_default()
    }

    /// Checks the URL, and compares it with that of the page.
    pub(super) fn check(&self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        let url = self.url(page.source);
        if !page.url.is_empty() && page.has(url) {
            let found = rules::video_same_as_page(self.value, self.name);
            return reporter.report(match page.loc {
                Some(loc) => found.related(loc, "the page itself"),
                None => found,
            });
        }
        if !self.content || is_plain_file(url) {
            return;
        }
        let Some(parts) = Parts::split(url) else { return };
        if let Some(embed) = embed::embed(url, &parts) {
            return reporter.report(self.platform(page.source, embed));
        }
        let path = parts.path.of(url);
        if ends_with_ignoring_case(path, ".swf") {
            reporter.report(rules::video_content_format::flash(self.value, self.value));
        } else if PAGES.iter().any(|ending| ends_with_ignoring_case(path, ending)) {
            let right = qualified(page.source, self.name, "player_loc");
            reporter.report(rules::video_content_format::page(self.value, self.value, right));
        }
    }

    /// The finding on the page of a platform; its fix writes the URL of the player.
    fn platform(&self, source: &str, embed: Embed) -> Diagnostic {
        if let Some((name, url)) = &self.player {
            // Settings behind the id do not matter.
            let path = |url: &str| url.split(['?', '#']).next().unwrap_or_default().to_owned();
            let other = Parts::split(url).and_then(|parts| embed::embed(url, &parts));
            return if other.is_some_and(|other| path(&other.player) == path(&embed.player)) {
                let found = rules::video_content_format::player_given(self.value, embed.platform, self.name, *name);
                found.suggest(Edit::delete(with_leading_space(source, self.element)))
            } else {
                rules::video_content_format::other_player(self.value, embed.platform, self.name, *name)
            };
        }
        let right = qualified(source, self.name, "player_loc");
        // Other URLs contain nothing to escape.
        let edit = (embed.player != self.url(source)).then(|| Edit::replace(self.value, embed.player.clone()));
        let (site, player) = (embed.platform, embed.player);
        let found = rules::video_content_format::player_page(self.value, site, right.clone(), player);
        let name = source.at(self.name);
        let end = self.element.end as usize;
        let close = Span::new(end.saturating_sub(name.len() + 1), end.saturating_sub(1));
        let plain = source.get(self.value.range()).is_some_and(|raw| !raw.contains('<') && !raw.contains("]]>"));
        if edit.is_some() && !plain || source.get(close.range()) != Some(name) {
            return found;
        }
        let edits = [Some(Edit::replace(self.name, right.clone())), edit, Some(Edit::replace(close, right))];
        found.suggest(edits.into_iter().flatten().collect::<Vec<_>>())
    }
}

/// True for a URL that certainly needs no finding: without query and fragment, with the extension of a file, and
/// not on a platform.
fn is_plain_file(url: &str) -> bool {
    let Some(rest) = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")) else { return false };
    let slash = rest.bytes().position(|byte| byte == b'/');
    let Some((host, path)) = slash.and_then(|at| rest.split_at_checked(at)) else { return false };
    let is_page = PAGES.iter().chain(&[".swf"]).any(|ending| ends_with_ignoring_case(path, ending));
    !is_page && memchr::memchr2(b'?', b'#', path.as_bytes()).is_none() && embed::is_elsewhere(host)
}

/// Checks the URLs of a complete video: the non-empty ones are in `media`.
pub(super) fn block(block: &Block<'_>, media: &mut [Media], reporter: &mut Reporter<'_>) {
    if !block.children.has_any(PLAYER) {
        return;
    }
    if let Some(player) = block.get("player_loc") {
        let url: Box<str> = player.value.map(|value| decoded(block.source, value).into()).unwrap_or_default();
        media
            .iter_mut()
            .filter(|media| media.content)
            .for_each(|media| media.player = Some((player.name, url.clone())));
    }
    let players = block.get("player_loc").filter(|_| block.get("content_loc").is_none());
    if let Some(value) = players.and_then(|player| player.value)
        && let Some(player) = players
        && reporter.wants(Rule::VideoPreferContentLoc)
    {
        let url = decoded(block.source, value);
        let known = Parts::split(&url).is_some_and(|parts| embed::is_platform(parts.host.of(&url)));
        if !known {
            reporter.report(rules::video_prefer_content_loc(player.name, block.qualified("content_loc")));
        }
    }
}
