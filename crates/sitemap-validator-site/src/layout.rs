//! The parts that all pages except the app share: head, header and footer.

use std::fmt::Write as _;

use crate::html::escaped;
use crate::site::Site;
use sitemap_validator_protocol::lang::Lang;

/// The app's page, which contains the policy for hosts that do not send one.
const APP: &str = include_str!("../../../index.html");

/// A page to write.
pub(crate) struct Layout<'a> {
    /// The language of the page.
    pub(crate) lang: Lang,
    /// Its path in the language's folder, such as `rules/loc-empty.html`; empty for the folder's own page.
    pub(crate) path: &'a str,
    /// The title as plain text.
    pub(crate) title: &'a str,
    /// One or two sentences for search results, as plain text.
    pub(crate) description: &'a str,
    /// Structured data as JSON; may be empty.
    pub(crate) data: &'a str,
    /// The content of `main`, as HTML.
    pub(crate) main: &'a str,
    /// The scripts of the page, by their names at the root.
    pub(crate) scripts: &'a [&'a str],
}

impl Layout<'_> {
    /// Returns the whole document.
    pub(crate) fn html(&self, site: &Site) -> String {
        let lang = self.lang;
        let root = "../".repeat(self.lang.folder().matches('/').count() + self.path.matches('/').count());
        let home = if lang == Lang::En { root.clone() } else { format!("{root}{}", lang.folder()) };
        let alternates = site.alternates(self.path, lang, &root);
        let mut languages = String::new();
        for other in Lang::ALL {
            let current = if other == lang { " aria-current=\"true\"" } else { "" };
            let _ = writeln!(
                languages,
                "<a href=\"{root}{}{}\" lang=\"{tag}\" hreflang=\"{tag}\"{current}>{}</a>",
                other.folder(),
                self.path,
                other.name(),
                tag = other.tag(),
            );
        }
        let data = if self.data.is_empty() {
            String::new()
        } else {
            // In a script element, only `</` and `<!--` are special; without `<`, neither can occur.
            format!("<script type=\"application/ld+json\">{}</script>\n", self.data.replace('<', "\\u003c"))
        };
        let mut script = String::new();
        for name in self.scripts {
            let _ = writeln!(script, "<script src=\"{root}{name}\" defer></script>");
        }
        format!(
            "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\">\n{policy}\n<title>{title}</title>\n\
            <meta name=\"description\" content=\"{description}\">\n\
            <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
            <meta name=\"color-scheme\" content=\"light dark\">\n{alternates}\
            <link rel=\"icon\" href=\"{root}icon.svg\">\n\
            <script src=\"{root}theme.js\"></script>\n<link rel=\"stylesheet\" href=\"{root}{base}\">\n\
            <link rel=\"stylesheet\" href=\"{root}rules.css\">\n{data}{script}</head>\n<body class=\"page\">\n\
            <a class=\"skip\" href=\"#main\">{skip}</a>\n\
            <header class=\"page-top\">\n<a class=\"page-home\" href=\"{home}\">{name}</a>\n\
            <nav aria-label=\"{nav}\"><a href=\"{home}rules/\">{rules}</a> <a href=\"{home}embed/\">{embed}</a></nav>\n\
            <nav class=\"languages\" aria-label=\"{language}\">\n{languages}</nav>\n</header>\n\
            <main id=\"main\">\n{main}</main>\n\
            <footer class=\"page-end\"><p>{promise} <a href=\"{home}\">{open}</a> \
            <a href=\"{root}licenses.txt\" hreflang=\"en\">{licenses}</a></p></footer>\n</body>\n</html>\n",
            tag = lang.tag(),
            policy = policy(),
            title = escaped(self.title),
            description = escaped(self.description),
            base = site.stylesheet,
            skip = lang.text(["Skip to content", "Aller au contenu", "Ir al contenido"]),
            name = lang.text(["Sitemap validator", "Validateur de sitemaps", "Validador de sitemaps"]),
            nav = lang.text(["Site", "Site", "Sitio"]),
            embed = lang.text(["Embed", "Intégrer", "Integrar"]),
            rules = lang.text(["Rules", "Règles", "Reglas"]),
            language = lang.text(["Language", "Langue", "Idioma"]),
            main = self.main,
            promise = lang.text([
                "The validator runs in your browser: nothing is uploaded.",
                "Le validateur s’exécute dans votre navigateur\u{A0}: rien n’est envoyé.",
                "El validador se ejecuta en su navegador: no se envía nada.",
            ]),
            open = lang.text(["Check a sitemap", "Vérifier un sitemap", "Comprobar un sitemap"]),
            licenses = lang.text(["Third-party licenses", "Licences tierces", "Licencias de terceros"]),
        )
    }
}

/// Returns the `meta` element with the policy.
pub(crate) fn policy() -> &'static str {
    let from = APP.find("<meta http-equiv=\"Content-Security-Policy\"").unwrap_or(APP.len());
    APP[from..].lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notices_of_others_are_linked_from_every_depth() {
        let site = Site { url: None, stylesheet: "base-1.css".to_owned() };
        for (lang, path, link) in [
            (Lang::En, "rules/", "<a href=\"../licenses.txt\" hreflang=\"en\">Third-party licenses</a>"),
            (Lang::Fr, "rules/loc-empty.html", "<a href=\"../../licenses.txt\" hreflang=\"en\">Licences tierces</a>"),
            (Lang::Es, "embed/", "<a href=\"../../licenses.txt\" hreflang=\"en\">Licencias de terceros</a>"),
        ] {
            let page = Layout { lang, path, title: "", description: "", data: "", main: "", scripts: &[] }.html(&site);
            let (_, footer) = page.split_once("<footer").expect("a footer");
            assert!(footer.contains(link), "{footer}");
        }
    }
}
