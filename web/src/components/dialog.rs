//! A dialog over the page: the browser's own dialog element, which keeps the focus inside and restores it afterwards.

use gloo::events::EventListener;
use web_sys::HtmlDialogElement;
use yew::prelude::*;

use crate::{browser, embed, lang::use_lang};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) id: &'static str,
    pub(crate) title: AttrValue,
    /// Called when the dialog is closed by its button or with Escape.
    pub(crate) onclose: Callback<()>,
    pub(crate) children: Html,
}

/// A dialog over the page, open as long as it is rendered.
#[component]
pub(crate) fn Dialog(props: &Props) -> Html {
    let lang = use_lang();
    let sheet = use_node_ref();
    {
        let (sheet, onclose) = (sheet.clone(), props.onclose.clone());
        use_effect_with((), move |()| {
            let open = sheet.cast::<HtmlDialogElement>();
            let closed = open.as_ref().map(|sheet| {
                // The control that was used keeps the focus until the dialog takes it, and the window then scrolls to
                // the dialog.
                let used = embed::height_in_view();
                let stand = |top: f64| sheet.style().set_property("margin-block", &format!("{}px auto", top as i32));
                let _ = used.map(stand);
                let _ = sheet.show_modal();
                if let Some(used) = used {
                    // A frame as tall as its content does not scroll, so the end of the dialog must be inside of it.
                    let room = browser::window_height() - f64::from(sheet.offset_height()) - 12.0;
                    let _ = stand(used.min(room).max(0.0));
                }
                EventListener::new(sheet, "close", move |_| onclose.emit(()))
            });
            move || {
                drop(closed);
                // An element inside of the dialog ended it. Closing the dialog restores the focus; only removing it
                // would not.
                if let Some(sheet) = open {
                    sheet.close();
                }
            }
        });
    }
    let close = {
        let sheet = sheet.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(sheet) = sheet.cast::<HtmlDialogElement>() {
                sheet.close();
            }
        })
    };
    let heading = format!("{}-title", props.id);
    html! {
        <dialog ref={sheet} id={props.id} class="sheet" aria-labelledby={heading.clone()}>
            <div class="sheet-head">
                <h2 id={heading}>{ props.title.clone() }</h2>
                <button type="button" onclick={close}>{ lang.text(["Close", "Fermer", "Cerrar"]) }</button>
            </div>
            { props.children.clone() }
        </dialog>
    }
}
