//! The page on which authors of other sites choose the look of the widget and copy two lines of HTML.

use std::fmt::Write as _;

use sitemap_validator_protocol::lang::Lang;

use crate::html::{escaped, inline};
use crate::layout::Layout;
use crate::site::Site;

/// The path of the page in the language's folder.
pub(crate) const PATH: &str = "embed/";

/// The profiles: the name for the widget, the displayed name, and whether the profile is used by default.
const PROFILES: [(&str, &str, bool); 6] = [
    ("sitemaps.org", "sitemaps.org", true),
    ("google", "Google", true),
    ("bing", "Bing", true),
    ("yandex", "Yandex", false),
    ("baidu", "Baidu", false),
    ("legacy", "", false),
];

/// Returns the page in `lang`.
pub(crate) fn html(lang: Lang, site: &Site) -> String {
    let title = lang.text([
        "Add the sitemap validator to your page",
        "Intégrer le validateur de sitemaps à votre page",
        "Integrar el validador de sitemaps en su página",
    ]);
    let description = lang.text([
        "Two lines of HTML put the validator into any page. Your visitors’ sitemaps are checked in their browsers: nothing is uploaded.",
        "Deux lignes de HTML intègrent le validateur à n’importe quelle page. Les sitemaps de vos visiteurs sont vérifiés dans leur navigateur\u{A0}: rien n’est envoyé.",
        "Dos líneas de HTML integran el validador en cualquier página. Los sitemaps de sus visitantes se comprueban en su navegador: no se envía nada.",
    ]);
    let main = format!(
        "<h1>{title}</h1>\n<p>{}</p>\n{}{}{}{}",
        escaped(description),
        form(lang),
        codes(lang, site),
        preview(lang),
        notes(lang),
    );
    let layout =
        Layout { lang, path: PATH, title, description, data: "", main: &main, scripts: &["embedding.js", "embed.js"] };
    layout.html(site)
}

fn form(lang: Lang) -> String {
    let option = |value: &str, text: &str| format!("<option value=\"{value}\">{text}</option>");
    let auto =
        lang.text(["Same as the visitor’s system", "Comme le système du visiteur", "Como el sistema del visitante"]);
    let themes = option("", auto)
        + &option("light", lang.text(["Light", "Clair", "Claro"]))
        + &option("dark", lang.text(["Dark", "Sombre", "Oscuro"]));
    let around =
        lang.text(["Same as the surrounding page", "Celle de la page qui l’entoure", "El de la página que lo rodea"]);
    let mut languages = option("", around);
    for other in Lang::ALL {
        languages.push_str(&option(other.tag(), other.name()));
    }
    let mut profiles = String::new();
    for (name, shown, on) in PROFILES {
        let shown = if shown.is_empty() {
            lang.text(["Legacy profile", "Profil historique", "Perfil heredado"])
        } else {
            shown
        };
        let on = if on { " checked" } else { "" };
        let _ = writeln!(
            profiles,
            "<label><input type=\"checkbox\" name=\"profile\" value=\"{name}\"{on}> {shown}</label>"
        );
    }
    format!(
        "<form class=\"embedding\" id=\"options\">\n\
        <p><label for=\"theme\">{theme}</label> <select id=\"theme\" name=\"theme\">{themes}</select></p>\n\
        <p><label for=\"lang\">{language}</label> <select id=\"lang\" name=\"lang\">{languages}</select></p>\n\
        <p><label><input type=\"checkbox\" name=\"coloured\"> {own}</label> \
        <label class=\"unseen\" for=\"accent\">{colour}</label> <input type=\"color\" id=\"accent\" name=\"accent\" value=\"#1d5bb8\"></p>\n\
        <p><label><input type=\"checkbox\" name=\"compact\"> {compact}</label></p>\n\
        <p><label for=\"height\">{height}</label> <input id=\"height\" name=\"height\" type=\"number\" min=\"200\" max=\"4000\" step=\"1\"></p>\n\
        <p><label for=\"url\">{address}</label> <input id=\"url\" name=\"url\" type=\"url\" placeholder=\"https://example.com/sitemap.xml\"></p>\n\
        <fieldset><legend>{against}</legend>\n{profiles}</fieldset>\n\
        <fieldset><legend>{strictly}</legend>\n\
        <label><input type=\"checkbox\" name=\"pedantic\"> {pedantic}</label>\n\
        <label><input type=\"checkbox\" name=\"strict\"> {strict}</label>\n</fieldset>\n</form>\n",
        theme = lang.text(["Theme", "Thème", "Tema"]),
        language = lang.text(["Language", "Langue", "Idioma"]),
        own = lang.text(["Custom color", "Couleur personnalisée", "Color personalizado"]),
        colour = lang.text(["Color", "Couleur", "Color"]),
        compact = lang.text([
            "Compact: only input and result",
            "Compact\u{A0}: seulement la saisie et le résultat",
            "Compacto: solo la entrada y el resultado",
        ]),
        height = lang.text([
            "Height in pixels (leave empty to fit the content)",
            "Hauteur en pixels (vide\u{A0}: celle du contenu)",
            "Altura en píxeles (vacío: la del contenido)",
        ]),
        address = lang.text([
            "URL of the sitemap, if it is always the same",
            "URL du sitemap, si c’est toujours la même",
            "URL del sitemap, si siempre es la misma",
        ]),
        against = lang.text(["Check against", "Vérifier selon", "Comprobar según"]),
        strictly = lang.text(["Strictness", "Niveau d’exigence", "Nivel de exigencia"]),
        pedantic = lang.text(["Pedantic", "Pointilleux", "Minucioso"]),
        strict = lang.text(["Strict schema", "Schéma strict", "Esquema estricto"]),
    )
}

fn codes(lang: Lang, site: &Site) -> String {
    let base = site.url.as_deref().unwrap_or("https://example.com/");
    let link = lang.text(["Check your sitemap", "Vérifier votre sitemap", "Compruebe su sitemap"]);
    let element = format!(
        "<script async src=\"{base}embed.js\"></script>\n<sitemap-validator><a href=\"{base}{}\">{link}</a></sitemap-validator>",
        lang.folder()
    );
    let frame = format!(
        "<div><iframe src=\"{base}embed.html#scroll=1\" title=\"{}\" width=\"100%\" height=\"600\" frameborder=\"0\" loading=\"lazy\" allow=\"clipboard-write\"></iframe></div>",
        lang.text(["Sitemap validator", "Validateur de sitemaps", "Validador de sitemaps"]),
    );
    let copy = lang.text(["Copy", "Copier", "Copiar"]);
    let copied = lang.text(["Copied", "Copié", "Copiado"]);
    let selected = lang.text([
        "Selected: press Ctrl+C to copy",
        "Sélectionné\u{A0}: appuyez sur Ctrl+C pour copier",
        "Seleccionado: pulse Ctrl+C para copiar",
    ]);
    let block = |id: &str, heading: &str, text: &str, code: &str| {
        format!(
            "<h2 id=\"{id}-heading\">{}</h2>\n<p>{}</p>\n<div class=\"code\"><pre tabindex=\"0\" aria-labelledby=\"{id}-heading\"><code id=\"{id}\">{}</code></pre>\
            <button type=\"button\" data-copy=\"{id}\" data-done=\"{copied}\" data-not=\"{selected}\" hidden>{copy}</button>\
            <span class=\"unseen\" role=\"status\"></span></div>\n",
            escaped(heading),
            inline(text),
            escaped(code)
        )
    };
    block(
        "element",
        lang.text(["The widget", "Le widget", "El widget"]),
        lang.text([
            "Add these two lines where the validator should appear. It grows with its content and reports results to your page.",
            "Ajoutez ces deux lignes à l’endroit où le validateur doit apparaître. Il s’adapte à la hauteur de son contenu et transmet les résultats à votre page.",
            "Añada estas dos líneas donde deba aparecer el validador. Se adapta a la altura de su contenido y envía los resultados a su página.",
        ]),
        &element,
    ) + &block(
        "frame",
        lang.text(["Frame only", "Un cadre seul", "Solo un marco"]),
        lang.text([
            "For sites that allow frames but no third-party scripts. The frame scrolls instead of growing.",
            "Pour les sites qui autorisent les cadres, mais pas les scripts tiers. Le cadre défile au lieu de s’agrandir.",
            "Para sitios que permiten marcos, pero no scripts de terceros. El marco se desplaza en lugar de crecer.",
        ]),
        &frame,
    )
}

fn preview(lang: Lang) -> String {
    format!(
        "<h2 id=\"preview-heading\">{}</h2>\n<div id=\"preview\"><noscript><p>{}</p></noscript></div>\n",
        lang.text(["Preview", "Aperçu", "Vista previa"]),
        lang.text(
            ["The preview needs scripts.", "L’aperçu a besoin de scripts.", "La vista previa necesita scripts.",]
        ),
    )
}

fn notes(lang: Lang) -> String {
    let items = [
        lang.text([
            "In WordPress, paste either snippet into a “Custom HTML” block as an administrator or editor. WordPress strips it from what authors and contributors save.",
            "Dans WordPress, l’un ou l’autre code se place dans un bloc «\u{A0}HTML personnalisé\u{A0}» enregistré par un administrateur ou un éditeur. WordPress le retire de ce qu’enregistrent les auteurs et les contributeurs.",
            "En WordPress, cualquiera de los dos códigos va en un bloque «HTML personalizado» que guarda un administrador o un editor. WordPress lo quita de lo que guardan autores y colaboradores.",
        ]),
        lang.text([
            "If your page has a Content Security Policy, allow this site in `script-src` and `frame-src`. Nothing else is needed.",
            "Si votre page a une Content Security Policy, autorisez ce site dans `script-src` et `frame-src`. Rien d’autre n’est nécessaire.",
            "Si su página tiene una Content Security Policy, permita este sitio en `script-src` y `frame-src`. No hace falta nada más.",
        ]),
        lang.text([
            "The frame has a different origin: it cannot read your page, and your page receives only its results.",
            "Le cadre a une autre origine\u{A0}: il ne peut pas lire votre page, et votre page ne reçoit que ses résultats.",
            "El marco tiene otro origen: no puede leer su página, y su página solo recibe sus resultados.",
        ]),
        lang.text([
            "The element has the methods `validate(input, name)`, `report()` and `reset()`, and the events `ready`, `progress`, `result` and `error`.",
            "L’élément a les méthodes `validate(input, name)`, `report()` et `reset()`, et les événements `ready`, `progress`, `result` et `error`.",
            "El elemento tiene los métodos `validate(input, name)`, `report()` y `reset()`, y los eventos `ready`, `progress`, `result` y `error`.",
        ]),
    ];
    let mut out = format!("<h2>{}</h2>\n<ul class=\"plain\">\n", lang.text(["Notes", "Remarques", "Notas"]));
    for item in items {
        let _ = writeln!(out, "<li>{}</li>", inline(item));
    }
    out.push_str("</ul>\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_to_copy_is_shown_as_text_with_the_address_of_the_site() {
        let site = Site { url: Some("https://tidepool.page/".into()), stylesheet: "base-1.css".into() };
        for lang in Lang::ALL {
            let page = html(lang, &site);
            assert!(page.contains("&lt;script async src=&quot;https://tidepool.page/embed.js&quot;&gt;"), "{page}");
            assert!(page.contains("https://tidepool.page/embed.html#scroll=1"), "{page}");
            let root = if lang == Lang::En { "../" } else { "../../" };
            assert!(page.contains(&format!("<script src=\"{root}embedding.js\" defer>")), "{page}");
        }
    }
}
