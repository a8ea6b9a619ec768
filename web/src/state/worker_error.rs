//! Errors of the worker.

use std::rc::Rc;

use crate::{
    lang::Lang,
    text::{cut_end, spelled_out},
};

/// An error of the worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WorkerError {
    /// The worker stopped unexpectedly; the text is the browser's message.
    Stopped(Rc<str>),
    /// The worker could not be loaded.
    NotLoaded,
    /// The worker's version differs from the page's.
    Versions,
    /// The browser does not let the page start a worker.
    NoWorker,
    /// The worker's own error message.
    Message(Rc<str>),
    /// The same for a URL that could not be fetched.
    Fetch(Rc<str>),
}

impl WorkerError {
    /// The error as a sentence.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        let said = match self {
            Self::Message(sentence) | Self::Fetch(sentence) => return sentence.to_string(),
            Self::Stopped(what) if !what.is_empty() => {
                let what = cut_end(&spelled_out(what), 200);
                return lang.fill(
                    [
                        "The validator stopped unexpectedly ({0})",
                        "Le validateur s’est arrêté de façon inattendue ({0})",
                        "El validador se detuvo de forma inesperada ({0})",
                    ],
                    &[&what],
                );
            }
            Self::Stopped(_) => [
                "The validator stopped unexpectedly",
                "Le validateur s’est arrêté de façon inattendue",
                "El validador se detuvo de forma inesperada",
            ],
            Self::NotLoaded => [
                "The validator could not be loaded",
                "Le validateur n’a pas pu être chargé",
                "No se pudo cargar el validador",
            ],
            Self::Versions => [
                "The page and the validator have different versions: reload the page",
                "La page et le validateur n’ont pas la même version\u{a0}: rechargez la page",
                "La página y el validador no tienen la misma versión: recargue la página",
            ],
            Self::NoWorker => [
                "The browser blocked the worker that runs the validator",
                "Ce navigateur n’a pas laissé la page démarrer le processus qui fait la vérification",
                "Este navegador no permitió que la página iniciara el proceso que hace la comprobación",
            ],
        };
        lang.text(said).to_owned()
    }

    /// A sentence that advises what to do.
    pub(crate) fn advice(&self, lang: Lang) -> &'static str {
        lang.text(match self {
            Self::NotLoaded => [
                "Check the connection and try again. Your sitemap is still here, unchanged.",
                "Vérifiez la connexion, puis réessayez. Votre sitemap est toujours là, inchangé.",
                "Compruebe la conexión e inténtelo de nuevo. Su sitemap sigue aquí, sin cambios.",
            ],
            Self::NoWorker => [
                "Open the page in its own tab or in another browser. Your sitemap is still here, unchanged.",
                "Ouvrez la page dans un onglet à part ou dans un autre navigateur. Votre sitemap est toujours là, inchangé.",
                "Abra la página en una pestaña propia o en otro navegador. Su sitemap sigue aquí, sin cambios.",
            ],
            Self::Fetch(_) => [
                "Check the URL and try again.",
                "Vérifiez l’URL, puis réessayez.",
                "Compruebe la URL e inténtelo de nuevo.",
            ],
            Self::Stopped(_) | Self::Versions | Self::Message(_) => [
                "Your sitemap is still here, unchanged.",
                "Votre sitemap est toujours là, inchangé.",
                "Su sitemap sigue aquí, sin cambios.",
            ],
        })
    }
}
