//! The worker as seen from the page: started, asked, ended.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::events::EventListener;
use js_sys::{Array, Object, Reflect};
use sitemap_validator_protocol::message::{FromWorker, PROTOCOL, ToWorker};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::browser;

/// What the worker says or does.
pub(crate) enum Event {
    /// It answered.
    Answer(Box<FromWorker>),
    /// It is gone; the sentence says how.
    Down { sentence: String, was_ready: bool },
}

/// The worker.
#[derive(Clone)]
pub(crate) struct Client(Rc<Inner>);

struct Inner {
    events: Callback<Event>,
    running: RefCell<Option<Running>>,
}

struct Running {
    worker: Worker,
    life: Rc<Life>,
    _listeners: [EventListener; 3],
}

/// How far the worker's life has come.
#[derive(Default)]
struct Life {
    ready: Cell<bool>,
    gone: Cell<bool>,
    /// What is to be posted once it is ready.
    waiting: RefCell<Vec<JsValue>>,
}

impl Client {
    /// A client without a worker yet; the first message starts one.
    pub(crate) fn new(events: Callback<Event>) -> Self {
        Self(Rc::new(Inner { events, running: RefCell::default() }))
    }

    /// Posts a message, with the files that belong to it. Starts the worker when there is none.
    pub(crate) fn post(&self, message: &ToWorker, files: &Array) {
        self.start();
        let running = self.0.running.borrow();
        let (Some(running), Ok(message)) = (running.as_ref(), serde_json::to_string(message)) else {
            return;
        };
        let parcel = Object::new();
        let filled = Reflect::set(&parcel, &"message".into(), &message.into())
            .and_then(|_| Reflect::set(&parcel, &"files".into(), files));
        if filled.is_err() {
            return;
        }
        if !running.life.ready.get() {
            running.life.waiting.borrow_mut().push(parcel.into());
        } else if running.worker.post_message(&parcel).is_err() {
            self.went_down("the message could not be posted", &running.life);
        }
    }

    /// Ends the worker at once, whatever it is doing, and starts another.
    pub(crate) fn respawn(&self) {
        self.end();
        self.start();
    }

    /// Ends the worker.
    pub(crate) fn end(&self) {
        if let Some(running) = self.0.running.take() {
            running.worker.terminate();
        }
    }

    /// Starts the worker, unless there is one that works.
    pub(crate) fn start(&self) {
        match &*self.0.running.borrow() {
            Some(running) if !running.life.gone.get() => return,
            _ => {}
        }
        self.end();
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address = format!("./worker-start.js?v={}", browser::build());
        match Worker::new_with_options(&address, &options) {
            Ok(worker) => *self.0.running.borrow_mut() = Some(self.listen(worker)),
            Err(_) => self.0.events.emit(Event::Down {
                sentence: "This browser did not let the page start its worker, which does the checking".to_owned(),
                was_ready: false,
            }),
        }
    }

    fn listen(&self, worker: Worker) -> Running {
        let life = Rc::new(Life::default());
        let answered = {
            let (client, life, worker) = (self.clone(), life.clone(), worker.clone());
            EventListener::new(&worker.clone(), "message", move |event| client.answered(event, &worker, &life))
        };
        let failed = {
            let (client, life) = (self.clone(), life.clone());
            EventListener::new(&worker, "error", move |event| {
                event.prevent_default();
                let what = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
                client.went_down(&what, &life);
            })
        };
        let garbled = {
            let (client, life) = (self.clone(), life.clone());
            EventListener::new(&worker, "messageerror", move |_| client.went_down("unreadable message", &life))
        };
        Running { worker, life, _listeners: [answered, failed, garbled] }
    }

    fn answered(&self, event: &web_sys::Event, worker: &Worker, life: &Life) {
        let data = event.dyn_ref::<MessageEvent>().map(MessageEvent::data).and_then(|data| data.as_string());
        match data.as_deref().map(serde_json::from_str) {
            Some(Ok(FromWorker::Ready { protocol: PROTOCOL, .. })) => {
                life.ready.set(true);
                for parcel in life.waiting.take() {
                    if worker.post_message(&parcel).is_err() {
                        self.went_down("the message could not be posted", life);
                    }
                }
            }
            Some(Ok(FromWorker::Ready { .. })) => {
                life.gone.set(true);
                let sentence = "The page and its checker are of different versions: reload the page";
                self.0.events.emit(Event::Down { sentence: sentence.to_owned(), was_ready: false });
            }
            Some(Ok(answer)) => self.0.events.emit(Event::Answer(Box::new(answer))),
            _ => self.went_down("unreadable answer", life),
        }
    }

    /// Says once that the worker is gone. It is put away later, by who starts the next one: an event
    /// of its own is being handled just now.
    fn went_down(&self, what: &str, life: &Life) {
        let was_ready = life.ready.get();
        if life.gone.replace(true) {
            return;
        }
        let sentence = match (was_ready, what.trim_start_matches("Uncaught ")) {
            (true, "") => "The checker stopped unexpectedly".to_owned(),
            (true, what) => format!("The checker stopped unexpectedly ({what})"),
            (false, _) => "The checker could not be loaded".to_owned(),
        };
        self.0.events.emit(Event::Down { sentence, was_ready });
    }
}
