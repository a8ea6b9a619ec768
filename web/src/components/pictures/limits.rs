//! Chart: the size and counts of the file compared with the limits.

use sitemap_validator_protocol::figures::{Limit, Measure};

use super::{
    Picture, Scene,
    chart::{Bar, Frame, bars, cell, number, share, whole},
};
use crate::lang::Texts;

/// The size and the counts of the file compared with the limits.
pub(super) fn picture(scene: &Scene<'_>) -> Picture {
    let (lang, limits) = (scene.lang, &scene.figures.limits);
    let Some(nearest) = limits.iter().max_by(|a, b| share(a.value, a.max).total_cmp(&share(b.value, b.max))) else {
        return Picture::Nothing;
    };
    let name = |limit: &Limit| lang.text(name(limit.of));
    let percent = |limit: &Limit| {
        let percent = share(limit.value, limit.max) * 100.0;
        let shown = match limit.value {
            0 => "0".to_owned(),
            _ if percent < 1.0 => lang.text(["under 1", "moins de 1", "menos de 1"]).to_owned(),
            // Never show 100% below the limit.
            _ if percent < 100.0 => whole(percent.min(99.0)).to_string(),
            _ => whole(percent).to_string(),
        };
        lang.percent(shown)
    };
    let amount = |limit: &Limit, value: u64| match limit.of {
        Measure::Bytes => lang.size(value),
        Measure::Entries | Measure::UrlLength => lang.number(value),
    };
    let says = if nearest.value > nearest.max {
        let texts = [
            "Over a limit: {0}, {1} of {2} allowed.",
            "Limite dépassée\u{a0}: {0}, {1} pour {2} au plus.",
            "Límite superado: {0}, {1} de {2} como máximo.",
        ];
        let over = limits.iter().filter(|limit| limit.value > limit.max);
        let each =
            over.map(|limit| lang.fill(texts, &[&name(limit), &amount(limit, limit.value), &amount(limit, limit.max)]));
        each.collect::<Vec<_>>().join(" ")
    } else {
        let texts = [
            "Within the limits. Closest: {0}, at {1} of the maximum.",
            "Dans les limites. La plus proche\u{a0}: {0}, {1} du maximum.",
            "Dentro de los límites. El más cercano: {0}, {1} del máximo.",
        ];
        lang.fill(texts, &[&lowercase_first(name(nearest)), &percent(nearest)])
    };
    let bar = |limit: &Limit| {
        let of = ["{0} of {1}", "{0} sur {1}", "{0} de {1}"];
        let (value, most) = (amount(limit, limit.value), amount(limit, limit.max));
        let over = limit.value > limit.max;
        Bar {
            name: name(limit).to_owned(),
            depth: 0,
            value: lang.fill(of, &[&value, &most])
                + if over { lang.text([", over", ", dépassé", ", superado"]) } else { "" },
            share: share(limit.value, limit.max).min(1.0),
            class: if over { "over" } else { "plain" },
        }
    };
    let all: Vec<Bar> = limits.iter().map(bar).collect();
    let row = |limit: &Limit| {
        let unit = if limit.of == Measure::Bytes { lang.text([" (bytes)", " (octets)", " (bytes)"]) } else { "" };
        let name = format!("{}{unit}", name(limit));
        vec![cell(&name), number(lang, limit.value), number(lang, limit.max), cell(&percent(limit))]
    };
    let frame = Frame {
        name: "limits",
        title: lang.text(["Limits", "Limites", "Límites"]).to_owned(),
        says,
        drawing: bars(&all),
        head: vec![
            lang.text(["Limit", "Limite", "Límite"]),
            lang.text(["This file", "Ce fichier", "Este archivo"]),
            lang.text(["Maximum", "Maximum", "Máximo"]),
            lang.text(["Used", "Utilisé", "Usado"]),
        ],
        rows: limits.iter().map(row).collect(),
    };
    Picture::Drawn(frame.html(lang))
}

const fn name(of: Measure) -> Texts {
    match of {
        Measure::Bytes => ["Size", "Taille", "Tamaño"],
        Measure::Entries => ["Entries", "Entrées", "Entradas"],
        Measure::UrlLength => ["Longest URL", "URL la plus longue", "URL más larga"],
    }
}

/// A name for use inside a sentence.
fn lowercase_first(name: &str) -> String {
    let mut text = name.to_owned();
    // An all-capitals word stays in capitals.
    if let Some(first) = text.get_mut(..1).filter(|_| !name.starts_with("URL")) {
        first.make_ascii_lowercase();
    }
    text
}
