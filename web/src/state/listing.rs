//! The rows of the list, and which of them are rendered.

use std::{borrow::Cow, cmp::Reverse, ops::Range, rc::Rc};

use sitemap_validator_protocol::{report::Diagnostic, sorted_map::SortedMap, sorting};

use super::{FileResult, Group, Sort, View};

/// The number of rows that are open at first.
const OPEN_ROWS: usize = 40;
/// The maximum number of rows that are all rendered, so that the browser's own search finds them. In a longer list,
/// only the rows on screen exist.
const REAL: usize = 300;
/// The number of rows of a group that are assumed to be on screen until the page has measured them.
const FIRST_VISIBLE: usize = 40;

/// The rows on screen by rule: the first one, and the end of the range.
pub(crate) type VisibleRows = SortedMap<Rc<str>, (usize, usize)>;

/// The list of findings, with filters applied.
#[derive(Debug)]
pub(crate) struct Listing<'a> {
    /// The groups, in order.
    pub(crate) groups: Vec<ListedGroup<'a>>,
    /// The number of findings that pass the filter.
    pub(crate) shown: u64,
    /// The total number of findings.
    pub(crate) of: u64,
    /// The number of findings that the worker keeps.
    pub(crate) kept: u64,
    /// False if findings that are not kept might match too.
    pub(crate) exact: bool,
    /// True while a search is running.
    pub(crate) pending: bool,
}

/// A group in the list.
#[derive(Debug)]
pub(crate) struct ListedGroup<'a> {
    /// The group, or the part of it that matches a search.
    pub(crate) group: &'a Group,
    pub(crate) open: bool,
    /// The rows.
    pub(crate) rows: Cow<'a, [Rc<Diagnostic>]>,
    /// The number of findings that pass the filter.
    pub(crate) matching: u64,
    /// The number of kept findings of the rule. If only some severities are listed, the number that the page has.
    pub(crate) kept: u64,
    /// The total number of findings of the rule.
    pub(crate) counted: u64,
    /// False if only the kept findings were searched, and there are more.
    pub(crate) exact: bool,
}

impl View {
    /// The list of a file's findings.
    pub(crate) fn listing<'a>(&'a self, file: &'a FileResult) -> Listing<'a> {
        let filter = &self.filter;
        let searching = !filter.text.is_empty();
        let found = self.search_result.as_deref().filter(|_| searching);
        let (mut groups, mut kept): (Vec<ListedGroup<'_>>, u64) = (Vec::new(), 0);
        for group in &file.groups {
            let listed = filter.admits(file, group).then(|| self.listed(group)).flatten();
            kept += listed.as_ref().map_or_else(|| group.kept(), |listed| listed.kept);
            groups.extend(listed);
        }
        match filter.sort {
            Sort::Severity => {}
            Sort::Count => sorting::by_key(&mut groups, |listed| Reverse(listed.matching)),
            Sort::Place => sorting::by_key(&mut groups, |listed| listed.rows.first().map(|finding| finding.start)),
        }
        let mut rows = 0;
        for (at, listed) in groups.iter_mut().enumerate() {
            let size = listed.rows.len();
            let fits = at == 0 || rows + size <= OPEN_ROWS;
            listed.open = self.groups.get(&listed.group.rule).copied().unwrap_or(fits);
            rows += if listed.open { size } else { 0 };
        }
        Listing {
            shown: groups.iter().map(|listed| listed.matching).sum(),
            of: file.groups.iter().map(|group| group.count).sum(),
            kept,
            exact: groups.iter().all(|listed| listed.exact)
                && !(searching && file.groups.iter().any(|group| group.kept() < group.count)),
            pending: searching && found.is_none_or(|found| found.text != filter.text),
            groups,
        }
    }

    /// The group as listed. Returns `None` if none of its findings pass the filter.
    fn listed<'a>(&'a self, all: &'a Group) -> Option<ListedGroup<'a>> {
        let searching = !self.filter.text.is_empty();
        let group = match self.search_result.as_deref().filter(|_| searching) {
            None if searching => return None,
            Some(found) if !found.whole.contains(&all.rule) => {
                found.groups.iter().find(|group| group.rule == all.rule)?
            }
            _ => all,
        };
        let hidden = |finding: &Rc<Diagnostic>| self.filter.only.is_some_and(|only| only != finding.severity);
        let (kept, counted) = (all.kept(), all.count);
        let listed = ListedGroup {
            group,
            open: false,
            rows: Cow::Borrowed(group.listed()),
            matching: group.count,
            kept,
            counted,
            exact: std::ptr::eq(group, all) || kept == counted,
        };
        let number = group.findings.iter().filter(|finding| hidden(finding)).count();
        if number == 0 {
            return Some(listed);
        }
        // Findings of one rule can have different severities: only the page's own findings can be counted by severity.
        let rows: Vec<_> = group.listed().iter().filter(|finding| !hidden(finding)).cloned().collect();
        let matching = (group.findings.len() - number) as u64;
        let exact = listed.exact && group.findings.len() as u64 == group.count;
        let kept = if group.complete { kept } else { group.findings.len() as u64 };
        (matching > 0).then_some(ListedGroup { rows: Cow::Owned(rows), matching, kept, exact, ..listed })
    }
}

impl ListedGroup<'_> {
    /// The row of a finding of the rule.
    pub(crate) fn row_of(&self, finding: &Diagnostic) -> Option<usize> {
        let is_it = |row: &Rc<Diagnostic>| {
            (row.start, row.end) == (finding.start, finding.end) && row.message == finding.message
        };
        self.rows.iter().position(is_it)
    }
}

impl Listing<'_> {
    /// The groups that are open.
    fn open(&self) -> impl Iterator<Item = &ListedGroup<'_>> {
        self.groups.iter().filter(|listed| listed.open)
    }

    /// The number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.open().map(|listed| listed.rows.len()).sum()
    }

    /// True if only the rows on screen exist.
    pub(crate) fn is_virtual(&self) -> bool {
        self.rows() > REAL
    }

    /// The rows of a group to render, given those on screen.
    pub(crate) fn range(&self, listed: &ListedGroup<'_>, seen: &VisibleRows) -> Range<usize> {
        let size = listed.rows.len();
        if !self.is_virtual() {
            return 0..size;
        }
        let (from, to) = seen.get(&listed.group.rule).copied().unwrap_or((0, FIRST_VISIBLE));
        from.min(size)..to.min(size)
    }

    /// The row of a finding.
    pub(crate) fn position(&self, finding: &Diagnostic) -> Option<usize> {
        let mut before = 0;
        for listed in self.open() {
            if *listed.group.rule == *finding.rule {
                return listed.row_of(finding).map(|at| before + at);
            }
            before += listed.rows.len();
        }
        None
    }

    /// The rule and the row of the unlisted finding that comes before or after an open row: the row is in a closed
    /// group, or further down in the same rule. Returns `None` if the next row is open, or if there is none.
    pub(crate) fn beyond(&self, at: usize, by: i32) -> Option<(Rc<str>, usize)> {
        let (mut row, mut group) = (at, 0);
        while let Some(listed) = self.groups.get(group) {
            let open = if listed.open { listed.rows.len() } else { 0 };
            if row < open {
                break;
            }
            row -= open;
            group += 1;
        }
        let listed = self.groups.get(group)?;
        let is_inside = row.checked_add_signed(by as isize).is_some_and(|row| row < listed.rows.len());
        if is_inside {
            return None;
        }
        if by > 0 && listed.group.more() > 0 {
            return Some((listed.group.rule.clone(), row + 1));
        }
        let beside = self.groups.get(group.checked_add_signed(by as isize)?)?;
        (!beside.open).then(|| (beside.group.rule.clone(), if by > 0 { 0 } else { usize::MAX }))
    }

    /// The finding in a row.
    pub(crate) fn row(&self, at: usize) -> Option<&Rc<Diagnostic>> {
        let mut at = at;
        for listed in self.open() {
            match listed.rows.get(at) {
                Some(row) => return Some(row),
                None => at -= listed.rows.len(),
            }
        }
        None
    }
}
