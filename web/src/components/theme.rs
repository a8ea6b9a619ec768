//! Dark or light.

use yew::prelude::*;

use crate::browser;

/// The button that turns the page dark or light.
#[component]
pub(crate) fn ThemeButton() -> Html {
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
    let label = if *dark { "Light theme" } else { "Dark theme" };
    html! { <button type="button" class="quiet" onclick={toggle}>{ label }</button> }
}
