//! The forms in which the report can be saved.

use sitemap_validator_protocol::name::plain_name;

use crate::lang::Lang;

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Csv,
    Sarif,
    Junit,
    Markdown,
    Text,
}

impl Format {
    /// All of them.
    pub(crate) const ALL: [Self; 6] = [Self::Json, Self::Csv, Self::Sarif, Self::Junit, Self::Markdown, Self::Text];

    /// Its name in messages.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Sarif => "sarif",
            Self::Junit => "junit",
            Self::Markdown => "markdown",
            Self::Text => "text",
        }
    }

    /// What it is called.
    pub(crate) const fn shown(self, lang: Lang) -> &'static str {
        match self {
            Self::Json => "JSON",
            Self::Csv => "CSV",
            Self::Sarif => "SARIF 2.1.0",
            Self::Junit => "JUnit XML",
            Self::Markdown => "Markdown",
            Self::Text => lang.say(["plain text", "texte brut", "texto sin formato"]),
        }
    }

    /// What it is good for.
    pub(crate) const fn purpose(self, lang: Lang) -> &'static str {
        lang.say(match self {
            Self::Json => ["for programs", "pour les programmes", "para programas"],
            Self::Csv => ["for spreadsheets", "pour les tableurs", "para hojas de cálculo"],
            Self::Sarif => ["for code scanning", "pour l’analyse de code", "para el análisis de código"],
            Self::Junit => ["for build servers", "pour l’intégration continue", "para la integración continua"],
            Self::Markdown => ["for tickets", "pour les tickets", "para tickets"],
            Self::Text => ["for email", "pour les courriels", "para correos"],
        })
    }

    /// What the file is called that holds the report on these files: as the one, or `sitemaps`.
    pub(crate) fn file_name(self, files: &[&str]) -> String {
        let ending = match self {
            Self::Json => "json",
            Self::Csv => "csv",
            Self::Sarif => "sarif",
            Self::Junit => "junit.xml",
            Self::Markdown => "md",
            Self::Text => "txt",
        };
        let stem = match files {
            [one] => stem(one),
            _ => "sitemaps",
        };
        format!("{stem}-report.{ending}")
    }
}

/// A name without its folders and endings; what has none is no name of a file.
fn stem(name: &str) -> &str {
    let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match plain_name(base).rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => "sitemap",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_called_after_their_files() {
        assert_eq!(Format::Csv.file_name(&["a/b/posts.xml.gz"]), "posts-report.csv");
        assert_eq!(Format::Csv.file_name(&["POSTS.XML.GZ"]), "POSTS-report.csv");
        assert_eq!(Format::Junit.file_name(&["Pasted text"]), "sitemap-report.junit.xml");
        assert_eq!(Format::Markdown.file_name(&["a.xml", "b.xml"]), "sitemaps-report.md");
        assert_eq!(Format::Json.file_name(&[".xml"]), "sitemap-report.json");
    }
}
