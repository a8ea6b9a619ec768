//! What the command line asks for.

use std::path::PathBuf;

pub(crate) const USAGE: &str = "\
Measures the validator against parsers and other validators, and writes docs/benchmarks.md.

Usage: cargo xtask bench [--browser] [--python] [--schema DIR] [--rounds N] [--only ROW]

  --browser     Also in Chromium and Node, with the built page and the npm packages of benches/browser
  --python      Also the Python package, against advertools
  --schema DIR  Also with validation by the sitemap.xsd in this folder (sitemaps.org publishes it)
  --rounds N    How often the candidates take turns (7)
  --only ROW    Only rows whose name begins so: plain, process, memory-set ... Writes no page

Exit codes: 0 done, 1 failed, 2 not understood. A target that is missed is no failure.
";

/// What is measured, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Order {
    pub(crate) browser: bool,
    pub(crate) python: bool,
    pub(crate) schema: Option<PathBuf>,
    pub(crate) rounds: usize,
    pub(crate) only: Option<String>,
}

impl Order {
    /// True when the row called `id` is wanted.
    pub(crate) fn wants(&self, id: &str) -> bool {
        self.only.as_deref().is_none_or(|only| id.starts_with(only))
    }

    /// The order as it would be typed again, without folders.
    pub(crate) fn command(&self) -> String {
        let browser = if self.browser { " --browser" } else { "" };
        let schema = if self.schema.is_some() { " --schema DIR" } else { "" };
        let python = if self.python { " --python" } else { "" };
        format!("cargo xtask bench{browser}{python}{schema} --rounds {}", self.rounds)
    }
}

/// Reads the arguments.
pub(crate) fn parse(arguments: &[String]) -> Result<Order, String> {
    let mut order = Order { browser: false, python: false, schema: None, rounds: 7, only: None };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word.as_str(), None),
        };
        let flag = match name {
            "--browser" => Some(&mut order.browser),
            "--python" => Some(&mut order.python),
            _ => None,
        };
        if let (Some(flag), None) = (flag, inline) {
            *flag = true;
            continue;
        }
        let mut value = || {
            let value = inline.or_else(|| words.next().map(String::as_str));
            value.ok_or_else(|| format!("`{name}` needs a value"))
        };
        match name {
            "--schema" => order.schema = Some(PathBuf::from(value()?)),
            "--only" => order.only = Some(value()?.to_owned()),
            "--rounds" => {
                let digits = value()?;
                let rounds = digits.parse().ok().filter(|rounds| (1..=1000).contains(rounds));
                order.rounds =
                    rounds.ok_or_else(|| format!("`--rounds` needs a whole number of at least 1, not `{digits}`"))?;
            }
            _ => return Err(format!("`{word}` is not an option")),
        }
    }
    Ok(order)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Order, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read() {
        let plain = Order { browser: false, python: false, schema: None, rounds: 7, only: None };
        assert_eq!(order(""), Ok(plain.clone()));
        assert_eq!(plain.command(), "cargo xtask bench --rounds 7");
        let all = order("--browser --python --schema x --rounds=3 --only memory").expect("understood");
        assert_eq!(all.command(), "cargo xtask bench --browser --python --schema DIR --rounds 3");
        assert!(all.wants("memory-plain") && all.wants("memory") && !all.wants("plain"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert_eq!(order("--rounds"), Err("`--rounds` needs a value".to_owned()));
        assert_eq!(order("--rounds 0"), Err("`--rounds` needs a whole number of at least 1, not `0`".to_owned()));
        assert_eq!(order("--browser=yes"), Err("`--browser=yes` is not an option".to_owned()));
        assert_eq!(order("plain"), Err("`plain` is not an option".to_owned()));
    }
}
