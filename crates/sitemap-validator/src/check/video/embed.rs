//! URLs of pages and players of the large video platforms.

use crate::value::url::{Parts, Scheme, ends_with_ignoring_case};

/// A page or player of a platform in place of a video file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Embed {
    /// The platform's name.
    pub(super) platform: &'static str,
    /// The URL of the player.
    pub(super) player: String,
}

/// Platforms that offer embedded players and no files.
const HOSTS: [&str; 24] = [
    "youtube.com",
    "youtube-nocookie.com",
    "youtu.be",
    "vimeo.com",
    "dailymotion.com",
    "dai.ly",
    "facebook.com",
    "instagram.com",
    "tiktok.com",
    "twitch.tv",
    "twitter.com",
    "x.com",
    "wistia.com",
    "wistia.net",
    "brightcove.net",
    "brightcove.com",
    "jwplatform.com",
    "jwplayer.com",
    "loom.com",
    "vidyard.com",
    "rutube.ru",
    "vk.com",
    "bilibili.com",
    "youku.com",
];

/// True for the host of a platform or a subdomain of it.
pub(super) fn is_platform(host: &str) -> bool {
    HOSTS.iter().any(|known| {
        let below = host.len().checked_sub(known.len()).and_then(|at| host.split_at_checked(at));
        below.is_some_and(|(before, end)| {
            end.eq_ignore_ascii_case(known) && (before.is_empty() || before.ends_with('.'))
        })
    })
}

/// True if [`embed`] certainly returns `None` for this authority.
pub(super) fn is_elsewhere(authority: &str) -> bool {
    // The hosts end with `.com` or `.be`. Ports and user names are left to `embed`.
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    authority.bytes().all(is_name) && ![".com", ".be"].iter().any(|end| ends_with_ignoring_case(authority, end))
}

/// The page or player at `url`.
pub(super) fn embed(url: &str, parts: &Parts) -> Option<Embed> {
    if parts.scheme == Scheme::Ftp {
        return None;
    }
    let host = parts.host.of(url).to_ascii_lowercase();
    let host = ["www.", "m.", "music."].iter().find_map(|prefix| host.strip_prefix(prefix)).unwrap_or(&host);
    let path = parts.path.of(url);
    let after = |prefix: &str| path.strip_prefix(prefix).map(segment).filter(|id| is_id(id));
    let youtube = |id: &str| Embed { platform: "YouTube", player: format!("https://www.youtube.com/embed/{id}") };
    let vimeo = |id: &str| Embed { platform: "Vimeo", player: format!("https://player.vimeo.com/video/{id}") };
    // The URL of a player may contain settings or a key.
    let itself = |platform| Embed { platform, player: url.to_owned() };
    let number = |id: &&str| id.bytes().all(|byte| byte.is_ascii_digit());
    match host {
        "youtu.be" => after("/").map(youtube),
        "youtube.com" if path == "/watch" => {
            let query = parts.query?.of(url);
            query.split('&').find_map(|pair| pair.strip_prefix("v=")).filter(|id| is_id(id)).map(youtube)
        }
        "youtube.com" => {
            let page = ["/shorts/", "/live/"].iter().find_map(|prefix| after(prefix)).map(youtube);
            page.or_else(|| after("/embed/").map(|_| itself("YouTube")))
        }
        "youtube-nocookie.com" => after("/embed/").map(|_| itself("YouTube")),
        "vimeo.com" => after("/").filter(number).map(vimeo),
        "player.vimeo.com" => after("/video/").filter(number).map(|_| itself("Vimeo")),
        _ => None,
    }
}

/// The first segment of a path, without its `/`.
fn segment(path: &str) -> &str {
    path.split('/').next().unwrap_or_default()
}

/// True for an id of a video.
fn is_id(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(url: &str) -> Option<String> {
        embed(url, &Parts::split(url).unwrap()).map(|embed| embed.player)
    }

    #[test]
    fn pages_of_platforms_have_a_player() {
        for (url, expected) in [
            ("https://youtu.be/x_1-A", "https://www.youtube.com/embed/x_1-A"),
            ("https://youtu.be/x?t=10", "https://www.youtube.com/embed/x"),
            ("http://m.youtube.com/watch?list=a&v=x", "https://www.youtube.com/embed/x"),
            ("https://YouTube.com/shorts/x", "https://www.youtube.com/embed/x"),
            ("https://www.youtube.com/live/x", "https://www.youtube.com/embed/x"),
            ("https://www.youtube.com/embed/x?rel=0", "https://www.youtube.com/embed/x?rel=0"),
            ("https://www.youtube-nocookie.com/embed/x", "https://www.youtube-nocookie.com/embed/x"),
            ("https://vimeo.com/123", "https://player.vimeo.com/video/123"),
            ("https://player.vimeo.com/video/123?h=a", "https://player.vimeo.com/video/123?h=a"),
        ] {
            assert_eq!(player(url).as_deref(), Some(expected), "{url}");
            assert!(!is_elsewhere(Parts::split(url).unwrap().host.of(url)), "{url}");
        }
    }

    #[test]
    fn other_urls_have_no_player() {
        for url in [
            "https://youtu.be/",
            "https://www.youtube.com/watch?list=a",
            "https://www.youtube.com/@name",
            "https://vimeo.com/channels",
            "https://player.vimeo.com/external/1.mp4",
            "https://notyoutu.be/x",
            "ftp://youtu.be/x",
            "https://media.tidepool.page/a.mp4",
        ] {
            assert_eq!(player(url), None, "{url}");
        }
    }

    #[test]
    fn hosts_of_platforms() {
        for host in ["youtube.com", "WWW.YouTube.com", "fast.wistia.net"] {
            assert!(is_platform(host), "{host}");
        }
        for host in ["", "tube.com", "notyoutube.com", "youtube.com.tidepool.page"] {
            assert!(!is_platform(host), "{host}");
        }
    }
}
