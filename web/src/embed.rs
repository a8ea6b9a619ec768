//! The page in the frame of another site: the messages from and to the host.
//!
//! A message is an object with `"sitemap-validator": 1` (the version) and a `type`. The frame sends `ready` to the site
//! that framed it, and the host answers with `options`. From then on, the frame accepts messages only from that window
//! and that origin, answers only them, and ignores all others. docs/widget.md lists the messages.

mod accent;
mod message;
mod options;
mod summary;

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::{
    events::EventListener,
    utils::{document, document_element, window},
};
use js_sys::{Object, Reflect};
use sitemap_validator_protocol::message::Progress;
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{Element, HtmlElement, MessageEvent, ResizeObserver, Window};
use yew::prelude::*;

use crate::{
    browser,
    lang::Lang,
    link::Link,
    state::{Action, Body, Outcome, State, TEXT_LIMIT, Work},
    store::Store,
};
use message::{FromHost, HostInput};
use options::Options;

/// The version of the messages.
const VERSION: u32 = 1;
/// The key that marks the page's messages.
const MARK: &str = "sitemap-validator";

/// The window that framed the page.
#[derive(Clone)]
pub(crate) struct Host(Rc<Inner>);

struct Inner {
    window: Window,
    /// The host's origin, once it has sent a message.
    origin: RefCell<Option<String>>,
    /// The request that the next result answers.
    asked: Cell<Option<u32>>,
    /// The requests that the next whole report answers.
    wanted: RefCell<Vec<u32>>,
    /// The height that was sent last.
    height: Cell<f64>,
    /// The latest options.
    options: RefCell<Options>,
}

impl PartialEq for Host {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

thread_local! {
    static HOST: Option<Host> = Host::find();
}

/// The host; `None` if the page is not in a frame.
pub(crate) fn host() -> Option<Host> {
    HOST.with(Clone::clone)
}

impl Host {
    fn find() -> Option<Self> {
        if !browser::is_embedded() {
            return None;
        }
        let parent = window().parent().ok().flatten().filter(|parent| *parent != window())?;
        let (origin, asked, wanted, height) = Default::default();
        let options = RefCell::new(Options::read(&browser::fragment()));
        Some(Self(Rc::new(Inner { window: parent, origin, asked, wanted, height, options })))
    }

    /// Sends a message to the host. Does nothing until the host has sent one.
    fn send(&self, kind: &str, parts: &[(&str, JsValue)]) {
        if let Some(origin) = &*self.0.origin.borrow() {
            // A sandboxed host has no origin to send to: it is only known that the window is the parent.
            let target = if origin == "null" { "*" } else { origin };
            let _ = self.0.window.post_message(&parcel(kind, parts), target);
        }
    }

    /// Sends the summary of a result.
    fn send_result(&self, outcome: &Outcome) {
        self.send("result", &[("id", number(self.0.asked.take())), ("summary", summary::of(outcome))]);
    }

    fn send_error(&self, name: &str, what: &str) {
        self.send_report(None, &Store::default());
        self.send("error", &[("id", number(self.0.asked.take())), ("name", name.into()), ("message", what.into())]);
    }

    fn send_progress(&self, progress: &Progress) {
        let part = |number: u64| JsValue::from_f64(number as f64);
        self.send(
            "progress",
            &[
                ("id", number(self.0.asked.get())),
                ("done", part(progress.done)),
                ("total", part(progress.total)),
                ("entries", part(progress.entries)),
            ],
        );
    }

    /// Sends the whole report to the pending requests.
    pub(crate) fn send_report(&self, body: Option<&Body>, store: &Store) {
        let report = match body {
            None => JsValue::NULL,
            Some(Body::Text(text)) => JsValue::from_str(text),
            Some(Body::Blob(number)) => {
                store.get(*number).map_or(JsValue::NULL, |blob| web_sys::Blob::from(blob).into())
            }
        };
        for id in self.0.wanted.take() {
            self.send("report", &[("id", id.into()), ("report", report.clone())]);
        }
    }

    /// Handles a message. Ignores messages from any other window or origin.
    fn handle(&self, event: &MessageEvent, store: &Store, act: &Callback<Action>) {
        if event.source().is_none_or(|source| !Object::is(&source, &self.0.window)) {
            return;
        }
        let Some(message) = message::read(&event.data()) else {
            return;
        };
        let known = self.0.origin.borrow().clone();
        match (known, &message) {
            (Some(origin), _) if origin == event.origin() => {}
            (None, FromHost::Options(_)) => {
                self.0.origin.replace(Some(event.origin()));
            }
            _ => return,
        }
        match message {
            FromHost::Options(options) => self.take_options(Options::read(&options), act),
            FromHost::Validate { id, name, input } => {
                self.0.asked.set(Some(id));
                let (bytes, body) = body(input, store);
                let address = self.0.options.borrow().link.address.clone();
                act.emit(Action::Follow(Link { address, name, ..Link::default() }, Some((bytes, body))));
            }
            FromHost::Reset => {
                self.0.asked.take();
                act.emit(Action::Withdraw);
            }
            FromHost::Report { id } => {
                self.0.wanted.borrow_mut().push(id);
                act.emit(Action::ReportToHost);
            }
        }
    }

    /// Sends the height of the content if it changed.
    fn send_size(&self) {
        let height = content_height();
        // Nothing is sent before the host's first message, so the height stays marked as unsent.
        if self.0.origin.borrow().is_some() && (self.0.height.replace(height) - height).abs() > 0.5 {
            self.send("size", &[("height", height.into())]);
        }
    }

    /// Brings an element to the top of the host's window: a frame that is as high as its content cannot scroll.
    fn show(&self, selector: &str) {
        browser::reveal(selector);
        if let Some(element) = document().query_selector(selector).ok().flatten() {
            self.send("show", &[("top", element.get_bounding_client_rect().top().into())]);
        }
    }

    fn take_options(&self, options: Options, act: &Callback<Action>) {
        dress(&options);
        self.send_size();
        let before = self.0.options.replace(options.clone());
        // The visitor's choices stay when other options change.
        if before.link != options.link {
            let Link { lang, settings, address, .. } = options.link;
            let (settings, address) = (Some(settings.unwrap_or_default()), Some(address.unwrap_or_default()));
            // Without a language in the options, the visitor's own applies again.
            let lang = lang.or_else(|| {
                before.link.lang?;
                Some(Lang::preferred(&browser::languages()).unwrap_or_default())
            });
            act.emit(Action::Follow(Link { lang, settings, address, ..Link::default() }, None));
        }
    }
}

/// Applies the appearance options in the frame's URL, before the first message of the host arrives.
pub(crate) fn dress_as_linked() {
    if browser::is_embedded() {
        dress(&Options::read(&browser::fragment()));
    }
}

/// The vertical position, in pixels, at which a dialog is visible when only part of the frame is in view: at the
/// focused control. `None` if the page is not framed, or scrolls itself.
pub(crate) fn height_in_view() -> Option<f64> {
    let used = document().active_element().filter(|_| browser::is_embedded())?;
    let scrolls = document_element().has_attribute("data-scroll");
    (!scrolls && used.tag_name() != "BODY").then(|| used.get_bounding_client_rect().top().max(0.0))
}

/// Applies theme, accent and density, which only concern the style sheet.
fn dress(options: &Options) {
    let root: HtmlElement = document_element().unchecked_into();
    let set = |name: &str, value: Option<&str>| match value {
        Some(value) => drop(root.set_attribute(name, value)),
        None => drop(root.remove_attribute(name)),
    };
    set("data-theme", options.theme);
    set("data-compact", options.compact.then_some(""));
    set("data-scroll", options.scroll.then_some(""));
    set("data-accent", options.accent.map(|_| ""));
    if let Some(accent) = options.accent {
        for (name, value) in accent.properties() {
            let _ = root.style().set_property(name, &value);
        }
    }
}

/// Listens to the host and sends it results.
#[hook]
pub(crate) fn use_host(state: &State, store: &Store, act: &Callback<Action>) {
    {
        let (store, act) = (store.clone(), act.clone());
        use_effect_with((), move |()| {
            let listeners = host().map(|host| Listeners::listen(&host, &store, &act));
            move || drop(listeners)
        });
    }
    let (outcome, lang) = (state.outcome.clone(), state.lang);
    // The host's input is no longer being checked, or it was empty.
    use_effect_with((state.run, state.linked), |(_, linked)| {
        if let Some(host) = host().filter(|host| !*linked && host.0.asked.get().is_some()) {
            host.send_error("AbortError", "It was not checked, or something else is");
        }
    });
    {
        let act = act.clone();
        use_effect_with(state.view.open, move |open| {
            if let Some(host) = host().filter(|_| *open && !browser::is_wide()) {
                host.show(".side");
                act.emit(Action::CloseSource);
            }
        });
    }
    let act = act.clone();
    // The result does not change while files are fixed.
    let work = if state.work.fixing().is_some() { Work::Idle } else { state.work.clone() };
    use_effect_with((state.run, work), move |(_, work)| {
        let Some(host) = host() else {
            return;
        };
        match (work, outcome) {
            // The total is not known before the file is read.
            (Work::Checking { progress: Some(progress), .. }, _) if progress.total > 0 => host.send_progress(progress),
            (Work::Idle, Some(outcome)) => {
                host.send_result(&outcome);
                if !host.0.wanted.borrow().is_empty() {
                    act.emit(Action::ReportToHost);
                }
            }
            (Work::Idle, None) => host.send_report(None, &Store::default()),
            (Work::Stopped(_), _) => host.send_error("AbortError", "Stopped"),
            (Work::Down(trouble) | Work::Failed(trouble), _) => host.send_error("Error", &trouble.sentence(lang)),
            _ => {}
        }
    });
    use_effect(|| {
        // Size observers do not run in a frame that is out of view.
        if let Some(host) = host() {
            host.send_size();
        }
    });
}

/// The listeners, until they are dropped.
struct Listeners {
    _message: EventListener,
    _scroll: EventListener,
    observer: Option<ResizeObserver>,
    _resized: Closure<dyn FnMut()>,
}

impl Listeners {
    fn listen(host: &Host, store: &Store, act: &Callback<Action>) -> Self {
        let context = (host.clone(), store.clone(), act.clone());
        let message = EventListener::new(&window(), "message", move |event| {
            if let Some(event) = event.dyn_ref::<MessageEvent>() {
                context.0.handle(event, &context.1, &context.2);
            }
        });
        // A frame as tall as its content has nothing to scroll; scrolling it would hide its top.
        let scroll = EventListener::new(&document(), "scroll", |_| {
            if !document_element().has_attribute("data-scroll") {
                window().scroll_to_with_x_and_y(0.0, 0.0);
            }
        });
        let speaker = host.clone();
        let resized = Closure::<dyn FnMut()>::new(move || speaker.send_size());
        let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(content)) = (&observer, content()) {
            observer.observe(&content);
        }
        // This message contains only that the frame is ready, so any origin may read it.
        let _ = host.0.window.post_message(&parcel("ready", &[]), "*");
        Self { _message: message, _scroll: scroll, observer, _resized: resized }
    }
}

impl Drop for Listeners {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// The element that determines the frame's height. It does not depend on that height, so the two cannot grow forever.
fn content() -> Option<Element> {
    document().query_selector("main").ok().flatten()
}

fn content_height() -> f64 {
    content().map_or(0.0, |content| content.get_bounding_client_rect().height().ceil())
}

fn parcel(kind: &str, parts: &[(&str, JsValue)]) -> Object {
    let message = Object::new();
    let head = [(MARK, JsValue::from(VERSION)), ("type", JsValue::from_str(kind))];
    for (key, value) in head.iter().chain(parts) {
        let _ = Reflect::set(&message, &JsValue::from_str(key), value);
    }
    message
}

fn number(id: Option<u32>) -> JsValue {
    id.map_or(JsValue::NULL, JsValue::from)
}

/// The size of the host's input, and its content.
fn body(input: HostInput, store: &Store) -> (u64, Body) {
    match input {
        HostInput::Text(text) if text.len() <= TEXT_LIMIT => (text.len() as u64, Body::Text(text.into())),
        HostInput::Text(text) => (text.len() as u64, Body::Blob(store.add(gloo::file::Blob::new(&*text)))),
        HostInput::Blob(blob) => {
            let blob = gloo::file::Blob::from(blob);
            (blob.size(), Body::Blob(store.add(blob)))
        }
    }
}
