//! Folders written by `--save`.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};
use sitemap_validator_protocol::http::{Http, Page};

use super::{Fetched, Input};

/// The name of the manifest in a folder written by `--save`.
pub(crate) const MANIFEST: &str = "manifest.json";
const TOOL: &str = "sitemap-validator";

/// The content of manifest.json.
#[derive(Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// `sitemap-validator`.
    tool: String,
    /// Always 1.
    version: u32,
    pub(crate) files: Vec<Entry>,
    /// The results of requesting the pages that the files list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) pages: Vec<Page>,
    /// True if some files or pages are missing.
    #[serde(default)]
    pub(crate) partial: bool,
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The name of the file in the folder, if there is one.
    pub(crate) file: Option<String>,
    pub(crate) http: Http,
}

impl Manifest {
    /// Creates a manifest of files, without pages.
    pub(crate) fn new(files: Vec<Entry>, partial: bool) -> Self {
        Self { tool: TOOL.to_owned(), version: 1, files, pages: Vec::new(), partial }
    }

    /// Reads the manifest in a folder; `None` if the folder has no manifest of this program.
    pub(crate) fn read(folder: &Path) -> Result<Option<Self>, String> {
        let path = folder.join(MANIFEST);
        let Ok(bytes) = fs::read(&path) else { return Ok(None) };
        match serde_json::from_slice::<Self>(&bytes) {
            Ok(manifest) => Ok(Some(manifest).filter(|manifest| manifest.tool == TOOL && manifest.version == 1)),
            // Other programs also use this file name.
            Err(_) if !String::from_utf8_lossy(&bytes).contains(&format!("\"{TOOL}\"")) => Ok(None),
            Err(error) => Err(format!("{}: {error}", path.display())),
        }
    }
}

/// The content of a folder written by `--save`.
pub(super) struct Saved {
    pub(super) inputs: Vec<Input>,
    pub(super) pages: Vec<Page>,
    /// True if something was not requested.
    pub(super) is_partial: bool,
}

/// Returns the content of a folder written by `--save`; `None` for other folders.
pub(super) fn saved(folder: &Path) -> Result<Option<Saved>, String> {
    let Some(manifest) = Manifest::read(folder)? else { return Ok(None) };
    // Only the file name is used, so that a path cannot lead out of the folder.
    let path = |name: String| Path::new(&name).file_name().map(|name| folder.join(name));
    let input = |Entry { file, http }| Input::Fetched(Box::new(Fetched { http, path: file.and_then(path) }));
    let inputs = manifest.files.into_iter().map(input).collect();
    Ok(Some(Saved { inputs, pages: manifest.pages, is_partial: manifest.partial }))
}
