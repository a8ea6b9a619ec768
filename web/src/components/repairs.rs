//! The buttons for all safe fixes, of one file or of all files, and the Undo button.

use sitemap_validator_protocol::message::FixRequest;
use yew::prelude::*;

use crate::{
    lang::{Lang, Texts, use_lang},
    state::{Action, FixProgress, Leads, Request, Steps},
    text::{middle_cut, spelled_out},
    verdict::FILES,
};

pub(crate) const UNDO: Texts = ["Undo", "Annuler", "Deshacer"];
pub(crate) const PREVIEW: Texts = ["Preview", "Aperçu", "Vista previa"];
pub(crate) const REDO: Texts = ["Redo", "Rétablir", "Rehacer"];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The steps that can be undone and redone.
    pub(crate) steps: Steps,
    /// The number of safe fixes.
    pub(crate) safe: u64,
    /// True if there are suggested fixes too.
    pub(crate) has_suggested: bool,
    /// True for one of several files: above it is a button for all files.
    pub(crate) is_part: bool,
    pub(crate) act: Callback<Action>,
}

/// The buttons for all safe fixes of a file, and the Undo button.
#[component]
pub(crate) fn Repairs(props: &Props) -> Html {
    let lang = use_lang();
    let act = &props.act;
    html! {
        <>
            if props.safe > 0 {
                <button
                    type="button"
                    class={(!props.is_part).then_some("primary")}
                    onclick={act.reform(|_| Action::Ask(Request::Fix(FixRequest::All { suggested: false })))}
                >
                    { lang.fill(
                        if props.is_part {
                            ["Fix only this file ({0})", "Corriger seulement ce fichier ({0})", "Corregir solo este archivo ({0})"]
                        } else {
                            ["Apply all safe fixes ({0})", "Appliquer toutes les corrections sûres ({0})", "Aplicar todas las correcciones seguras ({0})"]
                        },
                        &[&lang.number(props.safe)],
                    ) }
                </button>
                <button type="button" onclick={act.reform(|_| Action::Ask(Request::PreviewFix(FixRequest::All { suggested: false })))}>
                    { lang.text(PREVIEW) }
                </button>
            }
            if props.has_suggested {
                { all_fixes(lang, act.reform(|_| Action::Ask(Request::PreviewFix(FixRequest::All { suggested: true })))) }
            }
            { steps(&props.steps, lang, act) }
        </>
    }
}

/// The button that previews all fixes, including those that are only suggested.
fn all_fixes(lang: Lang, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <button type="button" {onclick}>
            { lang.text(["Review all fixes…", "Passer en revue toutes les corrections…", "Revisar todas las correcciones…"]) }
        </button>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct AllProps {
    /// The steps that can be undone and redone.
    pub(crate) steps: Steps,
    /// The number of safe fixes.
    pub(crate) safe: u64,
    /// The number of files with safe fixes.
    pub(crate) files: u64,
    /// True if there are suggested fixes too.
    pub(crate) has_suggested: bool,
    /// The progress of the worker while it applies the fixes.
    pub(crate) fixing: Option<FixProgress>,
    pub(crate) act: Callback<Action>,
}

/// The buttons for all safe fixes of all files, and the Undo button.
#[component]
pub(crate) fn AllRepairs(props: &AllProps) -> Html {
    let lang = use_lang();
    let act = &props.act;
    let busy = props.fixing.is_some();
    let slow = props.fixing.filter(|progress| progress.slow);
    let label = match slow {
        Some(progress) => progress_words(lang, progress),
        None => lang.fill(
            [
                "Apply all safe fixes in {1} ({0})",
                "Appliquer toutes les corrections sûres dans {1} ({0})",
                "Aplicar todas las correcciones seguras en {1} ({0})",
            ],
            &[&lang.number(props.safe), &lang.count(props.files, FILES)],
        ),
    };
    html! {
        <>
            if props.safe > 0 {
                // This button keeps the focus while the worker is busy.
                <button
                    type="button"
                    class="primary"
                    aria-disabled={busy.then_some("true")}
                    onclick={act.reform(|_| Action::Ask(Request::FixAll(FixRequest::All { suggested: false })))}
                >
                    { label }
                </button>
                if !busy {
                    <button type="button" onclick={act.reform(|_| Action::Ask(Request::PreviewFixAll(FixRequest::All { suggested: false })))}>
                        { lang.text(PREVIEW) }
                    </button>
                }
            }
            if props.has_suggested && !busy {
                { all_fixes(lang, act.reform(|_| Action::Ask(Request::PreviewFixAll(FixRequest::All { suggested: true })))) }
            }
            if slow.is_some() {
                <button type="button" onclick={act.reform(|_| Action::Cancel)}>
                    { lang.text(["Cancel", "Annuler", "Cancelar"]) }
                </button>
            }
            if !busy {
                { steps(&props.steps, lang, act) }
            }
        </>
    }
}

/// The progress of the worker with all safe fixes, in words.
fn progress_words(lang: Lang, progress: FixProgress) -> String {
    lang.fill(
        ["Fixing: {0} of {1}", "Correction\u{a0}: {0} sur {1}", "Corrigiendo: {0} de {1}"],
        &[&lang.number(progress.done), &lang.count(progress.files, FILES)],
    )
}

/// The label of the button that restores an input, with at most `length` characters of its title.
pub(super) fn restore(title: &str, length: usize, lang: Lang) -> String {
    let title = middle_cut(&spelled_out(title), length);
    lang.fill(["Restore {0}", "Rétablir {0}", "Restaurar {0}"], &[&title])
}

/// The Undo and Redo buttons.
pub(super) fn steps(steps: &Steps, lang: Lang, act: &Callback<Action>) -> Html {
    let name = |leads: &Leads, here| match leads {
        Leads::Here => lang.text(here).to_owned(),
        Leads::Elsewhere(title) => restore(title, 24, lang),
    };
    html! {
        <>
            if let Some(leads) = &steps.undo {
                <button type="button" onclick={act.reform(|_| Action::Undo)}>{ name(leads, UNDO) }</button>
            }
            if let Some(leads) = &steps.redo {
                <button type="button" onclick={act.reform(|_| Action::Redo)}>{ name(leads, REDO) }</button>
            }
        </>
    }
}
