//! Text sitemaps: one URL per line.

use std::borrow::Cow;

use crate::check::text::{self as rules, Line};
use crate::check::{DocumentFacts, Entry, Extent, UrlRole, advice, encoding, limits, loc, robots};
use crate::document::plain_field;
use crate::facts::Facts;
use crate::outcome::Stats;
use crate::reporter::Reporter;
use crate::sink::{self, Progress};
use crate::source::Source;
use crate::span::{At, Span, end_of_line};
use crate::value::trimmed;

/// Reads a text sitemap from byte `start`; blank lines are not entries.
pub(crate) fn read(source: &Source, start: usize, reporter: &mut Reporter<'_>) -> (Stats, Facts) {
    let text = source.text();
    let mut locs = loc::Locs::text(reporter.options);
    let mut limits = limits::Limits::default();
    let mut blanks = rules::Blanks::default();
    let mut entries = 0;
    let mut first_loc = None;
    let mut at = start;
    if start > 0 {
        rules::byte_order_mark(start, reporter);
    }
    while at < text.len() && !reporter.stopped() {
        let end = end_of_line(text, at);
        let next = next_line(text, end);
        let range = trimmed(text.at(at..end));
        if range.is_empty() {
            if next < text.len() {
                blanks.add(Span::new(at, end), Span::new(at, next), reporter);
            }
        } else {
            entries += 1;
            let span = Span::new(at + range.start, at + range.end);
            reporter.set_entry(entries);
            limits.entry(entries, span, false, reporter);
            let whole = Span::new(at, next);
            if !source.is_damaged(span) {
                let line = plain_field(text, Span::new(at, end));
                if let Line::Url(at) = rules::line(&line, whole, reporter) {
                    first_loc.get_or_insert(at);
                    loc::check(&plain_field(text, at), UrlRole::Page, &mut locs, reporter);
                    let entry =
                        Entry { number: entries, extent: Extent::Line(whole), lastmod: None, is_extended: false };
                    loc::entry(&entry, text, &mut locs, reporter);
                } else {
                    encoding::value(&line, &mut locs.mojibake, reporter);
                }
            }
            if reporter.wants_entries() {
                let url = Cow::Borrowed(text.at(span));
                reporter.tell_entry(sink::Entry { element: whole, url, ..sink::Entry::default() });
            }
            if entries % 4096 == 0 {
                let progress = Progress { done: at as u64, total: text.len() as u64, entries: u64::from(entries) };
                reporter.progress(progress);
            }
        }
        at = next;
    }
    reporter.set_entry(0);
    blanks.finish(reporter);
    loc::finish(&mut locs, reporter);
    robots::document(locs.own(), locs.known(), false, reporter);
    limits.plain(source, entries, reporter);
    let facts = DocumentFacts { entries, first_loc, http_only: locs.http_only(), ..DocumentFacts::default() };
    advice::document(source, &facts, reporter);
    let facts = Facts { pages: locs.take_pages(), is_exempt: locs.is_exempt(), ..Facts::default() };
    (Stats { entries: u64::from(entries), hosts: locs.hosts(), ..Stats::default() }, facts)
}

fn next_line(text: &str, end: usize) -> usize {
    let rest = text.as_bytes().at(end..);
    end + if rest.starts_with(b"\r\n") { 2 } else { usize::from(!rest.is_empty()) }
}
