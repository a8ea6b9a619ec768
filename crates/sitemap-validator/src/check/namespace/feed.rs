//! The namespaces of feeds.

use super::known::Ns;
use super::{Namespaces, known};
use crate::span::{At, Span};

/// The namespace of a feed's root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeedNamespace {
    /// One of Atom's.
    Known(Span),
    /// One that is nearly Atom's, and the one that was meant.
    Near(Span, &'static str),
    /// Another one.
    Other(Span),
    /// None, as a declaration with an empty value may say.
    None(Option<Span>),
    /// The root's prefix is not declared.
    Undeclared,
}

impl FeedNamespace {
    /// Where the URI stands.
    pub(crate) const fn span(self) -> Option<Span> {
        match self {
            Self::Known(span) | Self::Near(span, _) | Self::Other(span) => Some(span),
            Self::None(_) | Self::Undeclared => None,
        }
    }
}

impl Namespaces<'_> {
    /// The namespace of the root of a feed, called `name`; of RSS the default one. Its modules are
    /// no extensions of the sitemap protocol from here on.
    pub(crate) fn feed_root(&mut self, name: Span, atom: bool) -> FeedNamespace {
        self.feed = true;
        let written = self.text.at(name);
        let prefix = written.split_once(':').map_or("", |(prefix, _)| prefix);
        for binding in &mut self.bindings {
            if binding.prefix == prefix || binding.prefix.is_empty() {
                binding.used = true;
                binding.told = true;
            }
        }
        let wanted = if atom { prefix } else { "" };
        let Some(binding) = self.binding(wanted) else {
            if atom && !prefix.is_empty() {
                self.undeclared(prefix, name);
                return FeedNamespace::Undeclared;
            }
            return FeedNamespace::None(None);
        };
        match (binding.ns, binding.meant) {
            (Ns::None, _) => FeedNamespace::None(Some(binding.value)),
            (Ns::Atom, None) => FeedNamespace::Known(binding.value),
            (Ns::Atom, Some(meant)) => FeedNamespace::Near(binding.value, meant),
            _ => FeedNamespace::Other(binding.value),
        }
    }

    /// True when `name` has a prefix that stands for the elements of Dublin Core.
    pub(crate) fn is_dublin_core(&self, name: Span) -> bool {
        let written = self.text.at(name);
        let uri = written.split_once(':').and_then(|(prefix, _)| self.uri_of(prefix));
        uri.is_some_and(|uri| known::loosely(self.text.at(uri)) == "purl.org/dc/elements/1.1")
    }
}
