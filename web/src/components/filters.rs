//! The filters and the order of the findings: severity, text, rule, and the engine that objects.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::prelude::*;

use super::{marks, set::severities};
use crate::{
    authorities, browser,
    lang::{Lang, Noun, Texts, use_lang},
    markdown::plain,
    state::{Action, FileResult, Filter, FilterChange, Listing, Sort, speakers},
    text::{middle_cut, said},
};

/// The pause in milliseconds after which typed text is searched for.
const PAUSE: u32 = 200;
/// The number of findings up to which no search is needed.
const FEW: u64 = 8;
/// The maximum length of a title in a list of choices.
const TITLE: usize = 64;

/// The selector of the search field, which can be focused.
pub(crate) const FIELD: &str = ".filters .search";
/// The selector of the first button that shows or hides a severity.
pub(crate) const SEVERITY: &str = ".filters .filter";

/// The keys that step through the findings in the list.
const STEPS: Texts = ["↑ ↓ to move", "↑ ↓ pour se déplacer", "↑ ↓ para desplazarse"];
/// The same keys if letter shortcuts are on.
const STEPS_BY_LETTERS: Texts = ["↑ ↓ or k j to move", "↑ ↓ ou k j pour se déplacer", "↑ ↓ o k j para desplazarse"];

/// The noun for findings, in singular and plural.
pub(crate) const FINDINGS: Noun = [["finding", "findings"], ["constat", "constats"], ["hallazgo", "hallazgos"]];

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) file: Rc<FileResult>,
    pub(crate) filter: Filter,
    pub(crate) numbers: Numbers,
    /// The rules with their titles and numbers of findings.
    pub(crate) rules: Vec<(Rc<str>, AttrValue, u64)>,
    /// True if single-letter keyboard shortcuts are on.
    pub(crate) letters: bool,
    pub(crate) act: Callback<Action>,
}

/// The numbers of listed, existing and kept findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Numbers {
    shown: u64,
    of: u64,
    kept: u64,
    exact: bool,
    pending: bool,
    /// True if a group is open.
    open: bool,
}

impl From<&Listing<'_>> for Numbers {
    fn from(listing: &Listing<'_>) -> Self {
        let Listing { shown, of, kept, exact, pending, .. } = *listing;
        Self { shown, of, kept, exact, pending, open: listing.groups.iter().any(|listed| listed.open) }
    }
}

/// The filters of the findings.
#[component]
pub(crate) fn Filters(props: &Props) -> Html {
    let lang = use_lang();
    let counts = props.file.counts();
    let severities = severities(&counts).map(|(severity, count)| {
        let pressed = props.filter.only == Some(severity);
        let class = if pressed || props.filter.only.is_none() { marks::class(severity) } else { "off" };
        html! {
            <button
                type="button"
                class={classes!("filter", class)}
                aria-pressed={if pressed { "true" } else { "false" }}
                onclick={props.act.reform(move |_| Action::Filter(FilterChange::Severity(severity)))}
            >
                { marks::bare_shape(severity) }
                { lang.count(count, marks::severity_noun(severity)) }
            </button>
        }
    });
    let several = props.rules.len() > 1;
    let searchable = several || props.numbers.of > FEW || props.filter.is_active();
    let sentence = sentence(props, lang);
    let silent = sentence.is_empty() && !props.filter.is_active();
    html! {
        <div class="filters" role="group" aria-label={lang.text(["Filters", "Filtres", "Filtros"])}>
            <div class="severities">
                { for severities }
                if searchable {
                    <Search text={props.filter.text.clone()} clears={props.filter.clears} act={props.act.clone()} />
                }
            </div>
            if several || props.filter.is_active() {
                <details class="more-filters">
                    <summary>{ lang.text(["Filter and sort", "Filtrer et trier", "Filtrar y ordenar"]) }</summary>
                    <div class="picks">
                        { rules(props, lang) }
                        { who(props, lang) }
                        { sort(props, lang) }
                    </div>
                    if several {
                        <button type="button" class="quiet" onclick={fold(&props.act, !props.numbers.open)}>
                            { lang.text(if props.numbers.open {
                                ["Collapse all", "Tout replier", "Contraer todo"]
                            } else {
                                ["Expand all", "Tout déplier", "Expandir todo"]
                            }) }
                        </button>
                    }
                    <span class="muted keys for-keyboards">{ lang.text(if props.letters { STEPS_BY_LETTERS } else { STEPS }) }</span>
                </details>
            }
            <p class={classes!("count", silent.then_some("silent"))}>
                <output>{ sentence }</output>
                if props.filter.is_active() {
                    <button type="button" class="link" onclick={props.act.reform(|_| Action::Filter(FilterChange::Clear))}>
                        { lang.text(["Clear filters", "Effacer les filtres", "Quitar los filtros"]) }
                    </button>
                }
            </p>
        </div>
    }
}

fn fold(act: &Callback<Action>, open: bool) -> Callback<MouseEvent> {
    act.reform(move |_| Action::ToggleAll(open))
}

/// A sentence with the number of listed findings and the total.
fn sentence(props: &Props, lang: Lang) -> String {
    let Numbers { shown, of, kept, exact, pending, .. } = props.numbers;
    let (few, all, held) = (lang.number(shown), lang.count(of, FINDINGS), lang.number(kept));
    if pending {
        return lang.text(["Searching", "Recherche en cours", "Buscando"]).to_owned();
    }
    if !props.filter.is_active() {
        // Without a filter, there is a sentence only if findings are missing.
        return if kept < of {
            lang.fill(
                [
                    "{1} in total; the first {0} are listed here and marked in the source",
                    "{1} au total\u{a0}; les {0} premiers sont listés ici et marqués dans le code source",
                    "{1} en total; los primeros {0} se muestran aquí y se marcan en el código fuente",
                ],
                &[&held, &all],
            )
        } else {
            String::new()
        };
    }
    if exact {
        lang.fill(["{0} of {1}", "{0} sur {1}", "{0} de {1}"], &[&few, &all])
    } else {
        lang.fill(
            [
                "{0} found among the first {1} of {2}",
                "{0} trouvés parmi les {1} premiers sur {2}",
                "{0} encontrados entre los primeros {1} de {2}",
            ],
            &[&few, &held, &all],
        )
    }
}

fn rules(props: &Props, lang: Lang) -> Html {
    let any = lang.text(["All rules", "Toutes les règles", "Todas las reglas"]);
    let options = props.rules.iter().map(|(rule, title, count)| {
        let title = middle_cut(&said(&plain(title)), TITLE);
        (AttrValue::from(rule.to_string()), format!("{title} ({})", lang.number(*count)))
    });
    let picked =
        props.act.reform(|rule: String| Action::Filter(FilterChange::Rule((!rule.is_empty()).then(|| rule.into()))));
    html! {
        <Pick
            label={lang.text(["Rule", "Règle", "Regla"])}
            value={props.filter.rule.as_deref().unwrap_or_default().to_owned()}
            options={[(AttrValue::from(""), any.to_owned())].into_iter().chain(options).collect::<Vec<_>>()}
            {picked}
        />
    }
}

fn who(props: &Props, lang: Lang) -> Html {
    let anyone = lang.text(["All sources", "Toutes les sources", "Todas las fuentes"]);
    let mut options = vec![(AttrValue::from(""), anyone.to_owned())];
    let speakers = speakers(&props.file);
    let gone = props.filter.who.iter().filter(|who| !speakers.iter().any(|(name, _)| name == *who));
    let gone: Vec<(Rc<str>, u64)> = gone.map(|who| (who.clone(), 0)).collect();
    options.extend(speakers.iter().chain(&gone).map(|(who, count)| {
        (AttrValue::from(who.to_string()), format!("{} ({})", authorities::name(lang, who), lang.number(*count)))
    }));
    let picked =
        props.act.reform(|who: String| Action::Filter(FilterChange::Who((!who.is_empty()).then(|| who.into()))));
    html! {
        <Pick
            label={lang.text(["Rule source", "Selon", "Según"])}
            value={props.filter.who.as_deref().unwrap_or_default().to_owned()}
            {options}
            {picked}
        />
    }
}

fn sort(props: &Props, lang: Lang) -> Html {
    let orders = [
        (Sort::Severity, "severity", ["Severity", "Gravité", "Gravedad"]),
        (Sort::Count, "count", ["Count", "Nombre", "Cantidad"]),
        (Sort::Place, "place", ["Location", "Position", "Posición"]),
    ];
    let value = orders.iter().find(|(sort, ..)| *sort == props.filter.sort).map_or("", |(_, value, _)| value);
    let picked = props.act.reform(move |picked: String| {
        let order = orders.iter().find(|(_, value, _)| *value == picked).map_or(Sort::Severity, |(sort, ..)| *sort);
        Action::Filter(FilterChange::Sort(order))
    });
    html! {
        <Pick
            label={lang.text(["Sort by", "Trier par", "Ordenar por"])}
            {value}
            options={orders.map(|(_, value, name)| (AttrValue::from(value), lang.text(name).to_owned())).to_vec()}
            {picked}
        />
    }
}

#[derive(Properties, PartialEq)]
struct PickProps {
    label: AttrValue,
    value: AttrValue,
    options: Vec<(AttrValue, String)>,
    picked: Callback<String>,
}

/// A drop-down list with a label.
#[component]
fn Pick(props: &PickProps) -> Html {
    let select = use_node_ref();
    {
        let (select, value) = (select.clone(), props.value.clone());
        // Once the visitor has chosen an option, the attribute no longer changes the selection.
        use_effect(move || {
            if let Some(select) = select.cast::<HtmlSelectElement>() {
                select.set_value(&value);
            }
        });
    }
    let onchange = props.picked.reform(|event: Event| event.target_unchecked_into::<HtmlSelectElement>().value());
    html! {
        <label class="pick">
            <span>{ props.label.clone() }</span>
            <select ref={select} {onchange}>
                { for props.options.iter().map(|(value, name)| html! {
                    <option key={value.to_string()} value={value.clone()} selected={*value == props.value}>{ name.clone() }</option>
                }) }
            </select>
        </label>
    }
}

#[derive(Properties, PartialEq)]
struct SearchProps {
    text: Rc<str>,
    clears: u32,
    act: Callback<Action>,
}

/// The search box.
#[component]
fn Search(props: &SearchProps) -> Html {
    let lang = use_lang();
    let typed = use_state(|| props.text.to_string());
    {
        let typed = typed.clone();
        use_effect_with(props.clears, move |clears| {
            if *clears > 0 {
                typed.set(String::new());
            }
        });
    }
    {
        let (act, known) = (props.act.clone(), props.text.clone());
        use_effect_with((*typed).clone(), move |typed| {
            let text: Rc<str> = typed.trim().into();
            let act = move || act.emit(Action::Filter(FilterChange::Text(text)));
            let timer = (*typed.trim() != *known).then(|| Timeout::new(PAUSE, act));
            move || drop(timer)
        });
    }
    let oninput = {
        let typed = typed.clone();
        Callback::from(move |event: InputEvent| {
            typed.set(event.target_unchecked_into::<HtmlInputElement>().value());
        })
    };
    // Moves the focus to the list, where single-key shortcuts work again.
    let onkeydown = {
        let typed = typed.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                typed.set(String::new());
                if !browser::focus(".problems .row[tabindex='0']") {
                    let _ = event.target_unchecked_into::<HtmlInputElement>().blur();
                }
            }
        })
    };
    let label = lang.text(["Search the problems", "Rechercher dans les problèmes", "Buscar en los problemas"]);
    html! {
        <input
            type="search"
            class="search"
            aria-label={label}
            placeholder={lang.text(["Search", "Rechercher", "Buscar"])}
            autocomplete="off"
            spellcheck="false"
            value={(*typed).clone()}
            {oninput}
            {onkeydown}
        />
    }
}
