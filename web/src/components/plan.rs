//! The preview of a fix.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::FixRequest,
    source::{Diff, DiffLine, Side},
};
use yew::prelude::*;

use super::{across::PLACES, dialog::Dialog, fix_tools::ask, prose};
use crate::{
    lang::{Lang, Texts, use_lang},
    state::{Action, FixPreview, PREVIEWED, Request},
    text::spelled_out,
    verdict::FILES,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) preview: Rc<FixPreview>,
    /// The names of the files, if there are several.
    pub(crate) names: Rc<[Rc<str>]>,
    pub(crate) act: Callback<Action>,
}

/// The preview of a fix, with buttons to apply and to cancel it.
#[component]
pub(crate) fn Plan(props: &Props) -> Html {
    let lang = use_lang();
    let preview = &props.preview;
    let leave = props.act.reform(|_: MouseEvent| Action::ClosePreview);
    let request = if preview.all { Request::FixAll } else { Request::Fix }(preview.what.clone());
    let make = ask(&props.act, request);
    let applied: u64 = preview.diffs.iter().map(|(_, diff)| u64::from(diff.applied)).sum();
    let is_whole = preview.files <= PREVIEWED && preview.awaited.is_empty();
    let stay = preview.places.filter(|places| is_whole && *places > applied);
    let files = lang.count(preview.files as u64, FILES);
    let does: Texts = match &preview.what {
        FixRequest::Removals { .. } if preview.files > PREVIEWED => {
            ["Remove in {0}", "Retirer dans {0}", "Quitar en {0}"]
        }
        FixRequest::Removals { .. } => ["Remove {0}", "Retirer {0}", "Quitar {0}"],
        _ => ["Fix {0}", "Corriger {0}", "Corregir {0}"],
    };
    html! {
        <Dialog
            id="plan"
            title={lang.text(["What would change", "Ce qui changerait", "Lo que cambiaría"])}
            onclose={props.act.reform(|()| Action::ClosePreview)}
        >
            if preview.what == (FixRequest::All { suggested: true }) {
                <p>{ lang.text([
                    "This includes suggested fixes: check that each change is what you want.",
                    "Des corrections suggérées en font partie\u{a0}: vérifiez que chaque modification est bien celle que vous voulez.",
                    "Incluye correcciones sugeridas: compruebe que cada cambio es el que quiere.",
                ]) }</p>
            }
            if preview.files > PREVIEWED {
                <p class="muted">{ lang.fill(
                    ["Showing {0} of {1}", "{0} affichés sur {1}", "Se muestran {0} de {1}"],
                    &[&lang.number(PREVIEWED as u64), &files],
                ) }</p>
            }
            { for preview.diffs.iter().map(|(file, diff)| {
                let name = props.names.get(*file as usize).filter(|_| preview.all);
                html! { <section key={*file}>{ changes(name.map(|name| &**name), diff, lang) }</section> }
            }) }
            if let Some(places) = stay {
                <p class="stay">{ lang.fill(
                    [
                        "{0} of {1} stay as they are",
                        "{0} sur {1} restent tels quels",
                        "{0} de {1} quedan como están",
                    ],
                    &[&lang.number(places - applied), &lang.count(places, PLACES)],
                ) }</p>
            }
            <p class="plan-tools">
                <button type="button" class="primary" onclick={make}>
                    { lang.fill(does, &[&if preview.files > PREVIEWED { files } else { lang.number(applied) }]) }
                </button>
                <button type="button" onclick={leave}>{ lang.text(["Cancel", "Annuler", "Cancelar"]) }</button>
            </p>
        </Dialog>
    }
}

/// The changes in a file, below its name if there are several files.
fn changes(name: Option<&str>, diff: &Diff, lang: Lang) -> Html {
    let label = lang.text(["Changed lines", "Lignes modifiées", "Líneas modificadas"]);
    let label = name.map_or_else(|| label.to_owned(), |name| format!("{label}, {name}"));
    html! {
        <>
            if let Some(name) = name {
                <h3 class="mono"><bdi dir="ltr">{ spelled_out(name) }</bdi></h3>
            }
            <p class="muted">{ summary(diff, lang) }</p>
            <div class="hunks mono" tabindex="0" role="region" aria-label={label}>
                { for diff.hunks.iter().map(|hunk| html! { <table><tbody>{ for hunk.iter().map(|shown| line(shown, lang)) }</tbody></table> }) }
            </div>
        </>
    }
}

/// A summary such as `12 problems · 12 lines go, 12 come · the first 60 lines are shown`.
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
