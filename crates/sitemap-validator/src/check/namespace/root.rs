//! The namespace of the root element, which its children inherit.

use super::Namespaces;
use super::known::{Ns, SITEMAP, is_core_miss};
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;
use crate::xml::tag::Attribute;

impl Namespaces<'_> {
    /// Checks the namespace of a root element `urlset` or `sitemapindex`, or a misspelling of it,
    /// and treats its namespace as that of the protocol from now on.
    pub(crate) fn root(&mut self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) -> Option<Span> {
        let written = self.text.at(name);
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        let binding = self.bound(prefix).and_then(|index| self.bindings.get_mut(index));
        let empty = binding.as_ref().map(|binding| binding.value).filter(|value| value.is_empty());
        if let Some(binding) = binding.filter(|binding| !binding.value.is_empty()) {
            binding.used = true;
            binding.is_checked = true;
            let value = binding.value;
            let right = binding.ns == Ns::Core && binding.right_uri.is_none();
            binding.ns = Ns::Core;
            if !right {
                self.wrong_root(value, reporter);
            }
            if !prefix.is_empty() {
                reporter.report(rules::namespace_prefixed_core(name, name));
            }
            return None;
        }
        self.bare = true;
        if !prefix.is_empty() {
            self.undeclared(prefix, name);
            let index = self.undeclared_by_prefix.get(prefix);
            if let Some(entry) = index.and_then(|&index| self.undeclared.get_mut(index)) {
                entry.ns = Ns::Core;
            }
            return None;
        }
        let typo = attributes.iter().find(|attribute| self.is_xmlns_typo(attribute));
        if let Some(typo) = typo {
            let found = rules::namespace_xmlns_typo(typo.name, typo.name);
            reporter.report(found.safe(Edit::replace(typo.name, "xmlns")));
            return Some(typo.whole);
        }
        let insert = Edit::insert(name.end as usize, format!(" xmlns=\"{SITEMAP}\""));
        let edit = empty.map_or(insert, |value| Edit::replace(value, SITEMAP));
        reporter.report(rules::namespace_missing(name, name).safe(edit));
        None
    }

    fn is_xmlns_typo(&self, attribute: &Attribute) -> bool {
        let name = self.text.at(attribute.name);
        let value = self.text.at(attribute.value);
        let stray_prefix = name.split_once(':').is_some_and(|(prefix, local)| prefix != "xml" && local == "xmlns");
        let spelled = !name.contains(':') && name != "xmlns" && distance(&name.to_ascii_lowercase(), "xmlns") <= 2;
        (stray_prefix || spelled) && value.contains("://")
    }

    pub(super) fn wrong_root(&self, value: Span, reporter: &mut Reporter<'_>) {
        let uri = self.text.at(value);
        let edit = Edit::replace(value, SITEMAP);
        let legacy = ["http://www.google.com/schemas/sitemap/0.84", "https://www.google.com/schemas/sitemap/0.84"];
        let found = if legacy.contains(&uri) {
            rules::namespace_legacy_084(value).safe(edit)
        } else if is_core_miss(uri) {
            let https = uri.strip_prefix("https") == SITEMAP.strip_prefix("http");
            let found = if https {
                rules::namespace_near_miss::https(value)
            } else {
                rules::namespace_near_miss::letters(value, value)
            };
            found.safe(edit)
        } else {
            rules::namespace_wrong(value, value).suggest(edit)
        };
        reporter.report(found);
    }

    /// Reports a core element in no namespace, if the root is in one.
    pub(crate) fn missing_on_child(&self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) {
        let empty =
            attributes.iter().find(|attribute| self.text.at(attribute.name) == "xmlns" && attribute.value.is_empty());
        // Descendants inherit the declaration; only the element that has it is reported.
        if let Some(empty) = empty {
            let before = self.text.at(..empty.whole.start as usize).trim_end().len();
            let edit = Edit::delete(Span::new(before, empty.whole.end as usize));
            reporter.report(rules::namespace_missing_on_child::empty(empty.whole, name).safe(edit));
        } else if self.bound("").is_none() {
            reporter.report(rules::namespace_missing_on_child::undeclared(name, name));
        }
    }
}
