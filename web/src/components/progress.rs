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
    /// How large the files are, in their order.
    pub(crate) sizes: Rc<[u64]>,
    /// True when the run was stopped.
    pub(crate) stopped: bool,
    pub(crate) act: Callback<Action>,
}

/// How far a run is, or was when it was stopped.
#[component]
pub(crate) fn ProgressView(props: &Props) -> Html {
    let progress = props.progress.as_deref();
    let done = progress.map_or(0, |progress| part(progress, &props.sizes));
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
                if progress.is_some() {
                    <progress max="100" value={done.to_string()} aria-label="Part that was read" />
                } else {
                    <progress max="100" aria-label="Part that was read" />
                }
            }
            if let Some(progress) = progress {
                <p class="muted numbers">{ numbers(progress, props.stopped) }</p>
                if !progress.first.is_empty() {
                    <h3>{ "First findings" }</h3>
                    <ul class="first">{ for progress.first.iter().map(first) }</ul>
                }
            }
        </section>
    }
}

/// How much of all files was read, in hundredths. Of a file that is being read the share counts, as its size
/// may be that before gunzip.
fn part(progress: &message::Progress, sizes: &[u64]) -> u64 {
    let before: u64 = sizes.iter().take(progress.file as usize).sum();
    let own = sizes.get(progress.file as usize).copied().unwrap_or(0);
    let read = own.saturating_mul(percent(progress.done, progress.total)) / 100;
    if sizes.len() > 1 { percent(before + read, sizes.iter().sum()) } else { percent(progress.done, progress.total) }
}

fn headline(props: &Props, done: u64) -> Html {
    let Some(progress) = &props.progress else {
        let text = if props.stopped { "Stopped before the first line was read" } else { "Starting the check" };
        return html! { { text } };
    };
    let name = spelled_out(&progress.name);
    let files = props.sizes.len();
    let of = if files > 1 {
        format!(" (file {} of {})", thousands(u64::from(progress.file) + 1), thousands(files as u64))
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
