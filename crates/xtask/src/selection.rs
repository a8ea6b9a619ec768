//! Which checks a run has: those of its tier, those that the changes select, and what these need.

use std::collections::BTreeSet;
use std::path::Path;

use crate::checks::{CHECKS, Check, SMOKE, Tier};
use crate::process::{command, output};

/// A check of a run, and why it is in it.
#[derive(Debug)]
pub(crate) struct Selected {
    pub(crate) check: &'static Check,
    pub(crate) reason: String,
}

/// The checks of a run, and those that it leaves out, in the order of the table.
pub(crate) fn select(tier: Tier, changed: &[String]) -> (Vec<Selected>, Vec<&'static Check>) {
    let reason = |check: &Check| {
        if check.name == SMOKE && tier > Tier::Quick {
            return None;
        }
        if check.tier <= tier {
            return Some("always".to_owned());
        }
        let file = changed.iter().find(|file| is_of(file, check));
        file.map(|file| format!("{file} has changed"))
    };
    let mut reasons: Vec<Option<String>> = CHECKS.iter().map(reason).collect();
    loop {
        let needed: BTreeSet<&str> = CHECKS
            .iter()
            .zip(&reasons)
            .filter(|(_, reason)| reason.is_some())
            .flat_map(|(check, _)| check.after)
            .copied()
            .collect();
        let missing =
            CHECKS.iter().zip(&mut reasons).find(|(check, reason)| reason.is_none() && needed.contains(check.name));
        match missing {
            Some((_, reason)) => *reason = Some("another check needs it".to_owned()),
            None => break,
        }
    }
    let (mut selected, mut left_out) = (Vec::new(), Vec::new());
    for (check, reason) in CHECKS.iter().zip(reasons) {
        match reason {
            Some(reason) => selected.push(Selected { check, reason }),
            None => left_out.push(check),
        }
    }
    (selected, left_out)
}

/// True if a change of `file` selects `check`.
fn is_of(file: &str, check: &Check) -> bool {
    check.paths.iter().any(|start| file.starts_with(start))
}

/// What differs from the main branch.
pub(crate) struct Changes {
    /// The branch and the commit that the files are compared with.
    pub(crate) base: String,
    /// The files that differ, or are new.
    pub(crate) files: Vec<String>,
}

/// The changes since the main branch; `None` without git, or without a commit to compare with.
pub(crate) fn changes(root: &Path) -> Option<Changes> {
    let git = |words: &[&str]| git(root, words);
    let bases = ["@{upstream}", "origin/main", "main"];
    let (other, base) = bases.iter().find_map(|other| Some((other, git(&["merge-base", "HEAD", other])?)))?;
    let lists = [git(&["diff", "--name-only", &base])?, git(&["ls-files", "--others", "--exclude-standard"])?];
    let branch = git(&["rev-parse", "--abbrev-ref", other])?;
    let base = format!("{branch} at {}", git(&["rev-parse", "--short", &base])?);
    Some(Changes { base, files: lists.iter().flat_map(|list| list.lines()).map(str::to_owned).collect() })
}

/// What Git prints, with the names of files as they are.
fn git(root: &Path, words: &[&str]) -> Option<String> {
    output(command("git", root).args(["-c", "core.quotePath=false"]).args(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(tier: Tier, changed: &[&str]) -> Vec<&'static str> {
        let changed: Vec<String> = changed.iter().map(|file| (*file).to_owned()).collect();
        select(tier, &changed).0.iter().map(|selected| selected.check.name).collect()
    }

    #[test]
    fn changes_select_checks_and_what_these_need() {
        let quick = names(Tier::Quick, &[]);
        assert!(quick.contains(&"tests") && !quick.contains(&"python"), "{quick:?}");
        let python = names(Tier::Quick, &["crates/sitemap-validator-python/src/lib.rs"]);
        assert!(python.contains(&"python") && !python.contains(&"webkit"), "{python:?}");
        let looks = names(Tier::Quick, &["web/base.css"]);
        assert!(looks.contains(&"looks") && looks.contains(&"page"), "{looks:?}");
        let all = names(Tier::All, &[]);
        assert!(all.contains(&"python") && all == names(Tier::Every, &[]) && all.len() == CHECKS.len() - 1, "{all:?}");
    }

    #[test]
    fn every_file_belongs_to_a_check() {
        let Some(files) = git(&crate::root(), &["ls-files"]) else { return };
        let orphans: Vec<&str> = files.lines().filter(|file| !CHECKS.iter().any(|check| is_of(file, check))).collect();
        assert!(orphans.is_empty(), "no check names these files: {orphans:?}");
        for check in CHECKS {
            let is_used = |start: &&&str| files.lines().any(|file| file.starts_with(**start));
            assert_eq!(check.paths.iter().find(|start| !is_used(start)), None, "{}", check.name);
        }
    }
}
