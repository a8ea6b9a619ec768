//! The findings in several files, or across files: by rule, with their locations.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::FixRequest,
    report::{Diagnostic, Related},
    sorted_map::SortedMap,
};
use yew::prelude::*;

use super::{
    fix_tools::{FIX_IN, REMOVE_IN, all_like, ask},
    marks, prose,
};
use crate::{
    guide::id_as_words,
    lang::{Lang, Noun, Texts, use_lang},
    state::{Action, Group, Guides, Request, RuleInSet, is_ambiguous, title},
    text::{middle_cut, spelled_out},
    verdict::FILES,
};

/// The number of findings up to which groups are initially open.
const OPEN: usize = 6;
/// The number of findings of a group that are listed at first, and that each "more" adds.
const PORTION: usize = 10;
/// The noun for places, in singular and plural.
pub(super) const PLACES: Noun = [["place", "places"], ["endroit", "endroits"], ["lugar", "lugares"]];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) rules: Rc<[RuleInSet]>,
    pub(crate) names: Rc<[Rc<str>]>,
    /// The pages about rules, for their titles.
    pub(crate) guides: Guides,
    pub(crate) act: Callback<Action>,
}

/// The findings by rule. Each place links to its file.
#[component]
pub(crate) fn Across(props: &Props) -> Html {
    let lang = use_lang();
    // For each rule that was opened or closed by hand, whether it is open, and how many portions of it are listed.
    let folds = use_state(SortedMap::<Rc<str>, (bool, usize)>::default);
    let mut listed = 0;
    let rules = props.rules.iter().map(|rule| {
        let RuleInSet { group, places, .. } = rule;
        let fits = places.is_empty() && (listed == 0 || listed + group.findings.len() <= OPEN);
        let (open, portions) = folds.get(&group.rule).copied().unwrap_or((fits, 1));
        listed += if open { group.findings.len() } else { 0 };
        let set = |open: bool, portions: usize| {
            let (folds, rule) = (folds.clone(), group.rule.clone());
            Callback::from(move |_: MouseEvent| {
                let mut next = (*folds).clone();
                next.insert(rule.clone(), (open, portions));
                folds.set(next);
            })
        };
        let shown = (portions * PORTION).min(group.findings.len());
        let hidden = group.findings.len() - shown;
        let uncounted = if places.is_empty() { group.count.saturating_sub(group.findings.len() as u64) } else { 0 };
        let only = group.findings.first().filter(|_| places.len() == 1);
        html! {
            <div class="group" key={group.rule.to_string()}>
                <div class="set-rule">
                    <h3>
                        <button
                            type="button"
                            class="group-head"
                            aria-expanded={only.is_none().then_some(if open { "true" } else { "false" })}
                            onclick={only.map_or_else(|| set(!open, portions), |only| find(only, &props.act))}
                        >
                            if only.is_none() {
                                <span class="twist" aria-hidden="true" />
                            }
                            { marks::shape(group.severity) }
                            <span class="title">{ prose::line(&name(group, &props.guides)) }</span>
                            <span class="number">{ number(rule, lang) }</span>
                        </button>
                    </h3>
                    { repairs(rule, &name(group, &props.guides), lang, &props.act) }
                </div>
                if open {
                    <ul class={classes!(is_brief(rule).then_some("brief"))}>
                        { for (0..shown).map(|at| row(rule, at, &props.names, lang, &props.act)) }
                    </ul>
                    if hidden > 0 {
                        <button type="button" class="link more" onclick={set(true, portions + 1)}>
                            { lang.fill(["{0} more", "{0} de plus", "{0} más"], &[&lang.number(hidden as u64)]) }
                        </button>
                    } else if uncounted > 0 {
                        <p class="muted more">{ lang.fill(
                            [
                                "{0} more are counted but not listed",
                                "{0} de plus sont comptés, mais pas listés",
                                "{0} más se cuentan, pero no se muestran",
                            ],
                            &[&lang.number(uncounted)],
                        ) }</p>
                    }
                }
            </div>
        }
    });
    html! {
        <div class="groups">{ for rules }</div>
    }
}

/// The number of places of a rule and, unless they are across files, the number of files with them.
fn number(rule: &RuleInSet, lang: Lang) -> String {
    match rule.places.len() as u64 {
        0 => lang.number(rule.group.count),
        files => format!("{}, {}", lang.count(rule.group.count, PLACES), lang.count(files, FILES)),
    }
}

/// The buttons for all files in which the findings of a rule can be fixed or removed.
fn repairs(rule: &RuleInSet, name: &str, lang: Lang, act: &Callback<Action>) -> Html {
    let RuleInSet { group, fixable, removable, ambiguous, .. } = rule;
    let alternatives = group.findings.iter().find(|finding| is_ambiguous(finding)).map(|finding| &finding.alternatives);
    let all = |files: u64, does: Texts, what: FixRequest| {
        let does = lang.fill(does, &[&lang.count(files, FILES)]);
        let label = format!("{does} {}", name.replace('`', ""));
        html! { <button type="button" aria-label={label} onclick={ask(act, Request::PreviewFixAll(what))}>{ does }</button> }
    };
    let rule = group.rule.to_string();
    html! {
        <>
            if *fixable > 0 {
                { all(*fixable, FIX_IN, FixRequest::Rule { rule: rule.clone() }) }
            }
            { for (0..).zip(alternatives.into_iter().flatten()).filter(|_| *ambiguous > 0).map(|(choice, alternative)| {
                let all = FixRequest::Alternatives { rule: rule.clone(), choice };
                html! {
                    <button type="button" onclick={ask(act, Request::PreviewFixAll(all))}>
                        { all_like(alternative, Some(*ambiguous), lang) }
                    </button>
                }
            }) }
            if *removable > 0 {
                { all(*removable, REMOVE_IN, FixRequest::Removals { rule }) }
            }
        </>
    }
}

/// True if each finding is nothing but a location.
fn is_brief(rule: &RuleInSet) -> bool {
    let RuleInSet { group, places, .. } = rule;
    let is_place = || group.findings.iter().all(|finding| finding.related.is_empty());
    !places.is_empty() || group.common_message().is_some() && is_place()
}

/// The name of a group: the common message of its findings, otherwise the title of the rule's page.
fn name(group: &Group, guides: &Guides) -> String {
    title(group, guides).map_or_else(|| id_as_words(&group.rule), str::to_owned)
}

fn find(finding: &Rc<Diagnostic>, act: &Callback<Action>) -> Callback<MouseEvent> {
    let finding = finding.clone();
    act.reform(move |_: MouseEvent| Action::Find(finding.clone()))
}

/// A place. For a file, it is that of the first finding.
fn row(rule: &RuleInSet, at: usize, names: &[Rc<str>], lang: Lang, act: &Callback<Action>) -> Html {
    let RuleInSet { group, places, .. } = rule;
    let Some(finding) = group.findings.get(at) else { return Html::default() };
    let in_file = places.get(at).copied();
    let says = in_file.is_none() && group.common_message().is_none();
    html! {
        <li class="across-row">
            <button type="button" class="link" onclick={find(finding, act)}>
                { place(names, finding.file, finding.line, finding.column) }
            </button>
            if says {
                <span>{ prose::line(&finding.message) }</span>
            }
            if let Some(count) = in_file.filter(|count| *count > 1) {
                <span class="muted">{ " " }{ lang.count(count, PLACES) }</span>
            }
            if in_file.is_none() {
                { for finding.related.iter().map(|other| related(finding, other, names, act)) }
            }
        </li>
    }
}

fn related(finding: &Rc<Diagnostic>, other: &Related, names: &[Rc<str>], act: &Callback<Action>) -> Html {
    let go = {
        let (act, finding, other) = (act.clone(), finding.clone(), other.clone());
        // This visits the finding first, so that the page offers a way back to it.
        Callback::from(move |_: MouseEvent| {
            act.emit(Action::Find(finding.clone()));
            act.emit(Action::Visit(other.clone()));
        })
    };
    html! {
        <span class="muted">
            { prose::line(&other.message) }{ ": " }
            <button type="button" class="link" onclick={go}>{ place(names, other.file, other.line, other.column) }</button>
        </span>
    }
}

/// A location in one of several files.
pub(crate) fn place(names: &[Rc<str>], file: Option<u32>, line: u32, column: u32) -> Html {
    let name = file.and_then(|file| names.get(file as usize)).map(|name| spelled_out(name)).unwrap_or_default();
    html! { <><bdi dir="ltr" class="mono" title={name.clone()}>{ middle_cut(&name, 40) }</bdi>{ format!(" {line}:{column}") }</> }
}
