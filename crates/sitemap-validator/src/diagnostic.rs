//! A finding: a message of a rule, a location and arguments. Its text is made when it is shown.

pub(crate) mod rules;

use std::borrow::Cow;

pub use sitemap_validator_protocol::report::{FixKind, Severity};

use crate::registry::{Message, Rule, Support};
use crate::span::Span;

/// An argument of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg {
    /// A part of the text.
    Source(Span),
    /// A fixed word.
    Word(&'static str),
    /// A computed text.
    Text(Box<str>),
    /// A phrase with arguments.
    Phrase(Box<Phrase>),
    /// A number, shown with thousands separators.
    Number(u64),
    /// A character, shown as `U+000B` if it is invisible.
    Char(char),
}

/// A phrase with arguments, whose order may differ in other languages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// The template, with `{0}`, `{1}`, ... for the arguments.
    pub template: &'static str,
    /// The arguments.
    pub args: Vec<Arg>,
}

impl Arg {
    /// A phrase with arguments.
    pub(crate) fn phrase(template: &'static str, args: impl Into<Vec<Self>>) -> Self {
        Self::Phrase(Box::new(Phrase { template, args: args.into() }))
    }
}

/// A related location of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The location.
    pub span: Span,
    /// A short description.
    pub label: &'static str,
}

/// A replacement of the bytes of `span` with `text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The replaced span; empty for an insertion.
    pub span: Span,
    /// The new text; empty for a deletion.
    pub text: Cow<'static, str>,
}

impl Edit {
    /// Replaces `span` with `text`.
    pub fn replace(span: Span, text: impl Into<Cow<'static, str>>) -> Self {
        Self { span, text: text.into() }
    }

    /// Inserts `text` before byte `at`.
    pub fn insert(at: usize, text: impl Into<Cow<'static, str>>) -> Self {
        Self::replace(Span::at(at), text)
    }

    /// Deletes `span`.
    pub fn delete(span: Span) -> Self {
        Self::replace(span, "")
    }
}

/// The maximum number of edits of a fix, as more would take many times the memory of the text.
pub(crate) const MOST_EDITS: usize = 10_000;

/// A fix: sorted edits that do not overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it can be applied without a review.
    pub kind: FixKind,
    /// Sorted, without overlaps.
    pub edits: Vec<Edit>,
    /// A part of the text that stays and contains the deleted values, if the fix names one.
    pub copy: Option<Span>,
}

/// Edits that are right if the value means what `label` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// A few words, such as `3 April`.
    pub label: Arg,
    /// Sorted, without overlaps.
    pub edits: Vec<Edit>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The message, which determines the rule.
    message: Message,
    /// The severity; before the finding is reported, only if it differs from the rule's.
    pub severity: Option<Severity>,
    /// True if the XSD forbids it, unlike other findings of the rule.
    pub(crate) against_schema: bool,
    /// True if it is reported even if the rule is off by default.
    pub(crate) always: bool,
    /// True if it is about the URL of an image, a video or an alternate, not about that of its entry.
    pub(crate) is_part: bool,
    /// The primary location.
    pub span: Span,
    /// The arguments `{0}`, `{1}`, ... of the message.
    pub args: Vec<Arg>,
    /// Up to three related locations.
    pub related: Vec<Related>,
    /// The fix, if there is one.
    pub fix: Option<Fix>,
    /// Edits of which the user chooses, also in place of the fix.
    pub alternatives: Vec<Alternative>,
    /// The number of its entry, from 1; 0 outside of entries.
    pub entry: u32,
}

impl Diagnostic {
    /// A finding at `span`; see [`rules`].
    // Not inlined, here and below, as most files have few findings.
    #[cold]
    #[inline(never)]
    fn new<const N: usize>(message: Message, span: Span, args: [Arg; N]) -> Self {
        Self {
            message,
            severity: None,
            against_schema: false,
            always: false,
            is_part: false,
            span,
            args: args.into(),
            related: Vec::new(),
            fix: None,
            alternatives: Vec::new(),
            entry: 0,
        }
    }

    /// A finding without arguments, for tests.
    #[doc(hidden)]
    pub fn bare(message: Message, span: Span) -> Self {
        Self::new(message, span, [])
    }

    /// The message, which determines the rule, the title and the help.
    pub fn message(&self) -> Message {
        self.message
    }

    /// The rule of the message.
    pub fn rule(&self) -> Rule {
        self.message.info().rule
    }

    /// The sources and stances.
    pub fn support(&self) -> &'static Support {
        self.message.info().support
    }

    /// Overrides the rule's severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Makes it an error in strict schema mode, even if the rule is off by default, if the XSD forbids it.
    #[must_use]
    pub(crate) fn against_schema(mut self, forbidden: bool) -> Self {
        self.against_schema = forbidden;
        self
    }

    /// Reports it with the severity of its message, even if the rule is off by default.
    #[must_use]
    pub(crate) fn always(mut self) -> Self {
        self.always = true;
        self
    }

    /// Adds a related location.
    #[must_use]
    #[inline(never)]
    pub fn related(mut self, span: Span, label: &'static str) -> Self {
        self.related.push(Related { span, label });
        self
    }

    /// Adds up to three further places of the same.
    #[must_use]
    pub(crate) fn and_here(self, places: impl IntoIterator<Item = Span>) -> Self {
        places.into_iter().take(3).fold(self, |found, place| found.related(place, "and here"))
    }

    /// Adds a safe fix, which the reporter downgrades if it would lose a value.
    #[must_use]
    pub fn safe(self, edits: impl Into<Vec<Edit>>) -> Self {
        self.fix(FixKind::Safe, edits)
    }

    /// Adds a suggested fix.
    #[must_use]
    pub fn suggest(self, edits: impl Into<Vec<Edit>>) -> Self {
        self.fix(FixKind::Suggest, edits)
    }

    /// Adds a fix.
    #[must_use]
    pub fn fix(self, kind: FixKind, edits: impl Into<Vec<Edit>>) -> Self {
        self.with_fix(kind, edits.into())
    }

    #[inline(never)]
    fn with_fix(mut self, kind: FixKind, mut edits: Vec<Edit>) -> Self {
        edits.dedup();
        self.fix = Some(Fix { kind, edits, copy: None });
        self
    }

    /// Adds an alternative.
    #[must_use]
    pub fn or(mut self, label: impl Into<Arg>, edits: impl IntoIterator<Item = Edit>) -> Self {
        let edits: Vec<Edit> = edits.into_iter().collect();
        if !edits.is_empty() {
            self.alternatives.push(Alternative { label: label.into(), edits });
        }
        self
    }

    /// The finding with an alternative as its fix.
    #[must_use]
    pub fn choose(&self, choice: usize) -> Option<Self> {
        let chosen = self.alternatives.get(choice)?;
        Some(self.clone().suggest(chosen.edits.clone()))
    }

    /// Names the part of the text that stays and contains the values that the fix deletes.
    #[must_use]
    pub fn copy_of(mut self, copy: Span) -> Self {
        if let Some(fix) = self.fix.as_mut() {
            fix.copy = Some(copy);
        }
        self
    }
}

impl From<Span> for Arg {
    fn from(span: Span) -> Self {
        Self::Source(span)
    }
}

impl From<&'static str> for Arg {
    fn from(word: &'static str) -> Self {
        Self::Word(word)
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text.into_boxed_str())
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<u32> for Arg {
    fn from(number: u32) -> Self {
        Self::Number(u64::from(number))
    }
}

impl From<char> for Arg {
    fn from(character: char) -> Self {
        Self::Char(character)
    }
}

/// The type of a numeric argument.
pub trait Number: Into<Arg> {}
impl Number for u64 {}
impl Number for usize {}
impl Number for u32 {}

impl From<Edit> for Vec<Edit> {
    fn from(edit: Edit) -> Self {
        vec![edit]
    }
}
