//! What the worker says, as actions.

use std::{cell::RefCell, rc::Rc};

use gloo::{file::Blob, timers::callback::Timeout};
use js_sys::Uint8Array;
use sitemap_validator_protocol::message::FromWorker;
use yew::Callback;

use crate::{
    state::{Action, Body, TEXT_LIMIT},
    store::Store,
    worker::Event,
};

/// Turns what the worker says into actions. Lines come in swarms: they wait for each other, so that
/// the page is drawn once for all of them.
pub(crate) fn listener(act: Callback<Action>, store: Store) -> Callback<Event> {
    let swarm: Rc<RefCell<Vec<FromWorker>>> = Rc::default();
    let timer: Rc<RefCell<Option<Timeout>>> = Rc::default();
    Callback::from(move |event: Event| {
        let (answer, texts) = match event {
            Event::Down { how, was_ready } => return act.emit(Action::Down { how, was_ready }),
            Event::Answer(answer, texts) => (*answer, texts),
        };
        let mut texts = texts.iter().map(|text| body(text, &store));
        match answer {
            FromWorker::Fixed { run, file, applied, .. } => {
                if let Some((bytes, body)) = texts.next() {
                    act.emit(Action::Fixed { run, file, applied, bytes, body });
                }
            }
            FromWorker::Converted { run, files, left_out } => {
                let files = files.into_iter().zip(texts).map(|(file, (_, body))| (file.name, body)).collect();
                act.emit(Action::Converted { run, files, left_out });
            }
            FromWorker::Exported { run, format, .. } => {
                if let Some((_, body)) = texts.next() {
                    act.emit(Action::Exported { run, format, body });
                }
            }
            answer @ FromWorker::Lines { .. } => {
                swarm.borrow_mut().push(answer);
                if timer.borrow().is_none() {
                    let (flush, swarm, act) = (timer.clone(), swarm.clone(), act.clone());
                    *timer.borrow_mut() = Some(Timeout::new(8, move || {
                        // A timer that ends must not be cancelled from inside itself.
                        flush.take().map(Timeout::forget);
                        act.emit(Action::Answers(swarm.take()));
                    }));
                }
            }
            answer => {
                let mut answers = swarm.take();
                answers.push(answer);
                act.emit(Action::Answers(answers));
            }
        }
    })
}

/// The size of a text that came along, and the text: a long one stays with the browser.
fn body(text: &Uint8Array, store: &Store) -> (u64, Body) {
    let bytes = text.length();
    let body = if bytes as usize <= TEXT_LIMIT {
        Body::Text(String::from_utf8_lossy(&text.to_vec()).into())
    } else {
        Body::Blob(store.add(Blob::new(text.buffer())))
    };
    (u64::from(bytes), body)
}
