//! The figures of small files.

use super::*;
use crate::check_source;
use crate::diagnostic::Severity;

fn figures(text: &str) -> Figures {
    named("sitemap.xml", text)
}

fn named(name: &str, text: &str) -> Figures {
    let options = Options { file_name: Some(name.to_owned()), ..Options::default() };
    of(&Source::from_text(text.to_owned()), &options, &mut || {})
}

fn sitemap(entries: &[&str]) -> String {
    let entries: Vec<String> = entries.iter().map(|entry| format!("<url>{entry}</url>\n")).collect();
    let entries = entries.concat();
    format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n")
}

/// A sitemap with an entry for each of these values.
fn of_values(name: &str, values: &[&str]) -> Figures {
    let entries: Vec<String> = values
        .iter()
        .enumerate()
        .map(|(at, value)| format!("<loc>https://tidepool.page/{at}</loc><{name}>{value}</{name}>"))
        .chain(["<loc>https://tidepool.page/none</loc>".to_owned()])
        .collect();
    figures(&sitemap(&entries.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn buckets(dates: &Dates) -> Vec<(&str, u64)> {
    dates.buckets.iter().map(|bucket| (bucket.start.as_str(), bucket.count)).collect()
}

#[test]
fn dates_of_some_weeks_are_counted_by_the_day() {
    let dates =
        of_values("lastmod", &["2024-02-28", "2024-03-01T23:30:00-02:00", "2024-03-01", "01.03.2024", ""]).dates;
    assert_eq!(dates.step, Step::Day);
    let expected = [("2024-02-28", 1), ("2024-02-29", 0), ("2024-03-01", 1), ("2024-03-02", 1)];
    assert_eq!(buckets(&dates), expected);
    assert_eq!((dates.absent, dates.invalid, dates.before, dates.after), (2, 1, 0, 0));
    assert_eq!(dates.range, Some(("2024-02-28".into(), "2024-03-02".into())));
}

#[test]
fn invalid_dates_of_a_feed_are_not_counted_as_absent() {
    let dates = ["yesterday", "2024-01-01", "Mon, 01 Jan 2024 10:00:00 GMT", "", "Mon, &when; 2024"];
    let item = |date: &&str| format!("<item><link>https://tidepool.page/</link><pubDate>{date}</pubDate></item>");
    let items: Vec<String> = dates.iter().map(item).collect();
    let text = format!("<rss version=\"2.0\"><channel>{}<item/></channel></rss>", items.concat());
    let dates = named("feed.xml", &text).dates;
    let counted: u64 = buckets(&dates).iter().map(|(_, count)| count).sum();
    assert_eq!((dates.absent, dates.invalid + counted), (2, 4));
    assert!(dates.invalid >= 2, "{dates:?}");
}

#[test]
fn dates_of_some_months_are_counted_by_the_week() {
    let dates = of_values("lastmod", &["2024-01-03", "2024-01-07", "2024-01-08", "2024-05-01"]).dates;
    assert_eq!(dates.step, Step::Week);
    assert_eq!(&buckets(&dates)[..3], [("2024-01-01", 2), ("2024-01-08", 1), ("2024-01-15", 0)]);
    assert_eq!(buckets(&dates).last(), Some(&("2024-04-29", 1)));
}

#[test]
fn dates_of_some_years_are_counted_by_the_month() {
    let dates = of_values("lastmod", &["2023-11-30", "2024-12-01", "2024-12-31", "2024"]).dates;
    assert_eq!(dates.step, Step::Month);
    assert_eq!(dates.buckets.len(), 14);
    assert_eq!(buckets(&dates).first(), Some(&("2023-11-01", 1)));
    assert_eq!(buckets(&dates).get(2), Some(&("2024-01-01", 1)));
    assert_eq!(buckets(&dates).last(), Some(&("2024-12-01", 2)));
}

#[test]
fn dates_of_many_years_are_counted_by_the_year() {
    let dates = of_values("lastmod", &["1970-01-01", "2024-12-01", "2024-12-31"]).dates;
    assert_eq!(dates.step, Step::Year);
    assert_eq!(dates.buckets.len(), 55);
    assert_eq!(buckets(&dates).first(), Some(&("1970-01-01", 1)));
    assert_eq!(buckets(&dates).last(), Some(&("2024-01-01", 2)));
}

#[test]
fn distant_years_are_counted_without_a_bucket() {
    let dates = of_values("lastmod", &["0001-01-01", "2023", "2024-12-31", "9999-12-31"]).dates;
    assert_eq!(buckets(&dates), [("2023-01-01", 1), ("2024-01-01", 1)]);
    assert_eq!((dates.before, dates.after), (1, 1));
    assert_eq!(dates.range, Some(("0001-01-01".into(), "9999-12-31".into())));
    let early = of_values("lastmod", &["0000-01-01", "0000-04-01"]).dates;
    assert_eq!(early.buckets.iter().map(|bucket| bucket.count).sum::<u64>(), 2);
}

#[test]
fn a_single_date_is_a_single_bucket() {
    let dates = of_values("lastmod", &["2024-06-01"; 3]).dates;
    assert_eq!((dates.step, buckets(&dates)), (Step::Day, vec![("2024-06-01", 3)]));
    let none = figures(&sitemap(&["<loc>https://tidepool.page/</loc>"])).dates;
    assert_eq!(none, Dates { absent: 1, ..Dates::default() });
}

#[test]
fn priorities_are_counted_by_tenths() {
    let values =
        ["0", "0.09", "0.1", "0.5", "0.59", "0.50", "0.999999999999999999999", "1", "1.0", "1.1", "-1", "high"];
    let priorities = of_values("priority", &values).priorities;
    assert_eq!(priorities.counts, [2, 1, 0, 0, 0, 3, 0, 0, 0, 1, 2]);
    assert_eq!((priorities.absent, priorities.invalid), (1, 3));
}

#[test]
fn frequencies_are_counted_by_what_they_mean() {
    let frequencies = of_values("changefreq", &["daily", "Daily", " never ", "often", ""]).frequencies;
    assert_eq!(frequencies.counts, [0, 0, 2, 0, 0, 0, 1]);
    assert_eq!((frequencies.absent, frequencies.invalid), (2, 1));
    assert_eq!(super::frequencies()[2], "daily");
}

#[test]
fn the_least_frequent_hosts_are_counted_together() {
    let list: String = (0..25)
        .flat_map(|host| (0..=host).map(move |page| format!("https://H{host}.tidepool.page/{page}\n")))
        .chain(["/relative\n".to_owned()])
        .collect();
    let hosts = named("urls.txt", &list).hosts;
    assert_eq!(hosts.named.len(), 20);
    assert_eq!(hosts.named.first(), Some(&("h24.tidepool.page".to_owned(), 25)));
    assert_eq!(hosts.named.last(), Some(&("h5.tidepool.page".to_owned(), 6)));
    assert_eq!((hosts.rest, hosts.none, hosts.different), (1 + 2 + 3 + 4 + 5, 1, 25));
}

#[test]
fn folders_are_counted_three_levels_deep() {
    let paths =
        ["", "/", "/about", "/shop/", "/shop/a", "/shop//b/", "/shop/x/1", "/shop/x/y/2", "/shop/x/y/z/w/3", "/q/?/r"];
    let list: Vec<String> = paths.iter().map(|path| format!("https://tidepool.page{path}\n")).collect();
    let folders = named("urls.txt", &list.concat()).folders;
    let top = &folders.top;
    // `/q/?/r` is the page `/q/`: a query is not part of the path.
    assert_eq!((top.count, top.pages, top.rest, folders.none), (10, 5, 0, 0));
    let [shop] = top.folders.as_slice() else { panic!("{top:?}") };
    assert_eq!((shop.name.as_str(), shop.count, shop.pages), ("shop", 5, 2));
    let [x] = shop.folders.as_slice() else { panic!("{shop:?}") };
    assert_eq!((x.name.as_str(), x.count, x.pages), ("x", 3, 1));
    let [y] = x.folders.as_slice() else { panic!("{x:?}") };
    assert_eq!((y.name.as_str(), y.count, y.pages, y.folders.len()), ("y", 2, 2, 0));
}

#[test]
fn only_the_largest_folders_are_named() {
    let list: String = (0..30)
        .flat_map(|folder| (0..=folder).map(move |page| format!("https://tidepool.page/f{folder}/{page}\n")))
        .collect();
    let top = named("urls.txt", &list).folders.top;
    let names: Vec<&str> = top.folders.iter().map(|folder| folder.name.as_str()).collect();
    assert_eq!(names.len(), 12);
    assert_eq!((names[0], names[11]), ("f29", "f18"));
    assert_eq!((top.count, top.rest), (465, (1..=18).sum()));
}

#[test]
fn more_folders_than_a_file_may_list_are_counted_together() {
    let mut tree = folders::Tree::default();
    for number in 0..MOST + 7 {
        tree.add(Some(&format!("/{number}/page")));
    }
    tree.add(Some("/0/other"));
    let top = tree.into_folders().top;
    assert_eq!((top.count, top.pages), (MOST as u64 + 8, 0));
    assert_eq!((top.folders[0].name.as_str(), top.folders[0].count), ("0", 2));
    assert_eq!(top.rest, MOST as u64 + 8 - 2 - 11);
}

#[test]
fn all_findings_are_counted_where_they_begin() {
    let mut text = sitemap(&vec!["<loc>/relative</loc>"; 3_000]);
    text.push_str("<!-- the end -->");
    let problems = figures(&text).problems;
    let total: u64 = problems.slices.iter().map(|slice| slice.counts.total()).sum();
    let source = Source::from_text(text.clone());
    let report = check_source(
        "sitemap.xml",
        &source,
        &Options { file_name: Some("sitemap.xml".into()), ..Options::default() },
        1,
    );
    assert_eq!((total, report.counts.total()), (report.counts.total(), total));
    assert!(problems.slices.iter().filter(|slice| slice.counts.error >= 29).count() > 95);
    for (at, slice) in problems.slices.iter().enumerate() {
        let Some(first) = &slice.first else { continue };
        let start = u64::from(first.span.start);
        assert!((problems.start(at)..problems.start(at + 1)).contains(&start), "{at}: {start}");
        assert_eq!(first.severity == Some(Severity::Error), slice.counts.error > 0);
    }
    let mut problems = figures("").problems;
    assert_eq!(problems.slices[0].counts.total(), 1, "an empty file has its problem at its start");
    let first = problems.slices[0].first.clone().unwrap();
    problems.add(&first);
    assert_eq!(problems.slices[0].counts.total(), 2);
}

#[test]
fn limits_are_those_of_the_format() {
    let text = sitemap(&["<loc>https://tidepool.page/?a&amp;b</loc>", "<loc>https://tidepool.page/é</loc>"]);
    let limits = figures(&text).limits;
    let expected = [
        Limit { of: Measure::Bytes, value: text.len() as u64, max: 52_428_800 },
        Limit { of: Measure::Entries, value: 2, max: 50_000 },
        Limit { of: Measure::UrlLength, value: "https://tidepool.page/?a&b".len() as u64, max: 2_047 },
    ];
    assert_eq!(limits, expected);
    let robots = named("robots.txt", "User-agent: *\nDisallow:\n");
    assert_eq!(robots.limits, [Limit { of: Measure::Bytes, value: 24, max: 512_000 }]);
}

#[test]
fn an_index_and_a_feed_have_figures_too() {
    let index = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><sitemap>\
                 <loc>https://tidepool.page/maps/1.xml</loc><lastmod>2024-06-01</lastmod></sitemap></sitemapindex>";
    let figures = figures(index);
    assert_eq!((figures.entries, buckets(&figures.dates)), (1, vec![("2024-06-01", 1)]));
    assert_eq!(figures.folders.top.folders[0].name, "maps");
    let feed = "<rss version=\"2.0\"><channel><title>a</title><link>https://tidepool.page/</link><description>c</description>\
                <item><link>https://tidepool.page/a</link><pubDate>Sat, 01 Jun 2024 23:30:00 -0100</pubDate></item>\
                <item><link>https://tidepool.page/b</link></item></channel></rss>";
    let feed = named("feed.rss", feed);
    assert_eq!((feed.entries, buckets(&feed.dates), feed.dates.absent), (2, vec![("2024-06-02", 1)], 1));
}

#[test]
fn reading_calls_breathe_regularly() {
    let text = sitemap(&vec!["<loc>https://tidepool.page/</loc><lastmod>2024-06-01</lastmod>"; 20_000]);
    let mut breaths = 0;
    of(&Source::from_text(text), &Options::default(), &mut || breaths += 1);
    assert!(breaths > 2, "{breaths}");
}
