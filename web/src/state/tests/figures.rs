//! Tests of the requests for figures.

use sitemap_validator_protocol::figures::Figures;

use super::*;

fn came(run: u32, entries: u64) -> FromWorker {
    FromWorker::Figures { run, file: 0, figures: Box::new(Figures { entries, ..Figures::default() }) }
}

/// The number of entries in the figures on screen.
fn shown(page: &Page) -> Option<u64> {
    page.0.figures.of(0).map(|(_, figures)| figures.entries)
}

#[test]
fn figures_are_asked_for_once_per_run_and_file() {
    let mut page = Page::with(vec![]);
    let run = page.0.run;
    page.orders();
    page.act(Action::Draw { run: run + 1, file: 0 }).act(Action::Draw { run, file: 1 });
    assert_eq!(page.questions(), []);
    page.act(Action::Draw { run, file: 0 }).act(Action::Draw { run, file: 0 });
    assert_eq!(page.questions(), [Question::Figures.of(run, 0)]);
    page.answer(came(run + 1, 1));
    assert_eq!(shown(&page), None);
    page.answer(came(run, 2));
    assert_eq!(shown(&page), Some(2));
}

#[test]
fn figures_stay_until_the_next_ones_come_and_go_with_the_input() {
    let mut page = Page::with(vec![]);
    let run = page.0.run;
    page.act(Action::Draw { run, file: 0 }).answer(came(run, 2));
    page.act(Action::Recheck);
    let next = page.0.run;
    page.orders();
    page.act(Action::Draw { run, file: 0 });
    assert_eq!(page.questions(), [], "a check is on its way");
    page.answer(done(next, vec![file("a.xml", vec![])]));
    assert_eq!(shown(&page), Some(2));
    page.orders();
    page.act(Action::Draw { run: next, file: 0 });
    assert_eq!(page.questions(), [Question::Figures.of(next, 0)]);
    page.answer(came(next, 3));
    assert_eq!(shown(&page), Some(3));
    page.act(Action::Files(vec![entry("b.xml", 2)]));
    assert_eq!(shown(&page), None);
}

#[test]
fn a_check_does_not_wait_for_figures_that_take_long() {
    for (bytes, respawns) in [(1_000, false), (100_000_000, true)] {
        let mut page = Page::new();
        page.act(Action::Files(vec![entry("a.xml", 1)]));
        let mut large = file("a.xml", vec![]);
        large.decompressed_bytes = bytes;
        page.answer(done(page.0.run, vec![large]));
        page.act(Action::Draw { run: page.0.run, file: 0 });
        page.orders();
        page.act(Action::Files(vec![entry("b.xml", 2)]));
        let orders = page.orders();
        assert_eq!(orders.contains(&Order::Respawn), respawns);
        assert_eq!(orders.last(), Some(&Order::Check));
    }
}

#[test]
fn what_is_no_sitemap_has_no_figures() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    let mut login = file("a.xml", vec![]);
    login.kind = Kind::Html;
    page.answer(done(page.0.run, vec![login]));
    page.orders();
    page.act(Action::Draw { run: page.0.run, file: 0 });
    assert_eq!(page.questions(), []);
}

#[test]
fn figures_know_the_run_they_were_counted_in() {
    let mut page = Page::with(vec![]);
    let run = page.0.run;
    page.answer(came(run, 2)).act(Action::Recheck);
    page.answer(done(page.0.run, vec![file("a.xml", vec![])]));
    let counted = |page: &Page| page.0.figures.of(0).map(|(run, _)| *run);
    assert_eq!(counted(&page), Some(run));
    page.answer(came(page.0.run, 2));
    assert_eq!(counted(&page), Some(page.0.run));
}
