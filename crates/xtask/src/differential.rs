//! `cargo xtask differential`: the core's verdicts compared with those of libxml2.
//!
//! The comparison is a package with a workspace of its own, so that nothing else needs libxml2.

use std::path::Path;

use crate::apt;
use crate::aside::{self, Package};
use crate::process::{command, output};
use crate::steps::Steps;

/// How many steps [`run`] says.
const STEPS: usize = 2;

const BY_HAND: &str = "By hand: install libxml2 with its headers (on Debian: `apt-get install libxml2-dev`).";

/// Gets libxml2, builds the comparison and runs it with `arguments`.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let mut steps = Steps::of(STEPS);
    libxml2(root, &mut steps)?;
    steps.say("Comparison", "building (a minute the first time) and running");
    aside::run(Package::DIFFERENTIAL.program(root).args(arguments))
}

/// Sees to it that the linker finds libxml2.
fn libxml2(root: &Path, steps: &mut Steps) -> Result<(), String> {
    if is_linkable(root) {
        steps.say("libxml2", "ready");
        return Ok(());
    }
    if !apt::is_there() {
        return Err(format!("libxml2 is missing and there is no `apt-get` to get it with. {BY_HAND}"));
    }
    steps.say("libxml2", "installing Debian's, some seconds");
    apt::install(root, &["libxml2-dev"])
        .map_err(|problem| format!("libxml2 is missing and could not be installed: {problem}. {BY_HAND}"))?;
    if is_linkable(root) { Ok(()) } else { Err(format!("libxml2 is missing, though it was installed. {BY_HAND}")) }
}

/// Asks the linker's driver, which prints a bare name back when it finds no such file.
fn is_linkable(root: &Path) -> bool {
    ["libxml2.so", "libxml2.tbd", "libxml2.dylib", "libxml2.a"].iter().any(|name| {
        let found = output(command("cc", root).arg(format!("-print-file-name={name}")));
        found.is_some_and(|path| Path::new(&path).is_absolute())
    })
}
