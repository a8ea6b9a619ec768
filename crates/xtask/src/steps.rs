//! Printing the progress of a command.

use std::env;

/// Prints the step that begins, such as `trunk 0.21.14: ready`.
pub(crate) fn step(name: &str, state: &str) {
    println!("{name}: {state}");
}

/// Prints a line about the current step.
pub(crate) fn note(text: &str) {
    println!("      {text}");
}

/// The start of lines about tests that are left out. `test` repeats these lines at its end.
pub(crate) const LEFT_OUT: &str = "left out: ";

/// Prints what is left out because a tool is missing. In CI, that is an error.
pub(crate) fn left_out(line: String) -> Result<(), String> {
    noted_or_failed(line, env::var_os("CI").is_some_and(|ci| ci == "true"))
}

fn noted_or_failed(line: String, in_ci: bool) -> Result<(), String> {
    if in_ci {
        return Err(line);
    }
    note(&format!("{LEFT_OUT}{line}"));
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
