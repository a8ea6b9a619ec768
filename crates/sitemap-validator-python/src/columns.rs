//! Findings and entries as columns.

use std::sync::Arc;

use arrow_array::builder::{StringBuilder, StringDictionaryBuilder};
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int32Array, Int64Array, ListArray, RecordBatch, StringArray, StructArray,
    TimestampMicrosecondArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, Field, Schema};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use sitemap_validator::sink::{Entry, date_millis};
use sitemap_validator::{LineIndex, Options, Rule, Source, validate};
use sitemap_validator_cli::{EntrySink, Locs};
use sitemap_validator_protocol::report::{self as wire, Report};

use crate::extensions::{Extensions, extensions};
use crate::table::Table;

/// A column and its name.
pub(crate) type Column = (&'static str, Result<ArrayRef, ArrowError>);

/// A table of these columns.
pub(crate) fn table(columns: Vec<Column>) -> PyResult<Table> {
    let batch =
        fields(columns).and_then(|(fields, arrays)| RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays));
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
pub(crate) fn values<A: arrow_array::Array + FromIterator<Option<V>> + 'static, V>(
    name: &'static str,
    values: impl Iterator<Item = Option<V>>,
) -> Column {
    (name, Ok(Arc::new(values.collect::<A>())))
}

/// A column of moments, of dates as they are in files.
pub(crate) fn moments<'v>(name: &'static str, dates: impl Iterator<Item = Option<&'v str>>) -> Column {
    /// 1900-01-01: Spark 3 does not write older ones, and Python cannot represent all of them.
    const OLDEST: i64 = -2_208_988_800_000;
    let micros = |date: &str| date_millis(date).filter(|millis| *millis >= OLDEST)?.checked_mul(1000);
    let moments = dates.map(|date| date.and_then(micros)).collect::<TimestampMicrosecondArray>();
    (name, Ok(Arc::new(moments.with_timezone("UTC"))))
}

/// A column of lists, each of so many of `items`.
pub(crate) fn lists(
    name: &'static str,
    lengths: impl Iterator<Item = usize>,
    items: Result<ArrayRef, ArrowError>,
) -> Column {
    let list = items.and_then(|items| {
        let field = Arc::new(Field::new("item", items.data_type().clone(), true));
        ListArray::try_new(field, OffsetBuffer::from_lengths(lengths), items, None)
    });
    (name, list.map(|list| Arc::new(list) as ArrayRef))
}

/// Columns side by side; `nulls` are the rows that there are.
pub(crate) fn structs(columns: Vec<Column>, nulls: Option<NullBuffer>) -> Result<ArrayRef, ArrowError> {
    let (fields, arrays) = fields(columns)?;
    StructArray::try_new(fields.into(), arrays, nulls).map(|array| Arc::new(array) as ArrayRef)
}

fn fields(columns: Vec<Column>) -> Result<(Vec<Field>, Vec<ArrayRef>), ArrowError> {
    let column = |(name, column): Column| {
        let column = column?;
        Ok((Field::new(name, column.data_type().clone(), true), column))
    };
    columns.into_iter().map(column).collect::<Result<Vec<_>, _>>().map(|columns| columns.into_iter().unzip())
}

/// Adds a text, or none if it is empty.
fn append(builder: &mut StringBuilder, value: &str) {
    builder.append_option((!value.is_empty()).then_some(value));
}

/// A finding, and the URL of its entry.
#[derive(Clone, Copy)]
pub(crate) struct Row<'f> {
    pub(crate) finding: &'f wire::Diagnostic,
    pub(crate) loc: Option<&'f str>,
}

/// The columns about findings; those of few different texts as dictionaries, or as `plain` texts.
pub(crate) fn of_findings(rows: &[Row<'_>], plain: bool) -> Vec<Column> {
    let each = || rows.iter().map(|row| row.finding);
    let number = |value: u32| i32::try_from(value).ok();
    let offset = |value: u32| Some(i64::from(value));
    let group = |one: &wire::Diagnostic| Rule::by_id(&one.rule).map_or("", Rule::group);
    let [severity, group] = if plain {
        [
            text("severity", each().map(|one| Some(one.severity.name()))),
            text("group", each().map(|one| Some(group(one)))),
        ]
    } else {
        [dictionary("severity", each().map(|one| one.severity.name())), dictionary("group", each().map(group))]
    };
    vec![
        text("rule", each().map(|one| Some(&one.rule))),
        severity,
        group,
        text("message", each().map(|one| Some(&one.message))),
        text("help", each().map(|one| Some(&one.help))),
        values::<Int32Array, _>("line", each().map(|one| number(one.line))),
        values::<Int32Array, _>("column", each().map(|one| number(one.column))),
        values::<Int32Array, _>("end_line", each().map(|one| number(one.end_line))),
        values::<Int32Array, _>("end_column", each().map(|one| number(one.end_column))),
        values::<Int64Array, _>("start", each().map(|one| offset(one.start))),
        values::<Int64Array, _>("end", each().map(|one| offset(one.end))),
        values::<Int64Array, _>("entry", each().map(|one| one.entry.and_then(offset))),
        text("loc", rows.iter().map(|row| row.loc)),
        values::<BooleanArray, _>("fixable", each().map(|one| Some(one.fix.is_some()))),
        lists(
            "sources",
            each().map(|one| one.sources.len()),
            Ok(Arc::new(each().flat_map(|one| &one.sources).map(Some).collect::<StringArray>())),
        ),
    ]
}

/// The columns about places: `line`, `column`, `end_line`, `end_column`, `start` and `end`, in this order.
fn of_places(places: impl Iterator<Item = [u32; 6]> + Clone) -> Vec<Column> {
    let line =
        |name, at: usize| values::<Int32Array, _>(name, places.clone().map(move |place| i32::try_from(place[at]).ok()));
    let offset =
        |name, at: usize| values::<Int64Array, _>(name, places.clone().map(move |place| Some(i64::from(place[at]))));
    vec![
        line("line", 0),
        line("column", 1),
        line("end_line", 2),
        line("end_column", 3),
        offset("start", 4),
        offset("end", 5),
    ]
}

/// The columns of related places and of fixes.
fn related_and_fix(rows: &[Row<'_>]) -> [Column; 2] {
    let related = || rows.iter().flat_map(|row| &row.finding.related);
    let mut places = vec![text("message", related().map(|one| Some(&one.message)))];
    places.extend(of_places(
        related().map(|one| [one.line, one.column, one.end_line, one.end_column, one.start, one.end]),
    ));
    let fixes = || rows.iter().map(|row| row.finding.fix.as_ref());
    let edits = || fixes().flatten().flat_map(|fix| &fix.edits);
    let mut changes = vec![text("text", edits().map(|one| Some(&one.text)))];
    changes
        .extend(of_places(edits().map(|one| [one.line, one.column, one.end_line, one.end_column, one.start, one.end])));
    let fix = vec![
        text("kind", fixes().map(|fix| Some(fix?.kind.name()))),
        lists("edits", fixes().map(|fix| fix.map_or(0, |fix| fix.edits.len())), structs(changes, None)),
    ];
    [
        lists("related", rows.iter().map(|row| row.finding.related.len()), structs(places, None)),
        ("fix", structs(fix, Some(fixes().map(|fix| fix.is_some()).collect()))),
    ]
}

/// The findings of a report, with the URLs of the entries of its files.
pub(crate) fn findings(report: &Report, locs: &[Locs]) -> PyResult<Table> {
    let alone =
        report.files.iter().enumerate().flat_map(|(at, file)| file.diagnostics.iter().map(move |one| (at, one)));
    let across = report.set.iter().flat_map(|set| &set.diagnostics);
    let across = across.map(|finding| (finding.file.unwrap_or_default() as usize, finding));
    let (files, rows): (Vec<Option<&wire::File>>, Vec<Row<'_>>) = alone
        .chain(across)
        .map(|(at, finding)| {
            let loc = finding.entry.and_then(|entry| locs.get(at)?.get(entry));
            (report.files.get(at), Row { finding, loc })
        })
        .unzip();
    let files = || files.iter().copied();
    let mut columns = vec![
        text("file", files().map(|file| file.map(|file| &file.name))),
        text("url", files().map(|file| file.and_then(|file| file.url.as_ref()))),
    ];
    columns.extend(of_findings(&rows, false));
    columns.extend(related_and_fix(&rows));
    table(columns)
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
        validate(source, options, &mut EntrySink(add));
    }

    /// All of them.
    pub(crate) fn table(mut self) -> PyResult<Table> {
        let alternates = || self.extensions.iter().flat_map(|one| &one.alternates);
        let videos = || self.extensions.iter().flat_map(|one| &one.videos);
        let images = self.extensions.iter().flat_map(|one| &one.images);
        let news = |field: fn(&crate::extensions::News) -> Option<&String>| {
            self.extensions.iter().map(move |one| one.news.as_ref().and_then(field))
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
                        text("hreflang", alternates().map(|(hreflang, _)| hreflang.as_ref())),
                        text("href", alternates().map(|(_, href)| href.as_ref())),
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
                        text("title", videos().map(|video| video.title.as_ref())),
                        text("thumbnail_loc", videos().map(|video| video.thumbnail.as_ref())),
                        text("content_loc", videos().map(|video| video.content.as_ref())),
                        text("player_loc", videos().map(|video| video.player.as_ref())),
                    ],
                    None,
                ),
            ),
            (
                "news",
                structs(
                    vec![
                        text("name", news(|news| news.name.as_ref())),
                        text("language", news(|news| news.language.as_ref())),
                        text("publication_date", news(|news| news.date.as_ref())),
                        text("title", news(|news| news.title.as_ref())),
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
