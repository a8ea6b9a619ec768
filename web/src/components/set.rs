//! All files of a set together: the judgement, and what only several files show.

use std::rc::Rc;

use sitemap_validator_protocol::message::Target;
use yew::prelude::*;

use super::{
    across::Across,
    download::Download,
    drop_zone::{CLEAR, ChooseFiles},
    marks::{verdict_class, verdict_shape},
    prose,
    repairs::AllRepairs,
    share::ShareButton,
};
use crate::{
    lang::use_lang,
    state::{Action, FixProgress, Guides, Request, SetResult},
    store::Store,
    verdict::{never_checked, set_words, took},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) set: Rc<SetResult>,
    /// How many files each verdict has: valid, warnings, not valid, not judged.
    pub(crate) verdicts: [u64; 4],
    /// Milliseconds the run took.
    pub(crate) elapsed: u32,
    /// Against whom it was checked.
    pub(crate) against: AttrValue,
    /// How many safe repairs there are, and in how many files.
    pub(crate) safe: (u64, u64),
    /// How far the worker is, while it applies them.
    pub(crate) fixing: Option<FixProgress>,
    /// How many files the page has repaired.
    pub(crate) fixed: u64,
    /// True when the last fix can be undone.
    pub(crate) undo: bool,
    /// True for files; the text box has its own controls.
    pub(crate) is_files: bool,
    pub(crate) store: Store,
    /// The pages about rules, for their titles.
    pub(crate) guides: Guides,
    pub(crate) act: Callback<Action>,
}

/// All files together.
#[component]
pub(crate) fn SetSummary(props: &Props) -> Html {
    let lang = use_lang();
    let words = set_words(lang, &props.set, props.verdicts);
    let act = &props.act;
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
                        undo={props.undo}
                        safe={props.safe.0}
                        files={props.safe.1}
                        fixing={props.fixing}
                        act={act.clone()}
                    />
                    if props.set.lacks_index {
                        <button type="button" onclick={act.reform(|_| Action::Ask(Request::Convert(Target::Index)))}>
                            { lang.text(["Make an index", "Créer un index", "Crear un índice"]) }
                        </button>
                    }
                    <Download fixed_files={if props.is_files { props.fixed } else { 0 }} act={act.clone()} />
                    <ShareButton act={act.clone()} />
                    if props.is_files {
                        <ChooseFiles store={props.store.clone()} act={act.clone()} />
                        <button type="button" onclick={act.reform(|_| Action::Reset)}>{ lang.text(CLEAR) }</button>
                    }
                </div>
            </div>
            <p class="ground muted">
                { took(lang, &props.against, props.elapsed) }{ " " }
                { never_checked(lang, props.set.has_robots) }
            </p>
            if !props.set.groups.is_empty() {
                <Across groups={props.set.groups.clone()} names={props.set.names.clone()} guides={props.guides.clone()} act={act.clone()} />
            }
        </section>
    }
}
