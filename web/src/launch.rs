//! Files that the system opens with the installed app.

use gloo::utils::window;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::File;
use yew::{Callback, platform::spawn_local};

use crate::{intake::Selection, state::Action, store::Store};

/// Handles the files that the app is opened with, now and later, if the browser supports this.
pub(crate) fn take_launched(store: &Store, act: &Callback<Action>) {
    let Ok(queue) = Reflect::get(&window(), &"launchQueue".into()) else {
        return;
    };
    let Some(consume) = Reflect::get(&queue, &"setConsumer".into()).ok().and_then(|f| f.dyn_into::<Function>().ok())
    else {
        return;
    };
    let (store, act) = (store.clone(), act.clone());
    let consumer = Closure::<dyn Fn(JsValue)>::new(move |launch: JsValue| {
        let handles = Reflect::get(&launch, &"files".into()).unwrap_or_default();
        let (store, act) = (store.clone(), act.clone());
        spawn_local(async move {
            let files = files(&Array::from(&handles)).await;
            if !files.is_empty() {
                Selection::of(files, &store).emit(&act);
            }
        });
    });
    // The queue keeps the consumer until the page is closed.
    let _ = consume.call1(&queue, &consumer.into_js_value());
}

/// The files of the handles. Files that may not be read are skipped.
async fn files(handles: &Array) -> Vec<File> {
    let mut files = Vec::new();
    for handle in handles.iter() {
        let open = Reflect::get(&handle, &"getFile".into()).ok().and_then(|f| f.dyn_into::<Function>().ok());
        let opened = open.and_then(|open| open.call0(&handle).ok()).and_then(|file| file.dyn_into::<Promise>().ok());
        if let Some(opened) = opened
            && let Ok(file) = JsFuture::from(opened).await
        {
            files.extend(file.dyn_into::<File>().ok());
        }
    }
    files
}
