//! Findings that only several files together show.

use std::rc::Rc;

use sitemap_validator_protocol::{
    report::{Diagnostic, Related},
    sorted_map::SortedMap,
};
use yew::prelude::*;

use super::{marks, prose};
use crate::{
    lang::use_lang,
    state::{Action, Group, Guides, title},
    text::{middle_cut, spelled_out},
};

/// How many findings are open before anybody opened a group.
const OPEN: usize = 6;
/// How many of a group are listed at first, and with every "more".
const PORTION: usize = 10;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) groups: Vec<Group>,
    pub(crate) names: Rc<[Rc<str>]>,
    /// The pages about rules, for their titles.
    pub(crate) guides: Guides,
    pub(crate) act: Callback<Action>,
}

/// The findings across files, by rule. Each leads to its place.
#[component]
pub(crate) fn Across(props: &Props) -> Html {
    let lang = use_lang();
    // What was opened or closed by hand, and how many portions of it are listed.
    let folds = use_state(SortedMap::<Rc<str>, (bool, usize)>::default);
    let mut listed = 0;
    let groups = props.groups.iter().map(|group| {
        let fits = listed == 0 || listed + group.findings.len() <= OPEN;
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
        let uncounted = group.count.saturating_sub(group.findings.len() as u64);
        html! {
            <div class="group" key={group.rule.to_string()}>
                <h3>
                    <button
                        type="button"
                        class="group-head"
                        aria-expanded={if open { "true" } else { "false" }}
                        onclick={set(!open, portions)}
                    >
                        <span class="twist" aria-hidden="true" />
                        { marks::shape(group.severity) }
                        <span class="title">{ name(group, &props.guides) }</span>
                        <span class="number">{ lang.number(group.count) }</span>
                    </button>
                </h3>
                if open {
                    <ul class={classes!(is_brief(group).then_some("brief"))}>{ for group.findings.iter().take(shown).map(|finding| row(finding, group, &props.names, &props.act)) }</ul>
                    if hidden > 0 {
                        <button type="button" class="link more" onclick={set(true, portions + 1)}>
                            { lang.fill(["{0} more", "{0} de plus", "{0} más"], &[&lang.number(hidden as u64)]) }
                        </button>
                    } else if uncounted > 0 {
                        <p class="muted more">{ lang.fill(
                            [
                                "{0} more are counted but not listed",
                                "{0} de plus sont comptés mais pas conservés",
                                "{0} más se cuentan pero no se conservan",
                            ],
                            &[&lang.number(uncounted)],
                        ) }</p>
                    }
                }
            </div>
        }
    });
    html! {
        <div class="groups">{ for groups }</div>
    }
}

/// True when each finding is but a place.
fn is_brief(group: &Group) -> bool {
    group.common_message().is_some() && group.findings.iter().all(|finding| finding.related.is_empty())
}

/// One finding says it itself; several get the title of the rule's page.
fn name(group: &Group, guides: &Guides) -> Html {
    prose::line(title(group, guides).unwrap_or_default())
}

fn row(finding: &Rc<Diagnostic>, group: &Group, names: &[Rc<str>], act: &Callback<Action>) -> Html {
    let find = {
        let finding = finding.clone();
        act.reform(move |_: MouseEvent| Action::Find(finding.clone()))
    };
    let message = group.common_message().is_none().then(|| prose::line(&finding.message));
    html! {
        <li class="across-row">
            <button type="button" class="link" onclick={find}>
                { place(names, finding.file, finding.line, finding.column) }
            </button>
            { for message.map(|message| html! { <span>{ message }</span> }) }
            { for finding.related.iter().map(|other| related(finding, other, names, act)) }
        </li>
    }
}

fn related(finding: &Rc<Diagnostic>, other: &Related, names: &[Rc<str>], act: &Callback<Action>) -> Html {
    let go = {
        let (act, finding, other) = (act.clone(), finding.clone(), other.clone());
        // By way of the finding, so that there is a way back to it.
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

/// A place in one of several files.
pub(crate) fn place(names: &[Rc<str>], file: Option<u32>, line: u32, column: u32) -> Html {
    let name = file.and_then(|file| names.get(file as usize)).map(|name| spelled_out(name)).unwrap_or_default();
    html! { <><bdi dir="ltr" class="mono" title={name.clone()}>{ middle_cut(&name, 40) }</bdi>{ format!(" {line}:{column}") }</> }
}
