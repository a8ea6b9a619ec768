//! Starts other programs.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// What everything is built from, besides the manifests of packages and what cargo lists in its dep-info files.
const BUILT_FROM: [&str; 4] = [".cargo", "Cargo.lock", "Cargo.toml", "rust-toolchain.toml"];

/// A command that runs in `folder`, without input.
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// The cargo that runs this program, so that a run uses one toolchain.
pub(crate) fn cargo(folder: &Path) -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), folder)
}

/// `cargo` for a package with a workspace of its own, in the current folder: paths among the arguments may be relative.
/// The build folder is below ours, because two workspaces in one folder would rebuild everything in turns.
pub(crate) fn cargo_for(root: &Path, package: &str, words: &[&str]) -> Command {
    let mut command = cargo(Path::new("."));
    command.args(words).arg("--manifest-path").arg(root.join(package).join("Cargo.toml"));
    command.arg("--target-dir").arg(built(root).join(package));
    command
}

/// The command that builds and runs the program of such a package; arguments for the program can be added.
pub(crate) fn program_of(root: &Path, package: &str) -> Command {
    let mut command = cargo_for(root, package, &["run", "--quiet", "--release"]);
    command.arg("--");
    command
}

/// Builds a program of this workspace, which `words` select, such as `--bin` and a name; returns its path.
///
/// With `--workspace`, dependencies have the same features as in the tests, so that nothing is compiled twice.
pub(crate) fn build_program(root: &Path, words: &[&str], path: &str) -> Result<PathBuf, String> {
    run(cargo(root).args(["build", "--quiet", "--workspace"]).args(words))?;
    Ok(built(root).join("debug").join(format!("{path}{}", env::consts::EXE_SUFFIX)))
}

/// The program of the command line for tests. Cargo is not called if the program is newer than its sources, because it may
/// have to wait for another check.
pub(crate) fn program_for_tests(root: &Path) -> Result<PathBuf, String> {
    let name = "sitemap-validator";
    let folder = built(root).join("debug");
    let program = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
    if is_newest(root, &program, &folder.join("sitemap-validator.d"), &[]) {
        return Ok(program);
    }
    build_program(root, &["--bin", name], name)
}

/// Whether a file is newer than what it was built from: the files in cargo's dep-info file `list`, manifests, and `others`.
pub(crate) fn is_newest(root: &Path, made: &Path, list: &Path, others: &[&str]) -> bool {
    let (Ok(time), Some(files)) = (made.metadata().and_then(|data| data.modified()), dep_info(list)) else {
        return false;
    };
    let packages = fs::read_dir(root.join("crates")).into_iter().flatten().flatten();
    let manifests = packages.map(|package| package.path().join("Cargo.toml")).filter(|manifest| manifest.exists());
    let others = BUILT_FROM.iter().chain(others).map(|file| root.join(file));
    !files.is_empty() && files.into_iter().chain(manifests).chain(others).all(|file| is_older(&file, time))
}

/// Whether a file, or a folder with all in it, was changed before `time`.
fn is_older(path: &Path, time: SystemTime) -> bool {
    // Python writes into such a folder when it reads modules.
    if path.file_name().is_some_and(|name| name == "__pycache__") {
        return true;
    }
    let entries = fs::read_dir(path).into_iter().flatten().flatten();
    path.metadata().and_then(|data| data.modified()).is_ok_and(|changed| changed < time)
        && entries.map(|entry| entry.path()).all(|path| is_older(&path, time))
}

/// The files in one of cargo's dep-info files: after a colon, separated by spaces; a space in a name follows a backslash.
pub(crate) fn dep_info(list: &Path) -> Option<Vec<PathBuf>> {
    let text = fs::read_to_string(list).ok()?;
    let (_, files) = text.lines().next()?.split_once(": ")?;
    let files = files.replace("\\ ", "\0");
    Some(files.split_whitespace().map(|file| file.replace('\0', " ").into()).collect())
}

/// The build folder of this workspace.
pub(crate) fn built(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Runs a command that shares our output. The error names the command and its exit status.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("`{}` could not be started: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", shown(command))) }
}

/// What a command prints to its standard output. The error has what it prints to the other.
pub(crate) fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("`{}` could not be started: {error}", shown(command)))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!("`{}` failed ({}): {}", shown(command), output.status, errors.trim()))
}

/// What a command prints, without the line's end; `None` if it fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    printed(command).ok().map(|text| text.trim().to_owned())
}

/// A command as a person would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let words = program.file_name().into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// The path of this program. On Linux it is valid even after cargo has replaced the file.
pub(crate) fn this_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") { Ok("/proc/self/exe".into()) } else { env::current_exe() }
}

/// The program of this name on `PATH`, or at this path.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|program| program.is_file())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn packages_have_build_folders_of_their_own() {
        let line = shown(&program_of(&crate::root(), "benches"));
        let expected = "cargo run --quiet --release --manifest-path ";
        assert!(line.starts_with(expected) && line.ends_with("benches --"), "{line}");
    }

    #[test]
    fn changed_sources_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let write = |name: &str, text: &str| {
            fs::create_dir_all(root.join(name).parent().expect("a folder")).expect("a folder");
            fs::write(root.join(name), text).expect("a file");
        };
        let sources = ["src/a b.rs", "crates/one/Cargo.toml", "python/sub/b.py", ".cargo/config.toml", "Cargo.lock"];
        for name in sources.into_iter().chain(["Cargo.toml", "rust-toolchain.toml", "made"]) {
            write(name, "");
        }
        write("made.d", &format!("made: {}\n", root.join("src/a b.rs").display().to_string().replace(' ', "\\ ")));
        let set = |name: &str, time: SystemTime| {
            let file = fs::File::options().append(true).open(root.join(name));
            file.and_then(|file| file.set_modified(time)).expect("a time");
        };
        let is_newest = || is_newest(root, &root.join("made"), &root.join("made.d"), &["python"]);
        let later = SystemTime::now() + Duration::from_secs(9);
        set("made", later);
        assert!(is_newest());
        for name in sources {
            set(name, later + Duration::from_secs(9));
            assert!(!is_newest(), "{name}");
            set(name, later - Duration::from_secs(99));
        }
        write("python/__pycache__/b.pyc", "");
        set("python/__pycache__/b.pyc", later + Duration::from_secs(9));
        assert!(is_newest());
        fs::remove_file(root.join("src/a b.rs")).expect("removed");
        assert!(!is_newest());
    }
}
