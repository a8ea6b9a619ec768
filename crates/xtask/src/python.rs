//! The Python package: its wheel, and its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian::{Program, install};
use crate::licenses;
use crate::lock::lock;
use crate::process::{build_program, built, command, run};
use crate::steps::note;
use crate::tools;

/// Its sources.
const SOURCES: &str = "crates/sitemap-validator-python";

/// The crate.
const CRATE: &str = "sitemap-validator-python";

const PYTHON: Program =
    Program { variable: "PYTHON", names: &["python3"], beside: &[], packages: &["python3", "python3-venv"] };

/// Builds the wheel; returns its path.
pub(crate) fn wheel(root: &Path) -> Result<PathBuf, String> {
    let tools = environment(root)?;
    let failed = |error: std::io::Error| format!("the wheel cannot be built: {error}");
    let folder = root.join(SOURCES);
    let notices = folder.join("licenses");
    fs::create_dir_all(&notices).map_err(failed)?;
    for name in licenses::OWN {
        fs::copy(root.join(name), notices.join(name)).map_err(failed)?;
    }
    fs::write(notices.join(licenses::IN_THE_PACKAGE), licenses::of(root, &[CRATE], None)?).map_err(failed)?;
    let wheels = built(root).join("wheels");
    tools::remove(&wheels).map_err(failed)?;
    let mut maturin = command(tools.join("maturin"), &folder);
    run(maturin.args(["build", "--quiet", "--out"]).arg(&wheels))?;
    let made = fs::read_dir(&wheels).map_err(failed)?.flatten().map(|entry| entry.path());
    let wheel = made.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "whl"));
    let wheel = wheel.ok_or("maturin has not written a wheel")?;
    let size = wheel.metadata().map_err(failed)?.len();
    note(&format!("{}: {} kB", wheel.display(), size.div_ceil(1000)));
    Ok(wheel)
}

/// Installs the wheel as its users do, without a registry, and runs its tests.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let (tools, wheel) = (environment(root)?, wheel(root)?);
    let program = build_program(root, &["--bin", "sitemap-validator"], "sitemap-validator")?;
    let folder = built(root).join("python");
    tools::remove(&folder).map_err(|error| error.to_string())?;
    let site = folder.join("site");
    run(python(&tools, root)
        .args(["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"])
        .arg(&site)
        .arg(wheel))?;
    let with_package = |words: &[&str]| {
        let mut python = python(&tools, &folder);
        python.args(words).env("PYTHONPATH", &site).env("MYPYPATH", &site).env("PROGRAM", &program);
        python
    };
    let tests = root.join(SOURCES).join("tests");
    let mut pytest = with_package(&["-X", "dev", "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    run(pytest
        .arg(tests)
        .env("ROOT", root)
        .env("WHEELS", built(root).join("wheels"))
        .env("BACKENDS", backends(&tools)))?;
    run(&mut with_package(&["-m", "mypy", "--strict", "-p", "sitemap_validator"]))?;
    run(&mut with_package(&["-m", "mypy.stubtest", "sitemap_validator"]))
}

fn python(tools: &Path, folder: &Path) -> Command {
    command(tools.join("python"), folder)
}

/// The linters of workflows and actions.
pub(crate) fn lint_workflows(root: &Path) -> Result<(), String> {
    let tools = environment(root)?;
    let lint = |name: &str| command(tools.join(name), root);
    run(lint("zizmor").args(["--offline", "--quiet", "action.yml", ".github/workflows"]))?;
    // Without the linters of scripts, which not every machine has.
    let workflows =
        fs::read_dir(root.join(".github/workflows")).map_err(|error| format!(".github/workflows: {error}"))?;
    run(lint("actionlint").args(["-shellcheck=", "-pyflakes="]).args(workflows.flatten().map(|entry| entry.path())))
}

/// The folder of the wheels with which others build packages.
fn backends(tools: &Path) -> PathBuf {
    tools.with_file_name("backends")
}

/// A virtual environment with the requirements; returns the folder of its programs. It is among the tools that are kept.
fn environment(root: &Path) -> Result<PathBuf, String> {
    let requirements = root.join(SOURCES).join("requirements.txt");
    let wanted = fs::read_to_string(&requirements).map_err(|error| format!("requirements.txt: {error}"))?;
    let folder = tools::cache()?.join("python");
    let programs = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let mark = folder.join(".installed");
    let is_current = || fs::read_to_string(&mark).is_ok_and(|found| found == wanted);
    if !is_current() {
        let _lock = lock(&folder.with_extension("lock"), "installing Python packages")?;
        if !is_current() {
            note("installing Python packages, about a minute");
            let found = PYTHON.find(root)?;
            let create = || {
                tools::remove(&folder).map_err(|error| error.to_string())?;
                run(command(&found, root).args(["-m", "venv"]).arg(&folder))
            };
            // Debian's Python needs another package for this.
            create().or_else(|_| install(root, PYTHON.packages).and_then(|()| create()))?;
            run(python(&programs, root).args(["-m", "pip", "install", "--quiet", "-r"]).arg(&requirements))?;
            let mut download = python(&programs, root);
            download.args(["-m", "pip", "download", "--quiet", "--no-deps", "--constraint"]).arg(&requirements);
            run(download.arg("--dest").arg(backends(&programs)).arg("setuptools"))?;
            fs::write(&mark, &wanted).map_err(|error| error.to_string())?;
        }
    }
    Ok(programs)
}
