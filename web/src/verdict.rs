//! The verdict on a file, in words.

use sitemap_validator_protocol::report::{Authorities, BuiltSite, Counts, Kind, Severity, Summary, Verdict};

use crate::{
    authorities,
    components::marks::{ERRORS, REMARKS, WARNINGS},
    guide::capitalized,
    lang::{Lang, Noun},
    markdown::plain,
    state::{FileResult, SetResult},
    text::spelled_out,
};

/// The noun for files, in singular and plural.
pub(crate) const FILES: Noun = [["file", "files"], ["fichier", "fichiers"], ["archivo", "archivos"]];
/// The noun for HTML files, in singular and plural.
pub(crate) const HTML_FILES: Noun =
    [["HTML file", "HTML files"], ["fichier HTML", "fichiers HTML"], ["archivo HTML", "archivos HTML"]];
/// The noun for URLs, in singular and plural.
pub(crate) const URLS: Noun = [["URL", "URLs"], ["URL", "URL"], ["URL", "URL"]];

/// The verdict on a file, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VerdictText {
    /// The verdict itself; code is in back-ticks.
    pub(crate) headline: String,
    /// The details; code is in back-ticks.
    pub(crate) detail: Option<String>,
}

impl VerdictText {
    /// The whole text as plain text, without back-ticks.
    pub(crate) fn spoken(&self) -> String {
        match &self.detail {
            None => plain(&self.headline),
            Some(detail) => format!("{} {}", plain(&self.headline), plain(detail)),
        }
    }
}

/// The noun for the entries of a kind of file.
pub(crate) const fn entry_noun(kind: Kind) -> Noun {
    match kind {
        Kind::SitemapIndex => [["sitemap", "sitemaps"]; 3],
        Kind::Rss => [["item", "items"], ["article", "articles"], ["elemento", "elementos"]],
        Kind::Atom => [["entry", "entries"], ["entrée", "entrées"], ["entrada", "entradas"]],
        Kind::Robots => [["line", "lines"], ["ligne", "lignes"], ["línea", "líneas"]],
        _ => URLS,
    }
}

/// The name of a kind of file.
pub(crate) const fn kind_name(lang: Lang, kind: Kind) -> &'static str {
    lang.text(match kind {
        Kind::Urlset => ["XML sitemap", "sitemap XML", "sitemap XML"],
        Kind::SitemapIndex => ["sitemap index", "index de sitemaps", "índice de sitemaps"],
        Kind::Text => ["text sitemap", "sitemap texte", "sitemap de texto"],
        Kind::Rss => ["RSS feed", "flux RSS", "feed RSS"],
        Kind::Atom => ["Atom feed", "flux Atom", "feed Atom"],
        Kind::Robots => ["robots.txt"; 3],
        Kind::Html => ["web page", "page web", "página web"],
        Kind::Other => ["not a sitemap", "pas un sitemap", "no es un sitemap"],
        Kind::Unknown => ["not recognized", "non reconnu", "no reconocido"],
    })
}

/// The verdict on a file, including findings across files: the summary of the report and, for a valid file, its
/// contents.
pub(crate) fn words(lang: Lang, file: &FileResult) -> VerdictText {
    let report = &file.report;
    if let Some(why) = &report.read_error {
        return VerdictText { headline: not_validated(lang).to_owned(), detail: Some(sentence(why)) };
    }
    let Summary { headline, detail, .. } = &report.summary;
    if file.is_hopeless() {
        return VerdictText { headline: headline.clone(), detail: None };
    }
    let contents = (report.verdict_in_set == Verdict::Valid).then(|| contents(lang, file));
    let partial = report.partial.then(|| {
        let read = lang.size(report.decompressed_bytes);
        lang.fill(
            [
                "Checked only the first {0}; the rest was not read.",
                "Seuls les premiers {0} ont été vérifiés\u{a0}; le reste n’a pas été lu.",
                "Solo se han comprobado los primeros {0}; el resto no se ha leído.",
            ],
            &[&read],
        )
    });
    let detail = (!detail.is_empty()).then(|| detail.clone());
    let parts: Vec<String> = [contents, detail, cross_file_note(lang, file), partial].into_iter().flatten().collect();
    VerdictText { headline: headline.clone(), detail: (!parts.is_empty()).then(|| parts.join(" ")) }
}

/// The number of entries in a valid file, and the number of remarks.
fn contents(lang: Lang, file: &FileResult) -> String {
    let report = &file.report;
    let nothing =
        lang.text(["no errors, no warnings", "aucune erreur, aucun avertissement", "sin errores ni advertencias"]);
    // A robots.txt has no entries.
    let entries = (report.kind != Kind::Robots).then(|| lang.count(report.stats.entries, entry_noun(report.kind)));
    let remarks = file.counts().info;
    let remarks = (remarks > 0).then(|| lang.count(remarks, REMARKS));
    let parts: Vec<String> = [entries, Some(nothing.to_owned()), remarks].into_iter().flatten().collect();
    capitalized(&sentence(&parts.join(", ")))
}

const fn not_validated(lang: Lang) -> &'static str {
    lang.text(["Not validated.", "Non évalué.", "Sin evaluar."])
}

/// `text` with a single full stop at its end.
pub(crate) fn sentence(text: &str) -> String {
    format!("{}.", text.trim_end_matches('.'))
}

/// The number of findings in this file that result from comparing it with the other files.
fn cross_file_note(lang: Lang, file: &FileResult) -> Option<String> {
    let counts = numbers(lang, file.report.cross_file_counts);
    (!counts.is_empty()).then(|| {
        lang.fill(
            [
                "Found by comparing the files: {0}.",
                "Trouvé en comparant les fichiers\u{a0}: {0}.",
                "Hallado al comparar los archivos: {0}.",
            ],
            &[&counts],
        )
    })
}

/// The counts in words, such as `2 errors, 1 warning`; empty if all are zero.
pub(crate) fn numbers(lang: Lang, counts: Counts) -> String {
    let parts = [(counts.error, ERRORS), (counts.warning, WARNINGS), (counts.info, REMARKS)];
    let parts: Vec<String> =
        parts.into_iter().filter(|part| part.0 > 0).map(|(number, noun)| lang.count(number, noun)).collect();
    parts.join(", ")
}

/// The verdict on a set of files. `verdicts` is the number of files that are valid, valid with warnings, invalid and
/// unchecked.
pub(crate) fn set_words(lang: Lang, set: &SetResult, verdicts: [u64; 4]) -> VerdictText {
    let [_, warned, invalid, unchecked] = verdicts;
    let all: u64 = verdicts.iter().sum();
    let number = lang.number(all);
    // ` in 3 of 12 files`, or ` across files` where no file has them alone; nothing for one file and the built pages.
    let places = |marked: u64, severity: Severity| {
        if all == 1 {
            String::new()
        } else if set.counts.of(severity) <= set.across.of(severity) {
            lang.text([" across files", " entre les fichiers", " entre los archivos"]).to_owned()
        } else if marked == all && all == 2 {
            lang.text([" in both files", " dans les deux fichiers", " en los dos archivos"]).to_owned()
        } else if marked == all {
            lang.fill([" in all {0} files", " dans les {0} fichiers", " en los {0} archivos"], &[&number])
        } else {
            lang.fill(
                [" in {0} of {1} files", " dans {2} sur {1}", " en {0} de {1} archivos"],
                &[&lang.number(marked), &number, &lang.count(marked, FILES)],
            )
        }
    };
    // `3 errors`, or `3 errors (12 places)`.
    let problems = |noun, found: u64| {
        let problems = lang.count(set.problems(), noun);
        if found > set.problems() {
            lang.fill(
                ["{0} ({1} places)", "{0} ({1} endroits)", "{0} ({1} lugares)"],
                &[&problems, &lang.number(found)],
            )
        } else {
            problems
        }
    };
    let headline = match set.verdict {
        Verdict::Invalid => {
            format!("{}{}.", problems(ERRORS, set.counts.error), places(invalid, Severity::Error))
        }
        Verdict::Unchecked if all == 1 => not_validated(lang).to_owned(),
        Verdict::Unchecked if unchecked == all => lang.fill(
            [
                "Not validated: none of the {0} files could be read to the end.",
                "Non évalué\u{a0}: aucun des {0} fichiers n’a pu être lu jusqu’au bout.",
                "Sin evaluar: ninguno de los {0} archivos se ha podido leer hasta el final.",
            ],
            &[&number],
        ),
        Verdict::Unchecked => lang.fill(
            if unchecked == 1 {
                [
                    "Not validated: 1 of {1} files could not be read to the end.",
                    "Non évalué\u{a0}: 1 fichier sur {1} n’a pas pu être lu jusqu’au bout.",
                    "Sin evaluar: 1 de los {1} archivos no se ha podido leer hasta el final.",
                ]
            } else {
                [
                    "Not validated: {0} of {1} files could not be read to the end.",
                    "Non évalué\u{a0}: {0} fichiers sur {1} n’ont pas pu être lus jusqu’au bout.",
                    "Sin evaluar: {0} de los {1} archivos no se han podido leer hasta el final.",
                ]
            },
            &[&lang.number(unchecked), &number],
        ),
        Verdict::Warnings => lang.fill(
            ["Valid, with {0}{1}.", "Valide, avec {0}{1}.", "Válido, con {0}{1}."],
            &[&problems(WARNINGS, set.counts.warning), &places(warned, Severity::Warning)],
        ),
        Verdict::Valid => lang.text(["Valid.", "Valide.", "Válido."]).to_owned(),
    };
    let unread = match &set.unread[..] {
        [] => String::new(),
        [one] => format!(" {}", sentence(one)),
        [one, rest @ ..] => {
            let others =
                [["more file", "more files"], ["autre fichier", "autres fichiers"], ["archivo más", "archivos más"]];
            let more = lang.count(rest.len() as u64, others);
            let plural = rest.len() > 1;
            let rest = lang.fill(
                if plural {
                    ["{0} could not be read", "{0} n’ont pas pu être lus", "{0} no se han podido leer"]
                } else {
                    ["{0} could not be read", "{0} n’a pas pu être lu", "{0} no se ha podido leer"]
                },
                &[&more],
            );
            format!(" {} {rest}.", sentence(one))
        }
    };
    let first = set.first.as_ref().map(|first| {
        let name = set.names.get(set.worst).map_or("", |name| name);
        let marked = if set.verdict == Verdict::Invalid { invalid } else { warned };
        let leads = if marked > 1 {
            ["Start with {0}: {1}", "Commencez par {0}\u{a0}: {1}", "Empiece por {0}: {1}"]
        } else {
            ["{0}: {1}", "{0}\u{a0}: {1}", "{0}: {1}"]
        };
        lang.fill(leads, &[&format_args!("`{}`", spelled_out(name)), first])
    });
    let missing = match set.missing {
        0 => String::new(),
        missing => {
            let listed = if set.has_others_missing {
                [
                    ["more listed sitemap was not checked.", "more listed sitemaps were not checked."],
                    ["autre sitemap listé n’a pas été vérifié.", "autres sitemaps listés n’ont pas été vérifiés."],
                    ["sitemap más de la lista no se ha comprobado.", "sitemaps más de la lista no se han comprobado."],
                ]
            } else {
                [
                    ["listed sitemap was not checked: add it too.", "listed sitemaps were not checked: add them too."],
                    [
                        "sitemap listé n’a pas été vérifié\u{a0}: ajoutez-le aussi.",
                        "sitemaps listés n’ont pas été vérifiés\u{a0}: ajoutez-les aussi.",
                    ],
                    [
                        "sitemap indicado no se ha comprobado: añádalo.",
                        "sitemaps indicados no se han comprobado: añádalos.",
                    ],
                ]
            };
            format!(" {}", lang.count(missing, listed))
        }
    };
    let detail = format!("{}{unread}{missing}", first.unwrap_or_else(|| set_found(lang, set)));
    VerdictText { headline, detail: Some(detail) }
}

/// The number of files and URLs in a set.
pub(crate) fn set_size(lang: Lang, set: &SetResult) -> String {
    format!("{}, {}", lang.count(set.names.len() as u64, FILES), lang.count(set.entries, URLS))
}

/// The size of a set without a first problem, and the number of its findings.
fn set_found(lang: Lang, set: &SetResult) -> String {
    let found = numbers(lang, set.counts);
    let found = if found.is_empty() {
        lang.text(["no errors, no warnings", "aucune erreur, aucun avertissement", "sin errores ni advertencias"])
            .to_owned()
    } else {
        found
    };
    format!("{}, {found}.", set_size(lang, set))
}

/// The profiles of a run, and its duration.
pub(crate) fn took(lang: Lang, against: &str, milliseconds: u32) -> String {
    lang.fill(
        ["Checked against {0} in {1} ms.", "Vérifié selon {0} en {1}\u{a0}ms.", "Comprobado según {0} en {1}\u{a0}ms."],
        &[&against, &lang.number(u64::from(milliseconds.max(1)))],
    )
}

/// The pages that a set was compared with. `html` is the number of HTML files in the folder. `None` if it was not compared.
#[inline(never)]
pub(crate) fn compared_pages(lang: Lang, built: &BuiltSite, html: u64) -> Option<String> {
    let url = built.url.as_deref().filter(|_| built.pages > 0)?;
    let said = lang.fill(
        [
            "Compared with {0}; URL of the folder: `{1}`.",
            "Comparé avec {0}\u{a0}; URL du dossier\u{a0}: `{1}`.",
            "Comparado con {0}; URL de la carpeta: `{1}`.",
        ],
        &[&lang.count(built.pages, HTML_FILES), &url],
    );
    let unread = html.saturating_sub(built.pages);
    if unread == 0 {
        return Some(said);
    }
    let others = ["Not read: {0}.", "Non lus\u{a0}: {0}.", "Sin leer: {0}."];
    Some(format!("{said} {}", lang.fill(others, &[&lang.count(unread, HTML_FILES)])))
}

/// The facts that the page cannot check, whatever the files contain. `robots` is true if a robots.txt is among the
/// files.
pub(crate) const fn never_checked(lang: Lang, robots: bool) -> &'static str {
    lang.text(if robots {
        [
            "Not checked: status codes, redirects and canonical links of the pages.",
            "Non vérifiés\u{a0}: codes d’état, redirections et liens canoniques des pages.",
            "Sin comprobar: códigos de estado, redirecciones y enlaces canónicos de las páginas.",
        ]
    } else {
        [
            "Not checked: robots.txt; status codes, redirects and canonical links of the pages.",
            "Non vérifiés\u{a0}: robots.txt\u{a0}; codes d’état, redirections et liens canoniques des pages.",
            "Sin comprobar: robots.txt; códigos de estado, redirecciones y enlaces canónicos de las páginas.",
        ]
    })
}

/// The engines that accept a file. `scope` is false if the host and the folder of its URLs were not checked.
pub(crate) fn accepted(lang: Lang, verdicts: Authorities<Verdict>, scope: bool) -> Option<String> {
    let each = authorities::each(&verdicts);
    let accepting = each.filter(|(_, verdict)| matches!(verdict, Verdict::Valid | Verdict::Warnings));
    let names: Vec<String> = accepting.map(|(who, _)| authorities::name(lang, who)).collect();
    if names.is_empty() {
        return None;
    }
    let texts = if scope {
        ["Accepted by {0}.", "Accepté par {0}.", "Aceptado por {0}."]
    } else {
        [
            "Accepted by {0}. Host and folder were not checked.",
            "Accepté par {0}. L’hôte et le dossier n’ont pas été vérifiés.",
            "Aceptado por {0}. No se han comprobado el host ni la carpeta.",
        ]
    };
    Some(lang.fill(texts, &[&lang.list(&names)]))
}
