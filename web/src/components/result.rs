//! The result: problems on one side, the source on the other.

use std::rc::Rc;

use sitemap_validator_protocol::report::Diagnostic;
use yew::prelude::*;

use super::{
    across::place,
    hopeless::Hopeless,
    list::List,
    plan::Plan,
    problem::Problem,
    prose,
    seek_bar::{self, SeekBar},
    source::Source,
};
use crate::{
    browser,
    lang::{Lang, use_lang},
    state::{Action, FileResult, Guides, LineStore, Request, View},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    pub(crate) view: View,
    /// The names of the files, when there are several.
    pub(crate) names: Option<Rc<[Rc<str>]>>,
    /// True for files; text stands in the box, so that it need not be shown twice when it is clean.
    pub(crate) is_files: bool,
    pub(crate) lines: LineStore,
    pub(crate) guides: Guides,
    /// True when single letters do something.
    pub(crate) letters: bool,
    pub(crate) act: Callback<Action>,
}

/// The result for the current file.
#[component]
pub(crate) fn ResultView(props: &Props) -> Html {
    let lang = use_lang();
    let (file, view, act) = (&props.file, &props.view, &props.act);
    let clean = file.groups.is_empty();
    let guide = |rule: &str| props.guides.get(rule).cloned().flatten();
    if file.is_hopeless() && !view.all {
        let rule = file.groups.first().map(|group| group.rule.clone()).unwrap_or_default();
        return html! { <Hopeless file={file.clone()} guide={guide(&rule)} act={act.clone()} /> };
    }
    let keys = {
        let (act, seeks, open) = (act.clone(), !view.seek.text.is_empty(), view.open);
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Escape" if open => {
                // Where the source lies over the page it closes, and the check goes on.
                if !browser::is_wide() {
                    event.prevent_default();
                }
                act.emit(Action::CloseSource);
            }
            "F3" if !event.ctrl_key() && !event.alt_key() && !event.meta_key() => {
                // The browser's own search knows nothing of the lines that are not drawn.
                event.prevent_default();
                if seeks {
                    act.emit(Action::Ask(Request::SeekOn(event.shift_key())));
                } else {
                    browser::focus(seek_bar::FIELD);
                }
            }
            _ => {}
        })
    };
    let reading = |finding: &Diagnostic| {
        let (place, reading) = view.reading.as_ref()?;
        (*place == (finding.start, finding.end)).then(|| reading.clone())
    };
    let names: Rc<[Rc<str>]> = props.names.clone().unwrap_or_default();
    if clean && !props.is_files {
        return html! {};
    }
    html! {
        <>
        <div
            class={classes!("panes", clean.then_some("clean"))}
            data-open={if view.open { "true" } else { "false" }}
            onkeydown={keys}
        >
            if !clean {
                <List
                    key={view.file}
                    file={file.clone()}
                    view={view.clone()}
                    guides={props.guides.clone()}
                    letters={props.letters}
                    act={act.clone()}
                />
            }
            <section class="side" aria-label={lang.text(["Source and explanation", "Source et explication", "Código fuente y explicación"])}>
                <button type="button" class="back" onclick={act.reform(|_| Action::CloseSource)}>{ lang.text(["Back to the list", "Retour à la liste", "Volver a la lista"]) }</button>
                if let Some(finding) = &view.came_from {
                    { back(finding, &names, lang, act) }
                }
                if file.lines > 0 {
                    <SeekBar key={view.file} seek={view.seek.clone()} lines={file.lines} act={act.clone()} />
                    <Source
                        total={file.lines}
                        lines={props.lines.clone()}
                        selected={view.selected.clone()}
                        spot={view.spot}
                        wanted={view.seek.wanted.clone()}
                        jumps={view.jumps}
                        act={act.clone()}
                    />
                }
                if let Some(finding) = &view.selected {
                    <Problem
                        finding={finding.clone()}
                        group={file.group(&finding.rule).cloned()}
                        guide={guide(&finding.rule)}
                        stances={file.stances.get(&finding.rule).copied()}
                        reading={reading(finding)}
                        file={AttrValue::from(file.report.name.clone())}
                        names={names.clone()}
                        lines={props.lines.clone()}
                        act={act.clone()}
                    />
                }
            </section>
        </div>
        if let Some(preview) = &view.fix_preview {
            <Plan preview={preview.clone()} act={act.clone()} />
        }
        </>
    }
}

/// The way back to the finding from which a place in another file was visited.
fn back(finding: &Rc<Diagnostic>, names: &[Rc<str>], lang: Lang, act: &Callback<Action>) -> Html {
    let find = {
        let finding = finding.clone();
        act.reform(move |_: MouseEvent| Action::Find(finding.clone()))
    };
    html! {
        <p class="came-from">
            <span>{ prose::line(&finding.message) }{ lang.text([": ", "\u{a0}: ", ": "]) }</span>
            <button type="button" class="link" onclick={find}>
                { lang.text(["back to ", "retour à ", "volver a "]) }{ place(names, finding.file, finding.line, finding.column) }
            </button>
        </p>
    }
}
