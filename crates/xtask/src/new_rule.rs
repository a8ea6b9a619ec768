//! The check `new-rule`: does in a copy of the core what `docs/adding-a-rule.md` says, and runs the examples of its rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{built, cargo, run};

/// What the copy is made of: the core, and what its build and its tests read.
const PARTS: [&str; 6] = [
    "Cargo.lock",
    "Cargo.toml",
    "crates/sitemap-validator",
    "crates/sitemap-validator-crawl",
    "crates/sitemap-validator-protocol",
    "tests/fixtures",
];

const GUIDE: &str = "docs/adding-a-rule.md";

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
    let mut rule = None;
    for Block { kind, path, body } in blocks(&guide) {
        let content = match kind {
            "diff" => patched(&text(&files, path)?, body).ok_or_else(|| format!("{GUIDE}: {path} has other lines"))?,
            _ => body.to_owned(),
        };
        files.insert(path.into(), content.into_bytes());
        rule = rule.or_else(|| Path::new(path).file_stem().and_then(|stem| stem.to_str()));
    }
    let rule = rule.ok_or_else(|| format!("{GUIDE} has no rule"))?;
    // Always the same folder: what was compiled before is used again.
    let copy = built(root).join("new-rule");
    write(&copy, &files)?;
    let mut command = cargo(&copy);
    command
        .args(["test", "--quiet", "--package", "sitemap-validator", "--test", "all", "rule_pages"])
        .env("RULE", rule);
    // One rule is tested: compiling matters more than speed.
    command.args(["--config", "profile.dev.package.sitemap-validator.opt-level=0", "--target-dir"]);
    run(command.arg(built(root)))
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
