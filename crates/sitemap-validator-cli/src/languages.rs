//! The languages of reports. The core has English; the others are read from their catalogues.

use std::sync::Arc;

use sitemap_validator::Rule;
use sitemap_validator::message::{Catalogue, Words};

/// The language of that tag.
pub(crate) fn words(tag: &str) -> Result<Words, String> {
    let text = match tag {
        "en" => return Ok(Words::default()),
        "fr" => include_str!("../../sitemap-validator/languages/fr.txt"),
        "es" => include_str!("../../sitemap-validator/languages/es.txt"),
        _ => return Err(format!("`--lang` is en, fr or es, not `{tag}`")),
    };
    let catalogue = Catalogue::parse(tag, text).map_err(|fault| format!("{tag}.txt, {fault}"))?;
    Ok(Arc::new(catalogue).into())
}

/// The page of `rule`. Those in other languages have neither sources nor examples: these are the same in all.
pub(crate) fn page(rule: Rule, words: &Words) -> String {
    let english = rule.page();
    let Some(own) = words.catalogue().and_then(|catalogue| rule.page_in(catalogue.tag())) else {
        return english.to_owned();
    };
    let rest = english.find("\n## Source").and_then(|at| english.get(at..)).unwrap_or_default();
    format!("{}\n{rest}", own.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_page_in_each_language() {
        for tag in ["fr", "es"] {
            let words = words(tag).expect("a language");
            for &rule in Rule::ALL {
                let page = page(rule, &words);
                assert_ne!(page, rule.page(), "{tag}: {}", rule.id());
                for heading in ["\n## What\n", "\n## Why\n", "\n## What to do\n", "\n## Source", "\n## Examples\n"] {
                    assert!(page.contains(heading), "{tag}: {} lacks {heading:?}", rule.id());
                }
            }
        }
        assert_eq!(page(Rule::LocEmpty, &Words::default()), Rule::LocEmpty.page());
        assert!(words("de").is_err_and(|problem| problem.contains("`de`")));
    }
}
