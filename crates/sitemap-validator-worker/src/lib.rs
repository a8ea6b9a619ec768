//! The validator in a Web Worker: stores the last run and answers the page's questions.
//!
//! 1. [`edge`]: the functions of the browser, as a trait, so that the rest can be tested natively.
//! 2. [`worker`]: the messages from the page, and the answers to them.
//! 3. [`job`]: a run in progress; [`input_file`]: the files to check; [`pace`]: the progress.
//! 4. [`pool`]: the helpers that share the files of a set; [`helper`]: one of them.
//! 5. [`task`]: the terms of a check and its result; [`checking`]: the check by the core, with progress.
//! 6. [`run`]: the checked files, and answers to questions about them.
//! 7. [`texts`]: the texts in memory; the others are read again when they are needed.
//! 8. [`finding_store`]: the findings of a checked file, lines with their marks, fixes. [`figures`] reads a file once
//!    more, for the page's pictures. [`sentences`]: the sentences beside findings.
//!    [`site`]: the search for the sitemaps of a site, before they are checked. `built`: the comparison with the folder
//!    of the built site, after they are checked.
//! 9. [`seeking`]: text search in the source, and the location of a line; [`diff`]: the changes of fixes, line by line.

mod built;
pub mod checking;
mod comparing;
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
