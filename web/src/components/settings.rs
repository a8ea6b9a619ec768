//! The settings of the check.

use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use crate::{
    lang::use_lang,
    state::{Action, Profile, SettingChange, Settings},
};

#[derive(Properties, PartialEq)]
pub(crate) struct Props {
    pub(crate) settings: Settings,
    pub(crate) act: Callback<Action>,
}

/// The settings of the check. While they are collapsed, a summary shows which are on.
#[component]
pub(crate) fn SettingsView(props: &Props) -> Html {
    let lang = use_lang();
    let settings = &props.settings;
    let tick = |name: &'static str, label: &str, word: &str, on: bool, change: fn(bool) -> SettingChange| {
        let changed = props.act.reform(move |event: Event| {
            let field = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
            Action::Set(change(field.is_some_and(|field| field.checked())))
        });
        choice(name, label, word, on, Some(changed))
    };
    let against = settings.against(lang);
    let extras = settings.extras(lang).join(" · ");
    html! {
        <details class="site settings">
            <summary>
                { lang.fill(["Checked against {0}", "Vérifié selon {0}", "Comprobado según {0}"], &[&against]) }
                <span class="muted">{ extras }</span>
            </summary>
            <div class="choices">
                <fieldset>
                    <legend>{ lang.text(["Check against", "Vérifier selon", "Comprobar según"]) }</legend>
                    { choice(
                        Profile::PROTOCOL,
                        Profile::PROTOCOL,
                        lang.text(["the protocol; always on", "le protocole\u{a0}; toujours actif", "el protocolo; siempre activo"]),
                        true,
                        None,
                    ) }
                    { for Profile::ALL.map(|profile| {
                        let on = settings.profiles.contains(&profile);
                        let change = match profile {
                            Profile::Google => |on| SettingChange::Profile(Profile::Google, on),
                            Profile::Bing => |on| SettingChange::Profile(Profile::Bing, on),
                            Profile::Yandex => |on| SettingChange::Profile(Profile::Yandex, on),
                            Profile::Baidu => |on| SettingChange::Profile(Profile::Baidu, on),
                            Profile::Legacy => |on| SettingChange::Profile(Profile::Legacy, on),
                        };
                        tick(profile.name(), &initial(profile.shown(lang)), profile.word(lang), on, change)
                    }) }
                </fieldset>
                <fieldset>
                    <legend>{ lang.text(["Strictness", "Niveau d’exigence", "Nivel de exigencia"]) }</legend>
                    { tick(
                        "pedantic",
                        lang.text(["Pedantic", "Pointilleux", "Minucioso"]),
                        lang.text([
                            "include style advice",
                            "inclure les conseils de style",
                            "incluir consejos de estilo",
                        ]),
                        settings.pedantic,
                        SettingChange::Pedantic,
                    ) }
                    { tick(
                        "strict",
                        lang.text(["Strict schema", "Schéma strict", "Esquema estricto"]),
                        lang.text([
                            "also report what the sitemaps.org XSD rejects but search engines accept",
                            "signaler aussi ce que le XSD de sitemaps.org rejette mais que les moteurs acceptent",
                            "señalar también lo que el XSD de sitemaps.org rechaza pero los buscadores aceptan",
                        ]),
                        settings.strict_schema,
                        SettingChange::StrictSchema,
                    ) }
                </fieldset>
            </div>
        </details>
    }
}

/// A labeled checkbox. A setting that cannot be changed is only shown.
fn choice(name: &'static str, label: &str, word: &str, on: bool, changed: Option<Callback<Event>>) -> Html {
    let about = format!("choice-{name}");
    html! {
        <div class="choice">
            <label class={classes!("tick", changed.is_none().then_some("unchangeable"))}>
                <input
                    type="checkbox"
                    {name}
                    checked={on}
                    disabled={changed.is_none()}
                    aria-describedby={about.clone()}
                    onchange={changed}
                />
                { label }
            </label>
            <span id={about} class="muted">{ word }</span>
        </div>
    }
}

/// The text with a capital first letter.
fn initial(text: &str) -> String {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}
