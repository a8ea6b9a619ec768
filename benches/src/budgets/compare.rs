//! What was found beside what was committed.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::committed::Budgets;
use super::{Group, Number};

/// So many percent below its budget a number hides what may come: it should be written anew.
pub(super) const LESS: u64 = 10;

/// The table, and whether all of it is within its margins.
pub(super) fn table(groups: &[Group], budgets: &Budgets) -> (String, bool) {
    let (mut text, mut kept, empty) = (String::new(), true, BTreeMap::new());
    for (at, group) in groups.iter().enumerate() {
        text.push_str(if at > 0 { "\n" } else { "" });
        let committed = budgets.get(group.name).unwrap_or(&empty);
        let _ = writeln!(text, "{:<22} {:>11} {:>11} {:>11}", group.title, "budget", "measured", "difference");
        for number in &group.numbers {
            let budget = committed.get(&number.name).copied();
            let (note, within) = verdict(number.found, budget, group.margin);
            kept &= within;
            let _ = writeln!(text, "{}", line(number, budget, &note));
        }
        for gone in committed.keys().filter(|name| !group.numbers.iter().any(|number| number.name == **name)) {
            kept = false;
            let _ = writeln!(text, "{gone:<22}  GONE, it is not measured");
        }
    }
    (text, kept)
}

fn line(number: &Number, budget: Option<u64>, note: &str) -> String {
    let (percent, found) = (budget.map_or_else(String::new, |budget| percent(number.found, budget)), number.found);
    let budget = budget.map_or_else(String::new, |budget| grouped(budget, ','));
    let target = match number.target {
        Some(target) if found <= target => format!("  target {}, met", grouped(target, ',')),
        Some(target) => format!("  target {}, not yet met", grouped(target, ',')),
        None => String::new(),
    };
    format!("{:<22} {budget:>11} {:>11} {percent:>11}{note}{target}", number.name, grouped(found, ','))
}

/// What is to be said of a number, and whether it is within its margin.
fn verdict(found: u64, budget: Option<u64>, margin: u64) -> (String, bool) {
    let Some(budget) = budget else { return ("  NEW, there is no budget".to_owned(), false) };
    if found * 100 > budget * (100 + margin) {
        (format!("  OVER, at most +{margin} %"), false)
    } else if found * 100 < budget * (100 - LESS) {
        ("  less: `cargo xtask budgets --update`".to_owned(), true)
    } else {
        (String::new(), true)
    }
}

fn percent(found: u64, budget: u64) -> String {
    format!("{:+.1} %", (found as f64 / budget.max(1) as f64 - 1.0) * 100.0)
}

/// 1,234,567.
pub(super) fn grouped(number: u64, separator: char) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::committed;
    use super::*;

    fn compared(numbers: &[(&str, u64, Option<u64>)], committed: &str) -> (String, bool) {
        let number =
            |&(name, found, target): &(&str, u64, Option<u64>)| Number { name: name.to_owned(), found, target };
        let numbers = numbers.iter().map(number).collect();
        let group = Group { name: "instructions", title: "instructions per URL", margin: 5, numbers };
        table(&[group], &committed::read(committed).expect("read"))
    }

    #[test]
    fn a_regression_fails_with_its_table() {
        let (table, kept) = compared(
            &[("clean", 2_100, None), ("defects", 10_710, None), ("text", 700, None)],
            "[instructions]\nclean = 2_000\ndefects = 10_000\ntext = 1_000",
        );
        let expected = "\
instructions per URL        budget    measured  difference
clean                        2,000       2,100      +5.0 %
defects                     10,000      10,710      +7.1 %  OVER, at most +5 %
text                         1,000         700     -30.0 %  less: `cargo xtask budgets --update`
";
        assert_eq!((table.as_str(), kept), (expected, false));
    }

    #[test]
    fn a_target_is_told_and_fails_nothing() {
        let (table, kept) =
            compared(&[("a", 95, Some(90)), ("b", 1234, Some(2000))], "[instructions]\na = 95\nb = 1234");
        assert!(table.contains("+0.0 %  target 90, not yet met\n"), "{table}");
        assert!(table.contains("+0.0 %  target 2,000, met\n") && kept, "{table}");
    }

    #[test]
    fn what_has_no_budget_or_only_that_fails() {
        let (table, kept) = compared(&[("new", 5, None)], "");
        assert!(table.contains("  NEW, there is no budget\n") && !kept, "{table}");
        let (table, kept) = compared(&[], "[instructions]\nold = 1");
        assert!(table.contains("old                     GONE, it is not measured\n") && !kept, "{table}");
    }

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!(grouped(0, ','), "0");
        assert_eq!(grouped(999, ','), "999");
        assert_eq!(grouped(1_234_567, '_'), "1_234_567");
    }
}
