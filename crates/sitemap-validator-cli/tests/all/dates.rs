//! The dates of a sitemap, compared with the last changes of the pages.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sitemap_validator_protocol::report::Report;

use crate::support::{folder, out, problems, run};

/// A repository of a site's source.
struct Repository(PathBuf);

impl Repository {
    fn new(name: &str) -> Self {
        let repository = Self(folder(name, &[]));
        repository.git("init -b main", "");
        repository
    }

    /// Runs git, at this moment.
    fn git(&self, words: &str, moment: &str) {
        let mut command = Command::new("git");
        command.current_dir(&self.0).args(["-c", "user.name=a", "-c", "user.email=a@tidepool.page"]);
        command.envs([("GIT_AUTHOR_DATE", moment), ("GIT_COMMITTER_DATE", moment)]);
        let output = command.args(words.split(' ')).output().unwrap();
        assert!(output.status.success(), "{words}: {}", problems(&output));
    }

    fn write(&self, files: &[&str], text: &str) {
        for file in files {
            let path = self.0.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, format!("{file} {text}")).unwrap();
        }
    }

    fn commit(&self, day: &str) {
        self.git("add .", "");
        self.git("commit -m change", &format!("{day}T12:00:00+0000"));
    }
}

fn sitemap(entries: &[(&str, &str)]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
                    <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n"
        .to_owned();
    for (path, date) in entries {
        let _ = writeln!(text, "<url><loc>https://tidepool.page{path}</loc><lastmod>{date}</lastmod></url>");
    }
    text + "</urlset>\n"
}

/// The rules about the last change, with the text that they are reported at.
fn found(folder: &Path, line: &str) -> Vec<(String, String)> {
    let output = run(folder, &format!("--now 2026-11-21 --max-diagnostics 0 --format json {line} sitemap.xml"));
    let report: Report = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", problems(&output)));
    let text = fs::read_to_string(folder.join("sitemap.xml")).unwrap();
    let date = |line: u32| text.lines().nth(line as usize - 1).unwrap().split(['>', '<']).nth(8).unwrap().to_owned();
    let found = report.files.iter().flat_map(|file| &file.diagnostics).filter(|found| found.rule.contains("-change"));
    found.map(|found| (found.rule.clone(), date(found.line))).collect()
}

const FIX: &str = "--fix --fix-rule lastmod-newer-than-change --fix-rule lastmod-older-than-change";

#[test]
fn dates_are_those_of_commits() {
    let repository = Repository::new("dates-git");
    repository.write(
        &[
            "docs/plain.md",
            "docs/old-name.md",
            "docs/branch.md",
            "docs/formatted.md",
            "docs/index.md",
            "docs/edited.md",
        ],
        "one",
    );
    repository.write(&["posts/2026-01-05-post.md", "fr/about.md", "en/about.md"], "one");
    repository.commit("2026-01-10");
    repository.git("checkout -b other", "");
    repository.write(&["docs/branch.md"], "two");
    repository.commit("2026-02-10");
    repository.git("checkout main", "");
    repository.git("mv docs/old-name.md docs/renamed.md", "");
    repository.commit("2026-03-10");
    repository.git("merge other", "2026-03-20T12:00:00+0000");
    repository.write(&["docs/formatted.md"], "formatted");
    repository.commit("2026-04-10");
    let head = Command::new("git").current_dir(&repository.0).args(["rev-parse", "HEAD"]).output().unwrap();
    fs::write(repository.0.join(".git-blame-ignore-revs"), &head.stdout).unwrap();
    let build = "2026-09-14T03:00:00Z";
    let entries = [
        ("/docs/plain/", build),
        ("/docs/renamed.html", "2026-01-10"),
        ("/docs/branch", "2026-01-10"),
        ("/docs/formatted/", build),
        ("/docs/", "2026-01-11T13:00:00+02:00"),
        ("/docs/edited/", build),
        ("/news/post/", build),
        ("/about/", build),
    ];
    fs::write(repository.0.join("sitemap.xml"), sitemap(&entries)).unwrap();
    repository.commit("2026-05-10");
    repository.write(&["docs/edited.md"], "not committed");

    let [newer, older, unknown] = ["newer-than", "older-than", "unknown"].map(|rule| match rule {
        "unknown" => "lastmod-change-unknown".to_owned(),
        rule => format!("lastmod-{rule}-change"),
    });
    let dates = "--dates git --source-file /news/:slug/=posts/2026-01-05-:slug.md";
    let expected = [
        (&newer, build),
        (&older, "2026-01-10"),
        (&newer, build),
        // Of two dates: the file is changed, and no file has this path.
        (&unknown, build),
        (&newer, build),
    ];
    let mut before = found(&repository.0, dates);
    let mut expected: Vec<(String, String)> =
        expected.iter().map(|(rule, text)| ((*rule).clone(), (*text).to_owned())).collect();
    before.sort();
    expected.sort();
    assert_eq!(before, expected);
    let told = run(&repository.0, &format!("--now 2026-11-21 --format json {dates} sitemap.xml"));
    let report: Report = serde_json::from_slice(&told.stdout).unwrap();
    let found_unknown = report.files[0].diagnostics.iter().find(|found| found.rule == unknown).unwrap();
    let reasons: Vec<_> = found_unknown.related.iter().map(|related| (related.line, &*related.message)).collect();
    assert_eq!(reasons, [(8, "its source is not committed"), (10, "no source file found")]);

    let fixed = run(&repository.0, &format!("{dates} {FIX} sitemap.xml"));
    assert_eq!(fixed.status.code(), Some(0), "{}", problems(&fixed));
    let right = [
        ("/docs/plain/", "2026-01-10T12:00:00Z"),
        ("/docs/renamed.html", "2026-01-10"),
        ("/docs/branch", "2026-02-10"),
        ("/docs/formatted/", "2026-01-10T12:00:00Z"),
        ("/docs/", "2026-01-11T13:00:00+02:00"),
        ("/docs/edited/", build),
        ("/news/post/", "2026-01-10T12:00:00Z"),
        ("/about/", build),
    ];
    let text = || fs::read_to_string(repository.0.join("sitemap.xml")).unwrap();
    assert_eq!(text(), sitemap(&right), "only dates are changed");
    assert_eq!(found(&repository.0, dates), [(unknown, build.to_owned())]);
    let again = run(&repository.0, &format!("{dates} {FIX} sitemap.xml"));
    assert_eq!((text(), problems(&again)), (sitemap(&right), ""));

    // Settings are read one by one; a folder that was moved has not changed.
    repository.git("mv docs site", "");
    repository.git("mv posts site/posts", "");
    fs::write(
        repository.0.join("site/sitemap-validator.toml"),
        "dates = \"git\"\nsource-file = [\"/docs/:name/=:name.md\"]\n",
    )
    .unwrap();
    repository.commit("2026-06-10");
    fs::write(
        repository.0.join("site/sitemap.xml"),
        sitemap(&[("/docs/plain/", build), ("/docs/renamed/", "2026-01-10")]),
    )
    .unwrap();
    assert_eq!(found(&repository.0.join("site"), ""), [(newer, build.to_owned())]);
    repository.write(&["site/dist/docs/only-built.html"], "built");
    repository.commit("2026-07-10");
    let listed = sitemap(&[("/docs/only-built", build)]);
    fs::write(repository.0.join("site/sitemap.xml"), listed).unwrap();
    let found =
        |options: &str| found(&repository.0.join("site"), &format!("--config other.toml --dates git {options}"));
    fs::write(repository.0.join("site/other.toml"), "").unwrap();
    assert_eq!(found("--pages dist"), [("lastmod-change-unknown".to_owned(), build.to_owned())]);
    let told = run(&repository.0.join("site"), "--source-file /=none.md sitemap.xml");
    assert!(problems(&told).contains("git tracks no file `none.md`"), "{}", problems(&told));

    let shallow = repository.0.join("shallow");
    repository.git(&format!("clone --depth 1 file://{} {}", repository.0.display(), shallow.display()), "");
    let told = run(&shallow, "--dates git sitemap.xml");
    assert!(told.status.code() == Some(2) && problems(&told).contains("fetch-depth: 0"), "{}", problems(&told));
    assert!(!problems(&told).contains("Usage"), "{}", problems(&told));
}

#[test]
fn dates_are_those_of_built_pages() {
    let page = |date: &str| format!("<!doctype html><meta property=\"article:modified_time\" content=\"{date}\">");
    let entries = [
        ("/site/", "2026-09-14"),
        ("/site/lamp/", "2026-09-14"),
        ("/site/chair", "2026-01-10"),
        ("/site/sofa", "2026-01-10"),
    ];
    let (home, lamp, chair) = (page("2026-06-09"), page("2026-09-13T20:00:00Z"), page("2026-03-05"));
    let folder = folder(
        "dates-pages",
        &[
            ("sitemap.xml", sitemap(&entries).as_bytes()),
            ("dist/index.html", home.as_bytes()),
            ("dist/lamp/index.html", lamp.as_bytes()),
            ("dist/chair.html", chair.as_bytes()),
            ("dist/sofa.html", b"<!doctype html><title>Sofa</title>"),
        ],
    );
    let dates = "--base https://tidepool.page/site --pages dist --dates pages";
    let expected = [
        ("lastmod-newer-than-change", "2026-09-14"),
        ("lastmod-older-than-change", "2026-01-10"),
        ("lastmod-change-unknown", "2026-01-10"),
    ];
    let found = found(&folder, dates);
    assert_eq!(found, expected.map(|(rule, text)| (rule.to_owned(), text.to_owned())));
    for (line, problem) in [
        ("--dates pages sitemap.xml", "--dates pages needs the folder of the built pages: --pages FOLDER"),
        ("--source-file /a=b sitemap.xml", "--source-file needs --dates git"),
        ("--dates pages --pages dist --source-file /a=b", "--source-file needs --dates git"),
        ("--dates git --source-file a=b sitemap.xml", "expected the path of a URL, `=` and a file"),
    ] {
        let told = run(&folder, line);
        assert!(told.status.code() == Some(2) && problems(&told).contains(problem), "{line}: {}", problems(&told));
    }
}

#[test]
fn pages_that_say_the_same_keep_their_date() {
    let sitemap = |kelp: &str, crab: &str| sitemap(&[("/kelp", kelp), ("/crab", crab)]);
    let first = sitemap("2026-11-01", "2026-11-01");
    let folder = folder(
        "dates-snapshot",
        &[
            ("dist/sitemap.xml", first.as_bytes()),
            ("dist/kelp.html", b"<title>Kelp</title><main>Kelp</main>"),
            ("dist/crab.html", b"<title>Crab</title><main>Crab</main>"),
        ],
    );
    let check = |now: &str, options: &str| {
        run(
            &folder,
            &format!("--now {now} --pages dist --dates snapshot --snapshot pages.jsonl {options} dist/sitemap.xml"),
        )
    };
    let kept = || std::fs::read_to_string(folder.join("pages.jsonl")).unwrap();
    let told = check("2026-11-10", "");
    assert!(problems(&told).contains("snapshot written to pages.jsonl"), "{}", problems(&told));
    assert!(out(&told).contains("not in the earlier snapshot"), "{}", out(&told));
    // A build sets both dates, although only one page changed.
    std::fs::write(folder.join("dist/crab.html"), "<title>Crab</title><main>Crabs</main>").unwrap();
    std::fs::write(folder.join("dist/sitemap.xml"), sitemap("2026-11-19", "2026-11-19")).unwrap();
    let before = kept();
    let shown = check("2026-11-20", "--diff --fix-rule lastmod-newer-than-change");
    assert!(
        out(&shown).contains("+<url><loc>https://tidepool.page/kelp</loc><lastmod>2026-11-01</lastmod>"),
        "{}",
        out(&shown)
    );
    assert_eq!(kept(), before);
    let told = check("2026-11-20", "");
    let finding =
        "lastmod-newer-than-change]: `<lastmod>` is `2026-11-19`, but the page says the same as on 2026-11-01";
    assert!(out(&told).contains(finding) && !out(&told).contains("crab"), "{}", out(&told));
    check("2026-11-20", FIX);
    let fixed = std::fs::read_to_string(folder.join("dist/sitemap.xml")).unwrap();
    assert_eq!(fixed, sitemap("2026-11-01", "2026-11-19"));
    // A page changed, but not its date.
    std::fs::write(folder.join("dist/kelp.html"), "<title>Kelp</title><main>Kelp forests</main>").unwrap();
    assert_eq!(out(&run(&folder, "compare pages.jsonl dist --to changed")), "https://tidepool.page/kelp\n");
    let told = check("2026-11-30", "");
    let finding =
        "lastmod-older-than-change]: `<lastmod>` is `2026-11-01`, but the page changed after that, by 2026-11-30";
    assert!(out(&told).contains(finding), "{}", out(&told));
    check("2026-12-05", FIX);
    let fixed = std::fs::read_to_string(folder.join("dist/sitemap.xml")).unwrap();
    assert_eq!(fixed, sitemap("2026-11-30", "2026-11-19"));
    for (options, problem) in [
        ("--dates snapshot --pages dist dist", "--dates snapshot needs a file: --snapshot FILE"),
        ("--dates snapshot --snapshot pages.jsonl dist", "needs the folder of the built pages"),
        ("--snapshot pages.jsonl dist", "--snapshot needs --dates snapshot"),
        (
            "--pages dist --dates snapshot --snapshot dist/kelp.html dist",
            "dist/kelp.html: this is no snapshot of pages",
        ),
    ] {
        let told = run(&folder, options);
        assert_eq!(told.status.code(), Some(2), "{options}");
        assert!(problems(&told).contains(problem), "{options}: {}", problems(&told));
    }
}
