//! Notices, errors, and the panels for a URL that was entered instead of a file.

use std::rc::Rc;

use yew::prelude::*;

use super::{
    address::FETCH,
    drop_zone::CLEAR,
    fix_tools::ask,
    prose,
    repairs::{REDO, UNDO, restore},
};
use crate::{
    lang::{Lang, Texts},
    link::LinkError,
    lone_url::is_sitemap_url,
    state::{Action, Document, Input, Offer, Request, State, WorkerError},
    text::{middle_cut, spelled_out},
};

/// The notice about the latest event, with the step that it offers. `replaced` is the earlier input that the current one can
/// be compared with; `replace` is true if the added files can replace the others.
pub(crate) fn notice(
    sentence: &str,
    offer: Option<Offer>,
    replaced: Option<Rc<Document>>,
    replace: bool,
    lang: Lang,
    act: &Callback<Action>,
) -> Html {
    html! {
        <div class="toast" role="group" aria-label={lang.text(["Notice", "Avis", "Aviso"])}>
            <p>{ sentence }</p>
            if replace {
                <button type="button" class="link" onclick={act.reform(|_| Action::ReplaceInstead)}>
                    { lang.text(["Replace instead", "Remplacer plutôt", "Mejor sustituir"]) }
                </button>
            }
            if let Some(old) = replaced {
                <button type="button" class="link" onclick={ask(act, Request::Compare(old))}>
                    { lang.text(["Compare", "Comparer", "Comparar"]) }
                </button>
            }
            { match offer {
                None => html! {},
                Some(Offer::Undo) => html! {
                    <button type="button" class="link" onclick={act.reform(|_| Action::Undo)}>{ lang.text(UNDO) }</button>
                },
                Some(Offer::Redo) => html! {
                    <button type="button" class="link" onclick={act.reform(|_| Action::Redo)}>{ lang.text(REDO) }</button>
                },
            } }
            <button type="button" class="quiet" onclick={act.reform(|_| Action::Dismiss)}>
                { lang.text(["Dismiss", "Fermer", "Cerrar"]) }
            </button>
        </div>
    }
}

/// The button that restores the previous input, if no result has a button for it.
pub(crate) fn way_back(state: &State, act: &Callback<Action>) -> Html {
    let lang = state.lang;
    let has_result = state.outcome.is_some() || state.work.is_checking();
    let (document, action, past) = match (state.undo.last(), &state.past) {
        (Some(step), _) if !has_result => (&step.document, act.reform(|_| Action::Undo), None),
        // The input of a link can be restored by opening the link again.
        (None, Some(past)) if state.linked || !has_result && state.input == Input::Nothing => {
            (&past.history.document, act.reform(|_| Action::Restore), Some(past))
        }
        _ => return html! {},
    };
    html! {
        <p class="way-back">
            <button type="button" class="link" onclick={action}>
                { restore(&state.title_of(document), 48, lang) }
            </button>
            if let Some(past) = past {
                <span class="muted">
                    { lang.fill(
                        [
                            " {0}, kept in this browser since {1}. ",
                            " {0}, conservé dans ce navigateur depuis le {1}. ",
                            " {0}, conservado en este navegador desde el {1}. ",
                        ],
                        &[&lang.size(document.input.bytes()), &past.when],
                    ) }
                </span>
                <button type="button" class="link" onclick={act.reform(|_| Action::Forget)}>
                    { lang.text(["Delete it", "Supprimer", "Eliminar"]) }
                </button>
            }
        </p>
    }
}

/// The panel shown after an error of the worker. The input is kept.
pub(crate) fn trouble(trouble: &WorkerError, lang: Lang, act: &Callback<Action>) -> Html {
    html! {
        <section class="trouble" role="alert">
            <h2>{ prose::line(&trouble.sentence(lang)) }</h2>
            <p>{ trouble.advice(lang) }</p>
            <button type="button" class="primary" onclick={act.reform(|_| Action::Recheck)}>
                { lang.text(["Try again", "Réessayer", "Intentar de nuevo"]) }
            </button>
            <button type="button" onclick={act.reform(|_| Action::Reset)}>{ lang.text(CLEAR) }</button>
        </section>
    }
}

/// The panel shown when the link that was followed is damaged.
pub(crate) fn bad_link(fault: &LinkError, lang: Lang) -> Html {
    html! { <section class="trouble" role="alert"><h2>{ fault.sentence(lang) }</h2></section> }
}

/// The shell command that checks a URL.
fn command(url: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/%".contains(&byte);
    let url = url.replace('\'', "%27");
    if url.bytes().all(plain) { format!("sitemap-validator {url}") } else { format!("sitemap-validator '{url}'") }
}

/// The panel for the URL of a site that the server behind the page can fetch.
#[inline(never)]
pub(crate) fn site_url(url: &str, lang: Lang, act: &Callback<Action>) -> Html {
    let shown = spelled_out(url);
    html! {
        <section class="lone" aria-labelledby="lone-title">
            <h2 id="lone-title">
                { lang.text(["Check the sitemaps at ", "Vérifier les sitemaps de ", "Comprobar los sitemaps de "]) }
                <bdi dir="ltr" class="mono" title={shown.clone()}>{ middle_cut(&shown, 60) }</bdi>
            </h2>
            <p>
                { lang.text([
                    "This site’s server requests robots.txt, the sitemaps it lists, and those that they list. The check runs in this tab.",
                    "Le serveur de ce site récupère robots.txt, les sitemaps qu’il liste, et ceux que ces derniers listent. La vérification a lieu dans cet onglet.",
                    "El servidor de este sitio solicita robots.txt, los sitemaps que indica y los que estos indican. La comprobación se hace en esta pestaña.",
                ]) }
            </p>
            <button type="button" class="primary" onclick={act.reform(|_| Action::EnterUrl)}>
                { lang.text(FETCH) }
            </button>
        </section>
    }
}

/// The note that the server of this site fetched the files, with the URL where the search started and the number of
/// files.
#[inline(never)]
pub(crate) fn fetched(state: &State, act: &Callback<Action>) -> Html {
    let (Some(start), lang) = (&state.fetched_from, state.lang) else { return html! {} };
    let shown = spelled_out(start);
    let missing = state.missing();
    let files = [["file", "files"], ["fichier", "fichiers"], ["archivo", "archivos"]];
    let failed = [
        ["file could not be fetched", "files could not be fetched"],
        ["fichier n’a pas pu être récupéré", "fichiers n’ont pas pu être récupérés"],
        ["archivo no se pudo descargar", "archivos no se pudieron descargar"],
    ];
    html! {
        <p class="fetched">
            <span>
                <bdi dir="ltr" class="mono" title={shown.clone()}>{ middle_cut(&shown, 60) }</bdi>
                { lang.fill(
                    [
                        ": this site’s server fetched {0}. Your browser sent it only URLs.",
                        "\u{a0}: le serveur de ce site a récupéré {0}. Votre navigateur ne lui a envoyé que des URL.",
                        ": el servidor de este sitio descargó {0}. Su navegador solo le envió URL.",
                    ],
                    &[&lang.count((state.input.len() as u64).saturating_sub(missing), files)],
                ) }
                if missing > 0 {
                    { format!(" {}. ", lang.count(missing, failed)) }
                }
            </span>
            <button type="button" class="link" onclick={act.reform(|_| Action::FetchAgain)}>
                { if missing > 0 {
                    lang.text(["Try again", "Réessayer", "Intentar de nuevo"])
                } else {
                    lang.text(["Fetch again", "Récupérer à nouveau", "Descargar de nuevo"])
                } }
            </button>
        </p>
    }
}

/// The title of the panel that explains why a URL is not fetched.
pub(crate) const LONE_URL: Texts =
    ["This is a URL, not a sitemap", "Ceci est une URL, pas un sitemap", "Esto es una URL, no un sitemap"];

/// The panel for a URL that neither the page nor a server behind it can fetch.
pub(crate) fn lone_url(url: &str, lang: Lang) -> Html {
    let is_sitemap = is_sitemap_url(url);
    // A site lists its sitemaps in its robots.txt.
    let site = url.split('/').take(3).collect::<Vec<_>>().join("/");
    let target = if is_sitemap { url.to_owned() } else { format!("{site}/robots.txt") };
    let shown = spelled_out(&target);
    let before = lang.text([
        "Browsers do not let a page read files from other sites, so this page cannot fetch it. Open ",
        "Les navigateurs ne laissent pas une page lire les fichiers d’autres sites\u{a0}: cette page ne peut donc pas le récupérer. Ouvrez ",
        "Los navegadores no permiten que una página lea los archivos de otros sitios, así que esta no puede obtenerlo. Abra ",
    ]);
    let after = lang.text(if is_sitemap {
        [
            " in a new tab, save it, and drop or choose the saved file here. The page keeps its URL, which determines the host and folder that the sitemap belongs to.",
            " dans un nouvel onglet, enregistrez-le, puis déposez ou choisissez le fichier ici. Son URL est conservée\u{a0}: elle indique à quel hôte et à quel dossier le sitemap appartient.",
            " en una pestaña nueva, guárdelo y suelte o elija aquí el archivo guardado. Su URL se conserva: indica a qué host y carpeta pertenece el sitemap.",
        ]
    } else {
        [
            " in a new tab: it usually lists the sitemaps. Save them, and drop or choose the saved files here.",
            " dans un nouvel onglet\u{a0}: il liste en général les sitemaps. Enregistrez-les, puis déposez ou choisissez les fichiers ici.",
            " en una pestaña nueva: suele indicar los sitemaps. Guárdelos y suelte o elija aquí los archivos guardados.",
        ]
    });
    html! {
        <section class="lone" aria-labelledby="lone-title">
            <h2 id="lone-title">{ lang.text(LONE_URL) }</h2>
            <p>
                { before }
                <a href={target} target="_blank" rel="noopener noreferrer" title={shown.clone()}>
                    <bdi dir="ltr" class="mono">{ middle_cut(&shown, 60) }</bdi>
                </a>
                { after }
            </p>
            <p>
                { lang.text([
                    "To fetch and check it on the command line: ",
                    "Pour le récupérer et le vérifier en ligne de commande\u{a0}: ",
                    "Para descargarlo y comprobarlo en la línea de comandos: ",
                ]) }
                <code dir="ltr">{ command(url) }</code>
            </p>
        </section>
    }
}
