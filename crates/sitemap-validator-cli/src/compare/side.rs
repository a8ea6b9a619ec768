//! Reads a version: files, a folder, a site or a version of git.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use sitemap_validator::compare::{Listing, Version};
use sitemap_validator::message::ENGLISH;
use sitemap_validator::{Kind, Options, source};
use sitemap_validator_protocol::name::last_segment;

use super::git;
use crate::arguments::{self, Action, Check, EmbeddingProgram};
use crate::input::{Buffer, Input, is_sitemap_like};
use crate::options::Compare;
use crate::output::print_problem;
use crate::parallel::{AHEAD, in_order, threads};
use crate::run::{Inputs, inputs};
use crate::values::is_url;

/// Reads the version that `input` names.
///
/// # Errors
/// If nothing of it can be read.
pub(super) fn read(options: &Compare, input: &OsStr) -> Result<Version, String> {
    let name = input.to_string_lossy().into_owned();
    // The files of a version of git are written to a folder, which is removed at the end.
    let checked_out = git::check_out(&name, is_sitemap_like)?;
    let path = checked_out.as_ref().map_or_else(|| input.to_owned(), |files| files.path.clone().into_os_string());
    let is_temporary = checked_out.is_some();
    // A temporary name says nothing.
    let named = |problem: String| if is_temporary { problem.replace(&*path.to_string_lossy(), &name) } else { problem };
    let check = check(options, with_children(&path, options.max_size))?;
    let Inputs { files, session, site: _site, is_partial, .. } = inputs(&check, None).map_err(named)?;
    let mut version = Version::new(if input == "-" { "standard input" } else { &name }, &ENGLISH);
    for note in notes(&check) {
        version.add_gap(named(note));
    }
    if is_partial {
        version.add_gap("not all files were fetched".to_owned());
    }
    let work = |buffer: &mut Buffer, at: usize| -> Result<Listing, String> {
        let input = &files[at];
        let bytes = input.read_into(buffer.take(), options.max_size, || {})?;
        let source = source::read(bytes, options.max_size);
        let of_file = session.context(at).options(Options { siblings: false, ..session.options() });
        let listing = Listing::of(file_name(input), &source, &of_file);
        buffer.keep(source);
        Ok(listing)
    };
    let threads = threads(files.len());
    let done = |listing: Result<Listing, String>| -> Result<(), String> {
        match listing {
            Ok(listing) if listing.kind() == Kind::Robots => {}
            Ok(listing) => version.add(listing),
            Err(gap) => version.add_gap(gap),
        }
        Ok(())
    };
    in_order(files.len(), threads, threads * AHEAD, work, done)?;
    if version.is_empty() {
        let why = version.gaps().first().cloned().unwrap_or_else(|| format!("{name}: it contains no sitemap"));
        // Its file has no name.
        let why = if input == "-" { format!("{}: {why}", version.name) } else { why };
        return Err(if checked_out.is_some() || Path::new(input).exists() || is_url(input) || input == "-" {
            named(why)
        } else {
            format!("{why}. A file or folder in a version of git is written as VERSION:PATH, such as HEAD~1:public")
        });
    }
    Ok(version)
}

/// A file, and the files beside it that it lists if it is an index.
fn with_children(path: &OsStr, max_size: u64) -> Vec<OsString> {
    let mut inputs = vec![path.to_owned()];
    let file = Path::new(path);
    let Some(folder) = file.parent().filter(|_| file.is_file()) else { return inputs };
    // A read error is reported when the file is compared.
    let children = Input::File { path: file.to_owned(), name: String::new(), is_found: false }.children(max_size);
    let beside =
        children.iter().map(|url| folder.join(last_segment(url))).filter(|child| child.is_file() && child != file);
    inputs.extend(beside.map(PathBuf::into_os_string));
    inputs
}

/// The check whose files are those of the version.
pub(super) fn check(options: &Compare, inputs: Vec<OsString>) -> Result<Check, String> {
    let words = ["sitemap-validator", "--isolated", "--quiet", "--"].map(OsString::from);
    let action = arguments::parse(words.into_iter().chain(inputs)).map_err(|error| error.to_string())?;
    let Action::Check(mut check) = action else { return Err("this is no version".to_owned()) };
    check.arguments.max_size = options.max_size;
    check.arguments.fetching.connecting = options.connecting.clone();
    check.arguments.fetching.max_files = options.max_files;
    check.host = Some(Arc::new(EmbeddingProgram::default()));
    Ok(*check)
}

/// What could not be read, which is also written to standard error.
pub(super) fn notes(check: &Check) -> Vec<String> {
    let notes = check
        .host
        .iter()
        .flat_map(|host| std::mem::take(&mut *host.notes.lock().unwrap_or_else(PoisonError::into_inner)));
    notes.inspect(|note| print_problem(note)).collect()
}

/// The name of a file that both versions share; of a fetched one, its URL.
fn file_name(input: &Input) -> &str {
    input.http().map(|http| &*http.requested).or_else(|| input.name()).unwrap_or_default()
}
