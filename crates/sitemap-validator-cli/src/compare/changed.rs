//! The pages whose content changed.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

use sitemap_validator::Robots;
use sitemap_validator::compare::Version;
use sitemap_validator::snapshot::Snapshot;
use sitemap_validator_crawl::address::Address;
use sitemap_validator_crawl::built::{Changed, Comparison, Content, Plan};
use sitemap_validator_crawl::indexnow::Submission;

use super::{git, side};
use crate::input::is_sitemap_like;
use crate::options::{Compare, To};
use crate::output::{CLEAN, COULD_NOT_RUN, Output, print_problem};
use crate::site::{BuiltFolder, of_version};
use crate::text::plural;

/// Writes the URLs of pages that changed and returns the exit code.
pub(super) fn run(options: &Compare, to: To, out: &mut Output) -> io::Result<u8> {
    let written = changed(options).and_then(|urls| match to {
        To::Changed => Ok(urls.iter().flat_map(|url| [url, "\n"]).collect()),
        To::Indexnow if urls.is_empty() => Ok(String::new()),
        To::Indexnow => {
            let key = options.key.as_deref().ok_or("--to indexnow needs the key of the site: --key KEY")?;
            let submission = Submission::new(key, options.key_file.as_deref(), urls)?;
            Ok(submission.bodies().flat_map(|(body, _)| [body, "\n".to_owned()]).collect())
        }
    });
    match written {
        Ok(text) => out.print(&text)?,
        Err(problem) => {
            print_problem(&problem);
            return Ok(COULD_NOT_RUN);
        }
    }
    out.flush()?;
    Ok(CLEAN)
}

/// A folder of built pages.
struct Built {
    version: Version,
    folder: BuiltFolder,
    robots: Option<Robots>,
}

/// What the pages said before.
// There is one of them.
#[allow(clippy::large_enum_variant)]
enum Before {
    Snapshot(Snapshot),
    Folder(BuiltFolder),
}

impl Before {
    fn content(&self, url: &str) -> Option<u64> {
        match self {
            Self::Snapshot(snapshot) => snapshot.content(url),
            Self::Folder(folder) => match folder.site.content(url, &folder.pages) {
                Content::Of(content) => Some(content),
                Content::Excluded | Content::Unknown => None,
            },
        }
    }
}

/// The URLs of the new version whose pages are new or changed.
fn changed(options: &Compare) -> Result<Vec<String>, String> {
    let before = before(options)?;
    let Built { version, folder, robots } = built(options, &options.new)?;
    let is_blocked = |url: &str| robots.as_ref().is_some_and(|robots| robots.blocks_a_search_engine(url));
    let mut changed = Changed::default();
    version.each_url(|url| {
        let now = if is_blocked(url) { Content::Excluded } else { folder.site.content(url, &folder.pages) };
        changed.add(url, now, before.content(url));
    });
    for (count, why) in [
        (changed.excluded, "search engines may not index a page there"),
        (changed.unknown, "the folder does not show what they say"),
    ] {
        if count > 0 {
            print_problem(&format!("{} left out: {why}", plural(count, "listed URL")));
        }
    }
    Ok(changed.urls)
}

fn before(options: &Compare) -> Result<Before, String> {
    let path = Path::new(&options.old);
    if !path.is_file() {
        return Ok(Before::Folder(built(options, &options.old)?.folder));
    }
    let named = |problem: String| format!("{}: {problem}", path.display());
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    Snapshot::read(&text).map(Before::Snapshot).map_err(named)
}

/// The robots.txt of a folder that is served at the root of its site.
fn robots(path: &Path, folder: &BuiltFolder) -> Option<Robots> {
    let base = Address::parse(folder.site.base()).filter(|base| base.path() == "/")?;
    let text = fs::read_to_string(path.join("robots.txt")).ok()?;
    Some(Robots::new(&text, base.join("robots.txt").as_ref().map(Address::as_str)))
}

/// The sitemaps and the pages of a built folder, which may be one of a version of git.
fn built(options: &Compare, input: &OsStr) -> Result<Built, String> {
    let name = input.to_string_lossy().into_owned();
    let is_read = |name: &OsStr| is_sitemap_like(name) || Plan::reads(&name.to_string_lossy());
    let checked_out = git::check_out(&name, is_read)?;
    let path = checked_out.as_ref().map_or(Path::new(input), |files| &files.path);
    let named = |problem: String| {
        if checked_out.is_some() { problem.replace(&*path.to_string_lossy(), &name) } else { problem }
    };
    if !path.exists() {
        return Err(format!("{name}: there is no such file or folder"));
    }
    if !path.is_dir() {
        return Err(format!(
            "{name}: --to needs the folder of the built pages; the old version may also be a snapshot"
        ));
    }
    let version = side::read(options, path.as_os_str()).map_err(named)?;
    let check = side::check(options, vec!["-".into()])?;
    let folder = of_version(&check, path, &version.sample(), Comparison::read_content).map_err(named)?;
    side::notes(&check);
    let robots = robots(path, &folder);
    Ok(Built { version, folder, robots })
}
