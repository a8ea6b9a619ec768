//! `--dates`: when pages were last changed, according to git, to the built pages, or to an earlier snapshot of them.

mod pages;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sitemap_validator::last_change::{Change, LastChanges, Proof, Unknown};
use sitemap_validator::snapshot::Contents;
use sitemap_validator_crawl::sources::{History, NoSource, SourceRule, Sources, ignored_commits};

use crate::clock;
use crate::git::{git, parts};
use crate::options::Arguments;
use crate::values::Dates;

/// What is known of pages because of their files.
#[derive(Debug)]
struct Known<T> {
    sources: Sources,
    /// What is known because of each file of `sources`.
    values: Vec<Result<T, Unknown>>,
    /// The reason for a page without a file.
    without: Unknown,
}

impl<T: Clone> Known<T> {
    fn value(&self, url: &str) -> Result<T, Unknown> {
        match self.sources.of(url) {
            Ok(file) => self.values.get(file).cloned().unwrap_or(Err(self.without)),
            Err(NoSource::Several) => Err(Unknown::SeveralSources),
            Err(NoSource::None) => Err(self.without),
        }
    }
}

/// The last change of a page, and what shows it.
type Shown = (Change, Proof);

impl LastChanges for Known<Shown> {
    fn of(&self, url: &str) -> Result<Shown, Unknown> {
        self.value(url)
    }
}

/// What is known of the last changes of pages.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) last_changes: Option<Arc<dyn LastChanges>>,
    /// What the pages say, for the snapshot.
    pub(crate) contents: Option<Arc<Contents>>,
}

/// When the pages were last changed, if the options ask for it.
///
/// # Errors
/// If that cannot be found out: why, and what to do.
pub(crate) fn find(arguments: &Arguments) -> Result<Found, String> {
    if !arguments.source_file.is_empty() && arguments.dates != Some(Dates::Git) {
        return Err("--source-file needs --dates git".to_owned());
    }
    if arguments.snapshot.is_some() && arguments.dates != Some(Dates::Snapshot) {
        return Err("--snapshot needs --dates snapshot".to_owned());
    }
    let (base, built) = (base(arguments), arguments.pages.as_deref());
    let needed =
        |dates| built.ok_or_else(|| format!("--dates {dates} needs the folder of the built pages: --pages FOLDER"));
    let last_changes: Arc<dyn LastChanges> = match arguments.dates {
        None => return Ok(Found::default()),
        Some(Dates::Git) => Arc::new(of_git(built, arguments.source_file.clone(), base)?),
        Some(Dates::Pages) => Arc::new(pages::dates(needed("pages")?, base)?),
        Some(Dates::Snapshot) => {
            let path = arguments.snapshot.as_ref().ok_or("--dates snapshot needs a file: --snapshot FILE")?;
            let now = arguments.now.or_else(clock::now).unwrap_or_default();
            let contents = Arc::new(pages::contents(needed("snapshot")?, base, path.path(), now)?);
            return Ok(Found { last_changes: Some(contents.clone()), contents: Some(contents) });
        }
    };
    Ok(Found { last_changes: Some(last_changes), contents: None })
}

/// The URL of the folder at which the site is served.
fn base(arguments: &Arguments) -> Option<&str> {
    let folder = |url: &'_ String| url.rfind('/').map_or(0, |at| at + 1);
    arguments.base.as_deref().or_else(|| arguments.url.as_ref().and_then(|url| url.get(..folder(url))))
}

/// The last commits of the files in the current folder, except those in `built`.
fn of_git(built: Option<&Path>, rules: Vec<SourceRule>, base: Option<&str>) -> Result<Known<Shown>, String> {
    let failed = |why: String| format!("--dates git: {}", why.trim());
    let is_shallow = git(&["rev-parse", "--is-shallow-repository"]).map_err(|why| {
        failed(format!("run the program in the git repository of the site's source ({})", why.trim()))
    })?;
    if is_shallow.starts_with(b"true") {
        return Err(failed(
            "this clone has only a part of the history, so that the dates would be wrong: fetch all of it with `git fetch \
             --unshallow`, or in CI with `fetch-depth: 0`"
                .to_owned(),
        ));
    }
    let named = |words: &[&str]| -> Result<Vec<String>, String> {
        let mut names = Vec::new();
        parts(words, |name| {
            names.push(name.to_owned());
            false
        })
        .map_err(failed)?;
        Ok(names)
    };
    let mut files = named(&["ls-files", "-z"])?;
    if let Some(built) = built.and_then(below_here) {
        files.retain(|file| !Path::new(file).starts_with(&built));
    }
    if files.is_empty() {
        return Err(failed(
            "git tracks no files in the current folder; run the program in the folder of the site's source".to_owned(),
        ));
    }
    if let Some(file) = rules.iter().filter_map(SourceRule::only_file).find(|file| !files.iter().any(|own| own == file))
    {
        return Err(format!("--source-file: git tracks no file `{file}` in the current folder"));
    }
    let uncommitted: HashSet<String> =
        named(&["-c", "core.fileMode=false", "diff", "-z", "--name-only", "HEAD"])?.into_iter().collect();
    let line = |words: &[&str]| -> Result<String, String> {
        Ok(String::from_utf8_lossy(&git(words).map_err(failed)?).trim_end_matches(['\n', '\r']).to_owned())
    };
    let prefix = line(&["rev-parse", "--show-prefix"])?;
    let whole: Vec<String> = files.iter().map(|file| format!("{prefix}{file}")).collect();
    let ignored = Path::new(&line(&["rev-parse", "--show-toplevel"])?).join(".git-blame-ignore-revs");
    // Most repositories have none.
    let ignored = ignored_commits(&fs::read_to_string(ignored).unwrap_or_default());
    let mut history = History::new(whole.iter().map(String::as_str), ignored);
    parts(&History::ARGUMENTS, |part| history.read(part)).map_err(failed)?;
    let change = |((file, whole), moment): ((&String, &String), Option<i64>)| {
        if uncommitted.contains(whole) {
            return Err(Unknown::Uncommitted);
        }
        moment.map(|moment| (Change::at(moment), Proof::Commit(file.clone()))).ok_or(Unknown::NoCommit)
    };
    let values = files.iter().zip(&whole).zip(history.finish()).map(change).collect();
    let sources = Sources::new(files.iter().map(String::as_str), rules, base);
    Ok(Known { sources, values, without: Unknown::NoSource })
}

/// The path of a folder below the current one; `None` if it is elsewhere.
fn below_here(folder: &Path) -> Option<PathBuf> {
    let [folder, here] = [folder, Path::new(".")].map(fs::canonicalize);
    Some(folder.ok()?.strip_prefix(here.ok()?).ok()?.to_owned())
}
