use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::options::Options;
use crate::source::{DEFAULT_CEILING, Opened, open};
use crate::{FileReport, check_source, message};

const TEXT: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
<url><loc>https://tidepool.page/</loc></url>
</urlset>
";

fn gzip(content: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content.as_ref()).unwrap();
    encoder.finish().unwrap()
}

fn check(bytes: impl Into<Vec<u8>>, name: Option<&str>) -> FileReport {
    let Opened::Text(source) = open(bytes.into(), DEFAULT_CEILING) else { panic!("UTF-8") };
    let options = Options { file_name: name.map(str::to_owned), ..Options::default() };
    check_source("s", &source, &options, 0)
}

/// Each finding's rule and title.
fn found(bytes: impl Into<Vec<u8>>, name: Option<&str>) -> Vec<(&'static str, String)> {
    let Opened::Text(source) = open(bytes.into(), DEFAULT_CEILING) else { panic!("UTF-8") };
    let options = Options { file_name: name.map(str::to_owned), ..Options::default() };
    let report = check_source("s", &source, &options, 0);
    let place = |found: &crate::Diagnostic| source.line_index().position(source.text(), found.span.start);
    report
        .diagnostics
        .iter()
        .map(|found| {
            let at = place(found);
            assert_eq!((at.line, at.column), (1, 1));
            (found.rule().id(), message::title(found, source.text()))
        })
        .collect()
}

fn rules(bytes: impl Into<Vec<u8>>, name: Option<&str>) -> Vec<&'static str> {
    found(bytes, name).into_iter().map(|(rule, _)| rule).collect()
}

#[test]
fn names_are_compared_with_the_compression() {
    const MISMATCH: &str = "gzip-extension-mismatch";
    assert_eq!(rules(TEXT, Some("sitemap.xml")), [""; 0]);
    assert_eq!(rules(TEXT, None), [""; 0]);
    assert_eq!(rules(TEXT, Some("Sitemap.XML.GZ")), [MISMATCH]);
    assert_eq!(rules("https://tidepool.page/\n", Some("a/list.txt.gz")), [MISMATCH]);
    assert_eq!(rules(gzip(TEXT), Some("Sitemap.XML.GZ")), [""; 0]);
    assert_eq!(rules(gzip(TEXT), None), [""; 0]);
    for name in ["sitemap.xml", "sitemap", "gz", "sitemapgz", "sitemap.gz.xml"] {
        assert_eq!(rules(gzip(TEXT), Some(name)), [MISMATCH], "{name}");
    }
    assert_eq!(rules("<!DOCTYPE html>\n<html/>", Some("sitemap.xml.gz")), ["structure-html-document"]);
    assert_eq!(rules("", Some("sitemap.xml.gz")), ["xml-empty-file"]);
    let titles = found(TEXT, Some("sitemap.xml.gz"));
    assert!(titles[0].1.contains("not compressed"), "{titles:?}");
}

#[test]
fn offsets_are_those_of_the_compressed_file() {
    let once = gzip(TEXT);
    let two = [once.clone(), gzip("")].concat();
    assert_eq!(
        found(two, None),
        [(
            "gzip-multiple-members",
            format!("The file is 2 gzip members in a row; the second starts at byte {}", once.len())
        )]
    );
    let mut followed = once.clone();
    followed.extend(b"\0\0x");
    let title = format!("Other data follows the gzip data at byte {} of the compressed file", once.len() + 2);
    assert_eq!(found(followed, None), [("gzip-trailing-data", title)]);
    let mut wrong = once.clone();
    wrong[2] = 0;
    let title = "Compression method 0 at byte 2 of the compressed file; gzip allows only 8 (deflate)";
    assert_eq!(found(wrong, None), [("gzip-corrupt", title.to_owned())]);
    let inner = gzip(&once[..once.len() - 1]);
    let title = format!("The gzip data ends early, at byte {} of the gzip file inside", once.len() - 1);
    assert_eq!(
        found(inner, None),
        [("gzip-truncated", title), ("gzip-double", "The sitemap is compressed with gzip twice".to_owned())]
    );
}

#[test]
fn the_content_is_checked_and_measured() {
    let bad = TEXT.replace("https://", "");
    let packed = gzip(gzip(&bad));
    let size = packed.len() as u64;
    let report = check(packed, None);
    assert_eq!((report.origin.bytes, report.origin.decompressed), (size, bad.len() as u64));
    let rules: Vec<_> = report.diagnostics.iter().map(|found| found.rule().id()).collect();
    assert_eq!(rules, ["gzip-double", "loc-missing-scheme"]);
    let mut damaged = gzip(&bad);
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    let report = check(damaged, None);
    let rules: Vec<_> = report.diagnostics.iter().map(|found| found.rule().id()).collect();
    assert_eq!(rules, ["gzip-corrupt", "loc-missing-scheme"]);
}

#[test]
fn the_end_of_a_partial_file_is_not_reported_as_an_xml_error() {
    let url = "<url><loc>https://tidepool.page/</loc></url>";
    let head = format!("<?xml version=\"1.0\"?><urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{url}");
    for end in ["<!-- shells", "<url><loc>https://tidepool.page/?a&am", "<url><loc>https://tidepool.page/</lo", "<"] {
        let Opened::Text(source) =
            open(format!("{head}{end}{}", " ".repeat(99)).into_bytes(), (head.len() + end.len()) as u64)
        else {
            panic!("UTF-8")
        };
        let report = check_source("s", &source, &Options::default(), 0);
        let errors = report.diagnostics.iter().filter(|found| found.rule().id().starts_with("xml-"));
        assert!(report.outcome.partial && errors.count() == 0, "{end}: {:?}", report.diagnostics);
    }
}

#[test]
fn a_bomb_ends_the_check() {
    let report = check(gzip(vec![b' '; 70_000_000]), None);
    assert_eq!(report.diagnostics.iter().map(|found| found.rule().id()).collect::<Vec<_>>(), ["gzip-bomb"]);
    assert!(report.outcome.partial);
    assert_eq!(report.origin.decompressed, 64 * 1024 * 1024, "what came out is judged");
    let Opened::Text(source) = open(gzip(TEXT), 120) else { panic!("UTF-8") };
    let report = check_source("s", &source, &Options::default(), 0);
    assert_eq!(report.diagnostics.iter().map(|found| found.rule().id()).collect::<Vec<_>>(), ["gzip-bomb"]);
    assert!(report.outcome.partial && source.text().len() == 120);
}

#[test]
fn other_compression_formats_are_named() {
    let unsupported = |bytes: &[u8], title: &str| {
        let expected = [("gzip-unsupported-compression", title.to_owned())];
        assert_eq!(found(bytes, Some("sitemap.xml.gz")), expected);
    };
    unsupported(b"BZh9 1AY&SY", "This is a bzip2 file; sitemaps may be compressed with gzip only");
    unsupported(
        b"\x1F\x9D\x90<",
        "This is a file of the old `compress` (`.Z`); sitemaps may be compressed with gzip only",
    );
    unsupported(b"PK\x03\x04", "This is a ZIP archive; a sitemap is one file, compressed with gzip at most");
    let mut zip = b"PK\x03\x04".to_vec();
    zip.resize(26, 0);
    zip.extend(b"\x05\0\0\0a.xml<urlset>");
    unsupported(&zip, "This is a ZIP archive with `a.xml` in it; sitemaps may be compressed with gzip only");
    let mut tar = vec![0; 512];
    tar[257..262].copy_from_slice(b"ustar");
    let title = "This is a tar archive within gzip; a sitemap is one file, compressed with gzip at most";
    assert_eq!(found(gzip(tar), Some("s.tgz")), [("gzip-unsupported-compression", title.to_owned())]);
    let brotli = found(b"\x0B\x3C\x80ab\xFF\x9A".as_slice(), Some("sitemap.xml.BR"));
    assert_eq!(brotli[0].0, "gzip-unsupported-compression");
    assert_eq!(rules(TEXT, Some("sitemap.xml.br")), [""; 0]);
    assert_eq!(rules(b"\x0B\x3C\x80ab\xFF\x9A".as_slice(), None), ["structure-unknown-format"]);
    assert_eq!(rules(b"%PDF-1.7".as_slice(), None), ["structure-unknown-format"]);
}
