//! The severity of a finding.

/// How severe a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// No consumer behaves differently; advice.
    Info,
    /// Valid by the letter, but likely to be ignored, misread or distrusted.
    Warning,
    /// A source of the active profiles forbids it, or a consumer is known to drop it.
    Error,
}

impl Severity {
    const ALL: [Self; 3] = [Self::Info, Self::Warning, Self::Error];

    /// Its name in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// The severity of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.name() == name)
    }
}
