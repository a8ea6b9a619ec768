//! One problem: what it is, why, what to do, who says so, and the fix.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::FixRequest,
    report::{Diagnostic, FixKind, Related},
};
use yew::prelude::*;

use super::{across, marks, prose};
use crate::{
    guide::Guide,
    preview::{Chunk, preview},
    state::{Action, Group, LineStore},
    words::thousands,
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) finding: Rc<Diagnostic>,
    /// The group it is in.
    pub(crate) group: Option<Group>,
    pub(crate) guide: Option<Rc<Guide>>,
    /// The names of the files, when there are several.
    pub(crate) names: Rc<[Rc<str>]>,
    pub(crate) lines: Rc<LineStore>,
    pub(crate) act: Callback<Action>,
}

/// One problem.
#[component]
pub(crate) fn Problem(props: &Props) -> Html {
    let finding = &props.finding;
    let guide = props.guide.as_deref();
    html! {
        <article class={classes!("problem", marks::class(finding.severity))} aria-label="Selected problem">
            <p class="problem-meta">
                <span class={classes!("severity", marks::class(finding.severity))}>
                    { marks::bare_shape(finding.severity) }{ marks::word(finding.severity) }
                </span>
                <span>{ format!("line {}, column {}", thousands(u64::from(finding.line)), thousands(u64::from(finding.column))) }</span>
                <code>{ finding.rule.clone() }</code>
            </p>
            <h3>{ prose::line(&finding.message) }</h3>
            if let Some(guide) = guide.filter(|guide| !guide.why.is_empty()) {
                <div class="why">{ prose::section(&guide.why) }</div>
            }
            if !finding.help.is_empty() {
                <p class="help">{ prose::sentence(&finding.help) }</p>
            }
            { fix(props) }
            if !finding.related.is_empty() {
                <h4>{ "See also" }</h4>
                <ul class="related">{ for finding.related.iter().map(|place| related(place, props)) }</ul>
            }
            { basis(finding) }
            if let Some(guide) = guide {
                { more(guide) }
            }
        </article>
    }
}

fn fix(props: &Props) -> Html {
    let finding = &props.finding;
    let Some(fix) = &finding.fix else {
        return html! {};
    };
    let one = {
        let (rule, start, end) = (finding.rule.clone(), finding.start, finding.end);
        props.act.reform(move |_: MouseEvent| Action::Fix(FixRequest::One { rule: rule.clone(), start, end }))
    };
    let all = {
        let rule = finding.rule.clone();
        props.act.reform(move |_: MouseEvent| Action::Fix(FixRequest::Rule { rule: rule.clone() }))
    };
    let others = props.group.as_ref().filter(|group| group.count > 1);
    let each_has_one = others.is_some_and(|group| group.findings.iter().all(|f| f.fix.is_some()));
    html! {
        <div class="fix">
            if let Some(preview) = preview(finding, &props.lines) {
                <div class="preview mono">
                    <p class="before"><span class="unseen">{ "Before: " }</span><bdi dir="ltr">{ for preview.before.iter().map(|c| chunk(c, true)) }</bdi></p>
                    <p class="after"><span class="unseen">{ "After: " }</span><bdi dir="ltr">{ for preview.after.iter().map(|c| chunk(c, false)) }</bdi></p>
                </div>
            }
            <div class="fix-tools">
                <button type="button" class="primary" onclick={one}>{ "Fix this" }</button>
                if let Some(group) = others {
                    <button type="button" onclick={all}>
                        if each_has_one {
                            { format!("Fix all {}", thousands(group.count)) }
                        } else {
                            { "Fix all of this rule" }
                        }
                    </button>
                }
                <span class="muted">
                    { match fix.kind {
                        FixKind::Safe => "Safe: the meaning stays the same",
                        FixKind::Suggest => "A suggestion: check that it is what you mean",
                    } }
                </span>
            </div>
        </div>
    }
}

fn chunk(chunk: &Chunk, before: bool) -> Html {
    match chunk {
        Chunk::Same(text) => lines_shown(text),
        Chunk::Changed(text) if before => html! { <del>{ lines_shown(text) }</del> },
        Chunk::Changed(text) => html! { <ins>{ lines_shown(text) }</ins> },
    }
}

/// Line ends inside a change are part of it: they are shown.
fn lines_shown(text: &str) -> Html {
    let mut parts = text.split('\n');
    let first = parts.next().map(prose::visible);
    html! {
        <>
            { first }
            { for parts.map(|part| html! { <><span class="named">{ "line end" }</span>{ "\n" }{ prose::visible(part) }</> }) }
        </>
    }
}

fn related(place: &Related, props: &Props) -> Html {
    let go = {
        let place = place.clone();
        props.act.reform(move |_: MouseEvent| Action::Visit(place.clone()))
    };
    let finding = &props.finding;
    html! {
        <li>
            <button type="button" class="link" onclick={go}>
                if place.file == finding.file {
                    { format!("line {}, column {}", thousands(u64::from(place.line)), thousands(u64::from(place.column))) }
                } else {
                    { across::place(&props.names, place.file, place.line, place.column) }
                }
            </button>
            { " " }{ prose::line(&place.message) }
        </li>
    }
}

fn basis(finding: &Diagnostic) -> Html {
    if finding.basis.is_empty() {
        return html! {};
    }
    html! {
        <p class="basis">
            <span class="muted">{ "Who says so " }</span>
            { for finding.basis.iter().map(|basis| html! { <span class="chip">{ basis_name(basis) }</span> }) }
        </p>
    }
}

fn basis_name(basis: &str) -> String {
    match basis {
        "xml" => "XML 1.0".to_owned(),
        "xml-names" => "Namespaces in XML".to_owned(),
        "schema" => "sitemaps.org schema".to_owned(),
        "google" => "Google".to_owned(),
        "bing" => "Bing".to_owned(),
        "yandex" => "Yandex".to_owned(),
        "baidu" => "Baidu".to_owned(),
        "practice" => "experience".to_owned(),
        "w3c-datetime" => "W3C date format".to_owned(),
        "rss" => "RSS 2.0".to_owned(),
        "media-rss" => "Media RSS".to_owned(),
        "xhtml" => "XHTML 1.0".to_owned(),
        other if other.starts_with("rfc") => other.replacen("rfc", "RFC ", 1),
        other => other.to_owned(),
    }
}

fn more(guide: &Guide) -> Html {
    html! {
        <details class="guide">
            <summary>{ "More about this rule" }</summary>
            { prose::section(&guide.what) }
            if !guide.remedy.is_empty() {
                <h4>{ "What to do" }</h4>
                { prose::section(&guide.remedy) }
            }
            if !guide.source.is_empty() {
                <h4>{ "Source" }</h4>
                { prose::section(&guide.source) }
            }
        </details>
    }
}
