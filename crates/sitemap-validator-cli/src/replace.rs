//! A file with new content: all of it or, on any failure, the old one untouched.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How many names for the new file are tried.
const NAMES: u32 = 100;

/// Makes `bytes` the content of the file at `path`; links are followed.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, |file| file.write_all(bytes))
}

/// [`replace`] with what `write` writes.
fn replace_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let old = fs::metadata(&path)?;
    if !old.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    // Renaming asks only for the folder's permissions; a protected file is meant to stay as it is.
    if old.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let (mut file, beside) = create_beside(&path)?;
    let result = write(&mut file)
        .and_then(|()| resemble(&file, &old))
        .and_then(|()| file.sync_all())
        .and_then(|()| fs::rename(&beside, &path));
    drop(file);
    if result.is_err() {
        let _ = fs::remove_file(&beside);
        return result;
    }
    sync_folder(&path);
    Ok(())
}

/// A new, empty file in the folder of `path`, since only within a file system a rename is one step.
fn create_beside(path: &Path) -> io::Result<(File, PathBuf)> {
    for number in 0..NAMES {
        let new = path.with_file_name(format!(".sitemap-validator-{}-{number}.tmp", std::process::id()));
        match private().write(true).create_new(true).open(&new) {
            Ok(file) => return Ok((file, new)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// How a file is created that nobody else may read before it has its permissions.
#[cfg(unix)]
fn private() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(not(unix))]
fn private() -> OpenOptions {
    OpenOptions::new()
}

/// Gives `file` the owner, where that is allowed, and the permissions of `old`.
fn resemble(file: &File, old: &Metadata) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only root may give files away; anybody else's file is theirs after an edit.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())
}

/// Makes the new name last through a power cut. The file is complete either way.
fn sync_folder(path: &Path) {
    if cfg!(unix)
        && let Some(folder) = path.parent()
    {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own with one file in it.
    fn file(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("sitemap-validator-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("s.xml");
        fs::write(&path, "old").expect("a file");
        path
    }

    /// The content of the file, and how many files lie in its folder. Removes them.
    fn left(path: &Path) -> (String, usize) {
        let folder = path.parent().expect("a folder");
        let content = fs::read_to_string(path).expect("text");
        let count = fs::read_dir(folder).expect("a folder").count();
        fs::remove_dir_all(folder).expect("gone");
        (content, count)
    }

    #[test]
    fn the_content_is_replaced() {
        let path = file("replaced");
        replace(&path, b"new").expect("written");
        assert_eq!(left(&path), ("new".to_owned(), 1));
    }

    #[test]
    fn a_failure_leaves_the_old_content_and_nothing_else() {
        let path = file("failure");
        let result = replace_by(&path, |file| {
            file.write_all(b"ne")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(result.map_err(|error| error.kind()), Err(ErrorKind::StorageFull));
        assert_eq!(left(&path), ("old".to_owned(), 1));
    }

    #[test]
    fn a_file_that_cannot_take_the_name_is_removed_again() {
        let path = file("rename");
        let result = replace_by(&path, |new| {
            // What happens when somebody puts a folder in the place of the file.
            fs::remove_file(&path)?;
            fs::create_dir(&path)?;
            fs::write(path.join("kept"), "kept")?;
            new.write_all(b"new")
        });
        assert!(result.is_err());
        let folder = path.parent().expect("a folder");
        assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1);
        assert_eq!(fs::read_to_string(path.join("kept")).expect("text"), "kept");
        fs::remove_dir_all(folder).expect("gone");
    }

    #[test]
    fn only_files_are_replaced() {
        let path = file("only");
        let folder = path.parent().expect("a folder");
        assert!(replace(folder, b"new").is_err());
        assert!(replace(&folder.join("none.xml"), b"new").is_err());
        assert_eq!(left(&path), ("old".to_owned(), 1));
    }
}
