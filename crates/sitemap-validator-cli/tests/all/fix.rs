//! `--fix` and `--diff`: what is written, what is left alone, what is said.

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::support::{folder, out, piped, problems, program, run};

/// A URL with two raw ampersands, and an impossible date, which only a person can repair.
const BAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
  <url><loc>https://docs.kernel.org/?a=1&b=2&c=3</loc></url>
  <url><loc>https://docs.kernel.org/about</loc><lastmod>2024-02-31</lastmod></url>
</urlset>
";

fn fixed() -> String {
    BAD.replace("&b=2&c", "&amp;b=2&amp;c")
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn gunzip(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text
}

/// The names of the files in `folder`.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn files_are_fixed_in_place_and_what_is_left_is_reported() {
    let half = BAD.replace("2024-02-31", "2024-02-29");
    let clean = fixed().replace("2024-02-31", "2024-02-29");
    let files: [(&str, &[u8]); 3] =
        [("bad.xml", BAD.as_bytes()), ("clean.xml", clean.as_bytes()), ("half.xml", half.as_bytes())];
    let folder = folder("fix", &files);
    let output = run(&folder, "--fix bad.xml clean.xml half.xml");
    assert_eq!(output.status.code(), Some(1), "a date is left");
    assert_eq!(problems(&output), "fixed 1 finding in bad.xml\nfixed 1 finding in half.xml\n");
    assert!(out(&output).contains("bad.xml:4:") && !out(&output).contains("ampersand"), "{}", out(&output));
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), fixed());
    assert_eq!(fs::read_to_string(folder.join("half.xml")).unwrap(), clean);
    assert_eq!(names(&folder), ["bad.xml", "clean.xml", "half.xml"], "nothing else is left behind");
    let again = run(&folder, "--fix half.xml");
    assert_eq!((again.status.code(), problems(&again)), (Some(0), ""));
}

#[test]
fn many_files_are_fixed_in_their_order_and_one_that_fails_stops_no_other() {
    let names: Vec<String> = (0..40).map(|number| format!("{number:02}.xml")).collect();
    let large = BAD.replace("  <url>", &"  <url><loc>https://a.example/?x&y=1</loc></url>\n".repeat(300));
    let large = large.replace("\n<loc>", "\n<url><loc>");
    let text = |index: usize| if index.is_multiple_of(7) { large.as_bytes() } else { BAD.as_bytes() };
    let files: Vec<(&str, &[u8])> =
        names.iter().enumerate().map(|(index, name)| (name.as_str(), text(index))).collect();
    let folder = folder("fix-order", &files);
    fs::remove_file(folder.join("20.xml")).unwrap();
    fs::create_dir(folder.join("20.xml")).unwrap();
    fs::write(folder.join("20.xml/none.md"), "").unwrap();
    let diff = run(&folder, &format!("--diff {}", names.join(" ").replace("20.xml ", "gone.xml ")));
    let shown: Vec<_> = out(&diff).lines().filter_map(|line| line.strip_prefix("+++ ")).collect();
    let expected: Vec<_> = names.iter().map(String::as_str).filter(|name| *name != "20.xml").collect();
    assert_eq!((diff.status.code(), shown), (Some(2), expected.clone()));
    let output = run(&folder, &format!("--fix {}", names.join(" ").replace("20.xml ", "gone.xml ")));
    assert_eq!(output.status.code(), Some(2));
    let said: Vec<_> =
        problems(&output).lines().filter_map(|line| line.split_once(" in ")).map(|(_, name)| name).collect();
    assert_eq!(said, expected);
    assert!(problems(&output).contains("sitemap-validator: gone.xml: "), "{}", problems(&output));
    assert_eq!(fs::read_to_string(folder.join("39.xml")).unwrap(), fixed());
    assert!(out(&output).contains("\n39 files: 0 valid, 39 not valid;"), "{}", out(&output));
}

#[test]
fn a_file_named_twice_is_fixed_once() {
    let folder = folder("fix-twice", &[("bad.xml", BAD.as_bytes())]);
    let output = run(&folder, "--fix bad.xml ./bad.xml bad.xml");
    assert_eq!((output.status.code(), problems(&output)), (Some(1), "fixed 1 finding in bad.xml\n"));
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), fixed());
}

#[test]
fn more_is_fixed_than_is_listed() {
    let mut urls = String::new();
    for number in 0..1200 {
        writeln!(urls, "  <url><loc>https://a.example/?x={number}&y=1</loc></url>").unwrap();
    }
    let many = BAD.replacen("  <url>", &format!("{urls}  <url>"), 1);
    let folder = folder("fix-many", &[("many.xml", many.as_bytes())]);
    run(&folder, "--fix --max-diagnostics 1 many.xml");
    let after = fs::read_to_string(folder.join("many.xml")).unwrap();
    assert_eq!(after.matches("&y").count(), 0);
    assert_eq!(after.matches("&amp;y").count(), many.matches("&y").count());
}

#[test]
fn gzip_stays_gzip() {
    let folder = folder("fix-gzip", &[("bad.xml.gz", &gzip(BAD.as_bytes()))]);
    let output = run(&folder, "--fix --format json bad.xml.gz");
    let bytes = fs::read(folder.join("bad.xml.gz")).unwrap();
    assert_eq!(gunzip(&bytes), fixed());
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["files"][0]["bytes"], bytes.len());
    assert_eq!(report["files"][0]["decompressedBytes"], fixed().len());

    let mut cut = gzip(BAD.as_bytes());
    cut.truncate(cut.len() - 4);
    fs::write(folder.join("cut.xml.gz"), &cut).unwrap();
    let output = run(&folder, "--fix cut.xml.gz");
    assert!(problems(&output).contains("cut.xml.gz: not fixed: its compressed data"), "{}", problems(&output));
    assert_eq!((output.status.code(), fs::read(folder.join("cut.xml.gz")).unwrap()), (Some(1), cut));
}

#[test]
fn other_compressions_are_left_alone() {
    let once = gzip(BAD.as_bytes());
    let twice = gzip(&once);
    let followed = [once.as_slice(), b"<!-- cached -->"].concat();
    let members = [once.as_slice(), &gzip(b"\n")].concat();
    let files: [(&str, &[u8]); 3] =
        [("twice.xml.gz", &twice), ("followed.xml.gz", &followed), ("members.xml.gz", &members)];
    let folder = folder("fix-packed", &files);
    let output = run(&folder, "--fix twice.xml.gz followed.xml.gz members.xml.gz");
    let said = problems(&output);
    assert!(said.contains("twice.xml.gz: not fixed: it is compressed more than once; decompress it first"), "{said}");
    assert!(said.contains("followed.xml.gz: not fixed: data after its compressed data would be lost"), "{said}");
    assert!(said.contains("fixed 1 finding in members.xml.gz"), "{said}");
    assert_eq!(fs::read(folder.join("twice.xml.gz")).unwrap(), twice);
    assert_eq!(fs::read(folder.join("followed.xml.gz")).unwrap(), followed);
    assert_eq!(gunzip(&fs::read(folder.join("members.xml.gz")).unwrap()), format!("{}\n", fixed()));
    let report = out(&output);
    assert!(report.contains("gzip-double") && report.contains("gzip-trailing-data"), "{report}");
    assert!(!report.contains("gzip-multiple-members") && !report.contains("gzip-extension-mismatch"), "{report}");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let output = piped("--fix -", BAD.as_bytes());
    assert_eq!((output.status.code(), out(&output)), (Some(1), fixed().as_str()));
    assert!(problems(&output).contains("fixed 1 finding in <stdin>\n"), "{}", problems(&output));
    assert!(problems(&output).contains("<stdin>:4:"), "the report stands beside: {}", problems(&output));
    let clean = fixed().replace("2024-02-31", "2024-02-29");
    assert_eq!(out(&piped("--fix -", clean.as_bytes())), clean);
    assert_eq!(gunzip(&piped("--fix -", &gzip(BAD.as_bytes())).stdout), fixed());
    let wide: Vec<u8> = BAD.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(piped("--fix -", &wide).stdout, wide, "what cannot be fixed is handed on");
}

#[test]
fn a_diff_shows_what_would_be_fixed_and_writes_nothing() {
    let folder = folder("diff", &[("bad.xml", BAD.as_bytes()), ("bad.xml.gz", &gzip(BAD.as_bytes()))]);
    let output = run(&folder, "--diff bad.xml");
    let expected = "--- bad.xml
+++ bad.xml
@@ -1,5 +1,5 @@
 <?xml version=\"1.0\" encoding=\"UTF-8\"?>
 <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">
-  <url><loc>https://docs.kernel.org/?a=1&b=2&c=3</loc></url>
+  <url><loc>https://docs.kernel.org/?a=1&amp;b=2&amp;c=3</loc></url>
   <url><loc>https://docs.kernel.org/about</loc><lastmod>2024-02-31</lastmod></url>
 </urlset>
";
    assert_eq!((output.status.code(), out(&output), problems(&output)), (Some(1), expected, ""));
    assert_eq!(out(&run(&folder, "--diff bad.xml.gz")), expected.replace("bad.xml", "bad.xml.gz"));
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), BAD);
    assert!(out(&run(&folder, "--diff --color always bad.xml")).contains("\x1b[32m+  <url>"));
    let clean = fixed().replace("2024-02-31", "2024-02-29");
    let output = piped("--diff -", clean.as_bytes());
    assert_eq!((output.status.code(), out(&output), problems(&output)), (Some(0), "", ""));
}

#[test]
fn invalid_bytes_are_kept() {
    let mut bytes = BAD.replace("about", "ab~ut").into_bytes();
    let at = bytes.iter().position(|byte| *byte == b'~').unwrap();
    bytes[at] = 0xF6;
    let folder = folder("fix-bytes", &[("bad.xml", &bytes)]);
    run(&folder, "--fix bad.xml");
    let after = fs::read(folder.join("bad.xml")).unwrap();
    let expected = fixed().replace("about", "ab~ut").into_bytes();
    assert_eq!(after.len(), expected.len());
    assert!(after.iter().zip(expected).all(|(&byte, wanted)| byte == wanted || (byte, wanted) == (0xF6, b'~')));
}

#[test]
fn other_encodings_are_left_alone() {
    let text = BAD.replace("UTF-8", "ISO-8859-1").replace("about", "über");
    let latin: Vec<u8> = text.chars().map(|character| u8::try_from(u32::from(character)).unwrap()).collect();
    let folder = folder("fix-latin", &[("latin.xml", &latin)]);
    for option in ["--fix", "--diff"] {
        let output = run(&folder, &format!("{option} latin.xml"));
        let words = "sitemap-validator: latin.xml: not fixed: its encoding is iso-8859-1, and fixed files are UTF-8";
        assert!(problems(&output).starts_with(words), "{}", problems(&output));
        assert_eq!(output.status.code(), Some(1));
    }
    assert_eq!(fs::read(folder.join("latin.xml")).unwrap(), latin);
}

#[test]
fn options_decide_what_is_fixed() {
    let folder = folder("fix-rule", &[("bad.xml", BAD.as_bytes())]);
    let output = run(&folder, "--fix --rule loc-unescaped-ampersand=off bad.xml");
    assert_eq!(problems(&output), "");
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), BAD);
}

#[cfg(unix)]
#[test]
fn permissions_are_kept_and_links_followed() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("fix-mode", &[("site/bad.xml", BAD.as_bytes()), ("links/x", b"")]);
    let file = folder.join("site/bad.xml");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    symlink("../site/bad.xml", folder.join("links/link.xml")).unwrap();
    assert_eq!(problems(&run(&folder, "--fix links/link.xml")), "fixed 1 finding in links/link.xml\n");
    assert!(fs::symlink_metadata(folder.join("links/link.xml")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), fixed());
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
fn a_file_that_cannot_be_written_stays_as_it_is() {
    let folder = folder("fix-failure", &[("bad.xml", BAD.as_bytes())]);
    let file = folder.join("bad.xml");
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    let writable = permissions.clone();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    let output = program(&folder, "--fix bad.xml").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = "sitemap-validator: bad.xml: not fixed: the file is read-only\n";
    assert_eq!(problems(&output), words);
    assert!(out(&output).contains("loc-unescaped-ampersand"), "what is left is all there was");
    assert_eq!((fs::read_to_string(&file).unwrap().as_str(), names(&folder).len()), (BAD, 1));
    fs::set_permissions(&file, writable).unwrap();
}

#[test]
fn conflicting_options_are_refused() {
    let folder = folder("fix-usage", &[("bad.xml", BAD.as_bytes())]);
    for (line, word) in [
        ("--fix --diff bad.xml", "cannot be used with"),
        ("--fix - bad.xml", "cannot combine `-` with other files"),
        ("--diff --format json bad.xml", "remove --format"),
    ] {
        let output = run(&folder, line);
        assert_eq!((output.status.code(), out(&output)), (Some(2), ""), "{line}");
        assert!(problems(&output).contains(word), "{line}: {}", problems(&output));
    }
    assert_eq!(fs::read_to_string(folder.join("bad.xml")).unwrap(), BAD);
}
