use super::*;
use crate::check::Field;
use crate::diagnostic::FixKind;
use crate::fix::apply;
use crate::options::Options;
use crate::profile::{Profile, Profiles};
use crate::sink::Collector;
use crate::source::{DEFAULT_CEILING, Opened, open};
use crate::value::Value;
use crate::xml::declaration;
use sitemap_validator_protocol::report::Severity;

fn source(bytes: &[u8]) -> Source {
    match open(bytes.to_vec(), DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => undecoded.decoded(None),
    }
}

/// The findings, and the byte at which a parser stops.
fn judge(source: &Source) -> (Vec<Diagnostic>, Option<u32>) {
    let options = Options { pedantic: true, ..Options::default() };
    let mut collector = Collector::new(0);
    let mut reporter = Reporter::new(&options, &mut collector);
    let text = source.text();
    let start = text.len() - text.trim_start_matches('\u{FEFF}').len();
    let declared = text[start..]
        .find("?>")
        .filter(|_| text[start..].starts_with("<?xml"))
        .map(|end| declaration::check(text, Span::new(start, start + end + 2), &mut reporter));
    document(source, declared.as_ref(), &mut reporter);
    let stop = reporter.fatal_at();
    (collector.into_sorted(), stop)
}

/// The rules, and the byte at which a parser stops.
fn rules(bytes: &[u8]) -> (Vec<&'static str>, Option<u32>) {
    let (found, stop) = judge(&source(bytes));
    (found.iter().map(|found| found.rule().id()).collect(), stop)
}

#[test]
fn the_declaration_is_compared_with_the_bytes() {
    assert_eq!(rules(b"<?xml version='1.0' encoding='Utf-8'?><a/>"), (vec![], None));
    assert_eq!(rules(b"<?xml version='1.0' encoding='utf8'?><a/>"), (vec!["encoding-nonstandard-name"], None));
    assert_eq!(rules(b"<?xml version='1.0' encoding='unicode'?><a/>"), (vec!["encoding-unknown-name"], Some(30)));
    assert_eq!(rules(b"<?xml version='1.0' encoding='x-foo'?><a/>"), (vec!["encoding-unknown-name"], Some(30)));
    let mismatch = vec!["encoding-declaration-mismatch"];
    assert_eq!(rules(b"<?xml version='1.0' encoding='UTF-16'?><a/>"), (mismatch, Some(30)));
    let marked = b"\xEF\xBB\xBF<?xml version='1.0' encoding='ISO-8859-1'?><a/>";
    assert_eq!(rules(marked), (vec!["encoding-bom", "encoding-declaration-mismatch"], Some(33)));
    assert_eq!(rules(b"\xEF\xBB\xBFhttps://a/"), (vec![], None));
}

#[test]
fn other_encodings_are_read_but_not_allowed() {
    let read = |text: &str, decodes| {
        let bytes = b"<?xml version='1.0' encoding='ISO-8859-1'?><a/>";
        let Opened::Undecoded(undecoded) = open(bytes.to_vec(), DEFAULT_CEILING) else { panic!("UTF-8") };
        undecoded.decoded(Some((text.to_owned(), decodes)))
    };
    let plain = read("<?xml version='1.0' encoding='ISO-8859-1'?><a/>", true);
    let (found, stop) = judge(&plain);
    assert_eq!((found[0].rule(), found[0].severity, stop), (Rule::EncodingNotUtf8, Some(Severity::Warning), None));
    assert_eq!(apply(plain.text(), &found, FixKind::Safe).0, "<?xml version='1.0' encoding='UTF-8'?><a/>");
    let (found, stop) = judge(&read("<?xml version='1.0' encoding='ISO-8859-1'?>ü", true));
    assert_eq!((found[0].severity, stop), (Some(Severity::Error), None));
    let (found, stop) = judge(&read("<?xml version='1.0' encoding='ISO-8859-1'?>\u{FFFD}", false));
    assert_eq!((found[0].rule(), stop), (Rule::EncodingDeclarationMismatch, Some(43)));
}

#[test]
fn wide_encodings_are_named() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    assert_eq!(rules(&wide("<a/>")), (vec!["encoding-utf16"], Some(0)));
    assert_eq!(rules(&wide("\u{FEFF}<a/>")), (vec!["encoding-utf16"], None));
    assert_eq!(rules(&wide("<?xml version='1.0' encoding='utf-16'?><a/>")), (vec!["encoding-utf16"], None));
    let (found, stop) = rules(&wide("<?xml version='1.0' encoding='GBK'?><a/>"));
    assert_eq!((found, stop), (vec!["encoding-utf16", "encoding-declaration-mismatch"], Some(30)));
    let (found, stop) = judge(&source(&wide("<?xml version='1.0' encoding='UTF-8'?><a/>")));
    let [Diagnostic { fix: None, .. }] = &*found else { panic!("one error, and no change of the text: {found:?}") };
    assert_eq!((found[0].rule(), stop), (Rule::EncodingUtf16, Some(30)));
    let mut broken = wide("\u{FEFF}<a>");
    broken.extend([0, 0xD8, b'x', 0]);
    assert_eq!(rules(&broken).1, Some(3));
}

#[test]
fn invalid_bytes_have_one_finding_per_line() {
    let bad = source(b"<a>\xFCml\xE4ut</a>\n<b>\xDF</b>\n");
    let (found, stop) = judge(&bad);
    assert_eq!(found.iter().map(|found| found.span).collect::<Vec<_>>(), [Span::new(3, 4), Span::new(17, 18)]);
    assert_eq!(stop, Some(3));
    assert_eq!(crate::message::title(&found[0], bad.text()), "Byte `0xFC` is not valid UTF-8");
    assert!(crate::message::help(&found[0], bad.text()).contains("`ü`; in a URL, write `%C3%BC`"));
    assert_eq!(apply(bad.text(), &found, FixKind::Suggest).0, "<a>ümläut</a>\n<b>ß</b>\n");

    let many = source(&b"\xFC\n".repeat(50));
    let (found, _) = judge(&many);
    assert_eq!(found.len(), 21);
    assert_eq!(crate::message::title(&found[20], many.text()), "More lines with bytes that are not valid UTF-8: 30");

    // GBK: sequences of bytes, so windows-1252 is not suggested.
    let (found, _) = judge(&source(b"<a>\xC4\xE3\xBA\xC3\xCA\xC0\xBD\xE7</a>"));
    assert_eq!((found.len(), &found[0].fix, found[0].span), (1, &None, Span::new(3, 11)));
}

#[test]
fn the_legacy_profile_requires_line_feeds() {
    let text = "a\r\nb\rc\n";
    let options = Options { profiles: Profiles::DEFAULT.with(Profile::Legacy), ..Options::default() };
    let mut collector = Collector::new(0);
    document(&Source::from_text(text.to_owned()), None, &mut Reporter::new(&options, &mut collector));
    let found = collector.into_sorted();
    assert_eq!(crate::message::title(&found[0], text), "Lines that end with CR or CRLF instead of LF: 2");
    assert_eq!(apply(text, &found, FixKind::Safe).0, "a\nb\nc\n");
}

#[test]
fn names_are_known() {
    for name in [
        "ISO-8859-1",
        "iso_8859-15",
        "latin1",
        "L2",
        "windows-1252",
        "CP1252",
        "IBM037",
        "cp437",
        "EUC-JP",
        "GB18030",
        "Shift_JIS",
        "KOI8-R",
        "US-ASCII",
        "csISOLatin1",
        "iso-ir-100",
        "Big5-HKSCS",
        "macintosh",
        "UTF-32BE",
    ] {
        assert!(names::is_known(name), "{name}");
    }
    for name in [
        "unicode",
        "x-foo",
        "ansi",
        "iso-8859-12",
        "iso-8859-99",
        "latin11",
        "windows-1",
        "cp1",
        "utf",
        "cs",
        "csutf-8",
        "csnothing",
    ] {
        assert!(!names::is_known(name), "{name}");
    }
}

/// The marked text in each of the values, and the fixed text.
fn values(texts: &[&str]) -> Vec<(&'static str, String, String)> {
    let options = Options::default();
    let mut collector = Collector::new(0);
    let mut reporter = Reporter::new(&options, &mut collector);
    let all = texts.concat();
    let mut state = Mojibake::default();
    let mut at = 0;
    for text in texts {
        let span = Span::new(at, at + text.len());
        at += text.len();
        let field = Field {
            source: &all,
            value: Value::plain(&all[span.range()], span),
            name: span,
            element: span,
            content: span,
        };
        value(&field, &mut state, &mut reporter);
    }
    let found = collector.into_sorted();
    found
        .iter()
        .map(|one| {
            let repaired = apply(&all, std::slice::from_ref(one), FixKind::Suggest).0;
            (one.rule().id(), all[one.span.range()].to_owned(), repaired)
        })
        .collect()
}

#[test]
fn misread_utf8_is_recognized() {
    let found = |text: &str, underlined: &str, repaired: &str| {
        assert_eq!(values(&[text]), [("encoding-mojibake", underlined.to_owned(), repaired.to_owned())], "{text}");
    };
    found("/Ã¼mlat", "Ã¼", "/ümlat");
    found("https://a/Ã¼mlat", "Ã¼", "https://a/%C3%BCmlat");
    found("https://a/%C3%83%C2%BCmlat", "%C3%83%C2%BC", "https://a/%C3%BCmlat");
    found("NaÃ¯ve", "Ã¯", "Naïve");
    found("Ã©Ã¨", "Ã©Ã¨", "éè");
    assert_eq!(values(&["donâ€™t Ã©"]).len(), 2);
}

#[test]
fn a_doubtful_pattern_needs_a_second_one() {
    assert_eq!(values(&["donâ€™t"]), []);
    assert_eq!(values(&["© Â©"]), []);
    assert_eq!(values(&["«IRMÃ»"]), []);
    assert_eq!(values(&["donâ€™t", "wonâ€™t"]).len(), 2);
    assert_eq!(values(&["São Tomé, Ã, Â, Ñandú, 中文", "https://a/%C3%BC%E4%BD%A0%C3%28%C3"]), []);
}

#[test]
fn replacement_characters_are_reported() {
    let found = values(&["https://a/caf\u{FFFD}", "https://a/caf%ef%BF%bd"]);
    let places: Vec<_> = found.iter().map(|(rule, place, _)| (*rule, place.as_str())).collect();
    assert_eq!(
        places,
        [("encoding-replacement-character", "\u{FFFD}"), ("encoding-replacement-character", "%ef%BF%bd")]
    );
}
