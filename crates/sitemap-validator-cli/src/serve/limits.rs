//! How much a server does for each of its visitors, and to each host.

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

/// How long a request waits for its turn.
const QUEUE: Duration = Duration::from_secs(10);

/// The time for which the bytes of a client are counted.
const HOUR: Duration = Duration::from_hours(1);

/// Lets requests in.
pub(super) struct Gate {
    limits: Limits,
    slots: Arc<Semaphore>,
    rates: DefaultKeyedRateLimiter<IpAddr>,
    hosts: DefaultKeyedRateLimiter<String>,
    clients: Mutex<HashMap<IpAddr, Account>>,
}

/// What a client has had.
struct Account {
    active: usize,
    bytes: u64,
    since: Instant,
}

/// A request that was let in; it ends with this.
pub(super) struct Pass {
    gate: Arc<Gate>,
    client: IpAddr,
    slot: Option<OwnedSemaphorePermit>,
}

/// No turn: the time after which it is worth trying again.
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

    /// Counts a request by `client`, unless there are too many.
    pub(super) fn admit(&self, client: IpAddr) -> Result<(), Busy> {
        let admitted = self.rates.check_key(&network(client));
        admitted.map_err(|early| Busy(early.wait_time_from(DefaultClock::default().now())))
    }

    /// Waits for the turn of a request by `client` to `host`.
    pub(super) async fn enter(self: &Arc<Self>, client: IpAddr, host: &str) -> Result<Pass, Busy> {
        let client = network(client);
        self.open_account(client)?;
        // From here on, leaving closes the account.
        let mut pass = Pass { gate: self.clone(), client, slot: None };
        let turn = async {
            while let Err(early) = self.hosts.check_key(&host.to_owned()) {
                time::sleep(early.wait_time_from(DefaultClock::default().now())).await;
            }
            self.slots.clone().acquire_owned().await.ok()
        };
        pass.slot = time::timeout(QUEUE, turn).await.map_err(|_| Busy(QUEUE))?;
        Ok(pass)
    }

    fn accounts(&self) -> MutexGuard<'_, HashMap<IpAddr, Account>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open_account(&self, client: IpAddr) -> Result<(), Busy> {
        let mut clients = self.accounts();
        let now = Instant::now();
        let account = clients.entry(client).or_insert(Account { active: 0, bytes: 0, since: now });
        let age = now.duration_since(account.since);
        if age >= HOUR {
            (account.bytes, account.since) = (0, now);
        } else if account.bytes >= self.limits.client_bytes << 20 {
            return Err(Busy(HOUR.saturating_sub(age)));
        }
        if account.active >= self.limits.client_fetches {
            return Err(Busy(Duration::from_secs(1)));
        }
        account.active += 1;
        Ok(())
    }

    /// How many requests are under way or wait for a slot.
    pub(super) fn active(&self) -> usize {
        self.accounts().values().map(|account| account.active).sum()
    }

    /// Forgets who has not asked for long.
    pub(super) fn tidy(&self) {
        self.rates.retain_recent();
        self.hosts.retain_recent();
        self.accounts().retain(|_, account| account.active > 0 || account.since.elapsed() < HOUR);
    }
}

const FIVE: NonZero<u32> = NonZero::new(5).expect("it is not zero");

impl Pass {
    /// Counts bytes that were passed on.
    pub(super) fn count(&self, bytes: u64) {
        if let Some(account) = self.gate.accounts().get_mut(&self.client) {
            account.bytes += bytes;
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        if let Some(account) = self.gate.accounts().get_mut(&self.client) {
            account.active = account.active.saturating_sub(1);
        }
    }
}

/// Who counts as one client: an address, or the network that one customer has with IPv6.
fn network(client: IpAddr) -> IpAddr {
    match client.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
        address @ IpAddr::V4(_) => address,
    }
}
