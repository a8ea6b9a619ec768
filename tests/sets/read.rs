//! The sets of `tests/sets`, which all front ends report alike.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sitemap_validator::{Options, Validator};

/// A set of files.
pub(crate) struct Set {
    /// What it shows.
    pub(crate) name: String,
    /// The URL of the folder they are served from.
    pub(crate) base: Option<String>,
    /// Their names and contents.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

/// Where they are.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/sets");

impl Set {
    /// What the library reports.
    pub(crate) fn expected(&self) -> Value {
        let files = self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.clone()));
        plain(&Validator::new(Options::default()).check_set(files, self.base.as_deref()).to_json())
    }
}

/// All of them.
pub(crate) fn sets() -> Vec<Set> {
    let mut folders: Vec<PathBuf> = fs::read_dir(ROOT).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.is_dir());
    folders.sort();
    folders.iter().map(|folder| set(folder)).collect()
}

fn set(folder: &Path) -> Set {
    let about: Value = serde_json::from_str(&fs::read_to_string(folder.join("set.json")).unwrap()).unwrap();
    let names = about["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
    let files = names.map(|name| (name.clone(), fs::read(folder.join(name)).unwrap())).collect();
    let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
    Set { name, base: about["base"].as_str().map(str::to_owned), files }
}

/// A report without the program that made it.
pub(crate) fn plain(report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).unwrap_or_else(|error| panic!("{error}: {report}"));
    report.as_object_mut().unwrap().remove("tool");
    report
}

/// The report on `tests/saved/site`, a folder written by `--save`. The command line writes it with `UPDATE_SETS=1`.
pub(crate) fn saved_site() -> (PathBuf, PathBuf) {
    let folder = Path::new(ROOT).join("../saved");
    (folder.join("site"), folder.join("site.json"))
}
