//! Drafts of a new rule, and the check `new-rule`: it does in a copy of the core what `docs/adding-a-rule.md` says, and runs
//! the examples of its rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{built, cargo, run};

/// What the copy is made of: the core, and what its build and its tests read.
const PARTS: [&str; 10] = [
    GUIDE,
    SCHEMA,
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "crates/rule-pages",
    "crates/sitemap-validator",
    "crates/sitemap-validator-crawl",
    "crates/sitemap-validator-protocol",
    "tests/fixtures",
];

const GUIDE: &str = "docs/adding-a-rule.md";

/// The rules' pages.
const RULES: &str = "crates/sitemap-validator/rules";

/// The schema of the configuration file, which lists the rules.
const SCHEMA: &str = "docs/sitemap-validator.schema.json";

/// The command that writes the schema.
const WRITE_SCHEMA: &str = "UPDATE_SCHEMA=1 cargo test -p sitemap-validator-cli --lib the_published_schema_is_current";

/// The files that report rules.
const SOURCES: &str = "crates/sitemap-validator/src";

/// A page whose sentences are to be written.
const PAGE: &str = r#"+++
severity = "warning"
fix = "manual"
standards = ["practice"]
args = ["value"]

[message]
title = "`{value}` is TODO"
help = "Write TODO."
+++
# ID

TODO.

## What

Reported when TODO.

## Why

TODO.

## What to do

TODO.

## Source

- Practice: TODO; or a document of docs/authorities.md, its section, and its URL in parentheses

## Examples

TODO.

```xml bad entry
BAD
```

```xml good entry
GOOD
```
"#;

/// A function that reports the rule.
const FUNCTION: &str = "
/// Reports TODO. TODO: call it, and see that the fast path does not skip what it reports.
fn NAME(PARAMETER, reporter: &mut REPORTER<'_>) {
    reporter.report(RULES::ID(SPAN, SPAN));
}
";

/// Adds the rule to a copy, and runs the tests of its page.
pub(crate) fn test(root: &Path) -> Result<(), String> {
    let mut files = BTreeMap::new();
    for part in PARTS {
        collect(root, Path::new(part), &mut files)?;
    }
    let workspace = text(&files, "Cargo.toml")?.replace(", \"web\"]", "]");
    let kept = workspace.lines().filter(|line| !line.starts_with("default-members")).collect::<Vec<_>>().join("\n");
    files.insert("Cargo.toml".into(), kept.into_bytes());
    let guide = fs::read_to_string(root.join(GUIDE)).map_err(|error| format!("{GUIDE}: {error}"))?;
    let command = "\ncargo xtask new-rule ";
    let rule = guide.split_once(command).and_then(|(_, rest)| rest.lines().next());
    let rule = rule.ok_or_else(|| format!("{GUIDE} does not call `cargo xtask new-rule`"))?;
    for (path, content) in drafts(&files, rule)? {
        files.insert(path, content.into_bytes());
    }
    for Block { kind, path, body } in blocks(&guide) {
        let content = match kind {
            "diff" => patched(&text(&files, path)?, body).ok_or_else(|| format!("{GUIDE}: {path} has other lines"))?,
            _ => body.to_owned(),
        };
        files.insert(path.into(), content.into_bytes());
    }
    // Always the same folder: what was compiled before is used again.
    let copy = built(root).join("new-rule");
    write(&copy, &files)?;
    let mut command = examples(&copy, rule);
    // In our build folder, a profile of its own keeps what is built from the copy apart from what is built from here.
    command.args(["--config", "profile.dev.package.sitemap-validator.debug=false", "--target-dir"]);
    run(command.arg(built(root)))
}

/// Runs the examples of the rule `id`, then all that is quick to run and that a new rule can break.
pub(crate) fn check(root: &Path, id: &str) -> Result<(), String> {
    println!("The examples of {id}:");
    run(&mut examples(root, id))?;
    println!("clippy:");
    run(core(root, "clippy").args(["--all-targets", "--", "-D", "warnings"]))?;
    println!("The tests of the core, with the examples of all rules:");
    run(core(root, "test").arg("--no-fail-fast").env("PROPTEST_CASES", "256"))
}

/// The command that runs the examples of the rule `id`.
fn examples(root: &Path, id: &str) -> Command {
    let mut command = core(root, "test");
    // One rule is tested: compiling matters more than speed.
    command.args(["--config", "profile.dev.package.sitemap-validator.opt-level=0", "--test", "all", "rule_pages"]);
    command.env("RULE", id);
    command
}

/// A command of cargo for the core.
fn core(root: &Path, name: &str) -> Command {
    let mut command = cargo(root);
    command.args([name, "--quiet", "--package", "sitemap-validator"]);
    command
}

/// Writes the page, the line in the list of rules, and the function of the rule `id`.
pub(crate) fn write_drafts(root: &Path, id: &str) -> Result<(), String> {
    let mut files = BTreeMap::new();
    for part in [RULES, SOURCES, SCHEMA] {
        collect(root, Path::new(part), &mut files)?;
    }
    let drafts = drafts(&files, id)?;
    for (path, content) in &drafts {
        fs::write(root.join(path), content).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}", path.display());
    }
    println!("Replace each TODO as {GUIDE} says, then run `cargo xtask rule {id}`");
    Ok(())
}

/// The files that change for a draft of the rule `id`, with their new contents.
fn drafts(files: &BTreeMap<PathBuf, Vec<u8>>, id: &str) -> Result<Vec<(PathBuf, String)>, String> {
    let is_id = id.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    let (subject, rest) = id.split_once('-').filter(|_| is_id).ok_or_else(|| {
        format!("`{id}` is no id: it is the subject of the rule and words about it, such as `lastmod-in-words`")
    })?;
    let index_path = format!("{RULES}/index.txt");
    let index = text(files, &index_path)?;
    let ids: Vec<&str> = index.lines().collect();
    if ids.contains(&id) {
        return Err(format!("there is a rule `{id}`"));
    }
    let prefix = format!("{subject}-");
    let last = ids.iter().rposition(|other| other.starts_with(&prefix)).ok_or_else(|| {
        let known: BTreeSet<&str> =
            ids.iter().filter_map(|id| id.split_once('-')).map(|(subject, _)| subject).collect();
        format!("no rule is about `{subject}`; there are {}", known.into_iter().collect::<Vec<_>>().join(", "))
    })?;
    let mut new_list = ids.clone();
    new_list.insert(last + 1, id);
    // The file that reports most rules with this subject.
    let call = format!("rules::{subject}_");
    let reports = |(path, content): (&PathBuf, &Vec<u8>)| {
        let name = path.file_stem()?.to_str()?;
        let content = String::from_utf8(content.clone()).ok()?;
        let is_test = name.ends_with("tests") || path.components().any(|part| part.as_os_str() == "tests");
        (path.starts_with(SOURCES) && !is_test).then(|| (content.matches(&call).count(), path.clone(), content))
    };
    let (_, path, content) = files.iter().filter_map(reports).max_by_key(|(count, ..)| *count).ok_or("no sources")?;
    let end = content.find("\n#[cfg(test)]").unwrap_or(content.len());
    let function = function(&content, id, rest);
    let schema = text(files, SCHEMA)?;
    let [old_rules, new_rules] = [rules_in_schema(&ids), rules_in_schema(&new_list)];
    if !schema.contains(&old_rules) {
        return Err(format!("{SCHEMA} has other rules; write it with `{WRITE_SCHEMA}`"));
    }
    Ok(vec![
        (format!("{RULES}/{id}.md").into(), page(id, subject)),
        (SCHEMA.into(), schema.replace(&old_rules, &new_rules)),
        (index_path.into(), new_list.join("\n") + "\n"),
        (path, format!("{}{function}{}", &content[..end], &content[end..])),
    ])
}

/// The page of the rule `id`.
fn page(id: &str, subject: &str) -> String {
    let example = |value: &str| match subject {
        "loc" => format!("<url><loc>{value}</loc></url>"),
        "lastmod" | "changefreq" | "priority" => {
            format!("<url><loc>https://shop.tidepool.page/a</loc><{subject}>{value}</{subject}></url>")
        }
        _ => value.to_owned(),
    };
    let page = PAGE.replace("ID", id).replace("BAD", &example("⟦TODO⟧")).replace("GOOD", &example("TODO"));
    // An example is an entry, or all of a text file.
    if subject == "text" { page.replace("```xml", "```text").replace(" entry\n", "\n") } else { page }
}

/// The draft of a function for a file with this content.
fn function(content: &str, id: &str, name: &str) -> String {
    let imports: Vec<&str> = content.split("\nuse ").skip(1).filter_map(|rest| rest.split(';').next()).collect();
    // What the file imports has a short name.
    let short = |path: &'static str| {
        let (parent, name) = path.rsplit_once("::").unwrap_or_default();
        let is_it = |item: &str| item.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with("::"));
        let from_parent = imports
            .iter()
            .filter(|import| import.starts_with(parent) || parent == "crate::check" && import.starts_with("super::"));
        let is_imported = from_parent.flat_map(|import| import.split([',', '{', '}', ' ', '\n'])).any(is_it);
        if is_imported { name } else { path }
    };
    let (parameter, span) = match short("crate::check::Trimmed") {
        "Trimmed" => ("place: Trimmed<'_>".to_owned(), "place.whole()"),
        _ => (format!("field: &{}<'_>", short("crate::check::Field")), "field.content"),
    };
    FUNCTION
        .replace("PARAMETER", &parameter)
        .replace("REPORTER", short("crate::reporter::Reporter"))
        .replace("RULES", short("crate::rules"))
        .replace("SPAN", span)
        .replace("ID", &id.replace('-', "_"))
        .replace("NAME", &name.replace('-', "_"))
}

/// The rules as the schema lists them.
fn rules_in_schema(ids: &[&str]) -> String {
    let entry = |id: &&str| format!("\n        \"{id}\": {{\n          \"$ref\": \"#/$defs/level\"\n        }}");
    let entries: BTreeSet<String> = ids.iter().filter(|id| !id.is_empty()).map(entry).collect();
    format!("{{{}\n", entries.into_iter().collect::<Vec<_>>().join(","))
}

/// A fenced block of the guide that names a file.
struct Block<'g> {
    kind: &'g str,
    path: &'g str,
    body: &'g str,
}

fn blocks(guide: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut rest = guide;
    while let Some(at) = rest.find("\n```") {
        let fence = &rest[at + 1..];
        let ticks = fence.len() - fence.trim_start_matches('`').len();
        let Some((info, inner)) = fence[ticks..].split_once('\n') else { break };
        let Some(end) = inner.find(&format!("\n{}\n", &fence[..ticks])) else { break };
        if let Some((kind, path)) = info.split_once(' ') {
            blocks.push(Block { kind, path, body: &inner[..=end] });
        }
        rest = &inner[end + 1 + ticks..];
    }
    blocks
}

/// `text` with the lines added that start with `+` in `diff`; the others say where, and start with a space.
fn patched(text: &str, diff: &str) -> Option<String> {
    let lines = |skip: char| {
        diff.lines().filter(move |line| !line.starts_with(skip)).flat_map(|line| [line.get(1..).unwrap_or(""), "\n"])
    };
    let (before, after): (String, String) = (lines('+').collect(), lines('-').collect());
    (text.matches(&before).count() == 1).then(|| text.replace(&before, &after))
}

fn text(files: &BTreeMap<PathBuf, Vec<u8>>, path: &str) -> Result<String, String> {
    let content = files.get(Path::new(path)).ok_or_else(|| format!("there is no {path}"))?;
    String::from_utf8(content.clone()).map_err(|_| format!("{path} is no text"))
}

/// Reads `part` of `root`, a file or a folder.
fn collect(root: &Path, part: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) -> Result<(), String> {
    let path = root.join(part);
    let problem = |error: std::io::Error| format!("{}: {error}", part.display());
    if path.is_dir() {
        for entry in fs::read_dir(&path).map_err(problem)? {
            collect(root, &part.join(entry.map_err(problem)?.file_name()), files)?;
        }
    } else {
        files.insert(part.to_owned(), fs::read(&path).map_err(problem)?);
    }
    Ok(())
}

/// Makes `folder` hold `files` and nothing else. What is the same stays as it is, so that nothing is compiled for it.
fn write(folder: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> Result<(), String> {
    let mut old = BTreeMap::new();
    if folder.is_dir() {
        collect(folder, Path::new(""), &mut old)?;
    }
    let problem = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    for gone in old.keys().filter(|path| !files.contains_key(*path)) {
        fs::remove_file(folder.join(gone)).map_err(|error| problem(gone, error))?;
    }
    for (name, content) in files.iter().filter(|(name, content)| old.get(*name) != Some(content)) {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, content)).map_err(|error| problem(&path, error))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_fit_the_files_they_are_for() {
        let mut files = BTreeMap::new();
        for part in [RULES, SOURCES, SCHEMA] {
            collect(&crate::root(), Path::new(part), &mut files).expect("files");
        }
        let drafts: BTreeMap<PathBuf, String> = drafts(&files, "lastmod-x").expect("drafts").into_iter().collect();
        for (path, expected) in [
            (
                "crates/sitemap-validator/src/check/lastmod/value.rs",
                "\nfn x(place: Trimmed<'_>, reporter: &mut Reporter<'_>) {\n    reporter.report(rules::lastmod_x(",
            ),
            ("crates/sitemap-validator/rules/lastmod-x.md", "<lastmod>⟦TODO⟧</lastmod></url>"),
            ("crates/sitemap-validator/rules/index.txt", "\nlastmod-x\n"),
            (SCHEMA, "\"lastmod-x\": {\n          \"$ref\": \"#/$defs/level\"\n        },\n        \"limits-"),
        ] {
            assert!(drafts[Path::new(path)].contains(expected), "{path}");
        }
    }

    #[test]
    fn a_draft_has_whole_paths_for_what_is_not_imported() {
        let draft =
            function("\nuse crate::rules::loc_empty as message;\nuse super::{Field, Reporter};\n", "loc-x", "x");
        assert!(draft.contains("fn x(field: &Field<'_>, reporter: &mut crate::reporter::Reporter<'_>)"), "{draft}");
        assert!(draft.contains("(crate::rules::loc_x(field.content, field.content))"), "{draft}");
    }

    #[test]
    fn lines_are_added_where_the_others_are() {
        assert_eq!(patched("a\nb\nc\n", " a\n+x\n b\n").as_deref(), Some("a\nx\nb\nc\n"));
        assert_eq!(patched("a\nb\n", " a\n+x\n c\n"), None);
        assert_eq!(patched("a\na\n", " a\n+x\n"), None, "where is not clear");
    }

    #[test]
    fn blocks_that_name_a_file_are_found() {
        let guide = "text\n````markdown a.md\n# A\n```xml bad\nx\n```\n````\n```sh\nb\n```\n\n```diff c\n d\n+e\n```\n";
        let found: Vec<_> = blocks(guide).into_iter().map(|block| (block.kind, block.path, block.body)).collect();
        assert_eq!(found, [("markdown", "a.md", "# A\n```xml bad\nx\n```\n"), ("diff", "c", " d\n+e\n")]);
    }
}
