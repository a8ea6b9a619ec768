//! The value that a problem is in, to write another one.

use std::rc::Rc;

use sitemap_validator_protocol::{message::FixRequest, report::Diagnostic};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::{
    lang::use_lang,
    state::{Action, Request},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The problem.
    pub(crate) finding: Rc<Diagnostic>,
    /// The value it is in, as text.
    pub(crate) value: AttrValue,
    pub(crate) act: Callback<Action>,
}

/// The value that a problem is in, to write another one.
#[component]
pub(crate) fn ValueForm(props: &Props) -> Html {
    let lang = use_lang();
    let text = use_state(|| props.value.clone());
    let typed = {
        let text = text.clone();
        Callback::from(move |event: InputEvent| {
            text.set(event.target_unchecked_into::<HtmlInputElement>().value().into());
        })
    };
    let replace = {
        let (finding, value) = (props.finding.clone(), text.clone());
        props.act.reform(move |event: SubmitEvent| {
            event.prevent_default();
            let Diagnostic { rule, start, end, .. } = &*finding;
            let value = value.to_string();
            Action::Ask(Request::Fix(FixRequest::Value { rule: rule.clone(), start: *start, end: *end, value }))
        })
    };
    html! {
        <form class="value-form" onsubmit={replace}>
            <label for="value">{ lang.text(["Value", "Valeur", "Valor"]) }</label>
            <input
                id="value"
                class="mono"
                dir="ltr"
                value={(*text).clone()}
                oninput={typed}
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
            />
            <button type="submit">{ lang.text(["Replace", "Remplacer", "Reemplazar"]) }</button>
        </form>
    }
}
