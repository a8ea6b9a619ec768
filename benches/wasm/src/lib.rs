//! The core and the parser underneath, called from JavaScript without anything in between.
//!
//! `room` gives the place for the text, which the caller fills; then `events` or `check` reads it.

use std::cell::RefCell;

use quick_xml::Reader;
use quick_xml::events::Event;
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Opened, Options, check_source, open};

thread_local!(static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) });

/// Where a text of `length` bytes is to be written.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn room(length: u32) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        *text = vec![0; length as usize];
        text.as_mut_ptr()
    })
}

/// How many events quick-xml makes of the text.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn events() -> u32 {
    TEXT.with_borrow(|text| {
        let mut reader = Reader::from_reader(text.as_slice());
        reader.config_mut().check_end_names = false;
        let mut count = 0;
        loop {
            match reader.read_event() {
                Ok(Event::Eof) | Err(_) => return count,
                Ok(_) => count += 1,
            }
        }
    })
}

/// How many findings the core has on the text; the way from bytes to text included.
#[expect(unsafe_code, reason = "JavaScript calls it by its name")]
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    TEXT.with_borrow(|text| match open(text.clone(), DEFAULT_CEILING) {
        Opened::Text(source) => {
            check_source("sitemap.xml", &source, &Options::default(), DEFAULT_CAP).counts.total() as u32
        }
        Opened::Undecoded(_) => u32::MAX,
    })
}
