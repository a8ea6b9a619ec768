//! Standard output or error: buffered, and content when nobody listens any more.

use std::io::{self, BufWriter, ErrorKind, Write};

/// Standard output or standard error.
pub(crate) struct Output {
    out: BufWriter<Box<dyn Write>>,
    /// True once the reader has gone, as `head` does: the rest is for nobody.
    closed: bool,
}

impl Output {
    /// Standard output.
    pub(crate) fn stdout() -> Self {
        Self::to(Box::new(io::stdout().lock()))
    }

    /// Standard error, for reports where the output is something else.
    pub(crate) fn stderr() -> Self {
        Self::to(Box::new(io::stderr()))
    }

    fn to(out: Box<dyn Write>) -> Self {
        Self { out: BufWriter::with_capacity(64 * 1024, out), closed: false }
    }

    /// Writes `text`.
    pub(crate) fn print(&mut self, text: &str) -> io::Result<()> {
        self.write(text.as_bytes())
    }

    /// Writes `bytes` as they are.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.quietly(|out| out.write_all(bytes))
    }

    /// Hands on what was written.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.quietly(Write::flush)
    }

    fn quietly(&mut self, write: impl FnOnce(&mut BufWriter<Box<dyn Write>>) -> io::Result<()>) -> io::Result<()> {
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
