//! Replaces a file: on any failure, the old content stays unchanged.

#![allow(clippy::disallowed_methods)]

use std::fs::{self, File, Metadata, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind, Seek, Write};
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// The start and the end of the names of new files, and the number of random letters and digits in between.
const NAME: [&str; 2] = [".sitemap-validator-", ".tmp"];
const RANDOM: usize = 20;

/// A digest that distinguishes file contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Digest(u64);

impl Digest {
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Self(hasher.finish())
    }
}

/// Replaces the content of the file at `path` with `bytes`, unless it is no longer `old`; follows links.
pub(crate) fn replace(path: &Path, old: Digest, bytes: &[u8]) -> io::Result<()> {
    replace_by(path, old, |file| file.write_all(bytes))
}

/// Like [`replace`], with a callback that writes the content.
fn replace_by(path: &Path, old: Digest, write: impl Fn(&mut File) -> io::Result<()>) -> io::Result<()> {
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if !metadata.is_file() {
        return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
    }
    // Renaming requires only permissions of the folder, but a write-protected file must stay unchanged.
    if metadata.permissions().readonly() {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is read-only"));
    }
    // A rename is atomic only within one file system.
    let folder = path.parent().unwrap_or(Path::new("."));
    remove_abandoned(folder);
    let mut new = create_in(folder)?;
    write(new.as_file_mut())?;
    resemble(new.as_file(), &path, &metadata)?;
    new.as_file().sync_all()?;
    if Digest::of(&fs::read(&path)?) != old {
        return Err(io::Error::other("the file was changed by another program in the meantime"));
    }
    if has_other_names(&metadata) {
        overwrite(&path, &write)?;
    } else {
        new.persist(&path).map_err(|error| error.error)?;
    }
    sync(folder);
    Ok(())
}

/// Creates a file at `path`; on failure, removes it.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    create_by(path, |file| file.write_all(bytes))
}

/// Like [`create`], with a callback that writes the content.
fn create_by(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    let result = write(&mut file).and_then(|()| file.sync_all());
    if result.is_err() {
        drop(file);
        let _ = fs::remove_file(path);
    }
    result
}

/// Overwrites the file in place, because it has hard links that a new file would not have. On failure, restores the old
/// content.
fn overwrite(path: &Path, write: &dyn Fn(&mut File) -> io::Result<()>) -> io::Result<()> {
    let old = fs::read(path)?;
    let mut file = OpenOptions::new().write(true).open(path)?;
    let result = refill(&mut file, write);
    if result.is_err() {
        refill(&mut file, &|file| file.write_all(&old))?;
    }
    result
}

fn refill(file: &mut File, write: &dyn Fn(&mut File) -> io::Result<()>) -> io::Result<()> {
    file.rewind()?;
    write(file)?;
    let end = file.stream_position()?;
    file.set_len(end)?;
    file.sync_all()
}

/// True for a file with hard links.
fn has_other_names(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::MetadataExt::nlink(metadata) > 1;
    #[cfg(not(unix))]
    return false;
}

/// Removes the temporary files that killed programs left in `folder`. Running programs hold a lock on theirs.
fn remove_abandoned(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        let [start, end] = NAME;
        let random = name.to_str().and_then(|name| name.strip_prefix(start)?.strip_suffix(end));
        let is_ours = random
            .is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        // Opening a named pipe would block until another program uses it.
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_ours
            && is_file
            && let Ok(file) = OpenOptions::new().write(true).open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Creates an empty file in `folder`, locked and readable only by its owner; dropping it removes it.
fn create_in(folder: &Path) -> io::Result<NamedTempFile> {
    let [start, end] = NAME;
    loop {
        let new = Builder::new().prefix(start).rand_bytes(RANDOM).suffix(end).tempfile_in(folder)?;
        // Some file systems have no locks.
        let _ = new.as_file().lock();
        // Before it was locked, another program may have removed it as abandoned.
        if new.path().exists() {
            return Ok(new);
        }
    }
}

/// Copies the permissions, the extended attributes and, where allowed, the owner of the file at `path` to `file`.
fn resemble(file: &File, path: &Path, old: &Metadata) -> io::Result<()> {
    #[cfg(not(unix))]
    let _ = path;
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only root may change the owner; other users own the files they edit.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
        attributes(file, path)?;
    }
    file.set_permissions(old.permissions())
}

/// Copies the extended attributes of the file at `path` to `file`, except those that only the system may set.
#[cfg(unix)]
fn attributes(file: &File, path: &Path) -> io::Result<()> {
    use xattr::FileExt;
    // A file system without attributes has nothing to copy.
    for name in xattr::list(path).into_iter().flatten() {
        let Some(value) = xattr::get(path, &name)? else { continue };
        match file.set_xattr(&name, &value) {
            Err(error) if name.as_encoded_bytes().starts_with(b"user.") => return Err(error),
            _ => {}
        }
    }
    Ok(())
}

/// Makes the rename survive a power failure. The file is complete in any case.
fn sync(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    /// Creates a file in a new folder.
    fn file(name: &str) -> PathBuf {
        let prefix = format!("sitemap-validator-{name}-");
        let folder = Builder::new().prefix(&prefix).tempdir().expect("a folder").keep();
        let path = folder.join("s.xml");
        fs::write(&path, "old").expect("a file");
        path
    }

    /// Returns the content of the file and the number of files in its folder, and removes them.
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
        replace(&path, Digest::of(b"old"), b"new").expect("written");
        assert_eq!(left(&path), ("new".to_owned(), 1));
    }

    #[test]
    fn a_failure_leaves_the_old_content_and_nothing_else() {
        let path = file("failure");
        let result = replace_by(&path, Digest::of(b"old"), |file| {
            file.write_all(b"ne")?;
            Err(ErrorKind::StorageFull.into())
        });
        assert_eq!(result.map_err(|error| error.kind()), Err(ErrorKind::StorageFull));
        assert_eq!(left(&path), ("old".to_owned(), 1));
    }

    #[test]
    fn a_file_that_cannot_take_the_name_is_removed_again() {
        let path = file("rename");
        let result = replace_by(&path, Digest::of(b"old"), |new| {
            // Simulates another program that replaces the file with a folder.
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
    fn what_another_program_saved_meanwhile_is_kept() {
        let path = file("changed");
        let result = replace_by(&path, Digest::of(b"old"), |new| {
            fs::write(&path, "theirs")?;
            new.write_all(b"new")
        });
        assert!(result.is_err_and(|error| error.to_string().contains("another program")));
        assert_eq!(left(&path), ("theirs".to_owned(), 1));
    }

    #[test]
    fn a_file_that_cannot_be_written_whole_is_not_created() {
        let path = file("create");
        let new = path.with_file_name("t.xml");
        let result = create_by(&new, |file| file.write_all(b"ne").and(Err(ErrorKind::StorageFull.into())));
        assert_eq!(result.map_err(|error| error.kind()), Err(ErrorKind::StorageFull));
        assert!(!new.exists());
        assert!(create(&new, b"new").is_ok() && fs::read(&new).is_ok_and(|bytes| bytes == b"new"));
        let again = create(&new, b"newer").map_err(|error| error.kind());
        assert_eq!((again, left(&path)), (Err(ErrorKind::AlreadyExists), ("old".to_owned(), 2)));
    }

    #[test]
    fn what_was_abandoned_is_removed_and_what_is_at_work_is_not() {
        let path = file("abandoned");
        let name = |text: &str| path.with_file_name(format!("{}{text}{}", NAME[0], NAME[1]));
        let [old, used] = ["a", "b"].map(|letter| letter.repeat(RANDOM));
        fs::write(name(&old), "half").expect("left behind");
        fs::write(name("notes"), "of the user").expect("a file");
        let busy = File::create(name(&used)).expect("a file");
        busy.lock().expect("a lock");
        replace(&path, Digest::of(b"old"), b"new").expect("written");
        assert!(name(&used).exists() && name("notes").exists() && !name(&old).exists());
        drop(busy);
        assert_eq!(left(&path), ("new".to_owned(), 3));
    }

    #[cfg(unix)]
    #[test]
    fn all_names_of_a_file_have_the_new_content_or_all_the_old() {
        let path = file("links");
        let other = path.with_file_name("t.xml");
        fs::hard_link(&path, &other).expect("a link");
        replace(&path, Digest::of(b"old"), b"n").expect("written");
        assert_eq!(fs::read_to_string(&other).expect("text"), "n");
        let failed = |file: &mut File| file.write_all(b"newer").and(Err(ErrorKind::StorageFull.into()));
        assert!(overwrite(&path, &failed).is_err());
        assert_eq!(fs::read_to_string(&other).expect("text"), "n");
        assert_eq!(left(&path), ("n".to_owned(), 2));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn extended_attributes_are_kept() {
        let path = file("attributes");
        // Some file systems have no extended attributes.
        if xattr::set(&path, "user.origin", b"cms").is_ok() {
            replace(&path, Digest::of(b"old"), b"new").expect("written");
            assert_eq!(xattr::get(&path, "user.origin").expect("read"), Some(b"cms".to_vec()));
        }
        left(&path);
    }

    #[test]
    fn only_files_are_replaced() {
        let path = file("only");
        let folder = path.parent().expect("a folder");
        assert!(replace(folder, Digest::of(b"old"), b"new").is_err());
        assert!(replace(&folder.join("none.xml"), Digest::of(b"old"), b"new").is_err());
        assert_eq!(left(&path), ("old".to_owned(), 1));
    }
}
