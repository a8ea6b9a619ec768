use std::collections::HashSet;

use super::*;

fn found<'f>(files: &[&'f str], rules: &[&str], base: &str, url: &str) -> Option<&'f str> {
    let rules = rules.iter().map(|rule| SourceRule::read(rule).expect(rule)).collect();
    let sources = Sources::new(files.iter().copied(), rules, Some(base));
    sources.of(url).ok().and_then(|at| files.get(at).copied())
}

#[test]
fn files_are_found_by_the_end_of_their_path() {
    for (url, file) in [
        ("/about/", "content/about.md"),
        ("/about", "content/about.md"),
        ("/about.html", "src/about.rst"),
        ("/docs/caf%C3%A9/", "docs/café.md"),
        ("/docs/a/", "docs/a/README.md"),
        ("/docs/a/", "website/docs/a/index.mdx"),
        ("/blog/post/", "src/content/blog/2026-06-09-post.md"),
        ("/2026/06/09/post.html", "_posts/2026-06-09-post.markdown"),
        ("/shop/lamp", "src/app/(main)/shop/lamp/page.tsx"),
        ("/lamp", "src/routes/lamp/+page.svelte"),
        ("/lamp", "src/pages/lamp.astro"),
        ("/lamp", "lamp.html.erb"),
        ("/v1.2/notes", "docs/v1.2/notes.md"),
    ] {
        let url = format!("https://tidepool.page{url}");
        assert_eq!(found(&[file], &[], "https://tidepool.page/", &url), Some(file), "{url} {file}");
    }
    assert_eq!(
        found(&["docs/a.md"], &[], "https://a.example/project/", "https://a.example/project/a/"),
        Some("docs/a.md")
    );
}

#[test]
fn nothing_is_guessed() {
    for (url, files) in [
        ("/", &["index.md", "README.md"][..]),
        ("/about", &["docs/about.md", "content/about.md"]),
        ("/about", &["docs/about.fr.md"]),
        ("/about", &["_includes/about.html"]),
        ("/about", &["assets/about.js"]),
        ("/about", &["src/components/about.tsx"]),
        ("/about", &["node_modules/a/about.md"]),
        ("/about", &[".github/about.md"]),
        ("/about", &["about.css", "about.png", "about"]),
        ("/about?page=2", &["about.md"]),
        ("/about", &["content/fr/about.md"]),
        ("/2", &["content/page/2.md"]),
        ("/users", &["src/api/users.md"]),
        ("/news", &["drafts/news.md"]),
        ("/a/about", &["about.md", "b/about.md"]),
    ] {
        let url = format!("https://tidepool.page{url}");
        assert_eq!(found(files, &[], "https://tidepool.page/", &url), None, "{url}");
    }
    // The other files are built, in whatever order they come.
    let mut files = ["public/about.html", "static/about.html", "content/about.md"];
    for _ in 0..files.len() {
        files.rotate_left(1);
        let found = found(&files, &[], "https://tidepool.page/", "https://tidepool.page/about");
        assert_eq!(found, Some("content/about.md"), "{files:?}");
    }
    let sources = Sources::new(["docs/about.md", "content/about.md"], Vec::new(), None);
    let of = |path: &str| sources.of(&format!("https://tidepool.page{path}"));
    assert_eq!((of("/about"), of("/lamp")), (Err(NoSource::Several), Err(NoSource::None)));
}

#[test]
fn built_files_have_whole_paths() {
    let files = ["index.html", "docs/index.html", "docs/about.html"];
    let of = |url: &str| {
        let sources = Sources::built(files, Some("https://a.example/project/"));
        sources.of(&format!("https://a.example{url}")).ok().and_then(|at| files.get(at).copied())
    };
    assert_eq!(of("/project/"), Some("index.html"));
    assert_eq!(of("/project/index.html"), Some("index.html"));
    assert_eq!(of("/project/docs"), Some("docs/index.html"));
    assert_eq!(of("/project/docs/about"), Some("docs/about.html"));
    assert_eq!((of("/project/about"), of("/docs/about")), (None, None));
}

#[test]
fn rules_of_the_user_come_first() {
    let files = ["source/_posts/hello.md", "hello.md", "pages/team.yaml"];
    let base = "https://tidepool.page/";
    let rules = ["/:year/:month/:day/:title/=./source/_posts/:title.md", "/company/*=pages/*.yaml"];
    for (url, file) in [
        ("/2026/06/09/hello/", Some("source/_posts/hello.md")),
        ("/company/team/", Some("pages/team.yaml")),
        ("/company/hello", None),
        ("/hello", None),
    ] {
        assert_eq!(found(&files, &rules, base, &format!("https://tidepool.page{url}")), file, "{url}");
    }
    for wrong in ["a=b", "/a", "/a=", "/*/*=b", "/a=/b", "/:a=:b.md", "/a=*.md"] {
        assert!(SourceRule::read(wrong).is_none(), "{wrong}");
    }
}

#[test]
fn the_last_change_is_found_across_renames() {
    // A commit, or a status before the paths.
    let line = |part: &str| match part {
        "M" | "A" | "D" => format!("\n:100644 100644 a1 b2 {part}"),
        "mode" => "\n:100644 100755 a1 a1 M".to_owned(),
        "R100" => ":100644 100644 a1 a1 R100".to_owned(),
        _ => part.to_owned(),
    };
    let log = [
        "\u{1}e5 500",
        "mode",
        "b.md",
        "\u{1}d4 400",
        "M",
        "c.md",
        "R100",
        "old/a.md",
        "a.md",
        "\u{1}c3 300",
        "M",
        "a.md",
        "M",
        "b.md",
        "\u{1}b2 200",
        "M",
        "old/a.md",
        "A",
        "b.md",
        "\u{1}a1 100",
        "A",
        "old/a.md",
        "A",
        "c.md",
    ];
    let files = ["a.md", "b.md", "c.md", "new.md"];
    let read = |ignored: &str| {
        let mut history = History::new(files, ignored_commits(ignored));
        let parts = log.iter().position(|part| history.read(&line(part)));
        (history.finish(), parts)
    };
    assert_eq!(read("").0, [Some(200_000), Some(300_000), Some(400_000), None]);
    assert_eq!(read("# all\nD4 # formatted\n").0, [Some(200_000), Some(300_000), Some(100_000), None]);
    // The old name was changed on a branch that had no rename.
    let branches = ["\u{1}c 300", "M", "old.md", "\u{1}b 200", "R100", "old.md", "new.md", "\u{1}a 100", "A", "old.md"];
    let mut history = History::new(["new.md"], HashSet::new());
    assert!(branches.iter().any(|part| history.read(&line(part))));
    assert_eq!(history.finish(), [Some(300_000)]);
    let mut history = History::new(["c.md"], HashSet::new());
    assert_eq!(log.iter().position(|part| history.read(&line(part))), Some(5), "the rest is not read");
}
