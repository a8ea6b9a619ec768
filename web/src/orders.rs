//! Performs the orders of the state.

use std::rc::Rc;

use gloo::file::Blob;
use js_sys::Array;
use sitemap_validator_protocol::{
    message::{SiteStep, ToWorker},
    name::plain_name,
    sorted_map::SortedMap,
};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use crate::{
    app::App,
    browser, built, embed,
    guide::Guide,
    lang::{Lang, Texts},
    links, request, saving, shelf,
    state::{Action, AfterDrawing, Body, Order, State},
    store::Store,
    zip,
};

/// The notice shown if a file cannot be compressed.
const NO_GZIP: Texts = [
    "This browser cannot compress files: download the uncompressed file",
    "Ce navigateur ne peut pas compresser les fichiers\u{a0}: téléchargez le fichier non compressé",
    "Este navegador no puede comprimir archivos: descargue el archivo sin comprimir",
];

impl State {
    /// The blobs and the folder of the input, of inputs that can be restored, and of the one that it is compared with.
    pub(crate) fn blobs_in_use(&self) -> SortedMap<u32, ()> {
        let past = self.past.as_deref().map(|past| &past.history);
        let kept = past.into_iter().flat_map(|past| past.undo.iter().chain(&past.redo));
        let steps = self.undo.iter().chain(&self.redo).chain(kept).map(|step| &step.document);
        let compared = self.comparison.as_ref().map(|compared| &*compared.old);
        let documents = steps.chain(past.map(|past| &past.document)).chain(compared);
        let inputs = documents.map(|document| (&document.input, &document.folder));
        let inputs = inputs.chain([(&self.input, &self.folder)]);
        let numbers =
            inputs.flat_map(|(input, folder)| input.blobs().chain(folder.as_ref().map(|folder| folder.number)));
        numbers.map(|number| (number, ())).collect()
    }
}

impl App {
    /// Performs the orders that wait until the page is rendered.
    pub(crate) fn after_drawing(&mut self) {
        let AfterDrawing { check, reveal } = std::mem::take(&mut self.later);
        if check {
            let (check, blobs) = request::check(&self.state, browser::now(), browser::processors());
            self.client.check(self.state.lang, check, files(&blobs, &self.store));
        }
        if reveal {
            browser::reveal(".lone, .file-result, [data-state=empty] :is(.progress, .trouble)");
            // The focused field may be out of view now.
            if browser::is_focus_in("#address") {
                browser::focus(".trouble .primary");
            }
        }
    }

    /// Performs an order. Results that arrive later are emitted as actions.
    pub(crate) fn carry_out(&mut self, order: Order, act: Callback<Action>) {
        let Some(order) = self.later.hold(order) else { return };
        let (state, store) = (&self.state, &self.store);
        match order {
            Order::Start(timer) => self.timers.start(timer, act),
            Order::Stop(timer) => self.timers.stop(timer),
            Order::Check | Order::Reveal => {}
            Order::Compare(file) => {
                if let Some((compare, blobs)) = request::compare(state, file) {
                    self.client.post(&compare, &files(&blobs, store));
                }
            }
            Order::Ask(question) => self.client.post(&question, &Array::new()),
            Order::Read { run, folder, files } => {
                if let Some(folder) = store.folder(folder) {
                    built::post(run, files, &folder, state.lang, self.client.clone());
                }
            }
            Order::Site { start, again } => {
                let (run, start) = (state.run, start.to_string());
                let language = request::language(state.lang);
                let step = SiteStep::Begin { start, now: browser::now(), private: true, again, lang: language };
                self.client.post(&ToWorker::Site { run, step }, &Array::new());
            }
            Order::Fetch { run, requests, wait } => {
                if let Some(fetcher) = &self.fetcher {
                    fetcher.fetch(run, requests, wait, &self.client);
                }
            }
            Order::EndSite(run) => {
                if let Some(fetcher) = &self.fetcher {
                    fetcher.end();
                }
                self.client.post(&ToWorker::Site { run, step: SiteStep::End }, &Array::new());
            }
            Order::Collect { run, files, left_out } => {
                let entries = self.fetcher.as_ref().map(|fetcher| fetcher.collect(files)).unwrap_or_default();
                act.emit(Action::SiteFetched { run, entries, left_out });
            }
            Order::Respawn => {
                if let Some(fetcher) = &self.fetcher {
                    fetcher.end();
                }
                self.client.respawn();
            }
            Order::Remember(address) => browser::remember_address(&address),
            Order::Guide(lang, rule) => {
                spawn_local(async move {
                    let page = browser::fetch_own(&format!("rules/{rule}.md")).await;
                    let mut guide = page.and_then(|page| Guide::parse(&rule, &page));
                    if lang != Lang::En {
                        let page = browser::fetch_own(&format!("rules/{}/{rule}.md", lang.tag())).await;
                        guide = guide.map(|guide| guide.in_words_of(page.and_then(|page| Guide::parse(&rule, &page))));
                    }
                    act.emit(Action::Guide(lang, rule, guide.map(Rc::new)));
                });
            }
            Order::Store(what, text) => browser::keep(what, &text),
            Order::Release(body) => release(&body, state, store),
            Order::Forget(id) => shelf::forget(id),
            Order::Share => links::share(state, store, &act),
            Order::ReportToHost(body) => {
                if let Some(host) = embed::host() {
                    host.send_report(body.as_ref(), store);
                }
                if let Some(body) = body {
                    release(&body, state, store);
                }
            }
            Order::Copy(text) => {
                spawn_local(async move {
                    let copied = browser::copy(&text).await;
                    act.emit(Action::Notify(if copied {
                        ["Copied", "Copié", "Copiado"]
                    } else {
                        [
                            "The browser blocked copying: select the text instead",
                            "Le navigateur n’a pas laissé la page copier\u{a0}: sélectionnez plutôt le texte",
                            "El navegador no permitió copiar: seleccione el texto",
                        ]
                    }));
                });
            }
            Order::SaveZip { name, files } => {
                let files: Vec<_> =
                    files.into_iter().filter_map(|(name, body)| Some((name, content(&body, store)?))).collect();
                spawn_local(async move {
                    match pack(files).await {
                        Some(archive) => saving::save(&name, archive),
                        None => act.emit(Action::Notify(NO_GZIP)),
                    }
                });
            }
            Order::SaveGzip { name, body } => {
                let blob = content(&body, store);
                spawn_local(async move {
                    let Some(blob) = blob else { return };
                    match browser::gzip(&blob).await {
                        Some(packed) => saving::save(&name, packed),
                        None => act.emit(Action::Notify(NO_GZIP)),
                    }
                });
            }
            Order::Save { name, body } => match &body {
                Body::Text(text) => saving::save(&name, Blob::new(&**text)),
                Body::Blob(number) => {
                    if let Some(blob) = store.get(*number) {
                        saving::save(&name, blob);
                    }
                    release(&body, state, store);
                }
            },
        }
    }
}

/// The files with these numbers, for the worker.
fn files(numbers: &[u32], store: &Store) -> Array {
    numbers.iter().filter_map(|number| store.get(*number)).map(JsValue::from).collect()
}

fn content(body: &Body, store: &Store) -> Option<Blob> {
    match body {
        Body::Text(text) => Some(Blob::new(&**text)),
        Body::Blob(number) => store.get(*number),
    }
}

/// An archive of files. Those whose names end in `.gz` are gzipped.
async fn pack(files: Vec<(String, Blob)>) -> Option<Blob> {
    let mut packed = Vec::new();
    for (name, file) in files {
        let file = if plain_name(&name) == name { file } else { browser::gzip(&file).await? };
        packed.push((name, file));
    }
    zip::archive(packed).await
}

/// Drops a file that was created for a download.
fn release(body: &Body, state: &State, store: &Store) {
    if let Body::Blob(number) = body
        && state.blobs_in_use().get(number).is_none()
    {
        store.remove(*number);
    }
}
