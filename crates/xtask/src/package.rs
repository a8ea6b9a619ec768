//! The npm package: the page's worker, with a module around it that a program calls.
//!
//! Its sources are in `packages/sitemap-validator`; the worker and the words of languages are taken from `dist/`, the
//! types are written by the protocol package.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::checks;
use crate::chromium;
use crate::licenses;
use crate::npm;
use crate::page;
use crate::process::{cargo, command, printed, run};
use crate::steps::{Steps, note};
use crate::totals::Totals;

/// The name of the package, and of the folder with its sources.
const NAME: &str = "sitemap-validator";

/// Where it is put together, and packed.
const TARGET: &str = "target/package";

/// All packages of the workspace have one version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What stands in the sources for the version.
const NO_VERSION: &str = "\"0.0.0\"";

/// The sources that name the version.
const VERSIONED: [&str; 2] = ["package.json", "version.js"];

/// What is taken from the built page as it is.
const FROM_THE_PAGE: [&str; 4] =
    ["sitemap-validator-worker.js", "sitemap-validator-worker_bg.wasm", "lang/es.txt", "lang/fr.txt"];

const LICENSES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// Builds the page, unless it is there, and the package from it.
pub(crate) fn build(root: &Path) -> Result<(), String> {
    let mut steps = Steps::of(page::STEPS + 1);
    let dist = page::build(root, None, &mut steps)?;
    steps.say("Package", "writing the types, packing");
    pack(root, &dist).map(|_| ())
}

/// Runs the tests of the package made of the page in `dist`, installed as its users do.
pub(crate) fn test(root: &Path, dist: &Path, totals: &mut Totals) -> Result<(), String> {
    let tests = checks::node_tests(root, "tests/package")?;
    npm::packages(root, None)?;
    let chromium = chromium::find(root)?;
    let packed = pack(root, dist)?;
    // What the reports are compared with. Built here, where a failure is told of.
    run(cargo(root).args(["build", "--quiet", "--package", "sitemap-validator-cli"]))?;
    let mut node = command("node", root);
    node.args(["--test", "--test-reporter=spec", "--test-concurrency=1", "--test-timeout=600000"]).args(tests);
    checks::counted(node.env("PACKAGE", packed).env("CHROMIUM", chromium), totals)
}

/// Puts the package together and packs it; returns the archive.
fn pack(root: &Path, dist: &Path) -> Result<PathBuf, String> {
    let target = root.join(TARGET);
    let folder = target.join(NAME);
    assemble(root, dist, &folder)
        .map_err(|error| format!("The package cannot be put together in {TARGET}/{NAME}: {error}"))?;
    for (file, text) in
        [("report.d.ts", types(root)?), (licenses::IN_THE_PACKAGE, licenses::of(root, &[licenses::WORKER])?)]
    {
        fs::write(folder.join(file), text).map_err(|error| format!("{file} cannot be written: {error}"))?;
    }
    run(npm::npm(&folder).args(["pack", "--silent", "--pack-destination", ".."]).stdout(Stdio::null()))?;
    let packed = format!("{NAME}-{VERSION}.tgz");
    let archive = target.join(&packed);
    let size = archive.metadata().map_err(|error| format!("npm has not written {packed}: {error}"))?.len();
    note(&format!("{TARGET}/{packed}: {} kB", size.div_ceil(1000)));
    Ok(archive)
}

/// Copies what the package is made of into `folder`, which is emptied before, and fills in the version.
fn assemble(root: &Path, dist: &Path, folder: &Path) -> io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder.join("lang"))?;
    for entry in fs::read_dir(root.join("packages").join(NAME))? {
        let entry = entry?;
        fs::copy(entry.path(), folder.join(entry.file_name()))?;
    }
    for file in FROM_THE_PAGE {
        fs::copy(dist.join(file), folder.join(file))?;
    }
    for file in LICENSES {
        fs::copy(root.join(file), folder.join(file))?;
    }
    for file in VERSIONED {
        let path = folder.join(file);
        let filled = with_version(&fs::read_to_string(&path)?);
        fs::write(path, filled.ok_or_else(|| io::Error::other(format!("{file} does not have {NO_VERSION} once")))?)?;
    }
    Ok(())
}

/// `text` with the version in its only place for it.
fn with_version(text: &str) -> Option<String> {
    let (before, after) = text.split_once(NO_VERSION)?;
    (!after.contains(NO_VERSION)).then(|| format!("{before}\"{VERSION}\"{after}"))
}

/// The types of the report, in TypeScript.
fn types(root: &Path) -> Result<String, String> {
    let mut cargo = cargo(root);
    cargo.args(["run", "--quiet", "--package", "sitemap-validator-protocol", "--features", "typescript"]);
    cargo.args(["--example", "typescript"]);
    printed(&mut cargo)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_have_a_place_for_the_version() {
        for file in VERSIONED {
            let text = fs::read_to_string(crate::root().join("packages").join(NAME).join(file)).expect("a source");
            let filled = with_version(&text).expect("one place");
            assert!(filled.contains(&format!("\"{VERSION}\"")) && !filled.contains(NO_VERSION), "{filled}");
        }
        assert_eq!(with_version("\"1.0.0\""), None);
        assert_eq!(with_version("\"0.0.0\" \"0.0.0\""), None);
    }

    #[test]
    fn the_notices_are_packed() {
        let text =
            fs::read_to_string(crate::root().join("packages").join(NAME).join("package.json")).expect("a source");
        assert!(text.contains(&format!("\"{}\"", licenses::IN_THE_PACKAGE)), "{text}");
    }

    #[test]
    fn what_is_put_together_is_the_package() {
        let root = std::env::temp_dir().join(format!("xtask-package-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let write = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        for file in VERSIONED {
            write(&format!("packages/{NAME}/{file}"), "version: \"0.0.0\"");
        }
        for file in FROM_THE_PAGE {
            write(&format!("dist/{file}"), file);
        }
        for file in LICENSES {
            write(file, file);
        }
        let folder = root.join(TARGET).join(NAME);
        write(&format!("{TARGET}/{NAME}/of-yesterday.js"), "");
        assemble(&root, &root.join("dist"), &folder).expect("the package");

        let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
        assert_eq!(read("package.json"), format!("version: \"{VERSION}\""));
        assert_eq!(read("lang/fr.txt"), "lang/fr.txt");
        assert_eq!(read("LICENSE-MIT"), "LICENSE-MIT");
        assert!(!folder.join("of-yesterday.js").exists());
        let _ = fs::remove_dir_all(&root);
    }
}
