//! Differences that are known, each with its reason and a condition as narrow as it can be.

use sitemap_validator::Source;
use sitemap_validator::source::{Evidence, FILLER};

use crate::compare::{Disagreement, Peer};
use crate::expat;
use crate::libxml2;
use crate::ours::{self, Decisive};

/// A known difference.
pub(crate) struct Explained {
    /// Who is wrong, and by what.
    pub(crate) reason: &'static str,
    /// Is it this one?
    holds: fn(&Case<'_>) -> bool,
}

/// A difference to be explained.
struct Case<'a> {
    source: &'a Source,
    /// The text, as the core read it.
    text: &'a str,
    peer: Peer,
    /// The number and the words of the other's complaint.
    code: i32,
    said: &'a str,
    /// The byte where the other stops.
    at: Option<usize>,
    /// Why the core rejects the text; `None` when it accepts.
    ours: Option<Decisive>,
}

/// The known differences.
pub(crate) const EXPLAINED: &[Explained] = &[
    Explained {
        reason: "libxml2 reads `1.` as a version; [26] VersionNum has a digit behind the stop",
        holds: |case| case.libxml2_accepts("xml-version-unsupported", |ours| ours.text == "1."),
    },
    Explained {
        reason: "libxml2 reads `<!DOCTYPEa>`; [28] doctypedecl has white space before the name",
        holds: |case| {
            let unspaced = |ours: &Decisive| case.text[..ours.stop].ends_with("<!DOCTYPE");
            case.peer == Peer::Libxml2 && !case.is_earlier() && case.ours.as_ref().is_some_and(unspaced)
        },
    },
    Explained {
        reason: "libxml2 guesses UTF-16 without a mark and a declaration; that is a fatal error by 4.3.3",
        holds: |case| {
            let guessed = case.source.origin.evidence == Evidence::Pattern;
            let declaration = case.text.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
            let declared =
                declaration.is_some_and(|(inside, _)| inside.starts_with(' ') && inside.contains("encoding"));
            case.libxml2_accepts("encoding-utf16", |_| guessed && !declared)
        },
    },
    Explained {
        reason: "libxml2 goes by the first bytes and ignores a declaration of something else; fatal by 4.3.3",
        holds: |case| {
            let marked = matches!(case.source.origin.evidence, Evidence::ByteOrderMark | Evidence::Pattern);
            let rules = ["encoding-declaration-mismatch", "encoding-utf16"];
            rules.into_iter().any(|rule| case.libxml2_accepts(rule, |ours| marked && !ours.text.is_empty()))
        },
    },
    Explained {
        reason: "libxml2 knows other encodings than browsers do; which ones a parser knows is its own affair (4.3.3)",
        holds: |case| {
            let strange = |ours: &Decisive| encoding_rs::Encoding::for_label(ours.text.as_bytes()).is_none();
            case.libxml2_accepts("encoding-unknown-name", strange)
                || case.libxml2_accepts("encoding-declaration-mismatch", strange)
                || case.libxml2_rejects(32, "Unsupported encoding")
        },
    },
    Explained {
        reason: "libxml2 wants no white space between encoding and standalone; [32] SDDecl does",
        holds: |case| {
            case.libxml2_accepts("xml-declaration-malformed", |ours| {
                case.text[ours.stop..].starts_with("standalone") && case.text[..ours.stop].ends_with(['"', '\''])
            })
        },
    },
    Explained {
        reason: "libxml2 does not see what is declared behind a default value that refers to it",
        holds: |case| {
            case.libxml2_accepts("xml-not-well-formed", |ours| {
                let name = ours.text.trim_matches(['&', ';']);
                let (before, behind) = case.text.split_at(ours.stop);
                before.rfind("<!ATTLIST") > before.rfind('>') && !declares(before, name) && declares(behind, name)
            })
        },
    },
    Explained {
        reason: "libxml2 does not look again at an entity in content that it saw in an attribute value",
        holds: |case| {
            case.libxml2_accepts("xml-not-well-formed", |ours| {
                let start = case.text.len() - case.behind_doctype().len();
                let is_reference = ours.text.starts_with('&') && ours.text.ends_with(';');
                let seen = case.text.get(start..ours.stop).unwrap_or_default();
                let unseen =
                    format!("{}{}{}", &case.text[..start], seen.replace(&ours.text, ""), &case.text[ours.stop..]);
                is_reference && !libxml2::parse_text(&unseen).accepts
            })
        },
    },
    Explained {
        reason: "libxml2 reads an internal subset behind the end of the document type declaration",
        holds: |case| {
            case.libxml2_accepts("xml-text-before-root", |ours| {
                let (before, behind) = case.text.split_at(ours.stop);
                before.ends_with('>') && behind.starts_with('[') && before.rfind('<') == before.rfind("<!DOCTYPE")
            })
        },
    },
    Explained {
        reason: "libxml2 takes U+0000 behind the root for the end of the input; it is no [2] Char",
        holds: |case| {
            let stop = case.ours.as_ref().map_or(0, |ours| ours.stop);
            case.peer == Peer::Libxml2
                && case.text[stop..].starts_with('\0')
                && libxml2::parse_text(&case.text[..stop]).accepts
        },
    },
    Explained {
        reason: "libxml2 overlooks damaged bytes behind the root, which are fatal all the same (4.3.3)",
        holds: |case| {
            let damage = |read: char| read == FILLER || !read.is_ascii();
            case.peer == Peer::Libxml2
                && case.ours.is_some()
                && !case.source.origin.decodes
                && case.text.match_indices('>').any(|(at, _)| {
                    let (root, behind) = case.text.split_at(at + 1);
                    behind.contains(damage) && libxml2::parse_text(root).accepts
                })
        },
    },
    Explained {
        reason: "libxml2 lets standalone documents rely on parameter entities (WFC Entity Declared)",
        holds: |case| {
            let outside = without_literals(case.doctype());
            let relies =
                |name: &str| declares(case.doctype(), &format!("{name} ")) && !declares(&outside, &format!("{name} "));
            let name = |ours: &Decisive| ours.text.trim_matches(['&', ';']).to_owned();
            let indirectly =
                || ["e", "f", "g", "h"].iter().any(|name| relies(name) && case.refers_within_entities(name));
            is_standalone(case.text)
                && (case.libxml2_accepts("xml-undefined-entity", |ours| relies(&name(ours)))
                    || case.libxml2_accepts("xml-not-well-formed", |ours| ours.text.starts_with('&') && indirectly()))
        },
    },
    Explained {
        reason: "libxml2 expands references in the declarations of a parameter entity, which 4.4.7 bypasses",
        holds: |case| {
            let bypassed =
                [(23, "EntityRef"), (26, "Entity '"), (68, "xmlParseStringEntityRef"), (89, "Detected an entity")];
            bypassed.iter().any(|(code, said)| case.libxml2_rejects(*code, said))
                && case.without_parameters().iter().any(|text| !case.same_complaint(text))
        },
    },
    Explained {
        reason: "libxml2 does not look again at an entity that it expanded within a parameter entity",
        holds: |case| {
            case.libxml2_accepts("xml-not-well-formed", |ours| {
                ours.text.starts_with('&')
                    && ["e", "f", "g", "h"].iter().any(|name| case.refers_within_entities(name))
                    && case.without_parameters().iter().any(|text| !libxml2::parse_text(text).accepts)
            })
        },
    },
    Explained {
        reason: "libxml2 stops at a fragment in a system identifier, which is an error, but not fatal (4.2.2)",
        holds: |case| case.libxml2_rejects(92, "Fragment not allowed") && case.doctype().contains('#'),
    },
    Explained {
        reason: "libxml2 wants parameter entities declared; for [69] PEReference that is a matter of validity",
        holds: |case| {
            case.libxml2_rejects(26, "PEReference: %")
                && case.quoted('%', ';').is_some_and(|name| {
                    let before = case.text.split_once(&format!("%{name};")).map_or("", |(before, _)| before);
                    !declares(before, &format!("% {name} "))
                })
        },
    },
    Explained {
        reason: "libxml2 forgets within entities that declarations are elsewhere (WFC Entity Declared)",
        holds: |case| {
            let elsewhere =
                |subset: &str| subset.contains("SYSTEM") || subset.contains("PUBLIC") || subset.contains('%');
            case.libxml2_rejects(26, "Entity '")
                && case.quoted('\'', '\'').is_some_and(|name| case.refers_within_entities(name))
                && elsewhere(case.doctype())
                && !is_standalone(case.text)
        },
    },
    Explained {
        reason: "libxml2 uses declarations behind a parameter entity it has not read, which 5.1 forbids",
        holds: |case| {
            case.peer == Peer::Libxml2
                && case.ours.is_none()
                && !is_standalone(case.text)
                && case.without_late_declarations(|text| libxml2::parse_text(text).accepts)
        },
    },
    Explained {
        reason: "expat knows the names of the fourth edition",
        holds: |case| {
            let mark = if case.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
            let (mark, rest) = case.text.split_at(mark);
            let ascii = || format!("{mark}{}", rest.replace(|read: char| !read.is_ascii(), "zq"));
            case.peer == Peer::Expat
                && case.code == 4
                && case.is_earlier()
                && case
                    .at
                    .and_then(|at| case.text.get(at..))
                    .is_some_and(|rest| rest.starts_with(|read: char| !read.is_ascii() || matches!(read, '%' | '&')))
                && expat::parse_utf8(ascii().as_bytes()).is_none_or(|other| other.at != case.at)
        },
    },
    Explained {
        reason: "libxml2 names the place in the text of an entity, not that of the reference",
        holds: |case| {
            let general = |ours: &Decisive| ours.rule == "xml-not-well-formed" && ours.text.starts_with('&');
            let parameter = |ours: &Decisive| !case.is_earlier() && case.text[ours.stop..].starts_with('%');
            let reference = |ours: &Decisive| case.is_earlier() && general(ours) || parameter(ours);
            case.peer == Peer::Libxml2 && case.at.is_some() && case.ours.as_ref().is_some_and(reference)
        },
    },
    Explained {
        reason: "libxml2 reads `NDATA` without a name; [76] NDataDecl has one",
        holds: |case| {
            case.libxml2_accepts("xml-not-well-formed", |ours| case.text[..ours.stop].trim_end().ends_with("NDATA"))
        },
    },
    Explained {
        reason: "expat does not look into the entities of a default value that is declared before them",
        holds: |case| {
            case.accepts(Peer::Expat, "xml-not-well-formed", |ours| {
                let before = &case.text[..ours.stop];
                ours.text.starts_with('&') && before.rfind("<!ATTLIST") > before.rfind('>')
            })
        },
    },
    Explained {
        reason: "libxml2 and expat judge the entities of a default value before the end of its declaration",
        holds: |case| {
            let (before, behind) = case.at.and_then(|at| case.text.split_at_checked(at)).unwrap_or_default();
            let quotes = ['"', '\''];
            let default = before.ends_with(quotes) || behind.starts_with(quotes);
            let code = matches!((case.peer, case.code), (Peer::Libxml2, 26 | 38) | (Peer::Expat, 11));
            code && case.is_earlier() && default && before.rfind("<!ATTLIST") > before.rfind('>')
        },
    },
    Explained {
        reason: "libxml2 names the white space before a declaration that it does not know",
        holds: |case| {
            let stop = case.ours.as_ref().map_or(0, |ours| ours.stop);
            let between = case.at.and_then(|at| case.text.get(at..stop));
            case.libxml2_rejects(1, "internal error") && between.is_some_and(|between| between.trim().is_empty())
        },
    },
    Explained {
        reason: "expat wants parameter entities declared; for [69] PEReference that is a matter of validity",
        holds: |case| {
            let reference = || case.at.is_some_and(|at| case.text[at..].starts_with('%'));
            case.peer == Peer::Expat && case.code == 11 && case.is_earlier() && reference()
        },
    },
    Explained {
        reason: "expat guesses UTF-16BE from two bytes, appendix F from four",
        holds: |case| {
            let guessed = case.source.origin.evidence == Evidence::Pattern;
            let ours = case.ours.as_ref().map_or("", |ours| ours.rule);
            case.peer == Peer::Expat
                && (case.text.chars().take(2).any(|read| read == '\0') || guessed && ours == "encoding-utf16")
        },
    },
    Explained {
        reason: "expat goes by the first declaration of an entity; for WFC Entity Declared any outside of parameter entities does",
        holds: |case| {
            let name = || {
                let reference = case.at.and_then(|at| case.text.get(at..)).unwrap_or_default();
                let name = reference.split_once('&').and_then(|(_, rest)| rest.split_once(';'));
                name.map_or("", |(name, _)| name)
            };
            case.peer == Peer::Expat
                && case.code == 24
                && is_standalone(case.text)
                && declares(&without_literals(case.doctype()), &format!("{} ", name()))
        },
    },
    Explained {
        reason: "expat does not look at the version of XML",
        holds: |case| case.accepts(Peer::Expat, "xml-version-unsupported", |_| true),
    },
    Explained {
        reason: "the other parser is told the encoding here, whatever is declared",
        holds: |case| {
            let told = case.peer == Peer::Expat || case.at.is_some();
            let rules = ["encoding-unknown-name", "encoding-declaration-mismatch"];
            told && rules.iter().any(|rule| case.accepts(case.peer, rule, |_| true))
        },
    },
    Explained {
        reason: "expat reads no declarations behind a parameter entity that it has not read (5.1)",
        holds: |case| {
            let stop = case.ours.as_ref().map_or(0, |ours| ours.stop);
            let before = &case.text[..stop];
            let unread = before.split('%').skip(1).any(|rest| {
                let name = rest.split(';').next().unwrap_or_default();
                let declared = |quote| before.contains(&format!("<!ENTITY % {name} {quote}"));
                !name.is_empty() && !declared('"') && !declared('\'')
            });
            case.peer == Peer::Expat && !case.is_earlier() && unread
        },
    },
    Explained {
        reason: "expat reads a literal to its end where none may be, and looks into it first",
        holds: |case| {
            case.peer == Peer::Expat
                && !case.is_earlier()
                && case.ours.as_ref().is_some_and(|ours| case.text[ours.stop..].starts_with(['"', '\'']))
        },
    },
    Explained {
        reason: "roxmltree wants no white space behind the target of an instruction, [16] PI does",
        holds: |case| {
            let target = |text: &str| text.find(|next: char| !next.is_ascii_alphanumeric()).unwrap_or(0);
            case.roxmltree_accepts("xml-not-well-formed", |ours| {
                let inside = ours.text.strip_prefix("<?").unwrap_or_default();
                let behind = &inside[target(inside)..];
                !behind.starts_with([' ', '\t', '\r', '\n']) && !behind.starts_with("?>")
            })
        },
    },
    Explained {
        reason: "roxmltree reads instructions called `XML` in any case, which [17] PITarget reserves",
        holds: |case| {
            case.peer == Peer::Roxmltree
                && case.ours.as_ref().is_some_and(|ours| {
                    let target = ours.text.strip_prefix("<?").and_then(|text| text.get(..3)).unwrap_or_default();
                    let declaration = case.text.trim_start_matches('\u{FEFF}').strip_prefix("<?xml");
                    let none = declaration.is_some_and(|rest| !rest.starts_with([' ', '\t', '\r', '\n']));
                    target.eq_ignore_ascii_case("xml") && !ours.text.starts_with("<?xml ")
                        || none && ours.rule == "xml-declaration-malformed"
                        || ours.rule == "xml-content-before-declaration"
                            && case.text.trim_start().strip_prefix("<?xml").is_some_and(|rest| !rest.starts_with(' '))
                })
        },
    },
    Explained {
        reason: "roxmltree does not judge the inside of an XML declaration, [23] to [26] and [32] do",
        holds: |case| {
            let end = case.text.find("?>").unwrap_or(0);
            let inside =
                |ours: &Decisive| case.text.trim_start_matches('\u{FEFF}').starts_with("<?xml") && ours.stop <= end;
            ["xml-declaration-malformed", "xml-version-unsupported", "xml-smart-quotes"]
                .iter()
                .any(|rule| case.roxmltree_accepts(rule, inside))
        },
    },
    Explained {
        reason: "roxmltree reads references to numbers that are no [2] Char",
        holds: |case| {
            case.roxmltree_accepts("xml-invalid-character-reference", |ours| {
                number(&ours.text).is_some_and(|number| char::from_u32(number).is_none())
            })
        },
    },
    Explained {
        reason: "roxmltree rejects names that start with a colon; only Namespaces in XML forbids them",
        holds: |case| {
            case.peer == Peer::Roxmltree
                && case.ours.is_none()
                && case.said.starts_with("invalid name token")
                && roxmltree::Document::parse(&case.text.replace(':', "_")).is_ok()
        },
    },
    Explained {
        reason: "roxmltree takes `:a` and `a` for one name; only Namespaces in XML forbids the first",
        holds: |case| {
            let apart = case.text.replace(':', "_");
            let apart = roxmltree::Document::parse(&apart);
            let confused = case.said.contains("is already defined") || case.said.is_empty();
            case.peer == Peer::Roxmltree && case.text.contains(':') && confused && apart.is_ok() == case.ours.is_none()
        },
    },
];

/// The place in the list of the reason for a difference.
pub(crate) fn find(source: &Source, difference: &Disagreement) -> Option<usize> {
    if difference.peer == Peer::Promise {
        return None;
    }
    let complaint = difference.complaint.as_ref();
    let case = Case {
        source,
        text: source.text(),
        peer: difference.peer,
        code: complaint.map_or(0, |complaint| complaint.code),
        said: complaint.map_or("", |complaint| complaint.text.as_str()),
        at: complaint.and_then(|complaint| complaint.at),
        ours: if difference.ours { None } else { ours::decisive(source) },
    };
    EXPLAINED.iter().position(|known| (known.holds)(&case))
}

impl Case<'_> {
    /// libxml2 accepts what the core rejects by `rule`, or reads on.
    fn libxml2_accepts(&self, rule: &str, also: impl Fn(&Decisive) -> bool) -> bool {
        self.accepts(Peer::Libxml2, rule, also)
    }

    fn accepts(&self, peer: Peer, rule: &str, also: impl Fn(&Decisive) -> bool) -> bool {
        let later = |ours: &Decisive| self.at.is_none_or(|at| at > ours.stop);
        self.peer == peer && self.ours.as_ref().is_some_and(|ours| ours.rule == rule && later(ours) && also(ours))
    }

    /// roxmltree accepts what the core rejects by `rule`.
    fn roxmltree_accepts(&self, rule: &str, also: impl Fn(&Decisive) -> bool) -> bool {
        self.accepts(Peer::Roxmltree, rule, also)
    }

    /// libxml2 rejects what the core accepts, or reads on in, with this number and these words.
    fn libxml2_rejects(&self, code: i32, said: &str) -> bool {
        self.peer == Peer::Libxml2 && self.is_earlier() && self.code == code && self.said.starts_with(said)
    }

    /// libxml2 says the same against `text`.
    fn same_complaint(&self, text: &str) -> bool {
        let complaint = libxml2::parse_text(text).complaint;
        complaint.is_some_and(|complaint| complaint.code == self.code && complaint.text == self.said)
    }

    /// The other one stops, and the core does not or later.
    fn is_earlier(&self) -> bool {
        self.ours.as_ref().is_none_or(|ours| self.at.is_some_and(|at| at < ours.stop))
    }

    /// What stands between two characters of the complaint.
    fn quoted(&self, open: char, close: char) -> Option<&str> {
        let (_, behind) = self.said.split_once(open)?;
        Some(behind.split_once(close)?.0)
    }

    /// The document type declaration, up to the last `]` that can end it.
    fn doctype(&self) -> &str {
        let start = self.text.find("<!DOCTYPE").unwrap_or(self.text.len());
        let end = self.text.rfind(']').map_or(self.text.len(), |at| at + 1);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Does the document type declaration refer to that entity, now or once it is expanded?
    fn refers_within_entities(&self, name: &str) -> bool {
        [format!("&{name};"), format!("&#38;{name};")].iter().any(|reference| self.doctype().contains(reference))
    }

    /// What follows the document type declaration.
    fn behind_doctype(&self) -> &str {
        let end = self.text.find("]>").or_else(|| self.text.find("] >"));
        end.map_or(self.text, |end| &self.text[end..])
    }

    /// The text with an empty parameter entity, or with what it declares, instead of references.
    fn without_parameters(&self) -> Vec<String> {
        let empty = |text: &str, name: &str| text.replace(name, "<!ENTITY % none ''>%none;");
        let (one, other) = (empty(self.text, "%p;"), empty(self.text, "%q;"));
        let both = empty(&one, "%q;");
        // The declarations themselves instead of the reference say the same without the detour.
        let inlined = ["p", "q"].map(|name| {
            let literal = self.text.split_once(&format!("<!ENTITY % {name} ")).map_or("", |(_, literal)| literal);
            let quote = literal.chars().next().unwrap_or('"');
            let value = literal.split(quote).nth(1).unwrap_or_default().replace("&#38;", "&");
            self.text.replace(&format!("%{name};"), &value)
        });
        [one, other, both].into_iter().chain(inlined).filter(|text| text != self.text).collect()
    }

    /// Is the text `accepted` without the declarations between a reference to a parameter entity that
    /// is not declared before, or elsewhere, and the end of the internal subset?
    fn without_late_declarations(&self, accepted: impl Fn(&str) -> bool) -> bool {
        let doctype = self.doctype();
        let start = self.text.len() - self.text.split_once("<!DOCTYPE").map_or(0, |(_, behind)| behind.len() + 9);
        for (at, _) in doctype.match_indices('%') {
            let Some((name, _)) = doctype[at + 1..].split_once(';') else { continue };
            let before = &doctype[..at];
            let read = declares(before, &format!("% {name} '")) || declares(before, &format!("% {name} \""));
            if name.is_empty() || !name.chars().all(char::is_alphanumeric) || read {
                continue;
            }
            // Undeclared, it would be rejected for that alone: the reference goes too.
            let head = &self.text[..start + at];
            // What others refer to has to stay declared, as something harmless.
            let harmless = ["e", "f", "g", "h"].map(|name| format!("<!ENTITY {name} ''>")).concat();
            let candidates = |tail: &str| {
                [format!("{head}{tail}"), format!("{head}%{name};{tail}"), format!("{head}{harmless}{tail}")]
            };
            let ends = doctype[at..].match_indices(']').map(|(end, _)| &self.text[start + at + end..]);
            if ends.into_iter().any(|tail| candidates(tail).iter().any(|text| accepted(text))) {
                return true;
            }
        }
        false
    }
}

/// Is there an entity declaration that starts like this?
fn declares(text: &str, name: &str) -> bool {
    text.contains(&format!("<!ENTITY {name}"))
}

/// The text without what stands in quotes.
fn without_literals(text: &str) -> String {
    let mut open = None;
    let outside = text.chars().filter(|&next| {
        let was_open = open.is_some();
        match open {
            None if matches!(next, '"' | '\'') => open = Some(next),
            Some(quote) if quote == next => open = None,
            _ => {}
        }
        !was_open
    });
    outside.collect()
}

fn is_standalone(text: &str) -> bool {
    let declaration = text.trim_start_matches('\u{FEFF}').strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let value = declaration.and_then(|(inside, _)| inside.split_once("standalone"));
    value.is_some_and(|(_, value)| value.contains("yes"))
}

/// The number of a character reference.
fn number(reference: &str) -> Option<u32> {
    let digits = reference.strip_prefix("&#")?.strip_suffix(';')?;
    match digits.strip_prefix('x') {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    }
}
