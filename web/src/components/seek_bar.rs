//! The fields that search for a text and go to a line in the source.

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, SubmitEvent};
use yew::prelude::*;

use crate::{
    lang::{Lang, use_lang},
    state::{Action, Request, Seek},
};

/// The pause in milliseconds after which typed text is searched for.
const PAUSE: u32 = 120;

/// The selector of the search field, which can be focused.
pub(crate) const FIELD: &str = ".seek input";

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) seek: Seek,
    /// The number of lines in the file.
    pub(crate) lines: u32,
    pub(crate) act: Callback<Action>,
}

/// The fields that search for a text and go to a line in the source.
#[component]
pub(crate) fn SeekBar(props: &Props) -> Html {
    let lang = use_lang();
    let (act, seek) = (&props.act, &props.seek);
    let timer = use_mut_ref(|| None::<Timeout>);
    let input = use_node_ref();
    {
        // The search continues when the field is removed and rendered again, as with a result that disappears for a
        // moment.
        let (input, text) = (input.clone(), seek.text.clone());
        use_effect_with((), move |()| {
            if let Some(input) = input.cast::<HtmlInputElement>() {
                input.set_value(&text);
            }
        });
    }
    let typed = {
        let (act, timer) = (act.clone(), timer.clone());
        Callback::from(move |event: InputEvent| {
            let (act, text) = (act.clone(), value(&event));
            *timer.borrow_mut() = Some(Timeout::new(PAUSE, move || act.emit(Action::Seek(text))));
        })
    };
    let key = {
        let (act, timer, known) = (act.clone(), timer, seek.text.clone());
        Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "Enter" => {
                    event.prevent_default();
                    timer.borrow_mut().take();
                    let text = value(&event);
                    act.emit(if *known == *text {
                        Action::Ask(Request::SeekOn(event.shift_key()))
                    } else {
                        Action::Seek(text)
                    });
                }
                "Escape" if !value(&event).is_empty() => {
                    // The first Escape empties the field, the second leaves the source.
                    event.prevent_default();
                    event.stop_propagation();
                    timer.borrow_mut().take();
                    if let Some(field) = field(&event) {
                        field.set_value("");
                    }
                    act.emit(Action::Seek(String::new()));
                }
                _ => {}
            }
        })
    };
    let go = {
        let act = act.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            let found = event
                .target_dyn_into::<web_sys::Element>()
                .and_then(|form| form.query_selector("input").ok().flatten());
            let field = found.and_then(|field| field.dyn_into::<HtmlInputElement>().ok());
            if let Some((line, column)) = field.and_then(|field| line_and_column(&field.value())) {
                act.emit(Action::Ask(Request::GoTo(line, column)));
            }
        })
    };
    let nowhere = seek.found.is_none_or(|found| found.count == 0);
    html! {
        <div class="source-tools">
            <div class="seek" role="search" aria-label={lang.text(["Search in the source", "Rechercher dans le code source", "Buscar en el código fuente"])}>
                <label class="unseen" for="seek">{ lang.text(["Search in the source", "Rechercher dans le code source", "Buscar en el código fuente"]) }</label>
                <input
                    ref={input}
                    id="seek"
                    type="search"
                    placeholder={lang.text(["Search in the source", "Rechercher dans le code source", "Buscar en el código fuente"])}
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    enterkeyhint="search"
                    oninput={typed}
                    onkeydown={key}
                />
                <button
                    type="button"
                    class="step"
                    disabled={nowhere}
                    aria-label={lang.text(["Previous match", "Occurrence précédente", "Aparición anterior"])}
                    title="Shift+F3"
                    onclick={act.reform(|_| Action::Ask(Request::SeekOn(true)))}
                >
                    { arrow("M4 10l4-4 4 4") }
                </button>
                <button
                    type="button"
                    class="step"
                    disabled={nowhere}
                    aria-label={lang.text(["Next match", "Occurrence suivante", "Aparición siguiente"])}
                    title="F3"
                    onclick={act.reform(|_| Action::Ask(Request::SeekOn(false)))}
                >
                    { arrow("M4 6l4 4 4-4") }
                </button>
                <output class="seek-count" for="seek">{ count(seek, lang) }</output>
            </div>
            <form class="go" onsubmit={go}>
                <label for="go">{ lang.text(["Line", "Ligne", "Línea"]) }</label>
                <input
                    id="go"
                    inputmode="numeric"
                    autocomplete="off"
                    pattern=" *[0-9]+ *(: *[0-9]+ *)?"
                    placeholder={lang.text(["12 or 12:40", "12 ou 12:40", "12 o 12:40"])}
                    title={lang.fill(
                        ["A line from 1 to {0}, and a column: 12 or 12:40", "Une ligne de 1 à {0}, et une colonne\u{a0}: 12 ou 12:40", "Una línea de 1 a {0}, y una columna: 12 o 12:40"],
                        &[&lang.number(u64::from(props.lines))],
                    )}
                />
                <button type="submit">{ lang.text(["Go", "Aller", "Ir"]) }</button>
            </form>
        </div>
    }
}

fn arrow(path: &'static str) -> Html {
    html! { <svg class="shape" viewBox="0 0 16 16" aria-hidden="true"><path d={path} /></svg> }
}

fn field(event: &yew::Event) -> Option<HtmlInputElement> {
    event.target().and_then(|target| target.dyn_into().ok())
}

fn value(event: &yew::Event) -> String {
    field(event).map(|field| field.value()).unwrap_or_default()
}

/// Parses `12` or `12:40`.
fn line_and_column(text: &str) -> Option<(u32, u32)> {
    let number = |text: &str| {
        let text = text.trim();
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(u32::MAX))
    };
    match text.split_once(':') {
        Some((line, column)) => Some((number(line)?, number(column)?)),
        None => Some((number(text)?, 1)),
    }
}

/// The number of the current match, and the total.
pub(crate) fn count(seek: &Seek, lang: Lang) -> String {
    let Some(found) = seek.found else {
        return if seek.text.is_empty() { String::new() } else { "…".to_owned() };
    };
    let of = lang.number(found.count);
    match (found.number, found.more) {
        _ if found.count == 0 => lang.text(["not found", "introuvable", "sin resultados"]).to_owned(),
        (Some(number), false) => lang.fill(["{0} of {1}", "{0} sur {1}", "{0} de {1}"], &[&lang.number(number), &of]),
        (Some(number), true) => lang
            .fill(["{0} of more than {1}", "{0} sur plus de {1}", "{0} de más de {1}"], &[&lang.number(number), &of]),
        (None, _) => lang.fill(["of more than {0}", "sur plus de {0}", "de más de {0}"], &[&of]),
    }
}

#[cfg(test)]
mod tests {
    use sitemap_validator_protocol::source::SearchMatch;

    use super::*;

    #[test]
    fn counts_say_no_more_than_was_counted() {
        let count_of = |seek: &Seek| count(seek, Lang::En);
        let said = |number: Option<u64>, count: u64, more: bool| {
            let found = Some(SearchMatch { spot: None, number, count, more });
            count_of(&Seek { text: "x".into(), found, ..Seek::default() })
        };
        assert_eq!(said(Some(3), 1204, false), "3 of 1,204");
        assert_eq!(said(Some(3), 1_000_000, true), "3 of more than 1,000,000");
        assert_eq!(said(None, 1_000_000, true), "of more than 1,000,000");
        assert_eq!(said(None, 0, false), "not found");
        assert_eq!(count_of(&Seek::default()), "");
        assert_eq!(count_of(&Seek { text: "x".into(), ..Seek::default() }), "…");
    }

    #[test]
    fn lines_and_columns_are_read() {
        assert_eq!(line_and_column(" 12 "), Some((12, 1)));
        assert_eq!(line_and_column("12:40"), Some((12, 40)));
        assert_eq!(line_and_column("99999999999"), Some((u32::MAX, 1)));
        assert_eq!(line_and_column("12:"), None);
        assert_eq!(line_and_column("x"), None);
        assert_eq!(line_and_column("-1"), None);
    }
}
