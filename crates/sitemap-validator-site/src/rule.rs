//! The page of a rule.

use std::fmt::Write as _;

use rule_pages::{Page, Piece, Role};
use sitemap_validator::Rule;
use sitemap_validator::Severity;
use sitemap_validator::registry::{Activation, Repair};

use crate::example::{Example, Opened};
use crate::groups;
use crate::html::{blocks, escaped, inline, plain};
use crate::layout::Layout;
use crate::site::Site;
use sitemap_validator_protocol::lang::Lang;

/// A rule with its page in a language.
pub(crate) struct Told<'a> {
    /// The rule.
    pub(crate) rule: Rule,
    /// Its page in English.
    pub(crate) english: &'a Page<'a>,
    /// Its page in the language, if there is one.
    pub(crate) own: Option<&'a Page<'a>>,
    /// The source files that report it.
    pub(crate) reporters: &'a [String],
}

impl Told<'_> {
    fn page(&self) -> &Page<'_> {
        self.own.unwrap_or(self.english)
    }

    /// Returns its title: one line of Markdown.
    pub(crate) fn title(&self) -> String {
        let page = self.page();
        // In English, the heading is the id.
        if page.heading == self.rule.id() {
            return page.summary.trim().trim_end_matches('.').to_owned();
        }
        page.heading.to_owned()
    }

    /// Returns the whole document in `lang`.
    pub(crate) fn html(&self, lang: Lang, site: &Site) -> String {
        let title = self.title();
        let name = plain(&title);
        let id = self.rule.id();
        let path = format!("rules/{id}.html");
        let description = plain(self.page().summary.trim());
        let description = format!(
            "{description} {}",
            lang.text([
                "What it means for a sitemap, why it matters, and how to fix it.",
                "Ce que cela signifie pour un sitemap, pourquoi c’est important et comment le corriger.",
                "Qué significa para un sitemap, por qué importa y cómo corregirlo.",
            ])
        );
        let head = format!("{name} · {}", lang.text(["Sitemap rule", "Règle de sitemap", "Regla de sitemap"]));
        let layout = Layout {
            lang,
            path: &path,
            title: &head,
            description: &description,
            data: &data(&name, &description, lang),
            main: &self.main(lang, &title),
            scripts: &[],
        };
        layout.html(site)
    }

    fn main(&self, lang: Lang, title: &str) -> String {
        let (page, rule) = (self.page(), self.rule);
        let group = groups::name(rule.group(), lang);
        let mut out = format!(
            "<nav class=\"crumbs\" aria-label=\"{}\"><a href=\"./\">{}</a> › <a href=\"./#{}\">{}</a></nav>\n\
            <h1>{}</h1>\n{}",
            lang.text(["You are here", "Vous êtes ici", "Usted está aquí"]),
            lang.text(["Rules", "Règles", "Reglas"]),
            rule.group(),
            escaped(group),
            inline(title),
            facts(rule, lang),
        );
        // In English, the title already is the summary.
        if self.own.is_some() {
            out.push_str(&blocks(&page.summary));
        }
        let sections = [
            (["When it is reported", "Quand elle se déclenche", "Cuándo se activa"], page.section("What")),
            (["Why it matters", "Pourquoi c’est important", "Por qué importa"], page.section("Why")),
            (["What to do", "Que faire", "Qué hacer"], page.section("What to do")),
        ];
        for (heading, body) in sections {
            let _ = write!(out, "<h2>{}</h2>\n{}", lang.text(heading), blocks(body));
        }
        let _ = writeln!(out, "<h2>{}</h2>", lang.text(["Examples", "Exemples", "Ejemplos"]));
        let _ = write!(out, "{}", self.examples(lang));
        let foreign = if lang == Lang::En { "" } else { " lang=\"en\"" };
        let _ = write!(
            out,
            "<h2>{}</h2>\n<div{foreign}>{}</div>\n",
            lang.text(["Sources", "Sources", "Fuentes"]),
            blocks(self.english.section("Source"))
        );
        if !self.reporters.is_empty() {
            let files: Vec<String> =
                self.reporters.iter().map(|file| format!("<code>{}</code>", escaped(file))).collect();
            let reported = lang.text(["Reported by", "Signalée par", "La señala"]);
            let _ = writeln!(out, "<p>{reported} {}</p>", files.join(", "));
        }
        out
    }

    fn examples(&self, lang: Lang) -> String {
        let mut out = String::new();
        for piece in &self.english.examples {
            match piece {
                // The sentences between the examples exist only in English; the labels are sufficient in other
                // languages.
                Piece::Text(text) if lang == Lang::En => out.push_str(&blocks(text)),
                Piece::Text(_) => {}
                Piece::Block(block) => figure(&mut out, self.rule, &Example::read(block), lang),
            }
        }
        out
    }
}

fn figure(out: &mut String, rule: Rule, example: &Example<'_>, lang: Lang) {
    let (class, label) = match example.role {
        Some(Role::Bad) => ("bad", lang.text(["✕ Shows the problem", "✕ Montre le problème", "✕ Muestra el problema"])),
        Some(Role::Good) => ("good", lang.text(["✓ Correct", "✓ Correct", "✓ Correcto"])),
        Some(Role::Fixed) => ("good", lang.text(["✓ Fixed", "✓ Corrigé", "✓ Corregido"])),
        None => ("aside", "robots.txt"),
    };
    let shown = example.opened.as_ref().filter(|opened| opened.shows(rule) == (example.role == Some(Role::Bad)));
    let link = shown.map(|opened| open(opened, lang)).unwrap_or_default();
    let _ = write!(
        out,
        "<figure class=\"example {class}\">\n<figcaption><span>{label}</span>{link}</figcaption>\n\
        <pre tabindex=\"0\"><code>{}</code></pre>\n</figure>\n",
        example.html()
    );
}

fn open(opened: &Opened<'_>, lang: Lang) -> String {
    let label = lang.text(["Open in the validator", "Ouvrir dans le validateur", "Abrir en el validador"]);
    format!(" <a class=\"try\" href=\"../{}\">{label}</a>", escaped(&opened.fragment(lang)))
}

/// Returns the severity, the id and the condition under which the rule is active.
fn facts(rule: Rule, lang: Lang) -> String {
    let info = rule.info();
    let repair = match info.repair {
        Repair::Safe => lang.text(["safe fix", "correction sûre disponible", "tiene una corrección segura"]),
        Repair::Suggest => lang.text(["suggested fix", "propose une correction", "propone una corrección"]),
        Repair::Manual => lang.text(["manual fix", "à corriger à la main", "se corrige a mano"]),
    };
    let active = match info.default {
        Activation::On => "",
        Activation::Pedantic => {
            lang.text(["style advice, off by default", "seulement en mode pointilleux", "solo en modo minucioso"])
        }
        Activation::Overlay => lang.text([
            "only when its search engine is selected",
            "seulement avec le profil de son moteur de recherche",
            "solo con el perfil de su buscador",
        ]),
        Activation::Legacy => lang.text([
            "only with the legacy profile",
            "seulement avec le profil historique",
            "solo con el perfil heredado",
        ]),
    };
    let mut out = format!(
        "<p class=\"facts\"><span class=\"severity {class}\"><span aria-hidden=\"true\">{mark}</span> {word}</span> \
        <code>{id}</code> <span>{repair}</span>",
        class = severity_class(info.severity),
        mark = mark(info.severity),
        word = word(info.severity, lang),
        id = rule.id(),
    );
    if !active.is_empty() {
        let _ = write!(out, " <span>{}</span>", inline(active));
    }
    out.push_str("</p>\n");
    out
}

/// Returns the style sheet class of a severity.
pub(crate) fn severity_class(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// Returns the symbol of a severity.
pub(crate) fn mark(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "✕",
        Severity::Warning => "▲",
        Severity::Info => "i",
    }
}

/// Returns the name of a severity.
pub(crate) fn word(severity: Severity, lang: Lang) -> &'static str {
    match severity {
        Severity::Error => lang.text(["Error", "Erreur", "Error"]),
        Severity::Warning => lang.text(["Warning", "Avertissement", "Advertencia"]),
        Severity::Info => lang.text(["Remark", "Remarque", "Observación"]),
    }
}

fn data(title: &str, description: &str, lang: Lang) -> String {
    format!(
        "{{\"@context\":\"https://schema.org\",\"@type\":\"TechArticle\",\"headline\":{},\"description\":{},\
        \"inLanguage\":\"{}\"}}",
        json(title),
        json(description),
        lang.tag()
    )
}

/// Returns `text` as a JSON string.
pub(crate) fn json(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            '\n' => out.push(' '),
            _ if character.is_control() => {}
            _ => out.push(character),
        }
    }
    out + "\""
}
