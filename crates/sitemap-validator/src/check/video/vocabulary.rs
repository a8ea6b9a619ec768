//! The elements of the video extension.

use crate::check::UrlRole;
use crate::check::extension::{Content, Definition, Vocabulary};
use crate::registry::Rule;
use crate::rules;

/// The elements of the video extension, version 1.1.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    definitions: &[
        Definition::new("video", "", Content::Elements).many(),
        Definition::new("thumbnail_loc", "video", Content::Url(UrlRole::Thumbnail)),
        Definition::new("title", "video", Content::Text),
        Definition::new("description", "video", Content::Text),
        Definition::new("content_loc", "video", Content::Url(UrlRole::Media)),
        Definition::new("player_loc", "video", Content::Url(UrlRole::Media))
            .deprecated_attributes(&["allow_embed", "autoplay"]),
        Definition::new("duration", "video", Content::Text),
        Definition::new("expiration_date", "video", Content::Text),
        Definition::new("rating", "video", Content::Text),
        Definition::new("content_segment_loc", "video", Content::Url(UrlRole::Media))
            .many()
            .attributes(&["duration"])
            .deprecated(),
        Definition::new("view_count", "video", Content::Text),
        Definition::new("publication_date", "video", Content::Text),
        Definition::new("tag", "video", Content::Text).many(),
        Definition::new("category", "video", Content::Text).deprecated(),
        Definition::new("family_friendly", "video", Content::Text),
        Definition::new("restriction", "video", Content::Text).attributes(&["relationship"]),
        Definition::new("gallery_loc", "video", Content::Url(UrlRole::Other)).attributes(&["title"]).deprecated(),
        Definition::new("price", "video", Content::Text)
            .many()
            .attributes(&["currency", "type", "resolution"])
            .deprecated(),
        Definition::new("requires_subscription", "video", Content::Text),
        Definition::new("uploader", "video", Content::Text).attributes(&["info"]),
        Definition::new("tvshow", "video", Content::Elements).deprecated(),
        Definition::new("platform", "video", Content::Text).attributes(&["relationship"]),
        Definition::new("live", "video", Content::Text),
        Definition::new("id", "video", Content::Text).many().attributes(&["type"]).deprecated(),
        Definition::new("show_title", "tvshow", Content::Text),
        Definition::new("video_type", "tvshow", Content::Text),
        Definition::new("episode_title", "tvshow", Content::Text),
        Definition::new("season_number", "tvshow", Content::Text),
        Definition::new("episode_number", "tvshow", Content::Text),
        Definition::new("premier_date", "tvshow", Content::Text),
    ],
    synonyms: &[
        ("thumb", "thumbnail_loc"),
        ("thumbnail_url", "thumbnail_loc"),
        ("thumbnailurl", "thumbnail_loc"),
        ("image_loc", "thumbnail_loc"),
        ("loc", "content_loc"),
        ("url", "content_loc"),
        ("content_url", "content_loc"),
        ("contenturl", "content_loc"),
        ("video_loc", "content_loc"),
        ("embed_url", "player_loc"),
        ("embedurl", "player_loc"),
        ("embed_loc", "player_loc"),
        ("name", "title"),
        ("tags", "tag"),
        ("views", "view_count"),
        ("upload_date", "publication_date"),
        ("uploaddate", "publication_date"),
        ("pub_date", "publication_date"),
        ("pubdate", "publication_date"),
        ("published", "publication_date"),
        ("expires", "expiration_date"),
        ("expiry_date", "expiration_date"),
        ("premiere_date", "premier_date"),
    ],
    misplaced: rules::video_misplaced,
    unknown: rules::video_unknown_element::unknown,
    like: rules::video_unknown_element::like,
    unknown_attribute: rules::video_unknown_element::attribute,
    duplicate: rules::video_duplicate_element,
    order: Rule::VideoElementOrder,
    out_of_order: rules::video_element_order,
    deprecation: Rule::VideoDeprecated,
    deprecated: rules::video_deprecated::element,
    deprecated_attribute: Some(rules::video_deprecated::attribute),
};
