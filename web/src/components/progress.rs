//! A run that takes longer than a blink, and one that was stopped.

use std::rc::Rc;

use sitemap_validator_protocol::{message, report::Diagnostic};
use yew::prelude::*;

use super::{marks, prose};
use crate::{
    state::Action,
    text::{middle_cut, spelled_out},
    words::{count, percent, size, thousands},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// How far it is, once known.
    pub(crate) progress: Option<Rc<message::Progress>>,
    /// True when the run was stopped.
    pub(crate) stopped: bool,
    pub(crate) act: Callback<Action>,
}

/// How far a run is, or was when it was stopped.
#[component]
pub(crate) fn ProgressView(props: &Props) -> Html {
    let progress = props.progress.as_deref();
    let done = progress.map_or(0, |progress| percent(progress.done, progress.total));
    let is_known = progress.is_some_and(|progress| progress.total > 0);
    let act = &props.act;
    html! {
        <section class="progress" aria-label="Progress">
            <div class="progress-head">
                <h2>{ headline(props, done) }</h2>
                if props.stopped {
                    <button type="button" class="primary" onclick={act.reform(|_| Action::Again)}>{ "Check again" }</button>
                    <button type="button" onclick={act.reform(|_| Action::Reset)}>{ "Clear" }</button>
                } else {
                    <button type="button" onclick={act.reform(|_| Action::Cancel)}>{ "Cancel" }</button>
                }
            </div>
            if !props.stopped {
                if is_known {
                    <progress max="100" value={done.to_string()} aria-label="Part that was read" />
                } else {
                    <progress max="100" aria-label="Part that was read" />
                }
            }
            if let Some(progress) = progress.filter(|_| is_known) {
                <p class="muted numbers">{ numbers(progress, props.stopped) }</p>
                if !progress.first.is_empty() {
                    <h3>{ "First findings" }</h3>
                    <ul class="first">{ for progress.first.iter().map(first) }</ul>
                }
            }
        </section>
    }
}

fn headline(props: &Props, done: u64) -> Html {
    let Some(progress) = &props.progress else {
        let text = if props.stopped { "Stopped before the first line was read" } else { "Starting the check" };
        return html! { { text } };
    };
    let name = spelled_out(&progress.name);
    let files = u64::from(progress.files);
    let of = if files > 1 {
        let at = (u64::from(progress.finished) + 1).min(files);
        format!(" (file {} of {})", thousands(at), thousands(files))
    } else {
        String::new()
    };
    let name = html! { <bdi dir="ltr" class="mono" title={name.clone()}>{ middle_cut(&name, 48) }</bdi> };
    if props.stopped {
        html! { <>{ format!("Stopped at {done} %") }{ if files > 1 { ", in " } else { " of " } }{ name }{ of }</> }
    } else {
        html! { <>{ "Checking " }{ name }{ of }</> }
    }
}

fn numbers(progress: &message::Progress, stopped: bool) -> String {
    let problems = count(progress.errors + progress.warnings, "problem", "problems");
    let so_far = if stopped { "" } else { " so far" };
    format!(
        "{} of {} · {} URLs{so_far} · {problems}{so_far}",
        size(progress.done),
        size(progress.total),
        thousands(progress.entries),
    )
}

fn first(finding: &Diagnostic) -> Html {
    html! {
        <li>
            { marks::shape(finding.severity) }
            <span class="place mono">{ format!("{}:{}", finding.line, finding.column) }</span>
            <span>{ prose::line(&finding.message) }</span>
        </li>
    }
}
