//! Prefixes without a declaration.

use super::known::{Ns, SITEMAP, customary};
use super::{Binding, NEAR, Namespaces};
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;

/// A prefix without a declaration.
#[derive(Debug)]
pub(super) struct UndeclaredPrefix<'a> {
    prefix: &'a str,
    first: Span,
    /// Its second location: in the end tag of the first element with it; `None` if there is no such tag.
    end: Option<Span>,
    /// True for an element whose end is not known.
    is_open: bool,
    count: u64,
    pub(super) ns: Ns,
    /// The declared prefix of which it is most likely a misspelling.
    similar: Option<&'a str>,
}

impl<'a> Namespaces<'a> {
    pub(super) fn undeclared(&mut self, prefix: &'a str, name: Span) -> Ns {
        let next = self.undeclared.len();
        let index = *self.undeclared_by_prefix.entry(prefix).or_insert(next);
        if let Some(known) = self.undeclared.get_mut(index) {
            known.count += 1;
            return known.ns;
        }
        let first = Span::new(name.start as usize, name.start as usize + prefix.len());
        let near = |binding: &&Binding<'a>| !binding.prefix.is_empty() && distance(binding.prefix, prefix) == 1;
        // Limited, as this is called for each undeclared prefix.
        let similar = self.bindings.iter().rev().take(NEAR).find(near).filter(|_| customary(prefix).is_none());
        let ns =
            similar.map(|binding| binding.ns).or_else(|| customary(prefix).map(|(_, _, ns)| ns)).unwrap_or(Ns::Other);
        let is_open = self.text.at(..name.start as usize).ends_with('<');
        self.undeclared.push(UndeclaredPrefix {
            prefix,
            first,
            end: None,
            is_open,
            count: 1,
            ns,
            similar: similar.map(|binding| binding.prefix),
        });
        ns
    }

    /// True if [`Self::closed`] must be called.
    pub(crate) fn has_undeclared(&self) -> bool {
        !self.undeclared.is_empty()
    }

    /// Records the end of the element called `name`: an end tag with the name `end`, or none for an empty element.
    pub(crate) fn closed(&mut self, name: Span, end: Option<Span>) {
        let Some((prefix, _)) = self.text.at(name).split_once(':') else { return };
        let index = self.undeclared_by_prefix.get(prefix).copied();
        let Some(known) = index.and_then(|index| self.undeclared.get_mut(index)) else { return };
        if known.first.start == name.start {
            known.is_open = end.is_some_and(|end| self.text.at(end) != self.text.at(name));
            let start = end.map(|end| end.start as usize);
            known.end = start.map(|start| Span::new(start, start + prefix.len()));
        }
    }

    /// Reports each prefix that was never declared, once.
    pub(crate) fn finish(&mut self, root: Option<Span>, reporter: &mut Reporter<'_>) {
        self.undeclared_by_prefix.clear();
        for known in std::mem::take(&mut self.undeclared) {
            use rules::namespace_prefix_undeclared as message;
            let (first, prefix, count) = (known.first, known.prefix.to_owned(), known.count);
            let mut found = None;
            let declared = self.bound(known.prefix).is_some();
            // A declaration of the root applies only to its descendants.
            if let Some(root) = root.filter(|root| known.first.start >= root.start && !declared) {
                let uri =
                    if known.ns == Ns::Core { Some(SITEMAP) } else { customary(known.prefix).map(|(_, uri, _)| uri) };
                let mut made = if let Some(similar) = known.similar {
                    let made = message::declared(first, prefix.clone(), count, similar.to_owned());
                    let places = [first].into_iter().chain(known.end);
                    let edits = places.map(|place| Edit::replace(place, similar.to_owned())).collect::<Vec<_>>();
                    if count == 1 && !known.is_open { made.suggest(edits) } else { made }
                } else if let Some(uri) = uri {
                    let text = format!(" xmlns:{}=\"{uri}\"", known.prefix);
                    let made = match known.ns {
                        Ns::Core => message::extension(first, prefix.clone(), count),
                        _ => rules::namespace_prefix_undeclared(first, prefix.clone(), count),
                    };
                    // An attribute of the root with the URI and a wrong name is the declaration.
                    let tag = self.text.at(root.range().end..).split('>').next().unwrap_or_default();
                    if tag.contains(&format!(":{}=\"{uri}\"", known.prefix)) {
                        made
                    } else {
                        made.safe(Edit::insert(root.end as usize, text))
                    }
                } else {
                    message::extension(first, prefix.clone(), count)
                };
                if first.start != root.start {
                    made = made.related(root, "the declaration belongs here");
                }
                found = Some(made);
            }
            let mut found = found.unwrap_or_else(|| rules::namespace_prefix_undeclared(first, prefix, count));
            found.entry = 0;
            reporter.report(found);
        }
    }
}
