//! Saying what is done and how far it is: `[2/6] Trunk 0.21.14: ready`.

use std::env;

/// A counted list of steps, each said when it begins.
pub(crate) struct Steps {
    done: usize,
    total: usize,
}

impl Steps {
    /// A list of `total` steps, none of them begun.
    pub(crate) fn of(total: usize) -> Self {
        Self { done: 0, total }
    }

    /// Begins the next step and says in `state` what is about to happen.
    pub(crate) fn say(&mut self, name: &str, state: &str) {
        self.done += 1;
        println!("[{}/{}] {name}: {state}", self.done, self.total);
    }

    /// Leaves out the steps up to, not including, number `next`.
    pub(crate) fn skip_to(&mut self, next: usize) {
        self.done = next - 1;
    }
}

/// Adds a line to the step that is running.
pub(crate) fn note(text: &str) {
    println!("      {text}");
}

/// Notes what is left out for want of a tool; CI leaves nothing out and fails.
///
/// # Errors
///
/// In CI, the line.
pub(crate) fn left_out(line: String) -> Result<(), String> {
    noted_or_failed(line, env::var_os("CI").is_some_and(|ci| ci == "true"))
}

fn noted_or_failed(line: String, in_ci: bool) -> Result<(), String> {
    if in_ci {
        return Err(line);
    }
    note(&line);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ci_fails_for_want_of_a_tool() {
        let line = "instructions are not counted: valgrind is missing (no network)";
        assert_eq!(noted_or_failed(line.to_owned(), false), Ok(()));
        assert_eq!(noted_or_failed(line.to_owned(), true), Err(line.to_owned()));
    }
}
