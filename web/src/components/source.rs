//! The source: a window of lines that moves when it is scrolled. Only the lines on screen exist.

use std::rc::Rc;

use gloo::{events::EventListener, utils::window};
use sitemap_validator_protocol::{report::Diagnostic, search::TextSearch};
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::source_line::Line;
use crate::{
    lang::use_lang,
    state::{Action, Jump, LineStore, Spot},
};

/// The height of a line, as in the style sheet.
const ROW: f64 = 22.0;
/// The maximum height in pixels. Browsers cannot place elements below 17 to 33 million pixels, so longer files scroll
/// in proportion.
const TALLEST: f64 = 10_000_000.0;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    /// The number of lines in the file.
    pub(crate) total: u32,
    pub(crate) lines: LineStore,
    pub(crate) selected: Option<Rc<Diagnostic>>,
    pub(crate) spot: Option<Spot>,
    /// The search text.
    pub(crate) wanted: Rc<TextSearch>,
    /// Each jump scrolls the spot into view.
    pub(crate) jump: Jump,
    /// The reason why the text cannot be edited.
    pub(crate) note: AttrValue,
    /// The explanation of the selected finding.
    pub(crate) children: Html,
    pub(crate) act: Callback<Action>,
}

/// The position of the window.
#[derive(Clone, Copy, PartialEq)]
struct Window {
    first: u32,
    count: u32,
    /// The height in pixels of the part of the first line that is above the edge.
    shift: u32,
}

/// The source.
#[component]
pub(crate) fn Source(props: &Props) -> Html {
    let lang = use_lang();
    let (scroller, sizer, layer, card) = (use_node_ref(), use_node_ref(), use_node_ref(), use_node_ref());
    let shown = use_state(|| Window { first: 1, count: 20, shift: 0 });
    let sideways = use_mut_ref(|| false);
    let height = use_state(|| 0.0);
    let content = Content {
        lines: props.total.max(1),
        card: props.selected.as_deref().map(|finding| (anchor(finding), *height)),
    };

    let sent = use_mut_ref(|| (0, 0));
    // The visible range is sent once, and again when lines may be missing.
    let moved = {
        let (scroller, shown, act) = (scroller.clone(), shown.clone(), props.act.clone());
        Callback::from(move |again: bool| {
            let Some(scroller) = scroller.cast::<HtmlElement>() else {
                return;
            };
            let now = content.window_at(&scroller);
            let lines = (now.first, now.count);
            if sent.replace(lines) != lines || again {
                act.emit(Action::Scrolled { first: now.first, count: now.count });
            }
            shown.set(now);
        })
    };
    {
        let sizer = sizer.clone();
        use_effect_with(content, move |content| {
            set(&sizer, "height", &format!("{}px", to_whole(content.height().min(TALLEST))));
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
        use_effect_with((props.jump, props.spot, content), move |(_, spot, content)| {
            if let Some(scroller) = scroller.cast::<HtmlElement>() {
                content.bring(&scroller, spot.map_or(1, |spot| spot.line));
                *sideways.borrow_mut() = true;
            }
            moved.emit(true);
        });
    }
    {
        let moved = moved.clone();
        use_effect_with(content, move |_| {
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

    {
        let (card, height) = (card.clone(), height.clone());
        use_effect(move || {
            let now = card.cast::<HtmlElement>().map_or(0.0, |card| f64::from(card.offset_height()));
            if (now - *height).abs() > 0.5 {
                height.set(now);
            }
        });
    }
    let last = shown.first.saturating_add(shown.count).min(content.lines);
    let below = content.card.map_or(0, |(line, _)| line);
    let rows = (shown.first.min(last)..=last).flat_map(|number| {
        let spot = props.spot.filter(|spot| (spot.line..=spot.end_line).contains(&number));
        let selected = props.selected.clone().filter(|finding| (finding.line..=finding.end_line).contains(&number));
        let line = html! {
            <Line
                key={number}
                {number}
                line={props.lines.get(number).cloned()}
                {selected}
                {spot}
                wanted={props.wanted.clone()}
                act={props.act.clone()}
            />
        };
        let explained = || html! { <div key="card" ref={card.clone()} class="card">{ props.children.clone() }</div> };
        [line].into_iter().chain((number == below).then(explained))
    });
    html! {
        <>
        if !props.note.is_empty() {
            <p class="source-note muted">{ props.note.clone() }</p>
        }
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
        </>
    }
}

/// The line below which a finding is explained: its last line, if that is near its first one.
pub(crate) fn anchor(finding: &Diagnostic) -> u32 {
    finding.end_line.min(finding.line + 2)
}

/// The scrolled content: lines, and a card below one of them with its height in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Content {
    lines: u32,
    card: Option<(u32, f64)>,
}

impl Content {
    fn height(self) -> f64 {
        f64::from(self.lines) * ROW + self.card.map_or(0.0, |(_, height)| height)
    }

    /// The scrollable distance, in pixels of the browser and in pixels of the lines.
    fn extent(self, scroller: &HtmlElement) -> (f64, f64) {
        let height = f64::from(scroller.client_height());
        ((self.height().min(TALLEST) - height).max(0.0), (self.height() - height).max(0.0))
    }

    fn window_at(self, scroller: &HtmlElement) -> Window {
        let (reach, extent) = self.extent(scroller);
        let top = f64::from(scroller.scroll_top());
        // `clamp` is not used: it may panic with a message that formats these numbers.
        let offset = if reach > 0.0 { (top / reach * extent).min(extent).max(0.0) } else { 0.0 };
        let (above, shift) = self.line_at(offset);
        let count = (f64::from(scroller.client_height()) / ROW).ceil();
        Window { first: above + 1, count: to_whole(count).clamp(4, 200), shift: to_whole(shift.round()) }
    }

    /// The number of lines above an offset, and the distance from the start of the next line, including its card.
    fn line_at(self, offset: f64) -> (u32, f64) {
        let plain = |offset: f64| {
            let above = (offset / ROW).floor();
            (to_whole(above), offset - above * ROW)
        };
        match self.card {
            Some((line, height)) if offset >= f64::from(line) * ROW + height => plain(offset - height),
            Some((line, _)) if offset >= f64::from(line) * ROW => (line - 1, offset - f64::from(line - 1) * ROW),
            _ => plain(offset),
        }
    }

    /// Scrolls a line and its card into the window, unless they are already there.
    fn bring(self, scroller: &HtmlElement, line: u32) {
        let (reach, extent) = self.extent(scroller);
        let now = self.window_at(scroller);
        let height = f64::from(scroller.client_height());
        let card = self.card.filter(|(anchor, _)| (line..=line + 2).contains(anchor)).map_or(0.0, |(_, card)| card);
        let rows = to_whole((height.min(card) / ROW).ceil());
        if extent <= 0.0 || (now.first < line && line + rows + 1 < now.first + now.count) {
            return;
        }
        let before = self.card.filter(|(anchor, _)| *anchor < line).map_or(0.0, |(_, card)| card);
        let top = f64::from(line - 1) * ROW + before;
        let wanted = (top - (height - card).max(0.0) * 0.35 - ROW).min(extent).max(0.0);
        scroller.set_scroll_top((wanted / extent * reach).round() as i32);
    }
}

/// Scrolls sideways to show the marked location. Returns false if the location is not rendered yet.
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
    // The page's content security policy forbids style attributes, but not styles that are set this way.
    if let Some(element) = node.cast::<HtmlElement>() {
        let _ = element.style().set_property(property, value);
    }
}

#[expect(clippy::cast_sign_loss, reason = "clamped to what fits")]
fn to_whole(value: f64) -> u32 {
    value.clamp(0.0, f64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_below_a_line_moves_the_lines_after_it() {
        let content = Content { lines: 10, card: Some((3, 100.0)) };
        assert_eq!(to_whole(content.height()), 320);
        let cases = [
            (0.0, (0, 0.0)),
            (50.0, (2, 6.0)),
            (66.0, (2, 22.0)),
            (160.0, (2, 116.0)),
            (166.0, (3, 0.0)),
            (200.0, (4, 12.0)),
        ];
        for (offset, expected) in cases {
            assert_eq!(content.line_at(offset), expected, "{offset}");
        }
        assert_eq!(Content { card: None, ..content }.line_at(200.0), (9, 2.0));
    }
}
