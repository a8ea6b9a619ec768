//! The folder with the fetched files.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use sitemap_validator_protocol::http::Page;
use sitemap_validator_protocol::name::last_segment;
use sitemap_validator_protocol::secret::without_userinfo;
use tempfile::TempDir;

use crate::input::{Entry, Fetched, MANIFEST, Manifest};
use crate::write::{OutputPath, own};

/// A folder of the user, or a temporary one that is removed at the end.
pub(crate) struct Folder {
    path: PathBuf,
    kept: Option<TempDir>,
    /// The number of the current site, from 0.
    site: usize,
}

impl Folder {
    /// Opens the folder at `path`, and creates it if needed, or creates a temporary folder.
    pub(crate) fn new(path: Option<&OutputPath>) -> Result<Self, String> {
        let Some(path) = path.map(OutputPath::path) else {
            let kept =
                tempfile::tempdir().map_err(|error| format!("a temporary folder could not be created: {error}"))?;
            return Ok(Self { path: kept.path().to_owned(), kept: Some(kept), site: 0 });
        };
        let unusable = |error| format!("{}: {error}", path.display());
        fs::create_dir_all(path).map_err(unusable)?;
        if fs::read_dir(path).map_err(unusable)?.next().is_some() {
            return Err(format!("{}: --save needs an empty folder", path.display()));
        }
        Ok(Self { path: path.to_owned(), kept: None, site: 0 })
    }

    /// Returns its path, if it is a temporary folder.
    pub(crate) fn temporary(&self) -> Option<PathBuf> {
        self.kept.as_ref().map(|folder| folder.path().to_owned())
    }

    /// Removes the fetched files of a site that could not be fetched.
    pub(crate) fn clear(&self) {
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            let _ = own::remove(&entry.path());
        }
    }

    /// Starts another site, whose files are numbered separately.
    pub(crate) const fn next(&mut self) {
        self.site += 1;
    }

    /// Returns the path for the file of the site with this number.
    pub(crate) fn path(&self, id: usize, url: &str) -> PathBuf {
        let safe = |character: char| {
            if character.is_ascii_alphanumeric() || "-_.".contains(character) { character } else { '_' }
        };
        let name: String = last_segment(url).chars().map(safe).take(80).collect();
        let site = if self.site == 0 { String::new() } else { format!("{}-", self.site) };
        self.path.join(format!("{site}{id:05}-{name}"))
    }

    /// Writes the manifest, and removes files that do not belong to the site, such as error pages.
    pub(crate) fn describe(&self, files: &[Fetched], partial: bool) -> Result<(), String> {
        if self.kept.is_some() {
            return Ok(());
        }
        let own = |file: &Fetched| Some(file.path.as_ref()?.file_name()?.to_string_lossy().into_owned());
        let entries = files.iter().map(|file| Entry { file: own(file), http: file.http.clone() }).collect();
        let manifest = Manifest::new(entries, partial);
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", self.path.display());
        let kept: HashSet<&Path> = files.iter().filter_map(|file| file.path.as_deref()).collect();
        for entry in fs::read_dir(&self.path).map_err(|error| problem(&error))?.flatten() {
            if !kept.contains(entry.path().as_path()) {
                own::remove(&entry.path()).map_err(|error| problem(&error))?;
            }
        }
        self.write(&manifest)
    }

    /// Adds the results of the page requests to the manifest.
    pub(crate) fn add(&self, pages: &[Page], partial: bool) -> Result<(), String> {
        if self.kept.is_some() || pages.is_empty() && !partial {
            return Ok(());
        }
        let mut manifest =
            Manifest::read(&self.path)?.ok_or_else(|| format!("{}: {MANIFEST} is gone", self.path.display()))?;
        // URLs with a password are not written; without the password, they would be different URLs.
        let is_open = |page: &&Page| without_userinfo(&page.listed) == page.listed;
        manifest.pages = pages.iter().filter(is_open).cloned().collect();
        manifest.partial = partial;
        self.write(&manifest)
    }

    fn write(&self, manifest: &Manifest) -> Result<(), String> {
        let problem = |error: &dyn std::fmt::Display| format!("{}: {error}", self.path.display());
        let text = serde_json::to_string_pretty(manifest).map_err(|error| problem(&error))?;
        own::write(&self.path.join(MANIFEST), &(text + "\n")).map_err(|error| problem(&error))
    }
}
