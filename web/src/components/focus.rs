//! Where the focus goes when what had it is gone or covered.

use std::{cell::RefCell, rc::Rc};

use gloo::{
    events::{EventListener, EventListenerOptions, EventListenerPhase},
    utils::{document, window},
};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use crate::{browser, state::Action};

/// The verdict, of all files when there are several.
pub(crate) const VERDICT: &str = "#set-verdict, #verdict";

/// What goes by its own button: notices, repairs, values, sheets.
const FLEETING: &str = ".toast, .bar-tools, .set-tools, .fix-tools, .value-form, dialog";

/// Where there is room for one thing only, the source lies over the page while it is open; the focus goes along, and back
/// to the list. The browser's button to go back closes it.
#[hook]
pub(crate) fn use_sheet(open: bool, act: &Callback<Action>) {
    let was_open = use_mut_ref(|| false);
    // True while the sheet is a step of the history.
    let is_step = use_mut_ref(|| false);
    let step = is_step.clone();
    let cover = move || {
        let covers = browser::cover(open);
        let is_inside = browser::is_focus_in(".side");
        // A sheet that a wide window has no need of stays a step.
        if covers && !step.replace(true) {
            browser::add_step();
        } else if !open && step.replace(false) {
            browser::go_back();
        }
        if was_open.replace(covers) != covers && !(covers && is_inside) {
            browser::focus(if covers { ".back" } else { ".row[aria-current=true]" });
        }
    };
    {
        let (cover, act) = (cover.clone(), act.clone());
        use_effect_with(open, move |_| {
            let resized = EventListener::new(&window(), "resize", move |_| cover());
            let left = EventListener::new(&window(), "popstate", move |_| {
                if is_step.replace(false) {
                    act.emit(Action::CloseSource);
                }
            });
            move || drop((resized, left))
        });
    }
    // With each drawing there may be more to cover.
    use_effect(cover);
}

/// Where the selected problem is explained and fixed.
const PROBLEM: &str = ".problem, .brief-problem";

/// The button that fixes it, where there is one, else its row: a key that is pressed once more removes nothing.
const NEXT: [&str; 3] =
    [".problem .fix-tools .primary", ".brief-problem .fix-tools .primary", ".row[aria-current=true]"];

/// Fields that are drawn anew elsewhere, with the same id, when one file becomes a set.
const MOVING: &str = "#robots, #hosts, #address";

/// When a focused button is removed after its click, focuses the next problem after the fix of one, otherwise the verdict.
/// When a focused field is drawn anew elsewhere, focuses it there.
#[hook]
pub(crate) fn use_focus_kept() {
    // The element, and whether it is in a problem.
    let held: Rc<RefCell<Option<(Element, bool)>>> = use_mut_ref(|| None);
    {
        let held = held.clone();
        use_effect_with((), move |()| {
            let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
            let (focused, pressed) = (held.clone(), held);
            let focus = EventListener::new_with_options(&window(), "focusin", options, move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                let is_in = |target: &Element, what| target.closest(what).is_ok_and(|found| found.is_some());
                let can_go = |target: &Element| is_in(target, FLEETING) || target.matches(MOVING) == Ok(true);
                focused.replace(target.filter(can_go).map(|target| {
                    let is_in_problem = is_in(&target, PROBLEM);
                    (target, is_in_problem)
                }));
            });
            // A pointer elsewhere has left it.
            let press = EventListener::new_with_options(&window(), "pointerdown", options, move |_| {
                pressed.replace(None);
            });
            move || drop((focus, press))
        });
    }
    use_effect(move || {
        let lost = browser::is_focus_lost();
        let is_gone = |(element, _): &(Element, bool)| !element.is_connected();
        let Some((gone, is_in_problem)) = held.borrow().clone().filter(is_gone) else { return };
        // A visitor who has moved on is not interrupted.
        if lost && (browser::focus_successor(&gone) || is_in_problem && NEXT.into_iter().any(browser::focus_in_place)) {
            return;
        }
        if lost {
            // While there is no verdict, the next rendering tries again. On an empty page the text box gets the focus, but
            // not on a phone, where that opens the keyboard.
            let is_cleared =
                browser::is_wide() && document().query_selector("[data-state=empty]").is_ok_and(|body| body.is_some());
            let wanted = if is_cleared { "#text" } else { VERDICT };
            // A phone shows little else: what is said comes into view.
            let focus = if browser::is_wide() { browser::focus_in_place } else { browser::focus };
            if !focus(wanted) {
                return;
            }
        }
        held.replace(None);
    });
}
