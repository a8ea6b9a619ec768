//! Places in a text: sorted spans that neither overlap nor touch.

use crate::span::Span;

/// The places.
#[derive(Debug, Default)]
pub(super) struct Regions(Vec<Span>);

impl Regions {
    /// Adds `region` and merges it with those that it touches. Cheap at the end of the text so far.
    pub(super) fn add(&mut self, region: Span) {
        let first = self.first(region);
        let touched = self.0.iter().skip(first).take_while(|other| other.start <= region.end).count();
        let merged = self.0.drain(first..first + touched).fold(region, |merged, other| Span {
            start: merged.start.min(other.start),
            end: merged.end.max(other.end),
        });
        self.0.insert(first, merged);
    }

    /// True if `span` overlaps one of the regions, or is next to one.
    pub(super) fn touch(&self, span: Span) -> bool {
        self.0.get(self.first(span)).is_some_and(|region| region.start <= span.end)
    }

    /// The first region that does not end before `span`.
    fn first(&self, span: Span) -> usize {
        self.0.partition_point(|region| region.end < span.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_that_touch_are_merged() {
        let mut regions = Regions::default();
        for (start, end) in [(10, 12), (20, 24), (30, 30), (12, 13), (22, 40)] {
            regions.add(Span::new(start, end));
        }
        assert_eq!(regions.0, [Span::new(10, 13), Span::new(20, 40)]);
        let touched = |start, end| regions.touch(Span::new(start, end));
        assert!(touched(13, 13) && touched(0, 10) && touched(14, 20) && touched(25, 26));
        assert!(!touched(0, 9) && !touched(14, 19) && !touched(41, 41));
    }
}
