//! How many bytes a visitor loads.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Group, Number};

/// A part of the page: its bytes, and those after brotli 11.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) raw: u64,
    pub(crate) packed: u64,
}

impl Part {
    /// The most bytes it should have after brotli 11.
    pub(crate) fn target(&self) -> Option<u64> {
        match self.name.as_str() {
            "page" => Some(90_000),
            "validator" => Some(200_000),
            _ => None,
        }
    }
}

/// The parts of the page that lies in `DIST`.
pub(crate) fn parts(root: &Path) -> Result<Vec<Part>, String> {
    let script = root.join("browser/sizes.mjs");
    let output = Command::new("node").arg(script).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("node could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("node sizes.mjs failed ({})", output.status));
    }
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

/// The group of them.
pub(super) fn bytes(root: &Path) -> Result<Group, String> {
    Ok(group(&parts(root)?))
}

fn group(parts: &[Part]) -> Group {
    let mut numbers = Vec::new();
    for part in parts {
        numbers.push(Number { name: part.name.clone(), found: part.raw, target: None });
        numbers.push(Number { name: format!("{}-brotli", part.name), found: part.packed, target: part.target() });
    }
    Group { name: "bytes", title: "bytes", margin: 3, numbers }
}

/// Reads lines of `size`, name, bytes, packed bytes.
fn read(said: &str) -> Vec<Part> {
    let part = |line: &str| match line.split('\t').collect::<Vec<_>>().as_slice() {
        ["size", name, raw, packed] => {
            Some(Part { name: (*name).to_owned(), raw: raw.parse().ok()?, packed: packed.parse().ok()? })
        }
        _ => None,
    };
    said.lines().filter_map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_have_targets() {
        let parts = read("size\tpage\t300000\t80000\nversion\tNode\t20\nsize\tvalidator\tmany\t1\n");
        assert_eq!(parts, [Part { name: "page".to_owned(), raw: 300_000, packed: 80_000 }]);
        let numbers = group(&parts).numbers;
        assert_eq!(numbers[0], Number { name: "page".to_owned(), found: 300_000, target: None });
        assert_eq!(numbers[1], Number { name: "page-brotli".to_owned(), found: 80_000, target: Some(90_000) });
    }
}
