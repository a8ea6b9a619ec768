//! A file without problems: what was checked, and what was not.

use std::rc::Rc;

use sitemap_validator_protocol::report::{File, Kind};
use yew::prelude::*;

use crate::{
    lang::{Lang, Noun, Texts, use_lang},
    state::FileResult,
    verdict::{entry_noun, kind_name},
};

const DATES: Noun = [["date", "dates"], ["date", "dates"], ["fecha", "fechas"]];
const FREQUENCIES: Noun = [
    ["change frequency", "change frequencies"],
    ["fréquence de modification", "fréquences de modification"],
    ["frecuencia de cambio", "frecuencias de cambio"],
];
const PRIORITIES: Noun = [["priority", "priorities"], ["priorité", "priorités"], ["prioridad", "prioridades"]];
const HOSTS: Noun = [["host", "hosts"], ["hôte", "hôtes"], ["host", "hosts"]];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    /// True if no other file was checked, and therefore no robots.txt either.
    pub(crate) alone: bool,
    /// True if the sitemaps were compared with the pages of the built site.
    #[prop_or_default]
    pub(crate) compared: bool,
    /// The instructions for checking the URLs against the sitemap's own URL.
    pub(crate) scope: Option<Html>,
}

/// The checks that a file without problems passed, and the facts that were not checked.
#[component]
pub(crate) fn Perfect(props: &Props) -> Html {
    let lang = use_lang();
    let report = &props.file.report;
    let undone = unchecked(lang, report, props.alone, props.compared);
    let list = |facts: Vec<String>| facts.into_iter().map(|fact| html! { <li>{ fact }</li> }).collect::<Html>();
    html! {
        <div class="perfect">
            <section class="done" aria-labelledby="what-was-checked">
                <h3 id="what-was-checked">{ lang.text(["Checked", "Vérifié", "Comprobado"]) }</h3>
                <ul>{ list(checked(lang, report)) }</ul>
            </section>
            if !undone.is_empty() || props.scope.is_some() {
                <section class="undone" aria-labelledby="what-was-not-checked">
                    <h3 id="what-was-not-checked">{ lang.text(["Not checked", "Non vérifié", "Sin comprobar"]) }</h3>
                    <ul>
                        { list(undone) }
                        { for props.scope.clone().map(|scope| html! { <li>{ scope }</li> }) }
                    </ul>
                </section>
            }
        </div>
    }
}

/// The checks that were made, with the numbers of this file.
fn checked(lang: Lang, report: &File) -> Vec<String> {
    let stats = &report.stats;
    let mut facts = Vec::new();
    if report.well_formed == Some(true) {
        facts.push(lang.fill(
            [
                "Well-formed XML in {0}, recognized as {1}",
                "XML bien formé en {0}, reconnu comme {1}",
                "XML bien formado en {0}, reconocido como {1}",
            ],
            &[&report.encoding, &kind_name(lang, report.kind)],
        ));
    } else {
        facts.push(lang.fill(
            ["Text in {0}, recognized as {1}", "Texte en {0}, reconnu comme {1}", "Texto en {0}, reconocido como {1}"],
            &[&report.encoding, &kind_name(lang, report.kind)],
        ));
    }
    if report.kind == Kind::Robots {
        facts.push(
            lang.text([
                "Lines that list sitemaps",
                "Les lignes qui listent des sitemaps",
                "Las líneas que indican sitemaps",
            ])
            .to_owned(),
        );
        return facts;
    }
    let entries = lang.count(stats.entries, entry_noun(report.kind));
    // The report names at most twenty hosts.
    let hosts = match stats.hosts.len() {
        0 | 20.. => String::new(),
        some => lang.fill([" on {0}", " sur {0}", " en {0}"], &[&lang.count(some as u64, HOSTS)]),
    };
    facts.push(lang.fill(
        [
            "{0}{1}: syntax, characters, duplicates",
            "{0}{1}\u{a0}: syntaxe, caractères, doublons",
            "{0}{1}: sintaxis, caracteres, duplicados",
        ],
        &[&entries, &hosts],
    ));
    if stats.lastmod > 0 {
        facts.push(dates(lang, report));
    }
    let values = [(stats.changefreq, FREQUENCIES), (stats.priority, PRIORITIES)];
    let values = values.into_iter().filter(|(number, _)| *number > 0).map(|(number, noun)| lang.count(number, noun));
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        facts.push(values.join(", "));
    }
    if !stats.extensions.is_empty() {
        facts.push(
            lang.fill(
                ["Extensions: {0}", "Extensions\u{a0}: {0}", "Extensiones: {0}"],
                &[&stats.extensions.join(", ")],
            ),
        );
    }
    facts.push(lang.fill(
        [
            "Limits: {0} of 50,000 entries, {1} of 50 MiB",
            "Limites\u{a0}: {0} entrées sur 50\u{202f}000, {1} sur 50\u{a0}Mio",
            "Límites: {0} de 50.000 entradas, {1} de 50\u{a0}MiB",
        ],
        &[&lang.number(stats.entries), &lang.size(report.decompressed_bytes)],
    ));
    if let Some(address) = report.url.as_ref().filter(|_| report.facts.in_scope) {
        facts.push(lang.fill(
            [
                "Every URL belongs to the host and folder of {0}",
                "Chaque URL appartient à l’hôte et au dossier de {0}",
                "Cada URL pertenece al host y a la carpeta de {0}",
            ],
            &[&crate::text::spelled_out(address)],
        ));
    }
    facts
}

fn dates(lang: Lang, report: &File) -> String {
    let stats = &report.stats;
    let dates = lang.count(stats.lastmod, DATES);
    match (&stats.earliest_lastmod, &stats.latest_lastmod) {
        (Some(from), Some(to)) if from != to => lang.fill(
            ["{0} in lastmod, from {1} to {2}", "{0} dans lastmod, de {1} à {2}", "{0} en lastmod, de {1} a {2}"],
            &[&dates, &crate::text::spelled_out(from), &crate::text::spelled_out(to)],
        ),
        (Some(only), _) if stats.lastmod > 1 => lang.fill(
            ["{0} in lastmod, all {1}", "{0} dans lastmod, toutes égales à {1}", "{0} en lastmod, todas iguales a {1}"],
            &[&dates, &crate::text::spelled_out(only)],
        ),
        (Some(only), _) => lang.fill(
            ["{0} in lastmod: {1}", "{0} dans lastmod\u{a0}: {1}", "{0} en lastmod: {1}"],
            &[&dates, &crate::text::spelled_out(only)],
        ),
        _ => lang.fill(["{0} in lastmod", "{0} dans lastmod", "{0} en lastmod"], &[&dates]),
    }
}

/// The facts that only requests could verify, and those that are unknown.
fn unchecked(lang: Lang, report: &File, alone: bool, compared: bool) -> Vec<String> {
    let mut facts = Vec::new();
    if alone && report.kind == Kind::SitemapIndex {
        let sitemaps = lang.count(report.stats.entries, entry_noun(report.kind));
        facts.push(lang.fill(
            [
                "The content of {0} listed here: drop these files too",
                "Le contenu de {0} listés ici\u{a0}: déposez aussi ces fichiers",
                "El contenido de {0} que figuran aquí: suelte también esos archivos",
            ],
            &[&sitemaps],
        ));
    }
    let about_pages: [Texts; 2] = [
        [
            "Status codes and redirects of the URLs (they are not requested)",
            "Codes d’état et redirections des URL, qui ne sont pas demandées",
            "Códigos de estado y redirecciones de las URL (no se solicitan)",
        ],
        [
            "Canonical links and noindex on the pages",
            "Liens canoniques et noindex dans les pages",
            "Enlaces canónicos y noindex en las páginas",
        ],
    ];
    let robots: [Texts; 1] = [[
        "Whether its rules allow what crawlers need: drop the sitemaps too",
        "L’accès des robots d’exploration à ce dont ils ont besoin\u{a0}: déposez aussi les sitemaps",
        "Si sus reglas permiten lo que los rastreadores necesitan: suelte también los sitemaps",
    ]];
    let texts = match report.kind {
        Kind::Robots if alone => &robots[..],
        Kind::Robots => &[],
        Kind::SitemapIndex => &about_pages[..1],
        _ if compared => &about_pages[..1],
        _ => &about_pages[..],
    };
    facts.extend(texts.iter().map(|texts| lang.text(*texts).to_owned()));
    if alone && report.kind != Kind::Robots {
        let texts = [
            "Whether robots.txt allows the URLs",
            "L’accès à ces URL d’après robots.txt",
            "Si robots.txt permite estas URL",
        ];
        facts.push(lang.text(texts).to_owned());
    }
    facts
}
