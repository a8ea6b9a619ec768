//! The drop target for files, which is the whole window.

use std::{cell::Cell, rc::Rc};

use gloo::{
    events::{EventListener, EventListenerOptions},
    utils::window,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::DragEvent;
use yew::prelude::*;

use crate::{
    browser,
    intake::{self, DropData},
    lang::use_lang,
    state::{Action, TEXT_LIMIT},
    store::Store,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
}

/// The overlay shown while something is dragged over the window. It accepts drops and pastes anywhere.
#[component]
pub(crate) fn Overlay(props: &Props) -> Html {
    let lang = use_lang();
    let over = use_state(|| false);
    {
        let (over, store, act) = (over.clone(), props.store.clone(), props.act.clone());
        use_effect_with((), move |()| {
            let listeners = listen(&over.setter(), &store, &act);
            move || drop(listeners)
        });
    }
    if !*over {
        return html! {};
    }
    html! {
        <div class="overlay" aria-hidden="true"><p>{ lang.text(["Drop to check", "Déposez pour vérifier", "Suelte para comprobar"]) }</p></div>
    }
}

fn listen(over: &UseStateSetter<bool>, store: &Store, act: &Callback<Action>) -> Vec<EventListener> {
    // The event for entering a child comes before the one for leaving its parent: only the depth shows when the pointer
    // leaves the window.
    let depth = Rc::new(Cell::new(0_i32));
    let on = |name: &'static str, handler: Box<dyn Fn(&Event)>| {
        let options = EventListenerOptions::enable_prevent_default();
        EventListener::new_with_options(&window(), name, options, move |event| handler(event))
    };
    let enter = {
        let (depth, over) = (depth.clone(), over.clone());
        on(
            "dragenter",
            Box::new(move |event| {
                if carries_something(event) {
                    event.prevent_default();
                    depth.set(depth.get() + 1);
                    over.set(true);
                }
            }),
        )
    };
    let hover = {
        let (depth, over) = (depth.clone(), over.clone());
        on(
            "dragover",
            Box::new(move |event| {
                if carries_something(event) {
                    event.prevent_default();
                    // The pointer entered the window before the listeners existed.
                    if depth.get() == 0 {
                        depth.set(1);
                        over.set(true);
                    }
                }
            }),
        )
    };
    let leave = {
        let (depth, over) = (depth.clone(), over.clone());
        on(
            "dragleave",
            Box::new(move |event| {
                if carries_something(event) {
                    depth.set((depth.get() - 1).max(0));
                    over.set(depth.get() > 0);
                }
            }),
        )
    };
    let dropped = {
        let (over, store, act) = (over.clone(), store.clone(), act.clone());
        on(
            "drop",
            Box::new(move |event| {
                depth.set(0);
                over.set(false);
                let Some(transfer) = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer) else {
                    return;
                };
                let dropped = DropData::read(&transfer);
                if dropped.text().is_none() || !browser::is_in_field(event) {
                    event.prevent_default();
                    take(dropped, &store, &act);
                }
            }),
        )
    };
    let pasted = {
        let (store, act) = (store.clone(), act.clone());
        on("paste", Box::new(move |event| paste(event, &store, &act)))
    };
    for thing in DropData::early() {
        take(thing, store, act);
    }
    vec![enter, hover, leave, dropped, pasted]
}

/// Handles pasted files, text pasted outside of a field, and text that is too long for the box.
fn paste(event: &Event, store: &Store, act: &Callback<Action>) {
    let Some(data) = event.dyn_ref::<web_sys::ClipboardEvent>().and_then(web_sys::ClipboardEvent::clipboard_data)
    else {
        return;
    };
    if let Some(files) = data.files().filter(|files| files.length() > 0) {
        event.prevent_default();
        intake::chosen(files, store).emit(act);
        return;
    }
    let Ok(text) = data.get_data("text/plain") else {
        return;
    };
    if text.len() > TEXT_LIMIT || !browser::is_in_field(event) {
        event.prevent_default();
        take_text(&text, store, act);
    }
}

fn take(dropped: DropData, store: &Store, act: &Callback<Action>) {
    if let Some(text) = dropped.text() {
        return take_text(text, store, act);
    }
    let (store, act) = (store.clone(), act.clone());
    spawn_local(async move {
        dropped.selection(&store).await.emit(&act);
    });
}

fn take_text(text: &str, store: &Store, act: &Callback<Action>) {
    if text.len() > TEXT_LIMIT {
        act.emit(Action::Files(vec![intake::long_text(text, store)]));
    } else if !text.trim().is_empty() {
        act.emit(Action::Pasted(text.to_owned()));
    }
}

fn carries_something(event: &Event) -> bool {
    let Some(transfer) = event.dyn_ref::<DragEvent>().and_then(DragEvent::data_transfer) else {
        return false;
    };
    transfer.types().iter().any(|kind| kind.as_string().is_some_and(|kind| kind == "Files"))
        || !browser::is_in_field(event) && transfer.types().length() > 0
}
