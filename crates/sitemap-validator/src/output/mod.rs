//! The formats a report is written in.

#[cfg(feature = "json")]
pub(crate) mod cell;
pub mod excerpt;
#[cfg(feature = "json")]
pub mod export;
#[cfg(feature = "json")]
pub(crate) mod html;
pub mod json;
pub mod lines;
pub mod reading;
pub mod text;
