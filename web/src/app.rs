//! The page as a whole: the state, and everything that happens outside of it.

use std::{cell::RefCell, collections::BTreeSet, rc::Rc};

use gloo::{file::Blob, timers::callback::Timeout};
use js_sys::Array;
use sitemap_validator_protocol::message::{self, FromWorker, Settings, ToWorker};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::{
    browser,
    components::{
        address::{Address, is_usable},
        bar::Bar,
        drop_zone::{DropZone, sample_buttons},
        files::{Files, summary},
        notice::{lone_url, notice, trouble},
        overlay::Overlay,
        progress::ProgressView,
        result::ResultView,
        theme::ThemeButton,
        verdict::VerdictLine,
    },
    guide::Guide,
    lone_url::lone_sitemap_url,
    state::{Action, Body, Input, Order, Phase, State, TEXT_LIMIT},
    store::Store,
    verdict::words,
    worker::{Client, Event},
};

/// The pause in the typing after which the text is checked.
const PAUSE: u32 = 250;
/// What takes longer than this shows how far it is.
const BLINK: u32 = 150;
/// How long a notice stays. What it offers is on the page as well.
const NOTICE: u32 = 10_000;

/// The page.
#[component]
pub(crate) fn App() -> Html {
    let state = use_reducer(|| State::new(&browser::remembered_address()));
    let store = use_memo((), |()| Store::default());
    let act = {
        let dispatch = state.dispatcher();
        use_callback((), move |action: Action, ()| dispatch.dispatch(action))
    };
    let client = {
        let (act, store) = (act.clone(), store.clone());
        use_memo((), move |()| Client::new(listener(act, (*store).clone())))
    };
    {
        let client = client.clone();
        use_effect_with((), move |()| {
            client.start();
            move || client.end()
        });
    }
    {
        let (state, client, store, act) = (state.clone(), client.clone(), store.clone(), act.clone());
        use_effect(move || {
            while let Some(order) = state.outbox.take() {
                carry_out(order, &state, &client, &store, &act);
            }
        });
    }
    use_timer(PAUSE, (state.edits, state.edits > 0), Action::Paused, &act);
    let running = matches!(state.phase, Phase::Running { .. });
    use_timer(BLINK, (state.run, running), Action::Slow(state.run), &act);
    use_timer(NOTICE, (state.run, state.notice.is_some()), Action::Dismiss, &act);
    {
        let store = store.clone();
        use_effect_with((state.input.clone(), state.undo.clone()), move |(input, undo)| {
            let used: BTreeSet<u32> = undo.iter().chain([input]).flat_map(Input::blobs).collect();
            store.retain(&used);
        });
    }
    let empty = state.input == Input::Nothing;
    use_effect_with(empty, |empty| {
        browser::set_page_state(if *empty { "empty" } else { "busy" });
    });

    let text = state.input.text();
    html! {
        <>
            { for browser::header_tools().map(|host| create_portal(html! { <ThemeButton /> }, host)) }
            <Overlay store={(*store).clone()} act={act.clone()} />
            if !state.input.is_files() {
                <DropZone text={AttrValue::from(text.clone())} {empty} store={(*store).clone()} act={act.clone()} />
            }
            // Each file of a set has an address of its own.
            if state.input.len() < 2 {
                <Address address={AttrValue::from(state.address.clone())} {empty} act={act.clone()} />
            }
            if empty {
                <p class="start">
                    { sample_buttons(&act) }
                    <span class="privacy">
                        { "Nothing is uploaded: the check runs in this tab, and the page is barred from contacting any other site." }
                    </span>
                </p>
            }
            if let Some(sentence) = &state.notice {
                { notice(sentence, !state.undo.is_empty(), &act) }
            }
            if let Some(url) = lone_sitemap_url(&text) {
                { lone_url(url, &act) }
            }
            { outcome(&state, &store, &act) }
            <p class="unseen" role="status">{ announcement(&state) }</p>
        </>
    }
}

/// Emits an action some time after `key` changed, unless it changes again before.
#[hook]
fn use_timer(delay: u32, key: (u32, bool), action: Action, act: &Callback<Action>) {
    let act = act.clone();
    use_effect_with(key, move |(_, armed)| {
        let timer = armed.then(|| Timeout::new(delay, move || act.emit(action)));
        move || drop(timer)
    });
}

/// What there is to see of the run.
fn outcome(state: &UseReducerHandle<State>, store: &Store, act: &Callback<Action>) -> Html {
    match &state.phase {
        Phase::Running { progress, slow: true } => {
            let view = html! {
                <ProgressView progress={progress.clone()} files={state.input.len()} stopped=false act={act.clone()} />
            };
            // A file that is checked again stays readable below.
            html! { <>{ view }{ result(state, store, act) }</> }
        }
        Phase::Stopped(progress) => html! {
            <ProgressView progress={progress.clone()} files={state.input.len()} stopped=true act={act.clone()} />
        },
        Phase::Down(sentence) | Phase::Failed(sentence) => html! {
            <>{ trouble(sentence, act) }{ result(state, store, act) }</>
        },
        Phase::Idle | Phase::Running { .. } => result(state, store, act),
    }
}

fn result(state: &UseReducerHandle<State>, store: &Store, act: &Callback<Action>) -> Html {
    let (Some(outcome), Some(file)) = (&state.outcome, state.file()) else {
        return html! {};
    };
    let several = outcome.files.len() > 1;
    html! {
        <div class="result">
            if several {
                <Files outcome={outcome.clone()} chosen={state.view.file} act={act.clone()} />
            }
            <Bar
                file={file.clone()}
                fixed={state.input.fixed(state.view.file).is_some()}
                undo={!state.undo.is_empty()}
                is_files={state.input.is_files()}
                store={store.clone()}
                act={act.clone()}
            />
            <VerdictLine file={file.clone()} files={outcome.files.len()} elapsed={outcome.elapsed} act={act.clone()} />
            <ResultView
                file={file.clone()}
                view={state.view.clone()}
                is_files={state.input.is_files()}
                lines={state.lines.clone()}
                guides={state.guides.clone()}
                act={act.clone()}
            />
        </div>
    }
}

/// What a screen reader says when something has ended.
fn announcement(state: &State) -> String {
    match (&state.phase, &state.outcome) {
        (Phase::Running { slow: true, .. }, _) => "Checking".to_owned(),
        (Phase::Stopped(_), _) => "Stopped".to_owned(),
        (Phase::Idle, Some(outcome)) if outcome.files.len() > 1 => summary(outcome),
        (Phase::Idle, Some(_)) => {
            let verdict = state.file().map(|file| words(file).spoken()).unwrap_or_default();
            state.notice.as_ref().map_or_else(|| verdict.clone(), |notice| format!("{notice}. {verdict}"))
        }
        (Phase::Idle, None) => state.notice.as_deref().unwrap_or_default().to_owned(),
        _ => String::new(),
    }
}

/// Turns what the worker says into actions. Lines come in swarms: they wait for each other, so that
/// the page is drawn once for all of them.
fn listener(act: Callback<Action>, store: Store) -> Callback<Event> {
    let swarm: Rc<RefCell<Vec<FromWorker>>> = Rc::default();
    let timer: Rc<RefCell<Option<Timeout>>> = Rc::default();
    Callback::from(move |event: Event| match event {
        Event::Down { sentence, was_ready } => act.emit(Action::Down { sentence, was_ready }),
        Event::Answer(FromWorker::Fixed { run, file, applied, text }) => {
            let bytes = text.len() as u64;
            let body = if text.len() <= TEXT_LIMIT {
                Body::Text(text.into())
            } else {
                Body::Blob(store.add(Blob::new(text.as_str())))
            };
            act.emit(Action::Fixed { run, file, applied, bytes, body });
        }
        Event::Answer(answer @ FromWorker::Lines { .. }) => {
            swarm.borrow_mut().push(answer);
            if timer.borrow().is_none() {
                let (flush, swarm, act) = (timer.clone(), swarm.clone(), act.clone());
                *timer.borrow_mut() = Some(Timeout::new(8, move || {
                    // A timer that ends must not be cancelled from inside itself.
                    flush.take().map(Timeout::forget);
                    act.emit(Action::Answers(swarm.take()));
                }));
            }
        }
        Event::Answer(answer) => {
            let mut answers = swarm.take();
            answers.push(answer);
            act.emit(Action::Answers(answers));
        }
    })
}

fn carry_out(order: Order, state: &State, client: &Client, store: &Store, act: &Callback<Action>) {
    match order {
        Order::Check => {
            let (check, files) = check(state, store);
            client.post(&check, &files);
        }
        Order::Ask(question) => client.post(&question, &Array::new()),
        Order::Respawn => client.respawn(),
        Order::Remember(address) => browser::remember_address(&address),
        Order::Guide(rule) => {
            let act = act.clone();
            spawn_local(async move {
                let page = browser::fetch_own(&format!("rules/{rule}.md")).await;
                let guide = page.and_then(|page| Guide::parse(&rule, &page)).map(Rc::new);
                act.emit(Action::Guide(rule, guide));
            });
        }
        Order::Save { name, body } => match body {
            Body::Text(text) => browser::save(&name, Blob::new(&*text)),
            Body::Blob(number) => {
                if let Some(blob) = store.get(number) {
                    browser::save(&name, blob);
                }
            }
        },
    }
}

/// The message that asks for a check, and the files that go with it.
fn check(state: &State, store: &Store) -> (ToWorker, Array) {
    let files = Array::new();
    let address = (state.input.len() == 1 && is_usable(&state.address)).then(|| state.address.trim().to_owned());
    let inputs = match &state.input {
        Input::Nothing => Vec::new(),
        Input::Text { text, .. } => {
            vec![message::Input { name: Input::PASTED.to_owned(), address, text: Some(text.to_string()) }]
        }
        Input::Files(entries) => entries
            .iter()
            .map(|entry| {
                let text = match &entry.body {
                    Body::Text(text) => Some(text.to_string()),
                    Body::Blob(number) => {
                        if let Some(blob) = store.get(*number) {
                            files.push(blob.as_ref());
                        }
                        None
                    }
                };
                message::Input { name: entry.name.to_string(), address: address.clone(), text }
            })
            .collect(),
    };
    let settings = Settings { now: Some(browser::now()), ..Settings::default() };
    (ToWorker::Check { run: state.run, settings, inputs }, files)
}
