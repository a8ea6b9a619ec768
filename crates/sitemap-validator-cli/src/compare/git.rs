//! Files in a version of git.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::git::git;
use crate::values::is_url;
use crate::write::own;

/// The files of a version, which are removed at the end.
pub(super) struct CheckedOut {
    /// The file or the folder.
    pub(super) path: PathBuf,
    _folder: TempDir,
}

/// Writes the files that `input` names, such as `HEAD~1:public`, to a temporary folder; with an index, those beside it.
/// Of a folder, these are the files whose names are `wanted`. `None` if it names no version of git.
///
/// # Errors
/// If there is no such version, or no such file in it.
pub(super) fn check_out(input: &str, wanted: fn(&OsStr) -> bool) -> Result<Option<CheckedOut>, String> {
    let Some((version, path)) = input.split_once(':') else { return Ok(None) };
    if is_url(input.as_ref()) || Path::new(input).exists() || version.len() < 2 || version.starts_with('-') {
        return Ok(None);
    }
    if git(&["rev-parse", "--git-dir"]).is_err() {
        return Err(format!("{input}: there is no such file, and the current folder is in no git repository"));
    }
    git(&["rev-parse", "--verify", "--quiet", &format!("{version}^{{commit}}")]).map_err(|_| {
        format!("{input}: there is no such file, and git knows no version `{version}`; a shallow clone needs `fetch-depth: 0`")
    })?;
    let path = path.trim_end_matches('/');
    let failed = |why: String| format!("{input}: git has no such file or folder: {}", why.trim());
    let named = format!("{version}:{path}");
    let kind = git(&["cat-file", "-t", &named]).map_err(failed)?;
    let folder = tempfile::tempdir().map_err(|error| format!("a temporary folder could not be created: {error}"))?;
    if kind.starts_with(b"tree") {
        write_tree(&named, folder.path(), true, wanted).map_err(failed)?;
        return Ok(Some(CheckedOut { path: folder.path().to_owned(), _folder: folder }));
    }
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    write_tree(&format!("{version}:{parent}"), folder.path(), false, wanted).map_err(failed)?;
    let target = folder.path().join(name);
    write(&target, &git(&["cat-file", "blob", &named]).map_err(failed)?).map_err(failed)?;
    Ok(Some(CheckedOut { path: target, _folder: folder }))
}

/// Writes the files of a folder whose names are `wanted`.
fn write_tree(tree: &str, folder: &Path, is_recursive: bool, wanted: fn(&OsStr) -> bool) -> Result<(), String> {
    let recursive: &[&str] = if is_recursive { &["-r"] } else { &[] };
    // Each entry is a mode, a kind, an id and a name, which is relative to the folder, and ends with a zero byte.
    let entries = git(&[&["ls-tree", "-z", "--full-tree"], recursive, &[tree]].concat())?;
    for entry in String::from_utf8_lossy(&entries).split('\0') {
        let Some((about, name)) = entry.split_once('\t') else { continue };
        let [_, "blob", id] = about.split(' ').collect::<Vec<_>>()[..] else { continue };
        if Path::new(name).file_name().is_some_and(wanted) {
            write(&folder.join(name), &git(&["cat-file", "blob", id])?)?;
        }
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    folder
        .and_then(|()| own::write_bytes(path, bytes))
        .map_err(|error| format!("a temporary file could not be written: {error}"))
}
