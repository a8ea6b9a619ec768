//! The printed page about a rule: in Markdown, with the rule's properties and with underlined examples.

use std::fmt::Write;

use rule_pages::{Block, Example, Page, Piece, Role, unmarked};
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
    let stances = info.support.stances;
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, stance) in [
        ("sitemaps.org", stances.sitemaps_org),
        ("Google", stances.google),
        ("Bing", stances.bing),
        ("Yandex", stances.yandex),
    ] {
        let sentence = match stance {
            Stance::Rejects => sentences::REJECTED_BY,
            Stance::Advises => sentences::DISCOURAGED_BY,
            Stance::Ignores => sentences::IGNORED_BY,
            Stance::Unused => sentences::UNUSED,
            Stance::Accepts => sentences::ACCEPTED_BY,
            Stance::Undocumented => continue,
        };
        match groups.iter_mut().find(|(known, _)| *known == sentence) {
            Some((_, names)) => names.push(name),
            None => groups.push((sentence, vec![name])),
        }
    }
    let first = words.sentence(sentences::RULE_FACTS, &[words.word(severity_word(info.severity)), words.word(fix)]);
    let engines = groups.into_iter().map(|(sentence, names)| words.sentence(sentence, &[&names.join(", ")]));
    let last = words.sentence(sentences::RULE_OFF, &[rule.id()]);
    std::iter::once(first).chain(engines).chain([last]).collect::<Vec<_>>().join(" ")
}

/// Writes an example, with `^` below the marked characters of each line.
fn example(out: &mut String, block: &Block<'_>, words: &Words) {
    let label = match Example::read(block.info).map(|example| example.role) {
        Ok(Role::Bad) => words.word(sentences::RULE_WRONG),
        Ok(Role::Fixed) => words.word(sentences::RULE_FIXED),
        Ok(Role::Good) => words.word(sentences::RULE_RIGHT),
        Err(_) => "robots.txt:",
    };
    let language = block.info.split(' ').next().unwrap_or_default();
    let _ = writeln!(out, "{label}\n\n```{language}");
    let (text, marks) = unmarked(&block.body).unwrap_or_else(|_| (block.body.clone(), Vec::new()));
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        // At an empty mark, something is missing.
        let is_marked = |at: usize| marks.iter().any(|mark| at >= mark.start && at < mark.end.max(mark.start + 1));
        let carets: String = line.char_indices().map(|(at, _)| if is_marked(start + at) { '^' } else { ' ' }).collect();
        out.push_str(line);
        if carets.contains('^') {
            out.extend([carets.trim_end(), "\n"]);
        }
        start += line.len();
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
            "\nSeverity: error. Fix: safe to apply. Rejected by sitemaps.org, Google, Bing, Yandex. `--rule loc-unescaped",
            "\n## Why it matters\n",
            "\nWrong:\n\n```xml\n<url><loc>https://shop.tidepool.page/catalog?item=12&desc=lamp</loc></url>\n                                                    ^\n```",
        ] {
            assert!(english.contains(part), "{part:?}: {english}");
        }
    }

    #[test]
    fn what_is_missing_is_underlined_and_robots_txt_is_no_example() {
        let missing = page(Rule::LastmodMissingTimezone, &Words::default());
        let line = "<url><loc>https://shop.tidepool.page/a</loc><lastmod>2005-01-01T12:00:00";
        let underlined = format!("{line}</lastmod></url>\n{}^\n", " ".repeat(line.len()));
        assert!(missing.contains(&underlined), "{missing}");
        let scope = page(Rule::ScopeDifferentHost, &Words::default());
        assert!(scope.contains("\nrobots.txt:\n\n```text\nUser-agent"), "{scope}");
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
