//! The next steps for a sitemap without problems.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Kind, Verdict};
use yew::prelude::*;

use super::site::robots_line;
use crate::{
    lang::{Lang, Texts, use_lang},
    state::{Action, Outcome, State},
};

/// The services to which sitemaps are submitted.
const DOORS: [(&str, &str); 3] = [
    ("Google Search Console", "https://search.google.com/search-console/sitemaps"),
    ("Bing Webmaster Tools", "https://www.bing.com/webmasters/sitemaps"),
    ("Yandex Webmaster", "https://webmaster.yandex.com/"),
];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The URLs that robots.txt should list, as far as they are known.
    pub(crate) entrances: Vec<Rc<str>>,
    /// True if robots.txt already lists them.
    pub(crate) named: bool,
    pub(crate) act: Callback<Action>,
}

/// The next steps for a sitemap without problems.
#[component]
pub(crate) fn Next(props: &Props) -> Html {
    let lang = use_lang();
    let name: Texts = ["List it in your robots.txt", "Indiquez-le dans votre robots.txt", "Indíquelo en su robots.txt"];
    html! {
        <section class="next" aria-labelledby="next-title">
            <h3 id="next-title">{ lang.text(["Next", "Ensuite", "A continuación"]) }</h3>
            <ol>
                if !props.named {
                    <li>
                        { lang.text(name) }
                        if props.entrances.is_empty() {
                            { unknown(lang) }
                        } else {
                            { robots_line(&props.entrances, lang, &props.act) }
                        }
                    </li>
                }
                <li>
                    { lang.text([
                        "Submit it to search engines; their reports also show crawling problems: ",
                        "Soumettez-le aux moteurs de recherche, dont les rapports montrent aussi les problèmes d’exploration\u{a0}: ",
                        "Envíelo a los buscadores, cuyos informes muestran también los problemas de rastreo: ",
                    ]) }
                    { for DOORS.iter().enumerate().map(|(at, (name, url))| html! {
                        <>
                            if at > 0 { { ", " } }
                            <a href={*url} target="_blank" rel="noopener noreferrer">{ *name }</a>
                        </>
                    }) }
                </li>
            </ol>
            <p class="muted">
                { lang.text([
                    "You do not need to ping search engines when it changes: Bing’s ping endpoint closed in 2022 and Google’s in 2023. Crawlers return on their own and use lastmod when it is accurate.",
                    "Inutile de signaler les changements par un ping\u{a0}: ces adresses n’existent plus, celle de Bing \
                     depuis 2022 et celle de Google depuis 2023. Les robots d’exploration reviennent d’eux-mêmes et se fient à lastmod \
                     s’il est juste.",
                    "No hace falta avisar de los cambios con un ping: esas direcciones ya no existen, la de Bing desde \
                     2022 y la de Google desde 2023. Los rastreadores vuelven solos y se guían por lastmod si es correcto.",
                ]) }
            </p>
        </section>
    }
}

/// The line for a sitemap whose URL is unknown.
fn unknown(lang: Lang) -> Html {
    html! {
        <>
            { lang.text([": ", "\u{a0}: ", ": "]) }
            <code><bdi dir="ltr">{ "Sitemap: https://…" }</bdi></code>
            <span class="muted">
                { lang.text([
                    " (enter its URL above to get the line to copy)",
                    " (indiquez plus haut son URL pour obtenir la ligne à copier)",
                    " (indique arriba su URL para obtener la línea que debe copiar)",
                ]) }
            </span>
        </>
    }
}

/// The URLs that robots.txt should list.
pub(crate) fn entrances(state: &State) -> Vec<Rc<str>> {
    if let Some(Outcome { set: Some(set), .. }) = state.outcome.as_deref() {
        return set.entrances.clone();
    }
    let enters = |kind: Kind| kind.has_pages() || kind == Kind::SitemapIndex;
    let file = state.file().filter(|file| enters(file.report.kind));
    file.and_then(|file| file.report.url.as_deref()).map(Rc::from).into_iter().collect()
}

/// True if there is nothing to fix and something to submit.
pub(crate) fn is_done(state: &State) -> bool {
    match state.outcome.as_deref() {
        Some(Outcome { set: Some(set), .. }) => set.verdict == Verdict::Valid,
        Some(_) => state.file().is_some_and(|file| {
            let kind = file.report.kind;
            file.report.verdict == Verdict::Valid && (kind.has_pages() || kind == Kind::SitemapIndex)
        }),
        None => false,
    }
}

/// The next steps after a check.
pub(crate) fn next(state: &State, act: &Callback<Action>) -> Html {
    let entrances = entrances(state);
    let set = state.outcome.as_ref().and_then(|outcome| outcome.set.as_ref());
    let named = entrances.is_empty() && set.is_some_and(|set| set.has_robots);
    html! { <Next {entrances} {named} act={act.clone()} /> }
}
