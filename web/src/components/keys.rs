//! The single-key shortcuts, and the dialog that explains them.

use gloo::{
    events::{EventListener, EventListenerOptions},
    utils::{document, window},
};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, KeyboardEvent};
use yew::prelude::*;

use super::{dialog::Dialog, filters, focus, seek_bar};
use crate::{
    browser,
    lang::{Texts, use_lang},
    state::Action,
};

/// The keys and their effects.
const KEYS: [(&str, Texts); 12] = [
    ("o", ["Choose files", "Choisir des fichiers", "Elegir archivos"]),
    ("v", ["Go to the text", "Aller au texte", "Ir al texto"]),
    ("j", ["Next problem", "Problème suivant", "Problema siguiente"]),
    ("k", ["Previous problem", "Problème précédent", "Problema anterior"]),
    ("Enter", ["Go from a row to its fix", "Aller d’une ligne à sa correction", "Ir de una fila a su corrección"]),
    ("/", ["Search the problems", "Rechercher dans les problèmes", "Buscar en los problemas"]),
    ("f", ["Filter the problems", "Filtrer les problèmes", "Filtrar los problemas"]),
    ("s", ["Search the source", "Rechercher dans le code source", "Buscar en el código fuente"]),
    ("t", ["Go to the verdict", "Aller au verdict", "Ir al veredicto"]),
    ("Ctrl+Z, Ctrl+Y", ["Undo, redo", "Annuler, rétablir", "Deshacer, rehacer"]),
    ("?", ["Show keyboard shortcuts", "Afficher les raccourcis clavier", "Mostrar los atajos de teclado"]),
    (
        "Esc",
        [
            "Cancel the check, or close the dialog",
            "Annuler la vérification, ou fermer la boîte de dialogue",
            "Cancelar la comprobación, o cerrar el cuadro de diálogo",
        ],
    ),
];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// True if single-letter keyboard shortcuts are on.
    pub(crate) on: bool,
    /// True while a check can be canceled.
    pub(crate) running: bool,
    pub(crate) act: Callback<Action>,
}

/// Listens for single keys.
#[component]
pub(crate) fn Keys(props: &Props) -> Html {
    let emit = props.act.clone();
    use_effect_with((props.on, props.running), move |&(on, running)| {
        let options = EventListenerOptions::enable_prevent_default();
        let listener = EventListener::new_with_options(&window(), "keydown", options, move |event| {
            let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
                return;
            };
            let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
            let act = |act: &Callback<Action>| {
                if modified { undo_or_redo(event, act) } else { pressed(event, on, running, act) }
            };
            if !event.default_prevented() && !event.is_composing() && act(&emit) {
                event.prevent_default();
            }
        });
        move || drop(listener)
    });
    html! {}
}

/// Undoes or redoes the last step, except in text fields, which have their own undo history (empty after Clear). In the
/// editor, Ctrl+F or Cmd+F moves to the page's own search, because the browser's search finds only the lines that are
/// drawn.
fn undo_or_redo(event: &KeyboardEvent, act: &Callback<Action>) -> bool {
    let command = (event.ctrl_key() || event.meta_key()) && !event.alt_key();
    if command && event.key() == "f" && browser::is_in_editor(event) {
        return browser::focus(seek_bar::FIELD);
    }
    let action = match event.key().to_ascii_lowercase().as_str() {
        "z" if event.shift_key() => Action::Redo,
        "z" => Action::Undo,
        "y" if event.ctrl_key() => Action::Redo,
        _ => return false,
    };
    let has_own_steps = browser::is_in_field(event) && !browser::is_in_empty_text(event);
    let does = command && !has_own_steps && document().query_selector("dialog[open]").ok().flatten().is_none();
    if does {
        act.emit(action);
    }
    does
}

/// Performs the action of a key. Returns false if the key has none here.
fn pressed(event: &KeyboardEvent, on: bool, running: bool, act: &Callback<Action>) -> bool {
    if document().query_selector("dialog[open]").ok().flatten().is_some() {
        return false;
    }
    let key = event.key();
    if key == "Escape" {
        if running {
            act.emit(Action::Cancel);
        }
        return running;
    }
    if !on || browser::is_in_field(event) {
        return false;
    }
    match key.as_str() {
        "o" => browser::click("input[name=files]"),
        "v" => browser::focus_text(),
        "/" => browser::focus(filters::FIELD),
        "f" => browser::focus(filters::SEVERITY),
        "s" => browser::focus(seek_bar::FIELD),
        "t" => browser::focus(focus::VERDICT),
        "?" => {
            act.emit(Action::Help);
            true
        }
        "j" | "k" => {
            browser::focus(".row[aria-current=true]");
            act.emit(Action::Step(if key == "j" { 1 } else { -1 }));
            true
        }
        _ => false,
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct HelpProps {
    /// True if single-letter keyboard shortcuts are on.
    pub(crate) on: bool,
    pub(crate) act: Callback<Action>,
}

/// The dialog that explains the keyboard shortcuts and can switch them off.
#[component]
pub(crate) fn ShortcutsDialog(props: &HelpProps) -> Html {
    let lang = use_lang();
    let ticked = props.act.reform(|event: yew::Event| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        Action::Keys(field.is_some_and(|field| field.checked()))
    });
    html! {
        <Dialog
            id="help"
            title={lang.text(["Keyboard shortcuts", "Raccourcis clavier", "Atajos de teclado"])}
            onclose={props.act.reform(|()| Action::CloseSheet)}
        >
            <dl class="keys-list">
                { for KEYS.iter().map(|(key, said)| html! {
                    <>
                        <dt><kbd>{ *key }</kbd></dt>
                        <dd>{ lang.text(*said) }</dd>
                    </>
                }) }
            </dl>
            <label class="tick">
                <input type="checkbox" checked={props.on} onchange={ticked} />
                { lang.text([
                    "Enable single-letter shortcuts (Esc always works)",
                    "Activer les raccourcis d’une seule lettre (Échap fonctionne toujours)",
                    "Activar los atajos de una sola letra (Esc siempre funciona)",
                ]) }
            </label>
            <p class="muted">
                { lang.text([
                    "Shortcuts are off while you type.",
                    "Les raccourcis sont désactivés pendant la saisie.",
                    "Los atajos se desactivan mientras escribe.",
                ]) }
            </p>
        </Dialog>
    }
}

/// The button that opens the dialog.
#[component]
pub(crate) fn HelpButton(props: &ButtonProps) -> Html {
    let lang = use_lang();
    html! {
        <button type="button" class="quiet for-keyboards" onclick={props.act.reform(|_| Action::Help)}>
            { lang.text(["Keyboard shortcuts", "Raccourcis", "Atajos"]) }
        </button>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct ButtonProps {
    pub(crate) act: Callback<Action>,
}
