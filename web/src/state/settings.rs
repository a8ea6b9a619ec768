//! The settings of the check, as the visitor chose them.

use crate::lang::{Lang, Texts};

/// The profiles that can be chosen besides sitemaps.org, which is always on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    Google,
    Bing,
    Yandex,
    Baidu,
    Legacy,
}

impl Profile {
    /// All profiles.
    pub(crate) const ALL: [Self; 5] = [Self::Google, Self::Bing, Self::Yandex, Self::Baidu, Self::Legacy];
    /// The name of the protocol in the list of profiles.
    pub(crate) const PROTOCOL: &'static str = "sitemaps.org";

    /// The name in messages and links.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Google => "google",
            Self::Bing => "bing",
            Self::Yandex => "yandex",
            Self::Baidu => "baidu",
            Self::Legacy => "legacy",
        }
    }

    /// The name in the page's language.
    pub(crate) const fn shown(self, lang: Lang) -> &'static str {
        match self {
            Self::Google => "Google",
            Self::Bing => "Bing",
            Self::Yandex => "Yandex",
            Self::Baidu => "Baidu",
            Self::Legacy => lang.text([
                "the legacy profile (2008 protocol)",
                "le profil historique (protocole de 2008)",
                "el perfil heredado (protocolo de 2008)",
            ]),
        }
    }

    /// The rules that the profile adds, in a few words.
    pub(crate) const fn word(self, lang: Lang) -> &'static str {
        let said: Texts = match self {
            Self::Google => [
                "what Google documents: its limits, its extensions, what it ignores",
                "ce que Google documente\u{a0}: ses limites, ses extensions, ce qu’il ignore",
                "lo que Google documenta: sus límites, sus extensiones, lo que ignora",
            ],
            Self::Bing => [
                "what Bing documents beyond the protocol",
                "ce que Bing documente au-delà du protocole",
                "lo que Bing documenta más allá del protocolo",
            ],
            Self::Yandex => {
                ["what Yandex accepts and rejects", "ce que Yandex accepte et refuse", "lo que Yandex acepta y rechaza"]
            }
            Self::Baidu => [
                "Baidu’s own limits, such as 10 MiB per file",
                "les limites propres à Baidu, par exemple 10\u{a0}Mio par fichier",
                "los límites propios de Baidu, como 10\u{a0}MiB por archivo",
            ],
            Self::Legacy => [
                "for software that still follows the protocol of 2008 to 2016",
                "pour les logiciels qui suivent encore le protocole de 2008 à 2016",
                "para programas que aún siguen el protocolo de 2008 a 2016",
            ],
        };
        lang.text(said)
    }
}

/// The settings of the check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The profiles besides sitemaps.org, in the order of [`Profile::ALL`].
    pub(crate) profiles: Vec<Profile>,
    /// Include style advice.
    pub(crate) pedantic: bool,
    /// Also report what the published schemas reject.
    pub(crate) strict_schema: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self { profiles: vec![Profile::Google, Profile::Bing], pedantic: false, strict_schema: false }
    }
}

/// A change of the settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SettingChange {
    Profile(Profile, bool),
    Pedantic(bool),
    StrictSchema(bool),
}

impl Settings {
    /// Applies a change.
    pub(crate) fn change(&mut self, change: SettingChange) {
        match change {
            SettingChange::Profile(profile, on) => {
                let is_on = |other: &Profile| if *other == profile { on } else { self.profiles.contains(other) };
                self.profiles = Profile::ALL.into_iter().filter(is_on).collect();
            }
            SettingChange::Pedantic(on) => self.pedantic = on,
            SettingChange::StrictSchema(on) => self.strict_schema = on,
        }
    }

    /// The names of the profiles, for messages and links.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        [Profile::PROTOCOL].into_iter().chain(self.profiles.iter().map(|profile| profile.name())).collect()
    }

    /// The profiles in the form of a sentence: `sitemaps.org, Google and Bing`.
    pub(crate) fn against(&self, lang: Lang) -> String {
        let shown: Vec<&str> =
            [Profile::PROTOCOL].into_iter().chain(self.profiles.iter().map(|profile| profile.shown(lang))).collect();
        lang.list(&shown)
    }

    /// The other settings that are on, in words.
    pub(crate) fn extras(&self, lang: Lang) -> Vec<&'static str> {
        let pedantic = self.pedantic.then(|| lang.text(["pedantic", "pointilleux", "minucioso"]));
        let strict = self.strict_schema.then(|| lang.text(["strict schema", "schéma strict", "esquema estricto"]));
        pedantic.into_iter().chain(strict).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_keep_their_order_and_the_protocol_comes_first() {
        let mut settings = Settings::default();
        assert_eq!(settings.against(Lang::En), "sitemaps.org, Google and Bing");
        settings.change(SettingChange::Profile(Profile::Yandex, true));
        settings.change(SettingChange::Profile(Profile::Google, false));
        settings.change(SettingChange::Profile(Profile::Google, true));
        settings.change(SettingChange::Profile(Profile::Google, true));
        assert_eq!(settings.names(), ["sitemaps.org", "google", "bing", "yandex"]);
        for profile in Profile::ALL {
            settings.change(SettingChange::Profile(profile, false));
        }
        assert_eq!((settings.names(), settings.against(Lang::Fr)), (vec!["sitemaps.org"], "sitemaps.org".to_owned()));
    }
}
