//! How sitemaps.org, the schemas and the engines treat the findings of a rule, and the sources for it.

use sitemap_validator_protocol::report::{Authorities, Stance};

/// How the authorities treat a finding, with sources.
#[derive(Debug)]
pub struct Support {
    /// The stance of each authority.
    pub stances: Authorities<Stance>,
    pub(super) named: [bool; 5],
    pub(super) standards: &'static [Standard],
}

impl Support {
    /// The names of the sources, as in reports.
    pub fn sources(&self) -> impl Iterator<Item = &'static str> {
        let authorities = ["sitemaps.org", "schema", "google", "bing", "yandex"].into_iter().zip(self.named);
        let named = authorities.filter_map(|(name, named)| named.then_some(name));
        named.chain(self.standards.iter().map(|standard| standard.name()))
    }
}

/// A source that has no [`Stance`] of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standard {
    /// XML 1.0, fifth edition.
    Xml,
    /// Namespaces in XML 1.0, third edition.
    XmlNames,
    /// Baidu's search resource platform.
    Baidu,
    /// RFC 3986, URIs.
    Rfc3986,
    /// RFC 3987, IRIs.
    Rfc3987,
    /// RFC 9110, HTTP semantics.
    Rfc9110,
    /// W3C NOTE-datetime.
    W3cDatetime,
    /// RFC 9309, robots exclusion.
    Rfc9309,
    /// RFC 1952, gzip.
    Rfc1952,
    /// RFC 5646, language tags.
    Rfc5646,
    /// RSS 2.0.
    Rss,
    /// RFC 4287, Atom.
    Rfc4287,
    /// Media RSS.
    MediaRss,
    /// XHTML 1.0.
    Xhtml,
    /// Experience; no normative source.
    Practice,
}

impl Standard {
    /// The name in reports.
    const fn name(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::XmlNames => "xml-names",
            Self::Baidu => "baidu",
            Self::Rfc3986 => "rfc3986",
            Self::Rfc3987 => "rfc3987",
            Self::Rfc9110 => "rfc9110",
            Self::W3cDatetime => "w3c-datetime",
            Self::Rfc9309 => "rfc9309",
            Self::Rfc1952 => "rfc1952",
            Self::Rfc5646 => "rfc5646",
            Self::Rss => "rss",
            Self::Rfc4287 => "rfc4287",
            Self::MediaRss => "media-rss",
            Self::Xhtml => "xhtml",
            Self::Practice => "practice",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::registry::{Message, Rule};
    use sitemap_validator_protocol::report::Severity;

    fn all(stances: Authorities<Stance>) -> [Stance; 5] {
        [stances.sitemaps_org, stances.schema, stances.google, stances.bing, stances.yandex]
    }

    #[test]
    fn every_message_names_a_source() {
        for &message in Message::ALL {
            let mut sources = message.info().support.sources();
            assert!(sources.next().is_some(), "{message:?} needs `standards`, or `(source)` in `support`");
        }
    }

    /// Errors without a source of an engine: unsafe or unreadable content, nothing to check, Baidu and the older protocol.
    const NOBODYS: [&str; 6] = [
        "discovery-none",
        "xml-entity-declaration",
        "xml-external-entity",
        "limits-index-over-1000",
        "limits-validator-ceiling",
        "mobile-baidu-type-invalid",
    ];

    #[test]
    fn each_error_is_rejected_by_an_authority() {
        for &rule in Rule::ALL {
            let rejected = all(rule.info().support.stances).contains(&Stance::Rejects);
            let error = rule.info().severity == Severity::Error;
            // The users set the limits of a comparison.
            let is_of_users = rule.group() == "compare";
            let is_known = rejected || is_of_users || NOBODYS.contains(&rule.id());
            assert!(!error || is_known, "{}: an error for nobody", rule.id());
            assert!(!rejected || !NOBODYS.contains(&rule.id()), "{}: somebody's", rule.id());
        }
    }

    #[test]
    fn findings_that_the_protocol_or_a_default_engine_rejects_are_errors() {
        for &rule in Rule::ALL {
            let Authorities { sitemaps_org, google, bing, .. } = rule.info().support.stances;
            // What Google accepts from the owner of a site is no error.
            if [sitemaps_org, google, bing].contains(&Stance::Rejects) && rule != Rule::ScopeSearchConsoleOnly {
                assert_eq!(rule.info().severity, Severity::Error, "{}", rule.id());
            }
        }
    }

    #[test]
    fn all_authorities_reject_violations_of_xml() {
        let unsafe_only = ["xml-entity-declaration", "xml-external-entity", "xml-unprocessed-template"];
        for &rule in Rule::ALL {
            let info = rule.info();
            if rule.group() != "xml" || info.severity != Severity::Error || unsafe_only.contains(&info.id) {
                continue;
            }
            assert_eq!(all(rule.info().support.stances), [Stance::Rejects; 5], "{}", info.id);
            assert!(Profile::ALL.iter().all(|&profile| info.profiles.has(profile)), "{}", info.id);
        }
    }

    #[test]
    fn an_engine_has_a_stance_on_its_own_rules() {
        let engines = [Profile::Google, Profile::Bing, Profile::Yandex];
        for &rule in Rule::ALL {
            let Authorities { google, bing, yandex, .. } = rule.info().support.stances;
            let known = [google, bing, yandex].map(|stance| stance != Stance::Undocumented);
            let info = rule.info();
            let only_practice = info.support.sources().all(|source| matches!(source, "practice" | "rfc5646"));
            if info.profiles.has(Profile::SitemapsOrg) || only_practice {
                continue;
            }
            for (profile, known) in engines.into_iter().zip(known) {
                let schema_only = info.support.sources().eq(["schema"]);
                assert!(known || schema_only || !info.profiles.has(profile), "{} of {}", profile.name(), info.id);
            }
        }
    }

    #[test]
    fn a_message_has_its_own_sources_where_they_differ() {
        let sources = |message: Message| message.info().support.sources().collect::<Vec<_>>();
        assert_eq!(sources(Message::LocTooLong), ["sitemaps.org", "schema", "yandex"]);
        assert_eq!(
            sources(Message::LocTooLongAtLimit),
            ["sitemaps.org", "yandex"],
            "the schema takes 2,048 characters"
        );
        assert_eq!(sources(Message::FeedUnsupportedVersionAtom03), ["google", "yandex"], "the others take Atom 0.3");
    }
}
