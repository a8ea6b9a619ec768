//! The files of the page.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use axum::body::{Body, Bytes};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, LOCATION, VARY,
};
use axum::http::{HeaderMap, Response, StatusCode, response};
use flate2::read::GzDecoder;
use sitemap_validator_headers as headers;

/// The page embedded in the program; it has no files if the program was built without the page.
const EMBEDDED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/page.tar.gz"));

/// The marker of documents that start the app, and the tag before which the endpoint is declared.
const APP: &[u8] = b"id=\"app\"";
const HEAD_END: &[u8] = b"</head>";

/// The files of the page, by their relative paths.
pub(super) struct Page {
    files: HashMap<String, File>,
}

struct File {
    content: Bytes,
    /// True if it is compressed with brotli.
    is_packed: bool,
    tag: String,
}

impl Page {
    /// Returns the embedded page; `None` if there is none.
    pub(super) fn embedded(head: &str) -> io::Result<Option<Self>> {
        let mut page = Self { files: HashMap::new() };
        for entry in tar::Archive::new(GzDecoder::new(EMBEDDED)).entries()? {
            let mut entry = entry?;
            let path = entry.path()?.to_string_lossy().replace('\\', "/");
            let mut content = Vec::new();
            entry.read_to_end(&mut content)?;
            page.add(&path, content, head)?;
        }
        Ok((!page.files.is_empty()).then_some(page))
    }

    /// Reads the page from a folder. Links to files and folders are followed.
    pub(super) fn folder(folder: &Path, head: &str) -> Result<Self, String> {
        let mut page = Self { files: HashMap::new() };
        page.add_folder(folder, "", &mut Vec::new(), head)?;
        Ok(page)
    }

    /// Adds the files in `folder`, whose paths start with `within`. `parents` are the folders that contain it.
    fn add_folder(
        &mut self,
        folder: &Path,
        within: &str,
        parents: &mut Vec<PathBuf>,
        head: &str,
    ) -> Result<(), String> {
        let real = folder.canonicalize().map_err(|error| unreadable(folder, &error))?;
        // A link to a folder that contains it would lead to endless recursion.
        if parents.contains(&real) {
            return Ok(());
        }
        parents.push(real);
        for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            let (path, name) = (entry.path(), format!("{within}{}", entry.file_name().to_string_lossy()));
            // Unlike the type of the entry, this is the type of the link's target.
            let kind = fs::metadata(&path).map_err(|error| unreadable(&path, &error))?;
            if kind.is_dir() {
                self.add_folder(&path, &format!("{name}/"), parents, head)?;
            } else if !path.extension().is_some_and(|ending| ending == "gz" || ending == "br") {
                let content = fs::read(&path).map_err(|error| unreadable(&path, &error))?;
                self.add(&name, content, head).map_err(|error| unreadable(&path, &error))?;
            }
        }
        parents.pop();
        Ok(())
    }

    /// Adds a file. Documents of the app get `head` at the end of their `<head>`.
    fn add(&mut self, path: &str, mut content: Vec<u8>, head: &str) -> io::Result<()> {
        let (path, mut is_packed) = path.strip_suffix(".br").map_or((path, false), |path| (path, true));
        if Path::new(path).extension().is_some_and(|ending| ending == "html") {
            let text = if is_packed { unpacked(&content)? } else { content.clone() };
            if contains(&text, APP).is_some()
                && let Some(end) = contains(&text, HEAD_END)
            {
                content = [&text[..end], head.as_bytes(), &text[end..]].concat();
                is_packed = false;
            }
        }
        let mut hasher = DefaultHasher::new();
        content.hash(&mut hasher);
        let tag = format!("\"{:x}\"", hasher.finish());
        self.files.insert(path.to_owned(), File { content: content.into(), is_packed, tag });
        Ok(())
    }

    /// Returns the response to a request for a path relative to the page.
    pub(super) fn answer(&self, path: &str, request: &HeaderMap) -> Response<Body> {
        let path = if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
        let name = path.rsplit('/').next().unwrap_or_default();
        let answer =
            headers::of(name).into_iter().fold(Response::builder(), |answer, (name, value)| answer.header(name, value));
        let asked = |name| request.get_all(name).iter().filter_map(|value| value.to_str().ok());
        match self.files.get(&path) {
            Some(file) => {
                let answer = answer
                    .header(CONTENT_TYPE, headers::content_type(Path::new(&path)))
                    .header(CACHE_CONTROL, headers::cache_control(Path::new(&path)))
                    .header(ETAG, &file.tag)
                    .header(VARY, "Accept-Encoding");
                if asked(IF_NONE_MATCH).flat_map(|tags| tags.split(',')).any(|tag| tag.trim() == file.tag) {
                    return sent(answer.status(StatusCode::NOT_MODIFIED), Body::empty());
                }
                let takes = asked(ACCEPT_ENCODING).flat_map(|all| all.split(',')).any(|coding| coding.trim() == "br");
                if file.is_packed && takes {
                    return sent(answer.header(CONTENT_ENCODING, "br"), file.content.clone().into());
                }
                match file.text() {
                    Ok(content) => sent(answer, content.into()),
                    Err(_) => sent(answer.status(StatusCode::INTERNAL_SERVER_ERROR), Body::empty()),
                }
            }
            None if self.files.contains_key(&format!("{path}/index.html")) => {
                let answer = answer.status(StatusCode::PERMANENT_REDIRECT);
                sent(answer.header(LOCATION, format!("{name}/")), Body::empty())
            }
            None => {
                let text = self.files.get("404.html").and_then(|file| file.text().ok()).unwrap_or_default();
                let answer = answer.status(StatusCode::NOT_FOUND).header(CONTENT_TYPE, "text/html; charset=utf-8");
                sent(answer.header(CACHE_CONTROL, headers::CACHE_ASK), text.into())
            }
        }
    }
}

impl File {
    /// Returns the uncompressed content.
    fn text(&self) -> io::Result<Bytes> {
        if self.is_packed { unpacked(&self.content).map(Bytes::from) } else { Ok(self.content.clone()) }
    }
}

fn unreadable(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}

/// Completes the response with a body. Its headers are set by this program and are therefore valid.
pub(super) fn sent(answer: response::Builder, body: Body) -> Response<Body> {
    answer.body(body).unwrap_or_default()
}

fn unpacked(content: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    brotli_decompressor::Decompressor::new(content, 4096).read_to_end(&mut text)?;
    Ok(text)
}

fn contains(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_but_not_in_circles() {
        use std::os::unix::fs::symlink;

        let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let path = |name: &str| folder.path().join(name);
        fs::write(path("index.html"), "a").unwrap();
        fs::write(elsewhere.path().join("index.html"), "b").unwrap();
        symlink(path("index.html"), path("404.html")).unwrap();
        symlink(elsewhere.path(), path("fr")).unwrap();
        symlink(elsewhere.path(), path("es")).unwrap();
        symlink(folder.path(), path("circle")).unwrap();
        let page = Page::folder(folder.path(), "fetch").unwrap();
        let mut files: Vec<_> = page.files.iter().map(|(path, file)| (path.as_str(), &file.content[..])).collect();
        files.sort_unstable();
        assert_eq!(
            files,
            [("404.html", &b"a"[..]), ("es/index.html", b"b"), ("fr/index.html", b"b"), ("index.html", b"a")]
        );
        // An incomplete page is not served, and the error names the missing file.
        symlink(path("none"), path("broken.html")).unwrap();
        let error = Page::folder(folder.path(), "fetch").err().unwrap();
        assert!(error.contains("broken.html: "), "{error}");
    }

    #[test]
    fn compressed_files_are_read_by_all_browsers() {
        let mut page = Page { files: HashMap::new() };
        page.add("a.js.br", b"\x0b\x02\x80hello\x03".to_vec(), "fetch").expect("a file");
        for (takes, coding, content) in
            [("gzip", None, &b"hello"[..]), ("gzip, br", Some("br"), b"\x0b\x02\x80hello\x03")]
        {
            let request = HeaderMap::from_iter([(ACCEPT_ENCODING, takes.parse().expect("a value"))]);
            let answer = page.answer("a.js", &request);
            let header = |name| answer.headers().get(name).and_then(|value| value.to_str().ok());
            assert_eq!(
                (header(CONTENT_ENCODING), header(CONTENT_TYPE)),
                (coding, Some("text/javascript; charset=utf-8"))
            );
            let length = axum::body::HttpBody::size_hint(answer.body()).exact();
            assert_eq!(length, Some(content.len() as u64));
        }
    }
}
