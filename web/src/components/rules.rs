//! What is found in all files of a set, by rule.

use std::rc::Rc;

use yew::prelude::*;

use super::{across::Across, menu::use_narrow, set::counted};
use crate::{
    lang::use_lang,
    state::{Action, Guides, SetResult},
};

/// Up to so many rows are open at first, but on phones: below them the first file still fits into a window 700 pixels high.
const OPEN: usize = 4;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) set: Rc<SetResult>,
    /// The pages about rules, for their titles.
    pub(crate) guides: Guides,
    pub(crate) act: Callback<Action>,
}

/// What is found in all files, a row for each rule.
#[component]
pub(crate) fn Rules(props: &Props) -> Html {
    let lang = use_lang();
    let is_narrow = use_narrow();
    let rules = &props.set.rules;
    // What one file has is seen in that file.
    let is_open = rules.len() <= OPEN && !is_narrow && rules.iter().any(|rule| rule.places.len() > 1);
    html! {
        <details class="set-rules" open={is_open}>
            <summary>
                { lang.text(["Problems of all files", "Problèmes de tous les fichiers", "Problemas de todos los archivos"]) }
                { counted(lang, &props.set.counts) }
            </summary>
            <Across rules={rules.clone()} names={props.set.names.clone()} guides={props.guides.clone()} act={props.act.clone()} />
        </details>
    }
}
