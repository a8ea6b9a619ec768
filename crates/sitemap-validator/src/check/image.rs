//! Image sitemaps (`image-*`): Google's image extension, version 1.1.

use std::collections::BTreeMap;

use super::extension::{
    Block, Checks, Content, Definition, Element, Elements, Extension, OnlyChild, Page, Shape, Vocabulary,
};
use super::{Field, UrlRole, with_leading_space};
use crate::diagnostic::Edit;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::trimmed;
use crate::value::url::key::{KeyMap, hash};
use crate::value::url::{Parts, host};
use crate::xml::content::decoded;

/// The elements of the image extension.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    definitions: &[
        Definition::new("image", "", Content::Elements).many(),
        Definition::new("loc", "image", Content::Url(UrlRole::Image)),
        Definition::new("caption", "image", Content::Text).deprecated(),
        Definition::new("geo_location", "image", Content::Text).deprecated(),
        Definition::new("title", "image", Content::Text).deprecated(),
        Definition::new("license", "image", Content::Url(UrlRole::Other)).deprecated(),
    ],
    synonyms: &[("url", "loc"), ("src", "loc"), ("link", "loc"), ("href", "loc"), ("location", "loc")],
    misplaced: rules::image_misplaced,
    unknown: rules::image_unknown_element::unknown,
    like: rules::image_unknown_element::like,
    unknown_attribute: rules::image_unknown_element::attribute,
    duplicate: rules::image_duplicate_element,
    order: Rule::ImageElementOrder,
    out_of_order: rules::image_element_order,
    deprecation: Rule::ImageDeprecatedElement,
    deprecated: rules::image_deprecated_element,
    deprecated_attribute: None,
};

/// The required element of an image.
const LOC: Elements = VOCABULARY.elements(&["loc"]);

/// Google's maximum number of images in an entry.
const MOST: u32 = 1_000;

/// The maximum number of hosts that are distinguished.
const MOST_HOSTS: usize = 1_000;

/// The images of a file.
#[derive(Debug, Default)]
struct Images {
    /// The number of images in the entry so far.
    count: u32,
    /// The start tag of the first image beyond the limit.
    surplus: Option<Span>,
    /// The URLs of the entry's images.
    urls: Vec<Url>,
    /// The index of the first URL of the current image in `urls`.
    first: usize,
    /// Hosts of images that differ from the host of their page: first URL, its entry, count.
    hosts: BTreeMap<String, (Span, u32, u64)>,
}

/// The URL of an image.
#[derive(Debug, Clone, Copy)]
struct Url {
    /// The trimmed value.
    value: Span,
    key: u64,
    /// The image around it, once that is complete, with its only child.
    image: Option<(Span, Option<OnlyChild>)>,
}

/// Processes the elements of the image extension.
pub(crate) fn extension() -> Box<dyn Extension> {
    Shape::boxed(&VOCABULARY, Images::default())
}

impl Checks for Images {
    fn start(&mut self, name: &'static str, element: &Element<'_>, _: &mut Reporter<'_>) {
        if name == "image" {
            self.count += 1;
            self.first = self.urls.len();
            if self.count > MOST {
                self.surplus.get_or_insert(element.tag);
            }
        }
    }

    fn value(&mut self, name: &'static str, field: &Field<'_>, _: &mut Reporter<'_>) {
        let range = trimmed(field.value.text);
        if name == "loc" && !range.is_empty() {
            let url = field.value.text.at(range.clone());
            self.urls.push(Url {
                value: field.value.span(range.start, range.end),
                key: hash(url.as_bytes()),
                image: None,
            });
        }
    }

    fn block(&mut self, block: &Block<'_>, reporter: &mut Reporter<'_>) {
        // An empty or misplaced URL is reported by another rule.
        if !block.children.has_any(LOC) && !block.stray_url {
            reporter.report(rules::image_missing_loc(block.name, block.name, block.qualified("loc")));
        }
        for url in self.urls.iter_mut().skip(self.first) {
            url.image = Some((block.element, block.only()));
        }
    }

    fn split(&self, source: &str, name: &str, parent: Span, element: Span) -> Option<Edit> {
        let parent = source.get(parent.range()).filter(|_| name == "loc")?;
        Some(Edit::insert(element.start as usize, format!("</{parent}><{parent}>")))
    }

    fn entry(&mut self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        if let Some(tag) = self.surplus.take() {
            let mut found = rules::image_too_many(tag, self.count);
            if let Some(loc) = page.loc {
                found = found.related(loc, "the page they are on");
            }
            reporter.report(found);
        }
        self.repeated(page, reporter);
        if !page.url.is_empty() {
            self.pages(page, reporter);
            if reporter.wants(Rule::ImageCrossHost) {
                self.hosts(page);
            }
        }
        self.count = 0;
        self.first = 0;
        self.urls.clear();
    }

    fn finish(&mut self, _: &str, reporter: &mut Reporter<'_>) {
        for (host, (place, entry, count)) in std::mem::take(&mut self.hosts) {
            let mut found = rules::image_cross_host(place, host, count);
            found.entry = entry;
            reporter.report(found);
        }
    }
}

impl Images {
    /// Reports images that an entry lists twice.
    fn repeated(&self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        if self.urls.len() < 2 {
            return;
        }
        let mut seen: KeyMap<Url> = KeyMap::default();
        for url in &self.urls {
            let Some(&first) = seen.get(&url.key) else {
                seen.insert(url.key, *url);
                continue;
            };
            // Two URLs in one image are reported as a duplicate element.
            let image = |url: &Url| url.image.map(|(image, _)| image);
            let same_image = url.image.is_some() && image(&first) == image(url);
            if same_image || decoded(page.source, first.value) != decoded(page.source, url.value) {
                continue;
            }
            let found = rules::image_duplicate_in_url(url.value, url.value).related(first.value, "first given here");
            let delete = |image| Edit::delete(with_leading_space(page.source, image));
            // Another URL in the same element would be lost.
            let has_another = self.urls.iter().any(|other| other.value != url.value && image(other) == image(url));
            reporter.report(match url.image.filter(|_| !has_another) {
                Some((image, only)) => {
                    let is_alone = only.is_some_and(|only| only.is_all(page.source, image));
                    // Where tags are missing, the extent of an element is uncertain.
                    let is_safe = is_alone && reporter.fatal_at().is_none();
                    if is_safe { found.safe(delete(image)).copy_of(first.value) } else { found.suggest(delete(image)) }
                }
                None => found,
            });
        }
    }

    /// Reports images whose URL is that of the page.
    fn pages(&self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        for url in &self.urls {
            let image = decoded(page.source, url.value);
            if page.has(&image) {
                let mut found = rules::image_loc_is_page(url.value, url.value);
                if let Some(loc) = page.loc {
                    found = found.related(loc, "the page itself");
                }
                reporter.report(found);
            }
        }
    }

    /// Records hosts of images that differ from the page's host.
    fn hosts(&mut self, page: &Page<'_>) {
        let host_of = |url: &str| {
            let parts = Parts::split(url)?;
            Some((String::from(host::judge(parts.host.of(url)).ok()?.ascii), parts.host))
        };
        let Some((own, _)) = host_of(&page.url) else { return };
        for url in &self.urls {
            let image = decoded(page.source, url.value);
            let Some((other, part)) = host_of(&image).filter(|(other, _)| *other != own) else { continue };
            // If the URL contains references before its host, the finding shows the whole URL.
            let plain = page.source.get(url.value.range()).is_some_and(|raw| raw.starts_with(image.at(..part.end)));
            let start = url.value.start as usize;
            let place = if plain { Span::new(start + part.start, start + part.end) } else { url.value };
            if let Some((_, _, count)) = self.hosts.get_mut(&other) {
                *count += 1;
            } else if self.hosts.len() < MOST_HOSTS {
                self.hosts.insert(other, (place, page.number, 1));
            }
        }
    }
}

#[cfg(test)]
#[path = "image_tests.rs"]
mod tests;
