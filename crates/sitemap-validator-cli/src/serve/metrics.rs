//! The counters of a server, for Prometheus.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

/// The counters of a server.
pub(super) struct Metrics {
    registry: Registry,
    outcomes: Family<[(&'static str, &'static str); 1], Counter>,
    bytes: Counter,
    active: Gauge,
}

impl Metrics {
    pub(super) fn new() -> Self {
        let mut registry = Registry::with_prefix("sitemap_validator");
        let (outcomes, bytes, active) = (Family::default(), Counter::default(), Gauge::default());
        registry.register("fetches", "Requests to the endpoint by outcome", outcomes.clone());
        registry.register("fetched_bytes", "Bytes of content that were passed on", bytes.clone());
        registry.register("active_fetches", "Requests in progress or waiting", active.clone());
        Self { registry, outcomes, bytes, active }
    }

    /// Counts a request by its outcome.
    pub(super) fn outcome(&self, outcome: &'static str) {
        self.outcomes.get_or_create(&[("outcome", outcome)]).inc();
    }

    pub(super) fn bytes(&self, bytes: u64) {
        self.bytes.inc_by(bytes);
    }

    /// Returns the counters in the text format of `OpenMetrics`.
    pub(super) fn text(&self, active: usize) -> String {
        self.active.set(i64::try_from(active).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
