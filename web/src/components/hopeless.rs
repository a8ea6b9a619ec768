//! A file that is not a sitemap: what it is, how that happens, and what to do.

use std::rc::Rc;

use sitemap_validator_protocol::message::FixRequest;
use yew::prelude::*;

use super::{filters::FINDINGS, fix_tools::ask, prose, repairs::PREVIEW};
use crate::{
    guide::Guide,
    lang::use_lang,
    state::{Action, FileResult, Request},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    /// The page about the first finding's rule.
    pub(crate) guide: Option<Rc<Guide>>,
    pub(crate) act: Callback<Action>,
}

/// The view of a file that is not a sitemap.
#[component]
pub(crate) fn Hopeless(props: &Props) -> Html {
    let lang = use_lang();
    let Some(finding) = props.file.groups.first().and_then(|group| group.findings.first()) else {
        return html! {};
    };
    let one = || FixRequest::One { rule: finding.rule.clone(), start: finding.start, end: finding.end };
    let total = lang.count(props.file.total(), FINDINGS);
    html! {
        <section class="hopeless" aria-label={lang.text(["What this file is", "Ce qu’est ce fichier", "Qué es este archivo"])}>
            if let Some(guide) = &props.guide {
                <h3>{ lang.text(["Common causes", "Causes fréquentes", "Causas habituales"]) }</h3>
                { prose::section(&guide.why) }
            }
            if !finding.help.is_empty() {
                <h3>{ lang.text(["What to do", "Que faire", "Qué hacer"]) }</h3>
                <p>{ prose::sentence(&finding.help) }</p>
            }
            <div class="fix-tools">
                if finding.fix.is_some() {
                    <button type="button" class="primary" onclick={ask(&props.act, Request::Fix(one()))}>
                        { lang.text(["Make a sitemap from it", "En faire un sitemap", "Crear un sitemap a partir de esto"]) }
                    </button>
                    <button type="button" onclick={ask(&props.act, Request::PreviewFix(one()))}>{ lang.text(PREVIEW) }</button>
                }
                if props.file.lines > 0 || props.file.total() > 1 {
                    <button type="button" onclick={props.act.reform(|_| Action::ShowAll)}>
                        { lang.fill(
                            ["Show {0} in the source", "Afficher {0} dans le code source", "Mostrar {0} en el código fuente"],
                            &[&total],
                        ) }
                    </button>
                }
            </div>
        </section>
    }
}
