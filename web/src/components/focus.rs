//! Where the focus goes when what had it is gone or covered.

use std::{cell::RefCell, rc::Rc};

use gloo::{
    events::{EventListener, EventListenerOptions, EventListenerPhase},
    utils::{document, window},
};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};
use yew::prelude::*;

use crate::{browser, state::Action};

/// The verdict, of all files when there are several.
pub(crate) const VERDICT: &str = "#set-verdict, #verdict";

/// What goes by its own button: notices, repairs, sheets.
const FLEETING: &str = ".toast, .bar-tools, .set-tools, .fix-tools, dialog";

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

/// Fields that are drawn anew elsewhere, with the same id, when one file becomes a set.
const MOVING: &str = "#robots, #hosts, #address";

/// When a focused button is removed after its click, focuses the verdict. When a focused field is drawn anew elsewhere,
/// focuses it there.
#[hook]
pub(crate) fn use_focus_kept() {
    let held: Rc<RefCell<Option<Element>>> = use_mut_ref(|| None);
    {
        let held = held.clone();
        use_effect_with((), move |()| {
            let options = EventListenerOptions { phase: EventListenerPhase::Capture, passive: true };
            let (focused, pressed) = (held.clone(), held);
            let focus = EventListener::new_with_options(&window(), "focusin", options, move |event| {
                let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
                let can_go = |target: &Element| {
                    target.closest(FLEETING).is_ok_and(|found| found.is_some()) || target.matches(MOVING) == Ok(true)
                };
                focused.replace(target.filter(can_go));
            });
            // A pointer elsewhere has left it.
            let press = EventListener::new_with_options(&window(), "pointerdown", options, move |_| {
                pressed.replace(None);
            });
            move || drop((focus, press))
        });
    }
    use_effect(move || {
        let lost = document().active_element().is_none_or(|active| active.tag_name() == "BODY");
        let Some(gone) = held.borrow().clone().filter(|element| !element.is_connected()) else { return };
        // A visitor who has moved on is not interrupted.
        if lost && browser::focus_successor(&gone) {
            return;
        }
        if lost {
            // While there is no verdict, the next rendering tries again. On an empty page the text box gets the focus, but
            // not on a phone, where that opens the keyboard.
            let is_cleared =
                browser::is_wide() && document().query_selector("[data-state=empty]").is_ok_and(|body| body.is_some());
            let wanted = if is_cleared { "#text" } else { VERDICT };
            let verdict = document().query_selector(wanted).ok().flatten();
            let Some(verdict) = verdict.and_then(|verdict| verdict.dyn_into::<HtmlElement>().ok()) else { return };
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let _ = verdict.focus_with_options(&options);
        }
        held.replace(None);
    });
}
