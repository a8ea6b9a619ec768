//! All files of a folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sitemap_validator_crawl::built::name;

/// The files in `folder` and in its subfolders, with their names below it.
///
/// # Errors
/// If a folder cannot be read.
pub(crate) fn files_in(folder: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let mut files = Vec::new();
    walk(folder, "", &mut files)?;
    Ok(files)
}

/// Adds the files in `folder`, whose name is `within`, and in its subfolders. Links to folders are not followed, because
/// they may form a cycle.
fn walk(folder: &Path, within: &str, files: &mut Vec<(String, PathBuf)>) -> Result<(), String> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, own) = (entry.path(), format!("{within}{}", name(&entry.file_name().to_string_lossy())));
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, &format!("{own}/"), files)?;
        } else if path.is_file() {
            files.push((own, path));
        }
    }
    Ok(())
}
