//! Examples of several files. The file with the marks, or else the first one, is tested together with the others.

use sitemap_validator::compare::{Gates, Listing, Version, compare, follow, found};
use sitemap_validator::message::ENGLISH;
use sitemap_validator::set::{self, Member};
use sitemap_validator::{FileReport, Options, Source, Span, check_source};
use sitemap_validator_crawl::built::{Comparison, Plan};
use sitemap_validator_protocol::http::{Entry, Http, Page};

use super::answer;

/// The start of the names of files in the folder of a built site.
const BUILT: &str = "dist/";

/// The pages that `listed` lists, and those that a sitemap should list, of a built site with these files.
fn built_pages(files: &[(&str, &str)], mut listed: Vec<(String, Entry)>) -> Vec<Page> {
    let mut names: Vec<String> = files.iter().map(|(name, _)| (*name).to_owned()).collect();
    let plan = Plan::of(names.iter().map(String::as_str));
    // A folder without any listed page would be the wrong one.
    names.push("other/index.html".to_owned());
    listed.push(("https://shop.tidepool.page/other/".to_owned(), Entry::default()));
    let base = Some("https://shop.tidepool.page/");
    let mut comparison = Comparison::begin(names, [], base, listed).expect("a site");
    for (name, text) in plan.hosts.iter().map(|at| files[*at]) {
        comparison.add_host_file(name, text);
    }
    for (name, html) in plan.pages.iter().map(|at| files[*at]) {
        comparison.add_page(name, comparison.read(name, html, html.len() as u64));
    }
    let (pages, outcome) = comparison.finish();
    assert_eq!(outcome.notes, []);
    pages
}

/// The other files of an example.
#[derive(Default)]
pub(crate) struct Set {
    /// The index of the tested file among them.
    at: usize,
    /// Its answer, if it is shown.
    http: Option<Http>,
    others: Vec<(String, String)>,
    /// The limits, if the tested file is compared with an earlier version.
    pub(crate) limits: Option<Gates>,
}

/// The start of the names of files of the earlier version.
const OLD: &str = "old/";

impl Set {
    /// Splits `body` at its lines `--- name`. A file of only entries is wrapped in one of `wraps`, the first for `url`,
    /// the second for `sitemap`. Also returns the name and the text of the tested file.
    pub(crate) fn split(body: &str, wraps: [&[&str; 2]; 2]) -> Result<(String, String, Self), String> {
        let mut files: Vec<(String, String)> = Vec::new();
        for line in body.split_inclusive('\n') {
            if let Some(name) = line.strip_prefix("--- ") {
                files.push((name.trim().to_owned(), String::new()));
            } else if let Some((_, text)) = files.last_mut() {
                text.push_str(line);
            } else {
                return Err("a set begins with a line `--- name`".to_owned());
            }
        }
        for (_, text) in &mut files {
            if ["HTTP/1.1 ", "error: ", "robots: "].iter().any(|start| text.starts_with(start)) {
                continue;
            }
            let entries = text.strip_prefix("⟦⟧").unwrap_or(text);
            let mark = &text[..text.len() - entries.len()];
            let wrap = match entries {
                entries if entries.starts_with("<url>") => wraps[0],
                entries if entries.starts_with("<sitemap>") => wraps[1],
                _ => continue,
            };
            *text = format!("{mark}{}{entries}{}", wrap[0], wrap[1]);
        }
        let at = files.iter().position(|(_, text)| text.contains('⟦')).unwrap_or(0);
        if at >= files.len() {
            return Err("a set without files".to_owned());
        }
        let (name, text) = files.remove(at);
        let (http, text) = answer::split(&text, &name)?;
        Ok((name, text, Self { at, http, others: files, limits: None }))
    }

    /// The body of an example of `count` indexes; the last one is marked if it is beyond the limit.
    pub(crate) fn indexes(count: usize) -> String {
        let entry = "<sitemap><loc>https://shop.tidepool.page/lamps.xml</loc></sitemap>\n";
        let mut body = "--- lamps.xml\n<url><loc>https://shop.tidepool.page/lamp</loc></url>\n".to_owned();
        for number in 1..=count {
            let mark = if number == 501 { "⟦⟧" } else { "" };
            body.extend(["--- index-", &number.to_string(), ".xml\n", mark, entry]);
        }
        body
    }

    /// Adds the findings across files in the tested file to `report`, its report; with `all`, also those in other
    /// files.
    pub(crate) fn check(&self, report: &mut FileReport, source: &Source, options: &Options, all: bool) {
        if self.others.is_empty() {
            return;
        }
        if let Some(limits) = &self.limits {
            return self.compare(limits, report, source);
        }
        let member = |(name, text): &(String, String)| {
            let (http, text) = answer::split(text, name).expect("an answer");
            if let Some(http) = http.filter(|http| !http.is_ok()) {
                return Member::unfetched(http);
            }
            let source = Source::from_text(text);
            let options = Options { file_name: Some(name.clone()), url: None, ..options.clone() };
            let mut report = check_source(name, &source, &options, 0);
            Member::of(&mut report, &source)
        };
        let is_page = |(name, _): &&(String, String)| name.contains("://");
        let is_built = |(name, _): &&(String, String)| name.starts_with(BUILT);
        let is_file = |other: &&(String, String)| !is_page(other) && !is_built(other);
        let mut members: Vec<Member> = self.others.iter().filter(is_file).map(member).collect();
        let page = |(name, text): &(String, String)| {
            let at = source.text().find(name.as_str()).unwrap_or_default();
            let entry = set::entry(source, report.outcome.kind, self.at, Span::new(at, at + name.len()));
            Page { entry: entry.unwrap_or_default().1, ..answer::page(text, name) }
        };
        let mut pages: Vec<Page> = self.others.iter().filter(is_page).map(page).collect();
        let here = match self.http.clone().filter(|http| !http.is_ok()) {
            Some(http) => {
                report.diagnostics.clear();
                Member::unfetched(http)
            }
            None => Member::of(report, source),
        };
        members.insert(self.at, here);
        let built = self.others.iter().filter(is_built).map(|(name, text)| (&name[BUILT.len()..], text.as_str()));
        let built: Vec<_> = built.collect();
        if !built.is_empty() {
            let (spans, _) = set::sample(&members, usize::MAX);
            let listed = spans.into_iter().filter(|(file, _)| *file == self.at);
            let listed = listed.filter_map(|(file, span)| set::entry(source, report.outcome.kind, file, span));
            pages.extend(built_pages(&built, listed.collect()));
        }
        let across = set::check_with_pages(&members, &pages, options, 0);
        let here = across.findings.into_iter().filter(|finding| all || finding.file == self.at);
        report.diagnostics.extend(here.map(|finding| finding.diagnostic));
        report.diagnostics.sort_by_key(|found| (found.span, found.rule()));
    }

    /// Adds the findings of the comparison with the earlier version to `report`.
    fn compare(&self, limits: &Gates, report: &mut FileReport, source: &Source) {
        let version = |name: &str, files: &[(&str, &Source)]| {
            let mut version = Version::new(name, &ENGLISH);
            for (name, source) in files {
                version.add(Listing::of(name, source, &Options::default()));
            }
            version
        };
        let old = self.others.iter().filter_map(|(name, text)| Some((name.strip_prefix(OLD)?, text)));
        let old: Vec<_> = old.map(|(name, text)| (name, Source::from_text(text.clone()))).collect();
        let old = version("old", &old.iter().map(|(name, source)| (*name, source)).collect::<Vec<_>>());
        let new = version("new", &[("sitemap.xml", source)]);
        let mut comparison = compare(&old, &new, 0);
        let answers = self.others.iter().filter(|(name, _)| name.contains("://"));
        let answers: Vec<Page> = answers.map(|(url, text)| answer::page(text, url)).collect();
        comparison.followed = follow(&comparison, &answers, &new);
        report.diagnostics.extend(found(&comparison, Some(limits), &new));
    }
}
