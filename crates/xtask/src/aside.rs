//! Packages with a workspace of their own, so that nothing else needs what they need.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{cargo, shown};

/// One of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Package {
    /// Its folder in the checkout.
    pub(crate) folder: &'static str,
    /// Where it is built, below where this workspace is: two workspaces in one would build everything anew in turns.
    pub(crate) target: &'static str,
}

impl Package {
    /// What measures, and counts.
    pub(crate) const BENCHES: Self = Self { folder: "benches", target: "benches" };

    /// What compares with libxml2.
    pub(crate) const DIFFERENTIAL: Self = Self { folder: "tests/differential", target: "differential" };

    /// `cargo` with this command, from where the user stands: paths among the arguments may be relative.
    pub(crate) fn cargo(self, root: &Path, words: &[&str]) -> Command {
        let folder = env::current_dir().unwrap_or_else(|_| root.to_path_buf());
        let mut command = cargo(&folder);
        command.args(words).arg("--manifest-path").arg(root.join(self.folder).join("Cargo.toml"));
        command.arg("--target-dir").arg(self.target(root));
        command
    }

    /// The command that builds its program for release and runs it.
    pub(crate) fn program(self, root: &Path) -> Command {
        let mut command = self.cargo(root, &["run", "--quiet", "--release"]);
        command.arg("--");
        command
    }

    /// Where it is built.
    pub(crate) fn target(self, root: &Path) -> PathBuf {
        built(root).join(self.target)
    }
}

/// Runs such a program. It says itself what is wrong, by the codes 1 and 2: then the error is empty.
pub(crate) fn run(program: &mut Command) -> Result<(), String> {
    let line = shown(program);
    match program.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) if matches!(status.code(), Some(1 | 2)) => Err(String::new()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` could not be started: {error}")),
    }
}

/// Where this workspace is built.
pub(crate) fn built(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_where_it_is_said_to_be() {
        let root = crate::root();
        for package in [Package::BENCHES, Package::DIFFERENTIAL] {
            assert!(root.join(package.folder).join("Cargo.toml").is_file(), "{package:?}");
            assert!(package.target(&root).ends_with(package.target));
        }
        let line = shown(&Package::BENCHES.program(&root));
        assert!(line.starts_with("cargo run --quiet --release --manifest-path ") && line.ends_with(" --"), "{line}");
    }
}
