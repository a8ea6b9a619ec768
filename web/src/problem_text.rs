//! A problem as Markdown, for tickets and chats.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Authorities, Diagnostic, Stance};

use crate::{
    authorities,
    components::stances::word,
    guide::Guide,
    lang::Lang,
    markdown::{Block, Inline, inlines},
    state::LineStore,
    text::{cut_end, cut_start, said, spelled_out},
};

/// The number of characters of a long line that are quoted on either side of the location.
const AROUND: usize = 200;

/// The parts of a text about a problem.
pub(crate) struct Parts<'a> {
    pub(crate) finding: &'a Diagnostic,
    /// The word for its severity.
    pub(crate) severity: &'a str,
    /// The name of its file.
    pub(crate) file: &'a str,
    pub(crate) lines: &'a LineStore,
    pub(crate) guide: Option<&'a Guide>,
    pub(crate) stances: Option<&'a Authorities<Stance>>,
    /// The names of the sources.
    pub(crate) sources: &'a [String],
    /// The URL of the page about the rule.
    pub(crate) page: &'a str,
}

/// The problem as Markdown. Text from the file can neither leave its code block nor become markup.
pub(crate) fn markdown(parts: &Parts<'_>, lang: Lang) -> String {
    let finding = parts.finding;
    let mut out = format!("### {}: {}\n\n", parts.severity, line(&finding.message));
    let place = lang.fill(
        ["line {0}, column {1}", "ligne {0}, colonne {1}", "línea {0}, columna {1}"],
        &[&lang.number(u64::from(finding.line)), &lang.number(u64::from(finding.column))],
    );
    let _ = writeln!(out, "{}, {place} · {}\n", code(&spelled_out(parts.file)), code(&finding.rule));
    if let Some(excerpt) = excerpt(finding, parts.lines) {
        let fence = "`".repeat(3.max(longest_run(&excerpt) + 1));
        let _ = writeln!(out, "{fence}xml\n{excerpt}\n{fence}\n");
    }
    let why = parts.guide.map(|guide| guide.why.as_slice()).unwrap_or_default();
    for block in why {
        out.push_str(&self::block(block));
    }
    if !finding.help.is_empty() {
        let what = lang.text(["What to do", "Que faire", "Qué hacer"]);
        let _ = writeln!(out, "**{what}**: {}\n", line(&finding.help));
    }
    if let Some(stances) = parts.stances {
        let each = authorities::each(stances);
        let said = each.map(|(who, stance)| format!("{}: {}", authorities::name(lang, who), word(stance, lang)));
        let _ = writeln!(
            out,
            "**{}**: {}\n",
            lang.text(["Engine support", "Prise en charge par les moteurs", "Compatibilidad con los buscadores"]),
            said.collect::<Vec<_>>().join(" · ")
        );
    }
    if !parts.sources.is_empty() {
        let _ = writeln!(out, "**{}**: {}\n", lang.text(["Sources", "Sources", "Fuentes"]), parts.sources.join(", "));
    }
    let _ = writeln!(
        out,
        "[{}]({})",
        lang.text(["About this rule", "À propos de cette règle", "Sobre esta regla"]),
        parts.page
    );
    out
}

/// The first line of the finding, cut around it, with invisible characters spelled out.
fn excerpt(finding: &Diagnostic, lines: &LineStore) -> Option<String> {
    let shown = lines.get(finding.line)?;
    let skip = finding.column.checked_sub(shown.column)? as usize;
    let (at, _) = shown.text.char_indices().chain([(shown.text.len(), ' ')]).nth(skip)?;
    let (before, after) = shown.text.split_at(at);
    let before = if before.trim().is_empty() { String::new() } else { cut_start(before, AROUND) };
    Some(spelled_out(&(before.trim_start().to_owned() + &cut_end(after, AROUND))))
}

/// The length of the longest run of back-ticks.
fn longest_run(text: &str) -> usize {
    text.split(|character| character != '`').map(str::len).max().unwrap_or(0)
}

/// The text as Markdown code, whatever it contains.
fn code(text: &str) -> String {
    let fence = "`".repeat(longest_run(text) + 1);
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

fn line(text: &str) -> String {
    runs(&inlines(text))
}

fn runs(inlines: &[Inline]) -> String {
    let run = |inline: &Inline| match inline {
        Inline::Text(text) => escaped(text),
        Inline::Code(text) => code(&spelled_out(text)),
        Inline::Strong(text) => format!("**{}**", escaped(text)),
        Inline::Link { text, url } => format!("[{}]({url})", runs(text)),
    };
    inlines.iter().map(run).collect()
}

fn block(block: &Block) -> String {
    match block {
        Block::Paragraph(text) => runs(text) + "\n\n",
        Block::Code(text) => {
            let fence = "`".repeat(3.max(longest_run(text) + 1));
            format!("{fence}\n{text}\n{fence}\n\n")
        }
        Block::List { ordered, items } => {
            let sign = if *ordered { "1." } else { "-" };
            let items: Vec<String> = items.iter().map(|item| format!("{sign} {}\n", runs(item))).collect();
            items.concat() + "\n"
        }
    }
}

/// The text with all markup characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in said(text).chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '#' | '|' | '~' | '&' | '!') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples;
    use sitemap_validator_protocol::report::Severity;

    fn told(text: &str, message: &str, column: u32) -> String {
        let mut finding = samples::finding("loc-relative", Severity::Error, 4, column);
        finding.message = message.into();
        let mut shown = samples::line(4, &[]);
        shown.text = text.into();
        let mut lines = LineStore::default();
        lines.take(vec![shown], None);
        let guide = Guide::parse("loc-relative", "# loc-relative\n\n## Why\n\nIt is *skipped*.\n\n- one\n");
        let stances = Authorities { google: Stance::Rejects, ..Authorities::default() };
        let parts = Parts {
            finding: &finding,
            severity: "Error",
            file: "a_b.xml",
            lines: &lines,
            guide: guide.as_ref(),
            stances: Some(&stances),
            sources: &["XML 1.0".to_owned(), "RFC 3986".to_owned()],
            page: "https://tidepool.page/rules/loc-relative.html",
        };
        markdown(&parts, Lang::En)
    }

    #[test]
    fn a_problem_is_told_whole() {
        let told = told("  <loc>/about</loc>", "`/about` is relative", 8);
        assert_eq!(
            told,
            "### Error: `/about` is relative\n\n`a_b.xml`, line 4, column 8 · `loc-relative`\n\n\
             ```xml\n<loc>/about</loc>\n```\n\nIt is \\*skipped\\*.\n\n- one\n\n**What to do**: Write `abc`\n\n\
             **Engine support**: sitemaps.org: not documented · XML schema: not documented · Google: rejects · \
             Bing: not documented · Yandex: not documented\n\n**Sources**: XML 1.0, RFC 3986\n\n\
             [About this rule](https://tidepool.page/rules/loc-relative.html)\n"
        );
    }

    #[test]
    fn what_comes_from_the_file_stays_in_its_fence() {
        let told = told("````\n# <b>out\u{202e}", "# a] <i> `x`", 1);
        assert!(told.contains("`````xml\n````[U+000A]# <b>out[U+202E]\n`````\n"), "{told}");
        assert!(told.starts_with("### Error: \\# a\\] \\<i\\> `x`\n"), "{told}");
        assert_eq!(code("a``b`"), "``` a``b` ```");
    }
}
