//! The entries of a file, and their URLs by number.

use std::collections::HashMap;
use std::ops::ControlFlow;

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::sink::Entry;
use sitemap_validator::{Diagnostic, Options, Rule, Sink, Source, validate};

/// Calls a function with each entry of a file.
pub struct Each<F>(pub F);

impl<F: FnMut(&Entry<'_>)> Sink for Each<F> {
    fn diagnostic(&mut self, _: Diagnostic) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn is_full(&self, _: Rule, _: Option<FixKind>) -> bool {
        true
    }

    fn wants_entries(&self) -> bool {
        true
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        self.0(entry);
    }
}

/// The URLs of some of a file's entries.
#[derive(Debug, Default)]
pub struct Locs(HashMap<u32, String>);

impl Locs {
    /// The URLs of the entries with these numbers.
    pub fn of(source: &Source, options: &Options, entries: impl IntoIterator<Item = u32>) -> Self {
        let mut locs: HashMap<u32, String> = entries.into_iter().map(|entry| (entry, String::new())).collect();
        if !locs.is_empty() {
            let add = |entry: &Entry<'_>| {
                if let Some(loc) = locs.get_mut(&entry.number) {
                    loc.push_str(&entry.url);
                }
            };
            validate(source, options, &mut Each(add));
        }
        Self(locs)
    }

    /// The URL of an entry, if it was asked for and has one.
    pub fn get(&self, entry: u32) -> Option<&str> {
        self.0.get(&entry).map(String::as_str).filter(|loc| !loc.is_empty())
    }
}
