//! Terminal colors.

use std::fmt::{self, Display, Formatter};

use sitemap_validator::Severity;

/// The meaning of a color.
#[derive(Debug, Clone, Copy)]
pub(super) enum Style {
    Error,
    Warning,
    Info,
    Good,
    Strong,
    Gutter,
    Dim,
    Removed,
    Added,
}

impl Style {
    const fn code(self) -> &'static str {
        match self {
            Self::Error => "1;31",
            Self::Warning => "1;33",
            Self::Info => "1;36",
            Self::Good => "1;32",
            Self::Strong => "1",
            Self::Gutter => "1;34",
            Self::Dim => "2",
            Self::Removed => "31",
            Self::Added => "32",
        }
    }
}

impl From<Severity> for Style {
    fn from(severity: Severity) -> Self {
        match severity {
            Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Info,
        }
    }
}

/// Colors text, or leaves it unchanged.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    color: bool,
}

impl Paint {
    pub(super) const fn new(color: bool) -> Self {
        Self { color }
    }

    /// Returns `words` with a color.
    pub(super) const fn ink(self, ink: Style, words: &str) -> Painted<'_> {
        Painted { ink: if self.color { Some(ink) } else { None }, words }
    }
}

/// Text with a color.
pub(super) struct Painted<'a> {
    ink: Option<Style>,
    words: &'a str,
}

impl Display for Painted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.ink {
            Some(ink) => write!(f, "\x1b[{}m{}\x1b[0m", ink.code(), self.words),
            None => f.write_str(self.words),
        }
    }
}
