//! The languages of reports. The core contains English; the others are read from their catalogues.

use std::sync::Arc;

use clap::ValueEnum;
use sitemap_validator::message::{Catalogue, Words, catalogue_text};

/// A language of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// French
    Fr,
    /// Spanish
    Es,
}

impl Language {
    /// Returns its catalogue.
    pub(crate) fn words(self) -> Result<Words, String> {
        let tag = match self {
            Self::En => return Ok(Words::default()),
            Self::Fr => "fr",
            Self::Es => "es",
        };
        let text = catalogue_text(tag).unwrap_or_default();
        let catalogue = Catalogue::parse(tag, text).map_err(|fault| format!("{tag}.txt, {fault}"))?;
        Ok(Arc::new(catalogue).into())
    }
}
