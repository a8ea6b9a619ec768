//! Builds the page with Trunk, and adds what Trunk does not do.

use std::env;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use crate::hosting;
use crate::join;
use crate::licenses;
use crate::lock::lock;
use crate::npm;
use crate::process::{build_program, cargo, command, path_with, run};
use crate::stamp;
use crate::steps::{note, step};
use crate::tools;

/// The folder of the built page.
pub(crate) const DIST: &str = "dist";

/// The folder of the validator, for the package, and of the app in one part.
pub(crate) const WHOLE: &str = "target/whole";

/// The validator: JavaScript and WebAssembly.
pub(crate) const WORKER: [&str; 2] = ["sitemap-validator-worker.js", "sitemap-validator-worker_bg.wasm"];

/// Removes outdated compressed files, and compresses files. Node has the compressors that Rust needs libraries for.
pub(crate) const COMPRESS: &str = "crates/xtask/src/compress.mjs";

/// Builds the page into `dist/`, unless it is current, and returns that folder. `site` is its future URL, for the sitemap
/// and crawlers.
pub(crate) fn build(root: &Path, site: Option<&str>) -> Result<PathBuf, String> {
    build_locked(root, site).map(|(dist, _)| dist)
}

/// The folder of the page, which must have been built from the current sources.
pub(crate) fn current(root: &Path) -> Result<PathBuf, String> {
    let dist = root.join(DIST);
    if is_complete(root, &stamp::of(root)?) {
        return Ok(dist);
    }
    Err(format!("{DIST}/ was not built from these sources: run `cargo xtask check page` first"))
}

/// Builds the page and compresses its files for hosts.
pub(crate) fn build_for_hosts(root: &Path, site: Option<&str>) -> Result<(), String> {
    // The lock keeps other runs from changing files while they are compressed.
    let (dist, _lock) = build_locked(root, site)?;
    run(command("node", root).arg(COMPRESS).arg(dist))
}

/// Builds the page, and the program with the page in it, with these options of `cargo build` and these variables.
pub(crate) fn program(root: &Path, words: &[String], variables: &[(String, PathBuf)]) -> Result<(), String> {
    let (dist, _lock) = build_locked(root, None)?;
    program_with(root, &dist, words, variables)
}

/// Builds the program with the page in a folder, whose files are compressed for it.
pub(crate) fn program_with(
    root: &Path,
    page: &Path,
    words: &[String],
    variables: &[(String, PathBuf)],
) -> Result<(), String> {
    run(command("node", root).arg(COMPRESS).arg(page))?;
    step("Program", "building");
    let mut build = cargo(root);
    build.args(["build", "--release", "--package", "sitemap-validator-cli"]).args(words);
    build.envs(variables.iter().map(|(name, value)| (name, value)));
    run(build.env("SITEMAP_VALIDATOR_PAGE", page))
}

fn build_locked(root: &Path, site: Option<&str>) -> Result<(PathBuf, File), String> {
    let dist = root.join(DIST);
    let stamp = stamp::of(root)?;
    let lock = || lock(&root.join("target/page.lock"), "building the page");
    let lock = if is_complete(root, &stamp) {
        step("Page", "unchanged since the last build");
        lock()?
    } else {
        tools::target(root, tools::WASM)?;
        let trunk = tools::trunk(root)?;
        let wasm_bindgen = tools::wasm_bindgen(root)?;
        step("Packages (npm)", "looking for updates");
        let helpers = [wasm_bindgen, npm::install(root, root)?];
        step("Page", "building for release, some minutes the first time");
        let lock = lock()?;
        // The run that had the lock may have built the same.
        if !is_complete(root, &stamp) {
            run_trunk(root, &trunk.join("trunk"), &helpers)?;
            split(root, &dist)?;
            join_files(&dist).map_err(|error| format!("the files of {DIST}/ cannot be joined: {error}"))?;
            let notices = licenses::of(root, licenses::PAGE, Some(tools::WASM))?;
            finish(&dist, &stamp, &notices).map_err(|error| format!("{DIST}/ cannot be completed: {error}"))?;
        }
        lock
    };
    // The rules' pages, the front pages in other languages, and the sitemap.
    let name = "sitemap-validator-site";
    let program = build_program(root, &["--bin", name], name)?;
    run(command(program, root).args([root, &dist]).arg(stamp).args(site))?;
    run(command("node", root).arg(COMPRESS).arg(&dist).arg("clean"))?;
    note(&format!("{DIST}/ is ready for any static host"));
    Ok((dist, lock))
}

/// True if the page and the validator in one part were built from the sources with this stamp.
fn is_complete(root: &Path, stamp: &str) -> bool {
    is_current(&root.join(DIST), stamp) && WORKER.iter().all(|file| root.join(WHOLE).join(file).is_file())
}

fn is_current(dist: &Path, stamp: &str) -> bool {
    fs::read_to_string(dist.join("index.html")).is_ok_and(|page| page.contains(&stamp::filled(stamp)))
}

fn run_trunk(root: &Path, trunk: &Path, helpers: &[PathBuf]) -> Result<(), String> {
    // Trunk builds offline, or it would download tools; so cargo downloads packages first.
    run(cargo(root).args(["fetch"]))?;
    let mut trunk = command(trunk, root);
    trunk.args(["build", "--release", "--offline", "true", "--skip-version-check"]);
    trunk.env("PATH", path_with(helpers)?);
    // Trunk expects `true` or `false` in `NO_COLOR` and refuses its usual value, `1`.
    if env::var_os("NO_COLOR").is_some() {
        trunk.env_remove("NO_COLOR").args(["--color", "never"]);
    }
    run(&mut trunk)
}

/// Splits the validator and the app into the part that a first visit needs and the rest. `index.html` turns wasm-opt off,
/// because it would inline functions of the rest into the first part.
fn split(root: &Path, dist: &Path) -> Result<(), String> {
    let program = build_program(root, &["--bin", "wasm-parts"], "wasm-parts")?;
    let unwritten = |error: io::Error| format!("the parts cannot be written: {error}");
    let whole = root.join(WHOLE);
    fs::remove_dir_all(&whole).or(Ok(())).and_then(|()| fs::create_dir_all(&whole)).map_err(unwritten)?;
    let index = fs::read_to_string(dist.join("index.html")).map_err(unwritten)?;
    let app = app(&index)?;
    // The visit of the app asks the validator.
    for (name, visit) in
        [("sitemap-validator-worker", "crates/sitemap-validator-worker/first-visit.mjs"), (app, "web/first-visit.mjs")]
    {
        let [script, wasm, rest] =
            ["", "_bg", "_rest"].map(|part| format!("{name}{part}.{}", if part.is_empty() { "js" } else { "wasm" }));
        for file in [&script, &wasm] {
            fs::copy(dist.join(file), whole.join(file)).map_err(unwritten)?;
        }
        let parts = [dist.join(&wasm), dist.join(rest)];
        run(command(&program, root).args([whole.join(&wasm), root.join(visit)]).args(parts))?;
    }
    rename_app(dist, &index, app).map_err(unwritten)
}

/// The name of the app's files, without their endings.
fn app(index: &str) -> Result<&str, String> {
    let name = index.split_once("data-wasm=\"./").and_then(|(_, rest)| Some(rest.split_once("_bg.wasm\"")?.0));
    name.ok_or_else(|| "index.html does not name the app's WebAssembly".to_owned())
}

/// Gives the parts of the app names with a hash of what they contain now, as browsers keep them forever, and fills in the
/// size that `boot.js` needs to know.
fn rename_app(dist: &Path, index: &str, app: &str) -> io::Result<()> {
    let mut hash = DefaultHasher::new();
    for part in ["bg", "rest"] {
        fs::read(dist.join(format!("{app}_{part}.wasm")))?.hash(&mut hash);
    }
    let stem = app.rsplit_once('-').map_or(app, |(stem, _)| stem);
    let name = format!("{stem}-{:016x}", hash.finish());
    for part in ["bg", "rest"] {
        fs::rename(dist.join(format!("{app}_{part}.wasm")), dist.join(format!("{name}_{part}.wasm")))?;
    }
    let size = fs::metadata(dist.join(format!("{name}_bg.wasm")))?.len();
    let index = index.replace(&format!("{app}_bg.wasm"), &format!("{name}_bg.wasm"));
    fs::write(dist.join("index.html"), index.replace("data-size=\"\"", &format!("data-size=\"{size}\"")))
}

fn join_files(dist: &Path) -> io::Result<()> {
    let index = dist.join("index.html");
    let page = join::join(dist, &fs::read_to_string(&index)?)?;
    fs::write(index, page)
}

/// Adds the notices, the headers, and last of all the stamp that marks the page as complete.
fn finish(dist: &Path, stamp: &str, notices: &str) -> io::Result<()> {
    fs::write(dist.join(licenses::BESIDE_THE_PAGE), notices)?;
    hosting::write(dist)?;
    for entry in fs::read_dir(dist)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "html") {
            fs::write(&path, fs::read_to_string(&path)?.replace(stamp::PLACE, &stamp::filled(stamp)))?;
        }
    }
    if is_current(dist, stamp) { Ok(()) } else { Err(io::Error::other(format!("index.html has no {}", stamp::PLACE))) }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, SystemTime};

    use super::*;

    #[test]
    fn finishing_stamps_the_page() {
        let folder = tempfile::tempdir().expect("a folder");
        let page = folder.path().join("index.html");
        fs::write(&page, "<head></head>").expect("a file");
        assert!(finish(folder.path(), "0123", "").is_err());

        fs::write(&page, format!("<head>{}</head>", stamp::PLACE)).expect("a file");
        assert!(!is_current(folder.path(), "0123"));
        finish(folder.path(), "0123", "").expect("finished");
        assert!(is_current(folder.path(), "0123") && !is_current(folder.path(), "4567"));
        let page = fs::read_to_string(page).expect("the page");
        assert_eq!(page, r#"<head><meta name="build" content="0123"></head>"#);
    }

    #[test]
    fn files_are_compressed_and_outdated_ones_removed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        let exists = |name: &str| path(name).is_file();
        let compress = |options: &[&str]| {
            run(command("node", &crate::root()).arg(COMPRESS).arg(folder.path()).args(options)).expect("compressed");
        };
        fs::create_dir(path("rules")).expect("a folder");
        for name in ["index.html", "rules/a.md", "embed.js", "gone.css", "changed.css", "picture.png"] {
            fs::write(path(name), "<p>much the same</p>\n".repeat(100)).expect("a file");
        }
        fs::write(path("short.css"), "a{}").expect("a file");
        fs::write(path("picture.png.gz"), "not ours").expect("a file");
        compress(&["5"]);
        for name in ["index.html.br", "index.html.gz", "rules/a.md.br", "gone.css.br", "changed.css.gz"] {
            assert!(fs::metadata(path(name)).expect(name).len() < 100, "{name}");
        }
        assert!(!exists("short.css.br") && !exists("picture.png.br"));
        let hash = fs::read_to_string(path("embed.js.sha384")).expect("a hash");
        assert!(hash.starts_with("sha384-") && hash.trim_end().len() == "sha384-".len() + 64, "{hash}");

        let set_time = |name: &str, time: SystemTime| {
            File::options().append(true).open(path(name)).and_then(|file| file.set_modified(time)).expect("a time");
        };
        fs::remove_file(path("gone.css")).expect("removed");
        set_time("changed.css", SystemTime::now() + Duration::from_secs(5));
        compress(&["clean"]);
        assert!(!exists("gone.css.br") && !exists("gone.css.gz") && !exists("changed.css.br"));
        assert!(exists("index.html.br") && exists("rules/a.md.gz") && exists("picture.png.gz"));

        // Current files are kept.
        let time = fs::metadata(path("index.html")).and_then(|data| data.modified()).expect("a time");
        fs::write(path("index.html.br"), "kept").expect("a file");
        set_time("index.html.br", time);
        compress(&["5"]);
        assert!(fs::read(path("index.html.br")).expect("a file") == b"kept" && exists("changed.css.br"));
    }
}
