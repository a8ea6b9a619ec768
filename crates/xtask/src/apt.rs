//! Installing Debian's packages.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::process::{command, on_path, output, run};
use crate::steps::note;

/// True where packages can be installed this way.
pub(crate) fn is_there() -> bool {
    on_path("apt-get").is_some()
}

/// Installs `packages` with `apt-get`.
pub(crate) fn install(root: &Path, packages: &[&str]) -> Result<(), String> {
    update(root);
    let mut arguments = vec!["install", "-q", "-y", "--no-install-recommends"];
    arguments.extend(packages);
    run(privileged(root).args(arguments))
}

/// Unpacks `packages` into `folder` and installs nothing: no service of theirs is started, and it needs no rights.
pub(crate) fn unpack(root: &Path, packages: &[&str], folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{} cannot be written: {error}", folder.display());
    let archives = folder.join("archives");
    fs::create_dir_all(&archives).map_err(failed)?;
    let download = || run(command("apt-get", &archives).args(["download", "-q"]).args(packages));
    // Only who may can bring the lists up to date; those that are there will mostly do.
    download().or_else(|_| {
        update(root);
        download()
    })?;
    for archive in fs::read_dir(&archives).map_err(failed)? {
        let archive = archive.map_err(failed)?.path();
        run(command("dpkg-deb", folder).arg("--extract").arg(archive).arg(folder))?;
    }
    fs::remove_dir_all(&archives).map_err(failed)
}

/// Stale lists are not a reason to stop: the package may be known all the same.
fn update(root: &Path) {
    if let Err(problem) = run(privileged(root).args(["update", "-q"])) {
        note(&problem);
    }
}

/// `apt-get` as root.
fn privileged(root: &Path) -> Command {
    let is_root = output(command("id", root).arg("-u")).is_some_and(|id| id == "0");
    let mut apt = if is_root {
        command("apt-get", root)
    } else {
        // `-n`: fail rather than ask for a password nobody may be there to type.
        let mut sudo = command("sudo", root);
        sudo.args(["-n", "apt-get"]);
        sudo
    };
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}
