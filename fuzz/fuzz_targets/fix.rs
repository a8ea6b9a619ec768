//! Bytes, read and repaired until nothing is left to repair.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sitemap_validator_fuzz::fix(bytes));
