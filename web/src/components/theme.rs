//! The dark and light themes.

use yew::prelude::*;

use crate::lang::Lang;

/// The button that switches between the dark and the light theme. `web/theme.js` handles it, even before the app has
/// loaded; the style sheet shows the label of the other theme.
pub(crate) fn theme_button(lang: Lang) -> Html {
    html! {
        <button type="button" id="theme" class="quiet">
            <span class="to-light">{ lang.text(["Light theme", "Thème clair", "Tema claro"]) }</span>
            <span class="to-dark">{ lang.text(["Dark theme", "Thème sombre", "Tema oscuro"]) }</span>
        </button>
    }
}
