//! The folders of URLs, three levels deep.
//!
//! Only folders are counted, not the pages in them: for `/shop/hats/red`, `/shop/` and `/shop/hats/`. Each
//! count is exact. Up to 50,000 folders are distinguished; pages in others are counted with the
//! rest of the parent folder, so that memory is limited.

use std::collections::HashMap;

use sitemap_validator_protocol::sorting;

use super::MOST;

/// The depth of the tree.
const LEVELS: usize = 3;

/// The maximum number of folders that are listed within a folder.
const NAMED: usize = 12;

/// The folders of the entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folders {
    /// The root, whose name is empty.
    pub top: Folder,
    /// Entries without a path: they have no complete URL.
    pub none: u64,
}

/// A folder and its content.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Folder {
    /// As written, without slashes.
    pub name: String,
    /// All entries in it, at any depth.
    pub count: u64,
    /// The entries directly in it; on the third level, all of them.
    pub pages: u64,
    /// Up to twelve folders in it with the most entries.
    pub folders: Vec<Folder>,
    /// Entries in its other folders.
    pub rest: u64,
}

/// Counts entries by folder.
#[derive(Debug, Default)]
pub(super) struct Tree {
    top: Node,
    nodes: usize,
    none: u64,
}

#[derive(Debug, Default)]
struct Node {
    count: u64,
    pages: u64,
    within: HashMap<Box<str>, Node>,
}

impl Tree {
    /// Counts an entry whose URL has `path`.
    pub(super) fn add(&mut self, path: Option<&str>) {
        let Some(path) = path else {
            self.none += 1;
            return;
        };
        let page = path.trim_end_matches('/');
        let folders = page.rsplit_once('/').map_or("", |(folders, _)| folders);
        let mut node = &mut self.top;
        node.count += 1;
        for name in folders.split('/').filter(|name| !name.is_empty()).take(LEVELS) {
            if !node.within.contains_key(name) {
                if self.nodes == MOST {
                    // The limit is reached: counted with the rest.
                    return;
                }
                self.nodes += 1;
                node.within.insert(name.into(), Node::default());
            }
            let Some(next) = node.within.get_mut(name) else { return };
            node = next;
            node.count += 1;
        }
        node.pages += 1;
    }

    /// The folders with the most entries.
    pub(super) fn into_folders(self) -> Folders {
        Folders { top: self.top.into_folder(String::new()), none: self.none }
    }
}

impl Node {
    fn into_folder(self, name: String) -> Folder {
        let mut within: Vec<(Box<str>, Self)> = self.within.into_iter().collect();
        sorting::by(&mut within, |(a, one), (b, other)| other.count.cmp(&one.count).then_with(|| a.cmp(b)));
        within.truncate(NAMED);
        let named: u64 = within.iter().map(|(_, node)| node.count).sum();
        // The recursion is limited to the number of levels.
        let folders = within.into_iter().map(|(name, node)| node.into_folder(name.into_string())).collect();
        Folder { name, count: self.count, pages: self.pages, folders, rest: self.count - self.pages - named }
    }
}
