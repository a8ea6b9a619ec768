//! Small browser functions. Each may fail silently, because checking a sitemap needs none of them.

use gloo::{
    events::{EventListener, EventListenerOptions},
    file::{Blob, ObjectUrl},
    timers::callback::Timeout,
    utils::{body, document, document_element, window},
};
use js_sys::{Array, Date, Function, Math, Object, Promise, Reflect};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{
    Clipboard, Element, Event, FocusOptions, HtmlAnchorElement, HtmlElement, HtmlInputElement, HtmlTextAreaElement,
    MediaQueryList, NodeList, Response, ScrollIntoViewOptions, ScrollLogicalPosition, Storage,
};

use crate::state::StorageKey;

const ADDRESS: &str = "sitemap-validator.address";

/// The URL of the endpoint that fetches files for the page, if its server has one.
pub(crate) fn fetch_endpoint() -> Option<String> {
    let meta = document().query_selector("meta[name=fetch-endpoint]").ok().flatten();
    let endpoint = meta.and_then(|meta| meta.get_attribute("content"))?;
    // Pages in other languages are in folders.
    Some(if endpoint.contains('/') { endpoint } else { own(&endpoint) })
}

/// The build that this page belongs to. It keeps the page and the worker of one build together in caches.
pub(crate) fn build() -> String {
    let meta = document().query_selector("meta[name=build]").ok().flatten();
    meta.and_then(|meta| meta.get_attribute("content")).unwrap_or_default()
}

/// The URL of one of the site's own files, from any page: pages in other languages are in folders.
pub(crate) fn own(path: &str) -> String {
    format!("{}{path}", document_element().get_attribute("data-root").unwrap_or_else(|| "./".to_owned()))
}

/// True in the document that other sites embed in a frame.
pub(crate) fn is_embedded() -> bool {
    document_element().has_attribute("data-embed")
}

/// The storage for settings. `None` if the browser forbids it, and in frames, where the host page sets the options.
fn storage() -> Option<Storage> {
    if is_embedded() {
        return None;
    }
    window().local_storage().ok().flatten()
}

/// The URL that was entered during an earlier visit.
pub(crate) fn remembered_address() -> String {
    storage().and_then(|storage| storage.get_item(ADDRESS).ok().flatten()).unwrap_or_default()
}

/// Stores the URL for the next visit.
pub(crate) fn remember_address(address: &str) {
    if let Some(storage) = storage() {
        let _ = if address.is_empty() { storage.remove_item(ADDRESS) } else { storage.set_item(ADDRESS, address) };
    }
}

/// The value that was stored under a key during an earlier visit.
pub(crate) fn kept(what: StorageKey) -> Option<String> {
    storage().and_then(|storage| storage.get_item(key(what)).ok().flatten())
}

/// Stores a value for the next visit.
pub(crate) fn keep(what: StorageKey, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key(what), text);
    }
}

const fn key(what: StorageKey) -> &'static str {
    match what {
        StorageKey::Language => "sitemap-validator.language",
        StorageKey::Settings => "sitemap-validator.settings",
        StorageKey::Keys => "sitemap-validator.keys",
    }
}

/// The tags of the visitor's preferred languages, best first.
pub(crate) fn languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// The current language of the document: the delivered one, or the one it was switched to.
pub(crate) fn document_language() -> String {
    document_element().get_attribute("lang").unwrap_or_default()
}

/// Makes the browser ask for confirmation before the page is left, until the returned listener is dropped.
pub(crate) fn ask_before_leaving() -> EventListener {
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&window(), "beforeunload", options, |event| {
        event.prevent_default();
        // Safari and Chromium before 119 require this.
        let _ = Reflect::set(event, &"returnValue".into(), &true.into());
    })
}

/// The fragment of the page's URL, with its `#`. Browsers do not send it to servers.
pub(crate) fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Changes the fragment without adding a step to the history.
pub(crate) fn set_fragment(fragment: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(fragment));
    }
}

/// The page's URL without its fragment; in a frame, the URL of the stand-alone page.
pub(crate) fn page_address() -> String {
    let address = window().location().href().unwrap_or_default();
    let address = address.split('#').next().unwrap_or_default();
    let page = if is_embedded() { address.rsplit_once('/').map(|(folder, _)| format!("{folder}/")) } else { None };
    page.unwrap_or_else(|| address.to_owned())
}

/// Clicks the first element that matches a selector. Returns false if there is none.
pub(crate) fn click(selector: &str) -> bool {
    let element = find(selector);
    element.inspect(HtmlElement::click).is_some()
}

fn find(selector: &str) -> Option<HtmlElement> {
    document().query_selector(selector).ok().flatten()?.dyn_into().ok()
}

/// True if the problems and the source fit side by side.
pub(crate) fn is_wide() -> bool {
    matches("(min-width: 900px)")
}

fn matches(text: &str) -> bool {
    query(text).is_some_and(|list| list.matches())
}

/// A media query.
pub(crate) fn query(text: &str) -> Option<MediaQueryList> {
    window().match_media(text).ok().flatten()
}

/// The parts of the page's state that the style sheet depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageState {
    /// True while there is nothing to check.
    pub(crate) is_empty: bool,
    /// True if the source replaces the text box.
    pub(crate) is_workbench: bool,
}

/// Passes the state of the page to the style sheet.
pub(crate) fn set_page_state(PageState { is_empty, is_workbench }: PageState) {
    let _ = body().set_attribute("data-state", if is_empty { "empty" } else { "busy" });
    let _ = body().toggle_attribute_with_force("data-workbench", is_workbench);
}

/// Makes everything under the source inert while the source covers the page, except status messages, dialogs and
/// notices. The style sheet decides whether the source covers the page: not where there is room, and not in a frame.
/// Returns true if it covers the page.
pub(crate) fn cover(open: bool) -> bool {
    let sheet = find(".side").map(Element::from).filter(|sheet| {
        let style = window().get_computed_style(sheet).ok().flatten();
        open && style
            .is_some_and(|style| style.get_property_value("position").is_ok_and(|position| position == "fixed"))
    });
    let covers = sheet.is_some();
    let _ = body().set_attribute("data-sheet", if covers { "open" } else { "closed" });
    let mut under = Vec::new();
    let mut layer = sheet;
    while let Some(above) = layer.filter(|layer| layer.tag_name() != "BODY") {
        layer = above.parent_element();
        let beside = layer
            .as_ref()
            .map(|parent| parent.query_selector_all(":scope > :not([role=status]):not(dialog):not(.toast)"));
        under.extend(elements(beside).filter(|other| *other != above));
    }
    for freed in elements(Some(document().query_selector_all("[inert]"))).filter(|element| !under.contains(element)) {
        let _ = freed.remove_attribute("inert");
    }
    for element in under.iter().filter(|element| !element.has_attribute("inert")) {
        let _ = element.set_attribute("inert", "");
    }
    covers
}

/// Adds a step to the history for the same page.
pub(crate) fn add_step() {
    let _ = window().history().and_then(|history| history.push_state_with_url(&JsValue::NULL, "", None));
}

/// Goes back by one step of the history.
pub(crate) fn go_back() {
    let _ = window().history().and_then(|history| history.back());
}

fn elements(found: Option<Result<NodeList, JsValue>>) -> impl Iterator<Item = Element> {
    let found = found.and_then(Result::ok);
    found.into_iter().flat_map(|all| (0..all.length()).filter_map(move |at| all.item(at)?.dyn_into().ok()))
}

/// The element in the header that contains the page's own controls.
pub(crate) fn header_tools() -> Option<Element> {
    document().get_element_by_id("tools")
}

/// The current time, in milliseconds since 1970.
pub(crate) fn now() -> i64 {
    Date::now() as i64
}

/// Creates memory that is shared with workers. Returns `None` if the browser has no constructor for it. The page's
/// headers do not guarantee one: some browsers report the page as isolated and still lack the constructor.
pub(crate) fn shared_memory(bytes: u32) -> Option<JsValue> {
    let constructor = Reflect::get(&window(), &"SharedArrayBuffer".into()).ok()?.dyn_into::<Function>().ok()?;
    Reflect::construct(&constructor, &Array::of1(&bytes.into())).ok()
}

/// Calls the function once the lock with this name is free. Never calls it if the browser does not support locks.
pub(crate) fn when_released(lock: &str, act: impl FnOnce() + 'static) {
    request_lock(lock, &Closure::once_into_js(act));
}

/// Holds the lock of this name until the page is closed.
pub(crate) fn hold(lock: &str) {
    request_lock(lock, &Closure::once_into_js(|| Promise::new(&mut |_, _| {})));
}

fn request_lock(lock: &str, granted: &JsValue) {
    let request = || -> Result<Promise, JsValue> {
        let locks = locks()?;
        let request = Reflect::get(&locks, &"request".into())?.dyn_into::<Function>()?;
        Ok(request.call2(&locks, &lock.into(), granted)?.unchecked_into())
    };
    if let Ok(over) = request() {
        spawn_local(async move {
            let _ = JsFuture::from(over).await;
        });
    }
}

/// The names of the locks that pages of this site hold. Empty if the browser does not support locks.
pub(crate) async fn held_locks() -> Vec<String> {
    let query = || -> Result<Promise, JsValue> {
        let locks = locks()?;
        Ok(Reflect::get(&locks, &"query".into())?.dyn_into::<Function>()?.call0(&locks)?.unchecked_into())
    };
    let Ok(query) = query() else { return Vec::new() };
    let known = JsFuture::from(query).await.unwrap_or_default();
    let held = Reflect::get(&known, &"held".into()).unwrap_or_default();
    let name = |lock: JsValue| Reflect::get(&lock, &"name".into()).ok()?.as_string();
    if held.is_object() { Array::from(&held).iter().filter_map(name).collect() } else { Vec::new() }
}

/// A time, formatted in the language of the page.
pub(crate) fn written_time(milliseconds: f64) -> String {
    let options = Object::new();
    for (key, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = Reflect::set(&options, &key.into(), &value.into());
    }
    Date::new(&milliseconds.into()).to_locale_string(&document_language(), &options).into()
}

/// A unique name for a lock. Returns `None` if the browser does not support locks.
pub(crate) fn name_for_lock() -> Option<String> {
    locks().ok().map(|_| format!("sitemap-validator {}", unique_name()))
}

/// A unique name: the time and a random number. The number is whole, because formatting other numbers needs much code.
#[expect(clippy::cast_sign_loss, reason = "not below zero")]
pub(crate) fn unique_name() -> String {
    format!("{}-{}", now(), (Math::random() * f64::from(u32::MAX)) as u32)
}

/// The browser's lock manager. Pages of insecure origins have none.
fn locks() -> Result<JsValue, JsValue> {
    let locks = Reflect::get(&window().navigator(), &"locks".into())?;
    if locks.is_object() { Ok(locks) } else { Err(locks) }
}

/// The number of processors.
#[expect(clippy::cast_sign_loss, reason = "there is one at least")]
pub(crate) fn processors() -> u32 {
    window().navigator().hardware_concurrency() as u32
}

/// Calls a function right before the next frame is drawn.
pub(crate) fn before_next_frame(act: impl FnOnce() + 'static) {
    let _ = window().request_animation_frame(Closure::once_into_js(act).unchecked_ref());
}

/// Calls a function once the page has been drawn and the browser is idle.
pub(crate) fn when_idle(act: impl FnOnce() + 'static) {
    let act = Closure::once_into_js(act);
    before_next_frame(move || {
        let act: &Function = act.unchecked_ref();
        // Safari has no `requestIdleCallback`.
        if Reflect::has(&window(), &"requestIdleCallback".into()).unwrap_or(false) {
            let _ = window().request_idle_callback(act);
        } else {
            let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(act, 100);
        }
    });
}

/// Focuses the first element that matches a selector, and expands whatever contains it. Returns false if there is none,
/// or if it cannot take the focus.
pub(crate) fn focus(selector: &str) -> bool {
    let Some(element) = find(selector) else {
        return false;
    };
    while let Some(collapsed) = element.closest("details:not([open])").ok().flatten() {
        let _ = collapsed.set_attribute("open", "");
    }
    let _ = element.focus();
    let element: &Element = &element;
    document().active_element().as_ref() == Some(element)
}

/// Focuses the first element that matches a selector without scrolling to it. Returns false if there is none, or if it
/// cannot take the focus.
pub(crate) fn focus_in_place(selector: &str) -> bool {
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let focus = |element: HtmlElement| {
        let _ = element.focus_with_options(&options);
        document().active_element().as_ref() == Some(&element)
    };
    find(selector).is_some_and(focus)
}

/// True if no element has the focus.
pub(crate) fn is_focus_lost() -> bool {
    document().active_element().is_none_or(|active| active.tag_name() == "BODY")
}

/// Focuses a field that replaced another one and restores the selection, unless the visitor has moved on.
pub(crate) fn focus_in_place_of_other(field: &HtmlTextAreaElement, (from, to): (u32, u32)) {
    if is_focus_lost() {
        let _ = field.focus();
        let _ = field.set_selection_range(from, to);
    }
}

/// True if an event happens in the text of the editor, which is in a shadow tree.
pub(crate) fn is_in_editor(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|element| element.matches(".editor").is_ok_and(|is| is))
}

/// True if an event happens in a field that accepts typed letters.
pub(crate) fn is_in_field(event: &Event) -> bool {
    let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) else {
        return false;
    };
    match element.tag_name().as_str() {
        "TEXTAREA" | "SELECT" => true,
        "INPUT" => element.dyn_ref::<HtmlInputElement>().is_some_and(|field| field.type_() != "checkbox"),
        _ => element.has_attribute("contenteditable") || is_in_editor(event),
    }
}

/// True if an event happens in the text box while the box is empty.
pub(crate) fn is_in_empty_text(event: &Event) -> bool {
    let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
    field.is_some_and(|field| field.id() == "text" && field.value().is_empty())
}

/// The selection in the text of the input, in UTF-16 units, while the visitor types into it. `None` for text that was
/// pasted on a small screen: there it is read, not edited.
pub(crate) fn caret() -> Option<(u32, u32)> {
    let active = document().active_element()?;
    if let Some(field) = active.dyn_ref::<HtmlTextAreaElement>() {
        let typed = field.id() == "text" && (is_wide() || !field.has_attribute(PASTED));
        return typed.then(|| selection(field));
    }
    active.matches(".editor").is_ok_and(|is| is).then_some((0, 0))
}

/// Focuses the field that replaced one with the same id, and restores the selection of a text area. Returns false if
/// there is no such field.
pub(crate) fn focus_successor(gone: &Element) -> bool {
    let successor = format!("#{}", gone.id());
    if gone.id().is_empty() || !focus(&successor) {
        return false;
    }
    let new = find(&successor).and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
    if let (Some(old), Some(new)) = (gone.dyn_ref::<HtmlTextAreaElement>(), new) {
        let (from, to) = selection(old);
        let _ = new.set_selection_range(from, to);
    }
    true
}

/// Scrolls an element into view, by as little as possible.
pub(crate) fn scroll_to(element: &Element) {
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Nearest);
    element.scroll_into_view_with_scroll_into_view_options(&options);
}

/// True while an element that matches a selector, or an element inside of it, has the focus.
pub(crate) fn is_focus_in(selector: &str) -> bool {
    document().active_element().is_some_and(|active| active.closest(selector).is_ok_and(|found| found.is_some()))
}

/// The attribute of a text field whose latest change was a paste.
const PASTED: &str = "data-pasted";

/// The maximum number of bytes that one key press or suggested word of a keyboard adds.
const WORD: usize = 100;

/// Records whether the latest change of a text field, which had `length` bytes before, was a paste. Phone keyboards
/// insert copied text as if it were typed.
pub(crate) fn note_paste(event: &Event, field: &HtmlTextAreaElement, length: usize) {
    // Events that other scripts send lack this property.
    let kind = Reflect::get(event, &"inputType".into()).ok().and_then(|kind| kind.as_string());
    let now = field.value().len();
    // Such an insertion fires several events, one per line.
    let pasted = now > length + WORD || now == length && field.has_attribute(PASTED);
    let pasted = pasted || matches!(kind.as_deref(), Some("insertFromPaste" | "insertFromDrop"));
    let _ = field.toggle_attribute_with_force(PASTED, pasted);
}

/// The selection of a text field, in UTF-16 units.
pub(crate) fn selection(field: &HtmlTextAreaElement) -> (u32, u32) {
    let end = |place: Result<Option<u32>, JsValue>| place.ok().flatten().unwrap_or(0);
    (end(field.selection_start()), end(field.selection_end()))
}

/// Focuses the text of the input, in the box or in the editor. Returns false if there is none.
pub(crate) fn focus_text() -> bool {
    let editor = find(".editor").and_then(|editor| editor.shadow_root());
    let content = editor.and_then(|editor| editor.query_selector(".cm-content").ok().flatten());
    match content.and_then(|content| content.dyn_into::<HtmlElement>().ok()) {
        Some(content) => content.focus().is_ok(),
        None => focus("#text"),
    }
}

/// Offers a blob for download.
pub(crate) fn save(name: &str, blob: Blob) {
    let url = ObjectUrl::from(blob);
    let Some(link) = document().create_element("a").ok().and_then(|a| a.dyn_into::<HtmlAnchorElement>().ok()) else {
        return;
    };
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The URL must stay valid until the browser has read the file.
    Timeout::new(60_000, move || drop(url)).forget();
}

/// The file, gzipped by the browser in the background. Returns `None` if the browser cannot do that.
pub(crate) async fn gzip(blob: &Blob) -> Option<Blob> {
    let packer: Function = Reflect::get(&js_sys::global(), &"CompressionStream".into()).ok()?.dyn_into().ok()?;
    let packer = Reflect::construct(&packer, &Array::of1(&"gzip".into())).ok()?;
    let stream = AsRef::<web_sys::Blob>::as_ref(blob).stream();
    let pipe: Function = Reflect::get(&stream, &"pipeThrough".into()).ok()?.dyn_into().ok()?;
    let zipped: web_sys::ReadableStream = pipe.call1(&stream, &packer).ok()?.dyn_into().ok()?;
    let whole = Response::new_with_opt_readable_stream(Some(&zipped)).ok()?;
    let file: web_sys::Blob = JsFuture::from(whole.blob().ok()?).await.ok()?.dyn_into().ok()?;
    Some(file.into())
}

/// Copies a text to the clipboard. Returns false if the browser does not allow it.
pub(crate) async fn copy(text: &str) -> bool {
    // Pages that are not served securely have no clipboard.
    let clipboard = Reflect::get(&window().navigator(), &"clipboard".into());
    let Some(clipboard) = clipboard.ok().and_then(|clipboard| clipboard.dyn_into::<Clipboard>().ok()) else {
        return false;
    };
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

/// The height of the window in pixels; in a frame, the height of the frame.
pub(crate) fn window_height() -> f64 {
    window().inner_height().ok().and_then(|height| height.as_f64()).unwrap_or_default()
}

/// Scrolls an element to the top of the window, unless its upper part is visible.
pub(crate) fn reveal(selector: &str) {
    let Some(element) = document().query_selector(selector).ok().flatten() else {
        return;
    };
    let top = element.get_bounding_client_rect().top();
    let height = window_height();
    if top < 0.0 || top > height * 0.6 {
        element.scroll_into_view();
    }
}

/// Fetches a text of the site itself. Returns `None` if it cannot be fetched.
pub(crate) async fn fetch_own(path: &str) -> Option<String> {
    let text: JsValue = JsFuture::from(fetch(&own(path)).await.ok()?.text().ok()?).await.ok()?;
    text.as_string()
}

async fn fetch(path: &str) -> Result<Response, JsValue> {
    let response: Response = JsFuture::from(window().fetch_with_str(path)).await?.dyn_into()?;
    if response.ok() { Ok(response) } else { Err(response.status_text().into()) }
}
