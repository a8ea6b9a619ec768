//! Dark or light.

use yew::prelude::*;

use crate::lang::Lang;

/// The button that turns the page dark or light. `web/theme.js` handles it, also before the app has loaded; the style
/// sheet shows the label of the other theme.
pub(crate) fn theme_button(lang: Lang) -> Html {
    html! {
        <button type="button" id="theme" class="quiet">
            <span class="to-light">{ lang.text(["Light theme", "Thème clair", "Tema claro"]) }</span>
            <span class="to-dark">{ lang.text(["Dark theme", "Thème sombre", "Tema oscuro"]) }</span>
        </button>
    }
}
