//! The sitemap's own address.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::state::Action;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) address: AttrValue,
    /// True until there is something to check.
    pub(crate) empty: bool,
    pub(crate) act: Callback<Action>,
}

/// True for what can be a sitemap's address.
pub(crate) fn is_usable(address: &str) -> bool {
    let address = address.trim();
    let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    host.is_some_and(|host| !host.is_empty()) && !address.chars().any(char::is_whitespace)
}

/// The field for the sitemap's own address, with the reason for asking.
#[component]
pub(crate) fn Address(props: &Props) -> Html {
    let typed = props.act.reform(|event: InputEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        Action::Address(field.map(|field| field.value()).unwrap_or_default())
    });
    let wrong = !props.address.trim().is_empty() && !is_usable(&props.address);
    let hint = if wrong {
        "Write the whole address, starting with https://"
    } else if !props.empty {
        "Says which host and folder its URLs must belong to"
    } else {
        "Optional. A sitemap may only list pages of its own host and folder; with the address, that is checked too"
    };
    html! {
        <div class="address">
            <label for="address">{ "Where the sitemap is served" }</label>
            <input
                id="address"
                class={classes!(wrong.then_some("wrong"))}
                type="text"
                inputmode="url"
                autocomplete="url"
                spellcheck="false"
                autocapitalize="off"
                dir="ltr"
                placeholder="https://example.com/sitemap.xml"
                aria-describedby="address-hint"
                aria-invalid={if wrong { "true" } else { "false" }}
                value={props.address.clone()}
                oninput={typed}
            />
            <p id="address-hint" class={classes!("hint", wrong.then_some("wrong"))}>{ hint }</p>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::is_usable;

    #[test]
    fn an_address_has_a_scheme_and_a_host() {
        for good in ["https://example.com/sitemap.xml", "http://localhost:3000/", " https://a.example "] {
            assert!(is_usable(good), "{good}");
        }
        for bad in ["", "example.com", "https://", "ftp://example.com/", "https:///x", "https://a b/"] {
            assert!(!is_usable(bad), "{bad}");
        }
    }
}
