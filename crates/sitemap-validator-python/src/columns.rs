//! Findings and entries as columns.

use std::sync::Arc;

use arrow_array::builder::{StringBuilder, StringDictionaryBuilder};
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch, StringArray, StructArray,
    TimestampMicrosecondArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use sitemap_validator::sink::Entry;
use sitemap_validator::{LineIndex, Options, Rule, Source, validate};
use sitemap_validator_cli::{Each, Locs};
use sitemap_validator_protocol::report::{self as wire, Report};

use crate::extensions::{Extensions, extensions};
use crate::table::Table;

/// A column and its name.
pub(crate) type Column = (&'static str, Result<ArrayRef, ArrowError>);

/// A table of these columns.
pub(crate) fn table(columns: Vec<Column>) -> PyResult<Table> {
    let made = columns.into_iter().try_fold((Vec::new(), Vec::new()), |(mut fields, mut arrays), (name, column)| {
        let column = column?;
        fields.push(Field::new(name, column.data_type().clone(), true));
        arrays.push(column);
        Ok((fields, arrays))
    });
    let batch = made.and_then(|(fields, arrays)| RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays));
    // Texts of more than 2 GiB are the only reason.
    batch.map(Table).map_err(|error: ArrowError| PyMemoryError::new_err(error.to_string()))
}

/// A column of texts.
pub(crate) fn text<T: AsRef<str>>(name: &'static str, values: impl Iterator<Item = Option<T>>) -> Column {
    (name, Ok(Arc::new(values.collect::<StringArray>())))
}

/// A column of few different texts.
pub(crate) fn dictionary<'v>(name: &'static str, mut values: impl Iterator<Item = &'v str>) -> Column {
    let mut builder = StringDictionaryBuilder::<Int8Type>::new();
    let appended = values.try_for_each(|value| builder.append(value).map(drop));
    (name, appended.map(|()| Arc::new(builder.finish()) as ArrayRef))
}

/// A column of numbers or truth values.
fn values<A: arrow_array::Array + FromIterator<Option<V>> + 'static, V>(
    name: &'static str,
    values: impl Iterator<Item = Option<V>>,
) -> Column {
    (name, Ok(Arc::new(values.collect::<A>())))
}

/// A column of lists, each of so many of `items`.
fn lists(name: &'static str, lengths: impl Iterator<Item = usize>, items: Result<ArrayRef, ArrowError>) -> Column {
    let list = items.and_then(|items| {
        let field = Arc::new(Field::new("item", items.data_type().clone(), true));
        ListArray::try_new(field, OffsetBuffer::from_lengths(lengths), items, None)
    });
    (name, list.map(|list| Arc::new(list) as ArrayRef))
}

/// Columns of texts side by side; `nulls` are the rows that there are.
fn structs(columns: Vec<(&'static str, StringArray)>, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let (fields, arrays): (Vec<Field>, Vec<ArrayRef>) = columns
        .into_iter()
        .map(|(name, array)| (Field::new(name, DataType::Utf8, true), Arc::new(array) as ArrayRef))
        .unzip();
    StructArray::try_new(fields.into(), arrays, nulls).map(|array| Arc::new(array) as ArrayRef)
}

/// Adds a text, or none if it is empty.
fn append(builder: &mut StringBuilder, value: &str) {
    builder.append_option((!value.is_empty()).then_some(value));
}

/// The findings of a report, with the URLs of the entries of its files.
pub(crate) fn findings(report: &Report, locs: &[Locs]) -> PyResult<Table> {
    let alone =
        report.files.iter().enumerate().flat_map(|(at, file)| file.diagnostics.iter().map(move |one| (at, one)));
    let across = report.set.iter().flat_map(|set| &set.diagnostics);
    let across = across.map(|finding| (finding.file.unwrap_or_default() as usize, finding));
    let rows: Vec<(Option<&wire::File>, Option<&str>, &wire::Diagnostic)> = alone
        .chain(across)
        .map(|(at, finding)| {
            let loc = finding.entry.and_then(|entry| locs.get(at)?.get(entry));
            (report.files.get(at), loc, finding)
        })
        .collect();
    let each = || rows.iter().map(|(.., finding)| *finding);
    let number = |value: u32| i32::try_from(value).ok();
    let offset = |value: u32| Some(i64::from(value));
    table(vec![
        text("file", rows.iter().map(|(file, ..)| file.map(|file| &file.name))),
        text("address", rows.iter().map(|(file, ..)| file.and_then(|file| file.address.as_ref()))),
        text("rule", each().map(|one| Some(&one.rule))),
        dictionary("severity", each().map(|one| one.severity.name())),
        dictionary("group", each().map(|one| Rule::by_id(&one.rule).map_or("", Rule::group))),
        text("message", each().map(|one| Some(&one.message))),
        text("help", each().map(|one| Some(&one.help))),
        values::<Int32Array, _>("line", each().map(|one| number(one.line))),
        values::<Int32Array, _>("column", each().map(|one| number(one.column))),
        values::<Int32Array, _>("end_line", each().map(|one| number(one.end_line))),
        values::<Int32Array, _>("end_column", each().map(|one| number(one.end_column))),
        values::<Int64Array, _>("start", each().map(|one| offset(one.start))),
        values::<Int64Array, _>("end", each().map(|one| offset(one.end))),
        values::<Int64Array, _>("entry", each().map(|one| one.entry.and_then(offset))),
        text("loc", rows.iter().map(|(_, loc, _)| *loc)),
        values::<BooleanArray, _>("fixable", each().map(|one| Some(one.fix.is_some()))),
        text("basis", each().map(|one| Some(one.basis.join(", ")))),
    ])
}

/// The entries of files, in columns.
#[derive(Default)]
pub(crate) struct Entries {
    locs: StringBuilder,
    lastmods: StringBuilder,
    moments: Vec<Option<i64>>,
    changefreqs: StringBuilder,
    priorities: Vec<Option<f64>>,
    extensions: Vec<Extensions>,
    sitemaps: StringBuilder,
    lines: Vec<Option<i32>>,
    numbers: Vec<Option<i64>>,
}

impl Entries {
    /// Adds the entries of a file.
    pub(crate) fn add(&mut self, name: &str, source: &Source, options: &Options) {
        let text = source.text();
        let lines = LineIndex::new(text);
        let add = |entry: &Entry<'_>| {
            append(&mut self.locs, &entry.url);
            append(&mut self.lastmods, &entry.lastmod);
            self.moments.push(entry.lastmod_millis().and_then(|millis| millis.checked_mul(1000)));
            append(&mut self.changefreqs, &entry.changefreq);
            self.priorities.push(entry.priority_number());
            self.extensions.push(text.get(entry.element.range()).map(extensions).unwrap_or_default());
            self.sitemaps.append_value(name);
            self.lines.push(i32::try_from(lines.position(text, entry.element.start).line).ok());
            self.numbers.push(Some(i64::from(entry.number)));
        };
        validate(source, options, &mut Each(add));
    }

    /// All of them.
    pub(crate) fn table(mut self) -> PyResult<Table> {
        let alternates = || self.extensions.iter().flat_map(|one| &one.alternates);
        let videos = || self.extensions.iter().flat_map(|one| &one.videos);
        let images = self.extensions.iter().flat_map(|one| &one.images);
        let news = |field: fn(&crate::extensions::News) -> Option<&String>| {
            self.extensions.iter().map(|one| one.news.as_ref().and_then(field)).collect::<StringArray>()
        };
        table(vec![
            ("loc", Ok(Arc::new(self.locs.finish()))),
            ("lastmod", Ok(Arc::new(self.lastmods.finish()))),
            (
                "lastmod_utc",
                Ok(Arc::new(TimestampMicrosecondArray::from(self.moments).with_timezone("UTC")) as ArrayRef),
            ),
            ("changefreq", Ok(Arc::new(self.changefreqs.finish()))),
            values::<Float64Array, _>("priority", self.priorities.into_iter()),
            lists(
                "alternates",
                self.extensions.iter().map(|one| one.alternates.len()),
                structs(
                    vec![
                        ("hreflang", alternates().map(|(hreflang, _)| hreflang.as_ref()).collect()),
                        ("href", alternates().map(|(_, href)| href.as_ref()).collect()),
                    ],
                    None,
                ),
            ),
            lists(
                "images",
                self.extensions.iter().map(|one| one.images.len()),
                Ok(Arc::new(images.map(Some).collect::<StringArray>())),
            ),
            lists(
                "videos",
                self.extensions.iter().map(|one| one.videos.len()),
                structs(
                    vec![
                        ("title", videos().map(|video| video.title.as_ref()).collect()),
                        ("thumbnail_loc", videos().map(|video| video.thumbnail.as_ref()).collect()),
                        ("content_loc", videos().map(|video| video.content.as_ref()).collect()),
                        ("player_loc", videos().map(|video| video.player.as_ref()).collect()),
                    ],
                    None,
                ),
            ),
            (
                "news",
                structs(
                    vec![
                        ("name", news(|news| news.name.as_ref())),
                        ("language", news(|news| news.language.as_ref())),
                        ("publication_date", news(|news| news.date.as_ref())),
                        ("title", news(|news| news.title.as_ref())),
                    ],
                    Some(self.extensions.iter().map(|one| one.news.is_some()).collect()),
                ),
            ),
            ("sitemap", Ok(Arc::new(self.sitemaps.finish()))),
            values::<Int32Array, _>("line", self.lines.into_iter()),
            values::<Int64Array, _>("entry", self.numbers.into_iter()),
        ])
    }
}
