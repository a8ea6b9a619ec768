//! What is found in all files of a set, by rule.

use std::rc::Rc;

use sitemap_validator_protocol::{message::FixRequest, report::Severity};
use yew::prelude::*;

use super::{
    marks,
    menu::use_narrow,
    problem::{FIX_IN, REMOVE_IN, ask},
    prose,
};
use crate::{
    guide::id_as_words,
    lang::{Lang, Noun, Texts, use_lang},
    state::{Action, Guides, Request, RuleInSet, SetResult, title},
    verdict::FILES,
};

/// Up to so many rows are open at first, but on phones: below them the first file still fits into a window 700 pixels high.
const OPEN: usize = 4;
/// Places, in numbers.
const PLACES: Noun = [["place", "places"], ["endroit", "endroits"], ["lugar", "lugares"]];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) set: Rc<SetResult>,
    /// The pages about rules, for their titles.
    pub(crate) guides: Guides,
    pub(crate) act: Callback<Action>,
}

/// What is found in all files, a row for each rule. Each leads to its first finding.
#[component]
pub(crate) fn Rules(props: &Props) -> Html {
    let lang = use_lang();
    let is_narrow = use_narrow();
    let rules = &props.set.rules;
    let number = |severity| rules.iter().filter(|rule| rule.group.severity == severity).count() as u64;
    let severities = [Severity::Error, Severity::Warning, Severity::Info].map(|severity| (severity, number(severity)));
    html! {
        <details class="set-rules" open={rules.len() <= OPEN && !is_narrow}>
            <summary>
                { lang.text(["Problems of all files", "Problèmes de tous les fichiers", "Problemas de todos los archivos"]) }
                { for severities.into_iter().filter(|(_, number)| *number > 0).map(|(severity, number)| html! {
                    <span class="number">{ marks::shape(severity) }{ lang.number(number) }</span>
                }) }
            </summary>
            <ul class="groups">{ for rules.iter().map(|rule| row(rule, &props.guides, lang, &props.act)) }</ul>
        </details>
    }
}

fn row(rule: &RuleInSet, guides: &Guides, lang: Lang, act: &Callback<Action>) -> Html {
    let RuleInSet { group, files, fixable, removable } = rule;
    let name = title(group, guides).map_or_else(|| id_as_words(&group.rule), str::to_owned);
    let (first, find) = (group.findings.first().cloned(), act.clone());
    let find =
        Callback::from(move |_: MouseEvent| first.iter().for_each(|first| find.emit(Action::Find(first.clone()))));
    let all = |files: u64, does: Texts, what: FixRequest| {
        html! { <button type="button" onclick={ask(act, Request::PreviewFixAll(what))}>{ lang.fill(does, &[&lang.count(files, FILES)]) }</button> }
    };
    let rule = group.rule.to_string();
    html! {
        <li class="set-rule" key={rule.clone()}>
            <button type="button" class="group-head" onclick={find}>
                { marks::shape(group.severity) }
                <span class="title">{ prose::line(&name) }</span>
                <span class="number">{ lang.count(group.count, PLACES) }{ ", " }{ lang.count(*files, FILES) }</span>
            </button>
            if *fixable > 0 {
                { all(*fixable, FIX_IN, FixRequest::Rule { rule: rule.clone() }) }
            }
            if *removable > 0 {
                { all(*removable, REMOVE_IN, FixRequest::Removals { rule }) }
            }
        </li>
    }
}
