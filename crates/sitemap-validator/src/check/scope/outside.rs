//! URLs outside the folder of the file (`scope-outside-directory`): if all URLs are, their base path may be missing.

use super::{OwnUrl, waived};
use crate::check::loc::address::{Address, repaired};
use crate::diagnostic::{Arg, Edit, FixKind, MOST_EDITS};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::url::{Part, Parts, normal};

/// The URLs of a file that are outside its folder.
#[derive(Debug, Default)]
pub(in crate::check) struct Outside {
    /// True if a URL is in the folder, or begins with its name.
    has_others: bool,
    /// URLs kept until the rest of the file is known.
    kept: Vec<Page>,
    /// The first URL that only Google accepts, and how many there are.
    for_google: Option<(Page, usize)>,
}

/// The path of a URL.
#[derive(Debug)]
struct Page {
    place: Span,
    shown: Arg,
    entry: u32,
    /// Where the path starts.
    start: u32,
    /// Where a slash is missing, if the path begins with the folder without its slash.
    slash: Option<u32>,
}

impl Outside {
    /// Records that a URL is in the folder.
    pub(in crate::check) const fn met_other(&mut self) {
        self.has_others = true;
    }

    /// Reports a URL, immediately or later.
    pub(super) fn add(&mut self, address: &Address<'_>, parts: &Parts, own: &OwnUrl, reporter: &mut Reporter<'_>) {
        let path = parts.path.of(address.url);
        let (folder, place) = (own.directory(), address.span(parts.path));
        let shown = shown(address, parts);
        if waived(reporter.options) {
            let first = || (Page { place, shown, entry: reporter.entry(), start: place.start, slash: None }, 0);
            self.for_google.get_or_insert_with(first).1 += 1;
            return;
        }
        let base = folder.trim_end_matches('/');
        if normal::path(path) == base {
            self.has_others = true;
            let found = rules::scope_outside_directory::slash(place, shown, folder.to_owned());
            let edit = address.replace(Part::at(parts.path.end), "/");
            return reporter.report(repaired(found, FixKind::Suggest, [edit]));
        }
        let offset = |at: usize| address.span(Part::at(at)).start;
        let slash = path.starts_with(base).then(|| offset(parts.path.start + base.len()));
        let page = Page { place, shown, entry: reporter.entry(), start: offset(parts.path.start), slash };
        if self.has_others {
            page.report(own, reporter);
        } else {
            self.kept.push(page);
        }
    }

    /// Reports the kept URLs: together, if there are no others.
    pub(in crate::check) fn finish(&mut self, own: Option<&OwnUrl>, reporter: &mut Reporter<'_>) {
        use rules::scope_outside_directory as message;
        let (Some(own), kept) = (own, std::mem::take(&mut self.kept)) else { return };
        if let Some((Page { place, shown, entry, .. }, count)) = self.for_google.take() {
            let (folder, origin) = (own.directory().to_owned(), own.origin());
            let mut found = rules::scope_search_console_only(place, shown, folder, origin, count);
            found.entry = entry;
            reporter.report(found);
        }
        let (Some(first), count) = (kept.first(), kept.len()) else { return };
        if self.has_others || count == 1 {
            return kept.into_iter().for_each(|page| page.report(own, reporter));
        }
        let folder = own.directory();
        let (place, entry) = (first.place, first.entry);
        let base = folder.trim_end_matches('/').to_owned();
        let some = kept.iter().take(MOST_EDITS + 1);
        let slashes: Option<Vec<Edit>> =
            some.clone().map(|page| page.slash.map(|at| Edit::insert(at as usize, "/"))).collect();
        let (mut found, edits) = match slashes {
            Some(edits) => (message::slash_missing(place, folder.to_owned(), count), edits),
            None if !may_be_base(folder) => {
                (message::base_missing(place, folder.to_owned(), own.origin(), count), Vec::new())
            }
            None => {
                let text = |page: &Page| if page.place.is_empty() { folder.to_owned() } else { base.clone() };
                let edits = some.map(|page| Edit::insert(page.start as usize, text(page))).collect();
                (message::base_missing(place, folder.to_owned(), own.origin(), count), edits)
            }
        };
        found.entry = entry;
        reporter.report(repaired(found, FixKind::Suggest, edits.into_iter().map(Some)));
    }
}

/// False for folders of sitemaps, of files, and of languages, whose URLs are elsewhere.
fn may_be_base(folder: &str) -> bool {
    const OTHERS: [&str; 8] = ["sitemap", "feed", "rss", "upload", "media", "static", "asset", "file"];
    let folder = folder.to_ascii_lowercase();
    let mut segments = folder.split('/').filter(|segment| !segment.is_empty());
    !OTHERS.iter().any(|other| folder.contains(other)) && segments.all(|segment| segment.len() > 2)
}

impl Page {
    fn report(self, own: &OwnUrl, reporter: &mut Reporter<'_>) {
        let mut found =
            rules::scope_outside_directory(self.place, self.shown, own.directory().to_owned(), own.origin());
        found.entry = self.entry;
        reporter.report(found);
    }
}

/// The path of a URL as it is read.
pub(in crate::check) fn shown(address: &Address<'_>, parts: &Parts) -> Arg {
    if parts.path.is_empty() {
        Arg::Word("/")
    } else if address.field.value.is_plain() {
        Arg::Source(address.span(parts.path))
    } else {
        parts.path.of(address.url).to_owned().into()
    }
}
