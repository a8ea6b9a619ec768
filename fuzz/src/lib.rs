//! What has to hold for any bytes, for libFuzzer and for the loop in `mutate`.

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::source::open;
use sitemap_validator::{
    FileReport, Opened, Options, Profile, Robots, Severity, Source, Span, check_source, fix as repairs,
};

/// Larger inputs find nothing that smaller ones do not.
const CEILING: u64 = 1 << 20;

/// Opens `bytes` as the command line does.
fn source(bytes: &[u8]) -> Source {
    match open(bytes.to_vec(), CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let known = encoding_rs::Encoding::for_label(undecoded.label.as_bytes());
            let text = known.filter(|&known| known != encoding_rs::REPLACEMENT).map(|encoding| {
                let (text, faulty) = encoding.decode_without_bom_handling(&undecoded.bytes);
                (text.into_owned(), !faulty)
            });
            undecoded.decoded(text)
        }
    }
}

/// Options that turn on as much as possible.
fn options() -> Options {
    let base = Options::default();
    Options {
        pedantic: true,
        profiles: base.profiles.with(Profile::Legacy),
        url: Some("https://tidepool.page/sitemap.xml".to_owned()),
        file_name: Some("sitemap.xml".to_owned()),
        now: Some(1_795_262_400_000),
        ..base
    }
}

fn check(source: &Source) -> FileReport {
    let options = Options { robots: [Robots::new(source.text(), None)].into(), ..options() };
    check_source("sitemap.xml", source, &options, 0)
}

/// Bytes give a report, and its places are places of the text, in order.
pub fn report(bytes: &[u8]) {
    let source = source(bytes);
    let text = source.text();
    let report = check(&source);
    let index = source.line_index();
    let mut last = (0, 0);
    for found in &report.diagnostics {
        let related = found.related.iter().map(|related| related.span);
        let edits = found.fix.iter().flat_map(|fix| fix.edits.iter().map(|edit| edit.span));
        for span in std::iter::once(found.span).chain(related).chain(edits) {
            assert!(span.start <= span.end && text.get(span.range()).is_some(), "{found:?}");
        }
        let Span { start, end } = found.span;
        assert!(last <= (start, end), "not in order: {found:?}");
        last = (start, end);
        let position = index.position(text, start);
        assert!(position.line > 0 && position.column > 0, "{found:?}");
        let title = sitemap_validator::message::title(found, text);
        assert!(!title.is_empty() && !title.contains('\n'), "{title:?}");
    }
    let errors = report.diagnostics.iter().filter(|found| found.severity == Some(Severity::Error)).count();
    assert_eq!(errors as u64, report.counts.error, "all are kept");
    assert_eq!(report.outcome.well_formed == Some(false), report.outcome.stops.is_some(), "{:?}", report.outcome);
    if let Some(stop) = report.outcome.stops {
        assert!(stop as usize <= text.len(), "stops at {stop}");
        assert!(errors > 0, "not well-formed, and no error says why");
    }
}

/// The fast paths for plain entries, values and empty elements give the same report as the general way.
///
/// The first byte chooses the options.
pub fn plain(bytes: &[u8]) {
    let Some((&flags, bytes)) = bytes.split_first() else { return };
    let source = source(bytes);
    let is_set = |bit: u32| flags & 1 << bit != 0;
    let base = if is_set(0) { options() } else { Options::default() };
    let robots = "User-agent: *\nDisallow: /a\nAllow: /a/b\n";
    let options = Options {
        strict_schema: is_set(1),
        siblings: is_set(2),
        search_console: is_set(3),
        robots: is_set(4).then(|| Robots::new(robots, None)).into_iter().collect(),
        now: if is_set(5) { base.now } else { None },
        ..base
    };
    let [plain, general] = [false, true].map(|no_fast_paths| {
        let options = Options { no_fast_paths, ..options.clone() };
        check_source("sitemap.xml", &source, &options, 0)
    });
    assert_eq!(plain.outcome, general.outcome);
    assert_eq!(plain.counts, general.counts);
    assert_eq!(plain.diagnostics, general.diagnostics);
}

/// Safe repairs come to an end, and leave well-formed what is well-formed.
pub fn fix(bytes: &[u8]) {
    let first = source(bytes);
    let well_formed = check(&first).outcome.well_formed == Some(true);
    let done = repairs::all_safe(&first, &options(), |bytes| source(&bytes));
    let Some(fixed) = done.source else {
        assert_eq!(done.applied, 0, "repaired, and no text");
        return;
    };
    let report = check(&fixed);
    let kept = report.outcome.well_formed == Some(true) || report.outcome.partial;
    assert!(!well_formed || kept, "no longer well-formed: {:?}", fixed.text());
    let left = report.diagnostics.iter().find(|found| found.fix.as_ref().is_some_and(|fix| fix.kind == FixKind::Safe));
    assert!(done.obstacle.is_some() || left.is_none(), "not repaired: {left:?} in {:?}", fixed.text());
}
