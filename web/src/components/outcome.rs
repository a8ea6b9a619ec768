//! The result of a run, for all files and for the current one.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::{FixRequest, Progress},
    report::{Diagnostic, Kind},
};
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
    app::options,
    state::{Action, FileResult, Input, Outcome, State, Steps, Work},
    store::Store,
    text::{middle_cut, spelled_out},
};

/// The view of the run. A result stays on screen unchanged, below the messages about the current work.
pub(crate) fn outcome(state: &State, store: &Store, caret: Option<(u32, u32)>, act: &Callback<Action>) -> Html {
    let html_files = state.folder.as_ref().map_or(0, |folder| folder.pages);
    let progress = |progress: &Option<Rc<Progress>>, sent: u64, stopped| {
        html! {
            <ProgressView progress={progress.clone()} pages={(sent, html_files)} {stopped} act={act.clone()} />
        }
    };
    let above = match &state.work {
        Work::Checking { progress: so_far, pages, slow: true, .. } => progress(so_far, *pages, false),
        Work::Stopped(so_far) => progress(so_far, 0, true),
        Work::Fetching(fetching) => html! { <FetchingView fetching={fetching.clone()} act={act.clone()} /> },
        Work::Down(what) | Work::Failed(what) => trouble(what, state.lang, act),
        Work::Idle | Work::Checking { .. } | Work::Fixing(_) => html! {},
    };
    html! {
        <>
            { above }
            if state.shows_result() {
                { result(state, store, caret, act) }
            }
        </>
    }
}

fn result(state: &State, store: &Store, caret: Option<(u32, u32)>, act: &Callback<Action>) -> Html {
    let (Some(outcome), Some(file)) = (&state.outcome, state.file()) else {
        return html! {};
    };
    let view = file_result(state, outcome, file, store, caret, act);
    let pictures = html! {
        <Pictures
            run={outcome.run}
            file={state.view.file}
            name={AttrValue::from(file.report.name.clone())}
            kind={file.report.kind}
            figures={state.figures.of(state.view.file).cloned().filter(|_| !file.is_hopeless())}
            sums={Sums::of(outcome)}
            act={act.clone()}
        />
    };
    let Some(set) = &outcome.set else {
        return html! {
            <div class="result"><div class="screen file-result">{ fetched(state, act) }{ view }</div>{ pictures }</div>
        };
    };
    html! {
        <div class="result">
            <div class="screen">
            { fetched(state, act) }
            <SetSummary
                set={set.clone()}
                verdicts={outcome.verdicts()}
                elapsed={outcome.elapsed}
                against={outcome.settings.against(state.lang)}
                has_suggested={outcome.files.iter().any(|file| file.has_suggested())}
                safe={outcome.mendable().fold((0, 0), |(safe, files), (_, more)| (safe + more, files + 1))}
                fixing={state.work.fixing()}
                fixed={if state.input.is_files() { state.fixed_files() } else { 0 }}
                steps={state.steps()}
                files_have_errors={outcome.files.iter().any(|file| file.report.counts.error > 0)}
                html={state.folder.as_ref().map_or(0, |folder| folder.pages)}
                is_workbench={state.is_workbench()}
                store={store.clone()}
                guides={state.guides.clone()}
                act={act.clone()}
            />
            if state.is_workbench() {
                { options(state, act) }
            }
            if is_done(state) {
                { next(state, act) }
            }
            <div class="set-body">
                <FileTree outcome={outcome.clone()} set={set.clone()} chosen={state.view.file} only={state.view.only_problematic} act={act.clone()} />
                <div class="file-result">{ view }</div>
            </div>
            </div>
            { pictures }
        </div>
    }
}

/// The result for the current file.
fn file_result(
    state: &State,
    outcome: &Outcome,
    file: &Rc<FileResult>,
    store: &Store,
    caret: Option<(u32, u32)>,
    act: &Callback<Action>,
) -> Html {
    // A set may have one file, which is compared with the pages of a built site.
    let several = outcome.set.is_some();
    let input = match &state.input {
        _ if several => InputKind::OneOfSeveral,
        _ if state.is_workbench() => InputKind::File,
        _ => InputKind::Text,
    };
    let typed = match &state.input {
        Input::Files(entries) if several => entries.get(state.view.file).map(|entry| entry.address.clone()),
        _ => None,
    };
    let selected = state.view.selected.as_ref().filter(|_| several);
    let fixable_files = selected.map_or(1, |finding| outcome.fixable_like(finding).len() as u64);
    let removals = |finding: &Diagnostic| FixRequest::Removals { rule: finding.rule.clone() };
    let removable_files = selected.map_or(1, |finding| outcome.fixable(&removals(finding)).len() as u64);
    html! {
        <>
            <Bar
                file={file.clone()}
                fixed={state.input.fixed(state.view.file).is_some()}
                steps={if several { Steps::default() } else { state.steps() }}
                {input}
                at={state.view.file as u32}
                store={store.clone()}
                act={act.clone()}
            />
            <VerdictLine
                file={file.clone()}
                files={outcome.files.len()}
                is_in_set={several}
                compared={outcome.set.as_ref().and_then(|set| set.built.as_ref()).is_some_and(|built| built.listed > 0)}
                is_led={outcome.leads_with(state.view.file)}
                elapsed={outcome.elapsed}
                against={outcome.settings.against(state.lang)}
                who={state.view.filter.who.clone()}
                act={act.clone()}
            />
            if let Some(typed) = typed.filter(|_| state.input.len() > 1) {
                <details class="site">
                    <summary>
                        { state.lang.text(["URL of this file", "URL de ce fichier", "URL de este archivo"]) }
                        if let Some(url) = &file.report.url {
                            <bdi dir="ltr" class="muted mono">{ middle_cut(&spelled_out(url), 80) }</bdi>
                        }
                    </summary>
                    <FileAddress
                        file={state.view.file}
                        robots={file.report.kind == Kind::Robots}
                        typed={AttrValue::from(typed)}
                        known={file.report.url.clone().map(AttrValue::from)}
                        act={act.clone()}
                    />
                </details>
            }
            if !several && state.is_workbench() {
                { options(state, act) }
            }
            if !several && is_done(state) {
                { next(state, act) }
            }
            <ResultView
                file={file.clone()}
                {fixable_files}
                {removable_files}
                view={state.view.clone()}
                names={outcome.set.as_ref().map(|set| set.names.clone())}
                text={state.is_workbench().then(|| state.editable())}
                current={state.can_ask() && state.lines.is_current()}
                {caret}
                lines={state.lines.clone()}
                guides={state.guides.clone()}
                steps={state.steps()}
                letters={state.keys}
                act={act.clone()}
            />
        </>
    }
}
