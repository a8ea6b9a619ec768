//! The rules of one crawler, indexed for checking many URLs.

use sitemap_validator_protocol::sorting;

use super::pattern::{Pattern, Traits};
use super::read::{Key, Record};
use crate::span::{At, Span};

/// A rule of a group.
#[derive(Debug, Clone)]
pub(super) struct Rule {
    pattern: Pattern,
    allow: bool,
    /// From 1.
    pub(super) line: u32,
    /// The span of its record.
    pub(super) span: Span,
    /// Among the sorted rules, the longest prefix of this one.
    parent: Option<usize>,
}

impl Rule {
    /// Its length; longer rules are more specific.
    pub(super) fn octets(&self) -> usize {
        self.pattern.octets()
    }

    /// The matching rule with the highest rank decides: the longest one, and an `Allow`
    /// before a `Disallow`.
    fn rank(&self) -> (usize, bool) {
        (self.octets(), self.allow)
    }
}

/// All rules of a crawler.
#[derive(Debug, Clone)]
pub(super) struct Rules {
    /// Rules without `*` and `$`, sorted and unique.
    prefixes: Vec<Rule>,
    /// Rules with `$` and without `*`, sorted and unique.
    whole: Vec<Rule>,
    /// Rules with `*`, by descending rank, with the characters that a path needs.
    wild: Vec<(Traits, Rule)>,
}

impl Rules {
    /// The rules in `records`, which apply to one crawler.
    pub(super) fn new(text: &str, records: &[&Record]) -> Self {
        let (mut prefixes, mut whole, mut wild) = (Vec::new(), Vec::new(), Vec::new());
        for record in records {
            let value = text.at(record.value);
            let Some(pattern) = Pattern::read(value) else { continue };
            let kind = match (pattern.is_literal(), pattern.anchored) {
                (true, false) => &mut prefixes,
                (true, true) => &mut whole,
                (false, _) => &mut wild,
            };
            let allow = record.key == Key::Allow;
            kind.push(Rule { pattern, allow, line: record.line, span: record.span, parent: None });
        }
        for rules in [&mut prefixes, &mut whole, &mut wild] {
            // Of equal patterns, the deciding one is first and is kept.
            sorting::by(rules, |a, b| a.pattern.text.cmp(&b.pattern.text).then_with(|| b.rank().cmp(&a.rank())));
            rules.dedup_by(|later, first| later.pattern == first.pattern);
        }
        sorting::by_key(&mut wild, |rule| std::cmp::Reverse(rule.rank()));
        link(&mut prefixes);
        let wild = wild.into_iter().map(|rule| (Traits::of(&rule.pattern.text), rule)).collect();
        Self { prefixes, whole, wild }
    }

    /// The deciding rule for `target`, if it forbids it.
    pub(super) fn blocking(&self, target: &str) -> Option<&Rule> {
        let exact = self.whole.binary_search_by(|rule| (*rule.pattern.text).cmp(target)).ok();
        let whole = exact.and_then(|index| self.whole.get(index));
        let mut best = self.longest_prefix(target).into_iter().chain(whole).max_by_key(|rule| rule.rank());
        let traits = if self.wild.is_empty() { Traits::default() } else { Traits::of(target) };
        for (needed, rule) in &self.wild {
            if best.is_some_and(|best| best.rank() >= rule.rank()) {
                break;
            }
            if needed.may_be_in(&traits) && rule.pattern.matches(target) {
                best = Some(rule);
            }
        }
        best.filter(|rule| !rule.allow)
    }

    /// The longest of `prefixes` with which `target` starts: the last one that is not greater than `target`, or
    /// one of its own prefixes.
    fn longest_prefix(&self, target: &str) -> Option<&Rule> {
        let behind = self.prefixes.partition_point(|rule| *rule.pattern.text <= *target);
        let mut rule = self.prefixes.get(behind.checked_sub(1)?)?;
        let common = rule.pattern.text.bytes().zip(target.bytes()).take_while(|(a, b)| a == b).count();
        while rule.pattern.text.len() > common {
            rule = self.prefixes.get(rule.parent?)?;
        }
        Some(rule)
    }
}

/// Finds the parents of sorted rules.
fn link(rules: &mut [Rule]) {
    let mut open: Vec<usize> = Vec::new();
    for index in 0..rules.len() {
        let starts_with = |parent: &usize| match (rules.get(*parent), rules.get(index)) {
            (Some(parent), Some(rule)) => rule.pattern.text.starts_with(&*parent.pattern.text),
            _ => false,
        };
        while open.last().is_some_and(|parent| !starts_with(parent)) {
            open.pop();
        }
        let parent = open.last().copied();
        if let Some(rule) = rules.get_mut(index) {
            rule.parent = parent;
        }
        open.push(index);
    }
}
