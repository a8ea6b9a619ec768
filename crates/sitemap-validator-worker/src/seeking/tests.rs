use std::cell::Cell;

use sitemap_validator::Source;

use super::*;

/// A pause that does nothing.
const fn calm() {}

fn text(text: &str) -> Text {
    Text::new(Source::from_text(text.to_owned()))
}

/// Returns the start of the match, its number, the number of matches, and whether there are more.
fn seek(places: &Places, text: &Text, from: u32, backwards: bool) -> (Option<u32>, Option<u64>, u64, bool) {
    let SearchMatch { spot, number, count, more } = places.seek(text, from, backwards, &calm);
    (spot.map(|spot| spot.start), number, count, more)
}

#[test]
fn places_are_found_forwards_and_backwards_and_around_the_ends() {
    let text = text("Loc\nxloc\nLOC");
    let mut places = Places::default();
    places.update((1, 0), "loc", &text, &calm);
    assert_eq!(seek(&places, &text, 0, false), (Some(0), Some(1), 3, false));
    assert_eq!(seek(&places, &text, 1, false), (Some(5), Some(2), 3, false));
    assert_eq!(seek(&places, &text, 10, false), (Some(0), Some(1), 3, false));
    assert_eq!(seek(&places, &text, 5, true), (Some(0), Some(1), 3, false));
    assert_eq!(seek(&places, &text, 0, true), (Some(9), Some(3), 3, false));
    let sought = places.seek(&text, 1, false, &calm);
    assert_eq!(sought.spot, Some(SourceRange { line: 2, column: 2, end_column: 5, start: 5, end: 8 }));
    places.update((1, 0), "nowhere", &text, &calm);
    assert_eq!(seek(&places, &text, 0, false), (None, None, 0, false));
    assert_eq!(seek(&places, &text, 0, true), (None, None, 0, false));
}

#[test]
fn places_behind_those_counted_are_found_and_not_numbered() {
    let text = text("a.a.a.a.a");
    let mut places = Places::default();
    places.update_to(2, (1, 0), "a", &text, &calm);
    assert_eq!(seek(&places, &text, 0, false), (Some(0), Some(1), 2, true));
    assert_eq!(seek(&places, &text, 3, false), (Some(4), None, 2, true));
    assert_eq!(seek(&places, &text, 9, false), (Some(0), Some(1), 2, true));
    assert_eq!(seek(&places, &text, 8, true), (Some(6), None, 2, true));
    assert_eq!(seek(&places, &text, 4, true), (Some(2), Some(2), 2, true));
    assert_eq!(seek(&places, &text, 0, true), (Some(8), None, 2, true));
    places.update_to(5, (2, 0), "a", &text, &calm);
    assert_eq!(seek(&places, &text, 0, true), (Some(8), Some(5), 5, false), "as many as are counted are not more");
}

#[test]
fn a_line_of_megabytes_is_searched_with_breaths() {
    let unit = "<url><loc>https://tidepool.page/é</loc></url>".repeat(1000);
    let count = 8_000_000 / unit.len();
    let text = text(&(unit.repeat(count) + "needle"));
    let breaths = Cell::new(0);
    let calmly = || breaths.set(breaths.get() + 1);
    let mut places = Places::default();
    places.update((1, 0), "Needle", &text, &calmly);
    let sought = places.seek(&text, 0, false, &calmly);
    assert_eq!((sought.number, sought.count, sought.more), (Some(1), 1, false));
    assert_eq!(sought.spot.map(|spot| spot.start as usize), Some(unit.len() * count));
    assert!(breaths.get() > 6, "{breaths:?}");
}

#[test]
fn places_close_to_each_other_are_searched_with_breaths() {
    let text = text(&"e".repeat(4 * STEP));
    let breaths = Cell::new(0);
    let calmly = || breaths.set(breaths.get() + 1);
    let mut places = Places::default();
    places.update_to(3 * STEP / 2, (1, 0), "e", &text, &calmly);
    assert_eq!(breaths.take(), 1);
    let sought = places.seek(&text, 0, true, &calmly);
    assert_eq!(sought.spot.map(|spot| spot.start as usize), Some(4 * STEP - 1));
    assert!(breaths.get() >= 2, "{breaths:?}");
}

#[test]
fn lines_and_columns_have_places() {
    let text = text("\u{FEFF}ab\r\néé&é\n\nend");
    let place = |line, column| {
        let spot = locate(&text, line, column);
        (spot.line, spot.column, spot.start)
    };
    assert_eq!(place(2, 1), (2, 1, 7));
    assert_eq!(place(2, 3), (2, 3, 11));
    assert_eq!(place(2, 4), (2, 4, 12));
    assert_eq!(place(2, 99), (2, 5, 14), "the end of the line");
    assert_eq!(place(3, 5), (3, 1, 15));
    assert_eq!(place(99, 2), (4, 2, 17), "the last line");
    assert_eq!(place(0, 0).0, 1);
    assert_eq!(place(1, 2), (1, 2, 4));
}
