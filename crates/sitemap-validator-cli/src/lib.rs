//! The command line of `sitemap-validator`: checks sitemaps and reports what is wrong, where, and what to do. The
//! program and the Python package use it; a [`Session`] offers the same to another program in its process.
//!
//! 1. `arguments`: what the user asks for, with `options`, their `values`, and the settings in files (`config`).
//!    `rules` and `languages` provide information about rules and languages.
//! 2. `input`: finds the files and reads their text.
//! 3. `robots`: reads robots.txt files first, because the other files are checked against them.
//!    `site`: fetches the sitemaps of a site, until Ctrl-C (`interrupt`). `set`: leaves out files that are not sitemaps.
//!    `run`: checks the files, several at once (`parallel`), and writes the report (`text`, `output`), without known
//!    findings (`baseline`, `entries`). `progress`: the bar.
//!    `serve`: serves the page, and fetches files for it. `mcp`: tools for agents. Both are features of the crate, because
//!    only the program needs them. `client`: requests over the network.
//! 4. `fix`: fixes files or shows the `diff`. `convert`: writes other formats of the same entries.
//!
//! All output files are written by `write`. A module imports only modules below it; `tests/all/layers.rs` of the core
//! defines their order.

#![cfg_attr(test, allow(clippy::disallowed_methods))] // tests make and remove files of their own

mod arguments;
mod baseline;
mod checker;
mod client;
mod clock;
mod compare;
mod config;
mod convert;
mod dates;
mod diff;
mod early;
mod entries;
mod fix;
mod git;
mod indexnow;
mod input;
mod interrupt;
mod languages;
#[cfg(feature = "mcp")]
mod mcp;
mod options;
mod output;
mod parallel;
mod progress;
mod robots;
mod rule_page;
mod rules;
mod run;
#[cfg(feature = "serve")]
mod serve;
mod session;
mod set;
mod site;
mod text;
#[cfg(test)]
mod typed_tests;
mod values;
mod write;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io;

use arguments::Action;
pub use compare::compared;
pub use entries::{EntrySink, Locs};
pub use input::is_sitemap_like;
use options::Command;
use output::{CLEAN, COULD_NOT_RUN, Output, print_problem, safe_for_logs};
pub use session::{CheckedMember, Fault, MemberInput, Session, explain, words};
use sitemap_validator::output::text::safe_sentence;
use sitemap_validator_protocol::secret::{hidden_word, hidden_words};

/// Performs the action given by the arguments, of which the first is the program's name, and returns the exit code.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let action = match arguments::parse(arguments.clone()) {
        Ok(action) => action,
        Err(answer) => return print(&answer, arguments),
    };
    let mut out = Output::stdout();
    act(action, &mut out).and_then(|code| out.flush().map(|()| code)).unwrap_or_else(|error| {
        print_problem(&format!("the report could not be written: {error}"));
        COULD_NOT_RUN
    })
}

/// Performs the user's action and returns the exit code.
fn act(action: Action, out: &mut Output) -> io::Result<u8> {
    match action {
        Action::Check(check) => {
            if check.color {
                // Without this, older Windows consoles show escape sequences as text.
                let _ = anstyle_query::windows::enable_ansi_colors();
            }
            return match check.arguments.to {
                Some(target) => convert::run(&check, target, out),
                None => run::run(&check, out),
            };
        }
        Action::Command(command) => return run_command(&command, out),
        Action::Schema => out.print(&config::schema(&arguments::command()))?,
        Action::ListRules => out.print(&rules::list())?,
        Action::Explain(rule, words) => out.print(&rule_page::page(rule, &words))?,
        Action::Completions(shell) => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut arguments::command(), "sitemap-validator", &mut script);
            out.write(&script)?;
        }
        Action::Man => {
            let mut page = Vec::new();
            clap_mangen::Man::new(arguments::command()).render(&mut page)?;
            out.write(&page)?;
        }
    }
    Ok(CLEAN)
}

/// Runs a subcommand and returns the exit code.
fn run_command(command: &Command, out: &mut Output) -> io::Result<u8> {
    match *command {
        Command::Compare(ref options) => compare::run(options, out),
        Command::IndexNow(ref options) => Ok(indexnow::run(options)),
        #[cfg(feature = "serve")]
        Command::Serve(ref options) => Ok(exit_code(serve::run(options))),
        #[cfg(feature = "mcp")]
        Command::Mcp(ref options) => Ok(exit_code(mcp::run(options))),
    }
}

/// Returns the exit code of a server that has ended.
#[cfg(any(feature = "serve", feature = "mcp"))]
fn exit_code(ended: Result<(), String>) -> u8 {
    match ended {
        Ok(()) => CLEAN,
        Err(problem) => {
            print_problem(&problem);
            COULD_NOT_RUN
        }
    }
}

/// Prints help, the version or an argument error, and returns the exit code.
fn print(answer: &clap::Error, arguments: Vec<OsString>) -> u8 {
    let text = answer.to_string();
    let typed = arguments.iter().map(|argument| argument.to_string_lossy());
    let shown = typed.fold(text.clone(), |text, word| {
        // The value of an option is quoted without the option's name.
        let value = word.split_once('=').filter(|_| word.starts_with("--")).map_or(&*word, |(_, value)| value);
        if value.contains('@') { text.replace(value, &hidden_word(value)) } else { text }
    });
    let shown = hidden_words(&shown);
    let lines: Vec<_> = shown.split('\n').map(safe_sentence).collect();
    let safe = safe_for_logs(&lines.join("\n")).into_owned();
    let harmful = |argument: OsString| matches!(safe_sentence(&argument.to_string_lossy()), Cow::Owned(_));
    if safe != text || arguments.into_iter().any(harmful) {
        // clap prints arguments unchanged, but they may contain commands for a terminal or a log.
        eprint!("{safe}");
    } else {
        // A closed pipe is not an error.
        let _ = answer.print();
    }
    u8::try_from(answer.exit_code()).unwrap_or(COULD_NOT_RUN)
}
