//! Chart: the distribution of the problems over the file.

use std::rc::Rc;

use sitemap_validator_protocol::{
    figures::{Figures, Slice},
    report::{Counts, Severity},
};
use web_sys::Element;
use yew::prelude::*;

use super::chart::{cell, number, percent, pixels, share, table};
use crate::{
    browser,
    components::marks::{bare_shape, severity_noun},
    lang::{Lang, use_lang},
    state::Action,
};

#[derive(Properties, PartialEq)]
pub(super) struct Props {
    pub(super) figures: Rc<Figures>,
    /// False while the chart shows an earlier run, whose locations are no longer valid.
    pub(super) fresh: bool,
    pub(super) act: Callback<Action>,
}

/// The severities, the highest first.
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Info];

/// The height of a lane, in pixels.
const LANE: f64 = 34.0;

/// A chart that divides the file into a hundred slices. A click goes to the first problem of a slice, and so do the
/// arrow keys with Enter.
#[component]
pub(super) fn Along(props: &Props) -> Html {
    let lang = use_lang();
    let drawing = use_node_ref();
    let at = use_state(|| None::<usize>);
    let slices = &props.figures.problems.slices;
    let totals = slices.iter().fold(Counts::default(), |all, slice| all + slice.counts);
    let total = totals.total();
    let act = props.fresh.then(|| props.act.clone());
    if total == 0 {
        return html! {};
    }
    let stops: Vec<usize> = (0..slices.len()).filter(|at| slices[*at].first.is_some()).collect();
    let here = at.filter(|at| stops.contains(at)).or_else(|| stops.first().copied()).unwrap_or_default();
    let keys = {
        let (figures, act, stops) = (props.figures.clone(), act.clone(), stops.clone());
        Callback::from(move |event: KeyboardEvent| {
            let next = match event.key().as_str() {
                "ArrowRight" | "ArrowUp" => stops.iter().find(|stop| **stop > here),
                "ArrowLeft" | "ArrowDown" => stops.iter().rfind(|stop| **stop < here),
                "Home" => stops.first(),
                "End" => stops.last(),
                "Enter" | " " => {
                    event.prevent_default();
                    return go(&figures.problems.slices[here], act.as_ref());
                }
                _ => return,
            };
            event.prevent_default();
            if let Some(next) = next {
                at.set(Some(*next));
            }
        })
    };
    let click = {
        let (drawing, figures, act) = (drawing.clone(), props.figures.clone(), act.clone());
        Callback::from(move |event: MouseEvent| {
            let Some(place) = drawing.cast::<Element>().map(|element| element.get_bounding_client_rect()) else {
                return;
            };
            let at = (f64::from(event.client_x()) - place.left()) / place.width().max(1.0);
            if let Some(slice) = nearest(&figures.problems.slices, at) {
                go(slice, act.as_ref());
            }
        })
    };
    let title = lang.text([
        "Problems by position in the file",
        "Problèmes au fil du fichier",
        "Problemas a lo largo del archivo",
    ]);
    let says = says(lang, slices, total);
    let lanes = SEVERITIES.into_iter().filter(|severity| totals.of(*severity) > 0);
    let lanes = lanes
        .map(|severity| lane(lang, slices, here, severity, &lang.count(totals.of(severity), severity_noun(severity))));
    let rows = slices.iter().enumerate().filter(|(_, slice)| slice.first.is_some());
    let rows = rows.map(|(at, slice)| row(lang, at, slice, act.as_ref())).collect();
    let head = [
        lang.text(["Section of the file", "Partie du fichier", "Parte del archivo"]),
        lang.text(["Errors", "Erreurs", "Errores"]),
        lang.text(["Warnings", "Avertissements", "Advertencias"]),
        lang.text(["Remarks", "Remarques", "Observaciones"]),
        lang.text(["First problem", "Premier problème", "Primer problema"]),
    ];
    html! {
        <figure class="picture spread">
            <figcaption>
                <h3>{ title }</h3>
                <p>
                    { &says }
                    <span class="muted no-print">
                        { lang.text([
                            " Click, or use the arrow keys and Enter, to go to a problem.",
                            " Cliquez, ou utilisez les flèches et Entrée, pour aller à un problème.",
                            " Haga clic, o use las flechas e Intro, para ir a un problema.",
                        ]) }
                    </span>
                </p>
            </figcaption>
            <div
                class="drawing"
                role="slider"
                tabindex="0"
                aria-label={says.clone()}
                aria-valuemin="1"
                aria-valuemax={slices.len().to_string()}
                aria-valuenow={(here + 1).to_string()}
                aria-valuetext={slices.get(here).map(|slice| from_line(lang, slice, slice.counts.total()))}
                ref={drawing}
                onclick={click}
                onkeydown={keys}
            >
                { for lanes }
                { ruler(lang, slices) }
            </div>
            { table(lang, title, &head, rows) }
        </figure>
    }
}

/// Shows the first problem of a slice in the source.
fn go(slice: &Slice, act: Option<&Callback<Action>>) {
    if let (Some(first), Some(act)) = (&slice.first, act) {
        act.emit(Action::Select { finding: Rc::new(first.clone()), open: true });
        if browser::is_wide() {
            browser::reveal(".side");
        }
    }
}

/// The slice with problems that is nearest to a position, from 0 to 1.
fn nearest(slices: &[Slice], at: f64) -> Option<&Slice> {
    let place = at * slices.len() as f64 - 0.5;
    let distance = |index: usize| (index as f64 - place).abs();
    let with = slices.iter().enumerate().filter(|(_, slice)| slice.first.is_some());
    with.min_by(|(a, _), (b, _)| distance(*a).total_cmp(&distance(*b))).map(|(_, slice)| slice)
}

/// The sentence that names the part of the file with the most problems.
fn says(lang: Lang, slices: &[Slice], total: u64) -> String {
    let tenths: Vec<u64> = slices
        .chunks(slices.len().div_ceil(10).max(1))
        .map(|tenth| tenth.iter().map(|slice| slice.counts.total()).sum())
        .collect();
    let touched = tenths.iter().filter(|count| **count > 0).count();
    let most = tenths.iter().copied().enumerate().rev().max_by_key(|(_, count)| *count);
    let (at, count) = most.unwrap_or_default();
    let all = lang.count(total, [["problem", "problems"], ["problème", "problèmes"], ["problema", "problemas"]]);
    let part = |count: u64| lang.fill(["{0} of {1}", "{0} sur {1}", "{0} de {1}"], &[&lang.number(count), &all]);
    let (from, to) = (at * 10, at * 10 + 10);
    if touched == 1 {
        let texts = [
            "{0}, between {1}% and {2}% of the file.",
            "{0}, entre {1} et {2}\u{a0}% du fichier.",
            "{0}, entre el {1} y el {2}\u{a0}% del archivo.",
        ];
        return lang.fill(texts, &[&all, &from, &to]);
    }
    if count * 2 > total {
        let texts = [
            "Most are between {0}% and {1}% of the file: {2}.",
            "La plupart sont entre {0} et {1}\u{a0}% du fichier\u{a0}: {2}.",
            "La mayoría está entre el {0} y el {1}\u{a0}% del archivo: {2}.",
        ];
        return lang.fill(texts, &[&from, &to, &part(count)]);
    }
    let texts = if touched == tenths.len() {
        [
            "{0}, spread over the whole file.",
            "{0}, répartis sur tout le fichier.",
            "{0}, repartidos por todo el archivo.",
        ]
    } else {
        [
            "{0}, in several parts of the file.",
            "{0}, en plusieurs endroits du fichier.",
            "{0}, en varias partes del archivo.",
        ]
    };
    lang.fill(texts, &[&all])
}

/// The problems of one severity.
fn lane(lang: Lang, slices: &[Slice], here: usize, severity: Severity, named: &str) -> Html {
    let peak = slices.iter().map(|slice| slice.counts.of(severity)).max().unwrap_or_default();
    let slot = 100.0 / slices.len().max(1) as f64;
    let column = |(at, slice): (usize, &Slice)| {
        let count = slice.counts.of(severity);
        let high = (LANE * share(count, peak)).max(3.0);
        slice.first.as_ref().filter(|_| count > 0)?;
        Some(html! {
            <g class={classes!("column", (at == here).then_some("here"))}>
                <title>{ from_line(lang, slice, count) }</title>
                <rect class="hit" x={percent(slot * at as f64)} y="0" width={percent(slot)} height={pixels(LANE)} />
                <rect
                    class="fill"
                    x={percent(slot * at as f64)}
                    y={pixels(LANE - high)}
                    width={percent(slot * 0.86)}
                    height={pixels(high)}
                />
            </g>
        })
    };
    let class = crate::components::marks::class(severity);
    let texts = ["up to {0} per bar", "jusqu’à {0} par barre", "hasta {0} por barra"];
    html! {
        <div class={classes!("lane", class)}>
            <p class="lane-name">
                <span>{ bare_shape(severity) }{ " " }{ named }</span>
                <span class="muted">{ lang.fill(texts, &[&lang.number(peak)]) }</span>
            </p>
            <svg width="100%" height={pixels(LANE + 1.0)} aria-hidden="true">
                <line class="axis" x1="0" x2="100%" y1={pixels(LANE + 0.5)} y2={pixels(LANE + 0.5)} />
                { for slices.iter().enumerate().filter_map(column) }
            </svg>
        </div>
    }
}

/// The line at which the problems of a slice begin, and their number.
fn from_line(lang: Lang, slice: &Slice, count: u64) -> String {
    let line = slice.first.as_ref().map_or(slice.line, |first| first.line);
    let texts = ["From line {0}: {1}", "À partir de la ligne {0}\u{a0}: {1}", "A partir de la línea {0}: {1}"];
    lang.fill(texts, &[&lang.number(u64::from(line)), &lang.number(count)])
}

/// The line numbers along the file.
fn ruler(lang: Lang, slices: &[Slice]) -> Html {
    let tick = |(at, anchor, x): (usize, &'static str, &'static str)| {
        let line = slices.get(at).map(|slice| lang.number(u64::from(slice.line)))?;
        let text = lang.fill(["line {0}", "ligne {0}", "línea {0}"], &[&line]);
        Some(html! { <text class="tick" text-anchor={anchor} {x} y="14">{ text }</text> })
    };
    let ticks = [(0, "start", "0"), (50, "middle", "50%"), (slices.len().saturating_sub(1), "end", "100%")];
    html! { <svg class="ruler" width="100%" height="20" aria-hidden="true">{ for ticks.into_iter().filter_map(tick) }</svg> }
}

fn row(lang: Lang, at: usize, slice: &Slice, act: Option<&Callback<Action>>) -> Vec<Html> {
    let Counts { error, warning, info } = slice.counts;
    let visit = {
        let (slice, act) = (slice.clone(), act.cloned());
        Callback::from(move |_: MouseEvent| go(&slice, act.as_ref()))
    };
    let place = slice.first.as_ref().map(|first| (u64::from(first.line), u64::from(first.column))).unwrap_or_default();
    let texts = ["line {0}, column {1}", "ligne {0}, colonne {1}", "línea {0}, columna {1}"];
    let place = lang.fill(texts, &[&lang.number(place.0), &lang.number(place.1)]);
    vec![
        cell(&lang.percent(format_args!("{at}–{}", at + 1))),
        number(lang, error),
        number(lang, warning),
        number(lang, info),
        html! { <button type="button" class="link" aria-disabled={act.is_none().then_some("true")} onclick={visit}>{ place }</button> },
    ]
}
