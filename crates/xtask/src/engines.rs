//! The browser tests in engines other than Chromium.

use std::path::Path;

use crate::debian::Program;
use crate::node_tests::{self, Selection};
use crate::process::{command, program_for_tests};
use crate::steps::left_out;

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
    /// Runs the selected tests against the page at `base`. Without the browser, they are left out, and CI fails.
    pub(crate) fn test(&self, root: &Path, base: &str, selection: Selection) -> Result<(), String> {
        let Self { name, program } = self;
        let path = match program.find(root) {
            Ok(path) => path,
            Err(problem) => return left_out(format!("nothing is tested in {name}: {problem}")),
        };
        let command_line = program_for_tests(root)?;
        let node = || {
            let mut node = command("node", root);
            if !program.beside.is_empty() {
                node = command("xvfb-run", root);
                // Otherwise the display is started anew when its last browser ends, and the next one may not find it.
                node.args(["--auto-servernum", "--server-args=-screen 0 1920x1200x24 -noreset", "node"]);
            }
            selection.set(&mut node);
            node.env("ENGINE", name).env("BASE_URL", base).env(program.variable, &path).env("PROGRAM", &command_line);
            node
        };
        node_tests::run_each(node, &selection.files(root)?, 1)
    }
}
