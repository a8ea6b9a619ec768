//! `404.html`, the response of hosts to unknown URLs. Without it, Cloudflare Pages responds with the app.

use std::fmt::Write as _;

use crate::html::escaped;
use crate::layout::policy;
use crate::site::Site;
use sitemap_validator_protocol::lang::Lang;

/// The name of the file, which hosts expect at the root.
pub(crate) const FILE: &str = "404.html";

/// Returns the document. Hosts serve it for any URL, so its links start at the root of the host. The language is
/// unknown, so the text is in all languages.
pub(crate) fn html(site: &Site) -> String {
    let root = escaped(site.path());
    let mut main = String::new();
    for lang in Lang::ALL {
        let (tag, folder) = (lang.tag(), lang.folder());
        // The first heading is that of the page; the others repeat it in other languages.
        let level = if lang == Lang::En { "h1" } else { "h2" };
        let _ = writeln!(
            main,
            "<section lang=\"{tag}\">\n<{level}>{}</{level}>\n<p>{}</p>\n\
            <p><a href=\"{root}{folder}\" hreflang=\"{tag}\">{}</a> · \
            <a href=\"{root}{folder}rules/\" hreflang=\"{tag}\">{}</a></p>\n</section>",
            lang.text(["Page not found", "Page introuvable", "Página no encontrada"]),
            lang.text([
                "There is no page at this URL.",
                "Il n’y a pas de page à cette URL.",
                "No hay ninguna página en esta URL.",
            ]),
            lang.text(["Check a sitemap", "Vérifier un sitemap", "Comprobar un sitemap"]),
            lang.text(["All rules", "Toutes les règles", "Todas las reglas"]),
        );
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{policy}\n\
        <title>Page not found · Sitemap validator</title>\n<meta name=\"robots\" content=\"noindex\">\n\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
        <meta name=\"color-scheme\" content=\"light dark\">\n\
        <link rel=\"icon\" href=\"{root}icon.svg\">\n<link rel=\"stylesheet\" href=\"{root}{base}\">\n\
        <link rel=\"stylesheet\" href=\"{root}rules.css\">\n</head>\n<body class=\"page\">\n\
        <main>\n{main}</main>\n</body>\n</html>\n",
        policy = policy(),
        base = site.stylesheet,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses(page: &str) -> Vec<&str> {
        page.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
    }

    #[test]
    fn it_leads_home_from_any_address() {
        for (url, root) in [
            (None, "/"),
            (Some("https://tidepool.page/"), "/"),
            (Some("https://tidepool.page/some/path/"), "/some/path/"),
        ] {
            let site = Site { url: url.map(str::to_owned), stylesheet: "base-1.css".to_owned() };
            let page = html(&site);
            let expected =
                ["icon.svg", "base-1.css", "rules.css", "", "rules/", "fr/", "fr/rules/", "es/", "es/rules/"];
            assert_eq!(addresses(&page), expected.map(|name| format!("{root}{name}")), "{url:?}");
        }
    }

    #[test]
    fn it_runs_nothing_and_says_the_policy_first() {
        let page = html(&Site { url: None, stylesheet: "base-1.css".to_owned() });
        assert!(!page.contains("<script") && !page.contains(" style=") && !page.contains("<style"), "{page}");
        let (before, after) =
            page.split_once("<meta http-equiv=\"Content-Security-Policy\" content=\"").expect("a meta");
        assert!(after.starts_with("default-src 'none'; ") && !before.contains("<link"), "{page}");
    }
}
