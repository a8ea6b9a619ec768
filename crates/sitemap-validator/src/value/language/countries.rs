//! Country codes in place of language codes, and language codes in place of country codes.

use super::lookup::{self, Entries};

/// Probable codes, the most likely first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Codes(&'static str);

impl Codes {
    pub(crate) fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split(',').filter(|code| !code.is_empty())
    }

    /// The most likely code.
    pub(crate) fn first(self) -> Option<&'static str> {
        self.iter().next()
    }

    /// A single code.
    pub(super) const fn one(code: &'static str) -> Self {
        Self(code)
    }
}

/// A language code that is better known as the code of a country.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Confusion {
    /// The code; also the country's top-level domain.
    pub(crate) code: &'static str,
    /// The name of the language.
    pub(crate) language: &'static str,
    /// The name of the country that is probably meant.
    pub(crate) country: &'static str,
    /// The codes of the country's languages.
    pub(crate) codes: Codes,
}

/// The possible confusion of a language code without other parts.
pub(crate) fn confusion(code: &str) -> Option<&'static Confusion> {
    CONFUSIONS.iter().find(|row| row.code.eq_ignore_ascii_case(code))
}

const CONFUSIONS: [Confusion; 9] = [
    row("ar", "Arabic", "Argentina", "es-AR"),
    row("be", "Belarusian", "Belgium", "nl-BE,fr-BE,de-BE"),
    row("br", "Breton", "Brazil", "pt-BR"),
    row("ca", "Catalan", "Canada", "en-CA,fr-CA"),
    row("ch", "Chamorro", "Switzerland", "de-CH,fr-CH,it-CH"),
    row("kr", "Kanuri", "South Korea", "ko"),
    row("my", "Burmese", "Malaysia", "ms-MY"),
    row("se", "Northern Sami", "Sweden", "sv-SE"),
    row("uk", "Ukrainian", "United Kingdom", "en-GB"),
];

const fn row(code: &'static str, language: &'static str, country: &'static str, codes: &'static str) -> Confusion {
    Confusion { code, language, country, codes: Codes(codes) }
}

/// The codes of the languages of a country whose code is written as a language.
pub(super) fn languages_of(country: &str) -> Codes {
    let row = lookup::entry(LANGUAGES_OF, country).map(Codes);
    row.or_else(|| confusion(country).map(|row| row.codes)).unwrap_or(Codes(""))
}

/// The country whose code is probably meant if this language is written as a region: `JP` for `ja`.
pub(super) fn country_of(language: &str) -> Option<&'static str> {
    let language = if language.eq_ignore_ascii_case("zh") { "zh-CN" } else { language };
    let mut rows = Entries(LANGUAGES_OF).chain(CONFUSIONS.iter().map(|row| (row.code, row.codes.0)));
    rows.find(|(_, codes)| codes.eq_ignore_ascii_case(language)).and_then(|(country, _)| lookup::region(country))
}

/// The two-letter code for a country's three-letter code.
pub(super) fn two_letters(country: &str) -> Option<&'static str> {
    lookup::entry(THREE_LETTERS, country)
}

/// The languages of countries: only a language code if the country is its main one, otherwise with the region. `es`,
/// `id`, `ie` and `si` are also languages; their rows are for three-letter codes such as `esp`.
const LANGUAGES_OF: &str = "\
    al=sq at=de-AT au=en-AU bd=bn by=be-BY,ru-BY cl=es-CL cn=zh-CN cz=cs dk=da do=es-DO ec=es-EC eg=ar-EG \
    es=es gb=en-GB ge=ka gh=en-GH gr=el gt=es-GT hk=zh-HK,en-HK hn=es-HN id=id ie=en-IE il=he iq=ar-IQ ir=fa jm=en-JM jo=ar-JO \
    jp=ja ke=en-KE,sw-KE kh=km kz=kk-KZ,ru-KZ lk=si-LK,ta-LK ly=ar-LY ma=ar-MA,fr-MA md=ro-MD \
    mm=my mv=dv mx=es-MX ni=es-NI np=ne nz=en-NZ pe=es-PE ph=en-PH pk=ur-PK,en-PK pr=es-PR py=es-PY \
    qa=ar-QA rs=sr si=sl sy=ar-SY tj=tg tm=tk tz=sw-TZ,en-TZ ua=uk us=en-US uy=es-UY vn=vi ye=ar-YE \
    zm=en-ZM zw=en-ZW ";

/// ISO 3166-1 alpha-3 codes that are written by mistake, with the alpha-2 codes.
const THREE_LETTERS: &str = "\
    ARE=AE ARG=AR AUS=AU AUT=AT BEL=BE BGR=BG BRA=BR CAN=CA CHE=CH CHL=CL CHN=CN COL=CO CZE=CZ DEU=DE DNK=DK \
    EGY=EG ESP=ES EST=EE FIN=FI FRA=FR GBR=GB GRC=GR HKG=HK HRV=HR HUN=HU IDN=ID IND=IN IRL=IE ISR=IL ITA=IT \
    JPN=JP KOR=KR LTU=LT LUX=LU LVA=LV MEX=MX MYS=MY NLD=NL NOR=NO NZL=NZ PAK=PK PER=PE PHL=PH POL=PL PRT=PT \
    ROU=RO RUS=RU SAU=SA SGP=SG SRB=RS SVK=SK SVN=SI SWE=SE THA=TH TUR=TR TWN=TW UKR=UA USA=US VNM=VN ZAF=ZA ";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_of_a_country_and_known_codes() {
        assert_eq!(Entries(LANGUAGES_OF).count(), LANGUAGES_OF.split_ascii_whitespace().count());
        for (country, codes) in Entries(LANGUAGES_OF) {
            let is_language = lookup::language(country).is_some() && !matches!(country, "es" | "id" | "ie" | "si");
            assert!(!is_language, "{country} is a language");
            assert_known(lookup::region(country).unwrap(), Codes(codes));
        }
        for row in &CONFUSIONS {
            assert_eq!(lookup::language(row.code), Some(row.code));
            let country = if row.code == "uk" { "GB" } else { lookup::region(row.code).unwrap() };
            assert_known(country, row.codes);
            assert_eq!(confusion(&row.code.to_uppercase()), Some(row));
        }
        assert_eq!(confusion("de"), None);
    }

    fn assert_known(country: &str, codes: Codes) {
        assert!(codes.first().is_some());
        for code in codes.iter() {
            let (language, region) =
                code.split_once('-').map_or((code, None), |(language, region)| (language, Some(region)));
            assert_eq!(lookup::language(language), Some(language), "{code}");
            assert!(region.is_none_or(|region| region == country), "{code}");
        }
    }

    #[test]
    fn three_letters_stand_for_assigned_codes() {
        assert_eq!(Entries(THREE_LETTERS).count() * "USA=US ".len(), THREE_LETTERS.len());
        for (three, two) in Entries(THREE_LETTERS) {
            assert_eq!((three.len(), lookup::region(two)), (3, Some(two)));
        }
        assert!(Entries(THREE_LETTERS).map(|(three, _)| three).is_sorted());
        assert_eq!(two_letters("usa"), Some("US"));
    }

    #[test]
    fn a_language_leads_to_its_country() {
        for (language, country) in
            [("ja", "JP"), ("cs", "CZ"), ("da", "DK"), ("uk", "UA"), ("zh", "CN"), ("ko", "KR"), ("el", "GR")]
        {
            assert_eq!(country_of(language), Some(country));
        }
        assert_eq!(country_of("en"), None);
    }
}
