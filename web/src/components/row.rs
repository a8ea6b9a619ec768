//! One finding in the list: its location and the affected characters.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use sitemap_validator_protocol::report::{Diagnostic, Excerpt, Severity};
use yew::prelude::*;

use super::{marks, prose};
use crate::{
    browser,
    lang::use_lang,
    markdown::{self, Inline},
    state::Action,
    text::middle_cut,
};

/// The maximum number of affected characters shown in a row.
const MARKED: usize = 28;
/// The first button that fixes the selected problem, or else the field for another value: pressing the key again
/// removes nothing.
const FIXES: [&str; 2] = [".problem .fix-tools .primary", ".problem .value-form input"];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) finding: Rc<Diagnostic>,
    pub(crate) selected: bool,
    /// True for the row that the Tab key moves to.
    pub(crate) stop: bool,
    pub(crate) act: Callback<Action>,
}

/// One finding of the list.
#[component]
pub(crate) fn Row(props: &Props) -> Html {
    let lang = use_lang();
    let finding = &props.finding;
    let select = {
        let (finding, act) = (finding.clone(), props.act.clone());
        Callback::from(move |event: MouseEvent| {
            act.emit(Action::Select { finding: finding.clone(), open: true });
            // The row was activated by a key, so the focus moves to the fix.
            if event.detail() == 0 && browser::is_wide() {
                Timeout::new(0, || {
                    FIXES.into_iter().any(browser::focus);
                })
                .forget();
            }
        })
    };
    let place = format!("{}:{}", finding.line, finding.column);
    let excerpt = match &finding.excerpt {
        // Parts that have not loaded when the page is printed will not appear later.
        None => html! {
            <><span class="muted no-print">{ "…" }</span><span class="on-paper">{ prose::line(&finding.message) }</span></>
        },
        Some(excerpt) if excerpt.marked.is_empty() && finding.start == 0 => subject(finding, excerpt),
        // The distinctive parts of URLs are their ends.
        Some(excerpt) if excerpt.marked.chars().count() > MARKED => {
            let marked = middle_cut(&excerpt.marked, MARKED);
            in_context(&Excerpt { marked, before: String::new(), after: String::new() }, finding.severity)
        }
        Some(excerpt) => in_context(excerpt, finding.severity),
    };
    html! {
        <button
            type="button"
            class="row"
            aria-current={if props.selected { "true" } else { "false" }}
            tabindex={if props.stop { "0" } else { "-1" }}
            onclick={select}
        >
            <span class="place">
                <span class="unseen">{ lang.text(["line and column ", "ligne et colonne ", "línea y columna "]) }</span>{ place }
            </span>
            <span class="excerpt mono">{ excerpt }</span>
        </button>
    }
}

/// What a finding about the whole file is about: the value in its message, because the location is the same for all.
#[inline(never)]
fn subject(finding: &Diagnostic, excerpt: &Excerpt) -> Html {
    let mut parts = markdown::inlines(&finding.message).into_iter();
    let value = parts.find_map(|part| if let Inline::Code(value) = part { Some(value) } else { None });
    value.map_or_else(
        || in_context(excerpt, finding.severity),
        |value| html! { <bdi dir="ltr">{ prose::visible(&middle_cut(&value, MARKED)) }</bdi> },
    )
}

/// The affected characters of a finding, with the characters around them.
pub(crate) fn in_context(excerpt: &Excerpt, severity: Severity) -> Html {
    html! {
        <bdi dir="ltr">
            { prose::visible(&excerpt.before) }
            <mark class={classes!(marks::class(severity), excerpt.marked.is_empty().then_some("point"))}>
                { prose::visible(&excerpt.marked) }
            </mark>
            { prose::visible(&excerpt.after) }
        </bdi>
    }
}
