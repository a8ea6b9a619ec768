//! The menu of downloads.

use sitemap_validator_protocol::{
    format::{Format, MenuItem},
    message::Target,
    report::{File, Kind},
};
use yew::prelude::*;

use super::menu::Menu;
use crate::{
    lang::{Lang, use_lang},
    state::{Action, Request},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The file that the report is about; `None` for all files.
    #[prop_or_default]
    pub(crate) of: Option<u32>,
    /// True if the page has fixed something in the file.
    #[prop_or_default]
    pub(crate) fixed: bool,
    /// The number of files that the page has fixed.
    #[prop_or_default]
    pub(crate) fixed_files: u64,
    /// The format that the file can be converted to.
    #[prop_or_default]
    pub(crate) to: Option<Target>,
    pub(crate) act: Callback<Action>,
}

/// The menu of all downloads.
#[component]
pub(crate) fn Download(props: &Props) -> Html {
    let lang = use_lang();
    let act = &props.act;
    let of = props.of;
    let item = |label: &str, word: &'static str, action: Callback<MouseEvent>| {
        html! {
            <li>
                <button type="button" onclick={action}>
                    { label }
                    if !word.is_empty() {
                        <span class="muted">{ " " }{ word }</span>
                    }
                </button>
            </li>
        }
    };
    let report = lang.text(["Report as {0}", "Rapport en {0}", "Informe en {0}"]);
    html! {
        <Menu label={lang.text(["Download", "Télécharger", "Descargar"])}>
            if props.fixed {
                { item(lang.text(["Fixed file", "Fichier corrigé", "Archivo corregido"]), "", act.reform(|_| Action::Save(false))) }
                { item(lang.text(["Copy the fixed text", "Copier le texte corrigé", "Copiar el texto corregido"]), "", act.reform(|_| Action::CopyText)) }
                { item(lang.text(["Fixed, gzipped", "Corrigé, compressé", "Corregido, comprimido"]), ".gz", act.reform(|_| Action::Save(true))) }
            }
            if props.fixed_files > 0 {
                { item(
                    &lang.fill(
                        ["Fixed files ({0})", "Fichiers corrigés ({0})", "Archivos corregidos ({0})"],
                        &[&lang.number(props.fixed_files)],
                    ),
                    lang.text(if props.fixed_files > 1 {
                        ["with their original names, as ZIP", "sous leurs propres noms, en ZIP", "con sus propios nombres, en ZIP"]
                    } else {
                        ["with its original name", "sous son propre nom", "con su propio nombre"]
                    }),
                    act.reform(|_| Action::SaveAll),
                ) }
            }
            if let Some(to) = props.to {
                { item(converted(to, lang), "", act.reform(move |_| Action::Ask(Request::Convert(to)))) }
            }
            { for Format::ALL.into_iter().filter_map(|format| {
                let MenuItem { title, purpose } = format.info().menu?;
                let label = report.replace("{0}", lang.text(title));
                Some(item(&label, lang.text(purpose), act.reform(move |_| Action::Ask(Request::Export(format, of)))))
            }) }
        </Menu>
    }
}

/// The format a file is worth converting to.
pub(crate) fn conversion(file: &File) -> Option<Target> {
    match file.kind {
        _ if file.stats.entries == 0 => None,
        Kind::Urlset | Kind::Text if file.facts.over_limits => Some(Target::Split),
        Kind::Urlset => Some(Target::Text),
        Kind::Text | Kind::Rss | Kind::Atom => Some(Target::Sitemap),
        _ => None,
    }
}

/// The label of a conversion.
const fn converted(to: Target, lang: Lang) -> &'static str {
    lang.text(match to {
        Target::Split => ["Split into several sitemaps", "Divisé en plusieurs sitemaps", "Dividido en varios sitemaps"],
        Target::Text => ["List of URLs (text)", "Liste des URL en texte", "Lista de URL en texto"],
        Target::Sitemap => ["XML sitemap", "Sitemap XML", "Sitemap XML"],
        Target::Index => ["Index of these files", "Index des fichiers", "Índice de los archivos"],
    })
}
