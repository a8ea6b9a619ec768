//! The files of a set as a tree: a robots.txt at the top, then indexes and the files they list, then files that no file
//! lists. The files of a listing are sorted: errors first, then warnings.

use std::rc::Rc;

use sitemap_validator_protocol::{
    report::{File, Kind, Set, Verdict},
    sorted_map::SortedMap,
};

/// The number of files of a listing that are shown at first, and that each "more" adds.
pub(crate) const BRANCHES: usize = 50;
/// The number of missing sitemaps that are shown at first.
const MISSING: usize = 3;
/// The maximum indentation; deeper levels are not indented further.
const DEEPEST: usize = 6;

/// The files of a set as a tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Tree {
    /// The files at the top level, in order.
    roots: Vec<usize>,
    /// The files that each index and robots.txt lists.
    listings: SortedMap<usize, Listing>,
    /// The sitemaps that no file lists, if a file lists others.
    pub(crate) orphans: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Listing {
    files: Vec<usize>,
    missing: Vec<Rc<str>>,
}

/// The folded and unfolded parts of the tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Folds {
    /// Files whose children are hidden.
    pub(crate) closed: Vec<usize>,
    /// The number of clicks on "more" for each listing file; `None` is the top level.
    pub(crate) more: SortedMap<Option<usize>, usize>,
}

/// A line of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// The level of the line, from 1.
    pub(crate) level: usize,
    /// The file that lists the item; `None` at the top.
    pub(crate) parent: Option<usize>,
    /// The content of the line.
    pub(crate) item: Item,
}

/// The content of a line of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    /// A file; `open` is whether its children are shown, or `None` if it has none here.
    File { file: usize, open: Option<bool> },
    /// A sitemap that is listed but is not among the files.
    Missing(Rc<str>),
    /// The number of further items that are not shown.
    More { hidden: usize, missing: bool },
}

impl Tree {
    /// Builds the tree of `files` from the listings in `set`.
    pub(crate) fn new(files: &[File], set: &Set) -> Self {
        let mut listings: SortedMap<usize, Listing> = SortedMap::default();
        let by_gravity = |file: &usize| files.get(*file).map(|file| gravity(file.verdict_in_set));
        let mut listed = vec![false; files.len()];
        for listing in &set.tree {
            let parent = listing.file as usize;
            let into = listings.entry(parent);
            for branch in &listing.children {
                match branch.file.map(|file| file as usize) {
                    Some(file) if file == parent => {}
                    Some(file) => {
                        mark(&mut listed, file);
                        if !into.files.contains(&file) {
                            into.files.push(file);
                        }
                    }
                    None => into.missing.push(branch.url.as_str().into()),
                }
            }
            into.files.sort_by_key(by_gravity);
        }
        let mut free: Vec<usize> = (0..files.len()).filter(|file| !listed[*file]).collect();
        free.sort_by_key(by_gravity);
        let of = |wanted: fn(Kind) -> bool| {
            let free = free.clone();
            free.into_iter().filter(move |&file| files.get(file).is_some_and(|file| wanted(file.kind)))
        };
        let mut roots: Vec<usize> = of(|kind| kind == Kind::Robots).collect();
        roots.extend(of(|kind| kind == Kind::SitemapIndex));
        roots.extend(of(Kind::has_pages));
        roots.extend(of(|kind| !kind.has_pages() && !matches!(kind, Kind::Robots | Kind::SitemapIndex)));
        let orphans = if listings.entries().is_empty() { Vec::new() } else { of(Kind::has_pages).collect() };
        let mut tree = Self { roots, listings, orphans };
        let mut reached = vec![false; files.len()];
        tree.reach(tree.roots.clone(), &mut reached);
        // Indexes that list each other in a circle have no parent: the first of them becomes a root.
        for file in 0..files.len() {
            if !reached[file] {
                tree.roots.push(file);
                tree.reach(vec![file], &mut reached);
            }
        }
        tree
    }

    /// Marks in `reached` the files `from` and all files below them.
    fn reach(&self, from: Vec<usize>, reached: &mut [bool]) {
        let mut waiting = from;
        while let Some(file) = waiting.pop() {
            if mark(reached, file) {
                waiting.extend(self.listings.get(&file).into_iter().flat_map(|listing| &listing.files));
            }
        }
    }

    /// The number of missing sitemaps in each listing.
    pub(crate) fn missing(&self) -> impl Iterator<Item = (usize, u64)> {
        self.listings.entries().iter().map(|(file, listing)| (*file, listing.missing.len() as u64))
    }

    /// The indexes of all `files` files, from top to bottom.
    pub(crate) fn order(&self, files: usize) -> Vec<usize> {
        let (mut order, mut seen) = (Vec::new(), vec![false; files]);
        let mut waiting: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(file) = waiting.pop() {
            if mark(&mut seen, file) {
                order.push(file);
                waiting.extend(self.listings.get(&file).into_iter().flat_map(|listing| listing.files.iter().rev()));
            }
        }
        order
    }

    /// The visible lines. They always include the line of the file `chosen`.
    pub(crate) fn rows(&self, folds: &Folds, chosen: usize) -> Vec<Row> {
        let mut walk =
            Walk { tree: self, folds, chosen, above: self.above(chosen), expanded: Vec::new(), rows: Vec::new() };
        walk.listing(None, &self.roots, &[], 1);
        walk.rows
    }

    /// The files on a path from the top to `chosen`.
    fn above(&self, chosen: usize) -> Vec<usize> {
        let mut above = Vec::new();
        let mut at = chosen;
        while let Some((parent, _)) = self.listings.entries().iter().find(|(_, listing)| listing.files.contains(&at)) {
            if above.contains(parent) {
                break;
            }
            above.push(*parent);
            at = *parent;
        }
        above
    }

    /// The file to show first if there are no problems: a sitemap that robots.txt names is more useful than robots.txt
    /// itself.
    pub(crate) fn first(&self, is_robots: impl Fn(usize) -> bool) -> Option<usize> {
        let top = self.roots.first().copied()?;
        let named = self.listings.get(&top).and_then(|listing| listing.files.first().copied());
        if is_robots(top) { named.or_else(|| self.roots.get(1).copied()).or(Some(top)) } else { Some(top) }
    }

    /// The sitemaps and indexes that robots.txt should list: neither an index nor a robots.txt lists them.
    pub(crate) fn entrances<'a>(&self, files: &'a [File]) -> Vec<&'a File> {
        let mut listed = vec![false; files.len()];
        for file in self.listings.entries().iter().flat_map(|(_, listing)| &listing.files) {
            mark(&mut listed, *file);
        }
        let enters = |kind: Kind| kind.has_pages() || kind == Kind::SitemapIndex;
        let free = files.iter().enumerate().filter(|(at, file)| enters(file.kind) && !listed[*at]);
        free.map(|(_, file)| file).collect()
    }
}

/// The lines of `files` in their order, without the files that list them.
pub(crate) fn flat(files: &[usize], folds: &Folds, chosen: usize) -> Vec<Row> {
    Tree { roots: files.to_vec(), ..Tree::default() }.rows(folds, chosen)
}

/// The rank of a verdict in a listing: problems first.
const fn gravity(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Invalid | Verdict::Unchecked => 0,
        Verdict::Warnings => 1,
        Verdict::Valid => 2,
    }
}

/// Marks a file. Returns false if it was already marked.
fn mark(marked: &mut [bool], file: usize) -> bool {
    marked.get_mut(file).is_some_and(|marked| !std::mem::replace(marked, true))
}

/// A traversal of the tree that produces its lines.
struct Walk<'t> {
    tree: &'t Tree,
    folds: &'t Folds,
    /// The current file.
    chosen: usize,
    /// The files above the current one, which are open.
    above: Vec<usize>,
    /// The expanded files: a file that is listed twice shows its children only once.
    expanded: Vec<usize>,
    rows: Vec<Row>,
}

impl Walk<'_> {
    fn listing(&mut self, parent: Option<usize>, files: &[usize], missing: &[Rc<str>], level: usize) {
        let asked = self.folds.more.get(&parent).copied().unwrap_or(0);
        let row = |item| Row { level: level.min(DEEPEST), parent, item };
        let last = files.iter().rposition(|file| *file == self.chosen || self.above.contains(file));
        let shown = ((asked + 1) * BRANCHES).max(last.map_or(0, |at| (at + 1).next_multiple_of(BRANCHES)));
        for &file in files.iter().take(shown) {
            let children = self.tree.listings.get(&file).filter(|_| !self.expanded.contains(&file));
            self.expanded.extend(children.map(|_| file));
            let open = children.map(|_| !self.folds.closed.contains(&file) || self.above.contains(&file));
            self.rows.push(row(Item::File { file, open }));
            // No real tree is this deep.
            if let Some(children) = children.filter(|_| open == Some(true) && level < 100) {
                self.listing(Some(file), &children.files, &children.missing, level + 1);
            }
        }
        let hidden = files.len().saturating_sub(shown);
        if hidden > 0 {
            self.rows.push(row(Item::More { hidden, missing: false }));
            return;
        }
        let pages = files.len().div_ceil(BRANCHES).max(1) - 1;
        let shown = MISSING + asked.saturating_sub(pages) * BRANCHES;
        self.rows.extend(missing.iter().take(shown).map(|address| row(Item::Missing(address.clone()))));
        let hidden = missing.len().saturating_sub(shown);
        if hidden > 0 {
            self.rows.push(row(Item::More { hidden, missing: true }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{file, listing, set};

    fn files(kinds: &[Kind]) -> Vec<File> {
        let of = |(at, kind): (usize, &Kind)| File { kind: *kind, ..file(&format!("{at}.xml"), vec![]) };
        kinds.iter().enumerate().map(of).collect()
    }

    /// The lines as text: `>` for each level, the file's number, and `-` if the file is closed.
    fn shown(tree: &Tree, folds: &Folds, chosen: usize) -> Vec<String> {
        let line = |row: Row| {
            let what = match row.item {
                Item::File { file, open: Some(false) } => format!("{file}-"),
                Item::File { file, .. } => file.to_string(),
                Item::Missing(address) => address.to_string(),
                Item::More { hidden, missing } => format!("{hidden} {}", if missing { "missing" } else { "more" }),
            };
            ">".repeat(row.level) + &what
        };
        tree.rows(folds, chosen).into_iter().map(line).collect()
    }

    const URL: Kind = Kind::Urlset;
    const INDEX: Kind = Kind::SitemapIndex;

    #[test]
    fn robots_come_first_and_what_nothing_lists_last() {
        let files = files(&[URL, Kind::Other, INDEX, URL, Kind::Robots, URL]);
        let tree = Tree::new(&files, &set(vec![listing(2, &[Some(3), None, Some(0)]), listing(4, &[Some(2)])]));
        let folds = Folds::default();
        assert_eq!(shown(&tree, &folds, 5), [">4", ">>2", ">>>3", ">>>0", ">>>https://tidepool.page/1", ">5", ">1"]);
        assert_eq!((&*tree.orphans, tree.order(6)), (&[5][..], vec![4, 2, 3, 0, 5, 1]));
        let closed = Folds { closed: [2].into(), ..Folds::default() };
        assert_eq!(shown(&tree, &closed, 5), [">4", ">>2-", ">5", ">1"]);
        assert_eq!(shown(&tree, &closed, 0)[2], ">>>3", "the file that is looked at is never hidden");
        let entrances: Vec<&str> = tree.entrances(&files).iter().map(|file| &*file.name).collect();
        assert_eq!(entrances, ["5.xml"], "robots.txt names the index already");
    }

    #[test]
    fn what_is_listed_begins_with_what_has_errors() {
        let mut files = files(&[INDEX, URL, URL, URL]);
        files[1].verdict_in_set = Verdict::Valid;
        files[2].verdict_in_set = Verdict::Warnings;
        files[3].verdict_in_set = Verdict::Invalid;
        let tree = Tree::new(&files, &set(vec![listing(0, &[Some(1), Some(2), Some(3)])]));
        assert_eq!(shown(&tree, &Folds::default(), 0), [">0", ">>3", ">>2", ">>1"]);
    }

    #[test]
    fn circles_and_second_mentions_end() {
        let files = files(&[INDEX, INDEX, URL, INDEX]);
        let both = vec![listing(0, &[Some(1), Some(0)]), listing(1, &[Some(0), Some(2)]), listing(3, &[Some(2)])];
        let tree = Tree::new(&files, &set(both));
        assert_eq!(shown(&tree, &Folds::default(), 2), [">3", ">>2", ">0", ">>1", ">>>0", ">>>2"]);
        let alone = Tree::new(&files[..1], &set(vec![listing(0, &[Some(0)])]));
        assert_eq!(shown(&alone, &Folds::default(), 0), [">0"]);
    }

    #[test]
    fn hundreds_of_children_come_in_portions() {
        let mut kinds = vec![INDEX];
        kinds.extend([URL; 120]);
        let children: Vec<Option<u32>> = (1..=120).map(Some).chain([None; 70]).collect();
        let tree = Tree::new(&files(&kinds), &set(vec![listing(0, &children)]));
        let end = |more: usize, chosen| {
            let folds = Folds { more: [(Some(0), more)].into_iter().collect(), ..Folds::default() };
            let rows = shown(&tree, &folds, chosen);
            (rows.len(), rows.last().cloned().unwrap_or_default())
        };
        assert_eq!(end(0, 0), (52, ">>70 more".into()));
        assert_eq!(end(0, 51), (102, ">>20 more".into()));
        assert_eq!(end(2, 0), (125, ">>67 missing".into()));
        assert_eq!(end(3, 0), (175, ">>17 missing".into()));
        assert_eq!(end(4, 0).0, 191);
    }
}
