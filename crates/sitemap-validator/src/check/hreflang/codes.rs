//! The values of `hreflang`.

use std::collections::BTreeMap;

use super::Link;
use super::clusters::key;
use super::wrong::WrongCodes;
use crate::check::Field;
use crate::check::value_text::unprocessed_template;
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::language::countries::{Confusion, confusion};
use crate::value::language::malformed::{Defect, Malformed};
use crate::value::language::region::{Region, Unassigned};
use crate::value::language::script::Script;
use crate::value::language::tag::{Language, Tag};
use crate::value::language::{self, LanguageCode};
use crate::value::url::Parts;

/// The maximum number of codes that are remembered.
const MOST: usize = 4_096;

/// The maximum number of codes in a list that a fix splits into links.
const MOST_LISTED: usize = 20;

/// Codes without findings, so that each is checked once, and those with findings.
#[derive(Debug, Default)]
pub(super) struct Codes {
    pub(super) wrong: WrongCodes,
    clean: Vec<KnownCode>,
    by_text: BTreeMap<Box<str>, usize>,
    /// The index after the last match: entries usually have the same codes in the same order.
    next: usize,
}

#[derive(Debug)]
struct KnownCode {
    text: Box<str>,
    key: u32,
}

impl Codes {
    /// Checks a code. Returns its [`key`], and whether its meaning is known.
    pub(super) fn judge(
        &mut self,
        field: &Field<'_>,
        link: &Link<'_>,
        href: &str,
        reporter: &mut Reporter<'_>,
    ) -> (u32, bool) {
        let code = field.value.text;
        // The code may be written with references.
        if let Some(known) = self.known(code) {
            return (known, true);
        }
        let (key, verdict) = (key(code), judge(field, link, href, &mut self.wrong, reporter));
        if verdict == Some(true) && self.clean.len() < MOST {
            self.by_text.insert(code.into(), self.clean.len());
            self.clean.push(KnownCode { text: code.into(), key });
            self.next = self.clean.len();
        }
        (key, verdict.is_some())
    }

    /// The [`key`] of a code that was checked before and has no findings.
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

/// Checks a code and reports defects. `None` if its meaning is unknown; true if it is right in every link.
fn judge(
    field: &Field<'_>,
    link: &Link<'_>,
    href: &str,
    wrong: &mut WrongCodes,
    reporter: &mut Reporter<'_>,
) -> Option<bool> {
    let code = field.value.text;
    let mut right = true;
    match language::read(code) {
        LanguageCode::Malformed(malformed) => {
            if !unprocessed_template(field, reporter) {
                let (found, right) = found_malformed(field, link, &malformed);
                wrong.add(code, found, right, reporter);
            }
            return None;
        }
        LanguageCode::Default => {}
        LanguageCode::Tag(tag) => {
            let mut judge = CodeCheck { field, tag: &tag, wrong };
            if judge.parts(reporter) {
                return None;
            }
            let known = tag.script.is_none() && tag.region.is_none();
            if let Some(row) = confusion(code).filter(|_| known) {
                right = false;
                if points_to(href, row.code) {
                    let (found, right) = confused(field.value.whole(), row);
                    wrong.add(code, found, right, reporter);
                }
            }
        }
    }
    if reporter.wants(Rule::HreflangNonstandardCase)
        && let Some(recased) = language::recased(code)
    {
        right = false;
        let place = field.value.whole();
        let found = rules::hreflang_nonstandard_case(place, place, recased.clone(), 1_u64);
        wrong.add(code, found.safe(Edit::replace(place, recased)), Vec::new(), reporter);
    }
    Some(right)
}

/// The finding on a code at `place` that names a language but was probably meant as a country.
fn confused(place: Span, row: &Confusion) -> (Diagnostic, Vec<String>) {
    use rules::hreflang_language_region_confusion as message;
    let all: Vec<&str> = row.codes.iter().collect();
    match *all.as_slice() {
        [one] => {
            let found = message::one(place, place, row.language, row.country, one.to_owned(), 1_u64);
            (found.suggest(Edit::replace(place, one.to_owned())), vec![one.to_owned()])
        }
        _ => (message::several(place, place, row.language, row.country, all.join(", "), 1_u64), Vec::new()),
    }
}

/// The finding on a malformed code, and the codes that its fix writes.
fn found_malformed(field: &Field<'_>, link: &Link<'_>, malformed: &Malformed) -> (Diagnostic, Vec<String>) {
    use rules::hreflang_code_malformed as message;
    let whole = field.value.whole();
    let place = if whole.is_empty() { field.element } else { whole };
    match (malformed.defect, &malformed.instead) {
        (Defect::Empty, _) => (message::empty(place, 1_u64), Vec::new()),
        (Defect::Several(count), _) => {
            let found = message::several(place, whole, count, 1_u64);
            match one_each(field, link) {
                Some(edits) => (found.suggest(edits), language::listed(field.value.text)),
                None => (found, Vec::new()),
            }
        }
        (_, Some(instead)) => {
            let found = message::fixable(place, whole, instead.clone(), 1_u64);
            (found.suggest(Edit::replace(whole, instead.clone())), vec![instead.clone()])
        }
        _ => (message::unclear(place, whole, 1_u64), Vec::new()),
    }
}

/// Edits that replace a list of codes with one link per code.
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

/// The check of a well-formed code.
struct CodeCheck<'j, 'f> {
    field: &'j Field<'f>,
    tag: &'j Tag<'f>,
    wrong: &'j mut WrongCodes,
}

impl CodeCheck<'_, '_> {
    /// Records a finding; its fix writes the code `right`.
    fn add(&mut self, found: Diagnostic, right: Option<String>, reporter: &Reporter<'_>) {
        self.wrong.add(self.field.value.text, found, right.into_iter().collect(), reporter);
    }

    /// Reports unknown parts; true if there are any.
    fn parts(&mut self, reporter: &Reporter<'_>) -> bool {
        let language = self.language(reporter);
        let script = self.script(reporter);
        let region = self.region(reporter);
        language || script || region
    }

    fn span(&self, at: &std::ops::Range<usize>) -> Span {
        self.field.value.span(at.start, at.end)
    }

    /// The code after `edit`, and the edit of the source.
    fn edited(&self, edit: language::Edit) -> (String, Edit) {
        let language::Edit { at, text } = edit;
        let code = self.field.value.text;
        let part = |range: std::ops::Range<usize>| code.at(range);
        let after = format!("{}{text}{}", part(0..at.start), part(at.end..code.len()));
        (after, Edit::replace(self.span(&at), text))
    }

    fn language(&mut self, reporter: &Reporter<'_>) -> bool {
        use rules::hreflang_unknown_language as message;
        let part = &self.tag.language;
        let is = part.is;
        if is.is_known() {
            return false;
        }
        let place = self.span(&part.at);
        let (found, right) = match (is, self.tag.language_edit()) {
            (Language::NoTwoLetters(_), None) => (message::no_two_letters(place, place, 1_u64), None),
            (Language::Country(_), None) => (message::country(place, place, 1_u64), None),
            (_, None) => (rules::hreflang_unknown_language(place, place, 1_u64), None),
            (_, Some(edit)) => {
                let message = match is {
                    _ if self.tag.is_swapped() => message::country_first,
                    Language::ThreeLetters(_) => message::three_letters,
                    Language::Withdrawn(_) => message::old_code,
                    _ => message::like_country,
                };
                let (after, edit) = self.edited(edit);
                (message(place, place, after.clone(), 1_u64).suggest(edit), Some(after))
            }
        };
        self.add(found, right, reporter);
        true
    }

    fn script(&mut self, reporter: &Reporter<'_>) -> bool {
        use rules::hreflang_unknown_script as message;
        let Some(part) = &self.tag.script else { return false };
        let place = self.span(&part.at);
        let edited = self.tag.script_edit().map(|edit| self.edited(edit));
        let (found, right) = match (part.is, edited) {
            (Script::Known(_), _) => return false,
            (Script::Foreign { usual, .. }, Some((after, edit))) => {
                (message::other_language(place, place, after.clone(), usual, 1_u64).suggest(edit), Some(after))
            }
            (_, Some((after, edit))) => {
                (message::fixable(place, place, after.clone(), 1_u64).suggest(edit), Some(after))
            }
            (_, None) => (message::unknown(place, place, 1_u64), None),
        };
        self.add(found, right, reporter);
        true
    }

    fn region(&mut self, reporter: &Reporter<'_>) -> bool {
        let Some(part) = &self.tag.region else { return false };
        let message = match part.is {
            Region::Assigned(_) | Region::Not(Unassigned::Swapped, _) => return false,
            Region::Not(Unassigned::UnitedKingdom, _) => rules::hreflang_unknown_region::united_kingdom,
            Region::Not(Unassigned::Area | Unassigned::Number, _) => rules::hreflang_unknown_region::area,
            Region::Not(..) => rules::hreflang_unknown_region,
        };
        let place = self.span(&part.at);
        let Some(edit) = self.tag.region_edit() else { return true };
        let (after, edit) = self.edited(edit);
        let found = message(place, place, after.clone(), 1_u64).suggest(edit);
        self.add(found, Some(after), reporter);
        true
    }
}

/// True if a URL looks like one for the country `code`: by its top-level domain, or by the first segment of its path if
/// few sites use the language with the same code.
fn points_to(href: &str, code: &str) -> bool {
    let Some(parts) = Parts::split(href) else { return false };
    let host = parts.host.of(href).trim_end_matches('.');
    let domain = host.rsplit('.').next().unwrap_or_default();
    let folder = parts.path.of(href).trim_start_matches('/').split('/').next().unwrap_or_default();
    let rare = matches!(code, "be" | "br" | "ch" | "kr" | "se");
    domain.eq_ignore_ascii_case(code) || rare && folder.eq_ignore_ascii_case(code)
}
