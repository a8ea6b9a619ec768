//! News sitemaps (`news-*`): Google's news extension, version 0.9.

mod age;
mod language;
mod name;
mod required;
mod schema;
#[cfg(test)]
mod tests;
mod title;

use super::Field;
use super::extension::{Block, Checks, Content, Definition, Element, Extension, Page, Place, Shape, Vocabulary, date};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::datetime::Moment;
use crate::value::trimmed;

use age::Ages;
use name::Names;
use required::Required;
use title::Title;

/// The elements of the news extension.
pub(crate) const VOCABULARY: Vocabulary = Vocabulary {
    definitions: &[
        Definition::new("news", "", Content::Elements),
        Definition::new("publication", "news", Content::Elements),
        Definition::new("name", "publication", Content::Text),
        Definition::new("language", "publication", Content::Text),
        Definition::new("access", "news", Content::Text).deprecated(),
        Definition::new("genres", "news", Content::Text).deprecated(),
        Definition::new("publication_date", "news", Content::Text),
        Definition::new("title", "news", Content::Text),
        Definition::new("geo_locations", "news", Content::Text).deprecated(),
        Definition::new("keywords", "news", Content::Text).deprecated(),
        Definition::new("stock_tickers", "news", Content::Text).deprecated(),
    ],
    synonyms: &[
        ("date", "publication_date"),
        ("pub_date", "publication_date"),
        ("pubdate", "publication_date"),
        ("publish_date", "publication_date"),
        ("published", "publication_date"),
        ("published_date", "publication_date"),
        ("publication_name", "name"),
        ("publication_language", "language"),
        ("lang", "language"),
        ("locale", "language"),
        ("headline", "title"),
        ("article", "news"),
    ],
    misplaced: rules::news_misplaced,
    unknown: rules::news_unknown_element::unknown,
    like: rules::news_unknown_element::like,
    unknown_attribute: rules::news_unknown_element::attribute,
    duplicate: rules::news_duplicate_element,
    order: Rule::NewsElementOrder,
    out_of_order: rules::news_element_order,
    deprecation: Rule::NewsDeprecatedElement,
    deprecated: rules::news_deprecated_element,
    deprecated_attribute: None,
};

/// The maximum number of articles in a file.
const MOST: u32 = 1_000;

/// The articles of a file.
#[derive(Debug, Default)]
struct News {
    /// The number of articles so far.
    count: u32,
    /// The start tag of the first article beyond the limit, and its entry.
    surplus: Option<(Span, u32)>,
    /// The start tag of the entry's first article.
    first: Option<Span>,
    /// The publication date of the current article and its location.
    date: Option<(Moment, Span)>,
    required: Required,
    names: Names,
    ages: Ages,
    title: Title,
}

/// Processes the elements of the news extension.
pub(crate) fn extension() -> Box<dyn Extension> {
    Shape::boxed(&VOCABULARY, News::default())
}

impl Checks for News {
    fn start(&mut self, name: &'static str, element: &Element<'_>, reporter: &mut Reporter<'_>) {
        self.required.start(name);
        if name != "news" {
            return;
        }
        self.date = None;
        self.title.clear();
        self.count = self.count.saturating_add(1);
        if self.count > MOST {
            self.surplus.get_or_insert((element.tag, reporter.entry()));
        }
        if element.place == Place::Entry
            && let Some(first) = self.first.replace(element.tag)
        {
            self.first = Some(first);
            let found = rules::news_multiple_in_url(element.tag, element.name);
            reporter.report(found.related(first, "first given here"));
        }
    }

    fn value(&mut self, name: &'static str, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let range = trimmed(field.value.text);
        if range.is_empty() {
            return;
        }
        self.required.value(name);
        self.title.value(name, field, reporter);
        match name {
            "name" => self.names.value(field, reporter),
            "language" => language::check(field, reporter),
            "publication_date" => {
                let moment = date::check(field, const { &date::messages!(news_date_invalid) }, reporter);
                let place = field.value.span(range.start, range.end);
                if let Some(moment) = moment {
                    age::future(moment, place, reporter);
                    self.date.get_or_insert((moment, place));
                }
            }
            _ if reporter.options.strict_schema => schema::check(name, field, reporter),
            _ => {}
        }
    }

    fn block(&mut self, block: &Block<'_>, reporter: &mut Reporter<'_>) {
        self.required.block(block);
        if block.local_name == "news" {
            self.title.article(block, reporter);
            if let Some((moment, place)) = self.date.take() {
                self.ages.article(block, moment, place, reporter);
            }
        }
    }

    fn entry(&mut self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        self.required.entry(page.source, reporter);
        self.first = None;
        self.date = None;
    }

    fn finish(&mut self, _: &str, reporter: &mut Reporter<'_>) {
        if let Some((tag, entry)) = self.surplus {
            let mut found = rules::news_too_many(tag, self.count, self.count.div_ceil(MOST));
            found.entry = entry;
            reporter.report(found);
        }
        self.ages.finish(reporter);
        self.names.finish(reporter);
    }
}
