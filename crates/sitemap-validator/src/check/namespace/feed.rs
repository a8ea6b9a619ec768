//! The namespaces of feeds.

use super::known::Ns;
use super::{Namespaces, known};
use crate::span::{At, Span};

/// The namespace of a feed's root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeedNamespace {
    /// A namespace of Atom.
    Known(Span),
    /// A misspelled namespace of Atom, and the right one.
    Near(Span, &'static str),
    /// Another namespace.
    Other(Span),
    /// No namespace; a declaration may have an empty value.
    None(Option<Span>),
    /// The prefix of the root is not declared.
    Undeclared,
}

impl FeedNamespace {
    /// The span of the URI.
    pub(crate) const fn span(self) -> Option<Span> {
        match self {
            Self::Known(span) | Self::Near(span, _) | Self::Other(span) => Some(span),
            Self::None(_) | Self::Undeclared => None,
        }
    }
}

impl Namespaces<'_> {
    /// The namespace of the root `name` of a feed, or the default namespace of RSS. Namespaces in feeds are
    /// not extensions of the sitemap protocol.
    pub(crate) fn feed_root(&mut self, name: Span, atom: bool) -> FeedNamespace {
        self.feed = true;
        let written = self.text.at(name);
        let prefix = written.split_once(':').map_or("", |(prefix, _)| prefix);
        for binding in &mut self.bindings {
            if binding.prefix == prefix || binding.prefix.is_empty() {
                binding.used = true;
                binding.is_checked = true;
            }
        }
        let root_prefix = if atom { prefix } else { "" };
        let Some(binding) = self.binding(root_prefix) else {
            if atom && !prefix.is_empty() {
                self.undeclared(prefix, name);
                return FeedNamespace::Undeclared;
            }
            return FeedNamespace::None(None);
        };
        match (binding.ns, binding.right_uri) {
            (Ns::None, _) => FeedNamespace::None(Some(binding.value)),
            (Ns::Atom, None) => FeedNamespace::Known(binding.value),
            (Ns::Atom, Some(right_uri)) => FeedNamespace::Near(binding.value, right_uri),
            _ => FeedNamespace::Other(binding.value),
        }
    }

    /// True if the prefix of `name` is bound to Dublin Core.
    pub(crate) fn is_dublin_core(&self, name: Span) -> bool {
        let written = self.text.at(name);
        let uri = written.split_once(':').and_then(|(prefix, _)| self.uri_of(prefix));
        uri.is_some_and(|uri| known::loosely(self.text.at(uri)) == "purl.org/dc/elements/1.1")
    }
}
