//! The judgement, and what it rests on.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Kind, Verdict};
use yew::prelude::*;

use super::{marks::verdict_shape, prose};
use crate::{
    browser,
    state::{Action, Checked},
    verdict::{never_checked, words},
    words::thousands,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<Checked>,
    /// How many files were checked.
    pub(crate) files: usize,
    /// Milliseconds the run took.
    pub(crate) elapsed: u32,
    /// Against whom it was checked.
    pub(crate) against: AttrValue,
    pub(crate) act: Callback<Action>,
}

/// The judgement, and what it rests on.
#[component]
pub(crate) fn VerdictLine(props: &Props) -> Html {
    let report = &props.file.report;
    let words = words(&props.file);
    let about_urls = !props.file.is_hopeless() && report.kind != Kind::Robots;
    let scope = (report.address.is_none() && about_urls).then(|| scope_hint(props.files));
    html! {
        <section class={classes!("verdict", class(report.verdict))} aria-label="Verdict">
            <h2 id="verdict" tabindex="-1">
                { verdict_shape(report.verdict) }
                <span class="headline">{ prose::line(&words.headline) }</span>
                if let Some(detail) = &words.detail {
                    <span class="detail">{ " " }{ prose::line(detail) }</span>
                }
            </h2>
            <p class="ground muted">
                if props.files > 1 {
                    { scope }
                } else if !props.file.is_hopeless() {
                    { format!("Checked against {} in ", props.against) }
                    { thousands(u64::from(props.elapsed.max(1))) }{ " ms. " }
                    { scope }
                    { never_checked(report.kind == Kind::Robots) }
                }
            </p>
        </section>
    }
}

fn scope_hint(files: usize) -> Html {
    let field = if files > 1 { "#file-address" } else { "#address" };
    let go = Callback::from(move |_: MouseEvent| browser::focus(field));
    html! {
        <>
            { "Whether the URLs belong to its host and folder was not checked: " }
            <button type="button" class="link" onclick={go}>{ "say where it is served" }</button>
            { ". " }
        </>
    }
}

/// The class of a judgement.
pub(crate) fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Valid => "valid",
        Verdict::Warnings => "warning",
        Verdict::Invalid => "error",
        Verdict::Unchecked => "info",
    }
}
