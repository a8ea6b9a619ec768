//! How many bytes a visitor loads.

use std::path::Path;

use super::{Group, Number};
use crate::scripts::{self, Said};

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
            "first" => Some(30_000),
            "page" => Some(170_000),
            "validator" => Some(430_000),
            _ => None,
        }
    }
}

/// The parts of the page that lies in `DIST`.
pub(crate) fn parts(root: &Path) -> Result<Vec<Part>, String> {
    Ok(read(&scripts::run(&root.join("browser/sizes.mjs"), &[])?))
}

/// The parts whose sizes were said.
fn read(said: &Said) -> Vec<Part> {
    let part = |name: &&str| {
        // Counted in whole bytes.
        let bytes = |which: &str| said.amounts(name, which)?.first()?.to_string().parse().ok();
        Some(Part { name: (*name).to_owned(), raw: bytes("raw")?, packed: bytes("packed")? })
    };
    ["first", "page", "page-rest", "validator", "validator-rest"].iter().filter_map(part).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_and_have_targets() {
        let parts = read(&Said::of(&[
            "sample\tpage\traw\t300000",
            "sample\tpage\tpacked\t80000",
            "version\tNode\t20",
            "sample\tvalidator\traw\tmany",
            "sample\tvalidator\tpacked\t1",
        ]));
        assert_eq!(parts, [Part { name: "page".to_owned(), raw: 300_000, packed: 80_000 }]);
        let numbers = group(&parts).numbers;
        assert_eq!(numbers[0], Number { name: "page".to_owned(), found: 300_000, target: None });
        assert_eq!(numbers[1], Number { name: "page-brotli".to_owned(), found: 80_000, target: Some(170_000) });
    }
}
