//! The page before there is any input. The build also writes it into the documents as HTML, so that they can be used
//! before the app has loaded.

use yew::prelude::*;

use crate::{
    components::drop_zone::sample_buttons,
    lang::Lang,
    shelf::BYTES,
    state::{Action, Keeping, STORED_BYTES},
};

/// The samples, and a note on what happens to the data.
pub(crate) fn start(lang: Lang, keeping: Keeping, fetches: bool, act: &Callback<Action>) -> Html {
    html! {
        <p class="start">
            { sample_buttons(lang, act) }
            <span class="privacy">
                { lang.text([
                    "Nothing is uploaded: the check runs in this tab, and the page’s security policy blocks requests to other sites.",
                    "Rien n’est envoyé\u{a0}: la vérification a lieu dans cet onglet, et la politique de sécurité de la page bloque les requêtes vers d’autres sites.",
                    "No se sube nada: la comprobación se hace en esta pestaña y la política de seguridad de la página bloquea las peticiones a otros sitios.",
                ]) }
                if fetches {
                    { lang.text([
                        " This site’s server fetches the files of a URL that you enter.",
                        " Le serveur de ce site récupère les fichiers d’une URL que vous entrez.",
                        " El servidor de este sitio descarga los archivos de una URL que usted introduzca.",
                    ]) }
                }
                { match keeping {
                    Keeping::Yes => lang.fill(
                        [
                            " This browser keeps your input for a week if it is at most {0}, with up to {1} of undo history.",
                            " Ce navigateur conserve votre saisie pendant une semaine si elle ne dépasse pas {0}, avec un historique d’annulation de {1} au plus.",
                            " Este navegador conserva lo que introduce durante una semana si no supera {0}, con hasta {1} de historial para deshacer.",
                        ],
                        &[&lang.size(BYTES), &lang.size(STORED_BYTES)],
                    ),
                    Keeping::No => lang.text([
                        " This browser does not let the page keep your input: reloading the page loses it.",
                        " Ce navigateur ne laisse pas la page conserver votre saisie\u{a0}: elle est perdue si vous rechargez la page.",
                        " Este navegador no permite que la página conserve lo que introduce: al recargar la página se pierde.",
                    ]).to_owned(),
                    Keeping::Frame => String::new(),
                } }
            </span>
        </p>
    }
}

/// The footer of a frame, with the link to the page itself.
pub(crate) fn foot(lang: Lang) -> Html {
    html! {
        <p class="embed-foot">
            <a href="./" target="_blank" rel="noopener">
                { lang.text([
                    "Sitemap validator: open in a new tab",
                    "Validateur de sitemaps\u{a0}: ouvrir dans un nouvel onglet",
                    "Validador de sitemaps: abrir en una pestaña nueva",
                ]) }
            </a>
        </p>
    }
}

#[cfg(test)]
pub(crate) use html::markup;
#[cfg(not(target_family = "wasm"))]
pub use html::{FirstView, first_view};

/// Renders the view as HTML. Browsers do not need this.
#[cfg(not(target_family = "wasm"))]
mod html {
    use std::{
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use yew::{BaseComponent, LocalServerRenderer, prelude::*};

    use super::{foot, start};
    use crate::{
        components::{
            address::Address, drop_zone::DropZone, keys::HelpButton, language::LanguageChoice, settings::SettingsView,
            theme::theme_button,
        },
        lang::Lang,
        state::{Keeping, Settings},
        store::Store,
    };

    /// The first view as HTML.
    pub struct FirstView {
        /// The contents of the element `tools`; empty in a frame.
        pub tools: String,
        /// The contents of the element `app`.
        pub app: String,
    }

    /// The first view of the page or of a frame, in a language.
    pub fn first_view(lang: Lang, is_embedded: bool) -> FirstView {
        let tools = if is_embedded { String::new() } else { markup::<Tools>(Props { lang, is_embedded }) };
        FirstView { tools, app: markup::<View>(Props { lang, is_embedded }) }
    }

    #[derive(Properties, PartialEq)]
    struct Props {
        lang: Lang,
        is_embedded: bool,
    }

    #[component]
    fn Tools(props: &Props) -> Html {
        let act = Callback::noop();
        html! {
            <ContextProvider<Lang> context={props.lang}>
                <LanguageChoice act={act.clone()} /><HelpButton {act} />{ theme_button(props.lang) }
            </ContextProvider<Lang>>
        }
    }

    #[component]
    fn View(props: &Props) -> Html {
        let &Props { lang, is_embedded } = props;
        let act = Callback::noop();
        html! {
            <ContextProvider<Lang> context={lang}>
                <DropZone text="" empty=true fetches=false store={Store::default()} act={act.clone()} />
                <div class="options">
                    <Address address="" empty=true fetches=false act={act.clone()} />
                    <SettingsView settings={Settings::default()} act={act.clone()} />
                </div>
                { start(lang, if is_embedded { Keeping::Frame } else { Keeping::Yes }, false, &act) }
                if is_embedded {
                    { foot(lang) }
                }
                <p
                    id="loading"
                    class="loading"
                    role="status"
                    hidden=true
                    data-failed={lang.text([
                        "The validator could not be loaded. Check the connection and reload the page.",
                        "Le validateur n’a pas pu être chargé. Vérifiez la connexion et rechargez la page.",
                        "No se pudo cargar el validador. Compruebe la conexión y recargue la página.",
                    ])}
                    data-stopped={lang.text([
                        "The page stopped working. Reload it to continue.",
                        "La page a cessé de fonctionner. Rechargez-la pour continuer.",
                        "La página dejó de funcionar. Recárguela para continuar.",
                    ])}
                >
                    { lang.text([
                        "The validator is loading. It checks your input as soon as it is ready.",
                        "Le validateur est en cours de chargement. Il vérifiera votre saisie dès qu’il sera prêt.",
                        "El validador se está cargando. Comprobará lo que ha introducido en cuanto esté listo.",
                    ]) }
                </p>
            </ContextProvider<Lang>>
        }
    }

    /// The markup of a component. Panics if it has not rendered after many polls, because it is then waiting for
    /// something.
    pub(crate) fn markup<C: BaseComponent>(props: C::Properties) -> String {
        let mut rendering = pin!(LocalServerRenderer::<C>::with_props(props).hydratable(false).render());
        let mut context = Context::from_waker(Waker::noop());
        let html = (0..100).find_map(|_| match rendering.as_mut().poll(&mut context) {
            Poll::Ready(html) => Some(html),
            Poll::Pending => None,
        });
        html.expect("nothing in the first view waits")
    }
}
