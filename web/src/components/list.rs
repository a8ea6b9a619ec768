//! The problems, grouped by rule.

use std::{collections::BTreeMap, rc::Rc};

use sitemap_validator_protocol::report::{Diagnostic, Severity};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, ScrollIntoViewOptions, ScrollLogicalPosition};
use yew::prelude::*;

use super::{marks, prose, row::Row};
use crate::{
    browser,
    guide::{Guide, id_as_words},
    state::{Action, Checked, Excerpt, Group, LineStore, PAGE, View},
    words::thousands,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<Checked>,
    pub(crate) view: View,
    pub(crate) lines: Rc<LineStore>,
    pub(crate) guides: BTreeMap<Rc<str>, Option<Rc<Guide>>>,
    pub(crate) act: Callback<Action>,
}

/// The problems, grouped by rule.
#[component]
pub(crate) fn List(props: &Props) -> Html {
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with(props.view.selected.clone(), move |selected| {
            if selected.is_some() {
                show_selected(&list);
            }
        });
    }
    let counts = props.file.counts();
    let severities =
        [(Severity::Error, counts.error), (Severity::Warning, counts.warning), (Severity::Info, counts.info)];
    let filters = severities.into_iter().filter(|(_, count)| *count > 0).map(|(severity, count)| {
        let pressed = !props.view.hidden.contains(&severity);
        html! {
            <button
                type="button"
                class={classes!("filter", marks::class(severity))}
                aria-pressed={if pressed { "true" } else { "false" }}
                onclick={props.act.reform(move |_| Action::Filter(severity))}
            >
                { marks::bare_shape(severity) }
                { many(severity, count) }
            </button>
        }
    });
    let listing = props.view.listing(&props.file);
    let hidden = listing.is_empty() && props.file.total() > 0;
    html! {
        <section class="problems" aria-label="Problems">
            <div class="filters" role="group" aria-label="Severities listed">
                { for filters }
                <span class="muted keys">{ "↑ ↓ or k j to step" }</span>
            </div>
            <div ref={list} class="groups" onkeydown={keys(&props.act)}>
                { for listing.into_iter().map(|(group, open)| group_view(props, group, open)) }
            </div>
            if hidden {
                <p class="muted none">{ "All of them are filtered out" }</p>
            }
        </section>
    }
}

#[derive(Properties, PartialEq)]
struct RowsProps {
    findings: Vec<Rc<Diagnostic>>,
    excerpts: Vec<Option<Rc<Excerpt>>>,
    /// Which of them is looked at.
    selected: Option<usize>,
    act: Callback<Action>,
}

/// A page of rows. There may be thousands of rows in all: a page in which nothing changed is not made again, and a full
/// one that is out of sight is not laid out.
#[component]
fn Rows(props: &RowsProps) -> Html {
    let rows = props.findings.iter().zip(&props.excerpts).enumerate().map(|(at, (finding, excerpt))| {
        html! {
            <li key={format!("{}-{}-{}", finding.start, finding.end, finding.message)}>
                <Row
                    finding={finding.clone()}
                    excerpt={excerpt.clone()}
                    selected={props.selected == Some(at)}
                    act={props.act.clone()}
                />
            </li>
        }
    });
    html! { <ul class={classes!("rows", (props.findings.len() == PAGE).then_some("full"))}>{ for rows }</ul> }
}

fn many(severity: Severity, count: u64) -> String {
    let word = match (severity, count) {
        (Severity::Error, 1) => "error",
        (Severity::Error, _) => "errors",
        (Severity::Warning, 1) => "warning",
        (Severity::Warning, _) => "warnings",
        (Severity::Info, 1) => "remark",
        (Severity::Info, _) => "remarks",
    };
    format!("{} {word}", thousands(count))
}

fn group_view(props: &Props, group: &Group, open: bool) -> Html {
    let rule = group.rule.clone();
    let pages = group.listed().chunks(PAGE).enumerate().map(|(page, findings)| {
        let selected = props.view.selected.as_ref().and_then(|now| findings.iter().position(|finding| finding == now));
        let excerpts: Vec<_> = findings.iter().map(|finding| props.lines.excerpt(finding).cloned()).collect();
        html! { <Rows key={page} findings={findings.to_vec()} {excerpts} {selected} act={props.act.clone()} /> }
    });
    let listed = group.listed().len() as u64;
    let toggle = {
        let rule = rule.clone();
        props.act.reform(move |_: MouseEvent| Action::Toggle(rule.clone()))
    };
    let more = {
        let rule = rule.clone();
        props.act.reform(move |_: MouseEvent| Action::More(rule.clone()))
    };
    let into = props.act.clone();
    let first = group.listed().first().filter(|_| open).cloned();
    // From the head of an open group, down leads into it, wherever the selection is.
    let down = Callback::from(move |event: KeyboardEvent| {
        if let (Some(finding), "ArrowDown" | "j") = (&first, event.key().as_str()) {
            event.prevent_default();
            event.stop_propagation();
            into.emit(Action::Select { finding: finding.clone(), open: false });
        }
    });
    html! {
        <div class="group" key={rule.to_string()}>
            <h3>
                <button type="button" class="group-head" aria-expanded={if open { "true" } else { "false" }} onclick={toggle} onkeydown={down}>
                    <span class="twist" aria-hidden="true" />
                    { marks::shape(group.severity) }
                    <span class="title">{ title(props, group) }</span>
                    <span class="number">{ thousands(group.count) }</span>
                </button>
            </h3>
            if open {
                { for pages }
                if group.has_more() {
                    <button type="button" class="link more" onclick={more}>
                        { format!("{} more", thousands(group.count.saturating_sub(listed))) }
                    </button>
                } else if group.count > listed {
                    <p class="muted more">{ format!("{} more are counted but not kept", thousands(group.count - listed)) }</p>
                }
            }
        </div>
    }
}

/// What a group is called: the message when it is the same for all, else the title of the rule's page.
fn title(props: &Props, group: &Group) -> Html {
    if let Some(message) = group.common_message() {
        return prose::line(message);
    }
    let guide = props.guides.get(&group.rule).and_then(Option::as_ref);
    match guide.and_then(|guide| guide.title.as_deref()) {
        Some(title) => prose::line(title),
        None => html! { { id_as_words(&group.rule) } },
    }
}

fn keys(act: &Callback<Action>) -> Callback<KeyboardEvent> {
    let act = act.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let by = match event.key().as_str() {
            "ArrowDown" | "j" => 1,
            "ArrowUp" | "k" => -1,
            "Home" => i32::MIN,
            "End" => i32::MAX,
            _ => return,
        };
        event.prevent_default();
        act.emit(Action::Step(by));
    })
}

/// Brings the row of the selected finding into view; the focus follows when it is in the list. While the visitor is
/// elsewhere on the page, as after a drop, the page stays where it is: the verdict comes first.
fn show_selected(list: &NodeRef) {
    let Some(list) = list.cast::<Element>() else {
        return;
    };
    let Some(row) = list.query_selector(".row[aria-current=true]").ok().flatten() else {
        return;
    };
    let Ok(row) = row.dyn_into::<HtmlElement>() else {
        return;
    };
    let active = gloo::utils::document().active_element();
    let holds_focus = |element: &Element| active.as_ref().is_some_and(|active| element.contains(Some(active)));
    if holds_focus(&list) {
        let _ = row.focus();
    } else if browser::is_wide() && list.closest(".panes").ok().flatten().as_ref().is_some_and(holds_focus) {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        row.scroll_into_view_with_scroll_into_view_options(&options);
    }
}
