//! The findings of one rule: a header, and the rows that are rendered.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Diagnostic, Severity};
use yew::prelude::*;

use super::{list_window::PAPER, marks, prose, row::Row, rule_page::use_rule_page};
use crate::{
    guide::is_rule_id,
    lang::{Lang, use_lang},
    state::{Action, Request},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) rule: Rc<str>,
    pub(crate) severity: Severity,
    /// The title of the group; code is in back-ticks.
    pub(crate) title: AttrValue,
    pub(crate) open: bool,
    /// The number of findings that pass the filter, and the total.
    pub(crate) number: (u64, u64),
    /// The number of rows.
    pub(crate) size: usize,
    /// True if only the rows on screen exist.
    pub(crate) partly: bool,
    /// The rows that are rendered, with their positions among all rows.
    pub(crate) rows: Vec<(usize, Rc<Diagnostic>)>,
    /// The selected row.
    pub(crate) selected: Option<usize>,
    /// The row that the Tab key moves to.
    pub(crate) stop: Option<usize>,
    /// The first row.
    pub(crate) first: Option<Rc<Diagnostic>>,
    /// The number of further findings that can be listed.
    pub(crate) more: u64,
    /// True while these are being loaded.
    pub(crate) coming: bool,
    /// The number of kept findings, if not all are kept, and whether only these were searched.
    pub(crate) kept: Option<(u64, bool)>,
    pub(crate) act: Callback<Action>,
}

/// The findings of one rule.
#[component]
pub(crate) fn GroupView(props: &Props) -> Html {
    let lang = use_lang();
    let rule = &props.rule;
    let (toggle, more) = {
        let (toggled, listed) = (rule.clone(), rule.clone());
        (
            props.act.reform(move |_: MouseEvent| Action::Toggle(toggled.clone())),
            props.act.reform(move |_: MouseEvent| Action::Ask(Request::More(listed.clone()))),
        )
    };
    let (matching, counted) = props.number;
    let number = if matching == counted {
        lang.number(counted)
    } else {
        lang.fill(["{0} of {1}", "{0} sur {1}", "{0} de {1}"], &[&lang.number(matching), &lang.number(counted)])
    };
    html! {
        <div class="group" data-rule={rule.to_string()}>
            <h3>
                <button
                    type="button"
                    class="group-head"
                    aria-expanded={if props.open { "true" } else { "false" }}
                    onclick={toggle}
                    onkeydown={lead_in(props)}
                >
                    <span class="twist" aria-hidden="true" />
                    { marks::shape(props.severity) }
                    <span class="title">{ prose::line(&props.title) }</span>
                    <span class="number">{ number }</span>
                </button>
                if is_rule_id(rule) {
                    <RulePage rule={rule.clone()} />
                }
            </h3>
            if props.open {
                <ul class="rows" data-size={props.partly.then(|| props.size.to_string())}>{ for rows(props) }</ul>
                if props.partly && props.size > PAPER {
                    <p class="muted more on-paper">
                        { lang.fill([
                            "The first {0} of {1}; the CSV and JSON reports list all",
                            "Les {0} premiers sur {1}\u{a0}; les rapports CSV et JSON les listent tous",
                            "Los primeros {0} de {1}; los informes CSV y JSON los incluyen todos",
                        ], &[&PAPER, &lang.number(counted)]) }
                    </p>
                }
                if props.more > 0 {
                    <button type="button" class="link more" onclick={more} aria-disabled={props.coming.then_some("true")}>
                        { lang.fill(["{0} more", "{0} de plus", "{0} más"], &[&lang.number(props.more)]) }
                    </button>
                }
                if let Some((kept, searched)) = props.kept {
                    <p class="muted more">{ note(lang, kept, counted, searched) }</p>
                }
            }
        </div>
    }
}

fn rows(props: &Props) -> impl Iterator<Item = Html> + '_ {
    props.rows.iter().map(|(at, finding)| {
        html! {
            <li
                key={format!("{}-{}-{}", finding.start, finding.end, finding.message)}
                aria-setsize={props.size.to_string()}
                aria-posinset={(at + 1).to_string()}
            >
                <Row
                    finding={finding.clone()}
                    selected={props.selected == Some(*at)}
                    stop={props.stop == Some(*at)}
                    act={props.act.clone()}
                />
            </li>
        }
    })
}

/// In the header of an open group, the down arrow key moves to its first row, wherever the selection is.
fn lead_in(props: &Props) -> Callback<KeyboardEvent> {
    let (act, first) = (props.act.clone(), props.first.clone().filter(|_| props.open));
    Callback::from(move |event: KeyboardEvent| {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        if let (Some(finding), "ArrowDown") = (&first, event.key().as_str()) {
            event.prevent_default();
            event.stop_propagation();
            act.emit(Action::Select { finding: finding.clone(), open: false });
        }
    })
}

#[derive(Properties, PartialEq)]
struct RulePageProps {
    rule: Rc<str>,
}

/// The link to the page about the rule.
#[component]
fn RulePage(props: &RulePageProps) -> Html {
    let lang = use_lang();
    let href = use_rule_page(&props.rule);
    let label = lang.fill(
        [
            "About rule {0} (opens in a new tab)",
            "À propos de la règle {0} (s’ouvre dans un nouvel onglet)",
            "Sobre la regla {0} (se abre en otra pestaña)",
        ],
        &[&props.rule],
    );
    html! {
        <a class="rule-page" {href} target="_blank" rel="noopener" aria-label={label.clone()} title={label}>
            { "?" }
        </a>
    }
}

/// The note that not all of the counted findings are kept.
fn note(lang: Lang, kept: u64, counted: u64, searched: bool) -> String {
    let texts = if searched {
        [
            "Searched the first {0} of {1}",
            "Recherche parmi les {0} premiers sur {1}",
            "Búsqueda entre los primeros {0} de {1}",
        ]
    } else {
        [
            "The first {0} of {1} are listed",
            "Les {0} premiers sur {1} sont listés",
            "Se muestran los primeros {0} de {1}",
        ]
    };
    lang.fill(texts, &[&lang.number(kept), &lang.number(counted)])
}
