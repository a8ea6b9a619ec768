//! The functions of the browser that the worker needs.

use sitemap_validator_protocol::message::FromWorker;

/// The browser, as the worker sees it.
pub trait Edge {
    /// A file that was posted along with a message.
    type File;

    /// Milliseconds since some fixed moment.
    fn now(&self) -> f64;

    /// Notes when a stage of the work begins, for whoever measures: `read`, `open`, `check`, `report`, `post`, `end`.
    fn mark(&self, stage: &'static str) {
        let _ = stage;
    }

    /// Called every few milliseconds while something is computed. Does not come back when the worker was stopped.
    fn pause(&self);

    /// Sends `answer` to the page.
    fn post(&self, answer: FromWorker);

    /// The size of `file` in bytes.
    fn size(&self, file: &Self::File) -> u64;

    /// The bytes of `file`, at most `ceiling` and one more, or a sentence about why not.
    ///
    /// # Errors
    /// If the file is gone, may not be read, or does not fit into memory.
    fn read(&self, file: &Self::File, ceiling: u64) -> Result<Contents, String>;

    /// `bytes` as text by the encoding called `label`, and whether every byte had a meaning;
    /// `None` for an encoding the browser does not know.
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<(String, bool)>;

    /// Starts a helper, a worker of the worker; false when the browser does not let us. What it says, and that it
    /// is gone, comes by [`crate::worker::Worker`].
    fn start_helper(&self, helper: u32) -> bool;

    /// Hands a file to a helper that is ready, with a packed [`crate::helper::ToHelper`]; false when the browser does
    /// not let us.
    fn hand(&self, helper: u32, message: &[u8], file: &Self::File) -> bool;

    /// Ends a helper at once.
    fn stop_helper(&self, helper: u32);

    /// The address of the folder the page is served from, when it has one.
    fn site(&self) -> Option<String>;

    /// Sends what a helper has to say to the worker that started it.
    fn report(&self, answer: &[u8]);
}

/// The content of a file, as far as it was read.
#[derive(Debug)]
pub struct Contents {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The size of the whole file.
    pub size: u64,
}
