//! The files that options name: reports, baselines and conversions.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

use super::replace::{Digest, create, replace};

/// The files that a run will write. They are checked before the run starts, so that no work is lost to a refusal.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The files that the run reads.
    read: &'a [PathBuf],
    overwrite: bool,
    files: Vec<(PathBuf, Identity)>,
}

/// A file to write.
#[derive(Debug)]
pub(crate) struct OutputFile {
    path: PathBuf,
    state: State,
}

/// What exists at the path of a file.
#[derive(Debug)]
enum State {
    Nothing,
    /// A file that may be replaced, with this content.
    File(Digest),
    /// A pipe or a device.
    Stream,
    /// Standard output or standard error, whatever they are connected to.
    Standard(Standard),
}

#[derive(Debug, Clone, Copy)]
enum Standard {
    Output,
    Error,
}

impl Standard {
    /// Returns the standard stream that `identity` refers to.
    fn of(identity: &Identity) -> Option<Self> {
        let is = |path: &str| Identity::of(Path::new(path)).is_ok_and(|other| other == *identity);
        if is("/dev/stdout") { Some(Self::Output) } else { is("/dev/stderr").then_some(Self::Error) }
    }
}

/// An identity that all names of a file share: its name and its folder without links, or the system's identifier.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    Name(PathBuf, OsString),
    #[cfg(unix)]
    Node(u64, u64),
}

impl Identity {
    fn of(path: &Path) -> io::Result<Self> {
        #[cfg(unix)]
        if let Ok(data) = fs::metadata(path) {
            use std::os::unix::fs::MetadataExt;
            return Ok(Self::Node(data.dev(), data.ino()));
        }
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let name = whole.file_name().ok_or(ErrorKind::InvalidInput)?.to_owned();
        Ok(Self::Name(fs::canonicalize(parent(&whole))?, name))
    }
}

/// The folder of a file.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

impl<'a> Plan<'a> {
    /// Creates a plan for a run that reads the files `read`.
    pub(crate) fn new(read: &'a [PathBuf], overwrite: bool) -> Self {
        Self { read, overwrite, files: Vec::new() }
    }

    /// Adds the file at `path`. Without `--overwrite`, an existing one may only be replaced if it is empty, or if
    /// `is_ours` recognizes its content as written by this program.
    ///
    /// # Errors
    /// If the file must not be written; the error gives the reason and the option that allows it.
    pub(crate) fn add(&mut self, path: &Path, is_ours: impl Fn(&[u8]) -> bool) -> Result<OutputFile, String> {
        let refused = |why: &str| Err(format!("{}: {why}", path.display()));
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let state = match fs::metadata(path) {
            Ok(data) if data.is_dir() => return refused("this is a folder: name a file"),
            Ok(data) if !data.is_file() => State::Stream,
            Ok(_) => State::File(Digest::of(&[])),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed(error)),
            Err(_) if path.is_symlink() => return refused("this is a link to a file that does not exist"),
            Err(_) if !parent(path).is_dir() => return refused("there is no such folder"),
            Err(_) => State::Nothing,
        };
        let standard = || Identity::of(path).ok().and_then(|own| Standard::of(&own));
        let state = if let (State::File(_) | State::Stream, Some(standard)) = (&state, standard()) {
            State::Standard(standard)
        } else if matches!(state, State::File(_)) {
            let own = Identity::of(path).map_err(failed)?;
            if self.read.iter().any(|read| Identity::of(read).is_ok_and(|read| read == own)) {
                return refused("this file is read in this run and cannot be replaced: name another file");
            }
            let content = fs::read(path).map_err(failed)?;
            if !(self.overwrite || content.is_empty() || is_ours(&content)) {
                return refused(
                    "this file exists, and was not written by this program: pass --overwrite to replace it",
                );
            }
            State::File(Digest::of(&content))
        } else {
            state
        };
        if matches!(state, State::Nothing | State::File(_)) {
            let identity = Identity::of(path).map_err(failed)?;
            if self.files.iter().any(|(_, other)| *other == identity) {
                return refused("this file would be written twice: name another file");
            }
            self.files.push((path.to_owned(), identity));
        }
        Ok(OutputFile { path: path.to_owned(), state })
    }
}

impl OutputFile {
    /// Writes the file completely or changes nothing. Returns its path, or `None` for a pipe or a device.
    ///
    /// # Errors
    /// If the file cannot be written or has changed since it was planned; the error gives the reason.
    pub(crate) fn write(&self, text: &str) -> Result<Option<&Path>, String> {
        let path = self.path.as_path();
        let written = match self.state {
            State::Nothing => create(path, text.as_bytes()),
            State::File(old) => replace(path, old, text.as_bytes()),
            State::Stream => stream(path, text),
            State::Standard(Standard::Output) => io::stdout().write_all(text.as_bytes()),
            State::Standard(Standard::Error) => io::stderr().write_all(text.as_bytes()),
        };
        match written {
            Ok(()) => Ok(Some(path).filter(|_| matches!(self.state, State::Nothing | State::File(_)))),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }
}

#[allow(clippy::disallowed_methods)] // what was written before is not lost
fn stream(path: &Path, text: &str) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes())
}

/// True if `path` is in `folder` or below it, also after links are resolved.
pub(crate) fn within(folder: &Path, path: &Path) -> bool {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(folder) = fs::canonicalize(folder) else { return false };
    // Split the path into its existing part and the names that do not exist yet.
    let mut existing = path;
    while fs::symlink_metadata(existing).is_err() {
        if !matches!(existing.components().next_back(), Some(Component::Normal(_))) {
            return false;
        }
        existing = parent(existing);
    }
    fs::canonicalize(existing).is_ok_and(|existing| existing.starts_with(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a folder with a file of another program, one of this program, an empty one, a folder and an input file.
    fn folder() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("theirs", "mine"), ("ours", "report"), ("empty", ""), ("input.xml", "report")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        fs::create_dir(folder.path().join("sub")).unwrap();
        let path = folder.path().to_owned();
        (folder, move |name: &str| path.join(name))
    }

    fn is_ours(content: &[u8]) -> bool {
        content == b"report"
    }

    #[test]
    fn only_new_files_and_own_ones_are_written() {
        let (_folder, path) = folder();
        let read = [path("input.xml")];
        #[cfg(unix)]
        for (target, link) in
            [("theirs", "to-theirs"), ("ours", "to-ours"), ("input.xml", "to-input"), ("none", "dead")]
        {
            std::os::unix::fs::symlink(path(target), path(link)).unwrap();
        }
        #[cfg(unix)]
        fs::hard_link(path("input.xml"), path("also-input")).unwrap();
        let refusal = |name: &str, overwrite| Plan::new(&read, overwrite).add(&path(name), is_ours).err();
        for name in ["new", "sub/../new", "empty", "ours"] {
            assert_eq!(refusal(name, false), None, "{name}");
        }
        let unix: &[(&str, &str, bool)] = &[
            ("to-theirs", "--overwrite", true),
            ("to-input", "read in this run", false),
            ("also-input", "read in this run", false),
            ("dead", "a link to a file that does not exist", false),
        ];
        let everywhere: &[(&str, &str, bool)] = &[
            ("theirs", "--overwrite", true),
            ("sub/../theirs", "--overwrite", true),
            ("input.xml", "read in this run", false),
            ("sub/../input.xml", "read in this run", false),
            ("sub", "name a file", false),
            ("none/new", "no such folder", false),
            ("theirs/new", "theirs/new: ", false),
        ];
        for (name, why, is_allowed) in everywhere.iter().chain(if cfg!(unix) { unix } else { &[] }) {
            let refused = refusal(name, false);
            assert!(refused.as_ref().is_some_and(|text| text.contains(why)), "{name}: {refused:?}");
            assert_eq!(refusal(name, true).is_none(), *is_allowed, "{name} with --overwrite");
        }
        assert_eq!(fs::read_to_string(path("theirs")).unwrap(), "mine");
    }

    #[test]
    fn no_file_is_written_twice() {
        let (_folder, path) = folder();
        let mut plan = Plan::new(&[], true);
        let mut add = |name: &str| plan.add(&path(name), is_ours).err();
        assert_eq!((add("new"), add("theirs")), (None, None));
        for name in ["new", "sub/../new", "theirs"] {
            assert!(add(name).is_some_and(|why| why.contains("twice")), "{name}");
        }
    }

    #[test]
    fn what_changes_after_the_check_is_not_lost() {
        let (_folder, path) = folder();
        let mut plan = Plan::new(&[], false);
        let [new, ours] = ["new", "ours"].map(|name| plan.add(&path(name), is_ours).unwrap());
        assert_eq!(ours.write("report 2").unwrap(), Some(path("ours").as_path()));
        assert_eq!(fs::read_to_string(path("ours")).unwrap(), "report 2");
        assert!(ours.write("report 3").is_err_and(|why| why.contains("another program")));
        fs::write(path("new"), "theirs").unwrap();
        assert!(new.write("report").is_err());
        assert_eq!(fs::read_to_string(path("new")).unwrap(), "theirs");
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_written_to() {
        let device = Path::new("/dev/null");
        let mut plan = Plan::new(&[], false);
        for _ in 0..2 {
            assert_eq!(plan.add(device, |_| false).unwrap().write("text").unwrap(), None);
        }
    }

    #[test]
    fn what_is_within_a_folder() {
        let (folder, path) = folder();
        assert!(["a", "sub/a", "sub/../a", "none/a", "sub"].iter().all(|name| within(folder.path(), &path(name))));
        let outside = ["../a", "sub/../../a", "none/../../a", "none/../a"];
        assert!(!outside.iter().any(|name| within(folder.path(), &path(name))));
        #[cfg(unix)]
        {
            let elsewhere = tempfile::tempdir().unwrap();
            std::os::unix::fs::symlink(elsewhere.path(), path("out")).unwrap();
            std::os::unix::fs::symlink(elsewhere.path().join("none"), path("dead")).unwrap();
            assert!(!within(folder.path(), &path("out/a")) && !within(folder.path(), &path("dead")));
        }
    }
}
