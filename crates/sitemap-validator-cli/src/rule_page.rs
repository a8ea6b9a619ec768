//! The printed page about a rule: in Markdown, with the rule's properties and with underlined examples.

use std::fmt::Write;

use rule_pages::{Block, Example, Page, Piece, Role};
use sitemap_validator::Rule;
use sitemap_validator::message::Words;
use sitemap_validator::output::text::sentences;
use sitemap_validator::registry::Repair;
use sitemap_validator_protocol::report::Stance;

use crate::text::severity_word;

/// Returns the page of `rule`. Sources and examples are in English; the text between examples is on English pages only.
pub(crate) fn page(rule: Rule, words: &Words) -> String {
    let english = Page::parse(rule.page());
    let translated = words.catalogue().and_then(|catalogue| rule.page_in(catalogue.tag())).map(Page::parse);
    let own = translated.as_ref().unwrap_or(&english);
    let mut out = format!("# {}\n\n", own.heading);
    if translated.is_some() {
        let _ = writeln!(out, "`{}`\n", rule.id());
    }
    let _ = writeln!(out, "{}\n\n{}\n", own.summary.trim(), facts(rule, words));
    for (name, heading) in
        [("What", sentences::RULE_WHAT), ("Why", sentences::RULE_WHY), ("What to do", sentences::RULE_REMEDY)]
    {
        section(&mut out, words.word(heading), own.section(name));
    }
    section(&mut out, words.word(sentences::RULE_SOURCES), english.section("Source"));
    let _ = writeln!(out, "## {}\n", words.word(sentences::RULE_EXAMPLES));
    for piece in &english.examples {
        match piece {
            Piece::Text(text) if translated.is_none() => out.extend([text.trim(), "\n\n"]),
            Piece::Text(_) => {}
            Piece::Block(block) => example(&mut out, block, words),
        }
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn section(out: &mut String, heading: &str, body: &str) {
    let _ = writeln!(out, "## {heading}\n\n{}\n", body.trim());
}

/// Returns the severity, the fix, and the documented facts about standards and engines.
fn facts(rule: Rule, words: &Words) -> String {
    let info = rule.info();
    let fix = match info.repair {
        Repair::Safe => sentences::SAFE,
        Repair::Suggest => sentences::SUGGESTION,
        Repair::Manual => sentences::BY_HAND,
    };
    let first = words.sentence(sentences::RULE_FACTS, &[words.word(severity_word(info.severity)), words.word(fix)]);
    let stances = info.support.stances;
    let known = [
        ("sitemaps.org", stances.sitemaps_org),
        ("Google", stances.google),
        ("Bing", stances.bing),
        ("Yandex", stances.yandex),
    ];
    let does = known.into_iter().filter_map(|(name, stance)| {
        let sentence = match stance {
            Stance::Rejects => sentences::REJECTS,
            Stance::Advises => sentences::ADVISES,
            Stance::Ignores => sentences::IGNORES,
            Stance::Unused => sentences::UNUSED_BY,
            Stance::Accepts => sentences::ACCEPTS,
            Stance::Undocumented => return None,
        };
        Some(words.sentence(sentence, &[name]))
    });
    let does: Vec<String> = does.collect();
    let engines = if does.is_empty() { String::new() } else { format!(" {}.", does.join("; ")) };
    format!("{first}{engines} {}", words.sentence(sentences::RULE_OFF, &[rule.id()]))
}

/// Writes an example, with `^` below the marked characters of each line.
fn example(out: &mut String, block: &Block<'_>, words: &Words) {
    let role = Example::read(block.info).map(|example| example.role);
    let label = match role {
        Ok(Role::Bad) => sentences::RULE_WRONG,
        Ok(Role::Fixed) => sentences::RULE_FIXED,
        Ok(Role::Good) | Err(_) => sentences::RULE_RIGHT,
    };
    let language = block.info.split(' ').next().unwrap_or_default();
    let _ = writeln!(out, "{}\n\n```{language}", words.word(label));
    let mut is_marked = false;
    for line in block.body.lines() {
        let (mut text, mut below) = (String::new(), String::new());
        for character in line.chars() {
            match character {
                '⟦' => is_marked = true,
                '⟧' => is_marked = false,
                _ => {
                    text.push(character);
                    below.push(if is_marked { '^' } else { ' ' });
                }
            }
        }
        out.extend([&text, "\n"]);
        if below.contains('^') {
            out.extend([below.trim_end(), "\n"]);
        }
    }
    out.push_str("```\n\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::Language;

    #[test]
    fn a_page_has_properties_and_underlined_examples() {
        let english = page(Rule::LocUnescapedAmpersand, &Words::default());
        for part in [
            "# loc-unescaped-ampersand\n",
            "\nSeverity: error. Fix: safe to apply. sitemaps.org rejects it; Google rejects it",
            "\n## Why it matters\n",
            "\nWrong:\n\n```xml\n<url><loc>https://shop.tidepool.page/catalog?item=12&desc=lamp</loc></url>\n                                                    ^\n```",
        ] {
            assert!(english.contains(part), "{part:?}: {english}");
        }
    }

    #[test]
    fn every_page_is_in_one_language() {
        for language in [Language::En, Language::Fr, Language::Es] {
            let words = language.words().expect("a language");
            for &rule in Rule::ALL {
                let page = page(rule, &words);
                assert!(!page.contains(['⟦', '⟧']) && page.contains(rule.id()), "{language:?}: {page}");
                let headings = page.lines().filter(|line| line.starts_with("## ")).count();
                assert_eq!(headings, 5, "{language:?}: {page}");
                let is_english = page.contains("\n## Examples\n");
                assert_eq!(is_english, matches!(language, Language::En), "{language:?}: {page}");
            }
        }
    }
}
