//! Packs the page into the program: the folder that `SITEMAP_VALIDATOR_PAGE` names, or none.

#![allow(clippy::disallowed_methods)] // it writes to the folder of the build

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use flate2::{Compression, write::GzEncoder};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=SITEMAP_VALIDATOR_PAGE");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("page.tar.gz");
    let mut archive = tar::Builder::new(GzEncoder::new(File::create(out)?, Compression::best()));
    archive.mode(tar::HeaderMode::Deterministic);
    if let Some(page) = env::var_os("SITEMAP_VALIDATOR_PAGE").map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", page.display());
        add(&mut archive, &page, Path::new(""))?;
    }
    archive.into_inner()?.finish().map(drop)
}

/// Adds the files of a folder. Of one that is also there compressed with brotli, only that is packed.
fn add(archive: &mut tar::Builder<GzEncoder<File>>, folder: &Path, within: &Path) -> io::Result<()> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let (path, name) = (entry.path(), entry.file_name());
        let ending = path.extension().unwrap_or_default();
        if path.is_dir() {
            add(archive, &path, &within.join(&name))?;
        } else if ending != "gz" && !name.to_string_lossy().starts_with(['.', '_']) {
            let mut packed = path.clone().into_os_string();
            packed.push(".br");
            if !Path::new(&packed).exists() {
                archive.append_path_with_name(&path, within.join(&name))?;
            }
        }
    }
    Ok(())
}
