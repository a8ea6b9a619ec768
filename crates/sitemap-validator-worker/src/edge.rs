//! The functions of the browser that the worker needs.

use sitemap_validator_protocol::message::FromWorker;

/// The browser, as the worker sees it.
pub trait Edge {
    /// A file that was posted along with a message.
    type File;

    /// Milliseconds since some fixed moment.
    fn now(&self) -> f64;

    /// Marks the start of a stage of the work for measurements: `read`, `open`, `check`, `report`, `post`, `end`.
    fn mark(&self, stage: &'static str) {
        let _ = stage;
    }

    /// Called every few milliseconds during a computation. Does not return if the worker was stopped.
    fn pause(&self);

    /// Sends `answer` to the page.
    fn post(&self, answer: FromWorker);

    /// The size of `file` in bytes.
    fn size(&self, file: &Self::File) -> u64;

    /// Reads at most `ceiling` + 1 bytes of `file`, or returns the reason for the failure as a sentence.
    ///
    /// # Errors
    /// If the file is gone, may not be read, or does not fit into memory.
    fn read(&self, file: &Self::File, ceiling: u64) -> Result<Contents, String>;

    /// Decodes `bytes` from the encoding named `label`, and returns whether all bytes were valid; `None` if the browser
    /// does not support the encoding.
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<(String, bool)>;

    /// Starts a helper, a worker of the worker; returns false if the browser refuses. The messages and the end of the
    /// helper are reported to [`crate::worker::Worker`].
    fn start_helper(&self, helper: u32) -> bool;

    /// Passes a file with a packed [`crate::helper::ToHelper`] to a helper that is ready; returns false if the browser
    /// refuses.
    fn hand(&self, helper: u32, message: &[u8], file: &Self::File) -> bool;

    /// Stops a helper immediately.
    fn stop_helper(&self, helper: u32);

    /// The URL of the folder that the page is served from, if it has one.
    fn site(&self) -> Option<String>;

    /// Sends a message from a helper to the worker that started it.
    fn report(&self, answer: &[u8]);
}

/// The content of a file, possibly only its beginning.
#[derive(Debug)]
pub struct Contents {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The size of the whole file.
    pub size: u64,
}
