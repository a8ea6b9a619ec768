//! The browser tests in engines other than Chromium.

use std::path::Path;

use crate::debian::Program;
use crate::node_tests;
use crate::process::command;
use crate::steps::left_out;

/// The files of `tests/browser` that run in every engine.
const FILES: [&str; 12] = [
    "blocked",
    "embed",
    "embedding",
    "extensions",
    "findings",
    "fix",
    "focus",
    "input",
    "languages",
    "offline",
    "sets",
    "settings",
];

/// A browser that the tests are run in, besides Chromium.
#[derive(Debug)]
pub(crate) struct Engine {
    /// Its name in `tests/browser/engines.mjs`.
    name: &'static str,
    program: Program,
}

pub(crate) const FIREFOX: Engine = Engine {
    name: "firefox",
    program: Program {
        variable: "FIREFOX",
        names: &["firefox-esr", "firefox"],
        beside: &[],
        packages: &["firefox-esr"],
    },
};

/// Needs a driver and a display.
pub(crate) const WEBKIT: Engine = Engine {
    name: "webkit",
    program: Program {
        variable: "WEBKIT",
        names: &[
            "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
            "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
        ],
        beside: &["WebKitWebDriver", "xvfb-run", "xauth"],
        packages: &["webkit2gtk-driver", "xvfb", "xauth"],
    },
};

impl Engine {
    /// Runs the tests against the page at `base`. Without the browser, they are left out, and CI fails.
    pub(crate) fn test(&self, root: &Path, base: &str, at_once: usize) -> Result<(), String> {
        let Self { name, program } = self;
        let path = match program.find(root) {
            Ok(path) => path,
            Err(problem) => return left_out(format!("nothing is tested in {name}: {problem}")),
        };
        let node = || {
            let mut node = command("node", root);
            if !program.beside.is_empty() {
                node = command("xvfb-run", root);
                node.args(["--auto-servernum", "--server-args=-screen 0 1920x1200x24", "node"]);
            }
            node.env("ENGINE", name).env("BASE_URL", base).env(program.variable, &path);
            node
        };
        node_tests::run_each(node, &FILES.map(|name| root.join(format!("tests/browser/{name}.test.mjs"))), at_once)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_of_every_engine_are_there() {
        for name in FILES {
            assert!(crate::root().join(format!("tests/browser/{name}.test.mjs")).is_file(), "{name}");
        }
    }
}
