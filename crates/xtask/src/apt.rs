//! Installing Debian's packages.

use std::path::Path;

use crate::process::{command, on_path, output, run};
use crate::steps::note;

/// True where packages can be installed this way.
pub(crate) fn is_there() -> bool {
    on_path("apt-get").is_some()
}

/// Installs `packages` with `apt-get`.
pub(crate) fn install(root: &Path, packages: &[&str]) -> Result<(), String> {
    let is_root = output(command("id", root).arg("-u")).is_some_and(|id| id == "0");
    let apt = |arguments: &[&str]| {
        let mut apt = if is_root {
            command("apt-get", root)
        } else {
            // `-n`: fail rather than ask for a password nobody may be there to type.
            let mut sudo = command("sudo", root);
            sudo.args(["-n", "apt-get"]);
            sudo
        };
        run(apt.env("DEBIAN_FRONTEND", "noninteractive").args(arguments))
    };
    // Stale lists are not a reason to stop: the package may be known all the same.
    if let Err(problem) = apt(&["update", "-q"]) {
        note(&problem);
    }
    let mut arguments = vec!["install", "-q", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    apt(&arguments)
}
