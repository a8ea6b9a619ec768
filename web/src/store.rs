//! The files and blobs that the state refers to by number. The state itself contains no browser objects.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::file::Blob;
use sitemap_validator_protocol::sorted_map::SortedMap;
use web_sys::FileSystemFileEntry;

/// The files and blobs in use.
#[derive(Clone, Default)]
pub(crate) struct Store(Rc<Inner>);

#[derive(Default)]
struct Inner {
    blobs: RefCell<SortedMap<u32, Blob>>,
    /// The files of dropped folders.
    folders: RefCell<SortedMap<u32, Rc<[FileSystemFileEntry]>>>,
    last: Cell<u32>,
}

impl Store {
    /// Stores a blob and returns its number.
    pub(crate) fn add(&self, blob: Blob) -> u32 {
        let number = self.next();
        self.0.blobs.borrow_mut().insert(number, blob);
        number
    }

    /// Stores the files of a folder and returns its number.
    pub(crate) fn add_folder(&self, files: Vec<FileSystemFileEntry>) -> u32 {
        let number = self.next();
        self.0.folders.borrow_mut().insert(number, files.into());
        number
    }

    fn next(&self) -> u32 {
        let number = self.0.last.get() + 1;
        self.0.last.set(number);
        number
    }

    /// The files of the folder with a number.
    pub(crate) fn folder(&self, number: u32) -> Option<Rc<[FileSystemFileEntry]>> {
        self.0.folders.borrow().get(&number).cloned()
    }

    /// The blob with a number.
    pub(crate) fn get(&self, number: u32) -> Option<Blob> {
        self.0.blobs.borrow().get(&number).cloned()
    }

    /// Removes a blob.
    pub(crate) fn remove(&self, number: u32) {
        self.0.blobs.borrow_mut().remove(&number);
    }

    /// Removes the blobs and folders that are not in use. Newly added ones that the state does not contain yet stay.
    pub(crate) fn retain(&self, used: &SortedMap<u32, ()>) {
        let newest = used.entries().last().map_or(0, |(number, ())| *number);
        let is_used = |number: &u32| used.get(number).is_some() || *number > newest;
        self.0.blobs.borrow_mut().retain(is_used);
        self.0.folders.borrow_mut().retain(is_used);
    }
}

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
