//! Restores the focus when the focused element is removed or covered.

use std::{cell::RefCell, rc::Rc};

use gloo::{
    events::{EventListener, EventListenerOptions, EventListenerPhase},
    utils::{document, window},
};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

use crate::{browser, state::Action};

/// The verdict; on a set, the verdict on all files.
pub(crate) const VERDICT: &str = "#set-verdict, #verdict";

/// The elements that disappear when one of their buttons is clicked: notices, fixes, values, dialogs.
const FLEETING: &str = ".toast, .bar-tools, .set-tools, .fix-tools, .value-form, dialog";

/// On a narrow screen, the open source covers the page. The focus moves into it, and back to the list when it closes.
/// The browser's Back button closes it.
#[hook]
pub(crate) fn use_sheet(open: bool, act: &Callback<Action>) {
    let was_open = use_mut_ref(|| false);
    // True while the open source is a step of the history.
    let is_step = use_mut_ref(|| false);
    let step = is_step.clone();
    let cover = move || {
        let covers = browser::cover(open);
        let is_inside = browser::is_focus_in(".side");
        // If the window becomes wide, the step stays in the history.
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
    // Each rendering may add elements that must be covered.
    use_effect(cover);
}

/// The places where the selected problem is explained and fixed.
const PROBLEM: &str = ".problem, .brief-problem";

/// The button that fixes the selected problem or, if there is none, its row: pressing the key again removes nothing.
const NEXT: [&str; 3] =
    [".problem .fix-tools .primary", ".brief-problem .fix-tools .primary", ".row[aria-current=true]"];

/// The fields that are rendered again elsewhere, with the same id, when one file becomes a set.
const MOVING: &str = "#robots, #hosts, #address";

/// When a focused button is removed after its click, focuses the next problem if it fixed one, otherwise the verdict.
/// When a focused field is rendered again elsewhere, focuses it there.
#[hook]
pub(crate) fn use_focus_kept() {
    // The focused element, and whether it is in a problem.
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
            // A click elsewhere means that the visitor has left the element.
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
        // The focus does not move if the visitor has moved on.
        if lost && (browser::focus_successor(&gone) || is_in_problem && NEXT.into_iter().any(browser::focus_in_place)) {
            return;
        }
        if lost {
            // While there is no verdict, the next rendering tries again. On an empty page, the text box gets the focus,
            // but not on a phone, where that would open the keyboard.
            let is_cleared =
                browser::is_wide() && document().query_selector("[data-state=empty]").is_ok_and(|body| body.is_some());
            let wanted = if is_cleared { "#text" } else { VERDICT };
            // A phone shows little else, so the verdict is scrolled into view.
            let focus = if browser::is_wide() { browser::focus_in_place } else { browser::focus };
            if !focus(wanted) {
                return;
            }
        }
        held.replace(None);
    });
}
