//! Charts: priorities and change frequencies.

use sitemap_validator_protocol::figures::Values;

use super::{
    Picture, Scene,
    chart::{Bar, Column, Columns, Frame, bars, cell, number, share},
};
use crate::lang::{Lang, Texts};

/// The change frequencies, in the order in which they are counted.
const FREQUENCIES: [&str; 7] = ["always", "hourly", "daily", "weekly", "monthly", "yearly", "never"];

const NO_VALUE: Texts = ["No value", "Sans valeur", "Sin valor"];
const MOST_OFTEN: Texts = [
    "Most frequent: {0}, {1} of {2}.",
    "Le plus souvent {0}\u{a0}: {1} sur {2}.",
    "Lo más frecuente es {0}: {1} de {2}.",
];
const INVALID: Texts = ["Not valid", "Non valide", "No válido"];

/// The distribution of the priorities.
pub(super) fn priorities(scene: &Scene<'_>) -> Picture {
    let (lang, values) = (scene.lang, &scene.figures.priorities);
    let none = if values.invalid == 0 {
        ["No entry has a priority.", "Aucune entrée n’a de priorité.", "Ninguna entrada tiene prioridad."]
    } else {
        ["No priority is valid.", "Aucune priorité n’est valide.", "Ninguna prioridad es válida."]
    };
    let Some((most, total)) = peak(values) else { return nothing(scene, values, none) };
    let tenths = |at: usize| lang.decimal(at as u64);
    if values.counts[most] == scene.figures.entries {
        let texts = ["Every priority is {0}.", "Toutes les priorités sont de {0}.", "Todas las prioridades son {0}."];
        return Picture::Line(lang.fill(texts, &[&tenths(most)]));
    }
    let says = lang.fill(MOST_OFTEN, &[&tenths(most), &lang.number(values.counts[most]), &lang.number(total)]);
    let says = format!("{says}{}", rest(scene, values));
    if values.counts.iter().filter(|count| **count > 0).count() == 1 {
        return Picture::Line(says);
    }
    let column = |(at, &count): (usize, &u64)| Column {
        count,
        title: format!("{}: {}", tenths(at), lang.count(count, scene.noun)),
    };
    let drawing = Columns {
        bars: values.counts.iter().enumerate().map(column).collect(),
        ticks: (0..values.counts.len()).map(|at| (at, tenths(at))).collect(),
        wide: false,
    };
    let frame = Frame {
        name: "priorities",
        title: lang.text(["Priority", "Priorité", "Prioridad"]).to_owned(),
        says,
        drawing: drawing.html(lang),
        head: vec![
            lang.text(["Priority, from", "Priorité, à partir de", "Prioridad, desde"]),
            super::many(lang, scene.noun),
        ],
        rows: rows(lang, values, tenths),
    };
    Picture::Drawn(frame.html(lang))
}

/// The distribution of the change frequencies.
pub(super) fn frequencies(scene: &Scene<'_>) -> Picture {
    let (lang, values) = (scene.lang, &scene.figures.frequencies);
    let none = if values.invalid == 0 {
        [
            "No entry has a change frequency.",
            "Aucune entrée n’a de fréquence de modification.",
            "Ninguna entrada tiene frecuencia de cambio.",
        ]
    } else {
        [
            "No change frequency is valid.",
            "Aucune fréquence de modification n’est valide.",
            "Ninguna frecuencia de cambio es válida.",
        ]
    };
    let Some((most, total)) = peak(values) else { return nothing(scene, values, none) };
    let name = |at: usize| FREQUENCIES.get(at).copied().unwrap_or_default().to_owned();
    if values.counts[most] == scene.figures.entries {
        let texts = [
            "Every change frequency is {0}.",
            "Toutes les fréquences de modification sont {0}.",
            "Todas las frecuencias de cambio son {0}.",
        ];
        return Picture::Line(lang.fill(texts, &[&name(most)]));
    }
    let says = lang.fill(MOST_OFTEN, &[&name(most), &lang.number(values.counts[most]), &lang.number(total)]);
    let widest = values.counts.iter().copied().chain([values.absent, values.invalid]).max().unwrap_or_default();
    let bar = |name: String, count: u64, class: &'static str| Bar {
        name,
        depth: 0,
        value: lang.number(count),
        share: share(count, widest),
        class,
    };
    let given = values.counts.iter().enumerate().map(|(at, &count)| bar(name(at), count, "code"));
    let others = [(INVALID, values.invalid), (NO_VALUE, values.absent)];
    let others = others.map(|(name, count)| bar(lang.text(name).to_owned(), count, "other"));
    let all: Vec<Bar> = given.chain(others).filter(|bar| bar.share > 0.0).collect();
    let says = format!("{says}{}", rest(scene, values));
    if all.len() == 1 {
        return Picture::Line(says);
    }
    let frame = Frame {
        name: "frequencies",
        title: lang.text(["Change frequency", "Fréquence de modification", "Frecuencia de cambio"]).to_owned(),
        says,
        drawing: bars(&all),
        head: vec![lang.text(["Value", "Valeur", "Valor"]), super::many(lang, scene.noun)],
        rows: rows(lang, values, name),
    };
    Picture::Drawn(frame.html(lang))
}

/// The most frequent value, and the number of entries with a value.
fn peak(values: &Values) -> Option<(usize, u64)> {
    let total: u64 = values.counts.iter().sum();
    let (at, _) = values.counts.iter().enumerate().rev().max_by_key(|(_, count)| **count)?;
    (total > 0).then_some((at, total))
}

/// The message if no value can be drawn.
fn nothing(scene: &Scene<'_>, values: &Values, none: Texts) -> Picture {
    let lang = scene.lang;
    // Feeds do not have such values.
    if scene.figures.entries == values.absent {
        return Picture::Line(lang.text(none).to_owned());
    }
    Picture::Line(format!("{}{}", lang.text(none), rest(scene, values)))
}

/// The number of entries without a value, or with an invalid one.
fn rest(scene: &Scene<'_>, values: &Values) -> String {
    let lang = scene.lang;
    let mut says = String::new();
    if values.absent > 0 && values.absent < scene.figures.entries {
        let part = scene.part(values.absent, scene.figures.entries);
        says += &lang.fill([" {0} without one.", " {0} sans valeur.", " {0} sin valor."], &[&part]);
    }
    if values.invalid > 0 {
        let count = lang.count(values.invalid, [["value", "values"], ["valeur", "valeurs"], ["valor", "valores"]]);
        says += &lang.fill([" Not valid: {0}.", " Non valide\u{a0}: {0}.", " No válido: {0}."], &[&count]);
    }
    says
}

fn rows(lang: Lang, values: &Values, name: impl Fn(usize) -> String) -> Vec<Vec<yew::Html>> {
    let given = values.counts.iter().enumerate().map(|(at, &count)| (name(at), count));
    let others =
        [(NO_VALUE, values.absent), (INVALID, values.invalid)].map(|(name, count)| (lang.text(name).to_owned(), count));
    given.chain(others).map(|(name, count)| vec![cell(&name), number(lang, count)]).collect()
}
