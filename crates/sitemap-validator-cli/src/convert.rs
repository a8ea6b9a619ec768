//! `--to`: other formats of the same entries, written as files.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use sitemap_validator::convert::{self, Converted, File, Refusal};
use sitemap_validator::set::Member;
use sitemap_validator::{Options, check_source};

use crate::arguments::{Check, Target};
use crate::input::{self, Input};
use crate::output::Output;
use crate::robots::Place;
use crate::run::given;
use crate::{BROKEN, CLEAN, complain, set};

/// Converts the files and gives the exit code.
pub(crate) fn run(check: &Check, target: Target, out: &mut Output) -> io::Result<u8> {
    let made = given(check).and_then(|(inputs, sites)| {
        if sites.unread {
            return Err("without its robots.txt nothing was converted".to_owned());
        }
        let places = set::places(check, &inputs, &sites);
        match target {
            Target::Index => index(check, &inputs, places).map(|file| vec![file]),
            _ => each(check, target, &inputs, places),
        }
    });
    let files = match made {
        Ok(files) => files,
        Err(problem) => {
            complain(&problem);
            return Ok(BROKEN);
        }
    };
    match (check.output.as_deref(), files.as_slice()) {
        (Some(folder), files) => Ok(write(Path::new(folder), files)),
        (None, [file]) => out.print(&file.text).map(|()| CLEAN),
        (None, files) => {
            complain(&format!("{} files would be written: name a folder for them with `--output`", files.len()));
            Ok(BROKEN)
        }
    }
}

/// Each input by itself.
fn each(check: &Check, target: Target, inputs: &[Input], places: Vec<Place>) -> Result<Vec<File>, String> {
    let mut files = Vec::new();
    for (input, place) in inputs.iter().zip(places) {
        let source = input::text(input.read()?);
        let name = input.name().unwrap_or("sitemap.xml").to_owned();
        let options = Options { own_url: place.address, file_name: place.name, ..check.options.clone() };
        let convert = match target {
            Target::Sitemap => convert::to_sitemap,
            Target::Text => convert::to_text,
            _ => convert::split,
        };
        let refused = |refusal: Refusal| format!("{}: {}", input.shown(), check.words.word(refusal.sentence()));
        let Converted { files: made, left_out, .. } = convert(&name, &source, &options).map_err(refused)?;
        if left_out > 0 {
            complain(&format!("{}: {left_out} entries without a complete URL were left out", input.shown()));
        }
        files.extend(made);
    }
    let mut names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(format!("two files would be called `{}`: convert them one by one", pair[0])),
        None => Ok(files),
    }
}

/// An index of the inputs that are sitemaps.
fn index(check: &Check, inputs: &[Input], places: Vec<Place>) -> Result<File, String> {
    let mut members = Vec::new();
    for (input, place) in inputs.iter().zip(places) {
        let source = input::text(input.read()?);
        let options = Options { own_url: place.address, siblings: true, ..Options::default() };
        let mut report = check_source(&input.shown(), &source, &options, 1);
        members.push(Member::of(&mut report, &source));
    }
    convert::index_of(&members).map_err(|refusal| match refusal {
        Refusal::NoAddress => {
            "the addresses of the sitemaps are not known: give that of their folder with `--base`".to_owned()
        }
        other => check.words.word(other.sentence()).to_owned(),
    })
}

/// Writes `files` to `folder`, and gives the exit code; what is there already is not replaced.
fn write(folder: &Path, files: &[File]) -> u8 {
    let all = fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display())).and_then(|()| {
        files.iter().try_for_each(|file| {
            let path = folder.join(&file.name);
            let written = fs::File::create_new(&path).and_then(|mut new| new.write_all(file.text.as_bytes()));
            written.map_err(|error| match error.kind() {
                ErrorKind::AlreadyExists => format!("{}: it exists already", path.display()),
                _ => format!("{}: {error}", path.display()),
            })
        })
    });
    match all {
        Ok(()) => CLEAN,
        Err(problem) => {
            complain(&problem);
            BROKEN
        }
    }
}
