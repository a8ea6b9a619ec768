//! The languages of reports. The core has English; the others are read from their catalogues.

use std::sync::Arc;

use clap::ValueEnum;
use sitemap_validator::Rule;
use sitemap_validator::message::{Catalogue, Words, catalogue_text};

/// A language of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// French
    Fr,
    /// Spanish
    Es,
}

impl Language {
    /// Its catalogue.
    pub(crate) fn words(self) -> Result<Words, String> {
        let tag = match self {
            Self::En => return Ok(Words::default()),
            Self::Fr => "fr",
            Self::Es => "es",
        };
        let text = catalogue_text(tag).unwrap_or_default();
        let catalogue = Catalogue::parse(tag, text).map_err(|fault| format!("{tag}.txt, {fault}"))?;
        Ok(Arc::new(catalogue).into())
    }
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
        for language in [Language::Fr, Language::Es] {
            let words = language.words().expect("a language");
            for &rule in Rule::ALL {
                let page = page(rule, &words);
                assert_ne!(page, rule.page(), "{language:?}: {}", rule.id());
                for heading in ["\n## What\n", "\n## Why\n", "\n## What to do\n", "\n## Source", "\n## Examples\n"] {
                    assert!(page.contains(heading), "{language:?}: {} lacks {heading:?}", rule.id());
                }
            }
        }
        assert_eq!(page(Rule::LocEmpty, &Words::default()), Rule::LocEmpty.page());
    }
}
