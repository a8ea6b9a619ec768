//! What a host may say. It may be anybody: whatever is not exactly a message is none.

use js_sys::Reflect;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Blob;

use super::{MARK, VERSION};

/// The longest name and the longest options that are read, in bytes. Longer ones are as if there were none.
const SHORT: usize = 4096;

/// A message of the host.
pub(super) enum FromHost {
    /// How the page is to look, and what it is to check against: the fragment of a link.
    Options(String),
    /// Check this.
    Validate { id: u32, name: Option<String>, given: Given },
    /// Back to the empty page.
    Reset,
    /// Tell the whole report on what was checked last.
    Report { id: u32 },
}

/// What is to be checked.
pub(super) enum Given {
    /// A text.
    Text(String),
    /// A file.
    Blob(Blob),
}

/// The message in `data`; none when it is not one of ours, of this version, with all its parts.
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
            given: given(data)?,
        },
        "reset" => FromHost::Reset,
        "report" => FromHost::Report { id: id(data)? },
        _ => return None,
    })
}

fn given(data: &JsValue) -> Option<Given> {
    let input = get(data, "input")?;
    match input.as_string() {
        Some(text) => Some(Given::Text(text)),
        None => input.dyn_into().ok().map(Given::Blob),
    }
}

#[expect(clippy::cast_sign_loss, reason = "it is compared with what was there")]
fn id(data: &JsValue) -> Option<u32> {
    let given = get(data, "id")?;
    let id = given.as_f64()? as u32;
    (given == id).then_some(id)
}

/// A part of what was cloned for us: it is data, and has neither getters nor proxies.
fn get(data: &JsValue, key: &str) -> Option<JsValue> {
    Reflect::get(data, &JsValue::from_str(key)).ok()
}
