//! The whole page: its state, its view, and the effects outside of it.

use std::rc::Rc;

use gloo::{events::EventListener, timers::callback::Timeout};
use yew::prelude::*;

use crate::{
    answers::listener,
    browser::{self, PageState},
    components::{
        address::{Address, Base},
        compared::Compared,
        drop_zone::DropZone,
        focus::{use_focus_kept, use_sheet},
        keys::{HelpButton, Keys, ShortcutsDialog},
        language::LanguageChoice,
        next::{entrances, is_done},
        notice::{LONE_URL, bad_link, lone_url, notice, site_url, way_back},
        outcome::outcome,
        overlay::Overlay,
        settings::SettingsView,
        share::ShareSheet,
        site::SiteDetails,
        theme::theme_button,
    },
    early,
    embed::use_host,
    fetcher::Fetcher,
    first_view::{foot, start},
    lang::Lang,
    launch::take_launched,
    links,
    shelf::Shelf,
    state::{Action, AfterDrawing, FixProgress, Input, Sheet, State, Timer, Work},
    store::Store,
    verdict::{set_words, words},
    worker::Client,
};

/// The pause in milliseconds after which typed input is checked.
const PAUSE: u32 = 250;
/// The duration in milliseconds after which progress is shown.
const BLINK: u32 = 150;
/// The time in milliseconds that a notice stays on screen. Its buttons are also on the page.
const NOTICE: u32 = 10_000;

/// The page: its state, and the effects outside of it.
pub(crate) struct App {
    pub(crate) state: Rc<State>,
    pub(crate) store: Store,
    pub(crate) client: Client,
    pub(crate) fetcher: Option<Fetcher>,
    pub(crate) timers: Timers,
    pub(crate) later: AfterDrawing,
    /// The selection in the text, in UTF-16 units, if the next rendering moves the text to another field.
    caret: Option<(u32, u32)>,
    _links: EventListener,
}

/// The running timers. A new timer replaces the previous one of the same kind.
#[derive(Default)]
pub(crate) struct Timers {
    typing: Option<Timeout>,
    progress: Option<Timeout>,
    notice: Option<Timeout>,
}

impl Component for App {
    type Message = Action;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let (act, store) = (act(ctx), Store::default());
        let client = Client::new(listener(act.clone(), store.clone()));
        take_launched(&store, &act);
        let links = links::listen(&store, &act);
        let state = Rc::new(links::first_state());
        browser::set_page_state(shown(&state));
        let fetcher = Fetcher::new(store.clone(), act);
        Self {
            state,
            store,
            client,
            fetcher,
            timers: Timers::default(),
            later: AfterDrawing::default(),
            caret: None,
            _links: links,
        }
    }

    fn update(&mut self, ctx: &Context<Self>, action: Action) -> bool {
        let before = shown(&self.state);
        let orders = Rc::make_mut(&mut self.state).reduce(action);
        let now = shown(&self.state);
        if before != now {
            browser::set_page_state(now);
        }
        let (was, is) = (before.is_workbench, now.is_workbench);
        if was != is {
            self.caret = browser::caret();
            // Typing continues in the source, which is not beside the list on a narrow screen.
            if self.caret.is_some() && !was && !browser::is_wide() {
                Rc::make_mut(&mut self.state).view.open = true;
            }
        }
        for order in orders {
            self.carry_out(order, act(ctx));
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        html! { <Page state={self.state.clone()} store={self.store.clone()} caret={self.caret} act={act(ctx)} /> }
    }

    fn rendered(&mut self, _: &Context<Self>, first: bool) {
        if first {
            // The validator is fetched after the first rendering.
            let client = self.client.clone();
            browser::when_idle(move || client.start());
        }
        // The field that needed the selection has been rendered.
        self.caret = None;
        self.after_drawing();
    }

    fn destroy(&mut self, _: &Context<Self>) {
        self.client.end();
    }
}

impl Timers {
    pub(crate) fn start(&mut self, timer: Timer, act: Callback<Action>) {
        let (slot, delay, action) = self.of(timer);
        *slot = Some(Timeout::new(delay, move || act.emit(action)));
    }

    pub(crate) fn stop(&mut self, timer: Timer) {
        *self.of(timer).0 = None;
    }

    const fn of(&mut self, timer: Timer) -> (&mut Option<Timeout>, u32, Action) {
        match timer {
            Timer::Typing => (&mut self.typing, PAUSE, Action::TypingPaused),
            Timer::Progress(run) => (&mut self.progress, BLINK, Action::Slow(run)),
            Timer::Notice => (&mut self.notice, NOTICE, Action::Dismiss),
        }
    }
}

#[derive(Properties)]
struct Props {
    state: Rc<State>,
    store: Store,
    caret: Option<(u32, u32)>,
    act: Callback<Action>,
}

/// Each action creates a new state.
impl PartialEq for Props {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.state, &other.state)
    }
}

/// The view of the state.
#[component]
fn Page(Props { state, store, caret, act }: &Props) -> Html {
    use_effect_with(state.lang, |lang| early::speak(lang.tag()));
    {
        let (started, state) = (use_mut_ref(|| false), state.clone());
        use_effect_with((state.lang, state.settings.clone(), state.linked), move |_| {
            // Nothing has changed yet: the page keeps the URL it was opened with.
            if started.replace(true) {
                links::revise_address(&state);
            }
        });
    }
    use_host(state, store, act);
    {
        let store = store.clone();
        let current = state.clone();
        let held = (state.input.clone(), state.undo.clone(), state.redo.clone(), state.past.clone());
        use_effect_with((held, state.comparison.clone()), move |_| store.retain(&current.blobs_in_use()));
    }
    use_shelf(state, store, act);
    use_effect_with(state.is_unsaved(), |unsaved| {
        let warning = unsaved.then(browser::ask_before_leaving);
        move || drop(warning)
    });
    use_focus_kept();
    use_sheet(state.view.open, act);
    let PageState { is_empty: empty, is_workbench: workbench } = shown(state);

    let (text, lang) = (state.input.text(), state.lang);
    html! {
        <ContextProvider<Lang> context={state.lang}>
            { for browser::header_tools().map(|host| create_portal(html! {
                <><LanguageChoice act={act.clone()} /><HelpButton act={act.clone()} />{ theme_button(lang) }</>
            }, host)) }
            <Keys on={state.keys} running={state.work.can_cancel()} act={act.clone()} />
            <Overlay store={store.clone()} act={act.clone()} />
            if !workbench && !state.input.is_files() {
                <DropZone
                    text={AttrValue::from(text.clone())}
                    {empty}
                    caret={*caret}
                    fetches={state.fetches}
                    store={store.clone()}
                    act={act.clone()}
                />
            }
            if !workbench {
                { options(state, act) }
            }
            if empty {
                { start(lang, state.keeping, state.fetches, act) }
            }
            { way_back(state, act) }
            if let Some(sentence) = &state.notice {
                { notice(sentence, state.offered(), state.replaced(), state.can_replace_instead(), lang, act) }
            }
            if let Some(fault) = &state.fault {
                { bad_link(fault, lang) }
            }
            if let Some(url) = state.lone_url().filter(|_| !state.work.can_cancel() && !matches!(state.work, Work::Failed(_))) {
                { if state.fetches { site_url(&url, lang, act) } else { lone_url(&url, lang) } }
            }
            { outcome(state, store, *caret, act) }
            // There are two elements, so that a change of one does not make a screen reader repeat the other.
            <p class="unseen" role="status">{ announcement(state) }</p>
            <p class="unseen" role="status">{ aside(state) }</p>
            if browser::is_embedded() {
                { foot(lang) }
            }
            if let Some(comparison) = &state.comparison {
                <Compared comparison={comparison.clone()} act={act.clone()} />
            }
            { match &state.sheet {
                None => html! {},
                Some(Sheet::Keys) => html! { <ShortcutsDialog on={state.keys} act={act.clone()} /> },
                Some(Sheet::Link(shared)) => html! { <ShareSheet shared={shared.clone()} act={act.clone()} /> },
            } }
        </ContextProvider<Lang>>
    }
}

/// The visitor's options for the input.
pub(crate) fn options(state: &State, act: &Callback<Action>) -> Html {
    let empty = state.input == Input::Nothing;
    html! {
        <div class="options">
            // Each file of a set has its own URL field.
            if state.input.len() < 2 {
                <Address address={AttrValue::from(state.address.clone())} {empty} fetches={state.fetches} act={act.clone()} />
            } else {
                <Base base={AttrValue::from(state.site.base.clone())} act={act.clone()} />
            }
            <SettingsView settings={state.settings.clone()} act={act.clone()} />
            if !empty {
                <SiteDetails
                    site={state.site.clone()}
                    entrances={if is_done(state) { Vec::new() } else { entrances(state) }}
                    act={act.clone()}
                />
            }
        </div>
    }
}

/// Stores the input in the browser, and restores it.
#[hook]
fn use_shelf(state: &State, store: &Store, act: &Callback<Action>) {
    let shelf = {
        let (store, act) = (store.clone(), act.clone());
        use_memo((), move |()| Shelf::open(&store, &act))
    };
    use_effect_with(state.view.bookmark(), Shelf::keep_bookmark);
    let store = store.clone();
    // An input that crashes the tab must not be restored again and again.
    use_effect_with((state.is_returning(), state.worth_keeping()), move |(returning, document)| {
        if !returning {
            shelf.keep(document.clone(), &store);
        }
    });
}

/// The parts of the state that the style sheet depends on.
fn shown(state: &State) -> PageState {
    PageState { is_empty: state.input == Input::Nothing, is_workbench: state.is_workbench() }
}

/// Emits actions.
fn act(ctx: &Context<App>) -> Callback<Action> {
    ctx.link().callback(std::convert::identity)
}

/// The announcement of the result for screen readers.
fn announcement(state: &State) -> String {
    match (&state.work, &state.outcome) {
        (Work::Checking { slow: true, .. }, _) => {
            state.lang.text(["Checking", "Vérification en cours", "Comprobando"]).to_owned()
        }
        (Work::Fixing(FixProgress { slow: true, .. }), _) => {
            state.lang.text(["Fixing", "Correction en cours", "Corrigiendo"]).to_owned()
        }
        (Work::Fetching(_), _) => state.lang.text(["Fetching", "Récupération en cours", "Descargando"]).to_owned(),
        (Work::Stopped(_), _) => state.lang.text(["Stopped", "Arrêté", "Detenido"]).to_owned(),
        (Work::Idle | Work::Fixing(_), Some(outcome)) => match &outcome.set {
            Some(set) => set_words(state.lang, set, outcome.verdicts()).spoken(),
            None => state.file().map(|file| words(state.lang, file).spoken()).unwrap_or_default(),
        },
        _ if !state.fetches && state.lone_url().is_some() => state.lang.text(LONE_URL).to_owned(),
        _ => String::new(),
    }
}

/// The announcement of the latest event. Empty during a short run, which may add to it.
fn aside(state: &State) -> &str {
    match state.work {
        Work::Checking { slow: false, .. } => "",
        _ => state.notice.as_deref().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{done, file};

    #[test]
    fn the_verdict_is_read_by_itself() {
        let mut state = State::new("");
        let mut act = |action: Action| {
            state.reduce(action);
            (announcement(&state), aside(&state).to_owned())
        };
        let empty = String::new;
        act(Action::Pasted("<urlset/>".into()));
        let verdict = "Valid. 1,204 URLs, no errors, no warnings.".to_owned();
        assert_eq!(act(Action::Answer(Box::new(done(1, vec![])))), (empty(), empty()));
        assert_eq!(act(Action::Answer(Box::new(done(2, vec![file("a.xml", vec![])])))), (verdict.clone(), empty()));
        let said = act(Action::Notify(["Copied", "Copié", "Copiado"]));
        assert_eq!(said, (verdict.clone(), "Copied".to_owned()));
        assert_eq!(act(Action::Recheck), (empty(), empty()));
        assert_eq!(act(Action::Slow(3)), ("Checking".to_owned(), "Copied".to_owned()));
        act(Action::Answer(Box::new(done(3, vec![file("a.xml", vec![])]))));
        assert_eq!(act(Action::Dismiss), (verdict, empty()));
    }
}
