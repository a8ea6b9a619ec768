//! The checks of `cargo xtask test`: what each needs, and which files select it.
//!
//! Each check runs in a process of its own, `cargo xtask check NAME`, which separates its output and its processor time from
//! those of the others.

use std::path::Path;

use crate::dist;
use crate::engines;
use crate::generators;
use crate::new_rule;
use crate::package;
use crate::page;
use crate::process::{cargo, run};
use crate::python;
use crate::work;

/// How much is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tier {
    /// What needs Rust, Node and perhaps Chromium, and what was changed.
    Quick,
    /// What must hold on the main branch.
    All,
    /// The same checks with every test in every engine, volume, all versions of Spark, slow site generators, and
    /// builds as they are released.
    Every,
}

impl Tier {
    /// The option of `cargo xtask test` and `cargo xtask check`.
    pub(crate) const fn option(self) -> &'static str {
        match self {
            Self::Quick => "--quick",
            Self::All => "--all",
            Self::Every => "--every",
        }
    }
}

/// One check.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    /// The first tier that always runs it.
    pub(crate) tier: Tier,
    /// The checks that must pass before it.
    pub(crate) after: &'static [&'static str],
    /// The processors that it keeps busy. Two checks with two do not run at once: cargo locks the build folder.
    pub(crate) cores: usize,
    /// True if it drives a browser. One at a time, as browsers that wait for each other make tests unstable.
    pub(crate) has_browser: bool,
    /// The beginnings of the paths of files that select it in the tiers before its own.
    pub(crate) paths: &'static [&'static str],
    pub(crate) run: fn(&Path, Tier) -> Result<(), String>,
}

/// The check that builds the page as it is released.
const PAGE: &str = "page";

/// A sample of what other checks of the fuller tiers run.
pub(crate) const SMOKE: &str = "smoke";

/// All checks. Of those that could start, the first one does: what others need comes first, and then what takes long.
pub(crate) const CHECKS: &[Check] = &[
    Check {
        name: "format",
        tier: Tier::Quick,
        after: &[],
        cores: 1,
        has_browser: false,
        paths: &["rustfmt.toml"],
        run: |root, _| run(cargo(root).args(["fmt", "--all", "--check"])),
    },
    Check {
        name: PAGE,
        tier: Tier::All,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &[],
        run: |root, _| page::build(root, Some(work::SITE)).map(drop),
    },
    Check {
        name: "tests",
        tier: Tier::Quick,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &[
            "Cargo.toml",
            "README.md",
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "CHANGELOG.md",
            "SECURITY.md",
            "LICENSE-",
            ".git",
            ".npmrc",
            "crates/",
            "docs/",
            "hosting/",
            "tests/fixtures/",
            "tests/saved/",
            "tests/sets/",
            "web/src/",
            "web/site/",
            "web/tests/",
        ],
        run: work::tests,
    },
    Check {
        name: "clippy",
        tier: Tier::Quick,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &[".cargo/", "rust-toolchain.toml", "web/Cargo.toml"],
        run: |root, _| work::clippy(root),
    },
    Check {
        name: SMOKE,
        tier: Tier::Quick,
        after: &[],
        cores: 2,
        has_browser: true,
        paths: &["index.html", "Trunk.toml", "package.json", "package-lock.json"],
        run: |root, _| work::smoke(root),
    },
    Check {
        name: "webkit",
        tier: Tier::All,
        after: &[PAGE],
        cores: 1,
        has_browser: true,
        paths: &["tests/browser/webkit", "tests/browser/engines.mjs"],
        run: |root, tier| work::engine(root, &engines::WEBKIT, tier),
    },
    Check {
        name: "browser",
        tier: Tier::All,
        after: &[PAGE],
        cores: 1,
        has_browser: true,
        paths: &["tests/browser/", "web/", "hosting/"],
        run: |root, tier| work::browser(root, tier, |file| !work::is_looks(file)),
    },
    Check {
        name: "python",
        tier: Tier::All,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &["crates/sitemap-validator-python/", "setup.py", "docs/search-console.ipynb", "tests/sets/"],
        run: |root, tier| if tier == Tier::Every { python::test_release(root) } else { python::test(root) },
    },
    Check {
        name: "release",
        tier: Tier::All,
        after: &[PAGE],
        cores: 2,
        has_browser: false,
        paths: &[
            "Dockerfile",
            "docs/releasing.md",
            "tests/release/",
            "packages/sitemap-validator-cli/",
            "crates/xtask/src/dist.rs",
        ],
        run: |root, tier| if tier == Tier::Every { dist::test_release(root) } else { dist::test(root) },
    },
    Check {
        name: "spark",
        tier: Tier::All,
        after: &[],
        cores: 1,
        has_browser: false,
        paths: &[
            "crates/sitemap-validator-python/python/sitemap_validator/spark/",
            "crates/sitemap-validator-python/tests/spark/",
            "docs/at-scale.md",
            "docs/tables.md",
        ],
        run: |root, tier| {
            if tier == Tier::Every { python::test_on_all_engines(root) } else { python::test_at_scale(root) }
        },
    },
    Check {
        name: "budgets",
        tier: Tier::All,
        after: &[PAGE],
        cores: 2,
        has_browser: false,
        paths: &["benches/"],
        run: |root, _| work::budgets(root),
    },
    Check {
        name: "package",
        tier: Tier::All,
        after: &[PAGE],
        cores: 1,
        has_browser: true,
        paths: &["packages/sitemap-validator/", "tests/package/", "tests/sets/", "tests/fetch-endpoint.mjs"],
        run: |root, _| package::test(root),
    },
    Check {
        name: "looks",
        tier: Tier::All,
        after: &[PAGE],
        cores: 1,
        has_browser: true,
        paths: &["tests/browser/visual.test.mjs", "tests/browser/looks.json", "web/"],
        run: |root, tier| work::browser(root, tier, work::is_looks),
    },
    Check {
        name: "firefox",
        tier: Tier::All,
        after: &[PAGE],
        cores: 1,
        has_browser: true,
        paths: &["tests/browser/engines.mjs"],
        run: |root, tier| work::engine(root, &engines::FIREFOX, tier),
    },
    Check {
        name: "generators",
        tier: Tier::All,
        after: &[],
        cores: 1,
        has_browser: false,
        paths: &["tests/generators/"],
        run: generators::test,
    },
    Check {
        name: "documentation",
        tier: Tier::All,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &["ARCHITECTURE.md"],
        run: |root, _| work::documentation(root),
    },
    Check {
        name: "others",
        tier: Tier::All,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &["fuzz/", "tests/differential/"],
        run: |root, _| work::others(root),
    },
    Check {
        name: "clippy-wasm",
        tier: Tier::All,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &["crates/sitemap-validator-worker/"],
        run: |root, _| work::clippy_for_wasm(root),
    },
    Check {
        name: "new-rule",
        tier: Tier::All,
        after: &[],
        cores: 2,
        has_browser: false,
        paths: &["crates/sitemap-validator/build/", "docs/adding-a-rule.md", "crates/xtask/src/new_rule.rs"],
        run: |root, _| new_rule::test(root),
    },
    Check {
        name: "action",
        tier: Tier::All,
        after: &[],
        cores: 1,
        has_browser: false,
        paths: &["action", ".github/", ".pre-commit-hooks.yaml", "tests/action/", ".ci/"],
        run: |root, _| work::action(root),
    },
    Check {
        name: "dependencies",
        tier: Tier::All,
        after: &[],
        cores: 1,
        has_browser: false,
        paths: &["Cargo.lock", "deny.toml"],
        run: |root, _| work::dependencies(root),
    },
];

/// The check of this name.
pub(crate) fn by_name(name: &str) -> Result<&'static Check, String> {
    CHECKS.iter().find(|check| check.name == name).ok_or_else(|| format!("`{name}` is not a check"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_what_is_needed_exists() {
        let names: Vec<&str> = CHECKS.iter().map(|check| check.name).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "{names:?}");
        assert!(CHECKS.iter().flat_map(|check| check.after).all(|name| names.contains(name)), "{names:?}");
        assert!(by_name("bild").is_err() && by_name(PAGE).is_ok());
    }
}
