//! Standard output and error, and the exit code.

use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, Write};

use sitemap_validator::output::text::safe_sentence;
use sitemap_validator_protocol::format::LOOKALIKES;
use sitemap_validator_protocol::secret::{blanked, hidden_words};

/// No errors were found.
pub(crate) const CLEAN: u8 = 0;
/// Errors were found, or warnings with `--fail-on warning`.
pub(crate) const ERRORS_FOUND: u8 = 1;
/// The check could not run.
pub(crate) const COULD_NOT_RUN: u8 = 2;

/// Returns `text` for people: without user names and passwords in URLs, and without workflow commands of GitHub
/// Actions, whose characters are replaced by similar-looking ones. The columns stay the same.
pub(crate) fn safe_for_logs(text: &str) -> Cow<'_, str> {
    match blanked(text) {
        Cow::Borrowed(text) => without_commands(text, LOOKALIKES),
        Cow::Owned(text) => Cow::Owned(without_commands(&text, LOOKALIKES).into_owned()),
    }
}

/// Returns `text` without workflow commands of GitHub Actions: `colons` replaces `::` at the start of a line, and
/// `bracket` replaces `##[`.
pub(crate) fn without_commands<'t>(text: &'t str, [colons, bracket]: [&str; 2]) -> Cow<'t, str> {
    let is_command = |line: &str| line.trim_start().starts_with("::");
    if !text.contains("##[") && !text.split(['\n', '\r']).any(is_command) {
        return Cow::Borrowed(text);
    }
    let lines = text.split_inclusive(['\n', '\r']);
    let lines = lines.map(|line| if is_command(line) { line.replacen("::", colons, 1) } else { line.to_owned() });
    Cow::Owned(lines.collect::<String>().replace("##[", bracket))
}

/// Reports a problem with the program's work, in contrast to a problem with a sitemap.
pub(crate) fn print_problem(problem: &str) {
    eprintln!("{}", problem_line(problem));
}

/// Returns the line on standard error for such a problem.
pub(crate) fn problem_line(problem: &str) -> String {
    safe_for_logs(&format!("sitemap-validator: {}", safe_sentence(&hidden_words(problem)))).into_owned()
}

/// Standard output or standard error: buffered; ignores a closed pipe.
pub(crate) struct Output {
    out: BufWriter<Box<dyn Write>>,
    /// True once the reader has closed the pipe, as `head` does.
    closed: bool,
}

impl Output {
    /// Creates an output to standard output.
    pub(crate) fn stdout() -> Self {
        Self::to(Box::new(io::stdout()))
    }

    /// Creates an output to standard error, for reports if standard output is used for something else.
    pub(crate) fn stderr() -> Self {
        Self::to(Box::new(io::stderr()))
    }

    /// Creates an output that discards everything.
    pub(crate) fn nowhere() -> Self {
        Self::to(Box::new(io::sink()))
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

    /// Writes the buffered data.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_a_command_in_a_log() {
        assert_eq!(safe_for_logs("a\r\n  ::stop-commands::x\n ##[error]y"), "a\r\n  ∷stop-commands::x\n #♯[error]y");
        assert!(matches!(safe_for_logs("a::b # [c\n:d"), Cow::Borrowed(_)));
        assert_eq!(safe_for_logs("::x https://me:pw@a.page"), "∷x https://*****@a.page");
    }
}
