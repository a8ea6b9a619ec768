//! The name and facts of the current file, and the actions for it.

use yew::prelude::*;

use super::{
    download::{Download, conversion},
    drop_zone::{CLEAR, ChooseFiles, Purpose},
    menu::More,
    repairs::Repairs,
    share::ShareButton,
};
use crate::{
    lang::use_lang,
    state::{Action, FileResult, Steps},
    store::Store,
    text::{middle_cut, spelled_out},
    verdict::{entry_noun, kind_name},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The current file.
    pub(crate) file: std::rc::Rc<FileResult>,
    /// True if the page has fixed something in it.
    pub(crate) fixed: bool,
    /// The steps that can be undone and redone.
    pub(crate) steps: Steps,
    pub(crate) input: InputKind,
    /// Its index among the files.
    pub(crate) at: u32,
    pub(crate) store: Store,
    pub(crate) act: Callback<Action>,
}

/// The way in which the file was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputKind {
    /// In the text box, which is on the page and has its own controls.
    Text,
    /// As the only file.
    File,
    /// As one of several files. The controls for all files are elsewhere.
    OneOfSeveral,
}

/// The name and facts of the current file, and the actions for it.
#[component]
pub(crate) fn Bar(props: &Props) -> Html {
    let lang = use_lang();
    let report = &props.file.report;
    let name = spelled_out(&report.name);
    let mut facts = vec![kind_name(lang, report.kind).to_owned()];
    // The list of the files shows these already.
    if props.input != InputKind::OneOfSeveral {
        facts.push(lang.sizes(report.bytes, report.decompressed_bytes));
        if report.stats.entries > 0 {
            facts.push(lang.count(report.stats.entries, entry_noun(report.kind)));
        }
    }
    if props.file.lines > 0 {
        facts.push(
            lang.count(u64::from(props.file.lines), [["line", "lines"], ["ligne", "lignes"], ["línea", "líneas"]]),
        );
    }
    if !report.encoding.is_empty() && !report.facts.lossy && props.file.lines > 0 {
        facts.push(report.encoding.clone());
    }
    let act = &props.act;
    let safe = props.file.mendable();
    html! {
        <div class="bar">
            <div class="bar-name">
                <bdi dir="ltr" class="mono" title={name.clone()}>{ middle_cut(&name, 48) }</bdi>
                <span class="muted facts">{ facts.join(" · ") }</span>
            </div>
            <div class="bar-tools">
                <Repairs
                    steps={props.steps.clone()}
                    {safe}
                    has_suggested={props.file.has_suggested()}
                    is_part={props.input == InputKind::OneOfSeveral}
                    act={act.clone()}
                />
                <Download
                    of={(props.input == InputKind::OneOfSeveral).then_some(props.at)}
                    fixed={props.fixed}
                    to={conversion(report)}
                    act={act.clone()}
                />
                if props.input == InputKind::File {
                    <More items={vec![
                        html! { <ShareButton act={act.clone()} /> },
                        html! { <ChooseFiles store={props.store.clone()} act={act.clone()} purpose={Purpose::Compare} /> },
                        html! { <ChooseFiles store={props.store.clone()} act={act.clone()} /> },
                        html! { <button type="button" onclick={act.reform(|_| Action::Reset)}>{ lang.text(CLEAR) }</button> },
                    ]} />
                }
            </div>
        </div>
    }
}
