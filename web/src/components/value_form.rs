//! The form for replacing the value that contains a problem.

use std::rc::Rc;

use sitemap_validator_protocol::{message::FixRequest, report::Diagnostic, source::Value};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::fix_tools::deletes;
use crate::{
    lang::use_lang,
    state::{Action, Request},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The problem.
    pub(crate) finding: Rc<Diagnostic>,
    /// The value that contains it.
    pub(crate) value: Rc<Value>,
    pub(crate) act: Callback<Action>,
}

/// The form for replacing the value that contains a problem.
#[component]
pub(crate) fn ValueForm(props: &Props) -> Html {
    let lang = use_lang();
    let text = use_state(|| props.value.text.clone());
    let typed = {
        let text = text.clone();
        Callback::from(move |event: InputEvent| {
            text.set(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    let replace = {
        let finding = props.finding.clone();
        props.act.reform(move |value: String| {
            let Diagnostic { rule, start, end, .. } = &*finding;
            Action::Ask(Request::Fix(FixRequest::Value { rule: rule.clone(), start: *start, end: *end, value }))
        })
    };
    let submit = {
        let (replace, text) = (replace.clone(), text.clone());
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            replace.emit((*text).clone());
        })
    };
    // A value that a fix writes is the better choice.
    let is_open = props.finding.fix.is_none() || deletes(&props.finding);
    let choices = props.value.choices.iter().filter(|_| is_open).map(|choice| {
        let written = choice.clone();
        html! {
            <button type="button" class="mono" onclick={replace.reform(move |_| written.clone())}>{ choice.clone() }</button>
        }
    });
    html! {
        <form class="value-form" onsubmit={submit}>
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
            <button type="submit">{ lang.text(["Replace", "Remplacer", "Sustituir"]) }</button>
            if is_open && !props.value.choices.is_empty() {
                <span class="choices">{ for choices }</span>
            }
        </form>
    }
}
