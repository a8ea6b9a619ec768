//! One problem: what it is, why it matters, how to fix it, engine support, how crawlers read its URL, and the fix.

use std::rc::Rc;

use sitemap_validator_protocol::{
    report::{Authorities, Diagnostic, FixKind, Related, Stance},
    source::{UrlReading, Value},
};
use web_sys::HtmlAnchorElement;
use yew::prelude::*;

use super::{
    across,
    fix_tools::{FixTools, deletes},
    marks, prose,
    row::in_context,
    rule_page::use_rule_page,
    stances::{ReadAs, Stances, is_worth_it},
    value_form::ValueForm,
};
use crate::{
    authorities,
    guide::Guide,
    lang::{Lang, Texts, use_lang},
    preview::{Chunk, Preview, preview},
    problem_text::{Parts, markdown},
    state::{Action, Group, LineStore},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) finding: Rc<Diagnostic>,
    /// The group that contains it.
    pub(crate) group: Option<Group>,
    pub(crate) guide: Option<Rc<Guide>>,
    /// The engine support for its rule.
    pub(crate) stances: Option<Authorities<Stance>>,
    /// The URL that contains it, as crawlers read it.
    pub(crate) reading: Option<Rc<UrlReading>>,
    /// The value that contains it.
    pub(crate) value: Option<Rc<Value>>,
    /// The name of its file.
    pub(crate) file: AttrValue,
    /// The number of files in which findings of its rule can be fixed.
    pub(crate) fixable_files: u64,
    /// The number of files in which findings of its rule can be removed.
    pub(crate) removable_files: u64,
    /// The names of the files, if there are several.
    pub(crate) names: Rc<[Rc<str>]>,
    pub(crate) lines: LineStore,
    pub(crate) act: Callback<Action>,
}

/// One problem.
#[component]
pub(crate) fn Problem(props: &Props) -> Html {
    let lang = use_lang();
    let page = use_node_ref();
    let finding = &props.finding;
    let guide = props.guide.as_deref();
    let reading = props.reading.clone().filter(|reading| is_worth_it(reading, &finding.rule));
    // A safe fix that writes a value needs no decision. If it deletes a value, the visitor may enter another one.
    let is_safe = finding.fix.as_ref().is_some_and(|fix| fix.kind == FixKind::Safe);
    let value = props.value.clone().filter(|_| !is_safe || deletes(finding));
    let preview = finding.fix.as_ref().and_then(|_| preview(finding, &props.lines));
    html! {
        <article
            class={classes!("problem", marks::class(finding.severity))}
            aria-label={lang.text(["Selected problem", "Problème sélectionné", "Problema seleccionado"])}
        >
            <header class="problem-head">
                <h3>{ marks::shape(finding.severity) }{ prose::line(&finding.message) }</h3>
                <FixTools
                    finding={finding.clone()}
                    group={props.group.clone()}
                    fixable_files={props.fixable_files}
                    removable_files={props.removable_files}
                    is_shown={preview.is_some()}
                    act={props.act.clone()}
                />
            </header>
            if let Some(fix) = &finding.fix {
                { preview.as_ref().map(|preview| before_and_after(preview, lang)).unwrap_or_default() }
                <p class="applicability muted">{ lang.text(applicability(fix.kind)) }</p>
            }
            if let Some(guide) = guide.filter(|guide| !guide.why.is_empty()) {
                <div class="why">{ prose::section(&guide.why) }</div>
            }
            if !finding.help.is_empty() {
                <p class="help">{ prose::sentence(&finding.help) }</p>
            }
            if let Some(value) = value {
                <ValueForm
                    key={format!("{} {} {}", finding.start, finding.end, value.text)}
                    finding={finding.clone()}
                    value={value.clone()}
                    act={props.act.clone()}
                />
            }
            if let Some(reading) = reading {
                <ReadAs {reading} />
            }
            if !finding.related.is_empty() {
                <h4>{ lang.text(["See also", "Voir aussi", "Véase también"]) }</h4>
                <ul class="related">{ for finding.related.iter().map(|place| related(place, props, lang)) }</ul>
            }
            <details class="guide">
                <summary>{ lang.text(["Sources, engines, more about this rule", "Sources, moteurs, en savoir plus", "Fuentes, buscadores, más sobre esta regla"]) }</summary>
                if let Some(stances) = props.stances {
                    <Stances {stances} />
                }
                { sources(finding, lang) }
                if let Some(guide) = guide {
                    { more(guide, lang) }
                }
            </details>
            <p class="problem-tools">
                <span class="muted">{ place(lang, finding.line, finding.column) }</span>
                <code>{ finding.rule.clone() }</code>
                <RulePage link={page.clone()} rule={finding.rule.clone()} />
                <button type="button" onclick={copy(props, page, lang)}>
                    { lang.text(["Copy as Markdown", "Copier en Markdown", "Copiar como Markdown"]) }
                </button>
            </p>
        </article>
    }
}

fn place(lang: Lang, line: u32, column: u32) -> String {
    lang.fill(
        ["line {0}, column {1}", "ligne {0}, colonne {1}", "línea {0}, columna {1}"],
        &[&lang.number(u64::from(line)), &lang.number(u64::from(column))],
    )
}

/// The text for the applicability of a fix.
const fn applicability(kind: FixKind) -> Texts {
    match kind {
        FixKind::Safe => {
            ["Safe: no value is lost", "Sûre\u{a0}: aucune valeur n’est perdue", "Segura: no se pierde ningún valor"]
        }
        FixKind::Suggest => [
            "Suggested: check that it is what you want",
            "Suggérée\u{a0}: vérifiez que c’est bien ce que vous voulez",
            "Sugerida: compruebe que es lo que quiere",
        ],
    }
}

/// The changes of a fix.
fn before_and_after(preview: &Preview, lang: Lang) -> Html {
    html! {
        <div class="preview mono">
            <p class="before">
                <span class="unseen">{ lang.text(["Before: ", "Avant\u{a0}: ", "Antes: "]) }</span>
                <bdi dir="ltr">{ for preview.before.iter().map(|c| chunk(c, true, lang)) }</bdi>
            </p>
            <p class="after">
                <span class="unseen">{ lang.text(["After: ", "Après\u{a0}: ", "Después: "]) }</span>
                <bdi dir="ltr">{ for preview.after.iter().map(|c| chunk(c, false, lang)) }</bdi>
            </p>
        </div>
    }
}

#[derive(Properties, PartialEq)]
pub(crate) struct BriefProps {
    pub(crate) finding: Rc<Diagnostic>,
    /// The group that contains it.
    pub(crate) group: Option<Group>,
    /// The number of files in which findings of its rule can be fixed.
    pub(crate) fixable_files: u64,
    /// The number of files in which findings of its rule can be removed.
    pub(crate) removable_files: u64,
    pub(crate) act: Callback<Action>,
}

/// The selected problem above the list, if there is no room for the source beside it.
#[component]
pub(crate) fn Brief(props: &BriefProps) -> Html {
    let lang = use_lang();
    let finding = &props.finding;
    let open = {
        let finding = finding.clone();
        props.act.reform(move |_: MouseEvent| Action::Select { finding: finding.clone(), open: true })
    };
    html! {
        <section class={classes!("brief-problem", marks::class(finding.severity))} aria-label={lang.text(["Selected problem", "Problème sélectionné", "Problema seleccionado"])}>
            <p class="title">{ marks::shape(finding.severity) }{ prose::line(&finding.message) }</p>
            if let Some(excerpt) = &finding.excerpt {
                <p class="excerpt mono">{ in_context(excerpt, finding.severity) }</p>
            }
            if !finding.help.is_empty() {
                <p class="help">{ prose::sentence(&finding.help) }</p>
            }
            <div class="brief-tools">
                <FixTools
                    finding={finding.clone()}
                    group={props.group.clone()}
                    fixable_files={props.fixable_files}
                    removable_files={props.removable_files}
                    is_shown={false}
                    act={props.act.clone()}
                />
                <button type="button" onclick={open}>{ lang.text(["Show in the source", "Voir dans le code source", "Ver en el código fuente"]) }</button>
            </div>
        </section>
    }
}

fn chunk(chunk: &Chunk, before: bool, lang: Lang) -> Html {
    match chunk {
        Chunk::Same(text) => lines_shown(text, lang),
        Chunk::Changed(text) if before => html! { <del>{ lines_shown(text, lang) }</del> },
        Chunk::Changed(text) => html! { <ins>{ lines_shown(text, lang) }</ins> },
    }
}

/// The changed text. Line ends inside a change are part of it, so they are shown.
fn lines_shown(text: &str, lang: Lang) -> Html {
    let name = lang.text(["line end", "fin de ligne", "fin de línea"]);
    let mut parts = text.split('\n');
    let first = parts.next().map(prose::visible);
    html! {
        <>
            { first }
            { for parts.map(|part| html! { <><span class="named">{ name }</span>{ "\n" }{ prose::visible(part) }</> }) }
        </>
    }
}

fn related(other: &Related, props: &Props, lang: Lang) -> Html {
    let go = {
        let other = other.clone();
        props.act.reform(move |_: MouseEvent| Action::Visit(other.clone()))
    };
    let finding = &props.finding;
    html! {
        <li>
            <button type="button" class="link" onclick={go}>
                if other.file == finding.file {
                    { place(lang, other.line, other.column) }
                } else {
                    { across::place(&props.names, other.file, other.line, other.column) }
                }
            </button>
            { " " }{ prose::line(&other.message) }
        </li>
    }
}

fn sources(finding: &Diagnostic, lang: Lang) -> Html {
    if finding.sources.is_empty() {
        return html! {};
    }
    html! {
        <p class="sources">
            <span class="muted">{ lang.text(["Sources ", "Sources ", "Fuentes "]) }</span>
            { for finding.sources.iter().map(|source| html! { <span class="chip">{ authorities::name(lang, source) }</span> }) }
        </p>
    }
}

#[derive(Properties, PartialEq)]
struct RulePageProps {
    /// The link element.
    link: NodeRef,
    rule: String,
}

/// The link to the page about the rule, in the language of the page.
#[component]
fn RulePage(props: &RulePageProps) -> Html {
    let lang = use_lang();
    let href = use_rule_page(&props.rule);
    html! {
        <a ref={props.link.clone()} {href} target="_blank" rel="noopener">
            { lang.text(["Page about this rule", "Page de cette règle", "Página de esta regla"]) }
            <span class="unseen">{ lang.text([" (new tab)", " (nouvel onglet)", " (pestaña nueva)"]) }</span>
        </a>
    }
}

/// Copies the problem to the clipboard as Markdown.
fn copy(props: &Props, link: NodeRef, lang: Lang) -> Callback<MouseEvent> {
    let Props { finding, guide, stances, file, lines, act, .. } = props;
    let (finding, guide, stances, file) = (finding.clone(), guide.clone(), *stances, file.clone());
    let (lines, act) = (lines.clone(), act.clone());
    Callback::from(move |_: MouseEvent| {
        let sources: Vec<String> = finding.sources.iter().map(|source| authorities::name(lang, source)).collect();
        let text = markdown(
            &Parts {
                finding: &finding,
                severity: marks::severity_word(lang, finding.severity),
                file: &file,
                lines: &lines,
                guide: guide.as_deref(),
                stances: stances.as_ref(),
                sources: &sources,
                // The absolute URL, as resolved by the browser.
                page: &link.cast::<HtmlAnchorElement>().map(|link| link.href()).unwrap_or_default(),
            },
            lang,
        );
        act.emit(Action::Copy(text));
    })
}

fn more(guide: &Guide, lang: Lang) -> Html {
    html! {
        <>
            { prose::section(&guide.what) }
            if !guide.remedy.is_empty() {
                <h4>{ lang.text(["What to do", "Que faire", "Qué hacer"]) }</h4>
                { prose::section(&guide.remedy) }
            }
            if !guide.source.is_empty() {
                <h4>{ lang.text(["Source", "Source", "Fuente"]) }</h4>
                { prose::section(&guide.source) }
            }
        </>
    }
}
