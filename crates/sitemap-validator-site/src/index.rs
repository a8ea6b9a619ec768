//! The index of the rules.

use std::fmt::Write as _;

use crate::groups;
use crate::html::{escaped, inline};
use crate::layout::Layout;
use crate::rule::{Told, mark, severity_class, word};
use crate::site::Site;
use sitemap_validator_protocol::lang::Lang;

/// Returns the index of `rules` in `lang`.
pub(crate) fn html(rules: &[Told<'_>], lang: Lang, site: &Site) -> String {
    let title = lang.text(["Sitemap rules", "Règles des sitemaps", "Reglas de los sitemaps"]);
    let description = format!(
        "{} {}",
        rules.len(),
        lang.text([
            "rules for sitemaps, by group: what each one reports, why it matters, its source, and how to fix it.",
            "règles pour les sitemaps, par groupe : ce que chacune détecte, pourquoi c’est important, sa source et comment corriger.",
            "reglas para sitemaps, por grupo: qué detecta cada una, por qué importa, su fuente y cómo corregirlo.",
        ])
    );
    let mut main = format!("<h1>{title}</h1>\n<p>{}</p>\n", escaped(&description));
    // Search needs scripts, so rules.js shows the search field.
    let _ = writeln!(
        main,
        "<search class=\"find\" hidden><label for=\"find\">{}</label> <input id=\"find\" type=\"search\" autocomplete=\"off\" \
        spellcheck=\"false\"> <span id=\"found\" role=\"status\" data-one=\"{}\" data-many=\"{}\"></span></search>",
        lang.text(["Search", "Rechercher", "Buscar"]),
        lang.text(["rule", "règle", "regla"]),
        lang.text(["rules", "règles", "reglas"]),
    );
    let mut contents = String::new();
    for group in groups::GROUPS {
        let _ = writeln!(contents, "<li><a href=\"#{group}\">{}</a></li>", escaped(groups::name(group, lang)));
    }
    let _ = write!(
        main,
        "<nav class=\"groups-nav\" aria-label=\"{}\"><ul>\n{contents}</ul></nav>\n",
        lang.text(["Groups", "Groupes", "Grupos"])
    );
    for group in groups::GROUPS {
        let _ = write!(
            main,
            "<section class=\"rules-group\" aria-labelledby=\"{group}\">\n<h2 id=\"{group}\">{}</h2>\n<ul class=\"rules-list\">\n",
            escaped(groups::name(group, lang))
        );
        for told in rules.iter().filter(|told| told.rule.group() == group) {
            let severity = told.rule.info().severity;
            let _ = writeln!(
                main,
                "<li><span class=\"severity {}\" title=\"{word}\"><span aria-hidden=\"true\">{}</span><span class=\"unseen\">{word}: \
                </span></span> <a href=\"{id}.html\">{}</a> <code>{id}</code></li>",
                severity_class(severity),
                mark(severity),
                inline(&told.title()),
                word = word(severity, lang),
                id = told.rule.id(),
            );
        }
        main.push_str("</ul>\n</section>\n");
    }
    Layout {
        lang,
        path: "rules/",
        title: &format!(
            "{title} · {}",
            lang.text(["Sitemap validator", "Validateur de sitemaps", "Validador de sitemaps"])
        ),
        description: &description,
        data: "",
        main: &main,
        scripts: &["rules.js"],
    }
    .html(site)
}
