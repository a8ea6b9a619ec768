//! The result of a run: of all files, and of the current one.

use std::rc::Rc;

use sitemap_validator_protocol::report::Kind;
use yew::prelude::*;

use super::{
    address::FileAddress,
    bar::{Bar, InputKind},
    fetching::FetchingView,
    next::{is_done, next},
    notice::{fetched, trouble},
    pictures::{Pictures, Sums},
    progress::ProgressView,
    result::ResultView,
    set::SetSummary,
    tree::FileTree,
    verdict::VerdictLine,
};
use crate::{
    state::{Action, FileResult, Input, Outcome, State, Work},
    store::Store,
};

/// What there is to see of the run.
pub(crate) fn outcome(state: &State, store: &Store, act: &Callback<Action>) -> Html {
    match &state.work {
        Work::Checking { progress, slow: true, .. } => {
            let view = html! {
                <ProgressView progress={progress.clone()} stopped=false act={act.clone()} />
            };
            // A file that is checked again stays readable below.
            html! { <>{ view }{ result(state, store, act) }</> }
        }
        Work::Fetching(fetching) => html! { <FetchingView fetching={fetching.clone()} act={act.clone()} /> },
        Work::Stopped(progress) => html! {
            <ProgressView progress={progress.clone()} stopped=true act={act.clone()} />
        },
        Work::Down(what) | Work::Failed(what) => html! {
            <>{ trouble(what, state.lang, act) }{ result(state, store, act) }</>
        },
        Work::Idle | Work::Checking { .. } | Work::Fixing(_) => result(state, store, act),
    }
}

fn result(state: &State, store: &Store, act: &Callback<Action>) -> Html {
    let (Some(outcome), Some(file)) = (&state.outcome, state.file()) else {
        return html! {};
    };
    let view = file_result(state, outcome, file, store, act);
    let Some(set) = &outcome.set else {
        return html! { <div class="result">{ fetched(state, act) }{ view }</div> };
    };
    html! {
        <div class="result">
            { fetched(state, act) }
            <SetSummary
                set={set.clone()}
                verdicts={outcome.verdicts()}
                elapsed={outcome.elapsed}
                against={outcome.settings.against(state.lang)}
                safe={outcome.mendable().fold((0, 0), |(safe, files), (_, more)| (safe + more, files + 1))}
                fixing={state.work.fixing()}
                fixed={state.fixed_files()}
                undo={!state.undo.is_empty()}
                is_files={state.input.is_files()}
                store={store.clone()}
                guides={state.guides.clone()}
                act={act.clone()}
            />
            if is_done(state) {
                { next(state, act) }
            }
            <div class="set-body">
                <FileTree outcome={outcome.clone()} set={set.clone()} chosen={state.view.file} act={act.clone()} />
                <div class="file-result">{ view }</div>
            </div>
        </div>
    }
}

/// The result for the current file.
fn file_result(state: &State, outcome: &Outcome, file: &Rc<FileResult>, store: &Store, act: &Callback<Action>) -> Html {
    let several = outcome.files.len() > 1;
    let input = match &state.input {
        _ if several => InputKind::OneOfSeveral,
        Input::Files(_) => InputKind::File,
        _ => InputKind::Text,
    };
    let typed = match &state.input {
        Input::Files(entries) if several => entries.get(state.view.file).map(|entry| entry.address.clone()),
        _ => None,
    };
    html! {
        <>
            <Bar
                file={file.clone()}
                fixed={state.input.fixed(state.view.file).is_some()}
                undo={!several && !state.undo.is_empty()}
                {input}
                at={state.view.file as u32}
                store={store.clone()}
                act={act.clone()}
            />
            if let Some(typed) = typed.filter(|_| state.input.len() > 1) {
                <FileAddress
                    file={state.view.file}
                    robots={file.report.kind == Kind::Robots}
                    typed={AttrValue::from(typed)}
                    known={file.report.address.clone().map(AttrValue::from)}
                    act={act.clone()}
                />
            }
            <VerdictLine
                file={file.clone()}
                files={outcome.files.len()}
                elapsed={outcome.elapsed}
                against={outcome.settings.against(state.lang)}
                who={state.view.filter.who.clone()}
                act={act.clone()}
            />
            if !several && is_done(state) {
                { next(state, act) }
            }
            <ResultView
                file={file.clone()}
                view={state.view.clone()}
                names={outcome.set.as_ref().map(|set| set.names.clone())}
                is_files={state.input.is_files()}
                lines={state.lines.clone()}
                guides={state.guides.clone()}
                letters={state.keys}
                act={act.clone()}
            />
            <Pictures
                run={outcome.run}
                file={state.view.file}
                kind={file.report.kind}
                figures={state.figures.of(state.view.file).cloned().filter(|_| !file.is_hopeless())}
                sums={Sums::of(outcome)}
                act={act.clone()}
            />
        </>
    }
}
