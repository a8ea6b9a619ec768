//! The link to this page. It contains the settings and, if it is short, the text to check. All of this is in the
//! fragment, which browsers do not send to servers.
//!
//! `#lang=fr&profile=google,bing&pedantic=1&strict=1&url=…&name=…&text=…`, or `&z=` with the text packed.

use std::fmt::Write as _;

use crate::{
    base64,
    lang::Lang,
    state::{Profile, SettingChange, Settings},
    text::{cut_end, spelled_out},
};

/// The maximum length of a text in a link, packed or not, for writing and for reading.
pub(crate) const LINK_LIMIT: usize = 32 * 1024;
/// The maximum length of a packed text after unpacking.
pub(crate) const UNPACKED_LIMIT: usize = 5_000_000;

/// The contents of a link.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Link {
    /// The language of the page.
    pub(crate) lang: Option<Lang>,
    /// The settings of the check.
    pub(crate) settings: Option<Settings>,
    /// The URL of the sitemap.
    pub(crate) address: Option<String>,
    /// The name of the text.
    pub(crate) name: Option<String>,
    /// The text.
    pub(crate) content: Option<Content>,
    /// The error in the link; its other parts are used.
    pub(crate) fault: Option<LinkError>,
}

/// The text in a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Content {
    /// Plain text.
    Plain(String),
    /// Deflated.
    Packed(Vec<u8>),
}

/// An error in a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LinkError {
    /// The text cannot be read: it was cut off or changed in transit.
    Damaged,
    /// The text is larger than [`LINK_LIMIT`], or than [`UNPACKED_LIMIT`] after unpacking.
    TooLarge,
    /// The browser cannot unpack the text.
    Unsupported,
    /// The link asks for an unknown profile.
    Profile(String),
}

impl LinkError {
    /// The error as a sentence.
    pub(crate) fn sentence(&self, lang: Lang) -> String {
        match self {
            Self::Damaged => lang
                .text([
                    "This link is incomplete or was changed, so its text cannot be read. Ask the sender for the link again, or for the file",
                    "Le texte contenu dans ce lien est illisible\u{a0}: une partie du lien manque ou a été modifiée. \
                     Redemandez le lien, ou le fichier",
                    "No se puede leer el texto de este enlace: falta una parte o se ha modificado. Pida de nuevo el \
                     enlace, o el archivo",
                ])
                .to_owned(),
            Self::TooLarge => lang
                .text([
                    "The text in this link is too large and was not read. Drop the file here instead",
                    "Le texte contenu dans ce lien est trop volumineux et n’a pas été lu. Déposez plutôt le fichier ici",
                    "El texto de este enlace es demasiado grande y no se ha leído. Suelte aquí el archivo",
                ])
                .to_owned(),
            Self::Unsupported => lang
                .text([
                    "This browser cannot decompress the text in this link. Open the link in a newer browser",
                    "Ce navigateur ne peut pas décompresser le texte contenu dans ce lien. Ouvrez-le dans un navigateur \
                     plus récent",
                    "Este navegador no puede descomprimir el texto de este enlace. Ábralo en uno más reciente",
                ])
                .to_owned(),
            Self::Profile(name) => lang.fill(
                [
                    "The link asks for the profile “{0}”, which this version does not know",
                    "Le lien demande le profil «\u{a0}{0}\u{a0}», inconnu de cette version", "El enlace pide el perfil «{0}», que esta versión no conoce",
                ],
                &[name],
            ),
        }
    }
}

/// Reads a fragment, with or without its `#`. Returns `None` if it is not a link to this page.
pub(crate) fn read(fragment: &str) -> Option<Link> {
    let mut link = Link::default();
    let mut ours = false;
    for part in fragment.trim_start_matches('#').split('&') {
        let Some((key, value)) = part.split_once('=') else {
            continue;
        };
        ours |= link.take(key, value).is_some();
    }
    ours.then_some(link)
}

impl Link {
    fn take(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "lang" => self.lang = Lang::of_tag(value).or(self.lang),
            "profile" => self.profiles(value),
            "pedantic" => self.settings().change(SettingChange::Pedantic(is_on(value))),
            "strict" => self.settings().change(SettingChange::StrictSchema(is_on(value))),
            "url" => self.address = self.decoded(value).or_else(|| self.address.take()),
            "name" => self.name = self.decoded(value).or_else(|| self.name.take()),
            // A damaged text is not replaced by part of another one.
            "text" => self.content = self.decoded(value).map(Content::Plain),
            "z" if value.len() > LINK_LIMIT => (self.content, self.fault) = (None, Some(LinkError::TooLarge)),
            "z" => {
                self.content = base64::decode(value).map(Content::Packed);
                if self.content.is_none() {
                    self.fault = Some(LinkError::Damaged);
                }
            }
            _ => return None,
        }
        Some(())
    }

    fn settings(&mut self) -> &mut Settings {
        self.settings.get_or_insert_default()
    }

    fn profiles(&mut self, value: &str) {
        let mut found = Vec::new();
        // Some programs write the comma as `%2C`.
        let value = percent_decoded(value).unwrap_or_else(|| value.to_owned());
        let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
        let names = value.split(',').map(str::trim);
        for name in names.filter(|name| !name.is_empty() && !is(name, Profile::PROTOCOL)) {
            if let Some(profile) = Profile::ALL.into_iter().find(|profile| is(profile.name(), name)) {
                found.push(profile);
            } else {
                self.fault = Some(LinkError::Profile(cut_end(&spelled_out(name), 40)));
            }
        }
        self.settings().profiles = Profile::ALL.into_iter().filter(|profile| found.contains(profile)).collect();
    }

    fn decoded(&mut self, value: &str) -> Option<String> {
        if value.len() > LINK_LIMIT {
            self.fault = Some(LinkError::TooLarge);
            return None;
        }
        let decoded = percent_decoded(value);
        let fault = decoded.is_none().then_some(LinkError::Damaged);
        let sound = fault.is_none();
        self.fault = fault.or_else(|| self.fault.take());
        decoded.filter(|_| sound)
    }
}

/// True for a value that turns a setting on: `1`, `true` or `on`.
pub(crate) fn is_on(value: &str) -> bool {
    ["1", "true", "on"].iter().any(|word| value.eq_ignore_ascii_case(word))
}

/// The settings in the form of a link, which is also the stored form.
pub(crate) fn written_settings(settings: &Settings) -> String {
    let mut out = format!("profile={}", settings.names().join(","));
    for (key, on) in [("pedantic", settings.pedantic), ("strict", settings.strict_schema)] {
        if on {
            let _ = write!(out, "&{key}=1");
        }
    }
    out
}

/// The fragment of a link, with its `#`. `content` is `text=…` or `z=…`.
pub(crate) fn write(
    lang: Lang,
    settings: &Settings,
    address: &str,
    name: Option<&str>,
    content: Option<&str>,
) -> String {
    let mut out = format!("#lang={}&{}", lang.tag(), written_settings(settings));
    if !address.trim().is_empty() {
        let _ = write!(out, "&url={}", percent_encoded(address.trim()));
    }
    if let Some(content) = content {
        if let Some(name) = name {
            let _ = write!(out, "&name={}", percent_encoded(name));
        }
        out.push('&');
        out.push_str(content);
    }
    out
}

/// A text as a link contains it, plain or packed, whichever is shorter; `None` if both are too long. `packed` is the
/// deflated text, if the browser could deflate it.
pub(crate) fn content(text: &str, packed: Option<&[u8]>) -> Option<String> {
    let fits = |content: &String| content.len() <= LINK_LIMIT;
    let packed = packed.map(|packed| format!("z={}", base64::encode(packed))).filter(fits);
    // Encoding never shortens a text, so a text beyond the limit is not encoded.
    let plain = (text.len() <= LINK_LIMIT).then(|| format!("text={}", percent_encoded(text))).filter(fits);
    match (plain, packed) {
        (Some(plain), Some(packed)) if packed.len() < plain.len() => Some(packed),
        (plain, packed) => plain.or(packed),
    }
}

/// The fragment after the language or the settings were changed. Keeps its other parts that are still on the page.
pub(crate) fn revised(fragment: &str, lang: Lang, settings: &Settings, address: &str, keep_text: bool) -> String {
    let mut out = format!("#lang={}&{}", lang.tag(), written_settings(settings));
    for part in fragment.trim_start_matches('#').split('&') {
        let (key, value) = part.split_once('=').unwrap_or_default();
        let keeps = match key {
            "url" => percent_decoded(value).is_some_and(|said| said == address.trim()),
            "name" | "text" | "z" => keep_text,
            _ => false,
        };
        if keeps {
            out.push('&');
            out.push_str(part);
        }
    }
    out
}

/// `text` with every character except letters, digits and `-._~/:` encoded as `%XX`.
fn percent_encoded(text: &str) -> String {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/:".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push('%');
            out.push(char::from(DIGITS[usize::from(byte >> 4)]));
            out.push(char::from(DIGITS[usize::from(byte & 15)]));
        }
    }
    out
}

/// The text with each `%XX` decoded. Returns `None` if the bytes are not UTF-8, or if a `%` is not followed by two
/// digits.
fn percent_decoded(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let (high, low) = (char::from(bytes.next()?).to_digit(16)?, char::from(bytes.next()?).to_digit(16)?);
            out.push(u8::try_from(high << 4 | low).ok()?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let mut settings = Settings { profiles: vec![Profile::Google, Profile::Yandex], ..Settings::default() };
        settings.strict_schema = true;
        let text = "<loc>https://tidepool.page/?a=1&amp;b=é+ü %</loc>\n";
        let plain = content(text, None).expect("short");
        let fragment = write(Lang::Fr, &settings, " https://tidepool.page/s.xml ", Some("a&b.xml"), Some(&plain));
        assert!(fragment.starts_with("#lang=fr&profile=sitemaps.org,google,yandex&strict=1&url=https://tidepool.page/s.xml&name=a%26b.xml&text=%3Cloc"));
        let link = read(&fragment).expect("a link");
        assert_eq!((link.lang, link.settings, link.fault), (Some(Lang::Fr), Some(settings), None));
        assert_eq!(
            (link.address.as_deref(), link.name.as_deref()),
            (Some("https://tidepool.page/s.xml"), Some("a&b.xml"))
        );
        assert_eq!(link.content, Some(Content::Plain(text.to_owned())));
    }

    #[test]
    fn the_shorter_way_is_taken_and_what_is_too_long_is_left_out() {
        assert_eq!(content("abc", Some(&[1; 30])).as_deref(), Some("text=abc"));
        assert_eq!(content("<<<<<<<<", Some(&[0; 3])).as_deref(), Some("z=AAAA"));
        let long = "a".repeat(LINK_LIMIT);
        assert_eq!(content(&long, None), None);
        assert_eq!(content(&long, Some(&[0; 3])).as_deref(), Some("z=AAAA"));
        assert_eq!(content(&long, Some(&vec![0; LINK_LIMIT])), None);
    }

    #[test]
    fn unknown_and_missing_parts_of_a_link_are_ignored() {
        for fragment in ["", "#", "#what", "#a=b", "#text", "&&&==="] {
            assert_eq!(read(fragment), None, "{fragment}");
        }
        let link = read("#lang=xx&utm=1&pedantic=1").expect("a link");
        assert_eq!((link.lang, link.fault.clone()), (None, None));
        assert_eq!(link.settings, Some(Settings { pedantic: true, ..Settings::default() }));
        assert_eq!(read("#profile=").expect("a link").settings.expect("settings").profiles, []);
        let by_hand = read("#profile=Google,%20bing%20,SITEMAPS.ORG&strict=TRUE").expect("a link");
        let settings = by_hand.settings.expect("settings");
        assert_eq!((settings.profiles, settings.strict_schema), (vec![Profile::Google, Profile::Bing], true));
        assert_eq!(read("#text=x").expect("a link").settings, None, "the visitor's own count");
    }

    #[test]
    fn bad_links_say_what_is_wrong() {
        for fragment in
            ["#text=%", "#text=a%4", "#text=%zz", "#text=%ff%fe", "#text=%+1", "#z=Z", "#z=a%20b", "#z=\u{202e}"]
        {
            let link = read(fragment).expect("a link");
            assert_eq!((link.content, link.fault), (None, Some(LinkError::Damaged)), "{fragment}");
        }
        for key in ["text", "z"] {
            let read = |length: usize| read(&format!("#{key}={}", "a".repeat(length))).expect("a link");
            let (longest, longer) = (read(LINK_LIMIT), read(LINK_LIMIT + 1));
            assert!(longest.content.is_some() && longest.fault.is_none(), "{key}");
            assert_eq!((longer.content, longer.fault), (None, Some(LinkError::TooLarge)), "{key}");
        }
        let link = read("#profile=google,%3Cb%3Ealtavista%E2%80%AE").expect("a link");
        assert_eq!(link.settings.expect("settings").profiles, [Profile::Google]);
        let sentence = link.fault.expect("a fault").sentence(Lang::En);
        assert_eq!(sentence, "The link asks for the profile “<b>altavista[U+202E]”, which this version does not know");
    }

    #[test]
    fn the_comma_between_profiles_may_be_encoded() {
        let link = read("#profile=sitemaps.org%2Cyandex%2cbing").expect("a link");
        assert_eq!(
            (link.settings.expect("settings").profiles, link.fault),
            (vec![Profile::Bing, Profile::Yandex], None)
        );
        assert_eq!(read("#profile=bing,%zz").expect("a link").fault, Some(LinkError::Profile("%zz".into())));
    }

    #[test]
    fn a_change_of_settings_keeps_the_text_that_is_still_there() {
        let pedantic = Settings { pedantic: true, ..Settings::default() };
        let before = "#lang=en&strict=1&url=a%3F&text=b";
        let after = |address, keep| revised(before, Lang::Es, &pedantic, address, keep);
        assert_eq!(after("a?", true), "#lang=es&profile=sitemaps.org,google,bing&pedantic=1&url=a%3F&text=b");
        assert_eq!(after("a?", false), "#lang=es&profile=sitemaps.org,google,bing&pedantic=1&url=a%3F");
        assert_eq!(after("b", false), "#lang=es&profile=sitemaps.org,google,bing&pedantic=1");
    }
}
