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
use crate::process::{built, cargo, command, printed, program_for_tests, run};
use crate::python;
use crate::steps::{note, step};
use crate::tools;
use crate::translations;
use crate::trunk::copy_folder;

/// The compiler for programs that are linked with musl.
const MUSL_GCC: Program =
    Program { variable: "MUSL_GCC", names: &["musl-gcc"], beside: &[], packages: &["musl-tools"] };

/// Writes the checksums of a folder's files, and the formula of Homebrew.
const SUMS: &str = "crates/xtask/src/sums.mjs";

/// The package of the program. The license notices also cover the packages of the page in it.
const PROGRAM: &str = "sitemap-validator-cli";

/// Builds the program for a target, with variables for its compilers; returns the folder that contains it.
type Build = fn(&Path, &str, &[(String, PathBuf)]) -> Result<PathBuf, String>;

/// How the files of a release are made.
struct Recipe {
    /// The folder with the content of the archives.
    work: PathBuf,
    /// The folder for the finished files.
    out: PathBuf,
    program: Build,
    wheel: fn(&Path) -> Result<PathBuf, String>,
}

/// Builds all release files for `target` into `target/release-files/`: the archive of the program, the npm packages,
/// and the wheel and the sources of the Python package; and writes their checksums.
pub(crate) fn run_for(root: &Path, target: Option<&str>) -> Result<(), String> {
    translations::require(root)?;
    let program: Build = |root, target, variables| {
        page::program(root, &["--target".to_owned(), target.to_owned()], variables)?;
        Ok(built(root).join(target).join("release"))
    };
    make(
        root,
        target,
        &Recipe { work: built(root), out: built(root).join("release-files"), program, wheel: python::wheel },
    )
}

fn make(root: &Path, target: Option<&str>, recipe: &Recipe) -> Result<(), String> {
    npm::require("the packages of the command line are packed with npm")?;
    let host = host(root)?;
    let is_host = target.is_none_or(|target| target == host);
    let target = target.map_or_else(|| usual(&host), str::to_owned);
    let out = &recipe.out;
    let failed = |error: io::Error| format!("{} cannot be written: {error}", out.display());
    fs::create_dir_all(out).map_err(failed)?;
    let folder = archive(root, &target, recipe)?;
    step("npm packages", "packing");
    let program = folder.join(format!("sitemap-validator{}", if target.contains("windows") { ".exe" } else { "" }));
    let mut pack = command("node", root);
    pack.arg("packages/sitemap-validator-cli/pack.mjs").arg(program).args([&target, env!("CARGO_PKG_VERSION")]);
    for package in printed(pack.arg(recipe.work.join("npm")))?.lines().map(Path::new) {
        fs::copy(folder.join(licenses::IN_THE_PACKAGE), package.join(licenses::IN_THE_PACKAGE)).map_err(failed)?;
        run(npm::npm(package).args(["pack", "--silent", "--pack-destination"]).arg(out).stdout(Stdio::null()))?;
    }
    if is_host {
        for package in [(recipe.wheel)(root)?, python::source_distribution(root)?] {
            fs::copy(&package, out.join(package.file_name().unwrap_or_default())).map_err(failed)?;
        }
    }
    sums(root, out)
}

/// Writes the checksums of the files in a folder, and the formula of Homebrew if the programs for macOS are there.
pub(crate) fn sums(root: &Path, folder: &Path) -> Result<(), String> {
    run(command("node", root).arg(SUMS).arg(folder).arg(env!("CARGO_PKG_VERSION")))
}

/// The archive with the program, its manual page, completions and licenses; gives the folder that was packed.
fn archive(root: &Path, target: &str, recipe: &Recipe) -> Result<PathBuf, String> {
    let name = format!("sitemap-validator-{}-{target}", env!("CARGO_PKG_VERSION"));
    let folder = recipe.work.join(&name);
    let failed = |error: io::Error| format!("{} cannot be written: {error}", folder.display());
    tools::target(root, target)?;
    let mut variables = Vec::new();
    if target.ends_with("linux-musl") {
        variables.push((format!("CC_{}", target.replace('-', "_")), MUSL_GCC.find(root)?));
    }
    let compiled = (recipe.program)(root, target, &variables)?;
    tools::remove(&folder).map_err(failed)?;
    fs::create_dir_all(folder.join("completions")).map_err(failed)?;
    let file = if target.contains("windows") { "sitemap-validator.exe" } else { "sitemap-validator" };
    fs::copy(compiled.join(file), folder.join(file)).map_err(failed)?;
    // The program may not run on this machine, so the one built for the tests, which has the same options, prints them.
    let program = program_for_tests(root)?;
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
    let archive = recipe.out.join(format!("{name}.{ending}"));
    // On Windows, `tar` chooses the format by the file extension.
    let option = if ending == "zip" { "-acf" } else { "-czf" };
    run(command("tar", &recipe.work).arg(option).arg(&archive).arg(&name))?;
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

/// Makes a release of this machine and tries it: the program in an empty folder tree, as `FROM scratch` in the
/// Dockerfile. All of it is compiled as for other tests, which takes less time than a real one.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let program = |root: &Path, target: &str, variables: &[(String, PathBuf)]| {
        let page = compressed_page(root, "5")?;
        step("Program", "building for tests");
        let mut build = cargo(root);
        // With `--workspace`, macros and build scripts are shared with other tests.
        build.args(["build", "--quiet", "--workspace", "--bin", "sitemap-validator", "--target", target]);
        // Not in a profile: the profile of tests would differ, and all that is shared would be compiled anew.
        let flags = format!("CARGO_TARGET_{}_RUSTFLAGS", target.replace('-', "_").to_uppercase());
        build.env(flags, "-C opt-level=0 -C debuginfo=0 -C strip=symbols");
        build.envs(variables.iter().map(|(name, value)| (name, value)));
        run(build.env("SITEMAP_VALIDATOR_PAGE", page))?;
        Ok(built(root).join(target).join("debug"))
    };
    let needed = |root: &Path| {
        let files = python::compiled_files(root)?;
        Ok(files.iter().map(|file| file.to_string_lossy().into_owned() + "\n").collect())
    };
    try_out(root, program, python::wheel_for_tests, needed)
}

/// The same, compiled and compressed as for users, and its sources are compiled too.
pub(crate) fn test_release(root: &Path) -> Result<(), String> {
    translations::require(root)?;
    let program = |root: &Path, target: &str, variables: &[(String, PathBuf)]| {
        let page = compressed_page(root, "11")?;
        page::program_with(root, &page, &["--target".to_owned(), target.to_owned()], variables)?;
        Ok(built(root).join(target).join("release"))
    };
    try_out(root, program, python::wheel, |_| Ok(String::new()))
}

/// Makes a release and runs its tests. `needed` are the files to look for in the sources; none if they are to be
/// compiled.
fn try_out(
    root: &Path,
    program: Build,
    wheel: fn(&Path) -> Result<PathBuf, String>,
    needed: fn(&Path) -> Result<String, String>,
) -> Result<(), String> {
    let host = host(root)?;
    let target = match tools::target(root, &usual(&host)) {
        Ok(()) => None,
        Err(problem) => {
            note(&format!("left out: the static program, because {problem}"));
            Some(host.as_str())
        }
    };
    let work = built(root).join("test-release");
    tools::remove(&work).map_err(|error| format!("{} cannot be emptied: {error}", work.display()))?;
    let recipe = Recipe { out: work.join("files"), work, program, wheel };
    make(root, target, &recipe)?;
    let list = recipe.work.join("needed.txt");
    fs::write(&list, needed(root)?).map_err(|error| format!("{} cannot be written: {error}", list.display()))?;
    let mut node = command("node", root);
    node.env("RELEASE", recipe.out).env("NEEDED", list).env("CARGO_TARGET_DIR", built(root));
    node_tests::run_all(node, &node_tests::files(root, "tests/release")?)
}

/// A copy of the page, compressed at this quality of brotli. Other tests use the page, and compressing changes its
/// folder.
fn compressed_page(root: &Path, quality: &str) -> Result<PathBuf, String> {
    let (page, copy) = (page::current(root)?, built(root).join("test-release/page"));
    tools::remove(&copy).map_err(|error| error.to_string())?;
    copy_folder(&page, &copy).map_err(|error| format!("{} cannot be written: {error}", copy.display()))?;
    run(command("node", root).arg(page::COMPRESS).arg(&copy).arg(quality))?;
    Ok(copy)
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
