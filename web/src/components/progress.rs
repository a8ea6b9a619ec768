//! The progress of a slow run, and of a run that was stopped.

use std::rc::Rc;

use sitemap_validator_protocol::{message, report::Diagnostic};
use yew::prelude::*;

use super::{drop_zone::CLEAR, marks, prose};
use crate::{
    file_labels::percent,
    lang::{Lang, use_lang},
    state::Action,
    text::{middle_cut, spelled_out},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The progress, if it is known.
    pub(crate) progress: Option<Rc<message::Progress>>,
    /// How many of how many HTML files of the built site are being compared. 0 if it has not begun.
    #[prop_or_default]
    pub(crate) pages: (u64, u64),
    /// True if the run was stopped.
    pub(crate) stopped: bool,
    pub(crate) act: Callback<Action>,
}

/// The progress of a run. For a stopped run, the progress when it was stopped.
#[component]
pub(crate) fn ProgressView(props: &Props) -> Html {
    let lang = use_lang();
    let (sent, all) = props.pages;
    let reads_pages = sent > 0;
    let progress = props.progress.as_deref().filter(|_| !reads_pages);
    let (read, total) = progress.map_or(props.pages, |progress| (progress.done, progress.total));
    let done = percent(read, total);
    let is_known = total > 0 && (reads_pages || progress.is_some());
    let act = &props.act;
    let part = lang.text(["Read", "Partie déjà lue", "Parte leída"]);
    html! {
        <section class="progress" aria-label={lang.text(["Progress", "Progression", "Progreso"])}>
            <div class="progress-head">
                <h2>{ headline(props, done, lang) }</h2>
                if props.stopped {
                    <button type="button" class="primary" onclick={act.reform(|_| Action::Recheck)}>{ lang.text(["Check again", "Vérifier à nouveau", "Comprobar de nuevo"]) }</button>
                    <button type="button" onclick={act.reform(|_| Action::Reset)}>{ lang.text(CLEAR) }</button>
                } else {
                    <button type="button" onclick={act.reform(|_| Action::Cancel)}>{ lang.text(["Cancel", "Annuler", "Cancelar"]) }</button>
                }
            </div>
            if !props.stopped {
                if is_known {
                    <progress max="100" value={done.to_string()} aria-label={part} />
                } else {
                    <progress max="100" aria-label={part} />
                }
            }
            if reads_pages {
                <p class="muted numbers">{ lang.fill(["{0} of {1}", "{0} sur {1}", "{0} de {1}"], &[&lang.number(sent.min(all)), &lang.number(all)]) }</p>
            }
            if let Some(progress) = progress.filter(|_| is_known) {
                <p class="muted numbers">{ numbers(progress, props.stopped, lang) }</p>
                if !progress.first.is_empty() {
                    <h3>{ lang.text(["First findings", "Premiers constats", "Primeros hallazgos"]) }</h3>
                    <ul class="first">{ for progress.first.iter().map(first) }</ul>
                }
            }
        </section>
    }
}

fn headline(props: &Props, done: u64, lang: Lang) -> Html {
    if props.pages.0 > 0 {
        let text = ["Reading the HTML files", "Lecture des fichiers HTML", "Leyendo los archivos HTML"];
        return html! { { lang.text(text) } };
    }
    let Some(progress) = &props.progress else {
        let text = lang.text(if props.stopped {
            [
                "Stopped before the first line was read",
                "Arrêté avant la lecture de la première ligne",
                "Detenido antes de leer la primera línea",
            ]
        } else {
            ["Starting the check", "La vérification commence", "Empieza la comprobación"]
        });
        return html! { { text } };
    };
    let name = spelled_out(&progress.name);
    let files = u64::from(progress.files);
    let of = if files > 1 {
        let at = (u64::from(progress.finished) + 1).min(files);
        let of = [" (file {0} of {1})", " (fichier {0} sur {1})", " (archivo {0} de {1})"];
        lang.fill(of, &[&lang.number(at), &lang.number(files)])
    } else {
        String::new()
    };
    let name = html! { <bdi dir="ltr" class="mono" title={name.clone()}>{ middle_cut(&name, 48) }</bdi> };
    let before = if !props.stopped {
        lang.text(["Checking ", "Vérification de ", "Comprobando "]).to_owned()
    } else if files > 1 {
        lang.fill(["Stopped at {0}%, in ", "Arrêté à {0}\u{a0}%, dans ", "Detenido al {0}\u{a0}%, en "], &[&done])
    } else {
        lang.fill(["Stopped at {0}% of ", "Arrêté à {0}\u{a0}% de ", "Detenido al {0}\u{a0}% de "], &[&done])
    };
    html! { <>{ before }{ name }{ of }</> }
}

fn numbers(progress: &message::Progress, stopped: bool, lang: Lang) -> String {
    let problem = [["problem", "problems"], ["problème", "problèmes"], ["problema", "problemas"]];
    let urls = lang.count(progress.entries, [["URL", "URLs"], ["URL", "URL"], ["URL", "URL"]]);
    let problems = lang.count(progress.errors + progress.warnings, problem);
    let so_far = if stopped { "" } else { lang.text([" so far", " jusqu’ici", " hasta ahora"]) };
    let read = lang
        .fill(["{0} of {1}", "{0} sur {1}", "{0} de {1}"], &[&lang.size(progress.done), &lang.size(progress.total)]);
    format!("{read} · {urls}{so_far} · {problems}{so_far}")
}

fn first(finding: &Diagnostic) -> Html {
    html! {
        <li>
            { marks::shape(finding.severity) }
            <span class="place mono">{ format!("{}:{}", finding.line, finding.column) }</span>
            <span>{ prose::line(&finding.message) }</span>
        </li>
    }
}
