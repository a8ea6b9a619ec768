//! The findings in all files of a set, by rule.

use std::rc::Rc;

use yew::prelude::*;

use super::{across::Across, menu::use_narrow, set::counted};
use crate::{
    lang::use_lang,
    state::{Action, Guides, SetResult},
};

/// The number of rows up to which the list is initially open, except on phones: the first file below it still fits into
/// a window that is 700 pixels high.
const OPEN: usize = 4;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) set: Rc<SetResult>,
    /// The pages about rules, for their titles.
    pub(crate) guides: Guides,
    pub(crate) act: Callback<Action>,
}

/// The findings in all files, with a row for each rule.
#[component]
pub(crate) fn Rules(props: &Props) -> Html {
    let lang = use_lang();
    let is_narrow = use_narrow();
    let rules = &props.set.rules;
    // The findings of a single file are shown with that file.
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
