//! The rules, read from their pages and checked.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::front::{self, Front, Standard, Support, Translated, Translation};

/// All rules, in the order of `index.txt`.
pub(crate) struct Rules(pub(crate) Vec<Rule>);

/// A rule.
pub(crate) struct Rule {
    pub(crate) id: String,
    pub(crate) front: Front,
    pub(crate) messages: Vec<Message>,
    /// The page in English.
    pub(crate) page: String,
    /// The files of translations that are missing, or messages in them.
    pub(crate) untranslated: Vec<String>,
}

/// A message of a rule.
pub(crate) struct Message {
    /// Empty for the one that is called like the rule.
    pub(crate) name: String,
    pub(crate) args: Vec<Arg>,
    /// With `{0}`, `{1}`, ... for the arguments.
    pub(crate) title: String,
    pub(crate) help: String,
    pub(crate) severity: Option<front::Severity>,
    pub(crate) support: Support,
    pub(crate) standards: Vec<Standard>,
    /// Title and help in the other languages.
    translations: Vec<[String; 2]>,
}

/// An argument of a message.
#[derive(Clone)]
pub(crate) struct Arg {
    pub(crate) name: String,
    /// The parameter's type in Rust.
    pub(crate) kind: &'static str,
}

impl Rules {
    /// Reads the pages in `folder`, with their translations into `languages`.
    pub(crate) fn read(folder: &Path, languages: &[(&str, &str)]) -> Result<Self, Vec<String>> {
        let mut problems = Vec::new();
        let mut rules = Vec::new();
        let index = text(folder, "index.txt").map_err(|problem| vec![problem])?;
        let ids: Vec<&str> = index.split_whitespace().collect();
        let mut files: HashSet<String> = HashSet::from(["index.txt".to_owned()]);
        for &id in &ids {
            if !files.insert(format!("{id}.md")) {
                problems.push(format!("rules/index.txt: `{id}` is listed twice"));
            }
            files.extend(languages.iter().map(|(tag, _)| format!("{id}.{tag}.md")));
            match Rule::read(folder, id, languages) {
                Ok(rule) => rules.push(rule),
                Err(problem) => problems.push(format!("rules/{problem}")),
            }
        }
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if !files.contains(&name) {
                problems.push(format!("rules/{name}: no rule of this name is in rules/index.txt"));
            }
        }
        if problems.is_empty() { Ok(Self(rules)) } else { Err(problems) }
    }

    /// The messages in the language `languages[language]`, as a part of its catalogue.
    pub(crate) fn catalogue(&self, language: usize) -> String {
        let mut out = String::new();
        for rule in &self.0 {
            out.extend(["\n[rule ", &rule.id, "]\n"]);
            for message in &rule.messages {
                let [title, help] = &message.translations[language];
                out.extend(["title ", title, "\nhelp ", help, "\n"]);
            }
        }
        out
    }
}

impl Rule {
    fn read(folder: &Path, id: &str, languages: &[(&str, &str)]) -> Result<Self, String> {
        let file = format!("{id}.md");
        let in_file = |problem: String| format!("{file}: {problem}");
        let page = text(folder, &file)?;
        let front: Front =
            toml::from_str(front::of(&page).map_err(in_file)?).map_err(|problem| in_file(problem.to_string()))?;
        let declared = front.args.iter().map(|arg| Arg::read(arg)).collect::<Result<Vec<_>, _>>().map_err(in_file)?;
        let mut messages = Vec::new();
        for (name, message) in front::messages::<front::Message>(front.message.clone()).map_err(in_file)? {
            let named = |problem: String| in_file(format!("{}: {problem}", front::heading(&name)));
            let used = placeholders(&message.title).chain(placeholders(&message.help)).collect::<Vec<_>>();
            if let Some(unknown) = used.iter().find(|used| !declared.iter().any(|arg| arg.name == **used)) {
                return Err(named(format!("`{{{unknown}}}` is not among the `args`")));
            }
            one_line([&message.title, &message.help]).map_err(|problem| named(problem.to_owned()))?;
            let args: Vec<Arg> = declared.iter().filter(|arg| used.contains(&arg.name.as_str())).cloned().collect();
            let (support, standards) = match message.support {
                Some(support) => (support, message.standards),
                None if message.standards.is_empty() => (front.support, front.standards.clone()),
                None => return Err(named("`standards` without `support`".to_owned())),
            };
            messages.push(Message {
                title: numbered(&message.title, &args),
                help: numbered(&message.help, &args),
                name,
                args,
                severity: message.severity,
                support,
                standards,
                translations: Vec::new(),
            });
        }
        let unused =
            declared.iter().find(|arg| !messages.iter().any(|one| one.args.iter().any(|used| used.name == arg.name)));
        if let Some(unused) = unused {
            return Err(in_file(format!("no message uses `{{{}}}`, which is among the `args`", unused.name)));
        }
        if messages.is_empty() {
            return Err(in_file("there is no message".to_owned()));
        }
        let mut untranslated = Vec::new();
        for (tag, _) in languages {
            translate(folder, &format!("{id}.{tag}.md"), &mut messages, &mut untranslated)?;
        }
        Ok(Self { id: id.to_owned(), front, messages, page, untranslated })
    }
}

/// Adds to `messages` what they are in the language of `file`, and in English if that is not there.
fn translate(
    folder: &Path,
    file: &str,
    messages: &mut [Message],
    untranslated: &mut Vec<String>,
) -> Result<(), String> {
    let in_file = |problem: String| format!("{file}: {problem}");
    let mut translated = Vec::new();
    if folder.join(file).is_file() {
        let page = text(folder, file)?;
        let translation: Translation =
            toml::from_str(front::of(&page).map_err(in_file)?).map_err(|problem| in_file(problem.to_string()))?;
        translated = front::messages::<Translated>(translation.message).map_err(in_file)?;
    } else {
        untranslated.push(file.to_owned());
    }
    for message in messages {
        let named = |problem: &str| in_file(format!("{}: {problem}", front::heading(&message.name)));
        let Some(at) = translated.iter().position(|(name, _)| *name == message.name) else {
            if !untranslated.iter().any(|missing| missing == file) {
                untranslated.push(format!("{file}: {}", front::heading(&message.name)));
            }
            message.translations.push([message.title.clone(), message.help.clone()]);
            continue;
        };
        let (_, own) = translated.remove(at);
        one_line([&own.title, &own.help]).map_err(named)?;
        let texts = [(&message.title, own.title), (&message.help, own.help)].map(|(english, own)| {
            let own = numbered(&own, &message.args);
            let same = sorted(placeholders(english)) == sorted(placeholders(&own));
            same.then_some(own).ok_or_else(|| named(&format!("other placeholders than in `{english}`")))
        });
        let [title, help] = texts;
        message.translations.push([title?, help?]);
    }
    match translated.first() {
        Some((name, _)) => Err(in_file(format!("{}: the English page has none of this name", front::heading(name)))),
        None => Ok(()),
    }
}

impl Arg {
    /// Reads `name` or `name: type`.
    fn read(text: &str) -> Result<Self, String> {
        let (name, kind) = text.split_once(": ").unwrap_or((text, "any"));
        let kind = match kind {
            "any" => "impl Into<Arg>",
            "number" => "impl Number",
            _ => return Err(format!("`{text}`: the type of an argument is `any` or `number`")),
        };
        Ok(Self { name: name.to_owned(), kind })
    }
}

/// Catalogues have a line for each.
fn one_line(texts: [&str; 2]) -> Result<(), &'static str> {
    if texts.iter().any(|text| text.contains('\n')) { Err("title and help have one line each") } else { Ok(()) }
}

/// The names in braces.
fn placeholders(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name)
}

fn sorted<'t>(names: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// `text` with the places of `args` instead of their names.
fn numbered(text: &str, args: &[Arg]) -> String {
    args.iter()
        .enumerate()
        .fold(text.to_owned(), |text, (at, arg)| text.replace(&format!("{{{}}}", arg.name), &format!("{{{at}}}")))
}

fn text(folder: &Path, file: &str) -> Result<String, String> {
    fs::read_to_string(folder.join(file)).map_err(|problem| format!("{file}: {problem}"))
}
