//! The input area: drop target, text box and button in one.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::share::ShareButton;

use crate::{
    browser, intake,
    lang::{Lang, Texts, use_lang},
    lone_url::{is_sitemap_url, site_url},
    state::{Action, Document, Request, Sample, TEXT_LIMIT},
    store::Store,
};

/// The label of the button that empties the page.
pub(crate) const CLEAR: Texts = ["Clear", "Effacer", "Borrar"];

const WITHOUT_URL: Texts = [
    "Paste a sitemap here,\nor choose a file",
    "Collez ici un sitemap,\nou choisissez un fichier",
    "Pegue aquí un sitemap,\no elija un archivo",
];
const WITH_URL: Texts = [
    "Paste a sitemap, choose a file,\nor enter a URL",
    "Collez un sitemap, choisissez un fichier,\nou entrez une URL",
    "Pegue un sitemap, elija un archivo\no introduzca una URL",
];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The text in the box.
    pub(crate) text: AttrValue,
    /// True until there is something to check.
    pub(crate) empty: bool,
    /// The initial selection, in UTF-16 units, if the box must take the focus.
    #[prop_or_default]
    pub(crate) caret: Option<(u32, u32)>,
    /// True if a server behind the page fetches files.
    pub(crate) fetches: bool,
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
}

/// The input area.
#[component]
pub(crate) fn DropZone(props: &Props) -> Html {
    let lang = use_lang();
    let length = props.text.len();
    let typed = props.act.reform(move |event: InputEvent| {
        let field: HtmlTextAreaElement = event.target_unchecked_into();
        browser::note_paste(&event, &field, length);
        Action::Typed(field.value())
    });
    let entered = {
        // Other URLs may be the first line of a list.
        let url = site_url(&props.text).filter(|url| props.fetches || is_sitemap_url(url));
        let act = props.act.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !event.shift_key() && url.is_some() && !event.is_composing() {
                event.prevent_default();
                act.emit(Action::EnterUrl);
            }
        })
    };
    let field = use_node_ref();
    let caret = use_mut_ref(|| (0, 0));
    let left = {
        let (field, caret) = (field.clone(), caret.clone());
        Callback::from(move |_: FocusEvent| {
            if let Some(field) = field.cast::<HtmlTextAreaElement>() {
                *caret.borrow_mut() = browser::selection(&field);
            }
        })
    };
    {
        let (field, caret) = (field.clone(), props.caret);
        use_effect_with((), move |()| {
            if let (Some(field), Some(caret)) = (field.cast::<HtmlTextAreaElement>(), caret) {
                browser::focus_in_place_of_other(&field, caret);
            }
        });
    }
    {
        let field = field.clone();
        use_effect_with(props.text.clone(), move |_| {
            let Some(field) = field.cast::<HtmlTextAreaElement>() else {
                return;
            };
            // Setting a text moves the caret to its end, so its position is restored.
            if gloo::utils::document().active_element().as_ref() != Some(field.as_ref()) {
                let (from, to) = *caret.borrow();
                let top = field.scroll_top();
                let _ = field.set_selection_range(from, to);
                // Firefox scrolls to the selection a little later, even if the focus is elsewhere.
                browser::before_next_frame(move || field.set_scroll_top(top));
            }
        });
    }
    html! {
        <section class={classes!("drop", (!props.empty).then_some("small"))} aria-label={lang.text(["Input", "Entrée", "Entrada"])}>
            <label class="unseen" for="text">{ lang.text(["Sitemap text", "Le texte d’un sitemap", "El texto de un sitemap"]) }</label>
            <textarea
                ref={field}
                id="text"
                value={props.text.clone()}
                oninput={typed}
                onblur={left}
                onkeydown={entered}
                placeholder={lang.text(if props.fetches { WITH_URL } else { WITHOUT_URL })}
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                wrap="off"
                data-limit={TEXT_LIMIT.to_string()}
            />
            <div class="drop-foot">
                <ChooseFiles store={props.store.clone()} act={props.act.clone()} primary={props.empty} />
                if props.empty {
                    <span class="muted">
                        <span class="for-mouse">
                            { lang.text(["Or drop them anywhere: ", "Ou déposez-les n’importe où\u{a0}: ", "O suéltelos en cualquier lugar: "]) }
                        </span>
                        { lang.text([
                            "XML, index, text, RSS or Atom, also as .gz or .zip",
                            "XML, index, texte, RSS ou Atom\u{a0}; .gz et .zip aussi",
                            "XML, índice, texto, RSS o Atom; también .gz y .zip",
                        ]) }
                        <span class="for-mouse">
                            { lang.text(["; one file, several, or a folder", "\u{a0}; plusieurs fichiers ou un dossier", "; varios archivos o una carpeta"]) }
                        </span>
                    </span>
                } else {
                    { sample_buttons(lang, &props.act) }
                    <ShareButton act={props.act.clone()} />
                    <ChooseFiles store={props.store.clone()} act={props.act.clone()} purpose={Purpose::Compare} />
                    <button type="button" class="quiet" onclick={props.act.reform(|_| Action::Reset)}>{ lang.text(CLEAR) }</button>
                }
            </div>
        </section>
    }
}

/// The buttons for the samples.
pub(crate) fn sample_buttons(lang: Lang, act: &Callback<Action>) -> Html {
    html! {
        <span class="samples">
            <span class="muted">{ lang.text(["Try ", "Essayez ", "Pruebe "]) }</span>
            <button type="button" class="link" onclick={act.reform(|_| Action::Sample(Sample::Broken))}>
                { lang.text(["a broken sitemap", "un sitemap défectueux", "un sitemap defectuoso"]) }
            </button>
            <span class="muted">{ lang.text([" or ", " ou ", " o "]) }</span>
            <button type="button" class="link" onclick={act.reform(|_| Action::Sample(Sample::Good))}>
                { lang.text(["a valid one", "un sitemap valide", "uno válido"]) }
            </button>
        </span>
    }
}

/// What chosen files are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Purpose {
    /// They are checked.
    #[default]
    Check,
    /// They are the earlier version of the input.
    Compare,
}

#[derive(Properties, PartialEq)]
pub(crate) struct ChooseProps {
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
    #[prop_or_default]
    pub(crate) purpose: Purpose,
    #[prop_or_default]
    pub(crate) primary: bool,
}

/// The button that opens the browser's file dialog.
#[component]
pub(crate) fn ChooseFiles(props: &ChooseProps) -> Html {
    let lang = use_lang();
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
        let store = props.store.clone();
        let act = match props.purpose {
            Purpose::Check => props.act.clone(),
            Purpose::Compare => props.act.reform(|action| match action {
                Action::Files(entries) => Action::Ask(Request::Compare(Rc::new(Document::of_files(entries)))),
                other => other,
            }),
        };
        Callback::from(move |event: yew::Event| {
            let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
                return;
            };
            if let Some(files) = field.files() {
                intake::chosen(files, &store).emit(&act);
            }
            // The visitor may choose the same file again after changing it.
            field.set_value("");
        })
    };
    html! {
        <>
            <button type="button" class={classes!(props.primary.then_some("primary"))} onclick={open}>
                { lang.text(match props.purpose {
                    Purpose::Check => ["Choose files", "Choisir des fichiers", "Elegir archivos"],
                    Purpose::Compare => ["Compare with…", "Comparer avec…", "Comparar con…"],
                }) }
            </button>
            <input
                ref={field}
                class="unseen"
                type="file"
                name={match props.purpose {
                    Purpose::Check => "files",
                    Purpose::Compare => "earlier",
                }}
                multiple=true
                accept=".xml,.gz,.zip,.txt,.rss,.atom,text/xml,application/xml,text/plain,application/gzip,application/zip"
                tabindex="-1"
                aria-hidden="true"
                onchange={chosen}
            />
        </>
    }
}
