//! The figures for the page.

use sitemap_validator_protocol::figures as wire;
use sitemap_validator_protocol::report::HostCount;

use super::Places;
use crate::figures::{Dates, Figures, Folder, Hosts, Limit, Measure, Problems, Step, Values};

/// `figures` for the report; a conforming parser stops at byte `stops`.
pub fn figures(figures: Figures, places: Places<'_>, stops: Option<u32>) -> wire::Figures {
    let Figures { entries, dates, priorities, frequencies, hosts, folders, problems, limits } = figures;
    wire::Figures {
        entries,
        dates: of_dates(dates),
        priorities: values(&priorities),
        frequencies: values(&frequencies),
        hosts: of_hosts(hosts),
        folders: wire::Folders { top: folder(folders.top), none: folders.none },
        problems: of_problems(&problems, places, stops),
        limits: limits.iter().map(limit).collect(),
    }
}

fn of_dates(dates: Dates) -> wire::Dates {
    let Dates { step, buckets, before, after, range, absent, invalid } = dates;
    let step = match step {
        Step::Day => wire::Step::Day,
        Step::Week => wire::Step::Week,
        Step::Month => wire::Step::Month,
        Step::Year => wire::Step::Year,
    };
    let buckets = buckets.into_iter().map(|bucket| wire::Bucket { start: bucket.start, count: bucket.count }).collect();
    wire::Dates { step, buckets, before, after, range, absent, invalid }
}

fn values<const N: usize>(values: &Values<N>) -> wire::Values {
    wire::Values { counts: values.counts.to_vec(), absent: values.absent, invalid: values.invalid }
}

fn of_hosts(hosts: Hosts) -> wire::Hosts {
    let Hosts { named, rest, none, different } = hosts;
    let named = named.into_iter().map(|(host, count)| HostCount { host, count }).collect();
    wire::Hosts { named, rest, none, different }
}

fn folder(folder: Folder) -> wire::Folder {
    let Folder { name, count, pages, folders, rest } = folder;
    // The recursion is limited to three levels.
    wire::Folder { name, count, pages, folders: folders.into_iter().map(self::folder).collect(), rest }
}

fn of_problems(problems: &Problems, places: Places<'_>, stops: Option<u32>) -> wire::Problems {
    let slice = |(index, slice): (usize, &crate::figures::Slice)| wire::Slice {
        line: places.place(problems.start(index) as u32).line,
        counts: slice.counts,
        first: slice.first.as_ref().map(|first| places.diagnostic(first, stops)),
    };
    wire::Problems { bytes: problems.bytes, slices: problems.slices.iter().enumerate().map(slice).collect() }
}

const fn limit(limit: &Limit) -> wire::Limit {
    let of = match limit.of {
        Measure::Bytes => wire::Measure::Bytes,
        Measure::Entries => wire::Measure::Entries,
        Measure::UrlLength => wire::Measure::UrlLength,
    };
    wire::Limit { of, value: limit.value, max: limit.max }
}
