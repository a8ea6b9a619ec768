//! The source: a window of lines that moves as it is scrolled. Only the lines on screen exist.

use std::rc::Rc;

use gloo::{events::EventListener, utils::window};
use sitemap_validator_protocol::{report::Diagnostic, search::TextSearch};
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::source_line::Line;
use crate::{
    lang::use_lang,
    state::{Action, LineStore, Spot},
};

/// Height of a line, as in the style sheet.
const ROW: f64 = 22.0;
/// Browsers place nothing below 17 to 33 million pixels: longer files scroll in proportion.
const TALLEST: f64 = 10_000_000.0;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// How many lines the file has.
    pub(crate) total: u32,
    pub(crate) lines: LineStore,
    pub(crate) selected: Option<Rc<Diagnostic>>,
    pub(crate) spot: Option<Spot>,
    /// What is searched for.
    pub(crate) wanted: Rc<TextSearch>,
    /// With each jump the spot comes into view.
    pub(crate) jumps: u32,
    pub(crate) act: Callback<Action>,
}

/// Where the window stands.
#[derive(Clone, Copy, PartialEq)]
struct Window {
    first: u32,
    count: u32,
    /// Pixels of the first line above the edge.
    shift: u32,
}

/// The source.
#[component]
pub(crate) fn Source(props: &Props) -> Html {
    let lang = use_lang();
    let (scroller, sizer, layer) = (use_node_ref(), use_node_ref(), use_node_ref());
    let shown = use_state(|| Window { first: 1, count: 20, shift: 0 });
    let sideways = use_mut_ref(|| false);
    let total = props.total.max(1);

    let sent = use_mut_ref(|| (0, 0));
    // What is in sight is sent once, and again where lines may be missing since.
    let moved = {
        let (scroller, shown, act) = (scroller.clone(), shown.clone(), props.act.clone());
        Callback::from(move |again: bool| {
            let Some(scroller) = scroller.cast::<HtmlElement>() else {
                return;
            };
            let now = window_at(&scroller, total);
            let lines = (now.first, now.count);
            if sent.replace(lines) != lines || again {
                act.emit(Action::Scrolled { first: now.first, count: now.count });
            }
            shown.set(now);
        })
    };
    {
        let sizer = sizer.clone();
        use_effect_with(total, move |total| {
            set(&sizer, "height", &format!("{}px", to_whole((f64::from(*total) * ROW).min(TALLEST))));
        });
    }
    {
        let layer = layer.clone();
        use_effect_with(shown.shift, move |shift| {
            set(&layer, "transform", &format!("translateY(-{shift}px)"));
        });
    }
    {
        let (scroller, moved, sideways) = (scroller.clone(), moved.clone(), sideways.clone());
        use_effect_with((props.jumps, props.spot, total), move |(_, spot, total)| {
            if let Some(scroller) = scroller.cast::<HtmlElement>() {
                bring(&scroller, spot.map_or(1, |spot| spot.line), *total);
                *sideways.borrow_mut() = true;
            }
            moved.emit(true);
        });
    }
    {
        let moved = moved.clone();
        use_effect_with(total, move |_| {
            let listener = EventListener::new(&window(), "resize", move |_| moved.emit(true));
            move || drop(listener)
        });
    }
    {
        let (scroller, layer) = (scroller.clone(), layer.clone());
        use_effect(move || {
            if *sideways.borrow()
                && let (Some(scroller), Some(layer)) = (scroller.cast::<HtmlElement>(), layer.cast::<Element>())
                && bring_sideways(&scroller, &layer)
            {
                *sideways.borrow_mut() = false;
            }
        });
    }

    let last = shown.first.saturating_add(shown.count).min(total);
    let rows = (shown.first.min(last)..=last).map(|number| {
        let spot = props.spot.filter(|spot| (spot.line..=spot.end_line).contains(&number));
        let selected = props.selected.clone().filter(|finding| (finding.line..=finding.end_line).contains(&number));
        html! {
            <Line
                key={number}
                {number}
                line={props.lines.get(number).cloned()}
                {selected}
                {spot}
                wanted={props.wanted.clone()}
                act={props.act.clone()}
            />
        }
    });
    html! {
        <div
            ref={scroller}
            class="source"
            role="region"
            aria-label={lang.text(["Source", "Source", "Código fuente"])}
            tabindex="0"
            onscroll={Callback::from(move |_: Event| moved.emit(false))}
        >
            <div ref={sizer} class="sizer">
                <div ref={layer} class="layer">{ for rows }</div>
            </div>
        </div>
    }
}

/// How far the content can be scrolled: in pixels of the browser, and in pixels of the lines.
fn extent(scroller: &HtmlElement, total: u32) -> (f64, f64) {
    let height = f64::from(scroller.client_height());
    let lines = f64::from(total) * ROW;
    ((lines.min(TALLEST) - height).max(0.0), (lines - height).max(0.0))
}

fn window_at(scroller: &HtmlElement, total: u32) -> Window {
    let (reach, lines) = extent(scroller, total);
    let top = f64::from(scroller.scroll_top());
    // Not `clamp`, which may panic with these numbers formatted.
    let offset = if reach > 0.0 { (top / reach * lines).min(lines).max(0.0) } else { 0.0 };
    let above = (offset / ROW).floor();
    let count = (f64::from(scroller.client_height()) / ROW).ceil();
    Window {
        first: to_whole(above) + 1,
        count: to_whole(count).clamp(4, 200),
        shift: to_whole((offset - above * ROW).round()),
    }
}

/// Scrolls so that a line is in the upper part of the window, unless it can be seen well already.
fn bring(scroller: &HtmlElement, line: u32, total: u32) {
    let (reach, lines) = extent(scroller, total);
    let now = window_at(scroller, total);
    if lines <= 0.0 || (now.first + 1 < line && line + 2 < now.first + now.count) {
        return;
    }
    let wanted = (f64::from(line - 1) * ROW - f64::from(scroller.client_height()) * 0.35).min(lines).max(0.0);
    scroller.set_scroll_top((wanted / lines * reach).round() as i32);
}

/// Scrolls sideways so that the marked place can be seen; false while it is not drawn yet.
fn bring_sideways(scroller: &HtmlElement, layer: &Element) -> bool {
    let Some(place) = layer.query_selector(".here").ok().flatten() else {
        return false;
    };
    let (frame, mark) = (scroller.get_bounding_client_rect(), place.get_bounding_client_rect());
    let gutter = 80.0;
    if mark.left() < frame.left() + gutter || mark.right().min(mark.left() + 200.0) > frame.right() - 24.0 {
        let shift = mark.left() - frame.left() - frame.width() * 0.4;
        scroller.set_scroll_left((f64::from(scroller.scroll_left()) + shift).max(0.0).round() as i32);
    }
    true
}

fn set(node: &NodeRef, property: &str, value: &str) {
    // The policy of the page forbids style attributes, not styles set this way.
    if let Some(element) = node.cast::<HtmlElement>() {
        let _ = element.style().set_property(property, value);
    }
}

#[expect(clippy::cast_sign_loss, reason = "clamped to what fits")]
fn to_whole(value: f64) -> u32 {
    value.clamp(0.0, f64::from(u32::MAX)) as u32
}
