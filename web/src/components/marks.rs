//! The shapes that stand for a judgement. Each comes with a word: colour alone says nothing.

use sitemap_validator_protocol::report::{Severity, Verdict};
use yew::prelude::*;

use crate::lang::Lang;

/// The word for a severity.
pub(crate) const fn severity_word(lang: Lang, severity: Severity) -> &'static str {
    lang.say(match severity {
        Severity::Error => ["Error", "Erreur", "Error"],
        Severity::Warning => ["Warning", "Avertissement", "Advertencia"],
        Severity::Info => ["Remark", "Remarque", "Observación"],
    })
}

/// The English word for a severity.
pub(crate) fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "Error",
        Severity::Warning => "Warning",
        Severity::Info => "Info",
    }
}

/// The class of a severity.
pub(crate) fn class(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// The shape of a severity, with its word for those who do not see it.
pub(crate) fn shape(severity: Severity) -> Html {
    html! { <>{ drawing(class(severity)) }<span class="unseen">{ word(severity) }{ " " }</span></> }
}

/// The shape of a severity alone, where the word stands beside it.
pub(crate) fn bare_shape(severity: Severity) -> Html {
    drawing(class(severity))
}

/// The shape of a verdict, with its word for those who do not see it.
pub(crate) fn verdict_shape(verdict: Verdict) -> Html {
    let (class, word) = match verdict {
        Verdict::Valid => ("valid", "Valid"),
        Verdict::Warnings => ("warning", "Valid, with warnings"),
        Verdict::Invalid => ("error", "Not valid"),
        Verdict::Unchecked => ("info", "Not judged"),
    };
    html! { <>{ drawing(class) }<span class="unseen">{ word }{ " " }</span></> }
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
