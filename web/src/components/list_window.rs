//! Virtual scrolling: the positions of the rows of a long list, and which rows are on screen.
//!
//! A group that renders only some of its rows has its size in `data-size`; the rows have their indexes in
//! `aria-posinset`. About 300 rules with a thousand rows each stay below the maximum height of elements in browsers, so
//! positions are not scaled.

use std::{cell::RefCell, rc::Rc};

use gloo::{
    events::{EventListener, EventListenerOptions, EventListenerPhase},
    utils::{document, window},
};
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Element, FocusOptions, HtmlElement, MutationObserver, MutationObserverInit};
use yew::prelude::*;

use crate::{browser, state::VisibleRows};

/// The number of rows of a group that are printed if the list is virtual.
pub(crate) const PAPER: usize = 100;
/// Rows are rendered in steps of this many, so that scrolling by a pixel does not re-render the list.
const STEP: usize = 8;

/// Restores the focus in a list whose rows are re-rendered, because a row that is moved loses it, also in a background
/// window. In a frame, only while the frame has the focus: otherwise it would take the focus from the page around it.
#[hook]
pub(crate) fn use_kept_focus(list: &NodeRef) {
    let held: Rc<RefCell<bool>> = use_mut_ref(|| false);
    {
        let (list, held) = (list.clone(), held.clone());
        use_effect_with((), move |()| {
            let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
            let in_row = move |event: &web_sys::Event| {
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                let row = target.filter(|target| target.matches(".row, .more").unwrap_or(false));
                row.is_some_and(|row| list.cast::<Element>().is_some_and(|list| list.contains(Some(&row))))
            };
            // Removing a row does not count as leaving the list; only a click or focus elsewhere does.
            let (focused, pressed) = (held.clone(), held);
            let focus = EventListener::new_with_options(&window(), "focusin", options, move |event| {
                focused.replace(in_row(event));
            });
            let press = EventListener::new_with_options(&window(), "pointerdown", options, move |_| {
                pressed.replace(false);
            });
            move || drop((focus, press))
        });
    }
    let list = list.clone();
    use_effect(move || {
        let may_focus = || !browser::is_embedded() || document().has_focus().unwrap_or(false);
        if !*held.borrow() || !browser::is_focus_lost() || !may_focus() {
            return;
        }
        let row = list.cast::<Element>().and_then(|list| list.query_selector(".row[tabindex='0']").ok().flatten());
        if let Some(row) = row.and_then(|row| row.dyn_into::<HtmlElement>().ok()) {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = row.focus_with_options(&options);
        }
    });
}

/// Positions new rows before the page is painted. An effect alone runs too late: after a long render, Yew lets the
/// browser paint first.
#[hook]
pub(crate) fn use_places(list: &NodeRef) {
    let list = list.clone();
    use_effect_with((), move |()| {
        let placed = list.clone();
        let place = Closure::<dyn FnMut()>::new(move || {
            if let Some(list) = placed.cast::<Element>() {
                lay_out(&list);
            }
        });
        let observer = MutationObserver::new(place.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(list)) = (&observer, list.cast::<Element>()) {
            let options = MutationObserverInit::new();
            options.set_child_list(true);
            options.set_subtree(true);
            let _ = observer.observe_with_options(&list, &options);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(place);
        }
    });
}

/// Sets the full height of each group and the position of each row.
pub(crate) fn lay_out(list: &Element) {
    for rows in all(list, ".rows") {
        let height = size(&rows).map(length);
        set(&rows, "height", height.as_deref().unwrap_or_default());
        let mut next = 1;
        let children = rows.children();
        for row in (0..children.length()).filter_map(|at| children.item(at)).filter_map(|row| row.dyn_into().ok()) {
            let row: HtmlElement = row;
            let at: usize = row.get_attribute("aria-posinset").and_then(|at| at.parse().ok()).unwrap_or(next);
            let gap = at.saturating_sub(next);
            set(&row, "margin-top", &if gap == 0 { String::new() } else { length(gap) });
            next = at + 1;
        }
    }
}

/// The height of a row in pixels, from the style sheet.
fn row_height(list: &Element) -> f64 {
    let style = window().get_computed_style(list).ok().flatten();
    let height = style.and_then(|style| style.get_property_value("--row").ok());
    // A whole number: parsing fractions would add 13 kB of tables.
    f64::from(height.and_then(|height| height.trim().strip_suffix("px")?.parse::<u16>().ok()).unwrap_or(28))
}

/// The height of a number of rows, as a CSS length.
fn length(rows: usize) -> String {
    format!("calc({rows} * var(--row))")
}

/// The rows on screen and a few more, for the groups that render only some of their rows.
pub(crate) fn seen(list: &Element) -> VisibleRows {
    let frame = list.get_bounding_client_rect();
    let (window, row) = (browser::window_height(), row_height(list));
    let (top, bottom) = (frame.top().max(0.0), frame.bottom().min(window));
    let mut seen = VisibleRows::default();
    for rows in all(list, ".rows[data-size]") {
        let (Some(size), Some(group)) = (size(&rows), rows.parent_element()) else {
            continue;
        };
        let start = rows.get_bounding_client_rect().top();
        let rule = group.get_attribute("data-rule").unwrap_or_default();
        seen.insert(rule.into(), between(top - start, bottom - start, size, row));
    }
    seen
}

/// The rows to print, for the groups that render only some of their rows.
pub(crate) fn printed(list: &Element) -> VisibleRows {
    let rule = |rows: HtmlElement| rows.parent_element()?.get_attribute("data-rule");
    all(list, ".rows[data-size]").into_iter().filter_map(rule).map(|rule| (rule.into(), (0, PAPER))).collect()
}

/// The rows between two heights, in steps, and one more step on either side.
fn between(top: f64, bottom: f64, size: usize, row: f64) -> (usize, usize) {
    let from = row_at(top / row).saturating_sub(STEP) / STEP * STEP;
    let to = (row_at(bottom / row) + 1 + STEP).next_multiple_of(STEP);
    if bottom < 0.0 || from >= size { (0, 0) } else { (from, to.min(size)) }
}

#[expect(clippy::cast_sign_loss, reason = "not below zero")]
fn row_at(rows: f64) -> usize {
    rows.floor().max(0.0) as usize
}

/// The number of rows on one page.
pub(crate) fn page(list: &HtmlElement) -> i32 {
    let window = browser::window_height();
    let height = f64::from(list.client_height()).min(window);
    (height / row_height(list)).floor().max(3.0) as i32 - 2
}

fn size(rows: &Element) -> Option<usize> {
    rows.get_attribute("data-size")?.parse().ok()
}

fn all(list: &Element, selector: &str) -> Vec<HtmlElement> {
    let Ok(found) = list.query_selector_all(selector) else {
        return Vec::new();
    };
    (0..found.length()).filter_map(|at| found.item(at)?.dyn_into().ok()).collect()
}

/// Sets a style property. The content security policy forbids style attributes, but not styles that are set this way.
fn set(element: &HtmlElement, property: &str, value: &str) {
    let style = element.style();
    if style.get_property_value(property).ok().as_deref() != Some(value) {
        let _ = style.set_property(property, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_on_screen_comes_in_steps() {
        assert_eq!(between(0.0, 280.0, 1000, 28.0), (0, 24));
        assert_eq!(between(0.0, 290.0, 1000, 28.0), (0, 24));
        assert_eq!(between(28.0 * 500.0, 28.0 * 530.0, 1000, 28.0), (488, 544));
        assert_eq!(between(28.0 * 990.0, 28.0 * 1020.0, 1000, 28.0), (976, 1000));
        assert_eq!(between(-900.0, -10.0, 1000, 28.0), (0, 0), "below the screen");
        assert_eq!(between(28_900.0, 30_000.0, 1000, 28.0), (0, 0), "above it");
    }
}
