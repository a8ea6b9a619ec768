//! Lists of URLs, line by line: no fix and no conversion loses or changes a line but the one that it names.
//!
//! Lines, line ends and fixed lines are known from how a list is generated, not from the core.

use std::collections::BTreeSet;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use roxmltree::Document;
use sitemap_validator::convert::{File, split, to_sitemap, to_text};
use sitemap_validator::diagnostic::Edit;
use sitemap_validator::fix::{all_safe, with_rules};
use sitemap_validator::{Options, Rule, Source, check_source};

use super::{open_bytes, strictest};
use crate::cases;

/// A line, and the same line after all safe fixes.
type Line = (String, String);

const ENDS: [&str; 3] = ["\n", "\r\n", "\r"];

/// A line of a list. Few numbers, so that there are duplicates at every place.
fn line() -> impl Strategy<Value = Line> {
    let page = (0..6_usize).prop_map(|number| format!("https://tidepool.page/p{number}"));
    let same = |line: &str| (line.to_owned(), line.to_owned());
    prop_oneof![
        4 => page.clone().prop_map(move |page| same(&page)),
        1 => page.clone().prop_map(|page| (format!(" {page}\t"), page)),
        1 => page.clone().prop_map(|page| (format!("{page}?a=1&amp;b=2"), format!("{page}?a=1&b=2"))),
        1 => page.clone().prop_map(|page| (format!("{page}?q=a b|c"), format!("{page}?q=a%20b%7Cc"))),
        1 => page.clone().prop_map(move |page| same(&format!("{page}/ä#top"))),
        1 => page.clone().prop_map(move |page| same(&page.replace("https://tide", "HTTPS://Tide"))),
        1 => page.clone().prop_map(move |page| same(&format!("{page} {page}/b"))),
        1 => page.prop_map(move |page| same(&format!("{page}, 2024-05-01"))),
        2 => prop::sample::select(&["", "  "][..]).prop_map(|blank| (blank.to_owned(), String::new())),
        2 => prop::sample::select(&["# pages", "/about", "pages of the site", "<p>", "Disallow: /p1", "--"][..])
            .prop_map(same),
    ]
}

/// A list: its lines, each with its line end, which the last one may lack.
#[derive(Debug, Clone)]
struct List {
    bom: bool,
    lines: Vec<(Line, &'static str)>,
}

impl List {
    fn text(&self) -> String {
        let lines = self.lines.iter().map(|((line, _), end)| format!("{line}{end}"));
        let bom = if self.bom { "\u{FEFF}" } else { "" };
        std::iter::once(bom.to_owned()).chain(lines).collect()
    }

    /// The fixed lines that are not blank.
    fn fixed(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|((_, fixed), _)| fixed.as_str()).filter(|line| !line.is_empty())
    }
}

fn list() -> impl Strategy<Value = List> {
    let ends = prop_oneof![
        4 => prop::sample::select(ENDS.as_slice()).prop_map(|end| vec![end]),
        1 => Just(ENDS.to_vec()),
    ];
    (any::<bool>(), prop::collection::vec(line(), 1..12), ends, any::<bool>()).prop_map(|(bom, lines, ends, ended)| {
        // Most of a list are URLs: without them, it is not taken for one.
        let pages = (0..=lines.len()).map(|number| format!("https://tidepool.page/{number}"));
        let lines: Vec<Line> = pages.map(|page| (page.clone(), page)).chain(lines).collect();
        let last = lines.len() - 1;
        let end = |at: usize| if at == last && !ended { "" } else { ends[at % ends.len()] };
        List { bom, lines: lines.into_iter().enumerate().map(|(at, line)| (line, end(at))).collect() }
    })
}

/// The lines of `text`: where each starts, where its content ends, and where the next one starts.
fn lines(text: &str) -> Vec<[usize; 3]> {
    let (mut lines, mut start) = (Vec::new(), 0);
    while start < text.len() {
        let end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
        let break_length = if text[end..].starts_with("\r\n") { 2 } else { usize::from(end < text.len()) };
        lines.push([start, end, end + break_length]);
        start = end + break_length;
    }
    lines
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{FEFF}').unwrap_or(text)
}

fn contents(text: &str) -> Vec<&str> {
    lines(text).into_iter().map(|[start, end, _]| &text[start..end]).collect()
}

/// What is wrong with an edit of a list: it must stay within a line, and may delete its line end only with all of it.
fn fault(text: &str, edit: &Edit) -> Option<String> {
    let range = edit.span.range();
    let place = lines(text).into_iter().find(|[start, _, next]| (*start..*next).contains(&range.start));
    // An insertion at the end of the file belongs to its last line.
    let [start, end, next] = place.unwrap_or([text.len(); 3]);
    let whole = range == (start..next);
    let is_line_end = range.start >= end && range.end <= next && matches!(&*edit.text, "" | "\n");
    let mends_line_end = is_line_end && (edit.text == "\n" || text[..next].ends_with("\r\n") && range.end == end + 1);
    (range.end > end && !whole && !mends_line_end).then(|| format!("{edit:?} crosses the end of its line"))
}

/// What `after` lost of `list`: each of its lines is a fixed line of the list, in the same order, and those that are missing
/// are blank or listed twice.
fn lost(list: &List, after: &str) -> Result<(), String> {
    let mut left = contents(without_mark(after)).into_iter().filter(|line| !line.trim().is_empty());
    let mut next = left.next();
    for line in list.fixed() {
        if next == Some(line) {
            next = left.next();
        }
    }
    if let Some(line) = next {
        return Err(format!("{line:?} is no line of the list, or at another place"));
    }
    let kept: BTreeSet<&str> = contents(without_mark(after)).into_iter().collect();
    match list.fixed().find(|line| !kept.contains(line)) {
        Some(line) => Err(format!("{line:?} is lost")),
        None => Ok(()),
    }
}

/// True for a line of which a conversion writes the URL: it has no other value.
fn is_converted(line: &str) -> bool {
    line.to_ascii_lowercase().starts_with("https://") && !line.contains(' ')
}

/// `items` without those that are the same as an earlier one.
fn once<T: Clone + Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut seen = BTreeSet::new();
    items.into_iter().filter(|item| seen.insert(item.clone())).collect()
}

/// The URLs in the files of a conversion, which are sitemaps or lists.
fn listed(files: &[File]) -> Vec<String> {
    let of = |file: &File| -> Vec<String> {
        if !file.text.starts_with("<?xml") {
            return contents(&file.text).into_iter().map(str::to_owned).collect();
        }
        let document = Document::parse(&file.text).expect("well-formed");
        let locs = document.descendants().filter(|node| node.has_tag_name((NAMESPACE, "loc")));
        locs.filter_map(|node| node.text().map(str::to_owned)).collect()
    };
    once(files.iter().flat_map(of))
}

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("in memory")
}

proptest! {
    #![proptest_config(cases(1500))]

    #[test]
    fn no_edit_of_a_list_touches_another_line(list in list()) {
        let text = list.text();
        for options in [Options::default(), strictest()] {
            let report = check_source("urls.txt", &Source::from_text(text.clone()), &options, 0);
            for edit in report.diagnostics.iter().filter_map(|found| found.fix.as_ref()).flat_map(|fix| &fix.edits) {
                prop_assert_eq!(fault(&text, edit), None);
            }
        }
    }

    #[test]
    fn all_safe_fixes_of_a_list_lose_no_line(list in list(), compressed in any::<bool>()) {
        let bytes = list.text().into_bytes();
        let source = open_bytes(if compressed { gzip(&bytes) } else { bytes }, None);
        let fixed = all_safe(&source, &Options::default(), |bytes| open_bytes(bytes, None));
        let after = fixed.source.as_ref().map_or(source.text(), Source::text);
        prop_assert_eq!(lost(&list, after), Ok(()), "{:?}", after);
        // With the fixes that are only suggested, equal URLs are still deleted one line at a time.
        let rules = [Rule::LocDuplicate, Rule::LocDuplicateEquivalent];
        let fixed = with_rules(&source, &Options::default(), &rules, |bytes| open_bytes(bytes, None));
        let after = fixed.source.as_ref().map_or(source.text(), Source::text);
        let all: BTreeSet<&str> = list.fixed().collect();
        let left = contents(without_mark(after));
        prop_assert!(left.iter().all(|line| line.trim().is_empty() || all.contains(line)), "{:?}", after);
    }

    #[test]
    fn conversions_of_a_list_lose_no_url(list in list()) {
        let source = Source::from_text(list.text());
        let (urls, others): (Vec<_>, Vec<_>) = list.fixed().partition(|line| is_converted(line));
        for convert in [to_sitemap, to_text] {
            let converted = convert("urls.txt", &source, &Options::default()).expect("a list");
            prop_assert_eq!(listed(&converted.files), once(urls.iter().map(|&url| url.to_owned())));
            prop_assert!(converted.left_out as usize >= once(others.clone()).len());
        }
    }
}

#[test]
fn parts_of_a_large_list_have_all_its_lines() {
    let page = |number: usize| format!("https://tidepool.page/p{number}");
    for end in ENDS {
        // Some lines are listed again: the next one, or the last one.
        let pages = (0..50_001).flat_map(|number| vec![page(number); 1 + usize::from(number % 5000 == 0)]);
        let lines: Vec<String> = pages.chain([page(0), page(50_000)]).collect();
        let source = Source::from_text(lines.join(end));
        let converted = split("urls.txt", &source, &Options::default()).expect("too large");
        assert_eq!(listed(&converted.files[1..]), (0..50_001).map(page).collect::<Vec<_>>());
        assert_eq!((converted.entries, converted.left_out), (50_001, 0));
    }
}
