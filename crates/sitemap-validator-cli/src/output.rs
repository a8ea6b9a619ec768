//! Standard output: buffered, and content when nobody listens any more.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};

/// Standard output.
pub(crate) struct Output {
    out: BufWriter<StdoutLock<'static>>,
    /// True once the reader has gone, as `head` does: the rest is for nobody.
    closed: bool,
}

impl Output {
    pub(crate) fn new() -> Self {
        Self { out: BufWriter::with_capacity(64 * 1024, io::stdout().lock()), closed: false }
    }

    /// Writes `text`.
    pub(crate) fn print(&mut self, text: &str) -> io::Result<()> {
        self.quietly(|out| out.write_all(text.as_bytes()))
    }

    /// Hands on what was written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.quietly(Write::flush)
    }

    fn quietly(&mut self, write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> io::Result<()>) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        match write(&mut self.out) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            result => result,
        }
    }
}
