//! The front page in each language, made from the page that the app's build produces.

use std::fmt::Write as _;

use crate::html::escaped;
use crate::rule::json;
use crate::site::Site;
use sitemap_validator_protocol::lang::Lang;
use sitemap_validator_web::{FirstView, first_view};

const BEGIN: &str = "<!--site-->";
const END: &str = "<!--/site-->";

/// The text of a language in the head of the front page and before the app has loaded.
struct Words {
    title: &'static str,
    description: &'static str,
    heading: &'static str,
    noscript: &'static str,
}

fn words(lang: Lang) -> Words {
    Words {
        title: lang.text([
            "Sitemap validator: each problem with line, column and fix",
            "Validateur de sitemaps\u{A0}: chaque problème avec sa ligne, sa colonne et sa correction",
            "Validador de sitemaps: cada problema con su línea, su columna y su corrección",
        ]),
        description: lang.text([
            "Check an XML sitemap, sitemap index, text sitemap or feed in your browser. See each problem with its line, its column and a fix. Nothing is uploaded.",
            "Vérifiez un sitemap XML, un index de sitemaps, un sitemap texte ou un flux dans votre navigateur. Voyez chaque problème avec sa ligne, sa colonne et une correction. Rien n’est envoyé.",
            "Compruebe un sitemap XML, un índice de sitemaps, un sitemap de texto o un feed en su navegador. Vea cada problema con su línea, su columna y una corrección. No se envía nada.",
        ]),
        heading: lang.text(["Sitemap validator", "Validateur de sitemaps", "Validador de sitemaps"]),
        noscript: lang.text([
            "The validator runs in your browser as WebAssembly, so it needs JavaScript. The checks are described below.",
            "Le validateur s’exécute dans votre navigateur en WebAssembly\u{A0}: il a besoin de JavaScript. Les vérifications sont décrites ci-dessous.",
            "El validador se ejecuta en su navegador como WebAssembly, así que necesita JavaScript. Las comprobaciones se describen más abajo.",
        ]),
    }
}

/// Returns the front page in `lang`, made from `built`, the page of the app; `about` is the static text in that
/// language, `None` to keep the existing text.
///
/// # Errors
/// If the page lacks a part; the error names it.
pub(crate) fn html(built: &str, about: Option<&str>, lang: Lang, site: &Site) -> Result<String, String> {
    let mut page = without(built, BEGIN, END);
    let words = words(lang);
    let root = if lang == Lang::En { "" } else { "../" };
    page = put(&page, "<title>", "</title>", &escaped(words.title))?;
    page = put(&page, "<meta name=\"description\" content=\"", "\"", &escaped(words.description))?;
    page = put(&page, "<script type=\"application/ld+json\">", "</script>", &data(&words, lang, site))?;
    if lang != Lang::En {
        page = put(&page, "<html lang=\"", ">", &format!("{}\" data-root=\"{root}\"", lang.tag()))?;
        page = put(&page, "<h1>", "</h1>", &escaped(words.heading))?;
        page =
            put(&page, "<noscript>", "</noscript>", &format!("<p class=\"loading\">{}</p>", escaped(words.noscript)))?;
        page = rooted(&page, root);
    }
    if let Some(about) = about {
        let about = &rooted(about, root);
        page = put(&page, "<p class=\"promise\">", "</p>", between(about, "<p class=\"promise\">", "</p>")?)?;
        let begin = "<div class=\"about\">";
        let text = &about[about.find(begin).ok_or("the translated text has no `about`")? + begin.len()..];
        let text = &text[..text.rfind("</div>").ok_or("the translated `about` is not closed")?];
        let (before, rest) = page.split_once(begin).ok_or("index.html has no `about`")?;
        let (_, after) = rest.split_once("</main>").ok_or("index.html has no end of `main`")?;
        page = format!("{before}{begin}{text}</div>\n    </main>{after}");
    }
    let view = first_view(lang, false);
    page = put(&page, "<div id=\"tools\">", "<!--/tools-->", &view.tools)?;
    page = put(&page, "<div id=\"app\">", "<!--/app-->", &view.app)?;
    // The other pages have their own language.
    let templates = if lang == Lang::En { templates(false) } else { String::new() };
    page = put(&page, "<!--templates-->", "<!--/templates-->", &templates)?;
    let alternates = site.alternates("", lang, if root.is_empty() { "./" } else { root });
    let card = site.card("", lang, words.title, words.description);
    let (head, rest) = page.split_once("</head>").ok_or("index.html has no head")?;
    Ok(format!("{head}{BEGIN}\n{alternates}{card}{}{END}</head>{rest}", script(root)))
}

/// Returns the script that runs before the first view is drawn. It must be last in the head, because browsers load
/// nothing ahead while a script blocks a document that has its own policy. The build puts `theme.js` in front of
/// `early.js`.
pub(crate) fn script(root: &str) -> String {
    format!("<script src=\"{root}early.js\"></script>\n")
}

/// Returns the first view in other languages for `web/early.js`, which chooses the visitor's language.
pub(crate) fn templates(is_embedded: bool) -> String {
    let mut out = String::new();
    for lang in Lang::ALL.into_iter().filter(|lang| is_embedded || *lang != Lang::En) {
        let FirstView { tools, app } = first_view(lang, is_embedded);
        let (tag, heading) = (lang.tag(), escaped(words(lang).heading));
        let _ = write!(
            out,
            "<template lang=\"{tag}\" data-heading=\"{heading}\"><div>{tools}</div><div>{app}</div></template>"
        );
    }
    out
}

fn data(words: &Words, lang: Lang, site: &Site) -> String {
    let mut out = format!(
        "{{\"@context\":\"https://schema.org\",\"@type\":\"WebApplication\",\"name\":{},\"description\":{},\
        \"applicationCategory\":\"DeveloperApplication\",\"operatingSystem\":\"Any\",\
        \"browserRequirements\":\"Requires WebAssembly\",\"inLanguage\":\"{}\",\
        \"offers\":{{\"@type\":\"Offer\",\"price\":\"0\",\"priceCurrency\":\"EUR\"}}",
        json(words.heading),
        json(words.description),
        lang.tag()
    );
    if let Some(url) = &site.url {
        let _ = write!(out, ",\"url\":{}", json(&format!("{url}{}", lang.folder())));
    }
    out.push('}');
    out.replace('<', "\\u003c")
}

/// Replaces the text between `begin` and the next `end` in `page`.
fn put(page: &str, begin: &str, end: &str, text: &str) -> Result<String, String> {
    let found = between(page, begin, end).map_err(|_| format!("index.html has no `{begin}`"))?;
    let at = found.as_ptr() as usize - page.as_ptr() as usize;
    Ok(format!("{}{text}{}", &page[..at], &page[at + found.len()..]))
}

fn between<'a>(page: &'a str, begin: &str, end: &str) -> Result<&'a str, String> {
    let rest = page.split_once(begin).map(|(_, rest)| rest);
    rest.and_then(|rest| rest.split_once(end)).map(|(text, _)| text).ok_or_else(|| format!("no `{begin}`"))
}

fn without(page: &str, begin: &str, end: &str) -> String {
    match (page.find(begin), page.find(end)) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &page[..from], &page[to + end.len()..]),
        _ => page.to_owned(),
    }
}

/// Puts `root` before the URLs of the site's own files.
fn rooted(page: &str, root: &str) -> String {
    let mut out = String::with_capacity(page.len() + 256);
    let mut rest = page;
    let names = [" href=\"", " src=\"", " data-js=\"", " data-wasm=\"", " data-offline=\""];
    while let Some((at, name)) = names.iter().filter_map(|name| rest.find(name).map(|at| (at, name.len()))).min() {
        let (before, value) = rest.split_at(at + name);
        out.push_str(before);
        let own = !value.starts_with('#')
            && !value.starts_with('/')
            && !value.split('"').next().unwrap_or_default().contains(':');
        if own {
            out.push_str(root);
        }
        rest = if own { value.strip_prefix("./").unwrap_or(value) } else { value };
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUILT: &str = r##"<!doctype html><html lang="en"><head><title>a</title><meta name="description" content="b"><link rel="icon" href="data:image/svg+xml,x"><link rel="stylesheet" href="./base-1.css"><script type="application/ld+json">{}</script><script type="module" src="./boot.js" data-js="./a.js" data-wasm="./a.wasm"></script></head><body><h1>Sitemap validator</h1><p class="promise">p</p><main><div id="tools"><!--/tools--></div><noscript><p>n</p></noscript><div id="app"><!--/app--></div><div class="about"><div>old</div><a href="#x">y</a></div></main><!--templates--><!--/templates--></body></html>"##;

    #[test]
    fn the_page_is_put_into_another_language() {
        let site = Site { url: Some("https://tidepool.page/".into()), stylesheet: String::new() };
        let about =
            "<p class=\"promise\">Déposez</p>\n<div class=\"about\"><div>neuf</div><a href=\"fr/rules/\">r</a></div>\n";
        let page = html(BUILT, Some(about), Lang::Fr, &site).expect("a page");
        for part in [
            "<html lang=\"fr\" data-root=\"../\">",
            "<p class=\"promise\">Déposez</p>",
            "<div>neuf</div><a href=\"../fr/rules/\">r</a></div>",
            "href=\"../base-1.css\"",
            "src=\"../early.js\"",
            "data-js=\"../a.js\" data-wasm=\"../a.wasm\"",
            "href=\"data:image/svg+xml,x\"",
            "<textarea id=\"text\"",
            "Choisir des fichiers",
            "hreflang=\"es\" href=\"https://tidepool.page/es/\"",
            "<link rel=\"canonical\" href=\"https://tidepool.page/fr/\">",
            "\"inLanguage\":\"fr\"",
            "<meta property=\"og:title\" content=\"Validateur de sitemaps",
            "<meta property=\"og:image\" content=\"https://tidepool.page/card.png\">",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("<div>old") && !page.contains("\"./"), "{page}");
    }

    #[test]
    fn a_second_run_changes_nothing() {
        let site = Site { url: None, stylesheet: String::new() };
        let once = html(BUILT, None, Lang::En, &site).expect("a page");
        assert!(once.contains("og:title") && !once.contains("og:image"), "{once}");
        for lang in Lang::ALL {
            assert_eq!(html(&once, None, lang, &site), html(BUILT, None, lang, &site), "{lang:?}");
        }
        assert!(html("<html></html>", None, Lang::En, &site).is_err());
    }
}
