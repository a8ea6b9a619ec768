//! The current time.

use std::time::{SystemTime, UNIX_EPOCH};

/// Returns the milliseconds since 1970-01-01T00:00:00Z.
pub(crate) fn now() -> Option<i64> {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(passed.as_millis()).ok()
}

#[cfg(test)]
mod tests {
    use sitemap_validator::Options;

    use super::*;

    #[test]
    fn the_clock_is_past_2025() {
        assert!(now() > Options::parse_now("2025-01-01"));
    }
}
