//! The names of files in the form that names are compared in: NFC, a normalization form of Unicode.
//!
//! The feature `unicode` includes the tables for it; without it, the program provides a function with
//! [`normalize_with`], as browsers have these tables.

use std::sync::OnceLock;

/// Returns a text in the form NFC.
pub type Normalize = fn(&str) -> String;

static GIVEN: OnceLock<Normalize> = OnceLock::new();

/// Sets the function that normalizes texts. Only the first call has an effect, and only without the feature `unicode`.
pub fn normalize_with(normalize: Normalize) {
    let _ = GIVEN.set(normalize);
}

/// The name in the form that names are compared in.
pub fn name(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { normalized(text) }
}

#[cfg(feature = "unicode")]
fn normalized(text: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;
    text.nfc().collect()
}

#[cfg(not(feature = "unicode"))]
fn normalized(text: &str) -> String {
    GIVEN.get().map_or_else(|| text.to_owned(), |normalize| normalize(text))
}
