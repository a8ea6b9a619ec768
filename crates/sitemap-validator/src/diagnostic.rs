//! A finding: a rule, a place, and arguments. Its words are made when it is shown.

use std::borrow::Cow;

use crate::registry::{Rule, Template};
use crate::span::Span;

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// No consumer behaves differently; advice.
    Info,
    /// Valid by the letter, but likely to be ignored, misread or distrusted.
    Warning,
    /// A source of the active profiles forbids it, or a consumer is known to drop it.
    Error,
}

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

/// Whether a repair may be applied unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FixKind {
    /// Cannot change the meaning.
    Safe,
    /// Needs a person's eyes.
    Suggest,
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

/// A repair: edits that do not overlap, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// Whether it may be applied unseen.
    pub kind: FixKind,
    /// What to change.
    pub edits: Vec<Edit>,
}

/// A finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The rule.
    pub rule: Rule,
    /// Which of the rule's wordings fits: 0 is the first.
    pub wording: u8,
    /// Its weight here; the reporter fills in the profile's unless the check set one.
    pub severity: Option<Severity>,
    /// The primary place.
    pub span: Span,
    /// What the wording's `{0}`, `{1}`, ... stand for.
    pub args: Vec<Arg>,
    /// Other places, at most three.
    pub related: Vec<Related>,
    /// The repair.
    pub fix: Option<Fix>,
    /// The entry it belongs to, from 1; 0 outside entries.
    pub entry: u32,
}

impl Diagnostic {
    /// A finding of `rule` at `span`, in the rule's first wording.
    // Most files have few findings: what makes them is called, here and below, instead of being copied to each place.
    #[cold]
    #[inline(never)]
    pub fn new(rule: Rule, span: Span) -> Self {
        Self { rule, wording: 0, severity: None, span, args: Vec::new(), related: Vec::new(), fix: None, entry: 0 }
    }

    /// Chooses another wording of the rule.
    #[must_use]
    pub fn wording(mut self, index: u8) -> Self {
        self.wording = index;
        self
    }

    /// Overrides the rule's weight.
    #[must_use]
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = Some(severity);
        self
    }

    /// Adds an argument.
    #[must_use]
    pub fn arg(self, arg: impl Into<Arg>) -> Self {
        self.with_arg(arg.into())
    }

    #[inline(never)]
    fn with_arg(mut self, arg: Arg) -> Self {
        self.args.push(arg);
        self
    }

    /// Adds another place.
    #[must_use]
    #[inline(never)]
    pub fn related(mut self, span: Span, label: &'static str) -> Self {
        self.related.push(Related { span, label });
        self
    }

    /// Adds a repair that cannot change the meaning.
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
        self.fix = Some(Fix { kind, edits });
        self
    }

    /// The wording's templates.
    pub fn template(&self) -> &'static Template {
        let wordings = self.rule.info().wordings;
        wordings.get(self.wording as usize).unwrap_or(&wordings[0])
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

impl From<Edit> for Vec<Edit> {
    fn from(edit: Edit) -> Self {
        vec![edit]
    }
}
