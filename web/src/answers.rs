//! The worker's messages as actions.

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

/// Turns the worker's messages into actions.
pub(crate) fn listener(act: Callback<Action>, store: Store) -> Callback<Event> {
    let fixed: Rc<RefCell<Vec<FixedFile>>> = Rc::default();
    Callback::from(move |event: Event| {
        let (answer, texts) = match event {
            Event::Down { how, was_ready } => return act.emit(Action::Down { how, was_ready }),
            Event::Answer(answer, texts) => (*answer, texts),
        };
        if !matches!(answer, FromWorker::FixedPart { .. } | FromWorker::FixedAll { .. }) {
            // Any other answer means that the worker gave up: the files so far are of no use.
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
                // Of several files none is held as text, however short.
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

/// The size of a text, and the text; the browser keeps a long one.
fn body(text: &Uint8Array, store: &Store) -> (u64, Body) {
    let bytes = text.length();
    if bytes as usize > TEXT_LIMIT {
        return blob(text, store);
    }
    (u64::from(bytes), Body::Text(String::from_utf8_lossy(&text.to_vec()).into()))
}

/// The same, kept by the browser in any case.
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
