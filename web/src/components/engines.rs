//! The effect of the findings on a file, for each engine that it was checked against.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Authorities, File, Loss, Place, Verdict};
use yew::prelude::*;

use super::{filters::FINDINGS, marks};
use crate::{
    authorities,
    lang::{Lang, Noun, use_lang},
    state::{Action, FileResult, FilterChange},
    verdict::{accepted, entry_noun},
};

/// The noun for values, in singular and plural.
const VALUES: Noun = [["value", "values"], ["valeur", "valeurs"], ["valor", "valores"]];

/// The noun for findings other than those about dropped or ignored data, in singular and plural.
const OTHERS: Noun =
    [["other finding", "other findings"], ["autre constat", "autres constats"], ["hallazgo más", "hallazgos más"]];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    /// False if the host and the folder of the URLs were not checked.
    pub(crate) scope: bool,
    /// The engine or standard whose objections are listed.
    pub(crate) who: Option<Rc<str>>,
    pub(crate) act: Callback<Action>,
}

/// What each engine rejects or ignores in the file, with a button that filters the findings; one line if all engines
/// accept the file.
#[component]
pub(crate) fn Engines(props: &Props) -> Html {
    let lang = use_lang();
    let report = &props.file.report;
    let (Some(verdicts), Some(losses)) = (report.engines, report.losses) else { return html! {} };
    let loses = |(_, loss): (&str, Option<Loss>)| loss.is_some_and(|loss| !loss.is_none());
    if !authorities::each(&losses).any(loses) {
        // An engine may accept a file with warnings and still not use all of it, such as pages that robots.txt blocks.
        let accepted = accepted(lang, verdicts, props.scope).filter(|_| report.verdict_in_set == Verdict::Valid);
        return html! {
            if let Some(accepted) = accepted {
                <p class="accepted">{ accepted }</p>
            }
        };
    }
    let chips = authorities::each(&losses).filter_map(|(who, loss)| {
        let says = says(lang, report, who, loss?, verdicts)?;
        Some(html! { <li key={who}>{ one(props, lang, who, says) }</li> })
    });
    html! {
        <ul class="engines" aria-label={lang.text(["Effect by engine", "Effet par moteur", "Efecto por buscador"])}>
            { for chips }
        </ul>
    }
}

fn one(props: &Props, lang: Lang, who: &'static str, (verdict, says): (Verdict, String)) -> Html {
    let name = authorities::name(lang, who);
    let mut words = [
        html! { <span class="who">{ &name }</span> },
        html! { <span class={classes!("says", marks::verdict_class(verdict))}>{ says }</span> },
    ];
    // An engine acts on the file; the file complies with a standard.
    if is_standard(who) {
        words.reverse();
    }
    let [first, second] = words;
    let content = html! { <>{ marks::bare_verdict(verdict) }{ first }{ " " }{ second }</> };
    if matches!(verdict, Verdict::Valid | Verdict::Unchecked) {
        return html! { <span class="authority">{ content }</span> };
    }
    let pressed = props.who.as_deref() == Some(who);
    let onclick =
        props.act.reform(move |_: MouseEvent| Action::Filter(FilterChange::Who((!pressed).then(|| who.into()))));
    let title = lang.fill(
        ["List the problems that concern {0}", "Lister ce qui concerne {0}", "Mostrar lo que afecta a {0}"],
        &[&name],
    );
    html! {
        <button type="button" class="authority" aria-pressed={if pressed { "true" } else { "false" }} {title} {onclick}>
            { content }
        </button>
    }
}

/// True for a standard, false for an engine.
fn is_standard(who: &str) -> bool {
    matches!(who, "sitemaps.org" | "schema")
}

fn documents_nothing(lang: Lang, findings: u64, noun: Noun) -> String {
    let of = ["documents nothing about {0}", "ne documente rien sur {0}", "no documenta nada sobre {0}"];
    lang.fill(of, &[&lang.count(findings, noun)])
}

/// The verdict and its text: the text precedes the name of a standard and follows the name of an engine. `None` if
/// nothing is known.
fn says(lang: Lang, report: &File, who: &str, loss: Loss, verdicts: Authorities<Verdict>) -> Option<(Verdict, String)> {
    if loss.is_none() {
        let (verdict, texts) = match authorities::of(&verdicts, who)? {
            Verdict::Valid | Verdict::Warnings => (
                Verdict::Valid,
                match who {
                    "schema" => ["complies with the", "respecte le", "cumple el"],
                    "sitemaps.org" => ["complies with", "respecte", "cumple"],
                    _ => ["rejects nothing", "ne rejette rien", "no rechaza nada"],
                },
            ),
            Verdict::Unchecked if !is_standard(who) && loss.undocumented > 0 => {
                return Some((Verdict::Unchecked, documents_nothing(lang, loss.undocumented, FINDINGS)));
            }
            Verdict::Unchecked if !is_standard(who) => (
                Verdict::Unchecked,
                ["has no documented objection", "n’a pas d’objection documentée", "no tiene objeciones documentadas"],
            ),
            Verdict::Unchecked | Verdict::Invalid => return None,
        };
        return Some((verdict, lang.text(texts).to_owned()));
    }
    if is_standard(who) {
        let texts = match who {
            "schema" => ["violates the", "enfreint le", "incumple el"],
            _ => ["violates", "enfreint", "incumple"],
        };
        return Some((Verdict::Invalid, lang.text(texts).to_owned()));
    }
    let line = |Place { line, .. }: Place| {
        lang.fill(
            [
                "cannot read it after line {0}",
                "ne peut pas le lire après la ligne {0}",
                "no puede leerlo después de la línea {0}",
            ],
            &[&lang.number(u64::from(line))],
        )
    };
    if loss.file {
        let rejects = || lang.text(["rejects the file", "rejette le fichier", "rechaza el archivo"]).to_owned();
        return Some((Verdict::Invalid, report.stops.map_or_else(rejects, line)));
    }
    let entries = (loss.entries > 0).then(|| {
        let entries = lang.count(loss.entries, entry_noun(report.kind));
        lang.fill(["drops {0}", "écarte {0}", "descarta {0}"], &[&entries])
    });
    let values = (loss.values > 0)
        .then(|| lang.fill(["ignores {0}", "ignore {0}", "ignora {0}"], &[&lang.count(loss.values, VALUES)]));
    let verdict = if entries.is_some() { Verdict::Invalid } else { Verdict::Warnings };
    let undocumented = (loss.undocumented > 0).then(|| documents_nothing(lang, loss.undocumented, OTHERS));
    let parts: Vec<String> = [entries, values, undocumented].into_iter().flatten().collect();
    Some((verdict, parts.join(", ")))
}
