//! Files fetched in earlier runs: a request names the cached version, and the server sends only changed content.

use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sitemap_validator_crawl::Reply;
use tempfile::NamedTempFile;

use crate::write::{OutputPath, own};

/// A folder with a file for each URL, which contains a line of JSON and the content as it was received.
pub(crate) struct Cache {
    folder: PathBuf,
}

/// The first line of a file.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    url: String,
    /// The size of the content.
    bytes: u64,
    /// A hash of the content.
    content_hash: u64,
    header: Vec<(String, String)>,
}

/// The start of each cache file.
const START: &[u8] = b"{\"url\":";

/// A file that was fetched before.
pub(crate) struct CachedFile {
    entry: Entry,
    content: BufReader<File>,
}

impl Cache {
    /// Opens the cache in the folder at `path`, and creates the folder if needed.
    pub(crate) fn new(path: &OutputPath) -> Result<Self, String> {
        let path = path.path();
        fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { folder: path.to_owned() })
    }

    /// Returns the path for a URL. URLs with the same hash replace each other; the file contains its URL.
    fn path(&self, url: &str) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        url.hash(&mut hasher);
        self.folder.join(format!("{:016x}", hasher.finish()))
    }

    /// Returns the content fetched from `url` earlier.
    pub(crate) fn find(&self, url: &str) -> Option<CachedFile> {
        let file = File::open(self.path(url)).ok()?;
        let size = file.metadata().ok()?.len();
        let mut content = BufReader::new(file);
        let mut line = Vec::new();
        content.read_until(b'\n', &mut line).ok()?;
        let entry: Entry = serde_json::from_slice(&line).ok()?;
        let begin = line.len() as u64;
        if entry.url != url || entry.bytes + begin != size || content_hash(&mut content).ok()? != entry.content_hash {
            return None;
        }
        content.seek(SeekFrom::Start(begin)).ok()?;
        Some(CachedFile { entry, content })
    }

    /// Stores the content at `path` from `reply`, if the server can be asked later whether it has changed.
    pub(crate) fn keep(&self, url: &str, reply: &Reply, path: &Path) -> io::Result<()> {
        if reply.is_cut || reply.field("etag").or_else(|| reply.field("last-modified")).is_none() {
            return Ok(());
        }
        let known = |(name, _): &&(String, String)| Reply::FIELDS.contains(&name.to_ascii_lowercase().as_str());
        let header = reply.header.iter().filter(known).cloned().collect();
        let content_hash = content_hash(&mut File::open(path)?)?;
        let entry = Entry { url: url.to_owned(), bytes: reply.bytes, content_hash, header };
        let place = self.path(url);
        if fs::read(&place).is_ok_and(|old| !old.starts_with(START)) {
            // The file belongs to another program.
            return Ok(());
        }
        let mut file = NamedTempFile::new_in(&self.folder)?;
        serde_json::to_writer(&mut file, &entry)?;
        file.write_all(b"\n")?;
        io::copy(&mut File::open(path)?, &mut file)?;
        file.persist(place).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Returns a hash of the content.
fn content_hash(content: &mut impl Read) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    let mut piece = vec![0; 64 * 1024];
    loop {
        let count = content.read(&mut piece)?;
        if count == 0 {
            return Ok(hasher.finish());
        }
        hasher.write(piece.get(..count).unwrap_or_default());
    }
}

impl CachedFile {
    /// Returns the header fields that ask whether the content has changed (RFC 9110 §13.1).
    pub(crate) fn conditions(&self) -> Vec<(String, String)> {
        let field = |name: &str, of: &str| {
            let (_, value) = self.entry.header.iter().find(|(key, _)| key.eq_ignore_ascii_case(of))?;
            Some((name.to_owned(), value.clone()))
        };
        [field("if-none-match", "etag"), field("if-modified-since", "last-modified")].into_iter().flatten().collect()
    }

    /// Writes the content to `path`, and completes the "not modified" response with the stored header.
    pub(crate) fn restore(mut self, reply: &mut Reply, path: &Path) -> io::Result<()> {
        reply.bytes = io::copy(&mut self.content, &mut own::create(path)?)?;
        reply.status = 200;
        reply.is_unchanged = true;
        let is_new = |(name, _): &(String, String)| {
            let is_of_content = name.eq_ignore_ascii_case("content-length");
            is_of_content || !reply.header.iter().any(|(other, _)| other.eq_ignore_ascii_case(name))
        };
        let old: Vec<_> = self.entry.header.into_iter().filter(is_new).collect();
        reply.header.retain(|(name, _)| !name.eq_ignore_ascii_case("content-length"));
        reply.header.extend(old);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_kept_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(&folder.path().join("new").into_os_string().into()).unwrap();
        let (content, url) = (folder.path().join("content"), "https://tidepool.page/sitemap.xml");
        fs::write(&content, "a\nb").unwrap();
        let field = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let header = vec![field("ETag", "\"7\""), field("Set-Cookie", "a=b"), field("Content-Length", "3")];
        let reply = Reply { status: 200, bytes: 3, header, ..Reply::default() };
        cache.keep(url, &reply, &content).unwrap();
        let kept = cache.find(url).unwrap();
        assert_eq!(kept.conditions(), [field("if-none-match", "\"7\"")]);
        let header = vec![field("etag", "\"7\""), field("content-length", "0")];
        let mut unchanged = Reply { status: 304, header, ..Reply::default() };
        kept.restore(&mut unchanged, &content).unwrap();
        assert_eq!(fs::read_to_string(&content).unwrap(), "a\nb");
        assert_eq!((unchanged.status, unchanged.bytes, unchanged.field("content-length")), (200, 3, Some("3")));
        assert!(unchanged.header.iter().all(|(name, _)| name != "Set-Cookie"));
        assert!(cache.find("https://tidepool.page/").is_none());
        // Content that was changed is not used.
        let bytes = fs::read(cache.path(url)).unwrap();
        fs::write(cache.path(url), [&bytes[..bytes.len() - 1], b"c"].concat()).unwrap();
        assert!(cache.find(url).is_none());
        // An incomplete file is not used either.
        fs::write(cache.path(url), &fs::read(cache.path(url)).unwrap()[..40]).unwrap();
        assert!(cache.find(url).is_none());
        cache.keep(url, &reply, &content).unwrap();
        assert!(cache.find(url).is_some(), "but it is replaced");
        fs::write(cache.path(url), "of another program").unwrap();
        cache.keep(url, &reply, &content).unwrap();
        assert_eq!(fs::read(cache.path(url)).unwrap(), b"of another program");
        // Content is not stored if the server cannot be asked whether it has changed.
        cache.keep("https://tidepool.page/", &Reply { status: 200, ..Reply::default() }, &content).unwrap();
        assert!(cache.find("https://tidepool.page/").is_none());
    }
}
