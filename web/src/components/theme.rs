//! Dark or light.

use yew::prelude::*;

use crate::{browser, lang::use_lang};

/// The button that turns the page dark or light.
#[component]
pub(crate) fn ThemeButton() -> Html {
    let lang = use_lang();
    let dark = use_state(browser::is_dark);
    let toggle = {
        let dark = dark.clone();
        Callback::from(move |_: MouseEvent| {
            // The system's setting may have changed since the page was drawn.
            let next = !browser::is_dark();
            browser::set_dark(next);
            dark.set(next);
        })
    };
    let label = lang.say(if *dark {
        ["Light theme", "Thème clair", "Tema claro"]
    } else {
        ["Dark theme", "Thème sombre", "Tema oscuro"]
    });
    html! { <button type="button" class="quiet" onclick={toggle}>{ label }</button> }
}
