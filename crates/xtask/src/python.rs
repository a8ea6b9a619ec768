//! The Python package: its wheel, and its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian::{Program, install};
use crate::licenses;
use crate::lock::install_once;
use crate::process::{build_program, built, command, run};
use crate::steps::note;
use crate::tools;

/// Its sources.
const SOURCES: &str = "crates/sitemap-validator-python";

/// The tests that need an engine.
const SPARK_TESTS: &str = "crates/sitemap-validator-python/tests/spark";

/// The crate.
const CRATE: &str = "sitemap-validator-python";

const PYTHON: Program =
    Program { variable: "PYTHON", names: &["python3"], beside: &[], packages: &["python3", "python3-venv"] };

/// What Spark runs on.
const JAVA: Program =
    Program { variable: "JAVA", names: &["java"], beside: &[], packages: &["openjdk-17-jre-headless"] };

/// Where the package is checked at scale: Sail, and threads of a Spark that tries each task four times. The tests also work
/// with `local-cluster[2,1,1024]`.
const ENGINES: [&str; 2] = ["sail", "local[2,4]"];

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

/// Runs the tests of the installed wheel.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let package = Installed::new(root)?;
    let mut pytest = package.python(&["-X", "dev", "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
    run(pytest
        .arg(root.join(SOURCES).join("tests"))
        .arg(format!("--ignore={}", root.join(SPARK_TESTS).display()))
        .env("WHEELS", built(root).join("wheels"))
        .env("BACKENDS", backends(&package.tools)))?;
    run(&mut package.python(&["-m", "mypy", "--strict", "-p", "sitemap_validator"]))?;
    run(&mut package.python(&["-m", "mypy.stubtest", "sitemap_validator"]))
}

/// Runs the tests of the installed wheel on engines that spread work over machines.
pub(crate) fn test_at_scale(root: &Path) -> Result<(), String> {
    let package = Installed::new(root)?;
    let requirements = root.join(SPARK_TESTS).join("sail.txt");
    let sail = kept("sail", &requirements, |folder| {
        let mut pip = python(&package.tools, root);
        run(pip
            .args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"])
            .arg(folder)
            .arg("-r")
            .arg(&requirements))
    })?;
    let java = JAVA.find(root)?;
    for engine in ENGINES {
        note(engine);
        let mut pytest = package.python(&["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--durations=3"]);
        if engine == "sail" {
            let paths = std::env::join_paths([&sail, &package.site]).map_err(|error| error.to_string())?;
            pytest.env("PYTHONPATH", paths);
        }
        // Spark starts the Java of this folder.
        let home = fs::canonicalize(&java).ok().and_then(|java| Some(java.parent()?.parent()?.to_owned()));
        pytest.arg(root.join(SPARK_TESTS)).env("ENGINE", engine).env("SPARK_LOCAL_IP", "127.0.0.1");
        run(pytest.env("JAVA_HOME", home.unwrap_or_default()))?;
    }
    Ok(())
}

/// The wheel, installed as its users do, without a registry.
struct Installed {
    root: PathBuf,
    tools: PathBuf,
    folder: PathBuf,
    site: PathBuf,
    program: PathBuf,
}

impl Installed {
    fn new(root: &Path) -> Result<Self, String> {
        let (tools, wheel) = (environment(root)?, wheel(root)?);
        let program = build_program(root, &["--bin", "sitemap-validator"], "sitemap-validator")?;
        let folder = built(root).join("python");
        tools::remove(&folder).map_err(|error| error.to_string())?;
        let site = folder.join("site");
        run(python(&tools, root)
            .args(["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"])
            .arg(&site)
            .arg(wheel))?;
        Ok(Self { root: root.to_owned(), tools, folder, site, program })
    }

    /// Python with the package.
    fn python(&self, words: &[&str]) -> Command {
        let mut python = python(&self.tools, &self.folder);
        python.args(words).env("PYTHONPATH", &self.site).env("MYPYPATH", &self.site);
        python.env("PROGRAM", &self.program).env("ROOT", &self.root);
        python
    }
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

/// A virtual environment with the requirements; returns the folder of its programs.
fn environment(root: &Path) -> Result<PathBuf, String> {
    let requirements = root.join(SOURCES).join("requirements.txt");
    let programs = |folder: &Path| folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let folder = kept("python", &requirements, |folder| {
        let found = PYTHON.find(root)?;
        let create = || {
            tools::remove(folder).map_err(|error| error.to_string())?;
            run(command(&found, root).args(["-m", "venv"]).arg(folder))
        };
        // Debian's Python needs another package for this.
        create().or_else(|_| install(root, PYTHON.packages).and_then(|()| create()))?;
        let programs = programs(folder);
        run(python(&programs, root).args(["-m", "pip", "install", "--quiet", "-r"]).arg(&requirements))?;
        let mut download = python(&programs, root);
        download.args(["-m", "pip", "download", "--quiet", "--no-deps", "--constraint"]).arg(&requirements);
        run(download.arg("--dest").arg(backends(&programs)).arg("setuptools"))
    })?;
    Ok(programs(&folder))
}

/// The folder `name` among the tools that are kept, into which `install` puts the requirements, unless they are there.
fn kept(name: &str, requirements: &Path, install: impl FnOnce(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
    let wanted = fs::read_to_string(requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
    let folder = tools::cache()?.join(name);
    let work = (&*folder.with_extension("lock"), "installing Python packages", "some minutes");
    install_once(&folder.join(".installed"), &wanted, work, || {
        tools::remove(&folder).map_err(|error| error.to_string())?;
        install(&folder)
    })?;
    Ok(folder)
}
