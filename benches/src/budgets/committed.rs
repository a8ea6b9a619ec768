//! The file of committed numbers: a heading per group, `name = number` below it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Group;
use super::compare::{LESS, grouped};

/// Budgets by the name of their group, and their own.
pub(super) type Budgets = BTreeMap<String, BTreeMap<String, u64>>;

const HEAD: &str = "\
# What a URL may take and what the page may weigh. `cargo xtask test` compares, and so does `cargo xtask budgets` alone;
# `cargo xtask budgets --update` writes this file. Commit it with the change that needs it.
";

/// Reads such a file.
pub(super) fn read(text: &str) -> Result<Budgets, String> {
    let mut budgets = Budgets::new();
    let mut group = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            group = Some(budgets.entry(name.trim().to_owned()).or_default());
        } else if !line.is_empty() {
            let entry = line.split_once('=').map(|(name, value)| (name.trim(), value.trim().replace('_', "").parse()));
            match (&mut group, entry) {
                (Some(group), Some((name, Ok(value)))) => group.insert(name.to_owned(), value),
                _ => return Err(format!("line {number}, `{line}`, is no `name = number` below a heading")),
            };
        }
    }
    Ok(budgets)
}

/// The file of what was found. A group that was not measured keeps its numbers.
pub(super) fn write(groups: &[Group], old: &Budgets) -> String {
    let mut text = String::from(HEAD);
    let mut add = |title: &str, name: &str, numbers: &[(&str, u64)]| {
        let _ = write!(text, "\n{title}[{name}]\n");
        for (name, value) in numbers {
            let _ = writeln!(text, "{name} = {}", grouped(*value, '_'));
        }
    };
    for group in groups {
        let title = format!("# {}: {} % more fail, {LESS} % fewer ask for an update.\n", group.title, group.margin);
        let numbers: Vec<_> = group.numbers.iter().map(|number| (number.name.as_str(), number.found)).collect();
        add(&title, group.name, &numbers);
    }
    for (name, numbers) in old {
        if !groups.iter().any(|group| group.name == name) {
            add("", name, &numbers.iter().map(|(name, value)| (name.as_str(), *value)).collect::<Vec<_>>());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::Number;
    use super::*;

    fn group(name: &'static str, numbers: &[(&str, u64)]) -> Group {
        let number = |&(name, found): &(&str, u64)| Number { name: name.to_owned(), found, target: None };
        Group { name, title: "things", margin: 5, numbers: numbers.iter().map(number).collect() }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let groups = [group("instructions", &[("plain", 1_234_567), ("gzip", 12)]), group("bytes", &[("page", 900)])];
        let text = write(&groups, &Budgets::new());
        let end = "\n# things: 5 % more fail, 10 % fewer ask for an update.\n[bytes]\npage = 900\n";
        assert!(text.contains("\n[instructions]\nplain = 1_234_567\ngzip = 12\n") && text.ends_with(end), "{text}");
        let budgets = read(&text).expect("read");
        assert_eq!(budgets["instructions"]["plain"], 1_234_567);
        assert_eq!(write(&groups, &budgets), text);
        // What was not measured stays; what is measured no longer goes.
        let text = write(&[group("bytes", &[("validator", 7)])], &budgets);
        assert!(text.contains("[bytes]\nvalidator = 7\n") && text.ends_with("plain = 1_234_567\n"), "{text}");
    }

    #[test]
    fn a_line_that_says_nothing_is_named() {
        let problem = |text| read(text).expect_err("a problem");
        assert_eq!(problem("[a]\nb = c"), "line 2, `b = c`, is no `name = number` below a heading");
        assert_eq!(problem("# a\nb = 1"), "line 2, `b = 1`, is no `name = number` below a heading");
        assert_eq!(read("# only a comment\n\n"), Ok(Budgets::new()));
    }

    #[test]
    fn the_committed_file_is_read() {
        let budgets = read(include_str!("../../budgets.toml")).expect("read");
        assert!(budgets["instructions"].len() >= 9 && budgets["bytes"].len() == 10);
    }
}
