//! The formats in which a report can be written: everything about them but the writers, which are in the core's
//! `output::export`.

use crate::lang::Texts;

/// A format of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The report itself, [`crate::report::Report`].
    Json,
    /// One line per finding.
    Csv,
    /// SARIF 2.1.0, an OASIS standard.
    Sarif,
    /// The XML of `JUnit`: a suite per file, a case per rule.
    Junit,
    /// A summary.
    Markdown,
    /// Plain text. The command line writes frames with the lines of the file instead.
    Text,
    /// Workflow commands of GitHub Actions.
    Github,
    /// The list of GitLab's Code Quality.
    Gitlab,
    /// The Diagnostic Format of reviewdog.
    Rdjson,
    /// A short text for coding agents.
    Agent,
    /// A document for people, with the lines of the file.
    Html,
}

/// What is known about a format.
#[derive(Debug, Clone, Copy)]
pub struct FormatInfo {
    /// Its name on the command line and in messages.
    pub name: &'static str,
    /// The end of the names of its files.
    pub extension: &'static str,
    /// Its item in the page's menu; none for a format that the page does not offer.
    pub menu: Option<MenuItem>,
}

/// What only the command line needs to know about a format; apart, so that the page does not contain it.
#[derive(Debug, Clone, Copy)]
pub struct CommandLineInfo {
    /// The description in the help.
    pub help: &'static str,
    /// What replaces `::` at the start of a line and `##[` on standard output, so that a log of GitHub Actions does not
    /// execute a sitemap's text as workflow commands; none for a format that escapes them itself.
    pub escapes: Option<[&'static str; 2]>,
    /// What each report begins with, if it says that this program wrote it. Before it are at most 100 bytes.
    pub signature: Option<&'static str>,
}

/// An item of the page's menu.
#[derive(Debug, Clone, Copy)]
pub struct MenuItem {
    /// The name of the format.
    pub title: Texts,
    /// What the format is for.
    pub purpose: Texts,
}

/// Characters that look like `::` and `##[`, for texts without an escape of their own.
pub const LOOKALIKES: [&str; 2] = ["∷", "#♯["];

// `ALL` has all formats: `Html` is the last one.
const _: () = assert!(Format::ALL.len() == Format::Html as usize + 1);

impl Format {
    /// All formats, in the order of the menu.
    pub const ALL: [Self; 11] = [
        Self::Html,
        Self::Json,
        Self::Csv,
        Self::Sarif,
        Self::Junit,
        Self::Markdown,
        Self::Text,
        Self::Github,
        Self::Gitlab,
        Self::Rdjson,
        Self::Agent,
    ];

    /// What is known about the format.
    pub const fn info(self) -> FormatInfo {
        match self {
            Self::Json => FormatInfo {
                name: "json",
                extension: "json",
                menu: Some(MenuItem {
                    title: ["JSON"; 3],
                    purpose: ["for programs", "pour les programmes", "para programas"],
                }),
            },
            Self::Csv => FormatInfo {
                name: "csv",
                extension: "csv",
                menu: Some(MenuItem {
                    title: ["CSV"; 3],
                    purpose: ["for spreadsheets", "pour les tableurs", "para hojas de cálculo"],
                }),
            },
            Self::Sarif => FormatInfo {
                name: "sarif",
                extension: "sarif",
                menu: Some(MenuItem {
                    title: ["SARIF 2.1.0"; 3],
                    purpose: ["for code scanning", "pour l’analyse de code", "para el análisis de código"],
                }),
            },
            Self::Junit => FormatInfo {
                name: "junit",
                extension: "junit.xml",
                menu: Some(MenuItem {
                    title: ["JUnit XML"; 3],
                    purpose: ["for build servers", "pour l’intégration continue", "para la integración continua"],
                }),
            },
            Self::Markdown => FormatInfo {
                name: "markdown",
                extension: "md",
                menu: Some(MenuItem {
                    title: ["Markdown"; 3],
                    purpose: ["for tickets", "pour les tickets", "para tickets"],
                }),
            },
            Self::Text => FormatInfo {
                name: "text",
                extension: "txt",
                menu: Some(MenuItem {
                    title: ["plain text", "texte brut", "texto sin formato"],
                    purpose: ["for email", "pour les courriels", "para correos"],
                }),
            },
            Self::Html => FormatInfo {
                name: "html",
                extension: "html",
                menu: Some(MenuItem {
                    title: ["HTML"; 3],
                    purpose: ["to send or print", "à envoyer ou à imprimer", "para enviar o imprimir"],
                }),
            },
            Self::Github => FormatInfo { name: "github", extension: "txt", menu: None },
            Self::Gitlab => FormatInfo { name: "gitlab", extension: "json", menu: None },
            Self::Rdjson => FormatInfo { name: "rdjson", extension: "json", menu: None },
            Self::Agent => FormatInfo { name: "agent", extension: "txt", menu: None },
        }
    }

    /// What the command line needs to know about the format.
    pub const fn command_line(self) -> CommandLineInfo {
        let (help, escapes, signature) = match self {
            Self::Json => (
                "The whole report, for programs",
                Some(["::", "##\\u005b"]),
                Some("\"tool\": {\n    \"name\": \"sitemap-validator\""),
            ),
            Self::Csv => ("A table with one row per finding", Some(LOOKALIKES), None),
            Self::Sarif => (
                "SARIF 2.1.0, for code scanning",
                Some(["::", "##\\u005b"]),
                Some("{\"tool\":{\"driver\":{\"name\":\"sitemap-validator\""),
            ),
            Self::Junit => (
                "JUnit XML, for build servers",
                Some(["&#58;:", "##&#91;"]),
                Some("<testsuites name=\"sitemap-validator\""),
            ),
            Self::Markdown => ("A summary for an issue or a pull request", Some(LOOKALIKES), None),
            Self::Text => ("Each finding with its line of the file, for people", Some(LOOKALIKES), None),
            Self::Github => ("Annotations for GitHub Actions", None, None),
            Self::Gitlab => ("GitLab's Code Quality report", Some(["::", "##\\u005b"]), None),
            Self::Rdjson => (
                "Diagnostics for reviewdog",
                Some(["::", "##\\u005b"]),
                Some("{\"source\":{\"name\":\"sitemap-validator\"}"),
            ),
            Self::Agent => ("Short, for coding agents", Some(LOOKALIKES), None),
            Self::Html => (
                "A document to send or print, with five places of each rule",
                Some(["&#58;:", "##&#91;"]),
                Some("<meta name=\"generator\" content=\"sitemap-validator\">"),
            ),
        };
        CommandLineInfo { help, escapes, signature }
    }

    /// True if the findings in it have the excerpts of their lines.
    pub const fn has_excerpts(self) -> bool {
        matches!(self, Self::Html)
    }

    /// True if `content` begins as the reports in this format do, and no other file.
    pub fn has_written(self, content: &[u8]) -> bool {
        self.command_line().signature.is_some_and(|signature| {
            let head = content.get(..signature.len() + 100).unwrap_or(content);
            head.windows(signature.len()).any(|window| window == signature.as_bytes())
        })
    }

    /// The formats that the page offers.
    pub fn offered() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|format| format.info().menu.is_some())
    }

    /// The format with that name, if there is one.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.info().name == name)
    }
}
