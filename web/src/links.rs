//! Links to the page, both followed and created, and the language in which the page starts.

use std::rc::Rc;

use gloo::{
    events::EventListener,
    file::{Blob, futures::read_as_bytes},
    utils::window,
};
use wasm_bindgen_futures::spawn_local;
use yew::Callback;

use crate::{
    browser, embed,
    lang::Lang,
    link::{self, Content, UNPACKED_LIMIT},
    packing,
    state::{Action, Body, Keeping, LinkContent, ShareLink, State, StorageKey, TEXT_LIMIT},
    store::Store,
};

/// The state of the page at the start of a visit: as the link specifies, otherwise as it was left. `web/early.js` has
/// already chosen the language.
pub(crate) fn first_state() -> State {
    let link = link::read(&browser::fragment()).unwrap_or_default();
    let kept_settings = || link::read(&browser::kept(StorageKey::Settings)?)?.settings;
    State {
        fetches: browser::fetch_endpoint().is_some(),
        lang: Lang::of_tag(&browser::document_language()).unwrap_or_default(),
        settings: link.settings.or_else(kept_settings).unwrap_or_default(),
        keeping: if browser::is_embedded() { Keeping::Frame } else { Keeping::Yes },
        // In a frame, single-letter shortcuts belong to the host.
        keys: !browser::is_embedded() && browser::kept(StorageKey::Keys).is_none_or(|kept| kept != "off"),
        ..State::new(&browser::remembered_address())
    }
}

/// Follows the link that opened the page, and each link that is followed while the page is open.
pub(crate) fn listen(store: &Store, act: &Callback<Action>) -> EventListener {
    follow(store.clone(), act.clone());
    let (store, act) = (store.clone(), act.clone());
    EventListener::new(&window(), "hashchange", move |_| {
        let fragment = browser::fragment();
        if fragment.is_empty() || link::read(&fragment).is_some_and(|link| link.content.is_none()) {
            act.emit(Action::LeaveLink);
        }
        follow(store.clone(), act.clone());
    })
}

fn follow(store: Store, act: Callback<Action>) {
    embed::dress_as_linked();
    let Some(mut link) = link::read(&browser::fragment()) else {
        return;
    };
    if browser::is_embedded() {
        // The input of a frame comes from its host's messages or from its visitor.
        (link.content, link.name) = (None, None);
    }
    spawn_local(async move {
        let text = match link.content.take() {
            None => None,
            Some(Content::Plain(text)) => Some(Ok(text)),
            Some(Content::Packed(bytes)) => Some(packing::unpack(bytes).await),
        };
        let content = match text {
            Some(Ok(text)) if text.len() > TEXT_LIMIT => {
                let bytes = text.len() as u64;
                Some((bytes, Body::Blob(store.add(Blob::new(&*text)))))
            }
            Some(Ok(text)) => Some((text.len() as u64, Body::Text(text.into()))),
            Some(Err(fault)) => {
                link.fault = Some(fault);
                None
            }
            None => None,
        };
        act.emit(Action::Follow(link, content));
    });
}

/// Creates a link to the page in its current state, and copies it to the clipboard.
pub(crate) fn share(state: &State, store: &Store, act: &Callback<Action>) {
    let (lang, settings, address) = (state.lang, state.settings.clone(), state.address.clone());
    let (shareable, store, act) = (state.shareable(), store.clone(), act.clone());
    spawn_local(async move {
        let mut name = None;
        let text = match shareable {
            Err(holds) => Err(holds),
            Ok((body, named)) => {
                name = named;
                text(body, &store).await
            }
        };
        let (content, holds) = match text {
            Err(holds) => (None, holds),
            Ok(text) => {
                let packed = packing::pack(&text).await;
                let content = link::content(&text, packed.as_deref());
                let holds = if content.is_some() { LinkContent::Text } else { LinkContent::TooLong };
                (content, holds)
            }
        };
        let fragment = link::write(lang, &settings, &address, name.as_deref(), content.as_deref());
        let url: Rc<str> = format!("{}{fragment}", browser::page_address()).into();
        let copied = browser::copy(&url).await;
        act.emit(Action::LinkMade(ShareLink { url, holds, address: !address.trim().is_empty(), copied }));
    });
}

/// The text of a body, if it is short enough for a link.
async fn text(body: Body, store: &Store) -> Result<Rc<str>, LinkContent> {
    let number = match body {
        Body::Text(text) => return Ok(text),
        Body::Blob(number) => number,
    };
    let blob = store.get(number).ok_or(LinkContent::Binary)?;
    if blob.size() > UNPACKED_LIMIT as u64 {
        return Err(LinkContent::TooLong);
    }
    let bytes = read_as_bytes(&blob).await.map_err(|_| LinkContent::Binary)?;
    String::from_utf8(bytes).map(Rc::from).map_err(|_| LinkContent::Binary)
}

/// Updates the page's own URL after changes, so that a reload or a bookmark restores them.
pub(crate) fn revise_address(state: &State) {
    // The URL of a frame belongs to its host.
    if browser::is_embedded() {
        return;
    }
    let before = browser::fragment();
    let after = link::revised(&before, state.lang, &state.settings, &state.address, state.linked);
    if before != after {
        browser::set_fragment(&after);
    }
}
