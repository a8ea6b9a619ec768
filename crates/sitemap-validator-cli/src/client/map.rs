//! Origins whose requests go to another one: `--map`.

use std::borrow::Cow;
use std::str::FromStr;

use url::{Position, Url};

/// An origin, and the one that its requests go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mapping {
    from: Url,
    to: Url,
}

impl FromStr for Mapping {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let origin = |text: &str| {
            let url = Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
            let is_origin =
                &url[Position::BeforePath..] == "/" && &url[Position::AfterScheme..Position::BeforeHost] == "://";
            is_origin.then_some(url)
        };
        let parts = text.split_once('=').and_then(|(from, to)| Some((origin(from)?, origin(to)?)));
        let (from, to) = parts.ok_or("expected two URLs without a path, a user name and a password, such as https://www.example.com=https://staging.example.com")?;
        Ok(Self { from, to })
    }
}

impl Mapping {
    fn replaced(url: &Url, from: &Url, to: &Url) -> Option<String> {
        (url.origin() == from.origin())
            .then(|| format!("{}{}", &to[..Position::BeforePath], &url[Position::BeforePath..]))
    }
}

/// The URL that is requested for `url`.
pub(super) fn onto<'u>(mappings: &[Mapping], url: &'u str) -> Cow<'u, str> {
    let target = if mappings.is_empty() { None } else { Url::parse(url).ok() };
    let found = target.and_then(|url| mappings.iter().find_map(|one| Mapping::replaced(&url, &one.from, &one.to)));
    found.map_or(Cow::Borrowed(url), Cow::Owned)
}

/// The original URL of the target of a redirect from the original URL `url`; `None` if no mapping changes it.
pub(super) fn back(mappings: &[Mapping], url: &str, target: &str) -> Option<String> {
    if mappings.is_empty() || target.is_empty() {
        return None;
    }
    let target = Url::parse(&onto(mappings, url)).ok()?.join(target).ok()?;
    let own = Url::parse(url).ok()?.origin();
    let mut found = mappings.iter().filter(|one| one.to.origin() == target.origin());
    // If several origins have this target, the redirect stays at the one that was requested.
    let one = found.clone().find(|one| one.from.origin() == own).or_else(|| found.next())?;
    Mapping::replaced(&target, &one.to, &one.from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_exchanged() {
        let mapping: Mapping = "https://www.a.page=http://Staging.a.page:8080/".parse().unwrap();
        let mappings = [mapping];
        for (url, expected) in [
            ("https://www.a.page/b?c=/d", "http://staging.a.page:8080/b?c=/d"),
            ("https://www.a.page:443/", "http://staging.a.page:8080/"),
            ("https://www.a.page.b.page/", "https://www.a.page.b.page/"),
            ("http://www.a.page/", "http://www.a.page/"),
        ] {
            assert_eq!(onto(&mappings, url), expected);
        }
        let of = |target| back(&mappings, "http://staging.a.page:8080/x/y", target);
        for target in ["http://staging.a.page:8080/x/z", "//staging.a.page:8080/x/z", "/x/z", "z"] {
            assert_eq!(of(target).as_deref(), Some("https://www.a.page/x/z"), "{target}");
        }
        for target in ["https://www.a.page/b", "https://staging.a.page/", "", "https://"] {
            assert_eq!(of(target), None, "{target}");
        }
    }

    #[test]
    fn a_redirect_between_two_origins_with_one_target_stays_at_its_own() {
        let mappings =
            ["https://a.page=https://s.page", "https://b.page=https://s.page"].map(|one| one.parse().unwrap());
        for (url, original) in [
            ("https://a.page/x", "https://a.page/y"),
            ("https://b.page/x", "https://b.page/y"),
            ("https://c.page/x", "https://a.page/y"),
        ] {
            assert_eq!(back(&mappings, url, "https://s.page/y").as_deref(), Some(original), "{url}");
        }
    }

    #[test]
    fn only_origins_are_mapped() {
        for text in [
            "https://a.page",
            "https://a.page=b.page",
            "https://a.page/b=https://b.page",
            "https://a.page=https://me@b.page",
            "ftp://a.page=https://b.page",
            "https://a.page=https://b.page/?c",
        ] {
            assert!(text.parse::<Mapping>().is_err(), "{text}");
        }
    }
}
