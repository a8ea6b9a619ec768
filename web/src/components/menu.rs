//! A button that opens a menu of further actions.

use gloo::{
    events::EventListener,
    utils::{document, window},
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlDetailsElement, HtmlElement, Node};
use yew::prelude::*;

use crate::{browser, lang::use_lang};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) label: AttrValue,
    pub(crate) children: Html,
}

/// A button that opens a menu of further actions. The menu closes on Escape, when the focus or a click goes elsewhere,
/// and when an item is chosen.
#[component]
pub(crate) fn Menu(props: &Props) -> Html {
    let menu = use_node_ref();
    {
        let menu = menu.clone();
        use_effect_with((), move |()| {
            let outside = EventListener::new(&window(), "pointerdown", move |event| {
                let Some(menu) = menu.cast::<HtmlDetailsElement>() else {
                    return;
                };
                let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
                if !menu.contains(target.as_ref()) {
                    menu.set_open(false);
                }
            });
            move || drop(outside)
        });
    }
    let close = {
        let menu = menu.clone();
        // Returns true if the menu was open.
        move || {
            let Some(menu) = menu.cast::<HtmlDetailsElement>().filter(HtmlDetailsElement::open) else {
                return false;
            };
            let active = document().active_element();
            let inside = active.is_some_and(|active| menu.contains(Some(&active)));
            menu.set_open(false);
            // The focused element is hidden now.
            let summary = menu.query_selector("summary").ok().flatten();
            if let Some(summary) = summary.and_then(|summary| summary.dyn_into::<HtmlElement>().ok())
                && inside
            {
                let _ = summary.focus();
            }
            true
        }
    };
    let escape = {
        let close = close.clone();
        Callback::from(move |event: KeyboardEvent| {
            // Escape does not also cancel the check if it closes the menu.
            if event.key() == "Escape" && close() {
                event.prevent_default();
            }
        })
    };
    let chosen = Callback::from(move |_: MouseEvent| {
        close();
    });
    let left = {
        let menu = menu.clone();
        Callback::from(move |event: FocusEvent| {
            // Without another element, either the whole window lost the focus, or the handler of pointer events
            // decides.
            let next = event.related_target().and_then(|next| next.dyn_into::<Node>().ok());
            if let (Some(menu), Some(next)) = (menu.cast::<HtmlDetailsElement>(), next)
                && !menu.contains(Some(&next))
            {
                menu.set_open(false);
            }
        })
    };
    html! {
        <details ref={menu} class="menu" onkeydown={escape} onfocusout={left}>
            <summary class="button">{ props.label.clone() }</summary>
            <ul class="menu-items" onclick={chosen}>{ props.children.clone() }</ul>
        </details>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct MoreProps {
    /// The buttons.
    pub(crate) items: Vec<Html>,
}

/// Buttons at the end of a toolbar. In a narrow window, they are in a menu.
#[component]
pub(crate) fn More(props: &MoreProps) -> Html {
    let lang = use_lang();
    let items = props.items.iter().cloned();
    if use_narrow() && items.len() > 1 {
        html! {
            <Menu label={lang.text(["More", "Plus", "Más"])}>{ for items.map(|item| html! { <li>{ item }</li> }) }</Menu>
        }
    } else {
        html! { <>{ for items }</> }
    }
}

/// True while the window is narrow, as defined in the style sheet.
#[hook]
pub(crate) fn use_narrow() -> bool {
    let narrow = use_state(|| false);
    {
        let narrow = narrow.clone();
        use_effect_with((), move |()| {
            let query = browser::query("(max-width: 640px)");
            let listener = query.map(|query| {
                narrow.set(query.matches());
                let list = query.clone();
                EventListener::new(&query, "change", move |_| narrow.set(list.matches()))
            });
            move || drop(listener)
        });
    }
    *narrow
}
