//! What each authority makes of the file, side by side.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Authorities, Verdict};
use yew::prelude::*;

use super::marks;
use crate::{
    authorities,
    lang::{Lang, use_lang},
    state::{Action, FilterChange},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) judgement: Authorities<Verdict>,
    /// The authority whose objections are listed.
    pub(crate) who: Option<Rc<str>>,
    pub(crate) act: Callback<Action>,
}

/// What each authority makes of the file. Those who object to something lead to it.
#[component]
pub(crate) fn Judgement(props: &Props) -> Html {
    let lang = use_lang();
    let each = authorities::each(&props.judgement);
    html! {
        <ul class="judgement" aria-label={lang.text(["Acceptance by engine", "Qui l’accepte", "Quién lo acepta"])}>
            { for each.map(|(who, verdict)| html! { <li key={who}>{ one(props, lang, who, verdict) }</li> }) }
        </ul>
    }
}

fn one(props: &Props, lang: Lang, who: &'static str, verdict: Verdict) -> Html {
    let content = html! {
        <>
            { marks::bare_verdict(verdict) }
            <span class="who">{ authorities::name(lang, who) }</span>
            { " " }
            <span class={classes!("says", marks::verdict_class(verdict))}>{ says(lang, verdict) }</span>
        </>
    };
    if !matches!(verdict, Verdict::Invalid | Verdict::Warnings) {
        return html! { <span class="authority">{ content }</span> };
    }
    let pressed = props.who.as_deref() == Some(who);
    let onclick =
        props.act.reform(move |_: MouseEvent| Action::Filter(FilterChange::Who((!pressed).then(|| who.into()))));
    let name = authorities::name(lang, who);
    let title =
        lang.fill(["List what {0} rejects", "Lister ce que {0} conteste", "Mostrar lo que objeta {0}"], &[&name]);
    html! {
        <button type="button" class="authority" aria-pressed={if pressed { "true" } else { "false" }} {title} {onclick}>
            { content }
        </button>
    }
}

/// What an authority does with the file, in a word.
const fn says(lang: Lang, verdict: Verdict) -> &'static str {
    lang.text(match verdict {
        Verdict::Valid => ["accepts it", "l’accepte", "lo acepta"],
        Verdict::Warnings => ["accepts it, with advice", "l’accepte, avec des conseils", "lo acepta, con consejos"],
        Verdict::Invalid => ["rejects it", "le rejette", "lo rechaza"],
        Verdict::Unchecked => ["not documented", "ne se prononce pas", "no se pronuncia"],
    })
}
