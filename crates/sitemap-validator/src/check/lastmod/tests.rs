use super::*;
use crate::check::testing::{self, NOW, fields, findings};
use crate::message;
use crate::options::Options;
use crate::value::datetime;

/// The findings on a whole file of dates.
fn file(dates: &[String], facts: &DocumentFacts, options: &Options) -> Vec<(&'static str, String)> {
    let source: String = dates.iter().flat_map(|date| ["<lastmod>", date, "</lastmod>"]).collect();
    let mut state = Lastmods::default();
    let found = findings(options, |reporter| {
        fields(&source, "lastmod", |field| {
            value::check(field, &mut state, reporter);
        });
        let entries = if facts.entries == 0 { dates.len() as u32 } else { facts.entries };
        finish(&mut state, &DocumentFacts { entries, ..facts.clone() }, reporter);
    });
    found.iter().map(|found| (found.rule().id(), message::title(found, &source))).collect()
}

fn same(count: usize, date: &str) -> Vec<String> {
    vec![date.to_owned(); count]
}

fn urlset() -> DocumentFacts {
    DocumentFacts { urlset: true, ..DocumentFacts::default() }
}

fn rules(found: Vec<(&'static str, String)>) -> Vec<&'static str> {
    found.into_iter().map(|(rule, _)| rule).collect()
}

#[test]
fn identical_dates() {
    let options = Options::default();
    let date = "2010-12-20T10:00:00+00:00";
    let found = |dates: &[String]| rules(file(dates, &urlset(), &options));
    assert_eq!(found(&same(9, date)), [""; 0]);
    assert_eq!(found(&same(10, date)), ["lastmod-all-identical"]);
    assert_eq!(found(&same(49, "2010-12-20")), [""; 0]);
    assert_eq!(found(&same(50, "2010-12-20")), ["lastmod-all-identical"]);
    let mostly = |others: usize| {
        let mut dates: Vec<String> = (0..others).map(|day| format!("2011-01-{:02}", day + 1)).collect();
        dates.extend(same(100 - others, date));
        dates
    };
    assert_eq!(found(&mostly(5)), ["lastmod-all-identical"]);
    assert_eq!(found(&mostly(6)), ["lastmod-looks-generated"]);
    assert_eq!(
        found(&[same(10, date), (0..10).map(|day| format!("2011-01-1{day}")).collect()].concat()),
        ["lastmod-looks-generated"]
    );
    assert_eq!(
        found(&[same(10, date), (0..11).map(|day| format!("2011-01-{}", 10 + day)).collect()].concat()),
        [""; 0]
    );
    // Half of the dates, in any order.
    let others = |range: std::ops::Range<u32>| range.map(|day| format!("2011-01-1{day}T10:00:00Z")).collect::<Vec<_>>();
    for dates in [
        [same(5, date), others(0..5)].concat(),
        [others(0..5), same(5, date)].concat(),
        [others(0..1), same(5, date), others(1..5)].concat(),
        [same(5, date), same(5, "2010-12-20")].concat(),
        [same(5, "2010-12-20"), same(5, date)].concat(),
    ] {
        assert_eq!(rules(file(&dates, &urlset(), &options))[..1], ["lastmod-looks-generated"], "{dates:?}");
    }
    let title = &file(&same(512, date), &urlset(), &options)[0].1;
    assert_eq!(title, "All 512 entries have the same `<lastmod>`, `2010-12-20T10:00:00+00:00`");
    let title = &file(&mostly(5), &urlset(), &options)[0].1;
    assert_eq!(title, "95 of 100 `<lastmod>` dates are the same, `2010-12-20T10:00:00+00:00`");
    // The same instant in two zones.
    let mut zones = same(5, date);
    zones.extend(same(5, "2010-12-20T11:00:00+01:00"));
    assert_eq!(found(&zones), ["lastmod-all-identical"]);
}

#[test]
fn identical_dates_that_are_not_reported() {
    let options = Options::default();
    let dates = same(100, "2010-12-20T10:00:00Z");
    let index = DocumentFacts { index: true, ..DocumentFacts::default() };
    assert_eq!(file(&dates, &index, &options), []);
    assert_eq!(file(&dates, &DocumentFacts { news: true, ..urlset() }, &options), []);
    let unset = rules(file(&same(20, "1970-01-01T00:00:00Z"), &urlset(), &options));
    assert_eq!(unset, ["lastmod-implausible-past"; 20]);
}

#[test]
fn clustered_dates() {
    let found = |stamp: &str, share: usize, total: usize| {
        let other = |number: usize| {
            let (month, day) = (1 + number / 28 % 12, 1 + number % 28);
            format!("{}-{month:02}-{day:02}T12:30:{:02}Z", 2000 + number / 336, number % 60)
        };
        let mut dates = same(share, stamp);
        dates.extend((share..total).map(other));
        file(&dates, &urlset(), &Options::default())
    };
    let title = "1,495 of 3,175 dates are within the same ten minutes of 2024-03-05";
    assert_eq!(found("2024-03-05T09:15:00Z", 1495, 3175), [("lastmod-clustered", title.to_owned())]);
    assert_eq!(rules(found("2024-03-05T09:15:00Z", 20, 50)), ["lastmod-clustered"]);
    for (stamp, share, total) in [
        ("2024-03-05T09:15:00Z", 19, 45),
        ("2024-03-05T09:15:00Z", 40, 101),
        ("2024-03-05T00:00:00Z", 45, 100),
        ("2024-03-05", 45, 100),
    ] {
        assert!(!rules(found(stamp, share, total)).contains(&"lastmod-clustered"), "{stamp} {share} {total}");
    }
    // The date at the finding is one of them, wherever they are.
    for total in [100, 1_000, 3_000] {
        let stamp = |number: u32| {
            let is_shared = (total / 4..total * 3 / 4 - 10).contains(&number);
            if is_shared { 1_700_000_000 } else { 1_000_000_000 + i64::from(number) * 172_800 }
        };
        let mut state = Lastmods::default();
        for number in 0..total {
            let moment = datetime::parse(&datetime::written(stamp(number) * 1_000).unwrap()).unwrap();
            state.add(moment, Zone::Utc, Span { start: number, end: number });
        }
        let found = findings(&Options::default(), |reporter| clustered(&state, reporter));
        let [found] = &*found else { panic!("{found:?}") };
        assert_eq!(stamp(found.span.start), 1_700_000_000, "{total}");
    }
    // Seconds apart, and more of them are of the same time.
    let apart: Vec<String> =
        (0..40).map(|number| format!("2024-03-05T09:1{}:{:02}Z", number / 20, number % 20)).collect();
    assert_eq!(rules(file(&apart, &urlset(), &Options::default())), ["lastmod-clustered"]);
    assert_eq!(rules(found("2024-03-05T09:15:00Z", 60, 100)), ["lastmod-looks-generated"]);
}

#[test]
fn dates_near_now_look_generated() {
    let dates: Vec<String> = (0..10).map(|n| format!("2026-11-21T12:0{}:00Z", if n < 8 { n } else { 0 })).collect();
    let found = rules(file(&dates, &urlset(), &testing::default()));
    assert_eq!(found, ["lastmod-looks-generated"]);
    let later = Options { now: Some(NOW + 20 * 60_000), ..Options::default() };
    assert_eq!(rules(file(&dates, &urlset(), &later)), [""; 0]);
    assert_eq!(rules(file(&dates, &urlset(), &Options::default())), [""; 0]);
    // A day counts only if it is today.
    let days = |day: &str| {
        let mut dates = same(5, day);
        dates.extend((1..6).map(|day| format!("2024-03-0{day}")));
        rules(file(&dates, &urlset(), &testing::default()))
    };
    assert_eq!(days("2026-11-21"), ["lastmod-looks-generated"]);
    assert_eq!(days("2026-11-20"), [""; 0]);
    let identical = rules(file(&same(10, "2026-11-21T12:00:00Z"), &urlset(), &testing::default()));
    assert_eq!(identical, ["lastmod-all-identical"]);
}

#[test]
fn precisions_and_missing_dates() {
    let mut dates = same(3, "2024-06-01");
    dates.extend(["2024-06-02T12:00:00Z".to_owned()]);
    let found = file(&dates, &urlset(), &testing::pedantic());
    assert_eq!(found, [("lastmod-mixed-precision", "Dates without a time: 3; with one: 1".to_owned())]);
    assert_eq!(rules(file(&same(3, "2024-06-01"), &urlset(), &testing::pedantic())), ["advice-date-only-lastmod"]);
    let ten = DocumentFacts { entries: 10, ..urlset() };
    assert_eq!(file(&same(5, "2024-06-01"), &ten, &Options::default()), []);
    let found = file(&same(4, "2024-06-01"), &ten, &Options::default());
    assert_eq!(found, [("advice-no-lastmod", "Entries without a `<lastmod>`: 6 of 10".to_owned())]);
    let found = file(&[], &ten, &Options::default());
    assert_eq!(found, [("advice-no-lastmod", "None of the 10 entries has a `<lastmod>`".to_owned())]);
    assert_eq!(file(&[], &DocumentFacts { entries: 4, ..urlset() }, &Options::default()), []);
    assert_eq!(file(&[], &DocumentFacts { entries: 9, ..DocumentFacts::default() }, &Options::default()), []);
}
