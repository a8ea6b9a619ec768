//! All tests of the program: one binary, which is linked once.

#![allow(clippy::unwrap_used, clippy::disallowed_methods)] // tests make and remove files of their own

mod baseline;
mod changed;
mod command;
mod compare;
mod dates;
mod fix;
mod formats;
mod outputs;
mod pages;
mod robots;
mod set;
mod sets;
mod site;
mod support;
