//! Files for download, some at a time: Chromium lets a page begin ten of them within a second, and forgets the others.

use std::{cell::RefCell, collections::VecDeque};

use gloo::{file::Blob, timers::callback::Timeout};

use crate::browser;

/// How many at once.
const BURST: u32 = 10;
/// Milliseconds from the first of them until more may follow.
const PAUSE: i64 = 1_200;

thread_local! {
    static SAVING: RefCell<Saving> = RefCell::default();
}

#[derive(Default)]
struct Saving {
    waiting: VecDeque<(String, Blob)>,
    burst: Burst,
    /// A timer goes on with it.
    timed: bool,
}

/// The downloads that were begun together.
#[derive(Debug, Default)]
struct Burst {
    began: i64,
    number: u32,
}

impl Burst {
    /// Begins one more at the time `now`, unless so many milliseconds are to be waited first.
    fn begin(&mut self, now: i64) -> Option<i64> {
        // A clock that was set back is no reason to wait for long.
        let since = now.saturating_sub(self.began);
        if self.number == 0 || !(0..PAUSE).contains(&since) {
            *self = Self { began: now, number: 0 };
        } else if self.number == BURST {
            return Some(PAUSE - since);
        }
        self.number += 1;
        None
    }
}

/// Offers a blob for download, in its turn.
pub(crate) fn save(name: &str, blob: Blob) {
    SAVING.with_borrow_mut(|saving| saving.waiting.push_back((name.to_owned(), blob)));
    go_on();
}

fn go_on() {
    while let Some((name, blob)) = SAVING.with_borrow_mut(next) {
        browser::save(&name, blob);
    }
}

/// The next one, if it may begin now.
fn next(saving: &mut Saving) -> Option<(String, Blob)> {
    if saving.timed || saving.waiting.is_empty() {
        return None;
    }
    if let Some(wait) = saving.burst.begin(browser::now()) {
        saving.timed = true;
        let on = move || {
            SAVING.with_borrow_mut(|saving| saving.timed = false);
            go_on();
        };
        Timeout::new(u32::try_from(wait).unwrap_or_default(), on).forget();
        return None;
    }
    saving.waiting.pop_front()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_begin_at_once_and_the_others_wait_for_their_turn() {
        let mut burst = Burst::default();
        let mut begin = |now| burst.begin(now);
        assert!((0..10).all(|file| begin(5_000 + file).is_none()));
        assert_eq!([begin(5_010), begin(6_199)], [Some(1_190), Some(1)]);
        assert!((0..10).all(|_| begin(6_200).is_none()));
        assert_eq!(begin(6_200), Some(1_200));
        assert_eq!(begin(100), None, "the clock was set back");
    }

    #[test]
    fn a_few_now_and_then_never_wait() {
        let mut burst = Burst::default();
        assert!((0..100).all(|second| burst.begin(second * 1_000).is_none()));
    }
}
