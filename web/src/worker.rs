//! The page's side of the worker: starts it, sends requests to it and ends it.

use std::{
    cell::{Cell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use gloo::events::EventListener;
use js_sys::{Array, Atomics, Int32Array, Object, Reflect, Uint8Array};
use sitemap_validator_protocol::{
    message::{FromWorker, PROTOCOL, ToWorker},
    packed::Packed,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

use crate::{browser, early, lang::Lang, state::WorkerError};

/// An event of the worker.
pub(crate) enum Event {
    /// The worker answered, with these texts.
    Answer(Box<FromWorker>, Vec<Uint8Array>),
    /// The worker ended.
    Down { how: WorkerError, was_ready: bool },
}

/// The worker.
#[derive(Clone)]
pub(crate) struct Client(Rc<Inner>);

struct Inner {
    events: Callback<Event>,
    running: RefCell<Option<Running>>,
    /// The messages of the languages that were fetched.
    words: RefCell<BTreeMap<Lang, String>>,
    /// Counts the checks that were requested or canceled.
    asked: Cell<u32>,
}

struct Running {
    worker: Worker,
    /// The memory through which the page stops the worker. `None` if the page cannot share memory with it.
    stop: Option<Int32Array>,
    life: Rc<Life>,
    _listeners: [EventListener; 3],
}

/// The state of one worker.
#[derive(Default)]
struct Life {
    ready: Cell<bool>,
    /// True if the worker has ended, or was ended.
    gone: Cell<bool>,
    /// The lock that the worker holds until it ends. `None` if the browser does not support locks.
    lock: Option<String>,
    /// The messages to post once the worker is ready.
    waiting: RefCell<Vec<JsValue>>,
    /// The languages whose messages were sent to the worker.
    speaks: RefCell<BTreeSet<Lang>>,
}

impl Client {
    /// A client without a worker. The first message starts one.
    pub(crate) fn new(events: Callback<Event>) -> Self {
        Self(Rc::new(Inner { events, running: RefCell::default(), words: RefCell::default(), asked: Cell::default() }))
    }

    /// Posts a check with its files once the messages of the page's language are loaded, and sends these first. If they
    /// cannot be loaded, findings are in English.
    pub(crate) fn check(&self, lang: Lang, check: ToWorker, files: Array) {
        let number = self.0.asked.get() + 1;
        self.0.asked.set(number);
        if lang == Lang::En || self.0.words.borrow().contains_key(&lang) {
            self.teach(lang);
            return self.post(&check, &files);
        }
        let client = self.clone();
        spawn_local(async move {
            let words = browser::fetch_own(&format!("lang/{}.txt?v={}", lang.tag(), browser::build())).await;
            if let Some(words) = words {
                client.0.words.borrow_mut().insert(lang, words);
            }
            // A later check replaces this one.
            if client.0.asked.get() == number {
                client.teach(lang);
                client.post(&check, &files);
            }
        });
    }

    /// Sends the messages of a language to the worker, if they are loaded and have not been sent.
    fn teach(&self, lang: Lang) {
        self.start();
        let Some(text) = self.0.words.borrow().get(&lang).cloned() else { return };
        let is_new =
            self.0.running.borrow().as_ref().is_some_and(|running| running.life.speaks.borrow_mut().insert(lang));
        if is_new {
            self.post(&ToWorker::Words { lang: lang.tag().to_owned(), text }, &Array::new());
        }
    }

    /// Posts a message with its files. Starts the worker if there is none.
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
        self.0.asked.set(self.0.asked.get() + 1);
        self.end();
        self.start();
    }

    /// Ends the worker.
    pub(crate) fn end(&self) {
        if let Some(running) = self.0.running.take() {
            running.life.gone.set(true);
            // The worker reads this value while it computes. Otherwise the worker and its helpers would continue for
            // seconds in some browsers.
            if let Some(stop) = &running.stop {
                let _ = Atomics::store(stop, 0, 1);
            }
            running.worker.terminate();
        }
    }

    /// Starts the worker, unless one is running.
    pub(crate) fn start(&self) {
        match &*self.0.running.borrow() {
            Some(running) if !running.life.gone.get() => return,
            _ => {}
        }
        self.end();
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let address = browser::own(&format!("worker-start.js?v={}", browser::build()));
        match Worker::new_with_options(&address, &options) {
            Ok(worker) => {
                let running = self.listen(worker);
                self.provide(&running);
                *self.0.running.borrow_mut() = Some(running);
            }
            Err(_) => self.0.events.emit(Event::Down { how: WorkerError::NoWorker, was_ready: false }),
        }
    }

    /// Posts the compiled validator to a worker as soon as it is compiled.
    fn provide(&self, running: &Running) {
        let module = JsFuture::from(early::validator());
        let (client, worker, life) = (self.clone(), running.worker.clone(), running.life.clone());
        let stop = running.stop.clone().map_or(JsValue::UNDEFINED, JsValue::from);
        let lock = life.lock.as_deref().map_or(JsValue::UNDEFINED, JsValue::from);
        spawn_local(async move {
            let parcel = Object::new();
            let posted = module
                .await
                .and_then(|module| Reflect::set(&parcel, &"module".into(), &module))
                .and_then(|_| Reflect::set(&parcel, &"stop".into(), &stop))
                .and_then(|_| Reflect::set(&parcel, &"lock".into(), &lock))
                .and_then(|_| Reflect::set(&parcel, &"packed".into(), &JsValue::TRUE))
                .and_then(|_| worker.post_message(&parcel));
            if posted.is_err() {
                return client.went_down("", &life);
            }
            // If this fails, the worker loads the rest when it needs it.
            let parcel = Object::new();
            if let Ok(rest) = JsFuture::from(early::rest()).await
                && Reflect::set(&parcel, &"rest".into(), &rest).is_ok()
            {
                let _ = worker.post_message(&parcel);
            }
        });
    }

    fn listen(&self, worker: Worker) -> Running {
        let life = Rc::new(Life { lock: browser::name_for_lock(), ..Life::default() });
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
        let stop = browser::shared_memory(4).map(|memory| Int32Array::new(&memory));
        Running { worker, stop, life, _listeners: [answered, failed, garbled] }
    }

    fn answered(&self, event: &web_sys::Event, worker: &Worker, life: &Rc<Life>) {
        let data = event.dyn_ref::<MessageEvent>().map(MessageEvent::data).unwrap_or_default();
        let (message, texts) = parts(&data);
        match message.and_then(|message| FromWorker::unpack(&message)) {
            Some(FromWorker::Ready { protocol: PROTOCOL, .. }) => {
                life.ready.set(true);
                // A browser that ends a worker for lack of memory sends no event, but releases its locks.
                if let Some(lock) = &life.lock {
                    let (client, life) = (self.clone(), life.clone());
                    browser::when_released(lock, move || client.went_down("", &life));
                }
                for parcel in life.waiting.take() {
                    if worker.post_message(&parcel).is_err() {
                        self.went_down("the message could not be posted", life);
                    }
                }
            }
            Some(FromWorker::Ready { .. }) => {
                life.gone.set(true);
                self.0.events.emit(Event::Down { how: WorkerError::Versions, was_ready: false });
            }
            Some(answer) => self.0.events.emit(Event::Answer(Box::new(answer), texts)),
            None => self.went_down("unreadable answer", life),
        }
    }

    /// Reports once that the worker ended. The worker is removed later, when the next one starts, because one of its
    /// events is being handled now.
    fn went_down(&self, what: &str, life: &Life) {
        let was_ready = life.ready.get();
        if life.gone.replace(true) {
            return;
        }
        let how = if was_ready {
            WorkerError::Stopped(what.trim_start_matches("Uncaught ").into())
        } else {
            WorkerError::NotLoaded
        };
        self.0.events.emit(Event::Down { how, was_ready });
    }
}

/// The message and the texts in posted data: `{ message, texts }`, or the message alone.
fn parts(data: &JsValue) -> (Option<Vec<u8>>, Vec<Uint8Array>) {
    let bytes = |data: &JsValue| data.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
    if let Some(message) = bytes(data) {
        return (Some(message), Vec::new());
    }
    let get = |key: &str| Reflect::get(data, &key.into()).unwrap_or_default();
    let texts = get("texts").dyn_into::<Array>().unwrap_or_default();
    (bytes(&get("message")), texts.iter().filter_map(|text| text.dyn_into().ok()).collect())
}
