//! The engine support for a problem, side by side, and how a URL is read.

use sitemap_validator_protocol::{
    report::{Authorities, Stance},
    source::UrlReading,
};
use yew::prelude::*;

use super::prose;
use crate::{
    authorities,
    lang::{Lang, use_lang},
    text::middle_cut,
};

/// The length up to which a URL is shown in full.
const URL: usize = 400;

#[derive(Properties, PartialEq)]
pub(crate) struct StanceProps {
    pub(crate) stances: Authorities<Stance>,
}

/// The engine support for a problem.
#[component]
pub(crate) fn Stances(props: &StanceProps) -> Html {
    let lang = use_lang();
    let each = |(who, stance): (&'static str, Stance)| {
        html! {
            <div class={classes!("stance", class(stance))}>
                <dt>{ authorities::name(lang, who) }</dt>
                <dd>{ shape(stance) }{ word(stance, lang) }</dd>
            </div>
        }
    };
    html! {
        <>
            <h4>{ lang.text(["Engine support", "Prise en charge par les moteurs", "Compatibilidad con los buscadores"]) }</h4>
            <dl class="stances">{ for authorities::each(&props.stances).map(each) }</dl>
        </>
    }
}

/// The word for a kind of engine support.
pub(crate) const fn word(stance: Stance, lang: Lang) -> &'static str {
    lang.text(match stance {
        Stance::Rejects => ["rejects", "rejette", "rechaza"],
        Stance::Advises => ["advises against", "déconseille", "desaconseja"],
        Stance::Ignores => ["ignores the value", "ignore la valeur", "ignora el valor"],
        Stance::Unused => ["does not use such values", "n’utilise pas ces valeurs", "no usa estos valores"],
        Stance::Accepts => ["accepts", "accepte", "acepta"],
        Stance::Undocumented => ["not documented", "non documenté", "no documentado"],
    })
}

const fn class(stance: Stance) -> &'static str {
    match stance {
        Stance::Rejects => "error",
        Stance::Advises => "warning",
        Stance::Ignores => "info",
        Stance::Unused => "muted",
        Stance::Accepts => "valid",
        Stance::Undocumented => "muted",
    }
}

fn shape(stance: Stance) -> Html {
    let path = match stance {
        Stance::Rejects => "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2ZM5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4",
        Stance::Advises => "M8 1.8 15 14H1ZM8 6v4M8 11.6v.8",
        Stance::Ignores | Stance::Unused => "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2ZM4.8 8h6.4",
        Stance::Accepts => "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2ZM4.8 8.2 7 10.4l4.3-4.8",
        Stance::Undocumented => "M3 8h2M7 8h2M11 8h2",
    };
    html! { <svg class={classes!("shape", class(stance))} viewBox="0 0 16 16" aria-hidden="true"><path d={path} /></svg> }
}

#[derive(Properties, PartialEq)]
pub(crate) struct ReadingProps {
    pub(crate) reading: std::rc::Rc<UrlReading>,
}

/// A URL as crawlers read it, if that differs from how it is written.
#[component]
pub(crate) fn ReadAs(props: &ReadingProps) -> Html {
    let lang = use_lang();
    let reading = &props.reading;
    let row = |name: &'static str, url: &str| {
        html! { <div><dt>{ name }</dt><dd><bdi dir="ltr" class="mono">{ prose::visible(&middle_cut(url, URL)) }</bdi></dd></div> }
    };
    let read = if reading.raw {
        lang.text([
            "Escaped once, it is read as",
            "Échappée une seule fois, elle est lue comme",
            "Escapada una sola vez, se lee como",
        ])
    } else {
        lang.text(["Read as", "Lue comme", "Se lee como"])
    };
    html! {
        <div class="reading">
            <dl>
                if reading.written != reading.read {
                    { row(lang.text(["In the file", "Dans le fichier", "En el archivo"]), &reading.written) }
                }
                { row(read, &reading.read) }
                if let Some(letters) = &reading.letters {
                    { row(lang.text(["Decoded", "Décodée", "Decodificada"]), letters) }
                }
            </dl>
            if let Some(sentence) = explained(reading, lang) {
                <p>{ prose::line(sentence) }</p>
            }
        </div>
    }
}

/// An explanation for readers who think that `&amp;` is the mistake.
pub(crate) fn explained(reading: &UrlReading, lang: Lang) -> Option<&'static str> {
    let twice = ["&amp;", "&#38;", "&lt;", "&quot;"].iter().any(|reference| reading.read.contains(reference));
    if twice && reading.escaped && !reading.raw {
        return Some(lang.text([
            "It is escaped twice, so crawlers request a URL that contains `&amp;`. Escape it once.",
            "Elle est échappée deux fois\u{a0}: les robots d’exploration demandent une URL qui contient `&amp;`. Échappez-la une seule fois.",
            "Está escapada dos veces: los rastreadores solicitan una URL que contiene `&amp;`. Escápela una sola vez.",
        ]));
    }
    (reading.escaped && reading.written.contains("&amp;")).then(|| {
        lang.text([
            "The `&amp;` in the file is correct: it is the XML escape for `&`. It is not the problem.",
            "Le `&amp;` du fichier est correct\u{a0}: c’est l’échappement XML de `&`. Ce n’est pas le problème.",
            "El `&amp;` del archivo es correcto: es la secuencia de escape XML de `&`. No es el problema.",
        ])
    })
}

/// True if a finding of this rule should show the URL as crawlers read it. The finding itself already states that `&`
/// must be escaped.
pub(crate) fn is_worth_it(reading: &UrlReading, rule: &str) -> bool {
    let about = ["double-escaped", "entity", "percent", "encod"].iter().any(|word| rule.contains(word));
    reading.escaped || reading.letters.is_some() || about
}
