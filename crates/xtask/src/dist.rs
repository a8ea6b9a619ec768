//! `cargo xtask dist`: the files of a release for one target.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::debian::Program;
use crate::licenses;
use crate::node_tests;
use crate::npm;
use crate::page;
use crate::process::{build_program, built, command, printed, run};
use crate::python;
use crate::steps::{note, step};
use crate::tools;

/// The compiler for programs that are linked with musl.
const MUSL_GCC: Program =
    Program { variable: "MUSL_GCC", names: &["musl-gcc"], beside: &[], packages: &["musl-tools"] };

/// Writes the checksums of a folder's files, and the formula of Homebrew.
const SUMS: &str = "crates/xtask/src/sums.mjs";

/// The packages that the program is compiled from, besides those of the page in it.
const PROGRAM: &str = "sitemap-validator-cli";

/// Builds all that a release has for `target`, into `target/release-files/`: the archive of the program, the npm packages, and
/// the wheel and the sources of the Python package; and adds the checksums of what is there.
pub(crate) fn run_for(root: &Path, target: Option<&str>) -> Result<(), String> {
    make(root, target, page::program)
}

/// Builds the program with options of `cargo build` and variables.
type Build = fn(&Path, &[String], &[(String, PathBuf)]) -> Result<(), String>;

fn make(root: &Path, target: Option<&str>, build: Build) -> Result<(), String> {
    let host = host(root)?;
    let is_host = target.is_none_or(|target| target == host);
    let target = target.map_or_else(|| usual(&host), str::to_owned);
    let out = built(root).join("release-files");
    let failed = |error: io::Error| format!("{} cannot be written: {error}", out.display());
    fs::create_dir_all(&out).map_err(failed)?;
    let folder = archive(root, &target, &out, build)?;
    step("npm packages", "packing");
    let program = folder.join(format!("sitemap-validator{}", if target.contains("windows") { ".exe" } else { "" }));
    let mut pack = command("node", root);
    pack.arg("packages/sitemap-validator-cli/pack.mjs").arg(program).args([&target, env!("CARGO_PKG_VERSION")]);
    for package in printed(pack.arg(built(root).join("npm")))?.lines().map(Path::new) {
        fs::copy(folder.join(licenses::IN_THE_PACKAGE), package.join(licenses::IN_THE_PACKAGE)).map_err(failed)?;
        run(npm::npm(package).args(["pack", "--silent", "--pack-destination"]).arg(&out).stdout(Stdio::null()))?;
    }
    if is_host {
        for package in [python::wheel(root)?, python::source_distribution(root)?] {
            fs::copy(&package, out.join(package.file_name().unwrap_or_default())).map_err(failed)?;
        }
    }
    sums(root, &out)
}

/// Writes the checksums of the files in a folder, and the formula of Homebrew if the programs for macOS are there.
pub(crate) fn sums(root: &Path, folder: &Path) -> Result<(), String> {
    run(command("node", root).arg(SUMS).arg(folder).arg(env!("CARGO_PKG_VERSION")))
}

/// The archive with the program, its manual page, completions and licenses; gives the folder that was packed.
fn archive(root: &Path, target: &str, out: &Path, build: Build) -> Result<PathBuf, String> {
    let name = format!("sitemap-validator-{}-{target}", env!("CARGO_PKG_VERSION"));
    let folder = built(root).join(&name);
    let failed = |error: io::Error| format!("{} cannot be written: {error}", folder.display());
    tools::target(root, target)?;
    let mut variables = Vec::new();
    if target.ends_with("linux-musl") {
        variables.push((format!("CC_{}", target.replace('-', "_")), MUSL_GCC.find(root)?));
    }
    build(root, &["--target".to_owned(), target.to_owned()], &variables)?;
    tools::remove(&folder).map_err(failed)?;
    fs::create_dir_all(folder.join("completions")).map_err(failed)?;
    let file = if target.contains("windows") { "sitemap-validator.exe" } else { "sitemap-validator" };
    fs::copy(built(root).join(target).join("release").join(file), folder.join(file)).map_err(failed)?;
    // The program may be for another machine; one of this machine knows the same options.
    let program = build_program(root, &["--bin", "sitemap-validator"], "sitemap-validator")?;
    let write = |name: &str, word: &str| {
        fs::write(folder.join(name), printed(command(&program, root).arg(word))?).map_err(failed)
    };
    write("sitemap-validator.1", "--man")?;
    for (shell, name) in [
        ("bash", "sitemap-validator.bash"),
        ("zsh", "_sitemap-validator"),
        ("fish", "sitemap-validator.fish"),
        ("powershell", "sitemap-validator.ps1"),
    ] {
        write(&format!("completions/{name}"), &format!("--completions={shell}"))?;
    }
    for license in licenses::OWN {
        fs::copy(root.join(license), folder.join(license)).map_err(failed)?;
    }
    let mut packages = vec![PROGRAM];
    packages.extend(licenses::PAGE);
    fs::write(folder.join(licenses::IN_THE_PACKAGE), licenses::of(root, &packages, None)?).map_err(failed)?;
    let ending = if target.contains("windows") { "zip" } else { "tar.gz" };
    let archive = out.join(format!("{name}.{ending}"));
    // On Windows, it writes the format that the name says.
    let option = if ending == "zip" { "-acf" } else { "-czf" };
    run(command("tar", &built(root)).arg(option).arg(&archive).arg(&name))?;
    step("Archive", &archive.display().to_string());
    Ok(folder)
}

/// The target of a release for this host: a program that needs no library runs on every Linux.
fn usual(host: &str) -> String {
    host.replace("linux-gnu", "linux-musl")
}

/// The target of this machine.
fn host(root: &Path) -> Result<String, String> {
    let version = printed(command("rustc", root).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not tell its host".to_owned())
}

/// Makes the release of this machine and tries it: the program in an empty folder tree, as `FROM scratch` in the Dockerfile.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let host = host(root)?;
    let target = match tools::target(root, &usual(&host)) {
        Ok(()) => None,
        Err(problem) => {
            note(&format!("left out: the static program, because {problem}"));
            Some(host.as_str())
        }
    };
    // Other tests use the page, and compressing changes its folder.
    make(root, target, |root, words, variables| {
        let (page, copy) = (page::current(root)?, built(root).join("release-page"));
        tools::remove(&copy).map_err(|error| error.to_string())?;
        let script = "require('node:fs').cpSync(process.argv[1], process.argv[2], { recursive: true })";
        run(command("node", root).args(["-e", script]).args([&page, &copy]))?;
        page::program_with(root, &copy, words, variables)
    })?;
    let mut node = command("node", root);
    node.env("RELEASE", built(root).join("release-files"));
    node_tests::run_all(node, &node_tests::files(root, "tests/release")?)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_targets_of_the_npm_packages_are_targets_of_rust() {
        let known = super::printed(super::command("rustc", &crate::root()).args(["--print", "target-list"]));
        let known = known.expect("rustc");
        let targets = std::fs::read_to_string(crate::root().join("packages/sitemap-validator-cli/targets.json"));
        let targets = jzon::parse(&targets.expect("the targets")).expect("JSON");
        assert!(targets.entries().count() > 4);
        for (target, _) in targets.entries() {
            assert!(known.lines().any(|line| line == target), "{target}");
        }
    }
}
