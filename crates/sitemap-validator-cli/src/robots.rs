//! The session of the files to check and of the robots.txt files of `--robots`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sitemap_validator::format::HEAD;
use sitemap_validator::robots::{LIMIT, address_for};
use sitemap_validator::session::{InputFile, Session, SetOptions, Step};
use sitemap_validator::source::read;

use crate::arguments::Check;
use crate::input::Input;

/// The maximum number of bytes read of a robots.txt: a byte after the limit shows that the last line may be incomplete.
const WHOLE: usize = LIMIT + 1;

/// The number of bytes read to determine the type of a fetched file: there may be many files, and few begin with a
/// comment.
const START: usize = 4 * 1024;

/// Creates the session of `inputs`, followed by the robots.txt files of `--robots`. Also returns true if one of the
/// latter could not be read.
pub(crate) fn session(check: &Check, inputs: &mut Vec<Input>, is_set: bool) -> (Session, bool) {
    let mut given: Vec<InputFile> = inputs.iter().map(of_input).collect();
    let mut is_unread = false;
    for (url, file) in &check.arguments.robots {
        let beside = check.arguments.url.as_deref().or(check.arguments.base.as_deref());
        let url = url.clone().or_else(|| address_for(beside?));
        if let Some(at) = inputs.iter().position(|other| other.lies_at(file)) {
            given[at].url = url;
            continue;
        }
        let input = Input::File { path: PathBuf::from(file), name: "robots.txt".to_owned(), is_found: false };
        // Reading the file here gives the error message.
        if let Err(problem) = input.read(WHOLE as u64) {
            check.print_problem(&problem);
            is_unread = true;
            continue;
        }
        given.push(InputFile { url, ..of_input(&input) });
        inputs.push(input);
    }
    let terms = SetOptions {
        options: check.options.clone(),
        base: check.arguments.base.clone(),
        url: check.arguments.url.clone(),
        is_set,
        // A baseline needs all findings.
        max_findings: if check.baseline.is_some() { 0 } else { check.cap() },
    };
    (Session::new(terms, given), is_unread)
}

fn of_input(input: &Input) -> InputFile {
    InputFile {
        name: input.name().unwrap_or_default().to_owned(),
        url: input.http().map(|http| http.address().to_owned()),
        http: input.http().cloned().map(Arc::new),
        is_found: input.is_found(),
    }
}

/// Reads parts of the files until the options for checking each of them are known.
pub(crate) fn look(session: &mut Session, inputs: &[Input], max_size: u64) {
    loop {
        match session.next() {
            Step::Peek(file) => {
                let length = if inputs[file].http().is_some() { START } else { HEAD };
                // A read error is reported when the file is checked.
                session.peeked(file, inputs[file].head(length).unwrap_or_default());
            }
            Step::Read(file) => {
                if let Ok(bytes) = inputs[file].read(max_size) {
                    session.read(file, &read(bytes, max_size));
                }
            }
            Step::Check(_) | Step::Done => break,
        }
    }
}

/// Returns the paths of the robots.txt files among `inputs`.
pub(crate) fn paths(session: &Session, inputs: &[Input]) -> Vec<PathBuf> {
    let robots = inputs.iter().enumerate().filter(|(file, _)| session.is_robots(*file));
    robots.filter_map(|(_, input)| input.path().map(Path::to_owned)).collect()
}
