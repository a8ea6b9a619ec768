//! Wrong codes, each reported once with the number of its uses: a program writes the same code for each page.

use std::collections::BTreeMap;

use super::clusters::{Alternate, key};
use crate::Message;
use crate::diagnostic::{Arg, Diagnostic, Edit, FixKind, MOST_EDITS};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;

/// The maximum number of different findings that are counted; others are reported at once.
const MOST: usize = 4_096;

/// A use of a wrong code, until its entry ends.
#[derive(Debug)]
struct WrongUse {
    code: Box<str>,
    found: Diagnostic,
    /// The codes that the fix writes.
    right: Vec<String>,
}

/// All uses of a wrong code with the same finding.
#[derive(Debug)]
struct WrongCode {
    found: Diagnostic,
    uses: u64,
    kind: FixKind,
    edits: Vec<Edit>,
}

/// The wrong codes of a file.
#[derive(Debug, Default)]
pub(super) struct WrongCodes {
    pending: Vec<WrongUse>,
    /// By message, code, and whether there is a fix.
    known: BTreeMap<(Message, Box<str>, bool), WrongCode>,
}

impl WrongCodes {
    /// Records a use of `code`, whose last argument is the number of uses; its fix writes the codes `right`.
    pub(super) fn add(&mut self, code: &str, mut found: Diagnostic, right: Vec<String>, reporter: &Reporter<'_>) {
        if reporter.wants(found.rule()) {
            found.entry = reporter.entry();
            self.pending.push(WrongUse { code: code.into(), found, right });
        }
    }

    /// Ends an entry, whose links are `links`. A fix that would give a code to a second link is left out.
    #[inline]
    pub(super) fn entry(&mut self, links: &[Alternate], reporter: &mut Reporter<'_>) {
        if !self.pending.is_empty() {
            self.settle(links, reporter);
        }
    }

    #[cold]
    fn settle(&mut self, links: &[Alternate], reporter: &mut Reporter<'_>) {
        let mut keys: Vec<u32> = links.iter().map(|link| link.code).collect();
        keys.sort_unstable();
        for WrongUse { code, found, right } in std::mem::take(&mut self.pending) {
            let is_taken = |right: &String| keys.binary_search(&key(right)).is_ok();
            let taken = right.iter().find(|right| is_taken(right)).cloned();
            for right in &right {
                if let Err(at) = keys.binary_search(&key(right)) {
                    keys.insert(at, key(right));
                }
            }
            let found = match taken {
                Some(right) => contested(found, right),
                None => found,
            };
            self.count(code, found, reporter);
        }
    }

    fn count(&mut self, code: Box<str>, mut found: Diagnostic, reporter: &mut Reporter<'_>) {
        let is_full = self.known.len() >= MOST;
        let key = (found.message(), code, found.fix.is_some());
        if let Some(known) = self.known.get_mut(&key) {
            known.uses += 1;
            let edits = found.fix.map(|fix| fix.edits).unwrap_or_default();
            known.edits.extend(edits.into_iter().take(MOST_EDITS.saturating_sub(known.edits.len()) + 1));
        } else if is_full {
            reporter.report(found);
        } else {
            let (kind, edits) = found.fix.take().map_or((FixKind::Suggest, Vec::new()), |fix| (fix.kind, fix.edits));
            self.known.insert(key, WrongCode { found, uses: 1, kind, edits });
        }
    }

    /// Reports all codes.
    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        self.entry(&[], reporter);
        for (_, WrongCode { mut found, uses, kind, edits }) in std::mem::take(&mut self.known) {
            if let Some(count) = found.args.last_mut() {
                *count = Arg::Number(uses);
            }
            let is_fix = (1..=MOST_EDITS).contains(&edits.len());
            reporter.report(if is_fix { found.fix(kind, edits) } else { found });
        }
    }
}

/// `found` without its fix: another link of the page has the code `right`.
fn contested(mut found: Diagnostic, right: String) -> Diagnostic {
    let span = found.span;
    let mut taken = match found.rule() {
        Rule::HreflangUnknownLanguage => rules::hreflang_unknown_language::taken(span, span, right, 1_u64),
        Rule::HreflangUnknownScript => rules::hreflang_unknown_script::taken(span, span, right, 1_u64),
        Rule::HreflangUnknownRegion => rules::hreflang_unknown_region::taken(span, span, right, 1_u64),
        Rule::HreflangCodeMalformed if found.message() == Message::HreflangCodeMalformedFixable => {
            rules::hreflang_code_malformed::taken(span, span, right, 1_u64)
        }
        _ => {
            found.fix = None;
            return found;
        }
    };
    taken.entry = found.entry;
    taken
}
