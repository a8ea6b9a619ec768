//! The extensions, one line for each. `docs/adding-a-namespace.md` shows how to add one.

use super::Extension;
use crate::check::{image, mobile, news, pagemap, video};

/// An extension of the protocol.
pub(crate) struct Registration {
    /// Its customary prefix.
    pub(crate) prefix: &'static str,
    /// Its namespace, or those of its versions.
    pub(crate) uris: &'static [&'static str],
    /// Creates the state that processes its elements in a file.
    pub(crate) follow: fn() -> Box<dyn Extension>,
}

const fn extension(
    prefix: &'static str,
    uris: &'static [&'static str],
    follow: fn() -> Box<dyn Extension>,
) -> Registration {
    Registration { prefix, uris, follow }
}

/// All extensions. The index of an extension is its number in [`Ns`](crate::check::namespace::Ns).
pub(crate) static EXTENSIONS: [Registration; 5] = [
    extension("image", &["http://www.google.com/schemas/sitemap-image/1.1"], image::extension),
    extension("video", &["http://www.google.com/schemas/sitemap-video/1.1"], video::extension),
    extension("news", &["http://www.google.com/schemas/sitemap-news/0.9"], news::extension),
    extension("mobile", &[mobile::GOOGLE, "http://www.baidu.com/schemas/sitemap-mobile/1/"], mobile::extension),
    extension("pagemap", &["http://www.google.com/schemas/sitemap-pagemap/1.0"], pagemap::extension),
];
