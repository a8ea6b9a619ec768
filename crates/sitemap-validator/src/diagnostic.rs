//! A finding: a message of a rule, a place, and arguments. Its words are made when it is shown.

pub(crate) mod rules;

use std::borrow::Cow;

pub use sitemap_validator_protocol::report::{FixKind, Severity};

use crate::registry::{Message, Rule, Support};
use crate::span::Span;

/// A value a message mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arg {
    /// What stands at a place of the text.
    Source(Span),
    /// A fixed word.
    Word(&'static str),
    /// A computed text.
    Text(Box<str>),
    /// Words around other values.
    Phrase(Box<Phrase>),
    /// A number, shown with thousands separators.
    Number(u64),
    /// A character, shown as `U+000B` when it cannot be seen.
    Char(char),
}

/// Words around other values, which another language may put in another order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// The words, with `{0}`, `{1}`, ... in the places of the values.
    pub template: &'static str,
    /// The values.
    pub args: Vec<Arg>,
}

impl Arg {
    /// Words around other values.
    pub(crate) fn phrase(template: &'static str, args: impl Into<Vec<Self>>) -> Self {
        Self::Phrase(Box::new(Phrase { template, args: args.into() }))
    }
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// The place.
    pub span: Span,
    /// What it is, in a few words.
    pub label: &'static str,
}

/// A replacement of the bytes of `span` by `text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// What stands there afterwards; empty to delete.
    pub text: Cow<'static, str>,
}

impl Edit {
    /// Replaces `span` by `text`.
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

/// A repair of one finding that needs more edits is not offered: they would take many times the memory of the text.
pub(crate) const MOST_EDITS: usize = 10_000;

/// A repair: edits that do not overlap, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it may be applied unseen.
    pub kind: FixKind,
    /// What to change.
    pub edits: Vec<Edit>,
    /// What stays and says the same as what is deleted.
    pub copy: Option<Span>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What it says, and so its rule.
    message: Message,
    /// Its severity; until it is reported, one that differs from its rule's.
    pub severity: Option<Severity>,
    /// The XSD forbids it, unlike other findings of its rule.
    pub(crate) against_schema: bool,
    /// It is reported even when its rule is off by default.
    pub(crate) always: bool,
    /// The primary place.
    pub span: Span,
    /// What the message's `{0}`, `{1}`, ... stand for.
    pub args: Vec<Arg>,
    /// Other places, at most three.
    pub related: Vec<Related>,
    /// The repair.
    pub fix: Option<Fix>,
    /// The entry it belongs to, from 1; 0 outside entries.
    pub entry: u32,
}

impl Diagnostic {
    /// A finding at `span`; see [`rules`].
    // Most files have few findings: what makes them is called, here and below, instead of being copied to each place.
    #[cold]
    #[inline(never)]
    fn new<const N: usize>(message: Message, span: Span, args: [Arg; N]) -> Self {
        Self {
            message,
            severity: None,
            against_schema: false,
            always: false,
            span,
            args: args.into(),
            related: Vec::new(),
            fix: None,
            entry: 0,
        }
    }

    /// A finding whose message lacks its arguments. For tests of what is done with findings.
    #[doc(hidden)]
    pub fn bare(message: Message, span: Span) -> Self {
        Self::new(message, span, [])
    }

    /// What it says.
    pub fn message(&self) -> Message {
        self.message
    }

    /// The rule.
    pub fn rule(&self) -> Rule {
        self.message.info().rule
    }

    /// Who says so.
    pub fn support(&self) -> &'static Support {
        self.message.info().support
    }

    /// Overrides the rule's severity.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Makes it an error in strict schema mode, even when its rule is off by default, if `forbidden` by the XSD.
    #[must_use]
    pub(crate) fn against_schema(mut self, forbidden: bool) -> Self {
        self.against_schema = forbidden;
        self
    }

    /// Reports it with the severity of its message, even when its rule is off by default.
    #[must_use]
    pub(crate) fn always(mut self) -> Self {
        self.always = true;
        self
    }

    /// Adds another place.
    #[must_use]
    #[inline(never)]
    pub fn related(mut self, span: Span, label: &'static str) -> Self {
        self.related.push(Related { span, label });
        self
    }

    /// Adds a fix that is safe, unless the reporter finds that it loses something.
    #[must_use]
    pub fn safe(self, edits: impl Into<Vec<Edit>>) -> Self {
        self.fix(FixKind::Safe, edits)
    }

    /// Adds a repair that needs a person's eyes.
    #[must_use]
    pub fn suggest(self, edits: impl Into<Vec<Edit>>) -> Self {
        self.fix(FixKind::Suggest, edits)
    }

    /// Adds a repair.
    #[must_use]
    pub fn fix(self, kind: FixKind, edits: impl Into<Vec<Edit>>) -> Self {
        self.with_fix(kind, edits.into())
    }

    #[inline(never)]
    fn with_fix(mut self, kind: FixKind, edits: Vec<Edit>) -> Self {
        self.fix = Some(Fix { kind, edits, copy: None });
        self
    }

    /// Names what stays and says the same as what the fix deletes.
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

/// What counts: the type of an argument that is a number.
pub trait Number: Into<Arg> {}
impl Number for u64 {}
impl Number for usize {}
impl Number for u32 {}

impl From<Edit> for Vec<Edit> {
    fn from(edit: Edit) -> Self {
        vec![edit]
    }
}
