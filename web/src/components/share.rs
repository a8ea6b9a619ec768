//! A link to the page in its current state, and the contents of that link.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::dialog::Dialog;
use crate::{
    lang::{Lang, use_lang},
    link::LINK_LIMIT,
    state::{Action, LinkContent, ShareLink},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) shared: Rc<ShareLink>,
    pub(crate) act: Callback<Action>,
}

/// The link that was created.
#[component]
pub(crate) fn ShareSheet(props: &Props) -> Html {
    let lang = use_lang();
    let shared = &props.shared;
    // Focusing the field selects the whole link.
    let select = Callback::from(|event: FocusEvent| {
        if let Some(field) = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) {
            field.select();
        }
    });
    let again = props.act.reform(|_: MouseEvent| Action::Share);
    html! {
        <Dialog
            id="share"
            title={lang.text(if shared.holds == LinkContent::Text || shared.address {
                ["Link to this check", "Lien vers cette vérification", "Enlace a esta comprobación"]
            } else {
                ["Link to these settings", "Lien vers ces réglages", "Enlace a estos ajustes"]
            })}
            onclose={props.act.reform(|()| Action::CloseSheet)}
        >
            <div class="link-row">
                <input
                    type="text"
                    readonly=true
                    dir="ltr"
                    aria-label={lang.text(["Link", "Lien", "Enlace"])}
                    value={AttrValue::from(shared.url.clone())}
                    onfocus={select}
                />
                <button type="button" onclick={again}>{ lang.text(["Copy", "Copier", "Copiar"]) }</button>
            </div>
            <p role="status">
                { lang.text(if shared.copied {
                    ["Copied.", "Copié.", "Copiado."]
                } else {
                    [
                        "The browser blocked copying: select the link and copy it yourself.",
                        "Le navigateur n’a pas laissé la page le copier\u{a0}: sélectionnez le lien et copiez-le vous-même.",
                        "El navegador no permitió copiarlo: seleccione el enlace y cópielo usted.",
                    ]
                }) }
            </p>
            <p>{ contents(shared, lang) }</p>
            <p class="muted">
                { lang.text([
                    "Everything is after the #, which browsers do not send to any server. Anyone who has the link can read it.",
                    "Tout se trouve après le #, que les navigateurs n’envoient à aucun serveur. Quiconque a le lien peut le lire.",
                    "Todo está tras la #, que los navegadores no envían a ningún servidor. Quien tenga el enlace puede leerlo.",
                ]) }
            </p>
        </Dialog>
    }
}

/// The contents of the link, in a sentence.
fn contents(shared: &ShareLink, lang: Lang) -> String {
    let language = lang.text(["the language", "la langue", "el idioma"]);
    let settings = lang.text(["the settings", "les réglages", "los ajustes"]);
    let address = lang.text(["the sitemap’s URL", "l’URL du sitemap", "la URL del sitemap"]);
    let text = lang.text(["the whole text", "tout le texte", "todo el texto"]);
    let parts: Vec<&str> = [
        Some(language),
        Some(settings),
        shared.address.then_some(address),
        (shared.holds == LinkContent::Text).then_some(text),
    ]
    .into_iter()
    .flatten()
    .collect();
    let list = lang.list(&parts);
    let contains = lang.fill(["It contains {0}.", "Il contient {0}.", "Contiene {0}."], &[&list]);
    let limit = lang.size(LINK_LIMIT as u64);
    let lacks = match shared.holds {
        LinkContent::Text | LinkContent::Nothing => return contains,
        LinkContent::TooLong => lang.fill(
            [
                "It does not contain the text, which is longer than {0} even when compressed. Send the file as well.",
                "Le texte n’y est pas\u{a0}: même compressé, il dépasse {0}. Envoyez aussi le fichier.",
                "El texto no está: incluso comprimido supera {0}. Envíe también el archivo.",
            ],
            &[&limit],
        ),
        LinkContent::Files => lang
            .text([
                "A link cannot contain several files: send a ZIP or the report.",
                "Un lien ne peut pas contenir plusieurs fichiers\u{a0}: envoyez un ZIP ou le rapport.",
                "Un enlace no puede contener varios archivos: envíe un ZIP o el informe.",
            ])
            .to_owned(),
        LinkContent::Binary => lang
            .text([
                "A link cannot contain a file that is not UTF-8 text: send the file or the report.",
                "Un lien ne peut pas contenir un fichier qui n’est pas du texte UTF-8\u{a0}: envoyez le fichier ou le rapport.",
                "Un enlace no puede contener un archivo que no sea texto UTF-8: envíe el archivo o el informe.",
            ])
            .to_owned(),
    };
    format!("{contains} {lacks}")
}

/// The button that creates a link.
#[component]
pub(crate) fn ShareButton(props: &ButtonProps) -> Html {
    let lang = use_lang();
    html! {
        <button type="button" onclick={props.act.reform(|_| Action::Share)}>{ lang.text(["Share", "Partager", "Compartir"]) }</button>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct ButtonProps {
    pub(crate) act: Callback<Action>,
}
