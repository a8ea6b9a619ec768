//! The input to check.

use std::rc::Rc;

use sitemap_validator_protocol::http::Http;

use crate::{file_labels::numbered_names, lang::Lang};

/// Text longer than this is held as a file, not in the text box.
pub(crate) const TEXT_LIMIT: usize = 1024 * 1024;

/// The input to check.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Input {
    /// Nothing yet.
    #[default]
    Nothing,
    /// The text in the box.
    Text {
        /// The text.
        text: Rc<str>,
        /// True if the page has fixed something in it.
        fixed: bool,
    },
    /// Files, in the order in which they were added.
    Files(Rc<[Entry]>),
}

/// A file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    /// The name, including folders if a folder was dropped.
    pub(crate) name: Rc<str>,
    /// The size in bytes.
    pub(crate) bytes: u64,
    /// The content.
    pub(crate) body: Body,
    /// The URL, if it was typed for this one of several files.
    pub(crate) address: Rc<str>,
    /// The details of the request, if the file was fetched.
    pub(crate) http: Option<Rc<Http>>,
    /// True if the page has fixed something in it.
    pub(crate) fixed: bool,
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Body {
    /// In memory.
    Text(Rc<str>),
    /// A blob of the browser, by its number in [`crate::store::Store`].
    Blob(u32),
}

/// A sample sitemap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sample {
    /// A sitemap without findings.
    Good,
    /// A sitemap with one of each common error.
    Broken,
}

impl Sample {
    /// Both samples.
    pub(crate) const ALL: [Self; 2] = [Self::Good, Self::Broken];
    /// The URL of both samples.
    pub(crate) const ADDRESS: &'static str = "https://shop.tidepool.page/sitemap.xml";

    /// The text of the sample.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Good => include_str!("../../samples/good.xml"),
            Self::Broken => include_str!("../../samples/broken.xml"),
        }
    }
}

impl Entry {
    /// Gives files with the same name different names.
    pub(super) fn number(entries: &mut [Self]) {
        let names = numbered_names(entries.iter().map(|entry| entry.name.to_string()));
        for (entry, name) in entries.iter_mut().zip(names) {
            entry.name = name.into();
        }
    }
}

impl Input {
    /// The name of a text that is held as a file.
    pub(crate) const UNNAMED: &'static str = "";

    /// The name of pasted text in the report.
    pub(crate) const fn pasted(lang: Lang) -> &'static str {
        lang.text(["Pasted text", "Texte collé", "Texto pegado"])
    }

    /// The text in the box.
    pub(crate) fn text(&self) -> Rc<str> {
        match self {
            Self::Text { text, .. } => text.clone(),
            _ => "".into(),
        }
    }

    /// True if the input consists of files.
    pub(crate) fn is_files(&self) -> bool {
        matches!(self, Self::Files(_))
    }

    /// The number of files to check.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Text { .. } => 1,
            Self::Files(entries) => entries.len(),
        }
    }

    /// The name and content of a file that was fixed.
    pub(crate) fn fixed(&self, file: usize) -> Option<(&str, Body)> {
        match self {
            Self::Text { text, fixed: true } if file == 0 => Some((Self::UNNAMED, Body::Text(text.clone()))),
            Self::Files(entries) => {
                let entry = entries.get(file).filter(|entry| entry.fixed)?;
                Some((&entry.name, entry.body.clone()))
            }
            _ => None,
        }
    }

    /// Sets the URL of one of several files. Returns false if there is no such file.
    pub(super) fn set_address(&mut self, file: usize, address: &str) -> bool {
        let Self::Files(entries) = self else {
            return false;
        };
        let mut changed = entries.to_vec();
        let Some(entry) = changed.get_mut(file) else {
            return false;
        };
        entry.address = address.into();
        *entries = changed.into();
        true
    }

    /// The size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        match self {
            Self::Nothing => 0,
            Self::Text { text, .. } => text.len() as u64,
            Self::Files(entries) => entries.iter().map(|entry| entry.bytes).sum(),
        }
    }

    /// The number of bytes that are not shared with another version of the input.
    pub(super) fn bytes_beside(&self, other: &Self) -> u64 {
        match (self, other) {
            (Self::Files(entries), Self::Files(others)) if entries.len() == others.len() => {
                let pairs = entries.iter().zip(others.iter());
                pairs.filter(|(entry, other)| entry.body != other.body).map(|(entry, _)| entry.bytes).sum()
            }
            _ => self.bytes(),
        }
    }

    /// The numbers of the blobs in use.
    pub(crate) fn blobs(&self) -> impl Iterator<Item = u32> {
        let entries: &[Entry] = match self {
            Self::Files(entries) => entries,
            _ => &[],
        };
        entries.iter().filter_map(|entry| match entry.body {
            Body::Blob(number) => Some(number),
            Body::Text(_) => None,
        })
    }
}
