use std::rc::Rc;

use sitemap_validator_protocol::format::Format;

use super::*;
use crate::{
    lang::Lang,
    link::{self, Link, LinkError},
    state::{LinkContent, Profile, SettingChange, Settings, ShareLink, SiteChange, StorageKey},
};

fn follow(page: &mut Page, fragment: &str, content: Option<&str>) {
    let mut link = link::read(fragment).expect("a link");
    link.content = None;
    let content = content.map(|text| (text.len() as u64, Body::Text(text.into())));
    page.act(Action::Follow(link, content));
}

#[test]
fn another_language_is_remembered_and_asked_for() {
    let mut page = Page::with(vec![finding("loc-relative", Severity::Error, 3, 4)]);
    page.orders();
    page.act(Action::Speak(Lang::Fr));
    assert_eq!((page.0.lang, page.0.guides.entries().len()), (Lang::Fr, 0));
    assert_eq!(page.orders(), [Order::Store(StorageKey::Language, "fr".into()), Order::Check]);
    page.act(Action::Speak(Lang::Fr));
    assert_eq!(page.orders(), []);
    // A page about a rule that was still loading in English.
    page.act(Action::Guide(Lang::En, "loc-relative".into(), Some(Rc::default())));
    assert_eq!(page.0.guides.entries().len(), 0);
    page.act(Action::Guide(Lang::Fr, "loc-relative".into(), Some(Rc::default())));
    assert_eq!(page.0.guides.entries().len(), 1);
}

#[test]
fn a_setting_is_remembered_and_checked_with_at_once() {
    let mut page = Page::new();
    page.act(Action::Set(SettingChange::Pedantic(true)));
    let kept = Order::Store(StorageKey::Settings, "profile=sitemaps.org,google,bing&pedantic=1".into());
    assert_eq!(page.orders(), [kept]);
    page.act(Action::Typed("<urlset/>".into())).act(Action::TypingPaused);
    page.orders();
    page.act(Action::Set(SettingChange::Profile(Profile::Google, false)));
    let kept = Order::Store(StorageKey::Settings, "profile=sitemaps.org,bing&pedantic=1".into());
    assert_eq!(page.orders(), [kept, Order::Check]);
    page.act(Action::Set(SettingChange::Profile(Profile::Google, false)));
    assert_eq!(page.orders(), [], "nothing has changed");
}

#[test]
fn the_text_of_a_link_is_checked_at_once_and_nothing_of_it_is_remembered() {
    let mut page = Page::from(State::new("https://mine.example/sitemap.xml"));
    follow(&mut page, "#lang=es&strict=1&url=https://a.example/s.xml&name=s.xml", Some("<urlset/>"));
    assert_eq!(page.orders(), [Order::Check]);
    assert_eq!((page.0.lang, page.0.settings.strict_schema, page.0.linked), (Lang::Es, true, true));
    assert_eq!(
        (&*page.0.input.text(), &*page.0.text_name(), &*page.0.address),
        ("<urlset/>", "s.xml", "https://a.example/s.xml")
    );
    page.act(Action::Typed("<urlset />".into()));
    assert!(!page.0.linked);
    page.act(Action::Reset);
    assert_eq!((&*page.0.address, &*page.0.text_name()), ("https://mine.example/sitemap.xml", "Texto pegado"));
}

#[test]
fn a_damaged_link_leaves_the_page_as_it_is() {
    let mut page = Page::new();
    page.act(Action::Typed("<urlset/>".into())).act(Action::TypingPaused);
    page.orders();
    follow(&mut page, "#text=%ff", None);
    assert_eq!((page.0.fault.clone(), &*page.0.input.text()), (Some(LinkError::Damaged), "<urlset/>"));
    assert_eq!(page.orders(), []);
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    assert_eq!(page.0.fault, None);
}

#[test]
fn a_link_may_change_the_settings_alone() {
    let mut page = Page::new();
    page.act(Action::Typed("<urlset/>".into())).act(Action::TypingPaused);
    page.orders();
    follow(&mut page, "#profile=yandex", None);
    assert_eq!(page.0.settings, Settings { profiles: vec![Profile::Yandex], ..Settings::default() });
    assert_eq!(page.orders(), [Order::Check]);
    follow(&mut page, "#profile=yandex", None);
    assert_eq!(page.orders(), [], "nothing has changed");
}

#[test]
fn only_text_goes_into_a_link() {
    let mut page = Page::new();
    assert_eq!(page.0.shareable(), Err(LinkContent::Nothing));
    page.act(Action::Typed("x".into()));
    assert_eq!(page.0.shareable(), Ok((Body::Text("x".into()), None)));
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    assert_eq!(page.0.shareable(), Ok((Body::Blob(1), Some("a.xml".into()))));
    page.act(Action::Files(vec![entry("a.xml", 1), entry("b.xml", 2)]));
    assert_eq!(page.0.shareable(), Err(LinkContent::Files));
    page.orders();
    page.act(Action::Share);
    assert_eq!(page.orders(), [Order::Share]);
    let shared = ShareLink {
        url: "https://tidepool.page/#lang=en".into(),
        holds: LinkContent::Files,
        address: false,
        copied: true,
    };
    page.act(Action::LinkMade(shared)).act(Action::CloseSheet);
    assert_eq!(page.0.sheet, None);
}

#[test]
fn single_letters_can_be_switched_off() {
    let mut page = Page::new();
    assert!(page.0.keys);
    page.act(Action::Keys(false));
    assert!(!page.0.keys);
    assert_eq!(page.orders(), [Order::Store(StorageKey::Keys, "off".into())]);
}

#[test]
fn a_report_is_asked_for_in_its_format() {
    let mut page = Page::with(vec![]);
    let run = page.0.run;
    page.orders();
    page.act(Action::Ask(Request::Export(Format::Sarif, None)));
    assert!(
        matches!(&page.questions()[..], [ToWorker::Export { run: of, format, .. }] if *of == run && format == "sarif")
    );
}

#[test]
fn a_file_has_nothing_of_the_link_before_it() {
    let mut page = Page::from(State::new("https://mine.example/sitemap.xml"));
    let link = Link { address: Some("https://theirs.example/s.xml".into()), ..Link::default() };
    page.act(Action::Follow(link, Some((2_000_000, Body::Blob(1)))));
    assert_eq!((&*page.0.address, page.0.input.is_files()), ("https://theirs.example/s.xml", true));
    page.act(Action::Files(vec![entry("a.xml", 2)]));
    assert_eq!(&*page.0.address, "https://mine.example/sitemap.xml");
}

#[test]
fn the_address_of_a_link_without_a_text_is_that_of_what_is_given_next() {
    for given in [Action::Pasted("<urlset/>".into()), Action::Files(vec![entry("a.xml", 1)])] {
        let mut page = Page::from(State::new("https://mine.example/sitemap.xml"));
        follow(&mut page, "#lang=en&url=https://theirs.example/s.xml", None);
        page.act(given);
        assert_eq!(&*page.0.address, "https://theirs.example/s.xml");
        assert_eq!(page.orders(), [Order::Check], "nothing is remembered");
    }
}

#[test]
fn what_was_repaired_is_not_the_text_of_the_link() {
    let mut page = Page::new();
    follow(&mut page, "#text=x", Some("x"));
    page.act(Action::Site(SiteChange::Robots("x".into()))).act(Action::TypingPaused);
    page.answer(done(page.0.run, vec![file("Pasted text", vec![]), file("robots.txt", vec![])]));
    let fixed = |run, file| Action::Fixed { run, file, applied: 1, bytes: 1, body: Body::Text("y".into()) };
    page.act(fixed(page.0.run, 1));
    assert!(page.0.linked, "the robots.txt is not in the link");
    page.answer(done(page.0.run, vec![file("Pasted text", vec![]), file("robots.txt", vec![])]));
    page.act(fixed(page.0.run, 0));
    assert!(!page.0.linked);
}
