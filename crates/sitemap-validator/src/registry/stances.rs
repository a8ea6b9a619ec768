//! What the authorities make of each rule's finding: one line per rule, in the order of the table.
//!
//! The columns are the text of sitemaps.org, the schemas, Google, Bing and Yandex. `rejects`: the file, the entry or the
//! value is refused there. `advises`: it is taken, with advice against it. `ignores`: such values are not used there, right
//! or wrong. `accepts`: it is all right there. `_`: not documented. What XML itself forbids, every reader rejects. Of a rule
//! that speaks of several cases, the line is about the usual one.

use sitemap_validator_protocol::report::{Authorities, Stance};

use super::Rule;

macro_rules! stance {
    (rejects) => {
        Stance::Rejects
    };
    (advises) => {
        Stance::Advises
    };
    (ignores) => {
        Stance::Ignores
    };
    (accepts) => {
        Stance::Accepts
    };
    (_) => {
        Stance::Undocumented
    };
}

macro_rules! stances {
    ($($rule:ident $sitemaps_org:tt $schema:tt $google:tt $bing:tt $yandex:tt;)+) => {
        const STANCES: &[Authorities<Stance>] = &[$(Authorities {
            sitemaps_org: stance!($sitemaps_org),
            schema: stance!($schema),
            google: stance!($google),
            bing: stance!($bing),
            yandex: stance!($yandex),
        },)+];

        /// Every line stands where its rule stands in the table.
        const _: () = {
            let rules = [$(Rule::$rule),+];
            assert!(rules.len() == Rule::ALL.len());
            let mut index = 0;
            while index < rules.len() {
                assert!(rules[index] as usize == index);
                index += 1;
            }
        };
    };
}

impl Rule {
    /// What the authorities make of what the rule finds.
    pub fn stances(self) -> Authorities<Stance> {
        STANCES[self as usize]
    }
}

stances! {
    //                              sitemaps schema   google   bing     yandex
    // xml
    XmlEmptyFile                    rejects  rejects  rejects  rejects  rejects;
    XmlNotWellFormed                rejects  rejects  rejects  rejects  rejects;
    XmlContentBeforeDeclaration     rejects  rejects  rejects  rejects  rejects;
    XmlTextBeforeRoot               rejects  rejects  rejects  rejects  rejects;
    XmlContentAfterRoot             rejects  rejects  rejects  rejects  rejects;
    XmlMultipleRoots                rejects  rejects  rejects  rejects  rejects;
    XmlDeclarationMissing           advises  accepts  _        _        _;
    XmlDeclarationMalformed         rejects  rejects  rejects  rejects  rejects;
    XmlVersionUnsupported           _        _        _        _        _;
    XmlUnescapedAmpersand           rejects  rejects  rejects  rejects  rejects;
    XmlUnescapedLessThan            rejects  rejects  rejects  rejects  rejects;
    XmlUndefinedEntity              rejects  rejects  rejects  rejects  rejects;
    XmlMalformedReference           rejects  rejects  rejects  rejects  rejects;
    XmlInvalidCharacterReference    rejects  rejects  rejects  rejects  rejects;
    XmlControlCharacter             rejects  rejects  rejects  rejects  rejects;
    XmlDiscouragedCharacter         _        accepts  _        _        _;
    XmlMismatchedTag                rejects  rejects  rejects  rejects  rejects;
    XmlUnclosedElement              rejects  rejects  rejects  rejects  rejects;
    XmlUnexpectedEndTag             rejects  rejects  rejects  rejects  rejects;
    XmlMalformedTag                 rejects  rejects  rejects  rejects  rejects;
    XmlSmartQuotes                  rejects  rejects  rejects  rejects  rejects;
    XmlDuplicateAttribute           rejects  rejects  rejects  rejects  rejects;
    XmlBadComment                   rejects  rejects  rejects  rejects  rejects;
    XmlUnterminatedConstruct        rejects  rejects  rejects  rejects  rejects;
    XmlCdataEndInText               rejects  rejects  rejects  rejects  rejects;
    XmlDoctype                      advises  accepts  _        _        _;
    XmlEntityDeclaration            _        accepts  _        _        _;
    XmlExternalEntity               _        _        _        _        _;
    XmlDoubleEscaped                advises  accepts  advises  _        _;
    XmlUnprocessedTemplate          rejects  _        _        _        _;
    // encoding
    EncodingInvalidUtf8             rejects  rejects  rejects  rejects  rejects;
    EncodingNotUtf8                 rejects  accepts  rejects  _        _;
    EncodingDeclarationMismatch     rejects  _        _        _        _;
    EncodingUtf16                   rejects  accepts  rejects  _        _;
    EncodingBom                     _        accepts  _        _        advises;
    EncodingBomMisplaced            rejects  rejects  rejects  rejects  rejects;
    EncodingUnknownName             rejects  rejects  rejects  rejects  rejects;
    EncodingNonstandardName         _        accepts  _        _        _;
    EncodingMojibake                advises  accepts  _        _        _;
    EncodingReplacementCharacter    _        accepts  _        _        _;
    EncodingLineEndings             _        accepts  _        _        _;
    // structure
    StructureHtmlDocument           rejects  rejects  rejects  _        _;
    StructureUnknownFormat          rejects  rejects  rejects  _        _;
    StructureEscapedDocument        rejects  rejects  rejects  rejects  rejects;
    StructureUnknownRoot            rejects  rejects  _        _        _;
    StructureWrongRootForContent    rejects  rejects  rejects  _        _;
    StructureElementCase            _        rejects  _        _        _;
    StructureElementTypo            _        rejects  _        _        advises;
    StructureUnknownElement         _        rejects  _        _        advises;
    StructureMisplacedElement       rejects  rejects  _        _        _;
    StructureMissingLoc             rejects  rejects  rejects  _        rejects;
    StructureEmptyUrlset            _        rejects  advises  _        _;
    StructureDuplicateElement       _        rejects  rejects  _        rejects;
    StructureElementOrder           accepts  rejects  accepts  accepts  accepts;
    StructureExtensionOrder         _        rejects  accepts  _        _;
    StructureUnexpectedAttribute    _        rejects  _        _        _;
    StructureUnexpectedText         _        rejects  _        _        _;
    StructureChildInValue           _        rejects  _        _        rejects;
    StructureCommentInValue         _        accepts  _        _        _;
    StructureCdataValue             advises  accepts  accepts  _        _;
    StructureExtensionMismatch      accepts  _        advises  _        _;
    // namespace
    NamespaceMissing                rejects  rejects  rejects  rejects  rejects;
    NamespaceXmlnsTypo              rejects  rejects  rejects  rejects  rejects;
    NamespaceNearMiss               rejects  rejects  rejects  _        _;
    NamespaceWrong                  rejects  rejects  rejects  rejects  rejects;
    NamespaceLegacy084              _        rejects  _        _        _;
    NamespaceMissingOnChild         _        rejects  _        _        _;
    NamespacePrefixUndeclared       _        rejects  rejects  _        _;
    NamespacePrefixMisbound         _        _        advises  _        _;
    NamespaceExtensionNearMiss      _        _        rejects  _        _;
    NamespaceUnknownExtension       accepts  advises  _        _        _;
    NamespaceDiscontinued           _        _        ignores  _        _;
    NamespacePrefixedCore           accepts  accepts  _        _        _;
    NamespaceUnused                 _        accepts  _        _        _;
    SchemaLocationMalformed         advises  advises  _        _        _;
    SchemaLocationMismatch          advises  advises  _        _        _;
    SchemaLocationMissing           accepts  accepts  _        _        _;
    // loc
    LocEmpty                        rejects  rejects  rejects  _        _;
    LocUnescapedAmpersand           rejects  rejects  rejects  rejects  rejects;
    LocRelative                     rejects  accepts  rejects  _        _;
    LocMissingScheme                rejects  accepts  rejects  _        _;
    LocMalformedScheme              rejects  accepts  rejects  _        _;
    LocUnsupportedScheme            rejects  accepts  rejects  _        _;
    LocMissingHost                  rejects  _        _        _        _;
    LocInvalidHost                  rejects  _        _        _        _;
    LocInvalidPort                  rejects  _        _        _        _;
    LocWhitespaceInside             rejects  accepts  rejects  _        _;
    LocSurroundingWhitespace        _        accepts  advises  _        _;
    LocIllegalCharacter             rejects  accepts  rejects  _        _;
    LocUnencodedBracket             advises  rejects  advises  _        _;
    LocUnescapedQuote               advises  accepts  _        _        _;
    LocNonAscii                     advises  accepts  advises  advises  accepts;
    LocNonAsciiHost                 accepts  accepts  _        _        _;
    LocInvisibleCharacter           advises  accepts  _        _        _;
    LocInvalidPercentEncoding       rejects  rejects  _        _        _;
    LocPercentEncodingNotUtf8       accepts  accepts  _        _        _;
    LocDoublePercentEncoded         _        accepts  _        _        _;
    LocPercentEncodingCase          _        accepts  _        _        _;
    LocFragment                     _        accepts  advises  _        _;
    LocTooLong                      rejects  rejects  _        _        rejects;
    LocTooShort                     _        rejects  _        _        _;
    LocEngineLength                 accepts  accepts  _        _        rejects;
    LocDuplicate                    advises  accepts  advises  _        _;
    LocDuplicateEquivalent          advises  accepts  _        _        _;
    LocDuplicateVariant             advises  accepts  advises  _        _;
    LocNormalizable                 _        accepts  _        _        _;
    LocEmptyPath                    advises  accepts  _        _        _;
    LocDotSegments                  _        accepts  _        _        _;
    LocDoubleSlash                  _        accepts  _        _        _;
    LocCredentials                  _        accepts  _        _        _;
    LocNonPublicHost                _        accepts  _        _        _;
    LocSessionId                    advises  accepts  _        _        _;
    LocTrackingParameter            _        accepts  advises  _        _;
    LocMultipleUrls                 rejects  _        _        _        _;
    LocIsSitemap                    advises  accepts  _        _        _;
    LocSelfReference                _        accepts  _        _        _;
    LocNotNfc                       _        accepts  _        _        _;
    // lastmod
    LastmodEmpty                    rejects  rejects  rejects  _        _;
    LastmodInvalidDatetime          rejects  rejects  rejects  _        advises;
    LastmodInvalidCalendar          rejects  rejects  rejects  _        _;
    LastmodMissingTimezone          rejects  accepts  rejects  _        _;
    LastmodMalformedTimezone        rejects  rejects  _        _        _;
    LastmodReducedPrecision         advises  rejects  _        _        _;
    LastmodNoSeconds                accepts  rejects  accepts  _        _;
    LastmodDateWithTimezone         advises  accepts  _        _        _;
    LastmodLongFraction             _        accepts  advises  _        _;
    LastmodFuture                   advises  accepts  advises  _        _;
    LastmodImplausiblePast          _        accepts  advises  _        _;
    LastmodSurroundingWhitespace    _        accepts  accepts  _        _;
    LastmodAllIdentical             advises  accepts  advises  advises  _;
    LastmodLooksGenerated           _        accepts  advises  advises  _;
    LastmodMixedPrecision           advises  accepts  _        advises  _;
    // changefreq
    ChangefreqEmpty                 rejects  rejects  ignores  ignores  _;
    ChangefreqInvalidValue          rejects  rejects  ignores  ignores  advises;
    ChangefreqCase                  _        rejects  ignores  ignores  _;
    ChangefreqSurroundingWhitespace _        rejects  ignores  ignores  _;
    ChangefreqIgnored               accepts  accepts  ignores  ignores  _;
    ChangefreqContradictsLastmod    advises  accepts  ignores  ignores  _;
    // priority
    PriorityEmpty                   rejects  rejects  ignores  ignores  _;
    PriorityNotANumber              rejects  rejects  ignores  ignores  _;
    PriorityDecimalComma            rejects  rejects  ignores  ignores  _;
    PriorityOutOfRange              rejects  rejects  ignores  ignores  _;
    PrioritySurroundingWhitespace   _        accepts  ignores  ignores  _;
    PriorityUnusualForm             _        accepts  ignores  ignores  _;
    PriorityAllIdentical            advises  advises  ignores  ignores  _;
    PriorityDefaultRedundant        accepts  accepts  ignores  ignores  _;
    PriorityIgnored                 accepts  accepts  ignores  ignores  accepts;
    // scope
    ScopeDifferentHost              rejects  accepts  rejects  rejects  rejects;
    ScopeWwwMismatch                rejects  accepts  rejects  rejects  rejects;
    ScopeDifferentScheme            rejects  accepts  rejects  _        _;
    ScopeDifferentPort              rejects  accepts  _        _        _;
    ScopeOutsideDirectory           rejects  accepts  rejects  rejects  rejects;
    ScopeMixedHosts                 advises  accepts  _        _        _;
    ScopeMixedSchemes               advises  accepts  _        _        _;
    ScopeMixedPorts                 advises  accepts  _        _        _;
    ScopeNotAtRoot                  advises  accepts  advises  _        _;
    ScopeFileName                   _        _        accepts  _        _;
    ScopeSitemapUrlNotEscaped       advises  _        accepts  _        _;
    ScopeRobotsBlocked              _        _        advises  _        _;
    ScopeRobotsSitemapBlocked       _        _        rejects  _        rejects;
    ScopeRobotsNotListed            advises  _        advises  _        _;
    ScopeRobotsSitemapRelative      rejects  _        rejects  _        _;
    // limits
    LimitsTooManyUrls               rejects  advises  rejects  rejects  rejects;
    LimitsFileTooLarge              rejects  _        rejects  rejects  rejects;
    LimitsFileOver10mb              accepts  _        accepts  accepts  accepts;
    LimitsIndexTooManySitemaps      rejects  advises  rejects  rejects  rejects;
    LimitsIndexOver1000             accepts  accepts  accepts  accepts  accepts;
    LimitsNearLimit                 advises  _        _        _        _;
    LimitsValueTooLong              _        _        _        _        rejects;
    LimitsValidatorCeiling          _        _        _        _        _;
    LimitsIndexFilesPerSite         _        _        advises  _        _;
    // index
    IndexMissingLoc                 rejects  rejects  rejects  _        _;
    IndexEmpty                      _        rejects  advises  _        _;
    IndexUnexpectedChild            advises  rejects  _        _        _;
    IndexNestedSuspected            _        _        _        _        _;
    IndexSelfReference              rejects  accepts  rejects  _        _;
    IndexDuplicateSitemap           _        accepts  _        _        _;
    IndexDifferentHost              rejects  accepts  rejects  rejects  rejects;
    IndexDifferentSchemeOrPort      advises  accepts  _        _        _;
    IndexOutsideDirectory           accepts  accepts  advises  _        _;
    IndexLocLooksLikePage           advises  accepts  _        _        _;
    IndexNested                     rejects  accepts  rejects  _        _;
    IndexCycle                      rejects  accepts  rejects  _        _;
    IndexChildInvalid               rejects  accepts  _        _        _;
    IndexChildNotSupplied           _        _        _        _        _;
    IndexOrphanSitemap              _        _        _        _        _;
    IndexLastmodStale               advises  accepts  _        _        _;
    IndexCrossFileDuplicate         _        accepts  _        _        _;
    // image
    ImageMissingLoc                 _        _        rejects  _        _;
    ImageLocInvalid                 _        _        rejects  _        _;
    ImageTooMany                    _        _        rejects  _        _;
    ImageMisplaced                  _        _        rejects  _        _;
    ImageDuplicateElement           _        rejects  rejects  _        _;
    ImageDuplicateInUrl             _        _        _        _        _;
    ImageDeprecatedElement          _        accepts  ignores  _        accepts;
    ImageUnknownElement             _        rejects  ignores  _        _;
    ImageElementOrder               _        rejects  ignores  _        _;
    ImageCrossHost                  _        _        advises  _        _;
    ImageLocIsPage                  _        _        _        _        _;
    // video
    VideoMissingElement             _        rejects  rejects  _        _;
    VideoMissingLocation            _        _        rejects  _        _;
    VideoSameAsPage                 _        _        rejects  _        _;
    VideoUnsupportedScheme          _        _        rejects  _        _;
    VideoContentFormat              _        _        advises  _        _;
    VideoTitleTooLong               _        rejects  advises  _        _;
    VideoDescriptionTooLong         _        rejects  rejects  _        _;
    VideoDurationInvalid            _        rejects  rejects  _        _;
    VideoRatingInvalid              _        rejects  rejects  _        _;
    VideoViewCountInvalid           _        rejects  rejects  _        _;
    VideoDateInvalid                _        _        rejects  _        _;
    VideoExpired                    _        _        advises  _        _;
    VideoDatesInverted              _        _        _        _        _;
    VideoYesNoInvalid               _        rejects  rejects  _        _;
    VideoRelationshipInvalid        _        rejects  rejects  _        _;
    VideoRestrictionInvalid         _        rejects  rejects  _        _;
    VideoPlatformInvalid            _        rejects  rejects  _        _;
    VideoUploaderInvalid            _        _        rejects  _        _;
    VideoTooManyTags                _        rejects  rejects  _        _;
    VideoDuplicateElement           _        _        rejects  _        _;
    VideoMisplaced                  _        _        rejects  _        _;
    VideoDeprecated                 _        accepts  ignores  _        _;
    VideoLegacyValueInvalid         _        rejects  ignores  _        _;
    VideoUnknownElement             _        rejects  ignores  _        _;
    VideoElementOrder               _        rejects  accepts  _        _;
    VideoPreferContentLoc           _        _        advises  _        _;
    // news
    NewsMissingElement              _        _        rejects  _        _;
    NewsMultipleInUrl               _        _        rejects  _        _;
    NewsTooMany                     _        _        rejects  _        _;
    NewsLanguageInvalid             _        rejects  rejects  _        _;
    NewsDateInvalid                 _        _        rejects  _        _;
    NewsTooOld                      _        _        advises  _        _;
    NewsDateFuture                  _        _        advises  _        _;
    NewsNameParenthetical           _        _        advises  _        _;
    NewsNameInconsistent            _        _        advises  _        _;
    NewsTitleDecorated              _        _        advises  _        _;
    NewsDeprecatedElement           _        accepts  ignores  _        _;
    NewsUnknownElement              _        rejects  ignores  _        _;
    NewsDuplicateElement            _        rejects  rejects  _        _;
    NewsMisplaced                   _        _        rejects  _        _;
    NewsElementOrder                _        rejects  _        _        _;
    // hreflang
    HreflangMissingAttribute        _        _        rejects  _        rejects;
    HreflangRelInvalid              _        _        rejects  _        rejects;
    HreflangHrefRelative            _        _        rejects  _        rejects;
    HreflangCodeMalformed           _        _        rejects  _        rejects;
    HreflangUnknownLanguage         _        _        rejects  _        rejects;
    HreflangUnknownRegion           _        _        advises  _        advises;
    HreflangUnknownScript           _        _        advises  _        advises;
    HreflangLanguageRegionConfusion _        _        advises  _        advises;
    HreflangDuplicateCode           _        _        rejects  _        rejects;
    HreflangMissingSelf             _        _        advises  _        advises;
    HreflangMissingReturnLink       _        _        rejects  _        rejects;
    HreflangSetMismatch             _        _        advises  _        advises;
    HreflangAlternateNotListed      _        _        advises  _        advises;
    HreflangMissingXDefault         _        _        advises  _        _;
    HreflangSingle                  _        _        _        _        _;
    HreflangNonstandardCase         _        _        _        _        _;
    HreflangMisplaced               _        _        rejects  _        rejects;
    HreflangNotEmpty                _        _        advises  _        advises;
    HreflangUnexpectedAttribute     _        _        advises  _        advises;
    // ext
    MobileGoogleObsolete            _        _        ignores  _        _;
    MobileBaiduTypeInvalid          _        _        _        _        _;
    MobileNotEmpty                  _        rejects  ignores  _        _;
    PagemapMissingAttribute         _        rejects  rejects  _        _;
    PagemapValueConflict            _        advises  rejects  _        _;
    PagemapStructure                _        rejects  advises  _        _;
    // text
    TextEmpty                       advises  _        advises  _        _;
    TextNonUrlLine                  rejects  _        rejects  _        _;
    TextMultipleValues              rejects  _        _        _        _;
    TextBom                         advises  _        _        _        _;
    TextSurroundingWhitespace       advises  _        _        _        _;
    TextBlankLine                   advises  _        _        _        _;
    TextEntityEscaped               advises  _        _        _        _;
    TextFileExtension               accepts  _        advises  accepts  accepts;
    // feed
    FeedUnsupportedVersion          advises  _        advises  advises  rejects;
    FeedNamespaceInvalid            _        _        rejects  _        _;
    FeedEmpty                       advises  _        advises  _        _;
    FeedItemMissingLink             advises  _        _        _        _;
    FeedDateInvalid                 advises  _        _        _        _;
    FeedMissingRequired             advises  _        _        _        _;
    FeedRecentOnly                  advises  _        advises  _        _;
    FeedUnsupportedByEngine         accepts  _        accepts  accepts  rejects;
    FeedMrssMissing                 _        _        rejects  _        _;
    FeedMrssValue                   _        _        rejects  _        _;
    // gzip
    GzipCorrupt                     _        _        rejects  _        rejects;
    GzipTruncated                   _        _        rejects  _        rejects;
    GzipDouble                      rejects  _        _        _        _;
    GzipUnsupportedCompression      rejects  _        rejects  _        _;
    GzipMultipleMembers             _        _        _        _        _;
    GzipTrailingData                _        _        _        _        _;
    GzipExtensionMismatch           advises  _        advises  _        _;
    GzipBomb                        rejects  _        rejects  rejects  rejects;
    // advice
    AdviceNoLastmod                 accepts  accepts  advises  advises  _;
    AdviceDateOnlyLastmod           advises  accepts  accepts  advises  _;
    AdviceHttpUrls                  _        accepts  _        _        _;
    AdvicePingEndpoint              accepts  _        ignores  ignores  _;
    AdviceXsltStylesheet            _        accepts  _        _        _;
    AdviceIndentation               accepts  accepts  accepts  _        _;
    AdviceCompress                  accepts  _        _        _        _;
    AdviceUseIndex                  advises  _        _        _        _;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Severity;
    use crate::profile::Profile;
    use crate::registry::Basis;

    fn all(stances: Authorities<Stance>) -> [Stance; 5] {
        [stances.sitemaps_org, stances.schema, stances.google, stances.bing, stances.yandex]
    }

    #[test]
    fn who_is_named_as_a_source_has_a_stance() {
        for &rule in Rule::ALL {
            let stances = rule.stances();
            for basis in rule.info().basis {
                let stance = match basis {
                    Basis::SitemapsOrg => stances.sitemaps_org,
                    Basis::Schema => stances.schema,
                    Basis::Google => stances.google,
                    Basis::Bing => stances.bing,
                    Basis::Yandex => stances.yandex,
                    _ => continue,
                };
                assert_ne!(stance, Stance::Undocumented, "{} of {}", basis.name(), rule.id());
            }
        }
    }

    /// Errors that rest on nobody's word: what is unsafe, what this program cannot read, Baidu's and the older protocol's.
    const NOBODYS: [&str; 5] = [
        "xml-entity-declaration",
        "xml-external-entity",
        "limits-index-over-1000",
        "limits-validator-ceiling",
        "mobile-baidu-type-invalid",
    ];

    #[test]
    fn an_error_is_rejected_by_somebody() {
        for &rule in Rule::ALL {
            let rejected = all(rule.stances()).contains(&Stance::Rejects);
            let error = rule.info().severity == Severity::Error;
            assert!(rejected || !error || NOBODYS.contains(&rule.id()), "{}: an error for nobody", rule.id());
            assert!(!rejected || !NOBODYS.contains(&rule.id()), "{}: somebody's", rule.id());
        }
    }

    #[test]
    fn what_the_protocol_or_a_default_engine_rejects_is_an_error() {
        for &rule in Rule::ALL {
            let Authorities { sitemaps_org, google, bing, .. } = rule.stances();
            if [sitemaps_org, google, bing].contains(&Stance::Rejects) {
                assert_eq!(rule.info().severity, Severity::Error, "{}", rule.id());
            }
        }
    }

    #[test]
    fn every_reader_rejects_what_xml_forbids() {
        let unsafe_only = ["xml-entity-declaration", "xml-external-entity", "xml-unprocessed-template"];
        for &rule in Rule::ALL {
            let info = rule.info();
            if rule.group() != "xml" || info.severity != Severity::Error || unsafe_only.contains(&info.id) {
                continue;
            }
            assert_eq!(all(rule.stances()), [Stance::Rejects; 5], "{}", info.id);
            assert!(Profile::ALL.iter().all(|&profile| info.profiles.has(profile)), "{}", info.id);
        }
    }

    #[test]
    fn an_engine_whose_rule_it_is_alone_has_a_stance() {
        let engines = [Profile::Google, Profile::Bing, Profile::Yandex];
        for &rule in Rule::ALL {
            let Authorities { google, bing, yandex, .. } = rule.stances();
            let known = [google, bing, yandex].map(|stance| stance != Stance::Undocumented);
            let info = rule.info();
            let only_practice = info.basis.iter().all(|basis| matches!(basis, Basis::Practice | Basis::Rfc5646));
            if info.profiles.has(Profile::SitemapsOrg) || only_practice {
                continue;
            }
            for (profile, known) in engines.into_iter().zip(known) {
                let schema_only = info.basis == [Basis::Schema];
                assert!(known || schema_only || !info.profiles.has(profile), "{} of {}", profile.name(), info.id);
            }
        }
    }

    #[test]
    fn a_time_without_a_zone_is_taken_by_the_schema_alone() {
        use Stance::{Accepts, Rejects, Undocumented};
        let stances = Rule::LastmodMissingTimezone.stances();
        assert_eq!(all(stances), [Rejects, Accepts, Rejects, Undocumented, Undocumented]);
    }
}
