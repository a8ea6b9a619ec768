//! The table of ratios, for the terminal and for the page.

use std::fmt::Write as _;

use crate::measure::Ratio;

/// What a row says of one measurement's size, beside its ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Amount {
    /// Seconds.
    Time(f64),
    /// Bytes.
    Memory(f64),
    /// A share of the cases.
    Share(f64),
}

/// One comparison.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Row {
    /// What `--only` takes.
    pub(crate) id: &'static str,
    /// What is read.
    pub(crate) input: &'static str,
    /// Who is compared.
    pub(crate) who: &'static str,
    /// With whom, or with what. Empty: with nothing, and the figure is an amount.
    pub(crate) with: &'static str,
    /// How much of the other's it takes; of nobody's: seconds or bytes, as `amount` is.
    pub(crate) ratio: Ratio,
    /// How much that is.
    pub(crate) amount: Amount,
    /// The most it should be.
    pub(crate) target: Option<f64>,
}

/// Rows that are measured alike.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Section {
    pub(crate) title: &'static str,
    /// How it is measured, for the page.
    pub(crate) method: &'static str,
    pub(crate) rows: Vec<Row>,
    /// What was left out, and why.
    pub(crate) absent: Vec<String>,
}

const HEADINGS: [&str; 8] = ["row", "input", "measured", "baseline", "result", "rounds", "target", "met"];

impl Row {
    /// True when there is no target or the median keeps it.
    pub(crate) fn is_met(&self) -> bool {
        self.target.is_none_or(|target| self.ratio.median <= target)
    }

    /// The amount and the ratio.
    pub(crate) fn words(&self) -> (String, String) {
        (self.amount.words(), figure(self.ratio.median))
    }

    fn cells(&self) -> [String; 8] {
        let figure = |value: f64| if self.with.is_empty() { self.amount.of(value).words() } else { figure(value) };
        let (target, met) = match self.target {
            Some(target) if self.with.is_empty() => (format!("≤ {}", figure(target)), self.is_met()),
            Some(target) => (format!("≤ {target}"), self.is_met()),
            None => (String::new(), true),
        };
        let met = if target.is_empty() { "" } else { ["no", "yes"][usize::from(met)] };
        [
            self.id.to_owned(),
            self.input.to_owned(),
            if self.with.is_empty() { self.who.to_owned() } else { format!("{}, {}", self.who, self.amount.words()) },
            self.with.to_owned(),
            figure(self.ratio.median),
            format!("{}–{}", figure(self.ratio.low), figure(self.ratio.high)),
            target,
            met.to_owned(),
        ]
    }
}

impl Amount {
    /// So much of the same kind.
    fn of(self, value: f64) -> Self {
        match self {
            Self::Time(_) => Self::Time(value),
            Self::Memory(_) => Self::Memory(value),
            Self::Share(_) => Self::Share(value),
        }
    }

    fn words(self) -> String {
        match self {
            Self::Time(seconds) if seconds >= 10.0 => format!("{seconds:.0} s"),
            Self::Time(seconds) if seconds >= 1.0 => format!("{seconds:.1} s"),
            Self::Time(seconds) => format!("{:.0} ms", seconds * 1e3),
            Self::Memory(bytes) if bytes < 1e6 => format!("{:.0} kB", bytes / 1e3),
            Self::Memory(bytes) => format!("{:.1} MB", bytes / 1e6),
            Self::Share(share) => format!("{:.1}%", share * 100.0),
        }
    }
}

/// A ratio with as many digits as mean something.
fn figure(ratio: f64) -> String {
    match ratio.abs() {
        size if size >= 100.0 => format!("{ratio:.0}"),
        size if size >= 10.0 => format!("{ratio:.1}"),
        size if size < 0.1 => format!("{ratio:.3}"),
        _ => format!("{ratio:.2}"),
    }
}

/// All sections as one table with columns in line.
pub(crate) fn terminal(sections: &[Section]) -> String {
    let rows = || sections.iter().flat_map(|section| &section.rows);
    let headings = HEADINGS.map(str::to_owned);
    let mut widths = headings.clone().map(|heading| heading.chars().count());
    for cells in rows().map(Row::cells) {
        for (width, cell) in widths.iter_mut().zip(&cells) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let mut text = String::new();
    line(&mut text, &headings, &widths);
    for section in sections {
        let _ = writeln!(text, "\n{}", section.title);
        for row in &section.rows {
            line(&mut text, &row.cells(), &widths);
        }
        for absent in &section.absent {
            let _ = writeln!(text, "skipped: {absent}");
        }
    }
    let (kept, all) = targets(sections);
    let _ = writeln!(text, "\n{kept} of {all} targets met");
    text
}

fn line(text: &mut String, cells: &[String; 8], widths: &[usize; 8]) {
    let mut padded = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let _ = write!(padded, "{cell:width$}  ");
    }
    let _ = writeln!(text, "{}", padded.trim_end());
}

/// A section as a table in Markdown.
pub(crate) fn markdown(section: &Section) -> String {
    let mut text = format!("| {} |\n|{}\n", HEADINGS.join(" | "), "---|".repeat(HEADINGS.len()));
    for row in &section.rows {
        let _ = writeln!(text, "| {} |", row.cells().map(|cell| cell.replace('|', "\\|")).join(" | "));
    }
    text
}

/// How many targets are met, and how many there are.
pub(crate) fn targets(sections: &[Section]) -> (usize, usize) {
    let with_target = || sections.iter().flat_map(|section| &section.rows).filter(|row| row.target.is_some());
    (with_target().filter(|row| row.is_met()).count(), with_target().count())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &'static str, median: f64, target: Option<f64>) -> Row {
        Row {
            id,
            input: "plain",
            who: "we",
            with: "they",
            ratio: Ratio { median, low: 0.04, high: 12.34 },
            amount: Amount::Time(0.1234),
            target,
        }
    }

    fn section(rows: Vec<Row>) -> Section {
        Section { title: "In process", method: "", rows, absent: vec!["xmllint: not installed".to_owned()] }
    }

    #[test]
    fn columns_are_in_line() {
        let table = terminal(&[section(vec![row("a", 0.5, Some(0.5)), row("long-name", 1.257, Some(0.5))])]);
        let expected = "\
row        input  measured    baseline  result  rounds      target  met

In process
a          plain  we, 123 ms  they      0.50    0.040–12.3  ≤ 0.5   yes
long-name  plain  we, 123 ms  they      1.26    0.040–12.3  ≤ 0.5   no
skipped: xmllint: not installed

1 of 2 targets met
";
        assert_eq!(table, expected);
    }

    #[test]
    fn a_row_without_target_says_nothing_of_it() {
        let table = markdown(&section(vec![row("a", 250.4, None)]));
        let expected = "\
| row | input | measured | baseline | result | rounds | target | met |
|---|---|---|---|---|---|---|---|
| a | plain | we, 123 ms | they | 250 | 0.040–12.3 |  |  |
";
        assert_eq!(table, expected);
        assert_eq!(targets(&[section(vec![row("a", 250.4, None)])]), (0, 0));
    }

    #[test]
    fn what_is_compared_with_nothing_is_an_amount() {
        let ratio = Ratio { median: 0.045, low: 0.04, high: 0.0512 };
        let row = Row { with: "", ratio, ..row("page-task", 0.0, Some(0.05)) };
        let cells = ["page-task", "plain", "we", "", "45 ms", "40 ms–51 ms", "≤ 50 ms", "yes"].map(str::to_owned);
        assert_eq!(row.cells(), cells);
        let ratio = Ratio { median: 91e3, low: 91e3, high: 91e3 };
        let cells = Row { amount: Amount::Memory(0.0), ratio, target: Some(90e3), ..row }.cells();
        assert_eq!(cells[4..], ["91 kB", "91 kB–91 kB", "≤ 90 kB", "no"].map(str::to_owned));
    }

    #[test]
    fn what_could_not_be_measured_is_not_met() {
        assert!(!row("a", f64::NAN, Some(1.0)).is_met());
    }

    #[test]
    fn amounts_have_units() {
        assert_eq!(Amount::Time(0.0123).words(), "12 ms");
        assert_eq!(Amount::Time(2.5).words(), "2.5 s");
        assert_eq!(Amount::Time(117.2).words(), "117 s");
        assert_eq!(Amount::Memory(89_600.0).words(), "90 kB");
        assert_eq!(Amount::Memory(16_800_000.0).words(), "16.8 MB");
    }
}
