//! The validator in a Web Worker: keeps the texts of the last run and answers the page's questions.
//!
//! 1. [`edge`]: what the worker needs from the browser, as a trait, so that the rest is tested natively.
//! 2. [`worker`]: each message of the page, and the answer to it.
//! 3. [`checking`]: one file through the core, with progress told on the way.
//! 4. [`kept`]: what stays of a file afterwards: findings, lines with their marks, repairs.

pub mod checking;
pub mod edge;
pub mod kept;
pub mod settings;
pub mod worker;
