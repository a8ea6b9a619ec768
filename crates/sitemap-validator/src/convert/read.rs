//! The entries of a file, whatever its format.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use quick_xml::Reader;
use quick_xml::events::Event;
use sitemap_validator_protocol::sorted_map::SortedMap;

use super::{Converted, File, Refusal};
use crate::check::{changefreq, priority};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::elements::Core;
use crate::fix;
use crate::format;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::sink::{Entry, Sink};
use crate::source::Source;
use crate::span::{At, Span};
use crate::validate::validate;
use crate::value::datetime;
use crate::value::url::Parts;

/// A listed page.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) element: Span,
    pub(super) url: String,
    /// False if the URL has a reference to an entity, which is not expanded.
    is_exact: bool,
    /// The other valid values of the protocol.
    pub(super) values: Vec<(Core, String)>,
}

/// The pages of a file.
#[derive(Debug)]
pub(super) struct Pages {
    /// The text of the file.
    pub(super) source: Source,
    pub(super) entries: Vec<Page>,
    pub(super) left_out: u64,
    /// The number of invalid values of the protocol, by name.
    unread: BTreeMap<String, u64>,
    /// The outcome of the check.
    pub(super) outcome: Outcome,
}

impl Pages {
    /// The result of a conversion to `files`. Their format supports only the values `kept`, or
    /// everything in an entry if that is `None`.
    pub(super) fn converted(&self, files: Vec<File>, kept: Option<&[Core]>) -> Converted {
        // Copied entries are complete, with their references.
        let Some(kept) = kept else {
            let (entries, left_out) = (self.entries.len() as u64, self.left_out);
            return Converted { files, entries, left_out, omitted: BTreeMap::new() };
        };
        let mut omitted = self.unread.clone();
        let mut entries = 0;
        for page in self.exact() {
            entries += 1;
            let values = page.values.iter().map(|(core, _)| *core).filter(|core| !kept.contains(core));
            let values = values.map(|core| core.name().to_owned());
            let names: SortedMap<String, ()> = values.chain(self.others(page)).map(|name| (name, ())).collect();
            for (name, ()) in names {
                *omitted.entry(name).or_default() += 1;
            }
        }
        let left_out = self.left_out + (self.entries.len() as u64 - entries);
        Converted { files, entries, left_out, omitted }
    }

    /// The pages whose URLs are known as a parser reads them.
    pub(super) fn exact(&self) -> impl Iterator<Item = &Page> {
        self.entries.iter().filter(|page| page.is_exact)
    }

    /// The names of the elements in an entry that are not of the protocol, and of its repeated values, without nested ones.
    fn others(&self, page: &Page) -> Vec<String> {
        let mut reader = Reader::from_str(self.source.text().at(page.element));
        reader.config_mut().check_end_names = false;
        let (mut names, mut depth) = (Vec::new(), 0_usize);
        let mut seen = [false; Core::ALL.len()];
        loop {
            let (tag, opens) = match reader.read_event() {
                Ok(Event::Start(tag)) => (tag, 1),
                Ok(Event::Empty(tag)) => (tag, 0),
                Ok(Event::End(_)) => {
                    depth = depth.saturating_sub(1);
                    continue;
                }
                Ok(Event::Eof) | Err(_) => return names,
                Ok(_) => continue,
            };
            let mut is_first = || {
                let core = Core::by_name(tag.local_name().as_ref())?;
                Some(!std::mem::replace(seen.get_mut(core as usize)?, true))
            };
            if depth == 1 && is_first() != Some(true) {
                names.push(tag.name().as_ref().to_owned());
            }
            depth += opens;
        }
    }
}

impl Sink for Pages {
    fn diagnostic(&mut self, _: Diagnostic) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_entries(&self) -> bool {
        true
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        if entry.is_sitemap {
            return;
        }
        let complete = Parts::split(&entry.url).is_some_and(|parts| !parts.host.is_empty());
        if !complete || entry.url.contains(char::is_whitespace) {
            self.left_out += 1;
            return;
        }
        let mut values = Vec::new();
        for (core, value, is_read) in [
            (Core::Lastmod, &entry.lastmod, datetime::parse(&entry.lastmod).is_some()),
            (Core::Changefreq, &entry.changefreq, changefreq::is_valid(&entry.changefreq)),
            (Core::Priority, &entry.priority, priority::value(&entry.priority).is_some()),
        ] {
            if is_read {
                values.push((core, value.clone().into_owned()));
            } else if !value.is_empty() || core == Core::Lastmod && entry.unread_date {
                *self.unread.entry(core.name().to_owned()).or_default() += 1;
            }
        }
        let is_exact = !entry.has_entity;
        self.entries.push(Page { element: entry.element, url: entry.url.clone().into_owned(), is_exact, values });
    }
}

/// The pages that `source` lists, after all safe fixes.
pub(super) fn read(source: &Source, options: &Options) -> Result<Pages, Refusal> {
    let made = format::made_sitemap(source, options);
    // The result is UTF-8.
    let text = Source::from_text(fix::repair(source, &made, FixKind::Suggest).0);
    let reopen = |bytes: Vec<u8>| Source::from_text(String::from_utf8_lossy(&bytes).into_owned());
    let fixed = fix::all_safe(&text, options, reopen).source.unwrap_or(text);
    let (entries, unread) = (Vec::new(), BTreeMap::new());
    let mut pages = Pages { source: fixed.clone(), entries, left_out: 0, unread, outcome: Outcome::default() };
    pages.outcome = validate(&fixed, options, &mut pages);
    // Entries that the end of the file cuts off are only counted.
    let told = pages.entries.len() as u64 + pages.left_out;
    pages.left_out += pages.outcome.stats.entries.saturating_sub(told);
    pages.outcome.partial |= source.origin.compression.is_some();
    if !pages.outcome.kind.has_pages() {
        return Err(Refusal::NoSitemap);
    }
    if pages.entries.is_empty() {
        return Err(Refusal::Nothing);
    }
    Ok(pages)
}
