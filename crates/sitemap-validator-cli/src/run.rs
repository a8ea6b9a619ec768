//! Each file through the core, and the report to standard output.

use std::io;

use sitemap_validator::output::json;
use sitemap_validator::output::text::{self, Total, View};
use sitemap_validator::set::{Member, check as check_set};
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::{Options, Severity, check_source};

use crate::arguments::{Check, Format, Mode};
use crate::fix;
use crate::input::{self, expand};
use crate::output::Output;
use crate::robots::Sites;
use crate::set;
use crate::{BROKEN, CLEAN, FOUND, complain};

/// Checks the files and gives the exit code. One text lies in memory at a time.
pub(crate) fn run(check: &Check, out: &mut Output) -> io::Result<u8> {
    let inputs = match expand(&check.inputs) {
        Ok(inputs) => inputs,
        Err(problem) => {
            complain(&problem);
            return Ok(BROKEN);
        }
    };
    let sites = Sites::read(check, &inputs);
    let mut unread = sites.unread;
    if check.url.is_some() && sites.sitemaps(&inputs) > 1 {
        complain("`--url` is the address of one file; for several, `--base` takes that of their folder");
        return Ok(BROKEN);
    }
    let several = inputs.len() + sites.extra.len() > 1;
    let mut options = Options { robots: sites.robots.clone(), ..check.options.clone() };
    let (shown, cap) = match (check.format, check.most) {
        (Format::Text, None) => (text::DEFAULT_SHOWN, DEFAULT_CAP),
        (Format::Json, None) => (0, DEFAULT_CAP),
        (_, Some(most)) => (most, most),
    };
    // Where the fixed text takes the way out, the report goes beside it.
    let mut aside = check.fixes_stdin().then(Output::stderr);
    let mut total = Total::default();
    let mut files = Vec::new();
    let mut members = Vec::new();
    let places = set::places(check, &inputs, &sites);
    let given = inputs.iter().zip(places).map(|(input, place)| (input, place, check.mode));
    let extra = sites.extra.iter().map(|(input, place)| (input, place.clone(), Mode::Report));
    for (input, place, mode) in given.chain(extra) {
        let bytes = match input.read() {
            Ok(bytes) => bytes,
            Err(problem) => {
                complain(&problem);
                unread = true;
                continue;
            }
        };
        (options.own_url, options.file_name, options.siblings) = (place.address, place.name, place.siblings);
        let source = match mode {
            Mode::Report => input::text(bytes),
            Mode::Fix => {
                let (source, written) = fix::in_place(input, bytes, &options, out)?;
                unread |= !written;
                source
            }
            Mode::Diff => fix::diff(input, bytes, &options, check.colour, out)?,
        };
        let mut report = check_source(&input.shown(), &source, &options, cap);
        if several {
            members.push(Member::of(&mut report, &source, &source.line_index()));
        }
        let out = aside.as_mut().unwrap_or(out);
        match check.format {
            _ if check.mode == Mode::Diff => {}
            Format::Text => {
                let mut words = String::new();
                let view = View { colour: check.colour, shown, options: &options, several };
                if text::file(&mut words, &report, &source, view).is_ok() {
                    out.print(&words)?;
                    // What is known is shown while the next file is still being read.
                    out.flush()?;
                }
            }
            Format::Json => files.push(json::file(&report, &source)),
        }
        total.add(&report);
    }
    let across = several.then(|| check_set(&members, &options, cap));
    if let Some(across) = &across {
        total.add_across(across);
    }
    let out = aside.as_mut().unwrap_or(out);
    match check.format {
        _ if check.mode == Mode::Diff => {}
        Format::Text => {
            let mut words = String::new();
            if let Some(across) = &across {
                let view = View { colour: check.colour, shown, options: &options, several };
                if text::set(&mut words, &members, across, view).is_ok() {
                    out.print(&words)?;
                    words.clear();
                }
            }
            if total.write(&mut words).is_ok() {
                out.print(&words)?;
            }
        }
        Format::Json => {
            let json = serde_json::to_string_pretty(&json::report(files, across.as_ref()))?;
            out.print(&json)?;
            out.print("\n")?;
        }
    }
    out.flush()?;
    let counts = total.counts();
    let found = counts.error > 0 || counts.warning > 0 && check.fail_on == Severity::Warning;
    Ok(match (unread, found) {
        (true, _) => BROKEN,
        (false, true) => FOUND,
        (false, false) => CLEAN,
    })
}
