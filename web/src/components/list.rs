//! The problems, grouped by rule. Of a long list, only the rows on screen exist.

use std::rc::Rc;

use gloo::events::{EventListener, EventListenerOptions};
use sitemap_validator_protocol::sorting;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::{
    filters::{Filters, Numbers},
    group::GroupView,
    list_window,
};
use crate::{
    browser,
    guide::id_as_words,
    lang::use_lang,
    state::{Action, FileResult, Guides, ListedGroup, Listing, View, VisibleRows, title},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    pub(crate) view: View,
    pub(crate) guides: Guides,
    /// True if single-letter keyboard shortcuts are on.
    pub(crate) letters: bool,
    pub(crate) act: Callback<Action>,
}

/// The problems, grouped by rule.
#[component]
pub(crate) fn List(props: &Props) -> Html {
    let lang = use_lang();
    let list = use_node_ref();
    list_window::use_places(&list);
    use_window(&list, &props.act);
    list_window::use_kept_focus(&list);
    {
        let list = list.clone();
        use_effect_with(props.view.selected.clone(), move |selected| {
            if selected.is_some() {
                show_selected(&list);
            }
        });
    }
    let listing = props.view.listing(&props.file);
    // Tab goes to the selected finding or, if that is not listed, to the first one.
    let listed = props.view.selected.as_ref().and_then(|selected| listing.position(selected));
    let stop = listing.row(listed.unwrap_or(0)).cloned();
    let rules: Vec<(Rc<str>, AttrValue, u64)> =
        props.file.groups.iter().map(|group| (group.rule.clone(), name(props, &group.rule), group.count)).collect();
    let nothing = listing.groups.is_empty() && props.file.total() > 0;
    html! {
        <section class="problems" aria-label={lang.text(["Problems", "Problèmes", "Problemas"])}>
            <Filters
                file={props.file.clone()}
                filter={props.view.filter.clone()}
                numbers={Numbers::from(&listing)}
                {rules}
                letters={props.letters}
                act={props.act.clone()}
            />
            <div ref={list.clone()} class="groups" onkeydown={keys(&list, &props.act)}>
                { for listing.groups.iter().map(|listed| group(props, &listing, listed, stop.as_deref())) }
            </div>
            if nothing && !listing.pending {
                <p class="muted none">
                    { lang.text(["No problems match these filters", "Rien ne correspond à ces filtres", "Nada coincide con estos filtros"]) }
                </p>
            }
        </section>
    }
}

fn group(
    props: &Props,
    listing: &Listing<'_>,
    listed: &ListedGroup<'_>,
    stop: Option<&sitemap_validator_protocol::report::Diagnostic>,
) -> Html {
    let group = listed.group;
    let place = |finding: &sitemap_validator_protocol::report::Diagnostic| {
        let of_rule = listed.open && *group.rule == *finding.rule;
        of_rule.then(|| listed.row_of(finding)).flatten()
    };
    let selected = props.view.selected.as_deref().and_then(place);
    let stop = stop.and_then(place);
    let mut range = listing.range(listed, &props.view.visible_rows);
    if !listed.open {
        range = 0..0;
    }
    // The row with the focus stays rendered wherever the list is scrolled.
    let apart = stop.filter(|at| !range.contains(at));
    let mut at: Vec<usize> = range.chain(apart).collect();
    sorting::by_key(&mut at, |at| *at);
    let rows = at.into_iter().filter_map(|at| Some((at, listed.rows.get(at)?.clone())));
    html! {
        <GroupView
            key={group.rule.to_string()}
            rule={group.rule.clone()}
            severity={group.severity}
            title={name(props, &group.rule)}
            open={listed.open}
            number={(listed.matching, listed.counted)}
            size={listed.rows.len()}
            partly={listing.is_virtual()}
            rows={rows.collect::<Vec<_>>()}
            {selected}
            {stop}
            first={listed.rows.first().cloned()}
            more={group.more()}
            coming={group.is_coming()}
            kept={(listed.kept < listed.counted).then_some((listed.kept, !listed.exact))}
            act={props.act.clone()}
        />
    }
}

/// The name of a group: the common message of its findings, otherwise the title of the rule's page.
fn name(props: &Props, rule: &str) -> AttrValue {
    let title = props.file.group(rule).and_then(|group| title(group, &props.guides));
    title.map_or_else(|| id_as_words(rule), str::to_owned).into()
}

/// Positions the rows, and reports which are on screen whenever the list is rendered or anything is scrolled.
#[hook]
fn use_window(list: &NodeRef, act: &Callback<Action>) {
    let sent = use_mut_ref(VisibleRows::default);
    let on_paper = use_mut_ref(|| false);
    let measure = {
        let (list, act, on_paper) = (list.clone(), act.clone(), on_paper.clone());
        move || {
            let Some(list) = list.cast::<Element>() else {
                return;
            };
            let seen = if *on_paper.borrow() { list_window::printed(&list) } else { list_window::seen(&list) };
            if *sent.borrow() != seen {
                sent.replace(seen.clone());
                act.emit(Action::RowsVisible(seen));
            }
        }
    };
    {
        let (list, measure) = (list.clone(), measure.clone());
        use_effect(move || {
            if let Some(list) = list.cast::<Element>() {
                list_window::lay_out(&list);
            }
            measure();
        });
    }
    use_effect_with((), move |()| {
        let options = EventListenerOptions { phase: gloo::events::EventListenerPhase::Capture, passive: true };
        // Scroll events do not bubble, but the window captures those of all boxes.
        let window = gloo::utils::window();
        let scrolled = measure.clone();
        let scroll = EventListener::new_with_options(&window, "scroll", options, move |_| scrolled());
        let turned = |to: bool| {
            let (measure, on_paper) = (measure.clone(), on_paper.clone());
            move |_: &web_sys::Event| {
                on_paper.replace(to);
                measure();
            }
        };
        let before = EventListener::new(&window, "beforeprint", turned(true));
        let after = EventListener::new(&window, "afterprint", turned(false));
        let resize = EventListener::new(&window, "resize", move |_| measure());
        move || drop((scroll, before, after, resize))
    });
}

/// The arrow keys of the list. Letter shortcuts are handled in one place for the whole page, because they can be
/// switched off.
fn keys(list: &NodeRef, act: &Callback<Action>) -> Callback<KeyboardEvent> {
    let (list, act) = (list.clone(), act.clone());
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let page = || list.cast::<HtmlElement>().map_or(10, |list| list_window::page(&list));
        let by = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            "PageDown" => page(),
            "PageUp" => -page(),
            "Home" => i32::MIN,
            "End" => i32::MAX,
            _ => return,
        };
        event.prevent_default();
        act.emit(Action::Step(by));
    })
}

/// Scrolls the row of the selected finding into view, and moves the focus to it if the focus is in the list. If the
/// visitor is elsewhere on the page, for example after a drop, the page does not scroll: the verdict comes first.
fn show_selected(list: &NodeRef) {
    let Some(list) = list.cast::<Element>() else {
        return;
    };
    // A row that was far away has not been positioned yet.
    list_window::lay_out(&list);
    let Some(row) = list.query_selector(".row[aria-current=true]").ok().flatten() else {
        return;
    };
    let Ok(row) = row.dyn_into::<HtmlElement>() else {
        return;
    };
    let active = gloo::utils::document().active_element();
    let holds_focus = |element: &Element| active.as_ref().is_some_and(|active| element.contains(Some(active)));
    let in_list = holds_focus(&list);
    if in_list {
        let _ = row.focus();
    }
    // Focusing an element that already has the focus does not scroll it into view.
    if in_list || browser::is_wide() && list.closest(".panes").ok().flatten().as_ref().is_some_and(holds_focus) {
        browser::scroll_to(&row);
    }
}
