//! Building the page: Trunk, and the little that Trunk does not do.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::compress;
use crate::hosting;
use crate::licenses;
use crate::lock::{Lock, lock};
use crate::npm;
use crate::process::{cargo, command, path_with, run};
use crate::stamp;
use crate::steps::{Steps, note};
use crate::tools;

/// How many steps [`build`] takes.
pub(crate) const STEPS: usize = 5;

/// The folder with the built page.
pub(crate) const DIST: &str = "dist";

/// Builds the page into `dist/`, unless it is there already, and returns that folder. `site` is the address it will be
/// served from, which the sitemap and crawlers want to know.
pub(crate) fn build(root: &Path, site: Option<&str>, steps: &mut Steps) -> Result<PathBuf, String> {
    built(root, site, steps).map(|(dist, _)| dist)
}

/// The same, with its files compressed, as hosts hand them out.
pub(crate) fn build_for_hosts(root: &Path, site: Option<&str>, steps: &mut Steps) -> Result<(), String> {
    // Another run must not change files while they are compressed.
    let (dist, _lock) = built(root, site, steps)?;
    compress::all(root, &dist)
}

/// Builds it, and returns the lock too, under which nobody else does.
fn built(root: &Path, site: Option<&str>, steps: &mut Steps) -> Result<(PathBuf, Lock), String> {
    let dist = root.join(DIST);
    let stamp = stamp::of(root)?;
    if is_current(&dist, &stamp) {
        steps.skip_to(STEPS);
        steps.say("Page", "nothing has changed since the last build");
        let lock = page_lock(root)?;
        return beside(root, &dist, &stamp, site).map(|()| (dist, lock));
    }
    tools::wasm_target(root, steps)?;
    let trunk = tools::trunk(root, steps)?;
    let helpers = [tools::wasm_bindgen(root, steps)?, npm::packages(root, Some(&mut *steps))?];
    steps.say("Page", "building for release, some minutes the first time");
    let lock = page_lock(root)?;
    // Whoever held the lock may have built just this.
    if !is_current(&dist, &stamp) {
        run_trunk(root, &trunk.join("trunk"), &helpers)?;
        let notices = licenses::of(root, licenses::PAGE)?;
        fs::write(dist.join(licenses::BESIDE_THE_PAGE), notices)
            .map_err(|error| format!("{DIST}/{} cannot be written: {error}", licenses::BESIDE_THE_PAGE))?;
        finish(&dist, &stamp)?;
    }
    beside(root, &dist, &stamp, site)?;
    note(&format!("{DIST}/ is ready for any static host: {}", size(&dist)?));
    Ok((dist, lock))
}

fn page_lock(root: &Path) -> Result<Lock, String> {
    lock(&root.join("target/page.lock"), "building the page")
}

/// Writes what is beside the app: the rules' pages, the front pages in other languages, the sitemap.
fn beside(root: &Path, dist: &Path, stamp: &str, site: Option<&str>) -> Result<(), String> {
    let mut cargo = cargo(root);
    cargo.args(["run", "--quiet", "--package", "sitemap-validator-site", "--"]).args([root, dist]).arg(stamp);
    run(cargo.args(site))?;
    compress::remove_stale(dist).map_err(|error| format!("{DIST}/ cannot be cleared of old compressed files: {error}"))
}

fn is_current(dist: &Path, stamp: &str) -> bool {
    fs::read_to_string(dist.join("index.html")).is_ok_and(|page| page.contains(&stamp::filled(stamp)))
}

fn run_trunk(root: &Path, trunk: &Path, helpers: &[PathBuf]) -> Result<(), String> {
    // Trunk builds offline, or it would look for tools on the network; so cargo's part comes first.
    run(cargo(root).args(["fetch"]))?;
    let mut trunk = command(trunk, root);
    trunk.args(["build", "--release", "--offline", "true", "--skip-version-check"]);
    trunk.env("PATH", path_with(helpers)?);
    // Trunk takes `NO_COLOR` for a switch and refuses its usual value, `1`.
    if env::var_os("NO_COLOR").is_some() {
        trunk.env_remove("NO_COLOR").args(["--color", "never"]);
    }
    run(&mut trunk)
}

/// Adds the headers, and last of all the stamp that says "complete".
fn finish(dist: &Path, stamp: &str) -> Result<(), String> {
    let failed = |error: io::Error| format!("{DIST}/ cannot be completed: {error}");
    hosting::write(dist).map_err(failed)?;
    let mut stamped = false;
    for entry in fs::read_dir(dist).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            let page = fs::read_to_string(&path).map_err(failed)?;
            if page.contains(stamp::PLACE) {
                fs::write(&path, page.replace(stamp::PLACE, &stamp::filled(stamp))).map_err(failed)?;
                stamped |= path.ends_with("index.html");
            }
        }
    }
    if stamped { Ok(()) } else { Err(format!("index.html has no `{}` in its head", stamp::PLACE)) }
}

/// How much a visitor may have to load, in words.
fn size(folder: &Path) -> Result<String, String> {
    let failed = |error: io::Error| format!("{DIST}/ cannot be read: {error}");
    let (mut files, mut bytes) = (0, 0);
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let data = entry.metadata().map_err(failed)?;
        if data.is_file() && !compress::is_packed(&entry.path()) {
            files += 1;
            bytes += data.len();
        }
    }
    Ok(format!("{files} files beside the rules' pages, {} kB", bytes.div_ceil(1000)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finishing_stamps_the_page() {
        let root = env::temp_dir().join(format!("xtask-page-{}", std::process::id()));
        let dist = root.join(DIST);
        fs::create_dir_all(&dist).expect("a folder");
        fs::write(dist.join("index.html"), "<head></head>").expect("a file");
        assert!(finish(&dist, "0123").expect_err("no place").starts_with("index.html has no `<meta"));

        fs::write(dist.join("index.html"), format!("<head>{}</head>", stamp::PLACE)).expect("a file");
        assert!(!is_current(&dist, "0123"));
        finish(&dist, "0123").expect("finished");
        assert!(is_current(&dist, "0123") && !is_current(&dist, "4567"));
        assert_eq!(
            fs::read_to_string(dist.join("index.html")).expect("the page"),
            r#"<head><meta name="build" content="0123"></head>"#
        );
        let _ = fs::remove_dir_all(&root);
    }
}
