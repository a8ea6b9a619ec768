//! What just happened, what went wrong, and an address that was pasted instead of a file.

use yew::prelude::*;

use crate::{
    state::Action,
    text::{middle_cut, spelled_out},
};

/// What just happened; `undo` when it can be taken back.
pub(crate) fn notice(sentence: &str, undo: bool, act: &Callback<Action>) -> Html {
    html! {
        <div class="toast" role="group" aria-label="Notice">
            <p>{ sentence }</p>
            if undo {
                <button type="button" class="link" onclick={act.reform(|_| Action::Undo)}>{ "Undo" }</button>
            }
            <button type="button" class="quiet" onclick={act.reform(|_| Action::Dismiss)}>{ "Dismiss" }</button>
        </div>
    }
}

/// The worker is gone or gave up; the input is still there.
pub(crate) fn trouble(sentence: &str, act: &Callback<Action>) -> Html {
    html! {
        <section class="trouble" role="alert">
            <h2>{ sentence }</h2>
            <p>{ "Your sitemap is still here, unchanged." }</p>
            <button type="button" class="primary" onclick={act.reform(|_| Action::Again)}>{ "Try again" }</button>
            <button type="button" onclick={act.reform(|_| Action::Reset)}>{ "Clear" }</button>
        </section>
    }
}

/// Somebody pasted an address.
pub(crate) fn lone_url(url: &str, act: &Callback<Action>) -> Html {
    let shown = spelled_out(url);
    html! {
        <section class="lone" aria-label="Pasted address">
            <h2>{ "This is an address, not a sitemap" }</h2>
            <p>
                { "Browsers do not let a page read the files of other sites, so this page cannot fetch it. Open " }
                <a href={url.to_owned()} target="_blank" rel="noopener noreferrer" title={shown.clone()}>
                    <bdi dir="ltr" class="mono">{ middle_cut(&shown, 60) }</bdi>
                </a>
                { " in a new tab, save it, and drop the saved file here." }
            </p>
            <button type="button" onclick={act.reform(|_| Action::UseAsAddress)}>
                { "Keep it as the sitemap’s address" }
            </button>
        </section>
    }
}
