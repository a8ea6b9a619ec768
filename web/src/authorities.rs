//! The engines and standards that have a verdict: their names, and whether they object to a rule.

use sitemap_validator_protocol::report::{Authorities, Stance};

use crate::lang::Lang;

/// The names, as used in reports, of the engines and standards with their own verdict.
pub(crate) const AUTHORITIES: [&str; 5] = ["sitemaps.org", "schema", "google", "bing", "yandex"];

/// The value for one of [`AUTHORITIES`]; `None` for any other name.
pub(crate) fn of<T: Copy>(all: &Authorities<T>, who: &str) -> Option<T> {
    Some(match who {
        "sitemaps.org" => all.sitemaps_org,
        "schema" => all.schema,
        "google" => all.google,
        "bing" => all.bing,
        "yandex" => all.yandex,
        _ => return None,
    })
}

/// Each of [`AUTHORITIES`] with its value.
pub(crate) fn each<T: Copy>(all: &Authorities<T>) -> impl Iterator<Item = (&'static str, T)> {
    AUTHORITIES.iter().filter_map(|who| Some((*who, of(all, who)?)))
}

/// True if `who` rejects, advises against or ignores what a rule reports. This depends on its engine support or, if
/// that is unknown, on the sources of the rule.
pub(crate) fn objects(who: &str, stances: Option<&Authorities<Stance>>, sources: &[String]) -> bool {
    match stances.and_then(|stances| of(stances, who)) {
        Some(Stance::Rejects | Stance::Advises | Stance::Ignores) => true,
        Some(Stance::Accepts | Stance::Undocumented) => false,
        Some(Stance::Unused) | None => sources.iter().any(|name| name == who),
    }
}

/// The name shown on the page for `who`, which is a name as used in reports.
pub(crate) fn name(lang: Lang, who: &str) -> String {
    match who {
        "xml" => "XML 1.0".to_owned(),
        "xml-names" => lang.text(["Namespaces in XML", "Espaces de noms XML", "Espacios de nombres XML"]).to_owned(),
        "schema" => lang.text(["XML schema", "schéma XML", "esquema XML"]).to_owned(),
        "google" => "Google".to_owned(),
        "bing" => "Bing".to_owned(),
        "yandex" => "Yandex".to_owned(),
        "baidu" => "Baidu".to_owned(),
        "practice" => lang.text(["common practice", "l’usage", "la práctica habitual"]).to_owned(),
        "w3c-datetime" => lang.text(["W3C date format", "format de date W3C", "formato de fecha W3C"]).to_owned(),
        "rss" => "RSS 2.0".to_owned(),
        "media-rss" => "Media RSS".to_owned(),
        "xhtml" => "XHTML 1.0".to_owned(),
        other => match other.strip_prefix("rfc") {
            Some(number) => format!("RFC {number}"),
            None => other.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stance_says_more_than_the_basis() {
        let stances = Authorities { google: Stance::Accepts, bing: Stance::Advises, ..Authorities::default() };
        let sources = ["google".to_owned(), "rfc3986".to_owned()];
        assert!(objects("google", None, &sources) && !objects("bing", None, &sources));
        assert!(!objects("google", Some(&stances), &sources) && objects("bing", Some(&stances), &sources));
        let unused = Authorities { google: Stance::Unused, ..Authorities::default() };
        assert!(objects("google", Some(&unused), &sources));
        assert!(objects("rfc3986", Some(&stances), &sources) && !objects("yandex", Some(&stances), &sources));
    }

    #[test]
    fn each_has_a_name() {
        assert_eq!(name(Lang::Fr, "schema"), "schéma XML");
        assert_eq!(name(Lang::En, "rfc3986"), "RFC 3986");
        assert_eq!(name(Lang::Es, "sitemaps.org"), "sitemaps.org");
    }
}
