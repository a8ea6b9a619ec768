//! Tests of the verdict, the engines that accept a file, and the list.

use sitemap_validator_protocol::report::{Authorities, File, HostCount, Loss, Verdict};
use yew::prelude::*;

use super::*;
use crate::{
    components::{engines, filters, hopeless, notice, perfect, result, tree},
    state::{Guides, LineStore, Steps, WorkerError},
};

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

/// A file with these verdicts of the engines and standards.
fn judged(verdicts: [Verdict; 5], losses: [Option<Loss>; 5], stops: Option<u32>) -> Rc<FileResult> {
    let [sitemaps_org, schema, google, bing, yandex] = verdicts;
    let verdicts = Authorities { sitemaps_org, schema, google, bing, yandex };
    let [sitemaps_org, schema, google, bing, yandex] = losses;
    let losses = Authorities { sitemaps_org, schema, google, bing, yandex };
    let set = |file: &mut File| {
        (file.engines, file.losses) = (Some(verdicts), Some(losses));
        file.stops = stops.map(|line| Place { line, column: 1 });
    };
    checked(set, vec![])
}

fn contains(html: &str, parts: &[&str]) {
    for part in parts {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn sets_are_judged_in_each_language() {
    let broken = || file("a.xml", vec![finding("loc-relative", Severity::Error, 1, 1)]);
    let outcome = arranged(done_set(1, vec![broken(), file("b.xml", vec![]), broken()], vec![], vec![]));
    let set = outcome.set.clone().expect("a set");
    let said = Lang::ALL.map(|lang| set_words(lang, &set, outcome.verdicts()).headline);
    assert_eq!(said[0], "1 error (2 places) in 2 of 3 files.");
    assert_eq!(said[1], "1 erreur (2 endroits) dans 2 fichiers sur 3.");
    assert_eq!(said[2], "1 error (2 lugares) en 2 de 3 archivos.");
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
fn each_authority_that_was_asked_says_what_it_does() {
    use Verdict::{Invalid, Unchecked, Valid};
    let chips = |lang, file: Rc<FileResult>| {
        let inner = html! { <engines::Engines {file} scope=false who={Some("google".into())} act={Callback::<crate::state::Action>::noop()} /> };
        markup_in(lang, inner)
    };
    let loss = |file, entries, values| Some(Loss { file, entries, values, undocumented: 4 * values });
    let nothing = loss(false, 0, 0);
    let all = [Invalid, Unchecked, Invalid, Invalid, Unchecked];
    let some = judged(all, [loss(false, 0, 1), None, loss(false, 3, 2), loss(false, 0, 1), nothing], None);
    let html = chips(Lang::En, some.clone());
    contains(
        &html,
        &[
            ">violates</span> <span class=\"who\">sitemaps.org<",
            ">Google</span> <span class=\"says error\">drops 3 URLs, ignores 2 values, documents nothing about 8 other findings<",
            "ignores 1 value, documents nothing about 4 other findings<",
            ">Yandex</span> <span class=\"says info\">has no documented objection<",
        ],
    );
    assert!(!html.contains("XML schema"), "it was not checked: {html}");
    assert_eq!(html.matches("<button").count(), 3, "they lead to what they object to");
    assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1);
    contains(&chips(Lang::Es, some), &["descarta 3 URL", ">incumple<", "Mostrar lo que afecta a Google"]);
    let stopped = judged([Invalid; 5], [loss(true, 4, 0); 5], Some(4));
    contains(&chips(Lang::En, stopped), &["cannot read it after line 4"]);
    let others = judged(
        [Invalid, Valid, Invalid, Valid, Unchecked],
        [loss(false, 0, 1), nothing, loss(false, 1, 0), nothing, None],
        None,
    );
    contains(
        &chips(Lang::Fr, others),
        &[
            ">respecte le</span> <span class=\"who\">schéma XML<",
            "Bing</span> <span class=\"says valid\">ne rejette rien<",
        ],
    );
    let clean = judged([Valid, Unchecked, Valid, Valid, Unchecked], [nothing, None, nothing, nothing, None], None);
    let html = chips(Lang::En, clean);
    contains(&html, &["Accepted by sitemaps.org, Google and Bing. Host and folder were not checked."]);
    assert!(!html.contains("Yandex") && !html.contains("XML schema"), "{html}");
}

#[test]
fn what_was_checked_of_a_file_without_fault_is_listed() {
    let file = checked(
        |file| {
            file.stats.lastmod = 1180;
            file.stats.earliest_lastmod = Some("2024-01-01".into());
            file.stats.latest_lastmod = Some("2024-05-01".into());
            file.stats.hosts = vec![HostCount { host: "tidepool.page".into(), count: 1204 }];
        },
        vec![],
    );
    let perfect = |lang, file| markup_in(lang, html! { <perfect::Perfect {file} alone=true scope={None::<Html>} /> });
    contains(
        &perfect(Lang::En, file.clone()),
        &["1,204 URLs on 1 host: syntax", "1,180 dates in lastmod, from 2024-01-01 to 2024-05-01", "Status codes"],
    );
    contains(&perfect(Lang::Fr, file.clone()), &["Non vérifié", "doublons"]);
    let compared = html! { <perfect::Perfect {file} alone=false compared=true scope={None::<Html>} /> };
    assert!(!markup_in(Lang::En, compared).contains("Canonical"), "the built pages have them");
    let index = checked(|file| (file.kind, file.stats.entries) = (Kind::SitemapIndex, 3), vec![]);
    let html = perfect(Lang::En, index);
    contains(&html, &["The content of 3 sitemaps listed here: drop these files too"]);
    assert!(!html.contains("Canonical"), "an index lists no pages: {html}");
}

#[test]
fn urls_are_said_to_be_at_home_only_when_they_are() {
    const SAID: &str = "Every URL belongs to the host and folder of https://Shop.tidepool.page:8443/a/sitemap.xml";
    let shown = |in_scope: bool| {
        let own = |file: &mut File| {
            file.url = Some("https://Shop.tidepool.page:8443/a/sitemap.xml".into());
            file.facts.in_scope = in_scope;
        };
        let file = checked(own, vec![]);
        markup_in(Lang::En, html! { <perfect::Perfect file={file} alone=true scope={None::<Html>} /> }).contains(SAID)
    };
    assert_eq!([shown(true), shown(false)], [true, false]);
}

#[test]
fn a_file_that_is_no_sitemap_is_explained_in_each_language() {
    let file = checked(|file| file.kind = Kind::Html, vec![fixable("structure-html-document", 1, 1)]);
    let inner = html! { <hopeless::Hopeless file={file} guide={None::<Rc<Guide>>} act={Callback::<crate::state::Action>::noop()} /> };
    contains(
        &markup_in(Lang::Fr, inner.clone()),
        &["Que faire", "En faire un sitemap", "Afficher 1 constat dans le code source"],
    );
    contains(&markup_in(Lang::Es, inner), &["Qué hacer", "Mostrar 1 hallazgo en el código"]);
}

#[test]
fn the_fix_of_a_file_that_is_no_sitemap_is_previewed_beside_its_explanation() {
    let file = checked(|file| file.kind = Kind::Html, vec![fixable("structure-html-document", 1, 1)]);
    let (what, diffs) = (FixRequest::All { suggested: false }, vec![(0, Diff { applied: 1, ..Diff::default() })]);
    let preview = FixPreview { what, all: false, files: 1, places: Some(9), awaited: vec![], diffs };
    let mut view = View::default();
    view.fix_preview = Some(Rc::new(preview));
    let html = markup::<result::ResultView>(result::Props {
        file,
        view,
        fixable_files: 1,
        removable_files: 0,
        names: None,
        text: None,
        current: true,
        caret: None,
        lines: LineStore::default(),
        guides: Guides::default(),
        steps: Steps::default(),
        letters: false,
        act: Callback::noop(),
    });
    contains(&html, &["class=\"hopeless\"", "<dialog id=\"plan\"", "8 of 9 places stay as they are"]);
}

#[test]
fn what_a_fetch_error_quotes_is_code() {
    let error = WorkerError::Fetch("Not complete: `https://tidepool.page/`".into());
    contains(&markup_in(Lang::En, notice::trouble(&error, Lang::En, &Callback::noop())), &["<code", "try again"]);
}

#[test]
fn the_tree_says_each_verdict_in_words() {
    let outcome = a_set();
    let set = outcome.set.clone().expect("a set");
    let inner = html! { <tree::FileTree {outcome} {set} chosen={1_usize} only={false} act={Callback::<crate::state::Action>::noop()} /> };
    contains(&markup_in(Lang::En, inner.clone()), &["Not valid</span>", "Valid</span>", "Warnings</span>"]);
    contains(&markup_in(Lang::Fr, inner), &["Non valide</span>", "listé nulle part", "11,9 Mio"]);
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
            "49,999 findings in total; the first 1,000 are listed here and marked in the source",
            "href=\"./rules/loc-relative.html\"",
            "target=\"_blank\"",
            "rel=\"noopener\"",
            "aria-setsize=\"50\" aria-posinset=\"50\"",
        ],
    );
    assert_eq!(html.matches("tabindex=\"0\"").count(), 1, "one stop for all rows");
    contains(
        &the_list(49_999, 50, Lang::Fr),
        &["950 de plus", "les 1\u{202f}000 premiers sont listés ici", "href=\"./fr/rules/loc-relative.html\""],
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
    view.filter.only = Some(Severity::Warning);
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
    assert_eq!(html.matches("aria-pressed=\"true\"").count(), 1);
}
