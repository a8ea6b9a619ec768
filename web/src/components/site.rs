//! Facts about the site that the visitor knows and the files do not contain: robots.txt, verified hosts, Search
//! Console.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::{
    lang::{Lang, use_lang},
    state::{Action, Site, SiteChange},
    text::spelled_out,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) site: Site,
    /// The URLs that robots.txt should list.
    pub(crate) entrances: Vec<Rc<str>>,
    pub(crate) act: Callback<Action>,
}

/// The facts about the site, collapsed until the visitor opens them.
#[component]
pub(crate) fn SiteDetails(props: &Props) -> Html {
    let lang = use_lang();
    let Site { robots, hosts, search_console, .. } = &props.site;
    let robots_typed = props.act.reform(|event: InputEvent| {
        let field = event.target().and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        Action::Site(SiteChange::Robots(field.map(|field| field.value()).unwrap_or_default()))
    });
    let hosts_typed = props.act.reform(|event: InputEvent| {
        let field = field(&event);
        Action::Site(SiteChange::Hosts(field.map(|field| field.value()).unwrap_or_default()))
    });
    let ticked = props.act.reform(|event: yew::Event| {
        Action::Site(SiteChange::SearchConsole(field(&event).is_some_and(|field| field.checked())))
    });
    html! {
        <details class="site">
            <summary>
                { lang.text(["Robots.txt and Search Console", "Robots.txt et Search Console", "Robots.txt y Search Console"]) }
                <span class="muted">{ stated(&props.site, lang) }</span>
            </summary>
            <div class="site-fields">
                <label for="robots">{ lang.text(["The site’s robots.txt", "Texte du robots.txt du site", "Texto del robots.txt del sitio"]) }</label>
                <textarea
                    id="robots"
                    rows="5"
                    spellcheck="false"
                    autocapitalize="off"
                    dir="ltr"
                    placeholder={"User-agent: *\nDisallow: /search"}
                    aria-describedby="robots-hint"
                    value={AttrValue::from(robots.clone())}
                    oninput={robots_typed}
                />
                <p id="robots-hint" class="hint">
                    { lang.text([
                        "Lists the URLs crawlers must not fetch, and your sitemaps. You can also drop the file with the sitemap",
                        "Liste les URL que les robots d’exploration ne doivent pas récupérer, et vos sitemaps. Vous pouvez aussi déposer ce fichier avec le sitemap",
                        "Indica las URL que los rastreadores no deben descargar, y sus sitemaps. También puede soltar el archivo junto con el sitemap",
                    ]) }
                </p>
                <label for="hosts">{ lang.text(["Verified hosts", "Hôtes que vous avez validés", "Hosts que ha verificado"]) }</label>
                <input
                    id="hosts"
                    type="text"
                    spellcheck="false"
                    autocapitalize="off"
                    dir="ltr"
                    placeholder="www.example.com, shop.example.com"
                    aria-describedby="hosts-hint"
                    value={AttrValue::from(hosts.clone())}
                    oninput={hosts_typed}
                />
                <p id="hosts-hint" class="hint">{ lang.text(["The sitemap may list pages on these hosts too", "Le sitemap peut aussi lister des pages de ces hôtes", "El sitemap también puede incluir páginas de estos hosts"]) }</p>
                <label class="tick">
                    <input type="checkbox" checked={*search_console} onchange={ticked} />
                    { lang.text([
                        "Submitted through Search Console, with all hosts verified",
                        "Soumis via la Search Console, avec tous les hôtes validés",
                        "Enviado mediante Search Console, con todos los hosts verificados",
                    ]) }
                </label>
                { robots_lines(&props.entrances, lang, &props.act) }
            </div>
        </details>
    }
}

fn field(event: &Event) -> Option<HtmlInputElement> {
    event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
}

/// A summary of the facts entered so far, shown while the section is collapsed.
fn stated(site: &Site, lang: Lang) -> String {
    let hosts = site.host_list().len() as u64;
    let parts = [
        site.robots().map(|_| lang.text(["robots.txt pasted", "robots.txt collé", "robots.txt pegado"]).to_owned()),
        (hosts > 0).then(|| {
            let nouns = [
                ["verified host", "verified hosts"],
                ["hôte validé", "hôtes validés"],
                ["host verificado", "hosts verificados"],
            ];
            lang.count(hosts, nouns)
        }),
        site.search_console.then(|| "Search Console".to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The lines that list these sitemaps in robots.txt, ready to copy.
fn robots_lines(entrances: &[Rc<str>], lang: Lang, act: &Callback<Action>) -> Html {
    if entrances.is_empty() {
        return html! {};
    }
    html! {
        <div class="robots-lines">
            <span>{ lang.text(["For your robots.txt", "Pour votre robots.txt", "Para su robots.txt"]) }</span>
            { robots_line(entrances, lang, act) }
        </div>
    }
}

/// The lines, with a button that copies them.
pub(crate) fn robots_line(entrances: &[Rc<str>], lang: Lang, act: &Callback<Action>) -> Html {
    const SHOWN: usize = 3;
    let lines: Vec<String> = entrances.iter().map(|address| format!("Sitemap: {address}\n")).collect();
    let text = lines.concat();
    let more = entrances.len().saturating_sub(SHOWN) as u64;
    html! {
        <span class="robots-line">
            <code>
                { for entrances.iter().take(SHOWN).map(|address| html! {
                    <bdi dir="ltr">{ "Sitemap: " }{ spelled_out(address) }</bdi>
                }) }
            </code>
            if more > 0 {
                <span class="muted">
                    { lang.text(["and ", "et ", "y "]) }
                    { lang.count(more, [["more line", "more lines"], ["autre ligne", "autres lignes"], ["línea más", "líneas más"]]) }
                </span>
            }
            <button type="button" onclick={act.reform(move |_| Action::Copy(text.clone()))}>
                { lang.text(["Copy", "Copier", "Copiar"]) }
            </button>
        </span>
    }
}
