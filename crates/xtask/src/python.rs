//! The Python package: its wheel, and its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::debian::{Program, install};
use crate::licenses;
use crate::lock::install_once;
use crate::process::{build_program, built, command, run};
use crate::steps::{note, step};
use crate::tools;

/// Its sources.
const SOURCES: &str = "crates/sitemap-validator-python";

/// The tests that need Spark or Sail.
const SPARK_TESTS: &str = "crates/sitemap-validator-python/tests/spark";

/// The scripts of the study.
const STUDY: &str = "benches/study";

/// The crate.
const CRATE: &str = "sitemap-validator-python";

const PYTHON: Program =
    Program { variable: "PYTHON", names: &["python3"], beside: &[], packages: &["python3", "python3-venv"] };

/// The Java that Spark needs.
const JAVA: Program =
    Program { variable: "JAVA", names: &["java"], beside: &[], packages: &["openjdk-17-jre-headless"] };

/// A distributed engine.
struct Engine {
    /// The variable `ENGINE` of the tests: `sail`, or the master of a Spark.
    name: &'static str,
    /// The file of requirements that take the place of those of the other tests.
    requirements: Option<&'static str>,
    /// The tests to run, as pytest's option `-k`.
    tests: &'static str,
}

/// Sail; threads of a Spark that tries each task four times; the oldest Spark, where it differs; and processes of a Spark, of
/// which one is lost.
const ENGINES: [Engine; 4] = [
    Engine { name: "sail", requirements: Some("sail"), tests: "test" },
    Engine { name: "local[2,4]", requirements: None, tests: "test" },
    Engine { name: "local[2]", requirements: Some("oldest-spark"), tests: "program" },
    Engine { name: "local-cluster[2,1,1024]", requirements: None, tests: "command_line or lost" },
];

/// Builds the wheel; returns its path.
pub(crate) fn wheel(root: &Path) -> Result<PathBuf, String> {
    let wheel = maturin(root, &["build", "--quiet"], "wheels", ".whl")?;
    let size = wheel.metadata().map_err(|error| format!("{}: {error}", wheel.display()))?.len();
    note(&format!("{}: {} kB", wheel.display(), size.div_ceil(1000)));
    Ok(wheel)
}

/// Packs the sources, for systems without a wheel; returns the path of the archive.
pub(crate) fn source_distribution(root: &Path) -> Result<PathBuf, String> {
    maturin(root, &["sdist"], "source-distribution", ".tar.gz")
}

/// Has maturin write one file with this ending into a folder of its own; returns its path.
fn maturin(root: &Path, words: &[&str], out: &str, ending: &str) -> Result<PathBuf, String> {
    let tools = environment(root)?;
    let failed = |error: std::io::Error| format!("the Python package cannot be built: {error}");
    let folder = root.join(SOURCES);
    let notices = folder.join("licenses");
    fs::create_dir_all(&notices).map_err(failed)?;
    for name in licenses::OWN {
        fs::copy(root.join(name), notices.join(name)).map_err(failed)?;
    }
    fs::write(notices.join(licenses::IN_THE_PACKAGE), licenses::of(root, &[CRATE], None)?).map_err(failed)?;
    let out = built(root).join(out);
    tools::remove(&out).map_err(failed)?;
    run(command(tools.join("maturin"), &folder).args(words).arg("--out").arg(&out))?;
    let made = fs::read_dir(&out).map_err(failed)?.flatten().map(|entry| entry.path());
    let mut found = made.into_iter().filter(|path| path.to_string_lossy().ends_with(ending));
    found.next().ok_or_else(|| "maturin has not written a file".to_owned())
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

/// Runs the job on a synthetic crawl, scores its findings and measures its speed; `words` are options of `crawl.py`.
pub(crate) fn study(root: &Path, words: &[String]) -> Result<(), String> {
    let package = Installed::new(root)?;
    let scripts = root.join(STUDY);
    let paths = [package.site.clone(), root.join(SPARK_TESTS)];
    let paths = std::env::join_paths(paths).map_err(|error| error.to_string())?;
    let script = |name: &str| {
        let mut script = package.spark(&[&scripts.join(name).to_string_lossy()])?;
        script.env("PYTHONPATH", &paths);
        Ok::<_, String>(script)
    };
    let folder = built(root).join("study");
    tools::remove(&folder).map_err(|error| error.to_string())?;
    let (crawl, result) = (folder.join("crawl"), folder.join("result"));
    step("Crawl", "making it (some minutes)");
    // Folders among the words are relative to the one that the command was run in.
    run(script("crawl.py")?.current_dir(".").arg(&crawl).args(words))?;
    step("Job", "checking it");
    let mut job = package.spark(&["-m", "sitemap_validator.spark.job"])?;
    job.arg(crawl.join("*.warc.gz")).arg(&result).arg("--apply-robots");
    run(job.stdout(Stdio::null()))?;
    step("Score", "comparing the findings with the defects");
    run(script("score.py")?.args([&crawl, &result]))?;
    step("Rate", "measuring with and without Spark");
    run(script("measure.py")?.arg(&crawl))?;
    note(&format!("charts: {}", result.join("charts.html").display()));
    Ok(())
}

/// Runs the tests of the installed wheel on each engine.
pub(crate) fn test_at_scale(root: &Path) -> Result<(), String> {
    let package = Installed::new(root)?;
    for Engine { name, requirements, tests } in ENGINES {
        note(requirements.unwrap_or(name));
        let mut pytest =
            package.spark(&["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--durations=3", "-k", tests])?;
        if let Some(requirements) = requirements {
            let file = root.join(SPARK_TESTS).join(requirements).with_added_extension("txt");
            let others = cached(requirements, &file, |folder| {
                let mut pip = python(&package.tools, root);
                pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(folder);
                run(pip.arg("-r").arg(&file))
            })?;
            let paths = std::env::join_paths([&others, &package.site]).map_err(|error| error.to_string())?;
            pytest.env("PYTHONPATH", paths);
        }
        run(pytest.arg(root.join(SPARK_TESTS)).env("ENGINE", name))?;
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

    /// The same, with what Spark needs.
    fn spark(&self, words: &[&str]) -> Result<Command, String> {
        let java = JAVA.find(&self.root)?;
        // Spark starts the Java of this folder.
        let home = fs::canonicalize(&java).ok().and_then(|java| Some(java.parent()?.parent()?.to_owned()));
        let mut python = self.python(words);
        python.env("JAVA_HOME", home.unwrap_or_default()).env("SPARK_LOCAL_IP", "127.0.0.1");
        python.env("PYSPARK_PYTHON", self.tools.join("python"));
        Ok(python)
    }
}

fn python(tools: &Path, folder: &Path) -> Command {
    command(tools.join("python"), folder)
}

/// Installs the wheel and what it is measured against, and passes the Python that has both to `bench`.
pub(crate) fn prepare_bench(root: &Path, bench: &mut Command) -> Result<(), String> {
    let package = Installed::new(root)?;
    let peers = root.join("benches/python/requirements.txt");
    let peers = cached("python-peers", &peers, |folder| {
        let mut pip = python(&package.tools, root);
        pip.args(["-m", "pip", "install", "--quiet", "--target"]).arg(folder).arg("-r").arg(&peers);
        run(pip.arg("--constraint").arg(root.join(SOURCES).join("requirements.txt")))
    })?;
    let paths = std::env::join_paths([&package.site, &peers]).map_err(|error| error.to_string())?;
    bench.env("PYTHON", package.tools.join("python")).env("PYTHONPATH", paths);
    Ok(())
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
    let folder = cached("python", &requirements, |folder| {
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

/// The folder `name` in the cache of tools, into which `install` puts the requirements unless they are there.
fn cached(
    name: &str,
    requirements: &Path,
    install: impl FnOnce(&Path) -> Result<(), String>,
) -> Result<PathBuf, String> {
    let text = fs::read_to_string(requirements).map_err(|error| format!("{}: {error}", requirements.display()))?;
    let folder = tools::cache()?.join(name);
    let work = (&*folder.with_extension("lock"), "installing Python packages", "some minutes");
    install_once(&folder.join(".installed"), &text, work, || {
        tools::remove(&folder).map_err(|error| error.to_string())?;
        install(&folder)
    })?;
    Ok(folder)
}
