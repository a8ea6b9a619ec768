//! The messages of a host. Any site can be the host, so only exact messages are accepted.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use super::{MARK, VERSION};

/// The maximum length of a name and of options in bytes. Longer ones are ignored.
const SHORT: usize = 4096;

/// A message of the host.
pub(super) enum FromHost {
    /// Set the appearance and the settings: the fragment of a link.
    Options(String),
    /// Check this input.
    Validate { id: u32, name: Option<String>, input: HostInput },
    /// Go back to the empty page.
    Reset,
    /// Send the whole report of the latest check.
    Report { id: u32 },
}

/// The input to check.
pub(super) enum HostInput {
    /// A text.
    Text(String),
    /// A file.
    Blob(Blob),
}

/// The message in `data`. Returns `None` if it is not a complete message of this version.
pub(super) fn read(data: &JsValue) -> Option<FromHost> {
    if !data.is_object() || get(data, MARK)? != VERSION {
        return None;
    }
    let text = |key| get(data, key)?.as_string();
    Some(match text("type")?.as_str() {
        "options" => FromHost::Options(
            text("options").map(|options| if options.len() > SHORT { String::new() } else { options })?,
        ),
        "validate" => FromHost::Validate {
            id: id(data)?,
            name: text("name").filter(|name| name.len() <= SHORT),
            input: host_input(data)?,
        },
        "reset" => FromHost::Reset,
        "report" => FromHost::Report { id: id(data)? },
        _ => return None,
    })
}

fn host_input(data: &JsValue) -> Option<HostInput> {
    let input = get(data, "input")?;
    match input.as_string() {
        Some(text) => Some(HostInput::Text(text)),
        None => input.dyn_into().ok().map(HostInput::Blob),
    }
}

#[expect(clippy::cast_sign_loss, reason = "it is compared with what was there")]
fn id(data: &JsValue) -> Option<u32> {
    let value = get(data, "id")?;
    let id = value.as_f64()? as u32;
    (value == id).then_some(id)
}

/// A property of cloned data, which contains neither getters nor proxies.
fn get(data: &JsValue, key: &str) -> Option<JsValue> {
    Reflect::get(data, &JsValue::from_str(key)).ok()
}
