//! One line of the source, with the findings on it.

use std::rc::Rc;

use sitemap_validator_protocol::{message::SourceLine, report::Diagnostic, search::TextSearch};
use yew::prelude::*;

use super::{marks, prose};
use crate::{
    lang::{Lang, use_lang},
    segments::{Segment, gravest, segments},
    state::{Action, Spot},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) number: u32,
    /// The line; `None` while it is loading.
    pub(crate) line: Option<Rc<SourceLine>>,
    /// The selected finding, if it touches this line.
    pub(crate) selected: Option<Rc<Diagnostic>>,
    /// The current location, if it touches this line.
    pub(crate) spot: Option<Spot>,
    /// The search text.
    pub(crate) wanted: Rc<TextSearch>,
    pub(crate) act: Callback<Action>,
}

/// One line of the source.
#[component]
pub(crate) fn Line(props: &Props) -> Html {
    let lang = use_lang();
    let number = props.number;
    let Some(line) = &props.line else {
        return html! { <div class="line"><span class="gutter">{ number }</span></div> };
    };
    let along = |forward: bool| props.act.reform(move |_: MouseEvent| Action::Along { line: number, forward });
    html! {
        <div class={classes!("line", props.spot.is_some().then_some("on"))}>
            <span class="gutter">
                { for gravest(line).map(marks::bare_shape) }
                { number }
            </span>
            if line.column > 1 {
                <button type="button" class="link along" onclick={along(false)}>{ lang.text(["… earlier", "… avant", "… antes"]) }</button>
            }
            <code dir="ltr">
                { for segments(line, props.selected.as_deref(), props.spot, &props.wanted).iter().map(|s| segment(s, lang, &props.act)) }
            </code>
            if line.more {
                <button type="button" class="link along" onclick={along(true)}>{ lang.text(["later …", "après …", "después …"]) }</button>
            }
        </div>
    }
}

fn segment(segment: &Segment, lang: Lang, act: &Callback<Action>) -> Html {
    let text = prose::visible(&segment.text);
    let here = segment.here.then_some("here");
    let hit = segment.hit.then_some("hit");
    let point = segment.text.is_empty().then_some("point");
    let text = match segment.token.class() {
        Some(class) => html! { <span class={class}>{ text }</span> },
        None => text,
    };
    match &segment.mark {
        None if here.is_none() && hit.is_none() => text,
        None => html! { <mark class={classes!(here.map_or("found", |_| "place"), here, hit, point)}>{ text }</mark> },
        Some(mark) => {
            let (rule, start, end) = (mark.rule.clone(), mark.start, mark.end);
            let select = act.reform(move |_: MouseEvent| Action::SelectMark { rule: rule.clone(), start, end });
            html! {
                <mark
                    class={classes!(marks::class(mark.severity), here, hit, point)}
                    title={lang.fill(["{0}: {1}", "{0}\u{a0}: {1}", "{0}: {1}"], &[&marks::severity_word(lang, mark.severity), &mark.rule])}
                    onclick={select}
                >
                    { text }
                </mark>
            }
        }
    }
}
