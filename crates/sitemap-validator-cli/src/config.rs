//! `sitemap-validator.toml`: the options for all runs in a folder and its subfolders.
//!
//! A setting is a command-line option without its dashes. The settings become arguments before those of the user, so
//! that both share one description, and the user's arguments take precedence.

use std::any::TypeId;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Command, Parser, ValueHint};
use serde_json::{Map, Value, json};
use sitemap_validator::output::export::Format;
use toml::Spanned;
use toml::de::{DeString, DeTable, DeValue};

use crate::client::FETCH;
use crate::options::{ABOUT, Arguments, CONVERT, Command as Chosen, FIX, Settings};
use crate::values::is_url;
use crate::write::{OutputPath, within};

/// The name of the file.
const NAME: &str = "sitemap-validator.toml";

/// The table with the levels of the rules, which are values of `--rule`.
const RULES: &str = "rules";
const RULE: &str = "rule";

/// The table with the options of `compare`.
pub(crate) const COMPARE: &str = "compare";

/// Returns the options from the settings that complement the command line `given`.
///
/// # Errors
/// If the file cannot be read or has an error; the message gives the location.
pub(crate) fn arguments_from_settings(given: &Arguments, command: &Command) -> Result<Vec<OsString>, String> {
    let Some(path) = path(given) else { return Ok(Vec::new()) };
    // A file that the program found itself may come from someone else.
    let is_found = options(given).is_some_and(|options| options.config.is_none());
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let place = |at: usize, problem: &str| {
        let before = text.get(..at).unwrap_or(&text);
        let line = before.rsplit('\n').next().unwrap_or_default();
        let numbers = (before.matches('\n').count() + 1, line.chars().count() + 1);
        format!("{}:{}:{}: {problem}", path.display(), numbers.0, numbers.1)
    };
    let table = DeTable::parse(&text)
        .map_err(|error| place(error.span().map_or(0, |span| span.start), error.message().trim_end()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let has_url = given.url.is_some() || given.base.is_some() || given.inputs.iter().any(|input| is_url(input));
    let is_compare = matches!(given.command, Some(Chosen::Compare(_)));
    let of_compare = command.find_subcommand(COMPARE).into_iter().flat_map(|command| {
        let start: &[&str] = &["sitemap-validator", COMPARE, "-", "x"];
        flat_in(table.get_ref(), COMPARE).into_iter().map(move |setting| (setting, command, start, true))
    });
    let of_checks = flatten(table.get_ref()).into_iter().map(|setting| {
        let start: &[&str] = &["sitemap-validator", "-"];
        (setting, command, start, false)
    });
    let mut words = Vec::new();
    // The settings of other commands are read for errors.
    for ((name, value), command, start, is_of_compare) in of_checks.chain(of_compare) {
        let added = arguments(&name, value.get_ref(), command, (folder, is_found)).and_then(|added| {
            let line = start.iter().map(OsString::from).chain(added.iter().cloned());
            Arguments::try_parse_from(line).map_err(|error| {
                let text = error.to_string();
                text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()
            })?;
            Ok(added)
        });
        let added = added.map_err(|problem| place(value.span().start, &problem))?;
        let is_of_command = is_of_compare == is_compare || is_compare && name.starts_with(&format!("{RULE}="));
        // The URLs in the settings do not apply if the user gives a URL.
        if is_of_command && !(has_url && ["url", "base"].contains(&name.as_str())) {
            words.extend(added);
        }
    }
    Ok(words)
}

/// Returns the path of the settings file, if there is one.
pub(crate) fn path(given: &Arguments) -> Option<PathBuf> {
    let options = options(given).filter(|options| !options.isolated)?;
    options.config.clone().or_else(find_file)
}

/// Returns the options for the file; `None` for a command that reads no file.
fn options(given: &Arguments) -> Option<&Settings> {
    match &given.command {
        None => Some(&given.settings),
        Some(Chosen::Compare(compare)) => Some(&compare.settings),
        Some(_) => None,
    }
}

/// Returns the file in the current folder, or in the nearest parent folder that has one.
fn find_file() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let file = here.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file())?;
    // A relative path is shorter in messages.
    Some(if file.parent() == Some(&here) { NAME.into() } else { file })
}

type Setting<'t, 'i> = (String, &'t Spanned<DeValue<'i>>);

/// Returns the settings with their names; those of the table of rules are named `rule=ID`, and those of other tables
/// have their own names.
fn flatten<'t, 'i>(table: &'t DeTable<'i>) -> Vec<Setting<'t, 'i>> {
    let mut settings = Vec::new();
    for (name, value) in table {
        let own = |name: &Spanned<DeString<'_>>| name.get_ref().to_string();
        match value.get_ref() {
            DeValue::Table(inner) if name.get_ref() == RULES => {
                settings.extend(inner.iter().map(|(id, level)| (format!("{RULE}={}", own(id)), level)));
            }
            DeValue::Table(inner) if name.get_ref() == "fetch" => {
                settings.extend(inner.iter().map(|(name, value)| (own(name), value)));
            }
            DeValue::Table(_) if name.get_ref() == COMPARE => {}
            _ => settings.push((own(name), value)),
        }
    }
    settings
}

/// Returns the settings in a table with this name.
fn flat_in<'t, 'i>(table: &'t DeTable<'i>, section: &str) -> Vec<Setting<'t, 'i>> {
    let inner =
        table.iter().filter(|(name, _)| name.get_ref() == section).filter_map(|(_, value)| value.get_ref().as_table());
    inner.flatten().map(|(name, value)| (name.get_ref().to_string(), value)).collect()
}

/// Converts a setting to arguments.
///
/// Paths are relative to `folder`, the folder of the file. If `is_found` is true, nothing outside that folder is
/// written.
fn arguments(
    name: &str,
    value: &DeValue<'_>,
    command: &Command,
    (folder, is_found): (&Path, bool),
) -> Result<Vec<OsString>, String> {
    let (option, rule) = name.split_once('=').unwrap_or((name, ""));
    let known = command.get_arguments().find(|argument| is_setting(argument) && argument.get_long() == Some(option));
    let Some(known) = known else {
        let near = command.get_arguments().filter(|argument| is_setting(argument)).filter_map(Arg::get_long);
        let near = near.min_by_key(|other| strsim::levenshtein(other, name)).unwrap_or_default();
        return Err(format!("there is no setting `{name}`; did you mean `{near}`?"));
    };
    let is_flag = matches!(known.get_action(), ArgAction::SetTrue);
    let one = |value: &DeValue<'_>| -> Result<String, String> {
        match value {
            DeValue::String(text) => Ok(text.to_string()),
            DeValue::Integer(number) => Ok(number.to_string()),
            DeValue::Float(number) => Ok(number.to_string()),
            DeValue::Datetime(moment) => Ok(moment.to_string()),
            _ => Err(format!("`{name}` must be a string, a number or a list of these")),
        }
    };
    let word = |value: &str| {
        let mut word = OsString::from(format!("--{option}="));
        if !rule.is_empty() {
            word.push(format!("{rule}="));
        }
        if !matches!(known.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath) {
            word.push(value);
            return Ok(word);
        }
        let (key, path) = keyed(known, value);
        let path = folder.join(path);
        if is_found && writes(known) && !within(folder, &path) {
            let (path, option) = (path.display(), known.get_long().unwrap_or_default());
            return Err(format!(
                "`{name}` names {path}, which is not in the folder of this file: pass --{option} on the command line, or name \
                 this file with --config"
            ));
        }
        word.push(key);
        word.push(path);
        Ok(word)
    };
    match value {
        DeValue::Boolean(value) if is_flag => Ok(if *value { vec![format!("--{option}").into()] } else { Vec::new() }),
        _ if is_flag => Err(format!("`{name}` must be true or false")),
        DeValue::Array(values) => {
            let values = values.iter().map(|value| one(value.get_ref())).collect::<Result<Vec<_>, _>>()?;
            Ok(match known.get_value_delimiter() {
                Some(delimiter) => vec![word(&values.join(&delimiter.to_string()))?],
                None => values.iter().map(|value| word(value)).collect::<Result<_, _>>()?,
            })
        }
        value => Ok(vec![word(&one(value)?)?]),
    }
}

/// Splits the value of an option that names a file into the part before the path, including its `=`, and the path.
fn keyed<'v>(argument: &Arg, value: &'v str) -> (&'v str, &'v str) {
    let names = argument.get_value_names().unwrap_or_default();
    let is_robots_of_site = argument.get_id() == "robots" && is_url(value.as_ref());
    let has_key = names.iter().any(|name| name.contains('=')) || is_robots_of_site;
    value.split_at(value.find('=').filter(|_| has_key).map_or(0, |at| at + 1))
}

/// True for an option that names an output file or folder.
pub(crate) fn writes(argument: &Arg) -> bool {
    let value = argument.get_value_parser().type_id();
    value == TypeId::of::<OutputPath>() || value == TypeId::of::<(Format, OutputPath)>()
}

/// True for an option that sets how to check and report, and not what to do.
fn is_setting(argument: &Arg) -> bool {
    let heading = argument.get_help_heading().unwrap_or(ABOUT);
    // Writing a baseline and overwriting other files are one-time actions.
    let is_done_once = ["write_baseline", "overwrite", "redirects"].iter().any(|id| argument.get_id() == *id);
    argument.get_long().is_some() && !is_done_once && ![ABOUT, CONVERT, FIX].contains(&heading)
}

/// Returns the JSON schema of the file, for editors.
pub(crate) fn schema(command: &Command) -> String {
    let property = |argument: &Arg| {
        let name = argument.get_long().unwrap_or_default().to_owned();
        let text = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let values: Vec<Value> = argument.get_possible_values().iter().map(|value| value.get_name().into()).collect();
        let one = if values.is_empty() { json!({ "type": ["string", "number"] }) } else { json!({ "enum": values }) };
        let takes_many = matches!(argument.get_action(), ArgAction::Append) || argument.get_value_delimiter().is_some();
        let mut kind = match argument.get_action() {
            ArgAction::SetTrue => json!({ "type": "boolean" }),
            _ if takes_many => json!({ "anyOf": [one, { "type": "array", "items": one }] }),
            _ => one,
        };
        kind["description"] = text.into();
        (name, kind)
    };
    let object = |properties: Map<String, Value>| json!({ "type": "object", "additionalProperties": false, "properties": properties });
    let of = |is_fetch: bool| -> Map<String, Value> {
        let settings = command.get_arguments().filter(|argument| is_setting(argument));
        settings.filter(|argument| (argument.get_help_heading() == Some(FETCH)) == is_fetch).map(property).collect()
    };
    let mut properties = of(false);
    let compare = command.find_subcommand(COMPARE).into_iter().flat_map(Command::get_arguments);
    properties
        .insert(COMPARE.to_owned(), object(compare.filter(|argument| is_setting(argument)).map(property).collect()));
    let level = json!({ "$ref": "#/$defs/level" });
    let rules = sitemap_validator::Rule::ALL.iter().map(|rule| (rule.id().to_owned(), level.clone()));
    let rules: Map<String, Value> = rules.collect();
    properties.insert(RULES.to_owned(), object(rules));
    properties.insert("fetch".to_owned(), object(of(true)));
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": NAME,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
        "$defs": { "level": { "enum": ["off", "info", "warning", "error"] } },
    });
    format!("{schema:#}\n")
}

#[cfg(test)]
mod tests {
    use crate::arguments::command;

    #[test]
    fn the_published_schema_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sitemap-validator.schema.json");
        let schema = super::schema(&command());
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            std::fs::write(path, &schema).expect("the schema");
        }
        let is_current = std::fs::read_to_string(path).is_ok_and(|published| published == schema);
        assert!(is_current, "write it with UPDATE_SCHEMA=1");
    }
}
