//! The result of a run, arranged for the page.

use std::{collections::BTreeMap, rc::Rc};

use sitemap_validator_protocol::{
    message::{FixRequest, KEPT},
    report::{
        Authorities, BuiltSite, Counts, Diagnostic, File, Kind, Rank, Report, Severity, Stance, Summary, Verdict,
    },
    sorting,
};

use super::{Settings, Tally, Tree, is_ambiguous};

/// Engine support by rule.
pub(crate) type Stances = BTreeMap<String, Authorities<Stance>>;

/// The number of findings of a group that are listed before "more".
pub(crate) const PAGE: usize = sitemap_validator_protocol::message::FIRST_FINDINGS;

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The number of the run.
    pub(crate) run: u32,
    /// The duration in milliseconds.
    pub(crate) elapsed: u32,
    /// The settings of the run.
    pub(crate) settings: Settings,
    /// One result per input.
    pub(crate) files: Vec<Rc<FileResult>>,
    /// The result of the set, if there are several files.
    pub(crate) set: Option<Rc<SetResult>>,
}

/// The result of a set of files.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SetResult {
    /// The tree of which file lists which.
    pub(crate) tree: Tree,
    /// The names of the files.
    pub(crate) names: Rc<[Rc<str>]>,
    /// The number of findings in all files and across files.
    pub(crate) counts: Counts,
    /// The number of findings across files only.
    pub(crate) across: Counts,
    /// The findings in all files and across files, by rule: errors first, then the rules with findings in the most
    /// files.
    pub(crate) rules: Rc<[RuleInSet]>,
    /// The index of the file that is shown first.
    pub(crate) worst: usize,
    /// The first problem of that file, if the verdict of the set is invalid or valid with warnings.
    pub(crate) first: Option<Rc<str>>,
    /// The number of listed sitemaps that are not among the files, without those that `first` counts.
    pub(crate) missing: u64,
    /// True if `first` counts other missing sitemaps.
    pub(crate) has_others_missing: bool,
    /// The number of URLs in all files that are not indexes.
    pub(crate) entries: u64,
    /// The reasons why files could not be read, one sentence per file.
    pub(crate) unread: Vec<Rc<str>>,
    /// The findings across files, by rule.
    pub(crate) across_rules: Rc<[RuleInSet]>,
    /// The verdict on the set.
    pub(crate) verdict: Verdict,
    /// True if an index of the files is recommended.
    pub(crate) lacks_index: bool,
    /// True if a robots.txt is among the files.
    pub(crate) has_robots: bool,
    /// The sitemap URLs that are missing from robots.txt, as far as they are known.
    pub(crate) entrances: Vec<Rc<str>>,
    /// The comparison with the folder of the built site.
    pub(crate) built: Option<Box<BuiltSite>>,
}

/// The findings of one rule in the files of a set and across them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RuleInSet {
    /// The group of all findings. It contains the first finding of each file, or the findings across files.
    pub(crate) group: Group,
    /// The number of findings in each of these files; empty for findings across files.
    pub(crate) places: Vec<u64>,
    /// The number of files in which some findings can be fixed.
    pub(crate) fixable: u64,
    /// The number of files in which some findings can be removed.
    pub(crate) removable: u64,
    /// The number of files in which some findings have two readings.
    pub(crate) ambiguous: u64,
}

/// The result for one file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FileResult {
    /// The report on the file, without its findings: these are in the groups.
    pub(crate) report: File,
    /// The findings by rule, including those across files: errors first, then by location.
    pub(crate) groups: Vec<Group>,
    /// Engine support of the rules that reported something in any of the files.
    pub(crate) stances: Rc<Stances>,
    /// The number of safe fixes.
    pub(crate) safe_fixes: u32,
    /// The number of lines in its text.
    pub(crate) lines: u32,
}

/// The findings of one rule.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    /// The rule's id.
    pub(crate) rule: Rc<str>,
    /// The highest severity among the findings.
    pub(crate) severity: Severity,
    /// The number of findings.
    pub(crate) count: u64,
    /// The findings that the page has, by location.
    pub(crate) findings: Vec<Rc<Diagnostic>>,
    /// The number of findings that are listed.
    pub(crate) shown: usize,
    /// True if the worker has no further findings of the rule.
    pub(crate) complete: bool,
    /// The message, if all of these findings have the same one.
    message: Option<Rc<str>>,
}

impl Group {
    /// A group of `count` findings; `findings` are those that are known, by location.
    pub(crate) fn new(rule: Rc<str>, count: u64, findings: Vec<Rc<Diagnostic>>) -> Self {
        let severity = findings.iter().map(|finding| finding.severity).max().unwrap_or(Severity::Info);
        let complete = findings.len() as u64 >= count;
        let message = same_message(&findings);
        Self { rule, severity, count, findings, shown: PAGE, complete, message }
    }

    /// The findings that are listed.
    pub(crate) fn listed(&self) -> &[Rc<Diagnostic>] {
        &self.findings[..self.shown.min(self.findings.len())]
    }

    /// True if a finding that the page has can be fixed without a choice.
    pub(crate) fn has_fix(&self) -> bool {
        self.findings.iter().any(|finding| finding.fix.is_some())
    }

    /// True if the entry or the value of a finding can be removed.
    pub(crate) fn has_removal(&self) -> bool {
        self.findings.iter().any(|finding| finding.removal.is_some())
    }

    /// True if a finding has this alternative.
    pub(crate) fn has_choice(&self, choice: usize) -> bool {
        self.findings.iter().any(|finding| is_ambiguous(finding) && finding.alternatives.len() > choice)
    }

    /// The message, if all findings have the same one.
    pub(crate) fn common_message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    /// The number of findings that can be listed: the worker counts all findings and keeps the first ones.
    pub(crate) fn kept(&self) -> u64 {
        if self.complete {
            return self.findings.len() as u64;
        }
        let across = self.findings.len() as u64 - u64::from(self.fetched());
        self.count.saturating_sub(across).min(KEPT) + across
    }

    /// The number of findings that "more" would add.
    pub(crate) fn more(&self) -> u64 {
        self.kept().saturating_sub(self.listed().len() as u64)
    }

    /// True if all findings were requested and have not arrived.
    pub(crate) const fn is_coming(&self) -> bool {
        self.shown == usize::MAX && !self.complete
    }

    /// The number of findings that the worker sent, without those across files.
    pub(crate) fn fetched(&self) -> u32 {
        self.findings.iter().filter(|finding| finding.file.is_none()).count() as u32
    }

    /// Adds findings that the worker sent, except those that are already known.
    pub(crate) fn add(&mut self, findings: Vec<Diagnostic>) {
        self.findings.extend(findings.into_iter().map(Rc::new));
        let place = |finding: &Diagnostic| (finding.start, finding.end);
        sorting::by(&mut self.findings, |a, b| (place(a), &a.message).cmp(&(place(b), &b.message)));
        self.findings.dedup_by(|a, b| (place(a), &a.message) == (place(b), &b.message));
        self.message = same_message(&self.findings);
    }
}

fn same_message(findings: &[Rc<Diagnostic>]) -> Option<Rc<str>> {
    let (first, rest) = findings.split_first()?;
    rest.iter().all(|other| other.message == first.message).then(|| first.message.as_str().into())
}

impl Outcome {
    /// Arranges a report for the page.
    pub(crate) fn new(
        run: u32,
        elapsed: u32,
        settings: Settings,
        report: Report,
        safe_fixes: &[u32],
        lines: &[u32],
    ) -> Self {
        let Report { mut files, set, support: stances, built, .. } = report;
        let stances = Rc::new(stances);
        let mut across: Vec<Vec<Diagnostic>> = vec![Vec::new(); files.len()];
        let set = set.map(|set| {
            for finding in &set.diagnostics {
                if let Some(here) = finding.file.and_then(|file| across.get_mut(file as usize)) {
                    here.push(finding.clone());
                }
            }
            let tree = Tree::new(&files, &set);
            let entrances = tree.entrances(&files).into_iter().filter_map(|file| file.url.as_deref());
            let worst = worst(&files, &tree);
            let marked = files.iter().filter(|file| file.verdict_in_set == set.verdict).count();
            let alone = marked == 1 || set.verdict == Verdict::Warnings;
            let said = |Summary { headline, detail, .. }: &Summary| match (&**detail, alone) {
                ("", _) => headline.as_str().into(),
                // The verdict on the set already says so, or counts one file.
                (_, true) => detail.as_str().into(),
                (_, false) => format!("{headline} {detail}").into(),
            };
            let first = set.verdict.severity().and_then(|_| files.get(worst)).map(|file| said(&file.summary));
            // The sentence about an index already counts its missing sitemaps.
            let is_said = |parent: usize| {
                let kind = files.get(parent).map(|file| file.kind);
                first.is_some() && parent == worst && kind == Some(Kind::SitemapIndex)
            };
            let missing =
                |said| tree.missing().filter(|(parent, _)| is_said(*parent) == said).map(|(_, missing)| missing).sum();
            let (said, missing): (u64, u64) = (missing(true), missing(false));
            SetResult {
                built,
                missing,
                has_others_missing: said > 0,
                rules: Rc::default(),
                worst,
                first,
                entrances: entrances.map(Rc::from).collect(),
                tree,
                has_robots: files.iter().any(|file| file.kind == Kind::Robots),
                names: files.iter().map(|file| Rc::from(file.name.as_str())).collect(),
                verdict: set.verdict,
                lacks_index: set.lacks_index,
                counts: set.counts,
                across: set.cross_file_counts,
                entries: set.entries,
                unread: files.iter().filter_map(|file| file.read_error.as_deref()).map(Rc::from).collect(),
                across_rules: groups(set.diagnostics, &set.rules).into_iter().map(RuleInSet::across).collect(),
            }
        });
        let checked = |(index, (mut file, across)): (usize, (File, Vec<Diagnostic>))| {
            let mut findings = std::mem::take(&mut file.diagnostics);
            let mut rules = file.rules.clone();
            for finding in &across {
                *rules.entry(finding.rule.clone()).or_default() += 1;
            }
            findings.extend(across);
            sorting::by_key(&mut findings, |finding| (finding.start, finding.end));
            let mut groups = groups(findings, &rules);
            // The list begins with the rule that the verdict names.
            let first = file.summary.rule.as_deref();
            if let Some(at) = groups.iter().position(|group| Some(&*group.rule) == first) {
                groups[..=at].rotate_right(1);
            }
            Rc::new(FileResult {
                groups,
                report: file,
                stances: stances.clone(),
                safe_fixes: safe_fixes.get(index).copied().unwrap_or(0),
                lines: lines.get(index).copied().unwrap_or(0),
            })
        };
        let files: Vec<Rc<FileResult>> = files.drain(..).zip(across).enumerate().map(checked).collect();
        let set = set.map(|set| Rc::new(SetResult { rules: rules(&files, &set.across_rules).into(), ..set }));
        Self { run, elapsed, settings, files, set }
    }

    /// The number of findings of each rule with at least this severity, in all files and across files.
    pub(crate) fn tally(&self, least: Severity) -> Tally {
        let mut tally = Tally::new();
        for (rule, count) in self.files.iter().flat_map(|file| file.tally(least)) {
            *tally.entry(rule).or_default() += count;
        }
        tally
    }

    /// The indexes of the files with errors or warnings, the worst first. Empty if all files have some.
    pub(crate) fn problematic(&self) -> Vec<usize> {
        let gravity = |&at: &usize| self.files[at].report.gravity();
        let has_problems = |at: &usize| gravity(at).rank > Rank::Nothing;
        let mut problematic: Vec<usize> = (0..self.files.len()).filter(has_problems).collect();
        if problematic.len() == self.files.len() {
            return Vec::new();
        }
        sorting::by_key(&mut problematic, |at| std::cmp::Reverse(gravity(at)));
        problematic
    }

    /// True if the verdict of the set names the first problem of this file.
    pub(crate) fn leads_with(&self, file: usize) -> bool {
        self.set.as_ref().is_some_and(|set| set.first.is_some() && set.worst == file)
    }

    /// The number of files that are valid, valid with warnings, invalid and unchecked, including findings across files.
    pub(crate) fn verdicts(&self) -> [u64; 4] {
        let number = |verdict| self.files.iter().filter(|file| file.report.verdict_in_set == verdict).count() as u64;
        [Verdict::Valid, Verdict::Warnings, Verdict::Invalid, Verdict::Unchecked].map(number)
    }
}

impl RuleInSet {
    /// The findings of one rule across files.
    const fn across(group: Group) -> Self {
        Self { group, places: Vec::new(), fixable: 0, removable: 0, ambiguous: 0 }
    }
}

impl SetResult {
    /// The number of rules with findings of the severity that decides the verdict.
    pub(crate) fn problems(&self) -> u64 {
        let severity = self.verdict.severity();
        self.rules.iter().filter(|rule| Some(rule.group.severity) == severity).count() as u64
    }

    /// True if no file has findings of its own.
    pub(crate) fn is_only_across(&self) -> bool {
        self.rules.iter().all(|rule| self.across_rules.iter().any(|across| across.group.rule == rule.group.rule))
    }
}

impl FileResult {
    /// The number of findings of each rule with at least this severity.
    pub(crate) fn tally(&self, least: Severity) -> impl Iterator<Item = (Rc<str>, u64)> + '_ {
        let counted = self.groups.iter().filter(move |group| group.severity >= least);
        counted.map(|group| (group.rule.clone(), group.count))
    }

    /// The findings of a rule.
    pub(crate) fn group(&self, rule: &str) -> Option<&Group> {
        self.groups.iter().find(|group| &*group.rule == rule)
    }

    /// True for a file that is not a sitemap at all: a list of its errors would not help.
    pub(crate) fn is_hopeless(&self) -> bool {
        self.report.kind.is_no_sitemap()
    }

    /// The number of findings, including those across files, by severity.
    pub(crate) fn counts(&self) -> Counts {
        self.report.counts + self.report.cross_file_counts
    }

    /// The total number of findings.
    pub(crate) fn total(&self) -> u64 {
        self.counts().total()
    }
}

/// The index of the file that is shown first: the worst of the files with errors of their own, among equals the first
/// in the tree. Otherwise, it is the first file with errors across files, then the first one with warnings, then the
/// first one to look at in the tree.
fn worst(files: &[File], tree: &Tree) -> usize {
    let order = tree.order(files.len());
    let with = |is: fn(&File) -> bool| {
        let has = |file: usize| files.get(file).is_some_and(is);
        order.iter().copied().find(|file| has(*file))
    };
    // Errors in a file often cause the errors across files.
    let rank = |file: &usize| files.get(*file).filter(|file| file.counts.error > 0).map(|file| file.gravity().rank);
    let own = order.iter().copied().rev().max_by_key(rank).filter(|file| rank(file).is_some());
    let errors = || with(|file| file.cross_file_counts.error > 0);
    let warnings = || with(|file| file.counts.warning + file.cross_file_counts.warning > 0);
    let is_robots = |file: usize| files.get(file).is_some_and(|file| file.kind == Kind::Robots);
    let first = || tree.first(is_robots);
    own.or_else(errors).or_else(warnings).or_else(first).unwrap_or(0)
}

/// The findings in `files` and across them, by rule: errors first, then by effect, then by number of files.
#[inline(never)]
fn rules(files: &[Rc<FileResult>], across: &[RuleInSet]) -> Vec<RuleInSet> {
    let mut rules: Vec<RuleInSet> = Vec::new();
    for (at, file) in (0..).zip(files) {
        for group in &file.groups {
            let Some(first) = group.findings.first() else { continue };
            let what = |fix: fn(String) -> FixRequest| u64::from(file.may_fix(&fix(group.rule.to_string())));
            let fixable = what(|rule| FixRequest::Rule { rule });
            let removable = what(|rule| FixRequest::Removals { rule });
            let ambiguous = what(|rule| FixRequest::Alternatives { rule, choice: 0 });
            let own = file.report.rules.get(&*group.rule).copied().unwrap_or(0);
            let first = Rc::new(Diagnostic { file: Some(at), ..Diagnostic::clone(first) });
            let known = rules.iter_mut().find(|known| known.group.rule == group.rule);
            if let Some(RuleInSet { group: all, places, fixable: fixed, removable: removed, ambiguous: read }) = known {
                *fixed += fixable;
                *removed += removable;
                *read += ambiguous;
                all.count += own;
                all.message = all.message.take().filter(|message| group.common_message() == Some(message));
                // Findings of the highest severity come first.
                let place = if group.severity > all.severity { 0 } else { places.len() };
                all.severity = all.severity.max(group.severity);
                all.findings.insert(place, first);
                places.insert(place, group.count);
            } else {
                let all = Group::new(group.rule.clone(), own, vec![first]);
                let all = Group { severity: group.severity, message: group.message.clone(), ..all };
                rules.push(RuleInSet { group: all, places: vec![group.count], fixable, removable, ambiguous });
            }
        }
    }
    for rule in &mut rules {
        let across = across.iter().find(|across| across.group.rule == rule.group.rule);
        rule.group.count += across.map_or(0, |across| across.group.count);
    }
    // The rule that the verdict of a file names ranks as high as that verdict.
    let rank = |rule: &RuleInSet| {
        let leads = |file: &&Rc<FileResult>| file.report.summary.rule.as_deref() == Some(&*rule.group.rule);
        files.iter().filter(leads).map(|file| file.report.gravity().rank).max()
    };
    sorting::by_key(&mut rules, |rule| std::cmp::Reverse((rule.group.severity, rank(rule), rule.places.len())));
    rules
}

/// Groups `findings` by rule: errors first, then in their order. `counts` is the number of findings of each rule.
fn groups(findings: Vec<Diagnostic>, counts: &BTreeMap<String, u64>) -> Vec<Group> {
    let mut by_rule: Vec<(Rc<str>, Vec<Rc<Diagnostic>>)> = Vec::new();
    for finding in findings {
        match by_rule.iter_mut().find(|(rule, _)| **rule == *finding.rule) {
            Some((_, findings)) => findings.push(Rc::new(finding)),
            None => by_rule.push((finding.rule.as_str().into(), vec![Rc::new(finding)])),
        }
    }
    let group = |(rule, findings): (Rc<str>, Vec<Rc<Diagnostic>>)| {
        let count = counts.get(&*rule).copied().unwrap_or(findings.len() as u64);
        Group::new(rule, count, findings)
    };
    let mut groups: Vec<Group> = by_rule.into_iter().map(group).collect();
    sorting::by_key(&mut groups, |group| std::cmp::Reverse(group.severity));
    groups
}
