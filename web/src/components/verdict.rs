//! The judgement, and what it rests on.

use std::rc::Rc;

use yew::prelude::*;

use super::{marks::verdict_shape, prose};
use crate::{
    browser,
    state::{Action, Checked},
    verdict::{NEVER_CHECKED, words},
    words::thousands,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<Checked>,
    /// How many files were checked.
    pub(crate) files: usize,
    /// Milliseconds the run took.
    pub(crate) elapsed: u32,
    pub(crate) act: Callback<Action>,
}

/// The judgement, and what it rests on.
#[component]
pub(crate) fn VerdictLine(props: &Props) -> Html {
    let report = &props.file.report;
    let words = words(&props.file);
    let class = match report.verdict {
        sitemap_validator_protocol::report::Verdict::Valid => "valid",
        sitemap_validator_protocol::report::Verdict::Warnings => "warning",
        sitemap_validator_protocol::report::Verdict::Invalid => "error",
        sitemap_validator_protocol::report::Verdict::Unchecked => "info",
    };
    let scope = (report.address.is_none() && !props.file.is_hopeless()).then(|| scope_hint(props.files));
    html! {
        <section class={classes!("verdict", class)} aria-label="Verdict">
            <h2 id="verdict" tabindex="-1">
                { verdict_shape(report.verdict) }
                <span class="headline">{ prose::line(&words.headline) }</span>
                if let Some(detail) = &words.detail {
                    <span class="detail">{ " " }{ prose::line(detail) }</span>
                }
            </h2>
            <p class="ground muted">
                if !props.file.is_hopeless() {
                    { "Checked against sitemaps.org, Google and Bing in " }
                    { thousands(u64::from(props.elapsed.max(1))) }{ " ms. " }
                    { scope }
                    { NEVER_CHECKED }
                }
            </p>
        </section>
    }
}

fn scope_hint(files: usize) -> Html {
    if files > 1 {
        return html! { { "Whether the URLs belong to each sitemap’s host and folder was not checked: the addresses are not known. " } };
    }
    let go = Callback::from(|_: MouseEvent| browser::focus("#address"));
    html! {
        <>
            { "Whether the URLs belong to its host and folder was not checked: " }
            <button type="button" class="link" onclick={go}>{ "say where it is served" }</button>
            { ". " }
        </>
    }
}
