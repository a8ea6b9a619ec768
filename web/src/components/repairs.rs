//! All safe repairs of a file, and the way back.

use sitemap_validator_protocol::message::FixRequest;
use yew::prelude::*;

use crate::{lang::use_lang, state::Action};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// True when the last repair can be taken back.
    pub(crate) undo: bool,
    /// How many safe repairs there are.
    pub(crate) safe: u64,
    pub(crate) act: Callback<Action>,
}

/// All safe repairs of a file, and the way back.
#[component]
pub(crate) fn Repairs(props: &Props) -> Html {
    let lang = use_lang();
    let act = &props.act;
    html! {
        <>
            if props.safe > 0 {
                <button type="button" class="primary" onclick={act.reform(|_| Action::Fix(FixRequest::AllSafe))}>
                    { lang.fill(
                        ["Fix all safe ({0})", "Corriger tout ce qui est sûr ({0})", "Corregir todo lo seguro ({0})"],
                        &[&lang.number(props.safe)],
                    ) }
                </button>
                <button type="button" onclick={act.reform(|_| Action::Plan(FixRequest::AllSafe))}>
                    { lang.say(["Preview", "Aperçu", "Vista previa"]) }
                </button>
            }
            if props.undo {
                <button type="button" onclick={act.reform(|_| Action::Undo)}>
                    { lang.say(["Undo", "Annuler", "Deshacer"]) }
                </button>
            }
        </>
    }
}
