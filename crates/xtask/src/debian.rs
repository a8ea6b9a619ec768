//! Programs that tests need: found on this machine, or installed as Debian packages.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{command, on_path, output, run};
use crate::steps::note;

/// A program, and the Debian packages that contain it.
#[derive(Debug)]
pub(crate) struct Program {
    /// The environment variable that selects another program.
    pub(crate) variable: &'static str,
    /// Its possible names and paths.
    pub(crate) names: &'static [&'static str],
    /// The other programs that it needs.
    pub(crate) beside: &'static [&'static str],
    pub(crate) packages: &'static [&'static str],
}

pub(crate) const CHROMIUM: Program = Program {
    variable: "CHROMIUM",
    names: &["chromium", "chromium-browser", "google-chrome", "chrome"],
    beside: &[],
    // Without a font, the browser shows text as empty boxes.
    packages: &["chromium", "fonts-liberation"],
};

pub(crate) const VALGRIND: Program =
    Program { variable: "VALGRIND", names: &["valgrind"], beside: &[], packages: &["valgrind"] };

impl Program {
    /// The program that the variable selects, the installed one, or the one that `apt-get` installs.
    pub(crate) fn find(&self, root: &Path) -> Result<PathBuf, String> {
        if let Some(program) = selected(self.variable)?.or_else(|| self.installed()) {
            return Ok(program);
        }
        let problem =
            install(root, self.packages).err().unwrap_or_else(|| "its package does not contain it".to_owned());
        self.installed().ok_or_else(|| {
            format!("{} is missing: {problem}. Or set {} to the program's path", self.names[0], self.variable)
        })
    }

    fn installed(&self) -> Option<PathBuf> {
        let is_complete = self.beside.iter().all(|name| on_path(name).is_some());
        self.names.iter().find_map(|name| on_path(name)).filter(|_| is_complete)
    }
}

/// The program that an environment variable selects.
pub(crate) fn selected(variable: &str) -> Result<Option<PathBuf>, String> {
    match env::var_os(variable).filter(|path| !path.is_empty()).map(PathBuf::from) {
        Some(path) if !path.is_file() => Err(format!("{variable} is {}, which does not exist", path.display())),
        path => Ok(path),
    }
}

/// Installs packages with `apt-get`.
pub(crate) fn install(root: &Path, packages: &[&str]) -> Result<(), String> {
    let names = packages.join(" ");
    let by_hand = format!("Install it (on Debian: `apt-get install {names}`)");
    if on_path("apt-get").is_none() {
        return Err(format!("there is no `apt-get`. {by_hand}"));
    }
    note(&format!("installing {names} with apt-get, about a minute the first time"));
    update(root);
    // Another check, or the system, may be installing something.
    let options = ["install", "-q", "-y", "--no-install-recommends", "-o", "DPkg::Lock::Timeout=300"];
    run(privileged(root).args(options).args(packages)).map_err(|problem| format!("{problem}. {by_hand}"))
}

/// Unpacks packages into `folder` without installing them: their services are not started, and no privileges are needed.
pub(crate) fn unpack(root: &Path, packages: &[&str], folder: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{} cannot be written: {error}", folder.display());
    let archives = folder.join("archives");
    fs::create_dir_all(&archives).map_err(failed)?;
    let download = || run(command("apt-get", &archives).args(["download", "-q"]).args(packages));
    // Updating the package lists needs privileges, and the present ones are mostly good enough.
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

/// Updates the package lists. Failing is no reason to stop: the old lists may have the package.
fn update(root: &Path) {
    if let Err(problem) = run(privileged(root).args(["update", "-q"])) {
        note(&problem);
    }
}

/// `apt-get` as root.
fn privileged(root: &Path) -> Command {
    let is_root = output(command("id", root).arg("-u")).is_some_and(|id| id == "0");
    let mut apt = command(if is_root { "apt-get" } else { "sudo" }, root);
    if !is_root {
        // `-n` fails instead of asking for a password.
        apt.args(["-n", "apt-get"]);
    }
    apt.env("DEBIAN_FRONTEND", "noninteractive");
    apt
}
