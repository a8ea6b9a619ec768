//! The translations of the rules' pages, which only a release needs to be complete.

use std::fs;
use std::path::Path;

/// The folder of the core.
const CORE: &str = "crates/sitemap-validator";

/// Fails if a page or one of its messages is not translated into a language that has a catalogue.
pub(crate) fn require(root: &Path) -> Result<(), String> {
    let core = root.join(CORE);
    let read = |file: String| fs::read_to_string(core.join(&file)).map_err(|error| format!("{CORE}/{file}: {error}"));
    let languages = fs::read_dir(core.join("languages")).map_err(|error| format!("{CORE}/languages: {error}"))?;
    let tags: Vec<String> =
        languages.flatten().filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned())).collect();
    let mut missing = Vec::new();
    for id in read("rules/index.txt".to_owned())?.split_whitespace() {
        let english = read(format!("rules/{id}.md"))?;
        for tag in &tags {
            let own = read(format!("rules/{id}.{tag}.md")).unwrap_or_default();
            let translated: Vec<&str> = messages(&own).collect();
            let left = messages(&english).filter(|message| !translated.contains(message));
            missing.extend(left.map(|message| format!("rules/{id}.{tag}.md: {message}")));
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(format!("not translated:\n{}", missing.join("\n"))) }
}

/// The headings of the messages of a page.
fn messages(page: &str) -> impl Iterator<Item = &str> {
    page.split("\n+++\n").next().unwrap_or_default().lines().filter(|line| line.starts_with("[message"))
}
