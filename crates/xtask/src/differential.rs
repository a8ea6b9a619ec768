//! `cargo xtask differential`: compares the core's results with those of libxml2 and expat.
//!
//! The comparison is a package with a workspace of its own, so that nothing else needs these libraries.

use std::path::Path;

use crate::debian;
use crate::process::{command, output, program_of, run as run_command};
use crate::steps::step;

/// The linker's name of each library, and Debian's package with its headers.
const LIBRARIES: [(&str, &str); 2] = [("xml2", "libxml2-dev"), ("expat", "libexpat1-dev")];

/// Installs the libraries if necessary, builds the comparison and runs it with `arguments`.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    libraries(root)?;
    step("Comparison", "building (a minute the first time) and running");
    run_command(program_of(root, "tests/differential").args(arguments))
}

/// Installs the libraries that the linker does not find.
fn libraries(root: &Path) -> Result<(), String> {
    let missing = || LIBRARIES.into_iter().filter(|(name, _)| !is_linkable(root, name)).map(|(_, package)| package);
    let packages: Vec<&str> = missing().collect();
    if packages.is_empty() {
        step("libxml2 and expat", "ready");
        return Ok(());
    }
    step("libxml2 and expat", "installing");
    let problem = debian::install(root, &packages).err().unwrap_or_else(|| "its package was installed".to_owned());
    missing().next().map_or(Ok(()), |package| Err(format!("{package} is missing: {problem}")))
}

/// Asks the linker's driver, which prints a path if it finds the file, and the bare name otherwise.
fn is_linkable(root: &Path, library: &str) -> bool {
    ["so", "tbd", "dylib", "a"].iter().any(|ending| {
        let found = output(command("cc", root).arg(format!("-print-file-name=lib{library}.{ending}")));
        found.is_some_and(|path| Path::new(&path).is_absolute())
    })
}
