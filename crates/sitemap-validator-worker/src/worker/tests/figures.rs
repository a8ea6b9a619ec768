//! The figures that the page requests for a file.

use super::*;

#[test]
fn figures_count_what_the_report_counts() {
    let entries = "<url>\n<loc>/a</loc><lastmod>2024-06-01</lastmod></url>\n".repeat(2_000);
    let text = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n");
    let mut page = Page::new(0.0);
    let done = page.ask(&checking(vec![input("a.xml", Some(&text))]));
    let FromWorker::Done { report, .. } = done else { panic!("{done:?}") };
    let answer = page.ask(&Question::Figures.of(7, 0));
    let FromWorker::Figures { run: 7, file: 0, figures } = answer else { panic!("{answer:?}") };
    assert_eq!((figures.entries, figures.dates.buckets[0].count), (2_000, 2_000));
    let errors: u64 = figures.problems.slices.iter().map(|slice| slice.counts.error).sum();
    assert_eq!((errors, report.files[0].counts.error), (2_000, 2_000));
    let middle = &figures.problems.slices[50];
    let first = middle.first.as_ref().expect("a finding");
    assert!(middle.line > 1_900 && first.line >= middle.line, "{middle:?}");
    assert!(is_failure(&page.ask(&Question::Figures.of(8, 0)), 8, "over"));
}

#[test]
fn what_other_files_show_is_among_the_problems_of_a_file() {
    let text = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n<url><loc>https://tidepool.page/</loc></url></urlset>\n";
    let mut page = Page::new(0.0);
    let done = page.ask(&checking(vec![input("a.xml", Some(text)), input("b.xml", Some(text))]));
    let FromWorker::Done { report, .. } = done else { panic!("{done:?}") };
    let across = report.set.map(|set| set.diagnostics).unwrap_or_default();
    for file in 0..2 {
        let answer = page.ask(&Question::Figures.of(7, file));
        let FromWorker::Figures { figures, .. } = answer else { panic!("{answer:?}") };
        let counts = report.files[file as usize].counts;
        let own = counts.error + counts.warning + counts.info;
        let others = across.iter().filter(|finding| finding.file == Some(file)).count() as u64;
        let slices = figures.problems.slices.iter().map(|slice| slice.counts);
        assert_eq!(slices.map(|counts| counts.error + counts.warning + counts.info).sum::<u64>(), own + others);
    }
    assert!(!across.is_empty());
}
