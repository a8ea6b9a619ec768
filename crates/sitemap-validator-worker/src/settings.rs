//! Conversion of the page's settings to the core's options.

use sitemap_validator::{Options, Profile, Profiles};
use sitemap_validator_protocol::message::Settings;

/// The options for all files. Profiles with unknown names are ignored.
pub fn options(settings: &Settings) -> Options {
    let named = settings.profile.iter().filter_map(|name| Profile::by_name(name));
    let profiles = if settings.profile.is_empty() {
        Profiles::DEFAULT
    } else {
        named.fold(Profiles::of(&[Profile::SitemapsOrg]), Profiles::with)
    };
    Options {
        profiles,
        pedantic: settings.pedantic,
        strict_schema: settings.strict_schema,
        search_console: settings.search_console,
        verified_hosts: settings.verified_hosts.clone(),
        now: settings.now,
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_become_options() {
        let mut settings = Settings { now: Some(7), ..Settings::default() };
        let plain = options(&settings);
        assert_eq!((plain.profiles, plain.now), (Profiles::DEFAULT, Some(7)));

        settings.profile = vec!["yandex".into(), "altavista".into()];
        let yandex = options(&settings).profiles;
        assert_eq!(yandex, Profiles::of(&[Profile::SitemapsOrg, Profile::Yandex]));
    }
}
