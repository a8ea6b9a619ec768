//! The inputs as files, for whoever reads them from outside this process.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::inputs::{self, Content, FULL};

/// The folder of the inputs; each is written when it is first asked for.
#[derive(Debug)]
pub(crate) struct Files {
    folder: PathBuf,
    written: HashSet<String>,
}

impl Files {
    /// Beside this program, among what is built.
    pub(crate) fn new() -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| format!("this program has no place: {error}"))?;
        let folder = program.with_file_name("inputs");
        fs::create_dir_all(&folder).map_err(|error| format!("the inputs cannot be written: {error}"))?;
        Ok(Self { folder, written: HashSet::new() })
    }

    /// Where they lie.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file of 50,000 URLs.
    pub(crate) fn full(&mut self, content: Content) -> Result<PathBuf, String> {
        self.file(content, FULL)
    }

    /// A file of so many URLs.
    pub(crate) fn file(&mut self, content: Content, urls: u64) -> Result<PathBuf, String> {
        let name = name(content, urls);
        self.once(&name, || vec![(String::new(), inputs::file(content, urls).into_bytes())])
    }

    /// A file of so many URLs, gzipped.
    pub(crate) fn gzip(&mut self, content: Content, urls: u64) -> Result<PathBuf, String> {
        let name = format!("{}.gz", name(content, urls));
        self.once(&name, || vec![(String::new(), inputs::gzip(&inputs::file(content, urls)))])
    }

    /// The folder of the small files.
    pub(crate) fn small(&mut self) -> Result<PathBuf, String> {
        self.once("small", || {
            let files = inputs::small().into_iter().enumerate();
            files.map(|(index, text)| (format!("sitemap-{index:03}.xml"), text.into_bytes())).collect()
        })
    }

    /// The folder of the set.
    pub(crate) fn set(&mut self) -> Result<PathBuf, String> {
        self.once("set", || inputs::set(FULL).into_iter().map(|(name, text)| (name, text.into_bytes())).collect())
    }

    /// Writes a file, or a folder of files with names.
    fn once(&mut self, name: &str, make: impl FnOnce() -> Vec<(String, Vec<u8>)>) -> Result<PathBuf, String> {
        let place = self.folder.join(name);
        if self.written.insert(name.to_owned()) {
            let failed = |error| format!("the input `{name}` cannot be written: {error}");
            for (name, bytes) in make() {
                let path = if name.is_empty() { place.clone() } else { place.join(name) };
                path.parent().map_or(Ok(()), fs::create_dir_all).map_err(failed)?;
                fs::write(path, bytes).map_err(failed)?;
            }
        }
        Ok(place)
    }
}

/// How a file is called: of 50,000 URLs `plain.xml`, of fewer or more `plain-100.xml`.
fn name(content: Content, urls: u64) -> String {
    let name = match content {
        Content::Plain => "plain",
        Content::Clean => "clean",
        Content::Long => "large",
        Content::Extensions => "extensions",
        Content::Comments => "comments",
        Content::Defects => "defects",
        Content::OneLine => "one-line",
        Content::Text => "text",
        Content::Index => "index",
    };
    let number = if urls == FULL { String::new() } else { format!("-{urls}") };
    let extension = if content == Content::Text { "txt" } else { "xml" };
    format!("{name}{number}.{extension}")
}

/// The files of a folder, in the order of their names.
pub(crate) fn of_folder(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{} cannot be read: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    Ok(files)
}

/// How many bytes a file has.
pub(crate) fn size(file: &Path) -> Result<u64, String> {
    let data = fs::metadata(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    Ok(data.len())
}
