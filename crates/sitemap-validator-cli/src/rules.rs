//! The list of rules, and the rule closest to a misspelled id.

use std::fmt::Write;

use sitemap_validator::registry::{Activation, Repair};
use sitemap_validator::{Rule, Severity};

/// One line per rule: id, severity, when it is active, fix, sources.
pub(crate) fn list() -> String {
    let mut out = String::new();
    let widest = Rule::ALL.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
    for rule in Rule::ALL {
        let info = rule.info();
        let severity = match info.severity {
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
        let fix = match info.repair {
            Repair::Safe => "safe fix",
            Repair::Suggest => "suggestion",
            Repair::Manual => "",
        };
        let sources: Vec<_> = info.support.sources().collect();
        let _ = writeln!(out, "{:widest$}  {severity:7}  {active:8}  {fix:10}  {}", info.id, sources.join(", "));
    }
    out
}

/// Returns the rule with this id, or an error that names the closest one.
pub(crate) fn by_id(id: &str) -> Result<Rule, String> {
    Rule::by_id(id).ok_or_else(|| {
        let distance = |rule: &Rule| strsim::levenshtein(id, rule.id());
        match Rule::ALL.iter().min_by_key(|rule| (distance(rule), rule.id())) {
            Some(near) if distance(near) <= 4 => format!("there is no rule `{id}`; did you mean `{}`?", near.id()),
            _ => format!("there is no rule `{id}`; --list-rules lists them"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_is_recognized() {
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
