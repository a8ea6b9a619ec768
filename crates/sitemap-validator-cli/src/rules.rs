//! The list of rules, and names that are almost rules.

use std::fmt::Write;

use sitemap_validator::registry::{Activation, Repair};
use sitemap_validator::{Rule, Severity};

/// One line per rule: id, weight, when it is active, repair, who says so.
pub(crate) fn list() -> String {
    let mut out = String::new();
    let widest = Rule::ALL.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
    for rule in Rule::ALL {
        let info = rule.info();
        let weight = match info.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
        };
        let active = match info.default {
            Activation::On => "",
            Activation::Pedantic => "pedantic",
            Activation::Overlay => "profile",
            Activation::Legacy => "legacy",
        };
        let repair = match info.repair {
            Repair::Safe => "safe fix",
            Repair::Suggest => "suggestion",
            Repair::Manual => "",
        };
        let basis: Vec<_> = info.basis.iter().map(|basis| basis.name()).collect();
        let _ = writeln!(out, "{:widest$}  {weight:7}  {active:8}  {repair:10}  {}", info.id, basis.join(", "));
    }
    out
}

/// The rule called `id`, or a sentence that names the nearest one.
pub(crate) fn by_id(id: &str) -> Result<Rule, String> {
    Rule::by_id(id).ok_or_else(|| {
        let nearest = Rule::ALL.iter().map(|rule| (distance(id, rule.id()), rule.id())).min();
        match nearest {
            Some((steps, near)) if steps <= 4 => format!("there is no rule `{id}`; did you mean `{near}`?"),
            _ => format!("there is no rule `{id}`; `--list-rules` lists them"),
        }
    })
}

/// How many characters must change to make one of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (index, from) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, to) in other.iter().enumerate() {
            let changed = diagonal + usize::from(from != *to);
            diagonal = row[column + 1];
            row[column + 1] = changed.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised() {
        assert_eq!(by_id("loc-relative"), Ok(Rule::LocRelative));
        let near = "there is no rule `loc-relativ`; did you mean `loc-relative`?";
        assert_eq!(by_id("loc-relativ"), Err(near.to_owned()));
        assert!(by_id("W3").is_err_and(|problem| problem.contains("--list-rules")));
    }

    #[test]
    fn every_rule_is_listed() {
        let list = list();
        assert_eq!(list.lines().count(), Rule::ALL.len());
        assert!(list.lines().all(|line| line.trim_end() == line && line.len() < 160), "{list}");
    }
}
