//! Requests through the server behind the page: docs/fetch-endpoint.md.
//!
//! These functions are not inlined, so that the page loads them when a search begins.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
    rc::Rc,
};

use gloo::{
    file::Blob,
    timers::{callback::Timeout, future::TimeoutFuture},
    utils::window,
};
use js_sys::Array;
use sitemap_validator_protocol::{
    http::{ANSWER_HEADER, Answer, FetchError},
    message::{SiteFile, SiteStep, ToWorker},
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{AbortController, RequestCache, RequestInit, Response};
use yew::Callback;

use crate::{
    browser,
    state::{Action, Body, Entry},
    store::Store,
    worker::Client,
};

/// The longest time in seconds that the page waits before it asks the server again.
const PATIENCE: u32 = 30;

/// Makes requests through the server behind the page.
#[derive(Clone)]
pub(crate) struct Fetcher(Rc<Inner>);

struct Inner {
    endpoint: String,
    run: Cell<u32>,
    /// The run whose requests were ended most recently.
    ended: Cell<u32>,
    abort: RefCell<Option<AbortController>>,
    wait: RefCell<Option<Timeout>>,
    /// The fetched contents with their sizes, by the numbers of the requests.
    contents: RefCell<BTreeMap<u32, (u32, u64)>>,
    store: Store,
    act: Callback<Action>,
}

impl Fetcher {
    /// A fetcher, if the page has such a server.
    #[inline(never)]
    pub(crate) fn new(store: Store, act: Callback<Action>) -> Option<Self> {
        let endpoint = browser::fetch_endpoint()?;
        Some(Self(Rc::new(Inner {
            endpoint,
            run: Cell::default(),
            ended: Cell::default(),
            abort: RefCell::default(),
            wait: RefCell::default(),
            contents: RefCell::default(),
            store,
            act,
        })))
    }

    /// Makes requests, and sends the results to the worker.
    #[inline(never)]
    pub(crate) fn fetch(&self, run: u32, requests: Vec<(u32, String)>, wait: Option<u32>, client: &Client) {
        if self.0.ended.get() == run {
            return;
        }
        if self.0.run.get() != run {
            self.end();
            self.0.run.set(run);
            *self.0.abort.borrow_mut() = AbortController::new().ok();
        }
        for (id, url) in requests {
            let (fetcher, client) = (self.clone(), client.clone());
            spawn_local(async move { fetcher.one(run, id, &url, &client).await });
        }
        let client = client.clone();
        *self.0.wait.borrow_mut() = wait.map(|wait| {
            Timeout::new(wait, move || client.post(&ToWorker::Site { run, step: SiteStep::GoOn }, &Array::new()))
        });
    }

    async fn one(&self, run: u32, id: u32, url: &str, client: &Client) {
        let (answer, content) = loop {
            let begun = browser::now();
            match self.get(url).await {
                Ok((answer, content)) => {
                    let ms = u64::try_from(browser::now() - begun).ok();
                    break (Answer { ms, ..answer }, content);
                }
                Err(Some(seconds)) if seconds <= PATIENCE => TimeoutFuture::new(seconds * 1000).await,
                Err(_) if self.is_over(run) => return,
                Err(seconds) => {
                    return self.0.act.emit(Action::FetcherBusy { run, seconds: seconds.map(u64::from) });
                }
            }
            if self.is_over(run) {
                return;
            }
        };
        if self.is_over(run) {
            return;
        }
        let files = Array::new();
        if let Some(content) = content {
            files.push(content.as_ref());
            let size = content.size();
            self.0.contents.borrow_mut().insert(id, (self.0.store.add(content), size));
        }
        client.post(&ToWorker::Site { run, step: SiteStep::Fetched { id, answer } }, &files);
    }

    fn is_over(&self, run: u32) -> bool {
        self.0.run.get() != run || self.0.abort.borrow().is_none()
    }

    /// Makes one request. The error is the number of seconds that the server asks to wait, or `None` if the server does
    /// not respond.
    async fn get(&self, url: &str) -> Result<(Answer, Option<Blob>), Option<u32>> {
        let options = RequestInit::new();
        options.set_cache(RequestCache::NoStore);
        if let Some(abort) = &*self.0.abort.borrow() {
            options.set_signal(Some(&abort.signal()));
        }
        let url = format!("{}?url={}", self.0.endpoint, js_sys::encode_uri_component(url));
        let answer = JsFuture::from(window().fetch_with_str_and_init(&url, &options)).await;
        // The server behind the page no longer responds.
        let Some(response) = answer.ok().and_then(|answer| answer.dyn_into::<Response>().ok()) else {
            return Err(None);
        };
        if response.status() == 429 {
            let wait = response.headers().get("retry-after").ok().flatten();
            return Err(Some(wait.and_then(|wait| wait.parse().ok()).unwrap_or(1)));
        }
        let header = response.headers().get(ANSWER_HEADER).ok().flatten();
        let mut answer: Answer = header.and_then(|header| serde_json::from_str(&header).ok()).ok_or(None)?;
        let content = match response.blob() {
            Ok(content) => JsFuture::from(content).await.ok().and_then(|content| content.dyn_into().ok()),
            Err(_) => None,
        };
        let content = content.map(|content: web_sys::Blob| Blob::from(content));
        match &content {
            Some(content) if content.size() > answer.limit => answer.error = Some(FetchError::TooLarge),
            None => answer.error = Some(FetchError::Cut),
            Some(_) => {}
        }
        let is_file = answer.status == 200 && answer.error.is_none();
        Ok((answer, content.filter(|_| is_file)))
    }

    /// Ends all requests.
    #[inline(never)]
    pub(crate) fn end(&self) {
        self.0.ended.set(self.0.run.get());
        self.0.wait.take();
        if let Some(abort) = self.0.abort.take() {
            abort.abort();
        }
    }

    /// The fetched contents as files.
    #[inline(never)]
    pub(crate) fn collect(&self, files: Vec<SiteFile>) -> Vec<Entry> {
        self.0.wait.take();
        let contents = self.0.contents.borrow();
        let entry = |SiteFile { id, http }: SiteFile| {
            let content = contents.get(&id).copied().filter(|_| http.is_ok());
            let (bytes, body) =
                content.map_or((0, Body::Text("".into())), |(number, bytes)| (bytes, Body::Blob(number)));
            let address = http.address().into();
            let name = http.requested.as_str().into();
            Entry { name, bytes, body, address, http: Some(Rc::new(http)), fixed: false }
        };
        files.into_iter().map(entry).collect()
    }
}
