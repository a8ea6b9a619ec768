//! The visitor's actions before the app had loaded: `web/early.js` records them and repeats them in the app.

use js_sys::Array;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use web_sys::HtmlElement;

#[wasm_bindgen]
extern "C" {
    /// Remembers the state of the controls, before the app replaces them.
    #[wasm_bindgen(js_namespace = early)]
    pub(crate) fn pause();

    /// Repeats typed text, selections and clicks in the app, and returns the drops and pastes.
    #[wasm_bindgen(js_namespace = early)]
    pub(crate) fn end() -> Array;

    /// Translates the fixed texts of the document, which are not part of the app, into a language.
    #[wasm_bindgen(js_namespace = early)]
    pub(crate) fn speak(language: &str);

    /// Compiles the first part of the validator, which `web/boot.js` has begun to load.
    #[wasm_bindgen(js_namespace = early)]
    pub(crate) fn validator() -> js_sys::Promise;

    /// Waits until the rest of the app is loaded.
    #[wasm_bindgen(catch, js_namespace = early)]
    pub(crate) async fn whole() -> Result<JsValue, JsValue>;

    /// Loads and compiles the rest of the validator, after the first part.
    #[wasm_bindgen(js_namespace = early)]
    pub(crate) fn rest() -> js_sys::Promise;

    /// Loads the script of the editor, `web/editor/editor.js`.
    #[wasm_bindgen(catch, js_namespace = early)]
    pub(crate) async fn editor() -> Result<EditorModule, JsValue>;

    /// The script of the editor, as a module.
    pub(crate) type EditorModule;

    /// Creates an editor with a text and a label in an element. A paste is limited to `limit` UTF-16 units.
    #[wasm_bindgen(method)]
    pub(crate) fn open(
        this: &EditorModule,
        host: &HtmlElement,
        text: &str,
        label: &str,
        limit: usize,
        reports: &JsValue,
    ) -> JsValue;

    /// Instantiates the rest of the app with the exports of its first part.
    #[wasm_bindgen(js_namespace = early, js_name = instantiateRest)]
    fn instantiate_rest(first: &JsValue);
}

/// Called by the first part of the app before it calls a function of the rest that is not loaded yet.
#[wasm_bindgen(js_name = loadRest)]
#[expect(unreachable_pub, reason = "the macro exports public functions only")]
pub fn load_rest() {
    instantiate_rest(&wasm_bindgen::exports());
}
