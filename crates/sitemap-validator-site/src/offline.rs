//! The manifest of the installed app, and the list of files that the service worker caches.

use std::fmt::Write as _;

use crate::rule::json;

/// Fills in the service worker: the fingerprint of its build, and the files to cache at installation.
pub(crate) fn service_worker(template: &str, build: &str, files: &[String]) -> String {
    let mut list = String::from("[");
    for file in files {
        // Files without a hash in their names are requested with the build, as the app does.
        let _ = write!(list, "{}{}", if list.len() > 1 { "," } else { "" }, json(file));
    }
    list.push(']');
    template.replace("\"BUILD\"", &json(build)).replace("[\"FILES\"]", &list)
}

/// Returns the texts of all rules in one file, without examples; `=== id` precedes each text.
pub(crate) fn bundle(pages: &[(&str, &str)]) -> String {
    let mut out = String::new();
    for (id, page) in pages {
        let page = page.split("\n## Examples").next().unwrap_or_default();
        let _ = write!(out, "=== {id}\n{}\n", page.trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_service_worker_knows_its_build_and_its_files() {
        let filled = service_worker(
            "const build = \"BUILD\"; const files = [\"FILES\"];",
            "01",
            &[String::new(), "a.js?v=01".into()],
        );
        assert_eq!(filled, "const build = \"01\"; const files = [\"\",\"a.js?v=01\"];");
    }

    #[test]
    fn texts_are_bundled_without_their_examples() {
        let text = bundle(&[("a", "# a\n\n## What\n\nx\n\n## Examples\n\ny\n"), ("b", "# b\n")]);
        assert_eq!(text, "=== a\n# a\n\n## What\n\nx\n=== b\n# b\n");
    }
}
