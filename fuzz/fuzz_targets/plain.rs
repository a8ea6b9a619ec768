//! Bytes, read in both ways.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sitemap_validator_fuzz::plain(bytes));
