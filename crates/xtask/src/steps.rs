//! Saying what is done and how far it is: `[2/6] Trunk 0.21.14: ready`.

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
