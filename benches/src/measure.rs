//! Taking turns and reading the clock.
//!
//! Machines are noisy, so nothing is compared with a number of another day: the candidates take turns, round after
//! round, each round gives a ratio, and the median of these counts. The clock is that of the CPU where there is one.

use std::cmp::Ordering;

/// Someone who takes part: each call does the whole work once.
pub(crate) struct Candidate<'a> {
    work: Box<dyn FnMut() -> Result<(), String> + 'a>,
}

impl<'a> Candidate<'a> {
    /// Work that cannot fail; what it returns is kept from being optimised away.
    pub(crate) fn new<T>(mut work: impl FnMut() -> T + 'a) -> Self {
        Self::fallible(move || {
            std::hint::black_box(work());
            Ok(())
        })
    }

    /// Work that can fail.
    pub(crate) fn fallible(work: impl FnMut() -> Result<(), String> + 'a) -> Self {
        Self { work: Box::new(work) }
    }
}

/// What each candidate took in each round.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Samples(pub(crate) Vec<Vec<f64>>);

/// The ratio of two candidates: the median of all rounds, the lowest and the highest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) median: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Samples {
    /// Lets the candidates take turns for `rounds` rounds after one that does not count.
    pub(crate) fn take(rounds: usize, clock: fn() -> f64, candidates: &mut [Candidate<'_>]) -> Result<Self, String> {
        let mut samples = vec![Vec::with_capacity(rounds); candidates.len()];
        for round in 0..=rounds {
            for turn in 0..candidates.len() {
                // Whoever begins has a cold cache: another one each round.
                let at = (turn + round) % candidates.len();
                let begun = clock();
                (candidates[at].work)()?;
                let took = clock() - begun;
                if round > 0 {
                    samples[at].push(took);
                }
            }
        }
        Ok(Self(samples))
    }

    /// What candidate `one` takes of what candidate `other` takes, round by round.
    pub(crate) fn ratio(&self, one: usize, other: usize) -> Ratio {
        let empty = Vec::new();
        let of = |at: usize| self.0.get(at).unwrap_or(&empty);
        Ratio::of(of(one).iter().zip(of(other)).map(|(one, other)| one / other.max(f64::MIN_POSITIVE)).collect())
    }

    /// The median of what candidate `one` took.
    pub(crate) fn median(&self, one: usize) -> f64 {
        Ratio::of(self.0.get(one).cloned().unwrap_or_default()).median
    }
}

impl Ratio {
    /// Of these values; `NaN` of none.
    pub(crate) fn of(mut values: Vec<f64>) -> Self {
        values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
        let at = |place: usize| values.get(place).copied().unwrap_or(f64::NAN);
        let middle = values.len() / 2;
        let median = if values.len().is_multiple_of(2) && middle > 0 {
            f64::midpoint(at(middle - 1), at(middle))
        } else {
            at(middle)
        };
        Self { median, low: at(0), high: at(values.len().saturating_sub(1)) }
    }
}

/// CPU seconds this process has used.
#[cfg(unix)]
pub(crate) fn own() -> f64 {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)
        .map_or(f64::NAN, |time| time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9)
}

/// CPU seconds the ended children of this process have used.
#[cfg(unix)]
pub(crate) fn children() -> f64 {
    use nix::sys::resource::{UsageWho, getrusage};
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    getrusage(UsageWho::RUSAGE_CHILDREN)
        .map_or(f64::NAN, |used| seconds(used.user_time()) + seconds(used.system_time()))
}

/// The most memory an ended child of this process had, in bytes.
#[cfg(unix)]
pub(crate) fn children_peak() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    let most = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?.max_rss();
    u64::try_from(most).ok().map(|most| most * unit)
}

/// Seconds by the clock on the wall.
pub(crate) fn wall() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed().as_secs_f64()
}

// There is no other to be had here.
#[cfg(not(unix))]
pub(crate) use wall as own;

#[cfg(not(unix))]
pub(crate) use wall as children;

/// Not known here.
#[cfg(not(unix))]
pub(crate) fn children_peak() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    thread_local!(static TIME: Cell<f64> = const { Cell::new(0.0) });

    #[test]
    fn candidates_take_turns_and_the_first_round_does_not_count() {
        let order = RefCell::new(String::new());
        let worker = |name: char, takes: f64| {
            let order = &order;
            Candidate::new(move || {
                order.borrow_mut().push(name);
                TIME.set(TIME.get() + takes);
            })
        };
        let mut candidates = [worker('a', 3.0), worker('b', 2.0)];
        let samples = Samples::take(3, || TIME.get(), &mut candidates).expect("samples");
        drop(candidates);
        assert_eq!(order.into_inner(), "abbaabba");
        assert_eq!(samples.0, [[3.0, 3.0, 3.0], [2.0, 2.0, 2.0]]);
        assert_eq!(samples.ratio(0, 1), Ratio { median: 1.5, low: 1.5, high: 1.5 });
    }

    #[test]
    fn a_failure_ends_it() {
        let mut candidates = [Candidate::fallible(|| Err("gone".to_owned()))];
        assert_eq!(Samples::take(3, || 0.0, &mut candidates), Err("gone".to_owned()));
    }

    #[test]
    fn ratios_are_of_the_same_round() {
        // The second round was slow for both: it says the same as the others.
        let samples = Samples(vec![vec![1.0, 4.0, 1.2], vec![2.0, 8.0, 2.0]]);
        assert_eq!(samples.ratio(0, 1), Ratio { median: 0.5, low: 0.5, high: 0.6 });
        assert!((samples.median(0) - 1.2).abs() < 1e-9);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_two() {
        assert_eq!(Ratio::of(vec![4.0, 1.0, 2.0, 3.0]), Ratio { median: 2.5, low: 1.0, high: 4.0 });
        assert!(Ratio::of(Vec::new()).median.is_nan());
    }
}
