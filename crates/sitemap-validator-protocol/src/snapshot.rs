//! The file with what the pages of a site said at an earlier time: a [`Head`], and a [`Page`] on each line after it.

use serde::{Deserialize, Serialize};

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Head {
    /// What the file is.
    pub sitemap_validator: String,
    /// The version of the format.
    pub version: u32,
    /// When the file was written, as a date of W3C Datetime.
    pub made: String,
}

/// A page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    /// Its URL in normal form.
    pub url: String,
    /// The hash of its content, in 16 hexadecimal digits.
    pub content: String,
    /// When it had another content at the latest, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The date of its last change, as a `lastmod`.
    pub changed: String,
}
