//! The hosts of URLs.

use std::collections::HashMap;

use sitemap_validator_protocol::sorting;

use super::MOST;

/// The maximum number of hosts that are listed.
const NAMED: usize = 20;

/// The hosts of the entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Hosts {
    /// Up to twenty most frequent hosts in lower case, with their numbers of entries.
    pub named: Vec<(String, u64)>,
    /// Entries on other hosts.
    pub rest: u64,
    /// Entries without a host: they have no complete URL.
    pub none: u64,
    /// The number of hosts; more than 50,000 are not distinguished.
    pub different: u64,
}

/// Counts entries by host.
#[derive(Debug, Default)]
pub(super) struct Counts {
    by_host: HashMap<Box<str>, u64>,
    beyond: u64,
    none: u64,
}

impl Counts {
    /// Counts an entry on `host`.
    pub(super) fn add(&mut self, host: Option<&str>) {
        let Some(host) = host else {
            self.none += 1;
            return;
        };
        let lower;
        let host = if host.bytes().any(|byte| byte.is_ascii_uppercase()) {
            lower = host.to_ascii_lowercase();
            &*lower
        } else {
            host
        };
        if let Some(count) = self.by_host.get_mut(host) {
            *count += 1;
        } else if self.by_host.len() < MOST {
            self.by_host.insert(host.into(), 1);
        } else {
            self.beyond += 1;
        }
    }

    /// The most frequent ones first.
    pub(super) fn into_hosts(self) -> Hosts {
        let different = self.by_host.len() as u64;
        let mut named: Vec<(Box<str>, u64)> = self.by_host.into_iter().collect();
        sorting::by(&mut named, |a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        let rest = named.iter().skip(NAMED).map(|(_, count)| count).sum::<u64>() + self.beyond;
        let named = named.into_iter().take(NAMED).map(|(host, count)| (host.into_string(), count)).collect();
        Hosts { named, rest, none: self.none, different }
    }
}
