//! Saves files one after the other: browsers lose some of several simultaneous downloads, and of many within a second.

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
};

use gloo::{file::Blob, timers::callback::Timeout};

use crate::browser;

/// The milliseconds between downloads: Chromium lets a page start ten of them within a second.
const GAP: u32 = 130;

thread_local! {
    static WAITING: RefCell<VecDeque<(String, Blob)>> = RefCell::default();
    /// True while the next download has to wait.
    static PAUSED: Cell<bool> = Cell::default();
}

/// Queues a blob for download.
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
