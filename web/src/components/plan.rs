//! The preview of a fix.

use std::rc::Rc;

use sitemap_validator_protocol::source::{Diff, DiffLine, Side};
use yew::prelude::*;

use super::{dialog::Dialog, prose};
use crate::{
    lang::{Lang, use_lang},
    state::{Action, FixPreview, Request},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) preview: Rc<FixPreview>,
    pub(crate) act: Callback<Action>,
}

/// The preview of a fix, with the choice to apply it or to cancel.
#[component]
pub(crate) fn Plan(props: &Props) -> Html {
    let lang = use_lang();
    let FixPreview { request, diff } = &*props.preview;
    let leave = props.act.reform(|_: MouseEvent| Action::ClosePreview);
    let make = {
        let request = request.clone();
        props.act.reform(move |_: MouseEvent| Action::Ask(Request::Fix(request.clone())))
    };
    html! {
        <Dialog
            id="plan"
            title={lang.text(["What would change", "Ce qui changerait", "Lo que cambiaría"])}
            onclose={props.act.reform(|()| Action::ClosePreview)}
        >
            <p class="muted">{ summary(diff, lang) }</p>
            <div class="hunks mono" tabindex="0" role="region" aria-label={lang.text(["Changed lines", "Lignes modifiées", "Líneas modificadas"])}>
                { for diff.hunks.iter().map(|hunk| html! { <table><tbody>{ for hunk.iter().map(|shown| line(shown, lang)) }</tbody></table> }) }
            </div>
            <p class="plan-tools">
                <button type="button" class="primary" onclick={make}>
                    { lang.fill(["Fix {0}", "Corriger {0}", "Corregir {0}"], &[&lang.number(u64::from(diff.applied))]) }
                </button>
                <button type="button" onclick={leave}>{ lang.text(["Cancel", "Annuler", "Cancelar"]) }</button>
            </p>
        </Dialog>
    }
}

/// `12 problems · 12 lines go, 12 come · the first 60 lines are shown`.
pub(crate) fn summary(diff: &Diff, lang: Lang) -> String {
    let problems = lang.count(
        u64::from(diff.applied),
        [["problem", "problems"], ["problème", "problèmes"], ["problema", "problemas"]],
    );
    let lines = lang.fill(
        ["+{0} −{1} lines", "+{0} −{1} lignes", "+{0} −{1} líneas"],
        &[&lang.number(diff.added), &lang.number(diff.removed)],
    );
    let mut parts = vec![problems, lines];
    if diff.shown < diff.added + diff.removed {
        parts.push(lang.fill(
            ["showing the first {0}", "les {0} premières sont affichées", "se muestran las primeras {0}"],
            &[&lang.number(diff.shown)],
        ));
    }
    parts.join(" · ")
}

fn line(line: &DiffLine, lang: Lang) -> Html {
    let (class, sign, word) = match line.side {
        Side::Same => ("same", " ", ""),
        Side::Removed => ("removed", "−", lang.text(["before", "avant", "antes"])),
        Side::Added => ("added", "+", lang.text(["after", "après", "después"])),
    };
    let parts = line.parts.iter().map(|part| match (part.changed, line.side) {
        (true, Side::Removed) => html! { <del>{ prose::visible(&part.text) }</del> },
        (true, _) => html! { <ins>{ prose::visible(&part.text) }</ins> },
        (false, _) => prose::visible(&part.text),
    });
    html! {
        <tr class={class}>
            <td class="number">{ lang.number(u64::from(line.number)) }</td>
            <td class="sign"><span aria-hidden="true">{ sign }</span><span class="unseen">{ word }</span></td>
            <td class="text">
                <bdi dir="ltr">{ for parts }</bdi>
                if line.more > 0 {
                    <span class="muted">
                        { lang.fill(
                            [" and {0} more changes in this line", " et {0} autres modifications sur cette ligne", " y {0} cambios más en esta línea"],
                            &[&lang.number(line.more)],
                        ) }
                    </span>
                }
            </td>
        </tr>
    }
}
