//! The way to the page about a rule.

use yew::prelude::*;

use crate::{
    browser,
    lang::{Lang, use_lang},
};

/// Where the page about a rule is, in the language of the page and from whichever page this is.
#[hook]
pub(crate) fn use_rule_page(rule: &str) -> String {
    // Where there is no browser, links start from the root.
    let root = if cfg!(target_arch = "wasm32") { browser::own("") } else { "./".to_owned() };
    page_of(&root, use_lang(), rule)
}

/// Where the page about a rule is, from a page that sees the root of the site there.
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
