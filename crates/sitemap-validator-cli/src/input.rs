//! The files to check, and their text.

mod folder;
mod saved;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sitemap_validator::format::{HEAD, peek};
use sitemap_validator::set::listed;
use sitemap_validator::{Kind, Source, source};
use sitemap_validator_protocol::http::{Http, Page};
use sitemap_validator_protocol::name::{ENDINGS, last_segment, may_be_sitemap};

use saved::saved;

pub(crate) use folder::{each_page, files_in};
pub(crate) use saved::{Entry, MANIFEST, Manifest};

/// The number of bytes read between two progress reports.
const STEP: u64 = 16 * 1024 * 1024;

/// The source of a text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file, with its name in the folder that is served.
    File {
        /// Its path.
        path: PathBuf,
        /// Its path relative to the common folder of all arguments, with `/` as separator.
        name: String,
        /// True if it was found in a folder.
        is_found: bool,
    },
    /// A file of a site.
    Fetched(Box<Fetched>),
}

/// A file that was requested.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Fetched {
    /// The request and the response.
    pub(crate) http: Http,
    /// The file, if there is one.
    pub(crate) path: Option<PathBuf>,
}

impl Input {
    /// Returns the name of the input in reports.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File { path, .. } => path.display().to_string(),
            Self::Fetched(file) => file.http.requested.clone(),
        }
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::Stdin => None,
            Self::File { path, .. } => Some(path),
            Self::Fetched(file) => file.path.as_deref(),
        }
    }

    /// True for a file that was found in a folder.
    pub(crate) const fn is_found(&self) -> bool {
        matches!(self, Self::File { is_found: true, .. })
    }

    /// Returns the response with which it was fetched.
    pub(crate) fn http(&self) -> Option<&Http> {
        match self {
            Self::Fetched(file) => Some(&file.http),
            _ => None,
        }
    }

    /// Identifies the file under all its names.
    #[cfg(unix)]
    pub(crate) fn identity(&self) -> Option<(u64, u64)> {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(self.path()?).ok().map(|data| (data.dev(), data.ino()))
    }

    /// Identifies the file under all its names, except hard links.
    #[cfg(not(unix))]
    pub(crate) fn identity(&self) -> Option<PathBuf> {
        fs::canonicalize(self.path()?).ok()
    }

    /// True for the file named by the argument `path`.
    pub(crate) fn lies_at(&self, path: &OsStr) -> bool {
        matches!(self, Self::File { path: own, .. } if own == path)
    }

    /// Returns the name in the folder that is served.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Stdin => None,
            Self::File { name, .. } => Some(name),
            Self::Fetched(file) => Some(last_segment(&file.http.requested)),
        }
    }

    /// Returns the size of the file in bytes; 0 if it is unknown.
    pub(crate) fn size(&self) -> u64 {
        self.path().and_then(|path| fs::metadata(path).ok()).map_or(0, |data| data.len())
    }

    /// Returns the first `length` bytes of a file; `None` if it cannot be read.
    pub(crate) fn head(&self, length: usize) -> Option<Vec<u8>> {
        let mut head = Vec::new();
        File::open(self.path()?).ok()?.take(length as u64).read_to_end(&mut head).ok()?;
        Some(head)
    }

    /// Returns the URLs that it lists as an index; none if it is another file, or cannot be read.
    pub(crate) fn children(&self, ceiling: u64) -> Vec<String> {
        if self.head(HEAD).is_none_or(|head| peek(head) != Kind::SitemapIndex) {
            return Vec::new();
        }
        self.read(ceiling).map(|bytes| listed(None, &source::read(bytes, ceiling))).unwrap_or_default()
    }

    /// Reads the first `ceiling` + 1 bytes, or returns the reason for the failure.
    pub(crate) fn read(&self, ceiling: u64) -> Result<Vec<u8>, String> {
        self.read_into(Vec::new(), ceiling, || {})
    }

    /// Returns the text of a file that was checked; `None` if it cannot be read, or not twice.
    pub(crate) fn read_again(&self, ceiling: u64) -> Option<Source> {
        let bytes = if *self == Self::Stdin { None } else { self.read(ceiling).ok() };
        bytes.map(|bytes| source::read(bytes, ceiling))
    }

    /// Like [`Self::read`], with the memory of `buffer`; calls `progress` from time to time.
    pub(crate) fn read_into(&self, buffer: Vec<u8>, ceiling: u64, progress: impl Fn()) -> Result<Vec<u8>, String> {
        let bytes = match self.path() {
            None if *self == Self::Stdin => bytes(io::stdin().lock(), 0, ceiling, buffer, progress),
            None => Err(io::Error::other("it could not be fetched")),
            Some(path) => File::open(path)
                .and_then(|file| file.metadata().map(|data| (file, data.len())))
                .and_then(|(file, size)| bytes(file, size, ceiling, buffer, progress)),
        };
        bytes.map_err(|error| format!("{}: {error}", self.shown()))
    }
}

/// Memory that is reused for one file after the other, because new allocations cost more than reading.
#[derive(Debug, Default)]
pub(crate) struct Buffer(Vec<u8>);

/// The maximum size of a buffer that is kept, in bytes: few files exceed the size limit of sitemaps.
const KEPT: usize = 64 * 1024 * 1024;

impl Buffer {
    /// Takes the memory.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }

    /// Keeps the memory of a text that is no longer needed.
    pub(crate) fn keep(&mut self, source: Source) {
        let bytes = source.into_bytes();
        if bytes.capacity() <= KEPT {
            self.0 = bytes;
        }
    }
}

/// Reads the first `ceiling` bytes of `reader`, which has about `size` bytes, into `bytes`, and one more byte if there
/// are more.
fn bytes(reader: impl Read, size: u64, ceiling: u64, mut bytes: Vec<u8>, progress: impl Fn()) -> io::Result<Vec<u8>> {
    bytes.clear();
    let mut reader = reader.take(ceiling + 1);
    let room = usize::try_from(size.min(ceiling + 1)).ok().filter(|&size| bytes.try_reserve_exact(size).is_ok());
    if room.is_none() {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let mut read = STEP;
    // A short read is the end; reading again would require a second Ctrl-D at a terminal.
    while read == STEP {
        read = reader.by_ref().take(STEP).read_to_end(&mut bytes)? as u64;
        progress();
    }
    Ok(bytes)
}

/// The inputs that the arguments name.
#[derive(Default)]
pub(crate) struct Expanded {
    /// The inputs, with the files of folders.
    pub(crate) inputs: Vec<Input>,
    /// The reasons why folders could not be read.
    pub(crate) unread: Vec<String>,
    /// The pages saved with the files.
    pub(crate) pages: Vec<Page>,
    /// True if some files or pages were not requested.
    pub(crate) is_partial: bool,
}

/// Returns the inputs that `arguments` name.
pub(crate) fn expand(arguments: &[OsString]) -> Result<Expanded, String> {
    let Expanded { mut inputs, mut unread, mut pages, mut is_partial } = Expanded::default();
    let common = common_folder(arguments);
    for argument in arguments {
        if argument == "-" {
            if inputs.contains(&Input::Stdin) {
                return Err("standard input can be read only once".to_owned());
            }
            inputs.push(Input::Stdin);
            continue;
        }
        let path = PathBuf::from(argument);
        if let Some(saved) = saved(&path)? {
            let before = inputs.len();
            pages.extend(saved.pages.into_iter().map(|mut page| {
                page.entry.file += before;
                page
            }));
            is_partial |= saved.is_partial;
            inputs.extend(saved.inputs);
        } else if path.is_dir() {
            let before = inputs.len() + unread.len();
            let within = within(&path, common.as_deref());
            let within = if within.is_empty() { within } else { within + "/" };
            walk(&path, &within, &mut inputs, &mut unread);
            if inputs.len() + unread.len() == before {
                let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
                return Err(format!("{}: no file ending in {endings} or .gz in this folder", path.display()));
            }
        } else {
            if !path.exists() && is_host(&path) {
                return Err(format!("{0}: no such file; did you mean https://{0}?", path.display()));
            }
            let name = within(&path, common.as_deref());
            inputs.push(Input::File { path, name, is_found: false });
        }
    }
    Ok(Expanded { inputs, unread, pages, is_partial })
}

/// Returns the deepest folder that contains all files and folders in `arguments`; it can be one of these folders
/// itself.
fn common_folder(arguments: &[OsString]) -> Option<PathBuf> {
    let folder = |argument: &OsString| {
        let path = std::path::absolute(argument).ok()?;
        if path.is_dir() { Some(path) } else { path.parent().map(Path::to_owned) }
    };
    let folders = arguments.iter().filter(|argument| *argument != "-").map(folder);
    let shared = |one: PathBuf, other: PathBuf| {
        one.components().zip(other.components()).take_while(|(one, other)| one == other).map(|(one, _)| one).collect()
    };
    folders.reduce(|one, other| Some(shared(one?, other?))).flatten()
}

/// Returns `path` relative to the folder `common`, with `/` as separator, or only its file name if it is outside.
fn within(path: &Path, common: Option<&Path>) -> String {
    let whole = std::path::absolute(path).ok();
    let inner = whole.as_deref().zip(common).and_then(|(path, common)| path.strip_prefix(common).ok());
    let inner = inner.unwrap_or_else(|| Path::new(path.file_name().unwrap_or_default()));
    let parts: Vec<_> = inner.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    parts.join("/")
}

/// True for a path that looks like a host, optionally with a path: it has a dot that does not start a known file
/// extension.
fn is_host(path: &Path) -> bool {
    let Some(host) = path.to_str().and_then(|path| path.split('/').next()) else { return false };
    let ending = host.rsplit_once('.').map_or("", |(_, ending)| ending);
    let is_label =
        |label: &str| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    ending.len() > 1 && ending != "gz" && !ENDINGS.contains(&ending) && host.split('.').all(is_label)
}

/// Adds the files in `folder` and its subfolders, sorted by name, and adds errors to `unread`. Links to folders are not
/// followed, because they may form a cycle.
fn walk(folder: &Path, within: &str, inputs: &mut Vec<Input>, unread: &mut Vec<String>) {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.unwrap_or_else(|error| {
        unread.push(format!("{}: {error}", folder.display()));
        Vec::new()
    });
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, file_name) = (entry.path(), entry.file_name());
        let name = format!("{within}{}", file_name.to_string_lossy());
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, &format!("{name}/"), inputs, unread);
        } else if is_sitemap_like(&file_name) {
            match fs::metadata(&path) {
                Ok(data) if data.is_file() => inputs.push(Input::File { path, name, is_found: true }),
                Ok(_) => {}
                // A broken link.
                Err(error) => unread.push(format!("{}: {error}", path.display())),
            }
        }
    }
}

/// The text of a list: of standard input for `-`.
pub(crate) fn list(path: &Path) -> io::Result<String> {
    if path.as_os_str() == "-" { io::read_to_string(io::stdin()) } else { fs::read_to_string(path) }
}

/// True for the names of files that are checked in folders.
pub fn is_sitemap_like(file_name: &OsStr) -> bool {
    may_be_sitemap(&file_name.to_string_lossy())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_below_the_folder_that_contains_all_files() {
        let names = |arguments: &[&str]| {
            let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
            let inputs = expand(&arguments).expect("files").inputs;
            inputs.iter().map(|input| input.name().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(names(&["public/de/sitemap.xml"]), ["sitemap.xml"]);
        assert_eq!(names(&["public/sitemap.xml", "./public/de/sitemap.xml"]), ["sitemap.xml", "de/sitemap.xml"]);
        assert_eq!(names(&["de/a.xml", "-", "en/a.xml"]), ["de/a.xml", "", "en/a.xml"]);
        assert_eq!(names(&["a.xml", "ab/a.xml"]), ["a.xml", "ab/a.xml"]);
    }

    #[test]
    fn standard_input_is_read_once() {
        let arguments = ["-".into(), "a/b.xml".into()];
        let inputs = expand(&arguments).expect("two inputs").inputs;
        assert_eq!(inputs[0], Input::Stdin);
        assert_eq!((inputs[1].shown().as_str(), inputs[1].name()), ("a/b.xml", Some("b.xml")));
        assert!(expand(&["-".into(), "-".into()]).is_err());
    }
}
