//! The verdict on well-formedness, production by production of XML 1.0 (fifth edition).

use sitemap_validator::{Options, Source, check_source};

fn well_formed(text: &str) -> Option<bool> {
    check_source("x.xml", &Source::from_text(text.to_owned()), &Options::default(), 0).outcome.well_formed
}

fn expect(expected: bool, cases: &[&str]) {
    let wrong: Vec<_> = cases.iter().filter(|case| well_formed(case) != Some(expected)).collect();
    assert!(wrong.is_empty(), "should be {}: {wrong:#?}", if expected { "accepted" } else { "rejected" });
}

#[test]
fn documents() {
    expect(
        true,
        &["<a/>", "<a></a>", "<!-- c --><a/><?p?><!-- d -->\n", "\u{FEFF}<a/>", "\n<a/>", "<?xml version='1.0'?><a/>"],
    );
    expect(false, &["<a>", "<a/><b/>", "<a/>x", "x<a/>", "<a/><![CDATA[]]>", "<!-- -->", "<a></a></a>", "<a/>&#32;"]);
}

#[test]
fn declarations() {
    expect(
        true,
        &[
            "<?xml version=\"1.0\" encoding='UTF-8' standalone=\"yes\" ?><a/>",
            "<?xml version='1.0'\n encoding='utf-8'?><a/>",
            "<?xml version='1.1'?><a/>",
        ],
    );
    expect(
        false,
        &[
            " <?xml version='1.0'?><a/>",
            "<!-- --><?xml version='1.0'?><a/>",
            "<?xml encoding='UTF-8'?><a/>",
            "<?xml version=1.0?><a/>",
            "<?xml version='1.0' standalone='maybe'?><a/>",
            "<?xml version='1.0' encoding='UTF-8' version='1.0'?><a/>",
            "<?xml version='2.0'?><a/>",
            "<?XML version='1.0'?><a/>",
            "<?xml version='1.0'><a/>",
            "<?xml version=“1.0”?><a/>",
            "<a/><?xml version='1.0'?>",
            "<a><?xml version='1.0'?></a>",
        ],
    );
}

#[test]
fn tags_and_names() {
    expect(
        true,
        &[
            "<a:b xmlns:a='u'/>",
            "<_/>",
            "<:/>",
            "<é·/>",
            "<a b='1' c=\"2\"\n/>",
            "<a\t></a\n>",
            "<a b='>'/>",
            "<a.b-c/>",
        ],
    );
    expect(
        false,
        &[
            "<1a/>",
            "<-a/>",
            "< a/>",
            "<a/ >",
            "<a b/>",
            "<a b=1/>",
            "<a b='1'c='2'/>",
            "<a b='1' b='2'/>",
            "<a b='<'/>",
            "<a b!c='1'/>",
            "<a></b>",
            "<a></A>",
            "</a>",
            "<a",
            "<a b='/>",
            "<a></ a>",
            "<a></a b='1'>",
            "<a><b></a></b>",
            "<a/b>",
            "<a =''/>",
            "<a b='&'/>",
            "<a ''/>",
        ],
    );
}

#[test]
fn character_data_and_references() {
    expect(
        true,
        &[
            "<a>&amp;&lt;&gt;&quot;&apos;</a>",
            "<a>&#65;&#x41;&#x10FFFF;</a>",
            "<a>]] ></a>",
            "<a>></a>",
            "<a b=']]>'/>",
            "<a>\u{7F}\u{85}</a>",
        ],
    );
    expect(
        false,
        &[
            "<a>&</a>",
            "<a>& </a>",
            "<a>&amp</a>",
            "<a>&b;</a>",
            "<a>&#;</a>",
            "<a>&#x;</a>",
            "<a>&#xG;</a>",
            "<a>&#0;</a>",
            "<a>&#xFFFE;</a>",
            "<a>&#xD800;</a>",
            "<a>&#x110000;</a>",
            "<a>&#99999999999;</a>",
            "<a>]]></a>",
            "<a><</a>",
            "<a>< b</a>",
            "<a>\u{1}</a>",
            "<a>\u{FFFF}</a>",
            "<a b='\u{0}'/>",
            "<a>&1;</a>",
            "<a>&;</a>",
            "<a>&a b;</a>",
            "<a>&#x41</a>",
            "<a>&#X41;</a>",
        ],
    );
}

#[test]
fn comments_sections_and_instructions() {
    expect(
        true,
        &[
            "<a><!----></a>",
            "<a><!-- - --></a>",
            "<a><![CDATA[]]></a>",
            "<a><![CDATA[<&]]]]></a>",
            "<a><?p ??></a>",
            "<a><?xml-stylesheet x?></a>",
            "<a><!-- <b> & --></a>",
            "<?xmlish?><a/>",
        ],
    );
    expect(
        false,
        &[
            "<a><!-- -- --></a>",
            "<a><!-- ---></a>",
            "<a><!-- </a>",
            "<a><!--></a>",
            "<a><!---></a>",
            "<a><![CDATA[</a>",
            "<a><![cdata[]]></a>",
            "<a><?p</a>",
            "<a><? p?></a>",
            "<a><?p+?></a>",
            "<a><?XmL ?></a>",
            "<a><!x></a>",
            "<![CDATA[]]><a/>",
            "<a><??></a>",
        ],
    );
}

#[test]
fn document_type_declarations() {
    expect(
        true,
        &[
            "<!DOCTYPE a><a/>",
            "<!DOCTYPE a SYSTEM 'x'><a/>",
            "<!DOCTYPE a PUBLIC '-//x' \"y\" []><a/>",
            "<!DOCTYPE a [<!ELEMENT a (b|c)*><!ATTLIST a b CDATA 'c'><!ENTITY e 'v'><!NOTATION n SYSTEM 'n'><?p?><!-- c -->]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY % p SYSTEM 'x'> %p; ]><a>&unknown;</a>",
            "<!DOCTYPE a [<!ENTITY e '<b></b>'>]><a>&e;</a>",
        ],
    );
    expect(
        false,
        &[
            "<!DOCTYPE><a/>",
            "<!DOCTYPE a",
            "<!doctype a><a/>",
            "<a/><!DOCTYPE a>",
            "<!DOCTYPE a><!DOCTYPE a><a/>",
            "<!DOCTYPE a [<!ELEMENT a>]><a/>",
            "<!DOCTYPE a [<!ENTITY e>]><a/>",
            "<!DOCTYPE a [<!ENTITY e '<b>'>]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>",
            "<!DOCTYPE a [<!ENTITY e '<'>]><a b='&e;'/>",
            "<!DOCTYPE a [x]><a/>",
            "<!DOCTYPE a PUBLIC 'x'><a/>",
            "<a><!DOCTYPE a></a>",
            "<!DOCTYPE a [<!ENTITY e 'v'>]><a>&f;</a>",
            "<!DOCTYPE a [<!ENTITY e SYSTEM 'v'>]><a b='&e;'/>",
        ],
    );
}

#[test]
fn entities_are_judged_within_a_fixed_budget() {
    let mut subset = String::from("<!ENTITY l0 'lol'>");
    for level in 1..200 {
        let inner = format!("&l{};", level - 1).repeat(10);
        subset.push_str(&["<!ENTITY l", &level.to_string(), " '", &inner, "'>"].concat());
    }
    assert_eq!(well_formed(&format!("<!DOCTYPE a [{subset}]><a>&l199;</a>")), Some(true));
}

#[test]
fn namespaces_do_not_change_the_verdict() {
    expect(
        true,
        &["<x:a/>", "<a x:b='1'/>", "<:a/>", "<a xmlns:b=''/>", "<a xmlns:p='u' xmlns:q='u' p:x='1' q:x='2'/>"],
    );
}
