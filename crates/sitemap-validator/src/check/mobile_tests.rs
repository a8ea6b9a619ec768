use super::*;
use crate::Message;
use crate::check::testing::{default, document, marked, pedantic, repaired};
use crate::diagnostic::FixKind;
use crate::message;
use crate::options::Options;
use crate::profile::{Profile, Profiles};

const GOOGLE: &str = "http://www.google.com/schemas/sitemap-mobile/1.0";
const BAIDU: &str = "http://www.baidu.com/schemas/sitemap-mobile/1/";

fn sitemap(uri: &str, entries: &str) -> String {
    format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:mobile=\"{uri}\">{entries}</urlset>")
}

/// A page with `marks`.
fn page(marks: &str) -> String {
    entry("a", marks)
}

fn entry(path: &str, marks: &str) -> String {
    format!("<url><loc>https://tidepool.page/{path}</loc>{marks}</url>")
}

fn baidu() -> Options {
    Options { profiles: Profiles::DEFAULT.with(Profile::Baidu), ..default() }
}

fn check(text: &str, options: &Options) -> Vec<(&'static str, String)> {
    let found = document(text, options);
    marked(text, &found).into_iter().map(|(rule, text)| (rule, text.to_owned())).collect()
}

fn is(text: &str, options: &Options, expected: &[(&str, &str)]) {
    let found = check(text, options);
    let found: Vec<(&str, &str)> = found.iter().map(|(rule, text)| (*rule, text.as_str())).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn googles_elements_have_one_finding_and_are_deleted_with_their_declaration() {
    let text =
        sitemap(GOOGLE, &[entry("a", "\n<mobile:mobile/>"), entry("b", " <mobile:mobile></mobile:mobile>")].concat());
    let found = document(&text, &default());
    assert_eq!(marked(&text, &found), [("mobile-google-obsolete", "mobile:mobile")]);
    assert_eq!(message::title(&found[0], &text), "`<mobile:mobile>` no longer has an effect in Google; uses: 2");
    assert_eq!(found[0].entry, 1);
    let pages = [entry("a", ""), entry("b", "")].concat();
    let clean = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{pages}</urlset>");
    assert_eq!(repaired(&text, &found, FixKind::Suggest), clean);
}

#[test]
fn a_declaration_in_use_is_kept() {
    for (entries, left) in [
        (page("<mobile:mobile/><x:y xmlns:x='urn:x' mobile:a='1'/>"), "<x:y"),
        (page("<mobile:mobile/><x:y xmlns:x='urn:x'><mobile:mobile/></x:y>"), "<x:y"),
    ] {
        let text = sitemap(GOOGLE, &entries);
        let fixed = repaired(&text, &document(&text, &default()), FixKind::Suggest);
        assert!(fixed.contains("xmlns:mobile") && fixed.contains(left), "{fixed}");
        assert_eq!(fixed.matches("<mobile:mobile").count(), entries.matches("<mobile:mobile").count() - 1);
        assert_eq!(document(&fixed, &default()).iter().filter(|found| found.rule().group() == "xml").count(), 0);
    }
    // With a declaration in each element, the declarations are deleted with the elements.
    let mark = format!("<m:mobile xmlns:m=\"{GOOGLE}\"/>");
    let text =
        format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{}</urlset>", page(&mark).repeat(2));
    let fixed = repaired(&text, &document(&text, &default()), FixKind::Suggest);
    assert!(!fixed.contains("mobile/1.0"), "{fixed}");
}

#[test]
fn elements_with_children_or_in_a_damaged_file_are_kept() {
    let text = sitemap(GOOGLE, &page("<mobile:mobile><lastmod>2026-05-01</lastmod></mobile:mobile>"));
    is(&text, &default(), &[("mobile-google-obsolete", "mobile:mobile"), ("structure-misplaced-element", "lastmod")]);
    assert_eq!(repaired(&text, &document(&text, &default()), FixKind::Suggest), text);
    let text = sitemap(GOOGLE, &page("<mobile:mobile>"));
    let found = document(&text, &default());
    assert!(found.iter().any(|found| found.rule() == Rule::MobileGoogleObsolete && found.fix.is_none()));
}

#[test]
fn only_one_rule_reports_googles_extension() {
    let used = sitemap(GOOGLE, &page("<mobile:mobile/>"));
    let without = |rule| Options { levels: vec![(rule, None)], ..default() };
    let declaration = format!("xmlns:mobile=\"{GOOGLE}\"");
    is(&used, &without(Rule::MobileGoogleObsolete), &[("namespace-discontinued", &declaration)]);
    let bing = Options { profiles: Profiles::of(&[Profile::SitemapsOrg, Profile::Bing]), ..default() };
    is(&used, &bing, &[("namespace-discontinued", &declaration)]);
    is(&sitemap(GOOGLE, &page("")), &default(), &[]);
    let unused = check(&sitemap(GOOGLE, &page("")), &pedantic());
    assert!(unused.contains(&("namespace-unused", declaration.clone())), "{unused:?}");
    // In an index, the element is reported instead.
    let index = format!(
        "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" {declaration}>\
         <sitemap><loc>https://tidepool.page/a.xml</loc><mobile:mobile/></sitemap></sitemapindex>"
    );
    is(&index, &default(), &[("namespace-discontinued", &declaration), ("index-unexpected-child", "mobile:mobile")]);
    // With an undeclared prefix, the extension is unknown.
    let text = used.replace(&format!(" {declaration}"), "");
    is(&text, &default(), &[("namespace-prefix-undeclared", "mobile")]);
}

#[test]
fn baidus_types_are_a_list() {
    for fine in ["", " type=\"mobile\"", " type='pc,mobile'", " type=\"htmladapt\"", " type=\"pc&#44;mobile\""] {
        is(&sitemap(BAIDU, &page(&format!("<mobile:mobile{fine}/>"))), &baidu(), &[]);
    }
    for (written, right) in [
        ("pc, mobile", Some("pc,mobile")),
        ("mobile,pc", Some("pc,mobile")),
        ("PC;Mobile", Some("pc,mobile")),
        (" mobile", Some("mobile")),
        ("Mobile", Some("mobile")),
        ("moblie", Some("mobile")),
        ("html-adapt", Some("htmladapt")),
        ("pc", None),
        ("responsive", None),
        ("autoadapt", None),
    ] {
        let text = sitemap(BAIDU, &page(&format!("<mobile:mobile type=\"{written}\"/>")));
        let found = document(&text, &baidu());
        assert_eq!(marked(&text, &found), [("mobile-baidu-type-invalid", written)]);
        let (like, unknown) = (Message::MobileBaiduTypeInvalidLike, Message::MobileBaiduTypeInvalidUnknown);
        assert_eq!(found[0].message(), if right.is_some() { like } else { unknown });
        let fixed = repaired(&text, &found, FixKind::Suggest);
        let after =
            right.map_or(text.clone(), |right| text.replace(&format!("\"{written}\""), &format!("\"{right}\"")));
        assert_eq!(fixed, after);
        assert_eq!(repaired(&text, &found, FixKind::Safe), text);
        is(&text, &default(), &[]);
    }
    let text = sitemap(BAIDU, &page("<mobile:mobile type=\"\"/>"));
    let found = document(&text, &baidu());
    assert_eq!((found.len(), found[0].message()), (1, Message::MobileBaiduTypeInvalidEmpty));
    // Google's element has no type, and none is checked.
    is(
        &sitemap(GOOGLE, &page("<mobile:mobile type=\"x\"/>")),
        &baidu(),
        &[("mobile-google-obsolete", "mobile:mobile")],
    );
}

#[test]
fn elements_must_be_empty() {
    for empty in
        ["<mobile:mobile/>", "<mobile:mobile></mobile:mobile>", "<mobile:mobile>\n <!-- a --> </mobile:mobile>"]
    {
        is(&sitemap(BAIDU, &page(empty)), &baidu(), &[]);
    }
    for (content, marked, offered) in [
        ("1", "1", true),
        (" yes", "yes", true),
        ("&#49;", "&#49;", true),
        ("<![CDATA[1]]>", "<![CDATA[1]]>", false),
        ("<x:y xmlns:x='urn:x'/>", "<x:y xmlns:x='urn:x'/>", false),
        ("<mobile:mobile/>", "<mobile:mobile/>", false),
    ] {
        let text = sitemap(BAIDU, &page(&format!("<mobile:mobile>{content}</mobile:mobile >")));
        is(&text, &default(), &[("mobile-not-empty", marked)]);
        let fixed = repaired(&text, &document(&text, &default()), FixKind::Suggest);
        assert_eq!(fixed, if offered { text.replace(&format!("{marked}</"), "</") } else { text });
    }
    let text = sitemap(BAIDU, &page("<mobile:mobile><lastmod>2026-05-01</lastmod></mobile:mobile>"));
    is(&text, &default(), &[("structure-misplaced-element", "lastmod")]);
}

#[test]
fn elements_must_be_in_an_entry() {
    let text = sitemap(BAIDU, &[page(""), "<mobile:mobile/>".to_owned()].concat());
    let found = document(&text, &default());
    assert_eq!(marked(&text, &found), [("mobile-not-empty", "mobile:mobile")]);
    assert_eq!(message::title(&found[0], &text), "`<mobile:mobile>` is not in a `<url>`");
    // In a value, the value is reported.
    let text = sitemap(BAIDU, "<url><loc>https://tidepool.page/<mobile:mobile/></loc></url>");
    is(&text, &default(), &[("structure-child-in-value", "<mobile:mobile/>")]);
}
