//! The words of everything that is read: patterns that readers stumble over must not occur in it.

use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// A pattern that must not occur.
struct Pattern {
    /// A regular expression.
    forbids: &'static str,
    /// What to write in its place.
    instead: &'static str,
    /// Sentences that contain it.
    examples: &'static [&'static str],
}

/// In English.
const ENGLISH: &[Pattern] = &[
    Pattern {
        forbids: r"(?m)(?:^|[.;] )What [^.?\n]*\b(?:is|was|are|goes|came|comes|has|may|cannot)\b[^?\n]*\.",
        instead: "a noun: \"Unknown elements are ignored\"",
        examples: &[
            "What is unknown is ignored.",
            "The file is read. What comes after it is lost.",
            "What nobody lists has no date.",
            "What cannot be read was left out.",
        ],
    },
    Pattern {
        forbids: r"\b(?:another|else) than\b",
        instead: "differs from, other than",
        examples: &["The host is another than that of the sitemap.", "Nothing else than a date is allowed."],
    },
    Pattern {
        forbids: r"\b(?:be|was|were|not) had\b|\bcame of\b|\bcomes of\b|\bcome of\b",
        instead: "fetched, received, result",
        examples: &[
            "The files that could not be had are listed.",
            "Nothing came of the request.",
            "See what comes of it.",
            "No file was had.",
        ],
    },
    Pattern {
        forbids: r"(?m)(?:^|[.!?] )(?:Such as|Of a|Of the|Also of) ",
        instead: "\"For example, …\", or part of the sentence before",
        examples: &[
            "Give a date. Such as 2025-01-31.",
            "Such as a folder.",
            "Of a folder, all files are read.",
            "Reads a site. Of the files, some are large.",
            "It is read. Also of folders below it.",
        ],
    },
    Pattern {
        forbids: r"(?i)\bevery problem\b",
        instead: "\"each problem\", or \"all problems it finds\"",
        examples: &["Finds every problem in a sitemap.", "Every problem has a fix."],
    },
    Pattern {
        forbids: r"\b(?:spelt|normalis\w+|colours?|licences?|licenced|judgement|cancelled|behaviours?|centre)\b",
        instead: "American spelling",
        examples: &[
            "It is spelt so.",
            "URLs are normalised.",
            "The colour of a mark.",
            "See the licence.",
            "The judgement of an engine.",
            "The check was cancelled.",
            "The behaviour of crawlers.",
        ],
    },
    Pattern {
        forbids: r"\d[ \u{a0}\u{202f}]%",
        instead: "no space before %",
        examples: &["15 % of the URLs.", "15\u{a0}% of the URLs.", "At least 95\u{202f}% are equal."],
    },
    Pattern {
        forbids: r"(?m)^(?:Advises to|Points out)\b",
        instead: "a noun phrase for what is wrong",
        examples: &["Advises to compress the file.", "Points out dates in the future."],
    },
    Pattern {
        forbids: r"\bleads? nowhere\b|\bheeds?\b|\bis heeded\b|\bare heeded\b",
        instead: "links to nothing, obeys, uses",
        examples: &[
            "The link leads nowhere.",
            "Google heeds the date.",
            "They lead nowhere.",
            "The variables are heeded.",
        ],
    },
    Pattern { forbids: r"\bdemands\b", instead: "requires", examples: &["The schema demands a number."] },
];

/// In French.
const FRENCH: &[Pattern] = &[
    Pattern {
        forbids: r" [;?!»](?:\s|$)| :\s|« ",
        instead: "a space that does not break",
        examples: &["Deux valeurs : une de trop.", "Pourquoi ?", "Non ; oui.", "« date »", "Attention ! Rien."],
    },
    Pattern {
        forbids: r"\ben pourcent\b|\bse tait\b|s’exprime\b|\bmène(?:nt)? nulle part\b|époque Unix\b",
        instead: "en pourcentage, ne signale rien, signale, n’a pas de cible, epoch Unix",
        examples: &[
            "Une URL codée en pourcent.",
            "La règle se tait.",
            "La règle s’exprime ici.",
            "Le lien ne mène nulle part.",
            "La date est l’époque Unix.",
        ],
    },
];

/// In Spanish.
const SPANISH: &[Pattern] = &[
    Pattern {
        forbids: r"\d[ \u{a0}\u{202f}]\d{3}\b",
        instead: "a point between thousands",
        examples: &["50 000 URL", "52\u{a0}428\u{a0}800 bytes"],
    },
    Pattern {
        forbids: r"\bse pronuncia\b|\bcodificación porcentual\b|\blínea de órdenes\b|época Unix\b",
        instead: "señala, codificación con porcentaje, línea de comandos, epoch de Unix",
        examples: &[
            "La regla se pronuncia aquí.",
            "Usa codificación porcentual.",
            "En la línea de órdenes.",
            "La fecha es la época Unix.",
        ],
    },
];

/// Expressions, each compiled once.
struct Reader {
    english: Vec<(Regex, &'static str)>,
    french: Vec<(Regex, &'static str)>,
    spanish: Vec<(Regex, &'static str)>,
    /// Code, addresses and tags.
    code: Regex,
    /// Code and the lines of a catalogue that are not translations.
    original: Regex,
    string: Regex,
}

impl Reader {
    fn new() -> Self {
        let all = |patterns: &[Pattern]| patterns.iter().map(|one| (regex(one.forbids), one.instead)).collect();
        Self {
            english: all(ENGLISH),
            french: all(FRENCH),
            spanish: all(SPANISH),
            code: regex(r"(?ms)^```.*?^```|`[^`\n]*`|https?://[^\s)]+|<[^>\n]*>"),
            original: regex(r"(?m)^[^\t].*$|`[^`\n]*`"),
            string: regex(r#""((?:[^"\\]|\\.)*)""#),
        }
    }

    /// What is read in a file, and the patterns for it.
    fn texts(&self, path: &Path, content: &str) -> (String, &[(Regex, &'static str)]) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let without = |code: &Regex| code.replace_all(content, "code").into_owned();
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, ""));
        match (stem.rsplit('.').next().unwrap_or_default(), extension) {
            (_, "rs") => (self.strings(content, path.to_string_lossy().contains("/options")), &self.english),
            ("fr", "txt") => (without(&self.original), &self.french),
            ("es", "txt") => (without(&self.original), &self.spanish),
            ("fr", _) => (without(&self.code), &self.french),
            ("es", _) => (without(&self.code), &self.spanish),
            _ => (without(&self.code), &self.english),
        }
    }

    /// The strings of a Rust file before its tests, and its documentation if that is shown as help.
    fn strings(&self, content: &str, is_help: bool) -> String {
        let code = content.split("#[cfg(test)]").next().unwrap_or_default();
        let mut texts = Vec::new();
        for line in code.lines().map(str::trim_start) {
            match line.strip_prefix("/// ") {
                Some(help) if is_help => texts.push(help),
                _ if line.starts_with("//") || line.starts_with("#[") => {}
                _ => texts.extend(self.string.captures_iter(line).filter_map(|found| Some(found.get(1)?.as_str()))),
            }
        }
        texts.join("\n")
    }
}

fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a regular expression")
}

/// All files below `folder` with texts.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if path.is_dir() {
            // Tests quote what is wrong; the rest is not ours, or made.
            if !name.starts_with('.')
                && !matches!(&*name, "target" | "node_modules" | "dist" | "tests" | "xtask" | "fuzz" | "benches")
            {
                files(&path, found);
            }
            continue;
        }
        let is_text = matches!(path.extension().and_then(|extension| extension.to_str()), Some("md" | "html" | "rs"));
        let is_catalogue = path.parent().is_some_and(|parent| parent.ends_with("languages"));
        if (is_text || is_catalogue) && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

#[test]
fn texts_have_no_words_to_stumble_over() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    files(&root, &mut all);
    assert!(all.len() > 1_000, "{}", all.len());
    let mut problems = Vec::new();
    let reader = Reader::new();
    for path in all {
        let (text, patterns) = reader.texts(&path, &fs::read_to_string(&path).expect("text"));
        for (pattern, instead) in patterns {
            for found in pattern.find_iter(&text) {
                let line = text[..found.start()].rsplit('\n').next().unwrap_or_default();
                problems.push(format!("{}: {line}[{}] write: {instead}", path.display(), found.as_str()));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn each_pattern_is_found() {
    for Pattern { forbids, examples, .. } in ENGLISH.iter().chain(FRENCH).chain(SPANISH) {
        for example in *examples {
            assert!(regex(forbids).is_match(example), "{forbids}: {example}");
        }
    }
}
