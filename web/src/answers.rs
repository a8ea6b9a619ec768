//! Converts the worker's messages to actions.

use std::{cell::RefCell, rc::Rc};

use gloo::file::Blob;
use js_sys::Uint8Array;
use sitemap_validator_protocol::message::FromWorker;
use yew::Callback;

use crate::{
    state::{Action, Body, FixedFile, TEXT_LIMIT},
    store::Store,
    worker::Event,
};

/// Converts the worker's messages to actions.
pub(crate) fn listener(act: Callback<Action>, store: Store) -> Callback<Event> {
    let fixed: Rc<RefCell<Vec<FixedFile>>> = Rc::default();
    Callback::from(move |event: Event| {
        let (answer, texts) = match event {
            Event::Down { how, was_ready } => return act.emit(Action::Down { how, was_ready }),
            Event::Answer(answer, texts) => (*answer, texts),
        };
        if !matches!(answer, FromWorker::FixedPart { .. } | FromWorker::FixedAll { .. }) {
            // Any other answer means that the worker gave up, so the files received so far are useless.
            drop_all(fixed.take(), &store);
        }
        let handed = texts.first();
        let mut texts = texts.iter().map(|text| body(text, &store));
        match answer {
            FromWorker::Fixed { run, file, applied, .. } => {
                if let Some((bytes, body)) = texts.next() {
                    act.emit(Action::Fixed { run, file, applied, bytes, body });
                }
            }
            FromWorker::FixedPart { run, file, applied, from_text, .. } => {
                // If there are several files, none is held as text, however short.
                let text = if from_text { texts.next() } else { handed.map(|text| blob(text, &store)) };
                if let Some((bytes, body)) = text {
                    fixed.borrow_mut().push(FixedFile { file: file as usize, applied, bytes, body });
                    act.emit(Action::FixedOne(run));
                }
            }
            FromWorker::FixedAll { run } => act.emit(Action::FixedAll { run, files: fixed.take() }),
            FromWorker::Converted { run, files, left_out, omitted } => {
                let files = files.into_iter().zip(texts).map(|(file, (_, body))| (file.name, body)).collect();
                act.emit(Action::Converted { run, files, left_out, omitted });
            }
            FromWorker::Exported { run, .. } => {
                if let Some((_, body)) = texts.next() {
                    act.emit(Action::Exported { run, body });
                }
            }
            answer => act.emit(Action::Answer(Box::new(answer))),
        }
    })
}

/// The size of a text, and the text. The browser stores a long text as a blob.
fn body(text: &Uint8Array, store: &Store) -> (u64, Body) {
    let bytes = text.length();
    if bytes as usize > TEXT_LIMIT {
        return blob(text, store);
    }
    (u64::from(bytes), Body::Text(String::from_utf8_lossy(&text.to_vec()).into()))
}

/// The same, always stored by the browser as a blob.
fn blob(text: &Uint8Array, store: &Store) -> (u64, Body) {
    (u64::from(text.length()), Body::Blob(store.add(Blob::new(text.buffer()))))
}

fn drop_all(fixed: Vec<FixedFile>, store: &Store) {
    for FixedFile { body, .. } in fixed {
        if let Body::Blob(number) = body {
            store.remove(number);
        }
    }
}
