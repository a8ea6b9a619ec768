//! The limits on requests for each visitor and to each host.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZero;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time;

use super::Limits;

/// The maximum time that a request waits for its turn.
const QUEUE: Duration = Duration::from_secs(10);

/// The period over which the bytes sent to a client are counted.
const HOUR: Duration = Duration::from_hours(1);

/// Admits requests within the limits.
pub(super) struct Gate {
    limits: Limits,
    slots: Arc<Semaphore>,
    rates: DefaultKeyedRateLimiter<IpAddr>,
    hosts: DefaultKeyedRateLimiter<String>,
    clients: Mutex<HashMap<IpAddr, Usage>>,
}

/// The resources that a client has used.
struct Usage {
    active: usize,
    bytes: u64,
    /// The start of the hour in which `bytes` are counted.
    since: Instant,
}

/// The client of an admitted request. All content that it receives is deducted from its allowance here.
#[derive(Clone)]
pub(super) struct Visitor {
    gate: Arc<Gate>,
    network: IpAddr,
}

/// The permission for a fetch; dropping it ends the fetch.
pub(super) struct Pass {
    _active: Active,
    _slot: Option<OwnedSemaphorePermit>,
}

/// One of a client's concurrent fetches.
struct Active(Visitor);

/// The fetch was not admitted; contains the time after which it is worth trying again.
pub(super) struct Busy(pub(super) Duration);

impl Gate {
    pub(super) fn new(limits: Limits) -> Self {
        let rate =
            |each: NonZero<u32>| RateLimiter::keyed(Quota::per_second(each).allow_burst(each.saturating_mul(FIVE)));
        Self {
            slots: Arc::new(Semaphore::new(limits.max_fetches)),
            rates: rate(limits.client_rate),
            hosts: RateLimiter::keyed(Quota::per_second(limits.host_rate)),
            clients: Mutex::default(),
            limits,
        }
    }

    /// Admits a request by `client`, unless it sends too many or has used up its bytes.
    pub(super) fn admit(self: &Arc<Self>, client: IpAddr) -> Result<Visitor, Busy> {
        let visitor = Visitor { gate: self.clone(), network: network(client) };
        let admitted = self.rates.check_key(&visitor.network);
        admitted.map_err(|early| Busy(early.wait_time_from(DefaultClock::default().now())))?;
        visitor.change(|usage| {
            let left = HOUR.saturating_sub(usage.since.elapsed());
            if self.limits.allowance(usage) == 0 { Err(Busy(left)) } else { Ok(()) }
        })?;
        Ok(visitor)
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Usage>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of requests that are in progress or wait for a slot.
    pub(super) fn active(&self) -> usize {
        self.clients().values().map(|usage| usage.active).sum()
    }

    /// Removes clients without recent requests.
    pub(super) fn tidy(&self) {
        self.rates.retain_recent();
        self.hosts.retain_recent();
        self.clients().retain(|_, usage| usage.active > 0 || usage.since.elapsed() < HOUR);
    }
}

const FIVE: NonZero<u32> = NonZero::new(5).expect("it is not zero");

impl Limits {
    /// Returns the number of bytes that a client may still receive in this hour.
    fn allowance(&self, usage: &Usage) -> u64 {
        self.client_bytes.saturating_mul(1 << 20).saturating_sub(usage.bytes)
    }
}

impl Visitor {
    /// Calls `change` with the usage of this client in this hour.
    fn change<T>(&self, change: impl FnOnce(&mut Usage) -> T) -> T {
        let now = Instant::now();
        let mut clients = self.gate.clients();
        let usage = clients.entry(self.network).or_insert(Usage { active: 0, bytes: 0, since: now });
        if now.duration_since(usage.since) >= HOUR {
            (usage.bytes, usage.since) = (0, now);
        }
        change(usage)
    }

    /// Deducts up to `bytes` from the allowance, and returns the number of bytes deducted.
    pub(super) fn take(&self, bytes: u64) -> u64 {
        self.change(|usage| {
            let granted = bytes.min(self.gate.limits.allowance(usage));
            usage.bytes += granted;
            granted
        })
    }

    /// Waits for permission to fetch from `host`.
    pub(super) async fn enter(&self, host: &str) -> Result<Pass, Busy> {
        self.change(|usage| {
            if usage.active >= self.gate.limits.client_fetches {
                return Err(Busy(Duration::from_secs(1)));
            }
            usage.active += 1;
            Ok(())
        })?;
        // From here on, returning early ends the fetch.
        let active = Active(self.clone());
        let turn = async {
            while let Err(early) = self.gate.hosts.check_key(&host.to_owned()) {
                time::sleep(early.wait_time_from(DefaultClock::default().now())).await;
            }
            self.gate.slots.clone().acquire_owned().await.ok()
        };
        let slot = time::timeout(QUEUE, turn).await.map_err(|_| Busy(QUEUE))?;
        Ok(Pass { _active: active, _slot: slot })
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        self.0.change(|usage| usage.active = usage.active.saturating_sub(1));
    }
}

/// Returns what counts as one client: an IPv4 address, or the IPv6 network of one customer.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address @ IpAddr::V4(_) => address,
    }
}
