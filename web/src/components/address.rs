//! The fields for URLs: of a sitemap, of a folder, and of one of several files.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::{
    lang::{Texts, use_lang},
    lone_url::site_url,
    state::{Action, Site, SiteChange},
    text::spelled_out,
};

/// The label of the button beside a URL.
pub(super) const FETCH: Texts = ["Fetch and check", "Récupérer et vérifier", "Descargar y comprobar"];

/// The purpose of the URL.
const BELONGS: Texts = [
    "Indicates which host and folder its URLs must belong to",
    "Indique à quel hôte et à quel dossier ses URL doivent appartenir",
    "Indica a qué host y carpeta deben pertenecer sus URL",
];

#[derive(Properties, PartialEq)]
struct FieldProps {
    id: &'static str,
    label: &'static str,
    value: AttrValue,
    /// The text shown while the field is empty.
    placeholder: AttrValue,
    hint: AttrValue,
    changed: Callback<String>,
    /// Called on Enter.
    #[prop_or_default]
    entered: Callback<()>,
    /// True if Enter fetches the file at the URL.
    #[prop_or_default]
    fetches: bool,
}

/// A field for a URL, with the reason why it is useful.
#[component]
fn Field(props: &FieldProps) -> Html {
    let lang = use_lang();
    let typed = props.changed.reform(|event: InputEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        field.map(|field| field.value()).unwrap_or_default()
    });
    let entered = {
        let entered = props.entered.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Enter" && !event.is_composing() {
                entered.emit(());
            }
        })
    };
    let wrong = !props.value.trim().is_empty() && site_url(&props.value).is_none();
    let hint = if wrong {
        lang.text([
            "Enter a full URL, such as https://example.com/sitemap.xml",
            "Entrez une URL complète, comme https://example.com/sitemap.xml",
            "Introduzca una URL completa, como https://example.com/sitemap.xml",
        ])
    } else {
        &props.hint
    };
    let about = format!("{}-hint", props.id);
    let fetches = props.fetches && site_url(&props.value).is_some();
    html! {
        <div class={classes!("address", fetches.then_some("fetches"))}>
            <label for={props.id}>{ props.label }</label>
            <input
                id={props.id}
                class={classes!(wrong.then_some("wrong"))}
                type="text"
                inputmode="url"
                autocomplete="url"
                enterkeyhint={if props.fetches { "go" } else { "done" }}
                spellcheck="false"
                autocapitalize="off"
                dir="ltr"
                placeholder={props.placeholder.clone()}
                aria-describedby={about.clone()}
                aria-invalid={if wrong { "true" } else { "false" }}
                value={props.value.clone()}
                oninput={typed}
                onkeydown={entered}
            />
            if fetches {
                <button type="button" onclick={props.entered.reform(|_| ())}>{ lang.text(FETCH) }</button>
            }
            <p id={about} class={classes!("hint", wrong.then_some("wrong"))}>{ hint }</p>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) address: AttrValue,
    /// True until there is something to check.
    pub(crate) empty: bool,
    /// True if a server behind the page fetches files.
    pub(crate) fetches: bool,
    pub(crate) act: Callback<Action>,
}

/// The field for the sitemap's own URL.
#[component]
pub(crate) fn Address(props: &Props) -> Html {
    let lang = use_lang();
    let hint = lang.text(if props.empty && props.fetches {
        [
            "Press Enter to fetch and check the sitemaps at this URL. A sitemap that you paste or choose may only list pages on the host and in the folder of its URL",
            "Appuyez sur Entrée pour récupérer et vérifier les sitemaps de cette URL. Un sitemap collé ou choisi ne peut lister que des pages de l’hôte et du dossier de son URL",
            "Pulse Intro para descargar y comprobar los sitemaps de esta URL. Un sitemap pegado o elegido solo puede incluir páginas del host y la carpeta de su URL",
        ]
    } else if props.empty {
        [
            "Optional. A sitemap may only list pages on its own host, in its own folder or below. Enter its URL to check that too",
            "Facultatif. Un sitemap ne peut lister que des pages de son hôte, dans son dossier ou plus bas. Entrez son URL pour vérifier cela aussi",
            "Opcional. Un sitemap solo puede incluir páginas de su propio host, en su carpeta o por debajo. Introduzca su URL para comprobar eso también",
        ]
    } else {
        BELONGS
    });
    html! {
        <Field
            id="address"
            label={lang.text(Site::SITEMAP_URL)}
            value={props.address.clone()}
            placeholder="https://example.com/sitemap.xml"
            {hint}
            changed={props.act.reform(Action::Address)}
            entered={props.act.reform(|()| Action::EnterUrl)}
            fetches={props.empty && props.fetches}
        />
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct BaseProps {
    pub(crate) base: AttrValue,
    pub(crate) act: Callback<Action>,
}

/// The field for the URL of the folder that contains several files.
#[component]
pub(crate) fn Base(props: &BaseProps) -> Html {
    let lang = use_lang();
    html! {
        <Field
            id="base"
            label={lang.text(Site::FOLDER_URL)}
            value={props.base.clone()}
            placeholder="https://example.com/"
            hint={lang.text([
                "Used for files without a URL entered here, unless an index lists them on the same site",
                "Pour les fichiers sans URL saisie ici, sauf si un index les liste sur le même site",
                "Para los archivos sin URL introducida aquí, salvo que un índice los liste en el mismo sitio",
            ])}
            changed={props.act.reform(|base| Action::Site(SiteChange::Base(base)))}
        />
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct FileProps {
    /// The index of the file among the inputs.
    pub(crate) file: usize,
    /// True for a robots.txt.
    pub(crate) robots: bool,
    /// The URL that was typed for the file.
    pub(crate) typed: AttrValue,
    /// The URL that the file was checked with.
    pub(crate) known: Option<AttrValue>,
    pub(crate) act: Callback<Action>,
}

/// The field for the URL of one of several files.
#[component]
pub(crate) fn FileAddress(props: &FileProps) -> Html {
    let lang = use_lang();
    let file = props.file;
    let derived = props.known.as_deref().filter(|_| props.typed.trim().is_empty());
    let hint = lang.text(match derived {
        Some(_) => [
            "From the index, robots.txt or folder. Enter a URL to override it",
            "Déduite de l’index, du robots.txt ou du dossier. Entrez une URL pour la remplacer",
            "Deducida del índice, el robots.txt o la carpeta. Introduzca una URL para sustituirla",
        ],
        None if props.robots => {
            ["Indicates which host it applies to", "Indique à quel hôte il s’applique", "Indica a qué host se aplica"]
        }
        None => BELONGS,
    });
    let example = if props.robots { "https://example.com/robots.txt" } else { "https://example.com/sitemap.xml" };
    html! {
        <Field
            key={file}
            id="file-address"
            label={lang.text(["URL of this file", "URL de ce fichier", "URL de este archivo"])}
            value={props.typed.clone()}
            placeholder={derived.map_or_else(|| example.to_owned(), spelled_out)}
            {hint}
            changed={props.act.reform(move |address| Action::FileAddress(file, address))}
        />
    }
}
