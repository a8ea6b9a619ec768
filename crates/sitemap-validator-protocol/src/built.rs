//! The comparison of sitemaps with the folder of a built site, as a program makes it.

/// The result of a comparison.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The URL at which the folder is served, if it is known.
    pub url: Option<String>,
    /// The number of pages in the folder that were read.
    pub pages: u64,
    /// The number of listed URLs of which it is known whether there is a page.
    pub listed: u64,
    /// What the user must know.
    pub notes: Vec<Note>,
}

/// What the user must know about a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A file of the folder, or a line of it, cannot be read.
    Unread {
        /// The name of the file, with the line if only this line cannot be read.
        place: String,
        /// The reason.
        problem: String,
    },
    /// The URL at which the folder is served is unknown.
    NoUrl,
    /// No listed URL is below the URL of the folder.
    NoneBelow {
        /// The number of listed URLs.
        listed: u64,
        /// The URL of the folder.
        url: String,
    },
    /// No listed URL has a file.
    NoFile {
        /// The number of listed URLs.
        listed: u64,
        /// The URL of the folder.
        url: String,
    },
    /// Some listed URLs are not below the URL of the folder.
    Outside {
        /// The number of these URLs.
        listed: u64,
        /// The URL of the folder.
        url: String,
    },
    /// Some listed URLs have no file, but may be served.
    Served {
        /// The number of these URLs.
        listed: u64,
        /// The file because of which they may be served.
        by: String,
    },
}

impl Note {
    /// True if the comparison is incomplete because of an error of the user or of the computer.
    pub const fn is_problem(&self) -> bool {
        !matches!(self, Self::Outside { .. } | Self::Served { .. })
    }
}
