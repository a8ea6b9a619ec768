//! `--to`: writes the same entries to files in other formats.

use std::fs;
use std::io;
use std::path::Path;

use sitemap_validator::convert::{self, Converted, File, Refusal};
use sitemap_validator::message::number;
use sitemap_validator::session::Session;
use sitemap_validator::set::Member;
use sitemap_validator::{Kind, Options, Source, check_source, source};

use crate::arguments::Check;
use crate::input::Input;
use crate::output::{CLEAN, COULD_NOT_RUN, Output, print_problem};
use crate::run::{Inputs, inputs};
use crate::values::Target;
use crate::write::{OutputFile, Plan};

/// Converts the files and gives the exit code.
pub(crate) fn run(check: &Check, target: Target, out: &mut Output) -> io::Result<u8> {
    let made = inputs(check, None).and_then(|Inputs { files: mut inputs, named, session, is_unread, .. }| {
        if is_unread {
            return Err("nothing was converted, because not every file could be read".to_owned());
        }
        inputs.truncate(named);
        let files = match target {
            Target::Index => index(check, &inputs, &session),
            _ => each(check, target, &inputs, &session),
        };
        Ok((files?, check.files_read(&inputs)))
    });
    let (files, read) = match made {
        Ok(made) => made,
        Err(problem) => {
            print_problem(&problem);
            return Ok(COULD_NOT_RUN);
        }
    };
    match (&check.arguments.output, files.as_slice()) {
        (Some(folder), files) => match write(folder.path(), files, Plan::new(&read, check.arguments.overwrite)) {
            Ok(()) => Ok(CLEAN),
            Err(problem) => {
                print_problem(&problem);
                Ok(COULD_NOT_RUN)
            }
        },
        (None, [file]) => out.print(&file.text).map(|()| CLEAN),
        (None, files) => {
            print_problem(&format!("{} files would be written: pass a folder with --output", files.len()));
            Ok(COULD_NOT_RUN)
        }
    }
}

/// Returns `count` with its noun.
fn entries(count: u64) -> String {
    format!("{} {}", number(count), if count == 1 { "entry" } else { "entries" })
}

/// Converts each input separately.
fn each(check: &Check, target: Target, inputs: &[Input], session: &Session) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for (file, input) in inputs.iter().enumerate() {
        let source = whole(input, check)?;
        let name = input.name().unwrap_or("sitemap.xml").to_owned();
        let options = session.context(file).options(check.options.clone());
        let convert = match target {
            Target::Sitemap => convert::to_sitemap,
            Target::Text => convert::to_text,
            _ => convert::split,
        };
        let refused = |refusal: Refusal| format!("{}: {}", input.shown(), check.words.word(refusal.sentence()));
        let Converted { files: made, left_out, omitted, .. } = convert(&name, &source, &options).map_err(refused)?;
        if left_out > 0 {
            print_problem(&format!("{}: skipped {} without a complete URL", input.shown(), entries(left_out)));
        }
        for (name, count) in omitted {
            print_problem(&format!("{}: `{name}` left out of {}", input.shown(), entries(count)));
        }
        files.extend(made);
    }
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two files would be named `{}`: convert them one by one", pair[0])),
        None => Ok(files),
    }
}

/// Returns the whole text of `input`. A file that can only be read partly is an error, because the rest would be lost.
fn whole(input: &Input, check: &Check) -> Result<Source, String> {
    let source = source::read(input.read(check.arguments.max_size)?, check.arguments.max_size);
    if source.origin.is_partial() {
        return Err(format!("{}: larger than --max-size; raise it to convert the whole file", input.shown()));
    }
    Ok(source)
}

/// Returns an index, or several, of the inputs that are sitemaps.
fn index(check: &Check, inputs: &[Input], session: &Session) -> Result<Vec<File>, String> {
    let mut members = Vec::new();
    for (file, input) in inputs.iter().enumerate() {
        let source = whole(input, check)?;
        let options = session.context(file).options(Options { siblings: true, ..Options::default() });
        let mut report = check_source(&input.shown(), &source, &options, 1);
        members.push(match source.origin.compression {
            None => Member::of(&mut report, &source),
            // Crawlers do not read damaged files.
            Some(_) => Member::unread(input.shown(), options.url),
        });
    }
    let convert::Index { files, left_out } = convert::index_of(&members).map_err(|refusal| match refusal {
        Refusal::NoAddress => {
            "the URLs of the sitemaps are not known: pass the URL of their folder with --base".to_owned()
        }
        other => check.words.word(other.sentence()).to_owned(),
    })?;
    // A robots.txt lists sitemaps but is not itself a sitemap.
    let left_out = left_out.into_iter().filter_map(|index| members.get(index).zip(inputs.get(index)));
    for (member, input) in left_out.filter(|(member, _)| member.kind != Kind::Robots) {
        let why = match (member.kind, &member.url) {
            (Kind::SitemapIndex, _) => "an index cannot list an index",
            (_, None) => "its URL is not known",
            _ => "it is not a sitemap that crawlers can read",
        };
        print_problem(&format!("{}: left out of the index: {why}", input.shown()));
    }
    Ok(files)
}

/// Writes `files` to `folder`; writes none of them if one must not be written.
fn write(folder: &Path, files: &[File], mut plan: Plan<'_>) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    // Converted files cannot be recognized as files of this program.
    let planned = files.iter().map(|file| plan.add(&folder.join(&file.name), |_| false));
    let planned = planned.collect::<Result<Vec<OutputFile>, _>>()?;
    planned.iter().zip(files).try_for_each(|(output, file)| output.write(&file.text).map(drop))
}
