//! The shapes that represent severities. Each comes with a word, because color alone is not enough.

use sitemap_validator_protocol::report::{Severity, Verdict};
use yew::prelude::*;

use crate::lang::{Lang, Noun, use_lang};

/// The noun for errors, in singular and plural.
pub(crate) const ERRORS: Noun = [["error", "errors"], ["erreur", "erreurs"], ["error", "errores"]];
/// The noun for warnings, in singular and plural.
pub(crate) const WARNINGS: Noun =
    [["warning", "warnings"], ["avertissement", "avertissements"], ["advertencia", "advertencias"]];
/// The noun for remarks, in singular and plural.
pub(crate) const REMARKS: Noun = [["remark", "remarks"], ["remarque", "remarques"], ["observación", "observaciones"]];

/// The word for a severity.
pub(crate) const fn severity_word(lang: Lang, severity: Severity) -> &'static str {
    lang.text(match severity {
        Severity::Error => ["Error", "Erreur", "Error"],
        Severity::Warning => ["Warning", "Avertissement", "Advertencia"],
        Severity::Info => ["Remark", "Remarque", "Observación"],
    })
}

/// The noun for findings of a severity, in singular and plural.
pub(crate) const fn severity_noun(severity: Severity) -> Noun {
    match severity {
        Severity::Error => ERRORS,
        Severity::Warning => WARNINGS,
        Severity::Info => REMARKS,
    }
}

/// The words for a verdict.
pub(crate) const fn verdict_word(lang: Lang, verdict: Verdict) -> &'static str {
    lang.text(match verdict {
        Verdict::Valid => ["Valid", "Valide", "Válido"],
        Verdict::Warnings => ["Valid, with warnings", "Valide, avec avertissements", "Válido, con advertencias"],
        Verdict::Invalid => ["Not valid", "Non valide", "No válido"],
        Verdict::Unchecked => ["Not validated", "Non évalué", "Sin evaluar"],
    })
}

/// The class of a severity.
pub(crate) const fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// The class of a verdict.
pub(crate) const fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Valid => "valid",
        Verdict::Warnings => "warning",
        Verdict::Invalid => "error",
        Verdict::Unchecked => "info",
    }
}

/// The shape of a severity, with its word for screen readers.
pub(crate) fn shape(severity: Severity) -> Html {
    html! { <>{ drawing(class(severity)) }<Unseen word={Word::Of(severity)} /></> }
}

/// The shape of a severity without its word, for use beside the word.
pub(crate) fn bare_shape(severity: Severity) -> Html {
    drawing(class(severity))
}

/// The shape of a verdict, with its word for screen readers.
pub(crate) fn verdict_shape(verdict: Verdict) -> Html {
    html! { <>{ bare_verdict(verdict) }<Unseen word={Word::Judged(verdict)} /></> }
}

/// The shape of a verdict without its word, for use beside the words.
pub(crate) fn bare_verdict(verdict: Verdict) -> Html {
    drawing(verdict_class(verdict))
}

#[derive(Clone, Copy, PartialEq)]
enum Word {
    Of(Severity),
    Judged(Verdict),
}

#[derive(Properties, PartialEq)]
struct UnseenProps {
    word: Word,
}

#[component]
fn Unseen(props: &UnseenProps) -> Html {
    let lang = use_lang();
    let word = match props.word {
        Word::Of(severity) => severity_word(lang, severity),
        Word::Judged(verdict) => verdict_word(lang, verdict),
    };
    html! { <span class="unseen">{ word }{ " " }</span> }
}

fn drawing(class: &'static str) -> Html {
    let path = match class {
        "error" => "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2ZM5.3 5.3l5.4 5.4M10.7 5.3l-5.4 5.4",
        "warning" => "M8 1.8 15 14H1ZM8 6v4M8 11.6v.8",
        "valid" => "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2ZM4.8 8.2 7 10.4l4.3-4.8",
        _ => "M8 1.2a6.8 6.8 0 1 0 0 13.6A6.8 6.8 0 0 0 8 1.2ZM8 7v4.4M8 4.4v.8",
    };
    html! {
        <svg class={classes!("shape", class)} viewBox="0 0 16 16" aria-hidden="true"><path d={path} /></svg>
    }
}
