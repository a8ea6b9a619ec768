//! `--dates`: when pages were last changed, according to git or to the built pages.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sitemap_validator::last_change::{Change, LastChanges, Proof, Unknown};
use sitemap_validator::set::READ_OF_PAGE;
use sitemap_validator::source;
use sitemap_validator_crawl::Reply;
use sitemap_validator_crawl::page::directives;
use sitemap_validator_crawl::sources::{History, NoSource, SourceRule, Sources, ignored_commits};
use sitemap_validator_protocol::name::is_html;

use crate::git::{git, parts};
use crate::input::files_in;
use crate::options::Arguments;
use crate::values::Dates;

/// The pages whose last change is known.
#[derive(Debug)]
struct Known {
    sources: Sources,
    /// The last change of each file of `sources`, and what shows it.
    changes: Vec<Result<(Change, Proof), Unknown>>,
    /// The reason for a page without a file.
    without: Unknown,
}

impl LastChanges for Known {
    fn of(&self, url: &str) -> Result<(Change, Proof), Unknown> {
        match self.sources.of(url) {
            Ok(file) => self.changes.get(file).cloned().unwrap_or(Err(self.without)),
            Err(NoSource::Several) => Err(Unknown::SeveralSources),
            Err(NoSource::None) => Err(self.without),
        }
    }
}

/// When the pages were last changed, if the options ask for it.
///
/// # Errors
/// If that cannot be found out: why, and what to do.
pub(crate) fn last_changes(arguments: &Arguments) -> Result<Option<Arc<dyn LastChanges>>, String> {
    if !arguments.source_file.is_empty() && arguments.dates != Some(Dates::Git) {
        return Err("--source-file needs --dates git".to_owned());
    }
    let known = match (arguments.dates, &arguments.pages) {
        (None, _) => return Ok(None),
        (Some(Dates::Git), pages) => of_git(pages.as_deref(), arguments.source_file.clone(), base(arguments))?,
        (Some(Dates::Pages), Some(folder)) => of_pages(folder, base(arguments))?,
        (Some(Dates::Pages), None) => {
            return Err("--dates pages needs the folder of the built pages: --pages FOLDER".to_owned());
        }
    };
    Ok(Some(Arc::new(known)))
}

/// The URL of the folder at which the site is served.
fn base(arguments: &Arguments) -> Option<&str> {
    let folder = |url: &'_ String| url.rfind('/').map_or(0, |at| at + 1);
    arguments.base.as_deref().or_else(|| arguments.url.as_ref().and_then(|url| url.get(..folder(url))))
}

/// The last commits of the files in the current folder, except those in `built`.
fn of_git(built: Option<&Path>, rules: Vec<SourceRule>, base: Option<&str>) -> Result<Known, String> {
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
    let changes = files.iter().zip(&whole).zip(history.finish()).map(change).collect();
    let sources = Sources::new(files.iter().map(String::as_str), rules, base);
    Ok(Known { sources, changes, without: Unknown::NoSource })
}

/// The path of a folder below the current one; `None` if it is elsewhere.
fn below_here(folder: &Path) -> Option<PathBuf> {
    let [folder, here] = [folder, Path::new(".")].map(fs::canonicalize);
    Some(folder.ok()?.strip_prefix(here.ok()?).ok()?.to_owned())
}

/// The dates that the HTML files in `folder` name.
fn of_pages(folder: &Path, base: Option<&str>) -> Result<Known, String> {
    let mut files: Vec<(String, PathBuf)> = files_in(folder)?;
    files.retain(|(name, _)| is_html(name));
    let change = |(_, path): &(String, PathBuf)| {
        let mut html = Vec::new();
        let read = File::open(path).and_then(|file| file.take(READ_OF_PAGE).read_to_end(&mut html));
        read.map_err(|_| Unknown::Unread)?;
        let html = source::read(html, READ_OF_PAGE);
        // The URL of the page does not matter for its dates.
        let said = directives(&Reply::default(), html.text(), "https://localhost/");
        let (change, _) = Change::latest(&said.modified).ok_or(Unknown::NoDate)?;
        Ok((change, Proof::Page(path.display().to_string())))
    };
    let changes = files.iter().map(change).collect();
    let sources = Sources::built(files.iter().map(|(name, _)| name.as_str()), base);
    Ok(Known { sources, changes, without: Unknown::NoPage })
}
