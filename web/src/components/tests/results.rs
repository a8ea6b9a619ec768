//! The verdict, who accepts a file, and the list.

use sitemap_validator_protocol::report::{Authorities, File, HostCount, Verdict};
use yew::prelude::*;

use super::*;
use crate::components::{filters, hopeless, judgement, perfect, tree};

#[derive(Properties, PartialEq)]
struct InLangProps {
    lang: Lang,
    inner: Html,
}

#[component]
fn InLang(props: &InLangProps) -> Html {
    html! { <ContextProvider<Lang> context={props.lang}>{ props.inner.clone() }</ContextProvider<Lang>> }
}

fn markup_in(lang: Lang, inner: Html) -> String {
    markup::<InLang>(InLangProps { lang, inner })
}

fn judged() -> Authorities<Verdict> {
    let (valid, rejected) = (Verdict::Valid, Verdict::Invalid);
    Authorities {
        sitemaps_org: valid,
        schema: valid,
        google: rejected,
        bing: Verdict::Warnings,
        yandex: Verdict::Unchecked,
    }
}

fn contains(html: &str, parts: &[&str]) {
    for part in parts {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn verdicts_are_sentences_in_each_language() {
    let stopped = checked(
        |file| file.stops = Some(Place { line: 1014, column: 54 }),
        vec![finding("xml-unescaped-ampersand", Severity::Error, 1014, 54)],
    );
    assert_eq!(
        words(Lang::Fr, &stopped).spoken(),
        "Non valide\u{a0}: 1 erreur, 1 règle. Corrigez d’abord xml-unescaped-ampersand\u{a0}: les robots d’exploration arrêtent la \
         lecture à la ligne 1\u{202f}014 et manquent 15\u{a0}% des URL."
    );
    assert_eq!(
        words(Lang::Es, &stopped).spoken(),
        "No válido: 1 error en 1 regla. Corrija primero xml-unescaped-ampersand: los rastreadores dejan de leer en la \
         línea 1014 y se pierde el 15\u{a0}% de las entradas."
    );
    let warned = checked(|_| (), vec![finding("loc-fragment", Severity::Warning, 3, 3); 2]);
    let said = Lang::ALL.map(|lang| words(lang, &warned).spoken());
    assert_eq!(said[1], "Valide, avec 2 avertissements. 1\u{202f}204 URL, aucune erreur.");
    assert_eq!(said[2], "Válido, con 2 advertencias. 1204 URL, sin errores.");
}

#[test]
fn sets_are_judged_in_each_language() {
    let broken = || file("a.xml", vec![finding("loc-relative", Severity::Error, 1, 1)]);
    let outcome = arranged(done_set(1, vec![broken(), file("b.xml", vec![]), broken()], vec![], vec![]));
    let set = outcome.set.clone().expect("a set");
    let said = Lang::ALL.map(|lang| set_words(lang, &set, outcome.verdicts()).headline);
    assert_eq!(said[0], "Not valid: errors in 2 of 3 files.");
    assert_eq!(said[1], "Non valide\u{a0}: erreurs dans 2 fichiers sur 3.");
    assert_eq!(said[2], "No válido: errores en 2 de 3 archivos.");
    let mut unread = (*set).clone();
    unread.unread = ["a.xml", "b.xml", "c.xml"].map(|name| format!("{name} cannot be read.").into()).to_vec();
    let said = Lang::ALL.map(|lang| set_words(lang, &unread, outcome.verdicts()).spoken());
    for (said, others) in said.iter().zip([
        "2 more files could not be read.",
        "2 autres fichiers n’ont pas pu être lus.",
        "2 archivos más no se han podido leer.",
    ]) {
        assert!(said.ends_with(others), "{said}");
    }
}

#[test]
fn the_authorities_stand_side_by_side() {
    let inner = html! { <judgement::Judgement judgement={judged()} who={Some("google".into())} act={Callback::<crate::state::Action>::noop()} /> };
    let html = markup_in(Lang::En, inner.clone());
    contains(
        &html,
        &["sitemaps.org", "XML schema", "accepts it", "rejects it", "accepts it, with advice", "not documented"],
    );
    assert_eq!(html.matches("<button").count(), 2, "those who object lead to what they object to");
    assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1);
    contains(&markup_in(Lang::Es, inner), &["lo rechaza", "esquema XML", "Mostrar lo que objeta Google"]);
    let silent = checked(|_| (), vec![]);
    let props = verdict::Props {
        file: silent,
        files: 1,
        elapsed: 61,
        against: "sitemaps.org".into(),
        who: None,
        act: Callback::noop(),
    };
    assert!(!markup::<verdict::VerdictLine>(props).contains("judgement"));
}

#[test]
fn a_file_without_fault_says_by_whom_it_is_accepted_and_what_was_checked() {
    let file = checked(
        |file| {
            file.judgement = Some(judged());
            file.stats.lastmod = 1180;
            file.stats.earliest_lastmod = Some("2024-01-01".into());
            file.stats.latest_lastmod = Some("2024-05-01".into());
            file.stats.hosts = vec![HostCount { host: "tidepool.page".into(), count: 1204 }];
        },
        vec![],
    );
    let inner = html! { <perfect::Perfect file={file} alone=true scope={None::<Html>} /> };
    contains(
        &markup_in(Lang::En, inner.clone()),
        &[
            "1,204 URLs on 1 host: syntax",
            "1,180 dates in lastmod, from 2024-01-01 to 2024-05-01",
            "Accepted by sitemaps.org, XML schema and Bing.",
            "Status codes",
        ],
    );
    contains(
        &markup_in(Lang::Fr, inner),
        &["Accepté par sitemaps.org, schéma XML et Bing.", "Non vérifié", "doublons"],
    );
}

#[test]
fn urls_are_said_to_be_at_home_only_when_they_are() {
    const SAID: &str = "Every URL belongs to the host and folder of https://Shop.tidepool.page:8443/a/sitemap.xml";
    let shown = |in_scope: bool| {
        let own = |file: &mut File| {
            file.address = Some("https://Shop.tidepool.page:8443/a/sitemap.xml".into());
            file.facts.in_scope = in_scope;
        };
        let file = checked(own, vec![]);
        markup_in(Lang::En, html! { <perfect::Perfect file={file} alone=true scope={None::<Html>} /> }).contains(SAID)
    };
    assert_eq!([shown(true), shown(false)], [true, false]);
}

#[test]
fn a_file_that_is_no_sitemap_is_explained_in_each_language() {
    let file = checked(|file| file.kind = Kind::Html, vec![finding("structure-html-document", Severity::Error, 1, 1)]);
    let inner = html! { <hopeless::Hopeless file={file} guide={None::<Rc<Guide>>} act={Callback::<crate::state::Action>::noop()} /> };
    contains(&markup_in(Lang::Fr, inner.clone()), &["Que faire", "Afficher 1 constat dans le code source"]);
    contains(&markup_in(Lang::Es, inner), &["Qué hacer", "Mostrar 1 hallazgo en el código"]);
}

#[test]
fn the_tree_says_each_verdict_in_words() {
    let outcome = a_set();
    let set = outcome.set.clone().expect("a set");
    let inner =
        html! { <tree::FileTree {outcome} {set} chosen={1_usize} act={Callback::<crate::state::Action>::noop()} /> };
    contains(&markup_in(Lang::En, inner.clone()), &["Not valid</span>", "Valid</span>", "Valid, with warnings</span>"]);
    contains(&markup_in(Lang::Fr, inner), &["Non valide</span>", "listé nulle part", "12,5 Mo"]);
}

fn the_list(count: u64, known: u32, lang: Lang) -> String {
    let findings = (1..=known).map(|line| finding("loc-relative", Severity::Error, line, 5)).collect();
    let file = checked(
        |file| {
            file.rules.insert("loc-relative".into(), count);
            file.counts.error = count;
        },
        findings,
    );
    let guides = crate::state::Guides::default();
    markup_in(
        lang,
        html! { <list::List file={file} view={View::default()} {guides} letters={true} act={Callback::<crate::state::Action>::noop()} /> },
    )
}

#[test]
fn the_list_says_what_is_counted_and_what_is_kept() {
    let html = the_list(49_999, 50, Lang::En);
    contains(
        &html,
        &[
            "49,999 errors",
            "950 more",
            "The first 1,000 of 49,999 are listed",
            "49,999 findings in total; the first 1,000 are listed",
            "href=\"./rules/loc-relative.html\"",
            "target=\"_blank\"",
            "rel=\"noopener\"",
            "aria-setsize=\"50\" aria-posinset=\"50\"",
        ],
    );
    assert_eq!(html.matches("tabindex=\"0\"").count(), 1, "one stop for all rows");
    contains(
        &the_list(49_999, 50, Lang::Fr),
        &["950 de plus", "1\u{202f}000 sur 49\u{202f}999 sont conservés", "href=\"./fr/rules/loc-relative.html\""],
    );
    let few = the_list(3, 3, Lang::Es);
    contains(&few, &["3 errores", "línea y columna"]);
    assert!(!few.contains("se conservan") && !few.contains("type=\"search\""), "{few}");
}

#[test]
fn the_list_groups_by_rule() {
    let findings = vec![
        finding("loc-fragment", Severity::Warning, 2, 5),
        finding("loc-relative", Severity::Error, 9, 7),
        finding("loc-relative", Severity::Error, 12, 7),
    ];
    let html = markup::<list::List>(list::Props {
        file: checked(|_| (), findings),
        view: View::default(),
        guides: Rc::default(),
        letters: true,
        act: Callback::noop(),
    });
    let at = |part: &str| html.find(part).unwrap_or_else(|| panic!("{part} in {html}"));
    assert!(at("2 errors") < at("1 warning"));
    assert!(at("9:7") < at("12:7"));
    assert!(at("12:7") < at("2:5</span>"), "errors come first");
}

#[test]
fn of_more_rows_than_fit_the_first_exist() {
    let findings: Vec<_> = (1..=400).map(|line| finding("loc-relative", Severity::Error, line, 5)).collect();
    let file = checked(|_| (), findings);
    let mut outcome = (*file).clone();
    outcome.groups[0].shown = usize::MAX;
    let mut view = View::default();
    view.visible_rows.insert("loc-relative".into(), (96, 144));
    let html = markup::<list::List>(list::Props {
        file: Rc::new(outcome),
        view,
        guides: Rc::default(),
        letters: true,
        act: Callback::noop(),
    });
    contains(&html, &["data-size=\"400\"", ">97:5<", ">144:5<", ">1:5<"]);
    assert!(!html.contains(">145:5<") && !html.contains(">2:5<"), "the first row is there for the Tab key");
}

#[test]
fn what_is_filtered_is_said() {
    let file = checked(
        |_| (),
        vec![finding("loc-fragment", Severity::Warning, 2, 5), finding("loc-relative", Severity::Error, 9, 7)],
    );
    let mut view = View::default();
    view.filter.hidden.push(Severity::Error);
    let rules = vec![("loc-fragment".into(), "A".into(), 1), ("loc-relative".into(), "B".into(), 1)];
    let html = markup::<filters::Filters>(filters::Props {
        numbers: (&view.listing(&file)).into(),
        file: file.clone(),
        filter: view.filter.clone(),
        rules,
        letters: false,
        act: Callback::noop(),
    });
    contains(&html, &["1 of 2 findings", "Clear filters", "XML 1.0 (2)", "RFC 3986 (2)", "B (1)", "↑ ↓ to move"]);
    assert_eq!(html.matches("aria-pressed=\"false\"").count(), 1);
}
