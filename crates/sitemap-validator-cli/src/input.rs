//! Which files are meant, and their text.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, REPLACEMENT};
use sitemap_validator::{Opened, Source, open};

/// The most that is read, before and after decompression: offsets are 32 bits wide.
const CEILING: u64 = u32::MAX as u64 - 1;

/// How many bytes are read before that is told.
const STEP: u64 = 16 * 1024 * 1024;

/// The endings of files that are read from a folder.
const ENDINGS: [&str; 5] = ["xml", "gz", "txt", "rss", "atom"];

/// Text files of a site that are no sitemaps.
const OTHERS: [&str; 5] = ["humans.txt", "ads.txt", "app-ads.txt", "llms.txt", "security.txt"];

/// Where a text comes from.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file, and its name below the folder that is served.
    File {
        /// Where it lies.
        path: PathBuf,
        /// Its name, or its path in the folder that was given, with `/` between.
        name: String,
    },
}

impl Input {
    /// What it is called in reports.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Stdin => "<stdin>".to_owned(),
            Self::File { path, .. } => path.display().to_string(),
        }
    }

    /// True for the file at `path`.
    pub(crate) fn lies_at(&self, path: &OsStr) -> bool {
        matches!(self, Self::File { path: own, .. } if own == path)
    }

    /// Its name in the folder that is served.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            Self::Stdin => None,
            Self::File { name, .. } => Some(name),
        }
    }

    /// How many bytes the file has; 0 when that is not known.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Stdin => 0,
            Self::File { path, .. } => fs::metadata(path).map_or(0, |data| data.len()),
        }
    }

    /// The first `length` bytes of a file; `None` when it cannot be read.
    pub(crate) fn head(&self, length: usize) -> Option<Vec<u8>> {
        let Self::File { path, .. } = self else { return None };
        let mut head = Vec::new();
        File::open(path).ok()?.take(length as u64).read_to_end(&mut head).ok()?;
        Some(head)
    }

    /// Its bytes, or why there are none.
    pub(crate) fn read(&self) -> Result<Vec<u8>, String> {
        self.read_into(Vec::new(), |_| {})
    }

    /// Its bytes in the place of those in `room`, or why there are none; `told` is told how many there are so far.
    pub(crate) fn read_into(&self, room: Vec<u8>, told: impl FnMut(u64)) -> Result<Vec<u8>, String> {
        let bytes = match self {
            Self::Stdin => bytes(io::stdin().lock(), 0, room, told),
            Self::File { path, .. } => File::open(path)
                .and_then(|file| file.metadata().map(|data| (file, data.len())))
                .and_then(|(file, size)| if size > CEILING { Ok(None) } else { bytes(file, size, room, told) }),
        };
        let bytes = bytes.map_err(|error| format!("{}: {error}", self.shown()))?;
        bytes.ok_or_else(|| format!("{}: larger than 4 GB, which is more than is read", self.shown()))
    }
}

/// Memory that one text after the other is read into: a new one for each costs more than reading it.
#[derive(Debug, Default)]
pub(crate) struct Room(Vec<u8>);

/// The most that is kept, in bytes: sitemaps are not larger, and what is larger is rare.
const ROOM: usize = 64 * 1024 * 1024;

impl Room {
    /// What there is.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0)
    }

    /// Keeps the memory of a text that is no longer needed.
    pub(crate) fn keep(&mut self, source: Source) {
        let bytes = source.into_bytes();
        if bytes.capacity() <= ROOM {
            self.0 = bytes;
        }
    }
}

/// The text of `bytes`.
pub(crate) fn text(bytes: Vec<u8>) -> Source {
    match open(bytes, CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let text = decode(&undecoded.label, &undecoded.bytes);
            undecoded.decoded(text)
        }
    }
}

/// All of `reader`, about `size` bytes, in the place of those in `bytes`; `None` when it is more than [`CEILING`].
fn bytes(
    mut reader: impl Read,
    size: u64,
    mut bytes: Vec<u8>,
    mut told: impl FnMut(u64),
) -> io::Result<Option<Vec<u8>>> {
    bytes.clear();
    let room = usize::try_from(size).ok().filter(|&size| bytes.try_reserve_exact(size).is_ok());
    if room.is_none() {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let mut read = STEP;
    // Less is the end: a terminal would have to be told of it twice.
    while read == STEP && bytes.len() as u64 <= CEILING {
        read = reader.by_ref().take(STEP).read_to_end(&mut bytes)? as u64;
        told(bytes.len() as u64);
    }
    Ok((bytes.len() as u64 <= CEILING).then_some(bytes))
}

/// `bytes` by the encoding called `label`, and whether every byte had a meaning.
fn decode(label: &str, bytes: &[u8]) -> Option<(String, bool)> {
    // A few encodings are known only to be refused; "replacement" stands for them.
    let encoding = Encoding::for_label(label.as_bytes()).filter(|&encoding| encoding != REPLACEMENT)?;
    let (text, damaged) = encoding.decode_without_bom_handling(bytes);
    Some((text.into_owned(), !damaged))
}

/// The inputs that `arguments` name, folders opened up.
pub(crate) fn expand(arguments: &[OsString]) -> Result<Vec<Input>, String> {
    let mut inputs = Vec::new();
    for argument in arguments {
        if argument == "-" {
            if inputs.contains(&Input::Stdin) {
                return Err("standard input can be read only once".to_owned());
            }
            inputs.push(Input::Stdin);
            continue;
        }
        let path = PathBuf::from(argument);
        if path.is_dir() {
            let before = inputs.len();
            walk(&path, "", &mut inputs).map_err(|error| format!("{}: {error}", path.display()))?;
            if inputs.len() == before {
                let endings = ENDINGS.map(|ending| format!(".{ending}")).join(", ");
                return Err(format!("{}: there is no file ending in {endings} in this folder", path.display()));
            }
        } else {
            let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
            inputs.push(Input::File { path, name });
        }
    }
    Ok(inputs)
}

/// Adds the files in `folder` and below, in the order of their names. Links to folders are not
/// followed, as they may lead back.
fn walk(folder: &Path, within: &str, inputs: &mut Vec<Input>) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, file_name) = (entry.path(), entry.file_name());
        let name = format!("{within}{}", file_name.to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(&path, &format!("{name}/"), inputs)?;
        } else if path.is_file() && is_sitemap_like(&file_name) {
            inputs.push(Input::File { path, name });
        }
    }
    Ok(())
}

fn is_sitemap_like(file_name: &OsStr) -> bool {
    let ending = Path::new(file_name).extension();
    ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)))
        && !OTHERS.iter().any(|other| file_name.eq_ignore_ascii_case(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_looked_up_by_their_labels() {
        assert_eq!(decode("ISO-8859-1", b"\xFC"), Some(("ü".to_owned(), true)));
        assert_eq!(decode("windows-1251", b"\xC6"), Some(("Ж".to_owned(), true)));
        assert_eq!(decode("shift_jis", b"a\x81"), Some(("a\u{FFFD}".to_owned(), false)));
        assert_eq!(decode("klingon", b"a"), None);
        assert_eq!(decode("hz-gb-2312", b"a"), None);
    }

    #[test]
    fn files_of_folders_are_chosen_by_their_names() {
        for name in ["sitemap.xml", "sitemap.xml.GZ", "urls.txt", "feed.rss", "feed.Atom", "robots.txt"] {
            assert!(is_sitemap_like(OsStr::new(name)), "{name}");
        }
        for name in ["index.html", "xml", ".xml", "humans.txt", "sitemap.xml~"] {
            assert!(!is_sitemap_like(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn standard_input_is_read_once() {
        let arguments = ["-".into(), "a/b.xml".into()];
        let inputs = expand(&arguments).expect("two inputs");
        assert_eq!(inputs[0], Input::Stdin);
        assert_eq!((inputs[1].shown().as_str(), inputs[1].name()), ("a/b.xml", Some("b.xml")));
        assert!(expand(&["-".into(), "-".into()]).is_err());
    }
}
