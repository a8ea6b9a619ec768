//! The names of the groups of rules.

use sitemap_validator_protocol::lang::Lang;

/// The groups in the order of the index; a rule's group is the first word of its id.
pub(crate) const GROUPS: [&str; 24] = [
    "xml",
    "encoding",
    "gzip",
    "http",
    "page",
    "structure",
    "namespace",
    "loc",
    "scope",
    "robots",
    "lastmod",
    "changefreq",
    "priority",
    "index",
    "limits",
    "hreflang",
    "image",
    "video",
    "news",
    "ext",
    "text",
    "feed",
    "compare",
    "advice",
];

/// Returns the name of a group.
pub(crate) fn name(group: &str, lang: Lang) -> &'static str {
    lang.text(match group {
        "xml" => ["XML", "XML", "XML"],
        "encoding" => ["Encoding", "Encodage", "Codificación"],
        "gzip" => ["Gzip", "Gzip", "Gzip"],
        "http" => ["Server responses", "Réponses du serveur", "Respuestas del servidor"],
        "page" => ["Listed pages", "Pages listées", "Páginas indicadas"],
        "structure" => ["Structure", "Structure", "Estructura"],
        "namespace" => ["Namespaces and schemas", "Espaces de noms et schémas", "Espacios de nombres y esquemas"],
        "loc" => ["URLs", "URL", "URL"],
        "scope" => [
            "Scope: host, folder, robots.txt",
            "Portée\u{A0}: hôte, dossier, robots.txt",
            "Ámbito: host, carpeta, robots.txt",
        ],
        "robots" => ["Robots.txt", "Robots.txt", "Robots.txt"],
        "lastmod" => ["Dates", "Dates", "Fechas"],
        "changefreq" => ["Change frequency", "Fréquence de modification", "Frecuencia de cambio"],
        "priority" => ["Priority", "Priorité", "Prioridad"],
        "index" => ["Sitemap indexes and sets", "Index de sitemaps et ensembles", "Índices de sitemaps y conjuntos"],
        "limits" => ["Limits", "Limites", "Límites"],
        "hreflang" => ["Languages: hreflang", "Langues\u{A0}: hreflang", "Idiomas: hreflang"],
        "image" => ["Images", "Images", "Imágenes"],
        "video" => ["Videos", "Vidéos", "Vídeos"],
        "news" => ["News", "Actualités", "Noticias"],
        "ext" => ["Mobile and PageMap", "Mobile et PageMap", "Mobile y PageMap"],
        "text" => ["Text sitemaps", "Sitemaps texte", "Sitemaps de texto"],
        "compare" => ["Two versions", "Deux versions", "Dos versiones"],
        "feed" => ["RSS and Atom", "RSS et Atom", "RSS y Atom"],
        "advice" => ["Advice", "Conseils", "Consejos"],
        _ => ["Others", "Autres", "Otras"],
    })
}

#[cfg(test)]
mod tests {
    use sitemap_validator::Rule;

    use super::*;

    #[test]
    fn every_rule_is_in_a_group() {
        for rule in Rule::ALL {
            assert!(GROUPS.contains(&rule.group()), "{} is in {}", rule.id(), rule.group());
            assert_ne!(name(rule.group(), Lang::En), "Others");
        }
    }
}
