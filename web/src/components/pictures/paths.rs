//! Chart: the folders of the URLs.

use std::cmp::Reverse;

use sitemap_validator_protocol::{figures::Folder, sorting};

use super::{
    Picture, Scene,
    chart::{Bar, Frame, LONG, bars, foreign, number, share},
};
use crate::text::{middle_cut, spelled_out};

/// The number of folders that are drawn; the table contains more.
const DRAWN: usize = 9;

/// A folder with its path and its depth, which starts at 0.
struct Placed<'a> {
    path: String,
    depth: u32,
    folder: &'a Folder,
}

/// The largest folders as a tree.
pub(super) fn picture(scene: &Scene<'_>) -> Picture {
    let (lang, top, none) = (scene.lang, &scene.figures.folders.top, scene.figures.folders.none);
    let Some(first) = top.folders.first() else {
        let texts = [
            "All URLs are at the top level.",
            "Aucune URL n’est dans un dossier\u{a0}: toutes sont à la racine.",
            "Ninguna URL está en una carpeta: todas están en la raíz.",
        ];
        let parts = [
            "At the top level: {0}. Without a path: {1}.",
            "À la racine\u{a0}: {0}. Sans chemin\u{a0}: {1}.",
            "En la raíz: {0}. Sin ruta: {1}.",
        ];
        return match (top.count, none) {
            (0, _) => Picture::Nothing,
            (_, 0) => Picture::Line(lang.text(texts).to_owned()),
            (some, none) => Picture::Line(lang.fill(parts, &[&lang.count(some, scene.noun), &lang.number(none)])),
        };
    };
    let texts = [
        "Largest folder: /{0}/ with {1}.",
        "Plus grand dossier\u{a0}: /{0}/ avec {1}.",
        "La carpeta más grande es /{0}/ con {1}.",
    ];
    let says = lang
        .fill(texts, &[&middle_cut(&spelled_out(&first.name), 40), &scene.part(first.count, scene.figures.entries)]);
    let mut all = Vec::new();
    walk(top, "/", 0, &mut all);
    let names = Names {
        pages: lang.text(["At the top level", "À la racine", "En la raíz"]),
        rest: lang.text(["Other folders", "Autres dossiers", "Otras carpetas"]),
        none: lang.text(["No path", "Sans chemin", "Sin ruta"]),
    };
    let smallest = smallest(&all);
    let widest =
        top.folders.iter().map(|folder| folder.count).max().unwrap_or_default().max(top.pages.max(top.rest).max(none));
    let bar = |name: String, depth: u32, count: u64, class: &'static str| Bar {
        name,
        depth,
        value: lang.number(count),
        share: share(count, widest),
        class,
    };
    let mut left = DRAWN;
    let mut hidden = top.rest;
    let mut drawn = Vec::new();
    let mut skipped = None;
    for placed in &all {
        // The contents of a folder that is not drawn are not drawn either.
        if skipped.is_some_and(|depth| placed.depth > depth) {
            continue;
        }
        skipped = None;
        if placed.folder.count < smallest || left == 0 {
            hidden += if placed.depth == 0 { placed.folder.count } else { 0 };
            skipped = Some(placed.depth);
            continue;
        }
        left -= 1;
        let name = if placed.depth == 0 { placed.path.clone() } else { format!("{}/", placed.folder.name) };
        drawn.push(bar(name, placed.depth, placed.folder.count, "code"));
    }
    // All bars together represent all entries.
    let others = [(names.rest, hidden), (names.pages, top.pages), (names.none, none)];
    let others = others.into_iter().filter(|(_, count)| *count > 0);
    drawn.extend(others.map(|(name, count)| bar(name.to_owned(), 0, count, "other")));
    if drawn.len() == 1 {
        return Picture::Line(says);
    }
    let rows = all.iter().map(|placed| (placed.path.as_str(), placed.folder.count));
    let rest = [(names.rest, top.rest), (names.pages, top.pages), (names.none, none)];
    let rows = rows.chain(rest.into_iter().filter(|(_, count)| *count > 0));
    let frame = Frame {
        name: if drawn.len() > LONG { "paths long" } else { "paths" },
        title: lang.text(["Folders", "Dossiers", "Carpetas"]).to_owned(),
        says,
        drawing: bars(&drawn),
        head: vec![lang.text(["Folder", "Dossier", "Carpeta"]), super::many(lang, scene.noun)],
        rows: rows.map(|(name, count)| vec![foreign(name), number(lang, count)]).collect(),
    };
    Picture::Drawn(frame.html(lang))
}

/// The labels of the entries that are not in a folder of the chart.
struct Names {
    pages: &'static str,
    rest: &'static str,
    none: &'static str,
}

/// All folders inside `folder`, each before its own subfolders.
fn walk<'a>(folder: &'a Folder, path: &str, depth: u32, all: &mut Vec<Placed<'a>>) {
    for folder in &folder.folders {
        let path = format!("{path}{}/", folder.name);
        all.push(Placed { path: path.clone(), depth, folder });
        walk(folder, &path, depth + 1, all);
    }
}

/// The minimum size of a folder in the chart: that of the last of the `DRAWN` largest folders, or 0 if there are fewer.
fn smallest(all: &[Placed<'_>]) -> u64 {
    let mut sizes: Vec<u64> = all.iter().map(|placed| placed.folder.count).collect();
    sorting::by_key(&mut sizes, |size| Reverse(*size));
    sizes.get(DRAWN - 1).copied().unwrap_or(0)
}
