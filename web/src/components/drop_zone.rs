//! Where a sitemap comes in: one area that is drop target, text box and button.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::{
    intake,
    state::{Action, Sample},
    store::Store,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The text in the box.
    pub(crate) text: AttrValue,
    /// True until there is something to check.
    pub(crate) empty: bool,
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
}

/// Where a sitemap comes in.
#[component]
pub(crate) fn DropZone(props: &Props) -> Html {
    let typed = props.act.reform(|event: InputEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        Action::Typed(field.map(|field| field.value()).unwrap_or_default())
    });
    html! {
        <section class={classes!("drop", (!props.empty).then_some("small"))} aria-label="Input">
            <label class="unseen" for="text">{ "The text of a sitemap" }</label>
            <textarea
                id="text"
                value={props.text.clone()}
                oninput={typed}
                placeholder={"Drop a sitemap anywhere,\nor paste its text here"}
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                wrap="off"
            />
            <div class="drop-foot">
                <ChooseFiles store={props.store.clone()} act={props.act.clone()} primary={props.empty} />
                if props.empty {
                    <span class="muted">{ "XML, index, text, RSS or Atom; .gz too; several files or a folder" }</span>
                } else {
                    { sample_buttons(&props.act) }
                    <button type="button" class="quiet" onclick={props.act.reform(|_| Action::Reset)}>{ "Clear" }</button>
                }
            </div>
        </section>
    }
}

/// The examples.
pub(crate) fn sample_buttons(act: &Callback<Action>) -> Html {
    html! {
        <span class="samples">
            <span class="muted">{ "Try " }</span>
            <button type="button" class="link" onclick={act.reform(|_| Action::Sample(Sample::Broken))}>
                { "a broken sitemap" }
            </button>
            <span class="muted">{ " or " }</span>
            <button type="button" class="link" onclick={act.reform(|_| Action::Sample(Sample::Good))}>
                { "a good one" }
            </button>
        </span>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct ChooseProps {
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
    #[prop_or_default]
    pub(crate) primary: bool,
    #[prop_or_else(|| AttrValue::Static("Choose files"))]
    pub(crate) label: AttrValue,
}

/// The button that opens the browser's own file dialog.
#[component]
pub(crate) fn ChooseFiles(props: &ChooseProps) -> Html {
    let field = use_node_ref();
    let open = {
        let field = field.clone();
        Callback::from(move |_: MouseEvent| {
            if let Some(field) = field.cast::<HtmlInputElement>() {
                field.click();
            }
        })
    };
    let chosen = {
        let (store, act) = (props.store.clone(), props.act.clone());
        Callback::from(move |event: yew::Event| {
            let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
                return;
            };
            if let Some(files) = field.files() {
                intake::chosen(files, &store).emit(&act);
            }
            // The same file may be chosen again after it was changed.
            field.set_value("");
        })
    };
    html! {
        <>
            <button type="button" class={classes!(props.primary.then_some("primary"))} onclick={open}>{ props.label.clone() }</button>
            <input
                ref={field}
                class="unseen"
                type="file"
                multiple=true
                accept=".xml,.gz,.txt,.rss,.atom,text/xml,application/xml,text/plain,application/gzip"
                tabindex="-1"
                aria-hidden="true"
                onchange={chosen}
            />
        </>
    }
}
