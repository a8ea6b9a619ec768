use std::fmt::Write;

use super::*;
use crate::options::Options;
use crate::sink::Collector;
use crate::{Message, Rule};

const NO_FINDING: [&str; 3] = ["xml-doctype", "xml-entity-declaration", "xml-external-entity"];

struct Judged {
    doctype: Doctype,
    /// Rule and marked text, without findings on the presence of a declaration.
    faults: Vec<(&'static str, String)>,
    all: Vec<Diagnostic>,
    stop: Option<u32>,
}

fn judge_as(text: &str, standalone: Option<bool>) -> Judged {
    let options = Options::default();
    let mut collector = Collector::new(0);
    let mut reporter = Reporter::new(&options, &mut collector);
    let doctype = check(text, Span::new(0, text.len()), standalone, &mut reporter);
    let stop = reporter.fatal_at();
    let all = collector.into_sorted();
    let faults = all
        .iter()
        .filter(|found| !NO_FINDING.contains(&found.rule().id()))
        .map(|found| (found.rule().id(), text[found.span.range()].to_owned()))
        .collect();
    Judged { doctype, faults, all, stop }
}

fn judge(text: &str) -> Judged {
    judge_as(text, None)
}

/// Checks an internal subset.
fn subset(declarations: &str) -> Judged {
    judge(&format!("<!DOCTYPE r [{declarations}]>"))
}

#[track_caller]
fn accept(declarations: &[&str]) {
    for text in declarations {
        let judged = subset(text);
        assert_eq!((judged.faults, judged.stop), (vec![], None), "{text}");
    }
}

/// Asserts that each subset has a fault with the marked text.
#[track_caller]
fn reject(declarations: &[(&str, &str)]) {
    for (text, underlined) in declarations {
        let judged = subset(text);
        assert!(judged.stop.is_some(), "{text}");
        let found: Vec<_> = judged.faults.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(found, [*underlined], "{text}");
    }
}

#[test]
fn production_28_and_75_document_type_declaration() {
    for text in [
        "<!DOCTYPE urlset>",
        "<!DOCTYPE\n urlset >",
        "<!DOCTYPE a:b SYSTEM 'x'>",
        "<!DOCTYPE a SYSTEM \"it's\" []>",
        "<!DOCTYPE a PUBLIC '-//X//Y 1.0//EN' \"http://x/?a&b<c\" [ ] >",
        "<!DOCTYPE a[]>",
        "<!DOCTYPE a PUBLIC '' ''>",
    ] {
        let judged = judge(text);
        assert_eq!((judged.faults, judged.stop), (vec![], None), "{text}");
        assert_eq!(end(text, 0), Some(text.len()), "{text}");
    }
    for (text, underlined) in [
        ("<!DOCTYPE>", ">"),
        ("<!DOCTYPEurlset>", "urlset"),
        ("<!DOCTYPE 1a>", "1a"),
        ("<!DOCTYPE a b>", "b"),
        ("<!DOCTYPE a SYSTEM>", ">"),
        ("<!DOCTYPE a SYSTEM'x'>", "'"),
        ("<!DOCTYPE a SYSTEM x>", "x"),
        ("<!DOCTYPE a system 'x'>", "system"),
        ("<!DOCTYPE a PUBLIC 'x'>", ">"),
        ("<!DOCTYPE a PUBLIC 'x''y'>", "'"),
        ("<!DOCTYPE a PUBLIC 'x{y' 'z'>", "{"),
        ("<!DOCTYPE a PUBLIC '\u{e9}' 'z'>", "\u{e9}"),
        ("<!DOCTYPE a [] 'x'>", "'"),
        ("<!DOCTYPE a [] SYSTEM 'x'>", "SYSTEM"),
        ("<!DOCTYPE a 'x'>", "'"),
        ("<!DOCTYPE a [ ", "["),
        ("<!DOCTYPE a", "<!DOCTYPE"),
    ] {
        let judged = judge(text);
        assert_eq!(judged.faults.len(), 1, "{text} {:?}", judged.faults);
        assert_eq!(judged.faults[0].1, underlined, "{text}");
        assert!(judged.stop.is_some(), "{text}");
    }
}

#[test]
fn production_28a_and_29_internal_subset() {
    accept(&["", " \n", "<!-- ]> ' -->", "<?x ]>?>", "<?x?>", "%p;", " %p; <!ELEMENT a ANY> %p;"]);
    reject(&[
        ("x", "x"),
        ("<a>", "<a"),
        ("<!FOO a>", "<!FOO"),
        ("<!element a ANY>", "<!element"),
        ("&a;", "&"),
        ("%p", "%p"),
        ("% p;", "%"),
        ("<![INCLUDE[<!ELEMENT a ANY>", "<![INCLUDE["),
        ("<!-- a -- b -->", "--"),
        ("<!-- a --->", "--"),
        ("<?xml version='1.0'?>", "<?xml version='1.0'?>"),
        ("<?XmL?>", "<?XmL?>"),
        ("<? x?>", "<? x?>"),
        ("<?x+?>", "<?x+?>"),
    ]);
}

#[test]
fn production_45_to_51_element_types() {
    accept(&[
        "<!ELEMENT a EMPTY>",
        "<!ELEMENT a ANY >",
        "<!ELEMENT a (#PCDATA)>",
        "<!ELEMENT a (#PCDATA)*>",
        "<!ELEMENT a ( #PCDATA | b|c )*>",
        "<!ELEMENT a (b)>",
        "<!ELEMENT a (b?,c*,(d|e+)?)+ >",
        "<!ELEMENT a (((b)))>",
        "<!ELEMENT a ( b | ( c , d )* )>",
    ]);
    reject(&[
        ("<!ELEMENT>", ">"),
        ("<!ELEMENTa ANY>", "a"),
        ("<!ELEMENT a>", ">"),
        ("<!ELEMENT a(b)>", "("),
        ("<!ELEMENT a empty>", "empty"),
        ("<!ELEMENT a EMPTYb>", "b"),
        ("<!ELEMENT a ()>", ")"),
        ("<!ELEMENT a (b|c,d)>", ","),
        ("<!ELEMENT a (b,c|d)>", "|"),
        ("<!ELEMENT a (b c)>", "c"),
        ("<!ELEMENT a (b,)>", ")"),
        ("<!ELEMENT a (b ?)>", "?"),
        ("<!ELEMENT a (b) *>", "*"),
        ("<!ELEMENT a (b>", ">"),
        ("<!ELEMENT a (b))>", ")"),
        ("<!ELEMENT a (#PCDATA|b)>", ">"),
        ("<!ELEMENT a (#PCDATA,b)*>", ","),
        ("<!ELEMENT a (#PCDATA|b?)*>", "?"),
        ("<!ELEMENT a (#PCDATA|(b))*>", "("),
        ("<!ELEMENT a (b|#PCDATA)*>", "#"),
        ("<!ELEMENT a (%p;)>", "%"),
        ("<!ELEMENT a ANY -- no -->", "--"),
    ]);
}

#[test]
fn production_52_to_60_attribute_lists() {
    accept(&[
        "<!ATTLIST a>",
        "<!ATTLIST a >",
        "<!ATTLIST a b CDATA #IMPLIED c ID #REQUIRED\nd NMTOKENS 'x y' >",
        "<!ATTLIST a b IDREFS #FIXED 'x'>",
        "<!ATTLIST a b (x|1|-y) \"x\">",
        "<!ATTLIST a b ( x ) #IMPLIED>",
        "<!ATTLIST a b NOTATION (n|m) #IMPLIED>",
        "<!ATTLIST a b CDATA '&#60;&amp;\"%x;>'>",
        "%p;<!ATTLIST a b CDATA '&e;'>",
    ]);
    reject(&[
        ("<!ATTLIST>", ">"),
        ("<!ATTLIST a b>", ">"),
        ("<!ATTLIST a b CDATA>", ">"),
        ("<!ATTLIST a b STRING #IMPLIED>", "STRING"),
        ("<!ATTLIST a b cdata #IMPLIED>", "cdata"),
        ("<!ATTLIST a b CDATA #OPTIONAL>", "#"),
        ("<!ATTLIST a b CDATA 'x'c CDATA 'y'>", "c"),
        ("<!ATTLIST a b CDATA #FIXED>", ">"),
        ("<!ATTLIST a b CDATA #FIXED'x'>", "'"),
        ("<!ATTLIST a b CDATA x>", "x"),
        ("<!ATTLIST a b(x|y) #IMPLIED>", "("),
        ("<!ATTLIST a b (x,y) #IMPLIED>", ","),
        ("<!ATTLIST a b () #IMPLIED>", ")"),
        ("<!ATTLIST a b (x|y)#IMPLIED>", "#"),
        ("<!ATTLIST a b NOTATION(n) #IMPLIED>", "("),
        ("<!ATTLIST a b NOTATION (1) #IMPLIED>", "1"),
        ("<!ATTLIST a b CDATA '<'>", "<"),
        ("<!ATTLIST a b CDATA 'x & y'>", "&"),
        ("<!ATTLIST a b CDATA '&amp'>", "&amp"),
        ("<!ATTLIST a b CDATA '&#xG;'>", "&#xG;"),
        ("<!ATTLIST a b CDATA '&#0;'>", "&#0;"),
        ("<!ATTLIST a b CDATA '&e;'>", "&e;"),
        ("<!ATTLIST a b CDATA '&e;'><!ENTITY e 'x'>", "&e;"),
        ("<!ATTLIST a b CDATA '&e;'>%p;", "&e;"),
        ("<!ENTITY e SYSTEM 'x'><!ATTLIST a b CDATA '&e;'>", "&e;"),
        ("<!ENTITY e 'a&#60;b'><!ATTLIST a b CDATA '&e;'>", "&e;"),
    ]);
}

#[test]
fn production_70_to_76_entities() {
    accept(&[
        "<!ENTITY e ''>",
        "<!ENTITY e \"<a>'\">",
        "<!ENTITY e '&undeclared; &#38;#38; <'>",
        "<!ENTITY % p '<!ELEMENT a ANY>' >",
        "<!ENTITY e SYSTEM 'x'>",
        "<!ENTITY e PUBLIC '-' 'x' NDATA n>",
        "<!ENTITY % p PUBLIC '-' 'x'>",
        "<!ENTITY e 'a'><!ENTITY e 'b'>",
        "<!ENTITY e 'x'><!ATTLIST a b CDATA '&e;'>",
    ]);
    reject(&[
        ("<!ENTITY>", ">"),
        ("<!ENTITY e>", ">"),
        ("<!ENTITY e x>", "x"),
        ("<!ENTITY e'x'>", "'"),
        ("<!ENTITY 'x'>", "'"),
        ("<!ENTITY %p 'x'>", "p"),
        ("<!ENTITY % 'x'>", "'"),
        ("<!ENTITY e 'x' 'y'>", "'"),
        ("<!ENTITY e '50 %'>", "%"),
        ("<!ENTITY % p 'x'><!ENTITY e '%p;'>", "%"),
        ("<!ENTITY e 'a & b'>", "&"),
        ("<!ENTITY e '&a'>", "&a"),
        ("<!ENTITY e '&#x110000;'>", "&#x110000;"),
        ("<!ENTITY e '&#99999999999;'>", "&#99999999999;"),
        ("<!ENTITY e SYSTEM 'x'NDATA n>", "NDATA"),
        ("<!ENTITY e SYSTEM 'x' NDATA>", ">"),
        ("<!ENTITY e SYSTEM 'x' ndata n>", "ndata"),
        ("<!ENTITY % p SYSTEM 'x' NDATA n>", "NDATA"),
        ("<!ENTITY e PUBLIC 'x'>", ">"),
        ("<!ENTITY e 'x' NDATA n>", "NDATA"),
    ]);
}

#[test]
fn production_82_and_83_notations() {
    accept(&["<!NOTATION n SYSTEM 'x'>", "<!NOTATION n PUBLIC 'x' >", "<!NOTATION n PUBLIC 'x' 'y'>"]);
    reject(&[
        ("<!NOTATION n>", ">"),
        ("<!NOTATION n 'x'>", "'"),
        ("<!NOTATION n PUBLIC 'x''y'>", "'"),
        ("<!NOTATION n SYSTEM>", ">"),
        ("<!NOTATION n PUBLIC '<' >", "<"),
    ]);
}

#[test]
fn a_fault_does_not_hide_the_next() {
    let judged = subset("<!ELEMENT a><!ENTITY e 'x>'><!ATTLIST a b><?xml?><!ENTITY f 'y'>");
    let found: Vec<_> = judged.faults.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(found, [">", ">", "<?xml?>"]);
    assert_eq!(judged.all.iter().filter(|found| found.rule() == Rule::XmlEntityDeclaration).count(), 2);
}

#[test]
fn references_are_checked_without_expansion() {
    use EntityVerdict::{External, Fine, Malformed, Recursive, Undeclared, Unparsed};
    let judged = subset(
        "<!ENTITY text 'a &amp; b &#38;amp; c'>
        <!ENTITY tags '<b c=\"&text;\">&text;</b><!-- x --><?y z?><![CDATA[<]]>'>
        <!ENTITY half '<b>'><!ENTITY other '</b>'><!ENTITY both '&half;&other;'>
        <!ENTITY less '&#60;'><!ENTITY escaped '&#38;#60;'><!ENTITY ampersand '&#38;'>
        <!ENTITY cdend 'a]]&#62;b'><!ENTITY twice \"<a b='' b=''/>\"><!ENTITY pi '<?xml?>'>
        <!ENTITY inattribute \"<a b='&tags;'/>\">
        <!ENTITY a '&b;'><!ENTITY b '&c;'><!ENTITY c 'x &a;'><!ENTITY intoloop '&b;'>
        <!ENTITY ghost '&nobody;'><!ENTITY out SYSTEM 'x'><!ENTITY around '&out;'>
        <!ENTITY image SYSTEM 'x' NDATA gif><!ENTITY text '<'>",
    );
    assert_eq!(judged.faults, vec![]);
    for (name, content, attribute) in [
        ("text", Fine, Fine),
        ("tags", Fine, Malformed),
        ("half", Malformed, Malformed),
        ("both", Malformed, Malformed),
        ("less", Malformed, Malformed),
        ("escaped", Fine, Fine),
        ("ampersand", Malformed, Malformed),
        ("cdend", Malformed, Fine),
        ("twice", Malformed, Malformed),
        ("pi", Malformed, Malformed),
        ("inattribute", Malformed, Malformed),
        ("a", Recursive, Recursive),
        ("c", Recursive, Recursive),
        ("intoloop", Recursive, Recursive),
        ("ghost", Malformed, Malformed),
        ("nobody", Undeclared, Undeclared),
        ("out", Fine, External),
        ("around", Fine, Malformed),
        ("image", Unparsed, Unparsed),
    ] {
        assert_eq!(judged.doctype.judge(name, Place::Content), content, "{name}");
        assert_eq!(judged.doctype.judge(name, Place::AttributeValue), attribute, "{name}");
    }
}

#[test]
fn a_billion_laughs_attack_takes_linear_time() {
    let mut text = String::from("<!DOCTYPE r [<!ENTITY l0 'lol'>");
    for level in 1..10_000 {
        let inner = format!("&l{};", level - 1).repeat(10);
        write!(text, "<!ENTITY l{level} '{inner}'>").unwrap();
    }
    text.push_str("<!ENTITY % q0 ''>");
    for level in 1..1000 {
        let inner = format!("&#37;q{};", level - 1).repeat(10);
        write!(text, "<!ENTITY % q{level} '{inner}'>").unwrap();
    }
    text.push_str("%q999;]>");
    let judged = judge(&text);
    assert_eq!(judged.faults, vec![]);
    assert_eq!(judged.doctype.judge("l9999", Place::Content), EntityVerdict::Fine);
}

#[test]
fn unread_entities_are_not_checked() {
    use EntityVerdict::{Fine, Undeclared, Unknowable};
    let verdict = |text: &str, standalone| judge_as(text, standalone).doctype.judge("e", Place::Content);
    assert_eq!(verdict("<!DOCTYPE r>", None), Undeclared);
    assert_eq!(verdict("<!DOCTYPE r SYSTEM 'x'>", None), Unknowable);
    assert_eq!(verdict("<!DOCTYPE r SYSTEM 'x'>", Some(false)), Unknowable);
    assert_eq!(verdict("<!DOCTYPE r SYSTEM 'x'>", Some(true)), Undeclared);
    assert_eq!(verdict("<!DOCTYPE r [%p;]>", None), Unknowable);
    assert_eq!(verdict("<!DOCTYPE r [<!ELEMENT a>]>", None), Unknowable);
    assert_eq!(verdict("<!DOCTYPE r [%p;<!ENTITY e '<'>]>", None), Unknowable);
    assert_eq!(verdict("<!DOCTYPE r [%p;<!ENTITY e '<'>]>", Some(true)), EntityVerdict::Malformed);
    assert_eq!(verdict("<!DOCTYPE r [<!ENTITY e 'x'>%p;<!ENTITY e '<'>]>", None), Fine);
    assert_eq!(verdict("<!DOCTYPE r [<!ENTITY % p '&#60;!ENTITY e \"x\">'>%p;]>", None), Fine);
    assert_eq!(verdict("<!DOCTYPE r [<!ENTITY % p '<!ENTITY e \"x\">'>%p;]>", Some(true)), Undeclared);
}

#[test]
fn internal_parameter_entities_are_checked_once() {
    accept(&[
        "<!ENTITY % p '<!ELEMENT a ANY>'>%p;%p;",
        "<!ENTITY % p ' &#37;q; '><!ENTITY % q '<!-- x -->'>%p;",
        "<!ENTITY % p '<!ELEMENT a &#37;q;>'>%p;",
        "<!ENTITY % p '<![IGNORE[x]]&#62;'>%p;",
        "<!ENTITY % p 'nonsense'>",
    ]);
    reject(&[
        ("<!ENTITY % p 'x'>%p;", "%p;"),
        ("<!ENTITY % p '<!ELEMENT a ANY'>%p;", "%p;"),
        ("<!ENTITY % p '&#37;p;'>%p;", "%p;"),
        ("<!ENTITY % p '&#37;q;'><!ENTITY % q '&#37;p;'>%p;", "%p;"),
    ]);
}

#[test]
fn findings_on_a_declaration() {
    let rules = |text: &str| judge(text).all.iter().map(|found| found.rule().id()).collect::<Vec<_>>();
    assert_eq!(rules("<!DOCTYPE urlset>"), ["xml-doctype"]);
    assert_eq!(rules("<!DOCTYPE html>"), [""; 0]);
    assert_eq!(rules("<!DOCTYPE a SYSTEM 'x'>"), ["xml-external-entity"]);
    assert_eq!(rules("<!DOCTYPE a [<!ENTITY b 'c'>]>"), ["xml-entity-declaration"]);
    let found = judge("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>").all;
    assert_eq!(found[1].rule(), Rule::XmlExternalEntity);
    assert_eq!(found[1].span, Span::new(24, 51));
    let repaired = |subset: &str| judge(&format!("<!DOCTYPE a [{subset}]>")).all[0].fix.is_some();
    assert!(repaired("<!ELEMENT a ANY>"));
    assert!(!repaired("%p;") && !repaired("<!ATTLIST a b CDATA 'c'>"), "something would be missing");
    let options = Options::default();
    let mut collector = Collector::new(0);
    let text = "<!DOCTYPE urlset>\r\n<urlset/>";
    check(text, Span::new(0, 17), None, &mut Reporter::new(&options, &mut collector));
    let found = collector.into_sorted();
    assert_eq!(crate::fix::apply(text, &found, crate::diagnostic::FixKind::Safe).0, "<urlset/>");
}

#[test]
fn the_end_is_outside_of_quotes_and_comments() {
    for (text, rest) in [
        ("<!DOCTYPE a SYSTEM '>'>x", "x"),
        ("<!DOCTYPE a [<!ENTITY b ']>'>]>x", "x"),
        ("<!DOCTYPE a [<!ELEMENT b ]><!ENTITY c 'x'>]>x", "x"),
        ("<!DOCTYPE a [<!-- ' ]> --><?p \" ]> ?>] >x", "x"),
        ("<!DOCTYPE a [<!ELEMENT b (c)> %p; ]><r a='>'/>", "<r a='>'/>"),
    ] {
        assert_eq!(end(text, 0).map(|at| &text[at..]), Some(rest), "{text}");
    }
    for text in
        ["<!DOCTYPE", "<!DOCTYPE a [ >", "<!DOCTYPE a '>", "<!DOCTYPE a [<!-- ]>", "<!DOCTYPE a [<!ENTITY b ' ]>"]
    {
        assert_eq!(end(text, 0), None, "{text}");
    }
}

#[test]
fn a_parser_stops_at_the_first_fault_in_an_unterminated_declaration() {
    for (text, expected) in [
        ("<!DOCTYPE a [\n<!ENTITY e 'v'>", "end"),
        ("<!DOCTYPE a [\n<!ELEMENT a>", ">"),
        ("<!DOCTYPE a [\n<!ENTITY e '&'>", "&'>"),
        ("<!DOCTYPEa [", "a ["),
    ] {
        let at = if expected == "end" { text.len() } else { text.len() - expected.len() };
        assert_eq!(stop(text, Span::new(0, text.len()), None) as usize, at, "{text}");
    }
}

#[test]
fn an_undeclared_entity_in_a_default_value_is_named() {
    let judged = subset("<!ATTLIST r a CDATA '&e; &eacute;'>");
    let of = |message| judged.all.iter().filter(|found| found.message() == message).count();
    assert_eq!((of(Message::XmlUndefinedEntityUnknown), of(Message::XmlUndefinedEntityHtml)), (1, 1));
}
