//! The validator in a Web Worker: remembers the last run and answers the page's questions.
//!
//! 1. [`edge`]: what the worker needs from the browser, as a trait, so that the rest is tested natively.
//! 2. [`worker`]: each message of the page, and the answer to it.
//! 3. [`run`]: the files of a run, one or a set; [`given`]: what each is and where it is served.
//! 4. [`checking`]: one file through the core, with progress told on the way.
//! 5. [`texts`]: the texts at hand; the others are read again when they are asked for.
//! 6. [`kept`]: what stays of a file afterwards: findings, lines with their marks, repairs.

pub mod checking;
pub mod edge;
pub mod given;
pub mod kept;
pub mod run;
pub mod settings;
pub mod texts;
pub mod worker;
