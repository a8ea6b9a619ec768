//! One line of the source, with what was found on it.

use std::rc::Rc;

use sitemap_validator_protocol::{message::SourceLine, report::Diagnostic};
use yew::prelude::*;

use super::{marks, prose};
use crate::{
    segments::{Segment, gravest, segments},
    state::{Action, Spot},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) number: u32,
    /// None while the line is on its way.
    pub(crate) line: Option<Rc<SourceLine>>,
    /// The finding looked at, when it touches this line.
    pub(crate) selected: Option<Rc<Diagnostic>>,
    /// The place looked at, when it touches this line.
    pub(crate) spot: Option<Spot>,
    pub(crate) act: Callback<Action>,
}

/// One line of the source.
#[component]
pub(crate) fn Line(props: &Props) -> Html {
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
                <button type="button" class="link along" onclick={along(false)}>{ "… earlier" }</button>
            }
            <code dir="ltr">
                { for segments(line, props.selected.as_deref(), props.spot).iter().map(|s| segment(s, &props.act)) }
            </code>
            if line.more {
                <button type="button" class="link along" onclick={along(true)}>{ "later …" }</button>
            }
        </div>
    }
}

fn segment(segment: &Segment, act: &Callback<Action>) -> Html {
    let text = prose::visible(&segment.text);
    let here = segment.here.then_some("here");
    let point = segment.text.is_empty().then_some("point");
    match &segment.mark {
        None if here.is_none() => text,
        None => html! { <mark class={classes!("place", here, point)}>{ text }</mark> },
        Some(mark) => {
            let (rule, start, end) = (mark.rule.clone(), mark.start, mark.end);
            let select = act.reform(move |_: MouseEvent| Action::SelectMark { rule: rule.clone(), start, end });
            html! {
                <mark
                    class={classes!(marks::class(mark.severity), here, point)}
                    title={format!("{}: {}", marks::word(mark.severity), mark.rule)}
                    onclick={select}
                >
                    { text }
                </mark>
            }
        }
    }
}
