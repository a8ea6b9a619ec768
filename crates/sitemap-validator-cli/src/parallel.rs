//! Work on several things at once, with the results in order.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Hands what `work` makes of 0, 1, ... `count - 1` to `done`, in this order. As many are worked on at a time as
/// there are processors, in batches of four for each; a batch is handed over when all of it is done.
///
/// # Errors
/// When `done` fails; no more work is begun then.
pub(crate) fn in_order<T: Send, E>(
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut done: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(count);
    if threads < 2 {
        return (0..count).try_for_each(|index| done(work(index)));
    }
    // A few for each: whoever has a short one takes another.
    let step = threads * 4;
    for start in (0..count).step_by(step) {
        let end = count.min(start + step);
        let next = AtomicUsize::new(start);
        let results: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::with_capacity(end - start));
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| {
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= end {
                            break;
                        }
                        let result = work(index);
                        if let Ok(mut results) = results.lock() {
                            results.push((index, result));
                        }
                    }
                });
            }
        });
        let mut results = results.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        results.sort_by_key(|(index, _)| *index);
        results.into_iter().try_for_each(|(_, result)| done(result))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        for count in [0, 1, 2, 7, 100] {
            let mut seen = Vec::new();
            let result: Result<(), ()> = in_order(
                count,
                |index| index * 2,
                |result| {
                    seen.push(result);
                    Ok(())
                },
            );
            assert!(result.is_ok());
            assert_eq!(seen, (0..count).map(|index| index * 2).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_fails_ends_the_work() {
        let begun = AtomicUsize::new(0);
        let result = in_order(1_000_000, |_| begun.fetch_add(1, Ordering::Relaxed), |_| Err("full"));
        assert_eq!(result, Err("full"));
        assert!(begun.into_inner() < 1_000_000);
    }
}
