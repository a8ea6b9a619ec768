//! Several files: each with its verdict; one of them is looked at.

use std::rc::Rc;

use sitemap_validator_protocol::report::Verdict;
use yew::prelude::*;

use super::marks::{shape, verdict_shape};
use crate::{
    state::{Action, Checked, Outcome},
    text::{middle_cut, spelled_out},
    verdict::entries_of,
    words::{count, thousands},
};
use sitemap_validator_protocol::report::Severity;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) outcome: Rc<Outcome>,
    /// Index of the file looked at.
    pub(crate) chosen: usize,
    pub(crate) act: Callback<Action>,
}

/// The files of a run.
#[component]
pub(crate) fn Files(props: &Props) -> Html {
    let rows = props.outcome.files.iter().enumerate().map(|(index, file)| {
        html! { <li key={index}>{ row(index, file, index == props.chosen, &props.act) }</li> }
    });
    html! {
        <section class="files" aria-label="Files">
            <p class="files-sum">{ summary(&props.outcome) }</p>
            <ul>{ for rows }</ul>
        </section>
    }
}

/// All files in one sentence.
pub(crate) fn summary(outcome: &Outcome) -> String {
    let number = |verdict: Verdict| outcome.files.iter().filter(|file| file.report.verdict == verdict).count() as u64;
    let parts = [
        (number(Verdict::Invalid), "not valid"),
        (number(Verdict::Warnings), "valid with warnings"),
        (number(Verdict::Valid), "valid"),
        (number(Verdict::Unchecked), "not judged"),
    ];
    let parts: Vec<String> =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{} {what}", thousands(*n))).collect();
    format!("{}: {}", count(outcome.files.len() as u64, "file", "files"), parts.join(", "))
}

fn row(index: usize, file: &Checked, chosen: bool, act: &Callback<Action>) -> Html {
    let name = spelled_out(&file.report.name);
    let (one, many) = entries_of(file.report.kind);
    html! {
        <button
            type="button"
            class="file"
            aria-current={if chosen { "true" } else { "false" }}
            onclick={act.reform(move |_| Action::Choose(index))}
        >
            { verdict_shape(file.report.verdict) }
            <bdi dir="ltr" class="mono name" title={name.clone()}>{ middle_cut(&name, 56) }</bdi>
            <span class="muted entries">{ count(file.report.stats.entries, one, many) }</span>
            { number(Severity::Error, file.report.counts.error) }
            { number(Severity::Warning, file.report.counts.warning) }
        </button>
    }
}

fn number(severity: Severity, number: u64) -> Html {
    html! {
        <span class="number">
            if number > 0 {
                { shape(severity) }{ thousands(number) }
            }
        </span>
    }
}
