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
    share::ShareButton,
};
use crate::{
    lang::use_lang,
    state::{Action, Together},
    store::Store,
    verdict::{never_checked, set_words, took},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) set: Rc<Together>,
    /// There are several sitemaps, and none of the files lists them.
    pub(crate) lacks_index: bool,
    /// How many files each verdict has: valid, warnings, not valid, not judged.
    pub(crate) verdicts: [u64; 4],
    /// Milliseconds the run took.
    pub(crate) elapsed: u32,
    /// Against whom it was checked.
    pub(crate) against: AttrValue,
    /// True for files; the text box has its own controls.
    pub(crate) is_files: bool,
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
}

/// All files together.
#[component]
pub(crate) fn SetSummary(props: &Props) -> Html {
    let lang = use_lang();
    let words = set_words(lang, &props.set, props.verdicts);
    let act = &props.act;
    html! {
        <section class={classes!("set", "verdict", verdict_class(props.set.verdict))} aria-label={lang.say(["All files", "Tous les fichiers", "Todos los archivos"])}>
            <div class="set-head">
                <h2 id="set-verdict" tabindex="-1">
                    { verdict_shape(props.set.verdict) }
                    <span class="headline">{ prose::line(&words.headline) }</span>
                    if let Some(detail) = &words.detail {
                        <span class="detail">{ " " }{ prose::line(detail) }</span>
                    }
                </h2>
                <div class="set-tools">
                    if props.lacks_index {
                        <button type="button" onclick={act.reform(|_| Action::Convert(Target::Index))}>
                            { lang.say(["Make an index", "Créer un index", "Crear un índice"]) }
                        </button>
                    }
                    <Download act={act.clone()} />
                    <ShareButton act={act.clone()} />
                    if props.is_files {
                        <ChooseFiles store={props.store.clone()} act={act.clone()} />
                        <button type="button" onclick={act.reform(|_| Action::Reset)}>{ lang.say(CLEAR) }</button>
                    }
                </div>
            </div>
            <p class="ground muted">
                { took(lang, &props.against, props.elapsed) }{ " " }
                { never_checked(lang, props.set.has_robots) }
            </p>
            if !props.set.groups.is_empty() {
                <Across groups={props.set.groups.clone()} names={props.set.names.clone()} act={act.clone()} />
            }
        </section>
    }
}
