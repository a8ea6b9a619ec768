//! The comparison of the input with an earlier version.

use std::rc::Rc;

use sitemap_validator_protocol::comparison::{ComparisonFile, Redirects, Section, Summary};
use yew::prelude::*;

use super::{dialog::Dialog, fix_tools::ask, menu::Menu, prose};
use crate::{
    lang::{Lang, use_lang},
    state::{Action, Comparing, Request},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) comparison: Rc<Comparing>,
    pub(crate) act: Callback<Action>,
}

/// The comparison of the input with an earlier version.
#[component]
pub(crate) fn Compared(props: &Props) -> Html {
    let lang = use_lang();
    html! {
        <Dialog
            id="compared"
            title={lang.text(["What changed", "Ce qui a changé", "Qué ha cambiado"])}
            onclose={props.act.reform(|()| Action::CloseComparison)}
        >
            if let Some(summary) = &props.comparison.summary {
                { differences(summary, props.comparison.redirects, lang, &props.act) }
            } else {
                <p role="status">{ lang.text(["Comparing…", "Comparaison…", "Comparando…"]) }</p>
            }
        </Dialog>
    }
}

fn differences(summary: &Rc<Summary>, redirects: bool, lang: Lang, act: &Callback<Action>) -> Html {
    let save = |file| ask(act, Request::SaveComparison(file));
    let redirects_for = |format, server: &str| {
        html! {
            <li><button type="button" onclick={save(ComparisonFile::Redirects(format))}>{ server }</button></li>
        }
    };
    let copy = {
        let summary = summary.clone();
        act.reform(move |_: MouseEvent| Action::Copy(summary.markdown()))
    };
    html! {
        <>
            <p role="status"><strong>{ prose::line(&summary.counts) }</strong></p>
            <ul class="plain muted">{ items(&summary.facts) }</ul>
            { for summary.sections.iter().map(section) }
            <p class="plan-tools">
                <button type="button" class="primary" onclick={save(ComparisonFile::Rows)}>
                    { lang.text(["All differences as CSV", "Toutes les différences en CSV", "Todas las diferencias en CSV"]) }
                </button>
                <button type="button" onclick={save(ComparisonFile::Html)}>
                    { lang.text(["Report", "Rapport", "Informe"]) }
                </button>
                if redirects {
                    <Menu label={lang.text(["Redirects", "Redirections", "Redirecciones"])}>
                        { redirects_for(Redirects::Netlify, "Netlify, Cloudflare Pages") }
                        { redirects_for(Redirects::Nginx, "nginx") }
                        { redirects_for(Redirects::Apache, "Apache") }
                        { redirects_for(Redirects::Csv, "CSV") }
                    </Menu>
                }
                <button type="button" onclick={copy}>
                    { lang.text(["Copy as Markdown", "Copier en Markdown", "Copiar como Markdown"]) }
                </button>
            </p>
        </>
    }
}

fn section(section: &Section) -> Html {
    html! {
        <section class="difference">
            <h3>{ prose::line(&section.title) }</h3>
            <ul class="plain">{ items(&section.items) }</ul>
        </section>
    }
}

fn items(items: &[String]) -> Html {
    items.iter().map(|item| html! { <li>{ prose::line(item) }</li> }).collect()
}
