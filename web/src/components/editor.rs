//! The editor of the source: a text field until the editor's script is loaded, then `web/editor/editor.js`.

use std::rc::Rc;

use js_sys::Int32Array;
use sitemap_validator_protocol::{
    report::{Diagnostic, Severity},
    search::TextSearch,
};
use wasm_bindgen::{JsCast, JsValue, closure::Closure, prelude::wasm_bindgen};
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, HtmlTextAreaElement};
use yew::prelude::*;

use super::source::anchor;
use crate::{
    browser, early,
    lang::use_lang,
    segments::{gravest, segments},
    state::{Action, Jump, LineStore, Spot, TEXT_LIMIT},
    text,
    tokens::Token,
};

#[wasm_bindgen]
extern "C" {
    /// An editor, as `open` in `web/editor/editor.js` returns it.
    type Code;
    #[wasm_bindgen(method)]
    fn set(this: &Code, text: &str);
    #[wasm_bindgen(method)]
    fn mark(this: &Code, parts: &Int32Array, graves: &Int32Array);
    #[wasm_bindgen(method)]
    fn explain(this: &Code, line: u32);
    #[wasm_bindgen(method)]
    fn reveal(this: &Code, line: u32, column: u32, keeps_caret: bool);
    #[wasm_bindgen(method)]
    fn enter(this: &Code);
    #[wasm_bindgen(method)]
    fn focus(this: &Code, from: u32, to: u32);
    #[wasm_bindgen(method)]
    fn tell(this: &Code);
    #[wasm_bindgen(method)]
    fn close(this: &Code);

    /// The callbacks of the editor: reports and requests.
    type Reports;
    #[wasm_bindgen(method, setter, structural)]
    fn set_changed(this: &Reports, changed: &JsValue);
    #[wasm_bindgen(method, setter, structural)]
    fn set_undo(this: &Reports, undo: &JsValue);
    #[wasm_bindgen(method, setter, structural)]
    fn set_redo(this: &Reports, redo: &JsValue);
    #[wasm_bindgen(method, setter, structural)]
    fn set_picked(this: &Reports, picked: &JsValue);
    #[wasm_bindgen(method, setter, structural)]
    fn set_scrolled(this: &Reports, scrolled: &JsValue);
    #[wasm_bindgen(method, setter, structural)]
    fn set_named(this: &Reports, named: &JsValue);
}

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) text: Rc<str>,
    /// True if the lines and findings are those of this text, false if they are those of an earlier one.
    pub(crate) current: bool,
    pub(crate) lines: LineStore,
    pub(crate) selected: Option<Rc<Diagnostic>>,
    pub(crate) spot: Option<Spot>,
    /// The search text.
    pub(crate) wanted: Rc<TextSearch>,
    /// Each jump scrolls the spot into view.
    pub(crate) jump: Jump,
    /// Counts how often the text must take the focus.
    pub(crate) goes: u32,
    /// The initial selection, in UTF-16 units, if the editor must take the focus.
    pub(crate) caret: Option<(u32, u32)>,
    /// The explanation of the selected finding.
    pub(crate) children: Html,
    pub(crate) act: Callback<Action>,
}

/// An open editor.
struct Open {
    code: Code,
    /// The text in the editor.
    text: Rc<str>,
    /// The findings that the marks belong to: rule, start and end.
    marks: Vec<(String, u32, u32)>,
    _reports: Vec<JsValue>,
}

impl Drop for Open {
    fn drop(&mut self) {
        self.code.close();
    }
}

/// The editor of the source.
#[component]
pub(crate) fn Editor(props: &Props) -> Html {
    let lang = use_lang();
    let host = use_node_ref();
    let field = use_node_ref();
    let open = use_mut_ref(|| None::<Open>);
    let is_open = use_state(|| false);
    // Reports of the editor are handled with the latest properties.
    let act = use_mut_ref(|| props.act.clone());
    act.replace(props.act.clone());
    let line = props.selected.as_deref().filter(|_| props.current).map_or(0, anchor);
    let latest = use_mut_ref(|| (props.text.clone(), line, props.spot));
    latest.replace((props.text.clone(), line, props.spot));
    let label = lang.text(["Sitemap text", "Texte du sitemap", "Texto del sitemap"]);
    {
        let (field, caret) = (field.clone(), props.caret);
        use_effect_with((), move |()| {
            if let (Some(field), Some(caret)) = (field.cast::<HtmlTextAreaElement>(), caret) {
                browser::focus_in_place_of_other(&field, caret);
            }
        });
    }
    {
        let (host, field, open, is_open, act) =
            (host.clone(), field.clone(), open.clone(), is_open.clone(), act.clone());
        use_effect_with((), move |()| {
            let kept = open.clone();
            spawn_local(async move {
                let Ok(module) = early::editor().await else { return };
                let (Some(host), Some(field)) = (host.cast::<HtmlElement>(), field.cast::<HtmlTextAreaElement>())
                else {
                    return;
                };
                let focus = is_focused(&field).then(|| browser::selection(&field));
                // The text field contains only line feeds.
                let ((text, line, spot), value) = (latest.borrow().clone(), field.value());
                let text = if text.replace("\r\n", "\n") == value { text } else { value.into() };
                let reports = reports(&open, &act);
                let code: Code =
                    module.open(&host, &text, label, TEXT_LIMIT, reports.0.unchecked_ref()).unchecked_into();
                // This happens immediately: otherwise the focused element in the card would lose the focus when the browser
                // renders the editor without the card.
                code.explain(line);
                if let Some((from, to)) = focus {
                    code.focus(from, to);
                } else if let Some(spot) = spot {
                    code.reveal(spot.line, spot.column, true);
                }
                *open.borrow_mut() = Some(Open { code, text, marks: Vec::new(), _reports: reports.1 });
                is_open.set(true);
            });
            move || drop(kept.borrow_mut().take())
        });
    }
    {
        let open = open.clone();
        use_effect_with((props.text.clone(), *is_open), move |(text, _)| {
            if let Some(open) = &mut *open.borrow_mut()
                && *open.text != **text
            {
                open.text = text.clone();
                open.code.set(text);
            }
        });
    }
    {
        let open = open.clone();
        let on = (props.lines.clone(), props.selected.clone(), props.spot, props.wanted.clone());
        use_effect_with((on, props.current, *is_open), move |((lines, selected, spot, wanted), current, _)| {
            if let (Some(open), true) = (&mut *open.borrow_mut(), *current) {
                let drawn = Drawn::of(lines, selected.as_deref(), *spot, wanted);
                open.code.mark(&Int32Array::from(&*drawn.parts), &Int32Array::from(&*drawn.graves));
                open.marks = drawn.marks;
            }
        });
    }
    {
        let open = open.clone();
        use_effect_with((line, props.current, *is_open), move |&(line, current, _)| {
            if let (Some(open), true) = (&*open.borrow(), current) {
                open.code.explain(line);
            }
        });
    }
    {
        let open = open.clone();
        use_effect_with((props.jump, *is_open), {
            let spot = props.spot;
            move |(jump, _)| {
                if let Some(open) = &*open.borrow() {
                    if let Some(spot) = spot {
                        open.code.reveal(spot.line, spot.column, jump.keeps_caret);
                    }
                    open.code.tell();
                }
            }
        });
    }
    {
        let open = open.clone();
        // The button for going to a line may have been pressed before the editor was there.
        let gone = use_mut_ref(|| if browser::is_focus_in(".go") { 0 } else { props.goes });
        use_effect_with((props.goes, *is_open), move |&(goes, _)| {
            if let Some(open) = &*open.borrow()
                && gone.replace(goes) != goes
                && goes > 0
            {
                open.code.enter();
            }
        });
    }
    let typed = props
        .act
        .reform(|event: InputEvent| Action::Edited(event.target_unchecked_into::<HtmlTextAreaElement>().value()));
    html! {
        <div ref={host} class="editor source">
            if !*is_open {
                <textarea
                    ref={field}
                    id="text"
                    aria-label={label}
                    value={AttrValue::from(props.text.clone())}
                    oninput={typed}
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    wrap="off"
                    data-limit={TEXT_LIMIT.to_string()}
                />
            }
            <div slot="card" class="card">{ props.children.clone() }</div>
        </div>
    }
}

/// The functions that the editor calls.
fn reports(
    open: &Rc<std::cell::RefCell<Option<Open>>>,
    act: &Rc<std::cell::RefCell<Callback<Action>>>,
) -> (Reports, Vec<JsValue>) {
    let reports: Reports = js_sys::Object::new().unchecked_into();
    let emit = |act: &Rc<std::cell::RefCell<Callback<Action>>>, action: Action| {
        let act = act.borrow().clone();
        act.emit(action);
    };
    let changed = {
        let (open, act) = (open.clone(), act.clone());
        Closure::<dyn Fn(String)>::new(move |text: String| {
            if let Some(open) = &mut *open.borrow_mut() {
                open.text = text.as_str().into();
            }
            emit(&act, Action::Edited(text));
        })
    };
    let undo = {
        let act = act.clone();
        Closure::<dyn Fn()>::new(move || emit(&act, Action::UndoEdit))
    };
    let redo = {
        let act = act.clone();
        Closure::<dyn Fn()>::new(move || emit(&act, Action::Redo))
    };
    let picked = {
        let (open, act) = (open.clone(), act.clone());
        Closure::<dyn Fn(usize)>::new(move |index: usize| {
            let mark = open.borrow().as_ref().and_then(|open| open.marks.get(index).cloned());
            if let Some((rule, start, end)) = mark {
                emit(&act, Action::SelectMark { rule, start, end });
            }
        })
    };
    let scrolled = {
        let act = act.clone();
        Closure::<dyn Fn(u32, u32)>::new(move |first, count| emit(&act, Action::Scrolled { first, count }))
    };
    let named = Closure::<dyn Fn(u32) -> Option<String>>::new(|code| char::from_u32(code).and_then(text::label));
    let functions = [
        changed.into_js_value(),
        undo.into_js_value(),
        redo.into_js_value(),
        picked.into_js_value(),
        scrolled.into_js_value(),
        named.into_js_value(),
    ];
    let [changed, undo, redo, picked, scrolled, named] = &functions;
    reports.set_changed(changed);
    reports.set_undo(undo);
    reports.set_redo(redo);
    reports.set_picked(picked);
    reports.set_scrolled(scrolled);
    reports.set_named(named);
    (reports, functions.to_vec())
}

/// True if an element has the focus.
fn is_focused(element: &HtmlElement) -> bool {
    let active = gloo::utils::document().active_element();
    active.is_some_and(|active| active == **element)
}

/// The marks in the known lines, for `mark` in `web/editor/editor.js`.
#[derive(Default)]
struct Drawn {
    /// The line, column, length, bits and number of each part.
    parts: Vec<i32>,
    /// The line and severity of each line with findings.
    graves: Vec<i32>,
    /// The rule, start and end of each marked finding.
    marks: Vec<(String, u32, u32)>,
}

impl Drawn {
    fn of(lines: &LineStore, selected: Option<&Diagnostic>, spot: Option<Spot>, wanted: &TextSearch) -> Self {
        let mut drawn = Self::default();
        for line in lines.all() {
            let number = line.number.cast_signed();
            if let Some(severity) = gravest(line) {
                drawn.graves.extend([number, severity_bits(severity) - 1]);
            }
            let selected = selected.filter(|finding| (finding.line..=finding.end_line).contains(&line.number));
            let mut column = line.column.cast_signed();
            for segment in segments(line, selected, spot, wanted) {
                let length = whole(segment.text.chars().count());
                let mut bits =
                    segment.mark.as_ref().map_or(if segment.here { 4 } else { 0 }, |mark| severity_bits(mark.severity));
                bits |= i32::from(segment.here) << 3 | i32::from(segment.hit) << 4;
                bits |= match segment.token {
                    Token::Text => 0,
                    Token::Tag => 1 << 5,
                    Token::Value => 1 << 6,
                    Token::Reference => 1 << 7,
                    Token::Aside => 1 << 8,
                };
                let index = segment.mark.map_or(-1, |mark| {
                    drawn.marks.push((mark.rule, mark.start, mark.end));
                    whole(drawn.marks.len()) - 1
                });
                drawn.parts.extend([number, column, length, bits, index]);
                column += length;
            }
        }
        drawn
    }
}

fn whole(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

const fn severity_bits(severity: Severity) -> i32 {
    match severity {
        Severity::Info => 1,
        Severity::Warning => 2,
        Severity::Error => 3,
    }
}
