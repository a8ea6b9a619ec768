//! Makes Rust of the rules' pages: `table.rs` with what each rule is and says, `constructors.rs` with a function for each
//! message, and the catalogue of each other language. What a page lacks fails the build, with the name of its file.

// A build script reads files and writes some.
#![allow(clippy::disallowed_methods)]

mod code;
mod front;
mod rules;

use std::path::Path;
use std::{env, fs};

use rules::Rules;

/// The languages beside English, and what a page says that is not translated yet.
const LANGUAGES: [(&str, &str); 2] =
    [("fr", "Cette page n’est pas encore traduite."), ("es", "Esta página aún no está traducida.")];

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=rules");
    println!("cargo::rerun-if-changed=languages");
    if let Err(problems) = build() {
        for problem in problems {
            println!("cargo::error={problem}");
        }
    }
}

fn build() -> Result<(), Vec<String>> {
    let said = |problem: &dyn std::fmt::Display| vec![problem.to_string()];
    let out = env::var("OUT_DIR").map_err(|problem| said(&problem))?;
    let rules = Rules::read(Path::new("rules"), &LANGUAGES)?;
    let write = |name: &str, text: String| {
        fs::write(Path::new(&out).join(name), text).map_err(|problem| vec![format!("{name}: {problem}")])
    };
    write("table.rs", code::table(&rules, &LANGUAGES))?;
    write("constructors.rs", code::constructors(&rules))?;
    for untranslated in rules.0.iter().flat_map(|rule| &rule.untranslated) {
        println!("cargo::warning=rules/{untranslated}: shown in English");
    }
    for (index, (tag, _)) in LANGUAGES.into_iter().enumerate() {
        let words = format!("languages/{tag}.txt");
        let words = fs::read_to_string(&words).map_err(|problem| vec![format!("{words}: {problem}")])?;
        write(&format!("{tag}.txt"), format!("{words}\n{}", rules.catalogue(index)))?;
    }
    Ok(())
}
