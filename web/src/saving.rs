//! Files for download, one after the other: of several at once browsers forget some, and of many in a second as well.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
};

use gloo::{file::Blob, timers::callback::Timeout};

use crate::browser;

/// Milliseconds from one download to the next: Chromium lets a page begin ten of them within a second.
const GAP: u32 = 130;

thread_local! {
    static WAITING: RefCell<VecDeque<(String, Blob)>> = RefCell::default();
    /// True while the next one has to wait.
    static PAUSED: Cell<bool> = Cell::default();
}

/// Offers a blob for download, in its turn.
pub(crate) fn save(name: &str, blob: Blob) {
    WAITING.with_borrow_mut(|waiting| waiting.push_back((name.to_owned(), blob)));
    if !PAUSED.get() {
        go_on();
    }
}

fn go_on() {
    let next = WAITING.with_borrow_mut(VecDeque::pop_front);
    PAUSED.set(next.is_some());
    if let Some((name, blob)) = next {
        browser::save(&name, blob);
        Timeout::new(GAP, go_on).forget();
    }
}
