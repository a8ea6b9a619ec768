//! The files of a set as a tree: which file lists which, which files are missing, and the verdict on each.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Kind, Severity, Verdict};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};
use yew::prelude::*;

use super::marks::{bare_verdict, shape, verdict_class, verdict_word};
use crate::{
    browser,
    file_labels::last_name,
    lang::{Lang, use_lang},
    state::{Action, BRANCHES, FileResult, Folds, Item, Outcome, Row, SetResult, flat},
    text::spelled_out,
    verdict::{entry_noun, kind_name},
};

/// The minimum number of files for the option to show only those with problems.
const SEVERAL: usize = 5;

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) outcome: Rc<Outcome>,
    pub(crate) set: Rc<SetResult>,
    /// Index of the current file.
    pub(crate) chosen: usize,
    /// True when only the files with problems are listed.
    pub(crate) only: bool,
    pub(crate) act: Callback<Action>,
}

/// The files of a set.
#[component]
pub(crate) fn FileTree(props: &Props) -> Html {
    let lang = use_lang();
    let folds = use_state(Folds::default);
    // The file that was current when a key moved the focus, and the focused row; `None` means the row of the current
    // file.
    let at = use_state(|| None::<(usize, usize)>);
    let list = use_node_ref();
    // The files with problems, the worst first.
    let problematic = use_memo(props.outcome.clone(), |outcome| outcome.problematic());
    let is_only = props.only && !problematic.is_empty();
    let rows =
        if is_only { flat(&problematic, &folds, props.chosen) } else { props.set.tree.rows(&folds, props.chosen) };
    let chosen = rows.iter().position(|row| matches!(row.item, Item::File { file, .. } if file == props.chosen));
    let row = at.filter(|(file, row)| *file == props.chosen && *row < rows.len()).map(|(_, row)| row);
    let here = row.or(chosen).unwrap_or(0);
    {
        // The keys move the focus while it is in the tree.
        let list = list.clone();
        use_effect_with(*at, move |at| {
            if let (Some((_, row)), Some(list)) = (*at, list.cast::<Element>()) {
                focus_row(&list, row);
            }
        });
    }
    {
        // Keeps the current file in view if the tree scrolls.
        let list = list.clone();
        use_effect_with((props.chosen, is_only), move |_| {
            let row =
                list.cast::<Element>().and_then(|list| list.query_selector("[aria-selected=true]").ok().flatten());
            if let Some(row) = row.filter(|_| browser::is_wide()) {
                browser::scroll_to(&row);
            }
        });
    }
    let open = {
        let (folds, act, at, shown) = (folds.clone(), props.act.clone(), at.clone(), props.chosen);
        move |row: &Row, index: usize| match &row.item {
            Item::File { file, .. } => {
                act.emit(Action::Choose(*file));
                at.set(None);
            }
            Item::More { .. } => {
                let mut next = (*folds).clone();
                *next.more.entry(row.parent) += 1;
                folds.set(next);
                at.set(Some((shown, index)));
            }
            Item::Missing(_) => {}
        }
    };
    let fold = {
        let folds = folds.clone();
        move |file: usize, shut: bool| {
            let mut next = (*folds).clone();
            next.closed.retain(|closed| *closed != file);
            next.closed.extend(shut.then_some(file));
            folds.set(next);
        }
    };
    let keys = {
        let (rows, at, open, fold, shown) = (rows.clone(), at.clone(), open.clone(), fold.clone(), props.chosen);
        Callback::from(move |event: KeyboardEvent| {
            if event.ctrl_key() || event.meta_key() || event.alt_key() {
                return;
            }
            let Some(row) = rows.get(here) else {
                return;
            };
            let last = rows.len().saturating_sub(1);
            let parent = rows.iter().take(here).rposition(|above| above.level < row.level);
            let to = match (event.key().as_str(), &row.item) {
                ("ArrowDown", _) => Some((here + 1).min(last)),
                ("ArrowUp", _) => Some(here.saturating_sub(1)),
                ("Home", _) => Some(0),
                ("End", _) => Some(last),
                ("ArrowRight", Item::File { open: Some(true), .. }) => Some((here + 1).min(last)),
                ("ArrowRight", Item::File { file, open: Some(false) }) => {
                    fold(*file, false);
                    Some(here)
                }
                ("ArrowLeft", Item::File { file, open: Some(true) }) => {
                    fold(*file, true);
                    Some(here)
                }
                ("ArrowLeft", _) => parent,
                ("Enter" | " ", _) => {
                    open(row, here);
                    None
                }
                _ => return,
            };
            event.prevent_default();
            if let Some(to) = to {
                at.set(Some((shown, to)));
            }
        })
    };
    let lines = rows.iter().enumerate().map(|(index, row)| {
        let choose = {
            let (open, row) = (open.clone(), row.clone());
            Callback::from(move |_: MouseEvent| open(&row, index))
        };
        let twist = match row.item {
            Item::File { file, open: Some(is_open) } => {
                let fold = fold.clone();
                Some(Callback::from(move |event: MouseEvent| {
                    event.stop_propagation();
                    fold(file, is_open);
                }))
            }
            _ => None,
        };
        // Without a key, a row would lose the focus when other rows are added or removed.
        let key = match &row.item {
            Item::File { file, .. } => format!("{:?} {file}", row.parent),
            Item::Missing(address) => format!("{:?} {address} {index}", row.parent),
            Item::More { .. } => format!("{:?} more", row.parent),
        };
        line(props, lang, row, key, index == here, choose, twist)
    });
    html! {
        <section class="files" aria-label={lang.text(["Files", "Fichiers", "Archivos"])}>
            if !problematic.is_empty() && props.outcome.files.len() >= SEVERAL {
                <button type="button" class="only" aria-pressed={aria_bool(is_only)} onclick={props.act.reform(move |_| Action::OnlyProblematic(!is_only))}>
                    { lang.fill(
                        [
                            "Only with errors or warnings ({0} of {1})",
                            "Seulement avec erreurs ou avertissements ({0} sur {1})",
                            "Solo con errores o advertencias ({0} de {1})",
                        ],
                        &[&lang.number(problematic.len() as u64), &lang.number(props.outcome.files.len() as u64)],
                    ) }
                </button>
            }
            <ul ref={list} role="tree" aria-label={lang.text(["Files", "Fichiers", "Archivos"])} onkeydown={keys}>{ for lines }</ul>
        </section>
    }
}

fn line(
    props: &Props,
    lang: Lang,
    row: &Row,
    key: String,
    here: bool,
    choose: Callback<MouseEvent>,
    twist: Option<Callback<MouseEvent>>,
) -> Html {
    let (content, class, expanded, selected, disabled) = match &row.item {
        Item::File { file, open } => {
            let content = props
                .outcome
                .files
                .get(*file)
                .map(|checked| entry(lang, checked, &props.set.names, props.set.tree.orphans.contains(file)));
            (content.unwrap_or_default(), "", open.map(aria_bool), Some(aria_bool(*file == props.chosen)), None)
        }
        Item::Missing(address) => {
            let address = spelled_out(address);
            let content = html! {
                <>
                    { long_name(&address, last_name(&address)) }
                    <span class="known">{ lang.text([
                        "listed, but not provided",
                        "listé, mais non fourni",
                        "en la lista, pero no proporcionado",
                    ]) }</span>
                </>
            };
            (content, "missing", None, None, Some("true"))
        }
        Item::More { hidden, missing } => {
            let next = (*hidden).min(BRANCHES) as u64;
            let content = html! { <span class="name">{ more_label(lang, next, *hidden as u64, *missing) }</span> };
            (content, "further", None, None, None)
        }
    };
    html! {
        <li
            {key}
            class={classes!("file", class, format!("level-{}", row.level))}
            role="treeitem"
            aria-level={row.level.to_string()}
            aria-expanded={expanded}
            aria-selected={selected}
            aria-disabled={disabled}
            tabindex={if here { "0" } else { "-1" }}
            onclick={choose}
        >
            if let Some(onclick) = twist {
                <span class="fold" aria-hidden="true" {onclick}><span class="twist" /></span>
            } else {
                <span class="fold" aria-hidden="true" />
            }
            { content }
        </li>
    }
}

/// The label of the row that shows more files.
fn more_label(lang: Lang, next: u64, hidden: u64, missing: bool) -> String {
    let all = next == hidden;
    let texts = match (all, missing) {
        (true, false) => ["Show {0} more", "Afficher {0} de plus", "Mostrar {0} más"],
        (false, false) => ["Show {0} more of {1}", "Afficher {0} de plus sur {1}", "Mostrar {0} más de {1}"],
        (true, true) => [
            "Show {0} more missing files",
            "Afficher {0} autres fichiers manquants",
            "Mostrar {0} archivos más que faltan",
        ],
        (false, true) => [
            "Show {0} more of {1} missing files",
            "Afficher {0} autres fichiers manquants sur {1}",
            "Mostrar {0} más de {1} archivos que faltan",
        ],
    };
    lang.fill(texts, &[&lang.number(next), &lang.number(hidden)])
}

fn aria_bool(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}

/// A short overview of a file.
fn entry(lang: Lang, file: &FileResult, names: &[Rc<str>], orphan: bool) -> Html {
    let report = &file.report;
    let mut facts = Vec::new();
    if report.read_error.is_some() {
        facts.push(lang.text(["could not be read", "n’a pas pu être lu", "no se ha podido leer"]).to_owned());
    } else if !matches!(report.kind, Kind::Urlset | Kind::SitemapIndex) {
        // The noun for the entries already shows the other two kinds.
        facts.push(kind_name(lang, report.kind).to_owned());
    }
    if report.kind != Kind::Robots && (report.stats.entries > 0 || !file.is_hopeless()) {
        facts.push(lang.count(report.stats.entries, entry_noun(report.kind)));
    }
    facts.push(lang.sizes(report.bytes, report.decompressed_bytes));
    let (counts, verdict) = (file.counts(), file.report.verdict_in_set);
    html! {
        <>
            { bare_verdict(verdict) }
            { long_name(&spelled_out(&report.name), &spelled_out(own_name(&report.name, names))) }
            <span class="numbers">
                { number(lang, Severity::Error, counts.error) }
                { number(lang, Severity::Warning, counts.warning) }
            </span>
            <span class="known">
                <span class={classes!("judged", verdict_class(verdict))}>{ short_verdict(lang, verdict) }</span>
                { for facts.into_iter().map(|fact| html! { <>{ " · " }<span class="fact">{ fact }</span></> }) }
                if orphan {
                    { " " }<span class="tag">{ lang.text(["not listed anywhere", "listé nulle part", "no está en ninguna lista"]) }</span>
                }
            </span>
        </>
    }
}

/// A short form of a verdict, where there is no room for a sentence.
const fn short_verdict(lang: Lang, verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Warnings => lang.text(["Warnings", "Avertissements", "Advertencias"]),
        _ => verdict_word(lang, verdict),
    }
}

/// A name without its folder, unless another file has the same name.
fn own_name<'n>(name: &'n str, names: &[Rc<str>]) -> &'n str {
    let own = last_name(name);
    if names.iter().filter(|other| last_name(other) == own).count() > 1 { name } else { own }
}

/// A name that is cut in the middle if it is too long, because its end is more distinctive.
fn long_name(title: &str, name: &str) -> Html {
    const END: usize = 12;
    let length = name.chars().count();
    let cut = name.char_indices().nth(length.saturating_sub(END)).map_or(0, |(at, _)| at);
    let (start, end) = if length < END + 4 { (name, "") } else { name.split_at(cut) };
    html! {
        <bdi dir="ltr" class="mono name" title={title.to_owned()}>
            <span class="unseen">{ name.to_owned() }</span>
            <span class="start-of-name" aria-hidden="true">{ start.to_owned() }</span>
            <span aria-hidden="true">{ end.to_owned() }</span>
        </bdi>
    }
}

fn number(lang: Lang, severity: Severity, number: u64) -> Html {
    html! {
        if number > 0 {
            <span class="number">{ shape(severity) }{ lang.number(number) }</span>
        }
    }
}

fn focus_row(list: &Element, at: usize) {
    let active = gloo::utils::document().active_element();
    if !active.is_some_and(|active| list.contains(Some(&active))) {
        return;
    }
    let row = list.children().item(at as u32).and_then(|row| row.dyn_into::<HtmlElement>().ok());
    if let Some(row) = row {
        let _ = row.focus();
    }
}
