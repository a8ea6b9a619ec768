//! The npm package: the page's worker, and a module that programs call.
//!
//! Its sources are in `packages/sitemap-validator`. The worker and the languages are from `dist/`, and the protocol package
//! writes the types.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::debian::CHROMIUM;
use crate::licenses;
use crate::node_tests;
use crate::npm;
use crate::page;
use crate::process::{build_program, built, command, printed, program_for_tests, run};
use crate::steps::{note, step};
use crate::tools;

/// The name of the package, and of the folder with its sources.
const NAME: &str = "sitemap-validator";

/// The folder, in the build folder, in which it is assembled and packed.
const TARGET: &str = "package";

/// All packages of the workspace have one version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The sources with the version, and its placeholder there.
const VERSIONED: [&str; 2] = ["package.json", "version.js"];
const PLACEHOLDER: &str = "\"0.0.0\"";

/// Files of the built page that the package contains.
const FROM_THE_PAGE: [&str; 2] = ["lang/es.txt", "lang/fr.txt"];

/// Builds the page, unless it is current, and the package from it.
pub(crate) fn build(root: &Path) -> Result<(), String> {
    let dist = page::build(root, None)?;
    step("Package", "writing the types, packing");
    pack(root, &dist, page::WHOLE).map(|_| ())
}

/// Runs all tests of the package.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let chromium = CHROMIUM.find(root)?;
    let tests = node_tests::files(root, "tests/package")?;
    test_in(root, &page::current(root)?, page::WHOLE, &tests, Some(&chromium))
}

/// Runs the tests of the package's functions, with the worker of the page that is built for tests.
pub(crate) fn smoke(root: &Path, dist: &Path) -> Result<(), String> {
    test_in(root, dist, page::TEST_WHOLE, &[root.join("tests/package/node.test.mjs")], None)
}

/// Runs tests of the package, built from the page in `dist` and the worker in `whole`, and installed as its users do.
fn test_in(root: &Path, dist: &Path, whole: &str, tests: &[PathBuf], chromium: Option<&Path>) -> Result<(), String> {
    npm::require("the tests of the npm packages run in Node")?;
    npm::install(root, root)?;
    let packed = pack(root, dist, whole)?;
    // The tests compare reports with those of this program.
    let program = program_for_tests(root)?;
    let node = || {
        let mut node = command("node", root);
        node.env("PACKAGE", &packed).env("PROGRAM", &program).envs(chromium.map(|path| ("CHROMIUM", path)));
        node
    };
    node_tests::run_each(node, tests, 2)
}

/// Assembles and packs the package; returns the archive.
fn pack(root: &Path, dist: &Path, whole: &str) -> Result<PathBuf, String> {
    let target = built(root).join(TARGET);
    let folder = target.join(NAME);
    assemble(root, dist, &root.join(whole), &folder)
        .map_err(|error| format!("The package cannot be assembled in {}: {error}", folder.display()))?;
    for (file, text) in [
        ("report.d.ts", types(root)?),
        (licenses::IN_THE_PACKAGE, licenses::of(root, &[licenses::WORKER], Some(tools::WASM))?),
    ] {
        fs::write(folder.join(file), text).map_err(|error| format!("{file} cannot be written: {error}"))?;
    }
    run(npm::npm(&folder).args(["pack", "--silent", "--pack-destination", ".."]).stdout(Stdio::null()))?;
    let packed = format!("{NAME}-{VERSION}.tgz");
    let archive = target.join(&packed);
    let size = archive.metadata().map_err(|error| format!("npm has not written {packed}: {error}"))?.len();
    note(&format!("{}: {} kB", archive.display(), size.div_ceil(1000)));
    Ok(archive)
}

/// Copies the files of the package into `folder`, which is emptied first, and fills in the version.
fn assemble(root: &Path, dist: &Path, whole: &Path, folder: &Path) -> io::Result<()> {
    tools::remove(folder)?;
    fs::create_dir_all(folder.join("lang"))?;
    for entry in fs::read_dir(root.join("packages").join(NAME))? {
        let entry = entry?;
        fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    let files = FROM_THE_PAGE.map(|file| (dist, file)).into_iter();
    let files = files.chain(page::WORKER.map(|file| (whole, file))).chain(licenses::OWN.map(|file| (root, file)));
    for (from, file) in files {
        fs::copy(from.join(file), folder.join(file))?;
    }
    for file in VERSIONED {
        let path = folder.join(file);
        let text = fs::read_to_string(&path)?;
        if text.matches(PLACEHOLDER).count() != 1 {
            return Err(io::Error::other(format!("{file} does not contain {PLACEHOLDER} once")));
        }
        fs::write(path, text.replace(PLACEHOLDER, &format!("\"{VERSION}\"")))?;
    }
    Ok(())
}

/// The types of the report, in TypeScript.
fn types(root: &Path) -> Result<String, String> {
    let words = ["--features", "sitemap-validator-protocol/typescript", "--example", "typescript"];
    printed(&mut command(build_program(root, &words, "examples/typescript")?, root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_package_is_assembled() {
        let root = crate::root();
        let (dist, target) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        fs::create_dir(dist.path().join("lang")).expect("a folder");
        for file in FROM_THE_PAGE.into_iter().chain(page::WORKER) {
            fs::write(dist.path().join(file), file).expect("a file");
        }
        let folder = target.path().join(NAME);
        fs::create_dir(&folder).expect("a folder");
        fs::write(folder.join("old.js"), "").expect("a file");
        assemble(&root, dist.path(), dist.path(), &folder).expect("the package");

        let read = |name: &str| fs::read_to_string(folder.join(name)).expect(name);
        for file in VERSIONED {
            assert!(read(file).contains(&format!("\"{VERSION}\"")) && !read(file).contains(PLACEHOLDER), "{file}");
        }
        assert!(read("package.json").contains(&format!("\"{}\"", licenses::IN_THE_PACKAGE)));
        assert_eq!(read("lang/fr.txt"), "lang/fr.txt");
        assert!(read("LICENSE-MIT").starts_with("MIT License") && !folder.join("old.js").exists());
    }
}
