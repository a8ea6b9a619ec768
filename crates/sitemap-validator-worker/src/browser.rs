//! The browser behind [`Edge`], and the worker's one listener.

use js_sys::{Array, Reflect, Uint8Array};
use sitemap_validator::hosts;
use sitemap_validator_protocol::message::FromWorker;
use sitemap_validator_worker::edge::{Contents, Edge};
use sitemap_validator_worker::worker::Worker;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    Blob, DedicatedWorkerGlobalScope, DomException, FileReaderSync, MessageEvent, Performance, TextDecoder,
    TextDecoderOptions, Url, console,
};

/// How much of a file is read at once: what lies in memory twice.
const PIECE: u64 = 16 * 1024 * 1024;

/// Starts the worker: from here on it answers messages.
pub(crate) fn start() {
    // A panic aborts, and the page sees only "unreachable"; the console says where.
    std::panic::set_hook(Box::new(|info| console::error_1(&info.to_string().into())));
    hosts::convert_with(|host| Url::new(&format!("http://{host}")).ok().map(|url| url.hostname()));
    let scope: DedicatedWorkerGlobalScope = js_sys::global().unchecked_into();
    let performance = scope.performance();
    let mut worker = Worker::start(Browser { scope: scope.clone(), performance });
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let (message, files) = parts(&event.data());
        worker.handle(&message, files);
    });
    scope.set_onmessage(Some(listener.as_ref().unchecked_ref()));
    listener.forget();
}

/// The message and the files of what was posted: `{ message, files }`, or the message alone.
fn parts(data: &JsValue) -> (String, Vec<Blob>) {
    if let Some(message) = data.as_string() {
        return (message, Vec::new());
    }
    let get = |key: &str| Reflect::get(data, &JsValue::from_str(key)).unwrap_or_default();
    let files = get("files");
    let files =
        files.dyn_ref::<Array>().map(|files| files.iter().filter_map(|file| file.dyn_into::<Blob>().ok()).collect());
    (get("message").as_string().unwrap_or_default(), files.unwrap_or_default())
}

struct Browser {
    scope: DedicatedWorkerGlobalScope,
    performance: Option<Performance>,
}

impl Edge for Browser {
    type File = Blob;

    fn now(&self) -> f64 {
        self.performance.as_ref().map_or_else(js_sys::Date::now, Performance::now)
    }

    fn post(&self, answer: &FromWorker) {
        let posted = serde_json::to_string(answer)
            .map_err(|error| JsValue::from_str(&error.to_string()))
            .and_then(|json| self.scope.post_message(&JsValue::from_str(&json)));
        if let Err(error) = posted {
            console::error_1(&error);
        }
    }

    #[expect(clippy::cast_sign_loss, reason = "sizes are not negative")]
    fn read(&self, file: &Blob, ceiling: u64) -> Result<Contents, String> {
        let size = file.size().max(0.0) as u64;
        let wanted = size.min(ceiling.saturating_add(1));
        let mut bytes = Vec::new();
        let room = usize::try_from(wanted).ok().filter(|&wanted| bytes.try_reserve_exact(wanted).is_ok());
        let Some(room) = room else {
            return Err("it does not fit into memory".to_owned());
        };
        bytes.resize(room, 0);
        let reader = FileReaderSync::new().map_err(|error| sentence(&error))?;
        let mut at = 0;
        while at < wanted {
            let end = wanted.min(at + PIECE);
            let piece = file
                .slice_with_f64_and_f64(at as f64, end as f64)
                .and_then(|piece| reader.read_as_array_buffer(&piece))
                .map_err(|error| sentence(&error))?;
            let piece = Uint8Array::new(&piece);
            let Some(place) = bytes.get_mut(at as usize..end as usize) else { break };
            if piece.length() as usize != place.len() {
                return Err("it changed while it was read".to_owned());
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
        // Only a strict decoder tells whether every byte had a meaning.
        match decode(true)? {
            Ok(text) => Some((text, true)),
            Err(_) => decode(false)?.ok().map(|text| (text, false)),
        }
    }
}

fn sentence(error: &JsValue) -> String {
    error.dyn_ref::<DomException>().map_or_else(|| "the browser did not let us".to_owned(), DomException::message)
}
