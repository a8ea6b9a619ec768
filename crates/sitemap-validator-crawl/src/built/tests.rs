use super::guess::guess;
use super::rules::LineError;
use super::*;

const BASE: &str = "https://tidepool.page/";

fn site(base: &str, files: &[&str], rules: Rules) -> Site {
    let mut site = Site::new(base, files.iter().map(|file| (*file).to_owned())).expect("a URL");
    site.rules = rules;
    site
}

/// What a host sends: the name of a file, the target of a redirect after `> `, `- ` and a name that is missing, or `?`.
fn answer(site: &Site, url: &str) -> String {
    match site.answer(&Address::parse(url).expect(url)) {
        Answer::File(file) => file,
        Answer::Redirect { to, .. } => format!("> {}", to.as_str().strip_prefix(BASE).unwrap_or(to.as_str())),
        Answer::Gone { status, .. } => status.to_string(),
        Answer::Missing(file) => format!("- {file}"),
        Answer::Unknown => "?".to_owned(),
    }
}

fn answers(site: &Site, table: &[(&str, &str)]) {
    for (path, expected) in table {
        assert_eq!(answer(site, &format!("{BASE}{path}")), *expected, "/{path}");
    }
}

const FILES: [&str; 9] = [
    "index.html",
    "file.html",
    "folder/index.html",
    "both.html",
    "both/index.html",
    "lamp.pdf",
    "caf\u{e9}/a b.html",
    "o\u{308}l.html",
    "v1.2/index.html",
];

#[test]
fn urls_lead_to_files() {
    let site = site(BASE, &FILES, Rules::default());
    answers(
        &site,
        &[
            ("", "index.html"),
            ("?a=/b", "index.html"),
            ("#a", "index.html"),
            ("index.html", "index.html"),
            ("file", "file.html"),
            ("file.html", "file.html"),
            ("file/", "> file"),
            ("folder", "> folder/"),
            ("folder/", "folder/index.html"),
            ("folder/index.html", "folder/index.html"),
            ("both", "both.html"),
            ("both/", "both/index.html"),
            ("lamp.pdf", "lamp.pdf"),
            ("lamp.txt", "- lamp.txt"),
            ("gone", "- gone.html"),
            ("gone/", "- gone/index.html"),
            ("File", "- File.html"),
            ("caf%C3%A9/a%20b", "caf\u{e9}/a b.html"),
            ("caf%c3%a9/a%20b.html", "caf\u{e9}/a b.html"),
            ("cafe%CC%81/a%20b.html", "caf\u{e9}/a b.html"),
            ("%C3%B6l", "\u{f6}l.html"),
            ("v1.2", "> v1.2/"),
            ("folder%2Findex.html", "?"),
            ("%FF", "?"),
        ],
    );
    assert_eq!(answer(&site, "https://www.tidepool.page/file"), "?");
    assert_eq!(answer(&site, "http://tidepool.page/file"), "?");
}

#[test]
fn a_site_may_be_in_a_folder() {
    let site = site("https://tidepool.page/docs/", &["index.html", "a.html"], Rules::default());
    answers(
        &site,
        &[
            ("docs/", "index.html"),
            ("docs", "> docs/"),
            ("docs/a", "a.html"),
            ("%64ocs/a", "a.html"),
            ("a", "?"),
            ("", "?"),
            ("docs2/a", "?"),
        ],
    );
}

#[test]
fn vercel_serves_files_by_its_settings() {
    let vercel = |clean_urls, trailing_slash| {
        let host = Host::Vercel { clean_urls, trailing_slash };
        site(BASE, &FILES, Rules { host, ..Rules::default() })
    };
    answers(&vercel(false, None), &[("file", "?"), ("folder", "folder/index.html"), ("folder/", "folder/index.html")]);
    answers(&vercel(false, Some(true)), &[("folder", "> folder/"), ("file.html", "file.html"), ("", "index.html")]);
    answers(&vercel(false, Some(false)), &[("folder/", "> folder"), ("folder", "folder/index.html")]);
    answers(
        &vercel(true, Some(false)),
        &[
            ("", "index.html"),
            ("file", "file.html"),
            ("file/", "> file"),
            ("file.html", "> file"),
            ("folder/index.html", "> folder"),
            ("gone", "- gone/index.html"),
        ],
    );
    answers(&vercel(true, Some(true)), &[("file", "> file/"), ("file/", "file.html"), ("file.html", "> file/")]);
}

/// The rules of a file `_redirects` without errors.
fn redirects(text: &str) -> Rules {
    let mut rules = Rules::default();
    assert_eq!(rules.add_redirects(text, "https://tidepool.page"), []);
    rules
}

#[test]
fn redirects_of_the_host_are_applied() {
    let rules = redirects(
        "# moved\n/old /file\n/old/* /folder/:splat 302\n/file /forced-not\n/both /file 301!\n/app/* /index.html 200\n\
         /:year/:name /v/:name-:year # all\n/here id=:id /there\n/land /de 302 Country=de\nhttps://other.page/* /x\n\
         https://tidepool.page/host /file\n/gone /404.html 404\n/slash /slash/\n",
    );
    answers(
        &site(BASE, &FILES, rules),
        &[
            ("old", "> file"),
            ("old/a/b", "> folder/a/b"),
            ("file", "file.html"),
            ("both", "> file"),
            ("app/a", "index.html"),
            ("2026/lamp", "> v/lamp-2026"),
            ("here", "?"),
            ("land", "?"),
            ("host", "> file"),
            ("host/", "?"),
            ("gone", "404"),
            ("slash", "> slash/"),
            ("slash/", "- slash/index.html"),
            ("nothing", "- nothing.html"),
        ],
    );
}

#[test]
fn rules_without_a_page_are_judged_where_hosts_agree() {
    let rules = redirects(
        "/file /404.html 410!\n/folder/* /404.html 404\n/shop/* /lost.html 200\n/run /.netlify/functions/run 200\n\
         /twice /old 200\n/old /file 301\n/caf%C3%A9 /file\n/shut /login 401!\n",
    );
    let site = site(BASE, &FILES, rules);
    answers(
        &site,
        &[
            ("file", "410"),
            ("folder/", "folder/index.html"),
            ("folder/gone", "404"),
            ("shop/a", "- lost.html"),
            ("run", "?"),
            ("twice", "?"),
            ("caf%C3%A9", "> file"),
            ("shut", "?"),
        ],
    );
    let page = site.page(&format!("{BASE}old"), Entry::default(), &HashMap::new()).expect("a page");
    assert_eq!((page.http.status, page.http.hops.len()), (Some(410), 1));
    let vercel = Host::Vercel { clean_urls: false, trailing_slash: None };
    let mut rules = redirects("/shop/* /lost.html 200\n");
    rules.host = vercel;
    answers(&super::tests::site(BASE, &FILES, rules), &[("shop/a", "?")]);
}

#[test]
fn lines_that_cannot_be_read_are_named() {
    let said = |LineError { line, problem }: &LineError| format!("line {line}: {problem}");
    let mut rules = Rules::default();
    let text = "/a /b\n\n/alone\nold /b\n/a /b moved\n/a b\n/a /b 301 Country=de\n/a /b Country=de\n";
    let errors: Vec<_> = rules.add_redirects(text, "https://tidepool.page").iter().map(said).collect();
    assert_eq!(
        errors,
        [
            "line 3: no target after `/alone`",
            "line 4: expected a path, found `old`",
            "line 5: expected a status, found `moved`",
            "line 6: expected a target, found `b`",
        ]
    );
    answers(&site(BASE, &["b.html"], rules.clone()), &[("a", "> b"), ("b", "b.html")]);
    let errors = rules.add_headers("X-Robots-Tag: none\n/a\n  X-Robots-Tag: none\n  ! Link\n  none\n", "");
    let errors: Vec<_> = errors.iter().map(said).collect();
    assert_eq!(
        errors,
        [
            "line 1: expected a path or `Name: value`, found `X-Robots-Tag: none`",
            "line 5: expected a path or `Name: value`, found `none`",
        ]
    );
}

#[test]
fn the_folder_is_found_from_what_is_known_or_listed() {
    let files = ["sitemap.xml", "a.html", "de/b/index.html"].map(str::to_owned);
    for (urls, expected) in [
        (&["https://tidepool.page/a", "https://tidepool.page/de/b/"][..], "https://tidepool.page/"),
        (&["https://tidepool.page/x/a", "https://tidepool.page/x/de/b/"], "https://tidepool.page/x/"),
        (&["https://tidepool.page/x/a", "https://tidepool.page/x/gone"], "https://tidepool.page/x/"),
        (&["https://tidepool.page/x/y"], "https://tidepool.page/"),
        (&["https://b.page/a", "https://tidepool.page/a", "https://tidepool.page/c"], "https://tidepool.page/"),
    ] {
        assert_eq!(guess(&files, urls.iter().copied()).as_deref(), Some(expected), "{urls:?}");
    }
    for (file, url, expected) in [
        ("sitemap.xml", "https://tidepool.page/x/sitemap.xml", "https://tidepool.page/x/"),
        ("maps/s.xml", "https://tidepool.page/x/maps/s.xml.gz", "https://tidepool.page/x/"),
        // It is served elsewhere.
        ("maps/s.xml", "https://tidepool.page/s.xml", "https://b.page/"),
    ] {
        let found = folder_of(file, url).or_else(|| guess(&files, ["https://b.page/a"].into_iter()));
        assert_eq!(found.as_deref(), Some(expected), "{url}");
    }
}

/// The URLs that a sitemap should list, of files with their HTML.
fn candidates(site: &Site, files: &[(&str, &str)]) -> Vec<String> {
    let html = |(file, html): &(&str, &str)| ((*file).to_owned(), site.read(file, html, html.len() as u64, true));
    let pages = site.indexable(&files.iter().map(html).collect(), false);
    pages.into_iter().map(|page| page.listed.strip_prefix(BASE).unwrap_or(&page.listed).to_owned()).collect()
}

#[test]
fn only_pages_of_their_own_should_be_listed() {
    let canonical = |url: &str| format!("<!doctype html><link rel=canonical href={url}>");
    let of =
        |file: &str, html: &str, rules: Rules| candidates(&site(BASE, &[file, "other.html"], rules), &[(file, html)]);
    let page = "<!doctype html><title>A</title>";
    for (file, html, expected) in [
        ("a.html", page, &["a.html"][..]),
        ("index.html", page, &[""]),
        ("a b/index.html", page, &["a%20b/"]),
        ("a.html", "<title>A</title>", &["a.html"]),
        ("a.html", "<p>A part</p>", &[]),
        ("a.html", "google-site-verification: a.html", &[]),
        ("404.html", page, &[]),
        ("de/404/index.html", page, &[]),
        ("_a/b.html", page, &[]),
        ("a.html", "<title>A</title><meta name=robots content=noindex>", &[]),
        ("a.html", "<title>A</title><meta http-equiv=refresh content='0; url=/b'>", &[]),
        ("a.html", &canonical("/a"), &["a"]),
        ("a.html", &canonical("https://tidepool.page/a.html"), &["a.html"]),
        ("a/index.html", &canonical("/a/"), &["a/"]),
        ("a/index.html", &canonical("/a"), &["a/"]),
        ("a.html", &canonical("/other"), &[]),
        ("a.html", &canonical("/a?b=1"), &[]),
        ("a.html", &canonical("https://www.tidepool.page/a"), &[]),
    ] {
        assert_eq!(of(file, html, Rules::default()), *expected, "{file} {html}");
    }
    for (lines, expected) in [
        ("/a.html /b", &["a"][..]),
        ("/a* /b", &[]),
        ("/a /b 301!", &[]),
        ("/* /index.html 200", &["a.html"]),
        ("/* /404.html 404", &["a.html"]),
        ("/* /404.html 404!", &[]),
    ] {
        assert_eq!(of("a.html", page, redirects(lines)), *expected, "{lines}");
    }
    let mut rules = Rules::default();
    assert_eq!(rules.add_headers("/a*\n  X-Robots-Tag: noindex\n", "https://tidepool.page"), []);
    assert_eq!(of("a.html", page, rules.clone()), [""; 0]);
    assert_eq!(of("b.html", page, rules), ["b.html"]);
}

#[test]
fn redirects_are_followed_to_their_end() {
    let chain: Vec<String> = (0..MOST_REDIRECTS).map(|at| format!("/r{at} /r{}\n", at + 1)).collect();
    let chain = chain.concat();
    let rules = "/a /b\n/b /file.html\n/out https://b.page/x\n/x /y\n/y /x\n/lost /gone\n\
                 /own https://tidepool.page/own\n/file /file/ 301!\n";
    let site = site(BASE, &FILES, redirects(&format!("{rules}{chain}/r{MOST_REDIRECTS} /file.html\n")));
    let page = |path: &str| site.page(&format!("{BASE}{path}"), Entry::default(), &HashMap::new());
    let end =
        |path: &str| page(path).map(|page| (page.http.last.replace(BASE, ""), page.http.hops.len(), page.http.status));
    assert_eq!(end("a"), Some(("file.html".to_owned(), 2, Some(200))));
    assert_eq!(end("lost"), Some(("gone".to_owned(), 1, Some(404))));
    assert_eq!(end("out"), Some(("https://b.page/x".to_owned(), 1, None)));
    let circle = page("x").expect("a page").http;
    assert_eq!((circle.error, circle.hops.len(), circle.status), (Some(FetchError::RedirectLoop), 2, None));
    // Whether this is a loop depends on the URL of the folder, or on the host.
    assert_eq!((end("own"), end("file/")), (None, None));
    assert_eq!(page("a").and_then(|page| page.built?.redirect).as_deref(), Some("_redirects, line 1"));
    // Redirects of files and of servers have the same limit.
    for (first, found) in [(1, Some("file.html".to_owned())), (0, None)] {
        assert_eq!(end(&format!("r{first}")).map(|(last, _, _)| last), found);
    }
    let folder = page("folder").and_then(|page| page.built).expect("a page");
    assert_eq!((folder.file.as_str(), folder.redirect.as_deref()), ("folder/index.html", None));
    assert_eq!(page("FILE").and_then(|page| page.built?.similar).as_deref(), Some("file.html"));
}

#[test]
fn a_program_may_serve_urls_without_a_file() {
    for (files, is_known) in [
        (&["a.html", "_worker.js/index.js"][..], false),
        (&["a.html", ".htaccess"], false),
        (&["a.html", "_worker.json"], true),
        (&["a.html", "index.html"], true),
    ] {
        let site = site(BASE, files, redirects("/old /gone\n"));
        let page = |path: &str| site.page(&format!("{BASE}{path}"), Entry::default(), &HashMap::new());
        assert_eq!(page("gone").is_some(), is_known, "{files:?}");
        assert_eq!(page("a").and_then(|page| page.http.status), Some(200));
        assert_eq!(page("old").and_then(|page| page.http.status), is_known.then_some(404));
    }
}

#[test]
fn the_only_page_may_be_an_app() {
    let site = |files: &[&str]| site(BASE, files, Rules::default()).server();
    assert_eq!(site(&["index.html", "404.html", "a.js"]), Some("index.html"));
    assert_eq!(site(&["index.html", "a.html"]), None);
    assert_eq!(site(&["a/index.html"]), None);
}

#[test]
fn only_pages_that_may_be_indexed_have_content() {
    let files = [
        ("a.html", "<title>A</title><p>a"),
        ("b.html", "<title>B</title><link rel=canonical href=/a.html><p>b"),
        ("c.html", "<title>C</title><meta name=robots content=noindex><p>c"),
        ("d.html", "<title>D</title>"),
        ("e.pdf", ""),
    ];
    let site = site(BASE, &files.map(|(file, _)| file), redirects("/old /a.html\n"));
    let html = |(file, html): &(&str, &str)| ((*file).to_owned(), site.read(file, html, 0, true));
    let pages = files.iter().filter(|(file, _)| is_html(file)).map(html).collect();
    let of = |path: &str| site.content(&format!("{BASE}{path}"), &pages);
    assert!(matches!(of("a.html"), Content::Of(_)));
    for path in ["b.html", "c.html", "old", "none.html"] {
        assert_eq!(of(path), Content::Excluded, "{path}");
    }
    for path in ["d.html", "e.pdf"] {
        assert_eq!(of(path), Content::Unknown, "{path}");
    }
    let mut changed = Changed::default();
    for (url, now, before) in [
        ("same", Content::Of(1), Some(1)),
        ("new", Content::Of(1), None),
        ("other", Content::Of(1), Some(2)),
        ("excluded", Content::Excluded, Some(1)),
        ("unknown", Content::Unknown, None),
    ] {
        changed.add(url, now, before);
    }
    assert_eq!(changed, Changed { urls: vec!["new".to_owned(), "other".to_owned()], excluded: 1, unknown: 1 });
}
