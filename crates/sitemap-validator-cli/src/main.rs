//! `sitemap-validator`: checks sitemaps and says what is wrong, where, and what to do.
//!
//! 1. [`arguments`]: what the user asks for; [`help`] and [`rules`] answer questions about the program.
//!    [`languages`]: what reports are put into.
//! 2. [`input`]: which files are meant, and their text.
//! 3. [`robots`]: each robots.txt among them is read first, as the others are checked against it.
//!    [`run`]: each file through the core, and the report to standard output.
//!    [`set`]: where each of several files is served, as indexes tell. [`progress`]: how far all that is.
//! 4. [`fix`]: what the core repairs, [`replace`]d in the file or shown as a [`diff`]. [`convert`]: other formats of the same entries.

mod address;
mod arguments;
mod clock;
mod convert;
mod diff;
mod fix;
mod help;
mod input;
mod languages;
mod output;
mod parallel;
mod progress;
mod replace;
mod robots;
mod rules;
mod run;
mod set;

use std::process::ExitCode;

use arguments::Order;
use output::Output;

/// No errors were found.
const CLEAN: u8 = 0;
/// Errors were found, or warnings with `--fail-on warning`.
const FOUND: u8 = 1;
/// Something kept the program from its work.
const BROKEN: u8 = 2;

fn main() -> ExitCode {
    let order = match arguments::parse(std::env::args_os()) {
        Ok(order) => order,
        Err(problem) => {
            complain(&problem);
            eprintln!("Try `sitemap-validator --help`.");
            return ExitCode::from(BROKEN);
        }
    };
    let mut out = Output::stdout();
    let result = match order {
        Order::Help => out.print(help::HELP).map(|()| CLEAN),
        Order::Version => out.print(help::VERSION).map(|()| CLEAN),
        Order::ListRules => out.print(&rules::list()).map(|()| CLEAN),
        Order::Explain(rule, words) => out.print(&languages::page(rule, &words)).map(|()| CLEAN),
        Order::Check(check) => match check.to {
            Some(target) => convert::run(&check, target, &mut out),
            None => run::run(&check, &mut out),
        },
    };
    let code = result.and_then(|code| out.flush().map(|()| code)).unwrap_or_else(|error| {
        complain(&format!("the report could not be written: {error}"));
        BROKEN
    });
    ExitCode::from(code)
}

/// Tells a problem of the program's work, as against one of a sitemap.
fn complain(problem: &str) {
    eprintln!("sitemap-validator: {problem}");
}
