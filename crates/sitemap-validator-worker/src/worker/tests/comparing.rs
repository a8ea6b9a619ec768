//! Comparisons with an earlier version.

use sitemap_validator_protocol::comparison::{ComparisonFile, Redirects};

use super::sets::{given, index, sitemap};
use super::*;

#[test]
fn an_earlier_version_is_compared_with_the_files_of_the_run() {
    let one =
        sitemap(&["https://tidepool.page/news/a", "https://tidepool.page/news/b", "https://tidepool.page/news/c"]);
    let mut page = Page::new(0.0);
    let (inputs, files) = given(&[("new/one.xml", &one), ("new/robots.txt", "User-agent: *")]);
    page.set(inputs, files);
    let old = one.replace("https://tidepool.page/news/", "http://tidepool.page/blog/");
    let old = old.replace("</urlset>", "<url><loc>http://tidepool.page/about</loc></url></urlset>");
    let index = index(&["http://tidepool.page/one.xml", "http://tidepool.page/two.xml"]);
    let mut compare = |file, gone: bool| {
        let mut old = vec![("old/one.xml", &*old), ("old/index.xml", &*index)];
        old.truncate(if gone { 2 } else { 1 });
        let (inputs, files) = given(&old);
        let names = ["old", "new"].map(str::to_owned);
        page.say(&ToWorker::Compare { run: 7, number: 3, names, inputs, file }, files)
    };
    let said = compare(None, false);
    let [FromWorker::Compared { number: 3, summary, redirects: true, .. }] = &said[..] else { panic!("{said:?}") };
    assert_eq!(summary.facts, ["Old: `old`, 4 URLs in 1 file", "New: `new`, 3 URLs in 1 file"]);
    assert_eq!(summary.counts, "Gone: 1, moved: 3, unchanged: 0.");
    let listed: Vec<_> = summary.sections.iter().map(|section| (&*section.title, &*section.items[0])).collect();
    let moved = "3 URLs: `http` → `https`, `/blog/` → `/news/`";
    assert_eq!(listed, [("Moved", moved), ("Gone: 1", "`http://tidepool.page/about`")]);
    let said = compare(Some(ComparisonFile::Redirects(Redirects::Netlify)), false);
    let [FromWorker::Exported { text, .. }] = &said[..] else { panic!("{said:?}") };
    assert!(text.starts_with("/blog/a https://tidepool.page/news/a 301\n"), "{text}");
    // A sitemap of the index is missing.
    let said = compare(None, true);
    let [FromWorker::Compared { summary, .. }] = &said[..] else { panic!("{said:?}") };
    assert!(summary.facts[2].starts_with("`old` is incomplete: index.xml: of the 2 sitemaps"), "{summary:?}");
}
