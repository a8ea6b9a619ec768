use super::*;
use crate::{
    link::Link,
    state::{Bookmark, Document, History, Keeping, Leads, Offer, Past, ReadOnly, Site, Steps},
};

fn text(page: &Page) -> String {
    page.0.input.text().to_string()
}

fn linked(content: &str) -> Action {
    Action::Follow(Link::default(), Some((content.len() as u64, Body::Text(content.into()))))
}

fn fix(page: &mut Page, text: &str) {
    page.answer(done(page.0.run, vec![file("Pasted text", vec![])]));
    let (run, body) = (page.0.run, Body::Text(text.into()));
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 1, body });
}

#[test]
fn whatever_takes_the_place_of_an_input_can_be_taken_back() {
    let replacements = [
        Action::Pasted("new".into()),
        Action::Files(vec![entry("b.xml", 2)]),
        Action::Sample(Sample::Broken),
        Action::Reset,
        linked("new"),
        Action::Pasted("https://example.com/sitemap.xml".into()),
    ];
    for replacement in replacements {
        let mut page = Page::from(State::new("https://mine.example/"));
        page.act(Action::Typed("old".into())).act(Action::TypingPaused);
        fix(&mut page, "fixed");
        page.act(replacement.clone());
        assert_ne!(text(&page), "fixed", "{replacement:?}");
        assert!(page.0.notice.is_some(), "{replacement:?}");
        page.orders();
        page.act(Action::Undo);
        assert_eq!((text(&page).as_str(), &*page.0.address), ("fixed", "https://mine.example/"), "{replacement:?}");
        assert_eq!(page.orders().last(), Some(&Order::Check));
        page.act(Action::Undo);
        assert_eq!(text(&page), "old", "{replacement:?}");
    }
}

#[test]
fn what_was_typed_since_is_not_lost_by_taking_back() {
    let mut page = Page::new();
    page.act(Action::Typed("old".into())).act(Action::Pasted("new".into())).act(Action::Typed("newer".into()));
    let mut steps = |action: &Action| {
        page.act(action.clone());
        text(&page)
    };
    let (undo, redo) = (Action::Undo, Action::Redo);
    assert_eq!([&undo, &undo, &undo].map(&mut steps), ["new", "old", "old"], "there is nothing left");
    assert_eq!([&redo, &redo, &redo].map(&mut steps), ["new", "newer", "newer"]);
    assert_eq!([&undo, &Action::Typed(String::new())].map(&mut steps), ["new", ""]);
    assert_eq!(
        [&redo, &undo, &undo, &redo].map(&mut steps),
        ["", "new", "old", "new"],
        "what is new ends what was undone"
    );
}

#[test]
fn undo_and_redo_go_through_typing_fixes_and_replacements_alike() {
    for seed in 0..20_u32 {
        let mut random = seed.wrapping_mul(2_654_435_761).wrapping_add(1);
        let mut next = |below: u32| {
            random ^= random << 13;
            random ^= random >> 17;
            random ^= random << 5;
            random % below
        };
        let mut page = Page::new();
        page.act(Action::Pasted("0".into()));
        let (mut versions, mut at) = (vec!["0".to_owned()], 0);
        for step in 1..=200 {
            let new = format!("{step}");
            match next(8) {
                // The page is loaded again.
                7 => {
                    let history = page.0.worth_keeping().expect("a history");
                    page = Page::new();
                    let past = Past { history, id: "7".into(), when: "today".into() };
                    page.act(Action::Stored(past, Some(Bookmark::default())));
                    assert_eq!(text(&page), versions[at], "reload {step} of {seed}");
                    continue;
                }
                0 | 1 => {
                    page.act(Action::Typed(format!("{new}…")))
                        .act(Action::Edited(new.clone()))
                        .act(Action::TypingPaused);
                }
                2 => fix(&mut page, &new),
                3 => {
                    page.act(Action::Pasted(new.clone()));
                }
                4 => {
                    page.act(Action::Redo);
                    at = (at + 1).min(versions.len() - 1);
                    assert_eq!(text(&page), versions[at], "redo {step} of {seed}");
                    continue;
                }
                _ => {
                    page.act(Action::Undo);
                    at = at.saturating_sub(1);
                    assert_eq!(text(&page), versions[at], "undo {step} of {seed}");
                    continue;
                }
            }
            versions.truncate(at + 1);
            versions.push(new);
            at += 1;
        }
    }
}

#[test]
fn the_text_of_a_file_is_edited_and_saved() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml.gz", 1), entry("b.xml", 2)]));
    page.answer(done(page.0.run, vec![file("a.xml.gz", vec![]), file("b.xml", vec![])]));
    assert_eq!(page.0.editable(), Err(ReadOnly::Loading));
    let questions = page.questions();
    let run = page.0.run;
    assert!(questions.contains(&Question::Text.of(run, 0)), "{questions:?}");
    page.answer(FromWorker::Text { run, file: 0, text: "old".into() });
    assert_eq!(page.0.editable().as_deref(), Ok("old"));
    page.act(Action::Edited("new".into()));
    assert_eq!((page.0.editable().as_deref(), page.0.view.open), (Ok("new"), true));
    assert_eq!(page.0.input.fixed(0).map(|(name, _)| name), Some("a.xml.gz"), "others know it by this name");
    assert!(page.0.unchecked, "it is checked when the typing pauses");
    page.act(Action::Undo);
    assert_eq!((page.0.editable().as_deref(), page.0.input.fixed(0)), (Ok("old"), None));
}

#[test]
fn a_step_to_another_input_is_named_and_can_be_taken_back() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)])).act(Action::Files(vec![entry("b.xml", 2)]));
    let elsewhere = |title: &str| Some(Leads::Elsewhere(title.to_owned()));
    assert_eq!(page.0.steps(), Steps { undo: elsewhere("a.xml"), redo: None });
    page.act(Action::Undo);
    assert_eq!((page.0.notice.as_deref(), page.0.offered()), (Some("Restored: a.xml"), Some(Offer::Redo)));
    assert_eq!(page.0.steps(), Steps { undo: None, redo: elsewhere("b.xml") });
    page.act(Action::Redo).act(Action::Pasted("text".into()));
    assert_eq!(page.0.steps().undo, elsewhere("b.xml"));
    fix(&mut page, "fixed");
    assert_eq!(page.0.steps().undo, Some(Leads::Here));
}

#[test]
fn what_comes_again_by_itself_needs_no_way_back() {
    let mut page = Page::new();
    page.act(Action::Sample(Sample::Broken)).act(Action::Sample(Sample::Good));
    assert_eq!((page.0.undo.len(), page.0.notice.clone(), page.0.worth_keeping()), (0, None, None));
    page.act(linked("a")).act(linked("b"));
    assert_eq!((page.0.undo.len(), page.0.worth_keeping()), (0, None));
    page.act(Action::Typed("c".into())).act(linked("d"));
    assert_eq!(page.0.undo.len(), 2, "what was typed, and its replacement");
    page.act(Action::LeaveLink).act(Action::LeaveLink);
    assert_eq!((text(&page).as_str(), page.0.undo.len()), ("c", 1));
}

#[test]
fn what_was_typed_into_a_sample_is_not_done_again_in_another_input() {
    let mut page = Page::new();
    page.act(Action::Sample(Sample::Good)).act(Action::Typed("typed".into())).act(Action::TypingPaused);
    page.act(Action::Undo);
    assert_eq!(page.0.redo.len(), 1);
    page.act(Action::Reset).act(Action::Files(vec![entry("b.xml", 2)]));
    assert!(page.0.redo.is_empty());
}

#[test]
fn leaving_is_warned_of_only_where_it_loses_something() {
    let mut page = Page::new();
    page.act(Action::Pasted("a".into()));
    fix(&mut page, "b");
    assert!(!page.0.is_unsaved(), "the browser keeps it");
    page.act(Action::Kept(false));
    assert!(page.0.is_unsaved());
    page.act(Action::Save(false));
    assert!(!page.0.is_unsaved());
    fix(&mut page, "c");
    page.act(Action::SaveAll);
    assert!(!page.0.is_unsaved());
    page.act(Action::Typed("d".into()));
    assert!(page.0.is_unsaved(), "what was saved is another text");
    for (action, loses) in [
        (Action::Pasted("e".into()), true),
        (Action::Files(vec![entry("a.xml", 1)]), false),
        (Action::Sample(Sample::Broken), false),
        (Action::Reset, false),
    ] {
        page.act(action.clone());
        assert_eq!(page.0.is_unsaved(), loses, "{action:?}");
    }
    page.0.keeping = Keeping::Frame;
    page.act(Action::Pasted("a".into()));
    assert!(!page.0.is_unsaved(), "a text in a frame is the host's");
}

#[test]
fn what_the_browser_has_kept_comes_back_in_its_tab_and_is_offered_in_others() {
    let input = Input::Text { text: "kept".into(), fixed: true };
    let site = Site { hosts: "a.example".into(), ..Site::default() };
    let kept = Document { input, site, address: "https://mine.example/".into(), ..Document::default() };
    let past = || Past {
        history: History { document: kept.clone(), ..History::default() },
        id: "7".into(),
        when: "today".into(),
    };
    let mut page = Page::new();
    page.act(Action::Stored(past(), Some(Bookmark::default())));
    assert_eq!((page.0.document(), page.orders()), (kept.clone(), vec![Order::Check]));
    assert!(page.0.is_returning() && page.0.past.is_none());
    page.answer(done(page.0.run, vec![file("Pasted text", vec![])]));
    assert!(!page.0.is_returning());
    assert_eq!(page.0.worth_keeping().map(|kept| kept.document), Some(kept.clone()));

    let mut page = Page::new();
    page.act(Action::Stored(past(), None));
    assert_eq!(text(&page), "");
    page.act(Action::Restore);
    assert_eq!(page.0.document(), kept);

    let mut page = Page::new();
    page.act(Action::Files(vec![entry("early.xml", 1)])).act(Action::Stored(past(), Some(Bookmark::default())));
    assert!(page.0.input.is_files(), "what is there already stays");
    page.act(Action::Forget);
    assert!(page.0.past.is_none() && page.orders().contains(&Order::Forget("7".into())));
}
