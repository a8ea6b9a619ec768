//! What built pages say of their last changes.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sitemap_validator::last_change::{Change, Proof, Unknown};
use sitemap_validator::snapshot::{Contents, Pages, Snapshot};
use sitemap_validator_crawl::Reply;
use sitemap_validator_crawl::content::content;
use sitemap_validator_crawl::page::directives;
use sitemap_validator_crawl::sources::Sources;
use sitemap_validator_protocol::name::is_html;

use super::{Known, Shown};
use crate::input::{each_page, files_in};

/// The dates that the HTML files in `folder` name.
pub(super) fn dates(folder: &Path, base: Option<&str>) -> Result<Known<Shown>, String> {
    each(folder, base, |path, html| {
        // The URL of the page does not matter for its dates.
        let said = directives(&Reply::default(), html, "https://localhost/");
        let (change, _) = Change::latest(&said.modified).ok_or(Unknown::NoDate)?;
        Ok((change, Proof::Page(path.display().to_string())))
    })
}

/// What the HTML files in `folder` say `now`, and what they said before according to `snapshot`, if there is such a file.
pub(super) fn contents(folder: &Path, base: Option<&str>, snapshot: &Path, now: i64) -> Result<Contents, String> {
    let failed = |problem: &dyn std::fmt::Display| format!("{}: {problem}", snapshot.display());
    let before = match fs::read_to_string(snapshot) {
        Ok(text) => Snapshot::read(&text).map_err(|problem| failed(&problem))?,
        Err(error) if error.kind() == ErrorKind::NotFound => Snapshot::default(),
        Err(error) => return Err(failed(&error)),
    };
    let pages = each(folder, base, |_, html| content(html).ok_or(Unknown::NoText))?;
    Ok(Contents::new(before, now, pages))
}

impl Pages for Known<u64> {
    fn content(&self, url: &str) -> Result<u64, Unknown> {
        self.value(url)
    }
}

/// What `read` returns for each HTML file in `folder`, given its path and its text.
fn each<T: Send>(
    folder: &Path,
    base: Option<&str>,
    read: impl Fn(&Path, &str) -> Result<T, Unknown> + Sync,
) -> Result<Known<T>, String> {
    let mut files: Vec<(String, PathBuf)> = files_in(folder)?;
    files.retain(|(name, _)| is_html(name));
    let paths: Vec<&Path> = files.iter().map(|(_, path)| path.as_path()).collect();
    let values = each_page(&paths, |at, html, _| read(paths[at], html));
    let values = values.into_iter().map(|value| value.unwrap_or(Err(Unknown::Unread))).collect();
    let sources = Sources::built(files.iter().map(|(name, _)| name.as_str()), base);
    Ok(Known { sources, values, without: Unknown::NoPage })
}
