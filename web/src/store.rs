//! The files and blobs that the state refers to by number. The state itself contains no browser objects.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::file::Blob;
use sitemap_validator_protocol::sorted_map::SortedMap;

/// The files and blobs in use.
#[derive(Clone, Default)]
pub(crate) struct Store(Rc<Inner>);

#[derive(Default)]
struct Inner {
    blobs: RefCell<SortedMap<u32, Blob>>,
    last: Cell<u32>,
}

impl Store {
    /// Stores a blob and returns its number.
    pub(crate) fn add(&self, blob: Blob) -> u32 {
        let number = self.0.last.get() + 1;
        self.0.last.set(number);
        self.0.blobs.borrow_mut().insert(number, blob);
        number
    }

    /// The blob with a number.
    pub(crate) fn get(&self, number: u32) -> Option<Blob> {
        self.0.blobs.borrow().get(&number).cloned()
    }

    /// Removes a blob.
    pub(crate) fn remove(&self, number: u32) {
        self.0.blobs.borrow_mut().remove(&number);
    }

    /// Removes the blobs that are not in use. Newly added ones that the state does not contain yet stay.
    pub(crate) fn retain(&self, used: &SortedMap<u32, ()>) {
        let newest = used.entries().last().map_or(0, |(number, ())| *number);
        self.0.blobs.borrow_mut().retain(|number| used.get(number).is_some() || *number > newest);
    }
}

impl PartialEq for Store {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}
