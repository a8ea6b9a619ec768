//! The validator in a Web Worker: remembers the last run and answers the page's questions.
//!
//! 1. [`edge`]: the functions of the browser, as a trait, so that the rest is tested natively.
//! 2. [`worker`]: each message of the page, and the answer to it.
//! 3. [`job`]: a run on its way; [`input_file`]: the files to check; [`pace`]: the progress.
//! 4. [`pool`]: the helpers that share the files of a set; [`helper`]: one of them.
//! 5. [`task`]: the terms of a check and its result; [`checking`]: the check by the core, with progress.
//! 6. [`run`]: the files that were checked, and answers about them.
//! 7. [`texts`]: the texts at hand; the others are read again when they are asked for.
//! 8. [`finding_store`]: the findings of a checked file, lines with their marks, fixes. [`figures`] reads a file once
//!    more, for the page's pictures. [`sentences`]: the sentences beside findings.
//!    [`site`]: the search for the sitemaps of a site, before they are checked.
//! 9. [`seeking`]: a text in the source, and the place of a line; [`diff`]: the changes of fixes, line by line.

pub mod checking;
pub mod diff;
pub mod edge;
pub mod figures;
pub mod finding_store;
pub mod helper;
pub mod input_file;
pub mod job;
pub mod pace;
pub mod pool;
pub mod run;
pub mod seeking;
pub mod sentences;
pub mod settings;
pub mod site;
pub mod task;
pub mod texts;
pub mod worker;
