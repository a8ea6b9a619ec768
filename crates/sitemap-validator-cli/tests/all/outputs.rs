//! What is written to files: never an input, no file of others, and nothing outside the folder of a configuration file that
//! was merely found.

use std::fs;
use std::path::Path;

use crate::support::{folder, out, problems, program, run};

const SITEMAP: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
                       <url><loc>https://tidepool.page/</loc></url>\n</urlset>\n";

/// The files below `folder` with their contents.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            files.extend(
                self::files(&entry.path()).into_iter().map(|(below, content)| (format!("{name}/{below}"), content)),
            );
        } else {
            files.push((name, fs::read(entry.path()).unwrap()));
        }
    }
    files.sort();
    files
}

/// Runs the program with these arguments, and expects that it does nothing and says `why`.
fn assert_refused(folder: &Path, line: &str, why: &str) {
    let output = run(folder, line);
    assert_eq!(output.status.code(), Some(2), "{line}: {}", problems(&output));
    assert!(problems(&output).contains(why), "{line}: {}", problems(&output));
}

#[test]
fn what_may_not_be_written_is_refused_before_anything_is_done() {
    // It has a safe fix, which would be applied.
    let fixable = SITEMAP.replace("page/<", "page/?a=1&b=2<");
    let list = "https://tidepool.page/a\nhttps://tidepool.page/b\n";
    let config = b"report = \"json=../victim\"\n".as_slice();
    let outside = b"cache = \"here/../../kept\"\n".as_slice();
    let folder = folder(
        "refused",
        &[
            ("a.xml", fixable.as_bytes()),
            ("list.txt", list.as_bytes()),
            ("notes.txt", b"mine"),
            ("robots.txt", b"User-agent: *\nDisallow: /b\n"),
            ("victim", b"mine"),
            ("found/a.xml", SITEMAP.as_bytes()),
            ("found/sitemap-validator.toml", config),
            ("cache/sitemap-validator.toml", outside),
            ("saved/list.txt", list.as_bytes()),
            ("like-url/http:/x=d1/d2", b""),
            ("like-url/sitemap-validator.toml", b"[fetch]\ncache = \"http://x=d1/../../../kept\"\n"),
            ("saved-site/manifest.json", b"{\"tool\": \"sitemap-validator\", \"version\": 1, \"files\": []}"),
            ("ca.pem", b"certificates"),
        ],
    );
    let before = files(&folder);
    for (place, line, why) in [
        ("", "--report json=a.xml a.xml", "a.xml: this file is read in this run"),
        ("", "--overwrite --report json=a.xml a.xml --fix", "a.xml: this file is read in this run"),
        ("", "--overwrite --report json=./found/../list.txt .", "this file is read in this run"),
        ("", "--overwrite --report csv=robots.txt --robots robots.txt a.xml", "robots.txt: this file is read"),
        ("", "--overwrite --write-baseline a.xml a.xml", "a.xml: this file is read in this run"),
        (
            "",
            "--report json=victim a.xml --fix",
            "victim: this file exists, and was not written by this program: pass --overwrite",
        ),
        ("", "--write-baseline victim a.xml", "victim: this file exists"),
        ("", "--report json=found a.xml", "found: this is a folder"),
        ("", "--report json=none/r.json a.xml", "none/r.json: there is no such folder"),
        ("", "--report json=r --report sarif=r a.xml", "r: this file would be written twice"),
        ("", "--report json=r --write-baseline found/../r a.xml", "found/../r: this file would be written twice"),
        ("", "--to text --output . list.txt", "list.txt: this file is read in this run"),
        ("", "--to text --output saved list.txt", "saved/list.txt: this file exists"),
        ("", "--overwrite --to text --output . list.txt", "list.txt: this file is read in this run"),
        ("", "--to sitemap --output victim list.txt", "victim: "),
        ("", "--save found https://tidepool.page", "--save needs an empty folder"),
        (
            "found",
            "a.xml",
            "sitemap-validator.toml:1:10: `report` names ../victim, which is not in the folder of this file",
        ),
        ("cache", "https://tidepool.page", "sitemap-validator.toml:1:9: `cache` names here/../../kept"),
        ("like-url", "https://tidepool.page", "`cache` names http://x=d1/../../../kept"),
        (
            "",
            "--overwrite --report json=saved-site/manifest.json saved-site",
            "manifest.json: this file is read in this run",
        ),
        ("", "--overwrite --report json=ca.pem --ca-file ca.pem a.xml", "ca.pem: this file is read in this run"),
    ] {
        assert_refused(&folder.join(place), line, why);
        assert_eq!(files(&folder), before, "{line}");
    }
    // Named, it is a file of the user's.
    let named = run(&folder.join("found"), "--config sitemap-validator.toml --overwrite a.xml");
    assert!(named.status.success() && problems(&named).contains("report written to ../victim"), "{}", problems(&named));
}

#[test]
fn what_the_program_wrote_is_replaced() {
    let folder = folder("rewritten", &[("a.xml", SITEMAP.as_bytes()), ("theirs.csv", b"a,b"), ("empty", b"")]);
    let formats = "--report json=r.json --report sarif=r.sarif --report junit=r.junit --report rdjson=r.rdjson";
    for _ in 0..2 {
        let output = run(&folder, &format!("{formats} --report markdown=empty --write-baseline known.json a.xml"));
        assert_eq!(output.status.code(), Some(0), "{}", problems(&output));
        assert!(problems(&output).contains("report written to r.sarif"), "{}", problems(&output));
        fs::write(folder.join("empty"), "").unwrap();
    }
    let output = run(&folder, "--overwrite --report csv=theirs.csv a.xml");
    assert!(output.status.success() && fs::read(folder.join("theirs.csv")).unwrap() != b"a,b");
    let output = run(&folder, "--to text --output . a.xml");
    assert!(output.status.success() && out(&output).is_empty(), "{}", problems(&output));
    let again = run(&folder, "--to text --output . a.xml");
    assert!(problems(&again).contains("pass --overwrite"), "{}", problems(&again));
    assert!(run(&folder, "--overwrite --to text --output . a.xml").status.success());
}

#[cfg(unix)]
#[test]
fn links_lead_to_files_that_are_judged() {
    let folder =
        folder("links", &[("a.xml", SITEMAP.as_bytes()), ("victim", b"mine"), ("here/b.xml", SITEMAP.as_bytes())]);
    for (target, link) in [("a.xml", "input"), ("victim", "theirs"), ("none", "dead")] {
        std::os::unix::fs::symlink(folder.join(target), folder.join(link)).unwrap();
    }
    std::os::unix::fs::symlink(&folder, folder.join("here/out")).unwrap();
    fs::write(folder.join("here/sitemap-validator.toml"), "report = \"json=out/new.json\"\n").unwrap();
    for (place, line, why) in [
        ("", "--overwrite --report json=input a.xml", "read in this run"),
        ("", "--report json=theirs a.xml", "pass --overwrite"),
        ("", "--report json=dead a.xml", "a link to a file that does not exist"),
        ("here", "b.xml", "not in the folder of this file"),
    ] {
        assert_refused(&folder.join(place), line, why);
    }
    let file = fs::File::create(folder.join("piped")).unwrap();
    let mut piped = program(&folder, "--overwrite --report json=a.xml -");
    let output = piped.stdin(fs::File::open(folder.join("a.xml")).unwrap()).output().unwrap();
    assert!(problems(&output).contains("read in this run"), "{}", problems(&output));
    let status = program(&folder, "--report sarif=/dev/stdout --format csv a.xml").stdout(file).status().unwrap();
    let written = fs::read_to_string(folder.join("piped")).unwrap();
    assert!(status.success() && written.contains("sarif-2.1.0") && written.contains("file,address"), "{written}");
    let output = run(&folder, "--report json=/dev/stdout --format csv a.xml");
    assert!(
        out(&output).contains("\"name\": \"sitemap-validator\"") && problems(&output).is_empty(),
        "{}",
        out(&output)
    );
}
