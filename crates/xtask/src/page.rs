//! Builds the page.
//!
//! cargo compiles the app and the validator; `wasm-parts` adds the scripts that start them and splits both; [`trunk`] copies
//! the rest, as `index.html` describes it; `sitemap-validator-site` adds the pages beside the app.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use crate::hosting;
use crate::join;
use crate::licenses;
use crate::lock::lock;
use crate::npm;
use crate::process::{build_program, built, cargo, command, run};
use crate::stamp;
use crate::steps::{note, step};
use crate::tools;
use crate::trunk::{self, Description, Package};

/// The folder of the built page.
pub(crate) const DIST: &str = "dist";

/// The folder of the validator, for the package, and of the app in one part.
pub(crate) const WHOLE: &str = "target/whole";

/// The same of the page for tests.
pub(crate) const TEST_WHOLE: &str = "target/whole-test";

/// The validator: JavaScript and WebAssembly.
pub(crate) const WORKER: [&str; 2] = ["sitemap-validator-worker.js", "sitemap-validator-worker_bg.wasm"];

/// The script of the editor, which the app asks for with the stamp of the build.
const EDITOR: &str = "editor.js";

/// Removes outdated compressed files, and compresses files. Node has the compressors that Rust needs libraries for.
pub(crate) const COMPRESS: &str = "crates/xtask/src/compress.mjs";

/// Splits modules, and writes their scripts.
const PARTS: &str = "wasm-parts";

/// Writes the pages beside the app.
const SITE: &str = "sitemap-validator-site";

/// The command line program.
const PROGRAM: &str = "sitemap-validator";

/// One of the ways to build the page.
struct Variant {
    /// Where the page is.
    dist: &'static str,
    /// Where app and validator are in one part.
    whole: &'static str,
    /// The profile of cargo; without it, that which `index.html` names.
    profile: Option<&'static str>,
    lock: &'static str,
}

const RELEASE: Variant = Variant { dist: DIST, whole: WHOLE, profile: None, lock: "target/page.lock" };

/// A first compilation takes three quarters of the processor time of the other, because the macros are those of all other
/// builds, and one after a change of the core half of it. The modules are larger and slower.
const TEST: Variant =
    Variant { dist: "target/page-test", whole: TEST_WHOLE, profile: Some("dev"), lock: "target/page-test.lock" };

/// Builds the page into `dist/`, unless it is current, and returns that folder. `site` is its future URL, for the sitemap
/// and crawlers.
pub(crate) fn build(root: &Path, site: Option<&str>) -> Result<PathBuf, String> {
    build_locked(root, &RELEASE, site, &[]).map(|(dist, _)| dist)
}

/// Builds the page, and beside it the program that can serve it; returns their paths.
pub(crate) fn build_to_serve(root: &Path, site: &str) -> Result<(PathBuf, PathBuf), String> {
    let (dist, _lock) = build_locked(root, &RELEASE, Some(site), &[PROGRAM])?;
    Ok((dist, build_program(root, &["--bin", PROGRAM], PROGRAM)?))
}

/// The folder of the page, which must have been built from the current sources.
pub(crate) fn current(root: &Path) -> Result<PathBuf, String> {
    if is_complete(root, &RELEASE, &stamp::of(root)?) {
        return Ok(root.join(DIST));
    }
    Err(format!("{DIST}/ was not built from these sources: run `cargo xtask check page` first"))
}

/// Builds the page for tests that count no bytes, unless it is current, and returns its folder. It is compiled faster, and runs
/// slower.
pub(crate) fn build_for_tests(root: &Path, site: Option<&str>) -> Result<PathBuf, String> {
    build_locked(root, &TEST, site, &[]).map(|(dist, _)| dist)
}

/// Builds the page and compresses its files for hosts.
pub(crate) fn build_for_hosts(root: &Path, site: Option<&str>) -> Result<(), String> {
    // The lock keeps other runs from changing files while they are compressed.
    let (dist, _lock) = build_locked(root, &RELEASE, site, &[])?;
    run(command("node", root).arg(COMPRESS).arg(dist))
}

/// Builds the page, and the program with the page in it, with these options of `cargo build` and these variables.
pub(crate) fn program(root: &Path, words: &[String], variables: &[(String, PathBuf)]) -> Result<(), String> {
    let (dist, _lock) = build_locked(root, &RELEASE, None, &[])?;
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

/// Builds a variant of the page unless it is current, and meanwhile the programs `beside` it. Returns its folder, and the lock
/// that keeps other runs from changing it.
fn build_locked(
    root: &Path,
    variant: &Variant,
    site: Option<&str>,
    beside: &[&str],
) -> Result<(PathBuf, File), String> {
    let dist = root.join(variant.dist);
    let stamp = stamp::of(root)?;
    if is_complete(root, variant, &stamp) {
        step("Page", "unchanged since the last build");
    } else {
        // What is missing is reported before anything takes long.
        npm::require("the build of the page runs parts of it")?;
        tools::target(root, tools::WASM)?;
        step("Page", "building, some minutes the first time");
    }
    let lock = lock(&root.join(variant.lock), "building the page")?;
    // The run that had the lock may have built the same.
    if !is_complete(root, variant, &stamp) {
        make(root, variant, &dist, &stamp, beside, compile)?;
    }
    add_pages(root, &dist, &stamp, site)?;
    run(command("node", root).arg(COMPRESS).arg(&dist).arg("clean"))?;
    note(&format!("{}/ is ready for any static host", variant.dist));
    Ok((dist, lock))
}

/// True if the page and the validator in one part were built from the sources with this stamp.
fn is_complete(root: &Path, variant: &Variant, stamp: &str) -> bool {
    is_current(&root.join(variant.dist), stamp)
        && WORKER.iter().all(|file| root.join(variant.whole).join(file).is_file())
}

fn is_current(dist: &Path, stamp: &str) -> bool {
    fs::read_to_string(dist.join("index.html")).is_ok_and(|page| page.contains(&stamp::filled(stamp)))
}

/// Completes the page that Trunk has built into a folder: `Trunk.toml` calls it. Trunk leaves no page that works by itself,
/// because it does not write the first view.
pub(crate) fn complete(root: &Path, staging: &Path) -> Result<(), String> {
    npm::require("the build of the page runs parts of it")?;
    let stamp = stamp::of(root)?;
    let _lock = lock(&root.join(RELEASE.lock), "building the page")?;
    make(root, &RELEASE, staging, &stamp, &[], modules)?;
    add_pages(root, staging, &stamp, None)
}

/// Adds the rules' pages, the front pages in other languages, and the sitemap.
fn add_pages(root: &Path, dist: &Path, stamp: &str, site: Option<&str>) -> Result<(), String> {
    let program = build_program(root, &["--bin", SITE], SITE)?;
    run(command(program, root).args([root, dist]).arg(stamp).args(site))
}

/// Compiles packages with the profile, or with that which `index.html` names, and returns the modules.
type Compile = fn(&Path, &[Package], Option<&str>) -> Result<Vec<PathBuf>, String>;

/// Builds the page into `dist` without the pages beside the app.
fn make(
    root: &Path,
    variant: &Variant,
    dist: &Path,
    stamp: &str,
    beside: &[&str],
    compile: Compile,
) -> Result<(), String> {
    let description = Description::read(root)?;
    let packages = description.packages(root)?;
    // Here until everything is there, because the old page and the old files in one part belong together.
    let work = root.join(variant.whole).with_added_extension("new");
    tools::remove(&work).map_err(|error| format!("{} cannot be removed: {error}", work.display()))?;
    thread::scope(|scope| {
        // Profiles have build folders of their own, which are not locked for each other. The last step of the one
        // compilation uses one core, the other compilation has the other.
        let modules = scope.spawn(|| compile(root, &packages, variant.profile));
        let tools = npm::install(root, root)?;
        bundle(root, &tools, Path::new("web/editor/editor.js"), &work.join(EDITOR))?;
        let parts = build_program(root, &["--bin", PARTS], PARTS)?;
        let programs = scope.spawn(|| {
            let words: Vec<&str> = [SITE].iter().chain(beside).flat_map(|name| ["--bin", name]).collect();
            build_program(root, &words, SITE).map(drop)
        });
        let modules = joined(modules)?;
        run(command(&parts, root).arg("bindgen").arg(&work).args(modules))?;
        for package in &packages {
            let script = work.join(format!("{}.js", package.name));
            bundle(root, &tools, &script, &script)?;
        }
        split(root, &parts, &work, &packages)?;
        if !programs.is_finished() {
            note("compiling the programs that complete and serve the page");
        }
        joined(programs)
    })?;
    let notices = licenses::of_page(root)?;
    let written = || -> io::Result<()> {
        tools::remove(dist)?;
        fs::create_dir_all(dist)?;
        fill(root, &description, &packages, &work, dist)?;
        join_files(dist)?;
        let whole = root.join(variant.whole);
        tools::remove(&whole)?;
        fs::rename(&work, whole)?;
        finish(dist, stamp, &notices)
    };
    written().map_err(|error| format!("{} cannot be written: {error}", dist.display()))
}

fn joined<T>(thread: thread::ScopedJoinHandle<'_, Result<T, String>>) -> Result<T, String> {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Compiles the packages to WebAssembly in one call of cargo.
fn compile(root: &Path, packages: &[Package], profile: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let modules = modules(root, packages, profile)?;
    let profile = profile.unwrap_or(&packages[0].profile);
    let names = packages.iter().flat_map(|package| ["--package", &package.name]);
    run(cargo(root).args(["build", "--target", tools::WASM, "--profile", profile]).args(names))?;
    Ok(modules)
}

/// Where cargo writes the modules of packages, which must have the same profile.
fn modules(root: &Path, packages: &[Package], profile: Option<&str>) -> Result<Vec<PathBuf>, String> {
    let profile_of = |package: &Package| profile.unwrap_or(&package.profile).to_owned();
    if packages.windows(2).any(|pair| profile_of(&pair[0]) != profile_of(&pair[1])) {
        return Err("the packages of the page have different profiles in index.html".to_owned());
    }
    let path = |package: &Package| {
        let profile = profile_of(package);
        let folder = if profile == "dev" { "debug" } else { &profile };
        built(root).join(tools::WASM).join(folder).join(&package.name).with_added_extension("wasm")
    };
    Ok(packages.iter().map(path).collect())
}

/// Writes a script with all that it imports as one short script.
fn bundle(root: &Path, tools: &Path, script: &Path, bundled: &Path) -> Result<(), String> {
    let mut bundle = command(tools.join("rolldown"), root);
    bundle.arg(script).args(["--format", "esm", "--minify", "--platform", "browser", "--log-level", "warn"]);
    run(bundle.arg("--file").arg(bundled))
}

/// Splits the validator and the app into the part that a first visit needs and the rest. Both visits use the validator.
fn split(root: &Path, program: &Path, folder: &Path, packages: &[Package]) -> Result<(), String> {
    thread::scope(|scope| {
        let visits = packages.iter().map(|package| {
            let visit = if package.is_worker { "crates/sitemap-validator-worker" } else { "web" };
            let [whole, first, rest] =
                ["bg", "first", "rest"].map(|part| folder.join(format!("{}_{part}.wasm", package.name)));
            scope.spawn(move || {
                let visit = root.join(visit).join("first-visit.mjs");
                run(command(program, root).arg("split").args([whole, visit, first, rest]))
            })
        });
        visits.collect::<Vec<_>>().into_iter().try_for_each(joined)
    })
}

/// Writes the app, the validator and all that `index.html` names. The names of the app's files have a hash of their contents,
/// as browsers keep them forever; those of the validator are fixed, and the app asks for them with the stamp of the build.
fn fill(root: &Path, description: &Description, packages: &[Package], parts: &Path, dist: &Path) -> io::Result<()> {
    fs::copy(parts.join(EDITOR), dist.join(EDITOR))?;
    for package in packages {
        let read = |end: &str| fs::read(parts.join(format!("{}{end}", package.name)));
        let (script, first, rest) = (read(".js")?, read("_first.wasm")?, read("_rest.wasm")?);
        let hashed = |content: &[u8]| format!("{}-{:016x}", package.name, trunk::hash(content));
        let (script_name, module_name) = if package.is_worker {
            (package.name.clone(), package.name.clone())
        } else {
            (hashed(&script), hashed(&[&first[..], &rest].concat()))
        };
        let (js, wasm) = (format!("{script_name}.js"), format!("{module_name}_bg.wasm"));
        let size = first.len();
        for (name, content) in [(&js, script), (&wasm, first), (&format!("{module_name}_rest.wasm"), rest)] {
            fs::write(dist.join(name), content)?;
        }
        if !package.is_worker {
            description.write(root, dist, &js, &wasm)?;
            let index = dist.join("index.html");
            // `boot.js` needs to know the size.
            let page = fs::read_to_string(&index)?.replace("data-size=\"\"", &format!("data-size=\"{size}\""));
            fs::write(index, page)?;
        }
    }
    Ok(())
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
