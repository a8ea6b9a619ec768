//! The language of the page.

pub(crate) use sitemap_validator_protocol::lang::{Lang, Noun, Texts};
use yew::prelude::*;

/// The language of the page. Components that use it are rendered again when it changes.
#[hook]
pub fn use_lang() -> Lang {
    use_context::<Lang>().unwrap_or_default()
}
