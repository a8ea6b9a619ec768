//! Files in a version of git.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::input::is_sitemap_like;
use crate::values::is_url;
use crate::write::own;

/// The files of a version, which are removed at the end.
pub(super) struct CheckedOut {
    /// The file or the folder.
    pub(super) path: PathBuf,
    _folder: TempDir,
}

/// Writes the files that `input` names, such as `HEAD~1:public`, to a temporary folder. `None` if it names no version of git.
///
/// # Errors
/// If there is no such version, or no such file in it.
pub(super) fn check_out(input: &str) -> Result<Option<CheckedOut>, String> {
    let Some((version, path)) = input.split_once(':') else { return Ok(None) };
    if is_url(input.as_ref()) || Path::new(input).exists() || version.len() < 2 || version.starts_with('-') {
        return Ok(None);
    }
    let failed = |why: &str| format!("{input}: git has no such file or folder: {}", why.trim());
    git(&["rev-parse", "--verify", "--quiet", &format!("{version}^{{commit}}")]).map_err(|_| {
        format!("{input}: there is no such file, and git knows no version `{version}`; a shallow clone needs `fetch-depth: 0`")
    })?;
    let kind = git(&["cat-file", "-t", input]).map_err(|why| failed(&why))?;
    let folder = tempfile::tempdir().map_err(|error| format!("a temporary folder could not be created: {error}"))?;
    let problem = |error: std::io::Error| format!("a temporary file could not be written: {error}");
    if kind.starts_with(b"blob") {
        let name = path.rsplit('/').next().unwrap_or(path);
        let target = folder.path().join(name);
        let bytes = git(&["cat-file", "blob", input]).map_err(|why| failed(&why))?;
        own::write_bytes(&target, &bytes).map_err(problem)?;
        return Ok(Some(CheckedOut { path: target, _folder: folder }));
    }
    // Names are relative to the folder, and end with a zero byte.
    let names = git(&["ls-tree", "-r", "-z", "--name-only", input]).map_err(|why| failed(&why))?;
    let names = String::from_utf8_lossy(&names).into_owned();
    for name in names.split('\0').filter(|name| Path::new(name).file_name().is_some_and(is_sitemap_like)) {
        let within = format!("{}/{name}", input.trim_end_matches('/'));
        let of_root = format!("{version}:{name}");
        let bytes =
            git(&["cat-file", "blob", if path.is_empty() { &of_root } else { &within }]).map_err(|why| failed(&why))?;
        let target = folder.path().join(name);
        fs::create_dir_all(target.parent().unwrap_or(folder.path())).map_err(problem)?;
        own::write_bytes(&target, &bytes).map_err(problem)?;
    }
    Ok(Some(CheckedOut { path: folder.path().to_owned(), _folder: folder }))
}

/// The output of git.
///
/// # Errors
/// If git cannot be started, or fails: what it wrote to standard error.
fn git(words: &[&str]) -> Result<Vec<u8>, String> {
    let output =
        Command::new("git").args(words).output().map_err(|error| format!("git could not be started: {error}"))?;
    if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}
