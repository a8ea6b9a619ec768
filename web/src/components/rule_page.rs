//! The URLs of the pages about rules.

use yew::prelude::*;

use crate::{
    browser,
    lang::{Lang, use_lang},
};

/// The URL of the page about a rule, in the language of the page and relative to the current page.
#[hook]
pub(crate) fn use_rule_page(rule: &str) -> String {
    // Without a browser, links start at the root.
    let root = if cfg!(target_arch = "wasm32") { browser::own("") } else { "./".to_owned() };
    page_of(&root, use_lang(), rule)
}

/// The URL of the page about a rule, for a page that reaches the root of the site at `root`.
fn page_of(root: &str, lang: Lang, rule: &str) -> String {
    format!("{root}{}rules/{rule}.html", lang.folder())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_pages_are_in_the_language_and_start_from_the_root() {
        assert_eq!(
            Lang::ALL.map(|lang| page_of("../", lang, "a-b")),
            ["../rules/a-b.html", "../fr/rules/a-b.html", "../es/rules/a-b.html"]
        );
    }
}
