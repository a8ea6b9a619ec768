//! The page as a whole: the state, what is drawn of it, and when what happens.

use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::{
    answers::listener,
    browser,
    components::{
        address::{Address, Base},
        drop_zone::{DropZone, sample_buttons},
        focus::{use_focus_kept, use_sheet},
        keys::{HelpButton, KeySheet, Keys},
        language::LanguageChoice,
        next::{entrances, is_done},
        notice::{bad_link, lone_url, notice, way_back},
        outcome::outcome,
        overlay::Overlay,
        settings::SettingsView,
        share::ShareSheet,
        site::SiteDetails,
        theme::ThemeButton,
    },
    embed::use_host,
    lang::Lang,
    launch::take_launched,
    links,
    lone_url::lone_sitemap_url,
    orders::{blobs_in_use, carry_out},
    shelf::Shelf,
    state::{Action, Input, Phase, State},
    store::Store,
    verdict::{set_words, words},
    worker::Client,
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
    let state = use_reducer(links::first_state);
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
        let (store, act) = (store.clone(), act.clone());
        use_effect_with((), move |()| take_launched(&store, &act));
    }
    {
        let client = client.clone();
        use_effect_with((), move |()| {
            // What checks is fetched once the page stands there.
            let waiting = client.clone();
            browser::when_idle(move || waiting.start());
            move || client.end()
        });
    }
    {
        let (store, act) = (store.clone(), act.clone());
        use_effect_with((), move |()| {
            let listener = links::listen(&store, &act);
            move || drop(listener)
        });
    }
    use_effect_with(state.lang, |lang| links::translate_texts(*lang));
    {
        let (started, state) = (use_mut_ref(|| false), state.clone());
        use_effect_with((state.lang, state.settings.clone(), state.linked), move |_| {
            // A page that nobody has touched keeps the address it was opened by.
            if started.replace(true) {
                links::revise_address(&state);
            }
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
    use_host(&state, &store, &act);
    use_timer(PAUSE, (state.edits, state.edits > 0), Action::Paused, &act);
    let running = matches!(state.phase, Phase::Running { .. });
    let mending = state.mending.is_some();
    use_timer(BLINK, (state.run, running || mending), Action::Slow(state.run), &act);
    use_timer(NOTICE, (state.notices, state.notice.is_some()), Action::Dismiss, &act);
    {
        let store = store.clone();
        let held = (state.input.clone(), state.undo.clone(), state.past.clone());
        use_effect_with(held, move |(input, undo, past)| store.retain(&blobs_in_use(input, undo, past.as_deref())));
    }
    use_shelf(&state, &store, &act);
    use_effect_with(state.is_unsaved(), |unsaved| {
        let warning = unsaved.then(browser::ask_before_leaving);
        move || drop(warning)
    });
    use_effect_with(state.view.arrivals, |arrivals| {
        if *arrivals > 0 {
            browser::reveal(".file-result");
        }
    });
    use_focus_kept();
    use_sheet(state.view.open);
    let empty = state.input == Input::Nothing;
    use_effect_with(empty, |empty| {
        browser::set_page_state(if *empty { "empty" } else { "busy" });
    });

    let (text, lang) = (state.input.text(), state.lang);
    let (entrances, next) = (entrances(&state), is_done(&state));
    html! {
        <ContextProvider<Lang> context={state.lang}>
            { for browser::header_tools().map(|host| create_portal(html! {
                <><LanguageChoice act={act.clone()} /><HelpButton act={act.clone()} /><ThemeButton /></>
            }, host)) }
            <Keys on={state.keys} running={running || mending} act={act.clone()} />
            <Overlay store={(*store).clone()} act={act.clone()} />
            if !state.input.is_files() {
                <DropZone text={AttrValue::from(text.clone())} {empty} store={(*store).clone()} act={act.clone()} />
            }
            // Each file of a set has an address of its own.
            if state.input.len() < 2 {
                <Address address={AttrValue::from(state.address.clone())} {empty} act={act.clone()} />
            } else {
                <Base base={AttrValue::from(state.site.base.clone())} act={act.clone()} />
            }
            <div class="asides">
                <SettingsView settings={state.settings.clone()} act={act.clone()} />
                if !empty {
                    <SiteDetails
                        site={state.site.clone()}
                        entrances={if next { Vec::new() } else { entrances }}
                        act={act.clone()}
                    />
                }
            </div>
            if empty {
                <p class="start">
                    { sample_buttons(lang, &act) }
                    <span class="privacy">
                        { lang.say([
                            "Nothing is uploaded: the check runs in this tab, and the page’s security policy blocks requests to other sites.",
                            "Rien n’est envoyé\u{a0}: la vérification a lieu dans cet onglet, et la page ne peut contacter aucun autre site.",
                            "No se sube nada: la comprobación se hace en esta pestaña y la página no puede contactar con ningún otro sitio.",
                        ]) }
                        if !browser::is_embedded() {
                            { lang.say([
                                " Your last input is kept in this browser.",
                                " Ce que vous avez vérifié en dernier reste dans ce navigateur.",
                                " Lo último que comprobó se queda en este navegador.",
                            ]) }
                        }
                    </span>
                </p>
            }
            { way_back(&state, &act) }
            if let Some(sentence) = &state.notice {
                { notice(sentence, !state.undo.is_empty(), lang, &act) }
            }
            if let Some(fault) = &state.fault {
                { bad_link(fault, lang) }
            }
            if let Some(url) = lone_sitemap_url(&text) {
                { lone_url(url, lang, &act) }
            }
            { outcome(&state, &store, &act) }
            // One for each: what ends in the one is no reason to read the other again.
            <p class="unseen" role="status">{ announcement(&state) }</p>
            <p class="unseen" role="status">{ aside(&state) }</p>
            if browser::is_embedded() {
                <p class="embed-foot">
                    <a href="./" target="_blank" rel="noopener">
                        { lang.say([
                            "Sitemap validator: open in a new tab",
                            "Validateur de sitemaps\u{a0}: l’ouvrir dans son propre onglet",
                            "Validador de sitemaps: abrirlo en su propia pestaña",
                        ]) }
                    </a>
                </p>
            }
            if state.help {
                <KeySheet on={state.keys} act={act.clone()} />
            }
            if let Some(shared) = &state.shared {
                <ShareSheet shared={shared.clone()} act={act.clone()} />
            }
        </ContextProvider<Lang>>
    }
}

/// Has the browser keep what is on the page, and bring it back.
#[hook]
fn use_shelf(state: &UseReducerHandle<State>, store: &Store, act: &Callback<Action>) {
    let shelf = {
        let (store, act) = (store.clone(), act.clone());
        use_memo((), move |()| Shelf::open(&store, &act))
    };
    let store = store.clone();
    // A file that ends the whole tab must not be brought back for ever.
    use_effect_with((state.is_returning(), state.worth_keeping()), move |(returning, document)| {
        if !returning {
            shelf.keep(document.clone(), &store);
        }
    });
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

/// What a screen reader says when something has ended.
fn announcement(state: &State) -> String {
    match (&state.phase, &state.outcome) {
        (Phase::Running { slow: true, .. }, _) => {
            state.lang.say(["Checking", "Vérification en cours", "Comprobando"]).to_owned()
        }
        (Phase::Idle, _) if state.mending.is_some_and(|mending| mending.slow) => {
            state.lang.say(["Fixing", "Correction en cours", "Corrigiendo"]).to_owned()
        }
        (Phase::Stopped(_), _) => state.lang.say(["Stopped", "Arrêté", "Detenido"]).to_owned(),
        (Phase::Idle, Some(outcome)) => match &outcome.set {
            Some(set) => set_words(state.lang, set, outcome.verdicts()).spoken(),
            None => state.file().map(|file| words(state.lang, file).spoken()).unwrap_or_default(),
        },
        _ => String::new(),
    }
}

/// What it says of what just happened; not before a run that is over in a blink is, which may say it better.
fn aside(state: &State) -> &str {
    match state.phase {
        Phase::Running { slow: false, .. } => "",
        _ => state.notice.as_deref().unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::samples::{done, file};

    #[test]
    fn the_verdict_is_read_by_itself() {
        let mut state = Rc::new(State::new(""));
        let mut act = |action: Action| {
            state = state.clone().reduce(action);
            (announcement(&state), aside(&state).to_owned())
        };
        let empty = String::new;
        act(Action::Given("<urlset/>".into()));
        let verdict = "Valid. 1,204 URLs, no errors, no warnings.".to_owned();
        assert_eq!(act(Action::Answers(vec![done(1, vec![])])), (empty(), empty()));
        assert_eq!(act(Action::Answers(vec![done(2, vec![file("a.xml", vec![])])])), (verdict.clone(), empty()));
        let said = act(Action::Say(["Copied", "Copié", "Copiado"]));
        assert_eq!(said, (verdict.clone(), "Copied".to_owned()));
        assert_eq!(act(Action::Again), (empty(), empty()));
        assert_eq!(act(Action::Slow(3)), ("Checking".to_owned(), "Copied".to_owned()));
        act(Action::Answers(vec![done(3, vec![file("a.xml", vec![])])]));
        assert_eq!(act(Action::Dismiss), (verdict, empty()));
    }
}
