//! All files of a folder.

use std::convert::Infallible;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sitemap_validator::set::READ_OF_PAGE;
use sitemap_validator::source;
use sitemap_validator_crawl::built::name;

use super::Buffer;
use crate::parallel::{AHEAD, in_order, threads};

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

/// What `read` returns for each of these HTML files, given its index, its text and its size in bytes. Several are read at once, and
/// of each no more than of a page.
pub(crate) fn each_page<T: Send>(pages: &[&Path], read: impl Fn(usize, &str, u64) -> T + Sync) -> Vec<io::Result<T>> {
    let work = |buffer: &mut Buffer, at: usize| {
        let file = File::open(pages[at])?;
        let size = file.metadata()?.len();
        let mut content = buffer.take();
        content.clear();
        file.take(READ_OF_PAGE + 1).read_to_end(&mut content)?;
        let html = source::read(content, READ_OF_PAGE);
        let value = read(at, html.text(), size);
        buffer.keep(html);
        Ok(value)
    };
    let mut values = Vec::with_capacity(pages.len());
    let done = |value| {
        values.push(value);
        Ok::<(), Infallible>(())
    };
    let threads = threads(pages.len());
    let Ok(()) = in_order(pages.len(), threads, threads * AHEAD, work, done);
    values
}
