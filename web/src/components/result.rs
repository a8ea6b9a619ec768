//! The result: the problems on one side, the source on the other.

use std::rc::Rc;

use sitemap_validator_protocol::report::Diagnostic;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use super::{
    across::place,
    editor::Editor,
    hopeless::Hopeless,
    list::List,
    plan::Plan,
    problem::{Brief, Problem},
    prose,
    repairs::steps,
    seek_bar::{self, SeekBar},
    source::Source,
};
use crate::{
    browser, early,
    lang::{Lang, Texts, use_lang},
    state::{Action, FileResult, Guides, LineStore, ReadOnly, Request, Steps, View},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    pub(crate) view: View,
    /// The number of files in which findings of the selected finding's rule can be fixed.
    pub(crate) fixable_files: u64,
    /// The number of files in which findings of that rule can be removed.
    pub(crate) removable_files: u64,
    /// The names of the files, if there are several.
    pub(crate) names: Option<Rc<[Rc<str>]>>,
    /// The text to edit; `None` while it is in the text box.
    pub(crate) text: Option<Result<Rc<str>, ReadOnly>>,
    /// True if the lines and findings are those of this text, false if they are those of an earlier one.
    pub(crate) current: bool,
    /// The initial selection, if the editor must take the focus.
    pub(crate) caret: Option<(u32, u32)>,
    pub(crate) lines: LineStore,
    pub(crate) guides: Guides,
    /// The steps that can be undone and redone.
    pub(crate) steps: Steps,
    /// True if single-letter keyboard shortcuts are on.
    pub(crate) letters: bool,
    pub(crate) act: Callback<Action>,
}

/// The result for the current file.
#[component]
pub(crate) fn ResultView(props: &Props) -> Html {
    let lang = use_lang();
    let can_edit = use_state(|| false);
    // Typing that began in the text box continues immediately.
    let is_typed = use_mut_ref(|| false);
    *is_typed.borrow_mut() |= props.caret.is_some();
    {
        let can_edit = can_edit.clone();
        use_effect_with((), move |()| {
            spawn_local(async move {
                // If the editor cannot be loaded, a text field remains.
                let _ = early::editor().await;
                can_edit.set(true);
            });
        });
    }
    let (file, view, act) = (&props.file, &props.view, &props.act);
    let clean = file.groups.is_empty();
    let is_alone = clean && !view.open;
    let guide = |rule: &str| props.guides.get(rule).cloned().flatten();
    let names: Rc<[Rc<str>]> = props.names.clone().unwrap_or_default();
    let shown = view.fix_preview.as_ref().filter(|preview| !preview.diffs.is_empty());
    // An empty node takes its place, so that the elements before it stay the same.
    let plan = shown.map_or_else(Html::default, |preview| {
        html! { <Plan preview={preview.clone()} names={names.clone()} act={act.clone()} /> }
    });
    if file.is_hopeless() && !view.all {
        let rule = file.groups.first().map(|group| group.rule.clone()).unwrap_or_default();
        return html! { <><Hopeless file={file.clone()} guide={guide(&rule)} act={act.clone()} />{ plan }</> };
    }
    let keys = {
        let (act, seeks, open) = (act.clone(), !view.seek.text.is_empty(), view.open);
        Callback::from(move |event: KeyboardEvent| match event.key().as_str() {
            "Escape" if open => {
                // If the source covers the page, Escape closes it and does not cancel the check.
                if !browser::is_wide() {
                    event.prevent_default();
                }
                act.emit(Action::CloseSource);
            }
            "F3" if !event.ctrl_key() && !event.alt_key() && !event.meta_key() => {
                // The browser's own search does not find lines that are not rendered.
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
    let value = |finding: &Diagnostic| {
        let (place, value) = view.value.as_ref()?;
        (*place == (finding.start, finding.end)).then(|| value.clone())
    };
    let Some(text) = &props.text else {
        return html! {};
    };
    let problem = view.selected.as_ref().map(|finding| {
        html! {
            <Problem
                finding={finding.clone()}
                group={file.group(&finding.rule).cloned()}
                guide={guide(&finding.rule)}
                stances={file.stances.get(&finding.rule).copied()}
                reading={reading(finding)}
                value={value(finding)}
                file={AttrValue::from(file.report.name.clone())}
                fixable_files={props.fixable_files}
                removable_files={props.removable_files}
                names={names.clone()}
                lines={props.lines.clone()}
                act={act.clone()}
            />
        }
    });
    html! {
        <>
        <div
            class={classes!("panes", is_alone.then_some("alone"), (clean && view.open).then_some("bare"))}
            data-open={if view.open { "true" } else { "false" }}
            onkeydown={keys}
        >
            if !is_alone {
                <div class="problems-pane">
                if clean {
                    <p class="muted none">{ lang.text(["No problems", "Aucun problème", "Sin problemas"]) }</p>
                }
                if let Some(finding) = &view.selected {
                    <Brief
                        finding={finding.clone()}
                        group={file.group(&finding.rule).cloned()}
                        fixable_files={props.fixable_files}
                        removable_files={props.removable_files}
                        act={act.clone()}
                    />
                }
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
                </div>
            }
            <section class="side" aria-label={lang.text(["Source and explanation", "Source et explication", "Código fuente y explicación"])}>
                <div class="sheet-bar">
                    <button type="button" class="back" onclick={act.reform(|_| Action::CloseSource)}>{ lang.text(if clean {
                        ["No problems: back to the result", "Aucun problème\u{a0}: retour au résultat", "Sin problemas: volver al resultado"]
                    } else {
                        ["Back to the list", "Retour à la liste", "Volver a la lista"]
                    }) }</button>
                    { steps(&props.steps, lang, act) }
                </div>
                if let Some(finding) = &view.came_from {
                    { back(finding, &names, lang, act) }
                }
                if file.lines > 0 {
                    <SeekBar key={view.file} seek={view.seek.clone()} lines={file.lines} act={act.clone()} />
                    { match text {
                        Ok(text) if *can_edit || *is_typed.borrow() => html! {
                            <Editor
                                key={format!("text {} {}", view.file, lang.tag())}
                                text={text.clone()}
                                current={props.current}
                                caret={props.caret}
                                lines={props.lines.clone()}
                                selected={view.selected.clone()}
                                spot={view.spot}
                                wanted={view.seek.wanted.clone()}
                                jump={view.jump}
                                goes={view.goes}
                                act={act.clone()}
                            >
                                { for problem }
                            </Editor>
                        },
                        other => html! {
                            <Source
                                total={file.lines}
                                lines={props.lines.clone()}
                                selected={view.selected.clone()}
                                spot={view.spot}
                                wanted={view.seek.wanted.clone()}
                                jump={view.jump}
                                note={other.as_ref().err().map_or("", |why| lang.text(note(*why)))}
                                act={act.clone()}
                            >
                                { for problem }
                            </Source>
                        },
                    } }
                } else {
                    { for problem }
                }
            </section>
        </div>
        { plan }
        </>
    }
}

/// The reason why a text cannot be edited.
const fn note(why: ReadOnly) -> Texts {
    match why {
        ReadOnly::Loading => ["", "", ""],
        ReadOnly::Large => [
            "Read-only: files up to 1 MiB can be edited here",
            "Lecture seule\u{a0}: les fichiers jusqu’à 1\u{a0}Mio peuvent être modifiés ici",
            "Solo lectura: aquí se pueden editar archivos de hasta 1\u{a0}MiB",
        ],
        ReadOnly::Encoding => [
            "Read-only: only UTF-8 can be edited here",
            "Lecture seule\u{a0}: seul l’UTF-8 peut être modifié ici",
            "Solo lectura: aquí solo se puede editar UTF-8",
        ],
    }
}

/// The button that leads back to the finding from which a location in another file was visited.
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
