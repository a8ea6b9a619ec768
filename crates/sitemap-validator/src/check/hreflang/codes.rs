//! The codes of languages: what `hreflang` says.

use std::collections::BTreeMap;

use super::Link;
use super::clusters::key;
use crate::check::Field;
use crate::check::value_text::unprocessed_template;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::value::language::countries::{Codes as Candidates, confusion};
use crate::value::language::malformed::{Defect, Malformed};
use crate::value::language::region::{Region, Unassigned};
use crate::value::language::script::Script;
use crate::value::language::tag::{Language, Tag};
use crate::value::language::{self, Reading};
use crate::value::url::Parts;

/// How many codes are remembered.
const MOST: usize = 4_096;

/// How many codes of a list become links of their own.
const MOST_LISTED: usize = 20;

/// Codes that nothing is to be said about, so that each is read once.
#[derive(Debug, Default)]
pub(super) struct Codes {
    clean: Vec<Clean>,
    by_text: BTreeMap<Box<str>, usize>,
    /// The one behind the latest: entries have the same codes in the same order.
    next: usize,
}

#[derive(Debug)]
struct Clean {
    text: Box<str>,
    key: u32,
}

impl Codes {
    /// Judges a code. Returns its [`key`], and whether it stands for what it says.
    pub(super) fn judge(
        &mut self,
        field: &Field<'_>,
        link: &Link<'_>,
        href: &str,
        reporter: &mut Reporter<'_>,
    ) -> (u32, bool) {
        let code = field.value.text;
        // It may be written with references.
        if let Some(known) = self.known(code) {
            return (known, true);
        }
        let (key, verdict) = (key(code), judge(field, link, href, reporter));
        if verdict == Some(true) && self.clean.len() < MOST {
            self.by_text.insert(code.into(), self.clean.len());
            self.clean.push(Clean { text: code.into(), key });
            self.next = self.clean.len();
        }
        (key, verdict.is_some())
    }

    /// The [`key`] of a code that nothing is to be said about, if it was read before.
    pub(super) fn known(&mut self, code: &str) -> Option<u32> {
        let is_it = |index: usize| self.clean.get(index).is_some_and(|known| *known.text == *code);
        let index = if is_it(self.next) {
            self.next
        } else if is_it(0) {
            0
        } else {
            *self.by_text.get(code)?
        };
        self.next = index + 1;
        self.clean.get(index).map(|known| known.key)
    }
}

/// Reports what is wrong with a code. `None` when it does not stand for what it says, true when it is
/// right wherever it stands.
fn judge(field: &Field<'_>, link: &Link<'_>, href: &str, reporter: &mut Reporter<'_>) -> Option<bool> {
    let code = field.value.text;
    let mut right = true;
    match language::read(code) {
        Reading::Malformed(malformed) => {
            if !unprocessed_template(field, reporter) {
                report_malformed(field, link, &malformed, reporter);
            }
            return None;
        }
        Reading::Default => {}
        Reading::Tag(tag) => {
            let judge = Judge { field, tag: &tag };
            if judge.parts(reporter) {
                return None;
            }
            let known = tag.script.is_none() && tag.region.is_none();
            if let Some(row) = confusion(code).filter(|_| known) {
                right = false;
                if points_to(href, row.code) {
                    let found = Diagnostic::new(Rule::HreflangLanguageRegionConfusion, field.value.whole());
                    let found = found.arg(field.value.whole()).arg(row.language).arg(row.country);
                    reporter.report(candidates(field, row.codes, found));
                }
            }
        }
    }
    if reporter.wants(Rule::HreflangNonstandardCase)
        && let Some(recased) = language::recased(code)
    {
        right = false;
        let place = field.value.whole();
        let found = Diagnostic::new(Rule::HreflangNonstandardCase, place).arg(place).arg(recased.clone());
        reporter.report(found.safe(Edit::replace(place, recased)));
    }
    Some(right)
}

fn candidates(field: &Field<'_>, codes: Candidates, found: Diagnostic) -> Diagnostic {
    let all: Vec<&str> = codes.iter().collect();
    let found = found.arg(all.join(", "));
    match *all.as_slice() {
        [one] => found.suggest(Edit::replace(field.value.whole(), one.to_owned())),
        _ => found.wording(1),
    }
}

/// Reports a code that is none.
fn report_malformed(field: &Field<'_>, link: &Link<'_>, malformed: &Malformed, reporter: &mut Reporter<'_>) {
    let whole = field.value.whole();
    let found = Diagnostic::new(Rule::HreflangCodeMalformed, if whole.is_empty() { field.element } else { whole });
    let found = found.arg(whole);
    reporter.report(match (malformed.defect, &malformed.instead) {
        (Defect::Empty, _) => found.wording(3),
        (Defect::Several(count), _) => {
            let found = found.wording(2).arg(count);
            match one_each(field, link) {
                Some(edits) => found.suggest(edits),
                None => found,
            }
        }
        (_, Some(instead)) => found.arg(instead.clone()).suggest(Edit::replace(whole, instead.clone())),
        _ => found.wording(1),
    });
}

/// Edits that make a link for each code of a list.
fn one_each(field: &Field<'_>, link: &Link<'_>) -> Option<Vec<Edit>> {
    let text = field.source;
    let tag = text.get(link.tag.range())?;
    let codes = language::listed(field.value.text);
    let (first, others) = codes.split_first()?;
    let whole = field.value.whole();
    if !tag.ends_with("/>") || others.len() >= MOST_LISTED {
        return None;
    }
    let before = text.get(link.tag.start as usize..whole.start as usize)?;
    let behind = text.get(whole.end as usize..link.tag.end as usize)?;
    let space = text.get(crate::check::with_leading_space(text, link.tag).start as usize..link.tag.start as usize)?;
    let mut copies = String::new();
    for code in others {
        for part in [space, before, code, behind] {
            copies.push_str(part);
        }
    }
    Some(vec![Edit::replace(whole, first.clone()), Edit::insert(link.tag.end as usize, copies)])
}

/// A code of the right shape.
struct Judge<'j, 'f> {
    field: &'j Field<'f>,
    tag: &'j Tag<'f>,
}

impl Judge<'_, '_> {
    /// Reports the parts that are not known; true when there are some.
    fn parts(&self, reporter: &mut Reporter<'_>) -> bool {
        let language = self.language(reporter);
        let script = self.script(reporter);
        let region = self.region(reporter);
        language || script || region
    }

    fn span(&self, at: &std::ops::Range<usize>) -> Span {
        self.field.value.span(at.start, at.end)
    }

    /// Adds to `found` the code after `edit`, and the repair.
    fn repaired(&self, found: Diagnostic, edit: Option<language::Edit>) -> Diagnostic {
        let Some(language::Edit { at, text }) = edit else { return found };
        let code = self.field.value.text;
        let part = |range: std::ops::Range<usize>| code.get(range).unwrap_or_default();
        let after = format!("{}{text}{}", part(0..at.start), part(at.end..code.len()));
        found.arg(after).suggest(Edit::replace(self.span(&at), text))
    }

    fn language(&self, reporter: &mut Reporter<'_>) -> bool {
        let part = &self.tag.language;
        let is = part.is;
        if is.is_known() {
            return false;
        }
        let place = self.span(&part.at);
        let edit = self.tag.language_edit();
        let found = Diagnostic::new(Rule::HreflangUnknownLanguage, place).arg(place);
        let found = match (is, &edit) {
            (Language::NoTwoLetters(_), None) => found.wording(3).severity(Severity::Warning),
            (Language::Country(_), None) => found.wording(5),
            (_, None) => found,
            _ if self.tag.is_swapped() => found.wording(6),
            (Language::ThreeLetters(_), _) => found.wording(2),
            (Language::Withdrawn(_), _) => found.wording(4),
            _ => found.wording(1),
        };
        reporter.report(self.repaired(found, edit));
        true
    }

    fn script(&self, reporter: &mut Reporter<'_>) -> bool {
        let Some(part) = &self.tag.script else { return false };
        let place = self.span(&part.at);
        let edit = self.tag.script_edit();
        let found = Diagnostic::new(Rule::HreflangUnknownScript, place).arg(place);
        let found = match part.is {
            Script::Known(_) => return false,
            Script::Foreign { usual, .. } => self.repaired(found.wording(2), edit).arg(usual),
            Script::Unknown(_) => {
                let wording = u8::from(edit.is_none());
                self.repaired(found.wording(wording), edit)
            }
        };
        reporter.report(found);
        true
    }

    fn region(&self, reporter: &mut Reporter<'_>) -> bool {
        let Some(part) = &self.tag.region else { return false };
        let wording = match part.is {
            Region::Assigned(_) | Region::Not(Unassigned::Swapped, _) => return false,
            Region::Not(Unassigned::UnitedKingdom, _) => 1,
            Region::Not(Unassigned::Area | Unassigned::Number, _) => 2,
            Region::Not(..) => 0,
        };
        let place = self.span(&part.at);
        let found = Diagnostic::new(Rule::HreflangUnknownRegion, place).wording(wording).arg(place);
        reporter.report(self.repaired(found, self.tag.region_edit()));
        true
    }
}

/// True when a URL looks like one of the country with the code `code`: by its top-level domain, or by the first part
/// of its path, where few sites are written in the language of that code.
fn points_to(href: &str, code: &str) -> bool {
    let Some(parts) = Parts::split(href) else { return false };
    let host = parts.host.of(href).trim_end_matches('.');
    let domain = host.rsplit('.').next().unwrap_or_default();
    let folder = parts.path.of(href).trim_start_matches('/').split('/').next().unwrap_or_default();
    let rare = matches!(code, "be" | "br" | "ch" | "kr" | "se");
    domain.eq_ignore_ascii_case(code) || rare && folder.eq_ignore_ascii_case(code)
}
