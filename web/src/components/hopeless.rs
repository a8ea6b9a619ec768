//! A file that is no sitemap: what it is, how that happens, what to do.

use std::rc::Rc;

use yew::prelude::*;

use super::prose;
use crate::{
    guide::Guide,
    state::{Action, Checked},
    words::count,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<Checked>,
    /// The page about the first finding's rule.
    pub(crate) guide: Option<Rc<Guide>>,
    pub(crate) act: Callback<Action>,
}

/// A file that is no sitemap.
#[component]
pub(crate) fn Hopeless(props: &Props) -> Html {
    let Some(finding) = props.file.groups.first().and_then(|group| group.findings.first()) else {
        return html! {};
    };
    let total = props.file.total();
    html! {
        <section class="hopeless" aria-label="What this file is">
            if let Some(guide) = &props.guide {
                { prose::section(&guide.why) }
            }
            if !finding.help.is_empty() {
                <p>{ prose::sentence(&finding.help) }</p>
            }
            if props.file.lines > 0 || total > 1 {
                <button type="button" onclick={props.act.reform(|_| Action::ShowAll)}>
                    { format!("Show {} in the source", count(total, "finding", "findings")) }
                </button>
            }
        </section>
    }
}
