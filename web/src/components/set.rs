//! All files of a set together: the verdict, and the findings across files.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::Target,
    report::{BuiltSite, Counts, Severity},
};
use yew::prelude::*;

use super::{
    across::Across,
    download::Download,
    drop_zone::{CLEAR, ChooseFiles, Purpose},
    marks::{self, verdict_class, verdict_shape},
    menu::More,
    prose,
    repairs::AllRepairs,
    rules::Rules,
    share::ShareButton,
};
use crate::{
    lang::{Lang, Texts, use_lang},
    state::{Action, FixProgress, Guides, Request, SetResult, Steps},
    store::Store,
    text::spelled_out,
    verdict::{compared_pages, never_checked, sentence, set_size, set_words, took},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) set: Rc<SetResult>,
    /// The number of files with each verdict: valid, valid with warnings, invalid, unchecked.
    pub(crate) verdicts: [u64; 4],
    /// The duration of the run in milliseconds.
    pub(crate) elapsed: u32,
    /// The engines and standards that it was checked against.
    pub(crate) against: AttrValue,
    /// The number of safe fixes, and the number of files with safe fixes.
    pub(crate) safe: (u64, u64),
    /// True if there are suggested fixes too.
    pub(crate) has_suggested: bool,
    /// The progress of the worker while it applies the fixes.
    pub(crate) fixing: Option<FixProgress>,
    /// The number of input files that the page has fixed.
    pub(crate) fixed: u64,
    /// The steps that can be undone and redone.
    pub(crate) steps: Steps,
    /// True if there are errors in files, not only across them.
    pub(crate) files_have_errors: bool,
    /// The number of HTML files in the folder of the built site.
    pub(crate) html: u64,
    /// False while the text box is shown, which has its own controls.
    pub(crate) is_workbench: bool,
    pub(crate) store: Store,
    /// The pages about rules, for their titles.
    pub(crate) guides: Guides,
    pub(crate) act: Callback<Action>,
}

/// The summary of all files.
#[component]
pub(crate) fn SetSummary(props: &Props) -> Html {
    let lang = use_lang();
    let words = set_words(lang, &props.set, props.verdicts);
    let act = &props.act;
    let built = props.set.built.as_deref();
    let compared = built.and_then(|built| compared_pages(lang, built, props.html));
    html! {
        <section class={classes!("set", "verdict", verdict_class(props.set.verdict))} aria-label={lang.text(["All files", "Tous les fichiers", "Todos los archivos"])}>
            <div class="set-head">
                <h2 id="set-verdict" tabindex="-1">
                    { verdict_shape(props.set.verdict) }
                    <span class="headline">{ prose::line(&words.headline) }</span>
                    if let Some(detail) = &words.detail {
                        <span class="detail">{ " " }{ prose::line(detail) }</span>
                    }
                </h2>
                <div class="set-tools">
                    <AllRepairs
                        steps={props.steps.clone()}
                        safe={props.safe.0}
                        files={props.safe.1}
                        has_suggested={props.has_suggested}
                        fixing={props.fixing}
                        act={act.clone()}
                    />
                    if props.set.lacks_index {
                        <button type="button" onclick={act.reform(|_| Action::Ask(Request::Convert(Target::Index)))}>
                            { lang.text(["Make an index", "Créer un index", "Crear un índice"]) }
                        </button>
                    }
                    <Download fixed_files={props.fixed} act={act.clone()} />
                    if props.is_workbench {
                        <More items={vec![
                            html! { <ShareButton act={act.clone()} /> },
                            html! { <ChooseFiles store={props.store.clone()} act={act.clone()} purpose={Purpose::Compare} /> },
                            html! { <ChooseFiles store={props.store.clone()} act={act.clone()} /> },
                            html! { <button type="button" onclick={act.reform(|_| Action::Reset)}>{ lang.text(CLEAR) }</button> },
                        ]} />
                    } else {
                        <ShareButton act={act.clone()} />
                        <ChooseFiles store={props.store.clone()} act={act.clone()} purpose={Purpose::Compare} />
                    }
                </div>
            </div>
            <p class="ground muted">
                if props.set.first.is_some() {
                    { sentence(&set_size(lang, &props.set)) }{ " " }
                }
                { took(lang, &props.against, props.elapsed) }{ " " }
                if compared.is_none() {
                    { never_checked(lang, props.set.has_robots) }
                }
            </p>
            if let Some(built) = built {
                <div class="built">
                    { for compared.map(|compared| html! { <p class="muted">{ prose::line(&compared) }</p> }) }
                    { notes(lang, built) }
                </div>
            }
            if !props.set.is_only_across() {
                <Rules set={props.set.clone()} guides={props.guides.clone()} act={act.clone()} />
            }
            if !props.set.across_rules.is_empty() {
                // Errors in a file are more important, and they are on screen.
                <details class="across" open={!props.files_have_errors}>
                    <summary>
                        { lang.text(if props.set.names.len() == 1 {
                            ["Compared with the pages", "Comparé avec les pages", "Comparado con las páginas"]
                        } else {
                            ["Across files", "Entre les fichiers", "Entre los archivos"]
                        }) }
                        { counted(lang, &props.set.across) }
                    </summary>
                    <Across rules={props.set.across_rules.clone()} names={props.set.names.clone()} guides={props.guides.clone()} act={act.clone()} />
                </details>
            }
        </section>
    }
}

/// What to say about the folder of the built site beside the findings: first what has to be corrected.
#[inline(never)]
fn notes(lang: Lang, built: &BuiltSite) -> Html {
    /// The maximum number of sentences of each kind.
    const SHOWN: usize = 5;
    // As code, because prose shortens URLs.
    let said = |note: &String| match &built.url {
        Some(url) => spelled_out(note).replace(url, &format!("`{url}`")),
        None => spelled_out(note),
    };
    let shown = |notes: &[String], label: Texts, class: &'static str| -> Html {
        let others = notes.len().saturating_sub(SHOWN) as u64;
        let more = (others > 0).then(|| {
            let more = ["… and {0} more", "… et {0} de plus", "… y {0} más"];
            html! { <p {class}>{ lang.fill(more, &[&lang.number(others)]) }</p> }
        });
        let notes = notes.iter().take(SHOWN);
        html! { <>{ for notes.map(|note| html! { <p {class}>{ lang.text(label) }{ prose::sentence(&said(note)) }</p> }) }{ for more }</> }
    };
    html! { <>{ shown(&built.problems, ["Error: ", "Erreur\u{a0}: ", "Error: "], "") }{ shown(&built.notes, ["Note: ", "Remarque\u{a0}: ", "Nota: "], "muted") }</> }
}

/// The number of findings of each severity that occurs.
pub(super) fn counted(lang: Lang, counts: &Counts) -> Html {
    severities(counts)
        .map(|(severity, count)| {
            let number = lang.count(count, marks::severity_noun(severity));
            html! { <span class="number">{ marks::bare_shape(severity) }{ number }</span> }
        })
        .collect()
}

/// The severities that occur, with the number of findings of each.
pub(super) fn severities(counts: &Counts) -> impl Iterator<Item = (Severity, u64)> {
    let all = [(Severity::Error, counts.error), (Severity::Warning, counts.warning), (Severity::Info, counts.info)];
    all.into_iter().filter(|(_, count)| *count > 0)
}
