//! Chart: the modification dates of the pages.

use sitemap_validator_protocol::figures::{Bucket, Step};

use super::{
    Picture, Scene,
    chart::{Column, Columns, Frame, cell, number},
};
use crate::dates::{name, short, within};

/// The distribution of the dates over time.
pub(super) fn picture(scene: &Scene<'_>) -> Picture {
    let (lang, dates) = (scene.lang, &scene.figures.dates);
    let shown: u64 = dates.buckets.iter().map(|bucket| bucket.count).sum();
    let total = shown + dates.before + dates.after;
    let entries = scene.figures.entries;
    let Some(peak) = dates.buckets.iter().rev().max_by_key(|bucket| bucket.count).filter(|_| total > 0) else {
        return Picture::Line(none(scene));
    };
    let says = [main(scene, peak, total), rest(scene, entries)].join(" ");
    if dates.buckets.len() == 1 {
        return Picture::Line(says);
    }
    let title = match dates.step {
        Step::Day => ["Last modified, by day", "Dernière modification, par jour", "Última modificación, por día"],
        Step::Week => {
            ["Last modified, by week", "Dernière modification, par semaine", "Última modificación, por semana"]
        }
        Step::Month => ["Last modified, by month", "Dernière modification, par mois", "Última modificación, por mes"],
        Step::Year => ["Last modified, by year", "Dernière modification, par année", "Última modificación, por año"],
    };
    let column = |bucket: &Bucket| Column {
        count: bucket.count,
        title: format!("{}: {}", name(lang, dates.step, &bucket.start), lang.count(bucket.count, scene.noun)),
    };
    let last = dates.buckets.len() - 1;
    let mut named = vec![0, last / 2, last];
    named.dedup();
    let ticks = named.into_iter().filter_map(|at| Some((at, short(lang, dates.step, &dates.buckets.get(at)?.start))));
    let drawing = Columns { bars: dates.buckets.iter().map(column).collect(), ticks: ticks.collect(), wide: true };
    let special = [
        (["Earlier", "Plus tôt", "Antes"], dates.before),
        (["Later", "Plus tard", "Después"], dates.after),
        (["No date", "Sans date", "Sin fecha"], dates.absent),
        (["Unreadable", "Illisible", "Ilegible"], dates.invalid),
    ];
    let rows = dates.buckets.iter().filter(|bucket| bucket.count > 0);
    let rows = rows.map(|bucket| vec![cell(&name(lang, dates.step, &bucket.start)), number(lang, bucket.count)]);
    let special = special.into_iter().filter(|(_, count)| *count > 0);
    let frame = Frame {
        name: "dates",
        title: lang.text(title).to_owned(),
        says,
        drawing: drawing.html(lang),
        head: vec![lang.text(["Time (UTC)", "Période (UTC)", "Periodo (UTC)"]), super::many(lang, scene.noun)],
        rows: rows.chain(special.map(|(name, count)| vec![cell(lang.text(name)), number(lang, count)])).collect(),
    };
    Picture::Drawn(frame.html(lang))
}

/// The message if no date can be drawn.
fn none(scene: &Scene<'_>) -> String {
    let (lang, invalid) = (scene.lang, scene.figures.dates.invalid);
    if invalid == 0 {
        return lang
            .text(["No entry has a date.", "Aucune entrée n’a de date.", "Ninguna entrada tiene fecha."])
            .to_owned();
    }
    let count = scene.part(invalid, scene.figures.entries);
    lang.fill(
        [
            "None of the {0} dates can be read.",
            "Aucune des {0} dates n’est lisible.",
            "No se puede leer ninguna de las {0} fechas.",
        ],
        &[&count],
    )
}

/// The sentence that names the time with the most dates.
fn main(scene: &Scene<'_>, peak: &Bucket, total: u64) -> String {
    let (lang, dates) = (scene.lang, &scene.figures.dates);
    let (count, all) = (lang.number(peak.count), lang.number(total));
    if let Some((first, last)) = &dates.range
        && first == last
    {
        let texts = match total {
            1 => ["One date: {1}.", "Une seule date\u{a0}: {1}.", "Una sola fecha: {1}."],
            _ => [
                "All {0} dates fall on one day: {1}.",
                "Les {0} dates tombent le même jour\u{a0}: {1}.",
                "Las {0} fechas caen en el mismo día: {1}.",
            ],
        };
        return lang.fill(texts, &[&all, &name(lang, Step::Day, first)]);
    }
    let when = within(lang, dates.step, &peak.start);
    let texts = if peak.count * 2 > total {
        [
            "Most dates fall {0}: {1} of {2}.",
            "La plupart des dates tombent {0}\u{a0}: {1} sur {2}.",
            "La mayoría de las fechas cae {0}: {1} de {2}.",
        ]
    } else {
        [
            "The peak is {0}: {1} of {2} dates.",
            "Le pic se situe {0}\u{a0}: {1} dates sur {2}.",
            "El máximo cae {0}: {1} de {2} fechas.",
        ]
    };
    lang.fill(texts, &[&when, &count, &all])
}

/// The number of entries without a date.
fn rest(scene: &Scene<'_>, entries: u64) -> String {
    let (lang, dates) = (scene.lang, &scene.figures.dates);
    let mut says = Vec::new();
    if dates.absent > 0 {
        let texts = ["{0} without a date.", "{0} sans date.", "{0} sin fecha."];
        says.push(lang.fill(texts, &[&scene.part(dates.absent, entries)]));
    } else if dates.invalid == 0 {
        let texts = ["Every entry has one.", "Chaque entrée en a une.", "Cada entrada tiene una."];
        says.push(lang.text(texts).to_owned());
    }
    if dates.invalid > 0 {
        let unread = [
            ["date cannot be read", "dates cannot be read"],
            ["date est illisible", "dates sont illisibles"],
            ["fecha no se puede leer", "fechas no se pueden leer"],
        ];
        says.push(format!("{}.", lang.count(dates.invalid, unread)));
    }
    says.join(" ")
}
