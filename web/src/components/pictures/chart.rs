//! The common parts of the charts: the frame with its table, vertical columns on an axis, and horizontal bars.

use yew::prelude::*;

use crate::{
    lang::Lang,
    text::{middle_cut, spelled_out},
};

/// A chart with its title, its sentence and its table.
pub(super) struct Frame {
    /// The name of the chart, used in ids and classes.
    pub(super) name: &'static str,
    pub(super) title: String,
    /// The main result in a sentence, also for readers who cannot see the drawing.
    pub(super) says: String,
    pub(super) drawing: Html,
    /// The names of the table's columns.
    pub(super) head: Vec<&'static str>,
    /// The rows of the table, each beginning with a header.
    pub(super) rows: Vec<Vec<Html>>,
}

impl Frame {
    pub(super) fn html(self, lang: Lang) -> Html {
        let Self { name, title, says, drawing, head, rows } = self;
        html! {
            <figure class={classes!("picture", name)}>
                <figcaption>
                    <h3>{ &title }</h3>
                    <p>{ &says }</p>
                </figcaption>
                <div class="drawing" role="img" aria-label={says}>{ drawing }</div>
                { table(lang, &title, &head, rows) }
            </figure>
        }
    }
}

/// A table with all numbers of a chart.
pub(super) fn table(lang: Lang, title: &str, head: &[&str], rows: Vec<Vec<Html>>) -> Html {
    let row = |cells: Vec<Html>| {
        let mut cells = cells.into_iter();
        html! {
            <tr>
                <th scope="row">{ cells.next().unwrap_or_default() }</th>
                { for cells.map(|cell| html! { <td>{ cell }</td> }) }
            </tr>
        }
    };
    html! {
        <details class="data">
            <summary>
                { lang.text(["As a table", "En tableau", "Como tabla"]) }
                <span class="unseen">{ ": " }{ title }</span>
            </summary>
            <div class="data-frame" tabindex="0" role="group" aria-label={title.to_owned()}>
                <table>
                    <thead><tr>{ for head.iter().map(|name| html! { <th scope="col">{ name }</th> }) }</tr></thead>
                    <tbody>{ for rows.into_iter().map(row) }</tbody>
                </table>
            </div>
        </details>
    }
}

/// A text of the page in a cell.
pub(super) fn cell(text: &str) -> Html {
    html! { { text } }
}

/// A text from the file in a cell. Invisible characters are spelled out.
pub(super) fn foreign(text: &str) -> Html {
    html! { { spelled_out(text) } }
}

/// A number in a cell.
pub(super) fn number(lang: Lang, number: u64) -> Html {
    html! { { lang.number(number) } }
}

/// A length for SVG, as a percentage of the width.
pub(super) fn percent(value: f64) -> String {
    let thousandths = whole(value * 1000.0);
    format!("{}.{:03}%", thousandths / 1000, thousandths % 1000)
}

/// A length for SVG, in pixels.
pub(super) fn pixels(value: f64) -> String {
    Lang::En.decimal(whole(value * 10.0))
}

/// The nearest whole number: formatting floating-point numbers needs much code.
#[expect(clippy::cast_sign_loss, reason = "lengths and shares")]
pub(super) fn whole(value: f64) -> u64 {
    value.round_ties_even() as u64
}

/// The share of `count` in `all`, from 0 to 1.
pub(super) fn share(count: u64, all: u64) -> f64 {
    if all == 0 { 0.0 } else { count as f64 / all as f64 }
}

/// Columns on an axis.
pub(super) struct Columns {
    pub(super) bars: Vec<Column>,
    /// The columns that have a label below the axis, with the label.
    pub(super) ticks: Vec<(usize, String)>,
    /// True if the labels are wider than the columns.
    pub(super) wide: bool,
}

/// A column.
pub(super) struct Column {
    pub(super) count: u64,
    /// The text shown when the pointer is on the column.
    pub(super) title: String,
}

/// The position of the axis, the height of the plot and the position of the labels below it, in pixels from the top.
const BASE: f64 = 126.0;
const HIGH: f64 = 108.0;
const BELOW: &str = "144";
const HEIGHT: &str = "150";

/// The maximum width of a column, as a percentage.
const WIDEST: f64 = 12.0;

impl Columns {
    pub(super) fn html(&self, lang: Lang) -> Html {
        let peak = self.bars.iter().map(|column| column.count).max().unwrap_or_default();
        let top = round(peak);
        let half = (top.is_multiple_of(2)).then_some(top / 2);
        let y = |count: u64| BASE - HIGH * share(count, top);
        let slot = 100.0 / self.bars.len().max(1) as f64;
        let width = self.width();
        let highest = self.bars.iter().position(|column| column.count == peak);
        let line = |count: u64, class: &'static str| {
            let y = pixels(y(count));
            html! { <line {class} x1="0" x2="100%" y1={y.clone()} y2={y} /> }
        };
        let column = |(index, column): (usize, &Column)| {
            let from = slot * index as f64;
            // A column with entries is always visible, however few they are.
            let top = if column.count == 0 { BASE } else { y(column.count).min(BASE - 2.0) };
            html! {
                <g class="column">
                    <title>{ &column.title }</title>
                    <rect class="hit" x={percent(from)} y="0" width={percent(slot)} height={pixels(BASE)} />
                    <rect
                        class="fill"
                        x={percent(from + (slot - width) / 2.0)}
                        y={pixels(top)}
                        width={percent(width)}
                        height={pixels(BASE - top)}
                    />
                </g>
            }
        };
        let tick = |(index, name): &(usize, String)| {
            let (anchor, x) = if self.wide { self.anchor(*index) } else { ("middle", slot * (*index as f64 + 0.5)) };
            html! { <text class="tick" text-anchor={anchor} x={percent(x)} y={BELOW}>{ name }</text> }
        };
        let label = highest.filter(|_| peak > 0).map(|index| {
            let (anchor, x) = self.anchor(index);
            let y = pixels(y(peak) - 5.0);
            html! { <text class="peak" text-anchor={anchor} x={percent(x)} {y}>{ lang.number(peak) }</text> }
        });
        html! {
            <div class="plot">
                <div class="scale" aria-hidden="true">
                    <span>{ lang.number(top) }</span>
                    <span>{ half.map(|half| lang.number(half)) }</span>
                    <span>{ "0" }</span>
                </div>
                <svg class="columns" width="100%" height={HEIGHT} aria-hidden="true">
                    { line(top, "grid") }
                    { for half.map(|half| line(half, "grid")) }
                    { for self.bars.iter().enumerate().map(column) }
                    { line(0, "axis") }
                    { for label }
                    { for self.ticks.iter().map(tick) }
                </svg>
            </div>
        }
    }

    /// The alignment and position of a text at a column, chosen so that the text stays inside the chart.
    fn anchor(&self, index: usize) -> (&'static str, f64) {
        let slot = 100.0 / self.bars.len().max(1) as f64;
        let centre = slot * (index as f64 + 0.5);
        let half = self.width() / 2.0;
        match centre {
            ..12.0 => ("start", centre - half),
            88.0.. => ("end", centre + half),
            _ => ("middle", centre),
        }
    }

    /// The width of a column, as a percentage.
    fn width(&self) -> f64 {
        (100.0 / self.bars.len().max(1) as f64 * 0.78).min(WIDEST)
    }
}

/// The next number that is 1, 2 or 5 followed by zeros: the end of a scale.
fn round(peak: u64) -> u64 {
    let mut step: u64 = 1;
    loop {
        for digit in [1, 2, 5] {
            let top = step.saturating_mul(digit);
            if top >= peak || top == u64::MAX {
                return top;
            }
        }
        step = step.saturating_mul(10);
    }
}

/// A horizontal bar with its name and its number.
pub(super) struct Bar {
    /// The full name; a long one is cut.
    pub(super) name: String,
    /// The indentation of the name, in steps.
    pub(super) depth: u32,
    /// The number, with its unit unless that is obvious.
    pub(super) value: String,
    /// The share of the width, from 0 to 1.
    pub(super) share: f64,
    pub(super) class: &'static str,
}

/// The height of a row, in pixels.
const ROW: usize = 36;

/// The number of characters of a name that fit beside a number on the narrowest page.
const NAME: usize = 30;

/// The maximum number of rows of a short chart. Beside a longer chart, there is room for two others.
pub(super) const LONG: usize = 7;

/// Renders `bars`.
pub(super) fn bars(bars: &[Bar]) -> Html {
    let row = |(index, bar): (usize, &Bar)| {
        let y = index * ROW;
        let length = if bar.share > 0.0 { (bar.share * 100.0).clamp(0.4, 100.0) } else { 0.0 };
        let name = spelled_out(&bar.name);
        html! {
            <g class={classes!("bar-row", bar.class)}>
                <title>{ format!("{name}: {}", bar.value) }</title>
                <rect class="hit" x="0" y={y.to_string()} width="100%" height={ROW.to_string()} />
                <text class="name" x={(bar.depth * 14).to_string()} y={(y + 16).to_string()}>
                    { middle_cut(&name, NAME - 2 * bar.depth as usize) }
                </text>
                <text class="value" text-anchor="end" x="100%" y={(y + 16).to_string()}>{ &bar.value }</text>
                <rect class="track" x="0" y={(y + 23).to_string()} width="100%" height="6" />
                <rect class="fill" x="0" y={(y + 23).to_string()} width={percent(length)} height="6" />
            </g>
        }
    };
    html! {
        <svg class="bars" width="100%" height={(bars.len() * ROW).to_string()} aria-hidden="true">
            { for bars.iter().enumerate().map(row) }
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_end_with_round_numbers() {
        assert_eq!([0, 1, 2, 3, 5, 6, 11, 21, 501, 50_000].map(round), [1, 1, 2, 5, 5, 10, 20, 50, 1_000, 50_000]);
        assert_eq!(round(u64::MAX), u64::MAX);
    }
}
