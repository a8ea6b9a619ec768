//! The command-line options as types of the Python package, limited to those that are relevant there.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, Command, ValueHint};

use crate::arguments::command;
use crate::client::FETCH;
use crate::options::{CHECK, GATES};

/// The options about the report and the configuration that have an effect in Python.
const ALSO: [&str; 5] = ["lang", "max-diagnostics", "max-size", "baseline", "config"];

/// Options that are separate parameters, and options that name what to check.
const OWN: [&str; 4] = ["url", "base", "offline", "urls-from"];

const HEAD: &str = r#""""The options of the functions. A test of the command line writes this file: its options have the same names and meaning."""

from __future__ import annotations

import datetime
import os
from typing import Literal, Mapping, Sequence, TypedDict, Union

Path = Union[str, "os.PathLike[str]"]
"#;

/// Returns the classes for the options of every check, of checks on this computer, of `fetch` and of `compare`.
fn classes() -> String {
    let command = command();
    let has_file = |argument: &&Arg| matches!(argument.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath);
    let is_fetch = |argument: &&Arg| argument.get_help_heading() == Some(FETCH);
    let is_listed = |argument: &&Arg| {
        let name = argument.get_long().unwrap_or_default();
        let heading = argument.get_help_heading();
        !OWN.contains(&name) && (heading == Some(CHECK) || heading == Some(FETCH) || ALSO.contains(&name))
    };
    let listed = || command.get_arguments().filter(is_listed);
    let mut text = HEAD.to_owned();
    let shared = listed().filter(|argument| !is_fetch(argument) && !has_file(argument));
    class(&mut text, "BatchOptions", "TypedDict, total=False", "Options of every check.", shared, &command);
    let files = listed().filter(|argument| !is_fetch(argument) && has_file(argument));
    class(&mut text, "Options", "BatchOptions, total=False", "Options of checks on this computer.", files, &command);
    let fetching = listed().filter(is_fetch);
    class(&mut text, "FetchOptions", "Options, total=False", "Options of `fetch`.", fetching, &command);
    let compare = &command.find_subcommand("compare").expect("the command").clone().disable_help_flag(true);
    let limits = compare.get_arguments().filter(|argument| argument.get_help_heading() == Some(GATES));
    class(&mut text, "CompareOptions", "TypedDict, total=False", "Limits of `compare`.", limits, compare);
    text
}

fn class<'a>(
    text: &mut String,
    name: &str,
    bases: &str,
    about: &str,
    options: impl Iterator<Item = &'a Arg>,
    command: &Command,
) {
    let named = |argument: &Arg| argument.get_long().unwrap_or_default().replace('-', "_");
    let _ = write!(text, "\n\nclass {name}({bases}):\n    \"\"\"{about}\n");
    let options: Vec<&Arg> = options.collect();
    for option in &options {
        let help = option.get_help().map(ToString::to_string).unwrap_or_default();
        let _ = write!(text, "\n    {}: {help}", named(option));
    }
    let is_root = name == "BatchOptions";
    if is_root {
        text.push_str("\n    arguments: Other options, as on the command line");
    }
    text.push_str("\n    \"\"\"\n\n");
    for option in options {
        let _ = writeln!(text, "    {}: {}", named(option), kind(option, command));
    }
    if is_root {
        text.push_str("    arguments: Sequence[str]\n");
    }
}

/// Returns the type of an option's value.
fn kind(option: &Arg, command: &Command) -> String {
    let name = option.get_long().unwrap_or_default();
    let is_number = |text: &str| {
        let inputs = command.get_positionals().map(|_| "-");
        let line = ["sitemap-validator".to_owned(), format!("--{name}={text}")];
        command.clone().try_get_matches_from(line.iter().map(String::as_str).chain(inputs)).is_ok()
    };
    let values: Vec<String> =
        option.get_possible_values().iter().map(|value| format!("\"{}\"", value.get_name())).collect();
    let is_path = matches!(option.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath);
    let one = match name {
        "now" => "Union[str, datetime.date, datetime.datetime]".to_owned(),
        "rule" => return "Mapping[str, Literal[\"off\", \"info\", \"warning\", \"error\"]]".to_owned(),
        "check-urls" | "follow-removed" => "Union[None, bool, int, Literal[\"all\"]]".to_owned(),
        _ if !option.get_action().takes_values() || matches!(option.get_action(), ArgAction::SetTrue) => {
            "bool".to_owned()
        }
        _ if !values.is_empty() => format!("Literal[{}]", values.join(", ")),
        _ if is_path => "Path".to_owned(),
        _ if is_number("1%") && !is_number("a") => "Union[int, str]".to_owned(),
        _ if is_number("1") && !is_number("a") => "int".to_owned(),
        _ => "str".to_owned(),
    };
    let takes_many = matches!(option.get_action(), ArgAction::Append) || option.get_value_delimiter().is_some();
    let many = if takes_many { format!("Union[{one}, Sequence[{one}]]") } else { one.clone() };
    // For the robots.txt of another site, its URL is the key.
    if takes_many && is_path { format!("Union[{one}, Sequence[{one}], Mapping[str, {one}]]") } else { many }
}

#[test]
fn the_options_of_python_are_those_of_the_command_line() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../sitemap-validator-python/python/sitemap_validator/_options.py");
    let text = classes();
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        std::fs::write(path, &text).expect("the options");
    }
    assert!(std::fs::read_to_string(path).is_ok_and(|written| written == text), "write it with UPDATE_SCHEMA=1");
}
