//! The search for the sitemaps of a site, while it is running.

use std::rc::Rc;

use sitemap_validator_protocol::{http::Http, message::SiteFile};
use yew::prelude::*;

use crate::{
    lang::{Lang, use_lang},
    state::{Action, Fetching},
    text::{middle_cut, spelled_out},
};

/// The maximum number of files that are listed: the latest ones.
const SHOWN: usize = 100;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) fetching: Rc<Fetching>,
    pub(crate) act: Callback<Action>,
}

/// The progress of the search.
#[component]
pub(crate) fn FetchingView(props: &Props) -> Html {
    let lang = use_lang();
    let Fetching { start, files, finished, known } = &*props.fetching;
    let shown = spelled_out(start);
    let files: Vec<&Rc<SiteFile>> = files.entries().iter().map(|(_, file)| file).collect();
    let part = lang.text(["Fetched", "Partie déjà récupérée", "Parte descargada"]);
    html! {
        <section class="progress" aria-label={lang.text(["Progress", "Progression", "Progreso"])}>
            <div class="progress-head">
                <h2>
                    { lang.text(["Fetching ", "Récupération de ", "Descargando "]) }
                    <bdi dir="ltr" class="mono" title={shown.clone()}>{ middle_cut(&shown, 48) }</bdi>
                </h2>
                <button type="button" onclick={props.act.reform(|_| Action::Cancel)}>
                    { lang.text(["Stop", "Arrêter", "Detener"]) }
                </button>
            </div>
            <progress max={(*known).max(1).to_string()} value={finished.to_string()} aria-label={part} />
            <p class="muted numbers">
                { lang.fill(
                    ["{0} of {1} known files", "{0} sur {1} fichiers connus", "{0} de {1} archivos conocidos"],
                    &[&lang.number(*finished), &lang.number(*known)],
                ) }
            </p>
            <ul class="first">
                { for files.iter().rev().take(SHOWN).map(|file| row(&file.http, lang)) }
            </ul>
        </section>
    }
}

/// A file, and the state of its request.
fn row(http: &Http, lang: Lang) -> Html {
    let name = spelled_out(&http.requested);
    let state = match (http.status, http.error) {
        (None, None) => lang.text(["requested", "demandé", "solicitado"]).to_owned(),
        (_, Some(_)) => lang.text(["failed", "échec", "fallido"]).to_owned(),
        (Some(200), None) => lang.size(http.transfer_bytes),
        (Some(status), None) => status.to_string(),
    };
    html! {
        <li>
            <span class="place mono">{ state }</span>
            <bdi dir="ltr" class="mono" title={name.clone()}>{ middle_cut(&name, 72) }</bdi>
        </li>
    }
}
