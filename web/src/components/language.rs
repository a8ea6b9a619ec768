//! The choice of the page's language.

use wasm_bindgen::JsCast;
use web_sys::HtmlSelectElement;
use yew::prelude::*;

use crate::{
    lang::{Lang, use_lang},
    state::Action,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) act: Callback<Action>,
}

/// The choice of the language. Each language has its own name for itself.
#[component]
pub(crate) fn LanguageChoice(props: &Props) -> Html {
    let now = use_lang();
    let chosen = props.act.reform(move |event: Event| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        Action::Speak(field.and_then(|field| Lang::of_tag(&field.value())).unwrap_or(now))
    });
    html! {
        <label class="language">
            <span class="unseen">{ now.text(["Language", "Langue", "Idioma"]) }</span>
            <select onchange={chosen}>
                { for Lang::ALL.map(|lang| html! {
                    <option value={lang.tag()} lang={lang.tag()} selected={lang == now}>{ lang.name() }</option>
                }) }
            </select>
        </label>
    }
}
