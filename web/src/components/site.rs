//! What the visitor knows about the site and no file says: its robots.txt, verified hosts, Search Console.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};
use yew::prelude::*;

use crate::{
    state::{Action, Site, SiteChange},
    text::spelled_out,
    words::count,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) site: Site,
    /// The addresses that robots.txt is to name.
    pub(crate) entrances: Vec<Rc<str>>,
    pub(crate) act: Callback<Action>,
}

/// What the visitor knows about the site, folded away until it is wanted.
#[component]
pub(crate) fn SiteDetails(props: &Props) -> Html {
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
        <>
        <details class="site">
            <summary>
                { "Robots.txt and verified hosts" }
                <span class="muted">{ stated(&props.site) }</span>
            </summary>
            <div class="site-fields">
                <label for="robots">{ "Text of the site’s robots.txt" }</label>
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
                    { "Tells which URLs crawlers may not fetch and which sitemaps they are told of. A file can be dropped along instead" }
                </p>
                <label for="hosts">{ "Hosts you have verified" }</label>
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
                <p id="hosts-hint" class="hint">{ "A sitemap may list their pages too" }</p>
                <label class="tick">
                    <input type="checkbox" checked={*search_console} onchange={ticked} />
                    { "Submitted through Search Console, with all hosts verified" }
                </label>
            </div>
        </details>
        { robots_lines(&props.entrances, &props.act) }
        </>
    }
}

fn field(event: &Event) -> Option<HtmlInputElement> {
    event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
}

/// What was said so far, for when it is folded away.
fn stated(site: &Site) -> String {
    let hosts = site.host_list().len() as u64;
    let parts = [
        site.robots().map(|_| "robots.txt pasted".to_owned()),
        (hosts > 0).then(|| count(hosts, "verified host", "verified hosts")),
        site.search_console.then(|| "Search Console".to_owned()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The lines for robots.txt that tell crawlers of these sitemaps, to be copied.
pub(crate) fn robots_lines(entrances: &[Rc<str>], act: &Callback<Action>) -> Html {
    const SHOWN: usize = 3;
    if entrances.is_empty() {
        return html! {};
    }
    let lines: Vec<String> = entrances.iter().map(|address| format!("Sitemap: {address}\n")).collect();
    let text = lines.concat();
    let more = entrances.len().saturating_sub(SHOWN) as u64;
    html! {
        <div class="robots-lines">
            <span>{ "For your robots.txt" }</span>
            <code>
                { for entrances.iter().take(SHOWN).map(|address| html! {
                    <bdi dir="ltr">{ "Sitemap: " }{ spelled_out(address) }</bdi>
                }) }
            </code>
            if more > 0 {
                <span class="muted">{ format!("and {}", count(more, "more line", "more lines")) }</span>
            }
            <button type="button" onclick={act.reform(move |_| Action::Copy(text.clone()))}>{ "Copy" }</button>
        </div>
    }
}
