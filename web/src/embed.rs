//! The page in the frame of another site: what the host says to it, and what it tells the host.
//!
//! A message either way is an object with `"sitemap-validator": 1` (the version) and a `type`. The frame says `ready` to
//! whoever framed it; the host answers with `options`. From then on, only messages of that window and that origin
//! count, and only they are answered. What is none of these is passed over in silence. docs/widget.md has the list.

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
use js_sys::{JSON, Object, Reflect};
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
use message::{FromHost, Given};
use options::Options;

/// The version of the messages.
const VERSION: u32 = 1;
/// What marks a message as ours.
const MARK: &str = "sitemap-validator";

/// The window that framed the page.
#[derive(Clone)]
pub(crate) struct Host(Rc<Inner>);

struct Inner {
    window: Window,
    /// Its origin, once it has spoken.
    origin: RefCell<Option<String>>,
    /// The request that the next result answers.
    asked: Cell<Option<u32>>,
    /// The requests that the next whole report answers.
    wanted: RefCell<Vec<u32>>,
    /// The height it was told last.
    height: Cell<f64>,
    /// What it asked for last.
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

/// The host; none when the page stands for itself.
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

    /// Says something to the host, once it has spoken.
    fn tell(&self, kind: &str, parts: &[(&str, JsValue)]) {
        if let Some(origin) = &*self.0.origin.borrow() {
            // The origin of a sandboxed host has no name to send to; that the window is the parent is all that is known.
            let target = if origin == "null" { "*" } else { origin };
            let _ = self.0.window.post_message(&parcel(kind, parts), target);
        }
    }

    /// Tells the result, in short.
    fn tell_result(&self, outcome: &Outcome) {
        let summary = JSON::parse(&summary::of(outcome)).unwrap_or_default();
        self.tell("result", &[("id", number(self.0.asked.take())), ("summary", summary)]);
    }

    fn tell_error(&self, name: &str, what: &str) {
        self.tell_report(None, &Store::default());
        self.tell("error", &[("id", number(self.0.asked.take())), ("name", name.into()), ("message", what.into())]);
    }

    fn tell_progress(&self, progress: &Progress) {
        let part = |number: u64| JsValue::from_f64(number as f64);
        self.tell(
            "progress",
            &[
                ("id", number(self.0.asked.get())),
                ("done", part(progress.done)),
                ("total", part(progress.total)),
                ("entries", part(progress.entries)),
            ],
        );
    }

    /// Tells the whole report, which was asked for.
    pub(crate) fn tell_report(&self, body: Option<&Body>, store: &Store) {
        let report = match body {
            None => JsValue::NULL,
            Some(Body::Text(text)) => JsValue::from_str(text),
            Some(Body::Blob(number)) => {
                store.get(*number).map_or(JsValue::NULL, |blob| web_sys::Blob::from(blob).into())
            }
        };
        for id in self.0.wanted.take() {
            self.tell("report", &[("id", id.into()), ("report", report.clone())]);
        }
    }

    /// Hears a message; what is none of the host's is passed over.
    fn hear(&self, event: &MessageEvent, store: &Store, act: &Callback<Action>) {
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
            FromHost::Validate { id, name, given } => {
                self.0.asked.set(Some(id));
                let (bytes, body) = body(given, store);
                let address = self.0.options.borrow().link.address.clone();
                act.emit(Action::Follow(Link { address, name, ..Link::default() }, Some((bytes, body))));
            }
            FromHost::Reset => {
                self.0.asked.take();
                act.emit(Action::Withdraw);
            }
            FromHost::Report { id } => {
                self.0.wanted.borrow_mut().push(id);
                act.emit(Action::Tell);
            }
        }
    }

    /// Tells how high the content is, when that has changed.
    fn tell_size(&self) {
        let height = content_height();
        // Before the host has spoken nothing is told: what was not told is told then.
        if self.0.origin.borrow().is_some() && (self.0.height.replace(height) - height).abs() > 0.5 {
            self.tell("size", &[("height", height.into())]);
        }
    }

    fn take_options(&self, options: Options, act: &Callback<Action>) {
        dress(&options);
        self.tell_size();
        let before = self.0.options.replace(options.clone());
        // What the visitor chose stays while the host speaks of other things.
        if before.link != options.link {
            let Link { lang, settings, address, .. } = options.link;
            let (settings, address) = (Some(settings.unwrap_or_default()), Some(address.unwrap_or_default()));
            // A language that is taken back makes room for the visitor's own.
            let lang = lang.or_else(|| {
                before.link.lang?;
                Some(Lang::wanted(&browser::languages()).unwrap_or_default())
            });
            act.emit(Action::Follow(Link { lang, settings, address, ..Link::default() }, None));
        }
    }
}

/// What the frame's address asks for is there before the host speaks, or without it.
pub(crate) fn dress_as_linked() {
    if browser::is_embedded() {
        dress(&Options::read(&browser::fragment()));
    }
}

/// Where a sheet has to stand to be seen, in pixels from the top, in a frame of which only a part may be in view: at the
/// control that was used. None for a page that is as high as its window.
pub(crate) fn height_in_view() -> Option<f64> {
    let used = document().active_element().filter(|_| browser::is_embedded())?;
    let scrolls = document_element().has_attribute("data-scroll");
    (!scrolls && used.tag_name() != "BODY").then(|| used.get_bounding_client_rect().top().max(0.0))
}

/// Theme, accent and density: what is the style sheet's alone.
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

/// Listens to the host and tells it what happens, while the page is drawn.
#[hook]
pub(crate) fn use_host(state: &State, store: &Store, act: &Callback<Action>) {
    {
        let (store, act) = (store.clone(), act.clone());
        use_effect_with((), move |()| {
            let ears = host().map(|host| Ears::listen(&host, &store, &act));
            move || drop(ears)
        });
    }
    let (outcome, lang) = (state.outcome.clone(), state.lang);
    // What the host gave is not what is checked any more, or was nothing to check.
    use_effect_with((state.run, state.linked), |(_, linked)| {
        if let Some(host) = host().filter(|host| !*linked && host.0.asked.get().is_some()) {
            host.tell_error("AbortError", "It was not checked, or something else is");
        }
    });
    let act = act.clone();
    // While files are fixed the result stays the same.
    let work = if state.work.fixing().is_some() { Work::Idle } else { state.work.clone() };
    use_effect_with((state.run, work), move |(_, work)| {
        let Some(host) = host() else {
            return;
        };
        match (work, outcome) {
            // Before the file is read nobody knows how much there is.
            (Work::Checking { progress: Some(progress), .. }, _) if progress.total > 0 => host.tell_progress(progress),
            (Work::Idle, Some(outcome)) => {
                host.tell_result(&outcome);
                if !host.0.wanted.borrow().is_empty() {
                    act.emit(Action::Tell);
                }
            }
            (Work::Idle, None) => host.tell_report(None, &Store::default()),
            (Work::Stopped(_), _) => host.tell_error("AbortError", "Stopped"),
            (Work::Down(trouble) | Work::Failed(trouble), _) => host.tell_error("Error", &trouble.sentence(lang)),
            _ => {}
        }
    });
    use_effect(|| {
        // Nobody observes sizes in a frame that is out of view.
        if let Some(host) = host() {
            host.tell_size();
        }
    });
}

/// What listens, until it is dropped.
struct Ears {
    _message: EventListener,
    observer: Option<ResizeObserver>,
    _resized: Closure<dyn FnMut()>,
}

impl Ears {
    fn listen(host: &Host, store: &Store, act: &Callback<Action>) -> Self {
        let hearing = (host.clone(), store.clone(), act.clone());
        let message = EventListener::new(&window(), "message", move |event| {
            if let Some(event) = event.dyn_ref::<MessageEvent>() {
                hearing.0.hear(event, &hearing.1, &hearing.2);
            }
        });
        let speaker = host.clone();
        let resized = Closure::<dyn FnMut()>::new(move || speaker.tell_size());
        let observer = ResizeObserver::new(resized.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(content)) = (&observer, content()) {
            observer.observe(&content);
        }
        // No more than that somebody is here: whoever framed us may know.
        let _ = host.0.window.post_message(&parcel("ready", &[]), "*");
        Self { _message: message, observer, _resized: resized }
    }
}

impl Drop for Ears {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}

/// What the frame is as high as. It is never as high as the frame itself, or the two would push each other up.
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

/// The size of what the host gave, and where it is kept.
fn body(given: Given, store: &Store) -> (u64, Body) {
    match given {
        Given::Text(text) if text.len() <= TEXT_LIMIT => (text.len() as u64, Body::Text(text.into())),
        Given::Text(text) => (text.len() as u64, Body::Blob(store.add(gloo::file::Blob::new(&*text)))),
        Given::Blob(blob) => {
            let blob = gloo::file::Blob::from(blob);
            (blob.size(), Body::Blob(store.add(blob)))
        }
    }
}
