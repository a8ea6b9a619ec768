//! From the page's settings to the core's options.

use sitemap_validator::{Options, Profile, Profiles};
use sitemap_validator_protocol::message::{Input, Settings};

/// What to check `input` against. Profiles of unknown names are passed over.
pub fn options(settings: &Settings, input: &Input) -> Options {
    let named = settings.profiles.iter().filter_map(|name| Profile::by_name(name));
    let profiles = if settings.profiles.is_empty() {
        Profiles::DEFAULT
    } else {
        named.fold(Profiles::of(&[Profile::SitemapsOrg]), Profiles::with)
    };
    let address = input.address.as_deref().map(str::trim).filter(|address| !address.is_empty());
    Options {
        profiles,
        pedantic: settings.pedantic,
        strict_schema: settings.strict_schema,
        own_url: address.map(str::to_owned),
        search_console: settings.search_console,
        file_name: Some(input.name.clone()),
        now: settings.now,
        ..Options::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_become_options() {
        let input = Input { name: "s.xml".into(), address: Some(" ".into()), text: None };
        let mut settings = Settings { now: Some(7), ..Settings::default() };
        let plain = options(&settings, &input);
        assert_eq!((plain.profiles, plain.own_url, plain.now), (Profiles::DEFAULT, None, Some(7)));

        settings.profiles = vec!["yandex".into(), "altavista".into()];
        let yandex = options(&settings, &input).profiles;
        assert_eq!(yandex, Profiles::of(&[Profile::SitemapsOrg, Profile::Yandex]));
    }
}
