//! Applies all safe fixes of a file, in rounds until none is left.

use std::borrow::Cow;
use std::ops::ControlFlow;

use sitemap_validator_protocol::sorting;

use super::changes::{Change, compose};
use super::{bytes, repair_bytes};
use crate::diagnostic::{Diagnostic, Fix, FixKind};
use crate::options::Options;
use crate::registry::Rule;
use crate::sink::Sink;
use crate::source::{CompressionFault, Gzip, Source};
use crate::span::Span;
use crate::validate::validate;

/// The maximum number of rounds: some fixes are only possible, or only found, after others.
pub const ROUNDS: usize = 10;

/// The maximum number of edits in a round, to limit memory; the others are applied in the next round.
const MOST_EDITS: usize = 250_000;

/// A file after all safe fixes.
#[derive(Debug)]
pub struct Fixed {
    /// The fixed bytes: UTF-8, not compressed. Empty if nothing was fixed.
    pub bytes: Vec<u8>,
    /// The fixed source, if something was fixed.
    pub source: Option<Source>,
    /// The changes from the original text to `bytes`, in order.
    pub changes: Vec<Change>,
    /// The number of fixed findings.
    pub applied: usize,
    /// The number of safe fixes left after [`ROUNDS`].
    pub left: usize,
    /// Why fixes were not applied; `None` if nothing prevented them.
    pub obstacle: Option<Obstacle>,
}

/// Why a file cannot be fixed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// It is, or would be read, in this encoding, but fixed text is UTF-8.
    Encoding(String),
    /// It could not be decompressed completely, so that the rest would be lost.
    Compression,
    /// It is compressed more than once, but would be compressed once.
    Layers,
    /// Other data follows the compressed data and would be lost.
    Trailing,
    /// It was not read to its end.
    Size,
}

/// Applies all safe fixes to `source`. `reopen` reads bytes in the same way as those of `source` were read.
///
/// Bytes that are not text stay as they are. If the fixed text would not be read as intended,
/// nothing is changed.
pub fn all_safe(source: &Source, options: &Options, reopen: impl Fn(Vec<u8>) -> Source) -> Fixed {
    with_rules(source, options, &[], reopen)
}

/// [`all_safe`], and every fix of `rules`, whether it is safe or only suggested. A fix that others make safe is applied as
/// well: a second run changes nothing.
pub fn with_rules(source: &Source, options: &Options, rules: &[Rule], reopen: impl Fn(Vec<u8>) -> Source) -> Fixed {
    let mut fixed = Fixed { bytes: Vec::new(), source: None, changes: Vec::new(), applied: 0, left: 0, obstacle: None };
    for round in 0..=ROUNDS {
        let now = fixed.source.as_ref().unwrap_or(source);
        let found = fixes(now, options, rules);
        if found.is_empty() {
            break;
        }
        if round == ROUNDS {
            fixed.left = found.len();
            break;
        }
        if let Some(obstacle) = obstacle(now) {
            fixed.obstacle = Some(obstacle);
            break;
        }
        let given = if fixed.source.is_none() { Cow::Owned(bytes(source)) } else { Cow::Borrowed(&*fixed.bytes) };
        let (new, changes, applied) = repair_bytes(now, &given, found.iter().map(|found| &found.fix));
        drop((given, found));
        if applied == 0 {
            break;
        }
        let next = reopen(new.clone());
        if bytes(&next) != new {
            let other = || Obstacle::Encoding(next.origin.encoding.to_string());
            fixed.obstacle = Some(obstacle(&next).unwrap_or_else(other));
            break;
        }
        fixed.applied += applied;
        fixed.bytes = new;
        fixed.source = Some(next);
        fixed.changes = compose(&fixed.changes, &changes);
    }
    fixed
}

/// The reason why `source` cannot be fixed.
fn obstacle(source: &Source) -> Option<Obstacle> {
    let origin = &source.origin;
    match origin.compression {
        Some(CompressionFault::Ceiling { .. } | CompressionFault::Bomb { .. }) => return Some(Obstacle::Size),
        Some(CompressionFault::Corrupt { .. } | CompressionFault::Truncated { .. }) => {
            return Some(Obstacle::Compression);
        }
        None => {}
    }
    match origin.gzip {
        Some(Gzip { layers: 2.., .. }) => return Some(Obstacle::Layers),
        Some(Gzip { trailing: Some(_), .. }) => return Some(Obstacle::Trailing),
        _ => {}
    }
    let encoding = origin.encoding.as_ref();
    // ASCII text has the same bytes in single-byte encodings and in UTF-8.
    let same = encoding == "utf-8" || source.text().is_ascii() && !encoding.starts_with("utf-");
    (!same).then(|| Obstacle::Encoding(encoding.to_owned()))
}

/// The findings of `source` to fix, sorted by location: safe fixes, and all fixes of `rules`.
fn fixes(source: &Source, options: &Options, rules: &[Rule]) -> Vec<PendingFix> {
    let mut fixes = Fixes { rules, found: Vec::new(), edits: 0 };
    validate(source, options, &mut fixes);
    sorting::by_key(&mut fixes.found, |found| (found.span, found.rule));
    fixes.found
}

/// What is needed of a finding: there may be many.
struct PendingFix {
    span: Span,
    rule: Rule,
    fix: Fix,
}

/// Collects fixes to apply, up to [`MOST_EDITS`].
struct Fixes<'r> {
    rules: &'r [Rule],
    found: Vec<PendingFix>,
    edits: usize,
}

impl Sink for Fixes<'_> {
    fn diagnostic(&mut self, mut diagnostic: Diagnostic) -> ControlFlow<()> {
        let (rule, span) = (diagnostic.rule(), diagnostic.span);
        let Some(fix) = diagnostic.fix.take() else { return ControlFlow::Continue(()) };
        let is_wanted = fix.kind == FixKind::Safe || self.rules.contains(&rule);
        if is_wanted && self.edits < MOST_EDITS {
            self.edits += fix.edits.len();
            self.found.push(PendingFix { span, rule, fix });
        }
        ControlFlow::Continue(())
    }

    fn is_full(&self, _: Rule, _: Option<FixKind>) -> bool {
        self.edits >= MOST_EDITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::MOST_EDITS as MOST_EDITS_OF_ONE;
    use crate::source::{DEFAULT_CEILING, Opened, open};

    const HEAD: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://a.example/";
    const TAIL: &str = "</loc></url></urlset>";

    /// Reads `bytes`, with every other encoding as ISO-8859-1.
    fn read(bytes: Vec<u8>) -> Source {
        match open(bytes, DEFAULT_CEILING) {
            Opened::Text(source) => source,
            Opened::Undecoded(undecoded) => {
                let text = undecoded.bytes.iter().map(|&byte| char::from(byte)).collect();
                undecoded.decoded(Some((text, true)))
            }
        }
    }

    fn fixed(bytes: impl Into<Vec<u8>>) -> Fixed {
        all_safe(&read(bytes.into()), &Options::default(), read)
    }

    fn document(start: &str, rest: &str) -> Vec<u8> {
        format!("{start}{HEAD}{rest}{TAIL}").into_bytes()
    }

    #[test]
    fn adjacent_fixes_take_several_rounds() {
        let done = fixed(document("", "?a=1&|&|b=2"));
        assert_eq!(done.bytes, document("", "?a=1&amp;%7C&amp;%7Cb=2"));
        assert_eq!((done.applied, done.obstacle), (2, None));
        assert!(!done.changes.is_empty());
        let clean = fixed(document("", ""));
        assert_eq!((clean.applied, clean.bytes.is_empty(), clean.source.is_none()), (0, true, true));
    }

    #[test]
    fn invalid_bytes_are_kept() {
        let mut given = document("", "?a&b#");
        let at = HEAD.len() + 4;
        given[at] = 0xFC;
        let done = fixed(given.clone());
        assert_eq!(done.applied, 1);
        given.splice(HEAD.len() + 2..=HEAD.len() + 2, *b"&amp;");
        assert_eq!(done.bytes, given);
    }

    #[test]
    fn characters_between_elements_are_deleted() {
        let done = fixed(document("", "</loc></url>\u{1}<url><loc>https://a.example/b"));
        assert_eq!(done.bytes, document("", "</loc></url><url><loc>https://a.example/b"));
    }

    #[test]
    fn other_encodings_are_fixed_only_if_the_text_is_ascii() {
        let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>";
        let done = fixed(document(latin, "?a&b"));
        assert_eq!(done.bytes, document("<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "?a&amp;b"));
        let mut umlaut = document(latin, "?a&b#");
        umlaut[latin.len() + HEAD.len() + 4] = 0xFC;
        let done = fixed(umlaut);
        assert_eq!((done.applied, done.obstacle), (0, Some(Obstacle::Encoding("iso-8859-1".to_owned()))));
        let wide: Vec<u8> = format!("{HEAD}?a&b{TAIL}").encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(fixed(wide).obstacle, Some(Obstacle::Encoding("utf-16be".to_owned())));
    }

    #[test]
    fn a_fix_does_not_activate_another_encoding() {
        let done = fixed(document("\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n", "%C3%BC?ü&b"));
        assert_eq!((done.applied, done.obstacle), (0, Some(Obstacle::Encoding("iso-8859-1".to_owned()))));
    }

    #[test]
    fn suggested_fixes_are_applied_only_for_the_given_rules() {
        let image =
            |title: &str| format!("<image:image><image:loc>https://a.example/i.png</image:loc>{title}</image:image>");
        let text = |title: &str| {
            let more = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
                        xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"";
            let url = "<loc> https://a.example/ </loc>";
            format!("<urlset {more}><url>{url}{}{}</url></urlset>", image(title), image(title))
        };
        let titled = text("<image:title>Tide</image:title>");
        let trimmed = titled.replace("> https", ">https").replace("/ <", "/<");
        assert_eq!(String::from_utf8(fixed(titled.clone()).bytes), Ok(trimmed.clone()));
        let done = with_rules(&read(titled.into_bytes()), &Options::default(), &[Rule::ImageDeprecatedElement], read);
        let bare = trimmed.replacen(&image("<image:title>Tide</image:title>"), "", 1);
        let bare = bare.replace("<image:title>Tide</image:title>", "");
        assert_eq!(String::from_utf8(done.bytes), Ok(bare), "the copy has no title any more");
    }

    #[test]
    fn findings_with_too_many_edits_have_no_fix() {
        let has_fix = |count: usize| {
            let source = read(document("", &"|".repeat(count)));
            let report = crate::check_source("s", &source, &Options::default(), 0);
            report.diagnostics.iter().any(|found| found.rule() == Rule::LocIllegalCharacter && found.fix.is_some())
        };
        assert!(has_fix(MOST_EDITS_OF_ONE) && !has_fix(MOST_EDITS_OF_ONE + 1));
    }

    #[test]
    fn files_that_were_not_read_completely_are_not_fixed() {
        let bytes = document("", "?a&b");
        let Opened::Text(cut) = open(bytes.clone(), bytes.len() as u64 - 1) else { panic!("text") };
        assert_eq!(all_safe(&cut, &Options::default(), read).obstacle, Some(Obstacle::Size));
    }
}
