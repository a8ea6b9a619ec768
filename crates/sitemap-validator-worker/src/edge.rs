//! What the worker needs from the browser.

use sitemap_validator_protocol::message::FromWorker;

/// The browser, as the worker sees it.
pub trait Edge {
    /// A file that was posted along with a message.
    type File;

    /// Milliseconds since some fixed moment.
    fn now(&self) -> f64;

    /// Sends `answer` to the page.
    fn post(&self, answer: &FromWorker);

    /// The bytes of `file`, at most `ceiling` and one more, or a sentence about why not.
    ///
    /// # Errors
    /// When the file has gone, may not be read, or does not fit into memory.
    fn read(&self, file: &Self::File, ceiling: u64) -> Result<Contents, String>;

    /// `bytes` as text by the encoding called `label`, and whether every byte had a meaning;
    /// `None` for an encoding the browser does not know.
    fn decode(&self, label: &str, bytes: &[u8]) -> Option<(String, bool)>;
}

/// What was read of a file.
#[derive(Debug)]
pub struct Contents {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The size of the whole file.
    pub size: u64,
}
