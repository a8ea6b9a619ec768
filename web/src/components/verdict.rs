//! The verdict, and the facts behind it.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Kind, Verdict};
use yew::prelude::*;

use super::{
    engines::Engines,
    marks::{verdict_class, verdict_shape},
    perfect::Perfect,
    prose,
};
use crate::{
    browser,
    lang::{Lang, use_lang},
    state::{Action, FileResult},
    verdict::{never_checked, took, words},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    /// The number of files that were checked.
    pub(crate) files: usize,
    /// True if the verdict on a set is shown too.
    pub(crate) is_in_set: bool,
    /// True if the sitemaps were compared with the pages of the built site.
    pub(crate) compared: bool,
    /// True if the verdict on the set already names the first problem.
    pub(crate) is_led: bool,
    /// The duration of the run in milliseconds.
    pub(crate) elapsed: u32,
    /// The engines and standards that it was checked against.
    pub(crate) against: AttrValue,
    /// The engine or standard whose objections are listed.
    #[prop_or_default]
    pub(crate) who: Option<Rc<str>>,
    pub(crate) act: Callback<Action>,
}

/// The verdict, and the facts behind it.
#[component]
pub(crate) fn VerdictLine(props: &Props) -> Html {
    let lang = use_lang();
    let report = &props.file.report;
    let words = words(lang, &props.file);
    let about_urls = !props.file.is_hopeless() && report.kind != Kind::Robots;
    let scope = (report.url.is_none() && about_urls).then(|| scope_hint(lang, props.files));
    let verdict = props.file.report.verdict_in_set;
    let perfect = verdict == Verdict::Valid && !props.file.is_hopeless();
    html! {
        <section
            class={classes!("verdict", verdict_class(verdict))}
            aria-label={lang.text(["Verdict", "Verdict", "Veredicto"])}
        >
            <h2 id="verdict" tabindex="-1">
                { verdict_shape(verdict) }
                <span class="headline">{ prose::line(&words.headline) }</span>
                if let Some(detail) = words.detail.as_ref().filter(|_| !props.is_led) {
                    <span class="detail">{ " " }{ prose::line(detail) }</span>
                }
            </h2>
            if !props.file.is_hopeless() {
                <Engines
                    file={props.file.clone()}
                    scope={report.url.is_some()}
                    who={props.who.clone()}
                    act={props.act.clone()}
                />
            }
            <p class="ground muted">
                if props.is_in_set && !perfect {
                    { scope.clone() }
                } else if !props.is_in_set && !props.file.is_hopeless() {
                    { took(lang, &props.against, props.elapsed) }{ " " }
                    if !perfect {
                        { scope.clone() }
                        { never_checked(lang, report.kind == Kind::Robots) }
                    }
                }
            </p>
            if perfect {
                <Perfect file={props.file.clone()} alone={props.files == 1} compared={props.compared} {scope} />
            }
        </section>
    }
}

fn scope_hint(lang: Lang, files: usize) -> Html {
    let field = if files > 1 { "#file-address" } else { "#address" };
    let go = Callback::from(move |_: MouseEvent| {
        browser::focus(field);
    });
    html! {
        <>
            { lang.text([
                "Host and folder were not checked: ",
                "L’appartenance des URL à son hôte et à son dossier n’a pas été vérifiée\u{a0}: ",
                "No se ha comprobado si las URL pertenecen a su host y su carpeta: ",
            ]) }
            <button type="button" class="link" onclick={go}>
                { lang.text(["enter the URL of the sitemap", "indiquez l’URL du sitemap", "indique la URL del sitemap"]) }
            </button>
            { ". " }
        </>
    }
}
