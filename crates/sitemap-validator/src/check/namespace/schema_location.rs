//! `xsi:schemaLocation`: pairs of a namespace and its schema (XML Schema Part 1 §4.3.2).

use std::collections::HashSet;

use super::Namespaces;
use super::known::{Ns, SITEMAP, is_core_miss};
use crate::diagnostic::Edit;
use crate::elements::Root;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::xml::tag::Attribute;

/// Checks `xsi:schemaLocation` of the root.
pub(crate) fn schema_location(
    text: &str,
    namespaces: &Namespaces<'_>,
    root: (Span, &str),
    attributes: &[Attribute],
    reporter: &mut Reporter<'_>,
) {
    let find = |attribute: &&Attribute| text.at(attribute.name).ends_with(":schemaLocation");
    let Some(attribute) = attributes.iter().find(find) else {
        let xsi = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
        let declared = if namespaces.declares(Ns::Xsi) { "" } else { xsi };
        let location = format!("{declared} xsi:schemaLocation=\"{SITEMAP} {SITEMAP}/{}\"", schema_file(root.1));
        let found = rules::schema_location_missing(root.0, root.0);
        reporter.report(found.safe(Edit::insert(root.0.end as usize, location)));
        return;
    };
    let prefix = text.at(attribute.name).trim_end_matches(":schemaLocation");
    let bound = namespaces.uri_of(prefix).map(|span| text.at(span));
    if bound.is_some_and(|uri| uri != "http://www.w3.org/2001/XMLSchema-instance") {
        if let Some(value) = namespaces.uri_of(prefix) {
            reporter.report(rules::schema_location_malformed::wrong_prefix(value, value));
        }
        return;
    }
    let value = text.at(attribute.value);
    let tokens: Vec<Span> = value
        .split_ascii_whitespace()
        .map(|token| {
            let at = attribute.value.start as usize + (token.as_ptr() as usize - value.as_ptr() as usize);
            Span::new(at, at + token.len())
        })
        .collect();
    if tokens.len() % 2 == 1 {
        let mut found = rules::schema_location_malformed(attribute.value, tokens.len());
        if let [only] = tokens.as_slice() {
            found = found.suggest(Edit::insert(only.start as usize, format!("{SITEMAP} ")));
        }
        reporter.report(found);
        return;
    }
    let declared = namespaces.uris();
    for &[namespace, location] in tokens.as_chunks().0 {
        schema_pair(text, &declared, root.1, (namespace, location), reporter);
    }
}

fn schema_pair(text: &str, declared: &HashSet<&str>, root: &str, pair: (Span, Span), reporter: &mut Reporter<'_>) {
    let (namespace, location) = (text.at(pair.0), text.at(pair.1));
    if !declared.contains(namespace) && namespace != SITEMAP && is_core_miss(namespace) {
        let found = rules::schema_location_mismatch::namespace(pair.0, pair.0, SITEMAP);
        reporter.report(found.safe(Edit::replace(pair.0, SITEMAP)));
    }
    let file = schema_file(root);
    let name = location.rsplit('/').next().unwrap_or_default();
    let other = matches!(name, "sitemap.xsd" | "siteindex.xsd") && name != file;
    let dead = ["/schemas/sitemaps/", "/sitemap/09/"].iter().any(|part| location.contains(part));
    if other || dead {
        let right = format!("{SITEMAP}/{file}");
        let found = rules::schema_location_mismatch::schema(pair.1, pair.1, right.clone());
        reporter.report(found.safe(Edit::replace(pair.1, right)));
    }
}

fn schema_file(root: &str) -> &'static str {
    if root == Root::Index.name() { "siteindex.xsd" } else { "sitemap.xsd" }
}
