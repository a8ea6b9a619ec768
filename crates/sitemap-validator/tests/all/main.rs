//! All tests of the core on whole files: one program, which is linked once.

mod advice;
mod boundaries;
mod conformance;
mod damage;
mod exports;
mod fast_paths;
mod fixes;
mod golden;
mod layers;
mod order;
mod places;
mod properties;
mod rule_pages;
mod strict_schema;
mod suggestions;

use proptest::prelude::ProptestConfig;

/// The number of cases of a property, unless the variable `PROPTEST_CASES` says another.
fn cases(usual: u32) -> ProptestConfig {
    let default =
        ProptestConfig { failure_persistence: None, max_global_rejects: 1_000_000, ..ProptestConfig::default() };
    if std::env::var_os("PROPTEST_CASES").is_some() { default } else { ProptestConfig { cases: usual, ..default } }
}
