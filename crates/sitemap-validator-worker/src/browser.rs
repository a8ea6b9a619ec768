//! The browser behind [`Edge`], and the worker's listeners.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use js_sys::{Array, Atomics, Int32Array, JsString, Object, Reflect, Uint8Array};
use sitemap_validator::hosts;
use sitemap_validator_crawl::{address, built};
use sitemap_validator_protocol::message::FromWorker;
use sitemap_validator_protocol::packed::Packed;
use sitemap_validator_worker::edge::{Contents, Edge};
use sitemap_validator_worker::helper::Helper;
use sitemap_validator_worker::sentences::{CHANGED_MEANWHILE, NOT_ALLOWED, TOO_LARGE};
use sitemap_validator_worker::worker::Worker;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, DedicatedWorkerGlobalScope, DomException, ErrorEvent, Event, FileReaderSync, MessageEvent, Performance,
    TextDecoder, TextDecoderOptions, Url, WorkerOptions, WorkerType, console,
};

/// The number of bytes read at once; they are in memory twice.
const PIECE: u64 = 16 * 1024 * 1024;

/// The worker name of a helper.
const HELPER: &str = "helper";

#[wasm_bindgen]
extern "C" {
    /// Loads the rest of the program and instantiates it with the exports of the first part, see the crate `wasm-parts`.
    #[wasm_bindgen(js_name = instantiateRest)]
    fn instantiate_rest(first: &JsValue);
}

/// Called by the first part of the program before it calls a function of the rest that is not loaded yet.
#[wasm_bindgen(js_name = loadRest)]
#[expect(unreachable_pub, reason = "the macro exports public functions only")]
pub fn load_rest() {
    instantiate_rest(&wasm_bindgen::exports());
}

/// Starts the worker or the helper, which then answers messages.
pub(crate) fn start() {
    // A panic aborts, and the page only gets "unreachable"; the console shows where it happened.
    std::panic::set_hook(Box::new(|info| console::error_1(&info.to_string().into())));
    address::resolve_with(|text, base| {
        base.map_or_else(|| Url::new(text), |base| Url::new_with_base(text, base)).ok().map(|url| url.href())
    });
    built::normalize_with(|text| JsString::from(text).normalize("NFC").into());
    hosts::convert_with(|host| Url::new(&format!("http://{host}")).ok().map(|url| url.hostname()));
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let browser = Browser {
        performance: scope.performance(),
        stop: get(&scope, "stop").dyn_into().ok(),
        packs: get(&scope, "packed").is_truthy(),
        helpers: Helpers::default(),
        scope: scope.clone(),
    };
    let listener = if scope.name() == HELPER {
        let mut helper = Helper::start(browser);
        listener(move |message, files| helper.handle(&bytes(message), &files))
    } else {
        let helpers = browser.helpers.clone();
        let worker = Rc::new(RefCell::new(Worker::start(browser)));
        *helpers.listeners.borrow_mut() = Some(listeners(&helpers, &worker));
        listener(move |message, files| {
            unless_stopped(&worker, |worker| worker.handle(&message.as_string().unwrap_or_default(), files));
        })
    };
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}

/// Calls `act` with `worker`. If [`Edge::pause`] has left a message handler by an exception, the worker stays borrowed:
/// it is about to be terminated, and messages that still arrive are dropped.
fn unless_stopped(worker: &RefCell<Worker<Browser>>, act: impl FnOnce(&mut Worker<Browser>)) {
    if let Ok(mut worker) = worker.try_borrow_mut() {
        act(&mut worker);
    }
}

/// Creates a listener for messages from the page or from the worker that started this helper.
fn listener(mut receive: impl FnMut(JsValue, Vec<Blob>) + 'static) -> Closure<dyn FnMut(MessageEvent)> {
    Closure::new(move |event: MessageEvent| {
        let (message, files) = parts(&event.data());
        receive(message, files);
    })
}

/// Splits posted data into the message and the files: `{ message, files }`, or the message alone.
fn parts(data: &JsValue) -> (JsValue, Vec<Blob>) {
    if data.is_string() {
        return (data.clone(), Vec::new());
    }
    let files = get(data, "files");
    let files =
        files.dyn_ref::<Array>().map(|files| files.iter().filter_map(|file| file.dyn_into::<Blob>().ok()).collect());
    (get(data, "message"), files.unwrap_or_default())
}

/// The bytes in posted data.
fn bytes(data: JsValue) -> Vec<u8> {
    data.dyn_into::<Uint8Array>().map(|bytes| bytes.to_vec()).unwrap_or_default()
}

fn get(data: &JsValue, key: &str) -> JsValue {
    Reflect::get(data, &JsValue::from_str(key)).unwrap_or_default()
}

/// Creates an object with a message and another value.
fn parcel(message: &JsValue, key: &str, beside: &JsValue) -> Result<Object, JsValue> {
    let parcel = Object::new();
    Reflect::set(&parcel, &"message".into(), message)?;
    Reflect::set(&parcel, &key.into(), beside)?;
    Ok(parcel)
}

/// The running helpers, by their numbers.
#[derive(Clone, Default)]
struct Helpers {
    running: Rc<RefCell<BTreeMap<u32, web_sys::Worker>>>,
    listeners: Rc<RefCell<Option<Listeners>>>,
}

/// Receives the messages and failures of the helpers.
struct Listeners {
    message: Closure<dyn FnMut(MessageEvent)>,
    error: Closure<dyn FnMut(Event)>,
}

impl Helpers {
    fn number(&self, event: &Event) -> Option<u32> {
        let worker = event.target()?;
        let running = self.running.borrow();
        running.iter().find(|(_, known)| Object::is(known.as_ref(), worker.as_ref())).map(|(&number, _)| number)
    }

    fn start(&self, number: u32, address: &str, stop: Option<&Int32Array>) -> Result<(), JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(HELPER);
        let worker = web_sys::Worker::new_with_options(address, &options)?;
        if let Some(Listeners { message, error }) = &*self.listeners.borrow() {
            worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
            worker.set_onerror(Some(error.as_ref().unchecked_ref()));
            worker.set_onmessageerror(Some(error.as_ref().unchecked_ref()));
        }
        // The helper gets the compiled module of this worker, so that nothing is compiled twice.
        let first = Object::new();
        Reflect::set(&first, &"module".into(), &wasm_bindgen::module())?;
        Reflect::set(&first, &"rest".into(), &get(&js_sys::global(), "rest"))?;
        Reflect::set(&first, &"stop".into(), stop.map_or(&JsValue::UNDEFINED, AsRef::as_ref))?;
        worker.post_message(&first).inspect_err(|_| worker.terminate())?;
        self.running.borrow_mut().insert(number, worker);
        Ok(())
    }
}

fn listeners(helpers: &Helpers, worker: &Rc<RefCell<Worker<Browser>>>) -> Listeners {
    let message = {
        let (helpers, worker) = (helpers.clone(), worker.clone());
        Closure::new(move |event: MessageEvent| {
            let Some(helper) = helpers.number(&event) else { return };
            unless_stopped(&worker, |worker| worker.receive(helper, &bytes(event.data())));
        })
    };
    let (helpers, worker) = (helpers.clone(), worker.clone());
    let error = Closure::new(move |event: Event| {
        // The report contains this error, so the page does not need the event.
        event.prevent_default();
        let Some(helper) = helpers.number(&event) else { return };
        let why = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
        unless_stopped(&worker, |worker| worker.lose_helper(helper, &why));
    });
    Listeners { message, error }
}

struct Browser {
    scope: DedicatedWorkerGlobalScope,
    performance: Option<Performance>,
    /// Contains a 1 when all work must stop; `None` if the page cannot share memory with its workers.
    stop: Option<Int32Array>,
    /// True if answers are packed; otherwise they are JSON.
    packs: bool,
    helpers: Helpers,
}

impl Browser {
    /// Reads a part of a file.
    fn piece(&self, file: &Blob, from: u64, to: u64) -> Result<Uint8Array, String> {
        self.pause();
        let read =
            || FileReaderSync::new()?.read_as_array_buffer(&file.slice_with_f64_and_f64(from as f64, to as f64)?);
        read().map(|piece| Uint8Array::new(&piece)).map_err(|error| sentence(&error))
    }
}

impl Edge for Browser {
    type File = Blob;

    fn now(&self) -> f64 {
        self.performance.as_ref().map_or_else(js_sys::Date::now, Performance::now)
    }

    fn mark(&self, stage: &'static str) {
        // Only the marks of the last check are kept, because a worker may run for days.
        if let Some(performance) = &self.performance {
            performance.clear_marks_with_mark_name(stage);
            let _ = performance.mark(stage);
        }
    }

    fn pause(&self) {
        if self.stop.as_ref().is_some_and(|stop| Atomics::load(stop, 0) == Ok(1)) {
            // Chromium lets a terminated worker run for two more seconds. This exception ends all computation at once.
            wasm_bindgen::throw_str("stopped");
        }
    }

    fn post(&self, mut answer: FromWorker) {
        let is_report = matches!(answer, FromWorker::Done { .. });
        if is_report {
            self.mark("post");
        }
        let texts = answer.take_texts();
        let handed_over = Array::new();
        let bytes = |bytes: &[u8]| {
            let bytes = Uint8Array::from(bytes);
            handed_over.push(&bytes.buffer());
            bytes
        };
        let message = if self.packs {
            Ok(JsValue::from(bytes(&answer.pack())))
        } else {
            serde_json::to_string(&answer).map(JsValue::from).map_err(|error| JsValue::from_str(&error.to_string()))
        };
        let posted = message.and_then(|message| {
            let parcel = if texts.is_empty() {
                message
            } else {
                let texts: Array = texts.iter().map(|text| bytes(text.as_bytes())).collect();
                parcel(&message, "texts", &texts)?.into()
            };
            self.scope.post_message_with_transfer(&parcel, &handed_over)
        });
        if let Err(error) = posted {
            console::error_1(&error);
        }
        if is_report {
            self.mark("end");
        }
    }

    #[expect(clippy::cast_sign_loss, reason = "sizes are not negative")]
    fn size(&self, file: &Blob) -> u64 {
        file.size().max(0.0) as u64
    }

    fn read(&self, file: &Blob, ceiling: u64) -> Result<Contents, String> {
        let size = self.size(file);
        let wanted = size.min(ceiling.saturating_add(1));
        if wanted <= PIECE {
            // Read in one piece, directly into its final place.
            let bytes = self.piece(file, 0, wanted)?.to_vec();
            return if bytes.len() as u64 == wanted {
                Ok(Contents { bytes, size })
            } else {
                Err(CHANGED_MEANWHILE.to_owned())
            };
        }
        let mut bytes = Vec::new();
        let room = usize::try_from(wanted).ok().filter(|&wanted| bytes.try_reserve_exact(wanted).is_ok());
        let Some(room) = room else {
            return Err(TOO_LARGE.to_owned());
        };
        bytes.resize(room, 0);
        let mut at = 0;
        while at < wanted {
            let end = wanted.min(at + PIECE);
            let piece = self.piece(file, at, end)?;
            let Some(place) = bytes.get_mut(at as usize..end as usize) else { break };
            if piece.length() as usize != place.len() {
                return Err(CHANGED_MEANWHILE.to_owned());
            }
            piece.copy_to(place);
            at = end;
        }
        Ok(Contents { bytes, size })
    }

    fn decode(&self, label: &str, bytes: &[u8]) -> Option<(String, bool)> {
        let decode = |fatal: bool| {
            let options = TextDecoderOptions::new();
            options.set_fatal(fatal);
            TextDecoder::new_with_label_and_options(label, &options)
                .ok()
                .map(|decoder| decoder.decode_with_u8_array(bytes))
        };
        // Only a strict decoder shows whether all bytes were valid.
        match decode(true)? {
            Ok(text) => Some((text, true)),
            Err(_) => decode(false)?.ok().map(|text| (text, false)),
        }
    }

    fn start_helper(&self, helper: u32) -> bool {
        let started = self.helpers.start(helper, &self.scope.location().href(), self.stop.as_ref());
        started.is_ok()
    }

    fn hand(&self, helper: u32, message: &[u8], file: &Blob) -> bool {
        let posted = parcel(&Uint8Array::from(message), "files", &Array::of1(file)).and_then(|parcel| {
            let running = self.helpers.running.borrow();
            running.get(&helper).map_or(Ok(()), |worker| worker.post_message(&parcel))
        });
        posted.inspect_err(console::error_1).is_ok()
    }

    fn site(&self) -> Option<String> {
        // Node.js has no `location`.
        let address = get(&get(&self.scope, "location"), "href").as_string()?;
        let (folder, _) = address.rsplit_once('/').filter(|_| address.starts_with("http"))?;
        Some(format!("{folder}/"))
    }

    fn stop_helper(&self, helper: u32) {
        if let Some(worker) = self.helpers.running.borrow_mut().remove(&helper) {
            worker.terminate();
        }
    }

    fn report(&self, answer: &[u8]) {
        let answer = Uint8Array::from(answer);
        let posted = self.scope.post_message_with_transfer(&answer, &Array::of1(&answer.buffer()));
        if let Err(error) = posted {
            console::error_1(&error);
        }
    }
}

fn sentence(error: &JsValue) -> String {
    error.dyn_ref::<DomException>().map_or_else(|| NOT_ALLOWED.to_owned(), DomException::message)
}
