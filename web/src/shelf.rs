//! Storage of the latest inputs in the visitor's browser, so that a reload or a closed tab loses nothing.
//!
//! Each tab has its own record in `IndexedDB`. `sessionStorage` holds the record's id, so the record is restored after
//! a reload, or when the tab is reopened. A new tab offers the latest record of a closed tab; open tabs hold a lock
//! named after their record. If the browser stores nothing, as in some private windows, the page receives
//! `Action::Kept(false)`.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use gloo::{file::Blob, utils::window};
use js_sys::{Array, Object, Promise, Reflect, Uint8Array};
use sitemap_validator_protocol::{http::Http, packed::Packed, packed_structs};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{IdbDatabase, IdbFactory, IdbObjectStore, IdbRequest, IdbTransactionMode, Storage};
use yew::Callback;

use crate::{
    browser, link,
    state::{Action, Body, Bookmark, Document, Entry, History, Input, Past, Site, Step, StepKind},
    store::Store,
};

const DATABASE: &str = "sitemap-validator";
const INPUTS: &str = "inputs";
/// The `sessionStorage` key of the id of this tab's record.
const TAB: &str = "sitemap-validator.tab";
/// The `sessionStorage` key of this tab's [`Bookmark`].
const BOOKMARK: &str = "sitemap-validator.bookmark";
/// The maximum number, total size and age of the records of closed tabs.
const RECORDS: usize = 20;
const ALL_BYTES: f64 = 512_000_000.0;
const AGE: f64 = 7.0 * 24.0 * 3600.0 * 1000.0;
/// An input with more bytes than this is not kept.
pub(crate) const BYTES: u64 = 64 * 1024 * 1024;

/// Stores the input on the page.
#[derive(Clone)]
pub(crate) struct Shelf(Rc<Inner>);

struct Inner {
    act: Callback<Action>,
    database: RefCell<Option<IdbDatabase>>,
    /// The record of this tab.
    tab: RefCell<Option<String>>,
    /// The history to write next.
    waiting: RefCell<Option<History>>,
    busy: Cell<bool>,
    /// True if the browser has stored the current input.
    keeps: Cell<bool>,
}

impl Shelf {
    /// Opens the database and emits the stored input, if there is one.
    pub(crate) fn open(store: &Store, act: &Callback<Action>) -> Self {
        let shelf = Self(Rc::new(Inner {
            act: act.clone(),
            database: RefCell::default(),
            tab: RefCell::default(),
            waiting: RefCell::default(),
            busy: Cell::default(),
            keeps: Cell::new(true),
        }));
        if browser::is_embedded() {
            return shelf;
        }
        // If a file crashes the tab, it is restored only once.
        let item = |key| session().and_then(|session| session.get_item(key).ok().flatten());
        let (tab, bookmark) = (item(TAB), item(BOOKMARK).unwrap_or_default());
        name(TAB, None);
        let linked = link::read(&browser::fragment()).is_some_and(|link| link.content.is_some());
        let (opened, store, act) = (shelf.clone(), store.clone(), act.clone());
        spawn_local(async move {
            let Some(database) = database().await else { return opened.tell(false) };
            *opened.0.database.borrow_mut() = Some(database.clone());
            let held = browser::held_locks().await;
            if let Some(kept) = newest(&database, tab.as_deref(), &held, &store).await {
                let own = tab.as_deref() == Some(&*kept.id) && !linked;
                // If a tab is duplicated, the record belongs to the original tab.
                if own && !held.contains(&lock(&kept.id)) && opened.0.tab.borrow().is_none() {
                    opened.claim(&kept.id);
                }
                act.emit(Action::Stored(kept, own.then(|| bookmark.as_str().into())));
            }
            opened.write(&store);
        });
        shelf
    }

    /// Stores the bookmark of this tab, for a reload.
    pub(crate) fn keep_bookmark(bookmark: &Bookmark) {
        if !browser::is_embedded() {
            name(BOOKMARK, Some(&bookmark.to_string()));
        }
    }

    /// Stores a document and its steps in this tab's record. `None` leaves that record for later and starts a new one.
    pub(crate) fn keep(&self, history: Option<History>, store: &Store) {
        if browser::is_embedded() {
            return;
        }
        if history.is_none() {
            self.0.tab.take();
            name(TAB, None);
            // Without a document, nothing is unsaved. Whether anything can be stored is only clear once the database is
            // open.
            if self.0.database.borrow().is_some() {
                self.tell(true);
            }
        }
        *self.0.waiting.borrow_mut() = history;
        self.write(store);
    }

    /// Writes the waiting history, and then any that arrives during the write.
    fn write(&self, store: &Store) {
        let (Some(database), false) = (self.0.database.borrow().clone(), self.0.busy.get()) else { return };
        let Some(history) = self.0.waiting.take() else { return };
        if self.0.tab.borrow().is_none() {
            self.claim(&browser::unique_name());
        }
        let id = self.0.tab.borrow().clone().unwrap_or_default();
        let Some(request) = put(&database, &id, &history, store) else { return self.tell(false) };
        name(TAB, Some(&id));
        self.0.busy.set(true);
        let (keeper, store) = (self.clone(), store.clone());
        spawn_local(async move {
            let written = answer(&request).await.is_some();
            keeper.tell(written && history.document.input.bytes() <= BYTES);
            keeper.0.busy.set(false);
            keeper.write(&store);
        });
    }

    /// Claims the record `id` for this tab by holding its lock.
    fn claim(&self, id: &str) {
        browser::hold(&lock(id));
        *self.0.tab.borrow_mut() = Some(id.to_owned());
    }

    /// Reports to the page whether the browser stores the input.
    fn tell(&self, keeps: bool) {
        if self.0.keeps.replace(keeps) != keeps {
            self.0.act.emit(Action::Kept(keeps));
        }
    }
}

/// Deletes a record.
pub(crate) fn forget(id: Rc<str>) {
    spawn_local(async move {
        if let Some(inputs) = database().await.and_then(|database| inputs(&database)) {
            let _ = inputs.delete(&(*id).into());
        }
    });
}

/// The name of the lock that the tab of a record holds.
fn lock(id: &str) -> String {
    format!("{TAB} {id}")
}

fn session() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

fn name(key: &str, value: Option<&str>) {
    if let Some(session) = session() {
        let _ = match value {
            Some(value) => session.set_item(key, value),
            None => session.remove_item(key),
        };
    }
}

async fn database() -> Option<IdbDatabase> {
    let factory: IdbFactory = Reflect::get(&window(), &"indexedDB".into()).ok()?.dyn_into().ok()?;
    let request = factory.open_with_u32(DATABASE, 1).ok()?;
    let opened = request.clone();
    let make = Closure::once_into_js(move || {
        let database = opened.result().ok().and_then(|result| result.dyn_into::<IdbDatabase>().ok());
        let _ = database.map(|database| database.create_object_store(INPUTS));
    });
    request.set_onupgradeneeded(Some(make.unchecked_ref()));
    answer(&request).await?.dyn_into().ok()
}

fn inputs(database: &IdbDatabase) -> Option<IdbObjectStore> {
    let transaction = database.transaction_with_str_and_mode(INPUTS, IdbTransactionMode::Readwrite).ok()?;
    transaction.object_store(INPUTS).ok()
}

async fn answer(request: &IdbRequest) -> Option<JsValue> {
    let promise = Promise::new(&mut |resolve, reject| {
        request.set_onsuccess(Some(&resolve));
        request.set_onerror(Some(&reject));
    });
    JsFuture::from(promise).await.ok()?;
    request.result().ok()
}

/// Writes a record. If it is too large, deletes it, so that a later visit does not restore an older input.
fn put(database: &IdbDatabase, id: &str, history: &History, store: &Store) -> Option<IdbRequest> {
    let (inputs, document) = (inputs(database)?, &history.document);
    if document.input.bytes() > BYTES {
        return inputs.delete(&id.into()).ok();
    }
    let record = written(document, store)?;
    let set = |key: &str, value: &JsValue| Reflect::set(&record, &key.into(), value).ok();
    let steps = |steps: &[Step]| -> Option<Array> {
        steps
            .iter()
            .map(|step| {
                let record = written(&step.document, store)?;
                Reflect::set(&record, &"kind".into(), &(step.kind as u8).into()).ok()?;
                Some(record)
            })
            .collect()
    };
    set("undo", steps(&history.undo)?.as_ref())?;
    set("redo", steps(&history.redo)?.as_ref())?;
    set("at", &(browser::now() as f64).into())?;
    set("bytes", &(document.input.bytes() as f64).into())?;
    set("format", &FORMAT.into())?;
    let request = inputs.put_with_key(&record, &id.into()).ok()?;
    // The page may be left before the transaction commits by itself.
    #[expect(deprecated, reason = "only in these bindings")]
    let _ = inputs.transaction().commit();
    Some(request)
}

/// A document in the form of a record.
fn written(document: &Document, store: &Store) -> Option<Object> {
    let record = Object::new();
    Reflect::set(&record, &"about".into(), &Uint8Array::from(&*about(document).pack())).ok()?;
    Reflect::set(&record, &"bodies".into(), bodies(&document.input, store)?.as_ref()).ok()?;
    Some(record)
}

/// The document of this tab, or else the latest one of a closed tab. Removes records of closed tabs beyond the limits.
async fn newest(database: &IdbDatabase, tab: Option<&str>, held: &[String], store: &Store) -> Option<Past> {
    let shelf = inputs(database)?;
    let (keys, records) = (shelf.get_all_keys().ok()?, shelf.get_all().ok()?);
    // The second request is answered after the first.
    let records = Array::from(&answer(&records).await?);
    let keys = Array::from(&keys.result().ok()?);
    let mut known: Vec<(String, JsValue)> =
        keys.iter().zip(records.iter()).filter_map(|(key, record)| Some((key.as_string()?, record))).collect();
    known.sort_by(|(_, a), (_, b)| number(b, "at").total_cmp(&number(a, "at")));
    let (own, others): (Vec<_>, Vec<_>) = known.into_iter().partition(|(id, _)| Some(id.as_str()) == tab);
    let closed = others.into_iter().filter(|(id, _)| !held.contains(&lock(id)));
    let old = browser::now() as f64 - AGE;
    let mut bytes = 0.0;
    let (kept, gone): (Vec<_>, Vec<_>) = closed.enumerate().partition(|(place, (_, record))| {
        bytes += number(record, "bytes");
        *place < RECORDS && bytes <= ALL_BYTES && number(record, "at") > old
    });
    if let Some(shelf) = inputs(database).filter(|_| !gone.is_empty()) {
        for (_, (id, _)) in &gone {
            let _ = shelf.delete(&id.as_str().into());
        }
    }
    let kept = kept.into_iter().map(|(_, record)| record);
    own.into_iter().chain(kept).find_map(|(id, record)| {
        let when = browser::written_time(number(&record, "at")).into();
        if get(&record, "format").as_string().as_deref() != Some(FORMAT) {
            return None;
        }
        // If one step cannot be read, the steps beyond it cannot be applied.
        let steps = |key: &str| Array::from(&get(&record, key)).iter().map(|step| read_step(&step, store)).collect();
        let undo: Option<Vec<Step>> = steps("undo");
        let redo: Option<Vec<Step>> = steps("redo");
        let document = read(&record, store)?;
        let history = History { document, undo: undo.unwrap_or_default(), redo: redo.unwrap_or_default() };
        Some(Past { history, id: id.into(), when })
    })
}

fn number(record: &JsValue, key: &str) -> f64 {
    Reflect::get(record, &key.into()).ok().and_then(|value| value.as_f64()).unwrap_or(0.0)
}

/// The facts in a record about a document, without the contents of its files.
struct About {
    files: Vec<AboutFile>,
    is_text: bool,
    address: String,
    name: Option<String>,
    base: String,
    robots: String,
    hosts: String,
    search_console: bool,
}

/// The facts in a record about a file; for a text, only whether it was fixed.
#[derive(Default)]
struct AboutFile {
    name: String,
    bytes: u64,
    address: String,
    http: Option<Http>,
    fixed: bool,
}

/// Makes the names of the fields part of the format, so that records with other fields are not read.
macro_rules! records {
    ($($structs:tt)*) => {
        packed_structs! { $($structs)* }

        const FORMAT: &str = stringify!($($structs)*);
    };
}

records! {
    About { files, is_text, address, name, base, robots, hosts, search_console }
    AboutFile { name, bytes, address, http, fixed }
}

fn about(document: &Document) -> About {
    let Document { input, site, address, name, folder: _ } = document;
    let files = match input {
        Input::Nothing => Vec::new(),
        Input::Text { fixed, .. } => vec![AboutFile { fixed: *fixed, ..AboutFile::default() }],
        Input::Files(entries) => entries
            .iter()
            .map(|Entry { name, bytes, address, http, fixed, .. }| AboutFile {
                name: name.to_string(),
                bytes: *bytes,
                address: address.to_string(),
                http: http.as_deref().cloned(),
                fixed: *fixed,
            })
            .collect(),
    };
    About {
        files,
        is_text: !input.is_files(),
        address: address.to_string(),
        name: name.as_deref().map(str::to_owned),
        base: site.base.to_string(),
        robots: site.robots.to_string(),
        hosts: site.hosts.to_string(),
        search_console: site.search_console,
    }
}

/// The contents of the files: texts and blobs.
fn bodies(input: &Input, store: &Store) -> Option<Array> {
    let body = |body: &Body| match body {
        Body::Text(text) => Some(JsValue::from_str(text)),
        Body::Blob(number) => Some(web_sys::Blob::from(store.get(*number)?).into()),
    };
    match input {
        Input::Nothing => Some(Array::new()),
        Input::Text { text, .. } => Some(Array::of1(&JsValue::from_str(text))),
        Input::Files(entries) => entries.iter().map(|entry| body(&entry.body)).collect(),
    }
}

fn get(record: &JsValue, key: &str) -> JsValue {
    Reflect::get(record, &key.into()).unwrap_or_default()
}

fn read_step(record: &JsValue, store: &Store) -> Option<Step> {
    let kind = get(record, "kind");
    let known = [StepKind::Fix, StepKind::Typing, StepKind::Replacement];
    let kind = known.into_iter().find(|known| kind == *known as u8)?;
    Some(Step { document: read(record, store)?, kind, selected: None })
}

fn read(record: &JsValue, store: &Store) -> Option<Document> {
    let get = |key: &str| get(record, key);
    let mut about = About::unpack(&get("about").dyn_into::<Uint8Array>().ok()?.to_vec())?;
    let mut entries = Vec::new();
    for (file, body) in std::mem::take(&mut about.files).into_iter().zip(Array::from(&get("bodies")).iter()) {
        let AboutFile { name, bytes, address, http, fixed } = file;
        let body = match body.as_string() {
            Some(content) if about.is_text => {
                return Some(document(about, Input::Text { text: content.into(), fixed }));
            }
            Some(content) => Body::Text(content.into()),
            None => Body::Blob(store.add(Blob::from(body.dyn_into::<web_sys::Blob>().ok()?))),
        };
        let http = http.map(Rc::new);
        entries.push(Entry { name: name.into(), bytes, body, address: address.into(), http, fixed });
    }
    let input = if entries.is_empty() { Input::Nothing } else { Input::Files(entries.into()) };
    Some(document(about, input))
}

fn document(about: About, input: Input) -> Document {
    let About { address, name, base, robots, hosts, search_console, .. } = about;
    let site = Site { base: base.into(), robots: robots.into(), hosts: hosts.into(), search_console };
    Document { input, site, address: address.into(), name: name.map(Rc::from), folder: None }
}
