//! Parallel work on several items, with the results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The maximum number of results per thread that may be started or finished while the first of them is unfinished. This
/// is enough to keep all threads busy while one item takes long. Use it only for results that need little memory.
pub(crate) const AHEAD: usize = 8;

/// Returns the number of threads for `count` items: one per processor, but not more than items.
pub(crate) fn threads(count: usize) -> usize {
    // The query itself has a cost, because it reads files.
    if count < 2 { count } else { thread::available_parallelism().map_or(1, NonZero::get).min(count) }
}

/// Calls `work` with 0, 1, ... `count - 1`, and passes the results to `done` in this order. Each of `threads` threads
/// takes the next number as soon as it is free, and keeps the first argument of `work` from call to call. No number is
/// started more than `ahead` after the last result passed on.
///
/// # Errors
/// If `done` fails; no further work is started then.
pub(crate) fn in_order<S: Default, T: Send, E>(
    count: usize,
    threads: usize,
    ahead: usize,
    work: impl Fn(&mut S, usize) -> T + Sync,
    mut done: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    if threads < 2 {
        let mut kept = S::default();
        return (0..count).try_for_each(|index| done(work(&mut kept, index)));
    }
    let queue = Queue::new(count, ahead);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let _ended = Ended(&queue);
                let mut kept = S::default();
                while let Some(index) = queue.begin() {
                    queue.put(index, work(&mut kept, index));
                }
            });
        }
        let _ended = Ended(&queue);
        while let Some(result) = queue.take() {
            done(result)?;
        }
        Ok(())
    })
}

/// The started items, the finished ones, and the number of results passed on.
struct Queue<T> {
    count: usize,
    /// The maximum number of started items whose results have not been passed on.
    ahead: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    begun: usize,
    handed: usize,
    /// Results that wait for an earlier result.
    waiting: BTreeMap<usize, T>,
    /// True if no further work is started.
    ended: bool,
}

impl<T> Queue<T> {
    fn new(count: usize, ahead: usize) -> Self {
        let state = State { begun: 0, handed: 0, waiting: BTreeMap::new(), ended: false };
        Self { count, ahead, state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the next item to work on; waits while too many items before it are unfinished.
    fn begin(&self) -> Option<usize> {
        let too_far =
            |state: &mut State<T>| !state.ended && state.begun < self.count && state.begun >= state.handed + self.ahead;
        let mut state = self.changed.wait_while(self.state(), too_far).unwrap_or_else(PoisonError::into_inner);
        if state.ended || state.begun == self.count {
            return None;
        }
        state.begun += 1;
        Some(state.begun - 1)
    }

    fn put(&self, index: usize, result: T) {
        self.state().waiting.insert(index, result);
        self.changed.notify_all();
    }

    /// Returns the next result, or `None` if there are no more.
    fn take(&self) -> Option<T> {
        let absent = |state: &mut State<T>| !state.ended && !state.waiting.contains_key(&state.handed);
        let mut state = self.changed.wait_while(self.state(), absent).unwrap_or_else(PoisonError::into_inner);
        let next = state.handed;
        let result = state.waiting.remove(&next)?;
        state.handed += 1;
        state.ended |= state.handed == self.count;
        self.changed.notify_all();
        Some(result)
    }
}

/// Ends the work if a thread ends early, so that waiters wake up.
struct Ended<'q, T>(&'q Queue<T>);

impl<T> Drop for Ended<'_, T> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.ended |= thread::panicking() || state.begun < self.0.count;
        drop(state);
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Keeps a thread busy for a time that depends on `size`.
    fn busy(size: usize) -> usize {
        (0..size * 1000).fold(0, |sum: usize, number| std::hint::black_box(sum.wrapping_add(number)))
    }

    #[test]
    fn results_come_in_order_however_long_each_takes() {
        for (count, threads) in [(0, 0), (1, 1), (2, 2), (7, 3), (100, 2), (100, 8)] {
            let mut seen = Vec::new();
            let work = |(): &mut (), index: usize| {
                // The first item takes by far the longest, and every seventh longer than the others.
                busy(if index == 0 {
                    2000
                } else if index.is_multiple_of(7) {
                    100
                } else {
                    1
                });
                index * 2
            };
            let result: Result<(), ()> = in_order(count, threads, threads * AHEAD, work, |result| {
                seen.push(result);
                Ok(())
            });
            assert!(result.is_ok());
            assert_eq!(seen, (0..count).map(|index| index * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn few_results_wait_for_a_long_one() {
        let (begun, threads) = (AtomicUsize::new(0), 3);
        let most = threads * AHEAD;
        let work = |(): &mut (), index: usize| {
            let before = begun.fetch_add(1, Ordering::SeqCst);
            if index == 0 {
                // All allowed items are started alongside the first one, which is not finished before them.
                while begun.load(Ordering::SeqCst) < most {
                    thread::yield_now();
                }
            }
            (index, before)
        };
        let mut handed = 0;
        let result: Result<(), ()> = in_order(1000, threads, most, work, |(index, before)| {
            assert_eq!(index, handed);
            // At most this many items were started before its result was passed on.
            assert!(before < index + most, "{before} before {index}");
            handed += 1;
            assert!(begun.load(Ordering::SeqCst) <= handed + most);
            Ok(())
        });
        assert!(result.is_ok() && handed == 1000);
    }

    #[test]
    fn a_thread_keeps_what_it_needs_again() {
        let made = AtomicUsize::new(0);
        let work = |kept: &mut Vec<usize>, index: usize| {
            if kept.is_empty() {
                made.fetch_add(1, Ordering::SeqCst);
            }
            kept.push(index);
        };
        let result: Result<(), ()> = in_order(50, 2, 2 * AHEAD, work, |()| Ok(()));
        assert!(result.is_ok() && (1..=2).contains(&made.into_inner()));
    }

    #[test]
    fn what_fails_ends_the_work() {
        for threads in [1, 2, 5] {
            let begun = AtomicUsize::new(0);
            let work = |(): &mut (), _| begun.fetch_add(1, Ordering::SeqCst);
            let result = in_order(1_000_000, threads, threads * AHEAD, work, |_| Err("full"));
            assert_eq!(result, Err("full"));
            assert!(begun.into_inner() <= threads * (AHEAD + 1));
        }
    }

    #[test]
    fn what_fails_with_all_begun_leaves_nobody_waiting() {
        for threads in [2, 5] {
            let begun = AtomicUsize::new(0);
            let count = threads * AHEAD + 1;
            let work = |(): &mut (), _| begun.fetch_add(1, Ordering::SeqCst);
            let result = in_order(count, threads, threads * AHEAD, work, |_| {
                while begun.load(Ordering::SeqCst) < count {
                    thread::yield_now();
                }
                // Meanwhile, the threads ask for more work.
                thread::sleep(std::time::Duration::from_millis(20));
                Err("full")
            });
            assert_eq!(result, Err("full"));
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn waiters_wake_up_if_a_thread_panics() {
        let work = |(): &mut (), index: usize| assert!(index != 3, "dies");
        let _: Result<(), ()> = in_order(1000, 2, 2 * AHEAD, work, |()| Ok(()));
    }
}
