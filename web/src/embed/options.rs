//! A host's options: the fragment of the frame's URL and of the `options` message.

use super::accent::Accent;
use crate::link::{self, Link};

const THEMES: [&str; 2] = ["light", "dark"];

/// A host's options.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Options {
    /// `light` or `dark`; `None` for the visitor's system setting.
    pub(super) theme: Option<&'static str>,
    /// The color of links, buttons and the focus.
    pub(super) accent: Option<Accent>,
    /// True if only the input and the result are shown.
    pub(super) compact: bool,
    /// True if the frame keeps its height and the content scrolls.
    pub(super) scroll: bool,
    /// The language, the settings and the sitemap's URL, as in any link.
    pub(super) link: Link,
}

impl Options {
    /// Reads a fragment. Unknown parts are ignored, and so is a text: only a link contains one.
    pub(super) fn read(fragment: &str) -> Self {
        let mut options = Self::default();
        for (key, value) in fragment.trim_start_matches('#').split('&').filter_map(|part| part.split_once('=')) {
            match key {
                "theme" => options.theme = THEMES.into_iter().find(|theme| value.eq_ignore_ascii_case(theme)),
                "accent" => options.accent = Accent::parse(value),
                "compact" => options.compact = link::is_on(value),
                "scroll" => options.scroll = link::is_on(value),
                _ => {}
            }
        }
        let link = link::read(fragment).unwrap_or_default();
        options.link = Link { content: None, name: None, ..link };
        options
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::Lang;

    #[test]
    fn what_a_host_says_is_read_and_the_rest_left_out() {
        let options = Options::read(
            "#theme=dark&accent=%23a0f&compact=1&scroll=1&lang=fr&url=https%3A%2F%2Ftidepool.page%2F&text=x",
        );
        assert_eq!((options.theme, options.compact, options.scroll), (Some("dark"), true, true));
        assert_eq!(options.accent, Accent::parse("aa00ff"));
        assert_eq!(
            (options.link.lang, options.link.address.as_deref()),
            (Some(Lang::Fr), Some("https://tidepool.page/"))
        );
        assert_eq!(options.link.content, None, "a text is no option");
        assert_eq!(Options::read("theme=Light").theme, Some("light"));
        assert_eq!(Options::read("theme=blue&accent=red&compact=yes&x"), Options::default());
    }
}
