//! Bytes, read as they come.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sitemap_validator_fuzz::report(bytes));
