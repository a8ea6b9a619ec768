//! Runs checks side by side: as many as the processors can take, the longest first, each after those that it needs.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::checks::Check;

/// The state of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    Running,
    Passed,
    Failed,
}

/// Runs `checks`. `work` runs a check and returns whether it passed. `skip` is called for a check that is not run, with
/// the name of the failed check that it needs. `capacity` is the maximum number of busy processors.
pub(crate) fn run(
    checks: &[&'static Check],
    capacity: usize,
    work: impl Fn(&'static Check) -> bool + Sync,
    skip: impl Fn(&'static Check, &str),
) {
    let states = Mutex::new(vec![State::Waiting; checks.len()]);
    let changed = Condvar::new();
    let lock = || -> MutexGuard<'_, Vec<State>> { states.lock().unwrap_or_else(PoisonError::into_inner) };
    let state_of = |states: &[State], name: &str| {
        checks.iter().zip(states).find(|(check, _)| check.name == name).map(|(_, state)| *state)
    };
    thread::scope(|scope| {
        let mut now = lock();
        loop {
            for (index, check) in checks.iter().enumerate() {
                if now[index] == State::Waiting
                    && let Some(needed) = check.after.iter().find(|name| state_of(&now, name) == Some(State::Failed))
                {
                    now[index] = State::Failed;
                    skip(check, needed);
                }
            }
            let running: Vec<&Check> = checks
                .iter()
                .zip(&*now)
                .filter(|(_, state)| **state == State::Running)
                .map(|(check, _)| *check)
                .collect();
            let busy: usize = running.iter().map(|check| check.cores).sum();
            let is_browsing = running.iter().any(|check| check.has_browser);
            let is_ready = |check: &Check| {
                let has_room = busy == 0 || busy.saturating_add(check.cores) <= capacity;
                let may_browse = !(check.has_browser && is_browsing);
                // A needed check that is not among `checks` has passed earlier.
                let has_needed =
                    check.after.iter().all(|name| matches!(state_of(&now, name), None | Some(State::Passed)));
                has_room && may_browse && has_needed
            };
            let next = checks.iter().zip(&*now).position(|(check, state)| *state == State::Waiting && is_ready(check));
            if let Some(index) = next {
                now[index] = State::Running;
                let (check, lock, changed, work) = (checks[index], &lock, &changed, &work);
                scope.spawn(move || {
                    let state = if work(check) { State::Passed } else { State::Failed };
                    lock()[index] = state;
                    changed.notify_all();
                });
            } else if busy == 0 {
                return;
            } else {
                now = changed.wait(now).unwrap_or_else(PoisonError::into_inner);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::Tier;

    const fn check(name: &'static str, cores: usize, after: &'static [&'static str]) -> Check {
        Check { name, tier: Tier::Quick, after, cores, has_browser: false, paths: &[], run: |_, _| Ok(()) }
    }

    static BUILD: Check = check("build", 2, &[]);
    static USE: Check = check("use", 1, &["build"]);
    static FAIL: Check = check("fail", 2, &[]);
    static NEVER: Check = check("never", 1, &["fail"]);
    static NOR: Check = check("nor", 1, &["never"]);
    static ALONE: Check = check("alone", usize::MAX, &[]);

    #[test]
    fn checks_run_after_what_they_need_and_within_the_capacity() {
        let (order, skipped, busy) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()), Mutex::new(0));
        let work = |check: &'static Check| {
            let mut now = busy.lock().unwrap();
            *now += check.cores.min(9);
            assert!(*now <= 3 || *now == check.cores.min(9), "{} with {now}", check.name);
            drop(now);
            order.lock().unwrap().push(check.name);
            *busy.lock().unwrap() -= check.cores.min(9);
            check.name != "fail"
        };
        let skip = |check: &'static Check, needed: &str| skipped.lock().unwrap().push((check.name, needed.to_owned()));
        run(&[&NOR, &NEVER, &USE, &ALONE, &FAIL, &BUILD], 3, work, skip);
        let order = order.into_inner().unwrap();
        let at = |name: &str| order.iter().position(|other| *other == name);
        assert!(at("build") < at("use") && order.len() == 4, "{order:?}");
        assert_eq!(skipped.into_inner().unwrap(), [("never", "fail".to_owned()), ("nor", "never".to_owned())]);
    }

    #[test]
    fn browsers_run_one_after_the_other() {
        static ONE: Check = Check { has_browser: true, ..check("one", 1, &[]) };
        static OTHER: Check = Check { has_browser: true, ..check("other", 1, &[]) };
        let (order, both) = (Mutex::new(Vec::new()), std::sync::Barrier::new(2));
        let work = |check: &'static Check| {
            order.lock().unwrap().push(check.name);
            if check.name != "other" {
                both.wait();
            }
            true
        };
        run(&[&ONE, &OTHER, &BUILD], 3, work, |_, _| {});
        assert_eq!(order.into_inner().unwrap().last(), Some(&"other"));
    }
}
