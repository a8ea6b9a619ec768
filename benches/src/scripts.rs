//! Scripts of `browser`: started here, and what they print is read.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// What a script printed.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Said {
    /// Milliseconds or bytes, by input and candidate.
    samples: HashMap<(String, String), Vec<f64>>,
    pub(crate) versions: Vec<(String, String)>,
    pub(crate) absent: Vec<String>,
}

impl Said {
    /// Seconds that a candidate took for an input.
    pub(crate) fn times(&self, input: &str, candidate: &str) -> Option<Vec<f64>> {
        Some(self.amounts(input, candidate)?.iter().map(|milliseconds| milliseconds / 1e3).collect())
    }

    /// What was said of a candidate and an input, as it was said.
    pub(crate) fn amounts(&self, input: &str, candidate: &str) -> Option<&Vec<f64>> {
        self.samples.get(&(input.to_owned(), candidate.to_owned()))
    }

    /// What these lines say.
    #[cfg(test)]
    pub(crate) fn of(lines: &[&str]) -> Self {
        let mut said = Self::default();
        for line in lines {
            said.read(line);
        }
        said
    }

    /// Reads a line; what is none of ours is passed over.
    pub(crate) fn read(&mut self, line: &str) {
        match line.split('\t').collect::<Vec<_>>().as_slice() {
            ["sample", input, candidate, amount] => {
                if let Ok(amount) = amount.parse::<f64>() {
                    let key = ((*input).to_owned(), (*candidate).to_owned());
                    self.samples.entry(key).or_default().push(amount);
                }
            }
            ["version", name, version] => self.versions.push(((*name).to_owned(), (*version).to_owned())),
            ["absent", name, why] => {
                let words = format!("{name}: {why}");
                if !self.absent.contains(&words) {
                    self.absent.push(words);
                }
            }
            _ => {}
        }
    }
}

/// Runs a script with Node and these variables, and reads what it prints.
pub(crate) fn run(script: &Path, variables: &[(&str, OsString)]) -> Result<Said, String> {
    let mut node = Command::new("node");
    node.arg(script).stdin(Stdio::null()).stdout(Stdio::piped());
    node.envs(variables.iter().map(|(name, value)| (name, value)));
    let failed =
        |why: &dyn std::fmt::Display| format!("node {} {why}", script.file_name().unwrap_or_default().display());
    let mut child = node.spawn().map_err(|error| failed(&format!("could not be started: {error}")))?;
    let mut said = Said::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            said.read(&line);
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(said),
        Ok(status) => Err(failed(&format!("failed ({status})"))),
        Err(error) => Err(failed(&format!("was lost: {error}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_script_are_read() {
        let said = Said::of(&[
            "version\tChromium\t156",
            "sample\tplain\tworker, warm\t250",
            "sample\tplain\tworker, warm\t150",
            "sample\tlarge\tworker, warm\t7",
            "sample\tplain\tworker, warm\tmany",
            "absent\tsaxes\tit is not there",
            "absent\tsaxes\tit is not there",
            "Debugger attached.",
        ]);
        assert_eq!(said.versions, [("Chromium".to_owned(), "156".to_owned())]);
        assert_eq!(said.absent, ["saxes: it is not there"]);
        assert_eq!(said.times("plain", "worker, warm"), Some(vec![0.25, 0.15]));
        assert_eq!(said.amounts("large", "worker, warm"), Some(&vec![7.0]));
        assert_eq!(said.times("large", "saxes"), None);
    }
}
